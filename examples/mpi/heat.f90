! A rod with its ends held cold. Each rank owns a piece and exchanges edge cells with both
! neighbours.
! Compile: mpifort heat.f90 -o heat
program heat
  use mpi
  implicit none
  integer, parameter :: cells = 1000, steps = 200
  double precision :: now(0:cells + 1), next(0:cells + 1), mine, total
  integer :: rod, rank, ranks, left, right, step, ierror

  call MPI_Init(ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  ! Ranks at the ends of the rod have MPI_PROC_NULL as a neighbour: nothing is sent or received
  ! there.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.false.], .true., rod, ierror)
  call MPI_Comm_rank(rod, rank, ierror)
  call MPI_Cart_shift(rod, 0, 1, left, right, ierror)
  now = 0
  if (rank == ranks / 2) now(cells / 2) = 1

  do step = 1, steps
    call MPI_Sendrecv(now(cells), 1, MPI_DOUBLE_PRECISION, right, 0, &
                      now(0), 1, MPI_DOUBLE_PRECISION, left, 0, rod, MPI_STATUS_IGNORE, ierror)
    call MPI_Sendrecv(now(1), 1, MPI_DOUBLE_PRECISION, left, 1, &
                      now(cells + 1), 1, MPI_DOUBLE_PRECISION, right, 1, rod, MPI_STATUS_IGNORE, ierror)
    next(1:cells) = now(1:cells) + 0.25d0 * (now(0:cells - 1) - 2 * now(1:cells) + now(2:cells + 1))
    now(1:cells) = next(1:cells)
  end do

  mine = sum(now(1:cells))
  call MPI_Reduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, rod, ierror)
  if (rank == 0) print '(a, f8.6)', 'heat in the rod: ', total
  call MPI_Finalize(ierror)
end program heat
