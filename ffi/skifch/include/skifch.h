/*
 * SkifCh: a low-level message-passing interface over interchangeable networks.
 *
 * The core calls (SkifCh_Send, SkifCh_Recv, SkifCh_RecvComp) have the prototypes and semantics of
 * the paper by Klimov, Orlov and Shvorin (2011), section 2 and figure 3. Everything else is an
 * extension.
 * Rules that apply to every call:
 *  - A return value of -1 (`int` or `ssize_t`) means failure: errno holds the error code and
 *    SkifCh_StrError() returns a message. Calls that return a pointer return NULL on failure. A
 *    successful call may change errno.
 *  - A return value of 0 from a send, receive or claim means "not now". It is not a failure; call
 *    again later.
 *  - One thread may send on a channel while another receives on it. Several threads on the same
 *    side of a channel need a lock of the caller's own. Calls on different channels or segments may
 *    run in parallel.
 *  - A null handle, or a pointer to memory that is not a handle of this library, fails with EINVAL;
 *    a closed handle, or one inherited through fork(), fails with EBADF.
 *  - Sizes are in bytes, times in nanoseconds.
 *
 * C99 and C++11. Link with `pkg-config --cflags --libs skifch`.
 */
#ifndef SKIFCH_H
#define SKIFCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; SkifCh_Version() returns the version of the library. */
#define SKIFCH_VERSION_MAJOR 0
#define SKIFCH_VERSION_MINOR 1
#define SKIFCH_VERSION_PATCH 0

/* ---- Addresses ------------------------------------------------------------------------------ */

/* The address of a channel: the rank in the low 22 bits, the port in the 10 bits above. */
typedef uint32_t netaddr_t;

#define SKIFCH_RANK_BITS 22
#define SKIFCH_PORT_BITS 10
#define SKIFCH_MAX_RANK 0x3fffff /* no job is large enough to have this rank */
#define SKIFCH_MAX_PORT 0x3ff
#define SKIFCH_ADDR_NONE 0xffffffffu /* not the address of any channel */

/* Returns the address of `rank`'s channel on `port`, or SKIFCH_ADDR_NONE with EINVAL if either is
 * out of range, or both are the greatest. Does not check whether that channel exists. */
netaddr_t SkifCh_MakeAddr(int rank, int port);

/* Return the rank and the port of an address. These calls cannot fail. */
int SkifCh_RankOf(netaddr_t addr);
int SkifCh_PortOf(netaddr_t addr);

/* ---- Start and end of a job ----------------------------------------------------------------- */

/* A channel: a port with one sending and one receiving side. */
typedef struct SkifCh SkifCh;

/* Joins the job that the launcher described in the environment, opens port 0, and waits until every
 * rank has done so. `argc` and `argv` are those of main; they are not changed, and both may be
 * NULL. Without a launcher the process becomes a job of one rank; under an unknown launcher the
 * call fails. Call it once per process: a second call fails with EALREADY. Returns 0 or -1. */
int SkifCh_AllInit(int *argc, char ***argv);

/* Waits until every rank has called it, closes all open channels and segments, and leaves the job.
 * Messages already sent are still delivered to ranks that receive them before they call this.
 * Returns 0 or -1. It also returns -1 if messages that were accepted cannot be delivered, because
 * the receiving rank is dead or does not respond, and no earlier call reported that; the error
 * message names the rank and the number of bytes. In that case a process that exits without this
 * call gets exit code 1 instead of 0. */
int SkifCh_AllFinalize(void);

/* A barrier: waits until every rank has called it. For start-up and tests: it goes through the
 * launcher and takes tens of microseconds or more. Returns 0 or -1. */
int SkifCh_SlowBarrier(void);

/* A barrier that also makes everything a rank published before it visible to all ranks. In this
 * implementation it is the same as SkifCh_SlowBarrier. Returns 0 or -1. */
int SkifCh_Fence(void);

/* Collective: sends a small message between all pairs of ranks and verifies what arrives. It uses
 * port 0, on which no other message may be in transit. Returns 0 if every message arrived intact,
 * -1 otherwise. */
int SkifCh_AlltoallTest(void);

/* Return this process's rank, counted from 0, and the number of ranks; -1 with ENOTCONN outside a
 * job. */
int SkifCh_MyRank(void);
int SkifCh_Size(void);

