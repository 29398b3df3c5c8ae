! Datatypes of Fortran: reductions, constructors, kinds by their digits.
program types
  use mpi
  implicit none
  integer, parameter :: wide = selected_real_kind(15, 300), long = selected_int_kind(15)
  integer, parameter :: widest = selected_real_kind(33, 4931)
  integer :: rank, ranks, ierror, i, datatype, again, bytes, position, wrong = 0
  integer :: integers, addresses, datatypes, combiner, arguments(2), none(1)
  integer(kind=MPI_ADDRESS_KIND) :: places(2), nothing(1), lower, extent
  complex :: z, sum_of_z
  logical :: is_all
  double precision :: pair(2), greatest(2)
  real(wide) :: r, sum_of_r
  real(widest) :: q, sum_of_q
  complex(widest) :: c, product_of_c
  integer(long) :: n, sum_of_n
  real :: matrix(3, 4), column(3)
  character(len=12) :: text
  character(len=100) :: packed
  integer, allocatable :: counts(:), displs(:), kinds(:), sent(:), got(:)
  type :: point
    sequence
    double precision :: x
    integer :: n
    integer :: m
  end type point
  type(point) :: p

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)

  z = cmplx(rank, 1)
  call MPI_Allreduce(z, sum_of_z, 1, MPI_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierror)
  call expect(sum_of_z == cmplx(ranks * (ranks - 1) / 2, ranks), 'a sum of COMPLEX')
  is_all = rank >= 0
  call MPI_Allreduce(MPI_IN_PLACE, is_all, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierror)
  call expect(is_all, 'MPI_LAND')
  is_all = rank == 0
  call MPI_Allreduce(MPI_IN_PLACE, is_all, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierror)
  call expect(is_all .eqv. ranks == 1, 'MPI_LAND of different ones')
  pair = [dble(mod(rank, 2)), dble(rank)]
  call MPI_Allreduce(pair, greatest, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, ierror)
  call expect(all(greatest == [dble(min(1, ranks - 1)), dble(min(1, ranks - 1))]), 'MPI_MAXLOC')

  p = point(0.5d0, 7, 8)
  if (rank == 0) p = point(1.5d0, 2, 3)
  call MPI_Get_address(p%x, places(1), ierror)
  call MPI_Get_address(p%n, places(2), ierror)
  places = places - places(1)
  call MPI_Type_create_struct(2, [1, 2], places, [MPI_DOUBLE_PRECISION, MPI_INTEGER], datatype, ierror)
  call MPI_Type_commit(datatype, ierror)
  call MPI_Type_get_extent(datatype, lower, extent, ierror)
  call expect(lower == 0 .and. extent == 16, 'MPI_Type_get_extent')
  call MPI_Bcast(p, 1, datatype, 0, MPI_COMM_WORLD, ierror)
  call expect(p%x == 1.5d0 .and. p%n == 2 .and. p%m == 3, 'MPI_Type_create_struct')
  call MPI_Type_free(datatype, ierror)

  ! A row of a matrix that lies by columns.
  matrix = 0
  call MPI_Type_create_subarray(2, [3, 4], [1, 3], [1, 0], MPI_ORDER_FORTRAN, MPI_REAL, datatype, ierror)
  call MPI_Type_commit(datatype, ierror)
  column = [1.0, 2.0, 3.0]
  call MPI_Sendrecv(column, 3, MPI_REAL, rank, 0, matrix, 1, datatype, rank, 0, MPI_COMM_WORLD, &
                    MPI_STATUS_IGNORE, ierror)
  call expect(all(matrix(2, 1:3) == column) .and. sum(matrix) == 6, 'MPI_Type_create_subarray')
  call MPI_Type_free(datatype, ierror)

  ! Each gives its number to each, by datatypes of one for each.
  allocate (counts(ranks), displs(ranks), kinds(ranks), sent(ranks), got(ranks))
  counts = 1
  displs = [(4 * i, i=0, ranks - 1)]
  kinds = MPI_INTEGER
  sent = [(100 * rank + i, i=0, ranks - 1)]
  call MPI_Alltoallw(sent, counts, displs, kinds, got, counts, displs, kinds, MPI_COMM_WORLD, ierror)
  call expect(all(got == [(100 * i + rank, i=0, ranks - 1)]), 'MPI_Alltoallw')

  text = 'twelve bytes'
  position = 0
  call MPI_Pack(text, 12, MPI_CHARACTER, packed, 100, position, MPI_COMM_WORLD, ierror)
  call MPI_Pack(rank, 1, MPI_INTEGER, packed, 100, position, MPI_COMM_WORLD, ierror)
  call expect(position == 16, 'MPI_Pack')
  text = '?'
  position = 0
  call MPI_Unpack(packed, 100, position, text, 12, MPI_CHARACTER, MPI_COMM_WORLD, ierror)
  call expect(text == 'twelve bytes' .and. position == 12, 'MPI_Unpack')

  call MPI_Type_create_f90_real(15, 300, datatype, ierror)
  r = rank + 1
  call MPI_Allreduce(r, sum_of_r, 1, datatype, MPI_SUM, MPI_COMM_WORLD, ierror)
  call expect(sum_of_r == ranks * (ranks + 1) / 2, 'MPI_Type_create_f90_real')
  call MPI_Type_create_f90_real(15, 300, again, ierror)
  call expect(again == datatype, 'the same kind is the same datatype')
  call MPI_Type_get_envelope(datatype, integers, addresses, datatypes, combiner, ierror)
  call expect(combiner == MPI_COMBINER_F90_REAL .and. integers == 2, 'the envelope of a kind')
  call MPI_Type_get_contents(datatype, 2, 0, 0, arguments, nothing, none, ierror)
  call expect(all(arguments == [15, 300]), 'the contents of a kind')
  ! More digits than processors count with.
  q = 1 + epsilon(q) * rank
  call MPI_Type_create_f90_real(33, 4931, datatype, ierror)
  call MPI_Allreduce(q, sum_of_q, 1, datatype, MPI_SUM, MPI_COMM_WORLD, ierror)
  call expect(abs(sum_of_q - ranks - epsilon(q) * (ranks * (ranks - 1) / 2)) < 8 * epsilon(q), 'REAL(16)')
  call MPI_Allreduce(q, sum_of_q, 1, MPI_REAL16, MPI_MAX, MPI_COMM_WORLD, ierror)
  call expect(sum_of_q == 1 + epsilon(q) * (ranks - 1), 'the greatest REAL(16)')
  c = (0, 1)
  call MPI_Allreduce(c, product_of_c, 1, MPI_COMPLEX32, MPI_PROD, MPI_COMM_WORLD, ierror)
  call expect(product_of_c == (0, 1)**ranks, 'COMPLEX(16)')
  call MPI_Type_create_f90_integer(15, datatype, ierror)
  n = rank + 1
  call MPI_Allreduce(n, sum_of_n, 1, datatype, MPI_SUM, MPI_COMM_WORLD, ierror)
  call expect(sum_of_n == ranks * (ranks + 1) / 2, 'MPI_Type_create_f90_integer')
  call MPI_Type_create_f90_complex(MPI_UNDEFINED, 200, datatype, ierror)
  call MPI_Type_size(datatype, bytes, ierror)
  call expect(bytes == 16, 'MPI_Type_create_f90_complex')
  call MPI_Sizeof(z, bytes, ierror)
  call expect(bytes == 8, 'MPI_Sizeof of COMPLEX')
  call MPI_Sizeof(greatest, bytes, ierror)
  call expect(bytes == 8, 'MPI_Sizeof of elements of DOUBLE PRECISION')
  call MPI_Sizeof(rank, bytes, ierror)
  call expect(bytes == 4, 'MPI_Sizeof of INTEGER')
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program types
