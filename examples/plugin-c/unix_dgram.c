/*
 * A network of SkifCh in plain C: Unix datagram sockets between the ranks of one host.
 *
 * Every channel is a datagram socket with an abstract name, made of the job's random key, the rank
 * and the port; nothing of it outlives the process. The kernel keeps datagrams whole and in order,
 * holds them when their sender goes, and says when a receiver has no room, which is all that the
 * contract of a backend asks for. It is slower than shared memory by far: it is here to be read.
 *
 *     cc -std=c99 -shared -fPIC -I<include> -o libskifch-unixdgram.so unix_dgram.c
 *     SKIFCH_PLUGIN_PATH=. SKIFCH_BACKEND=unixdgram skifrun -n 4 ./program
 */
#define _GNU_SOURCE /* struct ucred, ppoll */
#include <skifch_plugin.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MAX_BYTES 16384 /* maximum message size */
#define KEY_CHARS 32
#define RETRY_NS 1000000 /* interval at which a wait retries a port that is not open yet */

struct domain {
    const skifch_host_v1_t *host;
    char key[KEY_CHARS + 1];
};

/* A channel that this one sends to; the socket is connected, so that poll reports its room. */
struct peer {
    struct peer *next;
    netaddr_t addr;
    int fd;       /* -1 if not connected */
    int was_open; /* it was connected before, so a refusal means that the port has closed */
};

/* Wire format: the sender's address, then the message. */
struct packet {
    netaddr_t src;
    unsigned char bytes[MAX_BYTES];
};

struct channel {
    struct domain *domain;
    netaddr_t addr;
    int fd; /* receiving socket */
    /* Sending side. */
    struct peer *peers; /* most recently used first */
    struct packet out;
    /* Receiving side. */
    int has_packet; /* `in` holds a message */
    int is_shown;   /* and it was returned by Recv but not yet released */
    size_t in_len;
    struct packet in;
};

/* ---- Errors --------------------------------------------------------------------------------- */

static int fail(const struct domain *domain, int error, const char *what)
{
    char text[200];
    if (what != NULL)
        snprintf(text, sizeof text, "%s", what);
    else
        snprintf(text, sizeof text, "the socket refused: %s", strerror(error));
    domain->host->fail(domain->host->ctx, text);
    return -error;
}

/* Return value of a data call: a failure becomes -1 with the errno that the program gets. */
static ssize_t answer(const struct domain *domain, const char *call, ssize_t rc)
{
    return rc >= 0 ? rc : domain->host->fail_call(domain->host->ctx, call, (int)-rc);
}

#define RANK_OF(addr) ((addr) & SKIFCH_MAX_RANK)
#define PORT_OF(addr) ((addr) >> SKIFCH_RANK_BITS)

/* ---- Domain --------------------------------------------------------------------------------- */

static int probe(const skifch_host_v1_t *host)
{
    for (uint32_t rank = 0; rank < host->job_size; rank++)
        if (host->is_local(host->ctx, rank) != 1) {
            char text[100];
            snprintf(text, sizeof text, "rank %u is not known to be on this host", (unsigned)rank);
            host->fail(host->ctx, text);
            return -EHOSTUNREACH;
        }
    return 0;
}

static int domain_open(const skifch_host_v1_t *host, void **out)
{
    struct domain *domain;
    int rc = probe(host);
    if (rc < 0)
        return rc;
    domain = calloc(1, sizeof *domain);
    if (domain == NULL)
        return -ENOMEM;
    domain->host = host;
    for (int i = 0; i < KEY_CHARS / 2; i++)
        snprintf(domain->key + 2 * i, 3, "%02x", (unsigned)host->job_key[i]);
    *out = domain;
    return 0;
}

static int domain_close(void *domain) { return free(domain), 0; }

/* Makes the abstract socket name of a channel and returns its length. */
static socklen_t name_of(const struct domain *domain, netaddr_t addr, struct sockaddr_un *name)
{
    int len;
    memset(name, 0, sizeof *name);
    name->sun_family = AF_UNIX;
    /* The first byte stays 0, which makes the name abstract. */
    len = snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "skifch-%s-%u-%u", domain->key,
                   (unsigned)RANK_OF(addr), (unsigned)PORT_OF(addr));
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len);
}

/* ---- Opening and closing -------------------------------------------------------------------- */

#define NEW_SOCKET() socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)

