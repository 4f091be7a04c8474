//! Jobs and workflows that are written in the scenario itself.

use super::fields::all;
use super::limits;
use super::walk::{At, Walker, found, meant, plain};
use crate::model::{JobColumns, TaskPart, WorkflowPart};
use ganttlet_engine::diagnostic::Diagnostic;
use serde_json::Value;
use std::collections::BTreeMap;

/// How many wrong values of one column are told one by one.
const TOLD: usize = 3;

pub(super) fn jobs(walker: &mut Walker, at: &At<'_>) -> Option<JobColumns> {
    walker.object(at, &["submit_s", "run_s", "nodes", "estimate_s", "user", "home", "number"])?;
    let needed = |key| format!("Add \"{key}\": [..], one number a job.");
    for key in ["submit_s", "run_s", "nodes"] {
        walker.need(at, key, &needed(key));
    }
    let seconds = |value: &Value| value.as_f64().filter(|x| (0.0..=limits::SECONDS).contains(x)).ok_or(Wrong);
    let whole = |min, max| {
        move |value: &Value| {
            super::walk::whole(value).filter(|x| (min..=max).contains(x)).map(|x| x as u32).ok_or(Wrong)
        }
    };
    let id = whole(0, limits::ID);
    let seconds_text = format!("numbers from 0 to {}", plain(limits::SECONDS));
    let id_text = format!("whole numbers from 0 to {}", limits::ID);
    let null_too = |text: &str| format!("{text} and null");
    let submit_s = column(walker, at, "submit_s", &seconds_text, seconds);
    let run_s = column(walker, at, "run_s", &seconds_text, seconds);
    let nodes_text = format!("whole numbers from 1 to {}", limits::NODES);
    let nodes = column(walker, at, "nodes", &nodes_text, whole(1, limits::NODES));
    let estimate_s = column(walker, at, "estimate_s", &null_too(&seconds_text), |v| or_null(v, seconds));
    let user = column(walker, at, "user", &null_too(&id_text), |v| or_null(v, id));
    let home = column(walker, at, "home", &null_too(&id_text), |v| or_null(v, id));
    let number = column(walker, at, "number", &id_text, id);
    let jobs = JobColumns {
        submit_s: submit_s?,
        run_s: run_s?,
        nodes: nodes?,
        estimate_s: estimate_s?,
        user: user?,
        home: home?,
        number: number?,
    };
    let count = jobs.submit_s.len();
    let lengths = [
        ("run_s", jobs.run_s.len()),
        ("nodes", jobs.nodes.len()),
        ("estimate_s", jobs.estimate_s.len()),
        ("user", jobs.user.len()),
        ("home", jobs.home.len()),
        ("number", jobs.number.len()),
    ];
    for (key, length) in lengths {
        // A column that is not said is empty.
        if length != count && at.get(key).is_some() {
            let message = format!("found {length} values, needed are {count}: as many as in submit_s");
            walker.error(&super::join(&at.place, key), message, "");
        }
    }
    Some(jobs)
}

/// A value that is not allowed in its column.
struct Wrong;

fn or_null<T>(value: &Value, parse: impl Fn(&Value) -> Result<T, Wrong>) -> Result<Option<T>, Wrong> {
    if value.is_null() { Ok(None) } else { parse(value).map(Some) }
}

/// The values of a column; empty if it is not there.
fn column<T>(
    walker: &mut Walker,
    at: &At<'_>,
    key: &str,
    allowed: &str,
    parse: impl Fn(&Value) -> Result<T, Wrong>,
) -> Option<Vec<T>> {
    let Some(at) = at.get(key) else { return Some(Vec::new()) };
    let list = walker.list(&at, limits::INLINE, "jobs")?;
    let values: Vec<T> = list.iter().filter_map(|value| parse(value).ok()).collect();
    let wrong = list.len() - values.len();
    if wrong == 0 {
        return Some(values);
    }
    let bad = list.iter().enumerate().filter(|(_, value)| parse(value).is_err());
    for (i, value) in bad.take(TOLD) {
        let message = format!("found {}, allowed are {allowed}", found(value));
        walker.error(&format!("{}/{i}", at.place), message, "");
    }
    if wrong > TOLD {
        walker.error(&at.place, format!("{} more values like these are not allowed", wrong - TOLD), "");
    }
    None
}

pub(super) fn workflow(walker: &mut Walker, at: &At<'_>) -> Option<WorkflowPart> {
    walker.object(at, &["name", "submit_s", "tasks", "files"])?;
    let name = at.get("name").map_or(Some("Workflow"), |at| walker.text(&at));
    let submit_s = at.get("submit_s").map_or(Some(0.0), |at| walker.number(&at, 0.0, limits::SECONDS));
    let files = at.get("files").map_or(Some(Vec::new()), |at| files(walker, &at));
    let tasks = walker
        .need(at, "tasks", "Add \"tasks\": [{\"id\": \"a\", \"run_s\": 10}].")
        .and_then(|at| tasks(walker, &at, files.as_deref().unwrap_or(&[])));
    Some(WorkflowPart { name: name?.to_owned(), submit_s: submit_s?, tasks: tasks?, files: files? })
}