/* Returns the process ID of `rank`, as seen in that rank's PID namespace, or -1 with EINVAL if
 * there is no such rank. */
int SkifCh_PID(int rank);

/* Returns the address of `rank`'s channel on port 0, or SKIFCH_ADDR_NONE with EINVAL if there is no
 * such rank. */
netaddr_t SkifCh_NetAddr(int rank);

/* Returns the channel through which this process reaches `rank`: its channel on port 0, the same
 * for every rank. SkifCh_AllFinalize closes it. NULL with EINVAL if there is no such rank. */
SkifCh *SkifCh_SkifCh(int rank);

/* Terminates the whole job at once with exit code `code` (its low 8 bits, or 1 if they are 0). Does
 * not return. */
void SkifCh_Abort(int code);

/* ---- The core ------------------------------------------------------------------------------- */

/* The maximum number of pieces in which a received message is presented. */
#define SKIFCH_CONT_SIZE 3

/* Sends the bytes described by `iov[0]` to `iov[iov_count - 1]`, in order, as one message (paper,
 * 2.1.1).
 *  > 0: the number of bytes accepted: all of them, or a prefix of the maximum message size (see
 *       SkifCh_Query). Send the rest with further calls, each of which makes one message. The
 *       memory that `iov` describes may be reused.
 *    0: no room now; nothing was accepted. The space is in the receiver's buffer. A network that
 *       may lose packets also keeps a copy of accepted bytes on the sender, at most `window_bytes`
 *       (see SkifCh_Query), until the receiver has acknowledged them. Nothing else is buffered.
 *   -1: EINVAL (`iov_count` negative or above 1024, `iov` NULL, the total overflows or is 0),
 *       EHOSTUNREACH (no such rank), EPIPE (the peer closed its channel or died), EBUSY (a claim is
 *       outstanding), EBADF. */
ssize_t SkifCh_Send(SkifCh *skifch, netaddr_t dst_netaddr, const struct iovec *iov, int iov_count);

/* Presents the next message in place (paper, 2.1.2): the first `*cont_count` elements of `cont`
 * describe its bytes in order. `cont` need not be initialised. The bytes are read-only and stay
 * valid until SkifCh_RecvComp.
 *  > 0: the size of the message, which is the sum of the sizes of its pieces.
 *    0: no message now.
 *   -1: EBUSY (the previous message has not been released), EBADMSG (the next message is empty,
 *       which this call cannot express: receive it with SkifCh_RecvEx), ECONNRESET (once for each
 *       peer that died without closing its channel, after its last message), EPROTO (once for each
 *       peer that violated the protocol), EINVAL, EBADF.
 * Messages from one sender arrive in order; different senders are served fairly. */
ssize_t SkifCh_Recv(SkifCh *skifch, struct iovec cont[SKIFCH_CONT_SIZE], int *cont_count);

/* Releases the space of whatever SkifCh_Recv, SkifCh_RecvEx or SkifCh_RecvMany last presented, so
 * that it can be reused (paper, 2.1.2). Returns 0, or -1: EINVAL (nothing to release), EBADF. */
int SkifCh_RecvComp(SkifCh *skifch);

/* ---- Channels ------------------------------------------------------------------------------- */

/* Opens this process's channel on `port` (1 to SKIFCH_MAX_PORT; port 0 is opened by
 * SkifCh_AllInit). Not collective: messages that others send before the channel is open are kept,
 * or their send returns 0. Returns NULL on failure: EADDRINUSE (already open), EINVAL, ENOTCONN
 * (outside a job), ENOMEM, EMFILE. */
SkifCh *SkifCh_Open(int port);

/* Closes a channel that SkifCh_Open returned. Messages already sent are still delivered; messages
 * not yet received are lost. Until the job ends, calls with the closed handle fail with EBADF.
 * Returns 0 or -1. */
int SkifCh_Close(SkifCh *skifch);

/* Returns the address at which others reach this channel, or SKIFCH_ADDR_NONE with EINVAL or
 * EBADF. */
netaddr_t SkifCh_Addr(SkifCh *skifch);

/* ---- Sending, extended ---------------------------------------------------------------------- */

#define SKIFCH_SEND_WHOLE 0x1u /* all or nothing: EMSGSIZE instead of sending a prefix */
#define SKIFCH_SEND_MORE 0x2u  /* another message to the same peer follows at once: a datagram
                                * network may delay this one and send both in one datagram */

