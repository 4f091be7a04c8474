//! Ganttlet on the command line: the same engine as in the page, for scripts and for logs too large to look at.
mod catalog;
mod compare;
mod gallery;
mod input;
mod output;
mod outputs;
mod parallel;
mod progress;
mod reproduce;
mod reproduce_output;
mod results;
mod run;
mod study_output;
mod sweep;

use clap::{Args, Parser, Subcommand};
use ganttlet_engine::diagnostic::Diagnostic;
use parallel::Parallel;
use std::path::PathBuf;
use std::process::ExitCode;
use sweep::Shard;

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

/// The same of studies.
const STUDY_STATUS: &str = "Exit status: 0, all runs are there that were asked for, whatever they say; 1, `collect` \
misses runs; 2, the input or the results cannot be used, or a run cannot be made. What is in the file of results then \
stays there: the same command goes on with it.";

#[derive(Subcommand)]
enum Action {
    /// Run a scenario, a log or a workflow and tell what came of it.
    #[command(after_help = STATUS)]
    Run(RunArguments),
    /// Run the systems of a scenario with many seeds, and tell how certain it is that they differ.
    #[command(after_help = STUDY_STATUS)]
    Compare(CompareArguments),
    /// Run a study: a scenario many times, with some of it varied.
    #[command(after_help = STUDY_STATUS)]
    Sweep(SweepArguments),
    /// Put results together that shards of a study have written, in whichever order.
    #[command(after_help = STUDY_STATUS)]
    Collect(CollectArguments),
    /// Repeat a published experiment and set its numbers beside ours.
    Reproduce(ReproduceArguments),
    /// Draw the examples of the page, and tell how a measure of each changes.
    #[command(hide = true)]
    Gallery {
        /// The folder of the examples and their index.
        examples: PathBuf,
        /// Where pictures and numbers are written.
        shown: PathBuf,
    },
    /// List everything that can be chosen: policies, systems, generators, measures, formats, presets.
    Catalog {
        /// As one JSON document.
        #[arg(long)]
        json: bool,
        /// Only entries with this id, family or word in the name.
        word: Option<String>,
    },
    /// Print the JSON Schema of scenarios.
    Schema {
        /// That of studies.
        #[arg(long)]
        study: bool,
    },
}

/// What to run.
#[derive(Args)]
pub(crate) struct InputArguments {
    /// A scenario (.json), a log (.swf, .swf.gz) or a workflow (.dax, .xml, .dax.gz).
    input: PathBuf,
    /// Run on one cluster of so many nodes. When not said, a log's own size.
    #[arg(long, value_name = "N", conflicts_with = "platform")]
    processors: Option<u32>,
    /// Run on a preset (`ganttlet catalog preset`) or on the platform in this JSON file.
    #[arg(long, value_name = "PRESET_OR_FILE")]
    platform: Option<String>,
    /// Run what a file holds as this kind of work, where it can be: `jobs`, `bags`, `workflows`, ..
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<String>,
    /// Run this policy, in the role it is made for, and nothing that a scenario compares it with; may be said once a role.
    #[arg(long, value_name = "ID")]
    policy: Vec<String>,
    /// Set a parameter of the systems, their policies, the workload, the preset or the measures, wherever there is one of
    /// this name; a JSON pointer such as /workload/0/parameters/load sets that one only. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Seed of the random-number generators.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// What to run and how.
#[derive(Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    run: InputArguments,
    /// Print one JSON document with `digest`, `metrics` and `diagnostics`.
    #[arg(long)]
    json: bool,
    /// Write files of this system only, by its name or its number from 1. When not said, each system of a comparison gets a
    /// file: the first the one that is named, the others one beside it with their name.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Write the schedule, a job a line, to this CSV file.
    #[arg(long, value_name = "OUT.CSV")]
    jobs: Option<PathBuf>,
    /// Write a table of the run, a row a line, to this CSV file: `jobs`, `intervals`, `marks`, `transfers`, `series` (every step of the
    /// queue and of the busy nodes), or one that the system keeps, such as `rounds`; or the schedule for other programs:
    /// `swf` (a log), `paje` (a trace for viewers). May be repeated.
    #[arg(long, value_name = "TABLE=FILE")]
    table: Vec<String>,
    /// Draw the schedule into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
}

