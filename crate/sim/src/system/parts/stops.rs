//! What is worth a stop in the queue before a cluster though nobody starts by it: nodes that stay free before the head of the
//! queue, and reservations that move as others end early.

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

/// The start to which a reservation has moved, if that is what a decision says.
pub(in crate::system) fn moved_to(decision: &Decision<&Rule>) -> Option<i64> {
    (decision.rule.id == MOVED.id).then_some(decision.values[1])
}

/// Reservations that move by less are not told: most of them do at each end that was estimated too late.
const LEAST: Span = Span(600_000_000);

/// What is known of the queue before one cluster from one look to the next.
#[derive(Clone, Debug, Default)]
pub(in crate::system) struct Before {
    /// Which cluster, and whether there are others.
    cluster: usize,
    several: bool,
    /// Who was at the head when nodes that stay free were told of last.
    told: Option<SubjectId>,
    /// Who waits with a reservation, and when it begins.
    reserved: Vec<(SubjectId, Time)>,
}

impl Before {
    /// Nothing is known yet of the queues before so many clusters.
    pub(in crate::system) fn all(clusters: usize) -> Vec<Self> {
        let one = |cluster| Self { cluster, several: clusters > 1, ..Self::default() };
        (0..clusters).map(one).collect()
    }

    /// All reservations are made anew, for another reason than jobs that ended early.
    pub(in crate::system) fn forget_reservations(&mut self) {
        self.reserved.clear();
    }

    /// Tells what is worth it after a look in which `started` jobs were started.
    pub(in crate::system) fn tell(
        &mut self,
        record: &mut Recorder,
        now: Time,
        (manager, promises): (&LocalManager, ReservationKind),
        started: usize,
    ) {
        let reserved = reservations(manager, promises);
        // Queues with reservations keep their order, and who is new stands at the end.
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
        // A job that waits for its recorded start keeps no nodes from others.
        let blocks = started == 0 && promises != ReservationKind::Recorded;
        if let Some(head) = manager.queue().front().filter(|_| blocks) {
            let rule = if self.several { &HOLE_AT } else { &HOLE };
            let room = (manager.free_count(), manager.queue().len());
            self.tell_hole(record, now, rule, (head.job, head.nodes), room);
        }
    }

    /// Tells of nodes that are free though others wait behind the head of the queue, once for each head.
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

/// Who waits with a reservation, in the order of the queue, and when it begins by the estimates.
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

/// What is worth a stop in a run: when, in seconds, and what is said.
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
