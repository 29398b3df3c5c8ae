//! The command that starts an agent on a host, and its output.

use super::Context;
use crate::command::{Command, env_strings};
use crate::epoll::{Epoll, READ, Token};
use crate::error::LaunchError;
use crate::options::{App, EnvChange, Reach};
use crate::spawn::{self, Child, Spawn, Status};
use crate::stream::Got;
use crate::sys;
use crate::wire::PROTOCOL;
use std::ffi::{CString, OsString};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;

/// The start of the first line in both directions: from the agent on stdout, from the launcher on
/// stdin. The protocol and the version follow.
pub(crate) const GREETING: &str = "skifrun-agent";

/// The number of banner lines that are kept.
const BANNER_LINES_MAX: usize = 20;
/// A longer line is shown in pieces.
const LINE_BYTES_MAX: usize = 4096;

pub(crate) fn first_line() -> String {
    format!("{GREETING} {PROTOCOL} {}", env!("CARGO_PKG_VERSION"))
}

/// Whether the other side's first line is acceptable.
pub(crate) fn check_greeting(line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace().skip(1);
    let (protocol, version) = (words.next().unwrap_or("?"), words.next().unwrap_or("?"));
    if protocol.parse() == Ok(PROTOCOL) {
        return Ok(());
    }
    let own = env!("CARGO_PKG_VERSION");
    Err(format!(
        "skifrun {version} there speaks agent protocol {protocol}, skifrun {own} here speaks \
         {PROTOCOL}; install the same version on both hosts, or name another skifrun with \
         --agent-path"
    ))
}

/// The common beginning and end of all launch commands.
pub(super) struct Template {
    before: Vec<OsString>,
    after: Vec<OsString>,
}

/// `ssh … HOST 'path' --agent`, or `CMD HOST path --agent`. It contains no secret.
pub(super) fn command(reach: &Reach) -> Result<Template, LaunchError> {
    let own = || std::env::current_exe().map(Into::into);
    let system = |e| LaunchError::system("the path of skifrun (give --agent-path)", &e);
    let path: OsString = reach.agent_path.clone().map_or_else(own, Ok).map_err(system)?;
    if !reach.launch_agent.is_empty() {
        let before = reach.launch_agent.iter().map(OsString::from).collect();
        return Ok(Template { before, after: vec![path, "--agent".into()] });
    }
    let seconds = reach.limits.agent.as_secs().max(1);
    // No questions, no terminal, no X11; the connection timeout is within the launcher's own.
    let words =
        ["ssh", "-x", "-T", "-o", "BatchMode=yes", "-o", &format!("ConnectTimeout={seconds}")];
    let words = words.into_iter().chain(reach.launch_words.iter().map(String::as_str));
    let before = words.map(OsString::from).collect();
    Ok(Template { before, after: vec![quoted(path), "--agent".into()] })
}

/// Quotes the path for the shell that ssh runs its arguments in.
fn quoted(path: OsString) -> OsString {
    let mut text = vec![b'\''];
    for byte in path.into_vec() {
        match byte {
            b'\'' => text.extend(b"'\\''"),
            byte => text.push(byte),
        }
    }
    text.push(b'\'');
    OsString::from_vec(text)
}

/// The running command.
#[derive(Debug)]
pub(super) struct Launched {
    child: Child,
    status: Option<Status>,
    /// As a user would type it.
    pub(super) command: String,
    /// Kept open as long as the agent should connect and the launcher is alive.
    pub(super) orders: Option<OwnedFd>,
    /// Output on stdout before the agent's first line, usually the greeting of a login shell. Shown
    /// only if no agent connects.
    pub(super) banner: Vec<String>,
    /// stdout and stderr.
    outputs: [Option<(OwnedFd, Vec<u8>)>; 2],
}

