/* Ends without shmem_finalize, and ends that others miss, by number. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static long word;

/* Stops this process after `after` milliseconds, for `time` milliseconds. */
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

/* A collective call; PE 0 is the root of broadcasts. */
static void call_all(int call, shmem_team_t team)
{
    static long source[1000], dest[4000], p_sync[SHMEM_BARRIER_SYNC_SIZE];
    switch (call) {
    case 0:
        shmem_barrier_all();
        break;
    case 1:
        shmem_sync_all();
        break;
    case 2:
        shmem_team_sync(team);
        break;
    case 3:
        shmem_barrier(0, 0, pes, p_sync);
        break;
    case 4:
        shmem_malloc(100);
        break;
    case 5:
        shmem_team_split_strided(team, 0, 1, pes, NULL, 0, &team);
        break;
    case 6:
        shmem_long_sum_reduce(team, dest, source, 1);
        break;
    case 7:
        shmem_long_sum_reduce(team, dest, source, 1000);
        break;
    case 8:
        shmem_long_broadcast(team, dest, source, 1, 0);
        break;
    case 9:
        shmem_long_broadcast(team, dest, source, 1000, 0);
        break;
    case 10:
        shmem_long_fcollect(team, dest, source, 1);
        break;
    case 11:
        shmem_long_fcollect(team, dest, source, 1000);
        break;
    case 12:
        shmem_long_alltoall(team, dest, source, 1);
        break;
    case 13:
        shmem_long_alltoalls(team, dest, source, 1, 1, 100);
        break;
    case 14:
        shmem_long_collect(team, dest, source, 1);
        break;
    case 15:
        shmem_long_sum_inscan(team, dest, source, 1);
        break;
    case 16:
        shmem_long_sum_exscan(team, dest, source, 1000);
        break;
    case 17:
        shmem_long_wait_until(&word, SHMEM_CMP_NE, 0);
        break;
    }
}

/* One PE ends, and the others make a collective call. */
static void end_before(int ending, const char *how, int call)
{
    shmem_team_t team = SHMEM_TEAM_WORLD;
    if (strcmp(how, "team") == 0)
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, &team);
    if (me != ending)
        call_all(call, team);
    if (strcmp(how, "exit") != 0)
        shmem_finalize();
    exit(0);
}

int main(int argc, char **argv)
{
    shmem_team_t team;
    pid_t launcher;
    int fd;
    if (argc == 4) {
        if (strcmp(argv[2], "threads") == 0)
            shmem_init_thread(SHMEM_THREAD_MULTIPLE, &fd);
        else
            shmem_init();
        look();
        end_before(atoi(argv[1]), argv[2], atoi(argv[3]));
    }
    if (argc != 2)
        return 2;
    begin();
    printf("printed by PE %d\n", me);
    switch (atoi(argv[1])) {
    /* The launcher is gone when the library leaves the job. */
    case 0:
        for (fd = 3; fd < 256; fd++)
            shutdown(fd, SHUT_RDWR);
        break;
    /* No PE calls shmem_finalize: this is a normal end of all PEs together. */
    case 1:
        shmem_long_p(&word, 1, next_pe);
        if (me == 0)
            exit(0);
        shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
        break;
    /* Of three PEs one has ended, and one is stopped while it waits: the third waits for long,
     * and successfully. */
    case 2:
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
    /* PE 0 ends the job, while the others wait with unflushed output. */
    case 3:
        if (me == 0) {
            shmem_long_wait_until(&word, SHMEM_CMP_EQ, pes - 1);
            usleep(500 * 1000);
            shmem_global_exit(0);
        }
        shmem_long_atomic_inc(&word, 0);
        shmem_barrier_all();
        break;
    /* The launcher is late: the others learn from the network that PE 0 is gone. */
    case 5:
        if (me == 0) {
            shmem_long_wait_until(&word, SHMEM_CMP_GE, 1000);
            launcher = getppid();
            kill(launcher, SIGSTOP);
            if (fork() == 0) {
                usleep(450 * 1000);
                kill(launcher, SIGCONT);
                _exit(0);
            }
            shmem_global_exit(0);
        }
        for (;;)
            shmem_long_atomic_fetch_inc(&word, 0);
    /* PE 0 ends early, and the others continue together for long. */
    case 4:
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 1, pes - 1, NULL, 0, &team);
        if (me > 0) {
            if (me == 1)
                usleep(3500 * 1000);
            shmem_long_p(&word, 1, next_pe > 0 ? next_pe : 1);
            shmem_team_sync(team);
            shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
        }
        shmem_finalize();
        break;
    }
    return 0;
}
