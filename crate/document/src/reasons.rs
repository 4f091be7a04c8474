//! What happens in a run, and by which rules: the words of colours by reason, of filters, of marks and of stops, for the glossary.

use ganttlet_engine::entry::text;

/// The ids of the rules and marks of systems and policies, each once, with a name and what it means; a rule that is called as
/// its policy is said by that. A new one is a line here: a test of the house tells of one that is missing.
pub(crate) static REASONS: &[Reason] = &[
    reason(
        "reserved",
        "Reserved start",
        "A job starts at the time that conservative backfilling had reserved for it.",
    ),
    reason(
        "backfill",
        "Backfilled",
        "A job starts ahead of one that waits before it, on nodes that this one cannot use yet.",
    ),
    reason(
        "hole",
        "Nodes stay free",
        "The job at the head of a queue needs more nodes than are free, and nobody starts on those: told once for each such job.",
    ),
    reason(
        "moved",
        "Reservation moved",
        "A job that waits may start at least ten minutes earlier than it was promised, as others ended before their estimates.",
    ),
    reason(
        "scattered",
        "Idle nodes scattered",
        "The first in the placement queue needs no more nodes than are idle in all clusters, but its policy cannot place it on \
         those: told once for each such job.",
    ),
    reason(
        "spread",
        "Spread over clusters",
        "A job is placed on several clusters at once, as none has as many nodes idle as it needs.",
    ),
    reason(
        "head-node",
        "Head-node overloaded",
        "A task and its files come late to a cluster, as the machine in front of it has too much to do.",
    ),
    reason("head", "Head of the queue", "The job whose turn it is starts, as enough nodes are free."),
    reason(
        "losses-rare",
        "Losses are rare",
        "Neither extra machines nor second copies are asked for, as few machines were lost lately.",
    ),
    reason(
        "losses-unknown",
        "Losses not known yet",
        "Neither extra machines nor second copies are asked for, as nothing is known of the tasks yet.",
    ),
    reason(
        "losses-machines",
        "Too few workers against losses",
        "Extra machines make up for missing workers before second copies are thought of.",
    ),
    reason(
        "losses-even-tasks",
        "Losses of even tasks",
        "Extra machines without second copies: the tasks are alike, so that none is worth guarding.",
    ),
    reason(
        "losses-copies",
        "Losses that copies guard against",
        "Extra machines work on second copies of the largest tasks, as machines are often lost.",
    ),
    reason(
        "no-copies",
        "No copies",
        "No second copies, whatever is lost; extra machines work like all others.",
    ),
    reason(
        "copies",
        "Copies",
        "Second copies of the first tasks of the list run beside them, whatever is lost.",
    ),
    reason(
        "split-if-cheap",
        "Split if cheap",
        "A job is spread over clusters only where that does not slow it down too much.",
    ),
    reason(
        "cheapest-links",
        "Cheapest links",
        "A unit of a component goes where the links to the units it exchanges messages with cost least.",
    ),
    reason(
        "by-files",
        "Close to its files",
        "A unit of a component goes to the cluster of its files, or else to that with most idle nodes.",
    ),
    reason(
        "held",
        "Held back by a limit",
        "A workflow of components waits, as no more of them may run at once.",
    ),
    reason(
        "left-out",
        "Cluster left out",
        "Workflows of components leave a cluster out for a while, as too many of their claims failed there in a row.",
    ),
    reason(
        "schedule-hit",
        "Schedule used again",
        "A workflow of components runs on the clusters, or the nodes, of an earlier one with the same components.",
    ),
    reason(
        "schedule-miss",
        "No schedule to use again",
        "A workflow of components is scheduled anew, as no earlier schedule fits it.",
    ),
    reason("fast-links", "Fast links", "A job is placed where messages between its parts are fastest."),
    reason("fewest-clusters", "Fewest clusters", "A job is placed on as few clusters as possible."),
    reason("route", "Routed", "A job is sent to the queue of a cluster; the sentence says by which rule."),
    reason(
        "size-speed-up",
        "Workers by speed-up",
        "As many workers are wanted as the largest task leaves room for.",
    ),
    reason(
        "size-speed-up-again",
        "Workers asked for again",
        "Not all workers that were asked for are there: as many are wanted still.",
    ),
    reason(
        "size-unstable",
        "Workers came and went",
        "The number of workers stays: some came or left during the batch, so that it shows nothing.",
    ),
    reason(
        "size-unknown",
        "Workers not known yet",
        "One worker is wanted for each task, as nothing is known yet.",
    ),
    reason(
        "size-few-tasks",
        "Few tasks",
        "The number of workers is that of the tasks of the batch, which are fewer than the workers it would have otherwise.",
    ),
    reason(
        "size-more",
        "A worker more",
        "One more worker is wanted, as the batch took much longer than its longest task.",
    ),
    reason(
        "size-fewer",
        "A worker fewer",
        "One worker fewer is wanted, as efficiency was low and the batch little longer than its longest task.",
    ),
    reason(
        "size-stays",
        "As many workers",
        "The number of workers stays: time and efficiency are both as wanted.",
    ),
    reason("size-fixed", "Fixed workers", "As many workers are wanted in every batch."),
    reason(
        "size-table-similar",
        "Workers by table, similar tasks",
        "As many workers are wanted as the table says for tasks that are alike.",
    ),
    reason(
        "size-table-different",
        "Workers by table, different tasks",
        "As many workers are wanted as the table says for tasks that differ much.",
    ),
    reason(
        "size-table-fewer",
        "Fewer than the table says",
        "One worker fewer is wanted, as efficiency was low and the batch not much longer than before.",
    ),
    reason(
        "size-table-more",
        "Back to the table",
        "One worker more is wanted, as the batch took too long with fewer than the table says.",
    ),
    reason(
        "size-table-full",
        "No more than the table says",
        "No more workers are wanted, though the batch took long: there are as many as the table says.",
    ),
    reason(
        "size-table-stays",
        "As many as before by the table",
        "The number of workers stays: time and efficiency are both as wanted.",
    ),
    reason(
        "place",
        "Placed",
        "Where a task of a workflow goes, or which place a job has in its queue; the sentence says which.",
    ),
    reason("reject", "Can never run", "A job asks for more than there is, so that it can never run here."),
    reason("wait", "Waits", "A job or task is not started yet; the sentence says what it lacks."),
    reason("start", "Starts on a machine", "A job of a divisible task starts on a machine."),
    reason(
        "overload",
        "Overload",
        "A task moves down the hierarchy, as more work is in the queue than there may be.",
    ),
    reason(
        "mismatch",
        "Mismatch",
        "A task moves down the hierarchy, as it is larger than tasks of this level may be.",
    ),
    reason(
        "overdue",
        "Overdue",
        "A task moves down the hierarchy, as it has been in the queue, or has executed, for longer than it may.",
    ),
    reason(
        "task-potential",
        "Task potential",
        "A task moves down the hierarchy, as more of it is left than can be done in the time that it may execute.",
    ),
    reason(
        "queue-potential",
        "Queue potential",
        "A task moves down the hierarchy, as those before it and itself are more than can be done in time.",
    ),
    reason(
        "share",
        "Shared",
        "A task is given to another queue of the same level, where it is expected to be done sooner.",
    ),
    reason(
        "return",
        "Returned",
        "A task goes back to the queue that it was shared from, as it would take longer here than was expected.",
    ),
    reason("comes", "Comes", "A task comes to a queue of the hierarchy."),
    reason(
        "evicted",
        "Evicted",
        "A job of a divisible task loses its machine, and with it what it had done.",
    ),
    reason(
        "dropped",
        "Dropped",
        "A job of a divisible task is stopped, as the task has left the queue; what it had done is lost.",
    ),
    reason("removed", "Taken back", "A divisible task is taken back by its user before it is done."),
    reason("tried", "Tried", "A try to place a job has failed; it is tried again later."),
    reason(
        "made-room",
        "Room made",
        "A job is placed on nodes that running malleable applications gave back for it.",
    ),
    reason("grow", "Grows", "A malleable job takes more nodes while it runs."),
    reason("shrink", "Shrinks", "A malleable job gives nodes back while it runs."),
    reason("decline", "Declines", "A malleable job does not take nodes that it is offered."),
    reason(
        "preempt",
        "Preempted task",
        "A task of a scavenger loses its node to other work and goes back to its pool.",
    ),
    reason(
        "claim-failed",
        "Claim failed",
        "A job was placed by old information on nodes that others had taken meanwhile.",
    ),
    reason(
        "give-up",
        "Given up",
        "A job that could not be placed in as many tries as are allowed is given up.",
    ),
    reason("again", "Handed out again", "A task that was lost with its machine is handed out again."),
    reason(
        "copy",
        "Second copy",
        "A copy of a task starts, in case the first is lost or slow. Whichever is done first counts.",
    ),
    reason(
        "eager",
        "Eager copy",
        "A worker for which nothing is left in the list works on a second copy of a task that still runs.",
    ),
    reason("lost", "Lost", "A machine is lost, and with it what its task had done there."),
    reason(
        "preempted",
        "Preempted machine",
        "A machine of a pool goes from one user to another of better priority.",
    ),
    reason("granted", "Granted", "A machine of a pool joins the workers of an application."),
    reason("fail", "Failed", "An application ends without success, as one of its tasks was lost too often."),
    reason("suspend", "Suspended", "A task is suspended where it is, as the owner of its machine is back."),
    reason("resume", "Resumed", "A suspended task goes on."),
    reason("workers", "Workers wanted", "An application asks for another number of workers."),
    reason("files", "Waits for files", "A task waits until its files have been moved to where it is to run."),
    reason("hold", "Held back", "A task is held back, as no more tasks of its workflow may be under way."),
    reason(
        "asks",
        "Asks",
        "A launcher asks for the hosts on which its application would end earliest, by what it sees.",
    ),
    reason("as-asked", "Starts as asked", "An application starts on the hosts that its launcher asked for."),
    reason("gives-up", "Gives up", "A launcher has seen that no cluster ever has as many hosts as it needs."),
    reason("killed", "Killed", "An application was stopped as the time that was asked for it was over."),
    reason("turn", "Turn", "Some of the waiting tasks were chosen to be next."),
    reason("plan", "Planned", "A task is planned for a node and a time before the workflow begins."),
];

/// An id, its name, and what it means.
type Reason = (&'static str, &'static str, &'static str);

const fn reason(id: &'static str, name: &'static str, summary: &'static str) -> Reason {
    (id, text(name), text(summary))
}
