//! Fork and join: the smallest workflow with a scheduling decision.

use super::draft::WorkflowDraft;
use super::{Arrivals, arriving_workflows};
use crate::generator::Generator;
use crate::generator::run_time::{RunTime, RunTimes};
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};

pub(in super::super) const FORK_JOIN: Generator = Generator {
    entry: Entry::new("fork-join", "Fork-join")
        .summary(
            "One task sends its file to many parallel tasks, and one task collects their files. Several such \
             stages run in sequence.",
        )
        .source("Sonmez 2010, section 6.1")
        .parameters(ForkJoin::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        let set = ForkJoin::read(settings);
        let run_times = RunTime::new(&set.run);
        arriving_workflows(&set.arrivals, streams, purpose, &format!("Fork-join-{}", set.width), &|draft| {
            add_tasks(draft, (set.stages, set.width), run_times, set.file_mb * 1e6);
        })
    },
};

#[derive(Parameters)]
struct ForkJoin {
    /// Number of consecutive fork-join stages.
    #[parameter(name = "Stages", min = 1, max = 100, default = 2)]
    stages: u32,
    /// Number of parallel tasks per stage.
    #[parameter(name = "Width", unit = "tasks", min = 1, max = 10_000, default = 12)]
    width: u32,
    #[parameter(all)]
    run: RunTimes,
    /// Size of every file.
    #[parameter(name = "File size", unit = "MB", min = 0, max = 1e6, default = 50)]
    file_mb: f64,
    #[parameter(all)]
    arrivals: Arrivals,
}

fn add_tasks(draft: &mut WorkflowDraft, (stages, width): (u32, u32), run_times: RunTime, bytes: f64) {
    let mut input = None;
    for stage in 1..=stages {
        let add = |draft: &mut WorkflowDraft, program: &str, inputs: Vec<u32>, output: String| {
            let run = run_times.draw(draft.stream());
            let task = draft.add_task(program, run);
            draft.add_inputs(task, inputs);
            draft.add_output(task, output, bytes)
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
