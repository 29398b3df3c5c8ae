      program latentnost
c The program of A. A. Myasishchev, "Анализ скоростей передачи данных
c между процессами в параллельных вычислительных системах" (Khmelnytskyi
c National University), with only its typesetting repaired.
      include 'mpif.h'
      integer ierr, rank, size, i, n, lmax, NMAX, NTIMES
      parameter (NMAX = 1000000, NTIMES = 100)
      double precision time_start, time_stop,time, bandwidth
      real*8 a(NMAX),b(NMAX),t(1000),t1(1000)
      integer status(MPI_STATUS_SIZE)
      call MPI_INIT(ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
c Задание исходных данных
      n =0
      ii=1
      do ia=1,NMAX
      a(ia)=ia*1.0d0
      end do
c  Начало цикла расчета
      do while (n.le.NMAX)
c  NTIMES пересылок для осреднения результата
      if(rank .eq. 0) then
      time_start = MPI_WTIME(ierr)
      do i = 1, NTIMES
      call MPI_SEND(a, n, MPI_DOUBLE_PRECISION, 1, 1,
     &   MPI_COMM_WORLD, ierr)
      call MPI_RECV(a, n, MPI_DOUBLE_PRECISION, 1, 1,
     &   MPI_COMM_WORLD, status, ierr)
      time = (MPI_WTIME(ierr)-time_start)/2/NTIMES
      bandwidth = (8*n*1.d0/(2**20))/time
      end do
      end if
      if(rank.eq.1) then
      do i = 1, NTIMES
      call MPI_RECV(b, n, MPI_DOUBLE_PRECISION, 0, 1,
     &MPI_COMM_WORLD, status, ierr)
      call MPI_SEND(b, n, MPI_DOUBLE_PRECISION, 0, 1,
     &  MPI_COMM_WORLD, ierr)
      end do
      end if
c  Конец NTIMES пересылок для осреднения результата
c  Расчет времени двойной пересылки и скорости в МБайт/с
c
      if(rank .eq. 0) then
      if(n .eq. 0) then
c Если длина пересылаемых данных равна нулю, то это латентность
      print *, 'latency = ', time, ' seconds'
c В другом случае распечатывается длина сообщения и скорость
      else
      print *, 8*n, ' bytes, bandwidth =', bandwidth,
     & ' Mb/s',' time=', time, ' n=',n
      t(ii)=time
      ii=ii+1
      end if
      end if
c
      if (n.eq.0) then
      n=1
      else
      n=2*n
      end if
      end do
c   Конец цикла расчета
      n=1
c   Расчет для одного процесса в оперативной памяти
      if(rank .eq. 0) then
      ii=1
      print *, 'Memory'
      do while (n.le.NMAX)
      time_start = MPI_WTIME(ierr)
      do i=1,NTIMES
      do j=1,n
      b(j)=a(j)
      end do
      do j=1,n
      a(j)=b(j)
      end do
      end do
      time_stop=MPI_WTIME(ierr)
      time=(time_stop-time_start)/2/NTIMES
      bandwidth = (8*n*1.d0/(2**20))/time
      print *, 8*n, ' bytes, bandwidth =', bandwidth,
     & ' Mb/s',' time=', time, ' n=',n
      t1(ii)=time
      ii=ii+1
      n=2*n
      end do
      do m=1,ii-1
c Определение отношения времен пересылки между процессами и памятью
      tim=t(m)/t1(m)
      print *,'proc/mem=',tim
      end do
      end if
      call MPI_FINALIZE(ierr)
      end
