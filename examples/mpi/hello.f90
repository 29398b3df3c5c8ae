! Each rank prints its rank number. Compile: mpifort hello.f90 -o hello
program hello
  use mpi
  implicit none
  character(len=MPI_MAX_PROCESSOR_NAME) :: name
  integer :: rank, ranks, length, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Get_processor_name(name, length, ierror)
  print '(a, i0, a, i0, 2a)', 'rank ', rank, ' of ', ranks, ' on ', name(1:length)
  call MPI_Finalize(ierror)
end program hello
