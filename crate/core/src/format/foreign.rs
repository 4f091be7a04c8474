//! What a file looks like that is none of ours: a person who picked the wrong file learns which one it is.

use super::unpack;
use crate::diagnostic::Diagnostic;

/// What is accepted, as the end of a sentence.
const ACCEPTED: &str = "Accepted are logs in the Standard Workload Format (SWF), Pegasus workflows (DAX), failure traces \
                        (event_trace.tab) and task times (CSV with the columns iteration, task, seconds), also gzipped.";

/// Beginnings that tell what a binary file is.
const MAGIC: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "a gzip file inside a gzip file", "Unpack it once."),
    (b"PK\x03\x04", "a zip archive", "Unpack it and take the log inside; gzip (.gz) is read as it is."),
    (b"BZh", "a bzip2 file", "Unpack it; gzip (.gz) is read as it is."),
    (b"\xfd7zXZ\0", "an xz file", "Unpack it; gzip (.gz) is read as it is."),
    (b"\x28\xb5\x2f\xfd", "a zstd file", "Unpack it; gzip (.gz) is read as it is."),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it; gzip (.gz) is read as it is."),
    (b"PAR1", "a Parquet file, the form of the Workflow Trace Archive, which is not supported yet", ""),
    (b"%PDF", "a PDF document", ""),
    (b"\x89PNG", "a picture", ""),
    (b"\xff\xd8\xff", "a picture", ""),
    (b"\xff\xfe", "text in UTF-16", "Save it as UTF-8."),
    (b"\xfe\xff", "text in UTF-16", "Save it as UTF-8."),
];

/// One sentence on content that is of no known format; `head` is how it begins.
pub(super) fn describe(name: &str, head: &[u8]) -> Diagnostic {
    let (what, hint) = looks_like(name, head);
    let hint = if hint.is_empty() { ACCEPTED.to_owned() } else { format!("{hint} {ACCEPTED}") };
    if what.is_empty() {
        return Diagnostic::error("the file is empty").hint(hint);
    }
    Diagnostic::error(format!("the file looks like {what}")).hint(hint)
}

/// What it is, and what to do; nothing and nothing for an empty file.
fn looks_like(name: &str, head: &[u8]) -> (String, &'static str) {
    if let Some((_, what, hint)) = MAGIC.iter().find(|(magic, ..)| head.starts_with(magic)) {
        return ((*what).to_owned(), hint);
    }
    let text = head.trim_ascii();
    if text.is_empty() {
        return (String::new(), "");
    }
    if head.iter().filter(|&&b| b < 9).count() * 100 > head.len() {
        return ("binary data".to_owned(), "");
    }
    match text[0] {
        b'<' => xml(text),
        b'{' | b'[' => json(text),
        _ => lines(name, head),
    }
}

fn has(text: &[u8], part: &str) -> bool {
    text.windows(part.len()).any(|window| window == part.as_bytes())
}

fn xml(text: &[u8]) -> (String, &'static str) {
    let known = match root(text) {
        None => return ("XML whose first element is further down than 64 KiB".to_owned(), ""),
        Some(root) if root.eq_ignore_ascii_case("html") => {
            let hint =
                "The server sent a page instead of the file: download it by hand and open the file you get.";
            return ("a web page (HTML)".to_owned(), hint);
        }
        Some(root) => root,
    };
    match known.as_str() {
        "platform" => ("a SimGrid platform, which is not supported yet".to_owned(), ""),
        root => {
            (format!("XML with the root element <{}>, not <adag>", super::found::shown(root.as_bytes())), "")
        }
    }
}

/// The name of the first element, without its prefix; `html` for an HTML document type.
pub(super) fn root(text: &[u8]) -> Option<String> {
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

fn json(text: &[u8]) -> (String, &'static str) {
    let what = if has(text, "\"schemaVersion\"") || has(text, "\"wfcommons\"") {
        "JSON in the WfFormat of WfCommons, which is not supported yet"
    } else if has(text, "\"nb_res\"") || has(text, "\"subtime\"") {
        "a Batsim workload (JSON), which is not supported yet"
    } else if has(text, "\"platform\"") || has(text, "\"workload\"") || has(text, "\"system\"") {
        return ("a scenario (JSON), not a log".to_owned(), "Open it as a scenario.");
    } else {
        "JSON"
    };
    (what.to_owned(), "")
}

fn lines(name: &str, head: &[u8]) -> (String, &'static str) {
    let comment = |line: &&[u8]| line.starts_with(b"#") || line.starts_with(b";");
    let all = || unpack::lines(head).filter(|line| !line.is_empty());
    let first = all().find(|line| !comment(line)).unwrap_or_default();
    let word = first.split(|b| b" \t{".contains(b)).next().unwrap_or_default();
    if [&b"digraph"[..], b"graph", b"strict"].contains(&word) {
        return ("a graph for Graphviz (DOT), which is not supported yet".to_owned(), "");
    }
    if all().take(50).any(|line| line.starts_with(b"pegasus:")) {
        return ("a Pegasus 5 workflow (YAML), which is not supported yet".to_owned(), "");
    }
    if first.contains(&b',') {
        let columns = first.split(|&b| b == b',').count();
        let workflows = has(first, "WorkflowID");
        let kind = if workflows { " in the style of the Grid Workloads Format" } else { "" };
        return (format!("a table of {columns} columns with commas{kind}, which is not supported"), "");
    }
    let count = |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count();
    let columns = count(first);
    let comments = match (all().any(|l| l.starts_with(b"#")), all().any(|l| l.starts_with(b";"))) {
        (true, _) => " and comments after `#`",
        (_, true) => " and comments after `;`",
        _ => "",
    };
    let machines = name.strip_suffix(".gz").unwrap_or(name).ends_with(".machines");
    if machines || (columns == 6 || columns == 7) && comments.is_empty() && !numeric(first) {
        let hint = "Open the log it belongs to, and describe its machine as clusters.";
        return (
            "a list of machines that accompanies a log (Alea's .swf.machines), not a log".to_owned(),
            hint,
        );
    }
    if columns == 0 {
        return (format!("text without any lines of data{}", comments.replacen(" and", ", only", 1)), "");
    }
    if columns >= 29 {
        let what = format!(
            "a log in the Grid Workloads Format ({columns} columns{comments}), which is not supported yet"
        );
        return (what, "");
    }
    if !numeric(first) {
        return ("text that is not a log".to_owned(), "");
    }
    let second = all().filter(|line| !comment(line)).nth(1).unwrap_or_default();
    if columns <= 2 && count(second) > columns && numeric(second) {
        return (
            "a task graph of the Standard Task Graph Set (STG), which is not supported yet".to_owned(),
            "",
        );
    }
    let like = if columns == 4 { " (a custom trace of GridSim has 4)" } else { "" };
    let columns = super::found::counted(columns as u32, "column", "columns");
    let hint = "If it is a log of your own, bring it into the 18 columns of SWF.";
    (format!("a table of {columns}{comments}{like}; the columns of SWF are 18"), hint)
}

/// True if all columns of a line begin like numbers.
fn numeric(line: &[u8]) -> bool {
    line.split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty())
        .all(|field| field[0].is_ascii_digit() || b"+-.".contains(&field[0]))
}
