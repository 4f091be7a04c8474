//! Other programs: shown before they run, so that anyone can repeat what the build does.

use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::count::Count;
use crate::repository::Repository;

/// A program to be run in the repository's top folder.
pub(crate) fn command<I, S>(repository: &Repository, program: &str, arguments: I) -> Command
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    let mut command = bare(program);
    command.args(arguments).current_dir(repository.root());
    command
}

/// A program to be run wherever the build was started.
pub(crate) fn bare(program: &str) -> Command {
    // npm is a script on Windows, and only programs can be started by their plain name.
    if cfg!(windows) && program == "npm" { Command::new("npm.cmd") } else { Command::new(program) }
}

/// Shows and runs a program; its output goes where the build's own output goes.
///
/// Fails if it cannot be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    show(command)?;
    let status = command.status().with_context(|| cannot_start(command))?;
    succeeded(command, status)
}

/// Like [`run`], and counts the tests that `cargo test` or Python's unittest report in their output.
///
/// Fails also if no test ran.
pub(crate) fn run_tests(command: &mut Command) -> Result<Count> {
    show(command)?;
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    let mut output = Vec::new();
    let mut pipe = child.stdout.take().expect("the output was asked for as a pipe");
    let mut part = [0; 8192];
    loop {
        let length = pipe.read(&mut part)?;
        if length == 0 {
            break;
        }
        io::stdout().write_all(&part[..length])?;
        output.extend_from_slice(&part[..length]);
    }
    succeeded(command, child.wait()?)?;
    Count::of_output(&String::from_utf8_lossy(&output)).with_context(|| text(command))
}

/// Like [`run`], for a program that talks much: what it says is shown only if it does not succeed.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    show(command)?;
    let output = command.output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        io::stdout().write_all(&output.stdout)?;
        io::stderr().write_all(&output.stderr)?;
    }
    succeeded(command, output.status)
}

/// The output of a program, trimmed; nothing if it cannot be started or does not succeed.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Finds a program on the search path.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

/// How a command would be typed.
fn text(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        if word.contains(' ') { format!("\"{word}\"") } else { word.into_owned() }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

fn show(command: &Command) -> Result<()> {
    println!("$ {}", text(command));
    Ok(io::stdout().flush()?)
}

fn cannot_start(command: &Command) -> String {
    format!("`{}` could not be started", command.get_program().to_string_lossy())
}

fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` failed ({status})", text(command));
    }
    Ok(())
}
