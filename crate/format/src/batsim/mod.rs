//! Workloads of Batsim: a JSON object with jobs and their profiles of execution.
//!
//! Jobs are rigid in Ganttlet, so a profile is read as a runtime: a delay as it is, a sequence as the sum of its parts,
//! and computation as its operations divided by a speed that is a parameter. Communication is not read, and profiles
//! that replay traces or use storage are rejected by name.

mod profiles;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::finding_list::{FindingList, group_digits, quote_bytes};
use super::json::parse_json;
use super::log::accounting::{self, Outcome, Record, RecordFormat, RecordLog};
use super::log::{
    Cancelled, Choices, FieldNames, FormatTexts, Members, Preparation, Processors, Window, jobs_text,
};
use super::number::MAX_TIME_S;
use super::{FileField, Format, FormatReader, Reader, Reading, fields, unknown_files};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::time::Span;
use ganttlet_work::Job;
use profiles::{Profiles, RunTime};
use serde_json::Value;
use std::collections::BTreeMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("batsim", "Batsim workload (JSON)")
        .summary(
            "Workloads of the simulator Batsim. Jobs with delays, sequences of them and homogeneous computation are rigid \
             jobs; other profiles are refused by name. Each host is a node.",
        )
        .source("Dutot et al., Batsim: a Realistic Language-Independent Resources and Jobs Management Systems Simulator, JSSPP 2016")
        .parameters(BatsimOptions::LIST),
    Some("workloads of Batsim (JSON)"),
    1 << 26,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 9] = fields([
    ("nb_res", "Hosts of the machine."),
    ("jobs.id", "Number or text: the number or name of the job."),
    ("jobs.subtime", "Submit time, seconds; jobs may be in any order."),
    ("jobs.res", "Hosts that the job needs."),
    ("jobs.walltime", "User estimate, seconds; if missing, there is none."),
    ("jobs.profile", "Name of the profile that gives the runtime."),
    ("profiles: delay", "DelayProfile or delay: runtime, seconds."),
    (
        "profiles: cpu",
        "ParallelTaskHomogeneousProfile and its older names: operations of each host, or of all together; divided by the \
         parameter `host_speed`. Communication (`com`) is not used.",
    ),
    (
        "profiles: repeat, seq",
        "SequentialCompositionProfile or composed: profiles in sequence, so many times.",
    ),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let key = |key| unknown_files::has_key(head, key);
        let begins = head.trim_ascii_start().starts_with(b"{");
        begins
            && unknown_files::json_tool(head).is_some_and(|tool| tool == unknown_files::BATSIM)
            && key("jobs")
    },
    |_, settings| Box::new(BatsimReader { options: BatsimOptions::read(settings), bytes: vec![] }),
);

/// What can be set.
#[derive(Parameters)]
struct BatsimOptions {
    /// Operations per second of a host: the runtime of computation is its operations divided by this.
    #[parameter(name = "Speed of a host", unit = "flop/s", min = 1.0, max = 1e18, default = 1e9)]
    host_speed: f64,
    #[parameter(all)]
    window: Window,
    #[parameter(all)]
    preparation: Preparation,
}

/// Collects the bytes of a workload: JSON is read as a whole.
struct BatsimReader {
    options: BatsimOptions,
    bytes: Vec<u8>,
}

impl Reader for BatsimReader {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>> {
        let Self { options: BatsimOptions { host_speed, window, preparation }, bytes } = *self;
        let tree: Value = parse_json(&bytes, "workload of Batsim").map_err(|problem| vec![problem])?;
        let workload = Workload { tree, host_speed, ..Workload::default() };
        let choices = Choices {
            processors: Processors::Requested,
            window,
            members: Members::default(),
            partitions: String::new(),
            preparation,
            cancelled: Cancelled::Keep,
            min_run_s: Span::ZERO,
        };
        accounting::read_all(choices, workload)
    }
}

/// A workload and its findings.
#[derive(Default)]
struct Workload {
    tree: Value,
    host_speed: f64,
    /// Rejected jobs, by the type of the profile.
    refused: BTreeMap<String, FindingList>,
    invalid: FindingList,
    computed: u32,
    silent: u32,
    too_wide: FindingList,
}

/// A number of an object.
fn number(object: &Value, key: &str) -> Option<f64> {
    object.get(key).and_then(Value::as_f64)
}