/// What is told of a study.
#[derive(Args)]
pub(crate) struct StudyOutput {
    /// Print one JSON document with `digest`, and the measures of each point.
    #[arg(long)]
    json: bool,
    /// Write all runs, one a line, to this CSV file.
    #[arg(long, value_name = "OUT.CSV")]
    csv: Option<PathBuf>,
}

impl StudyOutput {
    /// The file that is written, with its option.
    fn written(&self) -> impl Iterator<Item = (String, PathBuf)> {
        self.csv.iter().map(|path| ("--csv".to_owned(), path.clone()))
    }
}

/// Which scenario to run with many seeds and how.
#[derive(Args)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    run: InputArguments,
    /// How many seeds: that of the scenario and those after it.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    seeds: u64,
    /// Tell this measure (`ganttlet catalog metric`); when none is said, those that the scenario names, or all. May be
    /// repeated.
    #[arg(long, value_name = "ID")]
    measure: Vec<String>,
    #[command(flatten)]
    parallel: Parallel,
    /// Write each run to this file as soon as it is made, and do not make again what it holds.
    #[arg(long, value_name = "RESULTS.JSONL")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    /// Write the study that is run to this file, for `ganttlet sweep`.
    #[arg(long, value_name = "STUDY.JSON")]
    study: Option<PathBuf>,
}

/// Which study to run and how.
#[derive(Args)]
pub(crate) struct SweepArguments {
    /// The study (.json). Files that its scenarios name lie beside it.
    study: PathBuf,
    /// Fewer values and seeds: an impression in seconds.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    parallel: Parallel,
    /// Make one of n shares of the runs: 1/4, 2/4, 3/4 and 4/4 are all of them, on as many machines.
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["json", "csv", "svg"])]
    shard: Option<Shard>,
    /// Write each run to this file as soon as it is made, and do not make again what it holds: after a kill, the same command
    /// goes on.
    #[arg(long, value_name = "RESULTS.JSONL")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    /// Draw the first measure over the first axis of numbers into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
}

/// Which results to put together.
#[derive(Args)]
pub(crate) struct CollectArguments {
    /// Files that `ganttlet sweep --out` has written.
    #[arg(required = true, value_name = "RESULTS.JSONL")]
    results: Vec<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    /// Draw the first measure over the first axis of numbers into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
}

/// Which experiment to repeat and how.
#[derive(Args)]
pub(crate) struct ReproduceArguments {
    /// The name of the experiment, such as E2.6; without one, all are listed.
    experiment: Option<String>,
    /// List all experiments with their questions.
    #[arg(long)]
    list: bool,
    /// The seed of the first replication; the others follow from it. That of the experiment if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// Fewer replications and points: an impression in seconds.
    #[arg(long)]
    quick: bool,
    /// Repeat all experiments, or the one that is named, and write what came of each into this folder, and a list of all.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["list", "json", "csv"])]
    all: Option<PathBuf>,
    /// Write each run of the experiment to this file as soon as it is made, and do not make again what it holds.
    #[arg(long, value_name = "RESULTS.JSONL", requires = "experiment", conflicts_with = "list")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    #[command(flatten)]
    parallel: Parallel,
}

fn main() -> ExitCode {
    let result = match Command::parse().action {
        Action::Run(arguments) => run::run(&arguments),
        Action::Compare(arguments) => compare::compare(&arguments),
        Action::Sweep(arguments) => sweep::sweep(&arguments),
        Action::Collect(arguments) => sweep::collect(&arguments),
        Action::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Action::Gallery { examples, shown } => gallery::gallery(&examples, &shown),
        Action::Catalog { json, word } => catalog::print(json, word.as_deref()),
        Action::Schema { study } => {
            let schema = if study { ganttlet_document::study_schema } else { ganttlet_document::schema };
            output::print_json(&schema()).map(|()| true)
        }
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