static int channel_open(void *context, uint32_t port, void **out)
{
    struct domain *domain = context;
    struct sockaddr_un name;
    struct channel *channel;
    int error, on = 1;
    if (port > SKIFCH_MAX_PORT)
        return fail(domain, EINVAL, "the port is above the greatest");
    channel = calloc(1, sizeof *channel);
    if (channel == NULL)
        return fail(domain, ENOMEM, "no memory for a channel");
    channel->domain = domain;
    channel->addr = domain->host->rank | port << SKIFCH_RANK_BITS;
    channel->fd = NEW_SOCKET();
    if (channel->fd >= 0 &&
        setsockopt(channel->fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0 &&
        bind(channel->fd, (struct sockaddr *)&name, name_of(domain, channel->addr, &name)) == 0) {
        *out = channel;
        return 0;
    }
    error = errno;
    if (channel->fd >= 0)
        close(channel->fd);
    free(channel);
    return fail(domain, error, error == EADDRINUSE ? "the port is open already" : NULL);
}

static int channel_close(void *context)
{
    struct channel *channel = context;
    struct peer *peer = channel->peers;
    while (peer != NULL) {
        struct peer *next = peer->next;
        if (peer->fd >= 0)
            close(peer->fd);
        free(peer);
        peer = next;
    }
    close(channel->fd);
    free(channel);
    return 0;
}

/* ---- Sending -------------------------------------------------------------------------------- */

/* Finds or creates the peer with this address and moves it to the front; NULL if out of memory. */
static struct peer *find_peer(struct channel *channel, netaddr_t addr)
{
    struct peer **link = &channel->peers, *peer;
    while (*link != NULL && (*link)->addr != addr)
        link = &(*link)->next;
    peer = *link;
    if (peer == NULL) {
        peer = calloc(1, sizeof *peer);
        if (peer == NULL)
            return NULL;
        peer->addr = addr;
        peer->fd = -1;
    } else {
        *link = peer->next;
    }
    peer->next = channel->peers;
    channel->peers = peer;
    return peer;
}

/* 1: connected; 0: the port is not open yet; a negative errno, -EPIPE if it has closed. */
static int connect_peer(struct channel *channel, struct peer *peer)
{
    struct sockaddr_un name;
    socklen_t len = name_of(channel->domain, peer->addr, &name);
    int error;
    if (peer->fd >= 0)
        return 1;
    peer->fd = NEW_SOCKET();
    if (peer->fd < 0)
        return fail(channel->domain, errno, NULL);
    if (connect(peer->fd, (struct sockaddr *)&name, len) == 0) {
        peer->was_open = 1;
        return 1;
    }
    error = errno;
    close(peer->fd);
    peer->fd = -1;
    if (error != ECONNREFUSED)
        return fail(channel->domain, error, NULL);
    return peer->was_open ? fail(channel->domain, EPIPE, "the port has been closed") : 0;
}

/* Sends the packet in `out`: 1 if sent, 0 if there is no room now, or a negative errno. */
static int transmit(struct channel *channel, netaddr_t dst, size_t len)
{
    struct peer *peer = find_peer(channel, dst);
    int rc = peer == NULL ? fail(channel->domain, ENOMEM, NULL) : connect_peer(channel, peer);
    if (rc <= 0)
        return rc;
    channel->out.src = channel->addr;
    if (send(peer->fd, &channel->out, offsetof(struct packet, bytes) + len, MSG_NOSIGNAL) >= 0)
        return 1;
    if (errno == EAGAIN || errno == ENOBUFS || errno == EINTR)
        return 0;
    if (errno != ECONNREFUSED && errno != ECONNRESET)
        return fail(channel->domain, errno, NULL);
    close(peer->fd);
    peer->fd = -1;
    return fail(channel->domain, EPIPE, "the port has been closed");
}

/* Copies the bytes of a scatter list into `out`, at most MAX_BYTES unless `is_whole`; returns
 * the number of bytes or a negative errno. */
static ssize_t gather(struct channel *channel, netaddr_t dst, const struct iovec *iov,
                      int iov_count, int is_whole)
{
    size_t total = 0, done = 0;
    if (RANK_OF(dst) >= channel->domain->host->job_size)
        return fail(channel->domain, EHOSTUNREACH, "there is no such rank in the job");
    if (iov_count < 0 || iov_count > 1024 || (iov == NULL && iov_count > 0))
        return fail(channel->domain, EINVAL, "iov_count must be 0 to 1024, and iov not null");
    for (int i = 0; i < iov_count; i++) {
        if (iov[i].iov_len > SIZE_MAX / 2 - total)
            return fail(channel->domain, EINVAL, "iov names more bytes than memory has");
        total += iov[i].iov_len;
    }
    if (is_whole && total > MAX_BYTES)
        return fail(channel->domain, EMSGSIZE, "the message is above the greatest, 16384 bytes");
    for (int i = 0; i < iov_count && done < MAX_BYTES; i++) {
        size_t len = iov[i].iov_len < MAX_BYTES - done ? iov[i].iov_len : MAX_BYTES - done;
        if (len > 0)
            memcpy(channel->out.bytes + done, iov[i].iov_base, len);
        done += len;
    }
    return (ssize_t)done;
}

static ssize_t channel_send(void *context, netaddr_t dst, const struct iovec *iov, int iov_count)
{
    struct channel *channel = context;
    ssize_t len = gather(channel, dst, iov, iov_count, 0);
    ssize_t rc = len > 0 ? transmit(channel, dst, (size_t)len) : len;
    if (len == 0)
        rc = fail(channel->domain, EINVAL, "a message of 0 bytes goes by SkifCh_SendEx only");
    return answer(channel->domain, "SkifCh_Send", rc > 0 ? len : rc);
}

static int channel_send_ex(void *context, netaddr_t dst, const struct iovec *iov, int iov_count,
                           uint32_t flags, size_t *taken)
{
    struct channel *channel = context;
    ssize_t len;
    int rc;
    if ((flags & ~(SKIFCH_SEND_WHOLE | SKIFCH_SEND_MORE)) != 0)
        return fail(channel->domain, EINVAL, "flags has bits that mean nothing here");
    len = gather(channel, dst, iov, iov_count, (flags & SKIFCH_SEND_WHOLE) != 0);
    if (len < 0)
        return (int)len;
    rc = transmit(channel, dst, (size_t)len);
    if (rc == 1 && taken != NULL)
        *taken = (size_t)len;
    return rc;
}

/* ---- Receiving ------------------------------------------------------------------------------ */

/* Whether the datagram was sent by a process of our own user: any user can see abstract names. */
static int is_ours(struct msghdr *header)
{
    struct cmsghdr *part = CMSG_FIRSTHDR(header);
    struct ucred sender;
    if (part == NULL || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS)
        return 0;
    memcpy(&sender, CMSG_DATA(part), sizeof sender);
    return sender.uid == geteuid();
}

/* Receives the next datagram into `in`: 1 if there is one, 0 if not, or a negative errno. */
static int fetch(struct channel *channel)
{
    const size_t head = offsetof(struct packet, bytes);
    while (!channel->has_packet) {
        char control[CMSG_SPACE(sizeof(struct ucred))];
        struct iovec iov = {&channel->in, sizeof channel->in};
        struct msghdr header = {0};
        ssize_t got;
        header.msg_iov = &iov;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
        got = recvmsg(channel->fd, &header, MSG_CMSG_CLOEXEC);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (got < 0)
            return fail(channel->domain, errno, NULL);
        /* Drop what is too short, truncated, from another user or from no rank of the job. */
        channel->has_packet = (size_t)got >= head && (header.msg_flags & MSG_TRUNC) == 0 &&
                              is_ours(&header) &&
                              RANK_OF(channel->in.src) < channel->domain->host->job_size;
        channel->in_len = (size_t)got - head;
    }
    return 1;
}

static int receive(struct channel *channel, int take_empty, struct iovec *cont, int32_t *cont_count)
{
    int rc;
    if (channel->is_shown)
        return fail(channel->domain, EBUSY, "a message is out already: call RecvComp first");
    *cont_count = 0;
    rc = fetch(channel);
    if (rc <= 0)
        return rc;
    if (channel->in_len == 0 && !take_empty)
        return fail(channel->domain, EBADMSG, "the next message is empty: SkifCh_RecvEx shows it");
    if (channel->in_len > 0) {
        cont[0].iov_base = channel->in.bytes;
        cont[0].iov_len = channel->in_len;
        *cont_count = 1;
    }
    channel->is_shown = 1;
    return 1;
}

static ssize_t channel_recv(void *context, struct iovec *cont, int *cont_count)
{
    struct channel *channel = context;
    int is_null = cont == NULL || cont_count == NULL;
    ssize_t rc = is_null ? fail(channel->domain, EINVAL, "cont or cont_count is null")
                         : receive(channel, 0, cont, cont_count);
    return answer(channel->domain, "SkifCh_Recv", rc > 0 ? (ssize_t)channel->in_len : rc);
}

static int channel_recv_ex(void *context, skifch_msg_t *msg)
{
    struct channel *channel = context;
    int rc;
    if (msg == NULL)
        return fail(channel->domain, EINVAL, "msg is null");
    rc = receive(channel, 1, msg->cont, &msg->cont_count);
    if (rc == 1) {
        msg->len = channel->in_len;
        msg->src = channel->in.src;
    }
    return rc;
}

static int channel_recv_comp(void *context)
{
    struct channel *channel = context;
    const struct domain *domain = channel->domain;
    if (!channel->is_shown)
        return (int)answer(domain, "SkifCh_RecvComp", fail(domain, EINVAL, "no message is out"));
    channel->is_shown = 0;
    channel->has_packet = 0;
    return 0;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* Those of `events` that are due. `*room_fd` is the descriptor to poll for room, -1 if none. */
static int look(struct channel *channel, uint32_t events, netaddr_t dst, int *room_fd)
{
    struct pollfd poll_fd = {channel->fd, POLLIN, 0};
    int held = 0;
    *room_fd = -1;
    if ((events & SKIFCH_EV_RECV) != 0 && (channel->has_packet || poll(&poll_fd, 1, 0) > 0))
        held |= SKIFCH_EV_RECV;
    if ((events & SKIFCH_EV_SEND) != 0) {
        struct peer *peer = find_peer(channel, dst);
        int rc = peer == NULL ? -ENOMEM : connect_peer(channel, peer);
        /* A send that would fail counts as ready: the call then reports the reason. */
        if (RANK_OF(dst) >= channel->domain->host->job_size || rc < 0)
            held |= SKIFCH_EV_SEND;
        else if (rc == 1) {
            *room_fd = peer->fd;
            poll_fd.fd = peer->fd;
            poll_fd.events = POLLOUT;
            if (poll(&poll_fd, 1, 0) > 0)
                held |= SKIFCH_EV_SEND;
        }
    }
    return held;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int channel_wait(void *context, uint32_t events, netaddr_t dst, int64_t timeout_ns)
{
    struct channel *channel = context;
    const int64_t start = now_ns();
    if (events == 0 || (events & ~(SKIFCH_EV_RECV | SKIFCH_EV_SEND)) != 0)
        return fail(channel->domain, EINVAL, "events must be SKIFCH_EV_RECV, _SEND or both");
    for (;;) {
        int room_fd, held = look(channel, events, dst, &room_fd);
        int64_t left = timeout_ns < 0 ? INT64_MAX : timeout_ns - (now_ns() - start);
        struct pollfd fds[2] = {{channel->fd, POLLIN, 0}, {-1, POLLOUT, 0}};
        struct timespec limit;
        if (held != 0 || left <= 0)
            return held;
        if ((events & SKIFCH_EV_RECV) == 0)
            fds[0].fd = -1; /* the kernel ignores negative descriptors */
        fds[1].fd = room_fd;
        if ((events & SKIFCH_EV_SEND) != 0 && room_fd < 0 && left > RETRY_NS)
            left = RETRY_NS; /* the port is not open yet, and nothing signals when it opens */
        limit.tv_sec = (time_t)(left / 1000000000);
        limit.tv_nsec = (long)(left % 1000000000);
        ppoll(fds, 2, &limit, NULL);
    }
}

/* ---- State and limits ----------------------------------------------------------------------- */

static int channel_peer_state(void *context, netaddr_t addr)
{
    struct channel *channel = context;
    for (struct peer *peer = channel->peers; peer != NULL; peer = peer->next)
        if (peer->addr == addr)
            return peer->fd >= 0 ? SKIFCH_PEER_UP
                                 : peer->was_open ? SKIFCH_PEER_CLOSED : SKIFCH_PEER_CONNECTING;
    return SKIFCH_PEER_UNKNOWN;
}

static int channel_query(void *context, skifch_attr_t *attr)
{
    struct channel *channel = context;
    skifch_attr_t ours = {.caps = SKIFCH_CAP_SAME_HOST, .max_message_bytes = MAX_BYTES};
    if (attr == NULL || attr->size < sizeof attr->size)
        return fail(channel->domain, EINVAL, "attr is null, or its size is not set");
    /* A caller built against a shorter struct gets only the fields it knows. */
    ours.size = attr->size;
    ours.window_bytes = MAX_BYTES;
    memcpy(attr, &ours, ours.size < sizeof ours ? ours.size : sizeof ours);
    return 0;
}

/* ---- The table ------------------------------------------------------------------------------ */

static const skifch_plugin_v1_t table = {
    .abi_major = SKIFCH_ABI_MAJOR,
    .abi_minor = SKIFCH_ABI_MINOR,
    .size = sizeof(skifch_plugin_v1_t),
    .name = "unixdgram",
    .version = "1.0",
    .about = "Unix datagram sockets between the ranks of one host; an example in C",
    .caps = SKIFCH_CAP_SAME_HOST,
    .probe = probe,
    .domain_open = domain_open,
    .domain_close = domain_close,
    .open = channel_open,
    .close = channel_close,
    .send = channel_send,
    .recv = channel_recv,
    .recv_comp = channel_recv_comp,
    .send_ex = channel_send_ex,
    .recv_ex = channel_recv_ex,
    .wait = channel_wait,
    .peer_state = channel_peer_state,
    .query = channel_query,
};

const skifch_plugin_v1_t *skifch_plugin_v1(const skifch_host_v1_t *host)
{
    (void)host;
    return &table;
}
