//! The available backends, and the reasons why others are not available.
//!
//! Search order: built in; the directories and files of `SKIFCH_PLUGIN_PATH`; `lib/skifch` beside
//! the library or program. The first backend of a name wins. In a process with more privileges than
//! its user (`AT_SECURE`) only built-in backends are used, because the user controls where the
//! files lie, even for a program linked or started elsewhere.

use crate::builtin::BUILT_IN;
use crate::error::{self, Aim, Error};
use crate::host::{HostTable, Services};
use crate::{loader, settings};
use skifch_abi::{Attr, Caps, Param, Plugin};
use skifch_backend::is_secure;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char};
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

/// The origin of a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Part of the library.
    BuiltIn,
    /// This shared object.
    File(PathBuf),
}

/// A backend that was found.
#[derive(Clone)]
pub struct Found {
    /// Its op table.
    pub table: &'static Plugin,
    /// Where it comes from.
    pub origin: Origin,
}

/// One setting of a backend.
#[derive(Clone, Debug)]
pub struct BackendSetting {
    /// The environment variable.
    pub name: String,
    /// The key by which the backend reads it.
    pub key: String,
    /// The value if it is not set.
    pub default: String,
    /// Description.
    pub help: String,
}

/// All backends that can be selected, and those that were found but rejected.
#[derive(Default)]
pub struct Registry {
    /// The backends that can be selected.
    pub found: Vec<Found>,
    /// Those that were rejected, with the reason.
    pub refused: Vec<(String, String)>,
}

impl Found {
    /// The name.
    pub fn name(&self) -> String {
        text(self.table.name)
    }

    /// The version.
    pub fn version(&self) -> String {
        text(self.table.version)
    }

    /// One line of description.
    pub fn about(&self) -> String {
        text(self.table.about)
    }

    /// Its capabilities at most; an open channel may report fewer.
    pub fn caps(&self) -> Caps {
        Caps(self.table.caps)
    }

    /// Whether it can work in a process that has not joined a job.
    ///
    /// # Errors
    /// Why not, as the backend reports it.
    pub fn probe(&self) -> Result<(), Error> {
        let Some(probe) = self.table.probe else { return Ok(()) };
        let host = self.host();
        // SAFETY: the host table lives through the call.
        let rc = unsafe { probe(host.table()) };
        if rc < 0 { Err(error::failed("probe", Aim::None, rc as isize)) } else { Ok(()) }
    }

    /// The attributes of a channel opened in a process that has not joined a job.
    ///
    /// # Errors
    /// Why no channel can be opened that way.
    pub fn attr(&self) -> Result<Attr, Error> {
        let (host, table) = (self.host(), self.table);
        let (mut domain, mut channel, mut attr) = (null_mut(), null_mut(), Attr::new());
        let done = |call, rc| match rc {
            0.. => Ok(()),
            rc => Err(error::failed(call, Aim::None, rc as isize)),
        };
        // SAFETY: the host table lives until the domain is closed; what is opened is closed here,
        // after its last use; `attr` carries its size.
        unsafe {
            done("joining", (table.domain_open)(host.table(), &raw mut domain))?;
            let opened = done("opening", (table.open)(domain, 0, &raw mut channel));
            let asked = opened.and_then(|()| {
                let asked = done("asking", (table.query)(channel, &raw mut attr));
                (table.close)(channel);
                asked
            });
            (table.domain_close)(domain);
            asked.map(|()| attr)
        }
    }

    fn host(&self) -> HostTable {
        HostTable::new(&Services::alone(), params(&self.settings(), ""))
    }

    /// Its settings.
    pub fn settings(&self) -> Vec<BackendSetting> {
        // SAFETY: a table lists `param_count` settings, which live as long as the process.
        unsafe { params_of(self.table.params, self.table.param_count) }
            .iter()
            .map(|param| BackendSetting::new(&self.name(), param))
            .collect()
    }
}

impl BackendSetting {
    pub(crate) fn new(backend: &str, param: &Param) -> Self {
        let key = text(param.key);
        Self {
            name: format!("SKIFCH_{}_{key}", backend.to_uppercase()),
            default: text(param.default),
            help: text(param.help),
            key,
        }
    }

