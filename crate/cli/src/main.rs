//! Ganttlet on the command line: the engine of the page, for scripts and large logs.
mod catalog;
mod columns;
mod compare;
mod convert;
mod document_use;
mod experiment_runs;
mod file_bytes;
mod file_reading;
mod file_scenario;
mod fmt;
mod gallery;
mod glossary;
mod histogram;
mod input;
mod input_files;
mod inspect;
mod named_files;
mod optimum;
mod optimum_output;
mod output;
mod output_paths;
mod parallel;
mod platform_file;
mod progress_bar;
mod reference;
mod reproduce;
mod reproduce_causes;
mod reproduce_output;
mod results_file;
mod run;
mod study_output;
mod study_runs;
mod sweep;
mod until_decided;
mod verify;

use clap::{ArgGroup, Args, Parser, Subcommand};
use ganttlet_core::diagnostic::Diagnostic;
use parallel::ParallelOptions;
use std::path::PathBuf;
use std::process::ExitCode;
use sweep::Shard;

/// Simulate grid scheduling. The same scenario gives the same schedule, to the microsecond, here and on the page.
#[derive(Parser)]
#[command(name = "ganttlet", version, about, after_help = EXIT_STATUS_HELP, arg_required_else_help = true)]
struct Command {
    #[command(subcommand)]
    action: Action,
}

/// Help on the exit status.
const EXIT_STATUS_HELP: &str = "Exit status: 0, success; 1, a run is not complete: it ended at the horizon, or a workflow or an application has tasks that can never run; 2, invalid input, nothing was run. Jobs that are too large for every cluster are reported but do not change the status: most logs have some.";

/// Help on the exit status of commands that run studies.
const STUDY_EXIT_STATUS_HELP: &str = "Exit status: 0, all requested runs are complete, regardless of their verdicts; 1, runs are missing (`collect`); 2, the input or the results are invalid, or a run failed. Completed runs stay in the results file: repeat the command to resume.";

/// Help on the exit status of commands that read a single file.
const FILE_EXIT_STATUS_HELP: &str =
    "Exit status: 0, success; 2, the file cannot be read, or an argument is invalid.";

/// Help on optima.
const OPTIMUM_HELP: &str = "The optimum knows all jobs beforehand; no policy can. Bounds exist for rigid jobs in batch queues, for workflows and for bags of tasks. Up to 64 jobs or tasks, the optimum is searched for by branch and bound; for more, a local search gives a good schedule without proof. Exit status: 0, success, whether or not the optimum is proven; 2, invalid input, or the scenario has no bounds.";

/// Help on checks of certificates.
const VERIFY_HELP: &str = "The schedule is computed again from its order and checked for free nodes, its value and the bound are compared, and a schedule of jobs is repeated by the simulator. With --repeat, a search is run again: the same nodes must be visited. Exit status: 0, the certificate is valid; 1, it is not; 2, invalid input.";

/// Help on conversions.
const CONVERT_HELP: &str = "Only what Ganttlet reads is written: submit times, runtimes, sizes, estimates, users, groups, applications, clusters and cancellations of jobs; tasks, dependencies and files of workflows; absences of machines. Exit status: 0, success; 2, the file cannot be read, or its work cannot be written in this format.";

/// Help on the exit status of `ganttlet fmt`.
const FMT_EXIT_STATUS_HELP: &str =
    "Exit status: 0, success; 1, a checked file has another layout; 2, a file is not JSON or cannot be read.";

