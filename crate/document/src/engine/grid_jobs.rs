//! Jobs of a grid, from what is written down to what the engine works with.

use crate::model::{
    FlexiblePart, FormPart, GridJobPart, InputPart, RequestPart, SpeedUpPart, SpreadPart, TasksPart,
};
use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::application::{Application, SpeedUp, Spread, Step};
use ganttlet_engine::workload::grid::{GridJob, InputFile, Request};
use ganttlet_engine::workload::{Job, UNKNOWN};

/// The names of what several clusters cost: of nothing, and of the applications that are known.
pub(crate) const SPREADS: &[&str] = &[
    "none",
    "prime",
    "poisson",
    "wave-convex",
    "wave-linear",
    "wave-latency",
    "wave-chain",
    "ccr",
    "allgather",
];

/// The jobs of a part, in its order.
pub(crate) fn grid_jobs(parts: &[GridJobPart]) -> Vec<GridJob> {
    parts.iter().zip(1..).map(|(part, place)| grid_job(part, place)).collect()
}

fn grid_job(part: &GridJobPart, place: u32) -> GridJob {
    let (nodes, run, request, application) = match &part.form {
        FormPart::Rigid { nodes, run_s, request: asked, spread: cost } => {
            let application = Application::Rigid { spread: spread(*cost) };
            (*nodes, Span::from_seconds(*run_s), request(asked), application)
        }
        FormPart::Flexible(part) => {
            let application = flexible(part);
            let run = speed_up(&part.speed_up).run_time(part.min);
            (part.min, run, Request::NonFixed(vec![part.min]), application)
        }
        FormPart::Sweep(part) => {
            let tasks = tasks(part);
            let run = Span(tasks.iter().fold(0, |sum, task| task.0.saturating_add(sum)));
            (1, run, Request::Flexible, Application::Sweep { tasks })
        }
    };
    let job = Job {
        number: part.number.unwrap_or(place),
        submit: Time::from_seconds(part.submit_s),
        run,
        nodes,
        user: part.user.unwrap_or(UNKNOWN),
        ..Job::default()
    };
    GridJob { job, request, application, inputs: part.inputs.iter().map(input).collect() }
}

fn request(part: &RequestPart) -> Request {
    match part {
        RequestPart::Flexible => Request::Flexible,
        RequestPart::Components(sizes) => Request::NonFixed(sizes.clone()),
        RequestPart::Fixed(parts) => Request::Fixed(parts.iter().map(|&(at, n)| (at as u16, n)).collect()),
        RequestPart::Splits(splits) => Request::Splits(splits.clone()),
    }
}

/// What several clusters cost.
///
/// # Panics
/// If no application has this name, which the reader has ruled out.
fn spread(part: SpreadPart) -> Spread {
    match part {
        SpreadPart::Named(name) => Spread::named(name).expect("the reader takes known names only"),
        SpreadPart::Table(factors) => Spread::Table(factors),
        SpreadPart::Latency { k, q } => Spread::Latency { k, q },
        SpreadPart::Chain { k } => Spread::Chain { k },
        SpreadPart::Collective { operations, bytes, processes_per_node } => {
            Spread::Collective { operations, bytes, processes_per_node }
        }
    }
}

/// True if collective operations say how long a job takes, and not its run time.
pub(crate) fn takes_its_own_time(part: SpreadPart) -> bool {
    matches!(spread(part), Spread::Collective { .. })
}

fn flexible(part: &FlexiblePart) -> Application {
    Application::Flexible {
        min: part.min,
        max: part.max,
        speed_up: speed_up(&part.speed_up),
        step: if part.powers_of_two { Step::PowersOfTwo } else { Step::Any },
        malleable: part.malleable,
    }
}

fn speed_up(part: &SpeedUpPart) -> SpeedUp {
    match part {
        SpeedUpPart::Amdahl { single_s, serial } => {
            SpeedUp::Amdahl { single: Span::from_seconds(*single_s), serial: *serial }
        }
        SpeedUpPart::Downey { single_s, parallelism, sigma } => SpeedUp::Downey {
            single: Span::from_seconds(*single_s),
            parallelism: *parallelism,
            sigma: *sigma,
        },
        SpeedUpPart::Fitted { a_s, b_s, c_s } => SpeedUp::Fitted { a: *a_s, b: *b_s, c: *c_s },
        SpeedUpPart::RunTimes(points) => {
            SpeedUp::Table(points.iter().map(|&(n, run_s)| (n, Span::from_seconds(run_s))).collect())
        }
    }
}

fn tasks(part: &TasksPart) -> Vec<Span> {
    match part {
        TasksPart::Each(tasks) => tasks.iter().map(|&run_s| Span::from_seconds(run_s)).collect(),
        TasksPart::Same { tasks, run_s } => vec![Span::from_seconds(*run_s); *tasks as usize],
    }
}

fn input(part: &InputPart) -> InputFile {
    InputFile { bytes: part.bytes, sites: part.sites.iter().map(|&site| site as u16).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known() {
        for name in SPREADS {
            assert!(Spread::named(name).is_some(), "{name}");
        }
    }
}
