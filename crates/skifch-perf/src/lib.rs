//! Measures SkifCh: message rate, latency, bandwidth
