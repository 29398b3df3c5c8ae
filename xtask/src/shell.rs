//! Runs other programs.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// The result of a command; an error is a message for the user.
pub(crate) type Res<T = ()> = Result<T, String>;

/// A program with its arguments.
pub(crate) fn cmd<S: AsRef<OsStr>>(program: &str, args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// The cargo that runs us.
pub(crate) fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    cmd(env!("CARGO"), args)
}

/// Runs the command with inherited input and output; any failure is an error that shows the
/// command.
pub(crate) fn run(command: &mut Command) -> Res {
    eprintln!("$ {}", line(command));
    finish(command)
}

/// Runs the command without showing it; any failure is an error that shows it.
pub(crate) fn finish(command: &mut Command) -> Res {
    let status = command.status().map_err(|cause| failed(command, &cause.to_string()))?;
    if status.success() { Ok(()) } else { Err(failed(command, &status.to_string())) }
}

/// Runs the command and returns its standard output; on failure the error includes its stderr.
pub(crate) fn output(command: &mut Command) -> Res<String> {
    let output = command.output().map_err(|cause| failed(command, &cause.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(failed(command, &format!("{}\n{said}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command as a user would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let args = command.get_args().map(|arg| quoted(&arg.to_string_lossy()));
    std::iter::once(name).chain(args).collect::<Vec<_>>().join(" ")
}

fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) { arg.to_owned() } else { format!("'{arg}'") }
}

/// The error of a command that failed.
pub(crate) fn failed(command: &Command, how: &str) -> String {
    format!("`{}`: {how}", line(command))
}

/// Reads a text file; an error names the file.
pub(crate) fn read(path: &Path) -> Res<String> {
    std::fs::read_to_string(path).map_err(|cause| format!("{}: {cause}", path.display()))
}

/// Writes a file, creating the folders above it.
pub(crate) fn write(path: &Path, content: &str) -> Res {
    let parent = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent)
        .and_then(|()| std::fs::write(path, content))
        .map_err(|cause| format!("{}: {cause}", path.display()))
}
