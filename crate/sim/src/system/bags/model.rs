//! The scheduling problem of bags: one bag on processors of different speeds, or single-node jobs on clusters.

use crate::model::{Model, invalid, problem_on};
use crate::system::Input;
use ganttlet_optimum::{Bag as TaskBag, Job, Problem};
use ganttlet_work::bags::Bag;

/// The tasks of the input, if their submit times are known. Replicas only use capacity.
pub(crate) fn model(input: &Input) -> Result<Model, String> {
    let bags: &[Bag] = input.work.items().unwrap_or_default();
    if bags.iter().any(|bag| bag.session.is_some()) {
        return Err("the submit times of bags in sessions depend on the schedule".to_owned());
    }
    let clusters = &input.platform.clusters;
    let (problem, origin) = if let [bag] = bags {
        let speeds: Vec<f64> =
            clusters.iter().flat_map(|cluster| vec![cluster.speed; cluster.nodes as usize]).collect();
        let tasks = bag.tasks.iter().map(|run| run.0).collect();
        (Problem::Bag(TaskBag::new(tasks, &speeds).map_err(invalid)?), bag.submit.0)
    } else {
        let tasks = bags.iter().flat_map(|bag| bag.tasks.iter().map(|run| Job::new(bag.submit.0, 1, run.0)));
        let tasks: Vec<Job> = tasks.collect();
        let count = tasks.len();
        (problem_on(clusters, tasks, 1, vec![Vec::new(); count])?, 0)
    };
    let count = problem.jobs() as u32;
    Ok(Model { problem, origin, subjects: (0..count).collect(), left_out: 0, has_background: false })
}
