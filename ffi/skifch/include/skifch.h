/*
 * SkifCh: a low-level message interface with many networks under it.
 *
 * The core (SkifCh_Send, SkifCh_Recv, SkifCh_RecvComp) has the prototypes and the sense of the
 * paper by Klimov, Orlov and Shvorin (2011), section 2 and figure 3. Everything else goes beyond
 * it.
 * Rules that hold for every call:
 *  - An `int` or `ssize_t` of -1 is a failure: errno says which, SkifCh_StrError() says why in
 *    words. A failing call that gives a pointer gives NULL. errno says nothing after a call that
 *    did not fail, which may have changed it.
 *  - 0 from a send, a receive or a claim means "not now". It is no failure; call again later.
 *  - One thread may send on a channel while another receives on it. More than one thread on a side
 *    needs the caller's own lock. Calls on different channels or segments run in parallel.
 *  - A null handle, or one that leads to memory which is no handle of this library, is EINVAL; a
 *    closed one, or one that came through fork(), is EBADF.
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

/* The version of this header; SkifCh_Version() gives that of the library. */
#define SKIFCH_VERSION_MAJOR 0
#define SKIFCH_VERSION_MINOR 1
#define SKIFCH_VERSION_PATCH 0

/* ---- Addresses ------------------------------------------------------------------------------ */

/* The address of a channel: the rank in the low 22 bits, the port in the 10 above. */
typedef uint32_t netaddr_t;

#define SKIFCH_RANK_BITS 22
#define SKIFCH_PORT_BITS 10
#define SKIFCH_MAX_RANK 0x3fffff /* no job has so many ranks that this one exists */
#define SKIFCH_MAX_PORT 0x3ff
#define SKIFCH_ADDR_NONE 0xffffffffu /* the address of no channel */

/* The address of `rank`'s channel on `port`; SKIFCH_ADDR_NONE with EINVAL when either is out of the
 * range of an address. Whether that channel exists is not asked. */
netaddr_t SkifCh_MakeAddr(int rank, int port);

/* The two parts of an address. They cannot fail. */
int SkifCh_RankOf(netaddr_t addr);
int SkifCh_PortOf(netaddr_t addr);

/* ---- Start and end of a job ----------------------------------------------------------------- */

/* A channel: a port with one sending and one receiving side. */
typedef struct SkifCh SkifCh;

/* Joins the job that the launcher described in the environment, opens port 0, and waits for every
 * rank. `argc` and `argv` are those of main; they are not changed, and both may be NULL. Started
 * without a launcher, the process is a job of one rank; a launcher that is not understood is an
 * error and never a job of one. Once a process: a second call is EALREADY. 0 or -1. */
int SkifCh_AllInit(int *argc, char ***argv);

/* Waits for every rank, closes what is open and leaves the job. What was sent is still delivered to
 * ranks that receive it before they call this. 0 or -1: also where something that was accepted for
 * a rank which is dead or does not answer will not arrive, and no call has told so; the words name
 * rank and bytes. A process that ends without this call has exit code 1 then, and not 0. */
int SkifCh_AllFinalize(void);

/* Waits until every rank has called it. For start-up and tests: it goes through the launcher and
 * takes tens of microseconds or more. 0 or -1. */
int SkifCh_SlowBarrier(void);

/* A barrier that also makes what a rank published before it visible to all; here the same as
 * SkifCh_SlowBarrier. 0 or -1. */
int SkifCh_Fence(void);

/* Collective: sends a small message between all pairs of ranks and checks what arrives. Uses port
 * 0, on which nothing else may be under way. 0: all arrived whole; -1: errno and words. */
int SkifCh_AlltoallTest(void);

/* This process's rank from 0, and the number of ranks; -1 with ENOTCONN outside a job. */
int SkifCh_MyRank(void);
int SkifCh_Size(void);

/* The process id of `rank`, in the PID namespace of that rank; -1 with EINVAL: no such rank. */
int SkifCh_PID(int rank);

/* The address of `rank`'s channel on port 0; SKIFCH_ADDR_NONE with EINVAL: no such rank. */
netaddr_t SkifCh_NetAddr(int rank);

/* The channel of this process that reaches `rank`: the one on port 0, for every rank. It is closed
 * by SkifCh_AllFinalize. NULL with EINVAL: no such rank. */
SkifCh *SkifCh_SkifCh(int rank);

/* Ends the whole job at once with exit code `code` (the low 8 bits, 1 if they are 0). Does not
 * return. */
