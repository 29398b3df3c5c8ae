/*
 * A backend of SkifCh as a table of C functions (an op table).
 *
 * A plugin is a shared library that exports one symbol, skifch_plugin_v1 (SKIFCH_PLUGIN_SYMBOL).
 * It does not link against libskifch: the library passes it a table with the services it needs.
 * Install it as lib/skifch/libskifch-<name>.so, or add its folder to SKIFCH_PLUGIN_PATH, and select
 * it with SKIFCH_BACKEND=<name>. `skifch-conformance` tests any backend against the rules below.
 * Rules for every function of the table:
 *  - A negative errno means failure; the function first sets the error message with host->fail().
 *    send, recv and recv_comp fail as the calls of skifch.h do, because those calls jump to them:
 *    they return -1 and set errno, by calling host->fail_call() after host->fail().
 *  - 0 from a data call means "not now"; it is not a failure and is not logged.
 *  - At most one thread at a time uses the sending side of a channel, and one the receiving side;
 *    functions of different channels run in parallel. wait and arm are calls on the sides that
 *    their events name. event_fd, progress and peer_state are calls on both sides, so no other
 *    thread is on either side. query and stats may be called from any thread at any time.
 *  - send, recv, recv_comp, claim and commit do not allocate or lock, and enter the kernel only if
 *    the network is the kernel's; the first send to a peer may do all three.
 *  - Data that another process can write is checked before use.
 *  - Messages from one sender to one receiver arrive in order and exactly once, even if the sender
 *    closes its channel or dies after its send was accepted. Senders are served fairly.
 *  - Tables are only ever extended at the end. `size` is the size of the table in the version its
 *    author compiled against; entries beyond it count as NULL.
 */
#ifndef SKIFCH_PLUGIN_H
#define SKIFCH_PLUGIN_H

#include "skifch.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKIFCH_ABI_MAJOR 1u /* tables of another major version are rejected */
#define SKIFCH_ABI_MINOR 10u /* incremented when a table is extended */
#define SKIFCH_PLUGIN_SYMBOL "skifch_plugin_v1"

#define SKIFCH_LOG_ERROR 0 /* something failed, and the program is affected */
#define SKIFCH_LOG_WARN 1  /* something works worse than it should */
#define SKIFCH_LOG_INFO 2  /* what was chosen, and why */
#define SKIFCH_LOG_DEBUG 3 /* single steps, for debugging */

/* In host->flags: the backend is one of several in a composite. It need not reach every rank, and
 * reports with `reach` which ranks it reaches. */
#define SKIFCH_HOST_PART 1u

/* One setting of a backend, read from SKIFCH_<BACKEND>_<KEY>. */
typedef struct skifch_param_v1 {
    const char *key;           /* in upper case */
    const char *default_value; /* the value if it is not set, as text */
    const char *help;          /* one line of description, with the unit */
} skifch_param_v1_t;

/* The library's services. The table stays valid until domain_close. Functions may be called from
 * any thread, but kvs_put, kvs_get and fence only inside domain_open, domain_close and the calls
 * that create segments. */
