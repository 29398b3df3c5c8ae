//! The paper on NICEVT's network with globally addressable memory (A. A. Korzh and others, 2010;
//! sections 2 and 3): its programs in SHMEM, over real and simulated networks.
//!
//! Most of its results are curves compared with InfiniBand; where its text has no number, none is
//! shown.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};

use crate::figure::Figure;
use crate::process;
use crate::stats::short;
use crate::subject::skifch::Tree;

/// The networks available here, and the paper's: six nodes of M2, and 64 of M3.
pub(super) const NETWORKS: &str = "shm;udp;torus:3x2,preset=m2;torus:4x4x4,preset=m3";

/// Each program with its source.
const PROGRAMS: [(&str, &str); 4] = [
    ("imb", include_str!("../../../../examples/shmem/nicevt/imb.c")),
    ("barrier", include_str!("../../../../examples/shmem/nicevt/barrier.c")),
    ("randomaccess", include_str!("../../../../examples/shmem/nicevt/randomaccess.c")),
    ("cg", include_str!("../../../../examples/shmem/nicevt/cg.c")),
];

/// The headers that `cg` includes, with their paths.
const HEADERS: [(&str, &str); 2] = [
    ("nas/nas.h", include_str!("../../../../examples/nas/nas.h")),
    ("nas/cg.h", include_str!("../../../../examples/nas/cg.h")),
];

/// Sizes of PingPong and Bcast that are shown; the programs run all powers of two.
const SIZES: [&str; 4] = [", 8 bytes", ", 1024 bytes", ", 2048 bytes", ", 65536 bytes"];

/// Where RandomAccess starts in its sequence in virtual time. The first numbers of the sequence
/// name few PEs, which decides the rate of jobs with as few updates as these.
const EVEN: &str = "1000000000000";

/// Class S of CG has 1400 rows. On more PEs than this its time is nothing but messages, of which
/// 64 PEs send three million: most of a minute in virtual time.
const MOST_OF_S: u32 = 16;

/// Time limit of a job.
const LIMIT: Duration = Duration::from_secs(300);

/// A network, and the numbers of PEs to run on it.
struct Network {
    name: String,
    pes: Vec<u32>,
    is_virtual: bool,
    /// The torus in RandomAccess's grid notation, if it has three dimensions or fewer.
    grid: Option<String>,
}

impl Network {
    fn new(name: &str) -> io::Result<Self> {
        let Some(torus) = name.strip_prefix("torus:") else {
            let pes = vec![2, 4];
            return Ok(Self { name: name.into(), pes, is_virtual: false, grid: None });
        };
        let text = torus.split(',').next().unwrap_or_default();
        let sizes = text.split('x').map(str::parse::<u32>);
        let dimensions = sizes.clone().count();
        let grid = (dimensions <= 3).then(|| text.to_owned() + &"x1".repeat(3 - dimensions));
        let nodes = sizes.product::<Result<u32, _>>().ok().filter(|nodes| *nodes >= 2);
        let nodes = nodes.ok_or_else(|| {
            io::Error::other(format!("--networks: {name:?} is no torus of two nodes or more"))
        })?;
        let mut pes: Vec<u32> = [2, 4, 16, 64].into_iter().filter(|pes| *pes < nodes).collect();
        pes.push(nodes);
        Ok(Self { name: name.into(), pes, is_virtual: true, grid })
    }

    fn most(&self) -> u32 {
        self.pes.last().copied().unwrap_or(2)
    }

    /// The jobs: number of PEs, program, arguments.
    fn jobs(&self, is_quick: bool) -> Vec<(u32, &'static str, Vec<String>)> {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let bytes = if is_quick { 2048 } else { 65536 };
        // In virtual time all repetitions are alike, and each costs the host milliseconds for each
        // of 64 PEs.
        let trips = if self.is_virtual { 2 } else { 1000 };
        let mut jobs = vec![
            (2, "imb", words(&format!("pingpong {bytes} {trips}"))),
            (self.most(), "imb", words(&format!("bcast {bytes} {trips}"))),
        ];
        let turns = match (self.is_virtual, is_quick) {
            (true, _) => 20,
            (false, true) => 100,
            (false, false) => 1000,
        };
        let (log2_words, per_word) = match (self.is_virtual, is_quick) {
            (true, true) => (12, 1),
            (true, false) => (16, 1),
            (false, true) => (14, 4),
            (false, false) => (20, 4),
        };
        for &pes in &self.pes {
            jobs.push((pes, "barrier", words(&turns.to_string())));
            for way in ["plain", "batch", "phases"] {
                let mut text = format!("-n {log2_words} -u {per_word} -w {way}");
                if self.is_virtual {
                    let _ = write!(text, " -s {EVEN}");
                }
                if let Some(grid) = self.grid.as_ref().filter(|_| pes == self.most()) {
                    let _ = write!(text, " -g {grid}");
                }
                jobs.push((pes, "randomaccess", words(&text)));
            }
            let class = if is_quick || self.is_virtual { "S" } else { "A" };
            let is_worth = pes <= MOST_OF_S || class != "S";
            for partition in ["2d", "rows"].into_iter().filter(|_| is_worth) {
                if partition == "rows" || pes.is_power_of_two() {
                    jobs.push((pes, "cg", words(&format!("-c {class} -p {partition}"))));
                }
            }
        }
        jobs
    }
}