fn files(walker: &mut Walker, at: &At<'_>) -> Option<Vec<(String, f64)>> {
    let Value::Object(map) = at.value else {
        let message = format!("found {}, allowed is an object of names and bytes", found(at.value));
        walker.error(&at.place, message, "Write {\"data.fits\": 1000000}.");
        return None;
    };
    let size = |(name, value): (&String, &Value)| {
        let bytes =
            walker.number(&At { value, place: super::join(&at.place, name) }, 0.0, limits::FILE_BYTES)?;
        Some((name.clone(), bytes))
    };
    all(map.iter().map(size))
}

fn tasks(walker: &mut Walker, at: &At<'_>, files: &[(String, f64)]) -> Option<Vec<TaskPart>> {
    let list = walker.list(at, limits::INLINE, "tasks")?;
    if list.is_empty() {
        walker.error(
            &at.place,
            "found no task, needed is at least one",
            "Add {\"id\": \"a\", \"run_s\": 10}.",
        );
        return None;
    }
    let mut tasks: Vec<TaskPart> = all(at.items().map(|item| task(walker, &item)))?;
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for (task, i) in tasks.iter().zip(0..) {
        if let Some(first) = ids.insert(&task.id, i) {
            let message = format!("found {:?}, which is also the id of task {}", task.id, first + 1);
            walker.error(&format!("{}/{i}/id", at.place), message, "Give each task an id of its own.");
        }
    }
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for ((name, _), i) in files.iter().zip(0..) {
        known.insert(name, i);
    }
    let files = known;
    for (task, i) in tasks.iter().zip(0..) {
        for (parent, k) in task.parents.iter().zip(0..) {
            let wrong = match ids.get(parent.as_str()) {
                Some(&own) if own == i => Some("a task cannot wait for itself".to_owned()),
                Some(_) => None,
                None => Some(format!("there is no task {parent:?}")),
            };
            if let Some(message) = wrong {
                walker.tell_if_room(true, || {
                    let others = ids.keys().copied().filter(|id| *id != task.id);
                    let place = format!("{}/{i}/parents/{k}", at.place);
                    Diagnostic::error(message).place(place).hint(meant(parent, others))
                });
            }
        }
        for (key, names) in [("inputs", &task.inputs), ("outputs", &task.outputs)] {
            for (name, k) in names.iter().zip(0..).filter(|(name, _)| !files.contains_key(name.as_str())) {
                walker.tell_if_room(true, || {
                    let hint = match meant(name, files.keys().copied()) {
                        hint if hint.is_empty() => "Add it to \"files\" with its bytes.".to_owned(),
                        hint => hint,
                    };
                    let message = format!("there is no file {name:?} in \"files\"");
                    Diagnostic::error(message).place(format!("{}/{i}/{key}/{k}", at.place)).hint(hint)
                });
            }
        }
    }
    for task in &mut tasks {
        for names in [&mut task.parents, &mut task.inputs, &mut task.outputs] {
            let mut seen = BTreeMap::new();
            let first: Vec<bool> = names.iter().map(|name| seen.insert(name.as_str(), 0).is_none()).collect();
            let mut first = first.into_iter();
            names.retain(|_| first.next() == Some(true));
        }
    }
    Some(tasks)
}

fn task(walker: &mut Walker, at: &At<'_>) -> Option<TaskPart> {
    walker.object(at, &["id", "program", "run_s", "nodes", "parents", "inputs", "outputs"])?;
    let id = walker.need(at, "id", "Add \"id\": \"a\".").and_then(|at| walker.text(&at));
    let program = at.get("program").map_or(Some(""), |at| walker.text(&at));
    let run = walker.need(at, "run_s", "Add \"run_s\": 10.");
    let run_s = run.and_then(|at| walker.number(&at, 0.0, limits::SECONDS));
    let nodes = at.get("nodes").map_or(Some(1), |at| walker.integer(&at, 1, limits::NODES));
    let mut names = |key| at.get(key).map_or(Some(Vec::new()), |at| names(walker, &at));
    let (parents, inputs, outputs) = (names("parents"), names("inputs"), names("outputs"));
    Some(TaskPart {
        id: id?.to_owned(),
        program: program?.to_owned(),
        run_s: run_s?,
        nodes: nodes? as u32,
        parents: parents?,
        inputs: inputs?,
        outputs: outputs?,
    })
}

/// A list of names.
fn names(walker: &mut Walker, at: &At<'_>) -> Option<Vec<String>> {
    walker.list(at, limits::INLINE, "names")?;
    all(at.items().map(|item| walker.text(&item).map(str::to_owned)))
}
