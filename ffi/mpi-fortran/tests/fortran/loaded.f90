! A shared object, of which a program loads several.
subroutine sums(wrong)
  use mpi
  implicit none
  integer, intent(out) :: wrong
  integer :: ranks, ierror, both(2), from, into, request(1), guard(3), graph, degrees(2)
  integer :: datatype, status(MPI_STATUS_SIZE)
  integer(kind=MPI_ADDRESS_KIND) :: address(1)
  logical :: is_weighted

  wrong = 0
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  both = [1, 2]
  call MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call expect(both(1) == ranks .and. both(2) == 2*ranks, 'MPI_IN_PLACE')

  from = 5
  into = 0
  call MPI_Get_address(from, address(1), ierror)
  call MPI_Type_create_hindexed(1, [1], address, MPI_INTEGER, datatype, ierror)
  call MPI_Type_commit(datatype, ierror)
  call MPI_Irecv(into, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, request(1), ierror)
  call MPI_Send(MPI_BOTTOM, 1, datatype, 0, 0, MPI_COMM_SELF, ierror)
  call MPI_Waitall(1, request, MPI_STATUSES_IGNORE, ierror)
  call expect(into == 5, 'MPI_BOTTOM')
  call MPI_Type_free(datatype, ierror)

  guard = MPI_STATUS_IGNORE(1:3)
  call MPI_Sendrecv(from, 1, MPI_INTEGER, 0, 7, into, 1, MPI_INTEGER, 0, 7, MPI_COMM_SELF, &
                    MPI_STATUS_IGNORE, ierror)
  call expect(all(guard == MPI_STATUS_IGNORE(1:3)), 'MPI_STATUS_IGNORE')
  call MPI_Sendrecv(from, 1, MPI_INTEGER, 0, 7, into, 1, MPI_INTEGER, 0, 7, MPI_COMM_SELF, &
                    status, ierror)
  call expect(status(MPI_TAG) == 7, 'a status')

  call MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, [0], MPI_UNWEIGHTED, 1, [0], &
                                      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph, ierror)
  call MPI_Dist_graph_neighbors_count(graph, degrees(1), degrees(2), is_weighted, ierror)
  call expect(.not. is_weighted, 'MPI_UNWEIGHTED')
  call MPI_Comm_free(graph, ierror)

contains

  include 'expect.inc'

end subroutine sums
