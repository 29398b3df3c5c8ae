! Arguments by the names that the standard gives them in Fortran.
program keywords
  use mpi
  implicit none
  integer :: at, ierror, requests(2), status(MPI_STATUS_SIZE), neighbours, graph, rank, wrong = 0
  logical :: flag

  call MPI_Init(ierror)
  call MPI_Comm_rank(comm=MPI_COMM_SELF, rank=rank, ierror=ierror)
  requests = MPI_REQUEST_NULL
  call MPI_Waitany(count=2, array_of_requests=requests, index=at, status=status, ierror=ierror)
  call expect(at == MPI_UNDEFINED, 'INDEX of MPI_WAITANY')
  call MPI_Testany(2, requests, index=at, flag=flag, status=status, ierror=ierror)
  call expect(flag .and. at == MPI_UNDEFINED, 'INDEX of MPI_TESTANY')
  call MPI_Graph_create(comm_old=MPI_COMM_SELF, nnodes=1, index=[1], edges=[0], reorder=.false., &
                        comm_graph=graph, ierror=ierror)
  call MPI_Graph_neighbors_count(comm=graph, rank=0, nneighbors=neighbours, ierror=ierror)
  call expect(neighbours == 1, 'INDEX of MPI_GRAPH_CREATE')
  call MPI_Comm_free(comm=graph, ierror=ierror)
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program keywords