void SkifCh_Abort(int code);

/* ---- The core ------------------------------------------------------------------------------- */

/* The most segments that a message is shown in. */
#define SKIFCH_CONT_SIZE 3

/* Sends the bytes that `iov[0..iov_count]` name, in order, as one message (paper, 2.1.1).
 *  > 0: bytes taken. All of them, or the prefix that has the largest message size (see
 *       SkifCh_Query); send the rest with further calls, each of which makes one message. The
 *       memory of `iov` may be reused.
 *    0: no room now, nothing was taken. The room is the receiver's. A network that may lose keeps
 *       what was taken here too, `window_bytes` of SkifCh_Query at most, until the receiver has it;
 *       that is all that is buffered.
 *   -1: EINVAL (negative count or more than 1024, `iov` NULL, a total that overflows, no byte at
 *       all), EHOSTUNREACH (no such rank), EPIPE (the peer closed or died), EBUSY (a claim is out),
 *       EBADF. */
ssize_t SkifCh_Send(SkifCh *skifch, netaddr_t dst_netaddr, const struct iovec *iov, int iov_count);

/* Shows the next message in place (paper, 2.1.2): the first `*cont_count` elements of `cont`, which
 * need not be initialised, name its bytes in order. They are read-only and stay valid until
 * SkifCh_RecvComp.
 *  > 0: the size of the message, which is the sum of its segments.
 *    0: no message now.
 *   -1: EBUSY (a message is out already), EBADMSG (the next message is empty, which this call
 *       cannot say: take it with SkifCh_RecvEx), ECONNRESET (once for each peer that died without
 *       closing, after its last message), EPROTO (once for each peer that broke the protocol),
 *       EINVAL, EBADF.
 * Messages of one sender keep their order; between senders the choice is fair. */
ssize_t SkifCh_Recv(SkifCh *skifch, struct iovec cont[SKIFCH_CONT_SIZE], int *cont_count);

/* The space of what SkifCh_Recv, RecvEx or RecvMany showed may be reused (paper, 2.1.2). 0, or -1:
 * EINVAL (nothing is out), EBADF. */
int SkifCh_RecvComp(SkifCh *skifch);

/* ---- Channels ------------------------------------------------------------------------------- */

/* Opens this process's channel on `port` (1 to SKIFCH_MAX_PORT; port 0 is opened by
 * SkifCh_AllInit). Not collective: what others send before it is open waits, or answers 0 to them.
 * NULL: EADDRINUSE (open already), EINVAL, ENOTCONN (outside a job), ENOMEM, EMFILE. */
SkifCh *SkifCh_Open(int port);

/* Closes a channel that SkifCh_Open gave. What was sent is still delivered; what was not received
 * is lost. Using the handle afterwards is EBADF until the job ends. 0 or -1. */
int SkifCh_Close(SkifCh *skifch);

/* The address at which others reach this channel; SKIFCH_ADDR_NONE with EINVAL or EBADF. */
netaddr_t SkifCh_Addr(SkifCh *skifch);

/* ---- Sending, extended ---------------------------------------------------------------------- */

#define SKIFCH_SEND_WHOLE 0x1u /* all or nothing: above the largest message EMSGSIZE, no prefix */
#define SKIFCH_SEND_MORE 0x2u  /* more follows at once, to the same peer: a network of datagrams
                                * may hold this one back, to send it along */

/* SkifCh_Send with flags (SKIFCH_SEND_*, or 0), also for empty messages: then `iov_count` is 0 or
 * all lengths are. 1: sent, and `*taken`, where not NULL, has the bytes; 0: no room now; -1. */
int SkifCh_SendEx(SkifCh *skifch, netaddr_t dst_netaddr, const struct iovec *iov, int iov_count,
                  uint32_t flags, size_t *taken);

/* Room for a message of `len` bytes to be built in place, without a copy: the first `*cont_count`
 * elements of `cont` name writable memory of `len` bytes in total. One claim at a time and nothing
 * else may be sent on the channel until it is committed or aborted (EBUSY).
 * 1: claimed; 0: no room now; -1: EMSGSIZE (`len` is above the largest message), ENOTSUP (no
 * SKIFCH_CAP_CLAIM), and those of SkifCh_Send. */
int SkifCh_SendClaim(SkifCh *skifch, netaddr_t dst_netaddr, size_t len,
                     struct iovec cont[SKIFCH_CONT_SIZE], int *cont_count);

