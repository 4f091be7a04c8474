//! Describes files of no known format, so that a user who selected the wrong file learns its kind. A format is only
//! named on strong evidence.

use super::{FORMATS, alea_lists, archive, platform, sacct, swf, table, unpack};
use ganttlet_core::diagnostic::Diagnostic;

/// A sentence on the accepted formats.
pub(super) fn accepted_formats() -> String {
    let files: Vec<&str> = FORMATS.members.iter().filter_map(|format| format.files).collect();
    format!("Supported: scenarios (JSON), {}, also packed (gzip, zstd or zip).", files.join(", "))
}

/// The advice on the use of a platform.
const PLATFORM_HINT: &str =
    "Run a log on it with `ganttlet run LOG FILE`, or write it as JSON with `ganttlet convert`.";

/// Magic bytes of binary files, with descriptions and advice.
const MAGIC_BYTES: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "a gzip file inside a packed file", "Unpack it once."),
    (b"PK\x03\x04", "a zip archive inside a packed file", "Unpack it once."),
    (
        b"\x1f\x9d",
        "a file of the Unix program compress (.Z)",
        "Unpack it; gzip, zstd and zip files are read directly.",
    ),
    (
        b"version https://git-lfs.github.com/",
        "a pointer of Git LFS in place of the file",
        "Fetch the file with `git lfs pull`.",
    ),
    (b"SQLite format 3\0", "a database of SQLite", "Export the table of jobs as CSV."),
    (b"ARROW1", "an Arrow file", "Write it as Parquet."),
    (b"Obj\x01", "an Avro file", "Write it as Parquet or CSV."),
    (b"ORC", "an ORC file", "Write it as Parquet."),
    (b"BZh", "a bzip2 file", "Unpack it; gzip, zstd and zip files are read directly."),
    (b"\xfd7zXZ\0", "an xz file", "Unpack it; gzip, zstd and zip files are read directly."),
    (b"\x28\xb5\x2f\xfd", "a zstd file inside a packed file", "Unpack it once."),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it; gzip, zstd and zip files are read directly."),
    (b"PARE", "an encrypted Parquet file", "Write it without encryption."),
    (b"%PDF", "a PDF document", ""),
    (b"\x89PNG", "a picture", ""),
    (b"\xff\xd8\xff", "a picture", ""),
    (b"\xff\xfe\0\0", "text in UTF-32", "Save it as UTF-8."),
    (b"\0\0\xfe\xff", "text in UTF-32", "Save it as UTF-8."),
];

/// A diagnostic on content of no known format; `head` is its beginning.
pub(super) fn describe_unknown(name: &str, head: &[u8]) -> Diagnostic {
    let (what, hint) = classify(name, head);
    let accepted = accepted_formats();
    let hint = if hint.is_empty() { accepted } else { format!("{hint} {accepted}") };
    if what.is_empty() {
        return Diagnostic::error("the file is empty").hint(hint);
    }
    Diagnostic::error(format!("the file looks like {what}")).hint(hint)
}

/// The description of a file, and advice; both empty for an empty file.
fn classify(name: &str, head: &[u8]) -> (String, &'static str) {
    if let Some((_, what, hint)) = MAGIC_BYTES.iter().find(|(magic, ..)| head.starts_with(magic)) {
        return ((*what).to_owned(), hint);
    }
    if archive::is_tar(head) {
        return ("a tar archive".to_owned(), "Open it on the page, or with `ganttlet run`.");
    }
    let text = head.trim_ascii();
    if text.is_empty() {
        return (String::new(), "");
    }
    if head.iter().filter(|&&b| b < 9).count() * 100 > head.len() {
        return ("binary data".to_owned(), "");
    }
    if let Some(what) = alea_lists::kind_of(head) {
        return (what.to_owned(), alea_lists::REASON);
    }
    if let Some((_, how)) = platform::recognise_head(head) {
        return (format!("{}, which describes machines and no jobs", how.what), PLATFORM_HINT);
    }
    match text[0] {
        b'<' => classify_xml(text),
        b'{' | b'[' => classify_json(text),
        _ => classify_lines(name, head),
    }
}