#[derive(Subcommand)]
enum Action {
    /// Run a scenario, a log or a workflow and print its metrics.
    #[command(after_help = EXIT_STATUS_HELP)]
    Run(RunArguments),
    /// Compare the systems of a scenario over many seeds, with confidence intervals and paired differences.
    #[command(after_help = STUDY_EXIT_STATUS_HELP)]
    Compare(CompareArguments),
    /// Run a study: a scenario with many seeds and parameter values.
    #[command(after_help = STUDY_EXIT_STATUS_HELP)]
    Sweep(SweepArguments),
    /// Combine the results of the shards of a study, in any order.
    #[command(after_help = STUDY_EXIT_STATUS_HELP)]
    Collect(CollectArguments),
    /// Repeat a published experiment and compare the results with the published ones.
    Reproduce(ReproduceArguments),
    /// Draw the examples of the page, and compute a metric of each.
    #[command(hide = true)]
    Gallery {
        /// Directory of the examples and their index.
        examples: PathBuf,
        /// Output directory for pictures and numbers.
        shown: PathBuf,
    },
    /// Compute lower bounds of a scenario, and search for its best schedule: proven optimal if it is small.
    #[command(after_help = OPTIMUM_HELP)]
    Optimum(OptimumArguments),
    /// Check the certificate of a schedule that `ganttlet optimum` wrote.
    #[command(after_help = VERIFY_HELP)]
    Verify(VerifyArguments),
    /// Print what a log, a workflow or another file of the field contains: counts, load, distributions, doubtful lines.
    #[command(after_help = FILE_EXIT_STATUS_HELP)]
    Inspect(InspectArguments),
    /// Read a file of any format and write its work in another format. What the other format has no field for is reported.
    #[command(after_help = CONVERT_HELP)]
    Convert(ConvertArguments),
    /// List everything that can be chosen: policies, systems, generators, metrics, formats, presets.
    Catalog {
        /// Print one JSON document.
        #[arg(long)]
        json: bool,
        /// Show only entries with this id, this family or this word in the name.
        word: Option<String>,
    },
    /// Define terms of the field, with formulas and sources.
    Glossary {
        /// Print one JSON document.
        #[arg(long)]
        json: bool,
        /// Show only terms with this word in their names.
        word: Option<String>,
    },
    /// Rewrite JSON files, such as scenarios and studies, in one layout: short values on one line. Values are not changed.
    #[command(after_help = FMT_EXIT_STATUS_HELP)]
    Fmt {
        /// The files (.json).
        #[arg(required = true, value_name = "FILE.JSON")]
        files: Vec<PathBuf>,
        /// Change nothing; list the files in another layout.
        #[arg(long)]
        check: bool,
    },
    /// Print all that the reference page says, as one JSON document.
    #[command(hide = true)]
    Reference,
    /// Print the JSON Schema of scenarios.
    Schema {
        /// Print the schema of studies instead.
        #[arg(long)]
        study: bool,
    },
}

/// What to run.
#[derive(Args)]
pub(crate) struct InputArguments {
    /// A scenario (.json), or logs, workflows, a platform and failure traces that become one; also in an archive (zip, tar,
    /// tar.gz, tar.zst).
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Run on one cluster with this number of nodes. Default: the size given in the log.
    #[arg(long, value_name = "N", conflicts_with = "platform")]
    processors: Option<u32>,
    /// Run on a preset (`ganttlet catalog preset`) or on the platform in this file (JSON, SimGrid or Batsim XML, OpenDC, Alea, or CSV).
    #[arg(long, value_name = "PRESET_OR_FILE")]
    platform: Option<String>,
    /// Run the content of a file as this kind of work, if possible: `jobs`, `bags`, `workflows`, ..
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<String>,
    /// Read the file as a table of jobs with this mapping of its columns (JSON), as `ganttlet inspect` prints it.
    #[arg(long, value_name = "MAPPING.JSON")]
    columns: Option<PathBuf>,
    /// Run this policy in its role, without the other variants of the scenario. May be used once per role.
    #[arg(long, value_name = "ID")]
    policy: Vec<String>,
    /// Set a parameter of the systems, policies, workload, platform preset or metrics, everywhere this name occurs; a JSON
    /// pointer such as /workload/0/parameters/load sets a single one. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Seed of the random-number generators.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl InputArguments {
    /// True if an option gives the platform.
    fn chooses_platform(&self) -> bool {
        self.processors.is_some() || self.platform.is_some()
    }

