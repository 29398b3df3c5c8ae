/* What every test program needs. A program runs with any number of ranks and ends by itself. */
#ifndef CHECK_H
#define CHECK_H

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <skifch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

static inline void check_failed(const char *file, int line, const char *what)
{
    int number = errno;
    fprintf(stderr, "%s:%d: %s; errno %d (%s); last error: %s\n", file, line, what, number,
            strerror(number), SkifCh_StrError());
    fprintf(stderr, "(rank %d)\n", SkifCh_MyRank());
    _exit(1);
}

#define CHECK(condition)                                    \
    do {                                                    \
        if (!(condition))                                   \
            check_failed(__FILE__, __LINE__, #condition);   \
    } while (0)

/* Whether the words of the last error name the function that is called in this text. */
static inline int names(const char *call)
{
    size_t len = strcspn(call, "(");
    const char *words = SkifCh_StrError();
    while ((words = strstr(words, "SkifCh_")) != NULL) {
        if (strcspn(words, " :(,;.") == len && !strncmp(words, call, len))
            return 1;
        words++;
    }
    return 0;
}

/* A call that must fail with this errno, and say in words which call it was. */
#define FAILS(call, number)           \
    do {                              \
        errno = 0;                    \
        CHECK((call) == -1);          \
        CHECK(errno == (number));     \
        CHECK(names(#call));          \
    } while (0)

#define FAILS_NULL(call, number)          \
    do {                                  \
        errno = 0;                        \
        CHECK((call) == NULL);            \
        CHECK(errno == (number));         \
        CHECK(names(#call));              \
    } while (0)

#define FAILS_ADDR(call, number)              \
    do {                                      \
        errno = 0;                            \
        CHECK((call) == SKIFCH_ADDR_NONE);    \
        CHECK(errno == (number));             \
        CHECK(names(#call));                  \
    } while (0)

static inline void check_hangs(int signal_number)
{
    static const char words[] = "the test program hangs: its 60 s are over\n";
    ssize_t written = write(2, words, sizeof words - 1);
    (void)signal_number;
    _exit(written < 0 ? 4 : 3);
}

/* Joins the job, with a watchdog. */
static inline void check_begin(int *argc, char ***argv)
{
    signal(SIGALRM, check_hangs);
    alarm(60);
    CHECK(SkifCh_AllInit(argc, argv) == 0);
}

static inline int check_end(void)
{
    CHECK(SkifCh_AllFinalize() == 0);
    return 0;
}

static inline int next_rank(void)
{
    return (SkifCh_MyRank() + 1) % SkifCh_Size();
}

static inline int previous_rank(void)
{
    return (SkifCh_MyRank() + SkifCh_Size() - 1) % SkifCh_Size();
}

/* Sends one whole message, waiting for room. */
static inline void send_message(SkifCh *channel, netaddr_t dst, const void *data, size_t len)
{
    struct iovec part = {(void *)(uintptr_t)data, len};
    size_t taken = 0;
    int sent;
    while ((sent = SkifCh_SendEx(channel, dst, &part, 1, SKIFCH_SEND_WHOLE, &taken)) == 0)
        CHECK(SkifCh_Wait(channel, SKIFCH_EV_SEND, dst, 30 * SECOND) > 0);
    CHECK(sent == 1 && taken == len);
}

/* Waits for the next message and shows it; it stays out. */
static inline void receive_message(SkifCh *channel, skifch_msg_t *msg)
{
    int got;
    while ((got = SkifCh_RecvEx(channel, msg)) == 0)
        CHECK(SkifCh_Wait(channel, SKIFCH_EV_RECV, SKIFCH_ADDR_NONE, 30 * SECOND) > 0);
    CHECK(got == 1);
}

/* The bytes of a message in one piece, and whether the segments add up. */
static inline void copy_out(const struct iovec *cont, int count, size_t len, unsigned char *to)
{
    size_t done = 0;
    int i;
    CHECK(count >= 0 && count <= SKIFCH_CONT_SIZE);
    for (i = 0; i < count; i++) {
        CHECK(cont[i].iov_len <= len - done);
        memcpy(to + done, cont[i].iov_base, cont[i].iov_len);
        done += cont[i].iov_len;
    }
    CHECK(done == len);
}

/* Receives the next message into `to`, which has room for `len` bytes; it must be of that size and
 * come from `src`. */
static inline void expect_message(SkifCh *channel, netaddr_t src, unsigned char *to, size_t len)
{
    skifch_msg_t msg;
    receive_message(channel, &msg);
    CHECK(msg.src == src && msg.len == len);
    copy_out(msg.cont, msg.cont_count, msg.len, to);
    CHECK(SkifCh_RecvComp(channel) == 0);
}

/* Byte `at` of the message number `number` from `rank`. */
static inline unsigned char pattern(int rank, size_t number, size_t at)
{
    return (unsigned char)(rank * 31 + number * 7 + at * 13 + (at >> 8));
}

#endif
