//! The plan of a job: program, host and processors of each rank. Nothing has been started yet.

use crate::bind::{self, Cpus};
use crate::command::{self, Command};
use crate::error::LaunchError;
use crate::hosts::{self, Host};
use crate::options::{BindTo, Options, Stdin};
use crate::parse::MAX_RANKS;
use crate::pattern::Facts;
use crate::{rankfile, sys};
use skifch_boot::NodeMap;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Instant;

/// A planned rank.
#[derive(Debug)]
pub(crate) struct PlannedRank {
    /// The index of its program, which PMI calls the application number.
    pub(crate) app: usize,
    /// The index of its host.
    pub(crate) place: usize,
    /// Its index among the ranks of that host.
    pub(crate) local: usize,
    pub(crate) cpus: Option<Cpus>,
}

/// A host with ranks.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) name: String,
    /// The name shown to the user.
    pub(crate) shown: String,
    pub(crate) is_here: bool,
    pub(crate) ranks: Vec<usize>,
}

/// A planned job.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) options: Options,
    /// How to start each program that has ranks on this host.
    pub(crate) commands: BTreeMap<usize, Command>,
    pub(crate) ranks: Vec<PlannedRank>,
    pub(crate) places: Vec<Place>,
    begin: Instant,
    /// The hosts available for placement.
    hosts: Vec<Host>,
    allowed: Cpus,
}

/// The hosts named by the options or by the batch system; this host if there are none.
pub(crate) fn hosts_of(options: &Options) -> Result<Vec<Host>, LaunchError> {
    let mut hosts = hosts::chosen(options.host_file.clone(), options.hosts.clone())?;
    if hosts.is_empty() {
        hosts = hosts::of_allocation(|name| std::env::var(name).ok())?;
    }
    if let (true, Some(file)) = (hosts.is_empty(), &options.rank_file) {
        hosts = file.hosts();
    }
    if hosts.is_empty() {
        hosts.push(Host { name: own_name(options), ..Host::here() });
    }
    if let Some(order) = options.order {
        hosts::order(&mut hosts, order);
    }
    if options.no_local {
        let mut is_here = here(options, &hosts).into_iter();
        hosts.retain(|_| is_here.next() == Some(false));
        if hosts.is_empty() {
            return Err(LaunchError::own("-nolocal: this machine is the only host of the job"));
        }
    }
    Ok(hosts)
}

fn own_name(options: &Options) -> String {
    options.local_name.clone().unwrap_or_else(sys::hostname)
}

/// For each host, whether it is this machine.
pub(crate) fn here(options: &Options, hosts: &[Host]) -> Vec<bool> {
    let is_own = |host: &Host| {
        let own = options.local_name.as_ref();
        own.is_some_and(|own| own.eq_ignore_ascii_case(&host.name))
    };
    hosts::here(hosts).into_iter().zip(hosts).map(|(here, host)| here || is_own(host)).collect()
}

/// The number of ranks per host, if given. The sockets of other hosts are not known yet.
fn per_host_of(
    options: &Options,
    is_here: &[bool],
    allowed: &Cpus,
) -> Result<Option<u32>, LaunchError> {
    let Some(each) = options.per_socket else { return Ok(options.per_host) };
    if is_here.contains(&false) {
        let text = "ranks per socket are only supported on this machine; with other hosts, use \
                    --map-by ppr:N:node";
        return Err(LaunchError::own(text));
    }
    Ok(Some(each.saturating_mul(bind::sockets(allowed))))
}

/// The program of each rank.
fn apps_of(
    options: &Options,
    hosts: &[Host],
    per_host: Option<u32>,
) -> Result<Vec<usize>, LaunchError> {
    let count = u32::try_from(hosts.len()).unwrap_or(u32::MAX);
    let in_file = options.rank_file.as_ref().map(|file| file.count() as u32);
    let default = in_file.or(per_host.map(|each| each.saturating_mul(count)));
    let default = default.or(hosts::slots(hosts)).unwrap_or(1);
    let counts: Vec<u32> = options.apps.iter().map(|app| app.ranks.unwrap_or(default)).collect();
    let total = counts.iter().fold(0_u32, |sum, &count| sum.saturating_add(count));
    if total > MAX_RANKS {
        return Err(LaunchError::own(format!("{total} ranks; at most {MAX_RANKS} are started")));
    }
    let apps = counts.into_iter().enumerate();
    Ok(apps.flat_map(|(app, count)| std::iter::repeat_n(app, count as usize)).collect())
}

