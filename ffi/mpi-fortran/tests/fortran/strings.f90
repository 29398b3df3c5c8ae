! Strings, which have a length and blanks behind, and LOGICALs.
program strings
  use mpi
  implicit none
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=MPI_MAX_ERROR_STRING) :: words
  character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: version
  character(len=MPI_MAX_PROCESSOR_NAME) :: host
  character(len=MPI_MAX_INFO_KEY) :: key
  character(len=4) :: short
  character(len=40) :: value
  integer :: ranks, ierror, length, info, keys, grid, inter, wrong = 0
  integer :: dims(2), coords(2), major, minor
  logical :: flag, periods(2), found(2)

  call MPI_Initialized(flag, ierror)
  call expect(.not. flag, 'not initialized')
  call MPI_Init(ierror)
  call MPI_Initialized(flag, ierror)
  call expect(flag .eqv. .true., 'initialized')
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)

  call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, ierror)
  call expect(name == 'MPI_COMM_WORLD' .and. length == 14, 'the name of the world')
  call expect(name(15:) == ' ', 'blanks behind')
  call MPI_Comm_set_name(MPI_COMM_WORLD, '  ab cd   ', ierror)
  call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, ierror)
  call expect(name == '  ab cd' .and. length == 7, 'a name with blanks')
  call MPI_Comm_set_name(MPI_COMM_WORLD, name(1:0), ierror)
  call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, ierror)
  call expect(name == ' ' .and. length == 0, 'no name')
  call MPI_Type_get_name(MPI_DOUBLE_PRECISION, name, length, ierror)
  call expect(name(1:length) == 'MPI_DOUBLE_PRECISION', 'the name of a datatype')

  call MPI_Info_create(info, ierror)
  call MPI_Info_set(info, '  a key  ', ' a longer value ', ierror)
  value = '?'
  call MPI_Info_get(info, 'a key', 40, value, flag, ierror)
  call expect(flag .and. value == 'a longer value', 'a value without blanks')
  short = '????'
  call MPI_Info_get(info, 'a key', 4, short, flag, ierror)
  call expect(flag .and. short == 'a lo', 'a value that is cut')
  call MPI_Info_get(info, 'no key', 40, value, flag, ierror)
  call expect(.not. flag .and. value == 'a longer value', 'a value of nothing')
  value = 'what was there before'
  length = 3
  call MPI_Info_get_string(info, 'a key', length, value, flag, ierror)
  call expect(flag .and. value == 'a l' .and. length == 14, 'a value that is cut and blanks')
  value = ' '
  length = huge(length)
  call MPI_Info_get_string(info, 'a key', length, value, flag, ierror)
  call expect(flag .and. value == 'a longer value' .and. length == 14, 'room without end')
  value = 'a l'
  length = 0
  call MPI_Info_get_string(info, 'a key', length, value, flag, ierror)
  call expect(flag .and. value == 'a l' .and. length == 14, 'a length alone')
  call MPI_Info_get_valuelen(info, 'a key', length, flag, ierror)
  call expect(flag .and. length == 14, 'the length of a value')
  call MPI_Info_get_nkeys(info, keys, ierror)
  call MPI_Info_get_nthkey(info, 0, key, ierror)
  call expect(keys == 1 .and. key == 'a key', 'a key')
  call MPI_Info_delete(info, ' a key', ierror)
  call MPI_Info_get_nkeys(info, keys, ierror)
  call expect(keys == 0, 'a deleted key')
  call MPI_Info_free(info, ierror)
  call expect(info == MPI_INFO_NULL, 'a freed info')

  call MPI_Error_string(MPI_ERR_TAG, words, length, ierror)
  call expect(length > 0 .and. words(length + 1:) == ' ', 'words of an error')
  call MPI_Get_library_version(version, length, ierror)
  call expect(index(version(1:length), 'SkifCh') > 0, 'the version of the library')
  call MPI_Get_processor_name(host, length, ierror)
  call expect(length > 0 .and. host(length + 1:) == ' ', 'the name of the host')
  call MPI_Get_version(major, minor, ierror)
  call expect(major >= 3, 'the version of MPI')

  dims = [ranks, 1]
  periods = [.true., .false.]
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid, ierror)
  found = [.false., .true.]
  call MPI_Cart_get(grid, 2, dims, found, coords, ierror)
  call expect(found(1) .and. .not. found(2), 'LOGICALs in an array')
  call expect(dims(1) == ranks, 'sizes of a grid')
  call MPI_Comm_free(grid, ierror)
  call MPI_Comm_test_inter(MPI_COMM_WORLD, flag, ierror)
  call expect(.not. flag, 'one side')
  inter = MPI_COMM_NULL
  call expect(inter == MPI_COMM_NULL, 'a constant')
  call MPI_Finalize(ierror)
  call MPI_Finalized(flag, ierror)
  call expect(flag, 'finalized')
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program strings
