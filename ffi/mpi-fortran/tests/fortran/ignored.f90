! C knows the places that stand for statuses nobody wants.
program ignored
  implicit none
  include 'mpif.h'
  integer :: ierror, status(MPI_STATUS_SIZE)
  integer, external :: is_ignored, are_ignored
  call MPI_INIT(ierror)
  if (is_ignored(MPI_STATUS_IGNORE) /= 1) stop 1
  if (are_ignored(MPI_STATUSES_IGNORE) /= 1) stop 2
  if (is_ignored(status) /= 0) stop 3
  call MPI_FINALIZE(ierror)
end program ignored
