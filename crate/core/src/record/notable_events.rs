//! Notable events of a run, at which the player can stop: decisions of policies other than the first start of a job.

use super::Trace;
use crate::time::Time;

/// The ids of the rules and marks at which the player can stop, with a description. Expected starts, placements and
/// waits are not among them.
pub static NOTABLE: [(&[&str], &str); 18] = [
    (&["backfill"], "a job starts out of order"),
    (&["hole"], "nodes stay idle although the head of a queue waits"),
    (&["moved"], "a reservation moves by ten minutes or more"),
    (
        &["scattered"],
        "the first job in the placement queue fits on the idle nodes in total, but they are scattered",
    ),
    (&["spread"], "a job is co-allocated, because no single cluster has enough idle nodes"),
    (&["claim-failed"], "a claim fails, because its nodes were taken after the last poll"),
    (&["made-room"], "running applications shrink to make room for a job"),
    (&["grow"], "a job grows"),
    (&["shrink"], "a job shrinks"),
    (&["decline"], "a job declines an offer of nodes"),
    (&["preempt"], "a task is preempted by other work"),
    (&["preempted"], "a machine is given to a user with better priority"),
    (&["suspend"], "a task is suspended, because the owner of its machine has returned"),
    (&["lost", "evicted"], "a job or task loses its machine and its work"),
    (
        &["overload", "mismatch", "overdue", "task-potential", "queue-potential", "share", "return"],
        "a task moves to another queue, is rejected or is terminated",
    ),
    (
        &["size-more", "size-fewer", "size-table-more", "size-table-fewer"],
        "an application requests more or fewer workers",
    ),
    (&["copy"], "a replica of a task starts"),
    (&["give-up", "gives-up", "killed"], "a job is abandoned or killed"),
];

/// True if a rule or a mark with this id is notable.
fn is_notable(id: &str) -> bool {
    NOTABLE.iter().any(|(known, _)| known.contains(&id))
}

impl Trace {
    /// The next notable event after `time`, as far as it is known.
    pub fn next_notable(&self, time: Time) -> Option<Time> {
        let decided = self.decisions.kept();
        let decided = &decided[decided.partition_point(|decision| decision.time <= time)..];
        let decided = decided.iter().find(|decision| is_notable(self.decisions.rule_id(decision)));
        let marks = &self.marks[self.marks.partition_point(|mark| mark.time <= time)..];
        let marked = marks.iter().find(|mark| is_notable(mark.kind.id)).map(|mark| mark.time);
        decided.map(|decision| decision.time).into_iter().chain(marked).min()
    }

    /// The latest notable event before `time`.
    pub fn previous_notable(&self, time: Time) -> Option<Time> {
        let decided = self.decisions.kept();
        let decided = &decided[..decided.partition_point(|decision| decision.time < time)];
        let decided = decided.iter().rev().find(|decision| is_notable(self.decisions.rule_id(decision)));
        let marks = &self.marks[..self.marks.partition_point(|mark| mark.time < time)];
        let marked = marks.iter().rev().find(|mark| is_notable(mark.kind.id)).map(|mark| mark.time);
        decided.map(|decision| decision.time).into_iter().chain(marked).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MarkKind, trace_from_bars};
    use crate::rule::{Decision, Rule};

    static HEAD: Rule = Rule::new("head", "");
    static PASSES: Rule = Rule::new("backfill", "");
    static GROW: MarkKind = MarkKind { id: "grow", sentence: "" };
    static RESUME: MarkKind = MarkKind { id: "resume", sentence: "" };

    #[test]
    fn notable_times_are_overtakings_and_changes_only() {
        let mut trace = trace_from_bars(&[2], 9.0, &[(0, 1, 0.0, Some(9.0)), (1, 1, 0.0, Some(9.0))]);
        for (second, rule) in [(1, &HEAD), (3, &PASSES), (4, &HEAD), (6, &PASSES)] {
            trace.decisions.push(Decision::new(Time(second * 1_000_000), 0, rule));
        }
        for (second, kind) in [(2, &RESUME), (5, &GROW), (8, &GROW)] {
            trace.mark(Time(second * 1_000_000), 1, kind, 1);
        }
        let seconds = |time: Option<Time>| time.map(|time| time.0 / 1_000_000);
        let at = |second: i64| Time(second * 1_000_000);
        let next: Vec<_> = [0, 3, 4, 5, 6, 8].map(|second| seconds(trace.next_notable(at(second)))).into();
        assert_eq!(next, [Some(3), Some(5), Some(5), Some(6), Some(8), None]);
        let previous: Vec<_> =
            [9, 8, 6, 5, 3].map(|second| seconds(trace.previous_notable(at(second)))).into();
        assert_eq!(previous, [Some(8), Some(6), Some(5), Some(3), None]);
    }
}