/* SkifCh_Send with flags (SKIFCH_SEND_*, or 0). It also sends empty messages: `iov_count` is 0, or
 * all lengths are 0. Returns 1 if sent, with the number of bytes accepted in `*taken` unless that
 * is NULL; 0 if there is no room now; -1 on failure. */
int SkifCh_SendEx(SkifCh *skifch, netaddr_t dst_netaddr, const struct iovec *iov, int iov_count,
                  uint32_t flags, size_t *taken);

/* Claims space in which to build a message of up to `len` bytes in place, without a copy: the first
 * `*cont_count` elements of `cont` describe writable memory of `len` bytes in total. Only one claim
 * may be outstanding on a channel, and nothing else can be sent on it until the claim is committed
 * or aborted (EBUSY).
 * Returns 1 if claimed; 0 if there is no room now; -1 on failure: EMSGSIZE (`len` exceeds the
 * maximum message size), ENOTSUP (no SKIFCH_CAP_CLAIM), and the errors of SkifCh_Send. */
int SkifCh_SendClaim(SkifCh *skifch, netaddr_t dst_netaddr, size_t len,
                     struct iovec cont[SKIFCH_CONT_SIZE], int *cont_count);

/* Sends the first `len` bytes of the claimed space; `len` may be 0. Returns 0, or -1: EINVAL (there
 * is no claim, or it is smaller than `len`). */
int SkifCh_SendCommit(SkifCh *skifch, size_t len);

/* Cancels the claim without sending. Returns 0, or -1: EINVAL (there is no claim). */
int SkifCh_SendAbort(SkifCh *skifch);

/* ---- Receiving, extended -------------------------------------------------------------------- */

/* A received message, in place. Its bytes are read-only and stay valid until SkifCh_RecvComp. */
typedef struct skifch_msg {
    struct iovec cont[SKIFCH_CONT_SIZE]; /* its pieces; the first `cont_count` are set */
    size_t len;                          /* size of the message in bytes; may be 0 */
    netaddr_t src;                       /* the address of the sending channel */
    int32_t cont_count;                  /* 0 for an empty message */
} skifch_msg_t;

/* SkifCh_Recv that also returns the sender's address and receives empty messages. Returns 1 if
 * `*msg` is set, 0 if there is no message now, -1 on failure. An empty message is released with
 * SkifCh_RecvComp like any other. */
int SkifCh_RecvEx(SkifCh *skifch, skifch_msg_t *msg);

/* Presents up to `max` messages that have already arrived; one SkifCh_RecvComp releases them all.
 * Returns their number (0: none now), or -1. Without SKIFCH_CAP_BATCH it returns at most one. All
 * `max` elements of `msgs` must have been initialised once, with any values; the arguments of
 * SkifCh_Recv and SkifCh_RecvEx need not be. */
int SkifCh_RecvMany(SkifCh *skifch, skifch_msg_t *msgs, int max);

/* ---- Waiting -------------------------------------------------------------------------------- */

#define SKIFCH_EV_RECV 0x1u /* a message, or the report of a lost peer, can be received */
#define SKIFCH_EV_SEND 0x2u /* a send to `dst_netaddr` would succeed or fail, not return 0 */
/* For SkifCh_Wait only, together with SKIFCH_EV_RECV, and only with SKIFCH_CAP_MEMORY_EVENT
 * (otherwise EINVAL): another rank, one without a direct pointer to it, has written to this rank's
 * part of a segment since this event was last reported to the calling thread. It is for a thread
 * that waits until a word of its own memory changes. In virtual time there is no other way to wait
 * for that, because memory changes only inside calls. */
#define SKIFCH_EV_MEMORY 0x4u

/* Waits until at least one of `events` (SKIFCH_EV_*) is true, for at most `timeout_ns` (0: polls
 * once; negative: no limit). It spins for some microseconds, then yields, then sleeps.
 * `dst_netaddr` is used for SKIFCH_EV_SEND only. Returns the events that are true, 0 on timeout, or
 * -1: EINVAL (no events, or unknown ones), EBADF. For the threading rule it is a call on the sides
 * that `events` names. */
int SkifCh_Wait(SkifCh *skifch, uint32_t events, netaddr_t dst_netaddr, int64_t timeout_ns);

