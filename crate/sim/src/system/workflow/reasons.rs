//! Reasons of the workflow engine: the records of decisions, and why tasks wait at a given time.

use crate::policy::workflow::PlannedSlot;
use crate::system::line::ClusterQueue;
use ganttlet_core::record::{QueueState, Recorder, Status};
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::Time;

static TOO_LARGE: Rule = Rule::with_values(
    "reject",
    &["nodes"],
    "Task {job} needs {nodes|1 node|# nodes}: no cluster is large enough, so it can never run here.",
);

static LOCAL_TOO_LARGE: Rule = Rule::with_values(
    "reject",
    &["nodes"],
    "Local job {job} needs {nodes|1 node|# nodes}: its cluster {cluster} is too small, so it can never run.",
);

static TOO_WIDE: Rule = Rule::with_values(
    "reject",
    &["nodes"],
    "Task {job} needs {nodes|1 node|# nodes}: this policy plans single-node tasks only.",
);

static NEVER_FED: Rule = Rule::new(
    "reject",
    "Task {job} depends on task {by}, which can never run here, so it can never run either.",
);

static CIRCLE: Rule = Rule::new(
    "reject",
    "Task {job} belongs to a workflow with a cyclic dependency: none of its tasks can run.",
);

static FILES: Rule = Rule::with_values(
    "files",
    &["until", "transfers"],
    "Task {job} waits until {until:time} for its files to reach {cluster}. {transfers|1 transfer was|# \
     transfers were} started for it.",
);

static OVER_SHARED_LINKS: Rule = Rule::with_values(
    "files",
    &["until", "transfers"],
    "Task {job} waits for its files to reach {cluster} over shared links: until {until:time} if the links \
     were free. {transfers|1 transfer was|# transfers were|No transfer was} started for it.",
);

static ON_THE_WAY: Rule = Rule::with_values(
    "files",
    &["until"],
    "Task {job} waits until {until:time} for files in transfer to {cluster}.",
);

static HEAD_NODE: Rule = Rule::with_values(
    "head-node",
    &["until", "load"],
    "Task {job} enters the queue of {cluster} at {until:time}: the head node has a load of {load} %, which \
     delays transfers and submissions.",
);

static HEAD_NODE_OVER_SHARED_LINKS: Rule = Rule::with_values(
    "head-node",
    &["until", "load"],
    "The head node of {cluster} has a load of {load} %, which delays the submission of task {job} and its \
     transfers over shared links until {until:time}.",
);

static BROKER_TURN: Rule = Rule::with_values(
    "broker",
    &["ahead"],
    "Task {job} waits for the broker of its workflow, which submits tasks one by one: {ahead|1 task is|# \
     tasks are} before it.",
);

static SERVER: Rule = Rule::with_values(
    "files",
    &["copies"],
    "Task {job} waits for its files to reach {cluster} over its file server, which all copies share. {copies|1 \
     copy was|# copies were|No copy was} started for it.",
);

static HEAD_NODE_TURN: Rule = Rule::with_values(
    "head-node-queue",
    &["until", "ahead"],
    "Task {job} enters the queue of {cluster} at {until:time}: the head node submits tasks one by one, and \
     {ahead|1 is|# are|none is} before it.",
);

static AT_HEAD_NODE: Rule = Rule::with_values(
    "head-node-queue",
    &["ahead"],
    "Task {job} waits at the head node of {cluster}, which submits tasks one by one: {ahead|1 task is|# tasks \
     are|no task is} before it.",
);

static FAILED: Rule = Rule::new(
    "task-failure",
    "Task {job} failed at the end of its run on {cluster}, and is submitted again.",
);

static RESUBMITTED: Rule = Rule::new("task-failure", "Task {job} has failed and is being submitted again.");

static COPY_BACK: Rule = Rule::new(
    "copy-back",
    "Task {job} has ended. Tasks that read its output wait until it has been copied to {cluster}, the \
     submission site.",
);

static HELD: Rule = Rule::with_values(
    "hold",
    &["limit"],
    "Task {job} is held back by throttling: {limit|1 task of its workflow is|# tasks of its workflow are} \
     in progress, which is the limit.",
);

static HEAD: Rule = Rule::with_values(
    "wait",
    &["nodes", "free"],
    "Task {job} is at the head of the queue of {cluster}: it needs {nodes|1 node|# nodes} and {free|1 is|# \
     are|none is} free there.",
);

