/* Every split of every size, compared with a direct count; PEs outside a team, and invalid
 * handles; more teams and contexts than there is room for. */
#include "check.h"

/* PEs of the parent in the order of the new team; 0 if the arguments do not form a team. */
static int members(int parent, int start, int stride, int size, int *all)
{
    int at;
    if (size < 1 || (stride == 0 && size > 1))
        return 0;
    for (at = 0; at < size; at++) {
        long pe = start + (long)stride * at;
        if (pe < 0 || pe >= parent)
            return 0;
        all[at] = (int)pe;
    }
    return size;
}

static void strided(shmem_team_t parent)
{
    int n = shmem_team_n_pes(parent), mine = shmem_team_my_pe(parent), start, stride, size, at;
    int all[16];
    for (start = -1; start <= n; start++)
        for (stride = -n; stride <= n; stride++)
            for (size = 0; size <= n + 1; size++) {
                shmem_team_t team = SHMEM_TEAM_WORLD;
                int count = members(n, start, stride, size, all), place = -1;
                int code = shmem_team_split_strided(parent, start, stride, size, NULL, 0, &team);
                CHECK((code == 0) == (count > 0));
                for (at = 0; at < count; at++)
                    if (all[at] == mine)
                        place = at;
                CHECK((team == SHMEM_TEAM_INVALID) == (place < 0));
                CHECK(shmem_team_my_pe(team) == place);
                if (place < 0)
                    continue;
                CHECK(shmem_team_n_pes(team) == count);
                for (at = 0; at < count; at++) {
                    CHECK(shmem_team_translate_pe(team, at, parent) == all[at]);
                    CHECK(shmem_team_translate_pe(parent, all[at], team) == at);
                }
                CHECK(shmem_team_translate_pe(team, -1, parent) == -1);
                CHECK(shmem_team_translate_pe(team, count, parent) == -1);
                CHECK(shmem_team_sync(team) == 0);
                shmem_team_destroy(team);
            }
}

static void in_two_dimensions(shmem_team_t parent)
{
    int n = shmem_team_n_pes(parent), mine = shmem_team_my_pe(parent), width, at;
    for (width = -1; width <= n + 2; width++) {
        shmem_team_t row = SHMEM_TEAM_WORLD, column = SHMEM_TEAM_WORLD;
        int used = width < n ? width : n;
        int code = shmem_team_split_2d(parent, width, NULL, 0, &row, NULL, 0, &column);
        CHECK((code == 0) == (width > 0));
        if (width <= 0) {
            CHECK(row == SHMEM_TEAM_INVALID && column == SHMEM_TEAM_INVALID);
            continue;
        }
        CHECK(shmem_team_my_pe(row) == mine % used && shmem_team_my_pe(column) == mine / used);
        for (at = 0; at < shmem_team_n_pes(row); at++)
            CHECK(shmem_team_translate_pe(row, at, parent) == mine / used * used + at);
        for (at = 0; at < shmem_team_n_pes(column); at++)
            CHECK(shmem_team_translate_pe(column, at, parent) == mine % used + at * used);
        shmem_team_destroy(column);
        shmem_team_destroy(row);
    }
}

static void handles(void)
{
    shmem_team_config_t config = {4}, got = {7};
    shmem_team_t none = SHMEM_TEAM_WORLD, other = SHMEM_TEAM_WORLD, some;
    CHECK(shmem_team_split_2d(SHMEM_TEAM_INVALID, 1, NULL, 0, &none, NULL, 0, &other) != 0);
    CHECK(none == SHMEM_TEAM_INVALID && other == SHMEM_TEAM_INVALID);
    CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_INVALID, 0, SHMEM_TEAM_WORLD) == -1);
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, SHMEM_TEAM_INVALID) == -1);
    CHECK(shmem_team_get_config(SHMEM_TEAM_INVALID, SHMEM_TEAM_NUM_CONTEXTS, &got) != 0);
    CHECK(got.num_contexts == 7);
    CHECK(shmem_team_get_config(SHMEM_TEAM_WORLD, 0, NULL) == 0);
    CHECK(shmem_team_get_config(SHMEM_TEAM_WORLD, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0);
    CHECK(got.num_contexts >= 0);
    CHECK(shmem_team_get_config(SHMEM_TEAM_SHARED, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0);
    /* Without its mask bit a configuration is ignored. */
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, &config, 0, &some) == 0);
    CHECK(shmem_team_get_config(some, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0);
    CHECK(got.num_contexts == 0);
    shmem_team_destroy(some);
}

/* All PEs run out of room at the same time, and it becomes available again. */
static void exhausted(void)
{
    static shmem_team_t teams[2000];
    static shmem_ctx_t contexts[5000];
    int round, count, contexts_n;
    for (round = 0; round < 2; round++) {
        for (count = 0; count < 2000; count++)
            if (shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, &teams[count]) != 0)
                break;
        CHECK(count > 30 && (count == 2000 || teams[count] == SHMEM_TEAM_INVALID));
        CHECK(shmem_team_sync(teams[count - 1]) == 0);
        while (count-- > 0)
            shmem_team_destroy(teams[count]);
        for (contexts_n = 0; contexts_n < 5000; contexts_n++)
            if (shmem_ctx_create(0, &contexts[contexts_n]) != 0)
                break;
        CHECK(contexts_n > 100);
        CHECK(contexts_n == 5000 || contexts[contexts_n] == SHMEM_CTX_INVALID);
        while (contexts_n-- > 0)
            shmem_ctx_destroy(contexts[contexts_n]);
    }
}

/* Only PE 0 runs out of room: the split then fails on all PEs, also on those outside. */
static void exhausted_on_one(void)
{
    static shmem_team_t teams[2000];
    static int code[1], most[1], least[1];
    int count;
    for (count = 0; count < 2000; count++) {
        code[0] = shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &teams[count]) != 0;
        shmem_int_max_reduce(SHMEM_TEAM_WORLD, most, code, 1);
        shmem_int_min_reduce(SHMEM_TEAM_WORLD, least, code, 1);
        CHECK(most[0] == least[0]);
        if (code[0])
            break;
    }
    CHECK(count > 30 && (count == 2000 || teams[count] == SHMEM_TEAM_INVALID));
    while (count-- > 0)
        shmem_team_destroy(teams[count]);
}

int main(void)
{
    shmem_team_t back;
    begin();
    strided(SHMEM_TEAM_WORLD);
    in_two_dimensions(SHMEM_TEAM_WORLD);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &back) == 0);
    strided(back);
    in_two_dimensions(back);
    /* A split of a team that is destroyed first. */
    shmem_team_destroy(back);
    handles();
    exhausted();
    exhausted_on_one();
    shmem_finalize();
    return 0;
}
