//! The report in its forms.

pub mod chart;
pub mod csv;
pub mod html;
pub mod plot;
pub mod table;