    /// The effective value.
    pub fn text(&self) -> String {
        match std::env::var_os(&self.name) {
            Some(text) if !text.is_empty() => text.to_string_lossy().into_owned(),
            _ => self.default.clone(),
        }
    }
}

impl Registry {
    /// All backends, as seen by a process that has not joined a job.
    pub fn all() -> Self {
        Self::scan(&Services::alone(), &[])
    }

    /// The same, but every file is passed to `trial` before it is loaded, and rejected with the
    /// message that this returns.
    pub fn all_tried(trial: impl Fn(&Path) -> Result<(), String>) -> Self {
        Self::scan_tried(&Services::alone(), &[], trial)
    }

    /// Loads one file for a trial, whatever other backends there are.
    ///
    /// # Errors
    /// Why it is not a plugin that this library can use.
    pub fn load_only(path: &Path) -> Result<Found, Error> {
        let host = HostTable::new(&Services::alone(), HashMap::new());
        let table = loader::load(path, host.table())?;
        Ok(Found { table, origin: Origin::File(path.to_owned()) })
    }

    /// Finds all backends, or only those whose name may be one of `wanted`.
    pub(crate) fn scan(services: &Services, wanted: &[&str]) -> Self {
        Self::scan_tried(services, wanted, |_| Ok(()))
    }

    fn scan_tried(
        services: &Services,
        wanted: &[&str],
        trial: impl Fn(&Path) -> Result<(), String>,
    ) -> Self {
        let mut registry = Self::default();
        for table in BUILT_IN {
            registry.admit(Found { table, origin: Origin::BuiltIn });
        }
        let is_found = |name: &&str| registry.get(name).is_some();
        if !wanted.is_empty() && wanted.iter().all(is_found) {
            return registry;
        }
        if is_secure() {
            let why = "this process has more privileges than its user (AT_SECURE): only built-in \
                       backends can be used";
            registry.refuse("plugins", why);
            return registry;
        }
        let host = HostTable::new(services, HashMap::new());
        for path in files(wanted) {
            let load = |()| loader::load(&path, host.table()).map_err(|e| e.text().to_owned());
            match trial(&path).and_then(load) {
                Ok(table) => registry.admit(Found { table, origin: Origin::File(path) }),
                Err(why) => registry.refuse(&path.display().to_string(), &why),
            }
        }
        registry
    }

    /// The backend of this name.
    pub fn get(&self, name: &str) -> Option<&Found> {
        self.found.iter().find(|found| found.name() == name)
    }

    fn refuse(&mut self, what: &str, why: &str) {
        self.refused.push((what.to_owned(), why.to_owned()));
    }

    fn admit(&mut self, new: Found) {
        let name = new.name();
        let what = match &new.origin {
            Origin::BuiltIn => format!("{name} (built in)"),
            Origin::File(path) => path.display().to_string(),
        };
        let list = settings::PLUGINS.text();
        if !is_allowed(&list, &name) {
            let setting = settings::PLUGINS.name;
            self.refuse(&what, &format!("{setting}={list} does not allow {name}"));
        } else if self.get(&name).is_some() {
            self.refuse(&what, &format!("there is already a backend named {name}"));
        } else {
            self.found.push(new);
        }
    }

    /// One line for each backend, available or rejected.
    pub(crate) fn describe(&self) -> String {
        let found = self.found.iter().map(|f| format!("\n  {}: {}", f.name(), f.about()));
        let refused = self.refused.iter().map(|(what, why)| format!("\n  {what}: rejected: {why}"));
        found.chain(refused).collect()
    }
}

/// Whether the allow-list permits `name`: `a,b` only these, `^a,b` all except these, empty all.
fn is_allowed(list: &str, name: &str) -> bool {
    let (names, wanted) = match list.strip_prefix('^') {
        Some(names) => (names, false),
        None if list.is_empty() => return true,
        None => (list, true),
    };
    names.split(',').any(|listed| listed.trim() == name) == wanted
}

