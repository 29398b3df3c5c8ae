! How large things are, of every kind and shape.
program sizes
  use mpi
  implicit none
  integer :: bytes, datatype, ierror, wrong = 0
  integer(kind=1) :: small
  integer(kind=8) :: long
  real :: matrix(3, 4)
  double precision :: x
  double complex :: w
  ! The kind of 10 bytes on x86, with 16 in memory.
  real(kind=selected_real_kind(18)) :: extended
  logical :: is_so
  character(len=7) :: text
  integer, allocatable :: later(:, :, :)

  call MPI_Init(ierror)
  small = 0
  long = 0
  matrix = 0
  x = 0
  w = (0, 0)
  extended = 0
  is_so = .true.
  text = ' '
  allocate (later(2, 2, 2))
  later = 0
  call MPI_Sizeof(small, bytes, ierror)
  call expect(bytes == 1, 'one byte')
  call MPI_Sizeof(long, bytes, ierror)
  call expect(bytes == 8, 'eight bytes')
  call MPI_Sizeof(matrix, bytes, ierror)
  call expect(bytes == 4, 'an array')
  call MPI_Sizeof(later, bytes, ierror)
  call expect(bytes == 4, 'an array that is allocated')
  call MPI_Sizeof(w, bytes, ierror)
  call expect(bytes == 16, 'DOUBLE COMPLEX')
  call MPI_Sizeof(extended, bytes, ierror)
  call expect(bytes == 16, 'an extended real number')
  call MPI_Sizeof(cmplx(extended, extended, kind(extended)), bytes, ierror)
  call expect(bytes == 32, 'an extended complex number')
  call MPI_Sizeof(is_so, bytes, ierror)
  call expect(bytes == 4, 'LOGICAL')
  call MPI_Sizeof(text, bytes, ierror)
  call expect(bytes == 1, 'a character')
  call MPI_Sizeof(x, bytes, ierror)
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, bytes, datatype, ierror)
  call MPI_Type_size(datatype, bytes, ierror)
  call expect(bytes == 8 .and. ierror == MPI_SUCCESS, 'MPI_Type_match_size')
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program sizes
