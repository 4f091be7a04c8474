//! The output of `HTCondor`'s `condor_history -json` and `-jsonl`: the `ClassAds` of jobs as JSON objects.

#[cfg(test)]
mod tests;

use super::condor::{HISTORY_FIELDS, HistoryLog, NAMES};
use super::json_objects::{Object, Objects, UsedKeys, scalar_text};
use super::log::FormatTexts;
use super::log::accounting::{self, AccountingOptions, RecordFormat, RecordLog};
use super::{Format, FormatReader, unknown_files, whole_file};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Job;

/// Maximum number of bytes of a file, because all used values are in memory at once.
const LIMIT: u64 = 512 << 20;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("condor-json", "HTCondor history (JSON)")
        .summary(
            "ClassAds of jobs as condor_history -json or -jsonl writes them. Each job that left the queue is a rigid job, \
             its cores are nodes.",
        )
        .source("HTCondor Manual, condor_history")
        .parameters(AccountingOptions::LIST),
    Some("the output of condor_history -json"),
    LIMIT,
)
.with_fields(&super::condor::FIELD_DOCS);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader =
    FormatReader::new::<Job>(unknown_files::is_condor_json, |name, settings| {
        whole_file::new_reader::<AccountingOptions>(name, settings, (LIMIT, "history"), |file| {
            let jobs = Objects::<ClassAdKeys>::parse(file.bytes, "history of HTCondor")
                .map_err(|problem| vec![problem])?;
            let log = JsonLog { jobs, history: HistoryLog::default() };
            accounting::reader_with_options(file.choices.clone(), log).finish()
        })
    });

/// The used attributes of a job.
struct ClassAdKeys;

impl UsedKeys for ClassAdKeys {
    const KEYS: &'static [&'static str] = &NAMES;
}

/// The jobs of a file.
struct JsonLog {
    jobs: Vec<Object<ClassAdKeys>>,
    history: HistoryLog,
}

impl RecordFormat for JsonLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "condor-json",
            name: "the form of condor_history -json",
            columns: 0,
            line: "A list of objects, or one object a line, with ClusterId and ProcId.",
            ignored: "",
            fields: &HISTORY_FIELDS,
        }
    }

    fn add_line(&mut self, _: u32, _: &[u8], _: &mut RecordLog) {}

    fn read_rows(&mut self, log: &mut RecordLog) -> u32 {
        let jobs = std::mem::take(&mut self.jobs);
        for (job, place) in jobs.iter().zip(1..) {
            self.history.add_job(place, |name| scalar_text(job.get(name)), log);
        }
        jobs.len() as u32
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.history.diagnostics()
    }
}