fn classify_xml(text: &[u8]) -> (String, &'static str) {
    match root_element(text).as_deref() {
        None => ("XML whose first element is further down than 64 KiB".to_owned(), ""),
        Some(root) if root.eq_ignore_ascii_case("html") => {
            let hint =
                "The server returned a web page instead of the file: download the file manually and open it.";
            ("a web page (HTML)".to_owned(), hint)
        }
        Some("c" | "classads") if contains(text, b"EventTypeNumber") => {
            let hint = "Write the user log without XML: leave out `log_xml` in the submit file.";
            ("a user log of HTCondor in XML".to_owned(), hint)
        }
        Some("classads") => {
            let hint = "Write the history with `condor_history -json`.";
            ("ClassAds of HTCondor in XML".to_owned(), hint)
        }
        Some(root) => {
            let root = super::finding_list::quote_bytes(root.as_bytes());
            (format!("XML with the root element <{root}>, not <adag>"), "")
        }
    }
}

/// The name of the first element, without its prefix; `html` for an HTML document type.
pub(super) fn root_element(text: &[u8]) -> Option<String> {
    let mut rest = text;
    loop {
        let start = rest.iter().position(|&b| b == b'<')?;
        rest = &rest[start + 1..];
        let end: &[u8] = match rest {
            [b'?', ..] => b"?>",
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', doctype @ ..] => {
                let word = doctype.get(..12).unwrap_or_default().to_ascii_lowercase();
                if word == b"doctype html" {
                    return Some("html".to_owned());
                }
                b">"
            }
            _ => {
                let length = rest.iter().position(|b| b" \t\r\n/>".contains(b))?;
                let name = String::from_utf8_lossy(&rest[..length]);
                return Some(name.rsplit(':').next().unwrap_or_default().to_owned());
            }
        };
        let skipped = rest.windows(end.len()).position(|window| window == end)?;
        rest = &rest[skipped + end.len()..];
    }
}

fn classify_json(text: &[u8]) -> (String, &'static str) {
    if let Some(what) = json_tool(text) {
        let why = match what {
            BATSIM => "without its list of jobs",
            // The name contains the reason.
            _ if what.contains([',', ':']) => return (what.to_owned(), ""),
            _ => "which is not supported yet",
        };
        return (format!("{what}, {why}"), "");
    }
    if ["platform", "workload", "system"].iter().any(|key| has_key(text, key)) {
        return ("a scenario (JSON), not a log".to_owned(), "Open it as a scenario.");
    }
    if text[0] == b'[' {
        let hint = "A scenario, a study or a lesson is an object and starts with `{`.";
        return ("a list in JSON".to_owned(), hint);
    }
    let hint =
        "A scenario has \"platform\", \"workload\" and \"system\", a study \"base\", a lesson \"steps\".";
    ("JSON of another kind".to_owned(), hint)
}

/// True if these bytes are somewhere in the text.
fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

/// True for a workflow in the `WfFormat`.
pub(super) fn is_wfformat(text: &[u8]) -> bool {
    let key = |key| has_key(text, key);
    let tasks = || ["tasks", "jobs", "specification"].into_iter().any(key);
    text.trim_ascii_start().starts_with(b"{")
        && key("workflow")
        && (key("schemaVersion") || tasks())
        && !key("workload")
}

/// True for jobs of Slurm's accounting in JSON.
pub(super) fn is_sacct_json(text: &[u8]) -> bool {
    let key = |key| has_key(text, key);
    text.trim_ascii_start().starts_with(b"{")
        && key("jobs")
        && key("job_id")
        && (key("submission") || key("association"))
}

