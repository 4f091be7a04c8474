//! Tables of machines with a header line, among them the old topologies of `OpenDC`.

use super::draft::{HostGroup, PlatformDraft};
use super::{PlatformFormat, PlatformReader};
use crate::number::parse_number;
use crate::{FileField, fields};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, limits};

/// The format of tables of machines.
pub(super) const FORMAT: PlatformFormat = PlatformFormat::new(
    Entry::new("machine-table", "Table of machines")
        .summary("Table of machines with a header line, separated by commas, semicolons or tabs: a cluster in each line.")
        .source("Ganttlet"),
    &FIELD_DOCS,
);

/// Recognition and reading of tables of machines.
pub(super) const READER: PlatformReader = PlatformReader {
    what: "a table of machines",
    files: "tables of machines (CSV with the columns name, nodes, cores, speed)",
    recognises: |head| {
        columns_of(head).is_some_and(|columns| columns.nodes.is_some() && columns.is_machine_table())
    },
    read: |bytes| read_table(bytes, ""),
};

/// The old table of `OpenDC`.
pub(super) mod opendc {
    use super::{Entry, OPENDC_DOCS, PlatformFormat, PlatformReader, columns_of, first_line, read_table};

    /// The format.
    pub(in super::super) const FORMAT: PlatformFormat = PlatformFormat::new(
        Entry::new("opendc-table", "OpenDC topology (table)")
            .summary("Old topology of OpenDC: a cluster in each line, with its hosts, cores per host and speed in GHz.")
            .source("OpenDC, opendc-experiments"),
        &OPENDC_DOCS,
    );

    /// Recognition and reading of such files.
    pub(in super::super) const READER: PlatformReader = PlatformReader {
        what: "an old topology of OpenDC (table)",
        files: "old topologies of OpenDC",
        recognises: |head| first_line(head).starts_with(b"ClusterID;") && columns_of(head).is_some(),
        read: |bytes| read_table(bytes, "GHz"),
    };
}

const FIELD_DOCS: [FileField; 4] = fields([
    ("name, cluster", "Name of the cluster."),
    ("nodes, hosts, machines, count", "Number of hosts; 1 if the column is missing."),
    ("cores, cpus, cores per node", "Cores per host; 1 if the column is missing."),
    ("speed, clock, GHz", "Speed of a core; 1 is the reference, and the default if the column is missing."),
]);

const OPENDC_DOCS: [FileField; 4] = fields([
    ("ClusterName", "Name of the cluster."),
    ("numberOfHosts, coreCountPerHost", "Number of hosts, and cores of each."),
    ("Speed", "Speed of a core, GHz."),
    ("ClusterID, Cores, Memory, memoryCapacityPerHost", "Not used; a wrong sum of Cores is a warning."),
]);

/// The indices of the used columns.
#[derive(Default)]
struct Columns {
    separator: u8,
    count: usize,
    name: Option<usize>,
    nodes: Option<usize>,
    cores: Option<usize>,
    speed: Option<usize>,
    /// Column of the number of cores of all hosts.
    sum: Option<usize>,
    /// The names of the unused columns.
    others: Vec<String>,
}

impl Columns {
    /// True if no name in the header is a column of jobs.
    fn is_machine_table(&self) -> bool {
        self.name.is_some() && self.count <= 12
    }
}

fn first_line(head: &[u8]) -> &[u8] {
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default()
}

