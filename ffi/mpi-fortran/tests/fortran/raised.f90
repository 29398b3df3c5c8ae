! An error is raised once, whatever the library asks before the call.
module hears
  implicit none
  integer :: heard = 0

contains

  subroutine counts(comm, code)
    integer :: comm, code
    if (comm /= 0 .and. code /= 0) heard = heard + 1
  end subroutine counts

end module hears

program raised
  use mpi
  use hears
  implicit none
  integer :: handler, ierror, request, wrong = 0, from(1), into(1), counts_of(1), types(1)
  integer(kind=MPI_ADDRESS_KIND) :: places(1)

  call MPI_Init(ierror)
  call MPI_Comm_create_errhandler(counts, handler, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler, ierror)
  from = 0
  into = 0
  counts_of = 0
  places = 0
  types = MPI_INTEGER
  call MPI_Alltoallw(from, counts_of, into, types, into, counts_of, into, types, MPI_COMM_NULL, ierror)
  call expect(ierror /= MPI_SUCCESS .and. heard == 1, 'MPI_ALLTOALLW')
  call MPI_Ialltoallw(from, counts_of, into, types, into, counts_of, into, types, MPI_COMM_NULL, &
                      request, ierror)
  call expect(ierror /= MPI_SUCCESS .and. heard == 2, 'MPI_IALLTOALLW')
  call MPI_Neighbor_alltoallw(from, counts_of, places, types, into, counts_of, places, types, &
                              MPI_COMM_NULL, ierror)
  call expect(ierror /= MPI_SUCCESS .and. heard == 3, 'MPI_NEIGHBOR_ALLTOALLW')
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program raised
