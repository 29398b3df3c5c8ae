//! The lengths of arrays of datatypes in collective calls.

use crate::abi::{CART, COMM_NULL, DIST_GRAPH, GRAPH, Handle};
use libc::c_int;

// The profiling names: these calls are not the program's.
unsafe extern "C" {
    fn PMPI_Comm_test_inter(comm: Handle, flag: *mut c_int) -> c_int;
    fn PMPI_Comm_size(comm: Handle, size: *mut c_int) -> c_int;
    fn PMPI_Comm_remote_size(comm: Handle, size: *mut c_int) -> c_int;
    fn PMPI_Comm_rank(comm: Handle, rank: *mut c_int) -> c_int;
    fn PMPI_Topo_test(comm: Handle, status: *mut c_int) -> c_int;
    fn PMPI_Cartdim_get(comm: Handle, ndims: *mut c_int) -> c_int;
    fn PMPI_Graph_neighbors_count(comm: Handle, rank: c_int, count: *mut c_int) -> c_int;
    fn PMPI_Dist_graph_neighbors_count(
        comm: Handle,
        indegree: *mut c_int,
        outdegree: *mut c_int,
        weighted: *mut c_int,
    ) -> c_int;
}

/// The result of a query on `comm`; 0 if it fails, as the following call will too.
fn asked(comm: Handle, call: unsafe extern "C" fn(Handle, *mut c_int) -> c_int) -> c_int {
    let mut value = 0;
    // SAFETY: the output is a local variable.
    let rc = unsafe { call(comm, &raw mut value) };
    if rc == 0 { value } else { 0 }
}

/// The communicator, if it can be asked without an error, which would call the error handler: that
/// is for the call of the program to do, once.
fn known(comm: c_int) -> Option<Handle> {
    (comm != COMM_NULL.int()).then(|| Handle::of(comm))
}

/// Number of ranks that a collective call on this communicator communicates with.
pub(crate) fn others(comm: c_int) -> c_int {
    let Some(comm) = known(comm) else { return 0 };
    match asked(comm, PMPI_Comm_test_inter) {
        0 => asked(comm, PMPI_Comm_size),
        _ => asked(comm, PMPI_Comm_remote_size),
    }
}

/// Number of neighbours that this rank receives from, and that it sends to.
pub(crate) fn neighbours(comm: c_int) -> (c_int, c_int) {
    let Some(comm) = known(comm) else { return (0, 0) };
    match asked(comm, PMPI_Topo_test) {
        CART => {
            let both = 2 * asked(comm, PMPI_Cartdim_get);
            (both, both)
        }
        GRAPH => {
            let (rank, mut count) = (asked(comm, PMPI_Comm_rank), 0);
            // SAFETY: the output is a local variable.
            let rc = unsafe { PMPI_Graph_neighbors_count(comm, rank, &raw mut count) };
            if rc == 0 { (count, count) } else { (0, 0) }
        }
        DIST_GRAPH => {
            let (mut from, mut to, mut weighted) = (0, 0, 0);
            let (into, out, flag) = (&raw mut from, &raw mut to, &raw mut weighted);
            // SAFETY: the outputs are local variables.
            let rc = unsafe { PMPI_Dist_graph_neighbors_count(comm, into, out, flag) };
            if rc == 0 { (from, to) } else { (0, 0) }
        }
        _ => (0, 0),
    }
}
