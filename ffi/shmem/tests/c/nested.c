/* Nested teams, destroyed in every order, their contexts, and threads that synchronise in
 * different teams at a time. */
#include "check.h"
#include <pthread.h>

enum { ROUNDS = 50 };

/* Rows and columns of every width: each PE is in one of each, and is their only common member. */
static void rows_and_columns(void)
{
    long *sum = NEW(long, 2), *own = NEW(long, 1);
    int width, pe;
    *own = me + 1;
    for (width = 1; width <= pes + 2; width++) {
        shmem_team_t row, column;
        long of_row = 0, of_column = 0;
        int used = width < pes ? width : pes;
        CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, width, NULL, 0, &row, NULL, 0, &column) == 0);
        for (pe = 0; pe < pes; pe++) {
            of_row += pe / used == me / used ? pe + 1 : 0;
            of_column += pe % used == me % used ? pe + 1 : 0;
            CHECK((shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, row) >= 0) ==
                  (pe / used == me / used));
        }
        CHECK(shmem_long_sum_reduce(row, sum, own, 1) == 0);
        CHECK(shmem_long_sum_reduce(column, sum + 1, own, 1) == 0);
        CHECK(sum[0] == of_row && sum[1] == of_column);
        if (width % 2) {
            shmem_team_destroy(row);
            shmem_team_destroy(column);
        } else {
            shmem_team_destroy(column);
            shmem_team_destroy(row);
        }
    }
    shmem_free(own);
    shmem_free(sum);
}

/* A chain of teams, each without the first PE of the one before; they are destroyed from either
 * end. */
static void chains(int first_to_last)
{
    shmem_team_t chain[16];
    int *got = NEW(int, 1), *own = NEW(int, 1), length = pes < 16 ? pes : 16, at, depth = 1;
    chain[0] = SHMEM_TEAM_WORLD;
    for (at = 1; at < length; at++) {
        int size = pes - at;
        if (at > me)
            break;
        CHECK(shmem_team_split_strided(chain[at - 1], 1, 1, size, NULL, 0, &chain[at]) == 0);
        depth++;
        CHECK(shmem_team_my_pe(chain[at]) == me - at && shmem_team_n_pes(chain[at]) == size);
    }
    if (at < length && at == me + 1) {
        /* A PE outside the next team still takes part in creating it. */
        CHECK(shmem_team_split_strided(chain[at - 1], 1, 1, pes - at, NULL, 0, &chain[at]) == 0);
        CHECK(chain[at] == SHMEM_TEAM_INVALID);
    }
    for (at = 1; at < depth; at++) {
        int which = first_to_last ? at : depth - at;
        *own = me;
        CHECK(shmem_team_sync(chain[which]) == 0);
        CHECK(shmem_int_broadcast(chain[which], got, own, 1, 0) == 0 && *got == which);
        shmem_team_destroy(chain[which]);
    }
    shmem_barrier_all();
    shmem_free(own);
    shmem_free(got);
}

/* Contexts that still exist when their team is destroyed are destroyed with it. */
static void contexts(void)
{
    static const long options[] = {0, SHMEM_CTX_PRIVATE, SHMEM_CTX_SERIALIZED, SHMEM_CTX_NOSTORE};
    long *words = NEW(long, 4);
    int at, round;
    for (round = 0; round < 5; round++) {
        shmem_team_config_t config = {4};
        shmem_team_t back;
        shmem_ctx_t ctx[4];
        CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, &config,
                                       SHMEM_TEAM_NUM_CONTEXTS, &back) == 0);
        for (at = 0; at < 4; at++) {
            CHECK(shmem_team_create_ctx(back, options[at], &ctx[at]) == 0);
            shmem_ctx_session_start(ctx[at], SHMEM_CTX_SESSION_BATCH, NULL, 0);
            shmem_ctx_long_atomic_add(ctx[at], words + at, at + 1, (pes - 1 - next_pe));
            shmem_ctx_fence(ctx[at]);
            shmem_ctx_session_stop(ctx[at]);
        }
        shmem_ctx_destroy(ctx[round % 4]);
        shmem_team_destroy(back);
        shmem_barrier_all();
    }
    for (at = 0; at < 4; at++)
        CHECK(words[at] == 5 * (at + 1));
    shmem_barrier_all();
    shmem_free(words);
}

static shmem_team_t teams[2];
static long *sums, *owns;

static void *meets(void *argument)
{
    int which = *(int *)argument, round, pe, n = shmem_team_n_pes(teams[which]);
    for (round = 0; round < ROUNDS; round++) {
        long wanted = 0;
        owns[which * 8] = me + round;
        for (pe = 0; pe < n; pe++)
            wanted += shmem_team_translate_pe(teams[which], pe, SHMEM_TEAM_WORLD) + round;
        CHECK(shmem_long_sum_reduce(teams[which], sums + which * 8, owns + which * 8, 1) == 0);
        CHECK(sums[which * 8] == wanted);
        CHECK(shmem_team_sync(teams[which]) == 0);
        CHECK(shmem_long_broadcast(teams[which], sums + which * 8, owns + which * 8, 1, n - 1) ==
              0);
        CHECK(sums[which * 8] == shmem_team_translate_pe(teams[which], n - 1, SHMEM_TEAM_WORLD) +
                                     round);
        CHECK(shmem_team_sync(teams[which]) == 0);
    }
    return NULL;
}

/* Two threads of each PE synchronise in two teams, in an undetermined order. */
static void threads(void)
{
    static int numbers[] = {0, 1};
    pthread_t other;
    int parity;
    sums = NEW(long, 16);
    owns = NEW(long, 16);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &teams[0]) == 0);
    for (parity = 0; parity < 2 && parity < pes; parity++) {
        shmem_team_t half;
        CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, parity, 2, (pes + 1 - parity) / 2, NULL, 0,
                                       &half) == 0);
        if (half != SHMEM_TEAM_INVALID)
            teams[1] = half;
    }
    CHECK(pthread_create(&other, NULL, meets, &numbers[me % 2]) == 0);
    meets(&numbers[1 - me % 2]);
    CHECK(pthread_join(other, NULL) == 0);
    shmem_team_destroy(teams[1]);
    shmem_team_destroy(teams[0]);
    shmem_free(owns);
    shmem_free(sums);
}

/* As many teams as possible, and one more, which must be refused. */
static void too_many(void)
{
    static shmem_team_t all[1000];
    int count = 0, at;
    while (count < 1000 && shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0,
                                                    &all[count]) == 0)
        count++;
    CHECK(count >= 32 && (count == 1000 || all[count] == SHMEM_TEAM_INVALID));
    for (at = 0; at < count; at += 2)
        shmem_team_destroy(all[at]);
    for (at = 1; at < count; at += 2)
        shmem_team_destroy(all[at]);
}

int main(void)
{
    int provided;
    if (shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) != 0)
        return 1;
    look();
    rows_and_columns();
    chains(0);
    chains(1);
    contexts();
    threads();
    too_many();
    shmem_finalize();
    return 0;
}
