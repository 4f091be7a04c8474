//! Reasons of batch queues: the records of decisions, and why jobs wait at a given time.

use crate::policy::local::{LocalPolicy, ReservationKind, Started, Waiting};
use crate::system::batch::policy::routing;
use crate::system::line::{ClusterQueue, estimated_releases, time_with_enough_nodes};
use crate::system::parts::{Site, moved_to};
use ganttlet_core::record::{Phase, QueueState, Recorder};
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::{Span, Time};

static TOO_LARGE: Rule = Rule::with_values(
    "reject",
    &["nodes"],
    "Job {job} needs {nodes|1 node|# nodes}: no cluster is large enough, so it can never run here.",
);

static PROMISED: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "start"],
    "Job {job} is at the head of the queue: it needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} \
     free. Estimated start: {start:time}, by the estimates of running jobs.",
);

static HEAD: Rule = Rule::with_values(
    "wait",
    &["nodes", "free"],
    "Job {job} is at the head of the queue: it needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} \
     free.",
);

static NO_ROOM: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "head_nodes"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free; job {by} at the head of the \
     queue needs {head_nodes}.",
);

static BEHIND: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "head_nodes"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free, but job {by} at the head of \
     the queue needs {head_nodes}, and {passing}.",
);

static TURN_NO_ROOM: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "head_nodes", "start"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free; job {by} at the head of the \
     queue needs {head_nodes}. Estimated start: {start:time}, or earlier if other jobs end early.",
);

static TURN_BEHIND: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "head_nodes", "start"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free, but job {by} at the head of \
     the queue needs {head_nodes}, and {passing}. Estimated start: {start:time}, or earlier if other jobs \
     end early.",
);

static LATE: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "head_nodes", "reservation"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free, but job {by} at the head of \
     the queue needs {head_nodes}, and {passing}. By its estimate, job {job} would still run at the \
     reservation of job {by}, {reservation:time}.",
);

static RESERVED: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "reservation"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free. Its reservation is at \
     {reservation:time}, or earlier if other jobs end early.",
);

static RESERVED_BEHIND: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "reservation"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free, but {passing}. Its \
     reservation is at {reservation:time}, or earlier if other jobs end early.",
);

static KEPT: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "made", "reservation"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free. Its reservation, made at \
     {made:time}, is at {reservation:time}, or earlier if other jobs end early.",
);

static KEPT_BEHIND: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "made", "reservation"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free, but {passing}. Its \
     reservation, made at {made:time}, is at {reservation:time}, or earlier if other jobs end early.",
);

static RECORDED: Rule = Rule::with_values(
    "wait",
    &["nodes", "free", "start"],
    "Job {job} needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free. Its recorded start is at \
     {start:time}.",
);

static NOWHERE: Rule = Rule::with_values(
    "wait",
    &["nodes", "free"],
    "Job {job} waits in the grid queue: it needs {nodes|1 node|# nodes}, and no cluster that is large \
     enough has more than {free} free.",
);

static GRID_PLACE: Rule =
    Rule::with_values("place", &["position", "length"], "Position {position} of {length} in the grid queue.");

static FORESEEN: Rule = Rule::with_values("wait", &["start"], "Start predicted at submission: {start:time}.");

static BOUNDED: Rule =
    Rule::with_values("wait", &["start"], "Latest start quoted at submission: {start:time}.");

static HELD: Rule = Rule::new(
    "fork",
    "Job {job} was held back here until the next event: this variant forks at this decision.",
);

/// The quoted wait time and its bound, in the reason of a start.
pub(super) fn forecast_text(
    standing: &QueueState,
    job: SubjectId,
    (wait, bound): (Option<Span>, Option<Span>),
) -> String {
    let submit = standing.trace.subjects.submit[job as usize];
    let said = [(&FORESEEN, wait), (&BOUNDED, bound)].into_iter().filter_map(|(rule, wait)| {
        Some(Decision::new(standing.time, job, rule).with_values([(submit + wait?).0, 0, 0, 0]))
    });
    standing.explain_all(&said.collect::<Vec<_>>())
}