/* Sends the first `len` bytes of what was claimed; `len` may be 0. 0, or -1: EINVAL (nothing is
 * claimed, or less than `len`). */
int SkifCh_SendCommit(SkifCh *skifch, size_t len);

/* Gives the claim back unsent. 0, or -1: EINVAL (nothing is claimed). */
int SkifCh_SendAbort(SkifCh *skifch);

/* ---- Receiving, extended -------------------------------------------------------------------- */

/* A message in place. The segments are read-only and stay valid until SkifCh_RecvComp. */
typedef struct skifch_msg {
    struct iovec cont[SKIFCH_CONT_SIZE]; /* the first `cont_count` are set */
    size_t len;                          /* bytes of the message; may be 0 */
    netaddr_t src;                       /* the sending channel */
    int32_t cont_count;                  /* 0 for an empty message */
} skifch_msg_t;

/* SkifCh_Recv with the sender's address, also for empty messages. 1: `*msg` is set; 0: no message
 * now; -1. An empty message is released by SkifCh_RecvComp like any other. */
int SkifCh_RecvEx(SkifCh *skifch, skifch_msg_t *msg);

/* Shows up to `max` messages that are there now; one SkifCh_RecvComp releases them all. How many,
 * 0: none now, -1. Without SKIFCH_CAP_BATCH at most one. All of `msgs[0..max]` must have been
 * initialised, once and with anything; what SkifCh_Recv and RecvEx fill in need not be. */
int SkifCh_RecvMany(SkifCh *skifch, skifch_msg_t *msgs, int max);

/* ---- Waiting -------------------------------------------------------------------------------- */

#define SKIFCH_EV_RECV 0x1u /* a message, or the report of a lost peer, can be received */
#define SKIFCH_EV_SEND 0x2u /* a message to `dst` can be sent, or would fail */
/* For SkifCh_Wait, beside SKIFCH_EV_RECV, where there is SKIFCH_CAP_MEMORY_EVENT (elsewhere
 * EINVAL): another rank, one without a direct pointer to it, has written this rank's part of a
 * segment since the calling thread was told so last. For a thread that waits for a word of its own
 * memory. Where time is virtual it is the only way: there memory changes within calls alone. */
#define SKIFCH_EV_MEMORY 0x4u

/* Waits until one of `events` holds, at most `timeout_ns` (0: only looks; negative: without limit).
 * Spins for some microseconds, then yields, then sleeps. `dst_netaddr` counts for SKIFCH_EV_SEND
 * only. The events that hold, 0: the time is over, -1: EINVAL (no events, or others), EBADF. It
 * counts as a call of the sides that `events` names. */
int SkifCh_Wait(SkifCh *skifch, uint32_t events, netaddr_t dst_netaddr, int64_t timeout_ns);

/* A descriptor for poll, select or epoll. It becomes readable after SkifCh_Arm when something
 * happened; do not read it or close it, it belongs to the channel. Counts as a call of both sides.
 * -1 with ENOTSUP: none here. */
int SkifCh_EventFd(SkifCh *skifch);

/* To be called each time before sleeping on the descriptor, which then reports these events only.
 * It counts as a call of the sides that `events` names. Any call of those sides between it and the
 * sleep, SkifCh_Progress above all, may take the wake-up out of the descriptor: arm again after it.
 * The events that hold already (then do not sleep), 0: armed, -1. */
int SkifCh_Arm(SkifCh *skifch, uint32_t events, netaddr_t dst_netaddr);

/* Moves what needs moving without sending or receiving. Only backends without their own thread or
 * hardware need it, and every data call does it too. Counts as a call of both sides. 0 or -1. */
int SkifCh_Progress(SkifCh *skifch);

/* ---- What is known -------------------------------------------------------------------------- */

#define SKIFCH_PEER_UNKNOWN 0    /* no message has gone either way yet */
#define SKIFCH_PEER_CONNECTING 1 /* a connection is being made; what is sent is kept */
#define SKIFCH_PEER_UP 2         /* connected */
#define SKIFCH_PEER_CLOSED 3     /* the peer closed its channel in good order */
#define SKIFCH_PEER_DEAD 4       /* the peer's process ended without closing */
#define SKIFCH_PEER_BROKEN 5     /* the peer broke the protocol and is cut off */

/* What is known of a peer's channel: SKIFCH_PEER_*, or -1. Counts as a call of both sides. */
int SkifCh_PeerState(SkifCh *skifch, netaddr_t peer);

