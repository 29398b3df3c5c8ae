! Mistakes: the memory calls return an error code; the last mistake ends the job.
program mistakes
  implicit none
  include 'shmem.fh'
  integer, save :: sync(SHMEM_REDUCE_SYNC_SIZE) = SHMEM_SYNC_VALUE
  integer, save :: ones(4) = 1, sums(4), work(4 + SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  integer :: shmem_n_pes, code
  integer(8) :: addr, before
  character(len=10) :: which

  call get_command_argument(1, which)
  call shmem_init
  if (which == 'memory') then
    call shpalloc(addr, 0, code, 0)
    call check(code == -1 .and. addr == 0, 'memory of no length')
    call shpalloc(addr, -8, code, 0)
    call check(code == -1, 'memory of less than none')
    call shpalloc(addr, huge(code), code, 0)
    call check(code == -2, 'memory that there is not')
    call shpalloc(addr, 100, code, 0)
    call check(code == 0, 'memory')
    before = addr
    addr = before + 8
    call shpdeallc(addr, code, 0)
    call check(code == -5, 'an address in a block')
    call shpclmove(addr, 10, code, 0)
    call check(code == -5, 'an address in a block that is to move')
    addr = 64
    call shpdeallc(addr, code, 0)
    call check(code == -3, 'an address of nothing')
    addr = before
    call shpclmove(addr, 0, code, 0)
    call check(code == -1 .and. addr == before, 'no length')
    call shpclmove(addr, huge(code), code, 0)
    call check(code == -2 .and. addr == before, 'no room')
    call shpdeallc(addr, code, 1)
    call check(code == 0, 'memory that is given back')
    call shpdeallc(addr, code, 0)
    call check(code == -5, 'memory that was given back')
    call shpdeallc(addr, code, -1)
  else if (which == 'sum') then
    call shmem_int4_sum_to_all(sums, ones, -4, 0, 0, shmem_n_pes(), work, sync)
  else if (which == 'put') then
    call shmem_integer_put(sums, ones, -4, 0)
  else if (which == 'broadcast') then
    call shmem_broadcast4(sums, ones, -4, 0, 0, 0, shmem_n_pes(), sync)
  end if
  print '(a)', 'nothing was said'

contains

  subroutine check(is_good, what)
    logical, intent(in) :: is_good
    character(len=*), intent(in) :: what
    if (.not. is_good) then
      print '(2a, i0)', what, ': ', code
      call shmem_global_exit(3)
    end if
  end subroutine
end program