/// Starts the agent of one host and sends it its configuration on stdin.
pub(super) fn launch(
    template: &Template,
    host: &str,
    index: usize,
    config: &str,
    context: &Context<'_>,
) -> Result<Launched, LaunchError> {
    let host_word = [OsString::from(host)];
    let argv: Vec<_> = [&template.before[..], &host_word, &template.after].concat();
    let shown: Vec<_> = argv.iter().map(|word| word.to_string_lossy()).collect();
    let shown = shown.join(" ");
    let system = |e| LaunchError::system(&format!("host {host}: {shown}"), &e);
    let app = App { argv, ..App::default() };
    let no_agent = |why: LaunchError| {
        let text = format!(
            "host {host}: {why}; this command must start an agent there, see --launch-agent"
        );
        LaunchError::new(why.code, text)
    };
    let command = Command::new(&app, &EnvChange::default()).map_err(no_agent)?;
    let env: Vec<CString> = env_strings(&command.env);
    let (input, orders) = sys::pipe().map_err(system)?;
    let (out, their_out) = sys::pipe().map_err(system)?;
    let (err, their_err) = sys::pipe().map_err(system)?;
    let child = Spawn {
        program: &command.program,
        argv: &command.argv,
        env: &env,
        wdir: None,
        cpus: None,
        stdio: [input.as_raw_fd(), their_out.as_raw_fd(), their_err.as_raw_fd()],
        kept: [None; 2],
        mask: context.mask,
    }
    .start()
    .map_err(no_agent)?;
    context.keeper.watch(child.pid);
    context.epoll.add(child.pidfd.as_raw_fd(), Token::LaunchExit(index), READ).map_err(system)?;
    for (which, fd) in [&out, &err].into_iter().enumerate() {
        sys::set_nonblocking(fd).map_err(system)?;
        let token = Token::LaunchOutput(2 * index + which);
        context.epoll.add(fd.as_raw_fd(), token, READ).map_err(system)?;
    }
    // The pipe has room for it. A command that does not read it is detected by its silence.
    let _ = sys::write(orders.as_raw_fd(), config.as_bytes());
    let outputs = [out, err].map(|fd| Some((fd, Vec::new())));
    Ok(Launched {
        child,
        status: None,
        command: shown,
        orders: Some(orders),
        banner: Vec::new(),
        outputs,
    })
}

impl Launched {
    pub(super) fn pid(&self) -> i32 {
        self.child.pid
    }

    pub(super) fn has_ended(&self) -> bool {
        self.status.is_some()
    }

    /// Its exit status, returned once.
    pub(super) fn ended(&mut self, epoll: &Epoll) -> Option<Status> {
        if self.has_ended() {
            return None;
        }
        self.status = spawn::peek_status(self.child.pid);
        epoll.remove(self.child.pidfd.as_raw_fd());
        self.status
    }

    /// Reads the available output. Returns the agent's first line when it arrives; stderr is shown
    /// to the user, because it says why ssh failed.
    pub(super) fn read(&mut self, epoll: &Epoll, which: usize, host: &str) -> Option<String> {
        let mut greeting = None;
        let (fd, partial) = self.outputs.get_mut(which)?.as_mut()?;
        let mut chunk = [0; 4096];
        let ended = loop {
            match Got::of(sys::read(fd.as_raw_fd(), &mut chunk)) {
                Got::Bytes(count) => partial.extend_from_slice(&chunk[..count]),
                Got::Nothing => break false,
                Got::End => break true,
            }
            if partial.len() > LINE_BYTES_MAX {
                break false;
            }
        };
        let banner = &mut self.banner;
        let mut show = |line: &[u8]| {
            let line = String::from_utf8_lossy(line);
            let line = line.trim_end();
            if which == 0 && line.starts_with(GREETING) {
                greeting.get_or_insert_with(|| line.to_owned());
            } else if which == 0 && banner.len() < BANNER_LINES_MAX {
                banner.push(line.to_owned());
            } else if which == 1 && !line.is_empty() {
                say!("host {host}: {line}");
            }
        };
        while let Some(end) = partial.iter().position(|&byte| byte == b'\n') {
            show(&partial.drain(..=end).collect::<Vec<_>>());
        }
        if ended || partial.len() > LINE_BYTES_MAX {
            show(&std::mem::take(partial));
        }
        if ended {
            epoll.remove(fd.as_raw_fd());
            self.outputs[which] = None;
        }
        greeting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(reach: &Reach) -> String {
        let Template { before, after } = command(reach).unwrap();
        let all = [&before[..], &["HOST".into()], &after].concat();
        all.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn commands() {
        let mut reach = Reach { agent_path: Some("/a b/it's".into()), ..Reach::default() };
        let ssh = words(&reach);
        assert!(ssh.starts_with("ssh -x -T -o BatchMode=yes -o ConnectTimeout=30 HOST "), "{ssh}");
        assert!(ssh.ends_with(r"HOST '/a b/it'\''s' --agent"), "{ssh}");
        reach.launch_agent = vec!["ip".into(), "netns".into(), "exec".into()];
        assert_eq!(words(&reach), "ip netns exec HOST /a b/it's --agent");
    }

    #[test]
    fn greetings() {
        assert_eq!(check_greeting(&first_line()), Ok(()));
        let newer = check_greeting("skifrun-agent 999 7.1").unwrap_err();
        assert!(newer.contains("skifrun 7.1") && newer.contains("protocol 999"), "{newer}");
        assert!(check_greeting("skifrun-agent").is_err());
    }
}
