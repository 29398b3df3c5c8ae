/*
 * A backend of SkifCh as a table of C functions.
 *
 * A plugin is a shared library that exports one symbol, skifch_plugin_v1 (SKIFCH_PLUGIN_SYMBOL),
 * and does not link against libskifch: what it needs from the library it is handed as a table.
 * Install it as lib/skifch/libskifch-<name>.so, or put its folder into SKIFCH_PLUGIN_PATH, and
 * select it with SKIFCH_BACKEND=<name>. `skifch-conformance` runs any backend through the rules
 * below.
 * Rules that hold for every function of the table:
 *  - A negative errno is a failure, said in words through host->fail() before. send, recv and
 *    recv_comp fail as the calls of skifch.h do, since those are jumps to them: -1 and errno, by
 *    host->fail_call() after the words.
 *  - 0 from a data call means "not now"; it is no failure and is not logged.
 *  - At most one thread uses the sending side of a channel and one the receiving side at a time;
 *    functions of different channels run in parallel. wait and arm are calls of the sides that
 *    their events name; event_fd, progress and peer_state are calls of both sides, so nobody else
 *    is on either; query and stats may come from any thread at any time.
 *  - send, recv, recv_comp, claim and commit allocate nothing, lock nothing, and enter the kernel
 *    only where the network is the kernel; the first send to a peer may do all three.
 *  - What another process can write is checked before use.
 *  - Messages of one sender to one receiver keep their order, arrive once, and arrive even if the
 *    sender closed or died after its send was accepted. Senders are served fairly.
 *  - Tables grow at the end only. `size` is the size that its writer knew; entries beyond are null.
 */
#ifndef SKIFCH_PLUGIN_H
#define SKIFCH_PLUGIN_H

#include "skifch.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SKIFCH_ABI_MAJOR 1u /* tables of another major version are refused */
#define SKIFCH_ABI_MINOR 9u /* grows when something is appended to a table */
#define SKIFCH_PLUGIN_SYMBOL "skifch_plugin_v1"

#define SKIFCH_LOG_ERROR 0 /* something failed and the program will notice */
#define SKIFCH_LOG_WARN 1  /* something is worse than it should be */
#define SKIFCH_LOG_INFO 2  /* what was chosen and why */
#define SKIFCH_LOG_DEBUG 3 /* steps, for finding faults */

/* In host->flags: the backend is one of several under a composite. It need not reach every rank,
 * and says which it reaches with `reach`. */
#define SKIFCH_HOST_PART 1u

/* One setting of a backend, read from SKIFCH_<BACKEND>_<KEY>. */
typedef struct skifch_param_v1 {
    const char *key;           /* in upper case */
    const char *default_value; /* when it is not set, as text */
    const char *help;          /* what it does, with its unit, in one line */
} skifch_param_v1_t;

/* The library's services. The table lives until domain_close. Functions may be called from any
 * thread, but kvs_put, kvs_get and fence only inside domain_open, domain_close and the calls that
 * make segments. */
typedef struct skifch_host_v1 {
    uint32_t abi_major; /* SKIFCH_ABI_MAJOR of the library */
    uint32_t abi_minor;
    size_t size;         /* bytes of this struct as the library knows it */
    void *ctx;           /* the first argument of each function below */
    uint32_t rank;       /* this process's */
    uint32_t job_size;   /* ranks in the job */
    uint32_t local_size; /* ranks of the job on this host */
    uint32_t cpu_count;  /* CPUs this process may run on; below local_size: ranks share CPUs */
    uint8_t job_key[16]; /* random bits that the job's ranks know and nobody else needs to */

    /* Whether `rank` runs on this host: 1, 0, or a negative errno. */
    int (*is_local)(void *ctx, uint32_t rank);
    /* The value of a declared setting, or its default; NULL if it was never declared. */
    const char *(*param)(void *ctx, const char *key);
    /* Writes a line of log; `level` is SKIFCH_LOG_*. */
    void (*log)(void *ctx, int level, const char *text);
    /* Sets the error text of the calling thread for the operation that is about to fail. */
    void (*fail)(void *ctx, const char *text);
    /* Ends send, recv or recv_comp after fail: puts the name of the call, as in "SkifCh_Send", in
     * front of the words, sets errno to `error`, and gives the -1 that the call answers. */
    int (*fail_call)(void *ctx, const char *call, int error);
    /* Publishes a value for the job; visible after the next fence. */
    int (*kvs_put)(void *ctx, const char *key, const void *value, size_t len);
    /* Reads what some rank published before the last fence: its length, or a negative errno. */
    ssize_t (*kvs_get)(void *ctx, const char *key, void *value, size_t capacity);
    /* Waits until every rank of the job has called it. */
    int (*fence)(void *ctx);
    uint64_t flags; /* SKIFCH_HOST_*; since minor version 1 */
    /* Random bits to authenticate with: known to the job's ranks alone, as well as the launcher can
     * keep them, while `job_key` may be part of names that others see. */
    uint8_t job_secret[32];
    /* Why the last call of this table by this thread failed: writes the first `capacity` bytes of
     * the words to `text`, without a zero, and gives the number of all. */
    size_t (*said)(void *ctx, char *text, size_t capacity);
} skifch_host_v1_t;

