//! What a job of a grid runs: a rigid job, one whose size is chosen by the grid, or a sweep.

use super::{all, filled, limits, nodes, number, one_of, request, spread};
use crate::engine;
use crate::model::{FlexiblePart, FormPart, RequestPart, SpeedUpPart, SpreadPart, TasksPart};
use crate::read::join;
use crate::read::walk::{At, Walker};

pub(super) fn form(walker: &mut Walker, at: &At<'_>) -> Option<FormPart> {
    let forms = ["malleable", "moldable", "sweep"];
    if !forms.iter().any(|key| at.get(key).is_some()) {
        return rigid(walker, at);
    }
    let key = one_of(walker, at, &forms)?;
    let source = at.get(key)?;
    let (strangers, hint): (&[&str], &str) = if key == "sweep" {
        (
            &["nodes", "run_s", "request", "spread", "inputs"],
            "Leave it out: the tasks of a sweep run on one node each, wherever one is idle.",
        )
    } else {
        (
            &["nodes", "run_s", "request", "spread"],
            "Leave it out: the job runs in one cluster, and its sizes and run times are said there.",
        )
    };
    for other in strangers {
        if let Some(at) = at.get(other) {
            walker.error(&at.place, format!("{other:?} has no place in a job with {key:?}"), hint);
        }
    }
    if key == "sweep" {
        tasks(walker, &source).map(FormPart::Sweep)
    } else {
        flexible(walker, &source, key == "malleable").map(FormPart::Flexible)
    }
}

fn rigid(walker: &mut Walker, at: &At<'_>) -> Option<FormPart> {
    let said = match at.get("request") {
        Some(at) => request::request(walker, &at).map(Some),
        None => Some(None),
    };
    let spread = at.get("spread").map_or(Some(SpreadPart::NONE), |at| spread::spread(walker, &at));
    let run_s = match (at.get("run_s"), spread) {
        (None, Some(spread)) if engine::takes_its_own_time(spread) => Some(0.0),
        _ => number(walker, at, "run_s", limits::SECONDS, "600"),
    };
    let sum = said.iter().flatten().find_map(request::sum);
    let nodes = match (at.get("nodes"), sum) {
        (Some(at), _) => nodes(walker, &at),
        (None, Some(sum)) => Some(sum),
        // A request with mistakes may say them.
        (None, None) if said.is_none() => None,
        (None, None) => walker.need(at, "nodes", "Add \"nodes\": 8.").and(None),
    }?;
    if let Some(sum) = sum.filter(|&sum| sum != nodes) {
        let message = format!("found {nodes}, but the request has {sum}");
        walker.error(&join(&at.place, "nodes"), message, "Leave it out.");
    }
    let request = said?.unwrap_or_else(|| RequestPart::Components(vec![nodes]));
    Some(FormPart::Rigid { nodes, run_s: run_s?, request, spread: spread? })
}

/// The ways in which a run time can depend on the nodes.
const SPEED_UPS: &[&str] = &["amdahl", "downey", "fitted", "run_times_s"];

fn flexible(walker: &mut Walker, at: &At<'_>, malleable: bool) -> Option<FlexiblePart> {
    walker.object(
        at,
        &["min", "max", "powers_of_two", SPEED_UPS[0], SPEED_UPS[1], SPEED_UPS[2], SPEED_UPS[3]],
    )?;
    let min = walker.need(at, "min", "Add \"min\": 2.").and_then(|at| nodes(walker, &at));
    let max = walker.need(at, "max", "Add \"max\": 32.").and_then(|at| nodes(walker, &at));
    let powers_of_two = at.get("powers_of_two").map_or(Some(false), |at| walker.flag(&at));
    let speed_up = one_of(walker, at, SPEED_UPS).and_then(|key| speed_up(walker, &at.get(key)?, key));
    let (min, max, powers_of_two) = (min?, max?, powers_of_two?);
    if max < min {
        let message = format!("found {max}, but min is {min}");
        walker.error(&join(&at.place, "max"), message, "Make it as large as min, or larger.");
    }
    for (key, size) in [("min", min), ("max", max)] {
        if powers_of_two && !size.is_power_of_two() {
            let message = format!("found {size}, allowed are powers of two");
            let below = 1 << size.ilog2();
            walker.error(&join(&at.place, key), message, format!("Write {below} or {}.", below * 2));
        }
    }
    Some(FlexiblePart { malleable, min, max, powers_of_two, speed_up: speed_up? })
}

