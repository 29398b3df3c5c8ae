! What the library says of Fortran's types is what the compiler has.
program abi
  use mpi
  implicit none
  integer :: info, ierror, bytes, wrong = 0
  logical :: yes, no, is_set
  logical(kind=1) :: small_yes, small_no
  logical(kind=8) :: long_yes, long_no

  call MPI_Init(ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierror)
  call MPI_Abi_get_fortran_info(info, ierror)
  call expect(ierror == MPI_SUCCESS .and. info /= MPI_INFO_NULL, 'MPI_Abi_get_fortran_info')
  call expect(bytes_of('mpi_integer_size') == storage_size(bytes) / 8, 'INTEGER')
  call expect(bytes_of('mpi_logical_size') == storage_size(yes) / 8, 'LOGICAL')
  call expect(bytes_of('mpi_real_size') == storage_size(1.0) / 8, 'REAL')
  call expect(bytes_of('mpi_double_precision_size') == storage_size(1d0) / 8, 'DOUBLE PRECISION')
  call MPI_Info_free(info, ierror)

  yes = .false.
  no = .true.
  is_set = .false.
  call MPI_Abi_get_fortran_booleans(4, yes, no, is_set, ierror)
  call expect(ierror == MPI_SUCCESS .and. is_set, 'MPI_Abi_get_fortran_booleans')
  call expect(transfer(yes, 1) == transfer(.true., 1) .and. .not. no, 'the truth')
  call MPI_Abi_get_fortran_booleans(1, small_yes, small_no, is_set, ierror)
  call expect(logical((small_yes .eqv. .true._1) .and. .not. small_no), 'LOGICAL(1)')
  call expect(transfer(small_yes, 1_1) == transfer(.true._1, 1_1), 'the number of LOGICAL(1)')
  call MPI_Abi_get_fortran_booleans(8, long_yes, long_no, is_set, ierror)
  call expect(logical((long_yes .eqv. .true._8) .and. .not. long_no), 'LOGICAL(8)')
  call expect(transfer(long_yes, 1_8) == transfer(.true._8, 1_8), 'the number of LOGICAL(8)')

  call MPI_Abi_set_fortran_booleans(4, .true., .false., ierror)
  call expect(ierror == MPI_ERR_ABI, 'MPI_Abi_set_fortran_booleans')
  call MPI_Abi_get_info(info, ierror)
  call expect(bytes_of('mpi_aint_size') * 8 == bit_size(0_MPI_ADDRESS_KIND), 'an address')
  call expect(bytes_of('mpi_offset_size') * 8 == bit_size(0_MPI_OFFSET_KIND), 'an offset')
  call expect(bytes_of('mpi_count_size') * 8 == bit_size(0_MPI_COUNT_KIND), 'a count')
  call MPI_Abi_set_fortran_info(info, ierror)
  call expect(ierror == MPI_ERR_ABI, 'MPI_Abi_set_fortran_info')
  call MPI_Info_free(info, ierror)
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  integer function bytes_of(key)
    character(len=*), intent(in) :: key
    character(len=8) :: text
    integer :: room
    logical :: is_there

    room = len(text)
    text = '0'
    call MPI_Info_get_string(info, key, room, text, is_there, ierror)
    call expect(is_there, key)
    read (text, *) bytes_of
  end function bytes_of

  include 'expect.inc'

end program abi
