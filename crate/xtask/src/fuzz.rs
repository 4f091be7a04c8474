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

/// The crate of the targets, a separate workspace.
const FUZZ_FOLDER: &str = "tests/fuzz";
/// The program for all targets that are file formats.
const FORMAT_TARGET: &str = "format";
/// Search time for each target, seconds.
const DEFAULT_SECONDS: u32 = 60;
/// Maximum length of an input, bytes.
const MAX_INPUT: u32 = 65_536;
/// Maximum time for an input, seconds; a longer time is a finding.
const INPUT_TIMEOUT: u32 = 20;

/// The limit of a search.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// This number of inputs, always the same ones, from the seeds alone.
    Inputs(u32),
    /// This number of seconds, from the corpus of earlier searches.
    Seconds(u32),
}

/// `cargo xtask fuzz [SECONDS]`.
pub(crate) fn run_fuzz_command(repository: &Repository, mut arguments: Arguments) -> Result<()> {
    let seconds = match arguments.next_word() {
        None => DEFAULT_SECONDS,
        Some(word) => match word.parse() {
            Ok(seconds) => seconds,
            Err(_) => bail!("`{word}` is not a number of seconds"),
        },
    };
    arguments.expect_empty()?;
    if let Some(reason) = missing_requirement() {
        bail!("fuzzing is not possible here: {reason}");
    }
    run_targets(repository, Effort::Seconds(seconds))
}

/// The reason why the targets cannot be built on this machine, if any.
pub(crate) fn missing_requirement() -> Option<&'static str> {
    if cfg!(windows) {
        return Some("libFuzzer is used on Unix only");
    }
    process::find_on_path("c++").is_none().then_some("there is no C++ compiler (`c++`)")
}

/// Runs each target. Fails if an input breaks one; the input is kept in `tests/fuzz/artifacts`.
pub(crate) fn run_targets(repository: &Repository, effort: Effort) -> Result<()> {
    let targets = target_names(repository)?;
    match effort {
        Effort::Seconds(seconds) => {
            let limit = format!("-max_total_time={seconds}");
            targets.iter().try_for_each(|target| {
                process::run_shown(&mut search_command(
                    repository,
                    target,
                    &format!("corpus/{target}"),
                    &limit,
                )?)
            })
        }
        Effort::Inputs(number) => {
            let build = ["build", "--quiet", "--release", "--bins"];
            process::run_shown(
                process::repository_command(repository, "cargo", build)
                    .current_dir(repository.path(FUZZ_FOLDER)),
            )?;
            let limit = format!("-runs={number}");
            // Each target uses one processor.
            let waiting = Mutex::new(targets.iter());
            let work = || -> Result<()> {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(target) = next() {
                    let corpus = format!("corpus/fresh/{target}");
                    let kept = repository.path(FUZZ_FOLDER).join(&corpus);
                    if kept.exists() {
                        fs::remove_dir_all(kept).with_context(|| format!("{corpus} cannot be emptied"))?;
                    }
                    if let Err(error) =
                        process::run_quietly(&mut search_command(repository, target, &corpus, &limit)?)
                    {
                        // No further search is started.
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

/// The command that runs a target up to a limit; new inputs are written into the corpus.
fn search_command(repository: &Repository, target: &str, corpus: &str, limit: &str) -> Result<Command> {
    let folder = repository.path(FUZZ_FOLDER);
    let artifacts = format!("artifacts/{target}/");
    for kept in [corpus, &artifacts] {
        fs::create_dir_all(folder.join(kept)).with_context(|| format!("{kept} cannot be made"))?;
    }
    let own = folder.join(format!("targets/{target}.rs")).is_file();
    let program = if own { target } else { FORMAT_TARGET };
    let mut command =
        process::repository_command(repository, "cargo", ["run", "--quiet", "--release", "--bin", program]);
    command.env("GANTTLET_FORMAT", target).current_dir(&folder).arg("--");
    command.args([corpus, &format!("seeds/{target}"), "-seed=1", limit]);
    command.arg(format!("-artifact_prefix={artifacts}"));
    command.args([format!("-max_len={MAX_INPUT}"), format!("-timeout={INPUT_TIMEOUT}")]);
    Ok(command)
}

/// The names of the targets: one folder of seeds each. A target without a separate program is a file format.
fn target_names(repository: &Repository) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(repository.path(FUZZ_FOLDER).join("seeds")).context("there are no seeds")? {
        names.extend(entry?.file_name().into_string().ok());
    }
    for program in repository.files_with_ending("tests/fuzz/targets", ".rs") {
        let name = program.rsplit('/').next().and_then(|file| file.strip_suffix(".rs")).unwrap_or_default();
        if name != FORMAT_TARGET && !names.iter().any(|known| known == name) {
            bail!("tests/fuzz/seeds/{name} is missing: add one input that {program} reads");
        }
    }
    names.sort();
    Ok(names)
}
