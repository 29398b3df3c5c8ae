//! The backend that `SKIFCH_BACKEND` selects, opened.

use crate::error::{self, Aim, Error};
use crate::host::{HostTable, Services};
use crate::registry::{BackendSetting, Found, Registry, params};
use crate::{log, settings};
use skifch_abi::{Caps, LogLevel, Plugin};
use skifch_backend::HostRef;
use skifch_backend::middleware::{self, Middleware, Opened};
use std::ffi::c_void;

/// Where skifrun says on which hosts a job runs, when there are several.
const HOSTS: &str = "SKIFCH_JOB_HOSTS";

/// An open domain, with its op table: the outermost of the middleware, or the backend's own.
pub(crate) struct Network {
    pub(crate) name: String,
    pub(crate) table: &'static Plugin,
    pub(crate) domain: *mut c_void,
    /// What the backend was given; it may use them until it is closed.
    hosts: Vec<HostTable>,
}

// SAFETY: a domain may be used from any thread, by the op table's rules.
unsafe impl Send for Network {}
// SAFETY: as above.
unsafe impl Sync for Network {}

impl Network {
    /// Opens what `spec` names.
    pub(crate) fn open(services: &Services, spec: &str) -> Result<Self, Error> {
        let (wrappers, base) = spec.rsplit_once('+').unwrap_or(("", spec));
        let (base, args) = base.split_once(':').unwrap_or((base, ""));
        let wrappers = wrappers.split('+').filter(|name| !name.is_empty());
        let wrappers = wrappers.map(middleware).collect::<Result<Vec<_>, _>>()?;
        let wanted = (base != "auto").then_some(base);
        if services.rank == 0 {
            warn_of_ignored_settings();
        }
        let registry = Registry::scan(services, wanted);
        let found = match wanted {
            Some(name) => registry.get(name),
            None => automatic(services, &registry),
        };
        let Some(found) = found else { return Err(unknown(&registry, spec)) };
        if services.rank == 0 {
            warn_of_unknown_settings(&registry);
        }
        let base = open_backend(services, found, args).map_err(|error| {
            let all = registry.describe();
            let name = found.name();
            let text = format!("{}={spec}: backend {name}: {error}", settings::BACKEND.name);
            let reach = match error.errno() == libc::EHOSTUNREACH && services.has_far_ranks() {
                true => reaching(&registry),
                false => String::new(),
            };
            Error::new(error.errno(), format!("{text}{reach}\nbackends that exist:{all}"))
        })?;
        // The first name is the outermost.
        wrappers.into_iter().rev().try_fold(base, |network, layer| network.wrap(services, layer))
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

    pub(crate) fn time_ns(&self) -> u64 {
        if let Some(time_ns) = self.table.time_ns {
            // SAFETY: the domain is open.
            return unsafe { time_ns(self.domain) };
        }
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `now` is writable; CLOCK_MONOTONIC exists on every Linux.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
        now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
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

/// The first backend that can work here; the first of all if none can, which then says why.
fn automatic<'a>(services: &Services, registry: &'a Registry) -> Option<&'a Found> {
    let can_work = |found: &&Found| {
        let host = HostTable::new(services, params(&found.settings(), ""));
        // SAFETY: the host table lives through the call.
        found.table.probe.is_none_or(|probe| unsafe { probe(host.table()) } >= 0)
    };
    registry.found.iter().find(can_work).or_else(|| registry.found.first())
}

fn open_backend(services: &Services, found: &Found, args: &str) -> Result<Network, Error> {
    let host = HostTable::new(services, params(&found.settings(), args));
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
    log::line(LogLevel::Info, &format!("backend {name}: {}", found.about()));
    Ok(Network { name, table, domain, hosts: vec![host] })
}

/// What a user can do when a backend does not reach all hosts of the job.
fn reaching(registry: &Registry) -> String {
    let hosts =
        std::env::var(HOSTS).map_or_else(|_| "several".to_owned(), |h| h.replace(',', ", "));
    let far = registry.found.iter().filter(|found| !found.caps().has(Caps::SAME_HOST));
    let far: Vec<_> = far.map(Found::name).collect();
    let mend = match far.is_empty() {
        true => "no backend here leaves a host; udp, or a plugin that does, would".to_owned(),
        false => format!("{} would", far.join(", ")),
    };
    format!("; the job runs on hosts {hosts}; {mend} reach them")
}

/// The middleware of this name.
fn middleware(name: &str) -> Result<&'static Middleware, Error> {
    middleware::ALL.iter().find(|layer| layer.name == name).ok_or_else(|| {
        let names: Vec<_> = middleware::ALL.iter().map(|layer| layer.name).collect();
        let setting = settings::BACKEND.name;
        let text = format!("{setting}: {name} is no middleware; there are {}", names.join(", "));
        Error::new(libc::ENOENT, text)
    })
}

/// The settings of a middleware.
pub fn settings_of(layer: &Middleware) -> Vec<BackendSetting> {
    layer.params.iter().map(|param| BackendSetting::new(layer.name, param)).collect()
}

fn unknown(registry: &Registry, spec: &str) -> Error {
    let setting = settings::BACKEND.name;
    let text = format!(
        "{setting}={spec}: there is no such backend; backends that exist:{}",
        registry.describe()
    );
    Error::new(libc::ENOENT, text)
}

fn warn_of_ignored_settings() {
    if let Some(warning) = settings::warning_of_ignored() {
        log::line(LogLevel::Warn, &warning);
    }
}

fn warn_of_unknown_settings(registry: &Registry) {
    let backends = registry.found.iter().flat_map(Found::settings);
    let middleware = middleware::ALL.iter().flat_map(settings_of);
    let known: Vec<String> = backends.chain(middleware).map(|setting| setting.name).collect();
    let set = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for warning in settings::warnings(set, &known) {
        log::line(LogLevel::Warn, &warning);
    }
}