static BEHIND: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "head_nodes"],
    "Task {job} needs {nodes|1 node|# nodes} of {cluster} and {free|1 is|# are|none is} free; {by} at the \
     head of the queue needs {head_nodes}, and {passing}.",
);

/// Nodes remain idle before the head of a queue.
pub(super) static HOLE: Rule = Rule::with_values(
    "hole",
    &["nodes", "idle", "others"],
    "Task {job} at the head of the queue of {cluster} needs {nodes|1 node|# nodes}: {idle|1 stays|# stay} \
     idle there, although {others|1 waits|# wait} in it.",
);

static PLANNED: Rule = Rule::with_values(
    "plan",
    &["node", "start", "end"],
    "Task {job} was planned for node {node} of {cluster}, with start at {start:time} and end at {end:time}.",
);

static TURN: Rule = Rule::with_values(
    "wait",
    &["node"],
    "Task {job} waits for its planned node, node {node} of {cluster}, where {by} is running.",
);

static TURN_OF_PARENTS: Rule = Rule::with_values(
    "wait",
    &["node"],
    "Task {job} waits for its planned node, node {node} of {cluster}: {by} is planned there first, and not \
     all its parents have ended.",
);

static TURN_OF_FILES: Rule = Rule::with_values(
    "wait",
    &["node"],
    "Task {job} waits for its planned node, node {node} of {cluster}: {by} is planned there first, and its \
     files are in transfer.",
);

/// The overtaking clause of queues in the order of arrival.
pub(super) const PASSING: &str = "no task may overtake it";

/// Records that a task is larger than every cluster.
pub(super) fn record_too_large(record: &mut Recorder, (task, nodes): (SubjectId, u32), now: Time) {
    record.decide(Decision::new(now, task, &TOO_LARGE).with_values([i64::from(nodes)]));
}

/// Records that a local job is larger than its cluster.
pub(super) fn record_local_too_large(
    record: &mut Recorder,
    (job, nodes): (SubjectId, u32),
    now: Time,
    cluster: usize,
) {
    let decision = Decision::new(now, job, &LOCAL_TOO_LARGE).with_values([i64::from(nodes)]);
    record.decide(decision.with_cluster(cluster));
}

/// Records that a task needs several nodes while the policy plans single ones.
pub(super) fn record_too_wide_for_plan(record: &mut Recorder, (task, nodes): (SubjectId, u32), now: Time) {
    record.decide(Decision::new(now, task, &TOO_WIDE).with_values([i64::from(nodes)]));
}

/// Records that a predecessor of a task was rejected.
pub(in crate::system) fn record_rejected_parent(
    record: &mut Recorder,
    task: SubjectId,
    now: Time,
    parent: SubjectId,
) {
    record.decide(Decision::new(now, task, &NEVER_FED).with_blocker(parent));
}

/// Records that a workflow has a cycle.
pub(in crate::system) fn record_cycle(record: &mut Recorder, task: SubjectId, now: Time) {
    record.decide(Decision::new(now, task, &CIRCLE));
}

/// Records that a task waits for files; some of the transfers may have been started for other tasks.
pub(super) fn record_waiting_for_files(
    record: &mut Recorder,
    task: SubjectId,
    now: Time,
    cluster: usize,
    (there, count, shared): (Time, usize, bool),
) {
    let rule = match count {
        _ if shared => &OVER_SHARED_LINKS,
        0 => &ON_THE_WAY,
        _ => &FILES,
    };
    let decision = Decision::new(now, task, rule).with_values([there.0, count as i64]);
    record.decide(decision.with_cluster(cluster));
}

/// Records that a task waits for its broker, behind this number of tasks.
pub(super) fn record_broker_turn(record: &mut Recorder, task: SubjectId, now: Time, ahead: usize) {
    record.decide(Decision::new(now, task, &BROKER_TURN).with_values([ahead as i64]));
}

/// Records that a task waits for files over a file server; some of the copies may have been started for other tasks.
pub(super) fn record_waiting_for_server(
    record: &mut Recorder,
    task: SubjectId,
    now: Time,
    cluster: usize,
    copies: usize,
) {
    let decision = Decision::new(now, task, &SERVER).with_values([copies as i64]);
    record.decide(decision.with_cluster(cluster));
}

