//! Writes jobs as a workload of Batsim.

use super::FORMAT;
use crate::writer::{BAGS, CANCELLATIONS, HOMES, USERS, Writer};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The writer for conversions.
pub(crate) const WRITER: Writer =
    Writer::new(&FORMAT, "json", &[BAGS, CANCELLATIONS, HOMES, USERS], |reading| {
        let jobs = reading.work.items::<Job>().unwrap_or_default();
        let ran: Vec<Job> = jobs.iter().filter(|job| job.leaves == Time::MAX).cloned().collect();
        let largest = || ran.iter().map(|job| job.nodes).max().unwrap_or(1);
        Ok(write_batsim(&ran, reading.report.processors.unwrap_or_else(largest)))
    })
    .with_unknown_fields("communication and computation of jobs: each is a delay");

/// Rigid jobs as a workload of Batsim for this many hosts, with a delay for each runtime. Users and homes are not part of the
/// format.
pub fn write_batsim(jobs: &[Job], hosts: u32) -> String {
    let mut text = format!("{{\n  \"nb_res\": {hosts},\n  \"jobs\": [\n");
    for (place, job) in jobs.iter().enumerate() {
        let comma = if place + 1 < jobs.len() { "," } else { "" };
        let id = if job.name.is_empty() {
            job.number.to_string()
        } else {
            Value::String(job.name.to_string()).to_string()
        };
        let limit = job
            .estimate
            .map_or_else(String::new, |limit| format!(", \"walltime\": {}", limit.exact_seconds()));
        let (submit, run, nodes) = (job.submit.exact_seconds(), job.run.exact_seconds(), job.nodes);
        writeln!(
            text,
            "    {{\"id\": {id}, \"subtime\": {submit}{limit}, \"res\": {nodes}, \"profile\": \"{run}\"}}{comma}"
        )
        .expect("a string takes every text");
    }
    text.push_str("  ],\n  \"profiles\": {\n");
    let runs: BTreeSet<Span> = jobs.iter().map(|job| job.run).collect();
    for (place, run) in runs.iter().enumerate() {
        let comma = if place + 1 < runs.len() { "," } else { "" };
        let run = run.exact_seconds();
        writeln!(text, "    \"{run}\": {{\"type\": \"delay\", \"delay\": {run}}}{comma}")
            .expect("a string takes every text");
    }
    text.push_str("  }\n}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_writer::tests::{assert_example, generate, word_value};
    use crate::read;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::one_cluster;
    use ganttlet_work::UNKNOWN;

    fn workload() -> Vec<Job> {
        let settings = [("jobs", Value::Integer(100)), ("estimates", word_value("rounded"))];
        generate("lublin", &settings, &one_cluster(64), 4)
    }

    #[test]
    fn a_workload_that_is_read_again_is_the_same() {
        let mut jobs = workload();
        jobs[3].name = "a \"name\"".into();
        jobs[5].estimate = None;
        let text = write_batsim(&jobs, 64);
        let settings = Settings::default().with("shift_to_zero", Value::Bool(false));
        let mut again = read("a", text.as_bytes(), None, &settings).expect("a workload");
        assert_eq!(again.report.processors, Some(64));
        let found: Vec<Job> = again.work.take();
        assert_eq!(found.len(), jobs.len());
        for (found, job) in found.iter().zip(&jobs) {
            let kept = Job {
                application: found.application,
                number: if job.name.is_empty() { job.number } else { found.number },
                user: UNKNOWN,
                group: UNKNOWN,
                home: UNKNOWN,
                ..job.clone()
            };
            assert_eq!(*found, kept);
        }
        assert_eq!(write_batsim(&found, 64), text);
    }

    #[test]
    fn the_example_equals_the_generated_work() {
        assert_example("batsim-100.json", &write_batsim(&workload(), 64));
    }
}