/// The results of all networks.
struct Results {
    networks: Vec<Network>,
    figures: Vec<(usize, Figure)>,
    left_out: Vec<String>,
}

/// Builds and runs the programs and prints their results next to the paper's statements.
pub(super) fn run(networks: &[String], is_quick: bool, scratch: &Path) -> io::Result<bool> {
    let tree = Tree::find()?;
    build(&tree, scratch)?;
    let networks = networks.iter().map(|name| Network::new(name)).collect::<Result<_, _>>()?;
    let mut results = Results { networks, figures: vec![], left_out: vec![] };
    let mut progress = Progress::new(&results.networks, is_quick);
    for network in 0..results.networks.len() {
        measure(&tree, scratch, &mut results, network, is_quick, &mut progress);
    }
    super::show(results.table() + &results.statements(), &results.left_out)
}

/// Writes the sources in the same relative positions as in the examples, and compiles them.
fn build(tree: &Tree, scratch: &Path) -> io::Result<()> {
    let wrapper = tree.beside("oshcc")?;
    let sources = scratch.join("shmem/nicevt");
    for folder in [&sources, &scratch.join("nas")] {
        fs::create_dir_all(folder)?;
    }
    for (name, text) in HEADERS {
        fs::write(scratch.join(name), text)?;
    }
    for (name, source) in PROGRAMS {
        let file: PathBuf = sources.join(name).with_extension("c");
        fs::write(&file, source)?;
        let mut compiler = Command::new(&wrapper);
        compiler.args(["-std=c11", "-O3"]).arg(file).arg("-o").arg(scratch.join(name)).arg("-lm");
        process::run(&mut compiler, Duration::from_secs(60))?;
    }
    Ok(())
}

/// Prints the current job on standard error: the simulated ones take seconds each.
struct Progress {
    begin: Instant,
    job: usize,
    jobs: usize,
}

impl Progress {
    fn new(networks: &[Network], is_quick: bool) -> Self {
        let jobs = networks.iter().map(|network| network.jobs(is_quick).len()).sum();
        Self { begin: Instant::now(), job: 0, jobs }
    }

    fn tell(&mut self, what: &str) {
        self.job += 1;
        let (job, jobs, seconds) = (self.job, self.jobs, self.begin.elapsed().as_secs());
        eprintln!("# {job} of {jobs}, after {seconds} s: {what}");
    }
}

/// Runs all jobs of a network; if the first one fails, the others are skipped.
fn measure(
    tree: &Tree,
    scratch: &Path,
    results: &mut Results,
    network: usize,
    is_quick: bool,
    progress: &mut Progress,
) {
    let jobs = results.networks[network].jobs(is_quick);
    let count = jobs.len();
    for (at, (pes, program, words)) in jobs.into_iter().enumerate() {
        let name = &results.networks[network].name;
        let mut command = Command::new(&tree.launcher);
        command.env("SKIFCH_BACKEND", name).args(["-n", &pes.to_string()]);
        command.arg(scratch.join(program)).args(&words);
        progress.tell(&format!("{name}: {program} {} with {pes} PEs", words.join(" ")));
        match process::run(&mut command, LIMIT) {
            Ok(text) => {
                let figures = Figure::all(&text).into_iter().map(|figure| (network, figure));
                results.figures.extend(figures);
            }
            Err(e) => {
                let words = words.join(" ");
                results.left_out.push(format!("{name}: {program} {words} with {pes} PEs: {e}"));
                if at == 0 {
                    progress.job += count - 1;
                    return;
                }
            }
        }
    }
}

