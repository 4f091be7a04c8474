//! Runs other programs, and prints their command lines, so that every step can be repeated.

use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::repository::Repository;
use crate::test_count::TestCount;

/// A command that runs in the top folder of the repository.
pub(crate) fn repository_command<I, S>(repository: &Repository, program: &str, arguments: I) -> Command
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    let mut command = plain_command(program);
    command.args(arguments).current_dir(repository.root());
    command
}

/// A command that runs in the current folder.
pub(crate) fn plain_command(program: &str) -> Command {
    // npm is a script on Windows, and only programs can be started without an ending.
    if cfg!(windows) && program == "npm" { Command::new("npm.cmd") } else { Command::new(program) }
}

/// Shows and runs a program; its output goes to the output of the build.
pub(crate) fn run_shown(command: &mut Command) -> Result<()> {
    show_command(command)?;
    let status = command.status().with_context(|| cannot_start(command))?;
    check_status(command, status)
}

/// Like [`run_shown`], and counts the tests that `cargo test` or Python's unittest report in their output.
pub(crate) fn run_tests(command: &mut Command) -> Result<TestCount> {
    show_command(command)?;
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
    check_status(command, child.wait()?)?;
    TestCount::from_output(&String::from_utf8_lossy(&output)).with_context(|| command_text(command))
}

/// Like [`run_shown`], but shows the output only if the program fails.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    show_command(command)?;
    let output = command.output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        io::stdout().write_all(&output.stdout)?;
        io::stderr().write_all(&output.stderr)?;
    }
    check_status(command, output.status)
}

/// The output of a program, trimmed; `None` if it cannot be started or fails.
pub(crate) fn command_output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Finds a program on the search path.
pub(crate) fn find_on_path(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

/// The command as typed in a shell.
fn command_text(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        if word.contains(' ') { format!("\"{word}\"") } else { word.into_owned() }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

fn show_command(command: &Command) -> Result<()> {
    println!("$ {}", command_text(command));
    Ok(io::stdout().flush()?)
}

fn cannot_start(command: &Command) -> String {
    format!("`{}` could not be started", command.get_program().to_string_lossy())
}

fn check_status(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` failed ({status})", command_text(command));
    }
    Ok(())
}