/* What all ranks of a job do together in the network: `op` of skifch_join_t, what becomes of the
 * bytes behind the head. All but MEET, which has none, and COPY work on words of 8 bytes, in the
 * order of ranks. */
#define SKIFCH_JOIN_MEET 0u         /* a barrier */
#define SKIFCH_JOIN_COPY 1u         /* everybody gets the bytes of `root` */
#define SKIFCH_JOIN_ADD 2u          /* the sum (wrapping) */
#define SKIFCH_JOIN_AND 3u          /* and */
#define SKIFCH_JOIN_OR 4u           /* or */
#define SKIFCH_JOIN_XOR 5u          /* exclusive or */
#define SKIFCH_JOIN_MIN 6u          /* the least, with sign */
#define SKIFCH_JOIN_MAX 7u          /* the greatest, with sign */
#define SKIFCH_JOIN_MIN_UNSIGNED 8u /* the least, without sign */
#define SKIFCH_JOIN_MAX_UNSIGNED 9u /* the greatest, without sign */
#define SKIFCH_JOIN_ADD_REAL 10u    /* the sum of doubles */
#define SKIFCH_JOIN_MIN_REAL 11u    /* the least of doubles; where one is NaN, anything */
#define SKIFCH_JOIN_MAX_REAL 12u    /* the greatest */
#define SKIFCH_JOIN_MAX_BYTES 1024  /* the most bytes, with the head */

/* What a rank joins. A rank gives the network a message to itself, which comes back by the receive
 * when all ranks have given theirs: from the rank's own channel, its first `head` bytes as they
 * were, and those behind them as `op` makes them of all ranks'. The first time that a rank joins
 * under an `id` on a port belongs together with the first time of every other rank, the second with
 * the second; ports, and ids of one port, have nothing to do with each other. All ranks give the
 * same operation, root and count of bytes behind the head; where they do not the network may end
 * the job, with words. There is no order with messages: who needs one waits for what was sent
 * before it joins. */
typedef struct skifch_join {
    uint64_t id;
    uint32_t op;   /* SKIFCH_JOIN_* */
    uint32_t root; /* whose bytes are copied; 0 with other operations */
    size_t head;   /* at least 1 */
} skifch_join_t;

/* An atomic operation without an answer, one of several that are asked for at once. */
typedef struct skifch_word_op {
    size_t offset;    /* of the word in the target's part */
    uint64_t operand; /* what is stored, or combined with the word */
    int32_t op;       /* SKIFCH_ATOMIC_*, but for the one that compares */
    int32_t width;    /* bytes of the word: 4 or 8 */
} skifch_word_op_t;

