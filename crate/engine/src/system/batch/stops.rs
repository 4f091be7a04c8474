//! What is worth a stop in a batch queue though nobody starts by it: nodes that stay free before the head of the queue, and
//! reservations that move as others end early.

use crate::policy::local::{LocalManager, Promises};
use crate::record::Recorder;
use crate::rule::{Decision, Rule, SubjectId};
use crate::system::line::enough_at;
use crate::time::{Span, Time};

pub(super) static HOLE: Rule = Rule::new(
    "hole",
    "Job {job} is at the head of the queue and needs {0|1 node|# nodes}: {1|1 stays|# stay} free, though \
               {2|1 job waits|# jobs wait}.",
);

pub(super) static MOVED: Rule = Rule::new(
    "moved",
    "As others ended early, the reservation of job {job} moves from {0t} to {1t}{2| and 1 other moves too| and # others move too|}.",
);

/// Reservations that move by less are not told: most of them do at each end that was estimated too late.
const LEAST: Span = Span(600_000_000);

/// What is known of the queue before one cluster from one look to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    /// Who was at the head when nodes that stay free were told of last.
    told: Option<SubjectId>,
    /// Who waits with a reservation, and when it begins.
    reserved: Vec<(SubjectId, Time)>,
}

impl Before {
    /// Tells what is worth it after a look in which `started` jobs were started.
    pub(super) fn tell(
        &mut self,
        record: &mut Recorder,
        now: Time,
        (manager, promises): (&LocalManager, Promises),
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
            record
                .decide(Decision::new(now, job, &MOVED).values([before.0, start.0, others]).blocked_by(job));
        }
        self.reserved = reserved;
        let Some(head) = manager.queue().front() else { return };
        if started == 0 && manager.free() > 0 && self.told != Some(head.job) {
            self.told = Some(head.job);
            let values = [i64::from(head.nodes), i64::from(manager.free()), manager.queue().len() as i64];
            record.decide(Decision::new(now, head.job, &HOLE).values(values).blocked_by(head.job));
        }
    }
}

/// Who waits with a reservation, in the order of the queue, and when it begins by the estimates.
fn reservations(manager: &LocalManager, promises: Promises) -> Vec<(SubjectId, Time)> {
    let queue = manager.queue();
    match promises {
        Promises::Everyone => {
            queue.iter().filter(|job| job.reserved != Time::MAX).map(|job| (job.job, job.reserved)).collect()
        }
        Promises::Head => {
            let running = manager.running().map(|(end, _, nodes)| (end, nodes.len()));
            let start = queue.front().and_then(|head| enough_at(head.nodes, manager.free(), running));
            queue.front().zip(start).map(|(head, start)| (head.job, start)).into_iter().collect()
        }
        Promises::Nobody | Promises::InTurn => Vec::new(),
    }
}
