//! Tests that involve several modules.

mod adaptive;
mod against_reference;
mod booksim;
mod closed_forms;
mod coarse;
mod collective;
mod deadlock;
mod deaths;
mod faults;
mod gather;
mod reference;
mod replay;
mod ring;
mod saturation;
mod sharing;
mod support;
mod switch;
