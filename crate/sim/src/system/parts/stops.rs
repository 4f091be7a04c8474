//! Notable states of the queue of a cluster, other than starts: idle nodes before a blocked head of the queue, and
//! reservations that move because other jobs end early.

use crate::policy::local::{LocalManager, ReservationKind};
use crate::system::line::time_with_enough_nodes;
use ganttlet_core::record::Recorder;
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::{Span, Time};

static HOLE: Rule = Rule::with_values(
    "hole",
    &["nodes", "idle", "others"],
    "Job {job} at the head of the queue needs {nodes|1 node|# nodes}: {idle|1 stays|# stay} idle, although \
     {others|1 job waits|# jobs wait}.",
);

static HOLE_AT: Rule = Rule::with_values(
    "hole",
    &["nodes", "idle", "others"],
    "Job {job} at the head of the queue of {cluster} needs {nodes|1 node|# nodes}: {idle|1 stays|# stay} \
     idle there, although {others|1 job waits|# jobs wait}.",
);

static MOVED: Rule = Rule::with_values(
    "moved",
    &["before", "start", "others"],
    "Because other jobs ended early, the reservation of job {job} moves forward from {before:time} to \
     {start:time}{others| and 1 other moves too| and # others move too|}.",
);

static MOVED_AT: Rule = Rule::with_values(
    "moved",
    &["before", "start", "others"],
    "Because other jobs ended early, the reservation of job {job} on {cluster} moves forward from \
     {before:time} to {start:time}{others| and 1 other there moves too| and # others there move too|}.",
);

/// The new start of a moved reservation, if the decision reports one.
pub(in crate::system) fn moved_to(decision: &Decision<&Rule>) -> Option<i64> {
    (decision.rule.id == MOVED.id).then_some(decision.values[1])
}

/// Smaller moves of reservations are not reported: most reservations move slightly at each early end.
const LEAST: Span = Span(600_000_000);

/// The state of the queue of one cluster at the last check.
#[derive(Clone, Debug, Default)]
pub(in crate::system) struct Before {
    /// The cluster, and whether there are others.
    cluster: usize,
    several: bool,
    /// The head of the queue at the last report of idle nodes.
    told: Option<SubjectId>,
    /// The jobs with reservations and their starts.
    reserved: Vec<(SubjectId, Time)>,
}

impl Before {
    /// The initial states for this number of clusters.
    pub(in crate::system) fn all(clusters: usize) -> Vec<Self> {
        let one = |cluster| Self { cluster, several: clusters > 1, ..Self::default() };
        (0..clusters).map(one).collect()
    }

    /// Discards the reservations, which are recomputed for another reason than early ends.
    pub(in crate::system) fn forget_reservations(&mut self) {
        self.reserved.clear();
    }

    /// Reports notable states after a pass in which `started` jobs were started.
    pub(in crate::system) fn tell(
        &mut self,
        record: &mut Recorder,
        now: Time,
        (manager, promises): (&LocalManager, ReservationKind),
        started: usize,
    ) {
        let reserved = reservations(manager, promises);
        // Queues with reservations keep their order; new jobs are at the end.
        let mut known = self.reserved.iter();
        let mut moved = reserved.iter().filter_map(|&(job, start)| {
            let &(_, before) = known.find(|&&(other, _)| other == job)?;
            (start + LEAST <= before).then_some((job, before, start))
        });
        if let Some((job, before, start)) = moved.next() {
            let others = moved.count() as i64;
            let rule = if self.several { &MOVED_AT } else { &MOVED };
            let decision = Decision::new(now, job, rule).with_values([before.0, start.0, others]);
            record.decide(decision.with_blocker(job).with_cluster(self.cluster));
        }
        self.reserved = reserved;
        // A job that waits for its recorded start blocks no other job.
        let blocks = started == 0 && promises != ReservationKind::Recorded;
        if let Some(head) = manager.queue().front().filter(|_| blocks) {
            let rule = if self.several { &HOLE_AT } else { &HOLE };
            let room = (manager.free_count(), manager.queue().len());
            self.tell_hole(record, now, rule, (head.job, head.nodes), room);
        }
    }

    /// Reports idle nodes while other jobs wait behind the head of the queue, once per head.
    pub(in crate::system) fn tell_hole(
        &mut self,
        record: &mut Recorder,
        now: Time,
        rule: &'static Rule,
        (head, nodes): (SubjectId, u32),
        (free, waiting): (u32, usize),
    ) {
        if free > 0 && self.told != Some(head) {
            self.told = Some(head);
            let values = [i64::from(nodes), i64::from(free), waiting as i64];
            let decision = Decision::new(now, head, rule).with_values(values).with_blocker(head);
            record.decide(decision.with_cluster(self.cluster));
        }
    }
}

/// The jobs with reservations, in the order of the queue, and their starts by the estimates.
fn reservations(manager: &LocalManager, promises: ReservationKind) -> Vec<(SubjectId, Time)> {
    let queue = manager.queue();
    match promises {
        ReservationKind::Everyone => {
            queue.iter().filter(|job| job.reserved != Time::MAX).map(|job| (job.job, job.reserved)).collect()
        }
        ReservationKind::Head => {
            let running = manager.running().map(|(end, _, nodes)| (end, nodes.len()));
            let start = queue
                .front()
                .and_then(|head| time_with_enough_nodes(head.nodes, manager.free_count(), running));
            queue.front().zip(start).map(|(head, start)| (head.job, start)).into_iter().collect()
        }
        ReservationKind::Nobody | ReservationKind::InTurn | ReservationKind::Recorded => Vec::new(),
    }
}

/// The reported states of a run: time in seconds, and text.
#[cfg(test)]
pub(in crate::system) fn told(trace: &ganttlet_core::record::Trace) -> Vec<(i64, String)> {
    let times = std::iter::successors(trace.next_notable(Time(-1)), |&time| trace.next_notable(time));
    let said = |time: Time| {
        let ids = ["hole", "moved", "scattered", "spread"];
        let said = trace.decisions_at(time).find(|decision| ids.contains(&decision.rule.id));
        (time.rounded_seconds(), said.map(|decision| trace.explain(decision)).unwrap_or_default())
    };
    times.map(said).collect()
}
