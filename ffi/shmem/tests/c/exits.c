/* Ends without shmem_finalize, by number. */
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static long word;

/* Stops this process after so many milliseconds for so many others. */
static void stop(unsigned after, unsigned time)
{
    pid_t self = getpid();
    if (fork() == 0) {
        usleep(after * 1000);
        kill(self, SIGSTOP);
        usleep(time * 1000);
        kill(self, SIGCONT);
        _exit(0);
    }
}

/* A call with data of all. */
static void combine(int call)
{
    static long source[1000], dest[4000];
    switch (call) {
    case 0:
        shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 1);
        break;
    case 1:
        shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 1000);
        break;
    case 2:
        shmem_long_fcollect(SHMEM_TEAM_WORLD, dest, source, 1);
        break;
    case 3:
        shmem_long_fcollect(SHMEM_TEAM_WORLD, dest, source, 1000);
        break;
    case 4:
        shmem_long_alltoall(SHMEM_TEAM_WORLD, dest, source, 1);
        break;
    case 5:
        shmem_long_alltoalls(SHMEM_TEAM_WORLD, dest, source, 1, 1, 100);
        break;
    case 6:
        shmem_long_collect(SHMEM_TEAM_WORLD, dest, source, 1);
        break;
    case 7:
        shmem_long_sum_inscan(SHMEM_TEAM_WORLD, dest, source, 1);
        break;
    case 8:
        shmem_long_sum_exscan(SHMEM_TEAM_WORLD, dest, source, 1000);
        break;
    }
}

int main(int argc, char **argv)
{
    int fd;
    if (argc != 2)
        return 2;
    begin();
    printf("printed by PE %d\n", me);
    switch (atoi(argv[1])) {
    /* The launcher is not there any more when the library leaves it. */
    case 0:
        for (fd = 3; fd < 256; fd++)
            shutdown(fd, SHUT_RDWR);
        break;
    /* Nobody calls it: this is an end as any other, of all together. */
    case 1:
        shmem_long_p(&word, 1, next_pe);
        if (me == 0)
            exit(0);
        shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
        break;
    /* PE 0 ends, and the others wait for it: for a word, in barriers, at their own end. */
    case 2:
        if (me > 0)
            shmem_long_wait_until(&word, SHMEM_CMP_NE, 0);
        break;
    case 3:
        if (me > 0) {
            shmem_barrier_all();
            shmem_barrier_all();
        }
        break;
    case 4:
        if (me > 0) {
            shmem_barrier_all();
            shmem_finalize();
        }
        break;
    /* Of three PEs one has ended, and one is stopped while it waits: the third waits for long, and
       not in vain. */
    case 5:
        if (me == 1) {
            usleep(1900 * 1000);
            shmem_long_p(&word, 1, 2);
            shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
        }
        if (me == 2) {
            stop(1700, 3800);
            shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
            shmem_long_p(&word, 1, 1);
        }
        break;
    /* PE 0 ends all, while the others wait and have printed what no buffer has let go. */
    case 6:
        if (me == 0) {
            usleep(500 * 1000);
            shmem_global_exit(0);
        }
        shmem_barrier_all();
        break;
    /* PE 0 ends, and the others ask for memory, which takes a barrier with something in it. */
    case 7:
        if (me > 0)
            shmem_malloc(100);
        break;
    /* Or for data. */
    default:
        if (me > 0)
            combine(atoi(argv[1]) - 8);
    }
    return 0;
}