/* Returns a file descriptor for poll, select or epoll. After SkifCh_Arm it becomes readable when
 * one of the armed events occurs. It belongs to the channel: do not read or close it. For the
 * threading rule this is a call on both sides. -1 with ENOTSUP if the backend has no descriptor. */
int SkifCh_EventFd(SkifCh *skifch);

/* Arms the descriptor: call it each time before sleeping on the descriptor, which then reports only
 * these events. Any other call on the sides that `events` names made after it, SkifCh_Progress in
 * particular, may consume the wake-up; arm again after such a call. Returns the events that are
 * already true (do not sleep then), 0 if armed, or -1. For the threading rule it is a call on the
 * sides that `events` names. */
int SkifCh_Arm(SkifCh *skifch, uint32_t events, netaddr_t dst_netaddr);

/* Makes progress on outstanding communication without sending or receiving. Only backends without a
 * helper thread or hardware need it, and every data call makes progress too. For the threading rule
 * it is a call on both sides. Returns 0 or -1. */
int SkifCh_Progress(SkifCh *skifch);

/* ---- Information ---------------------------------------------------------------------------- */

#define SKIFCH_PEER_UNKNOWN 0    /* no message has been exchanged yet */
#define SKIFCH_PEER_CONNECTING 1 /* connecting; messages sent now are kept */
#define SKIFCH_PEER_UP 2         /* connected */
#define SKIFCH_PEER_CLOSED 3     /* the peer closed its channel normally */
#define SKIFCH_PEER_DEAD 4       /* the peer's process ended without closing it */
#define SKIFCH_PEER_BROKEN 5     /* the peer violated the protocol and is cut off */

/* Returns the state of a peer's channel, SKIFCH_PEER_*, or -1. For the threading rule it is a call
 * on both sides. */
int SkifCh_PeerState(SkifCh *skifch, netaddr_t peer);

#define SKIFCH_CAP_CLAIM 0x001u          /* messages can be built in place */
#define SKIFCH_CAP_BATCH 0x002u          /* SkifCh_RecvMany can present several messages */
#define SKIFCH_CAP_EVENT_FD 0x004u       /* there is a file descriptor to poll */
#define SKIFCH_CAP_SEGMENT 0x008u        /* memory segments with put, get and atomics */
#define SKIFCH_CAP_SEGMENT_PTR 0x010u    /* a peer's part can have a direct pointer */
#define SKIFCH_CAP_ASYNC_PROGRESS 0x020u /* puts complete without calls on the target */
#define SKIFCH_CAP_PEER_DEATH 0x040u     /* the death of a peer is detected and reported */
#define SKIFCH_CAP_VIRTUAL_TIME 0x080u   /* the clock is virtual: use SkifCh_Time only */
#define SKIFCH_CAP_SAME_HOST 0x100u      /* all peers are processes on this host */
#define SKIFCH_CAP_SINGLE_COPY 0x200u    /* data can be copied directly from the sender */
#define SKIFCH_CAP_MEMORY_EVENT 0x400u   /* SkifCh_Wait supports SKIFCH_EV_MEMORY */
#define SKIFCH_CAP_JOIN 0x800u           /* the network performs barriers and reductions */

/* Limits and estimates of one open channel. */
typedef struct skifch_attr {
    size_t size;                    /* sizeof(skifch_attr_t), set by the caller */
    uint64_t caps;                  /* SKIFCH_CAP_* */
    size_t max_message_bytes;       /* the maximum message size */
    size_t max_inline_bytes;        /* the largest message sent in one unit with its header */
    size_t window_bytes;            /* in flight to one receiver before a send returns 0 */
    uint64_t latency_ns;            /* estimate: one way, short message; 0: unknown */
    uint64_t bandwidth_bytes_per_s; /* estimate: to one peer; 0: unknown */
} skifch_attr_t;

/* Fills in `*attr`, but at most `attr->size` bytes of it. May be called from any thread. Returns 0,
 * or -1: EINVAL. */
int SkifCh_Query(SkifCh *skifch, skifch_attr_t *attr);

/* Counters of one channel since it was opened. From `datagrams_sent` on they cover the whole
 * process. SkifCh_StatHelp describes each. */
