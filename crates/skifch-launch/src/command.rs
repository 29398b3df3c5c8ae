//! From a program of the command line to the arguments of `execve`.

use crate::error::{LaunchError, NOT_EXECUTABLE, NOT_FOUND};
use crate::options::{App, EnvChange, Inherit};
use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A program with its environment, ready for any number of ranks.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) program: CString,
    pub(crate) argv: Vec<CString>,
    pub(crate) env: BTreeMap<OsString, OsString>,
    pub(crate) wdir: Option<CString>,
}

impl Command {
    pub(crate) fn new(app: &App, global: &EnvChange) -> Result<Self, LaunchError> {
        Self::with_env(app, environment(app, global), std::env::var_os("PATH"))
    }

    /// With that environment; the program is searched in `path`.
    pub(crate) fn with_env(
        app: &App,
        env: BTreeMap<OsString, OsString>,
        path: Option<OsString>,
    ) -> Result<Self, LaunchError> {
        let program = find_program(app, path)?;
        let argv = app.argv.iter().map(|word| c_string(word)).collect::<Result<_, _>>()?;
        let wdir = app.wdir.as_deref().map(c_string).transpose()?;
        Ok(Self { program: c_string(program.as_os_str())?, argv, env, wdir })
    }
}

/// The environment of a rank as strings `K=V`.
pub(crate) fn env_strings(env: &BTreeMap<OsString, OsString>) -> Vec<CString> {
    let entry = |(name, value): (&OsString, &OsString)| {
        let mut text = name.clone().into_vec();
        text.push(b'=');
        text.extend_from_slice(value.as_bytes());
        // Neither an environment variable nor an argument can contain a zero byte.
        CString::new(text).ok()
    };
    env.iter().filter_map(entry).collect()
}

fn c_string(text: &OsStr) -> Result<CString, LaunchError> {
    let zero = || LaunchError::own(format!("{text:?} contains a zero byte"));
    CString::new(text.as_bytes()).map_err(|_| zero())
}

/// Variables of other start-up protocols, with which a rank would take itself for a rank of another
/// launcher. The last two belong to a job that this one is part of: its hosts are not those of this
/// job, and its secret must not cross the network.
const FOREIGN: [&str; 6] =
    ["PMI_", "PMIX_", "OMPI_COMM_WORLD_", "MPI_LOCAL", HOSTS, skifch_boot::SECRET];
/// The names of the hosts of a job.
pub(crate) const HOSTS: &str = "SKIFCH_JOB_HOSTS";
/// The mapping of ranks to hosts, if it is too long for PMI.
pub(crate) const MAPPING: &str = "SKIFCH_BOOT_MAPPING";

type Variables = BTreeMap<OsString, OsString>;

/// The environment that a rank of that program inherits and is given.
pub(crate) fn environment(app: &App, global: &EnvChange) -> Variables {
    environment_of(&std::env::vars_os().collect(), app, global)
}

fn environment_of(own: &Variables, app: &App, global: &EnvChange) -> Variables {
    let inherit = app.env.inherit.as_ref().or(global.inherit.as_ref()).unwrap_or(&Inherit::All);
    let passed = |name: &OsStr| {
        global.pass.iter().any(|pass| name == OsStr::new(pass))
            || match inherit {
                Inherit::All => true,
                Inherit::None => false,
                Inherit::List(names) => names.iter().any(|n| name == OsStr::new(n)),
            }
    };
    // It belongs to the hosts of an outer job; a value set by the user is for this job.
    let is_nested = own.contains_key(OsStr::new(HOSTS));
    let foreign = |name: &OsStr| {
        FOREIGN.iter().any(|prefix| name.as_bytes().starts_with(prefix.as_bytes()))
            || is_nested && name == MAPPING
    };
    let mut env = own.clone();
    env.retain(|name, _| passed(name) && !foreign(name));
    for (name, value) in global.set.iter().chain(&app.env.set) {
        env.insert(name.into(), value.clone());
    }
    env
}