/// Why jobs wait at one cluster.
struct QueueSituation {
    /// Number of free nodes there.
    free: u32,
    /// The head of the queue, the nodes it needs, and its start by the estimates, if known.
    head: SubjectId,
    needs: u32,
    promised: Option<Time>,
}

impl QueueSituation {
    /// Why a job without a reservation waits. `end`: its estimated end if it started now; none if the head has no
    /// reservation that the job could delay.
    fn wait_reason(
        &self,
        now: Time,
        (job, nodes): (SubjectId, u32),
        end: Option<Time>,
    ) -> Decision<&'static Rule> {
        let (nodes, free, head) = (i64::from(nodes), i64::from(self.free), i64::from(self.needs));
        let promised = self.promised.unwrap_or(Time::MAX);
        let (rule, values) = match self.promised {
            Some(start) if job == self.head => (&PROMISED, [nodes, free, start.0, 0]),
            None if job == self.head => (&HEAD, [nodes, free, 0, 0]),
            _ if nodes > free => (&NO_ROOM, [nodes, free, head, 0]),
            Some(start) if end.is_some_and(|end| end > start) => (&LATE, [nodes, free, head, promised.0]),
            _ => (&BEHIND, [nodes, free, head, 0]),
        };
        let decision = Decision::new(now, job, rule).with_values(values);
        if job == self.head { decision } else { decision.with_blocker(self.head) }
    }
}

/// Records that a job is larger than every cluster.
pub(super) fn record_too_large(record: &mut Recorder, (job, nodes): (SubjectId, u32), now: Time) {
    record.decide(Decision::new(now, job, &TOO_LARGE).with_values([i64::from(nodes)]));
}

/// Records that a fork holds a job back.
pub(super) fn record_held(record: &mut Recorder, job: SubjectId, now: Time) {
    if record.wants_reasons() {
        record.decide(Decision::new(now, job, &HELD));
    }
}

/// Records the start of a job.
#[inline]
pub(super) fn record_start(
    record: &mut Recorder,
    now: Time,
    started: &Started,
    local: &dyn LocalPolicy,
    cluster: usize,
) {
    if record.wants_reasons() {
        let decision =
            Decision::new(now, started.job, local.rule_text(started.rule)).with_values(started.values);
        record.decide(decision.with_cluster(cluster).with_blocker(started.passed));
    }
}

/// Records jobs that arrived and did not start immediately.
pub(super) fn record_waiting(
    record: &mut Recorder,
    now: Time,
    arrived: &[(SubjectId, usize)],
    sites: &[Site],
    promises: ReservationKind,
) {
    for &(job, cluster) in arrived {
        if !record.wants_reasons() {
            return;
        }
        let manager = &sites[cluster].manager;
        let (Some(head), Some(own)) =
            (manager.queue().front(), manager.queue().iter().rev().find(|waiting| waiting.job == job))
        else {
            continue;
        };
        if own.reserved != Time::MAX {
            let rule = if own.nodes > manager.free_count() { &RESERVED } else { &RESERVED_BEHIND };
            let values = [i64::from(own.nodes), i64::from(manager.free_count()), own.reserved.0];
            record.decide(Decision::new(now, job, rule).with_values(values));
            continue;
        }
        if promises == ReservationKind::Recorded && own.recorded_start != Time::MAX {
            let values = [i64::from(own.nodes), i64::from(manager.free_count()), own.recorded_start.0];
            record.decide(Decision::new(now, job, &RECORDED).with_values(values));
            continue;
        }
        let running = manager.running().map(|(end, _, nodes)| (end, nodes.len()));
        let promised = || time_with_enough_nodes(head.nodes, manager.free_count(), running);
        let before = QueueSituation {
            free: manager.free_count(),
            head: head.job,
            needs: head.nodes,
            promised: if head.job == job || promises == ReservationKind::Head { promised() } else { None },
        };
        let end = (promises == ReservationKind::Head).then(|| now + own.estimate);
        let decision = before.wait_reason(now, (job, own.nodes), end);
        record.decide(decision);
    }
}

