//! What a log says about itself and its jobs, for people.

use super::findings::Findings;
use super::header::{Header, Named, date};
use crate::found::{counted, grouped};
use crate::{Fact, Home, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Span;
use ganttlet_work::{Job, UNKNOWN};

/// How many queues or partitions are named.
const NAMED: usize = 12;

/// The report on these jobs, of which there is at least one; the counts of lines are filled in by the caller.
pub(super) fn report(
    format: &'static str,
    header: &Header,
    jobs: &[Job],
    found: &Findings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Report {
    let mut facts = vec![];
    let mut add = |label, value: &str| {
        if !value.is_empty() {
            facts.push(Fact::new(label, value));
        }
    };
    add("Computer", &header.computer);
    add("Installation", &header.installation);
    add("Log starts", &header.unix_start.map(date).unwrap_or_default());
    add("Time zone", &header.time_zone);
    add("Processors", &header.processors.map(|n| grouped(n.into())).unwrap_or_default());
    add("Nodes", &header.nodes.map(|n| grouped(n.into())).unwrap_or_default());
    add("Maximum runtime", &header.longest_run);
    add("Jobs", &grouped(jobs.len() as u64));

    let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
    let (processors, processors_from) = machine(header, largest);
    let span = jobs[jobs.len() - 1].submit - jobs[0].submit;
    add("Submission period", &span.to_string());
    add("Largest job", &counted(largest, "processor", "processors"));
    let work: f64 = jobs.iter().map(|job| job.run.seconds() * f64::from(job.nodes)).sum();
    if span > Span::ZERO {
        let load = work / (span.seconds() * f64::from(processors));
        add(
            "Load",
            &format!(
                "{load:.3} (submitted work / capacity of {})",
                counted(processors, "processor", "processors")
            ),
        );
    }
    let users = distinct(jobs.iter().map(|job| job.user));
    add("Users", &if users > 0 { grouped(users) } else { String::new() });
    facts.extend(larger(jobs, processors));
    facts.extend(estimates(jobs));
    let zero = jobs.iter().filter(|job| job.run == Span::ZERO).count() as u64;
    if zero > 0 {
        facts.push(Fact::new("Jobs with zero runtime", grouped(zero)));
    }
    if found.cancelled > 0 {
        facts.push(Fact::new(
            "Cancelled jobs",
            format!("{} (in the whole log)", grouped(found.cancelled.into())),
        ));
    }
    if found.unstarted.count > 0 {
        facts.push(Fact::new("Jobs cancelled in the queue", grouped(found.unstarted.count.into())));
    }
    if found.parts.count > 0 {
        facts.push(Fact::new("Partial executions left out", grouped(found.parts.count.into())));
    }
    facts.extend(names("Queues", &header.queues));
    facts.extend(names("Partitions", &header.partitions));
    facts.extend(header.notes.iter().take(5).map(|note| Fact::new("Note", note.as_str())));

    warn(header, jobs, diagnostics);
    Report {
        format,
        read: 0,
        skipped: 0,
        repaired: 0,
        cancelled: 0,
        facts,
        processors: Some(processors),
        processors_from,
        sites: None,
        question: None,
        diagnostics: vec![],
    }
}

/// The size of machine that fits, and where it is from. Logs whose `MaxNodes` counts boxes of several processors have
/// jobs that are larger: then it says nothing.
fn machine(header: &Header, largest: u32) -> (u32, &'static str) {
    match (header.processors, header.nodes) {
        (Some(processors), _) => (processors, "MaxProcs in the header of the log"),
        (None, Some(nodes)) if nodes >= largest => (nodes, "MaxNodes in the header of the log"),
        _ => (largest, "the largest job of the log"),
    }
}

/// Jobs that the machine has no room for. On which clusters they run here, and who is too large for those, is another matter.
fn larger(jobs: &[Job], processors: u32) -> Option<Fact> {
    let mut larger = jobs.iter().filter(|job| job.nodes > processors);
    let first = larger.next()?;
    let count = counted(larger.count() as u32 + 1, "job", "jobs");
    let needs = grouped(first.nodes.into());
    Some(Fact::new("Jobs larger than the machine", format!("{count}; job {} needs {needs}", first.number)))
}

fn estimates(jobs: &[Job]) -> Vec<Fact> {
    let with = jobs.iter().filter(|job| job.estimate.is_some()).count();
    let longer = jobs.iter().filter(|job| job.estimate.is_some_and(|estimate| job.run > estimate)).count();
    let mut facts = vec![Fact::new(
        "Estimates",
        match with {
            0 => "no job has one".to_owned(),
            n if n == jobs.len() => "all jobs have one".to_owned(),
            n => format!("{} jobs have one", grouped(n as u64)),
        },
    )];
    if longer > 0 {
        facts.push(Fact::new("Runtime above estimate", counted(longer as u32, "job", "jobs")));
    }
    facts
}

/// Warns of a header that makes no sense, and of jobs that cannot be told apart.
fn warn(header: &Header, jobs: &[Job], diagnostics: &mut Vec<Diagnostic>) {
    for (key, value) in &header.senseless {
        let message = format!("`{value}` is not a valid machine size: treated as unknown");
        let hint = format!("Write a whole number from 1 to {}, or -1 for unknown.", u32::MAX);
        diagnostics.push(Diagnostic::warning(message).place(*key).hint(hint));
    }
    let same = jobs.len() as u64 - distinct_all(jobs.iter().map(|job| job.number));
    if same > 0 {
        diagnostics.push(Diagnostic::note(format!(
            "{} with the number of another job: distinguished by their position in the log",
            counted(same as u32, "job", "jobs")
        )));
    }
}

/// Facts on what was chosen: clusters by name, shift, window.
pub(super) fn of_the_choice(homes: Option<&[Home]>, shifted: Span, left_out: usize) -> Vec<Fact> {
    let mut facts = vec![];
    if left_out > 0 {
        facts.push(Fact::new("Left out by the options", counted(left_out as u32, "job", "jobs")));
    }
    if shifted > Span::ZERO {
        facts.push(Fact::new("Shifted to zero by", shifted.to_string()));
    }
    if let Some(homes) = homes {
        let value = if homes.is_empty() {
            "none: the log has no such information".to_owned()
        } else {
            first_of(homes.iter().map(Home::to_string).collect())
        };
        facts.push(Fact::new("Clusters, in this order", value));
    }
    facts
}

fn names(label: &'static str, named: &[Named]) -> Option<Fact> {
    let texts: Vec<String> = named.iter().map(|named| format!("{} {}", named.id, named.name)).collect();
    (!texts.is_empty()).then(|| Fact::new(label, first_of(texts)))
}

/// `a, b, c and 7 more`, with commas.
fn first_of(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// How many different known ids there are.
fn distinct(ids: impl Iterator<Item = u32>) -> u64 {
    distinct_all(ids.filter(|&id| id != UNKNOWN))
}

fn distinct_all(ids: impl Iterator<Item = u32>) -> u64 {
    let mut ids: Vec<u32> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len() as u64
}
