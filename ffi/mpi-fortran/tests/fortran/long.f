! INTEGERs of whatever length the compiler is told.
      PROGRAM LONG
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER IERROR

      CALL MPI_INIT(IERROR)
      CALL MPI_FINALIZE(IERROR)
      END
