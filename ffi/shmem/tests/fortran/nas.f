c     The calls of the NAS benchmarks over SHMEM, as these make them: fixed
c     form, the header below mpp, functions declared by the program, work
c     arrays of the smallest size for any call, scalars and arrays by one
c     name, two reductions in turn without a barrier between them.
      program nas
      implicit none
      include 'mpp/shmem.fh'
      integer num_pes, my_pe
      integer me, pes, next, i, level, sizes(4)
      common /levels/ level, sizes
      double precision x(20), q(0:9), mine, theirs, most
      common /storage/ x, q
      save mine, theirs, most
      integer psync(SHMEM_BCAST_SYNC_SIZE)
      integer, dimension(SHMEM_BCAST_SYNC_SIZE), save :: psync2
      double precision, dimension(SHMEM_REDUCE_MIN_WRKDATA_SIZE),
     > save :: pwrk2
      double precision pwrk(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
      save psync, pwrk

      call start_pes(0)
      pes = num_pes()
      me = my_pe()
      next = mod(me + 1, pes)
      psync = SHMEM_SYNC_VALUE
      psync2 = SHMEM_SYNC_VALUE
      call shmem_barrier_all

      if (me .eq. 0) then
         level = 3
         sizes(3) = 32
      endif
      call shmem_broadcast4(level, level, 1, 0, 0, 0, pes, psync)
      call shmem_broadcast4(sizes(level), sizes(level), 1, 0, 0, 0, pes,
     >                      psync2)
      call check(level .eq. 3 .and. sizes(3) .eq. 32)

      mine = me + 1
      do i = 0, 9
         q(i) = i * (me + 1)
      enddo
      call shmem_barrier_all();
      call shmem_real8_sum_to_all(x,mine,1,0,0,pes,pwrk,psync)
      call shmem_barrier_all();
      call check(x(1) .eq. pes * (pes + 1) / 2)
      call shmem_real8_sum_to_all(x,q,10,0,0,pes,pwrk,psync)
      call shmem_barrier_all();
      call check(x(10) .eq. 9 * pes * (pes + 1) / 2)

      do i = 1, 500
         mine = me + i
         most = me * i
         call shmem_real8_max_to_all(theirs,most,1,0,0,pes,pwrk,psync)
         call check(theirs .eq. (pes - 1) * i)
         call shmem_real8_sum_to_all(theirs,mine,1,0,0,pes,pwrk2,psync2)
         call check(theirs .eq. pes * i + pes * (pes - 1) / 2)
      enddo

      call shmem_barrier_all()
      call shmem_double_put(x, q, 10, next)
      call shmem_barrier_all()
      call check(x(2) .eq. mod(me + pes - 1, pes) + 1)
      call shmem_barrier_all()
      call shmem_double_get(x, q(1), 1, next)
      call check(x(1) .eq. next + 1)
      call shmem_barrier_all()
      if (me .eq. 0) print '(a)', 'good'
      end

      subroutine check(is_right)
      logical is_right
      if (.not. is_right) then
         print *, 'wrong'
         call shmem_global_exit(1)
      endif
      end
