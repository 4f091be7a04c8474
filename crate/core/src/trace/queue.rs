//! Who waits at a moment, and why.

use super::{Index, SubjectId, Trace};
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

impl Index {
    /// Those that wait at `time`, in the order in which they became able to start, with the last that was decided about
    /// each: at most as many as [`State::first_queued`](super::State::first_queued) names.
    pub fn queue_at(&mut self, trace: &Trace, time: Time) -> Vec<Waiting> {
        let known = time.min(trace.now.max(trace.last_end));
        let waiting = |id: SubjectId| Waiting {
            id,
            name: trace.name(id),
            nodes: trace.subjects.nodes[id as usize],
            kind: trace.kind(id).name,
            waits_s: (known - trace.subjects.ready[id as usize]).seconds(),
            reason: trace.decision_before(id, known).map_or_else(String::new, |told| trace.explain(told)),
        };
        self.state_at(trace, known).first_queued.into_iter().map(waiting).collect()
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
        let at = |second: f64| Index::default().queue_at(&trace, Time::from_seconds(second));
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
