//! References that need no installation: kernel objects between two processes, and bare memory.

use std::io;
use std::time::Duration;

use super::{Found, Info, Launched, Role, Subject, Task};
use crate::reference::{cacheline, memcpy, spsc};
use crate::row::{Kernel, Row};

const PAIR_KERNELS: &[Kernel] = &[Kernel::Msgrate, Kernel::Latency, Kernel::Bandwidth];

/// Two processes over a pair of pipes (`pipe`), a Unix socket (`socket`), or UDP over loopback
/// with single datagrams (`udp`) or with segmentation by the kernel (`udp-gso`).
pub fn find_pair(way: &'static str) -> Found {
    let (title, how) = match way {
        "pipe" => ("pipe", "two pipes, blocking read and write"),
        "udp" => {
            ("UDP", "connected, over loopback, one call per datagram of up to 60 KB, never asleep")
        }
        "udp-gso" => {
            ("UDP GSO", "as UDP, 44 segments of 1472 bytes per call, cut and joined by the kernel")
        }
        _ => ("Unix socket", "SOCK_SEQPACKET, blocking read and write"),
    };
    let kernels = if way == "udp-gso" { &[Kernel::Bandwidth] } else { PAIR_KERNELS };
    let program = match std::env::current_exe() {
        Ok(exe) => exe.to_string_lossy().into_owned(),
        Err(e) => {
            return Found::absent(way, title, format!("this program cannot find itself: {e}"));
        }
    };
    Found::Here(Box::new(Launched {
        info: Info::new(way, title, how, Role::System),
        launcher: vec![],
        program: vec![program, "__rank".into(), "--way".into(), way.into()],
        kernels,
        ranks: 2..=2,
    }))
}

struct Ring {
    info: Info,
    cells: usize,
}

/// The bare ring of 64-byte cells.
pub fn ring(id: &str, cells: usize) -> Found {
    let title = format!("bare ring {cells}");
    let how = format!("{cells} cells of 64 bytes between two threads, no calls");
    Found::Here(Box::new(Ring { info: Info::new(id, &title, how, Role::Bare), cells }))
}

impl Subject for Ring {
    fn info(&self) -> &Info {
        &self.info
    }

    fn can(&self, kernel: Kernel, _ranks: u32) -> bool {
        kernel == Kernel::Msgrate
    }

    fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>> {
        let fits = |bytes: &&u64| **bytes <= spsc::PAYLOAD_BYTES as u64;
        let duration = Duration::from_secs_f64(task.seconds / 2.0);
        let rate = |&bytes: &u64| {
            let row = spsc::rate(&task.cores, self.cells, bytes as usize, duration)?;
            Ok(Row { bytes, ..row })
        };
        task.sizes.iter().filter(fits).map(rate).collect()
    }
}

struct TwoLines {
    info: Info,
}

/// One cache line per direction, without any calls.
pub fn two_lines() -> Found {
    let how = "one cache line for each direction, between two threads, no calls";
    Found::Here(Box::new(TwoLines { info: Info::new("lines", "two lines", how, Role::Bare) }))
}

impl Subject for TwoLines {
    fn info(&self) -> &Info {
        &self.info
    }

    fn can(&self, kernel: Kernel, _ranks: u32) -> bool {
        kernel == Kernel::Latency
    }

    fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>> {
        const BYTES: u64 = 8;
        if !task.sizes.contains(&BYTES) {
            return Ok(Vec::new());
        }
        let ns = cacheline::one_writer_ns(&task.cores, Duration::from_secs_f64(task.seconds))?;
        let count = (task.seconds * 1e9 / ns) as u64 + 1;
        let (kernel, seconds) = (Kernel::Latency, count as f64 * ns / 1e9);
        Ok(vec![Row { kernel, bytes: BYTES, ranks: 2, count, seconds, percentiles_ns: None }])
    }
}

struct Memcpy {
    info: Info,
}

/// Copying memory on one core.
pub fn memcpy() -> Found {
    let how = "copy_from_slice on the first core, bytes counted once";
    Found::Here(Box::new(Memcpy { info: Info::new("memcpy", "memcpy", how, Role::Bare) }))
}

/// Sizes at which the upper bound is measured in addition to those of the transfers.
const ROOF_BYTES: [u64; 4] = [64 << 10, 1 << 20, 16 << 20, 64 << 20];

impl Subject for Memcpy {
    fn info(&self) -> &Info {
        &self.info
    }

    fn can(&self, kernel: Kernel, _ranks: u32) -> bool {
        kernel == Kernel::Bandwidth
    }

    fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>> {
        let mut sizes: Vec<u64> = task.sizes.iter().copied().chain(ROOF_BYTES).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let core = task.cores.first().copied().unwrap_or(0);
        let duration = Duration::from_secs_f64(task.seconds / 2.0);
        let rate = |bytes| Ok(Row { ranks: 2, ..memcpy::rate(core, bytes as usize, duration)? });
        sizes.into_iter().map(rate).collect()
    }
}
