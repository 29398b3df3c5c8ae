/* Pi as the area under 4 / (1 + x^2); each rank integrates a part. Run: skifrun -n 4 ./pi */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    long steps = 10 * 1000 * 1000;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&steps, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    double begin = MPI_Wtime(), step = 1.0 / (double)steps, part = 0, pi = 0;
    for (long at = rank; at < steps; at += size) {
        double x = step * ((double)at + 0.5);
        part += 4 / (1 + x * x);
    }
    part *= step;
    MPI_Reduce(&part, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        fprintf(stderr, "%.3f s\n", MPI_Wtime() - begin);
        printf("pi is %.10f, wrong by %.1e\n", pi, fabs(pi - acos(-1.0)));
    }
    return MPI_Finalize();
}
