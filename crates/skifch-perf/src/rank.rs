//! The measuring processes: one rank each, started by the runner through a launcher.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::kernel::Bench;
use crate::link::Link;
use crate::link::fd::{FdKind, FdLink};
use crate::link::rust::RustLink;
use crate::link::so::SoLink;
use crate::link::udp::{UdpKind, UdpLink};
use crate::pin;
use crate::row::Kernel;

/// How the ranks reach each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// The Rust API.
    Rust,
    /// `libskifch.so` through its C ABI.
    So,
    /// A pair of pipes; makes the second process itself.
    Pipe,
    /// A Unix socket; makes the second process itself.
    Socket,
    /// UDP over loopback; makes the second process itself.
    Udp,
    /// UDP whose datagrams the kernel cuts and joins; makes the second process itself.
    UdpGso,
}

/// What a measuring process is told; the C programs understand all but the way.
#[derive(Args, Debug)]
pub struct RankArgs {
    /// By which way the ranks reach each other.
    #[arg(long)]
    way: Way,
    /// The library of way `so`.
    #[arg(long)]
    library: Option<PathBuf>,
    /// What to measure.
    #[arg(long)]
    kernel: Kernel,
    /// The sizes, each one point.
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
    /// How long a point should take.
    #[arg(long)]
    seconds: f64,
    /// The cores that the ranks share.
    #[arg(long, value_delimiter = ',')]
    cores: Vec<usize>,
    /// The receiver copies each message into its own memory.
    #[arg(long)]
    copy: bool,
}

/// Measures as one rank; rank 0 prints the rows.
pub fn main(args: &RankArgs) -> ExitCode {
    let done = match args.way {
        Way::Rust => joined_by_rust(args),
        Way::So => joined_by_so(args),
        Way::Pipe => FdLink::pair(FdKind::Pipe).and_then(|pair| forked(args, pair)),
        Way::Socket => FdLink::pair(FdKind::Socket).and_then(|pair| forked(args, pair)),
        Way::Udp => UdpLink::pair(UdpKind::Single).and_then(|pair| forked(args, pair)),
        Way::UdpGso => UdpLink::pair(UdpKind::Run).and_then(|pair| forked(args, pair)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("skif-perf: measuring {} failed: {e}", args.kernel.name());
            ExitCode::FAILURE
        }
    }
}

fn joined_by_rust(args: &RankArgs) -> io::Result<()> {
    measure(args, RustLink::join()?)?.leave()
}

fn joined_by_so(args: &RankArgs) -> io::Result<()> {
    let missing = || io::Error::other("--way so needs --library FILE");
    measure(args, SoLink::join(args.library.as_deref().ok_or_else(missing)?)?).map(drop)
}

/// Forks the second process, connected by descriptors.
fn forked<L: Link>(args: &RankArgs, (zero, one): (L, L)) -> io::Result<()> {
    // SAFETY: this process has one thread, so the child may do whatever the parent may.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // SAFETY: prctl with numbers: it has nobody to measure with but its parent.
            unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
            drop(zero);
            let code = i32::from(measure(args, one).is_err());
            // SAFETY: ends the child without running what the parent registered for its own exit.
            unsafe { libc::_exit(code) }
        }
        _ => {
            drop(one);
            let done = measure(args, zero).map(drop);
            // SAFETY: our own child; its end of the descriptors is closed when it ends or we do.
            unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
            done
        }
    }
}

/// Measures every size; returns the link.
fn measure<L: Link>(args: &RankArgs, link: L) -> io::Result<L> {
    pin::pin_rank(link.rank(), link.size(), &args.cores)?;
    let mut bench = Bench::new(link, args.cores.len(), args.copy);
    for &bytes in &args.sizes {
        let row = bench.measure(args.kernel, bytes, args.seconds)?;
        if bench.reports() {
            writeln!(io::stdout(), "{row}")?;
        }
    }
    Ok(bench.into_link())
}
