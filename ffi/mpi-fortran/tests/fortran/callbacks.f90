! Functions of the program: operations, error handlers, attributes, operations of its own.
module given
  use mpi
  implicit none
  integer :: heard = 0, copies = 0, deletes = 0, freed = 0

contains

  ! The last of two, which does not commute.
  subroutine last(from, into, length, datatype)
    integer :: length, datatype
    integer :: from(length), into(length)
    if (datatype == MPI_INTEGER) into = merge(into, from, into /= 0)
  end subroutine last

  subroutine hears(comm, code)
    integer :: comm, code, class, ierror
    call MPI_Error_class(code, class, ierror)
    if (comm == MPI_COMM_WORLD .and. class == MPI_ERR_RANK) heard = heard + 1
  end subroutine hears

  subroutine copies_next(comm, keyval, extra, value, new, flag, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, value, new
    logical :: flag
    new = value + extra
    flag = comm /= MPI_COMM_NULL .and. keyval /= MPI_KEYVAL_INVALID
    copies = copies + 1
    ierror = MPI_SUCCESS
  end subroutine copies_next

  subroutine counts_deletes(comm, keyval, value, extra, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    if (comm /= MPI_COMM_NULL .and. keyval /= 0 .and. extra == 3 .and. value /= 0) deletes = deletes + 1
    ierror = MPI_SUCCESS
  end subroutine counts_deletes

  subroutine query(extra, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra), ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    status(MPI_SOURCE) = MPI_UNDEFINED
    status(MPI_TAG) = MPI_UNDEFINED
    ierror = MPI_SUCCESS
  end subroutine query

  subroutine frees(extra, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: ierror
    freed = freed + int(extra)
    ierror = MPI_SUCCESS
  end subroutine frees

  ! With a number that is gone when it returns.
  subroutine starts(number, request)
    integer, intent(in) :: number
    integer :: request, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra
    extra = number
    call MPI_Grequest_start(query, frees, cancels, extra, request, ierror)
    extra = -1
  end subroutine starts

  subroutine cancels(extra, is_complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    logical :: is_complete
    integer :: ierror
    if (is_complete .and. extra == 0) freed = 0
    ierror = MPI_SUCCESS
  end subroutine cancels

end module given

program callbacks
  use given
  implicit none
  integer :: rank, ranks, ierror, op, handler, keyval, copied, request, count, file, wrong = 0
  integer :: status(MPI_STATUS_SIZE), mine(2), all(2)
  integer(kind=MPI_ADDRESS_KIND) :: value, extra
  logical :: flag

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)

  call MPI_Op_create(last, .false., op, ierror)
  mine = [rank + 1, 0]
  call MPI_Allreduce(mine, all, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierror)
  call expect(all(1) == ranks .and. all(2) == 0, 'an operation')
  call MPI_Op_commutative(op, flag, ierror)
  call expect(.not. flag, 'an operation that does not commute')
  call MPI_Op_free(op, ierror)

  call MPI_Comm_create_errhandler(hears, handler, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, ranks + 7, 0, MPI_COMM_WORLD, ierror)
  call expect(heard == 1, 'an error handler')
  call expect(ierror /= MPI_SUCCESS, 'the code behind a handler')
  call MPI_Errhandler_free(handler, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
  ! No communicator hears of an error of files: it is returned.
  call MPI_File_open(MPI_COMM_WORLD, '/none/of it', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierror)
  call expect(ierror /= MPI_SUCCESS .and. file == MPI_FILE_NULL, 'a file that is not there')

  extra = 3
  call MPI_Comm_create_keyval(copies_next, counts_deletes, keyval, extra, ierror)
  value = 2_MPI_ADDRESS_KIND**40
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
  value = 0
  call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, value, flag, ierror)
  call expect(flag .and. value == 2_MPI_ADDRESS_KIND**40, 'an attribute')
  call MPI_Comm_dup(MPI_COMM_WORLD, copied, ierror)
  call MPI_Comm_get_attr(copied, keyval, value, flag, ierror)
  call expect(flag .and. value == 2_MPI_ADDRESS_KIND**40 + 3, 'a copied attribute')
  call expect(copies == 1, 'the copy function')
  call MPI_Comm_free(copied, ierror)
  call expect(deletes == 1, 'the delete function')
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
  call expect(deletes == 2, 'a deleted attribute')
  call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, value, flag, ierror)
  call expect(.not. flag, 'no attribute')
  call MPI_Comm_free_keyval(keyval, ierror)
  call expect(keyval == MPI_KEYVAL_INVALID, 'a freed key')

  call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, keyval, extra, ierror)
  call MPI_Type_dup(MPI_INTEGER, copied, ierror)
  call MPI_Type_set_attr(copied, keyval, -5_MPI_ADDRESS_KIND, ierror)
  call MPI_Type_dup(copied, op, ierror)
  call MPI_Type_get_attr(op, keyval, value, flag, ierror)
  call expect(flag .and. value == -5, 'MPI_TYPE_DUP_FN')
  call MPI_Type_free(copied, ierror)
  call MPI_Type_free(op, ierror)
  call MPI_Type_free_keyval(keyval, ierror)
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, extra, ierror)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, extra, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, copied, ierror)
  call MPI_Comm_get_attr(copied, keyval, value, flag, ierror)
  call expect(.not. flag, 'MPI_COMM_NULL_COPY_FN')
  call MPI_Comm_free(copied, ierror)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
  call MPI_Comm_free_keyval(keyval, ierror)

  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
  call expect(flag .and. value >= 32767 .and. value <= huge(rank), 'MPI_TAG_UB')
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, value, flag, ierror)
  call expect(flag .and. value == MPI_PROC_NULL, 'MPI_HOST')

  call starts(4, request)
  call MPI_Test(request, flag, status, ierror)
  call expect(.not. flag, 'an operation under way')
  call MPI_Grequest_complete(request, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_Get_elements(status, MPI_INTEGER, count, ierror)
  call expect(count == 4 .and. freed == 4, 'an operation of the program')
  call MPI_Finalize(ierror)
  if (wrong > 0) stop 1

contains

  include 'expect.inc'

end program callbacks