/// Records jobs that arrived, each with the nodes it needs, and are held at the grid.
pub(super) fn record_kept_at_grid(
    record: &mut Recorder,
    now: Time,
    jobs: impl Iterator<Item = (SubjectId, u32)>,
    sites: &[routing::SiteView],
) {
    for (job, nodes) in jobs {
        let idle =
            sites.iter().filter(|site| site.nodes >= nodes).map(routing::SiteView::unclaimed_nodes).max();
        record.decide(no_room_reason(now, (job, nodes), idle.unwrap_or(0)));
    }
}

/// No cluster has room for a job; `idle` is the maximum number of free nodes among sufficiently large clusters.
fn no_room_reason(now: Time, (job, nodes): (SubjectId, u32), idle: u32) -> Decision<&'static Rule> {
    Decision::new(now, job, &NOWHERE).with_values([i64::from(nodes), i64::from(idle), 0, 0])
}

/// Why jobs are held at the grid at a given time.
pub(super) fn reasons_of_kept_jobs(standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
    let of = standing.waiting.len() as i64;
    let reason = |&job: &SubjectId| {
        let nodes = standing.trace.subjects.nodes[job as usize];
        let large = standing.trace.bands.iter().zip(&standing.free).filter(|(band, _)| band.rows >= nodes);
        let idle = large.map(|(_, &free)| free).max().unwrap_or(0);
        let place = 1 + standing.waiting.iter().take_while(|&&other| other != job).count() as i64;
        let place = Decision::new(standing.time, job, &GRID_PLACE).with_values([place, of, 0, 0]);
        standing.explain_all(&[no_room_reason(standing.time, (job, nodes), idle), place])
    };
    asked.iter().map(reason).collect()
}

