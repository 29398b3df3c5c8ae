c Buffers of different types and shapes in calls of one function, without interfaces.
      program choices
      include 'mpif.h'
      integer rank, ranks, ierr, i, list(3)
      double precision x, y
      character*4 word
      logical flag

      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
      x = rank
      word = 'none'
      flag = .false.
      do 10 i = 1, 3
        list(i) = rank
   10 continue
      if (rank .eq. 0) then
        x = 0.5d0
        word = 'some'
        flag = .true.
        list(3) = 7
      end if
      call MPI_BCAST(x, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD,
     &  ierr)
      call MPI_BCAST(list, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      call MPI_BCAST(word, 4, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
      call MPI_BCAST(flag, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierr)
      call MPI_ALLREDUCE(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &  MPI_COMM_WORLD, ierr)
      call MPI_ALLREDUCE(MPI_IN_PLACE, i, 1, MPI_INTEGER, MPI_MAX,
     &  MPI_COMM_WORLD, ierr)
      if (list(3) .ne. 7 .or. word .ne. 'some' .or. .not. flag .or.
     &  y .ne. 0.5d0 * ranks) then
        print *, 'wrong: a buffer'
        stop 1
      end if
      call MPI_FINALIZE(ierr)
      end