#define SKIFCH_CAP_CLAIM 0x001u          /* messages can be built in place */
#define SKIFCH_CAP_BATCH 0x002u          /* several messages can be out at a time */
#define SKIFCH_CAP_EVENT_FD 0x004u       /* there is a descriptor to poll */
#define SKIFCH_CAP_SEGMENT 0x008u        /* memory segments with put, get and atomics */
#define SKIFCH_CAP_SEGMENT_PTR 0x010u    /* a peer's part can be reached by a direct pointer */
#define SKIFCH_CAP_ASYNC_PROGRESS 0x020u /* puts complete without calls by the target */
#define SKIFCH_CAP_PEER_DEATH 0x040u     /* the death of a peer is noticed and reported */
#define SKIFCH_CAP_VIRTUAL_TIME 0x080u   /* the clock is virtual: ask SkifCh_Time, never the host */
#define SKIFCH_CAP_SAME_HOST 0x100u      /* all peers are processes of this host */
#define SKIFCH_CAP_SINGLE_COPY 0x200u    /* a sender's memory can be copied from */
#define SKIFCH_CAP_MEMORY_EVENT 0x400u   /* a wait can be for SKIFCH_EV_MEMORY too */
#define SKIFCH_CAP_JOIN 0x800u           /* the network does barriers and reductions of all ranks */

/* Limits and estimates of one open channel. */
typedef struct skifch_attr {
    size_t size;                    /* sizeof(skifch_attr_t), set by the caller */
    uint64_t caps;                  /* SKIFCH_CAP_* */
    size_t max_message_bytes;       /* the largest message */
    size_t max_inline_bytes;        /* the largest that travels together with its header */
    size_t window_bytes;            /* under way to one receiver before a send answers 0 */
    uint64_t latency_ns;            /* estimate, one way, short message; 0: unknown */
    uint64_t bandwidth_bytes_per_s; /* estimate, to one peer; 0: unknown */
} skifch_attr_t;

/* Fills in `*attr`, at most `attr->size` bytes of it. Any thread. 0, or -1: EINVAL. */
int SkifCh_Query(SkifCh *skifch, skifch_attr_t *attr);

/* What one channel has counted since it was opened. */
typedef struct skifch_stats {
    size_t size;                /* sizeof(skifch_stats_t), set by the caller */
    uint64_t messages_sent;     /* messages that a send accepted */
    uint64_t bytes_sent;        /* bytes in them */
    uint64_t messages_received; /* messages that a receive showed */
    uint64_t bytes_received;    /* bytes in them */
    uint64_t send_full;         /* sends that answered 0 */
    uint64_t recv_empty;        /* receives that found nothing */
    uint64_t credits_returned;  /* times that a sender was told of freed space */
    uint64_t doorbells_rung;    /* times that a sleeping peer was woken */
    uint64_t sleeps;            /* times that a wait slept in the kernel */
    uint64_t lanes_out;         /* peers this channel sends to */
    uint64_t lanes_in;          /* peers this channel receives from */
    uint64_t peers_dead;        /* peers that ended without closing */
    uint64_t lanes_broken;      /* peers cut off because they broke the protocol */
    uint64_t datagrams_sent;    /* of the whole process, as all that follow */
    uint64_t datagrams_received; /* datagrams that came in */
    uint64_t datagrams_lost;    /* datagrams that were given up as lost */
    uint64_t bytes_retransmitted; /* bytes that were sent again */
    uint64_t messages_coalesced; /* that shared a datagram with others */
    uint64_t dropped_malformed; /* dropped: not of the protocol */
    uint64_t dropped_tag;       /* datagrams without the proof of the job */
    uint64_t dropped_foreign;   /* of another job, or no such channel */
    uint64_t dropped_stale;     /* received before, or too late */
    uint64_t dropped_rate;      /* their source asks too often */
    uint64_t dropped_overrun;   /* thrown away by the system: no room */
    uint64_t segment_requests;  /* puts, gets and atomics sent to other ranks */
    uint64_t segment_messages;  /* that carried them, and answers */
    uint64_t segment_bytes;     /* in them */
    uint64_t system_short;      /* the system had no memory for datagrams */
} skifch_stats_t;

/* Fills in `*stats`, at most `stats->size` bytes of it. Any thread; the counts of a side that is
 * busy may be a moment old. 0, or -1: EINVAL. */
int SkifCh_Stats(SkifCh *skifch, skifch_stats_t *stats);

