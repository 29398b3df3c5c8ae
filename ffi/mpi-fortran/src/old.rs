//! Functions of MPI 1 that the standard removed, with addresses as INTEGERs. Addresses are
//! truncated to 32 bits; differences of less than 2 GB are still correct.

use crate::abi::{Handle, MPI_Aint};
use crate::entries::environment::{
    mpi_comm_create_errhandler_, mpi_comm_get_errhandler_, mpi_comm_set_errhandler_,
};
use crate::handles;
use crate::places::buffer;
use libc::{c_int, c_void};

unsafe extern "C" {
    fn MPI_Get_address(location: *const c_void, address: *mut MPI_Aint) -> c_int;
    fn MPI_Type_get_extent(of: Handle, lb: *mut MPI_Aint, extent: *mut MPI_Aint) -> c_int;
    fn MPI_Type_create_hvector(
        count: c_int,
        blocklength: c_int,
        stride: MPI_Aint,
        old: Handle,
        new: *mut Handle,
    ) -> c_int;
    fn MPI_Type_create_hindexed(
        count: c_int,
        blocklengths: *const c_int,
        displacements: *const MPI_Aint,
        old: Handle,
        new: *mut Handle,
    ) -> c_int;
    fn MPI_Type_create_struct(
        count: c_int,
        blocklengths: *const c_int,
        displacements: *const MPI_Aint,
        types: *const Handle,
        new: *mut Handle,
    ) -> c_int;
}

/// `MPI_ADDRESS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_address_(
    location: *const c_void,
    address: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        let mut whole = 0;
        *ierror = MPI_Get_address(buffer(location), &raw mut whole);
        *address = whole as c_int;
    }
}

macro_rules! bounds {
    ($($name:ident $upper:literal |$lb:ident, $extent:ident| $of:expr;)*) => { $(
        #[doc = concat!("`", $upper, "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            datatype: *const c_int,
            value: *mut c_int,
            ierror: *mut c_int,
        ) {
            let (mut $lb, mut $extent) = (0, 0);
            // SAFETY: the standard's contract of the call.
            unsafe {
                let (low, size) = (&raw mut $lb, &raw mut $extent);
                *ierror = MPI_Type_get_extent(Handle::of(*datatype), low, size);
                *value = ($of) as c_int;
            }
        }
    )* };
}

bounds! {
    mpi_type_extent_ "MPI_TYPE_EXTENT" |lb, extent| { let _ = lb; extent };
    mpi_type_lb_ "MPI_TYPE_LB" |lb, extent| { let _ = extent; lb };
    mpi_type_ub_ "MPI_TYPE_UB" |lb, extent| lb + extent;
}

/// `MPI_TYPE_HVECTOR`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_type_hvector_(
    count: *const c_int,
    blocklength: *const c_int,
    stride: *const c_int,
    oldtype: *const c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        let mut new = Handle::of(*newtype);
        let (stride, old) = (*stride as MPI_Aint, Handle::of(*oldtype));
        *ierror = MPI_Type_create_hvector(*count, *blocklength, stride, old, &raw mut new);
        *newtype = new.int();
    }
}

/// Converts INTEGERs to addresses.
///
/// # Safety
/// The array has `len` elements.
unsafe fn addresses(from: *const c_int, len: c_int) -> Vec<MPI_Aint> {
    let len = usize::try_from(len).unwrap_or(0);
    // SAFETY: the caller's promise.
    (0..len).map(|at| unsafe { *from.add(at) } as MPI_Aint).collect()
}

/// `MPI_TYPE_HINDEXED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_type_hindexed_(
    count: *const c_int,
    blocklengths: *const c_int,
    displacements: *const c_int,
    oldtype: *const c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        let mut new = Handle::of(*newtype);
        let (at, old) = (addresses(displacements, *count), Handle::of(*oldtype));
        *ierror = MPI_Type_create_hindexed(*count, blocklengths, at.as_ptr(), old, &raw mut new);
        *newtype = new.int();
    }
}

/// `MPI_TYPE_STRUCT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_type_struct_(
    count: *const c_int,
    blocklengths: *const c_int,
    displacements: *const c_int,
    types: *const c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the standard's contract of the call.
    unsafe {
        let mut new = Handle::of(*newtype);
        let (at, types) = (addresses(displacements, *count), handles::read(types, *count));
        let (at, types) = (at.as_ptr(), types.as_ptr());
        *ierror = MPI_Type_create_struct(*count, blocklengths, at, types, &raw mut new);
        *newtype = new.int();
    }
}

/// `MPI_ERRHANDLER_CREATE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_errhandler_create_(
    function: *const c_void,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the contract is the same.
    unsafe { mpi_comm_create_errhandler_(function, errhandler, ierror) }
}

/// `MPI_ERRHANDLER_GET`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_errhandler_get_(
    comm: *const c_int,
    errhandler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the contract is the same.
    unsafe { mpi_comm_get_errhandler_(comm, errhandler, ierror) }
}

/// `MPI_ERRHANDLER_SET`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_errhandler_set_(
    comm: *const c_int,
    errhandler: *const c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the contract is the same.
    unsafe { mpi_comm_set_errhandler_(comm, errhandler, ierror) }
}
