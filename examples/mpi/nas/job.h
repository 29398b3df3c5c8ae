/* Shared by the MPI kernels: start and end of a job. */
#ifndef NAS_JOB_H
#define NAS_JOB_H

#include "../../nas/nas.h"
#include <mpi.h>

static int rank, size;

/* Initialises MPI and returns the requested problem class. */
static inline char begin_job(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return class_of(argc, argv);
}

static inline void refuse_job(const char *usage)
{
    fprintf(stderr, "usage%s\n", usage);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

/* Waits for all ranks, then returns the time in seconds. */
static inline double together(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* Prints the result in one line on rank 0 and returns the exit status for main. */
static inline int end_job(const char *kernel, char class, double millions, double seconds,
                          const char *found, int is_good)
{
    if (rank == 0)
        printf("%s class %c | %d ranks | %.4g Mop/s | %s, %.4g s: %s\n", kernel, class, size,
               millions / seconds, found, seconds, is_good ? "verified" : "FAILED");
    MPI_Finalize();
    return !is_good;
}

#endif
