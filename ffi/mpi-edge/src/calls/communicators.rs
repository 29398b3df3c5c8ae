//! Communicators.

use crate::constants::{
    MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED, MPI_COMM_TYPE_RESOURCE_GUIDED,
    MPI_COMM_TYPE_SHARED, MPI_CONGRUENT, MPI_IDENT, MPI_MAX_OBJECT_NAME, MPI_SIMILAR,
    MPI_UNDEFINED, MPI_UNEQUAL,
};
use crate::handles::{Comm, Group, Info, Request, Type};
use crate::raise::{Answer, Failure};
use crate::text;
use libc::c_char;
use skifch_mpi::comm::{self, SplitType};
use skifch_mpi::datatype;
use skifch_mpi::error::Class;
use skifch_mpi::group::Comparison;

pub use super::attributes::*;
pub use super::groups::*;

/// A comparison as a constant of the standard.
pub(crate) fn comparison(found: Comparison) -> i32 {
    match found {
        Comparison::Identical => MPI_IDENT,
        Comparison::Congruent => MPI_CONGRUENT,
        Comparison::Similar => MPI_SIMILAR,
        Comparison::Unequal => MPI_UNEQUAL,
    }
}

/// `MPI_Comm_size`.
pub unsafe fn comm_size(comm: Comm) -> Answer<i32> {
    Ok(comm::size(comm)? as i32)
}

/// `MPI_Comm_rank`.
pub unsafe fn comm_rank(comm: Comm) -> Answer<i32> {
    Ok(comm::rank(comm)? as i32)
}

/// `MPI_Comm_remote_size`.
pub unsafe fn comm_remote_size(comm: Comm) -> Answer<i32> {
    match comm::remote_size(comm)? {
        Some(size) => Ok(size as i32),
        None => Err(Failure::new(Class::Comm, "the communicator has no other side")),
    }
}

/// `MPI_Comm_test_inter`.
pub unsafe fn comm_test_inter(comm: Comm) -> Answer<bool> {
    Ok(comm::is_inter(comm)?)
}

/// `MPI_Comm_compare`.
pub unsafe fn comm_compare(comm1: Comm, comm2: Comm) -> Answer<i32> {
    Ok(comparison(comm::compare(comm1, comm2)?))
}

/// `MPI_Comm_dup`.
pub unsafe fn comm_dup(comm: Comm) -> Answer<Comm> {
    Ok(comm::dup(comm)?)
}

/// `MPI_Comm_dup_with_info`.
pub unsafe fn comm_dup_with_info(comm: Comm, info: Info) -> Answer<Comm> {
    Ok(comm::dup_with_info(comm, info)?)
}

/// `MPI_Comm_idup`.
pub unsafe fn comm_idup(comm: Comm) -> Answer<(Comm, Request)> {
    Ok(comm::idup(comm)?)
}

/// `MPI_Comm_idup_with_info`.
pub unsafe fn comm_idup_with_info(comm: Comm, info: Info) -> Answer<(Comm, Request)> {
    Ok(comm::idup_with_info(comm, info)?)
}

/// `MPI_Comm_create`.
pub unsafe fn comm_create(comm: Comm, group: Group) -> Answer<Comm> {
    Ok(comm::create(comm, group)?.unwrap_or(Comm::NULL))
}

/// `MPI_Comm_create_group`.
pub unsafe fn comm_create_group(comm: Comm, group: Group, tag: i32) -> Answer<Comm> {
    Ok(comm::create_group(comm, group, tag)?.unwrap_or(Comm::NULL))
}

/// `MPI_Comm_split`.
pub unsafe fn comm_split(comm: Comm, color: i32, key: i32) -> Answer<Comm> {
    let color = match u32::try_from(color) {
        Ok(color) => Some(color),
        Err(_) if color == MPI_UNDEFINED => None,
        Err(_) => {
            let words = format!("the color {color} is negative and not MPI_UNDEFINED");
            return Err(Failure::new(Class::Arg, words));
        }
    };
    Ok(comm::split(comm, color, key)?.unwrap_or(Comm::NULL))
}