fn speed_up(walker: &mut Walker, at: &At<'_>, key: &str) -> Option<SpeedUpPart> {
    Some(match key {
        "amdahl" => {
            walker.object(at, &["single_s", "serial"])?;
            let single_s = number(walker, at, "single_s", limits::SECONDS, "1200");
            let serial = number(walker, at, "serial", 1.0, "0.1");
            SpeedUpPart::Amdahl { single_s: single_s?, serial: serial? }
        }
        "downey" => {
            walker.object(at, &["single_s", "parallelism", "sigma"])?;
            let single_s = number(walker, at, "single_s", limits::SECONDS, "1200");
            let parallelism = walker.need(at, "parallelism", "Add \"parallelism\": 16.");
            let parallelism = parallelism.and_then(|at| walker.number(&at, 1.0, limits::NODES as f64));
            let sigma = number(walker, at, "sigma", limits::FACTOR, "1");
            SpeedUpPart::Downey { single_s: single_s?, parallelism: parallelism?, sigma: sigma? }
        }
        "fitted" => {
            walker.object(at, &["a_s", "b_s", "c_s"])?;
            let a_s = number(walker, at, "a_s", limits::SECONDS, "40");
            let b_s = number(walker, at, "b_s", limits::SECONDS, "160");
            let c_s = number(walker, at, "c_s", limits::SECONDS, "0.6");
            SpeedUpPart::Fitted { a_s: a_s?, b_s: b_s?, c_s: c_s? }
        }
        _ => SpeedUpPart::RunTimes(run_times(walker, at)?),
    })
}

/// Run times by nodes, such as `[[2, 600], [24, 240]]`.
fn run_times(walker: &mut Walker, at: &At<'_>) -> Option<Vec<(u32, f64)>> {
    let points = super::pairs(walker, at, (limits::SPLITS, "run times"), |walker, size, run_s| {
        let (size, run_s) = (nodes(walker, size), walker.number(run_s, 0.0, limits::SECONDS));
        Some((size?, run_s?))
    })?;
    for (pair, i) in points.windows(2).zip(1..) {
        if pair[1].0 <= pair[0].0 {
            let message =
                format!("found {} nodes after {}, allowed is an ascending order", pair[1].0, pair[0].0);
            walker.error(&format!("{}/{i}/0", at.place), message, "");
        }
    }
    Some(points)
}

fn tasks(walker: &mut Walker, at: &At<'_>) -> Option<TasksPart> {
    walker.object(at, &["tasks", "run_s", "tasks_s"])?;
    if let Some(list) = at.get("tasks_s") {
        for other in ["tasks", "run_s"] {
            if let Some(at) = at.get(other) {
                walker.error(
                    &at.place,
                    format!("found {other:?} beside \"tasks_s\""),
                    "Leave out one of them.",
                );
            }
        }
        filled(walker, &list, limits::INLINE, "tasks")?;
        return all(list.items().map(|at| walker.number(&at, 0.0, limits::SECONDS))).map(TasksPart::Each);
    }
    let tasks =
        walker.need(at, "tasks", "Add \"tasks\": 100, or \"tasks_s\": [..] with a run time for each.");
    let tasks = tasks.and_then(|at| walker.integer(&at, 1, limits::INLINE as i64));
    let run_s = number(walker, at, "run_s", limits::SECONDS, "60");
    Some(TasksPart::Same { tasks: tasks? as u32, run_s: run_s? })
}