/// The columns of a header line; `None` if it is not a header.
fn columns_of(head: &[u8]) -> Option<Columns> {
    let line = first_line(head);
    let separator = *[b',', b';', b'\t'].iter().find(|&sign| line.contains(sign))?;
    let mut columns = Columns { separator, ..Columns::default() };
    for (cell, at) in line.split(|&byte| byte == separator).zip(0..) {
        columns.count += 1;
        let name = String::from_utf8_lossy(unquoted(cell)).into_owned();
        let word: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        let place = match word.as_str() {
            "name" | "cluster" | "clustername" => &mut columns.name,
            "nodes" | "hosts" | "count" | "numberofhosts" | "numberofnodes" | "machines" | "nodecount"
            | "hostcount" => &mut columns.nodes,
            "corespernode" | "corecountperhost" | "cpus" | "coresperhost" | "cpuspernode" | "cpusperhost"
            | "corespermachine" | "processorspernode" => &mut columns.cores,
            "cores" => &mut columns.sum,
            "speed" | "clock" | "ghz" | "speedghz" | "clockghz" | "mhz" | "speedmhz" | "clockmhz" => {
                &mut columns.speed
            }
            // Columns of jobs and tasks.
            "submit" | "submittime" | "runtime" | "duration" | "start" | "end" | "job" | "task" => {
                return None;
            }
            _ => {
                columns.others.push(name);
                continue;
            }
        };
        place.get_or_insert(at);
    }
    if columns.cores.is_none() {
        columns.cores = columns.sum.take();
    }
    Some(columns).filter(|columns| columns.nodes.is_some() || columns.cores.is_some())
}

fn unquoted(cell: &[u8]) -> &[u8] {
    let cell = cell.trim_ascii();
    cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell)
}

fn read_table(bytes: &[u8], unit: &'static str) -> Result<PlatformDraft, Vec<Diagnostic>> {
    let Some(columns) = columns_of(bytes) else {
        return Err(vec![Diagnostic::error("the table has no header line with the columns of machines")]);
    };
    let mut draft = PlatformDraft { unit, ..PlatformDraft::default() };
    if unit.is_empty() && !columns.others.is_empty() {
        let names = columns
            .others
            .iter()
            .take(12)
            .map(|name| super::quote_bytes(name.as_bytes()))
            .collect::<Vec<_>>();
        let message = format!("columns that are not read: {}", names.join(", "));
        draft.diagnostics.push(Diagnostic::note(message));
    }
    let mut header = true;
    for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1_u32..) {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        if std::mem::take(&mut header) {
            continue;
        }
        let cells: Vec<&[u8]> =
            line.split(|&byte| byte == columns.separator).take(100).map(unquoted).collect();
        let value = |place: Option<usize>, what: &str, (from, to): (f64, f64)| {
            let Some(place) = place else { return Ok(1.0) };
            let cell = cells.get(place).copied().unwrap_or_default();
            let point = String::from_utf8_lossy(cell).replace(',', ".");
            let value = parse_number(point.as_bytes()).filter(|value| (from..=to).contains(value));
            value.ok_or_else(|| {
                let cell = super::quote_bytes(cell);
                vec![
                    Diagnostic::error(format!("the {what} `{cell}` is not a number from {from} to {to}"))
                        .line(number),
                ]
            })
        };
        let most = limits::NODES as f64;
        let hosts = value(columns.nodes, "number of nodes", (1.0, most))?.trunc();
        let cores = value(columns.cores, "number of cores", (1.0, most))?.trunc();
        let speed = value(columns.speed, "speed", (1e-9, 1e15))?;
        if let Some(sum) = columns.sum {
            let sum = value(Some(sum), "number of cores", (0.0, most * most))?;
            if (sum - hosts * cores).abs() > 0.5 {
                let message = format!(
                    "the cluster has {sum} cores by one column and {hosts} times {cores} by two others: the latter are used"
                );
                draft.diagnostics.push(Diagnostic::warning(message).line(number));
            }
        }
        let name = columns.name.and_then(|place| cells.get(place)).copied().unwrap_or_default();
        draft.groups.push(HostGroup {
            name: String::from_utf8_lossy(name).into_owned(),
            hosts: hosts as u64,
            cores: (hosts * cores) as u64,
            speed,
        });
        if draft.groups.len() > limits::CLUSTERS || draft.diagnostics.len() > 20 {
            break;
        }
    }
    Ok(draft)
}
