//! `cargo verify`: runs all checks in order, up to the first failure.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::changed_files::ChangedFiles;
use crate::repository::Repository;
use crate::step::{STEPS, Scope, Step, StepResult};
use crate::test_count::TestCount;

/// The options of `cargo verify`.
pub(crate) struct Options {
    all: bool,
    changed: bool,
    only: Option<String>,
}

impl Options {
    /// Reads the words after `verify`.
    pub(crate) fn parse(mut arguments: Arguments) -> Result<Self> {
        let all = arguments.take_switch("--all");
        let changed = arguments.take_switch("--changed");
        let only = arguments.take_value("--only")?;
        arguments.expect_empty()?;
        if usize::from(all) + usize::from(changed) + usize::from(only.is_some()) > 1 {
            bail!("use only one of --all, --changed and --only");
        }
        Ok(Self { all, changed, only })
    }
}

/// Runs the checks, each with its time, then lists them.
///
/// Stops at the first failing check and prints the command that repeats it.
pub(crate) fn verify(repository: &Repository, options: &Options) -> Result<()> {
    let scope = match options {
        // A check that is selected by name runs completely.
        Options { all: true, .. } | Options { only: Some(_), .. } => Scope::All,
        Options { changed: true, .. } => Scope::Changed(ChangedFiles::from_git(repository)?),
        _ => Scope::Change,
    };
    let steps = chosen_steps(options, &scope)?;
    if steps.is_empty() {
        println!("nothing that a check concerns has changed since main");
        return Ok(());
    }
    let started = Instant::now();
    let mut total = TestCount::default();
    let mut lines = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        println!("\n── {}/{} {}: {}", number + 1, steps.len(), step.name, step.what);
        let began = Instant::now();
        let done = (step.run)(repository, &scope);
        let took = seconds_text(began.elapsed());
        let done = match done {
            Ok(done) => done,
            Err(error) => bail!(
                "the check `{0}` failed after {took}: {error:#}\n\nTo repeat it: cargo verify --only {0}",
                step.name
            ),
        };
        let ended = match done {
            StepResult::Checked(count) => {
                total += count;
                if count == TestCount::default() {
                    "ok".to_owned()
                } else {
                    format!("ok, {} tests", count.passed)
                }
            }
            StepResult::Skipped(reason) => format!("skipped: {reason}"),
        };
        println!("── {} {ended} ({took})", step.name);
        io::stdout().flush()?;
        lines.push(format!("  {:<10} {took:>8}  {ended}", step.name));
    }
    let TestCount { passed, skipped } = total;
    println!("\nAll checks passed:\n{}", lines.join("\n"));
    println!(
        "\ntest result: ok. {passed} passed; 0 failed; {skipped} ignored; finished in {}",
        seconds_text(started.elapsed())
    );
    Ok(())
}

/// The checks that the options select.
fn chosen_steps(options: &Options, scope: &Scope) -> Result<Vec<&'static Step>> {
    let Some(name) = &options.only else {
        let wanted = |step: &&Step| match scope {
            Scope::Change => step.every_change,
            Scope::All => true,
            Scope::Changed(changes) => changes.has_match(step.concerns),
        };
        return Ok(STEPS.iter().filter(wanted).collect());
    };
    let found: Vec<_> = STEPS.iter().filter(|step| step.name == name).collect();
    if found.is_empty() {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no check `{name}`: there are {}", names.join(", "));
    }
    Ok(found)
}

fn seconds_text(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