/* The counters of this library in the order of the struct: how many, and the name and the meaning
 * of counter `index`, NULL with EINVAL beyond the last. */
int SkifCh_StatCount(void);
const char *SkifCh_StatName(int index);
const char *SkifCh_StatHelp(int index);

/* Why the last call that failed on this thread failed: the call, the values, and the mend. Never
 * NULL; the next failing call on this thread writes over it. */
const char *SkifCh_StrError(void);

/* The time of the job in nanoseconds from some start. Under a simulated network it is virtual. */
uint64_t SkifCh_Time(void);

/* The program computes for `ns` nanoseconds of that time: 0. Where time is virtual and says nothing
 * else of computing (SKIFCH_TORUS_COMPUTE=annotated) the clock goes on so far; elsewhere computing
 * takes the time that it takes, and this does nothing. */
int SkifCh_Compute(uint64_t ns);

/* The version of the library as text, "major.minor.patch". */
const char *SkifCh_Version(void);

/* ---- Segments: memory that all ranks reach -------------------------------------------------- */

/* Memory of which each rank holds a part. `rank`, `offset` and length name bytes in a part; outside
 * of it they are EINVAL. All calls may be made from any thread unless said otherwise. */
typedef struct skifch_seg skifch_seg_t;

/* Collective, the same `bytes` on every rank, one at a time: zeroed memory of `bytes` on every
 * rank, which is taken from the system as it is touched. NULL: EINVAL (0 bytes, or more than there
 * are addresses), ENOTSUP (no SKIFCH_CAP_SEGMENT), ENOMEM (also for a part above 2 GB that is
 * larger than all memory and swap space, or than the process's control group may use), ENOTCONN. */
skifch_seg_t *SkifCh_SegOpen(size_t bytes);

/* Collective: waits until every rank has called it, so that no call of another rank is under way,
 * and frees it and every pointer into it. 0, or -1: a rank is gone; it is freed all the same. */
int SkifCh_SegClose(skifch_seg_t *seg);

/* A direct pointer to the start of `rank`'s part. One's own always exists; NULL with ENOTSUP for
 * others means: use put and get. */
void *SkifCh_SegPtr(skifch_seg_t *seg, int rank);

/* Writes `len` bytes into `rank`'s part; `src` may be reused on return. 0 or -1. */
int SkifCh_Put(skifch_seg_t *seg, int rank, size_t offset, const void *src, size_t len);

/* Reads `len` bytes of `rank`'s part; `dst` is filled on return. 0 or -1. */
int SkifCh_Get(skifch_seg_t *seg, int rank, size_t offset, void *dst, size_t len);

/* Starts a counted read; `dst` is filled when SkifCh_SyncReads returns. 0 or -1. */
int SkifCh_GetAsync(skifch_seg_t *seg, int rank, size_t offset, void *dst, size_t len);

/* Waits until all counted reads of this process have arrived. 0 or -1. */
int SkifCh_SyncReads(skifch_seg_t *seg);

/* Orders this process's puts and atomics to each target: earlier ones take effect before later
 * ones. 0 or -1. */
int SkifCh_SegFence(skifch_seg_t *seg);

/* Waits until all of this process's puts and atomics have taken effect. 0 or -1. */
int SkifCh_SegQuiet(skifch_seg_t *seg);

#define SKIFCH_ATOMIC_LOAD 0         /* read */
#define SKIFCH_ATOMIC_STORE 1        /* write the operand */
#define SKIFCH_ATOMIC_SWAP 2         /* write the operand, give the old value */
#define SKIFCH_ATOMIC_COMPARE_SWAP 3 /* write the operand if the word equals the comparand */
#define SKIFCH_ATOMIC_ADD 4          /* add, wrapping */
#define SKIFCH_ATOMIC_XOR 5
#define SKIFCH_ATOMIC_AND 6
#define SKIFCH_ATOMIC_OR 7

/* Does `op` on the word of `width` bytes (4 or 8, and `offset` a multiple of it). Atomics on one
 * word from any ranks have one order that all agree on. `*old`, where not NULL, gets the value
 * before; NULL lets the operation be one-way, to take effect before SkifCh_SegQuiet returns.
 * 0 or -1. */
int SkifCh_Atomic(skifch_seg_t *seg, int rank, size_t offset, int op, int width, uint64_t operand,
                  uint64_t comparand, uint64_t *old);

/* The same by name. `old` is not NULL in the last four of each width. */
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