/// Records that a task waits for the head node of its cluster until a given time, behind this number of tasks.
pub(super) fn record_head_node_turn(
    record: &mut Recorder,
    task: SubjectId,
    now: Time,
    cluster: usize,
    (until, ahead): (Time, usize),
) {
    let decision = Decision::new(now, task, &HEAD_NODE_TURN).with_values([until.0, ahead as i64]);
    record.decide(decision.with_cluster(cluster));
}

/// Why a task waits at a head node, behind this number of tasks.
pub(super) fn head_node_turn_reason(
    task: SubjectId,
    now: Time,
    cluster: usize,
    ahead: usize,
) -> Decision<&'static Rule> {
    Decision::new(now, task, &AT_HEAD_NODE).with_values([ahead as i64]).with_cluster(cluster)
}

/// Records that the run of a task has failed.
pub(super) fn record_failure(record: &mut Recorder, task: SubjectId, now: Time, cluster: usize) {
    record.decide(Decision::new(now, task, &FAILED).with_cluster(cluster));
}

/// Why a task that has failed does not run.
pub(super) fn resubmission_reason(task: SubjectId, now: Time) -> Decision<&'static Rule> {
    Decision::new(now, task, &RESUBMITTED)
}

/// Records that the output of a task is copied to the submission site.
pub(super) fn record_copy_back(record: &mut Recorder, task: SubjectId, now: Time, home: usize) {
    record.decide(Decision::new(now, task, &COPY_BACK).with_cluster(home));
}

/// Records that a task arrives late because the head node of its cluster is overloaded.
pub(super) fn record_head_node_delay(
    record: &mut Recorder,
    task: SubjectId,
    now: Time,
    cluster: usize,
    (until, load, shared): (Time, i64, bool),
) {
    let rule = if shared { &HEAD_NODE_OVER_SHARED_LINKS } else { &HEAD_NODE };
    record.decide(Decision::new(now, task, rule).with_values([until.0, load]).with_cluster(cluster));
}

/// Records that the limit of active tasks is reached.
pub(super) fn record_throttled(record: &mut Recorder, task: SubjectId, now: Time, limit: u32) {
    record.decide(Decision::new(now, task, &HELD).with_values([i64::from(limit)]));
}

/// Why a task waits in a queue with this `head`, while `free` nodes are free.
pub(super) fn queue_reason(
    (task, nodes): (SubjectId, u32),
    now: Time,
    index: usize,
    (head, needs): (SubjectId, u32),
    free: u32,
) -> Decision<&'static Rule> {
    let values = [i64::from(nodes), i64::from(free), i64::from(needs)];
    let decision = if head == task {
        Decision::new(now, task, &HEAD).with_values(values)
    } else {
        Decision::new(now, task, &BEHIND).with_values(values).with_blocker(head)
    };
    decision.with_cluster(index)
}

/// Why tasks wait at a given time in queues in the order of `turn`.
pub(super) fn wait_reasons(
    standing: &QueueState,
    asked: &[SubjectId],
    turn: impl Fn(SubjectId) -> i128,
) -> Vec<String> {
    let lines = ClusterQueue::queues_of_clusters(standing, turn);
    let reason = |&task: &SubjectId| {
        let cluster = usize::from(standing.trace.subjects.cluster[task as usize]);
        let line = &lines[cluster];
        let nodes = |id: SubjectId| (id, standing.trace.subjects.nodes[id as usize]);
        let cause = queue_reason(nodes(task), standing.time, cluster, nodes(line.head()), line.free);
        standing.explain_all(&[cause, line.position_reason(standing, task)])
    };
    asked.iter().map(reason).collect()
}

/// Records the place of a task in a plan.
pub(super) fn record_planned(record: &mut Recorder, task: SubjectId, now: Time, place: &PlannedSlot) {
    let values = [i64::from(place.processor) + 1, place.start.0, place.end.0];
    record.decide(Decision::new(now, task, &PLANNED).with_values(values).with_cluster(place.cluster));
}

/// A planned task waits for its node, which runs `before` first by the plan.
pub(super) fn plan_order_reason(
    task: SubjectId,
    now: Time,
    (cluster, node): (usize, u32),
    (before, there): (SubjectId, Status),
) -> Decision<&'static Rule> {
    let rule = match there {
        Status::Running => &TURN,
        Status::Transferring => &TURN_OF_FILES,
        _ => &TURN_OF_PARENTS,
    };
    let decision = Decision::new(now, task, rule).with_values([i64::from(node) + 1]);
    decision.with_cluster(cluster).with_blocker(before)
}
