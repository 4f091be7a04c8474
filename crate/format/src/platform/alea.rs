//! Lists of machines of Alea (`.swf.machines`).

use super::draft::{HostGroup, PlatformDraft};
use super::{PlatformFormat, PlatformReader};
use crate::number::parse_number;
use crate::{FileField, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, limits};

/// The format.
pub(super) const FORMAT: PlatformFormat = PlatformFormat::new(
    Entry::new("alea-machines", "Machines of Alea")
        .summary("List of machines that accompanies a log of Alea or AleaNG: a cluster in each line.")
        .source("Klusacek, Soysal, Suter, Alea - complex job scheduling simulator, PPAM 2019"),
    &FIELD_DOCS,
);

/// Recognition and reading of such files.
pub(super) const READER: PlatformReader = PlatformReader {
    what: "a list of machines of Alea (.swf.machines)",
    files: "lists of machines of Alea (.swf.machines)",
    recognises: is_machine_list,
    read: read_machines,
};

const FIELD_DOCS: [FileField; 6] = fields([
    ("1 id", "Number of the cluster; not used."),
    ("2 name", "Name of the cluster."),
    ("3 nodes, 4 CPUs", "Number of hosts, and processors of each."),
    ("5 speed", "Speed of a processor."),
    ("6 RAM", "Not used."),
    ("7, 8", "Performance score or properties, and GPUs; not used."),
]);

/// Number of examined lines.
const MAX_EXAMINED_LINES: usize = 50;

fn cells(line: &[u8]) -> Vec<&[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty()).take(20).collect()
}

fn is_comment(line: &[u8]) -> bool {
    line.starts_with(b";") || line.starts_with(b"#")
}

fn is_machine_list(head: &[u8]) -> bool {
    let machine = |line: &[u8]| {
        let cells = cells(line);
        let is = |at: usize| cells.get(at).is_some_and(|cell| parse_number(cell).is_some());
        (6..=9).contains(&cells.len()) && is(0) && !is(1) && [2, 3, 4, 5].into_iter().all(is)
    };
    let mut lines =
        unpack::complete_lines(head).filter(|line| !is_comment(line)).take(MAX_EXAMINED_LINES).peekable();
    lines.peek().is_some() && lines.all(machine)
}

fn read_machines(bytes: &[u8]) -> Result<PlatformDraft, Vec<Diagnostic>> {
    let mut draft = PlatformDraft { unit: "(relative)", ..PlatformDraft::default() };
    let mut more = false;
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1_u32..) {
        let line = line.trim_ascii();
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let cells = cells(line);
        let value = |at: usize, from: f64| {
            let value = cells.get(at).and_then(|cell| parse_number(cell));
            value.filter(|value| (from..=limits::NODES as f64).contains(value))
        };
        let (Some(hosts), Some(cpus), Some(speed)) = (value(2, 1.0), value(3, 1.0), value(4, 1e-9)) else {
            let message = "a machine needs a name, a number of nodes and of CPUs, and a speed above 0";
            return Err(vec![Diagnostic::error(message).line(number)]);
        };
        more |= cells.len() > 6;
        draft.groups.push(HostGroup {
            name: String::from_utf8_lossy(cells[1]).into_owned(),
            hosts: hosts as u64,
            cores: (hosts.trunc() * cpus.trunc()) as u64,
            speed,
        });
        if draft.groups.len() > limits::CLUSTERS {
            break;
        }
    }
    draft
        .diagnostics
        .push(Diagnostic::note("the memory of machines is not read: nodes of a cluster are identical"));
    if more {
        let message = "performance scores, properties and GPUs of machines are not read";
        draft.diagnostics.push(Diagnostic::note(message));
    }
    Ok(draft)
}
