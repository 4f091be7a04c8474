//! `cargo verify`: every check in order, to the first that fails.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use crate::count::Count;
use crate::repository::Repository;
use crate::step::{Done, STEPS, Step};

/// What `cargo verify` may be told.
pub(crate) struct Options {
    quick: bool,
    only: Option<String>,
}

impl Options {
    /// Reads the words after `verify`.
    pub(crate) fn parse(mut arguments: Arguments) -> Result<Self> {
        let quick = arguments.switch("--quick");
        let only = arguments.value("--only")?;
        arguments.finish()?;
        Ok(Self { quick, only })
    }
}

/// Runs the checks, each with its time, then says what ran.
///
/// Fails at the first check that does not hold, with the command that repeats it.
pub(crate) fn verify(repository: &Repository, options: &Options) -> Result<()> {
    let steps = chosen(options)?;
    let started = Instant::now();
    let mut total = Count::default();
    let mut lines = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        println!("\n── {}/{} {}: {}", number + 1, steps.len(), step.name, step.what);
        let began = Instant::now();
        let done = (step.run)(repository);
        let took = seconds(began.elapsed());
        let done = match done {
            Ok(done) => done,
            Err(error) => bail!(
                "the check `{0}` failed after {took}: {error:#}\n\nTo repeat it: cargo verify --only {0}",
                step.name
            ),
        };
        let ended = match done {
            Done::Checked(count) => {
                total += count;
                if count == Count::default() {
                    "ok".to_owned()
                } else {
                    format!("ok, {} tests", count.passed)
                }
            }
            Done::Skipped(reason) => format!("skipped: {reason}"),
        };
        println!("── {} {ended} ({took})", step.name);
        io::stdout().flush()?;
        lines.push(format!("  {:<10} {took:>8}  {ended}", step.name));
    }
    println!("\nAll that was checked holds:\n{}", lines.join("\n"));
    let took = seconds(started.elapsed());
    if total == Count::default() {
        println!("\nok, finished in {took}");
    } else {
        let Count { passed, failed, skipped } = total;
        println!(
            "\ntest result: ok. {passed} passed; {failed} failed; {skipped} ignored; finished in {took}"
        );
    }
    Ok(())
}

/// The checks that the options ask for.
fn chosen(options: &Options) -> Result<Vec<&'static Step>> {
    let Some(name) = &options.only else {
        return Ok(STEPS.iter().filter(|step| step.quick || !options.quick).collect());
    };
    let found: Vec<_> = STEPS.iter().filter(|step| step.name == name).collect();
    if found.is_empty() {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no check `{name}`: there are {}", names.join(", "));
    }
    Ok(found)
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
