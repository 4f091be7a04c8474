//! Names and meanings of rules and marks, for colours by reason, filters, stops and the glossary.

use ganttlet_core::entry::catalog_text;

/// The rules and marks of systems and policies, each with id, name and meaning; a rule with the id of its policy takes
/// the texts of the policy. A new rule needs a line here; a test reports missing ones.
pub(crate) static REASONS: &[Reason] = &[
    new_reason("chosen", "Chosen", "A job starts because it was chosen in a played schedule."),
    new_reason(
        "picked",
        "Picked",
        "A job or task is sent to another cluster than the policy would choose, by a played choice.",
    ),
    new_reason(
        "fork",
        "Held back",
        "A job is held back until the next event, because its variant forks at this decision.",
    ),
    new_reason(
        "requested",
        "Clusters requested",
        "A job runs on the clusters that its request names; its placement policy has no choice.",
    ),
    new_reason(
        "reserved",
        "Reserved start",
        "A job starts at the reservation that conservative backfilling made for it.",
    ),
    new_reason(
        "backfill",
        "Backfilled",
        "A job starts ahead of an earlier job, on nodes that the earlier job cannot use yet.",
    ),
    new_reason(
        "recorded-late",
        "Later than recorded",
        "A job starts later than in its log, because enough nodes were not free at its recorded start.",
    ),
    new_reason(
        "hole",
        "Nodes stay idle",
        "The job at the head of a queue needs more nodes than are free, and no other job may start on them. \
         Recorded once per job.",
    ),
    new_reason(
        "moved",
        "Reservation moved",
        "The reservation of a waiting job moves forward by at least ten minutes, because other jobs ended \
         before their estimates.",
    ),
    new_reason(
        "scattered",
        "Idle nodes scattered",
        "The first job in the placement queue needs no more nodes than are idle in total, but its policy \
         finds no placement on them. Recorded once per job.",
    ),
    new_reason(
        "spread",
        "Co-allocated",
        "A job is placed on several clusters at once, because no single cluster has enough idle nodes.",
    ),
    new_reason(
        "head-node",
        "Head node overloaded",
        "A task and its files reach a cluster late, because the head node of the cluster is overloaded.",
    ),
    new_reason(
        "broker",
        "Broker busy",
        "A ready task waits for the broker of its workflow, which submits tasks one by one.",
    ),
    new_reason(
        "head-node-queue",
        "Queue of the head node",
        "A task whose files have arrived waits for the head node of its cluster, which submits tasks one by \
         one.",
    ),
    new_reason(
        "task-failure",
        "Task failed",
        "A task fails at the end of its run: its work is lost, and it is submitted again.",
    ),
    new_reason(
        "copy-back",
        "Copied back",
        "The output files of a task are copied to the submission site before other tasks may read them.",
    ),
    new_reason(
        "head",
        "Head of the queue",
        "The job at the head of the queue starts, because enough nodes are free.",
    ),
    new_reason(
        "losses-rare",
        "Losses are rare",
        "No extra machines and no replicas, because few machines were lost recently.",
    ),
    new_reason(
        "losses-unknown",
        "No task times yet",
        "No extra machines and no replicas, because no task times are known yet.",
    ),
    new_reason(
        "losses-machines",
        "Too few workers",
        "Extra machines first fill up the missing workers; replicas are not used yet.",
    ),
    new_reason(
        "losses-even-tasks",
        "Losses with equal tasks",
        "Extra machines without replicas, because the tasks are of nearly equal size and no task is worth \
         replicating.",
    ),
    new_reason(
        "losses-copies",
        "Losses with replication",
        "Extra machines run replicas of the largest tasks, because machines are lost often.",
    ),
    new_reason(
        "no-copies",
        "No replication",
        "No replicas, regardless of losses; extra machines are used like all others.",
    ),
    new_reason(
        "copies",
        "Replication",
        "Replicas of the first tasks in the list run beside the originals, regardless of losses.",
    ),
    new_reason(
        "split-if-cheap",
        "Co-allocated if cheap",
        "A job is co-allocated only if the assumed slowdown on several clusters is acceptable.",
    ),
    new_reason(
        "cheapest-links",
        "Cheapest links",
        "A unit of a component is placed where the links to its peer units have the lowest cost.",
    ),
    new_reason(
        "by-files",
        "Close to files",
        "A unit of a component is placed on the cluster that has its files, or else on the one with the most \
         idle nodes.",
    ),
    new_reason(
        "held",
        "Limit reached",
        "A workflow of components waits, because the limit on concurrent workflows is reached.",
    ),
    new_reason(
        "left-out",
        "Cluster excluded",
        "A cluster is excluded for workflows of components for a while, after too many consecutive failed \
         claims.",
    ),
    new_reason(
        "schedule-hit",
        "Schedule reused",
        "A workflow of components runs on the clusters, or the nodes, of an earlier workflow with the same \
         components.",
    ),
    new_reason(
        "schedule-miss",
        "No schedule to reuse",
        "A workflow of components is scheduled from scratch, because no earlier schedule fits it.",
    ),
    new_reason(
        "fast-links",
        "Fast links",
        "A job is placed where messages between its components are fastest.",
    ),
    new_reason("fewest-clusters", "Fewest clusters", "A job is placed on as few clusters as possible."),
    new_reason("route", "Routed", "A job is sent to the queue of a cluster; the sentence gives the rule."),
    new_reason(
        "size-speed-up",
        "Workers by speedup",
        "The number of workers requested is the achievable speedup of the batch, rounded up, plus one.",
    ),
    new_reason(
        "size-speed-up-again",
        "Workers by speedup again",
        "Not all requested workers were available, so their number is recomputed from the achievable \
         speedup.",
    ),
    new_reason(
        "size-unstable",
        "Worker set changed",
        "The number of workers stays: workers joined or left during the batch, so it gives no evidence.",
    ),
    new_reason(
        "size-unknown",
        "No task times yet",
        "One worker is requested for each task, because no task times are known yet.",
    ),
    new_reason(
        "size-few-tasks",
        "Few tasks",
        "The number of workers is limited to the number of tasks of the batch.",
    ),
    new_reason(
        "size-more",
        "One worker more",
        "One more worker is requested, because the batch took much longer than its longest task.",
    ),
    new_reason(
        "size-fewer",
        "One worker fewer",
        "One worker fewer is requested, because efficiency was low and the batch took little longer than its \
         longest task.",
    ),
    new_reason(
        "size-stays",
        "Same number of workers",
        "The number of workers stays: execution time and efficiency are both within their limits.",
    ),
    new_reason(
        "size-fixed",
        "Fixed number of workers",
        "The same number of workers is requested for every batch.",
    ),
    new_reason(
        "size-table-similar",
        "Table, similar tasks",
        "The number of workers is the table entry for large tasks of similar size.",
    ),
    new_reason(
        "size-table-different",
        "Table, different tasks",
        "The number of workers is the table entry for large tasks of different sizes.",
    ),
    new_reason(
        "size-table-fewer",
        "Fewer than in the table",
        "One worker fewer is requested, because efficiency was low and the batch took little longer than \
         before.",
    ),
    new_reason(
        "size-table-more",
        "Back towards the table",
        "One more worker is requested, because the batch took too long with fewer workers than in the table.",
    ),
    new_reason(
        "size-table-full",
        "Table maximum",
        "No more workers are requested, although the batch took long: the table entry is reached.",
    ),
    new_reason(
        "size-table-stays",
        "Same number of workers (table)",
        "The number of workers stays: execution time and efficiency are both within their limits.",
    ),
    new_reason(
        "place",
        "Placed",
        "A task of a workflow is sent to a cluster, or a job has a position in its queue; the sentence gives \
         details.",
    ),
    new_reason(
        "reject",
        "Can never run",
        "A job requests more than the platform has, so it can never run here.",
    ),
    new_reason("wait", "Waits", "A job or task has not started yet; the sentence says what it lacks."),
    new_reason("start", "Starts on a machine", "A job of a divisible task starts on a machine."),
    new_reason(
        "overload",
        "Overload",
        "A task is demoted, because the work in its queue exceeds the limit of the queue.",
    ),
    new_reason(
        "mismatch",
        "Mismatch",
        "A task is demoted, because it is larger than the largest task allowed at this level.",
    ),
    new_reason(
        "overdue",
        "Overdue",
        "A task is demoted, because its time in the queue or its execution time exceeds the limit.",
    ),
    new_reason(
        "task-potential",
        "Task potential overdue",
        "A task is demoted, because its remaining work does not fit into its remaining time.",
    ),
    new_reason(
        "queue-potential",
        "Queue potential overdue",
        "A task is demoted, because its work and the work ahead of it exceed the limit of the queue.",
    ),
    new_reason(
        "share",
        "Load shared",
        "A task moves to another queue of the same level with an earlier expected completion time.",
    ),
    new_reason(
        "return",
        "Returned",
        "A task returns to the queue that shared it, because it would complete later than expected.",
    ),
    new_reason("comes", "Arrival", "A task arrives at a queue of the hierarchy."),
    new_reason(
        "evicted",
        "Evicted",
        "A job of a divisible task is evicted from its machine and loses all its work.",
    ),
    new_reason(
        "dropped",
        "Dropped",
        "A job of a divisible task is stopped, because the task has left the queue; its work is lost.",
    ),
    new_reason("removed", "Removed", "A divisible task is removed by its user before completion."),
    new_reason(
        "tried",
        "Placement try",
        "An attempt to place a job has failed; the scheduler tries again later.",
    ),
    new_reason(
        "made-room",
        "Made room",
        "A job is placed on nodes that malleable applications released for it by shrinking.",
    ),
    new_reason("grow", "Grows", "A malleable job receives more nodes at run time."),
    new_reason("shrink", "Shrinks", "A malleable job releases nodes at run time."),
    new_reason("decline", "Declines", "A malleable job declines an offer of nodes."),
    new_reason(
        "preempt",
        "Preempted task",
        "A task of a scavenging application is preempted by other work and returns to its pool.",
    ),
    new_reason(
        "claim-failed",
        "Claim failed",
        "A job was placed by outdated information on nodes that had been taken in the meantime.",
    ),
    new_reason(
        "give-up",
        "Submission failed",
        "A job is abandoned after the maximum number of placement tries.",
    ),
    new_reason("again", "Dispatched again", "A task that was lost with its machine is dispatched again."),
    new_reason(
        "copy",
        "Replica",
        "A replica of a task starts, in case the original is lost or slow. The first to finish counts.",
    ),
    new_reason(
        "migration",
        "Migration",
        "A waiting task leaves its queue and starts on an idle processor of another cluster, where it ends earlier.",
    ),
    new_reason(
        "eager",
        "Eager replica",
        "A worker runs a replica of a running task, because the list of tasks is empty.",
    ),
    new_reason("lost", "Lost", "A machine is lost, and with it the work of its task."),
    new_reason(
        "preempted",
        "Preempted machine",
        "A machine of a pool is taken from one user and given to another with better priority.",
    ),
    new_reason("granted", "Granted", "A machine of a pool becomes a worker of an application."),
    new_reason("fail", "Failed", "An application fails, because one of its tasks was lost too often."),
    new_reason(
        "suspend",
        "Suspended",
        "A task is suspended on its machine, because the owner of the machine has returned.",
    ),
    new_reason("resume", "Resumed", "A suspended task resumes."),
    new_reason("workers", "Workers requested", "An application changes the number of workers it requests."),
    new_reason(
        "files",
        "Waits for files",
        "A task waits until its files have been transferred to its cluster.",
    ),
    new_reason(
        "hold",
        "Held back",
        "A ready task is held back by the limit on concurrent tasks of its workflow (throttling).",
    ),
    new_reason(
        "asks",
        "Request",
        "A launcher requests the hosts on which its application would end earliest, according to its view.",
    ),
    new_reason(
        "as-asked",
        "Starts as requested",
        "An application starts on the hosts that its launcher requested.",
    ),
    new_reason(
        "gives-up",
        "Gives up",
        "A launcher gives up, because no cluster has as many hosts as its application needs.",
    ),
    new_reason("killed", "Killed", "An application is killed because its walltime has elapsed."),
    new_reason("turn", "Task selection", "Some of the waiting tasks are selected to be scheduled next."),
    new_reason("plan", "Planned", "A task is assigned a node and a time before its workflow starts."),
];

/// Id, name and meaning.
type Reason = (&'static str, &'static str, &'static str);

const fn new_reason(id: &'static str, name: &'static str, summary: &'static str) -> Reason {
    (id, catalog_text(name), catalog_text(summary))
}