typedef struct skifch_stats {
    size_t size;                /* sizeof(skifch_stats_t), set by the caller */
    uint64_t messages_sent;     /* messages accepted by a send */
    uint64_t bytes_sent;        /* bytes in those messages */
    uint64_t messages_received; /* messages presented by a receive */
    uint64_t bytes_received;    /* bytes in those messages */
    uint64_t send_full;         /* sends that returned 0: no room */
    uint64_t recv_empty;        /* receives that found no message */
    uint64_t credits_returned;  /* credit returns to senders */
    uint64_t doorbells_rung;    /* times a sleeping peer was woken */
    uint64_t sleeps;            /* times a wait slept in the kernel */
    uint64_t lanes_out;         /* peers this channel sends to */
    uint64_t lanes_in;          /* peers this channel receives from */
    uint64_t peers_dead;        /* peers that ended without closing */
    uint64_t lanes_broken;      /* peers cut off for violating the protocol */
    uint64_t datagrams_sent;    /* datagrams sent */
    uint64_t datagrams_received; /* datagrams received */
    uint64_t datagrams_lost;    /* datagrams declared lost */
    uint64_t bytes_retransmitted; /* bytes retransmitted */
    uint64_t messages_coalesced; /* messages added to another's datagram */
    uint64_t dropped_malformed; /* dropped: not valid in the protocol */
    uint64_t dropped_tag;       /* dropped: authentication failed */
    uint64_t dropped_foreign;   /* dropped: another job, or no such channel */
    uint64_t dropped_stale;     /* dropped: duplicate or too late */
    uint64_t dropped_rate;      /* dropped: rate limit of their source */
    uint64_t dropped_overrun;   /* dropped by the kernel: buffer full */
    uint64_t segment_requests;  /* puts, gets, atomics sent to other ranks */
    uint64_t segment_messages;  /* messages with these and their replies */
    uint64_t segment_bytes;     /* bytes in those messages */
    uint64_t system_short;      /* sends refused by the kernel: no buffers */
} skifch_stats_t;

/* Fills in `*stats`, but at most `stats->size` bytes of it. May be called from any thread; counters
 * of a side that is in use may lag slightly. Returns 0, or -1: EINVAL. */
int SkifCh_Stats(SkifCh *skifch, skifch_stats_t *stats);

/* The counters of this library in the order of the struct: their number, and the name and the
 * description of counter `index` (from 0), or NULL with EINVAL if there is no such counter. */
int SkifCh_StatCount(void);
const char *SkifCh_StatName(int index);
const char *SkifCh_StatHelp(int index);

/* Returns the message of the last failure on the calling thread: the call, the values, and the
 * remedy. Never NULL; the next failing call on this thread overwrites it. */
const char *SkifCh_StrError(void);

/* Returns the time in nanoseconds since an arbitrary start. On a simulated network it is virtual,
 * and 0 in a child of fork(). 0 outside a job. */
uint64_t SkifCh_Time(void);

/* Declares that the program computes for `ns` nanoseconds of that time. In virtual time with
 * SKIFCH_TORUS_COMPUTE=annotated it advances the clock by that much; otherwise computation takes
 * the time it takes, and this call does nothing. Returns 0 or -1: EOVERFLOW (virtual time does not
 * go so far). */
int SkifCh_Compute(uint64_t ns);

/* Returns the version of the library as text, "major.minor.patch". */
const char *SkifCh_Version(void);

/* ---- Segments: memory that all ranks can access --------------------------------------------- */

/* Memory of which each rank holds one part. A rank, an offset and a length select bytes of that
 * rank's part; a range outside of it fails with EINVAL. Calls may be made from any thread unless
 * noted otherwise. */
typedef struct skifch_seg skifch_seg_t;

/* Creates a segment: `bytes` of zeroed memory on every rank. Collective, with the same `bytes` on
 * every rank; only one such call may be in progress. Physical memory is allocated as it is touched.
 * Returns NULL on failure: EINVAL (0 bytes, or more than the address space), ENOTSUP (no
 * SKIFCH_CAP_SEGMENT), ENOMEM (also for a part above 2 GB that exceeds all memory and swap, or the
 * limit of the process's control group), ENOTCONN. */
skifch_seg_t *SkifCh_SegOpen(size_t bytes);

/* Collective: waits until every rank has called it, so that no other rank is still accessing the
 * segment, and frees it. All pointers into it become invalid. Returns 0, or -1 if a rank is gone;
 * the segment is freed in either case. */