/* The table. Entries marked (optional) may be NULL. */
typedef struct skifch_plugin_v1 {
    uint32_t abi_major; /* SKIFCH_ABI_MAJOR that the plugin was built for */
    uint32_t abi_minor;
    size_t size;                     /* sizeof(skifch_plugin_v1_t) */
    const char *name;                /* by which SKIFCH_BACKEND selects it, in lower case */
    const char *version;             /* for people */
    const char *about;               /* what it is, in one line */
    const skifch_param_v1_t *params; /* its settings */
    size_t param_count;
    uint64_t caps; /* SKIFCH_CAP_* at best; an open channel may report less */

    /* (optional) Whether it can work here: 0, or a negative errno with the reason said. */
    int (*probe)(const skifch_host_v1_t *host);
    /* Joins the job: collective, once a process. */
    int (*domain_open)(const skifch_host_v1_t *host, void **domain);
    /* Leaves the job, after all channels and segments are closed. A negative errno tells that
     * something which was accepted will not arrive; the job is left all the same. */
    int (*domain_close)(void *domain);
    /* (optional) The time of the job in nanoseconds; NULL: the host's monotonic clock. */
    uint64_t (*time_ns)(void *domain);

    /* Opens the channel on `port`; a port can be open once (EADDRINUSE). */
    int (*open)(void *domain, uint32_t port, void **channel);
    /* Closes a channel in good order: what was accepted is still delivered. */
    int (*close)(void *channel);
    /* As SkifCh_Send: bytes taken, 0 when there is no room now, -1 with errno. */
    ssize_t (*send)(void *channel, netaddr_t dst, const struct iovec *iov, int iov_count);
    /* As SkifCh_Recv: bytes of the next message, 0 when there is none, -1 with errno. EBADMSG: the
     * next message is empty and stays for recv_ex. ECONNRESET once for each peer that died, after
     * its last message. */
    ssize_t (*recv)(void *channel, struct iovec *cont, int *cont_count);
    /* As SkifCh_RecvComp: 0, or -1 with errno. EINVAL if nothing is out. */
    int (*recv_comp)(void *channel);

    /* Send with flags (SKIFCH_SEND_*) and empty messages: 1 sent (`*taken` bytes), 0 no room. */
    int (*send_ex)(void *channel, netaddr_t dst, const struct iovec *iov, int iov_count,
                   uint32_t flags, size_t *taken);
    /* Receive with source and empty messages: 1 or 0. */
    int (*recv_ex)(void *channel, skifch_msg_t *msg);
    /* (optional) Up to `max` messages, all released by one recv_comp: how many. The caller has
     * initialised all of `msgs`, once and with anything. */
    int (*recv_many)(void *channel, skifch_msg_t *msgs, int max);
    /* (optional) Space for a message of up to `len` bytes to be built in place: 1 or 0. */
    int (*claim)(void *channel, netaddr_t dst, size_t len, struct iovec *cont, int *cont_count);
    /* (optional) Sends the first `len` bytes of what was claimed. */
    int (*commit)(void *channel, size_t len);
    /* (optional) Gives a claim back. */
    int (*abort)(void *channel);

    /* Waits for `events` (SKIFCH_EV_*) as SkifCh_Wait does: the events that hold, 0: time over. */
    int (*wait)(void *channel, uint32_t events, netaddr_t dst, int64_t timeout_ns);
    /* (optional) A descriptor that becomes readable after arm when something happens. */
    int (*event_fd)(void *channel);
    /* (optional) Asks for the descriptor to report: the events that hold already, or 0. What rang
     * before is taken out of the descriptor. */
    int (*arm)(void *channel, uint32_t events, netaddr_t dst);
    /* (optional) Moves what needs moving without sending or receiving. It may take a wake-up out of
     * the descriptor, so nobody calls it between arm and a sleep on it without arming again. */
    int (*progress)(void *channel);
    /* (optional) SKIFCH_PEER_* of a peer's channel. */
    int (*peer_state)(void *channel, netaddr_t peer);
    /* Fills in limits and estimates. */
    int (*query)(void *channel, skifch_attr_t *attr);
    /* (optional) Fills in the counters; from any thread. */
    int (*stats)(void *channel, skifch_stats_t *stats);

    /* (optional) Collective: zeroed memory of `bytes` on every rank, reachable from all. */
    int (*seg_open)(void *domain, size_t bytes, void **segment);
    /* (optional) Collective: frees it. */
    int (*seg_close)(void *segment);
    /* (optional) Direct pointer to the start of `rank`'s part, or NULL. */
    void *(*seg_ptr)(void *segment, uint32_t rank);
    /* (optional) Writes `len` bytes into `rank`'s part; `src` may be reused on return. */
    int (*put)(void *segment, uint32_t rank, size_t offset, const void *src, size_t len);
    /* (optional) Reads `len` bytes; done on return. */
    int (*get)(void *segment, uint32_t rank, size_t offset, void *dst, size_t len);
    /* (optional) Starts a counted read; done when syncreads returns. */
    int (*get_async)(void *segment, uint32_t rank, size_t offset, void *dst, size_t len);
    /* (optional) SKIFCH_ATOMIC_* on a word of 4 or 8 bytes; `result`, where not NULL, gets the old
     * value; NULL: it need only have taken effect when seg_quiet returns. */
    int (*atomic)(void *segment, uint32_t rank, size_t offset, int op, int width, uint64_t operand,
                  uint64_t comparand, uint64_t *result);
    /* (optional) Orders puts and atomics to each target. */
    int (*seg_fence)(void *segment);
    /* (optional) Waits until all puts and atomics have taken effect. */
    int (*seg_quiet)(void *segment);
    /* (optional) Waits until all counted reads have arrived. */
    int (*syncreads)(void *segment);

    /* Since minor version 1: what a composite of several networks needs of each. */
    /* (optional) Whether messages to `rank` can go here: 1, 0, or a negative errno; NULL: to every
     * rank. Who reaches whom divides the ranks into groups: it holds both ways, and what reaches
     * one of a group reaches all of it. `*via`, where not NULL, gets the name of the network that
     * carries them, which lives as long as the process. */
    int (*reach)(void *domain, uint32_t rank, const char **via);
    /* (optional) The descriptor of one side, SKIFCH_EV_RECV or _SEND: readable when something
     * happened after side_arm of that side. Two threads may sleep on the sides, each on its own. */
    int (*side_fd)(void *channel, uint32_t side);
    /* (optional) Announces that one side is about to sleep, SKIFCH_EV_SEND until there is room for
     * `dst`: 1 do not, it is ready, or 0. */
    int (*side_arm)(void *channel, uint32_t side, netaddr_t dst);
    /* (optional) Takes that back, and whatever woke the side out of its descriptor. */
    int (*side_disarm)(void *channel, uint32_t side);
    /* (optional) As seg_open, where this rank's part is there already: `bytes` zeroed bytes at
     * `base`, which live until seg_close. Atomics that other ranks ask for are done with those of
     * the processor, so that the memory may be reached in another way as well. */
    int (*seg_adopt)(void *domain, void *base, size_t bytes, void **segment);

    /* Since minor version 2: what a network with a clock of its own must know. */
    /* (optional) Said on every rank before all of them wait for each other by other means than
     * this network (SkifCh_SlowBarrier): 0 when all have said it. Clocks meet there. */
    int (*meet)(void *domain);
    /* (optional) The program computes for `ns` nanoseconds; NULL: computing takes the time that it
     * takes. */
    int (*compute)(void *domain, uint64_t ns);
    /* (optional) As seg_open, where this rank's part is private memory of the process: `bytes`
     * bytes at `base`, whole pages, as many on every rank. It stays where it is with what is in it,
     * and others can reach it until seg_close; seg_ptr of the own rank is `base`. After it the
     * memory is there as before, and may be shared once more. A forked child has a copy of its
     * own. */
    int (*seg_over)(void *domain, void *base, size_t bytes, void **segment);

    /* Since minor version 3. */
    /* (optional) As atomic, counted as a read: `width` bytes at `dst` get the old value when
     * syncreads returns. It has taken effect when seg_quiet returns. NULL: who calls waits for
     * atomic. */
    int (*atomic_async)(void *segment, uint32_t rank, size_t offset, int op, int width,
                        uint64_t operand, uint64_t comparand, void *dst);

    /* Since minor version 4. */
    /* (optional) Copies `len` bytes at `address` of the memory of the process whose channel `src`
     * is to `dst`, on the receiving side: 1, or 0 where that cannot be done, now or ever; then
     * `dst` has anything. Something of `src` has been received before. */
    int (*copy_from)(void *channel, netaddr_t src, uint64_t address, void *dst, size_t len);

    /* Since minor version 5. */
    /* (optional; with SKIFCH_CAP_JOIN) Joins, on the sending side, something that all ranks of the
     * job do together, each once: a message of `len` bytes at `base` to oneself, of which the
     * network makes what `join` says, and which it gives back as soon as all have joined (of a
     * copy: as soon as the root has). 1 taken, 0 not now: try again. */
    int (*join)(void *channel, const skifch_join_t *join, const void *base, size_t len);

    /* Since minor version 6. */
    /* (optional) As copy_from the other way: copies the `len` bytes at `src` to `address` of the
     * memory of the process whose channel `dst` is, which has said that it may. Where it answers 0,
     * anything may be there. */
    int (*copy_to)(void *channel, netaddr_t dst, uint64_t address, const void *src, size_t len);

    /* Since minor version 7. */
    /* (optional) As copy_from, of `count` pieces at once: each at `from` there, which goes to the
     * place of as many bytes at `to`. 1 if all have come. */
    int (*copy_pieces)(void *channel, netaddr_t src, const struct iovec *from,
                       const struct iovec *to, int count);

    /* Since minor version 8. */
    /* (optional) This rank is about to end the whole job, as the program wants it: 0. What the
     * network says of ranks that end without leaving it would be wrong then. From any thread. */
    int (*ending)(void *domain);

    /* Since minor version 9. */
    /* (optional) As atomic without the old value, `count` of them at once, in their order, on words
     * of one rank. Null: that saves nothing. */
    int (*atomic_many)(void *segment, uint32_t rank, const skifch_word_op_t *ops, size_t count);
} skifch_plugin_v1_t;

/* What a plugin exports under the name SKIFCH_PLUGIN_SYMBOL: gives its table, which lives until the
 * process ends, or NULL if it cannot work with this host (said through host->log). */
typedef const skifch_plugin_v1_t *(*skifch_plugin_entry_v1_t)(const skifch_host_v1_t *host);
const skifch_plugin_v1_t *skifch_plugin_v1(const skifch_host_v1_t *host);

#ifdef __cplusplus
}
#endif

#endif /* SKIFCH_PLUGIN_H */
