! Addresses that mean something else, indices that count from 1, and what is in a status.
program sentinels
  use mpi
  implicit none
  integer :: rank, ranks, next, before, ierror, i, index, done, wrong = 0
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4)
  integer :: requests(4), indices(4), numbers(4), total, count, one, comm, absolute
  integer :: from(1), to(1), weights(1), degrees(2)
  integer(kind=MPI_ADDRESS_KIND) :: place(1)
  logical :: flag

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)

  total = rank + 1
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call expect(total == ranks * (ranks + 1) / 2, 'MPI_IN_PLACE')

  ! A datatype of absolute addresses.
  one = -1
  call MPI_Get_address(one, place(1), ierror)
  call MPI_Type_create_hindexed(1, [1], place, MPI_INTEGER, absolute, ierror)
  call MPI_Type_commit(absolute, ierror)
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 5, MPI_BOTTOM, 1, absolute, before, 5, &
                    MPI_COMM_WORLD, status, ierror)
  call MPI_Type_free(absolute, ierror)
  call expect(absolute == MPI_DATATYPE_NULL, 'a freed handle')
  call keep(one)
  call expect(one == before, 'MPI_BOTTOM')
  call expect(status(MPI_SOURCE) == before, 'MPI_SOURCE')
  call expect(status(MPI_TAG) == 5, 'MPI_TAG')
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  call expect(count == 1, 'MPI_Get_count')

  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 6, one, 1, MPI_INTEGER, before, MPI_ANY_TAG, &
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call expect(one == before, 'MPI_STATUS_IGNORE')

  do i = 1, 2
    call MPI_Irecv(numbers(i), 1, MPI_INTEGER, before, 10 + i, MPI_COMM_WORLD, requests(i), ierror)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 10 + i, MPI_COMM_WORLD, requests(i + 2), ierror)
  end do
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
  call expect(all(requests == MPI_REQUEST_NULL), 'requests that are done')
  call expect(all(numbers(1:2) == before), 'MPI_STATUSES_IGNORE')

  do i = 1, 2
    call MPI_Irecv(numbers(i), 1, MPI_INTEGER, before, 20 + i, MPI_COMM_WORLD, requests(i), ierror)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 20 + i, MPI_COMM_WORLD, requests(i + 2), ierror)
  end do
  call MPI_Waitall(4, requests, statuses, ierror)
  call expect(statuses(MPI_TAG, 1) == 21 .and. statuses(MPI_TAG, 2) == 22, 'statuses')

  requests = MPI_REQUEST_NULL
  call MPI_Irecv(one, 1, MPI_INTEGER, before, 30, MPI_COMM_WORLD, requests(3), ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, next, 30, MPI_COMM_WORLD, ierror)
  call MPI_Waitany(4, requests, index, status, ierror)
  call expect(index == 3, 'an index counts from 1')
  call MPI_Waitany(4, requests, index, status, ierror)
  call expect(index == MPI_UNDEFINED, 'an index of nothing')
  call MPI_Testany(4, requests, index, flag, status, ierror)
  call expect(flag .and. index == MPI_UNDEFINED, 'MPI_Testany of nothing')

  call MPI_Irecv(one, 1, MPI_INTEGER, before, 31, MPI_COMM_WORLD, requests(2), ierror)
  call MPI_Isend(rank, 1, MPI_INTEGER, next, 31, MPI_COMM_WORLD, requests(4), ierror)
  numbers = 0
  do
    call MPI_Waitsome(4, requests, done, indices, statuses, ierror)
    if (done == MPI_UNDEFINED) exit
    do i = 1, done
      numbers(indices(i)) = numbers(indices(i)) + 1
    end do
  end do
  call expect(all(numbers == [0, 1, 0, 1]), 'indices of MPI_Waitsome')
  call MPI_Testsome(4, requests, done, indices, MPI_STATUSES_IGNORE, ierror)
  call expect(done == MPI_UNDEFINED, 'MPI_Testsome of nothing')

  ! A ring as a graph, without weights and with none that could have one.
  from = before
  to = next
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, from, MPI_UNWEIGHTED, 1, to, &
                                      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., comm, ierror)
  call MPI_Dist_graph_neighbors_count(comm, degrees(1), degrees(2), flag, ierror)
  call expect(all(degrees == 1) .and. .not. flag, 'MPI_UNWEIGHTED')
  call MPI_Dist_graph_neighbors(comm, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED, ierror)
  call expect(from(1) == before .and. to(1) == next, 'neighbours')
  call MPI_Comm_free(comm, ierror)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, from, MPI_WEIGHTS_EMPTY, 0, to, &
                                      MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, .false., comm, ierror)
  call MPI_Dist_graph_neighbors_count(comm, degrees(1), degrees(2), flag, ierror)
  call expect(all(degrees == 0) .and. flag, 'MPI_WEIGHTS_EMPTY')
  call MPI_Comm_free(comm, ierror)
  weights = 7
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, from, weights, 1, to, weights, &
                                      MPI_INFO_NULL, .false., comm, ierror)
  weights = 0
  call MPI_Dist_graph_neighbors(comm, 1, from, weights, 1, to, numbers, ierror)
  call expect(weights(1) == 7 .and. numbers(1) == 7, 'weights')
  call MPI_Comm_free(comm, ierror)

  call MPI_Recv(one, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status, ierror)
  call expect(status(MPI_SOURCE) == MPI_PROC_NULL, 'MPI_PROC_NULL')
  call expect(status(MPI_TAG) == MPI_ANY_TAG, 'MPI_ANY_TAG')
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

  ! The compiler does not know that the value was written.
  subroutine keep(value)
    integer, intent(inout) :: value
    if (value == huge(value)) value = 0
  end subroutine keep

end program sentinels