/// The shared objects that may be plugins, in search order.
fn files(wanted: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let path = settings::PLUGIN_PATH.from_env().unwrap_or_default();
    for entry in path.split(':').filter(|entry| !entry.is_empty()).map(PathBuf::from) {
        if entry.is_dir() {
            files.extend(in_directory(&entry, wanted));
        } else {
            // Named explicitly: loaded whatever its name is, or rejected with a message.
            files.push(entry);
        }
    }
    if let Some(directory) = installed_directory() {
        files.extend(in_directory(&directory, wanted));
    }
    files
}

/// `libskifch-<name>.so` in a directory, sorted.
fn in_directory(directory: &Path, wanted: &[&str]) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let is_plugin = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let backend = name.strip_prefix("libskifch-").and_then(|rest| rest.strip_suffix(".so"));
        backend.is_some_and(|backend| wanted.is_empty() || wanted.contains(&backend))
    };
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_plugin).collect();
    files.sort();
    files
}

/// `../lib/skifch` beside the object that contains this code: libskifch, or a program.
fn installed_directory() -> Option<PathBuf> {
    let object = object_path().filter(|path| path.is_absolute());
    let object = object.or_else(|| std::env::current_exe().ok())?;
    let object = object.canonicalize().ok()?;
    Some(object.parent()?.parent()?.join("lib/skifch"))
}

fn object_path() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for; `info` is writable.
    if unsafe { libc::dladdr(object_path as *const _, info.as_mut_ptr()) } == 0 {
        return None;
    }
    // SAFETY: zeroed, then filled in by dladdr.
    let name = unsafe { info.assume_init() }.dli_fname;
    // SAFETY: null or a C string of the loader, which copies nothing away while we run.
    let name = unsafe { name.as_ref().map(|name| CStr::from_ptr(name)) }?;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}

/// The settings that a table lists.
///
/// # Safety
/// `params` is null or points to `count` settings that live as long as the process.
unsafe fn params_of(params: *const Param, count: usize) -> &'static [Param] {
    if params.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(params, count) }
}

/// The settings of a backend that its host table provides: its own, the waiting policy, the job's
/// addresses and ports, and the text after the colon in `SKIFCH_BACKEND=name:args`.
pub(crate) fn params(settings: &[BackendSetting], args: &str) -> HashMap<CString, CString> {
    let c = |text: &str| CString::new(text).unwrap_or_default();
    let mut params = HashMap::from([
        (c("SPIN_NS"), c(&settings::SPIN_NS.text())),
        (c("YIELDS"), c(&settings::YIELDS.text())),
        (c("ARGS"), c(args)),
        (c("JOB_IFACE"), c(&settings::IFACE.text())),
        (c("JOB_PORT_RANGE"), c(&settings::PORT_RANGE.text())),
    ]);
    params.extend(settings.iter().map(|setting| (c(&setting.key), c(&setting.text()))));
    params
}

/// A constant C string of a table.
pub(crate) fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, so a C string that lives as long as the process.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allow_lists() {
        assert!(is_allowed("", "udp"));
        assert!(is_allowed("shm,udp", "udp") && !is_allowed("shm,udp", "torus"));
        assert!(!is_allowed("^udp,torus", "udp") && is_allowed("^udp,torus", "shm"));
    }

    #[test]
    fn only_plugin_names_in_a_directory_count() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["libskifch-b.so", "libskifch-a.so", "libskifch.so", "libskifch-c.so.1", "x.so"]
        {
            std::fs::write(directory.path().join(name), "").unwrap();
        }
        let names = |wanted: &[&str]| {
            let files = in_directory(directory.path(), wanted);
            files.iter().map(|p| p.file_name().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["libskifch-a.so", "libskifch-b.so"]);
        assert_eq!(names(&["b"]), ["libskifch-b.so"]);
        assert!(in_directory(Path::new("/nonexistent"), &[]).is_empty());
    }

    #[test]
    fn built_in_backends_are_there() {
        let registry = Registry::scan(&Services::alone(), &["loopback"]);
        let loopback = registry.get("loopback").unwrap();
        assert_eq!(loopback.origin, Origin::BuiltIn);
        assert!(loopback.caps().has(Caps::CLAIM));
        assert!(registry.describe().contains("loopback: "));
    }
}
