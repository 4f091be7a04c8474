//! Wait times of subjects, and how they are spread over the classes of a colour scale.

use super::{Kind, SubjectId, Trace};
use crate::time::{Span, Time};

/// The lower limits of the classes by which waits are counted, in microseconds: 0, 5, 15 and 30 min, 1 and 2 h.
pub const WAIT_LIMITS: [u64; 6] = [0, 300_000_000, 900_000_000, 1_800_000_000, 3_600_000_000, 7_200_000_000];

/// How many numbers describe the waits of a run: the longest in seconds, then how many are in each class of
/// [`WAIT_LIMITS`].
pub const WAIT_NUMBERS: usize = 1 + WAIT_LIMITS.len();

impl Trace {
    /// True for a task of a workflow, which can start only when its predecessors have ended.
    pub fn is_workflow_task(&self, subject: SubjectId) -> bool {
        let kind = || self.subjects.kind.get(subject as usize).map(|&place| self.kinds[usize::from(place)]);
        !self.group_critical_path.is_empty() || kind() == Some(Kind::WORKFLOW_TASK)
    }

    /// The wait for a first node: of a task of a workflow since its last predecessor ended, of others since their
    /// submission. `None` before the start.
    pub fn wait(&self, subject: SubjectId) -> Option<Span> {
        let id = subject as usize;
        let start = self.subjects.start[id];
        let begin = || match self.subjects.ready_time(id) {
            ready if ready != Time::MAX && self.is_workflow_task(subject) => ready,
            _ => self.subjects.submit[id],
        };
        (start != Time::MAX).then(|| start - begin())
    }

    /// The waits of all jobs and tasks that have started, as [`WAIT_NUMBERS`] numbers.
    pub fn wait_numbers(&self) -> Vec<f64> {
        let is_machine = |id: u32| {
            let kind = self.subjects.kind.get(id as usize);
            kind.is_some_and(|&place| self.kinds[usize::from(place)] == Kind::MACHINE)
        };
        let mut numbers = vec![0.0; WAIT_NUMBERS];
        let subjects = (0..self.subjects.len() as u32).filter(|&id| !is_machine(id));
        for wait in subjects.filter_map(|id| self.wait(id)) {
            numbers[0] = f64::max(numbers[0], wait.seconds());
            let class = WAIT_LIMITS.iter().rposition(|&least| wait.0 >= least as i64).unwrap_or(0);
            numbers[1 + class] += 1.0;
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Subject, UNKNOWN, trace_from_bars};

    #[test]
    fn waits_are_counted_by_class_once_subjects_have_started() {
        let mut trace = trace_from_bars(
            &[4],
            9_000.0,
            &[(0, 1, 0.0, Some(9.0)), (1, 1, 299.0, Some(400.0)), (2, 1, 300.0, None), (3, 1, 8_000.0, None)],
        );
        let waiting = Subject {
            number: 5,
            user: 0,
            group: UNKNOWN,
            submit: Time::ZERO,
            nodes: 1,
            estimate: Span::ZERO,
        };
        let id = trace.add(waiting);
        trace.queue(id, Time::ZERO, 0);
        assert_eq!(trace.wait(id), None);
        assert_eq!(trace.wait_numbers(), [8_000.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_workflow_task_waits_from_the_end_of_its_last_predecessor() {
        let mut trace = trace_from_bars(&[2], 100.0, &[(0, 1, 0.0, Some(40.0))]);
        let task =
            Subject { number: 2, user: 0, group: 0, submit: Time::ZERO, nodes: 1, estimate: Span::ZERO };
        let id = trace.add(task);
        trace.ready(id, Time::from_seconds(40.0));
        trace.queue(id, Time::from_seconds(45.0), 0);
        trace.start(id, Time::from_seconds(50.0));
        // Of a job the wait begins with the submission, however late its queue gets it.
        assert_eq!(trace.wait(id), Some(Span(50_000_000)));
        trace.group_critical_path = vec![Span::ZERO];
        assert_eq!(trace.wait(id), Some(Span(10_000_000)));
    }
}
