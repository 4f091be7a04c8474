//! Master-worker applications, machines and absences back into text.

use super::{Form, Object, number, numbers};
use crate::model::{AbsencePart, ApplicationPart, BatchesPart, MachinePart, NeedsPart};
use serde_json::{Map, Value};

/// Machines have much that can be said of them, and there are many: what is as usual is never written.
pub(super) fn machine(part: &MachinePart) -> Value {
    let mut object = Object(Map::new(), Form::Compact);
    object.put_unless("name", part.name.as_str(), part.name.is_empty());
    let usual = MachinePart::default();
    for (key, x, usual) in [
        ("speed", part.speed, usual.speed),
        ("kflops", part.kflops, usual.kflops),
        ("mips", part.mips, usual.mips),
        ("memory_mb", part.memory_mb, usual.memory_mb),
        ("load", part.load, usual.load),
    ] {
        object.put_unless(key, number(x), x.to_bits() == usual.to_bits());
    }
    object.put_unless("platform", part.platform.as_str(), part.platform.is_empty());
    object.put_unless("owner", part.owner.as_str(), part.owner.is_empty());
    object.put_unless("groups", part.groups.clone(), part.groups.is_empty());
    object.put_unless("hours", numbers(&[part.hours.0, part.hours.1]), part.hours == usual.hours);
    object.put_unless("cost", number(part.cost), part.cost.to_bits() == usual.cost.to_bits());
    object.into()
}

pub(super) fn application(part: &ApplicationPart, form: Form) -> Value {
    let mut object = Object(Map::new(), form);
    if !part.name.is_empty() {
        object.put("name", part.name.as_str());
    }
    for (key, id) in [("user", part.user), ("number", part.number), ("home", part.home)] {
        if let Some(id) = id {
            object.put(key, id);
        }
    }
    object.put_unless("submit_s", number(part.submit_s), part.submit_s == 0.0);
    match &part.batches {
        BatchesPart::Same { tasks_s, iterations } => {
            object.put("tasks_s", numbers(tasks_s));
            object.put_unless("iterations", *iterations, *iterations == 1);
        }
        BatchesPart::Each(batches) => {
            let run = |run_s: &Option<f64>| run_s.map_or(Value::Null, number);
            let batches: Vec<Value> = batches.iter().map(|tasks| tasks.iter().map(run).collect()).collect();
            object.put("batches_s", batches);
        }
    }
    for (key, column) in [("expected_s", &part.expected_s), ("keys", &part.keys)] {
        if !column.is_empty() {
            object.put(key, numbers(column));
        }
    }
    object.put_unless("sequential_s", number(part.sequential_s), part.sequential_s == 0.0);
    object.put_unless("priority", part.priority, part.priority == 0);
    let needs = needs(&part.needs);
    if !needs.0.is_empty() {
        object.put("needs", needs);
    }
    object.into()
}

/// Only what is asked for: all that is not said is not needed.
fn needs(part: &NeedsPart) -> Object {
    let mut object = Object(Map::new(), Form::Compact);
    for (key, (least, most)) in [("kflops", part.kflops), ("mips", part.mips)] {
        let range = vec![least.map(number), most.map(number)];
        object.put_unless(key, range, (least, most) == (None, None));
    }
    object.put_unless("memory_mb", number(part.memory_mb), part.memory_mb == 0.0);
    object.put_unless("load", part.load.map(number), part.load.is_none());
    object.put_unless("platform", part.platform.as_str(), part.platform.is_empty());
    object.put_unless("group", part.group.as_str(), part.group.is_empty());
    object
}

pub(super) fn absence(part: &AbsencePart, form: Form) -> Value {
    let mut object = Object(Map::new(), form);
    object.put("machine", part.machine);
    object.put("from_s", number(part.from_s));
    object.put("to_s", number(part.to_s));
    object.put_unless("gone", part.gone, !part.gone);
    object.into()
}
