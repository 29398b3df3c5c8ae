/* Start, end, and the information that the library gives about itself. */
#include "check.h"
#include <string.h>

int main(void)
{
    int initialized = -1, major = 0, minor = 0, at;
    char name[SHMEM_MAX_NAME_LEN];
    long on_stack = 0, *word;
    shmem_query_initialized(&initialized);
    if (initialized != 0)
        return 1;
    /* The library may be started more than once, and again after its end. */
    for (at = 0; at < 2; at++) {
        begin();
        shmem_init();
        shmem_query_initialized(&initialized);
        CHECK(initialized != 0);
        CHECK(pes >= 1 && 0 <= me && me < pes);
        shmem_finalize();
        shmem_query_initialized(&initialized);
        CHECK(initialized != 0);
        shmem_barrier_all();
        word = NEW(long, 1);
        CHECK(word != NULL);
        shmem_long_p(word, me + 1, next_pe);
        shmem_barrier_all();
        CHECK(*word == previous_pe + 1);
        CHECK(shmem_pe_accessible(next_pe));
        CHECK(!shmem_pe_accessible(pes) && !shmem_pe_accessible(-1));
        CHECK(shmem_addr_accessible(word, next_pe) && !shmem_addr_accessible(&on_stack, next_pe));
        CHECK(shmem_ptr(word, me) == word);
        CHECK(shmem_team_ptr(SHMEM_TEAM_WORLD, word, me) == word);
        CHECK(shmem_ptr(&on_stack, me) == NULL);
        shmem_info_get_version(&major, &minor);
        CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION);
        CHECK(major == 1 && minor == 6);
        shmem_info_get_name(name);
        CHECK(strcmp(name, SHMEM_VENDOR_STRING) == 0);
        shmem_pcontrol(1);
        shmem_finalize();
        shmem_query_initialized(&initialized);
        if (initialized != 0)
            return 2;
    }
    return 0;
}
