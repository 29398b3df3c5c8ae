//! `skif-perf papers`: what a paper states for its machine, and the results of its programs here.

mod myasishchev;
mod nicevt;

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use crate::scratch::Scratch;

/// Which paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// Korzh et al., "Otechestvennaya kommunikatsionnaya set 3D-tor ...", 2010: SHMEM on M2 and M3
    Nicevt,
    /// Myasishchev, "Analiz skorostei peredachi dannykh mezhdu protsessami ...": MPI in Fortran
    Myasishchev,
}

/// What to measure.
#[derive(Args, Debug)]
pub struct PapersArgs {
    /// The paper
    paper: Paper,
    /// Networks to run on, separated by `;`, as in `SKIFCH_BACKEND`; on a torus times are virtual.
    /// Default: the networks of the paper
    #[arg(long, value_delimiter = ';')]
    networks: Vec<String>,
    /// Smaller tables and fewer repetitions
    #[arg(long)]
    quick: bool,
}

/// Measures and prints; returns whether every program succeeded on every network that can carry
/// it.
///
/// # Errors
/// The tree lacks what the paper's programs are compiled with.
pub fn main(args: &PapersArgs) -> io::Result<bool> {
    let scratch = Scratch::new()?;
    let networks = |usual: &str| match args.networks.is_empty() {
        true => usual.split(';').map(str::to_owned).collect(),
        false => args.networks.clone(),
    };
    match args.paper {
        Paper::Nicevt => nicevt::run(&networks(nicevt::NETWORKS), args.quick, scratch.path()),
        Paper::Myasishchev => {
            myasishchev::run(&networks(myasishchev::NETWORKS), args.quick, scratch.path())
        }
    }
}

/// Prints the results and what was left out; returns whether nothing was.
fn show(mut text: String, left_out: &[String]) -> io::Result<bool> {
    left_out.iter().for_each(|words| text += &format!("# left out: {words}\n"));
    io::stdout().write_all(text.as_bytes())?;
    Ok(left_out.is_empty())
}
