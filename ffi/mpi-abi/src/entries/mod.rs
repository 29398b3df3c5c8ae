//! The exported functions, by chapter. Made by `cargo xtask mpi`.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]
#![allow(clippy::let_and_return, reason = "of one shape with those that convert")]

pub mod abi;
pub mod collectives;
pub mod communicators;
pub mod datatypes;
pub mod deprecated;
pub mod environment;
pub mod external;
pub mod info;
pub mod io;
pub mod languages;
pub mod onesided;
pub mod p2p;
pub mod partitioned;
pub mod processes;
pub mod sessions;
pub mod tools;
pub mod topologies;

/// Every function in one place.
pub mod all {
    pub use super::communicators::MPI_Comm_create_keyval as MPI_Keyval_create;
    pub use super::communicators::MPI_Comm_delete_attr as MPI_Attr_delete;
    pub use super::communicators::MPI_Comm_free_keyval as MPI_Keyval_free;
    pub use super::communicators::MPI_Comm_get_attr as MPI_Attr_get;
    pub use super::communicators::MPI_Comm_set_attr as MPI_Attr_put;
    pub use super::datatypes::MPI_Get_elements_c as MPI_Get_elements_x;
    pub use super::datatypes::MPI_Type_get_extent_c as MPI_Type_get_extent_x;
    pub use super::datatypes::MPI_Type_get_true_extent_c as MPI_Type_get_true_extent_x;
    pub use super::datatypes::MPI_Type_size_c as MPI_Type_size_x;
    pub use super::external::MPI_Status_set_elements_c as MPI_Status_set_elements_x;
    pub use super::{
        abi::*, collectives::*, communicators::*, datatypes::*, deprecated::*, environment::*,
        external::*, info::*, io::*, languages::*, onesided::*, p2p::*, partitioned::*,
        processes::*, sessions::*, tools::*, topologies::*,
    };
}
