c Fortran 77 and what MPI 1 had: addresses and attributes are INTEGERs.
      program old
      include 'mpif.h'
      integer rank, ranks, ierr, wrong, i, keyval, copied, newtype
      integer handler, value, extra, place1, place2, extent
      integer status(MPI_STATUS_SIZE), numbers(4), got(4)
      integer lengths(2), places(2), types(2)
      double precision start, x
      logical flag
      common /counted/ heard, copies
      integer heard, copies
      external hears, copier, deleter

      wrong = 0
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)

c     A function with an argument that it does not have: many write so.
      start = MPI_WTIME(ierr)
      x = PMPI_WTIME() - start
      if (x .lt. 0) call fail('MPI_WTIME', wrong)
      x = MPI_WTICK()
      if (x .le. 0) call fail('MPI_WTICK', wrong)

      do 10 i = 1, 4
        numbers(i) = 10 * rank + i
        got(i) = 0
   10 continue
      call MPI_ADDRESS(numbers(1), place1, ierr)
      call MPI_ADDRESS(numbers(3), place2, ierr)
      if (place2 - place1 .ne. 8) call fail('MPI_ADDRESS', wrong)
      lengths(1) = 1
      lengths(2) = 1
      places(1) = 0
      places(2) = place2 - place1
      types(1) = MPI_INTEGER
      types(2) = MPI_INTEGER
      call MPI_TYPE_STRUCT(2, lengths, places, types, newtype, ierr)
      call MPI_TYPE_COMMIT(newtype, ierr)
      call MPI_TYPE_EXTENT(newtype, extent, ierr)
      if (extent .ne. 12) call fail('MPI_TYPE_EXTENT', wrong)
      call MPI_SENDRECV(numbers, 1, newtype, rank, 3, got, 2,
     &  MPI_INTEGER, rank, 3, MPI_COMM_WORLD, status, ierr)
      if (got(1) .ne. numbers(1) .or. got(2) .ne. numbers(3))
     &  call fail('MPI_TYPE_STRUCT', wrong)
      call MPI_TYPE_FREE(newtype, ierr)
      types(2) = MPI_UB
      places(2) = 40
      call MPI_TYPE_STRUCT(2, lengths, places, types, newtype, ierr)
      call MPI_TYPE_EXTENT(newtype, extent, ierr)
      if (extent .ne. 40) call fail('MPI_UB', wrong)
      call MPI_TYPE_FREE(newtype, ierr)
      call MPI_TYPE_HVECTOR(2, 1, 8, MPI_INTEGER, newtype, ierr)
      call MPI_TYPE_UB(newtype, extent, ierr)
      if (extent .ne. 12) call fail('MPI_TYPE_HVECTOR', wrong)
      call MPI_TYPE_FREE(newtype, ierr)

      heard = 0
      call MPI_ERRHANDLER_CREATE(hears, handler, ierr)
      call MPI_ERRHANDLER_SET(MPI_COMM_WORLD, handler, ierr)
      call MPI_SEND(rank, 1, MPI_INTEGER, ranks, 0, MPI_COMM_WORLD,
     &  ierr)
      if (heard .ne. 1 .or. ierr .eq. MPI_SUCCESS)
     &  call fail('MPI_ERRHANDLER_CREATE', wrong)
      call MPI_ERRHANDLER_SET(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL,
     &  ierr)
      call MPI_ERRHANDLER_FREE(handler, ierr)

      copies = 0
      extra = 5
      call MPI_KEYVAL_CREATE(copier, deleter, keyval, extra, ierr)
      call MPI_ATTR_PUT(MPI_COMM_WORLD, keyval, -7, ierr)
      call MPI_ATTR_GET(MPI_COMM_WORLD, keyval, value, flag, ierr)
      if (.not. flag .or. value .ne. -7) call fail('ATTR_GET', wrong)
      call MPI_COMM_DUP(MPI_COMM_WORLD, copied, ierr)
      call MPI_ATTR_GET(copied, keyval, value, flag, ierr)
      if (.not. flag .or. value .ne. -2) call fail('a copy', wrong)
      call MPI_COMM_FREE(copied, ierr)
      call MPI_ATTR_DELETE(MPI_COMM_WORLD, keyval, ierr)
      call MPI_KEYVAL_FREE(keyval, ierr)
      if (copies .ne. 12) call fail('copies and deletes', wrong)
      call MPI_KEYVAL_CREATE(MPI_DUP_FN, MPI_NULL_DELETE_FN, keyval,
     &  extra, ierr)
      call MPI_ATTR_PUT(MPI_COMM_WORLD, keyval, 9, ierr)
      call MPI_COMM_DUP(MPI_COMM_WORLD, copied, ierr)
      call MPI_ATTR_GET(copied, keyval, value, flag, ierr)
      if (.not. flag .or. value .ne. 9) call fail('MPI_DUP_FN', wrong)
      call MPI_COMM_FREE(copied, ierr)
      call MPI_ATTR_GET(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr)
      if (.not. flag .or. value .lt. 32767)
     &  call fail('MPI_TAG_UB', wrong)
      call MPI_PCONTROL(1)
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      call PMPI_FINALIZE(ierr)
      if (wrong .gt. 0) stop 1
      end

      subroutine fail(what, wrong)
      character*(*) what
      integer wrong
      print *, 'wrong: ', what
      wrong = wrong + 1
      end

      subroutine hears(comm, code)
      integer comm, code
      common /counted/ heard, copies
      integer heard, copies
      if (comm .ne. 0 .and. code .ne. 0) heard = heard + 1
      end

      subroutine copier(comm, keyval, extra, value, new, flag, ierr)
      integer comm, keyval, extra, value, new, ierr
      logical flag
      common /counted/ heard, copies
      integer heard, copies
      if (comm .ne. 0 .and. keyval .ne. 0) copies = copies + 10
      new = value + extra
      flag = .true.
      ierr = 0
      end

      subroutine deleter(comm, keyval, value, extra, ierr)
      integer comm, keyval, value, extra, ierr
      common /counted/ heard, copies
      integer heard, copies
      if (comm .ne. 0 .and. keyval .ne. 0 .and. extra .eq. 5 .and.
     &  value .lt. 0) copies = copies + 1
      ierr = 0
      end
