! A call of every kind, as in programs before 1.5: work arrays in COMMON, functions whose types the
! program itself declares.
program calls
  implicit none
  include 'shmem.fh'
  integer, parameter :: n = 6
  ! The work array begins in the middle of an 8-byte word.
  integer :: one, sync(SHMEM_REDUCE_SYNC_SIZE)
  common /odd/ one, sync
  integer, save :: other(SHMEM_BCAST_SYNC_SIZE) = SHMEM_SYNC_VALUE
  real(8), save :: mine(n), theirs(n), work(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  integer, save :: flags(n), all(n), counter = 0
  integer(8), save :: lock = 0, shared = 0, wide = 0
  character(len=SHMEM_MAX_NAME_LEN) :: name
  integer :: my_pe, num_pes, shmem_int4_finc, shmem_int4_fadd, shmem_test_lock
  integer(8) :: shmem_int8_swap, shmem_int8_fetch
  logical :: shmem_pe_accessible
  integer :: me, pes, next, i, major, minor
  data sync /SHMEM_REDUCE_SYNC_SIZE * SHMEM_SYNC_VALUE/

  call start_pes(0)
  me = my_pe()
  pes = num_pes()
  next = mod(me + 1, pes)
  call shmem_info_get_version(major, minor)
  call shmem_info_get_name(name)
  call check(major == 1 .and. minor == 6 .and. trim(name) == SHMEM_VENDOR_STRING, 'what it says of itself')
  call check(shmem_pe_accessible(next) .and. .not. shmem_pe_accessible(pes), 'who is there')

  mine = (/ (me * 10d0 + i, i = 1, n) /)
  call shmem_barrier_all
  call shmem_double_put(theirs, mine, n, next)
  call shmem_barrier_all
  call check(all_of(theirs, mod(me + pes - 1, pes)), 'a put')
  call shmem_barrier_all
  call shmem_double_get(theirs, mine, n, next)
  call check(all_of(theirs, next), 'a get')
  call shmem_barrier_all
  theirs = 0
  call shmem_barrier_all
  call shmem_double_iput(theirs, mine, 2, 1, n / 2, next)
  call shmem_barrier_all
  call check(theirs(3) == mod(me + pes - 1, pes) * 10d0 + 2 .and. theirs(2) == 0, 'a strided put')
  call shmem_barrier_all

  call shmem_real8_sum_to_all(theirs, mine, n, 0, 0, pes, work, sync)
  call check(abs(theirs(2) - (5d0 * pes * (pes - 1) + 2 * pes)) < 1d-9, 'a sum')
  call shmem_barrier_all
  call shmem_broadcast8(theirs, mine, n, pes - 1, 0, 0, pes, other)
  if (me /= pes - 1) call check(all_of(theirs, pes - 1), 'a broadcast')
  call shmem_barrier_all
  flags = me
  call shmem_int4_max_to_all(all, flags, n, 0, 0, pes, work, sync)
  call check(all(1) == pes - 1 .and. all(n) == pes - 1, 'a maximum')
  call shmem_barrier_all

  i = shmem_int4_finc(counter, 0)
  i = shmem_int4_fadd(counter, 2, 0)
  call shmem_int4_add(counter, 3, 0)
  call shmem_barrier_all
  if (me == 0) call check(counter == 6 * pes, 'additions')
  if (me == 0) call check(shmem_int8_swap(wide, 7_8, pes - 1) == 0, 'a swap')
  call shmem_barrier_all
  call check(shmem_int8_fetch(wide, pes - 1) == 7, 'a fetch')
  call shmem_barrier_all

  call shmem_set_lock(lock)
  call shmem_get8(wide, shared, 1, 0)
  wide = wide + 1
  call shmem_put8(shared, wide, 1, 0)
  call shmem_quiet
  call shmem_clear_lock(lock)
  call shmem_barrier_all
  if (me == 0) call check(shared == pes, 'a lock')
  call shmem_barrier_all
  if (me == 0) i = shmem_test_lock(lock)
  if (me == 0) call check(i == 0, 'a lock that is free')
  if (me == 0) call shmem_clear_lock(lock)

  flags(1) = -1
  call shmem_barrier_all
  call shmem_integer_put(flags(1), me, 1, next)
  call shmem_int4_wait_until(flags(1), SHMEM_CMP_EQ, mod(me + pes - 1, pes))
  call shmem_barrier(0, 0, pes, sync)
  call memory
  if (me == 0) print '(a)', 'good'
  call shmem_finalize

contains

  logical function all_of(values, pe)
    real(8), intent(in) :: values(n)
    integer, intent(in) :: pe
    integer :: at
    all_of = .true.
    do at = 1, n
      all_of = all_of .and. values(at) == pe * 10d0 + at
    end do
  end function

  ! Symmetric heap memory, by address.
  subroutine memory
    integer(8) :: addr, before
    integer :: errcode
    call shpalloc(addr, 100, errcode, 1)
    call check(errcode == 0 .and. addr /= 0, 'memory')
    before = addr
    call shpclmove(addr, 50, errcode, 1)
    call check(errcode == 0 .and. addr == before, 'less memory')
    call shpdeallc(addr, errcode, 1)
    call check(errcode == 0, 'memory that is given back')
  end subroutine

  subroutine check(is_good, what)
    logical, intent(in) :: is_good
    character(len=*), intent(in) :: what
    if (.not. is_good) then
      print '(a, i0, 2a)', 'PE ', me, ': ', what
      call shmem_global_exit(1)
    end if
  end subroutine
end program
