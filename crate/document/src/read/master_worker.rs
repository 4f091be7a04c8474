//! Master-worker applications, the machines they run on, and absences of these.

use super::fields::{
    each, filled, id, integer_or, number, number_or, one_of, or_null, pair, text_or_nothing,
};
use super::limits;
use super::walk::{At, Walker, join};
use crate::model::{AbsencePart, ApplicationPart, BatchesPart, MachinePart, NeedsPart};
use ganttlet_engine::diagnostic::Diagnostic;
use std::collections::BTreeMap;

const SECONDS: (f64, f64) = (0.0, limits::SECONDS);
const FEATURE: (f64, f64) = (0.0, limits::FEATURE);

/// The machines of a cluster.
pub(super) fn machines(walker: &mut Walker, at: &At<'_>) -> Option<Vec<MachinePart>> {
    filled(walker, at, limits::MACHINES, "machines")?;
    let machines = each(walker, at, (limits::MACHINES, "machines"), machine)?;
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (machine, i) in machines.iter().zip(0..).filter(|(machine, _)| !machine.name.is_empty()) {
        let first = *names.entry(&machine.name).or_insert(i);
        if first < i {
            walker.tell_if_room(false, || {
                let message =
                    format!("found {:?}, which is also the name of machine {}", machine.name, first + 1);
                Diagnostic::warning(message)
                    .place(format!("{}/{i}/name", at.place))
                    .hint("Give each machine a name of its own, to tell them apart.")
            });
        }
    }
    Some(machines)
}

const MACHINE: &[&str] =
    &["name", "speed", "kflops", "mips", "memory_mb", "load", "platform", "owner", "groups", "hours", "cost"];

fn machine(walker: &mut Walker, at: &At<'_>) -> Option<MachinePart> {
    walker.object(at, MACHINE)?;
    let usual = MachinePart::default();
    let speed = number_or(walker, at, "speed", limits::SPEED, usual.speed);
    let mut feature = |key, usual| number_or(walker, at, key, FEATURE, usual);
    let (kflops, mips) = (feature("kflops", usual.kflops), feature("mips", usual.mips));
    let (memory_mb, load) = (feature("memory_mb", usual.memory_mb), feature("load", usual.load));
    let cost = feature("cost", usual.cost);
    let mut text = |key| text_or_nothing(walker, at, key);
    let (name, platform, owner) = (text("name"), text("platform"), text("owner"));
    let groups = at.get("groups").map_or(Some(Vec::new()), |at| {
        each(walker, &at, (limits::GROUPS, "groups"), |walker, at| walker.text(at).map(str::to_owned))
    });
    let hours = at.get("hours").map_or(Some(usual.hours), |at| {
        let [from, to] = pair(walker, &at)?;
        let (from, to) = (walker.number(&from, 0.0, 24.0), walker.number(&to, 0.0, 24.0));
        Some((from?, to?))
    });
    Some(MachinePart {
        name: name?,
        speed: speed?,
        kflops: kflops?,
        mips: mips?,
        memory_mb: memory_mb?,
        load: load?,
        platform: platform?,
        owner: owner?,
        groups: groups?,
        hours: hours?,
        cost: cost?,
    })
}

pub(super) fn applications(walker: &mut Walker, at: &At<'_>) -> Option<Vec<ApplicationPart>> {
    each(walker, at, (limits::INLINE, "applications"), application)
}

const APPLICATION: &[&str] = &[
    "name",
    "user",
    "number",
    "home",
    "submit_s",
    "tasks_s",
    "iterations",
    "batches_s",
    "expected_s",
    "keys",
    "sequential_s",
    "priority",
    "needs",
];

fn application(walker: &mut Walker, at: &At<'_>) -> Option<ApplicationPart> {
    walker.object(at, APPLICATION)?;
    let name = text_or_nothing(walker, at, "name");
    let mut known = |key| or_null(walker, at.get(key), id);
    let (user, number, home) = (known("user"), known("number"), known("home"));
    let submit_s = number_or(walker, at, "submit_s", SECONDS, 0.0);
    let batches = batches(walker, at);
    let tasks = batches.as_ref().map(BatchesPart::tasks);
    let expected_s = column(walker, at, "expected_s", SECONDS, tasks);
    let keys = column(walker, at, "keys", (-limits::FEATURE, limits::FEATURE), tasks);
    let sequential_s = number_or(walker, at, "sequential_s", SECONDS, 0.0);
    let priority = integer_or(walker, at, "priority", (-limits::PRIORITY, limits::PRIORITY), 0);
    let needs = at.get("needs").map_or(Some(NeedsPart::default()), |at| needs(walker, &at));
    Some(ApplicationPart {
        name: name?,
        user: user?,
        number: number?,
        submit_s: submit_s?,
        home: home?,
        batches: batches?,
        expected_s: expected_s?,
        keys: keys?,
        sequential_s: sequential_s?,
        priority: priority? as i32,
        needs: needs?,
    })
}

