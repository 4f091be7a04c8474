//! Other programs: shown before they run, so that anyone can repeat what the build does.

use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader, Write as _};
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

/// Like [`run`], and counts the tests that a test runner reports in its output.
///
/// Fails also if no test ran: a runner that finds no tests has checked nothing.
pub(crate) fn run_tests(command: &mut Command) -> Result<Count> {
    show(command)?;
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    let mut count = Count::default();
    let mut output = BufReader::new(child.stdout.take().expect("the output was asked for as a pipe"));
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line)? > 0 {
        io::stdout().write_all(&line)?;
        count.read(&String::from_utf8_lossy(&line));
        line.clear();
    }
    io::stdout().flush()?;
    succeeded(command, child.wait()?)?;
    counted(command, count)
}

/// Fails if no test ran.
fn counted(command: &Command, count: Count) -> Result<Count> {
    if count.passed == 0 {
        bail!("`{}` ran no test", text(command));
    }
    Ok(count)
}

/// Tests that ran beside others.
pub(crate) struct Quiet {
    /// What they said, with the command that repeats them.
    pub(crate) said: Vec<u8>,
    /// How many ran, or what is wrong.
    pub(crate) ended: Result<Count>,
}

/// Like [`run_tests`], and shows nothing, so that runs at the same time do not interrupt each other.
///
/// Fails if the program cannot be started.
pub(crate) fn run_tests_quietly(command: &mut Command) -> Result<Quiet> {
    let output = command.output().with_context(|| cannot_start(command))?;
    let mut said = format!("$ {}\n", text(command)).into_bytes();
    said.extend(output.stdout);
    said.extend(output.stderr);
    let mut count = Count::default();
    String::from_utf8_lossy(&said).lines().for_each(|line| count.read(line));
    let ended = succeeded(command, output.status).and_then(|()| counted(command, count));
    Ok(Quiet { said, ended })
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