/// True for `ClassAds` of jobs in JSON.
pub(super) fn is_condor_json(text: &[u8]) -> bool {
    let key = |key| has_key(text, key);
    matches!(text.trim_ascii_start().first(), Some(b'[' | b'{'))
        && (key("ClusterId") && (key("ProcId") || key("QDate")))
        && !key("EventTypeNumber")
}

/// True for the benchmark of a job of `Snakemake` in JSON.
pub(super) fn is_benchmark_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{") && has_key(text, "s") && has_key(text, "h:m:s")
}

/// The name of a workload of Batsim.
pub(super) const BATSIM: &str = "a workload of Batsim (JSON)";
/// The name of a workflow in the `WfFormat`.
const WFFORMAT: &str = "a workflow in the WfFormat of WfCommons (JSON)";
/// The name of the JSON of sacct.
const SACCT_JSON: &str = "the output of Slurm's sacct --json";
/// The name of the JSON of `HTCondor`'s history.
const CONDOR_JSON: &str = "the output of condor_history -json";
/// The name of benchmarks of Snakemake in JSON.
const SNAKEMAKE_JSON: &str = "a benchmark of Snakemake (JSON lines)";
/// The supported JSON files of other tools. This is a list because the package of the engine has no readers.
pub(super) const READABLE_JSON: [&str; 5] = [BATSIM, WFFORMAT, SACCT_JSON, CONDOR_JSON, SNAKEMAKE_JSON];

/// Keys of files of other tools, and the names of these files.
const OTHER_TOOLS: [(&[&str], &str); 11] = [
    (&["EventTypeNumber", "EventTime"], "a user log of HTCondor in JSON"),
    (&["topologies", "workloads"], "an experiment of OpenDC, which names its files and has no tasks in it"),
    (
        &["topologies", "tasks", "fragments"],
        "an experiment of OpenDC with its topology and tasks in one file",
    ),
    (
        &["total_workflows", "total_tasks"],
        "the totals of a trace of the Workflow Trace Archive, without its tasks",
    ),
    (&["system_name", "equivalence", "groups"], "a system of AccaSim: its machines, without jobs"),
    (&["collection_id", "scheduling_class"], "a table of the Google cluster trace 2019"),
    (&["collection_id", "instance_index"], "a table of the Google cluster trace 2019"),
    (&["jobs", "job_state", "submit_time"], "the output of Slurm's squeue --json: jobs that have not ended"),
    (
        &["rule", "starttime", "endtime", "job_hash"],
        "the metadata of one job of Snakemake, without its dependencies",
    ),
    (&["total_runtime", "rules", "files"], "statistics of Snakemake: runtimes without dependencies"),
    (&["type", "timestamp"], "a list of external events of Batsim, which no simulation of Batsim executes"),
];

/// The tool that writes such JSON, recognised by its keys; `None` if it could be a scenario.
pub(super) fn json_tool(text: &[u8]) -> Option<&'static str> {
    let key = |key| has_key(text, key);
    if key("workload") && (key("platform") || key("system")) {
        return None;
    }
    if is_sacct_json(text) {
        Some(SACCT_JSON)
    } else if is_condor_json(text) {
        Some(CONDOR_JSON)
    } else if is_benchmark_json(text) {
        Some(SNAKEMAKE_JSON)
    } else if is_wfformat(text) {
        Some(WFFORMAT)
    } else if key("nb_res") && key("jobs")
        || key("jobs") && key("profiles")
        || key("subtime") && key("profile")
    {
        Some(BATSIM)
    } else if key("resources") && key("graph") {
        Some("the record of a run of DSLab (JSON)")
    } else {
        OTHER_TOOLS.iter().find(|(keys, _)| keys.iter().all(|known| key(known))).map(|&(_, what)| what)
    }
}

