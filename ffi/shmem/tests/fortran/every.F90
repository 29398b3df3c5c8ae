! Every call of table/fortran.txt that moves, changes or combines data, run once and checked.
#define BETWEEN call shmem_barrier_all
! From and to the next PE; `width` is the number of units in which a call counts an array element.
#define WHOLE(get, put, there, here, width) \
  there = there - there; BETWEEN; call put(there, here, n * width, next); BETWEEN; \
  call check(all(there == here + step(before)), 'put'); BETWEEN; \
  call get(there, here, n * width, next); \
  call check(all(there == here + step(next)), 'get')
#define LATER(get, put, there, here, width) \
  there = there - there; BETWEEN; call put(there, here, n * width, next); \
  call shmem_quiet; BETWEEN; \
  call check(all(there == here + step(before)), 'put_nbi'); BETWEEN; \
  call get(there, here, n * width, next); call shmem_quiet; \
  call check(all(there == here + step(next)), 'get_nbi')
#define STRIDED(iget, iput, there, here) \
  there = there - there; BETWEEN; call iput(there, here, 2, 1, n / 2, next); BETWEEN; \
  call check(there(3) == here(2) + step(before) .and. there(4) == 0, 'iput'); BETWEEN; \
  call iget(there, here, 1, 2, n / 2, next); \
  call check(there(2) == here(3) + step(next), 'iget')
! A word on PE 0; each PE adds 5 in total.
#define WORD(int, T, counter, kind) \
  BETWEEN; if (me == 0) call int/**/_set(counter, 10_/**/kind, 0); BETWEEN; \
  call int/**/_add(counter, 1_/**/kind, 0); call int/**/_inc(counter, 0); \
  T = int/**/_fadd(counter, 2_/**/kind, 0); call check(T >= 12, 'fadd'); \
  T = int/**/_finc(counter, 0); call check(T >= 14, 'finc'); BETWEEN; \
  call check(int/**/_fetch(counter, 0) == 10 + 5 * pes, 'fetch'); BETWEEN; \
  T = 10 + 5 * pes; \
  if (me == 0) call check(int/**/_cswap(counter, T, 3_/**/kind, 0) == T, 'cswap'); \
  if (me == 0) call check(int/**/_swap(counter, 4_/**/kind, 0) == 3, 'swap')
#define SUMS(of, there, here, work) \
  BETWEEN; call of/**/_sum_to_all(there, here, n, 0, 0, pes, work, sync); \
  call check(there(2) == 2 * pes + 10 * (pes * (pes - 1)) / 2, 'sum'); BETWEEN; \
  call of/**/_max_to_all(there, here, n, 0, 0, pes, work, sync); \
  call check(there(3) == 3 + 10 * (pes - 1), 'max'); BETWEEN; \
  call of/**/_min_to_all(there, here, n, 0, 0, pes, work, sync); \
  call check(there(3) == 3, 'min'); there = there - there + 2; BETWEEN; \
  call of/**/_prod_to_all(there, there, n, 0, 0, pes, work, sync); \
  call check(there(1) == 2**pes, 'prod')
#define BITS(of, there, work) \
  there = 2**me; BETWEEN; call of/**/_or_to_all(there, there, n, 0, 0, pes, work, sync); \
  call check(there(1) == 2**pes - 1, 'or'); there = 2**me + 64; BETWEEN; \
  call of/**/_xor_to_all(there, there, n, 0, 0, pes, work, sync); \
  call check(there(n) == 2**pes - 1 + 64 * mod(pes, 2), 'xor'); there = 2**me + 64; BETWEEN; \
  call of/**/_and_to_all(there, there, n, 0, 0, pes, work, sync); \
  call check(there(2) == 64 + 1 / pes, 'and')