    /// The names of the input files, as shown.
    fn title(&self) -> String {
        self.inputs.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// What to run and how.
#[derive(Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    run: InputArguments,
    /// Print one JSON document with `digest`, `metrics` and `diagnostics`.
    #[arg(long)]
    json: bool,
    /// Write files of this system only, given by its name or its number from 1. Default: one file per system of a
    /// comparison; those after the first have the system's name added to the file name.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Write the schedule to this CSV file (`.parquet`, `.arrow`: file of columns), one job per line.
    #[arg(long, value_name = "OUT.CSV")]
    jobs: Option<PathBuf>,
    /// Write a table of the run to this CSV file: `jobs`, `intervals`, `marks`, `transfers`, `series` (queue length and busy nodes
    /// over time), or a table of the system, such as `rounds`; or export the schedule as `swf` (a log), `paje` or
    /// `chrome-trace` (traces for viewers, such as Perfetto), `batsim-jobs` or `batsim-schedule` (results as those of
    /// Batsim, for tools such as evalys). A table goes into a Parquet or Arrow file if the name of the file ends in `.parquet`
    /// or `.arrow`. May be repeated.
    #[arg(long, value_name = "TABLE=FILE")]
    table: Vec<String>,
    /// Draw the schedule into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
    /// Write the schedule as a scenario that repeats its choices, once a run of it has given the same digest. For batch queues,
    /// workflows, bags of tasks and opportunistic pools.
    #[arg(long, value_name = "OUT.JSON")]
    played: Option<PathBuf>,
}

/// Which scenario to optimise and how.
#[derive(Args)]
pub(crate) struct OptimumArguments {
    #[command(flatten)]
    run: InputArguments,
    /// What is minimised: the makespan, or the response times of all jobs (`flow`), and with them their wait times.
    #[arg(long, value_enum, default_value = "makespan")]
    objective: optimum::ObjectiveArgument,
    /// Maximum number of partial schedules in the exact search.
    #[arg(long, value_name = "N", default_value_t = ganttlet_optimum::search::DEFAULT_NODES)]
    nodes: u64,
    /// Maximum number of schedules in the local search. Default: by the number of jobs, 500 to 20,000.
    #[arg(long, value_name = "N")]
    evaluations: Option<u64>,
    /// Print the bounds without a search.
    #[arg(long)]
    bounds_only: bool,
    /// Use the jobs and the platform of this system only, given by its name or its number from 1.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Print one JSON document with the bounds, the best schedule and the gap of each variant.
    #[arg(long)]
    json: bool,
    /// Write the best schedule and its proof to this file, for `ganttlet verify`.
    #[arg(short, long, value_name = "CERTIFICATE.JSON", conflicts_with = "bounds_only")]
    output: Option<PathBuf>,
}

/// Which certificate to check.
#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// The certificate (.json).
    #[arg(value_name = "CERTIFICATE.JSON")]
    certificate: PathBuf,
    #[command(flatten)]
    run: InputArguments,
    /// Run the exact search again.
    #[arg(long)]
    repeat: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// Which file to inspect.
#[derive(Args)]
pub(crate) struct InspectArguments {
    /// Files of any format (`ganttlet catalog format`), among them platforms, also packed (gzip, zstd, zip) or in an archive
    /// (zip, tar); `-` reads the standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON document with `facts`, `summary` and `diagnostics`.
    #[arg(long)]
    json: bool,
    /// Compute the offered load on a machine of this size. Default: the size given in the file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    processors: Option<u32>,
    /// Read the file as a table of jobs with this mapping of its columns (JSON), as `ganttlet inspect` prints it.
    #[arg(long, value_name = "MAPPING.JSON")]
    columns: Option<PathBuf>,
    /// Set a parameter of the format. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// What to convert into what.
#[derive(Args)]
pub(crate) struct ConvertArguments {
    /// A file of any format, also packed (gzip, zstd, zip); `-` reads the standard input. Of a platform or a scenario, the
    /// platform is written: as JSON or as a platform of SimGrid (.xml).
    input: PathBuf,
    /// The file to write; `-` for the standard output. Its ending gives the format; with .gz at the end it is gzipped.
    output: PathBuf,
    /// Write this format (`ganttlet catalog format`), such as swf, gwf or dax. Default: that of the ending.
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Read the file as a table of jobs with this mapping of its columns (JSON), as `ganttlet inspect` prints it.
    #[arg(long, value_name = "MAPPING.JSON")]
    columns: Option<PathBuf>,
    /// Set a parameter of the format that is read. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// What is told of a study.
#[derive(Args)]
pub(crate) struct StudyOutput {
    /// Print one JSON document with `digest` and the measures of each point.
    #[arg(long)]
    json: bool,
    /// Write all runs to this CSV file, one per line.
    #[arg(long, value_name = "OUT.CSV")]
    csv: Option<PathBuf>,
}

impl StudyOutput {
    /// The output file with its option, if any.
    fn output_file(&self) -> impl Iterator<Item = (String, PathBuf)> {
        self.csv.iter().map(|path| ("--csv".to_owned(), path.clone()))
    }
}

/// Which scenario to run with many seeds and how.
#[derive(Args)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    run: InputArguments,
    /// Number of seeds, starting with that of the scenario.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    seeds: u64,
    /// Report this metric (`ganttlet catalog metric`). Default: the metrics of the scenario, or all. May be repeated.
    #[arg(long, value_name = "ID")]
    measure: Vec<String>,
    #[command(flatten)]
    parallel: ParallelOptions,
    /// Write each run to this file as soon as it completes, and skip the runs that it already contains.
    #[arg(long, value_name = "RESULTS.JSONL")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    /// Write the study to this file, for `ganttlet sweep`.
    #[arg(long, value_name = "STUDY.JSON")]
    study: Option<PathBuf>,
}

/// Which study to run and how.
#[derive(Args)]
pub(crate) struct SweepArguments {
    /// The study (.json). Files referenced by its scenarios are in the same directory.
    study: PathBuf,
    /// Use fewer values and seeds, for a preview in seconds.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    parallel: ParallelOptions,
    /// Run only shard I of N; 1/4, 2/4, 3/4 and 4/4 together are all runs.
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["json", "csv", "svg"])]
    shard: Option<Shard>,
    /// Write each run to this file as soon as it completes, and skip the runs that it already contains: repeat the command
    /// to resume after an interruption.
    #[arg(long, value_name = "RESULTS.JSONL")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    /// Plot the first measure over the first numeric axis into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
}

