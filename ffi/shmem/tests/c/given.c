/* Arguments of generics other than plain pointers: constants, contexts in const variables,
 * arrays, and in C++ volatile variables, references, and C complex numbers. Only compiled. */
#include <shmemx.h>

static const long constants[4] = {1, 2, 3, 4};
static long numbers[4];
static size_t size;
static ptrdiff_t difference;
static uint64_t word;

long reads(shmem_ctx_t by);
void writes(shmem_ctx_t by);

long reads(shmem_ctx_t by)
{
    const shmem_ctx_t ctx = by;
    static const int status[4] = {0, 0, 0, 0};
    long found[4];
    shmem_get(found, constants, 4, 0);
    shmem_get_nbi(ctx, found, constants, 4, 0);
    shmem_ibget(ctx, found, constants, 1, 1, 2, 2, 0);
    found[0] += shmem_g(constants, 0) + shmem_g(ctx, constants + 1, 0);
    found[0] += shmem_atomic_fetch(ctx, constants, 0) + shmem_fetch(constants, 0);
    shmem_atomic_fetch_nbi(found + 1, constants, 0);
    found[0] += shmem_test_all_vector(numbers, 4, status, SHMEM_CMP_EQ, constants);
    return found[0] + (long)shmem_test_any(numbers, 4, NULL, SHMEM_CMP_EQ, 1);
}

void writes(shmem_ctx_t by)
{
    const shmem_ctx_t ctx = by;
    shmem_put(ctx, numbers, constants, 4, 0);
    shmem_put_signal(numbers, constants, 4, &word, 1, SHMEM_SIGNAL_SET, 0);
#if !defined(__cplusplus)
    shmem_put(numbers, ((long[]){1, 2, 3, 4}), 4, 0);
    shmem_put(ctx, numbers, (long[]){1, 2, 3, 4}, 4, 0);
#endif
    shmem_p(&size, sizeof size, 0);
    shmem_atomic_add(ctx, &size, (size_t)1, 0);
    difference = shmem_atomic_fetch_add(&difference, (ptrdiff_t)1, 0);
    shmem_wait_until(&size, SHMEM_CMP_NE, 0);
    shmem_sum_reduce(SHMEM_TEAM_WORLD, numbers, constants, 4);
    shmem_sync(0, 0, 1, numbers);
    shmem_sync(SHMEM_TEAM_WORLD);
}

#if defined(__cplusplus)
__extension__ typedef double _Complex of_c_t;
__extension__ typedef float _Complex short_of_c_t;

static volatile long flag;
static volatile unsigned short flags[2];

void in_cpp(long &number, const long &other)
{
    static std::complex<double> numbers_of_cpp[2];
    static of_c_t of_c[2];
    static short_of_c_t short_of_c[2];
    shmem_put(&number, &other, 1, 0);
    shmem_wait_until(&flag, SHMEM_CMP_NE, 0);
    shmem_wait_until(flags, SHMEM_CMP_NE, 0);
    shmem_test(flags + 1, SHMEM_CMP_NE, 0);
    shmem_wait_until(&number, SHMEM_CMP_NE, 0);
    shmem_wait_until_any(&flag, 1, NULL, SHMEM_CMP_EQ, 1);
    shmem_sum_reduce(SHMEM_TEAM_WORLD, numbers_of_cpp, numbers_of_cpp, 2);
    shmem_sum_reduce(SHMEM_TEAM_WORLD, of_c, of_c, 2);
    shmem_sum_exscan(SHMEM_TEAM_WORLD, short_of_c, short_of_c, 2);
    shmem_complexd_prod_reduce(SHMEM_TEAM_WORLD, of_c, of_c, 2);
    shmem_complexf_sum_to_all(short_of_c, short_of_c, 2, 0, 0, 1, short_of_c, numbers);
    shmem_complexd_prod_to_all(numbers_of_cpp, numbers_of_cpp, 2, 0, 0, 1, numbers_of_cpp, numbers);
}
#endif