impl Results {
    /// A figure for each row: those of one program together, by number of PEs.
    fn rows(&self) -> Vec<&Figure> {
        let is_wanted =
            |what: &str| !what.contains(" bytes") || SIZES.iter().any(|size| what.ends_with(size));
        let program =
            |figure: &Figure| figure.what.split(',').next().unwrap_or_default().to_owned();
        let (mut programs, mut rows): (Vec<String>, Vec<&Figure>) = (vec![], vec![]);
        for (_, figure) in self.figures.iter().filter(|(_, figure)| is_wanted(&figure.what)) {
            if !programs.contains(&program(figure)) {
                programs.push(program(figure));
            }
            if !rows.iter().any(|row| row.what == figure.what && row.pes == figure.pes) {
                rows.push(figure);
            }
        }
        rows.sort_by_key(|row| (programs.iter().position(|it| *it == program(row)), row.pes));
        rows
    }

    /// A row for each figure and number of PEs, a column for each network.
    fn table(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let names = self.networks.iter().map(|network| network.name.clone());
        table.set_header(["# program", "PEs", "unit"].map(str::to_owned).into_iter().chain(names));
        for figure in self.rows() {
            let values = (0..self.networks.len()).map(|network| {
                let found = self.find(network, &figure.what, figure.pes);
                found.map_or_else(|| "-".into(), |figure| short(figure.value))
            });
            let begin = [figure.what.clone(), figure.pes.to_string(), figure.unit.clone()];
            table.add_row(begin.into_iter().chain(values));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let head = "# Programs of NICEVT's paper, one run each. On a torus time is virtual: calls \
                    and the network take time, computing takes none. RandomAccess starts there \
                    where its sequence is even";
        format!("{head}\n{}\n", table.trim_fmt())
    }

    fn find(&self, network: usize, what: &str, pes: u32) -> Option<&Figure> {
        let is_it = |(of, figure): &&(usize, Figure)| {
            *of == network && figure.what == what && figure.pes == pes
        };
        self.figures.iter().find(is_it).map(|(_, figure)| figure)
    }

    /// The figure of the largest job.
    fn largest(&self, network: usize, what: &str) -> Option<&Figure> {
        let of = self.figures.iter().filter(|(of, figure)| *of == network && figure.what == what);
        of.map(|(_, figure)| figure).max_by_key(|figure| figure.pes)
    }

    /// The paper's statements and the corresponding results here.
    fn statements(&self) -> String {
        let mut text = String::from("\n# What the paper says, and the largest job here\n");
        for (said, here) in STATEMENTS {
            let _ = writeln!(text, "# {said}");
            for (index, network) in self.networks.iter().enumerate() {
                if let Some(words) = here(self, index) {
                    let _ = writeln!(text, "    {:<28} {words}", network.name);
                }
            }
        }
        text
    }

    fn ratio(&self, network: usize, above: &str, below: &str) -> Option<String> {
        let below = self.largest(network, below)?;
        let above = self.find(network, above, below.pes)?;
        Some(format!("{} x with {} PEs", short(above.value / below.value), below.pes))
    }
}

/// A statement of the paper with its section, and the corresponding result on a network.
type Statement = (&'static str, fn(&Results, usize) -> Option<String>);

const STATEMENTS: [Statement; 9] = [
    ("1: between neighbours of M3 no more than 1.2 us", |results, network| {
        let trip = results.largest(network, "PingPong, 8 bytes")?;
        Some(format!("PingPong of 8 bytes: {} us one way", short(trip.value)))
    }),
    ("1: M3 sends 14.9 M packets/s", |results, network| {
        let rate = results.largest(network, "RandomAccess, plain")?;
        let each = short(rate.value / f64::from(rate.pes));
        Some(format!("RandomAccess, an operation each: {each} M updates/s of a PE"))
    }),
    (
        "2.2: the fast barrier takes half of the full one or less (from 16 PEs on the rings of M3 \
      do both)",
        |results, network| {
            let by = results.ratio(network, "Barrier, all", "Barrier, fast")?;
            Some(format!("full : fast {by}"))
        },
    ),
    ("3.1: PingPong and Bcast beside InfiniBand: curves, no numbers of its own", |_, _| None),
    (
        "3.2: RandomAccess on M2 is more than 2 x InfiniBand QDR by its verbs and 10 x by MPI: no \
      number of its own",
        |results, network| {
            let plain = results.largest(network, "RandomAccess, plain")?;
            let phases = results.find(network, "RandomAccess, phases", plain.pes)?;
            let [plain_rate, phases_rate] = [plain, phases].map(|it| short(it.value));
            Some(format!(
                "{plain_rate} M updates/s, by phases {phases_rate}, with {} PEs",
                plain.pes
            ))
        },
    ),
    (
        "3.3: barriers up to 4 nodes are like those of InfiniBand QDR, beyond several times faster: \
      curves, no numbers of its own",
        |results, network| {
            let barrier = results.largest(network, "Barrier, all")?;
            Some(format!("{} us with {} PEs", short(barrier.value), barrier.pes))
        },
    ),
    ("3.4: CG by rows is 1.36 x as fast as in two dimensions, on average", |results, network| {
        let ratio = |class: &str| {
            let [rows, square] = ["rows", "2d"].map(|way| format!("CG class {class}, {way}"));
            results.ratio(network, &rows, &square)
        };
        let class = ["A", "W", "S"].into_iter().find(|class| ratio(class).is_some())?;
        Some(format!("class {class}, rows : two dimensions {}", ratio(class)?))
    }),
    (
        "3.4: CG in two dimensions on few nodes is like that in MPI: no number; not in this run",
        |_, _| None,
    ),
    ("3.4: UA is 5.4 x as fast on 6 nodes as on one: not written here", |_, _| None),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torus_is_as_large_as_its_sizes_say() {
        let m2 = Network::new("torus:3x2,preset=m2").expect("it is one");
        assert_eq!((m2.pes.as_slice(), m2.is_virtual), (&[2, 4, 6][..], true));
        assert_eq!(m2.grid.as_deref(), Some("3x2x1"));
        assert_eq!(Network::new("torus:4x4x4").expect("it is one").most(), 64);
        assert!(Network::new("torus:4xx4").is_err() && Network::new("torus:1").is_err());
        assert!(!Network::new("udp").expect("any other name").is_virtual);
    }

    #[test]
    fn two_dimensions_want_powers_of_two() {
        let m2 = Network::new("torus:3x2").expect("it is one");
        let jobs = m2.jobs(true);
        let of_cg = |pes, word| {
            let is_it = |job: &&(u32, &str, Vec<String>)| {
                job.0 == pes && job.1 == "cg" && job.2.iter().any(|it| it == word)
            };
            jobs.iter().find(is_it).is_some()
        };
        assert!(of_cg(6, "rows") && !of_cg(6, "2d") && of_cg(4, "2d"));
    }

    #[test]
    fn the_small_class_is_not_cut_to_pieces() {
        let m3 = Network::new("torus:4x4x4").expect("it is one");
        let most = m3.jobs(false).into_iter().filter(|job| job.1 == "cg").map(|job| job.0).max();
        assert_eq!((m3.most(), most), (64, Some(16)));
        let starts_late = |job: &(u32, &str, Vec<String>)| job.2.iter().any(|word| word == EVEN);
        let shm = Network::new("shm").expect("a name");
        for (network, is_late) in [(m3, true), (shm, false)] {
            let jobs = network.jobs(false);
            let mut random = jobs.iter().filter(|job| job.1 == "randomaccess");
            assert!(random.all(|job| starts_late(job) == is_late));
        }
    }

    #[test]
    fn ratios_are_of_one_number_of_pes_and_rows_by_their_number() {
        let figure = |what: &str, pes, value| Figure {
            what: what.into(),
            pes,
            value,
            unit: "us".into(),
            note: String::new(),
        };
        let results = Results {
            networks: vec![Network::new("shm").expect("a name")],
            figures: vec![
                (0, figure("Barrier, all", 2, 1.0)),
                (0, figure("Barrier, all", 4, 6.0)),
                (0, figure("Barrier, fast", 2, 1.0)),
                (0, figure("Barrier, fast", 4, 3.0)),
            ],
            left_out: vec![],
        };
        let rows: Vec<_> = results.rows().iter().map(|row| (&row.what[..], row.pes)).collect();
        let by_pes = |pes| [("Barrier, all", pes), ("Barrier, fast", pes)];
        assert_eq!(rows, [by_pes(2), by_pes(4)].concat());
        let ratio = results.ratio(0, "Barrier, all", "Barrier, fast");
        assert_eq!(ratio.as_deref(), Some("2.00 x with 4 PEs"));
        assert!(results.table().contains("Barrier, fast") && results.statements().contains("2.2"));
    }
}