/// True if a JSON text has this key somewhere.
pub(super) fn has_key(text: &[u8], key: &str) -> bool {
    let quoted = format!("\"{key}\"");
    let ends = (0..text.len().saturating_sub(quoted.len()))
        .filter(|&at| text[at] == b'"' && text[at..].starts_with(quoted.as_bytes()));
    ends.map(|at| text[at + quoted.len()..].trim_ascii_start()).any(|rest| rest.starts_with(b":"))
}

/// The advice on a table of jobs with other column names.
const COLUMNS_HINT: &str = "Say with the parameter `columns` of the format `table` which column is what.";

/// Number of examined lines of a table.
const MAX_EXAMINED_ROWS: usize = 50;

fn classify_lines(name: &str, head: &[u8]) -> (String, &'static str) {
    let comment = |line: &[u8]| line.starts_with(b"#") || line.starts_with(b";");
    let all = || unpack::complete_lines(head).zip(1..).filter(|(line, _)| !line.is_empty());
    let data: Vec<(&[u8], u32)> = all().filter(|(line, _)| !comment(line)).take(MAX_EXAMINED_ROWS).collect();
    let first = data.first().map_or(&b""[..], |&(line, _)| line);
    if is_sacct_output(&data) {
        let hint = "Write the table with sacct --parsable2 and without --noheader.";
        return ("a table of Slurm's sacct without its header line, or drawn with blanks".to_owned(), hint);
    }
    if let Some((what, hint)) = recognise_table_without_jobs(&data) {
        return (what.to_owned(), hint);
    }
    // A table has nearly all lines alike, prose only some.
    let alike = |count: &dyn Fn(&[u8]) -> usize| {
        let columns = count(first);
        let same = data.iter().filter(|(line, _)| count(line) == columns).count();
        (same * 10 >= data.len() * 9).then_some(columns)
    };
    for (sign, name) in [(b',', "commas"), (b';', "semicolons"), (b'|', "bars")] {
        if is_separated_swf(&data, sign) {
            let what = format!("a log in SWF with {name} between its {}", swf::column_count_text());
            return (what, "Write blanks in their place.");
        }
    }
    if let Some(what) = table::describe_incomplete(head) {
        return (what, COLUMNS_HINT);
    }
    for (sign, name) in [(b',', "comma"), (b';', "semicolon")] {
        let columns = alike(&|line| line.split(|&b| b == sign).count());
        if let Some(columns) = columns.filter(|&columns| columns > 1 && data.len() > 1) {
            let what = format!(
                "a {name}-separated table of {columns} columns, without those of jobs (submit time, runtime)"
            );
            return (what, COLUMNS_HINT);
        }
    }
    let comments = match (all().any(|(l, _)| l.starts_with(b"#")), all().any(|(l, _)| l.starts_with(b";"))) {
        (true, _) => " and comments after `#`",
        (_, true) => " and comments after `;`",
        _ => "",
    };
    if data.is_empty() {
        return (format!("text without any lines of data{}", comments.replacen(" and", ", only", 1)), "");
    }
    let columns = alike(&|line| split_fields(line).count());
    if name.strip_suffix(".gz").unwrap_or(name).ends_with(".machines") {
        let what = "a list of machines that accompanies a log (Alea's .swf.machines), not a log";
        return (what.to_owned(), PLATFORM_HINT);
    }
    let all_fields: usize = data.iter().map(|(line, _)| split_fields(line).count()).sum();
    let all_numeric: usize =
        data.iter().map(|(line, _)| split_fields(line).filter(|field| is_numeric(field)).count()).sum();
    let Some(columns) = columns.filter(|_| all_numeric * 2 > all_fields) else {
        return ("text in no supported format".to_owned(), "");
    };
    classify_table(columns, comments, &data)
}

