//! Master-worker applications, machines and absences, from what is written down to what the engine works with.

use crate::model::{AbsencePart, ApplicationPart, BatchesPart, MachinePart, NeedsPart};
use ganttlet_engine::platform::{Machine, Needs};
use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::UNKNOWN;
use ganttlet_engine::workload::master_worker::{Absence, BatchTask, MasterWorker};

/// The machine as the engine sees it.
pub(crate) fn machine(part: &MachinePart) -> Machine {
    let MachinePart { name, speed, kflops, mips, memory_mb, load, platform, owner, groups, hours, cost } =
        part.clone();
    // The day ends where it begins.
    let hours = (hours.0 % 24.0, hours.1 % 24.0);
    Machine { name, speed, kflops, mips, memory_mb, load, platform, owner, groups, hours, cost }
}

/// The applications of a part, in its order.
pub(crate) fn applications(parts: &[ApplicationPart]) -> Vec<MasterWorker> {
    parts.iter().zip(1..).map(|(part, place)| application(part, place)).collect()
}

fn application(part: &ApplicationPart, place: u32) -> MasterWorker {
    let batches: Vec<Vec<BatchTask>> = match &part.batches {
        BatchesPart::Same { tasks_s, iterations } => {
            vec![batch(tasks_s.iter().copied().map(Some)); *iterations as usize]
        }
        BatchesPart::Each(batches) => batches.iter().map(|tasks| batch(tasks.iter().copied())).collect(),
    };
    let expected = if part.expected_s.is_empty() {
        first_runs(&batches, part.batches.tasks())
    } else {
        part.expected_s.iter().copied().map(run_time).collect()
    };
    MasterWorker {
        name: part.name.clone(),
        number: part.number.unwrap_or(place),
        user: part.user.unwrap_or(UNKNOWN),
        submit: Time::from_seconds(part.submit_s),
        home: part.home.unwrap_or(UNKNOWN),
        expected,
        keys: part.keys.clone(),
        batches,
        sequential: Span::from_seconds(part.sequential_s),
        needs: needs(&part.needs),
        priority: part.priority,
    }
}

/// The tasks of a batch that come in it.
fn batch(tasks_s: impl Iterator<Item = Option<f64>>) -> Vec<BatchTask> {
    (0..).zip(tasks_s).filter_map(|(task, run_s)| Some(BatchTask { task, run: run_time(run_s?) })).collect()
}

/// How long each task runs when it comes first: what is expected if nothing is said.
fn first_runs(batches: &[Vec<BatchTask>], tasks: usize) -> Vec<Span> {
    let mut expected = vec![SHORTEST; tasks];
    // From the last to the first, so that the first one stays.
    for task in batches.iter().rev().flatten() {
        expected[task.task as usize] = task.run;
    }
    expected
}

/// Every task takes some time, so that a batch of nothing but zeros has an efficiency.
const SHORTEST: Span = Span(1);

fn run_time(seconds: f64) -> Span {
    Span::from_seconds(seconds).max(SHORTEST)
}

fn needs(part: &NeedsPart) -> Needs {
    let range =
        |(least, most): (Option<f64>, Option<f64>)| (least.unwrap_or(0.0), most.unwrap_or(f64::INFINITY));
    Needs {
        kflops: range(part.kflops),
        mips: range(part.mips),
        memory_mb: part.memory_mb,
        load: part.load.unwrap_or(f64::INFINITY),
        platform: part.platform.clone(),
        group: part.group.clone(),
    }
}

/// The absences of a part, in its order.
pub(crate) fn absences(parts: &[AbsencePart]) -> Vec<Absence> {
    let absence = |part: &AbsencePart| Absence {
        machine: part.machine,
        start: Time::from_seconds(part.from_s),
        end: Time::from_seconds(part.to_s),
        gone: part.gone,
    };
    parts.iter().map(absence).collect()
}
