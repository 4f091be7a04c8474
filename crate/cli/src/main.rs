//! Ganttlet on the command line: the same engine as in the page, for scripts and for logs too large to look at.
mod catalog;
mod input;
mod output;
mod reproduce;
mod reproduce_output;
mod run;
mod sweep;

use clap::{Args, Parser, Subcommand};
use ganttlet_engine::diagnostic::Diagnostic;
use std::path::PathBuf;
use std::process::ExitCode;

/// Grid scheduling, simulated: the same scenario gives the same schedule to the microsecond here and in the page.
#[derive(Parser)]
#[command(name = "ganttlet", version, about, after_help = STATUS, arg_required_else_help = true)]
struct Command {
    #[command(subcommand)]
    action: Action,
}

/// What the exit status says.
const STATUS: &str = "Exit status: 0, all went well; 1, a run is not complete: it was cut off, or a workflow or an \
application lost tasks that could never run; 2, nothing was run as the input cannot be used. Jobs that are too large for \
every cluster are told, but do not change the status: most logs have some.";

#[derive(Subcommand)]
enum Action {
    /// Run a scenario, a log or a workflow and tell what came of it.
    #[command(after_help = STATUS)]
    Run(RunArguments),
    /// Run a study: a scenario many times, with some of it varied.
    Sweep(SweepArguments),
    /// Repeat a published experiment and set its numbers beside ours.
    Reproduce(ReproduceArguments),
    /// List everything that can be chosen: policies, systems, generators, measures, formats, presets.
    Catalog {
        /// As one JSON document.
        #[arg(long)]
        json: bool,
        /// Only entries with this id, family or word in the name.
        word: Option<String>,
    },
    /// Print the JSON Schema of scenarios.
    Schema,
}

/// What to run and how.
#[derive(Args)]
pub(crate) struct RunArguments {
    /// A scenario (.json), a log (.swf, .swf.gz) or a workflow (.dax, .xml, .dax.gz).
    input: PathBuf,
    /// Run on one cluster of so many nodes. When not said, a log's own size.
    #[arg(long, value_name = "N", conflicts_with = "platform")]
    processors: Option<u32>,
    /// Run on a preset (`ganttlet catalog preset`) or on the platform in this JSON file.
    #[arg(long, value_name = "PRESET_OR_FILE")]
    platform: Option<String>,
    /// Run this policy, in the role it is made for, and nothing that a scenario compares it with; may be said once a role.
    #[arg(long, value_name = "ID")]
    policy: Vec<String>,
    /// Set a parameter of the systems, their policies, the workload, the preset or the measures, wherever there is one of
    /// this name; a JSON pointer such as /workload/0/parameters/load sets that one only. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The seed of all chance.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print one JSON document with `digest`, `metrics` and `diagnostics`.
    #[arg(long)]
    json: bool,
    /// Write the schedule, a job a line, to this CSV file.
    #[arg(long, value_name = "OUT.CSV")]
    jobs: Option<PathBuf>,
    /// Write a table that the system keeps, a row a line, to this CSV file: `rounds` of iterative applications. May be
    /// repeated.
    #[arg(long, value_name = "TABLE=OUT.CSV")]
    table: Vec<String>,
    /// Draw the schedule into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
}

/// Which study to run and how.
#[derive(Args)]
pub(crate) struct SweepArguments {
    /// The study (.json).
    study: PathBuf,
    /// Fewer values and seeds: an impression in seconds.
    #[arg(long)]
    quick: bool,
    /// Run on so many threads; when not said, on as many as the machine has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
}

/// Which experiment to repeat and how.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct ReproduceArguments {
    /// The name of the experiment, such as E2.6; without one, all are listed.
    experiment: Option<String>,
    /// List all experiments with their questions.
    #[arg(long)]
    list: bool,
    /// The seed of the first replication; the others follow from it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: u64,
    /// Fewer replications and points: an impression in seconds.
    #[arg(long)]
    quick: bool,
    /// Print one JSON document with `findings`, and the numbers of each run.
    #[arg(long)]
    json: bool,
    /// Run on so many threads; when not said, on as many as the machine has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Tell how far it is even if the standard error is no terminal.
    #[arg(long)]
    progress: bool,
}

fn main() -> ExitCode {
    let result = match Command::parse().action {
        Action::Run(arguments) => run::run(&arguments),
        Action::Sweep(arguments) => sweep::sweep(&arguments),
        Action::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Action::Catalog { json, word } => catalog::print(json, word.as_deref()),
        Action::Schema => output::print(&format!("{:#}\n", ganttlet_document::schema())).map(|()| true),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(diagnostics) => {
            output::tell(&diagnostics);
            ExitCode::from(2)
        }
    }
}

/// An error that needs no place.
pub(crate) fn failure(message: impl Into<String>) -> Vec<Diagnostic> {
    vec![Diagnostic::error(message)]
}
