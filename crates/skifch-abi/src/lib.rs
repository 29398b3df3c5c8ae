//! Types shared by SkifCh, its backends and its plugins: statuses, capabilities, the op table
