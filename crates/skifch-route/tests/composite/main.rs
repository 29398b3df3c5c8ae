//! The composite over shared memory and an in-process network: jobs whose ranks are threads.

mod conforms;
mod memnet;
mod pairs;
mod ranks;