impl Plan {
    pub(crate) fn new(options: Options) -> Result<Self, LaunchError> {
        let hosts = hosts_of(&options)?;
        let is_here = here(&options, &hosts);
        // Agents do this for their own hosts.
        let (set, bind) = match is_here.contains(&true) {
            true => (options.cpu_set.clone(), options.bind),
            false => (Cpus::new(), BindTo::None),
        };
        let allowed = bind::restrict(&bind::allowed(), &set)?;
        let per_host = per_host_of(&options, &is_here, &allowed)?;
        let apps = apps_of(&options, &hosts, per_host)?;
        let placed = match &options.rank_file {
            Some(file) => file.place(apps.len(), &hosts, &is_here)?,
            None => hosts::place(apps.len(), &hosts, per_host, options.by_node)?,
        };
        let width = options.cpus_per_rank.unwrap_or(1);
        let cpus = bind::deal_from(&set, (bind, width), options.per_socket, &allowed)?;
        if cpus.is_empty() && bind != BindTo::None {
            return Err(LaunchError::own(
                "--bind-to: the kernel does not report the available processors",
            ));
        }
        // Ranks on this machine belong together, whatever name its hosts are given by.
        let here = is_here.iter().position(|&is_here| is_here);
        let mut places = Vec::new();
        let mut place_of: BTreeMap<usize, usize> = BTreeMap::new();
        let mut ranks = Vec::with_capacity(apps.len());
        for (rank, (app, host)) in apps.into_iter().zip(placed).enumerate() {
            let is_here = is_here[host];
            let host = here.filter(|_| is_here).unwrap_or(host);
            let place = *place_of.entry(host).or_insert_with(|| {
                let name = hosts[host].name.clone();
                let shown = if is_here { own_name(&options) } else { name.clone() };
                places.push(Place { name, shown, is_here, ranks: Vec::new() });
                places.len() - 1
            });
            let Place { is_here, ranks: theirs, .. } = &mut places[place];
            let local = theirs.len();
            theirs.push(rank);
            let cpus = match &options.rank_file {
                _ if !*is_here => None,
                Some(file) => Some(rankfile::cpus(rank, file.slots(rank), &allowed)?),
                None => cpus.get(local % cpus.len().max(1)).cloned(),
            };
            ranks.push(PlannedRank { app, place, local, cpus });
        }
        if let Stdin::Rank(rank @ 1..) = options.stdin
            && rank as usize >= ranks.len()
        {
            let count = ranks.len();
            return Err(LaunchError::own(format!("-stdin {rank}: there are {count} ranks")));
        }
        let mut plan = Self {
            options,
            commands: BTreeMap::new(),
            ranks,
            places,
            begin: Instant::now(),
            hosts,
            allowed,
        };
        plan.find_commands()?;
        plan.check_backend()?;
        Ok(plan)
    }

    fn find_commands(&mut self) -> Result<(), LaunchError> {
        for rank in self.ranks.iter().filter(|rank| self.places[rank.place].is_here) {
            if !self.commands.contains_key(&rank.app) {
                let app = &self.options.apps[rank.app];
                let mut command = Command::new(app, &self.options.env)?;
                command.env.extend(self.environment_of_hosts());
                self.commands.insert(rank.app, command);
            }
        }
        Ok(())
    }

    /// The environment of a program, without the variables of individual ranks.
    pub(crate) fn environment(&self, app: usize) -> BTreeMap<OsString, OsString> {
        let mut env = command::environment(&self.options.apps[app], &self.options.env);
        env.extend(self.environment_of_hosts());
        env
    }

