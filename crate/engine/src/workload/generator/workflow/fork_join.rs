//! Fork and join: the smallest workflow with something to decide.

use super::draft::Draft;
use super::{GAP_MEAN, WORKFLOWS, workflows};
use crate::entry::{Entry, Kind, Makes, Parameter};
use crate::workload::generator::Generator;
use crate::workload::generator::run_time::{RUN_CV, RUN_MEAN, RUN_TIMES, RunTime};

/// The generator in the catalog.
pub(in super::super) const FORK_JOIN: Generator = Generator {
    entry: Entry {
        id: "fork-join",
        name: "Fork and join",
        summary: "One task sends its file to many, whose files one task collects; several such stages one after another.",
        source: "Sonmez 2010, section 6.1",
        parameters: &[STAGES, WIDTH, RUN_TIMES, RUN_MEAN, RUN_CV, FILE_MB, WORKFLOWS, GAP_MEAN],
    },
    makes: Makes::Workflows,
    make: |settings, _, &streams, purpose| {
        let stages = settings.integer("stages").clamp(1, 100) as u32;
        let width = settings.integer("width").clamp(1, 10_000) as u32;
        let run_times = RunTime::from_settings(settings);
        let bytes = settings.number("file_mb").max(0.0) * 1e6;
        workflows(settings, streams, purpose, &format!("Fork-join-{width}"), &|draft| {
            shape(draft, (stages, width), run_times, bytes);
        })
    },
};

const STAGES: Parameter = Parameter {
    id: "stages",
    name: "Stages",
    doc: "How often the work forks and joins.",
    unit: "",
    kind: Kind::Integer { min: 1, max: 100, default: 2 },
};

const WIDTH: Parameter = Parameter {
    id: "width",
    name: "Width",
    doc: "How many tasks a stage has between fork and join.",
    unit: "tasks",
    kind: Kind::Integer { min: 1, max: 10_000, default: 12 },
};

const FILE_MB: Parameter = Parameter {
    id: "file_mb",
    name: "File size",
    doc: "The size of every file.",
    unit: "MB",
    kind: Kind::Number { min: 0.0, max: 1e6, default: 50.0 },
};

fn shape(draft: &mut Draft, (stages, width): (u32, u32), run_times: RunTime, bytes: f64) {
    let mut input = None;
    for stage in 1..=stages {
        let add = |draft: &mut Draft, program: &str, inputs: Vec<u32>, output: String| {
            let run = run_times.draw(draft.chance());
            let task = draft.task(program, run);
            draft.read(task, inputs);
            draft.write(task, output, bytes)
        };
        // A join is also the fork of the next stage.
        let forked = match input {
            Some(file) => file,
            None => add(draft, "fork", vec![], "fork.dat".to_owned()),
        };
        let worked: Vec<u32> = (0..width)
            .map(|i| add(draft, "work", vec![forked], format!("work-{stage}-{i:04}.dat")))
            .collect();
        input = Some(add(draft, "join", worked, format!("join-{stage}.dat")));
    }
}
