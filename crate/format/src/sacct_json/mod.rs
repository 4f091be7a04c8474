//! The output of Slurm's `sacct --json` and of `slurmdb/jobs` of its REST interface: the records of a sacct table as
//! objects, whose form changed between versions of Slurm.

#[cfg(test)]
mod tests;

use super::json_objects::{Object, Objects, UsedKeys, scalar_text};
use super::log::accounting::{self, AccountingOptions, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts};
use super::sacct::SacctTable;
use super::{FileField, Format, FormatReader, fields, unknown_files, whole_file};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Job;
use serde_json::Value;

/// Maximum number of bytes of a file, because all of them are in memory at once.
const LIMIT: u64 = 512 << 20;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("sacct-json", "Slurm accounting (sacct --json)")
        .summary(
            "Jobs as Slurm's sacct --json writes them. Each allocation is a rigid job, its cores are nodes; steps are not \
             used.",
        )
        .source("Slurm Workload Manager, data parsers v0.0.37 to v0.0.43 (slurmdb/jobs)")
        .parameters(AccountingOptions::LIST),
    Some("the output of Slurm's sacct --json"),
    LIMIT,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 10] = fields([
    (
        "job_id, array, het",
        "Id of the job; of a task of an array with its number, of a component with its place.",
    ),
    ("time/submission", "Submit time, seconds since 1970."),
    ("time/start, time/end", "Times, 0 for none: a job without a start or a run never started."),
    ("time/elapsed", "Runtime without suspension, s."),
    ("time/limit", "User estimate, minutes."),
    ("state/current", "As in tables of sacct; jobs that had not ended are counted only."),
    ("tres/allocated", "Allocated cores (type cpu)."),
    ("tres/requested, required/CPUs", "Requested cores."),
    ("user, account, group, partition, name", "User, group, queue and application."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader =
    FormatReader::new::<Job>(unknown_files::is_sacct_json, |name, settings| {
        whole_file::new_reader::<AccountingOptions>(name, settings, (LIMIT, "log"), |file| {
            let files =
                Objects::<FileKeys>::parse(file.bytes, "log of sacct").map_err(|problem| vec![problem])?;
            let log = JsonLog { files, table: SacctTable::of_columns(COLUMNS) };
            accounting::reader_with_options(file.choices.clone(), log).finish()
        })
    });

/// The used keys of a file.
struct FileKeys;

impl UsedKeys for FileKeys {
    const KEYS: &'static [&'static str] = &["jobs"];
}

/// The columns of a table of sacct for [`cells`].
const COLUMNS: &str = "JobID|Submit|Start|End|ElapsedRaw|State|AllocCPUS|ReqCPUS|NNodes|TimelimitRaw|Timelimit|User|Account|Group|Partition|JobName";

/// The jobs of a file.
struct JsonLog {
    files: Vec<Object<FileKeys>>,
    table: SacctTable,
}

/// A number, also as `{"set": true, "infinite": false, "number": 4}` of newer versions.
fn number(value: &Value) -> Option<f64> {
    if let Value::Object(parts) = value {
        let is = |key| parts.get(key).and_then(Value::as_bool);
        return parts
            .get("number")
            .and_then(Value::as_f64)
            .filter(|_| is("set") != Some(false) && is("infinite") != Some(true));
    }
    value.as_f64()
}

/// The count of a resource in a list such as `[{"type": "cpu", "count": 4}]`.
fn resource(list: &Value) -> Option<f64> {
    let cpu = list.as_array()?.iter().find(|one| one["type"] == "cpu")?;
    number(&cpu["count"])
}

/// The cells of a job in the order of [`COLUMNS`].
fn cells(job: &Value) -> [String; 16] {
    let text = |value: &Value| scalar_text(Some(value));
    let count = |found: Option<f64>| found.map_or_else(String::new, |number| number.to_string());
    let of = |value: &Value| count(number(value));
    let time = &job["time"];
    let (array, het) = (&job["array"], &job["het"]);
    let whole = |parent: &Value| number(&parent["job_id"]).filter(|&id| id > 0.0);
    let id = if let (Some(parent), Some(task)) = (whole(array), number(&array["task_id"])) {
        format!("{parent}_{task}")
    } else if let (Some(parent), Some(tasks)) =
        (whole(array), array["task"].as_str().filter(|list| !list.is_empty()))
    {
        format!("{parent}_[{}]", tasks.trim_matches(['[', ']']))
    } else if let (Some(parent), Some(place)) = (whole(het), number(&het["job_offset"])) {
        format!("{parent}+{place}")
    } else {
        of(&job["job_id"])
    };
    let state = &job["state"]["current"];
    let state = state.as_array().and_then(|all| all.first()).unwrap_or(state);
    let limit = of(&time["limit"]);
    let no_limit = if limit.is_empty() { "UNLIMITED".to_owned() } else { limit.clone() };
    let first = |one: String, other: &Value| if one.is_empty() { text(other) } else { one };
    [
        id,
        of(&time["submission"]),
        of(&time["start"]),
        of(&time["end"]),
        of(&time["elapsed"]),
        text(state),
        count(resource(&job["tres"]["allocated"])),
        count(resource(&job["tres"]["requested"]).or_else(|| number(&job["required"]["CPUs"]))),
        of(&job["allocation_nodes"]),
        limit,
        no_limit,
        first(text(&job["user"]), &job["association"]["user"]),
        first(text(&job["account"]), &job["association"]["account"]),
        text(&job["group"]),
        text(&job["partition"]),
        text(&job["name"]),
    ]
}

impl RecordFormat for JsonLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "sacct-json",
            name: "the form of sacct --json",
            columns: 0,
            line: "An object with the list `jobs`, as sacct --json writes it.",
            ignored: "",
            fields: &FieldNames {
                number: "job_id",
                submit: "time/submission",
                wait: "time/end minus time/submission",
                run: "time/elapsed",
                processors: "tres",
                allocated: "tres/allocated",
                requested: "tres/requested",
                estimate: "time/limit",
                unstarted: "no start, or no run",
                needs: "A job needs time/submission, time/start, time/end, and cpu in tres/allocated.",
            },
        }
    }

    fn add_line(&mut self, _: u32, _: &[u8], _: &mut RecordLog) {}

    fn read_rows(&mut self, log: &mut RecordLog) -> u32 {
        let files = std::mem::take(&mut self.files);
        let jobs = files.iter().filter_map(|file| file.get("jobs")?.as_array()).flatten();
        let mut rows = 0;
        for job in jobs {
            rows += 1;
            let cells = cells(job);
            self.table.add_cells(rows, &cells.each_ref().map(String::as_bytes), log);
        }
        rows
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        self.table.end_of_file(log);
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.table.diagnostics()
    }
}