    /// In a job on several hosts, ranks get the hosts' names, and the mapping of ranks to hosts if
    /// it is too long for PMI.
    fn environment_of_hosts(&self) -> Vec<(OsString, OsString)> {
        let mut vars = Vec::new();
        if self.places.len() > 1 {
            let names: Vec<_> = self.places.iter().map(|place| place.name.as_str()).collect();
            vars.push((command::HOSTS.into(), names.join(",").into()));
            let map = NodeMap::text(&self.nodes());
            if map.len() >= skifch_boot::server::VALUE_CHARS {
                vars.push((command::MAPPING.into(), map.into()));
            }
        }
        vars
    }

    /// Rejects, before anything is started, a backend that was named and works on one host only.
    /// Other backends can only be judged by the ranks.
    fn check_backend(&self) -> Result<(), LaunchError> {
        const OF_ONE_HOST: [&str; 3] = ["shm", "loopback", "torus"];
        let several = self.places.len() > 1;
        for app in (0..self.options.apps.len()).filter(|_| several) {
            let env = self.environment(app);
            let Some(spec) = env.get(std::ffi::OsStr::new("SKIFCH_BACKEND")) else { continue };
            let spec = spec.to_string_lossy();
            // `trace+fault+shm:args`: the last name is the network; args may contain networks
            // themselves.
            let name = spec.split(':').next().unwrap_or_default();
            let name = name.rsplit('+').next().unwrap_or_default();
            if OF_ONE_HOST.contains(&name) {
                let hosts: Vec<_> = self.places.iter().map(|place| place.name.as_str()).collect();
                let hosts = hosts.join(", ");
                return Err(LaunchError::own(format!(
                    "SKIFCH_BACKEND={spec}: {name} reaches only ranks on the same host, and this \
                     job runs on {hosts}; use --backend udp, or another backend that works \
                     between hosts"
                )));
            }
        }
        Ok(())
    }

    /// Whether any rank is on another host.
    pub(crate) fn is_away(&self) -> bool {
        self.places.iter().any(|place| !place.is_here)
    }

    /// The host of each rank, as a number.
    pub(crate) fn nodes(&self) -> Vec<u32> {
        let number = |place| u32::try_from(place).unwrap_or(u32::MAX);
        self.ranks.iter().map(|rank| number(rank.place)).collect()
    }

    /// Prints what `-v`, `--display-map` and `--report-bindings` request, on stderr. Agents report
    /// the bindings of their own ranks.
    pub(crate) fn announce(&self) {
        let options = &self.options;
        if options.verbose {
            options.notes.iter().for_each(|note| say!("{note}"));
            if !self.is_away() {
                options.notes_of_one_host.iter().for_each(|note| say!("{note}"));
            }
        }
        let here = self.places.iter().find(|place| place.is_here);
        let (ranks, cpus) = (here.map_or(0, |place| place.ranks.len()), self.allowed.len());
        if ranks > cpus && cpus > 0 && (options.verbose || sys::is_terminal(2)) {
            say!("{ranks} ranks on {cpus} processors");
        }
        if options.display_allocation {
            self.hosts.iter().for_each(|host| say!("{host}"));
        }
        if options.print_rank_map {
            crate::print(&self.rank_map());
        }
        for (number, rank) in self.ranks.iter().enumerate() {
            let place = &self.places[rank.place];
            if options.display_map {
                let words = &options.apps[rank.app].argv;
                let line: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
                let host = &place.shown;
                say!("rank {number}: host {host}, program {}: {}", rank.app, line.join(" "));
            }
            if options.report_bindings && place.is_here {
                say!("{}", bind::report(number, rank.cpus.as_ref(), &self.allowed));
            }
        }
    }

    /// `(host:0,1)`, one line per host.
    fn rank_map(&self) -> String {
        let line = |place: &Place| {
            let ranks: Vec<_> = place.ranks.iter().map(usize::to_string).collect();
            format!("({}:{})\n", place.shown, ranks.join(","))
        };
        self.places.iter().map(line).collect()
    }

    /// The values that patterns can refer to, for one rank.
    pub(crate) fn facts(&self, rank: usize) -> Facts {
        let place = self.ranks[rank].place;
        Facts { rank, host: self.places[place].shown.clone(), place, begin: self.begin }
    }

    pub(crate) fn appnums(&self) -> Vec<u32> {
        self.ranks.iter().map(|rank| u32::try_from(rank.app).unwrap_or(0)).collect()
    }
}