#define COMPLEX(of, there, here, work) \
  BETWEEN; call of/**/_sum_to_all(there, here, n, 0, 0, pes, work, sync); \
  call check(there(2) == 2 * pes + 10 * (pes * (pes - 1)) / 2, 'sum'); \
  there = (0, 1); BETWEEN; \
  call of/**/_prod_to_all(there, there, n, 0, 0, pes, work, sync); \
  call check(there(1) == (0, 1)**pes, 'prod')
! Broadcast, collect and exchange; the root's own elements are not written by the broadcast.
#define ALL(broadcast, collect, fcollect, many, here) \
  many = 0; BETWEEN; call broadcast(many, here, n, pes - 1, 0, 0, pes, sync); \
  if (me < pes - 1) call check(many(2) == 2 + 10 * (pes - 1), 'broadcast'); BETWEEN; \
  call fcollect(many, here, n, 0, 0, pes, sync); \
  call check(many(n * next + 2) == 2 + 10 * next, 'fcollect'); BETWEEN; \
  call collect(many, here, 1 + me, 0, 0, pes, sync); \
  call check(many((pes * (pes + 1)) / 2) == pes + 10 * (pes - 1), 'collect')
#define EXCHANGE(alltoall, alltoalls, many, here) \
  BETWEEN; call alltoall(many, here, 1, 0, 0, pes, sync); \
  call check(many(next + 1) == me + 1 + 10 * next, 'alltoall'); BETWEEN; \
  call alltoalls(many, here, 2, 1, 1, 0, 0, pes, sync); \
  call check(many(2 * next + 1) == me + 1 + 10 * next, 'alltoalls')

