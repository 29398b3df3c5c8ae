//! The output formats of the report.

pub mod chart;
pub mod csv;
pub mod html;
pub mod plot;
pub mod table;
