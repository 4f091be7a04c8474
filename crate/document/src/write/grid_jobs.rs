//! Jobs of a grid back into text.

use super::{Form, Object, number, numbers};
use crate::engine;
use crate::model::{
    FlexiblePart, FormPart, GridJobPart, InputPart, RequestPart, SpeedUpPart, SpreadPart, TasksPart,
};
use serde_json::{Map, Value};

pub(super) fn job(part: &GridJobPart, form: Form) -> Value {
    let mut object = Object(Map::new(), form);
    object.put_unless("submit_s", number(part.submit_s), part.submit_s == 0.0);
    for (key, id) in [("user", part.user), ("number", part.number)] {
        if let Some(id) = id {
            object.put(key, id);
        }
    }
    match &part.form {
        FormPart::Rigid { nodes, run_s, request: asked, spread: cost } => {
            object.put("nodes", *nodes);
            object.put_unless("run_s", number(*run_s), *run_s == 0.0 && engine::takes_its_own_time(*cost));
            let usual = matches!(asked, RequestPart::Components(sizes) if sizes[..] == [*nodes]);
            object.put_unless("request", request(asked), usual);
            object.put_unless("spread", spread(*cost, form), *cost == SpreadPart::NONE);
        }
        FormPart::Flexible(part) => {
            object.put(if part.malleable { "malleable" } else { "moldable" }, flexible(part, form));
        }
        FormPart::Sweep(part) => object.put("sweep", tasks(part)),
    }
    if !matches!(part.form, FormPart::Sweep(_)) {
        let inputs: Vec<Value> = part.inputs.iter().map(|part| input(part, form)).collect();
        object.put_unless("inputs", inputs, part.inputs.is_empty());
    }
    object.into()
}

/// An object with these numbers.
fn fields(fields: &[(&str, f64)]) -> Value {
    fields.iter().map(|&(key, x)| (key, number(x))).collect()
}

/// An object with one key.
fn only(key: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value)]))
}

fn request(part: &RequestPart) -> Value {
    match part {
        RequestPart::Flexible => "flexible".into(),
        RequestPart::Components(sizes) => only("components", sizes.as_slice().into()),
        RequestPart::Fixed(parts) => {
            let pairs: Vec<Value> =
                parts.iter().map(|&(cluster, nodes)| vec![cluster, nodes].into()).collect();
            only("fixed", pairs.into())
        }
        RequestPart::Splits(splits) => {
            let splits: Vec<Value> = splits.iter().map(|sizes| sizes.as_slice().into()).collect();
            only("splits", splits.into())
        }
    }
}

fn spread(part: SpreadPart, form: Form) -> Value {
    match part {
        SpreadPart::Named(name) => name.into(),
        SpreadPart::Table(factors) => only("table", numbers(&factors)),
        SpreadPart::Latency { k, q } => only("latency", fields(&[("k", k), ("q", q)])),
        SpreadPart::Chain { k } => only("chain", fields(&[("k", k)])),
        SpreadPart::Collective { operations, bytes, processes_per_node } => {
            let mut object = Object(Map::new(), form);
            object.put("operations", number(operations));
            object.put("bytes", number(bytes));
            object.put_unless("processes_per_node", processes_per_node, processes_per_node == 2);
            only("collective", object.into())
        }
    }
}

fn flexible(part: &FlexiblePart, form: Form) -> Object {
    let mut object = Object(Map::new(), form);
    object.put("min", part.min);
    object.put("max", part.max);
    object.put_unless("powers_of_two", part.powers_of_two, !part.powers_of_two);
    let (key, value) = match &part.speed_up {
        SpeedUpPart::Amdahl { single_s, serial } => {
            ("amdahl", fields(&[("single_s", *single_s), ("serial", *serial)]))
        }
        SpeedUpPart::Downey { single_s, parallelism, sigma } => {
            ("downey", fields(&[("single_s", *single_s), ("parallelism", *parallelism), ("sigma", *sigma)]))
        }
        SpeedUpPart::Fitted { a_s, b_s, c_s } => {
            ("fitted", fields(&[("a_s", *a_s), ("b_s", *b_s), ("c_s", *c_s)]))
        }
        SpeedUpPart::RunTimes(points) => {
            let point = |&(nodes, run_s): &(u32, f64)| Value::Array(vec![nodes.into(), number(run_s)]);
            ("run_times_s", points.iter().map(point).collect())
        }
    };
    object.put(key, value);
    object
}

fn tasks(part: &TasksPart) -> Value {
    match part {
        TasksPart::Each(tasks) => only("tasks_s", numbers(tasks)),
        TasksPart::Same { tasks, run_s } => fields(&[("tasks", f64::from(*tasks)), ("run_s", *run_s)]),
    }
}

fn input(part: &InputPart, form: Form) -> Value {
    let mut object = Object(Map::new(), form);
    object.put("bytes", number(part.bytes));
    object.put_unless("sites", part.sites.as_slice(), part.sites.is_empty());
    object.into()
}
