//! The facts about a log and its jobs in the report on its file.

use super::Dialect;
use super::findings::LineFindings;
use super::header::{Header, Named, date_text};
use super::peak::{PEAK_USAGE, PeakUsage};
use super::preparation::ExcludedJobs;
use crate::finding_list::{count_text, group_digits};
use crate::{Fact, Home, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Span;
use ganttlet_work::{Job, UNKNOWN};

/// Maximum number of queues or partitions that are named.
const MAX_NAMED: usize = 12;

/// The report on these jobs, at least one, for a machine of this size; the caller adds the line counts.
pub(super) fn log_report(
    header: &Header,
    jobs: &[Job],
    (processors, processors_from): (u32, &'static str),
    found: &LineFindings,
    dialect: &dyn Dialect,
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
    add("Log starts", &header.unix_start.map(date_text).unwrap_or_default());
    add("Time zone", &header.time_zone);
    add("Processors", &header.processors.map(|n| group_digits(n.into())).unwrap_or_default());
    add("Nodes", &header.nodes.map(|n| group_digits(n.into())).unwrap_or_default());
    add("Maximum runtime", &header.longest_run);
    add("Jobs", &group_digits(jobs.len() as u64));

    let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
    let span = jobs[jobs.len() - 1].submit - jobs[0].submit;
    add("Submission period", &span.to_string());
    add("Largest job", &count_text(largest, "processor", "processors"));
    let work: f64 = jobs.iter().map(|job| job.run.seconds() * f64::from(job.nodes)).sum();
    if span > Span::ZERO {
        let load = work / (span.seconds() * f64::from(processors));
        add(
            "Load",
            &format!(
                "{load:.3} (submitted work / capacity of {})",
                count_text(processors, "processor", "processors")
            ),
        );
    }
    let users = count_distinct(jobs.iter().map(|job| job.user));
    add("Users", &if users > 0 { group_digits(users) } else { String::new() });
    facts.extend(guessed_size_fact((processors, processors_from), header));
    facts.extend(too_large_fact(jobs, processors));
    facts.extend(estimate_facts(jobs));
    facts.push(recorded_starts_fact(jobs));
    let zero = jobs.iter().filter(|job| job.run == Span::ZERO).count() as u64;
    if zero > 0 {
        facts.push(Fact::new("Jobs with zero runtime", group_digits(zero)));
    }
    if found.cancelled > 0 {
        facts.push(Fact::new(
            "Cancelled jobs",
            format!("{} (in the whole log)", group_digits(found.cancelled.into())),
        ));
    }
    if found.unstarted.count > 0 {
        facts.push(Fact::new("Jobs cancelled in the queue", group_digits(found.unstarted.count.into())));
    }
    if found.parts.count > 0 {
        facts.push(Fact::new("Partial executions left out", group_digits(found.parts.count.into())));
    }
    facts.extend(names_fact("Queues", &header.queues));
    facts.extend(names_fact("Partitions", &header.partitions));
    facts.extend(header.notes.iter().take(5).map(|note| Fact::new("Note", note.as_str())));

    warn_header(header, jobs, diagnostics);
    Report {
        format: dialect.texts().id,
        facts,
        processors: Some(processors),
        processors_from,
        diagnostics: vec![],
        ..Report::default()
    }
}

/// The size of a suitable machine for these jobs, and its source. For a log without the size of its machine, a size for
/// which the recorded schedule is possible.
pub(super) fn machine_size(header: &Header, jobs: &[Job], dialect: &dyn Dialect) -> (u32, &'static str) {
    let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
    if let Some(machine) = dialect.machine(largest) {
        return machine;
    }
    match (header.processors, header.nodes) {
        (Some(processors), _) => (processors, "MaxProcs in the header of the log"),
        (None, Some(nodes)) if nodes >= largest => (nodes, "MaxNodes in the header of the log"),
        _ => match PeakUsage::of_jobs(jobs).filter(|&peak| peak > largest) {
            Some(peak) => (peak, PEAK_USAGE),
            None => (largest, "the largest job of the log"),
        },
    }
}

/// The size of a machine that is not in the header of the log, with its source.
fn guessed_size_fact((processors, from): (u32, &'static str), header: &Header) -> Option<Fact> {
    let is_named = header.processors == Some(processors) || header.nodes == Some(processors);
    let count = count_text(processors, "processor", "processors");
    (!is_named).then(|| Fact::new("Machine size", format!("{count}: {from}")))
}

/// The number of jobs that do not fit on the machine of the log.
fn too_large_fact(jobs: &[Job], processors: u32) -> Option<Fact> {
    let mut larger = jobs.iter().filter(|job| job.nodes > processors);
    let first = larger.next()?;
    let count = count_text(larger.count() as u32 + 1, "job", "jobs");
    let needs = group_digits(first.nodes.into());
    Some(Fact::new("Jobs larger than the machine", format!("{count}; job {} needs {needs}", first.number)))
}

fn estimate_facts(jobs: &[Job]) -> Vec<Fact> {
    let with = jobs.iter().filter(|job| job.estimate.is_some()).count();
    let longer = jobs.iter().filter(|job| job.estimate.is_some_and(|estimate| job.run > estimate)).count();
    let mut facts = vec![Fact::new(
        "Estimates",
        match with {
            0 => "no job has one".to_owned(),
            n if n == jobs.len() => "all jobs have one".to_owned(),
            1 => "1 job has one".to_owned(),
            n => format!("{} jobs have one", group_digits(n as u64)),
        },
    )];
    if longer > 0 {
        facts.push(Fact::new("Runtime above estimate", count_text(longer as u32, "job", "jobs")));
    }
    facts
}

/// The number of jobs with a recorded start, and their wait times in the log.
fn recorded_starts_fact(jobs: &[Job]) -> Fact {
    let waits = || jobs.iter().filter_map(|job| Some((job.recorded_start? - job.submit).seconds()));
    let mean = |n: usize| Span::from_seconds(waits().sum::<f64>() / n as f64);
    let value = match waits().count() {
        0 => "no job has one".to_owned(),
        n if n == jobs.len() => format!("all jobs have one; mean wait {}", mean(n)),
        1 => format!("1 job has one; its wait {}", mean(1)),
        n => format!("{} jobs have one; mean wait {}", group_digits(n as u64), mean(n)),
    };
    Fact::new("Recorded starts", value)
}

/// Warns of a contradictory header, and of jobs with equal numbers.
fn warn_header(header: &Header, jobs: &[Job], diagnostics: &mut Vec<Diagnostic>) {
    for (key, value) in &header.senseless {
        let message = format!("`{value}` is not a valid machine size: treated as unknown");
        let hint = format!("Write a whole number from 1 to {}, or -1 for unknown.", u32::MAX);
        diagnostics.push(Diagnostic::warning(message).place(*key).hint(hint));
    }
    let same = jobs.len() as u64 - count_distinct_values(jobs.iter().map(|job| job.number));
    if same > 0 {
        diagnostics.push(Diagnostic::note(format!(
            "{} with the number of another job: distinguished by their position in the log",
            count_text(same as u32, "job", "jobs")
        )));
    }
}

/// Facts on the options: clusters by name, shift, window.
pub(super) fn selection_facts(homes: Option<&[Home]>, shifted: Span, excluded: &ExcludedJobs) -> Vec<Fact> {
    let mut facts: Vec<Fact> = excluded.fact().into_iter().collect();
    if shifted > Span::ZERO {
        facts.push(Fact::new("Shifted to zero by", shifted.to_string()));
    }
    if let Some(homes) = homes {
        let value = if homes.is_empty() {
            "none: the log has no such information".to_owned()
        } else {
            join_first(homes.iter().map(Home::to_string).collect())
        };
        facts.push(Fact::new("Clusters, in this order", value));
    }
    facts
}

fn names_fact(label: &'static str, named: &[Named]) -> Option<Fact> {
    let texts: Vec<String> = named.iter().map(|named| format!("{} {}", named.id, named.name)).collect();
    (!texts.is_empty()).then(|| Fact::new(label, join_first(texts)))
}

/// `a, b, c and 7 more`, with commas.
pub(super) fn join_first(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(MAX_NAMED);
    names.truncate(MAX_NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// The number of different known ids.
fn count_distinct(ids: impl Iterator<Item = u32>) -> u64 {
    count_distinct_values(ids.filter(|&id| id != UNKNOWN))
}

fn count_distinct_values(ids: impl Iterator<Item = u32>) -> u64 {
    let mut ids: Vec<u32> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len() as u64
}
