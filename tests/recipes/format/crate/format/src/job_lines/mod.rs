//! Rigid jobs as lines `submit,run,nodes` below a head: the smallest useful format.

use super::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::number::{MAX_TIME_S, parse_number};
use super::{Fact, FileField, Format, FormatReader, Origin, Reading, Report, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, limits};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("job-lines", "Job lines (CSV)")
        .summary("Rigid jobs, one per line, below the line `submit,run,nodes`.")
        .source("Ganttlet")
        .parameters(Options::LIST),
    Some("job lines (CSV with the columns submit, run, nodes)"),
    1 << 26,
)
.with_fields(&FIELDS);

const FIELDS: [FileField; 3] = fields([
    ("submit", "Submit time, seconds."),
    ("run", "Runtime, seconds; also the estimate."),
    ("nodes", "Number of nodes, at least 1."),
]);

/// How files are recognised and read.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(recognises, |_, settings| {
    let options = Options::read(settings);
    Box::new(LineFileReader::new(JobLines { options, jobs: Vec::new(), invalid: FindingList::default() }))
});

/// Options of the format.
#[derive(Parameters)]
struct Options {
    /// Factor applied to all runtimes.
    #[parameter(name = "Runtime factor", min = 0.001, max = 1000, default = 1)]
    run_factor: f64,
}

/// The first line of each file.
const HEAD: &[u8] = b"submit,run,nodes";

fn recognises(head: &[u8]) -> bool {
    unpack::complete_lines(head).next() == Some(HEAD)
}

/// What was read so far.
struct JobLines {
    options: Options,
    jobs: Vec<Job>,
    /// Lines that are no jobs.
    invalid: FindingList,
}

/// The job on a line, or what is wrong with it.
fn parse(line: &[u8], options: &Options) -> Result<Job, String> {
    let values: Vec<&[u8]> = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect();
    let &[submit, run, nodes] = values.as_slice() else {
        return Err(count_text(values.len() as u32, "column", "columns"));
    };
    let time = |name: &str, text: &[u8]| {
        let seconds = parse_number(text).filter(|seconds| (0.0..=MAX_TIME_S).contains(seconds));
        seconds.ok_or_else(|| format!("{name} is `{}`, not a time of 0 s to 300 years", quote_bytes(text)))
    };
    let count = parse_number(nodes)
        .filter(|count| count.fract() == 0.0 && (1.0..=limits::NODES as f64).contains(count));
    let count =
        count.ok_or_else(|| format!("nodes is `{}`, not a whole number from 1", quote_bytes(nodes)))?;
    let run = Span::from_seconds(time("run", run)? * options.run_factor);
    let submit = Time::from_seconds(time("submit", submit)?);
    Ok(Job { submit, run, estimate: Some(run), nodes: count as u32, ..Job::default() })
}

impl LineReader for JobLines {
    fn line(&mut self, number: u32, line: Option<&[u8]>) {
        let job = match line {
            Some(line) if line.is_empty() || line == HEAD => return,
            Some(line) => parse(line, &self.options),
            None => Err("longer than 64 KiB".to_owned()),
        };
        match job {
            Ok(job) => self.jobs.push(Job { number, ..job }),
            Err(why) => self.invalid.add_with_text(number, || why),
        }
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { mut jobs, invalid, .. } = self;
        let mut diagnostics = Vec::new();
        invalid.report(&mut diagnostics, |count| {
            Diagnostic::warning(format!("{} skipped", count_text(count, "line", "lines"))).hint(
                "A line contains a submit time and a runtime in seconds, and a number of nodes: 60,3600,4.",
            )
        });
        if jobs.is_empty() {
            diagnostics.insert(0, Diagnostic::error("the file contains no job"));
            return Err(diagnostics);
        }
        order::sort_by_key(&mut jobs, |job| job.submit.0);
        let report = Report {
            format: FORMAT.entry.id,
            read: jobs.len() as u32,
            skipped: invalid.count,
            repaired: 0,
            cancelled: 0,
            recorded: 0,
            facts: vec![Fact::new("Jobs", group_digits(jobs.len() as u64))],
            processors: jobs.iter().map(|job| job.nodes).max(),
            processors_from: "the largest job",
            sites: None,
            question: None,
            diagnostics,
        };
        Ok(Reading { work: Work::new(jobs), report, origin: Origin::default() })
    }
}
