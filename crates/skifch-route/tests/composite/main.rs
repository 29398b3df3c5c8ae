//! The composite over shared memory and a network in the memory of this process: jobs whose ranks
//! are threads.

mod conforms;
mod memnet;
mod pairs;
mod ranks;