program every
  implicit none
  include 'mpp/shmem.fh'
  integer, parameter :: n = 6, most = 8
  integer, save :: sync(SHMEM_ALLTOALLS_SYNC_SIZE) = SHMEM_SYNC_VALUE
  integer(2), save :: h2(n), t2(n), w2(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  integer(4), save :: h4(n), t4(n), m4(n * most), w4(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE), c4 = 0
  integer(8), save :: h8(n), t8(n), m8(n * most), w8(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE), c8 = 0
  real(4), save :: hr(n), tr(n), wr(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE), cr = 0
  real(8), save :: hd(n), td(n), wd(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE), cd = 0
  complex(4), save :: hc(n), tc(n), wc(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  complex(8), save :: hz(n), tz(n), wz(n + SHMEM_REDUCE_MIN_WRKDATA_SIZE)
  logical, save :: hl(n), tl(n)
  character(len=n), save :: hs, ts
  integer(4) :: shmem_swap, shmem_int4_swap, shmem_int4_cswap, shmem_int4_fadd, shmem_int4_finc
  integer(4) :: shmem_int4_fetch, shmem_my_pe, shmem_n_pes, a4
  integer(8) :: shmem_int8_swap, shmem_int8_cswap, shmem_int8_fadd, shmem_int8_finc
  integer(8) :: shmem_int8_fetch, shmem_ptr, a8
  real(4) :: shmem_real4_swap, shmem_real4_fetch
  real(8) :: shmem_real8_swap, shmem_real8_fetch
  logical :: shmem_addr_accessible
  integer :: me, pes, next, before, i, on_stack

  call shmem_init
  me = shmem_my_pe()
  pes = shmem_n_pes()
  next = mod(me + 1, pes)
  before = mod(me + pes - 1, pes)
  call check(shmem_addr_accessible(h4, next), 'addr_accessible')
  call check(shmem_ptr(h4, me) == loc(h4), 'ptr')
  call check(.not. shmem_addr_accessible(on_stack, next), 'addr_accessible of the stack')
  h4 = (/ (me * 10 + i, i = 1, n) /)
  h2 = int(h4, 2); h8 = h4; hr = real(h4); hd = h4; hc = h4; hz = h4

  WHOLE(shmem_integer_get, shmem_integer_put, t4, h4, 1)
  WHOLE(shmem_real_get, shmem_real_put, tr, hr, 1)
  WHOLE(shmem_double_get, shmem_double_put, td, hd, 1)
  WHOLE(shmem_complex_get, shmem_complex_put, tc, hc, 1)
  WHOLE(shmem_get4, shmem_put4, t4, h4, 1)
  WHOLE(shmem_get8, shmem_put8, t8, h8, 1)
  WHOLE(shmem_get32, shmem_put32, tr, hr, 1)
  WHOLE(shmem_get64, shmem_put64, td, hd, 1)
  WHOLE(shmem_get128, shmem_put128, tz, hz, 1)
  WHOLE(shmem_getmem, shmem_putmem, t2, h2, 2)
  LATER(shmem_integer_get_nbi, shmem_integer_put_nbi, t4, h4, 1)
  LATER(shmem_real_get_nbi, shmem_real_put_nbi, tr, hr, 1)
  LATER(shmem_double_get_nbi, shmem_double_put_nbi, td, hd, 1)
  LATER(shmem_complex_get_nbi, shmem_complex_put_nbi, tc, hc, 1)
  LATER(shmem_get4_nbi, shmem_put4_nbi, t4, h4, 1)
  LATER(shmem_get8_nbi, shmem_put8_nbi, t8, h8, 1)
  LATER(shmem_get32_nbi, shmem_put32_nbi, tr, hr, 1)
  LATER(shmem_get64_nbi, shmem_put64_nbi, td, hd, 1)
  LATER(shmem_get128_nbi, shmem_put128_nbi, tz, hz, 1)
  LATER(shmem_getmem_nbi, shmem_putmem_nbi, t2, h2, 2)
  STRIDED(shmem_integer_iget, shmem_integer_iput, t4, h4)
  STRIDED(shmem_real_iget, shmem_real_iput, tr, hr)
  STRIDED(shmem_double_iget, shmem_double_iput, td, hd)
  STRIDED(shmem_complex_iget, shmem_complex_iput, tc, hc)
  STRIDED(shmem_iget4, shmem_iput4, t4, h4)
  STRIDED(shmem_iget8, shmem_iput8, t8, h8)
  STRIDED(shmem_iget32, shmem_iput32, tr, hr)
  STRIDED(shmem_iget64, shmem_iput64, td, hd)
  STRIDED(shmem_iget128, shmem_iput128, tz, hz)
  call others

  WORD(shmem_int4, a4, c4, 4)
  WORD(shmem_int8, a8, c8, 8)
  BETWEEN
  call shmem_real4_set(cr, 1.5, next)
  call shmem_real8_set(cd, 2.5d0, next)
  BETWEEN
  call check(shmem_real4_fetch(cr, next) == 1.5, 'a fetch of a real')
  call check(shmem_real8_fetch(cd, next) == 2.5d0, 'a fetch of a double')
  BETWEEN
  call check(shmem_real4_swap(cr, 0.25, next) == 1.5, 'a swap of a real')
  call check(shmem_real8_swap(cd, 0.75d0, next) == 2.5d0, 'a swap of a double')
  BETWEEN
  call check(cr == 0.25 .and. cd == 0.75d0, 'reals that were swapped in')
  call check(c8 == merge(4, 0, me == 0), 'a number that was swapped in')
  call check(shmem_swap(c4, 9, me) == merge(4, 0, me == 0), 'the swap without a type')
  BETWEEN
  call waits

  SUMS(shmem_int2, t2, h2, w2)
  SUMS(shmem_int4, t4, h4, w4)
  SUMS(shmem_int8, t8, h8, w8)
  SUMS(shmem_real4, tr, hr, wr)
  SUMS(shmem_real8, td, hd, wd)
  BITS(shmem_int4, t4, w4)
  BITS(shmem_int8, t8, w8)
  COMPLEX(shmem_comp4, tc, hc, wc)
  COMPLEX(shmem_comp8, tz, hz, wz)
  ALL(shmem_broadcast4, shmem_collect4, shmem_fcollect4, m4, h4)
  ALL(shmem_broadcast8, shmem_collect8, shmem_fcollect8, m8, h8)
  ALL(shmem_broadcast32, shmem_collect32, shmem_fcollect32, m4, h4)
  ALL(shmem_broadcast64, shmem_collect64, shmem_fcollect64, m8, h8)
  EXCHANGE(shmem_alltoall32, shmem_alltoalls32, m4, h4)
  EXCHANGE(shmem_alltoall64, shmem_alltoalls64, m8, h8)
  BETWEEN
  call check(all(sync == SHMEM_SYNC_VALUE), 'pSync is as it was')
  BETWEEN
  call caches
  call shmem_sync(0, 0, pes, sync)
  call shmem_sync_all
  if (me == 0) print '(a)', 'good'
  call shmem_finalize

contains

  ! Difference between the elements of another PE and those of this one.
  integer function step(pe)
    integer, intent(in) :: pe
    step = 10 * (pe - me)
  end function

  ! Types without arithmetic.
  subroutine others
    hl = (/ (mod(me + i, 2) == 0, i = 1, n) /)
    tl = .false.
    hs = repeat(char(ichar('a') + me), n)
    BETWEEN
    call shmem_logical_put(tl, hl, n, next)
    call shmem_character_put(ts, hs, n, next)
    BETWEEN
    call check(all(tl .eqv. (/ (mod(before + i, 2) == 0, i = 1, n) /)), 'logical_put')
    call check(ts == repeat(char(ichar('a') + before), n), 'character_put')
    BETWEEN
    call shmem_logical_get(tl, hl, n, next)
    call shmem_character_get(ts, hs, n, next)
    call check(all(tl .eqv. (/ (mod(next + i, 2) == 0, i = 1, n) /)), 'logical_get')
    call check(ts == repeat(char(ichar('a') + next), n), 'character_get')
    BETWEEN
    call shmem_logical_iput(tl, hl, 2, 1, n / 2, next)
    call shmem_logical_put_nbi(tl(2), hl, 1, next)
    call shmem_character_put_nbi(ts, hs, n / 2, next)
    call shmem_quiet
    BETWEEN
    call check(tl(3) .eqv. mod(before + 2, 2) == 0, 'logical_iput')
    call check(tl(2) .eqv. mod(before + 1, 2) == 0, 'logical_put_nbi')
    call check(ts(n / 2:n / 2) == char(ichar('a') + before), 'character_put_nbi')
    BETWEEN
    call shmem_logical_iget(tl, hl, 1, 2, n / 2, next)
    call shmem_logical_get_nbi(tl(n), hl(n), 1, next)
    call shmem_character_get_nbi(ts, hs, 1, next)
    call shmem_quiet
    call check(tl(2) .eqv. mod(next + 3, 2) == 0, 'logical_iget')
    call check(tl(n) .eqv. mod(next + n, 2) == 0, 'logical_get_nbi')
    call check(ts(1:1) == char(ichar('a') + next), 'character_get_nbi')
  end subroutine

  subroutine waits
    c4 = 0; c8 = 0; t4 = 0; t8 = 0
    BETWEEN
    call shmem_int4_set(c4, 3, next)
    call shmem_int8_set(c8, 4_8, next)
    call shmem_wait(c4, 0)
    call shmem_wait_until(c4, SHMEM_CMP_EQ, 3)
    call shmem_int4_wait(c4, 0)
    call shmem_int4_wait_until(c4, SHMEM_CMP_GT, 2)
    call shmem_int8_wait(c8, 0_8)
    call shmem_int8_wait_until(c8, SHMEM_CMP_LE, 4_8)
    call shmem_fence
  end subroutine

  subroutine caches
    call shmem_clear_cache_inv
    call shmem_set_cache_inv
    call shmem_clear_cache_line_inv(h4)
    call shmem_set_cache_line_inv(h4)
    call shmem_udcflush
    call shmem_udcflush_line(h4)
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
