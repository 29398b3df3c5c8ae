! Attributes that Fortran and C share: what Fortran has set, C finds by its address, and what C has
! set, Fortran finds as a number. Copies are as what they were made of.
module given
  use mpi
  implicit none
  integer :: deletes = 0
  integer(kind=MPI_ADDRESS_KIND) :: deleted = 0

contains

  subroutine copies_next(comm, keyval, extra, value, new, flag, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, value, new
    logical :: flag
    new = value + extra
    flag = comm /= MPI_COMM_NULL .and. keyval /= MPI_KEYVAL_INVALID
    ierror = MPI_SUCCESS
  end subroutine copies_next

  subroutine counts(comm, keyval, value, extra, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    if (comm /= MPI_COMM_NULL .and. keyval /= 0 .and. extra == 3) deletes = deletes + 1
    deleted = value
    ierror = MPI_SUCCESS
  end subroutine counts

end module given

program shared
  use given
  implicit none
  external :: c_finds, c_finds_old, c_finds_address, c_sets, c_key
  integer, parameter :: ADDRESS = MPI_ADDRESS_KIND
  integer :: ierror, copied, is_so, key, c_made, old, wrong = 0
  integer(ADDRESS) :: value, extra = 3, large = 2_MPI_ADDRESS_KIND**40
  logical :: flag

  call MPI_Init(ierror)
  call MPI_Comm_create_keyval(copies_next, counts, key, extra, ierror)
  call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, old, 0, ierror)
  call c_key(c_made)

  call MPI_Comm_set_attr(MPI_COMM_SELF, key, large, ierror)
  call MPI_Attr_put(MPI_COMM_SELF, old, -7, ierror)
  call MPI_Comm_set_attr(MPI_COMM_SELF, c_made, large + 1, ierror)
  call MPI_Comm_dup(MPI_COMM_SELF, copied, ierror)
  call c_finds(MPI_COMM_SELF, key, large, is_so)
  call expect(is_so == 1, 'C finds the number')
  call c_finds(copied, key, large + 3, is_so)
  call expect(is_so == 1, 'C finds a copy')
  call c_finds_old(MPI_COMM_SELF, old, -7, is_so)
  call expect(is_so == 1, 'C finds an INTEGER')
  call c_finds_old(copied, old, -7, is_so)
  call expect(is_so == 1, 'C finds the copy of an INTEGER')
  call c_finds(copied, c_made, large + 1, is_so)
  call expect(is_so == 1, 'C finds what Fortran has set with a key of C')
  call MPI_Comm_get_attr(copied, c_made, value, flag, ierror)
  call expect(flag .and. value == large + 1, 'the number with a key of C')
  call MPI_Comm_get_attr(copied, old, value, flag, ierror)
  call expect(flag .and. value == -7, 'an INTEGER as a long number')

  call MPI_Comm_set_attr(MPI_COMM_SELF, key, large + 8, ierror)
  call expect(deletes == 1 .and. deleted == large, 'a number in the place of another')
  call MPI_Comm_free(copied, ierror)
  call expect(deletes == 2 .and. deleted == large + 3, 'a copy that ends')

  call c_sets(MPI_COMM_SELF, key, large + 16)
  call expect(deletes == 3 .and. deleted == large + 8, 'an address in the place of a number')
  call MPI_Comm_get_attr(MPI_COMM_SELF, key, value, flag, ierror)
  call expect(flag .and. value == large + 16, 'an address is a number')
  call MPI_Comm_dup(MPI_COMM_SELF, copied, ierror)
  call c_finds_address(copied, key, large + 19, is_so)
  call expect(is_so == 1, 'C finds the copy of an address')
  call MPI_Comm_free(copied, ierror)

  call MPI_Comm_delete_attr(MPI_COMM_SELF, key, ierror)
  call expect(deletes == 5 .and. deleted == large + 16, 'an address that ends')
  call MPI_Comm_free_keyval(key, ierror)
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program shared
