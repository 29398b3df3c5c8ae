//! Initialization, with a warning for programs with longer INTEGERs than this library's.

use crate::abi::COMM_WORLD;
use crate::abi::MPI_Comm;
use crate::places::mpipriv1_;
use libc::{c_char, c_int, c_void};
use std::ptr::null_mut;

unsafe extern "C" {
    fn MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int;
    fn MPI_Init_thread(
        argc: *mut c_int,
        argv: *mut *mut *mut c_char,
        required: c_int,
        provided: *mut c_int,
    ) -> c_int;
    fn PMPI_Comm_rank(comm: MPI_Comm, rank: *mut c_int) -> c_int;
}

/// `MPI_INIT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_init_(ierror: *mut c_int) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        *ierror = MPI_Init(null_mut(), null_mut());
        warn(*ierror);
    }
}

/// `MPI_INIT_THREAD`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_init_thread_(
    required: *const c_int,
    provided: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        *ierror = MPI_Init_thread(null_mut(), null_mut(), *required, provided);
        warn(*ierror);
    }
}

/// Warns, once per job, if the program's INTEGERs have another length, because no compiler that
/// reads `mpif.h` does. It is not an error: a program may declare everything that MPI takes as
/// `INTEGER*4`.
fn warn(ierror: c_int) {
    let (there, ours) = (block_len(), size_of_val(&mpipriv1_));
    if ierror != 0 || there != Some(2 * ours) {
        return;
    }
    let mut rank = 0;
    // SAFETY: MPI has begun, and the place is ours.
    unsafe { PMPI_Comm_rank(COMM_WORLD, &raw mut rank) };
    if rank == 0 {
        eprintln!(
            "warning: an INTEGER of this program has 8 bytes (-fdefault-integer-8), and one of MPI \
             has 4: results are wrong but where the program says INTEGER*4, and MPI_IN_PLACE, \
             MPI_BOTTOM and MPI_STATUS_IGNORE are not known"
        );
    }
}

/// The length of the block `mpipriv1_`, from the symbol table of the object that defines it.
fn block_len() -> Option<usize> {
    /// Of `<dlfcn.h>`.
    const RTLD_DL_SYMENT: c_int = 1;
    let mut symbol: *mut libc::Elf64_Sym = null_mut();
    // SAFETY: all-zero bytes are a valid value of this structure, which is an output.
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    let place = (&raw const mpipriv1_).cast::<c_void>();
    let told = (&raw mut symbol).cast::<*mut c_void>();
    // SAFETY: all three are places of ours; the entry that is told stays as long as its library.
    unsafe {
        let is_found = libc::dladdr1(place, &raw mut info, told, RTLD_DL_SYMENT) != 0;
        (is_found && !symbol.is_null()).then(|| (*symbol).st_size as usize)
    }
}
