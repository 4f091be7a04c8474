//! CPOP as published: like HEFT, but the critical path runs on one processor.

use super::{CostMatrix, PlacementMode, Schedule, Timetable, WorkflowPlanning, WorkflowPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Critical Path On a Processor, static.
pub(super) const CPOP: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("cpop", "CPOP (static plan)")
        .lacks(&["task limit"])
        .summary(
            "Plans the whole workflow at submission. Assigns critical-path tasks to the one node that runs them \
             fastest. Assigns all others, in order of the longest path through them, to the node with the \
             earliest finish time. Ranks are those of HEFT (static plan). Execution follows the plan: the \
             nodes and the order on each. Single-node tasks only.",
        )
        .source(
            "Topcuoglu, Hariri, Wu 2002, Performance-effective and low-complexity task scheduling \
             for heterogeneous computing, section 4.2",
        )
        .when_to_use(
            "Suited to DAGs with one dominant critical path: its tasks run on one node, without transfers \
             between them. HEFT usually gives shorter makespans.",
        )
        .pseudocode(concat!(
            "priority(t) ← upward rank + downward rank, for each task t\n",
            "P ← critical path: from the entry task with the highest upward rank,\n",
            "  always to the successor s with the highest mean cost + upward rank(s)\n",
            "p ← node on which the tasks of P have the smallest total runtime\n",
            "while some tasks are not planned\n",
            "  t ← task with planned predecessors and the highest priority\n",
            "  ties: lowest number\n",
            "  if t is in P then\n",
            "    assign t to p, at the earliest end, also in a gap\n",
            "  else\n",
            "    assign t to the node with the earliest end, as in HEFT",
        )),
    make: |_| Box::new(Cpop),
};

struct Cpop;

impl WorkflowPolicy for Cpop {
    fn mode(&mut self) -> PlacementMode<'_> {
        PlacementMode::Static(self)
    }
}

impl WorkflowPlanning for Cpop {
    fn plan_workflow(&mut self, costs: &CostMatrix, table: &mut Timetable, now: Time) -> Schedule {
        plan(costs, table, now)
    }
}

/// Plans a workflow submitted at `now` in the free parts of the timetable.
///
/// The critical path starts at the entry task with the highest upward rank and continues with the child that determines
/// its rank, lowest number first. Ties of priorities go to the lowest number. The critical processor is the first one
/// of the first cluster with the minimum sum of runtimes; ties of finish times are broken as in HEFT.
pub fn plan(costs: &CostMatrix, table: &mut Timetable, now: Time) -> Schedule {
    let (dag, upward) = (costs.dag, costs.upward_ranks());
    let downward = costs.downward_ranks();
    let critical = critical_path_tasks(costs, &upward);
    let clusters = (0..costs.clusters()).filter(|&cluster| costs.processors[cluster] > 0);
    let together = |cluster: &usize| {
        let path = dag.order.iter().filter(|&&task| critical[task as usize]);
        path.fold(Span::ZERO, |sum, &task| sum + costs.run_time(task, *cluster))
    };
    let processor = clusters.min_by_key(together).map(|cluster| (cluster, 0));
    let mut schedule = Schedule::new(costs);
    // Priorities are not negative, so their bits sort in the same order.
    let key = |task: u32| ((upward[task as usize] + downward[task as usize]).to_bits(), Reverse(task));
    let mut missing: Vec<u32> =
        (0..dag.len() as u32).map(|task| dag.parents.row(task).len() as u32).collect();
    let mut ready: BinaryHeap<(u64, Reverse<u32>)> =
        dag.order.iter().filter(|&&task| missing[task as usize] == 0).map(|&task| key(task)).collect();
    while let Some((_, Reverse(task))) = ready.pop() {
        match processor.filter(|_| critical[task as usize]) {
            _ if !costs.is_planned(task) => {}
            Some(on) => {
                let from = schedule.data_ready_time(task, costs, on.0).max(now);
                let place = table.earliest_slot_on(on, from, costs.run_time(task, on.0));
                table.occupy(&place);
                schedule.set_place(task, place);
            }
            None => schedule.place_at_earliest_end(task, costs, table, now),
        }
        for edge in dag.children.row(task) {
            missing[edge.task as usize] -= 1;
            if missing[edge.task as usize] == 0 {
                ready.push(key(edge.task));
            }
        }
    }
    schedule
}

/// Marks the tasks of one critical path.
fn critical_path_tasks(costs: &CostMatrix, upward: &[f64]) -> Vec<bool> {
    let dag = costs.dag;
    let mut on_path = vec![false; dag.len()];
    let entries = (0..dag.len() as u32).filter(|&task| dag.parents.row(task).is_empty());
    let first = |best: Option<(u32, f64)>, (task, rank): (u32, f64)| match best {
        Some((_, most)) if rank <= most => best,
        _ => Some((task, rank)),
    };
    let mut next = entries.map(|task| (task, upward[task as usize])).fold(None, first);
    while let Some((task, _)) = next {
        on_path[task as usize] = true;
        let children = dag.children.row(task).iter();
        let ahead = |edge: &super::Edge| {
            (edge.task, costs.links.mean_communication_seconds(edge.bytes) + upward[edge.task as usize])
        };
        next = children.map(ahead).fold(None, first);
    }
    on_path
}