/// The split type that an info object asks for: only shared memory is supported.
fn guided(info: Info) -> Answer<SplitType> {
    let asked = match info {
        Info::NULL => None,
        info => skifch_mpi::info::get(info, "mpi_hw_resource_type")?,
    };
    let is_shared = asked.as_deref() == Some(b"mpi_shared_memory");
    Ok(if is_shared { SplitType::Shared } else { SplitType::Undefined })
}

/// `MPI_Comm_split_type`. For hardware that is not distinguished here, no process gets a
/// communicator.
pub unsafe fn comm_split_type(comm: Comm, split_type: i32, key: i32, info: Info) -> Answer<Comm> {
    skifch_mpi::info::check_hints(info)?;
    let kind = match split_type {
        MPI_COMM_TYPE_SHARED => SplitType::Shared,
        MPI_COMM_TYPE_HW_GUIDED | MPI_COMM_TYPE_RESOURCE_GUIDED => guided(info)?,
        MPI_UNDEFINED | MPI_COMM_TYPE_HW_UNGUIDED => SplitType::Undefined,
        other => {
            return Err(Failure::new(Class::Arg, format!("{other} is no type to split by")));
        }
    };
    Ok(comm::split_type(comm, kind, key)?.unwrap_or(Comm::NULL))
}

/// `MPI_Comm_free`.
pub unsafe fn comm_free(comm: &mut Comm) -> Answer {
    comm::free(*comm)?;
    *comm = Comm::NULL;
    Ok(())
}

/// `MPI_Intercomm_create`.
pub unsafe fn intercomm_create(
    local_comm: Comm,
    local_leader: i32,
    peer_comm: Comm,
    remote_leader: i32,
    tag: i32,
) -> Answer<Comm> {
    let leader = crate::args::length("local_leader", local_leader)?;
    Ok(comm::intercomm_create(local_comm, leader, peer_comm, remote_leader, tag)?)
}

/// `MPI_Intercomm_merge`.
pub unsafe fn intercomm_merge(intercomm: Comm, high: bool) -> Answer<Comm> {
    Ok(comm::intercomm_merge(intercomm, high)?)
}

/// `MPI_Comm_set_name`.
pub unsafe fn comm_set_name(comm: Comm, name: *const c_char) -> Answer {
    // SAFETY: the standard's contract.
    let name = unsafe { text::get("comm_name", name) }?;
    Ok(comm::set_name(comm, name)?)
}

/// `MPI_Comm_get_name`.
pub unsafe fn comm_get_name(comm: Comm, name: *mut c_char) -> Answer<i32> {
    let words = comm::name(comm)?;
    // SAFETY: the standard requires a buffer of this size.
    unsafe { text::put("comm_name", name, MPI_MAX_OBJECT_NAME as usize, &words) }
}

/// `MPI_Comm_set_info`.
pub unsafe fn comm_set_info(comm: Comm, info: Info) -> Answer {
    Ok(comm::set_info(comm, info)?)
}

/// `MPI_Comm_get_info`.
pub unsafe fn comm_get_info(comm: Comm) -> Answer<Info> {
    Ok(comm::info(comm)?)
}

/// `MPI_Type_set_name`.
pub unsafe fn type_set_name(datatype: Type, name: *const c_char) -> Answer {
    // SAFETY: the standard's contract.
    let name = unsafe { text::get("type_name", name) }?;
    Ok(datatype::set_name(datatype, name)?)
}

/// `MPI_Type_get_name`.
pub unsafe fn type_get_name(datatype: Type, name: *mut c_char) -> Answer<i32> {
    let words = datatype::name(datatype)?;
    // SAFETY: the standard requires a buffer of this size.
    unsafe { text::put("type_name", name, MPI_MAX_OBJECT_NAME as usize, &words) }
}