/// A table or text of another tool without jobs, and advice.
fn recognise_table_without_jobs(data: &[(&[u8], u32)]) -> Option<(&'static str, &'static str)> {
    let &(first, _) = data.first()?;
    let named = |names: &[&str]| {
        let cells: Vec<&[u8]> = first.split(|&byte| byte == b',').collect();
        names.iter().all(|name| cells.contains(&name.as_bytes()))
    };
    if named(&["makespan", "mean_waiting_time", "nb_jobs"]) {
        let hint = "Open `_jobs.csv` of the same run.";
        return Some(("the totals of a schedule of Batsim (_schedule.csv), without its jobs", hint));
    }
    if named(&["time", "nb_idle", "nb_computing"]) {
        return Some((
            "the states of machines of Batsim (_machine_states.csv)",
            "Open `_jobs.csv` of the same run.",
        ));
    }
    if named(&["num_switch", "num_node_p_switch"]) || named(&["sn", "cpu_milli", "memory_mib"]) {
        let hint = "A table of machines needs a column with their number.";
        return Some(("a table of machines of a GPU cluster, without jobs", hint));
    }
    if first.starts_with(b"-dt ") && contains(first, b" -e submit_batch_job ") {
        let hint = "Open the same jobs as a table (CSV).";
        return Some(("the events of the Slurm simulator: submission commands", hint));
    }
    if first.starts_with(b"====") && data.get(1).is_some_and(|(line, _)| line.starts_with(b"qname ")) {
        let hint = "Open the accounting file of the cell: $SGE_ROOT/default/common/accounting.";
        return Some(("the output of qacct of Grid Engine, drawn for people", hint));
    }
    if first.starts_with(b"output_file\tdate\trule") {
        let hint = "Runtimes are in the benchmarks of the rules, dependencies in `snakemake --dag`.";
        return Some(("a summary of Snakemake: dates of files, without runtimes", hint));
    }
    if first.split(|&byte| byte == b'\t').any(|name| name == b"realtime") {
        let hint = "Write it with the fields task_id, name, submit, realtime and cpus (trace.fields).";
        return Some(("a trace of Nextflow without submit times", hint));
    }
    if first.strip_suffix(b" init").is_some_and(|rank| rank.iter().all(u8::is_ascii_digit)) {
        return Some(("an action trace of SMPI: the actions of one process, without jobs", ""));
    }
    if first.starts_with(b"flowchart ") || first.starts_with(b"graph TD") || first.starts_with(b"graph TB") {
        let hint = "Write the graph as DOT: `nextflow run -with-dag graph.dot`.";
        return Some(("a diagram of Mermaid, as Nextflow draws its processes", hint));
    }
    if first.starts_with(b"JobId=") && first.windows(9).any(|window| window == b" JobName=") {
        let hint = "Write the jobs with sacct --parsable2.";
        return Some(("the output of Slurm's scontrol show job", hint));
    }
    let rows: Vec<Vec<&[u8]>> =
        data.iter().map(|(line, _)| line.split(|&byte| byte == b',').collect()).collect();
    let all = |is: &dyn Fn(&[&[u8]]) -> bool| rows.iter().all(|row| is(row));
    let number = |cell: &[u8]| !cell.is_empty() && cell.iter().all(u8::is_ascii_digit);
    let named = |cell: &[u8], start: &[u8]| cell.strip_prefix(start).is_some_and(number);
    let tasks = "Open `batch_task.csv` of the same trace.";
    let events = "Open a part of `task_events` of the same trace.";
    if all(&|row| row.len() == 14 && named(row[7], b"m_") && number(row[5])) {
        Some(("the table batch_instance of the Alibaba cluster trace 2018", tasks))
    } else if all(&|row| (7..=9).contains(&row.len()) && named(row[0], b"m_") && number(row[1])) {
        Some(("a table of machines of the Alibaba cluster trace 2018", tasks))
    } else if all(&|row| {
        row.len() == 6 && number(row[0]) && number(row[1]) && matches!(row[2], b"0" | b"1" | b"2")
    }) {
        Some(("the table machine_events of the Google cluster trace 2011", events))
    } else if all(&|row| {
        row.len() == 8
            && number(row[0])
            && number(row[2])
            && matches!(row[3], [b'0'..=b'8'])
            && !number(row[6])
    }) {
        Some(("the table job_events of the Google cluster trace 2011", events))
    } else {
        None
    }
}

