//! Point-to-point communication.

use crate::failure::Answer;
use crate::status::Status;

/// `MPI_Status_get_error`.
pub unsafe fn status_get_error(status: &Status) -> Answer<i32> {
    Ok(status.error)
}

/// `MPI_Status_get_source`.
pub unsafe fn status_get_source(status: &Status) -> Answer<i32> {
    Ok(status.source)
}

/// `MPI_Status_get_tag`.
pub unsafe fn status_get_tag(status: &Status) -> Answer<i32> {
    Ok(status.tag)
}

/// `MPI_Test_cancelled`.
pub unsafe fn test_cancelled(status: &Status) -> Answer<bool> {
    Ok(status.is_cancelled)
}
