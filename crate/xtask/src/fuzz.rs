//! Hostile input: the fuzz targets in `tests/fuzz`.
//!
//! They are plain programs with libFuzzer inside. The compiler options that it needs are in `tests/fuzz/.cargo`, so no
//! further tool is needed, only a C++ compiler for libFuzzer itself.

use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, bail};

use crate::arguments::Arguments;
use crate::process;
use crate::repository::Repository;

/// The crate of the targets, a workspace of its own.
const FOLDER: &str = "tests/fuzz";
/// The program for all targets that are file formats.
const FORMATS: &str = "format";
/// How long each target searches when nobody says, seconds.
const SECONDS: u32 = 60;
/// Longest input that is tried, bytes.
const LONGEST: u32 = 65_536;
/// An input that takes longer counts as found, seconds.
const PATIENCE: u32 = 20;

/// How long to go on.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// So many inputs, the same ones each time, from the seeds alone.
    Inputs(u32),
    /// So many seconds, going on from what earlier searches kept.
    Seconds(u32),
}

/// `cargo xtask fuzz [SECONDS]`.
pub(crate) fn fuzz(repository: &Repository, mut arguments: Arguments) -> Result<()> {
    let seconds = match arguments.next_word() {
        None => SECONDS,
        Some(word) => match word.parse() {
            Ok(seconds) => seconds,
            Err(_) => bail!("`{word}` is not a number of seconds"),
        },
    };
    arguments.finish()?;
    if let Some(reason) = obstacle() {
        bail!("fuzzing is not possible here: {reason}");
    }
    run(repository, Effort::Seconds(seconds))
}

/// Why the targets cannot be built on this machine, if so.
pub(crate) fn obstacle() -> Option<&'static str> {
    if cfg!(windows) {
        return Some("libFuzzer is used on Unix only");
    }
    process::on_path("c++").is_none().then_some("there is no C++ compiler (`c++`)")
}

/// Runs each target. Fails if one finds an input that breaks it; the input is kept in `tests/fuzz/artifacts`.
pub(crate) fn run(repository: &Repository, effort: Effort) -> Result<()> {
    let targets = targets(repository)?;
    match effort {
        Effort::Seconds(seconds) => {
            let limit = format!("-max_total_time={seconds}");
            targets.iter().try_for_each(|target| {
                process::run(&mut search(repository, target, &format!("corpus/{target}"), &limit)?)
            })
        }
        Effort::Inputs(number) => {
            let build = ["build", "--quiet", "--release", "--bins"];
            process::run(process::command(repository, "cargo", build).current_dir(repository.at(FOLDER)))?;
            let limit = format!("-runs={number}");
            // Each keeps one processor busy.
            let waiting = Mutex::new(targets.iter());
            let work = || -> Result<()> {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(target) = next() {
                    let corpus = format!("corpus/fresh/{target}");
                    let kept = repository.at(FOLDER).join(&corpus);
                    if kept.exists() {
                        fs::remove_dir_all(kept).with_context(|| format!("{corpus} cannot be emptied"))?;
                    }
                    if let Err(error) =
                        process::run_quietly(&mut search(repository, target, &corpus, &limit)?)
                    {
                        // No other search begins.
                        *waiting.lock().unwrap_or_else(PoisonError::into_inner) = [].iter();
                        return Err(error);
                    }
                }
                Ok(())
            };
            thread::scope(|scope| {
                let other = scope.spawn(work);
                work().and(other.join().expect("a search does not panic"))
            })
        }
    }
}

/// A target that searches up to a limit; what is found new is written into the corpus.
fn search(repository: &Repository, target: &str, corpus: &str, limit: &str) -> Result<Command> {
    let folder = repository.at(FOLDER);
    let artifacts = format!("artifacts/{target}/");
    for kept in [corpus, &artifacts] {
        fs::create_dir_all(folder.join(kept)).with_context(|| format!("{kept} cannot be made"))?;
    }
    let own = folder.join(format!("targets/{target}.rs")).is_file();
    let program = if own { target } else { FORMATS };
    let mut command =
        process::command(repository, "cargo", ["run", "--quiet", "--release", "--bin", program]);
    command.env("GANTTLET_FORMAT", target).current_dir(&folder).arg("--");
    command.args([corpus, &format!("seeds/{target}"), "-seed=1", limit]);
    command.arg(format!("-artifact_prefix={artifacts}"));
    command.args([format!("-max_len={LONGEST}"), format!("-timeout={PATIENCE}")]);
    Ok(command)
}

/// The names of the targets: one folder of seeds each. A target without a program of its own is a file format.
fn targets(repository: &Repository) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(repository.at(FOLDER).join("seeds")).context("there are no seeds")? {
        names.extend(entry?.file_name().into_string().ok());
    }
    for program in repository.files("tests/fuzz/targets", ".rs") {
        let name = program.rsplit('/').next().and_then(|file| file.strip_suffix(".rs")).unwrap_or_default();
        if name != FORMATS && !names.iter().any(|known| known == name) {
            bail!("tests/fuzz/seeds/{name} is missing: add one input that {program} reads");
        }
    }
    names.sort();
    Ok(names)
}
