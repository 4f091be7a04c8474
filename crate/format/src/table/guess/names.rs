//! Names of columns: their meanings and units.

use super::super::cells::Unit;
use super::super::mapping::Meaning;

/// Names of columns by meaning, in order of preference: letters and digits only, in lower case.
const NAMES: &[(Meaning, &[&str])] = &[
    (
        Meaning::Submit,
        &[
            "submit",
            "submitted",
            "submission",
            "subtime",
            "queuedat",
            "arrival",
            "arrived",
            "create",
            "created",
            "creation",
            "release",
            "qtime",
            "dt",
            "enqueued",
            "queued",
        ],
    ),
    (
        Meaning::Start,
        &["start", "started", "scheduled", "begin", "dispatch", "starting", "launch", "dispatched"],
    ),
    (
        Meaning::End,
        &[
            "end",
            "ended",
            "finish",
            "finished",
            "completion",
            "completed",
            "complete",
            "stop",
            "deletion",
            "finishing",
        ],
    ),
    (Meaning::Wait, &["wait", "waiting", "queuewait", "waited", "pend", "pending", "queue time", "queuing"]),
    (
        Meaning::Run,
        &[
            "run",
            "runtime",
            "realduration",
            "duration",
            "walltime",
            "wallclocktime",
            "wallclock",
            "wall",
            "elapsed",
            "execution",
            "exec",
            "usedwalltime",
            "walltimeused",
            "actualruntime",
            "actualrun",
            "runseconds",
        ],
    ),
    (
        Meaning::Limit,
        &[
            "limit",
            "timelimit",
            "walllimit",
            "wclimit",
            "walltimelimit",
            "requestedtime",
            "requestedwalltime",
            "reqtime",
            "reqwalltime",
            "walltimereq",
            "walltimerequested",
            "timerequested",
            "estimate",
            "userestimate",
            "timereq",
            "requestedruntime",
            "maxruntime",
        ],
    ),
    (
        Meaning::Processors,
        &[
            "processors",
            "procs",
            "proc",
            "cores",
            "numcores",
            "ncores",
            "corecount",
            "cpus",
            "ncpus",
            "numcpus",
            "cpu",
            "alloccpus",
            "alloccores",
            "usedcores",
            "proccount",
            "proccnt",
            "numprocessors",
            "nproc",
            "nprocs",
            "ntasks",
            "numtasks",
            "tasks",
            "slots",
            "plancpu",
            "cpumilli",
            "numgpu",
            "numgpus",
            "gpus",
            "ngpus",
            "gpu",
            "cpucount",
            "vcpus",
            "numslots",
            "requestednumberofresources",
            "requestednumberofprocessors",
            "size",
        ],
    ),
    (
        Meaning::RequestedProcessors,
        &["reqcpus", "requestedprocessors", "requestedcores", "reqcores", "requestedcpus", "reqprocs"],
    ),
    (
        Meaning::Nodes,
        &["nodes", "nnodes", "numnodes", "nodecount", "nodecnt", "numhosts", "hosts", "nhosts", "allocnodes"],
    ),
    (
        Meaning::ProcessorsPerNode,
        &[
            "ppn",
            "ntaskspernode",
            "taskspernode",
            "corespernode",
            "cpuspernode",
            "processorspernode",
            "procspernode",
        ],
    ),
    (Meaning::NodeTime, &["node"]),
    (Meaning::ProcessorTime, &["core", "corescharged", "corecharged", "processor"]),
    (Meaning::User, &["user", "userid", "username", "uid", "owner"]),
    (Meaning::Group, &["account", "group", "groupid", "project", "gid", "vc", "accountname"]),
    (Meaning::Queue, &["partition", "queue", "queuename", "partitionname"]),
    (Meaning::Application, &["jobname", "name", "application", "app", "modelname", "executable"]),
    (Meaning::Status, &["state", "status", "jobstate", "jobstatus", "exitstatus", "exitcode", "outcome"]),
    (Meaning::Copies, &["instances", "instancenum", "instancesnum", "numinstances", "copies"]),
    (
        Meaning::Id,
        &["jobid", "singlejobid", "jobnumber", "id", "job", "number", "jobno", "taskid", "jobidraw"],
    ),
];

/// Endings of names, with the unit; an empty unit only removes the ending.
const ENDINGS: &[(&str, Unit)] = &[
    ("milliseconds", Unit::Milliseconds),
    ("millis", Unit::Milliseconds),
    ("ms", Unit::Milliseconds),
    ("microseconds", Unit::Microseconds),
    ("us", Unit::Microseconds),
    ("minutes", Unit::Minutes),
    ("mins", Unit::Minutes),
    ("min", Unit::Minutes),
    ("hours", Unit::Hours),
    ("hrs", Unit::Hours),
    ("h", Unit::Hours),
    ("days", Unit::Days),
    ("seconds", Unit::AsWritten),
    ("secs", Unit::AsWritten),
    ("sec", Unit::AsWritten),
    ("s", Unit::AsWritten),
];

/// The parts of a name split at signs and changes of case, in lower case.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![];
    let mut before = ' ';
    for sign in name.chars() {
        if sign.is_alphanumeric() {
            let begins = !before.is_alphanumeric() || sign.is_uppercase() && before.is_lowercase();
            if begins || parts.is_empty() {
                parts.push(String::new());
            }
            if let Some(part) = parts.last_mut() {
                part.extend(sign.to_lowercase());
            }
        }
        before = sign;
    }
    parts
}

/// The name of a column without its unit and words without meaning, the unit, and whether it is in Unix seconds.
fn stem_of(name: &str) -> (String, Unit, bool) {
    let mut parts = parts_of(name);
    let mut unit = Unit::AsWritten;
    let mut exact = false;
    while parts.len() > 1 {
        let last = parts[parts.len() - 1].as_str();
        if let Some((_, ending)) = ENDINGS.iter().find(|(ending, _)| *ending == last) {
            unit = *ending;
        } else if matches!(last, "ts" | "unix" | "epoch" | "timestamp") {
            exact = true;
        } else if last != "x" {
            break;
        }
        parts.pop();
    }
    if parts.len() > 1 && matches!(parts[0].as_str(), "sim") {
        parts.remove(0);
    }
    (parts.concat(), unit, exact)
}

/// The meanings of a name, each with its rank of preference.
pub(super) fn meanings_of(name: &str) -> Vec<(Meaning, usize, Unit, bool)> {
    let (stem, unit, exact) = stem_of(name);
    let cut = ["datetime", "time", "date", "timestamp", "stamp", "at"]
        .into_iter()
        .find_map(|end| stem.strip_suffix(end).filter(|rest| !rest.is_empty()))
        .unwrap_or(&stem);
    let of = |(meaning, names): &(Meaning, &[&str])| {
        let whole = names.iter().position(|known| *known == stem);
        let timed = meaning.is_point() || meaning.is_length();
        let place = whole.or_else(|| names.iter().position(|known| timed && *known == cut))?;
        // Node times and node counts differ by their unit.
        let total = matches!(meaning, Meaning::NodeTime | Meaning::ProcessorTime);
        (total == (unit == Unit::Hours && total)).then_some((*meaning, place, unit, exact))
    };
    let mut found: Vec<(Meaning, usize, Unit, bool)> = NAMES.iter().filter_map(of).collect();
    if found.iter().any(|(meaning, ..)| matches!(meaning, Meaning::NodeTime | Meaning::ProcessorTime)) {
        found.retain(|(meaning, ..)| matches!(meaning, Meaning::NodeTime | Meaning::ProcessorTime));
    }
    found
}
