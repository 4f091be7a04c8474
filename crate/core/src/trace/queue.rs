//! Who waits at a moment, and why.

use super::{SubjectId, Trace};
use crate::time::Time;
use serde::Serialize;

/// One that waits for nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waiting {
    /// Its place in the subject table.
    pub id: SubjectId,
    /// What people call it.
    pub name: String,
    /// The nodes it needs.
    pub nodes: u32,
    /// Its kind: `job`, ..
    pub kind: &'static str,
    /// How long it has waited, in seconds.
    pub waits_s: f64,
    /// The last decision about it in words; empty if none has been recorded.
    pub reason: String,
}

impl Trace {
    /// Those that wait at `time`, in the order in which they became able to start, with the last that was decided about
    /// each: at most as many as [`State::first_queued`](super::State::first_queued) names.
    pub fn queue_at(&self, time: Time) -> Vec<Waiting> {
        let known = time.min(self.now.max(self.last_end));
        let waiting = |id: SubjectId| Waiting {
            id,
            name: self.name(id),
            nodes: self.subjects.nodes[id as usize],
            kind: self.kind(id).name,
            waits_s: (known - self.subjects.ready[id as usize]).seconds(),
            reason: self.decision_before(id, known).map_or_else(String::new, |told| self.explain(told)),
        };
        self.state_at(known).first_queued.into_iter().map(waiting).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::tests::trace_of;
    use crate::trace::{Decision, Rule};

    #[test]
    fn those_that_wait_say_why() {
        const WAIT: Rule = Rule { id: "wait", sentence: "Job {job} needs {0} nodes." };
        let bars = [(0, 2, 0.0, Some(9.0)), (0, 1, 9.0, None), (1, 1, 12.0, None)];
        let mut trace = trace_of(&[2], 20.0, &bars);
        for (second, nodes) in [(1, 1), (5, 2), (8, 3)] {
            trace.decisions.push(Decision::new(Time(second * 1_000_000), 1, &WAIT).values([nodes]));
        }
        let at = |second: f64| trace.queue_at(Time::from_seconds(second));
        let told = |id: u32, waits_s: f64, reason: &str| Waiting {
            id,
            name: (id + 1).to_string(),
            nodes: 1,
            kind: "job",
            waits_s,
            reason: reason.into(),
        };
        assert_eq!(at(0.5), [told(1, 0.5, ""), told(2, 0.5, "")]);
        assert_eq!(at(5.0), [told(1, 5.0, "Job 2 needs 2 nodes."), told(2, 5.0, "")]);
        assert_eq!(at(9.0), [told(2, 9.0, "")]);
        assert_eq!(at(f64::INFINITY), []);
    }
}
