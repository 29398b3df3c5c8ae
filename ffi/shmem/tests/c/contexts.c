/* Contexts: with every option, on teams, many at a time, and with sessions. */
#include "check.h"

enum { MANY = 8, COUNT = 100 };

static void works(shmem_ctx_t ctx, long *words, int target)
{
    long source[COUNT], got[COUNT], old = -1;
    int at;
    for (at = 0; at < COUNT; at++)
        source[at] = at + me;
    shmem_ctx_long_put_nbi(ctx, words, source, COUNT, target);
    shmem_ctx_quiet(ctx);
    shmem_ctx_long_get_nbi(ctx, got, words, COUNT, target);
    shmem_ctx_quiet(ctx);
    for (at = 0; at < COUNT; at++)
        CHECK(got[at] == source[at]);
    shmem_ctx_long_atomic_fetch_add_nbi(ctx, &old, words, 5, target);
    shmem_ctx_quiet(ctx);
    CHECK(old == me);
    CHECK(shmem_ctx_long_g(ctx, words, target) == me + 5);
}

static void of_teams(long *words)
{
    shmem_team_t back, of = SHMEM_TEAM_INVALID;
    shmem_team_config_t config = {2};
    shmem_ctx_t ctx;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, &config,
                                   SHMEM_TEAM_NUM_CONTEXTS, &back) == 0);
    CHECK(shmem_team_create_ctx(back, 0, &ctx) == 0);
    CHECK(shmem_ctx_get_team(ctx, &of) == 0 && of == back);
    /* PE 0 of the team is the last PE of the world. */
    shmem_ctx_long_atomic_inc(ctx, words + COUNT, 0);
    shmem_ctx_quiet(ctx);
    shmem_barrier_all();
    CHECK(words[COUNT] == (me == pes - 1 ? pes : 0));
    works(ctx, words, pes - 1 - next_pe);
    shmem_barrier_all();
    shmem_ctx_destroy(ctx);
    shmem_team_destroy(back);
    CHECK(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &ctx) != 0 && ctx == SHMEM_CTX_INVALID);
}

int main(void)
{
    static const long options[] = {0, SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE, SHMEM_CTX_NOSTORE,
                                   SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE};
    shmem_ctx_t many[MANY], ctx;
    shmem_team_t of;
    shmem_ctx_session_config_t config = {COUNT};
    long *words;
    unsigned which;
    begin();
    words = NEW(long, COUNT + 1);
    for (which = 0; which < sizeof options / sizeof *options; which++) {
        CHECK(shmem_ctx_create(options[which], &ctx) == 0 && ctx != SHMEM_CTX_INVALID);
        CHECK(shmem_ctx_get_team(ctx, &of) == 0 && of == SHMEM_TEAM_WORLD);
        works(ctx, words, next_pe);
        shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, &config,
                                SHMEM_CTX_SESSION_TOTAL_OPS);
        works(ctx, words, next_pe);
        shmem_ctx_session_stop(ctx);
        shmem_ctx_destroy(ctx);
        shmem_barrier_all();
    }
    for (which = 0; which < MANY; which++)
        CHECK(shmem_ctx_create(0, &many[which]) == 0);
    for (which = 0; which < MANY; which++)
        works(many[which], words, next_pe);
    for (which = 0; which < MANY; which++)
        shmem_ctx_destroy(many[which]);
    shmem_barrier_all();
    CHECK(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &of) == 0 && of == SHMEM_TEAM_WORLD);
    CHECK(shmem_ctx_get_team(SHMEM_CTX_INVALID, &of) != 0 && of == SHMEM_TEAM_INVALID);
    shmem_ctx_session_start(SHMEM_CTX_INVALID, 0, NULL, 0);
    shmem_ctx_session_stop(SHMEM_CTX_INVALID);
    shmem_ctx_destroy(SHMEM_CTX_INVALID);
    shmem_barrier_all();
    of_teams(words);
    shmem_finalize();
    return 0;
}
