//! skifrun: starts the ranks of a job