typedef struct skifch_host_v1 {
    uint32_t abi_major; /* SKIFCH_ABI_MAJOR of the library */
    uint32_t abi_minor;
    size_t size;         /* size of this struct in the library's version */
    void *ctx;           /* the first argument of each function below */
    uint32_t rank;       /* the rank of this process */
    uint32_t job_size;   /* ranks in the job */
    uint32_t local_size; /* ranks of the job on this host */
    uint32_t cpu_count;  /* CPUs this process may use; if below local_size, ranks share CPUs */
    uint8_t job_key[16]; /* random bits shared by the ranks of the job; not secret */

    /* Whether `rank` runs on this host: 1 or 0, or a negative errno. */
    int (*is_local)(void *ctx, uint32_t rank);
    /* Returns the value of a declared setting, or its default; NULL if it is not declared. */
    const char *(*param)(void *ctx, const char *key);
    /* Writes a line to the log; `level` is SKIFCH_LOG_*. */
    void (*log)(void *ctx, int level, const char *text);
    /* Sets the calling thread's error message for the operation that is about to fail. */
    void (*fail)(void *ctx, const char *text);
    /* Completes a failure of send, recv or recv_comp after fail: prefixes the message with the name
     * of the call, such as "SkifCh_Send", sets errno to `error`, and returns the -1 that the
     * function is to return. */
    int (*fail_call)(void *ctx, const char *call, int error);
    /* Publishes a value to all ranks of the job; it is visible after the next fence. */
    int (*kvs_put)(void *ctx, const char *key, const void *value, size_t len);
    /* Reads a value that a rank published before the last fence: its length, or a negative
     * errno. */
    ssize_t (*kvs_get)(void *ctx, const char *key, void *value, size_t capacity);
    /* Waits until every rank of the job has called it. */
    int (*fence)(void *ctx);
    uint64_t flags; /* SKIFCH_HOST_*; since minor version 1 */
    /* Random bits for authentication, known only to the ranks of the job as far as the launcher can
     * keep them secret. (`job_key` may be part of names that others can see.) */
    uint8_t job_secret[32];
    /* Why the last call of this table by this thread failed: writes the first `capacity` bytes of
     * the message to `text`, without a terminating zero, and returns the length of all of it. */
    size_t (*said)(void *ctx, char *text, size_t capacity);
} skifch_host_v1_t;

/* Operations that all ranks of a job perform together in the network (`op` of skifch_join_t): how
 * the bytes behind the head are combined. All except MEET, which has no such bytes, and COPY work
 * on 8-byte words, combined in rank order. */
#define SKIFCH_JOIN_MEET 0u         /* a barrier */
#define SKIFCH_JOIN_COPY 1u         /* broadcast: every rank gets the bytes of `root` */
#define SKIFCH_JOIN_ADD 2u          /* sum (wrapping) */
#define SKIFCH_JOIN_AND 3u          /* bitwise and */
#define SKIFCH_JOIN_OR 4u           /* bitwise or */
#define SKIFCH_JOIN_XOR 5u          /* bitwise exclusive or */
#define SKIFCH_JOIN_MIN 6u          /* signed minimum */
#define SKIFCH_JOIN_MAX 7u          /* signed maximum */
#define SKIFCH_JOIN_MIN_UNSIGNED 8u /* unsigned minimum */
#define SKIFCH_JOIN_MAX_UNSIGNED 9u /* unsigned maximum */
#define SKIFCH_JOIN_ADD_REAL 10u    /* sum of doubles */
#define SKIFCH_JOIN_MIN_REAL 11u    /* minimum of doubles; unspecified if any is NaN */
#define SKIFCH_JOIN_MAX_REAL 12u    /* maximum of doubles; unspecified if any is NaN */
#define SKIFCH_JOIN_MAX_BYTES 1024  /* maximum size in bytes, including the head */

/* A collective operation in the network. Each rank gives the network a message addressed to itself.
 * When all ranks have done so, the message arrives through the receive, from the rank's own
 * channel: its first `head` bytes are unchanged, and the bytes behind them are the result of `op`
 * over all ranks' bytes. The n-th join of a rank under one `id` on one port matches the n-th join
 * of every other rank under that `id` and port; different ports and different ids are independent.
 * All ranks must give the same operation, root and number of bytes behind the head; otherwise the
 * network may end the job with an error message. Joins are not ordered with messages: a rank that
 * needs an order waits for earlier messages before it joins. */
typedef struct skifch_join {
    uint64_t id;
    uint32_t op;   /* SKIFCH_JOIN_* */
    uint32_t root; /* the rank whose bytes are copied; 0 for other operations */
    size_t head;   /* bytes that arrive unchanged; at least 1 */
} skifch_join_t;

/* An atomic operation that returns nothing; one element of a batch. */
typedef struct skifch_word_op {
    size_t offset;    /* of the word in the target's part, in bytes */
    uint64_t operand; /* the value to store, or to combine with the word */
    int32_t op;       /* SKIFCH_ATOMIC_*, except SKIFCH_ATOMIC_COMPARE_SWAP */
    int32_t width;    /* size of the word in bytes: 4 or 8 */
} skifch_word_op_t;

