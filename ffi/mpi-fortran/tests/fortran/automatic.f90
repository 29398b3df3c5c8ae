! A buffer of buffered sends that is as large as it has to be, which MPI 4.1 has added.
program automatic
  use mpi
  implicit none
  integer :: rank, size, next, before, one, count, ierror, wrong
  integer(kind=MPI_ADDRESS_KIND) :: place

  wrong = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)

  call MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0, ierror)
  call MPI_Bsend(rank, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, ierror)
  call MPI_Recv(one, 1, MPI_INTEGER, before, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call expect(one == before, 'a message from the buffer')
  call MPI_Buffer_detach(place, count, ierror)
  call expect(count == 0, 'the size of the buffer')

  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program automatic
