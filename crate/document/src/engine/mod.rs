//! From what is written down to what the engine works with.

mod grid_jobs;
mod master_worker;

pub(super) use grid_jobs::{SPREADS, grid_jobs, takes_its_own_time};
pub(super) use master_worker::{absences, applications, machine};

use super::model::{ApplicationPart, GridJobPart, JobColumns, Part, Scenario, WorkflowPart};
use ganttlet_engine::entry::{Accepts, Makes};
use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::generator::GENERATORS;
use ganttlet_engine::workload::{File, Job, Task, UNKNOWN, Workflow};
use ganttlet_format::FORMATS;
use std::collections::BTreeMap;

impl Scenario {
    /// The work its first system runs.
    pub fn accepts(&self) -> Accepts {
        self.variants[0].system().accepts
    }

    /// Nothing happens after this time.
    pub fn horizon(&self) -> Time {
        self.horizon_s.map_or(Time::MAX, Time::from_seconds)
    }
}

impl Part {
    /// The work it gives.
    ///
    /// # Panics
    /// If its generator or format is not in the catalog, which the reader has ruled out.
    pub fn makes(&self) -> Makes {
        match self {
            Self::Generator { id, .. } => GENERATORS.known(id).makes,
            Self::File { file, .. } => FORMATS.known(file.format).makes,
            Self::Jobs(_) => Makes::Jobs,
            Self::GridJobs(_) => Makes::GridJobs,
            Self::Workflow(_) => Makes::Workflows,
            Self::Applications(_) => Makes::MasterWorker,
            Self::Absences(_) => Makes::Absences,
        }
    }

    /// How many jobs, tasks or absences of it stand in the scenario itself.
    pub fn inline(&self) -> u64 {
        match self {
            Self::Generator { .. } | Self::File { .. } => 0,
            Self::Jobs(jobs) => jobs.submit_s.len() as u64,
            Self::GridJobs(jobs) => jobs.iter().map(GridJobPart::size).sum(),
            Self::Workflow(workflow) => workflow.tasks.len() as u64,
            Self::Applications(parts) => parts.iter().map(ApplicationPart::size).sum(),
            Self::Absences(parts) => parts.len() as u64,
        }
    }
}

/// The jobs of a part, in the order of the columns.
pub(super) fn jobs(columns: &JobColumns) -> Vec<Job> {
    let id = |column: &[Option<u32>], i: usize| column.get(i).copied().flatten().unwrap_or(UNKNOWN);
    let job = |i: usize| Job {
        number: columns.number.get(i).copied().unwrap_or(i as u32 + 1),
        submit: Time::from_seconds(columns.submit_s[i]),
        run: Span::from_seconds(columns.run_s[i]),
        estimate: columns.estimate_s.get(i).copied().flatten().map(Span::from_seconds),
        nodes: columns.nodes[i],
        user: id(&columns.user, i),
        group: UNKNOWN,
        home: id(&columns.home, i),
    };
    (0..columns.submit_s.len()).map(job).collect()
}

/// The workflow of a part. Names that are not known are left out; the reader has told of them.
pub(super) fn workflow(part: &WorkflowPart) -> Workflow {
    let (mut tasks, mut files) = (BTreeMap::new(), BTreeMap::new());
    tasks.extend(part.tasks.iter().map(|task| task.id.as_str()).zip(0..));
    files.extend(part.files.iter().map(|(name, _)| name.as_str()).zip(0..));
    let ids = |names: &[String], known: &BTreeMap<&str, u32>| -> Vec<u32> {
        names.iter().filter_map(|name| known.get(name.as_str()).copied()).collect()
    };
    let task = |part: &super::model::TaskPart| {
        let mut parents = ids(&part.parents, &tasks);
        parents.sort_unstable();
        Task {
            name: part.id.clone(),
            program: part.program.clone(),
            run: Span::from_seconds(part.run_s),
            nodes: part.nodes,
            parents,
            children: Vec::new(),
            inputs: ids(&part.inputs, &files),
            outputs: ids(&part.outputs, &files),
        }
    };
    let mut workflow = Workflow {
        name: part.name.clone(),
        submit: Time::from_seconds(part.submit_s),
        tasks: part.tasks.iter().map(task).collect(),
        files: part.files.iter().map(|(name, bytes)| File { name: name.clone(), bytes: *bytes }).collect(),
    };
    workflow.link_children();
    workflow
}
