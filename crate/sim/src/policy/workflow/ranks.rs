//! Upward and downward ranks, by which list schedulers sort tasks.

use super::{Dag, Edge};
use ganttlet_core::platform::Platform;
use ganttlet_core::time::Span;
use ganttlet_work::{Cycle, Workflow};

/// The longest path from the beginning of each task to the end of the workflow, in seconds: runtimes and transfers
/// (Topcuoglu, Hariri, Wu 2002, equation 8).
pub fn upward_ranks(dag: &Dag, run: impl Fn(u32) -> f64, transfer: impl Fn(&Edge) -> f64) -> Vec<f64> {
    let mut ranks = vec![0.0; dag.len()];
    for &task in dag.order.iter().rev() {
        let ahead = dag.children.row(task).iter().map(|edge| transfer(edge) + ranks[edge.task as usize]);
        ranks[task as usize] = run(task) + ahead.fold(0.0, f64::max);
    }
    ranks
}

/// The longest path from the beginning of the workflow to the beginning of each task, in seconds (Topcuoglu, Hariri, Wu
/// 2002, equation 10).
pub fn downward_ranks(dag: &Dag, run: impl Fn(u32) -> f64, transfer: impl Fn(&Edge) -> f64) -> Vec<f64> {
    let mut ranks = vec![0.0; dag.len()];
    for &task in &dag.order {
        let parents = dag.parents.row(task).iter();
        let behind = parents.map(|edge| ranks[edge.task as usize] + run(edge.task) + transfer(edge));
        ranks[task as usize] = behind.fold(0.0, f64::max);
    }
    ranks
}

/// Length of the critical path of a workflow on the fastest nodes of a platform, without transfers: the longest path of
/// runtimes over the highest speed (Sonmez 2010, section 6.2.4, the denominator of NSL). An error names a cycle.
pub fn critical_path_time(workflow: &Workflow, platform: &Platform) -> Result<Span, Cycle> {
    Ok(longest_path_at_reference_speed(&Dag::new(workflow)?, workflow)
        .scaled_to_speed(platform.highest_speed()))
}

/// The longest path of runtimes on nodes of speed 1.
pub fn longest_path_at_reference_speed(dag: &Dag, workflow: &Workflow) -> Span {
    let mut ahead = vec![Span::ZERO; dag.len()];
    for &task in dag.order.iter().rev() {
        let children = dag.children.row(task).iter().map(|edge| ahead[edge.task as usize]);
        let most = children.max().unwrap_or_default();
        ahead[task as usize] = workflow.tasks[task as usize].run + most;
    }
    ahead.into_iter().max().unwrap_or_default()
}
