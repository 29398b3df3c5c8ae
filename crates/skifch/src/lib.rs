//! SkifCh: a low-level message interface with many networks under it
