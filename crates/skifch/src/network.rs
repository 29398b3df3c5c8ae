//! Opening the backend that `SKIFCH_BACKEND` selects.

use crate::builtin::COMPOSITES;
use crate::error::{self, Aim, Error};
use crate::host::{HostTable, Services};
use crate::registry::{BackendSetting, Found, Registry, params};
use crate::spec::Spec;
use crate::{log, settings};
use skifch_abi::{Caps, LogLevel, Plugin};
use skifch_backend::HostRef;
use skifch_backend::composite::{Child, Composite};
use skifch_backend::middleware::{self, Middleware, Opened};
use std::collections::HashMap;
use std::ffi::{CString, c_void};

/// The variable in which skifrun lists the hosts of a job that has several.
const HOSTS: &str = "SKIFCH_JOB_HOSTS";

/// Creates the services table of a backend with the given settings.
type NewHost = fn(&Services, HashMap<CString, CString>) -> HostTable;

/// An open domain with its op table: that of the outermost middleware, or the backend's own.
pub(crate) struct Network {
    pub(crate) name: String,
    pub(crate) table: &'static Plugin,
    pub(crate) domain: *mut c_void,
    /// The host tables given to the backend and its middleware, which use them until they are
    /// closed.
    hosts: Vec<HostTable>,
}

// SAFETY: a domain may be used from any thread, by the op table's rules.
unsafe impl Send for Network {}
// SAFETY: as above.
unsafe impl Sync for Network {}

impl Network {
    /// Opens what `spec` names.
    pub(crate) fn open(services: &Services, spec: &str) -> Result<Self, Error> {
        let spec = Spec::read(spec, &settings::BACKEND)?;
        let composite = spec.composite(services);
        let list = composite.map(|composite| children_of(composite, &spec)).unwrap_or_default();
        let children = list.split(',').map(|child| Spec::read(child.trim(), &settings::BACKEND));
        let children = children.collect::<Result<Vec<_>, _>>()?;
        if services.rank == 0 {
            warn_of_ignored_settings();
        }
        let wanted: Vec<&str> = match composite {
            Some(_) => children.iter().map(|child| child.base).collect(),
            None if spec.base == "auto" => Vec::new(),
            None => vec![spec.base],
        };
        let registry = Registry::scan(services, &wanted);
        if services.rank == 0 {
            warn_of_unknown_settings(&registry);
        }
        let base = match composite {
            Some(composite) => {
                let is_auto = spec.base != composite.name;
                Self::join(services, &registry, composite, &children, is_auto)
            }
            None => Self::open_base(services, &registry, &spec, HostTable::new),
        }
        .map_err(|error| told(error, &spec, &registry, services))?;
        base.wrap_all(services, &spec)
    }

    /// Opens the children, each with its middleware, and joins them into one network.
    fn join(
        services: &Services,
        registry: &Registry,
        composite: &'static Composite,
        specs: &[Spec],
        is_auto: bool,
    ) -> Result<Self, Error> {
        // Dropped last, because children that are closed after a failure still use them.
        let mut hosts = Vec::new();
        let mut children = Vec::new();
        let host = HostTable::new(services, params(&settings_of_composite(composite), ""));
        // SAFETY: the host table is kept until the domain is closed.
        let services_of_it = unsafe { HostRef::new(host.table()) };
        let named = |error: Error| error.context(format_args!("network {}", composite.name));
        // Every child must exist, including those that may turn out not to be needed.
        specs.iter().try_for_each(|spec| find(services, registry, spec).map(drop))?;
        for (index, spec) in specs.iter().enumerate() {
            let child = Self::open_base(services, registry, spec, HostTable::of_part)
                .and_then(|child| child.wrap_all(services, spec))
                .map_err(|error| after(&children, services.job_size, error))?;
            let Self { name, table, domain, hosts: used } = child;
            // SAFETY: open, used only through this from now on; its hosts are kept as long as what
            // it becomes part of, and closed after it below.
            children.push(unsafe { Child::new(&name, Opened { table, domain }) });
            hosts.extend(used);
            let is_last = index + 1 == specs.len();
            if !is_last && (composite.is_enough)(&services_of_it, &children).map_err(named)? {
                break;
            }
        }
        if is_auto && children.len() == 1 {
            let child = children.swap_remove(0);
            let name = child.name().to_owned();
            let Opened { table, domain } = child.into_opened();
            return Ok(Self { name, table, domain, hosts });
        }
        let names: Vec<_> = children.iter().map(|child| child.name().to_owned()).collect();
        let Opened { table, domain } = (composite.join)(services_of_it, children).map_err(named)?;
        hosts.push(host);
        let name = format!("{}:{}", composite.name, names.join(","));
        Ok(Self { name, table, domain, hosts })
    }

