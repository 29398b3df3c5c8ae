/* Checks with a message; a failed one ends the job. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void checked(int is_true, const char *text, int line)
{
    if (is_true)
        return;
    printf("line %d: not so: %s\n", line, text);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

#define CHECK(what) checked((what) ? 1 : 0, #what, __LINE__)
#define OK(call) CHECK((call) == MPI_SUCCESS)

#endif