/// Locates the program: as given if the name contains a slash, else in `-path`, `PATH`, and finally
/// the working directory, as in both mpiexec dialects.
fn find_program(app: &App, path: Option<OsString>) -> Result<PathBuf, LaunchError> {
    let name = app.argv.first().map(OsString::as_os_str).unwrap_or_default();
    let wdir = app.wdir.as_deref().map(Path::new).unwrap_or(Path::new(""));
    if let Some(given) = &app.wdir
        && !Path::new(given).is_dir()
    {
        return Err(LaunchError::own(format!("-wdir {given:?}: no such directory")));
    }
    if name.as_bytes().contains(&b'/') {
        return usable(&wdir.join(name)).map(|()| PathBuf::from(name));
    }
    let path = path.unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let lists = [app.path.as_ref(), Some(&path)];
    let folders = lists.into_iter().flatten().flat_map(std::env::split_paths);
    let here = Path::new(".").join(name);
    let candidates = folders.map(|folder| folder.join(name)).chain([here]);
    let mut worst = not_found(name);
    for candidate in candidates {
        match usable(&wdir.join(&candidate)) {
            Ok(()) => return Ok(candidate),
            Err(error) if error.code == NOT_EXECUTABLE => worst = error,
            Err(_) => {}
        }
    }
    Err(worst)
}

fn usable(path: &Path) -> Result<(), LaunchError> {
    let meta = std::fs::metadata(path).map_err(|_| not_found(path.as_os_str()))?;
    if meta.is_file() && meta.permissions().mode() & 0o111 != 0 {
        return Ok(());
    }
    let text = format!("{} is not executable (chmod +x?)", path.display());
    Err(LaunchError::new(NOT_EXECUTABLE, text))
}

fn not_found(name: &OsStr) -> LaunchError {
    LaunchError::new(NOT_FOUND, format!("program {name:?} not found"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app(argv: &[&str]) -> App {
        App { argv: argv.iter().map(OsString::from).collect(), ..App::default() }
    }

    fn find_program(app: &App) -> Result<PathBuf, LaunchError> {
        super::find_program(app, std::env::var_os("PATH"))
    }

    #[test]
    fn programs_are_found_or_explained() {
        assert!(find_program(&app(&["sh"])).unwrap().ends_with("sh"));
        assert_eq!(find_program(&app(&["/bin/sh"])).unwrap(), Path::new("/bin/sh"));
        assert_eq!(find_program(&app(&["no-such-program"])).unwrap_err().code, NOT_FOUND);
        assert_eq!(find_program(&app(&["/no/such"])).unwrap_err().code, NOT_FOUND);
        assert_eq!(find_program(&app(&["/etc/passwd"])).unwrap_err().code, NOT_EXECUTABLE);
        assert_eq!(find_program(&app(&["/tmp"])).unwrap_err().code, NOT_EXECUTABLE);
        let elsewhere = App { path: Some("/bin".into()), ..app(&["sh"]) };
        assert_eq!(find_program(&elsewhere).unwrap(), Path::new("/bin/sh"));
        let nowhere = App { wdir: Some("/no/such".into()), ..app(&["sh"]) };
        assert!(find_program(&nowhere).is_err());
    }

    #[test]
    fn what_says_who_shares_a_host_in_an_outer_job_stays_there() {
        let own = |names: &[&str]| -> Variables {
            names.iter().map(|name| (OsString::from(name), OsString::from("x"))).collect()
        };
        let given =
            |names: &[&str]| environment_of(&own(names), &app(&["p"]), &EnvChange::default());
        assert_eq!(given(&[MAPPING, HOSTS, "PATH", "PMI_RANK"]), own(&["PATH"]));
        assert_eq!(given(&[MAPPING, "PATH"]), own(&[MAPPING, "PATH"]), "set by hand");
    }

    #[test]
    fn environment_by_the_options() {
        let mut app = app(&["p"]);
        let global = EnvChange {
            inherit: Some(Inherit::None),
            pass: vec!["PATH".into()],
            set: vec![("A".into(), "1".into()), ("B".into(), "1".into())],
        };
        app.env.set.push(("B".into(), "2".into()));
        let env = environment(&app, &global);
        assert_eq!(env.keys().collect::<Vec<_>>(), ["A", "B", "PATH"]);
        assert_eq!(env.get(OsStr::new("B")).unwrap(), "2");
        assert!(env_strings(&env).contains(&c"B=2".to_owned()));
    }
}
