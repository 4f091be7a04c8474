//! Logs of run events: the user log of `HTCondor` and the job states of Pegasus.
//!
//! Both have a line or record for each submission, start and end. Each started attempt becomes a job with its recorded
//! start; dependencies between jobs are in other files, so jobs are submitted at their recorded times.

pub(super) mod jobstate;
#[cfg(test)]
mod tests;
pub(super) mod user_log;

use super::log::accounting::{Names, Outcome, Record, RecordLog};
use ganttlet_core::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// Maximum number of open jobs at a time.
const MAX_OPEN: usize = 2_000_000;

/// An attempt that has not ended.
#[derive(Clone, Copy)]
struct Attempt {
    submit: f64,
    start: Option<f64>,
    names: Names,
    cores: f64,
}

/// The attempts that have not ended, by the id of their job.
#[derive(Default)]
struct Attempts {
    open: BTreeMap<Vec<u8>, Attempt>,
}

/// The end of an attempt.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Completed,
    Failed,
    Cancelled,
}

impl Attempts {
    /// Records the submission of a job.
    fn submit(&mut self, line: u32, id: &[u8], time: f64, names: Names, log: &mut RecordLog) {
        if self.open.len() == MAX_OPEN {
            let message = "more than 2,000,000 jobs wait or run at one time, which is the limit";
            log.stop = Some(Diagnostic::error(message).line(line));
            return;
        }
        self.open.insert(id.to_vec(), Attempt { submit: time, start: None, names, cores: 1.0 });
    }

    /// Records the processors of a job.
    fn set_cores(&mut self, id: &[u8], cores: f64) {
        if let Some(attempt) = self.open.get_mut(id) {
            attempt.cores = cores;
        }
    }

    /// Records the start of a job.
    fn start(&mut self, id: &[u8], time: f64, log: &mut RecordLog) {
        match self.open.get_mut(id) {
            Some(attempt) => attempt.start = Some(time),
            None => log.count_other("unmatched start"),
        }
    }

    /// Records the end of an attempt; with `again` the job waits for another attempt.
    fn end(&mut self, line: u32, id: &[u8], time: f64, (end, again): (End, bool), log: &mut RecordLog) {
        let Some(attempt) = self.open.remove(id) else { return log.count_other("unmatched end") };
        let outcome = match attempt.start {
            Some(start) => Outcome::Ran {
                start: Some(start),
                run: (time - start).max(0.0),
                failed: end == End::Failed,
                cancelled: end == End::Cancelled,
            },
            None => Outcome::NeverStarted { end: Some(time) },
        };
        if again {
            self.open.insert(id.to_vec(), Attempt { submit: time, start: None, ..attempt });
            if attempt.start.is_none() {
                return;
            }
        }
        log.push(Record {
            line,
            id: id.to_vec(),
            submit: attempt.submit,
            outcome,
            allocated: attempt.cores,
            requested: attempt.cores,
            estimate: 0.0,
            names: attempt.names,
            ignored: false,
            place: None,
        });
    }

    /// Counts the attempts that have not ended.
    fn finish(&mut self, log: &mut RecordLog) {
        for _ in std::mem::take(&mut self.open) {
            log.count_other("unfinished job");
        }
    }
}