    /// Opens the backend that `spec` names, without its middleware.
    fn open_base(
        services: &Services,
        registry: &Registry,
        spec: &Spec,
        host: NewHost,
    ) -> Result<Self, Error> {
        let found = find(services, registry, spec)?;
        open_backend(services, found, spec.args, host)
            .map_err(|error| error.context(format_args!("backend {}", found.name())))
    }

    fn wrap_all(self, services: &Services, spec: &Spec) -> Result<Self, Error> {
        // The first name is the outermost.
        spec.wrappers.iter().rev().try_fold(self, |network, layer| network.wrap(services, layer))
    }

    fn wrap(mut self, services: &Services, layer: &'static Middleware) -> Result<Self, Error> {
        let host = HostTable::new(services, params(&settings_of(layer), ""));
        let inner = Opened { table: self.table, domain: self.domain };
        // SAFETY: `inner` is used only through what this gives, or closed below; the host table is
        // kept until the domain is closed.
        match unsafe { layer.wrap(HostRef::new(host.table()), inner) } {
            Ok(Opened { table, domain }) => {
                (self.table, self.domain) = (table, domain);
                self.name = format!("{}+{}", layer.name, self.name);
                self.hosts.push(host);
                Ok(self)
            }
            Err(error) => {
                let _ = self.close();
                Err(error.context(format!("middleware {}", layer.name)))
            }
        }
    }

    /// Leaves the network. All channels and segments are closed.
    pub(crate) fn close(self) -> Result<(), Error> {
        // SAFETY: the domain is open, and this is its last use: it is owned.
        let rc = unsafe { (self.table.domain_close)(self.domain) };
        if rc < 0 {
            return Err(error::failed("leaving the network", Aim::None, rc as isize));
        }
        Ok(())
    }
}

/// The time of the job: the network's, or this host's clock.
///
/// # Safety
/// `domain` is open, and belongs to `table`.
pub(crate) unsafe fn time_ns(table: &Plugin, domain: *mut c_void) -> u64 {
    if let Some(time_ns) = table.time_ns {
        // SAFETY: our caller's promise.
        return unsafe { time_ns(domain) };
    }
    skifch_backend::monotonic_ns()
}

/// Adds to an error what was requested, and which backends are available.
fn told(error: Error, spec: &Spec, registry: &Registry, services: &Services) -> Error {
    let (all, setting) = (registry.describe(), settings::BACKEND.name);
    let reach = match error.errno() == libc::EHOSTUNREACH && services.has_far_ranks() {
        true => reaching(registry),
        false => String::new(),
    };
    let text = format!("{setting}={}: {error}{reach}\navailable backends:{all}", spec.text);
    Error::new(error.errno(), text)
}

/// The comma-separated children of a composite: from `spec`, or from the composite's setting.
pub(crate) fn children_of(composite: &Composite, spec: &Spec) -> String {
    let named = Some(spec.args).filter(|args| !args.is_empty()).map(str::to_owned);
    let settings = settings_of_composite(composite).into_iter();
    let set = || settings.filter(|setting| setting.key == "CHILDREN").map(|it| it.text()).next();
    named.or_else(set).unwrap_or_else(|| composite.children.to_owned())
}

/// The backend that `spec` names.
fn find<'a>(services: &Services, registry: &'a Registry, spec: &Spec) -> Result<&'a Found, Error> {
    let found = match spec.base {
        "auto" => automatic(services, registry),
        name => registry.get(name),
    };
    found
        .ok_or_else(|| Error::new(libc::ENOENT, format!("{}: there is no such backend", spec.base)))
}