/// Columns of Slurm's sacct.
const SACCT_COLUMNS: [&str; 14] = [
    "State",
    "Submit",
    "Start",
    "End",
    "Elapsed",
    "ElapsedRaw",
    "Timelimit",
    "TimelimitRaw",
    "NCPUS",
    "AllocCPUS",
    "NNodes",
    "Partition",
    "ExitCode",
    "ReqCPUS",
];

/// True for the output of Slurm's sacct: a line with its column names, or lines with fields separated by bars.
fn is_sacct_output(data: &[(&[u8], u32)]) -> bool {
    let Some(&(first, _)) = data.first() else { return false };
    let cells = |line: &'_ [u8]| -> Vec<String> {
        let cells = line.split(|byte| b"|,".contains(byte) || byte.is_ascii_whitespace());
        let cells = cells.map(|cell| cell.strip_prefix(b"\"").unwrap_or(cell));
        cells
            .map(|cell| String::from_utf8_lossy(cell.strip_suffix(b"\"").unwrap_or(cell)).into_owned())
            .collect()
    };
    let names = cells(first);
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    let known = names.iter().filter(|name| SACCT_COLUMNS.iter().any(|column| is(name, column))).count();
    if names.iter().any(|name| is(name, "JobID") || is(name, "JobIDRaw")) && known > 0 || known > 3 {
        return true;
    }
    let states = ["COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "OUT_OF_MEMORY", "NODE_FAIL", "PREEMPTED"];
    let told = |line: &[u8]| cells(line).iter().any(|cell| states.contains(&cell.as_str()));
    data.iter().all(|&(line, _)| line.contains(&b'|')) && data.iter().any(|&(line, _)| told(line))
        || sacct::looks_like_sacct(&data.iter().map(|(line, _)| *line).collect::<Vec<_>>())
}

/// True if nearly all lines are those of an SWF log with this sign between their fields.
fn is_separated_swf(data: &[(&[u8], u32)], sign: u8) -> bool {
    let is_job = |line: &[u8]| {
        let cells: Vec<&[u8]> = line.split(|&byte| byte == sign).map(<[u8]>::trim_ascii).collect();
        let numbers = cells.iter().filter(|cell| !cell.is_empty() && is_numeric(cell)).count();
        (swf::FIELDS..=swf::FIELDS + 3).contains(&cells.len()) && numbers * 3 >= cells.len() * 2
    };
    // The first line may name the columns.
    let jobs = data.iter().filter(|(line, _)| is_job(line)).count();
    jobs > 0 && jobs * 10 >= (data.len() - 1) * 9
}

/// A table of numbers that is not a log, with the reason.
fn classify_table(columns: usize, comments: &str, data: &[(&[u8], u32)]) -> (String, &'static str) {
    let wrong = data.iter().find_map(|&(line, number)| Some((swf::first_wrong_field(line)?, number)));
    if let Some(((wrong, hint), number)) = wrong {
        let what =
            format!("a log in SWF, whose {} it has, but in line {number} {wrong}", swf::column_count_text());
        return (what, hint);
    }
    let like = match columns {
        2 => " (a profile of SimGrid has 2)",
        4 => " (a custom trace of GridSim has 4)",
        _ => "",
    };
    let columns = super::finding_list::count_text(columns as u32, "column", "columns");
    let hint = "If it is your log, convert it to the 18 columns of SWF.";
    (format!("a table of {columns}{comments}{like}, where a log in SWF has 18"), hint)
}

/// The fields between blanks.
fn split_fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty())
}

/// True if this begins like a number.
fn is_numeric(field: &[u8]) -> bool {
    field[0].is_ascii_digit() || b"+-.".contains(&field[0]) && field.get(1).is_some_and(u8::is_ascii_digit)
}