/* The op table. Entries marked (optional) may be NULL. */
typedef struct skifch_plugin_v1 {
    uint32_t abi_major; /* the SKIFCH_ABI_MAJOR that the plugin was built with */
    uint32_t abi_minor;
    size_t size;                     /* sizeof(skifch_plugin_v1_t) */
    const char *name;                /* the name for SKIFCH_BACKEND, in lower case */
    const char *version;             /* shown to the user */
    const char *about;               /* one line of description */
    const skifch_param_v1_t *params; /* its settings */
    size_t param_count;
    uint64_t caps; /* SKIFCH_CAP_* at most; an open channel may report fewer */

    /* (optional) Whether the backend can work here: 0, or a negative errno with a message set. */
    int (*probe)(const skifch_host_v1_t *host);
    /* Joins the job. Collective; called once per process. */
    int (*domain_open)(const skifch_host_v1_t *host, void **domain);
    /* Leaves the job, after all channels and segments are closed. A negative errno reports that
     * accepted messages cannot be delivered; the job is left in any case. */
    int (*domain_close)(void *domain);
    /* (optional) The time in nanoseconds. NULL: the host's monotonic clock is used. */
    uint64_t (*time_ns)(void *domain);

    /* Opens the channel on `port`. A port that is already open fails with EADDRINUSE. */
    int (*open)(void *domain, uint32_t port, void **channel);
    /* Closes a channel. Messages already accepted are still delivered. */
    int (*close)(void *channel);
    /* As SkifCh_Send: the number of bytes accepted, 0 if there is no room now, -1 with errno. */
    ssize_t (*send)(void *channel, netaddr_t dst, const struct iovec *iov, int iov_count);
    /* As SkifCh_Recv: the size of the next message, 0 if there is none now, -1 with errno. EBADMSG:
     * the next message is empty; it stays for recv_ex. ECONNRESET: once for each peer that died,
     * after its last message. */
    ssize_t (*recv)(void *channel, struct iovec *cont, int *cont_count);
    /* As SkifCh_RecvComp: 0, or -1 with errno. EINVAL if there is nothing to release. */
    int (*recv_comp)(void *channel);

    /* As SkifCh_SendEx: 1 if sent (`*taken` bytes), 0 if there is no room now. */
    int (*send_ex)(void *channel, netaddr_t dst, const struct iovec *iov, int iov_count,
                   uint32_t flags, size_t *taken);
    /* As SkifCh_RecvEx: 1 if `*msg` is set, 0 if there is no message now. */
    int (*recv_ex)(void *channel, skifch_msg_t *msg);
    /* (optional) Presents up to `max` messages, all released by one recv_comp; returns their
     * number. The caller has initialised all elements of `msgs` once, with any values. */
    int (*recv_many)(void *channel, skifch_msg_t *msgs, int max);
    /* (optional) Claims space to build a message of up to `len` bytes in place: 1 or 0. */
    int (*claim)(void *channel, netaddr_t dst, size_t len, struct iovec *cont, int *cont_count);
    /* (optional) Sends the first `len` bytes of the claimed space. */
    int (*commit)(void *channel, size_t len);
    /* (optional) Cancels a claim. */
    int (*abort)(void *channel);

    /* As SkifCh_Wait: the `events` (SKIFCH_EV_*) that are true, or 0 on timeout. */
    int (*wait)(void *channel, uint32_t events, netaddr_t dst, int64_t timeout_ns);
    /* (optional) The descriptor that becomes readable when an event occurs after arm. */
    int (*event_fd)(void *channel);
    /* (optional) Arms the descriptor: the events that are already true, or 0 if armed. Clears
     * earlier wake-ups from the descriptor. */
    int (*arm)(void *channel, uint32_t events, netaddr_t dst);
    /* (optional) Makes progress without sending or receiving. It may consume a wake-up of the
     * descriptor, so a caller that has armed it must arm again before it sleeps. */
    int (*progress)(void *channel);
    /* (optional) The state of a peer's channel, SKIFCH_PEER_*. */
    int (*peer_state)(void *channel, netaddr_t peer);
    /* Fills in limits and estimates. */
    int (*query)(void *channel, skifch_attr_t *attr);
    /* (optional) Fills in the counters. Called from any thread. */
    int (*stats)(void *channel, skifch_stats_t *stats);

    /* (optional) Collective: creates `bytes` of zeroed memory on every rank, accessible from
     * all. */
    int (*seg_open)(void *domain, size_t bytes, void **segment);
    /* (optional) Collective: frees the segment. */
    int (*seg_close)(void *segment);
    /* (optional) A direct pointer to the start of `rank`'s part, or NULL if there is none. */
    void *(*seg_ptr)(void *segment, uint32_t rank);
    /* (optional) Writes `len` bytes into `rank`'s part; `src` may be reused on return. */
    int (*put)(void *segment, uint32_t rank, size_t offset, const void *src, size_t len);
    /* (optional) Reads `len` bytes of `rank`'s part; complete on return. */
    int (*get)(void *segment, uint32_t rank, size_t offset, void *dst, size_t len);
    /* (optional) Starts a counted (asynchronous) read; complete when syncreads returns. */
    int (*get_async)(void *segment, uint32_t rank, size_t offset, void *dst, size_t len);
    /* (optional) SKIFCH_ATOMIC_* on a word of 4 or 8 bytes. `*result`, unless NULL, gets the old
     * value; with NULL the operation need only have taken effect when seg_quiet returns. */
    int (*atomic)(void *segment, uint32_t rank, size_t offset, int op, int width, uint64_t operand,
                  uint64_t comparand, uint64_t *result);
    /* (optional) Orders earlier puts and atomics before later ones, for each target. */
    int (*seg_fence)(void *segment);
    /* (optional) Waits until all puts and atomics have taken effect. */
    int (*seg_quiet)(void *segment);
    /* (optional) Waits until all counted reads have completed. */
    int (*syncreads)(void *segment);

    /* Since minor version 1: what a composite backend needs from each of its networks. */
    /* (optional) Whether this backend can carry messages to `rank`: 1 or 0, or a negative errno.
     * NULL: to every rank. Reachability must be symmetric and transitive, so that it divides the
     * ranks into groups. `*via`, unless NULL, gets the name of the network that carries the
     * messages, a string that stays valid until the process ends. */
    int (*reach)(void *domain, uint32_t rank, const char **via);
    /* (optional) The descriptor of one side, SKIFCH_EV_RECV or SKIFCH_EV_SEND: readable when an
     * event occurs after side_arm of that side. Two threads may sleep at once, one on each side. */
    int (*side_fd)(void *channel, uint32_t side);
    /* (optional) Announces that one side is about to sleep, SKIFCH_EV_SEND until there is room to
     * send to `dst`: 1 if it is already ready (do not sleep), or 0. */
    int (*side_arm)(void *channel, uint32_t side, netaddr_t dst);
    /* (optional) Withdraws that announcement and clears wake-ups from the side's descriptor. */
    int (*side_disarm)(void *channel, uint32_t side);
    /* (optional) As seg_open, but this rank's part exists already: `bytes` zeroed bytes at `base`,
     * which stay valid until seg_close. Atomics requested by other ranks are performed with
     * processor atomics, so that the memory may be accessed in other ways at the same time. */
    int (*seg_adopt)(void *domain, void *base, size_t bytes, void **segment);

    /* Since minor version 2: what a network with its own (virtual) clock needs to know. */
    /* (optional) Called on every rank before all ranks synchronise by means other than this network
     * (SkifCh_SlowBarrier). Returns 0 when all have called it; their clocks are synchronised. */
    int (*meet)(void *domain);
    /* (optional) As SkifCh_Compute: the program computes for `ns` nanoseconds. NULL: computation
     * takes the time it takes. */
    int (*compute)(void *domain, uint64_t ns);
    /* (optional) As seg_open, but this rank's part is existing private memory of the process:
     * `bytes` bytes at `base`, whole pages, the same number on every rank. The memory keeps its
     * address and contents, and other ranks can access it until seg_close; seg_ptr of the own rank
     * is `base`. Afterwards it is private again and may be shared again. A forked child has its own
     * copy. */
    int (*seg_over)(void *domain, void *base, size_t bytes, void **segment);

    /* Since minor version 3. */
    /* (optional) As atomic, but asynchronous like a counted read: the `width` bytes at `dst` hold
     * the old value when syncreads returns. It has taken effect when seg_quiet returns. NULL: the
     * caller uses atomic and waits for it. */
    int (*atomic_async)(void *segment, uint32_t rank, size_t offset, int op, int width,
                        uint64_t operand, uint64_t comparand, void *dst);

    /* Since minor version 4. */
    /* (optional) A call on the receiving side: copies `len` bytes at `address` in the memory of the
     * process that owns channel `src` to `dst`. Returns 1, or 0 if that is not possible, now or at
     * all; the contents of `dst` are then undefined. A message from `src` has been received
     * before. */
    int (*copy_from)(void *channel, netaddr_t src, uint64_t address, void *dst, size_t len);

    /* Since minor version 5. */
    /* (optional; with SKIFCH_CAP_JOIN) A call on the sending side: joins a collective operation of
     * all ranks, each of which joins once. The `len` bytes at `base` are a message to the rank
     * itself; the network combines it as `join` describes and delivers it when all ranks have
     * joined (SKIFCH_JOIN_COPY: when the root has joined). 1 accepted, 0 not now: try again. */
    int (*join)(void *channel, const skifch_join_t *join, const void *base, size_t len);

    /* Since minor version 6. */
    /* (optional) As copy_from in the other direction: copies the `len` bytes at `src` to `address`
     * in the memory of the process that owns channel `dst`, which has given permission. If it
     * returns 0, the contents of the target memory are undefined. */
    int (*copy_to)(void *channel, netaddr_t dst, uint64_t address, const void *src, size_t len);

    /* Since minor version 7. */
    /* (optional) As copy_from for `count` pieces at once: piece i is `from[i]` in the other process
     * and is copied to `to[i]`, of the same length. 1 if all pieces were copied. */
    int (*copy_pieces)(void *channel, netaddr_t src, const struct iovec *from,
                       const struct iovec *to, int count);

    /* Since minor version 8. */
    /* (optional) This rank is about to terminate the whole job on behalf of the program, so the
     * network should not report ranks that end without leaving it. Returns 0. Called from any
     * thread. */
    int (*ending)(void *domain);

    /* Since minor version 9. */
    /* (optional) Performs `count` atomics without old values, in order, on words of one rank. NULL:
     * a batch is not faster than single calls here. */
    int (*atomic_many)(void *segment, uint32_t rank, const skifch_word_op_t *ops, size_t count);

    /* Since minor version 10. */
    /* (optional) A call on the sending side: sends the `head_len` bytes at `head` and a beginning
     * of the `len` bytes at `body` as one message, without copying the body. Returns how many bytes
     * of the body it has, or 0: not now. These stay readable and unchanged until take_back of this
     * `key`, which several messages may share, has returned. -ENOTSUP: not to this peer, or a copy
     * of so few bytes is faster. */
    ssize_t (*lend)(void *channel, netaddr_t dst, const void *head, size_t head_len,
                    const void *body, size_t len, uint64_t key);
    /* (optional; with lend) A call on the sending side: the bodies lent to `dst` with this key are
     * not used any more. To be called when the receiver has told that it has them: the network may
     * know it later, and a receiver that does not have them may get other bytes. Returns 0. */
    int (*take_back)(void *channel, netaddr_t dst, uint64_t key);
} skifch_plugin_v1_t;

/* The function that a plugin exports as SKIFCH_PLUGIN_SYMBOL. Returns its op table, which stays
 * valid until the process ends, or NULL if the plugin cannot work with this host; it then says why
 * with host->log. */
typedef const skifch_plugin_v1_t *(*skifch_plugin_entry_v1_t)(const skifch_host_v1_t *host);
const skifch_plugin_v1_t *skifch_plugin_v1(const skifch_host_v1_t *host);

#ifdef __cplusplus
}
#endif

#endif /* SKIFCH_PLUGIN_H */
