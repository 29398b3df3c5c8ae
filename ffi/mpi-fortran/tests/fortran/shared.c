/* The C part of shared.f90: attributes that both languages set and get. */
#include <mpi.h>

/* Whether C gets the address of this integer. */
void c_finds_(const MPI_Fint *comm, const MPI_Fint *key, const MPI_Aint *number, MPI_Fint *is_so)
{
    MPI_Aint *found = 0;
    int flag = 0;

    MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *key, &found, &flag);
    *is_so = flag && *found == *number;
}

/* The same for an INTEGER. */
void c_finds_old_(const MPI_Fint *comm, const MPI_Fint *key, const MPI_Fint *number,
                  MPI_Fint *is_so)
{
    int *found = 0, flag = 0;

    MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *key, &found, &flag);
    *is_so = flag && *found == *number;
}

/* Whether C gets this pointer, as it was set. */
void c_finds_address_(const MPI_Fint *comm, const MPI_Fint *key, const MPI_Aint *address,
                      MPI_Fint *is_so)
{
    void *found = 0;
    int flag = 0;

    MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *key, &found, &flag);
    *is_so = flag && (MPI_Aint)found == *address;
}

/* Sets a pointer. */
void c_sets_(const MPI_Fint *comm, const MPI_Fint *key, const MPI_Aint *address)
{
    MPI_Comm_set_attr(MPI_Comm_f2c(*comm), *key, (void *)*address);
}

/* A key whose attributes are copied. */
void c_key_(MPI_Fint *key)
{
    int made = MPI_KEYVAL_INVALID;

    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &made, 0);
    *key = made;
}