int SkifCh_SegClose(skifch_seg_t *seg);

/* Returns a direct pointer to the start of `rank`'s part. For the calling rank's own part there
 * always is one; for another rank NULL with ENOTSUP means that only puts, gets and atomics reach
 * it. */
void *SkifCh_SegPtr(skifch_seg_t *seg, int rank);

/* Writes `len` bytes into `rank`'s part. `src` may be reused on return. Returns 0 or -1. */
int SkifCh_Put(skifch_seg_t *seg, int rank, size_t offset, const void *src, size_t len);

/* Reads `len` bytes of `rank`'s part. `dst` holds them on return. Returns 0 or -1. */
int SkifCh_Get(skifch_seg_t *seg, int rank, size_t offset, void *dst, size_t len);

/* Starts an asynchronous ("counted") read: `dst` holds the bytes when SkifCh_SyncReads returns.
 * Returns 0 or -1. */
int SkifCh_GetAsync(skifch_seg_t *seg, int rank, size_t offset, void *dst, size_t len);

/* Waits until all counted reads of this process have completed. Returns 0 or -1. */
int SkifCh_SyncReads(skifch_seg_t *seg);

/* Orders this process's puts and atomics to each target: those before this call take effect before
 * those after it. Returns 0 or -1. */
int SkifCh_SegFence(skifch_seg_t *seg);

/* Waits until all of this process's puts and atomics have taken effect at their targets. Returns 0
 * or -1. */
int SkifCh_SegQuiet(skifch_seg_t *seg);

#define SKIFCH_ATOMIC_LOAD 0         /* read */
#define SKIFCH_ATOMIC_STORE 1        /* write the operand */
#define SKIFCH_ATOMIC_SWAP 2         /* write the operand, return the old value */
#define SKIFCH_ATOMIC_COMPARE_SWAP 3 /* write the operand if the word equals the comparand */
#define SKIFCH_ATOMIC_ADD 4          /* add, wrapping */
#define SKIFCH_ATOMIC_XOR 5
#define SKIFCH_ATOMIC_AND 6
#define SKIFCH_ATOMIC_OR 7

/* Performs `op` (SKIFCH_ATOMIC_*) on the word of `width` bytes (4 or 8) at `offset`, which must be
 * a multiple of `width`. All ranks see the atomics on one word in the same order. `*old`, unless
 * NULL, gets the previous value; with NULL the operation may be one-way and takes effect before
 * SkifCh_SegQuiet returns. Returns 0 or -1. */
int SkifCh_Atomic(skifch_seg_t *seg, int rank, size_t offset, int op, int width, uint64_t operand,
                  uint64_t comparand, uint64_t *old);

/* The same, one function per operation and width. `old` must not be NULL. */
int SkifCh_Add32(skifch_seg_t *seg, int rank, size_t offset, uint32_t operand);
int SkifCh_Xor32(skifch_seg_t *seg, int rank, size_t offset, uint32_t operand);
int SkifCh_FetchAdd32(skifch_seg_t *seg, int rank, size_t offset, uint32_t operand, uint32_t *old);
int SkifCh_FetchXor32(skifch_seg_t *seg, int rank, size_t offset, uint32_t operand, uint32_t *old);
int SkifCh_Swap32(skifch_seg_t *seg, int rank, size_t offset, uint32_t operand, uint32_t *old);
int SkifCh_CompareSwap32(skifch_seg_t *seg, int rank, size_t offset, uint32_t comparand,
                         uint32_t operand, uint32_t *old);

int SkifCh_Add64(skifch_seg_t *seg, int rank, size_t offset, uint64_t operand);
int SkifCh_Xor64(skifch_seg_t *seg, int rank, size_t offset, uint64_t operand);
int SkifCh_FetchAdd64(skifch_seg_t *seg, int rank, size_t offset, uint64_t operand, uint64_t *old);
int SkifCh_FetchXor64(skifch_seg_t *seg, int rank, size_t offset, uint64_t operand, uint64_t *old);
int SkifCh_Swap64(skifch_seg_t *seg, int rank, size_t offset, uint64_t operand, uint64_t *old);
int SkifCh_CompareSwap64(skifch_seg_t *seg, int rank, size_t offset, uint64_t comparand,
                         uint64_t operand, uint64_t *old);

#ifdef __cplusplus
}
#endif

#endif /* SKIFCH_H */
