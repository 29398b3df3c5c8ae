! What the clock says, whatever kind DOUBLE PRECISION has.
      program clock
      implicit none
      include 'mpif.h'
      integer ierror
      real(kind=8) first, then, tick
      call MPI_Init(ierror)
      first = MPI_Wtime()
      then = MPI_Wtime()
      tick = MPI_Wtick()
      if (then .lt. first .or. then .gt. first + 60) stop 1
      if (tick .le. 0 .or. tick .gt. 1) stop 2
      call MPI_Finalize(ierror)
      end
