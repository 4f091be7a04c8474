//! HEFT as published: a plan of the whole workflow, made before any task runs.

use super::{CostMatrix, PlacementMode, PlannedSlot, Schedule, Timetable, WorkflowPlanning, WorkflowPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::order;
use ganttlet_core::time::Time;

/// Heterogeneous Earliest Finish Time, static.
pub(super) const HEFT_STATIC: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("heft-static", "HEFT (static plan)")
        .lacks(&["task limit"])
        .summary(
            "Plans the whole workflow at submission. Assigns tasks in order of upward rank (mean runtimes, and \
             mean communication costs with the start-up of transfers) to the node with the earliest finish \
             time, in a gap between other tasks if they fit. Execution follows the plan: the nodes and the \
             order on each. Single-node tasks only.",
        )
        .source(
            "Topcuoglu, Hariri, Wu 2002, Performance-effective and low-complexity task scheduling \
             for heterogeneous computing, section 4.1, ranks by equations 5 and 8",
        )
        .when_to_use(
            "The textbook algorithm for DAGs on heterogeneous processors with known runtimes. Its plan is \
             not revised when tasks or transfers are delayed.",
        )
        .pseudocode(concat!(
            "for each task t, last tasks of the workflow first\n",
            "  rank(t) ← mean run(t) + max over successors s of (mean cost(t, s)\n",
            "    + rank(s))\n",
            "for each task t, highest rank first\n",
            "  for each node p\n",
            "    ready ← max over predecessors s of (end(s) + transfer(s, t, p))\n",
            "    end(t, p) ← earliest end of t on p from ready on, also in a gap\n",
            "  assign t to the node p with the earliest end(t, p)\n",
            "  ties: first cluster, then tightest gap, else lowest node",
        )),
    make: |_| Box::new(HeftStatic),
};

struct HeftStatic;

impl WorkflowPolicy for HeftStatic {
    fn mode(&mut self) -> PlacementMode<'_> {
        PlacementMode::Static(self)
    }
}

impl WorkflowPlanning for HeftStatic {
    fn plan_workflow(&mut self, costs: &CostMatrix, table: &mut Timetable, now: Time) -> Schedule {
        plan(costs, table, now)
    }
}

/// Plans a workflow submitted at `now` in the free parts of the timetable.
///
/// Tasks with equal ranks keep a topological order, lowest number first. Ties of finish times go to the lowest cluster,
/// and there to the tightest gap, or else to the lowest processor.
pub fn plan(costs: &CostMatrix, table: &mut Timetable, now: Time) -> Schedule {
    let ranks = costs.upward_ranks();
    let mut order = costs.dag.order.clone();
    order::sort_by_key(&mut order, |&task| order::float_key(-ranks[task as usize]));
    let mut schedule = Schedule::new(costs);
    for task in order {
        if costs.is_planned(task) {
            schedule.place_at_earliest_end(task, costs, table, now);
        }
    }
    schedule
}

impl Schedule {
    /// Places a task, whose parents have their places, where it ends first.
    pub(super) fn place_at_earliest_end(
        &mut self,
        task: u32,
        costs: &CostMatrix,
        table: &mut Timetable,
        now: Time,
    ) {
        let after = costs.dag.parents.row(task).iter().filter_map(|edge| self.places[edge.task as usize]);
        let after = after.map(|parent| parent.end).max().unwrap_or_default().max(now);
        let mut best: Option<PlannedSlot> = None;
        for cluster in 0..costs.clusters() {
            let run = costs.run_time(task, cluster);
            // Even without transfers and with all processors free.
            if best.is_some_and(|best| best.end <= after + run) {
                continue;
            }
            let ready = self.data_ready_time(task, costs, cluster).max(now);
            if let Some(place) = table.earliest_slot(cluster, ready, run) {
                best = Some(best.map_or(place, |best| best.earlier_ending(place)));
            }
        }
        if let Some(place) = best {
            table.occupy(&place);
            self.set_place(task, place);
        }
    }
}
