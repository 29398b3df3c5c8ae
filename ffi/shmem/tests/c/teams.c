/* Teams: their members, and collectives over them. */
#include "check.h"

static int *dest, *source;

/* Every PE of a team sends its world number to the others. */
static void talks(shmem_team_t team)
{
    int mine = shmem_team_my_pe(team), size = shmem_team_n_pes(team), pe, sum = 0;
    if (team == SHMEM_TEAM_INVALID) {
        CHECK(mine == -1 && size == -1);
        return;
    }
    *source = me;
    CHECK(shmem_team_sync(team) == 0);
    CHECK(shmem_int_fcollect(team, dest, source, 1) == 0);
    for (pe = 0; pe < size; pe++) {
        CHECK(dest[pe] == shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD));
        sum += dest[pe];
    }
    CHECK(dest[mine] == me);
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, me, team) == mine);
    CHECK(shmem_team_translate_pe(team, size, SHMEM_TEAM_WORLD) == -1);
    CHECK(shmem_team_sync(team) == 0);
    CHECK(shmem_int_sum_reduce(team, dest, source, 1) == 0 && *dest == sum);
    CHECK(shmem_team_sync(team) == 0);
    CHECK(shmem_int_broadcast(team, dest, source, 1, size - 1) == 0);
    CHECK(*dest == shmem_team_translate_pe(team, size - 1, SHMEM_TEAM_WORLD));
    CHECK(shmem_team_sync(team) == 0);
}

int main(void)
{
    shmem_team_t even, back, row, column, none = SHMEM_TEAM_WORLD;
    shmem_team_config_t config = {3}, got = {0};
    int width = 2, half, size;
    begin();
    dest = NEW(int, pes);
    source = NEW(int, 1);
    talks(SHMEM_TEAM_WORLD);
    talks(SHMEM_TEAM_INVALID);
    CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == pes);
    talks(SHMEM_TEAM_SHARED);
    CHECK(shmem_team_ptr(SHMEM_TEAM_SHARED, dest, shmem_team_my_pe(SHMEM_TEAM_SHARED)) == dest);
    CHECK(shmem_team_ptr(SHMEM_TEAM_INVALID, dest, 0) == NULL);
    half = (pes + 1) / 2;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, half, &config, SHMEM_TEAM_NUM_CONTEXTS,
                                   &even) == 0);
    CHECK((even != SHMEM_TEAM_INVALID) == (me % 2 == 0));
    talks(even);
    if (even != SHMEM_TEAM_INVALID) {
        CHECK(shmem_team_my_pe(even) == me / 2 && shmem_team_n_pes(even) == half);
        CHECK(shmem_team_get_config(even, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0);
        CHECK(got.num_contexts == 3);
        CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 1, even) == -1);
    }
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &back) == 0);
    CHECK(shmem_team_my_pe(back) == pes - 1 - me);
    talks(back);
    CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, width, NULL, 0, &row, NULL, 0, &column) == 0);
    size = me / width == (pes - 1) / width ? (pes - 1) % width + 1 : width;
    CHECK(shmem_team_my_pe(row) == me % width && shmem_team_n_pes(row) == size);
    CHECK(shmem_team_my_pe(column) == me / width);
    talks(row);
    talks(column);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes + 1, NULL, 0, &none) != 0);
    CHECK(none == SHMEM_TEAM_INVALID);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &none) != 0);
    CHECK(shmem_team_get_config(SHMEM_TEAM_INVALID, 0, &got) != 0);
    shmem_team_destroy(row);
    shmem_team_destroy(column);
    shmem_team_destroy(back);
    shmem_team_destroy(even);
    shmem_team_destroy(SHMEM_TEAM_INVALID);
    talks(SHMEM_TEAM_WORLD);
    shmem_finalize();
    return 0;
}