/// The error of a child that was opened because the previous ones do not reach every rank.
fn after(children: &[Child], job_size: u32, error: Error) -> Error {
    let reached = |child: &Child| {
        let reached = (0..job_size).filter(|&rank| child.reaches(rank).unwrap_or(false)).count();
        format!("{} reaches {reached} of {job_size} ranks", child.name())
    };
    match children {
        [] => error,
        _ => error.context(children.iter().map(reached).collect::<Vec<_>>().join(", ")),
    }
}

/// The first backend that works here; if none does, the first of all, which then reports why.
fn automatic<'a>(services: &Services, registry: &'a Registry) -> Option<&'a Found> {
    let can_work = |found: &&Found| {
        let host = HostTable::new(services, params(&found.settings(), ""));
        // SAFETY: the host table lives through the call.
        found.table.probe.is_none_or(|probe| unsafe { probe(host.table()) } >= 0)
    };
    registry.found.iter().find(can_work).or_else(|| registry.found.first())
}

fn open_backend(
    services: &Services,
    found: &Found,
    args: &str,
    host: NewHost,
) -> Result<Network, Error> {
    let host = host(services, params(&found.settings(), args));
    let table = found.table;
    if let Some(probe) = table.probe {
        // SAFETY: the host table lives through the call.
        let rc = unsafe { probe(host.table()) };
        if rc < 0 {
            return Err(error::failed("cannot work here", Aim::None, rc as isize));
        }
    }
    let mut domain = std::ptr::null_mut();
    // SAFETY: the host table is kept until the domain is closed.
    let rc = unsafe { (table.domain_open)(host.table(), &raw mut domain) };
    if rc < 0 {
        return Err(error::failed("joining the network", Aim::None, rc as isize));
    }
    let name = found.name();
    if !args.is_empty() && !host.has_read_args() {
        // SAFETY: the domain is open, and this is its last use.
        unsafe { (table.domain_close)(domain) };
        let text = format!("it takes no arguments, but there is {args:?} after its name");
        return Err(Error::new(libc::EINVAL, text));
    }
    log::line(LogLevel::Info, &format!("backend {name}: {}", found.about()));
    Ok(Network { name, table, domain, hosts: vec![host] })
}

/// A hint for the user when a backend does not reach all hosts of the job.
fn reaching(registry: &Registry) -> String {
    let hosts =
        std::env::var(HOSTS).map_or_else(|_| "several".to_owned(), |h| h.replace(',', ", "));
    let far = registry.found.iter().filter(|found| !found.caps().has(Caps::SAME_HOST));
    let far: Vec<_> = far.map(Found::name).collect();
    let mend = match far.is_empty() {
        true => {
            "no backend here works between hosts; udp, or a plugin that works between hosts, would"
                .to_owned()
        }
        false => format!("{} would", far.join(", ")),
    };
    format!("; the job runs on hosts {hosts}; {mend} reach them")
}

/// The settings of a middleware.
pub fn settings_of(layer: &Middleware) -> Vec<BackendSetting> {
    layer.params.iter().map(|param| BackendSetting::new(layer.name, param)).collect()
}

/// The settings of a composite.
pub fn settings_of_composite(composite: &Composite) -> Vec<BackendSetting> {
    composite.params.iter().map(|param| BackendSetting::new(composite.name, param)).collect()
}

fn warn_of_ignored_settings() {
    if let Some(warning) = settings::warning_of_ignored() {
        log::line(LogLevel::Warn, &warning);
    }
}

fn warn_of_unknown_settings(registry: &Registry) {
    let backends = registry.found.iter().flat_map(Found::settings);
    let middleware = middleware::ALL.iter().flat_map(settings_of);
    let composites = COMPOSITES.iter().flat_map(|composite| settings_of_composite(composite));
    let known = backends.chain(middleware).chain(composites);
    let known: Vec<String> = known.map(|setting| setting.name).collect();
    let set = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for warning in settings::warnings(set, &known) {
        log::line(LogLevel::Warn, &warning);
    }
}