impl Workload {
    /// The record of a job, or its error.
    fn record(
        &mut self,
        place: u32,
        job: &Value,
        profiles: &Profiles<'_>,
        log: &mut RecordLog,
    ) -> Option<Record> {
        let id = match job.get("id") {
            Some(Value::String(text)) => text.clone().into_bytes(),
            Some(Value::Number(id)) => id.to_string().into_bytes(),
            _ => vec![],
        };
        let shown = quote_bytes(&id);
        let mut invalid = |what: String| self.invalid.add_with_text(0, || format!("job {shown}: {what}"));
        let Some(submit) = number(job, "subtime").filter(|time| (0.0..=MAX_TIME_S).contains(time)) else {
            invalid("subtime is no number of seconds from 0 to 300 years".to_owned());
            return None;
        };
        let whole = |hosts: &f64| *hosts >= 1.0 && *hosts < f64::from(u32::MAX) && hosts.fract() == 0.0;
        let Some(hosts) = number(job, "res").filter(whole) else {
            invalid("res is no whole number from 1".to_owned());
            return None;
        };
        let limit = match job.get("walltime") {
            None | Some(Value::Null) => 0.0,
            Some(limit) => limit.as_f64().filter(|&limit| limit > 0.0 && limit <= MAX_TIME_S).unwrap_or(0.0),
        };
        let Some(name) = job.get("profile").and_then(Value::as_str) else {
            invalid("it names no profile".to_owned());
            return None;
        };
        let RunTime { seconds, each, shared, silent } = match profiles.run_time(name) {
            Ok(time) => time,
            Err(problem) => {
                self.refused.entry(problem.clone()).or_default().add_with_text(0, || format!("job {shown}"));
                return None;
            }
        };
        let run = seconds + (each + shared / hosts) / self.host_speed;
        if !(0.0..=MAX_TIME_S).contains(&run) {
            invalid("its profile runs longer than 300 years".to_owned());
            return None;
        }
        self.computed += u32::from(each + shared > 0.0);
        self.silent += u32::from(!silent);
        Some(Record {
            line: 0,
            id,
            submit,
            outcome: Outcome::Ran { start: None, run, failed: false, cancelled: false },
            allocated: 0.0,
            requested: hosts,
            estimate: limit,
            names: log.names(b"", b"", name.as_bytes(), b""),
            ignored: false,
            place: Some(place),
        })
    }
}

impl RecordFormat for Workload {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "batsim",
            name: "the form of Batsim's workloads",
            columns: 0,
            line: "A workload is a JSON object with jobs and profiles.",
            ignored: "",
            fields: &FieldNames {
                number: "id",
                submit: "subtime",
                wait: "none",
                run: "profile",
                processors: "res",
                allocated: "res",
                requested: "res",
                estimate: "walltime",
                unstarted: "none",
                needs: "A job needs subtime, res, and a profile with a delay, a sequence of delays, or homogeneous computation.",
            },
        }
    }

    fn add_line(&mut self, _: u32, _: &[u8], _: &mut RecordLog) {}

    fn end_of_file(&mut self, log: &mut RecordLog) {
        let mut tree = std::mem::take(&mut self.tree);
        let Some(Value::Array(jobs)) = tree.get_mut("jobs").map(Value::take) else {
            log.stop = Some(Diagnostic::error("the workload has no list of jobs"));
            return;
        };
        let machine = number(&tree, "nb_res").filter(|&hosts| hosts >= 1.0 && hosts < f64::from(u32::MAX));
        log.machine = machine.map(|hosts| (hosts as u32, "nb_res in the workload"));
        let profiles = Profiles::new(tree.get("profiles"));
        for (job, place) in jobs.iter().zip(1..) {
            if let Some(record) = self.record(place, job, &profiles, log) {
                if machine.is_some_and(|hosts| record.requested > hosts) {
                    self.too_wide.add_with_text(0, || format!("job {}", quote_bytes(&record.id)));
                }
                log.push(record);
            } else {
                log.skipped = log.skipped.saturating_add(1);
            }
        }
    }

    fn no_jobs(&self) -> String {
        let refused: Vec<&str> = self.refused.keys().map(String::as_str).collect();
        if refused.is_empty() {
            "the workload contains no valid job".to_owned()
        } else {
            format!("the workload contains no job that can be read: {}", refused.join("; "))
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![];
        let jobs = jobs_text;
        for (problem, list) in &self.refused {
            list.report(&mut found, |n| Diagnostic::warning(format!("{} skipped: {problem}", jobs(n))));
        }
        self.invalid
            .report(&mut found, |n| Diagnostic::warning(format!("{} skipped: invalid values", jobs(n))));
        if self.computed > 0 {
            let speed = group_digits(self.host_speed as u64);
            found.push(
                Diagnostic::note(format!(
                    "{} with computation: the runtime is the operations divided by {speed} flop/s, the speed of a host \
                     (our assumption)",
                    jobs(self.computed)
                ))
                .place("host_speed"),
            );
        }
        if self.silent > 0 {
            found.push(Diagnostic::note(format!(
                "{} with communication, which is not read",
                jobs(self.silent)
            )));
        }
        self.too_wide.report(&mut found, |n| {
            Diagnostic::warning(format!("{} with more hosts than the machine has (nb_res)", jobs(n)))
        });
        found
    }
}
