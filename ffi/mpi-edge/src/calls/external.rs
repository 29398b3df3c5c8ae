//! Statuses that programs fill.

use crate::failure::Answer;
use crate::status::Status;

/// `MPI_Status_set_cancelled`.
pub unsafe fn status_set_cancelled(status: &mut Status, flag: bool) -> Answer {
    status.is_cancelled = flag;
    Ok(())
}

/// `MPI_Status_set_error`.
pub unsafe fn status_set_error(status: &mut Status, error: i32) -> Answer {
    status.error = error;
    Ok(())
}

/// `MPI_Status_set_source`.
pub unsafe fn status_set_source(status: &mut Status, source: i32) -> Answer {
    status.source = source;
    Ok(())
}

/// `MPI_Status_set_tag`.
pub unsafe fn status_set_tag(status: &mut Status, tag: i32) -> Answer {
    status.tag = tag;
    Ok(())
}