/// The reason of a job behind the head, with its expected start.
fn with_expected_turn(reason: Decision<&'static Rule>, turn: Time) -> Decision<&'static Rule> {
    let rule = if reason.rule == &NO_ROOM { &TURN_NO_ROOM } else { &TURN_BEHIND };
    let [nodes, free, head, _] = reason.values;
    Decision { rule, ..reason }.with_values([nodes, free, head, turn.0])
}

/// The expected start of each waiting job without overtaking, if all jobs run as long as estimated; for the jobs before
/// the first that can never start.
fn expected_starts(
    now: Time,
    mut free: u32,
    mut ends: Vec<(Time, u32)>,
    waiting: impl Iterator<Item = (u32, Span)>,
) -> Vec<Time> {
    let mut time = now;
    let mut turns = Vec::new();
    // Expected ends, latest first.
    ends.reverse();
    for (nodes, estimate) in waiting {
        while free < nodes {
            let Some((end, more)) = ends.pop() else { return turns };
            time = time.max(end);
            free += more;
        }
        free -= nodes;
        turns.push(time);
        let end = time + estimate;
        ends.insert(ends.partition_point(|&(other, _)| other > end), (end, nodes));
    }
    turns
}

/// The start of the reservation in a decision, if it has one.
fn reserved_start(decision: &Decision<&Rule>) -> Option<i64> {
    match decision.rule {
        rule if [&RESERVED, &RESERVED_BEHIND].contains(&rule) => Some(decision.values[2]),
        _ => moved_to(decision),
    }
}

/// When a node of each cluster last became unavailable or available: all reservations were recomputed then. Empty if
/// none ever did.
fn last_replanning(standing: &QueueState) -> Vec<Time> {
    let trace = standing.trace;
    if trace.phases().all(|phase| phase != Phase::AWAY) {
        return Vec::new();
    }
    let mut last = vec![Time(i64::MIN); trace.bands.len()];
    let away = (0..trace.intervals.len()).filter(|&i| trace.intervals.phase[i] == Phase::AWAY);
    for i in away {
        let Some(cluster) = trace.cluster_at(trace.intervals.row[i]) else { continue };
        for time in [trace.intervals.start[i], trace.intervals.end[i]] {
            if time <= standing.time {
                last[cluster] = last[cluster].max(time);
            }
        }
    }
    last
}

/// Why jobs wait at a given time.
pub(super) fn wait_reasons(
    standing: &QueueState,
    local: &dyn LocalPolicy,
    asked: &[SubjectId],
) -> Vec<String> {
    let table = &standing.trace.subjects;
    let estimate = |id: SubjectId| table.estimate[id as usize].max(Span(1));
    let recorded_start =
        |id: SubjectId| standing.trace.logged.get(id as usize).map_or(Time::MAX, |log| log.recorded_start);
    let lines = ClusterQueue::queues_of_clusters(standing, |id| {
        let (nodes, estimate) = (table.nodes[id as usize], estimate(id));
        let submitted = table.submit[id as usize];
        let waiting = Waiting { submitted, arrival: id, ..Waiting::new(id, nodes, estimate) };
        let waiting = Waiting { recorded_start: recorded_start(id), ..waiting };
        local.rank(&waiting, standing.time)
    });
    let before = |(cluster, line): (usize, &ClusterQueue)| {
        let (free, head) = (line.free, line.head());
        // Where every job has a reservation, the next job may have to wait for more than its nodes.
        let open = local.reservations() != ReservationKind::Everyone;
        let needs = table.nodes.get(head as usize).copied();
        let ends = || estimated_releases(standing, cluster).into_iter();
        let promised = needs.filter(|_| open).and_then(|nodes| time_with_enough_nodes(nodes, free, ends()));
        QueueSituation { free, head, needs: needs.unwrap_or(0), promised }
    };
    let before: Vec<QueueSituation> = lines.iter().enumerate().map(before).collect();
    let kept = local.reservations() == ReservationKind::InTurn;
    let turns = |(cluster, line): (usize, &ClusterQueue)| {
        let waiting = line.waiting.iter().map(|&id| (table.nodes[id as usize], estimate(id)));
        expected_starts(standing.time, line.free, estimated_releases(standing, cluster), waiting)
    };
    let turns: Vec<Vec<Time>> = lines.iter().enumerate().filter(|_| kept).map(turns).collect();
    let replanned = last_replanning(standing);
    let reason = |&job: &SubjectId| {
        let cluster = usize::from(table.cluster[job as usize]);
        let still_holds = |time: Time| {
            time <= standing.time && replanned.get(cluster).is_none_or(|&replanned| time >= replanned)
        };
        let reserved = standing.trace.decisions_about(job).filter(|decision| still_holds(decision.time));
        let reserved =
            reserved.filter_map(|decision| Some((decision.time, reserved_start(&decision)?))).last();
        let recorded = recorded_start(job);
        let cause = if local.reservations() == ReservationKind::Recorded && recorded != Time::MAX {
            let [nodes, free] = [table.nodes[job as usize], lines[cluster].free].map(i64::from);
            Decision::new(standing.time, job, &RECORDED).with_values([nodes, free, recorded.0, 0])
        } else if let Some((told, start)) = reserved {
            // Reservations only move forward, so the quoted time remains an upper bound.
            let nodes = i64::from(table.nodes[job as usize]);
            let free = i64::from(lines[cluster].free);
            let rule = if nodes > free { &KEPT } else { &KEPT_BEHIND };
            Decision::new(standing.time, job, rule).with_values([nodes, free, told.0, start])
        } else {
            let (nodes, end) = (table.nodes[job as usize], standing.time + estimate(job));
            let end = (local.reservations() == ReservationKind::Head).then_some(end);
            let reason = before[cluster].wait_reason(standing.time, (job, nodes), end);
            let place = lines[cluster].waiting.iter().position(|&other| other == job);
            match place.and_then(|place| turns.get(cluster)?.get(place)) {
                Some(&turn) if job != before[cluster].head => with_expected_turn(reason, turn),
                _ => reason,
            }
        };
        standing.explain_all(&[cause, lines[cluster].position_reason(standing, job)])
    };
    asked.iter().map(reason).collect()
}