/// What an application has to do: batches that are all alike, or each of its own.
fn batches(walker: &mut Walker, at: &At<'_>) -> Option<BatchesPart> {
    let key = one_of(walker, at, &["tasks_s", "batches_s"])?;
    let source = at.get(key)?;
    if key == "tasks_s" {
        let tasks_s = numbers(walker, &source, SECONDS);
        let iterations = integer_or(walker, at, "iterations", (1, limits::INLINE as i64), 1);
        return Some(BatchesPart::Same { tasks_s: tasks_s?, iterations: iterations? as u32 });
    }
    if let Some(at) = at.get("iterations") {
        let message = "found \"iterations\" beside \"batches_s\"";
        walker.error(&at.place, message, "Leave it out: each batch is written by itself.");
    }
    filled(walker, &source, limits::INLINE, "batches")?;
    let batches = each(walker, &source, (limits::INLINE, "batches"), batch)?;
    let tasks = batches[0].len();
    for (batch, i) in batches.iter().zip(0..).filter(|(batch, _)| batch.len() != tasks) {
        walker.tell_if_room(true, || {
            let message = format!("found {} tasks, the first batch has {tasks}", batch.len());
            let hint = "Write null for a task that does not come in a batch.";
            Diagnostic::error(message).place(format!("{}/{i}", source.place)).hint(hint)
        });
    }
    Some(BatchesPart::Each(batches))
}

/// The run times of a batch, null for tasks that do not come in it.
fn batch(walker: &mut Walker, at: &At<'_>) -> Option<Vec<Option<f64>>> {
    let batch = each(walker, at, (limits::INLINE, "tasks"), |walker, at| {
        or_null(walker, Some(at.clone()), |walker, at| walker.number(at, 0.0, limits::SECONDS))
    })?;
    if batch.iter().flatten().next().is_none() {
        walker.error(&at.place, "found no task, needed is at least one", "Leave the batch out.");
        return None;
    }
    Some(batch)
}

/// Numbers, at least one.
fn numbers(walker: &mut Walker, at: &At<'_>, (min, max): (f64, f64)) -> Option<Vec<f64>> {
    filled(walker, at, limits::INLINE, "tasks")?;
    each(walker, at, (limits::INLINE, "tasks"), |walker, at| walker.number(at, min, max))
}

/// A number for each of the `tasks`; empty if it is not there.
fn column(
    walker: &mut Walker,
    at: &At<'_>,
    key: &str,
    range: (f64, f64),
    tasks: Option<usize>,
) -> Option<Vec<f64>> {
    let Some(at) = at.get(key) else { return Some(Vec::new()) };
    let column = numbers(walker, &at, range)?;
    if let Some(tasks) = tasks.filter(|&tasks| tasks != column.len()) {
        let message = format!("found {} values, needed are {tasks}: one for each task", column.len());
        walker.error(&at.place, message, "");
    }
    Some(column)
}

fn needs(walker: &mut Walker, at: &At<'_>) -> Option<NeedsPart> {
    walker.object(at, &["kflops", "mips", "memory_mb", "load", "platform", "group"])?;
    let mut range = |key| at.get(key).map_or(Some((None, None)), |at| range(walker, &at));
    let (kflops, mips) = (range("kflops"), range("mips"));
    let memory_mb = number_or(walker, at, "memory_mb", FEATURE, 0.0);
    let load = or_null(walker, at.get("load"), bound);
    let mut text = |key| text_or_nothing(walker, at, key);
    let (platform, group) = (text("platform"), text("group"));
    Some(NeedsPart {
        kflops: kflops?,
        mips: mips?,
        memory_mb: memory_mb?,
        load: load?,
        platform: platform?,
        group: group?,
    })
}

/// From and to; null where there is no bound.
fn range(walker: &mut Walker, at: &At<'_>) -> Option<(Option<f64>, Option<f64>)> {
    let [least, most] = pair(walker, at)?;
    let (least, most) = (or_null(walker, Some(least), bound), or_null(walker, Some(most), bound));
    let (least, most) = (least?, most?);
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        let message = format!("found {} to {}", super::plain(least), super::plain(most));
        walker.error(&at.place, message, "Write the smaller number first.");
    }
    Some((least, most))
}

fn bound(walker: &mut Walker, at: &At<'_>) -> Option<f64> {
    walker.number(at, FEATURE.0, FEATURE.1)
}

pub(super) fn absences(walker: &mut Walker, at: &At<'_>) -> Option<Vec<AbsencePart>> {
    each(walker, at, (limits::INLINE, "absences"), absence)
}

fn absence(walker: &mut Walker, at: &At<'_>) -> Option<AbsencePart> {
    walker.object(at, &["machine", "from_s", "to_s", "gone"])?;
    let machine = walker.need(at, "machine", "Add \"machine\": 0, which is the first one.");
    let machine = machine.and_then(|at| walker.integer(&at, 0, limits::ID));
    let from_s = number(walker, at, "from_s", limits::SECONDS, "3600");
    let to_s = number(walker, at, "to_s", limits::SECONDS, "7200");
    let gone = at.get("gone").map_or(Some(false), |at| walker.flag(&at));
    let (from_s, to_s) = (from_s?, to_s?);
    if to_s <= from_s {
        let (from, to) = (super::plain(from_s), super::plain(to_s));
        let message = format!("found {to}, but the absence begins at {from}");
        walker.error(&join(&at.place, "to_s"), message, "Make it later than from_s.");
    }
    Some(AbsencePart { machine: machine? as u32, from_s, to_s, gone: gone? })
}
