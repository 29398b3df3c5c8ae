//! Jobs whose ranks are threads.
