//! What crosses modules.

mod against_reference;
mod closed_forms;
mod deadlock;
mod faults;
mod reference;
mod replay;
mod ring;
mod saturation;
mod sharing;
mod support;
mod switch;
