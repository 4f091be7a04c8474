//! The scheduling problem of batch queues: rigid jobs on one cluster or several.

use super::{BATCH, Options, Policies};
use crate::model::{Model, ModelSchedule, problem_on};
use crate::policy::local::ReservationKind;
use crate::system::{Input, Run};
use ganttlet_core::entry::Parameters;
use ganttlet_core::time::Time;
use ganttlet_optimum::Job as Rigid;
use ganttlet_work::{Job, Work};

/// The rigid jobs of the input, with the runtimes that are executed: kills at estimates are not decisions.
pub(crate) fn model(input: &Input) -> Result<Model, String> {
    let jobs: &[Job] = input.work.items().unwrap_or_default();
    if jobs.iter().any(|job| job.leaves != Time::MAX) {
        return Err("users cancel jobs while they wait".to_owned());
    }
    let Policies { local, .. } = input.policies();
    let repeats_log = local.make().reservations() == ReservationKind::Recorded;
    let options = Options::read(&input.settings);
    let options = Options { kill_at_estimate: options.kill_at_estimate && !repeats_log, ..options };
    let largest = input.platform.largest_cluster_nodes();
    let (mut subjects, mut rigid) = (Vec::new(), Vec::new());
    for (job, id) in jobs.iter().zip(0..) {
        if job.nodes <= largest {
            let (run, ..) = options.times(job);
            subjects.push(id);
            rigid.push(Rigid::new(job.submit.0, job.nodes.into(), run.0));
        }
    }
    let count = rigid.len();
    Ok(Model {
        problem: problem_on(&input.platform.clusters, rigid, 0, vec![Vec::new(); count])?,
        origin: 0,
        subjects,
        left_out: jobs.len() - count,
        has_background: false,
    })
}

/// A run with these start times, as if a log recorded them.
pub(crate) fn repeat(mut input: Input, model: &Model, schedule: &ModelSchedule) -> Box<dyn Run> {
    let options = Options::read(&input.settings);
    let mut jobs: Vec<Job> = input.work.take();
    for (place, &id) in model.subjects.iter().enumerate() {
        let job = &mut jobs[id as usize];
        (job.run, ..) = options.times(job);
        job.recorded_start = Some(Time(schedule.starts[place]));
        job.home = schedule.clusters[place] as u32;
    }
    input.work = Work::new(jobs);
    input.policies.insert("local", "as-recorded".into());
    input.policies.insert("routing", "home".into());
    (BATCH.build)(input)
}
