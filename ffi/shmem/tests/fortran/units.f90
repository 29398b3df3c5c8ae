! Writes a word to a file and ends.
program units
  implicit none
  integer, parameter :: unit = 77
  character(len=500) :: name, end
  call get_command_argument(1, name)
  call get_command_argument(2, end)
  call shmem_init()
  open (unit, file=name)
  write (unit, *) 'the last word'
  if (end == 'exit') call shmem_global_exit(0)
  call shmem_finalize()
end program units
