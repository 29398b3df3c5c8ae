//! How a SkifCh process learns its rank, size and peers: PMI-1 client and server
