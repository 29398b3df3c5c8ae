/* One call of each family, with one mistake: it must end the job with a message. The first
 * argument is the number of the call, the second the mistake; without arguments all are listed. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <shmemx.h>

#include "check.h"

#define WORLD SHMEM_TEAM_WORLD

/* The arguments of the calls; one of them is wrong. */
static long *at, own[4];
static uint64_t *flag;
static size_t count = 2;
static int pe, status[4];
static shmem_ctx_t ctx;
static shmem_team_t team;
static shmem_team_config_t config;

static size_t places[4];
static long p_sync[SHMEM_ALLTOALL_SYNC_SIZE], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static void *volatile answer;

/* The mistakes that a call can have: in the PE, the address, the number of elements, or the
 * signal's address. */
enum { PE = 1, ADDRESS = 2, COUNT = 4, SIGNAL = 8 };

/* The calls: their possible mistakes, name and arguments. */
#define CALLS(CALL) \
    CALL(PE | ADDRESS, shmem_long_p, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_g, (at, pe)) \
    CALL(PE | ADDRESS, shmem_longdouble_p, ((long double *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_char_g, ((char *)at, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_put, (at, own, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_get, (own, at, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_put128, (at, own, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_getmem, (own, at, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_put_nbi, (at, own, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_get_nbi, (own, at, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_iput, (at, own, 1, 1, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_iget, (own, at, 1, 1, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_ibput, (at, own, 2, 2, 2, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_ibget64, (own, at, 2, 2, 2, count, pe)) \
    CALL(PE | ADDRESS | COUNT, shmem_ctx_long_put, (ctx, at, own, count, pe)) \
    CALL(PE | ADDRESS, shmem_ctx_long_g, (ctx, at, pe)) \
    CALL(PE | ADDRESS, shmem_ctx_long_atomic_add, (ctx, at, 1, pe)) \
    CALL(PE | ADDRESS | COUNT | SIGNAL, shmem_long_put_signal, \
         (at, own, count, flag, 1, SHMEM_SIGNAL_SET, pe)) \
    CALL(PE | ADDRESS | COUNT | SIGNAL, shmem_putmem_signal_nbi, \
         (at, own, count, flag, 1, SHMEM_SIGNAL_ADD, pe)) \
    CALL(PE | SIGNAL, shmem_signal_set, (flag, 1, pe)) \
    CALL(PE | SIGNAL, shmem_signal_add, (flag, 1, pe)) \
    CALL(SIGNAL, shmem_signal_fetch, (flag)) \
    CALL(SIGNAL, shmem_signal_wait_until, (flag, SHMEM_CMP_EQ, 0)) \
    CALL(PE | ADDRESS, shmem_long_atomic_fetch, (at, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_set, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_double_atomic_swap, ((double *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_compare_swap, (at, 0, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_inc, (at, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_fetch_inc, (at, pe)) \
    CALL(PE | ADDRESS, shmem_int_atomic_add, ((int *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_fetch_add, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_ulong_atomic_or, ((unsigned long *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_ulong_atomic_fetch_xor, ((unsigned long *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_ulong_atomic_fetch_or, ((unsigned long *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_ulong_atomic_fetch_and, ((unsigned long *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_ulong_atomic_and, ((unsigned long *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_ulong_atomic_xor, ((unsigned long *)at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_float_atomic_fetch_nbi, ((float *)own, (float *)at, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_swap_nbi, (own, at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_fetch_inc_nbi, (own, at, pe)) \
    CALL(PE | ADDRESS, shmem_int64_atomic_fetch_or_nbi, (own, at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_int64_atomic_fetch_and_nbi, (own, at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_int64_atomic_fetch_xor_nbi, (own, at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_fetch_add_nbi, (own, at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_atomic_compare_swap_nbi, (own, at, 0, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_fadd, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_cswap, (at, 0, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_fetch, (at, pe)) \
    CALL(PE | ADDRESS, shmem_long_set, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_swap, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmem_long_finc, (at, pe)) \
    CALL(PE | ADDRESS, shmem_long_inc, (at, pe)) \
    CALL(PE | ADDRESS, shmem_long_add, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmemx_long_add, (at, 1, pe)) \
    CALL(PE | ADDRESS, shmemx_ulong_xor, ((unsigned long *)at, 1, pe)) \
    CALL(ADDRESS, shmem_long_wait_until, (at, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS, shmem_long_wait, (at, 1)) \
    CALL(ADDRESS, shmem_wait, (at, 1)) \
    CALL(ADDRESS, shmem_wait_until, (at, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS, shmem_long_test, (at, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_wait_until_all, (at, count, NULL, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_wait_until_any, (at, count, NULL, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_wait_until_some, (at, count, places, NULL, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_wait_until_all_vector, (at, count, NULL, SHMEM_CMP_EQ, own)) \
    CALL(ADDRESS | COUNT, shmem_long_wait_until_any_vector, (at, count, NULL, SHMEM_CMP_EQ, own)) \
    CALL(ADDRESS | COUNT, shmem_long_wait_until_some_vector, \
         (at, count, places, NULL, SHMEM_CMP_EQ, own)) \
    CALL(ADDRESS | COUNT, shmem_long_test_all, (at, count, NULL, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_test_any, (at, count, NULL, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_test_some, (at, count, places, NULL, SHMEM_CMP_EQ, 0)) \
    CALL(ADDRESS | COUNT, shmem_long_test_all_vector, (at, count, NULL, SHMEM_CMP_EQ, own)) \
    CALL(ADDRESS | COUNT, shmem_long_test_any_vector, (at, count, NULL, SHMEM_CMP_EQ, own)) \
    CALL(ADDRESS | COUNT, shmem_long_test_some_vector, \
         (at, count, places, status, SHMEM_CMP_EQ, own)) \
    CALL(PE | ADDRESS | COUNT, shmem_long_broadcast, (WORLD, at, at, count, pe)) \
    CALL(ADDRESS | COUNT, shmem_long_collect, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_fcollect, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_alltoall, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_alltoalls, (WORLD, at, at, 1, 1, count)) \
    CALL(ADDRESS | COUNT, shmem_long_sum_reduce, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_double_max_reduce, (WORLD, (double *)at, (double *)at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_min_reduce, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_prod_reduce, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_int64_and_reduce, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_int64_or_reduce, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_int64_xor_reduce, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_sum_inscan, (WORLD, at, at, count)) \
    CALL(ADDRESS | COUNT, shmem_long_sum_exscan, (WORLD, at, at, count)) \
    CALL(ADDRESS, shmem_long_sum_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(ADDRESS, shmem_long_prod_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(ADDRESS, shmem_long_max_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(ADDRESS, shmem_long_min_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(ADDRESS, shmem_long_and_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(ADDRESS, shmem_long_or_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(ADDRESS, shmem_long_xor_to_all, (at, at, 2, 0, 0, pes, work, p_sync)) \
    CALL(PE | ADDRESS | COUNT, shmem_broadcast64, (at, at, count, pe, 0, 0, pes, p_sync)) \
    CALL(ADDRESS | COUNT, shmem_alltoall64, (at, at, count, 0, 0, pes, p_sync)) \
    CALL(ADDRESS | COUNT, shmem_alltoalls64, (at, at, 1, 1, count, 0, 0, pes, p_sync)) \
    CALL(ADDRESS | COUNT, shmem_collect64, (at, at, count, 0, 0, pes, p_sync)) \
    CALL(ADDRESS | COUNT, shmem_fcollect64, (at, at, count, 0, 0, pes, p_sync)) \
    CALL(ADDRESS, shmem_barrier, (0, 0, pes, at)) \
    CALL(ADDRESS, shmem_sync, (0, 0, pes, at)) \
    CALL(ADDRESS, shmem_set_lock, (at)) \
    CALL(ADDRESS, shmem_test_lock, (at)) \
    CALL(ADDRESS, shmem_clear_lock, (at)) \
    CALL(PE, shmem_pe_quiet, (&pe, 1)) \
    CALL(0, shmem_quiet, ()) \
    CALL(0, shmem_fence, ()) \
    CALL(0, shmemx_syncreads, ()) \
    CALL(0, shmem_barrier_all, ()) \
    CALL(0, shmem_sync_all, ()) \
    CALL(0, shmem_team_sync, (WORLD)) \
    CALL(0, shmemx_barrier_fast, ()) \
    CALL(0, shmemx_barrier_stride, (0, 1, pes)) \
    CALL(0, shmemx_barrier_mask, (0)) \
    CALL(0, shmem_team_my_pe, (WORLD)) \
    CALL(0, shmem_team_n_pes, (WORLD)) \
    CALL(0, shmem_team_get_config, (WORLD, SHMEM_TEAM_NUM_CONTEXTS, &config)) \
    CALL(0, shmem_team_split_strided, (WORLD, 0, 1, pes, NULL, 0, &team)) \
    CALL(0, shmem_team_split_2d, (WORLD, 1, NULL, 0, &team, NULL, 0, &team)) \
    CALL(PE, shmem_team_ptr, (WORLD, at, pe)) \
    CALL(0, shmem_team_translate_pe, (WORLD, 0, WORLD)) \
    CALL(0, shmem_ctx_create, (0, &ctx)) \
    CALL(0, shmem_team_create_ctx, (WORLD, 0, &ctx)) \
    CALL(0, shmem_ctx_get_team, (SHMEM_CTX_DEFAULT, &team)) \
    CALL(0, shmem_ctx_session_start, (SHMEM_CTX_DEFAULT, 0, NULL, 0)) \
    CALL(0, shmem_ctx_session_stop, (SHMEM_CTX_DEFAULT)) \
    CALL(PE, shmem_ptr, (at, pe)) \
    CALL(0, shmemx_wtime, ()) \
    CALL(0, _my_pe, ()) \
    CALL(0, _num_pes, ()) \
    CALL(0, shmem_finalize, ()) \
    CALL(0, shmem_my_pe, ()) \
    CALL(0, shmem_n_pes, ()) \
    CALL(0, shmem_query_thread, (status)) \
    CALL(0, shmem_malloc, (64)) \
    CALL(0, shmem_malloc_with_hints, (64, 0)) \
    CALL(0, shmalloc, (64)) \
    CALL(0, shmemalign, (64, 64)) \
    CALL(ADDRESS, shfree, (at)) \
    CALL(ADDRESS, shrealloc, (at, 8)) \
    CALL(0, shmem_calloc, (8, 8)) \
    CALL(0, shmem_align, (64, 64)) \
    CALL(ADDRESS, shmem_free, (at)) \
    CALL(ADDRESS, shmem_realloc, (at, 8))

#define DEFINE(mistakes, name, given) \
    static void call_##name(void) { (void)(name given); }
#define ENTRY(mistakes, name, given) {mistakes, #name, call_##name},

CALLS(DEFINE)

static const struct {
    int mistakes;
    const char *name;
    void (*make)(void);
} calls[] = {CALLS(ENTRY)};

/* The end of the memory that begins here, which is the heap. */
static char *end_of(void *memory)
{
    char *end = (char *)memory;
    while (shmem_addr_accessible(end, me))
        end += 64;
    return end;
}

/* Prints the address that the PE must report: the test looks for it. */
static void expect(void *address)
{
    printf("expected: %p\n", address);
}

int main(int argc, char **argv)
{
    size_t call, all = sizeof calls / sizeof *calls;
    const char *mistake = argc == 3 ? argv[2] : "";
    long on_stack[16];
    void *wrong = NULL;
    if (argc == 1) {
        for (call = 0; call < all; call++)
            printf("%s %d\n", calls[call].name, calls[call].mistakes);
        return 0;
    }
    call = (size_t)atoi(argv[1]);
    ctx = SHMEM_CTX_DEFAULT;
    at = own;
    if (strcmp(mistake, "before") == 0)
        calls[call].make();
    begin();
    at = NEW(long, 64);
    flag = NEW(uint64_t, 1);
    pe = pes - 1;
    if (strncmp(calls[call].name, "shmem_ctx_long", 14) == 0) {
        CHECK(shmem_ctx_create(0, &ctx) == 0);
        /* The paths of a session make the same checks. */
        shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, NULL, 0);
    }
    if (strcmp(mistake, "below") == 0)
        pe = -1;
    if (strcmp(mistake, "above") == 0)
        pe = pes;
    if (strcmp(mistake, "stack") == 0)
        wrong = on_stack;
    if (strcmp(mistake, "beyond") == 0)
        wrong = end_of(at);
    if (strcmp(mistake, "across") == 0)
        wrong = end_of(at) - 1;
    if (strcmp(mistake, "null") == 0)
        wrong = (void *)8;
    if (strcmp(mistake, "signal") == 0)
        flag = (uint64_t *)on_stack;
    else if (wrong != NULL && (calls[call].mistakes & ADDRESS) == 0)
        flag = (uint64_t *)wrong;
    else if (wrong != NULL)
        at = (long *)wrong;
    /* With 8-byte elements this overflows to 16 bytes, if unchecked. */
    if (strcmp(mistake, "many") == 0)
        count = SIZE_MAX / 8 + 3;
    if (strcmp(mistake, "huge") == 0)
        count = SIZE_MAX / 16;
    if (strcmp(mistake, "after") == 0)
        shmem_finalize();
    /* No mistake of this PE: the other one dies. */
    if (strcmp(mistake, "death") == 0 && me == pes - 1)
        raise(SIGKILL);
    expect(strcmp(mistake, "signal") == 0 ? (void *)on_stack : wrong);
    fflush(stdout);
    do
        calls[call].make();
    while (strcmp(mistake, "death") == 0);
    /* The mistake was not refused. */
    printf("nothing was said\n");
    return 3;
}
