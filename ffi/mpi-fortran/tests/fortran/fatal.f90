! An error that nobody handles.
program fatal
  use mpi
  implicit none
  integer :: ierror, number = 1

  call MPI_Init(ierror)
  call MPI_Send(number, 1, MPI_INTEGER, 7, 0, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program fatal