/// Which results to put together.
#[derive(Args)]
pub(crate) struct CollectArguments {
    /// Results files written by `ganttlet sweep --out`.
    #[arg(required = true, value_name = "RESULTS.JSONL")]
    results: Vec<PathBuf>,
    #[command(flatten)]
    shown: StudyOutput,
    /// Plot the first measure over the first numeric axis into this SVG file.
    #[arg(long, value_name = "OUT.SVG")]
    svg: Option<PathBuf>,
}

/// Which experiment to repeat and how.
#[derive(Args)]
#[command(group = ArgGroup::new("named").multiple(true).args(["experiment", "until_decided"]))]
pub(crate) struct ReproduceArguments {
    /// Name of the experiment, such as E2.6. Without a name, all are listed.
    experiment: Option<String>,
    /// More experiments, with --until-decided.
    #[arg(requires = "until_decided", value_name = "EXPERIMENT")]
    others: Vec<String>,
    /// List all experiments with their questions.
    #[arg(long)]
    list: bool,
    /// Seed of the first replication; the others follow. Default: that of the experiment.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// Use fewer replications and points, for a preview in seconds.
    #[arg(long)]
    quick: bool,
    /// Repeat all experiments, or the named one, and write their results and an index into this directory.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["list", "json", "csv"])]
    all: Option<PathBuf>,
    /// Repeat the experiments with the changes that are recorded as causes of targets that do not hold, and judge these
    /// targets. With --all, the results in the directory are kept, and the causes in them replaced.
    #[arg(long, conflicts_with_all = ["list", "csv", "out", "until_decided"])]
    causes: bool,
    /// Write each run of the experiment to this file as soon as it completes, and skip the runs that it already contains.
    /// With --until-decided and several experiments, this is a directory with a file for each.
    #[arg(long, value_name = "RESULTS.JSONL", requires = "named", conflicts_with = "list")]
    out: Option<PathBuf>,
    #[command(flatten)]
    until: UntilDecided,
    #[command(flatten)]
    shown: StudyOutput,
    #[command(flatten)]
    parallel: ParallelOptions,
}

/// Replication until claims are decided.
#[derive(Args)]
pub(crate) struct UntilDecided {
    /// Double the replications until all claims are decided, with a controlled error over all looks at the results. Without a
    /// name, this repeats all experiments.
    #[arg(long, conflicts_with_all = ["list", "quick", "seed", "all"])]
    until_decided: bool,
    /// Number of looks: after 16 replications, 32, .. 512 for six looks. Choose it before the first run.
    #[arg(long, value_name = "K", requires = "until_decided", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=6))]
    looks: u32,
    /// Stop each experiment after this time, in seconds. The same command with --out continues later.
    #[arg(long, value_name = "S", requires = "until_decided", value_parser = clap::value_parser!(u64).range(1..))]
    budget_s: Option<u64>,
    /// Base of the seeds: other bases repeat the verdicts with other seeds, to check that they are stable.
    #[arg(long, value_name = "N", requires = "until_decided", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    base: u64,
}

fn main() -> ExitCode {
    let result = match Command::parse().action {
        Action::Run(arguments) => run::run_variants(&arguments),
        Action::Compare(arguments) => compare::compare(&arguments),
        Action::Sweep(arguments) => sweep::run_sweep(&arguments),
        Action::Collect(arguments) => sweep::run_collect(&arguments),
        Action::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Action::Gallery { examples, shown } => gallery::draw_gallery(&examples, &shown),
        Action::Optimum(arguments) => optimum::find_optimum(&arguments),
        Action::Verify(arguments) => verify::verify_certificate(&arguments),
        Action::Inspect(arguments) => inspect::inspect_files(&arguments),
        Action::Convert(arguments) => convert::convert_file(&arguments),
        Action::Catalog { json, word } => catalog::print_catalog(json, word.as_deref()),
        Action::Glossary { json, word } => glossary::print_glossary(json, word.as_deref()),
        Action::Fmt { files, check } => fmt::format_files(&files, check),
        Action::Reference => reference::print_reference(<Command as clap::CommandFactory>::command()),
        Action::Schema { study } => {
            let schema =
                if study { ganttlet_document::study_schema } else { ganttlet_document::scenario_schema };
            output::print_json(&schema()).map(|()| true)
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(diagnostics) => {
            output::print_diagnostics(&diagnostics);
            ExitCode::from(2)
        }
    }
}

/// An error without a place.
pub(crate) fn error_without_place(message: impl Into<String>) -> Vec<Diagnostic> {
    vec![Diagnostic::error(message)]
}
