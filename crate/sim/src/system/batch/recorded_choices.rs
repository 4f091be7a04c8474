//! The choices behind a schedule, extracted from the record of any run: they reproduce it decision by decision.

use crate::policy::choices::{Choice, NEXT_DECIDER};
use ganttlet_core::order;
use ganttlet_core::platform::{FreeNodes, NodeSet};
use ganttlet_core::record::{Band, Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

/// The choices of the local policies in a run of batch queues, in the format of the policy `played`. Jobs that have not
/// started wait until the end.
pub fn recorded_choices(trace: &Trace) -> String {
    let cluster = |(band, cluster): (&Band, u16)| {
        let mut recorder = ChoiceRecorder::new(trace, band, cluster);
        recorder.replay();
        recorder.choices.iter().map(ToString::to_string).collect::<String>()
    };
    let parts: Vec<String> = trace.bands.iter().zip(0..).map(cluster).collect();
    parts.join(&NEXT_DECIDER.to_string())
}

/// An event that triggers a decision of a local policy, in the order of events at one instant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    End,
    Arrival,
    /// A job leaves the queue without a start.
    Withdrawal,
    Start,
}

/// Replays the schedule of one cluster.
struct ChoiceRecorder<'t> {
    trace: &'t Trace,
    first_row: u32,
    steps: Vec<(Time, Step, SubjectId)>,
    free: FreeNodes,
    /// The waiting jobs, in the order of arrival.
    waiting: Vec<SubjectId>,
    choices: Vec<Choice>,
    /// The time and index of the last decision at which no job started although one fitted.
    waited: Option<(Time, usize)>,
}

impl<'t> ChoiceRecorder<'t> {
    fn new(trace: &'t Trace, band: &Band, cluster: u16) -> Self {
        let table = &trace.subjects;
        let mut steps = Vec::new();
        for id in (0..table.len()).filter(|&id| table.cluster[id] == cluster) {
            let (start, end, subject) = (table.start[id], table.end[id], id as SubjectId);
            if table.status[id] == Status::Rejected {
                continue;
            }
            steps.push((table.sent_time(id), Step::Arrival, subject));
            if start == Time::MAX {
                continue;
            }
            if trace.rows_of(subject).next().is_none() {
                steps.push((start, Step::Withdrawal, subject));
                continue;
            }
            steps.push((start, Step::Start, subject));
            if end != Time::MAX {
                steps.push((end, Step::End, subject));
            }
        }
        // Jobs that start at one instant do so in the order of their allocations.
        let rank = |&(_, step, id): &(Time, Step, SubjectId)| match step {
            Step::Start => table.first_interval[id as usize],
            _ => id,
        };
        order::sort_by_key(&mut steps, |step| i64::from(rank(step)));
        order::sort_by_key(&mut steps, |&(_, step, _)| step as i64);
        order::sort_by_key(&mut steps, |&(time, ..)| time.0);
        Self {
            trace,
            first_row: band.first_row,
            steps,
            free: FreeNodes::all_free(band.rows),
            waiting: Vec::new(),
            choices: Vec::new(),
            waited: None,
        }
    }

    /// Replays the schedule, instant by instant.
    fn replay(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        for instant in steps.chunk_by(|a, b| a.0 == b.0) {
            let now = instant[0].0;
            let of = |wanted: Step| {
                instant.iter().filter(move |&&(_, step, _)| step == wanted).map(|&(.., id)| id)
            };
            let lasts = |id: &SubjectId| self.trace.subjects.start[*id as usize] < now;
            let (before, at_once): (Vec<_>, Vec<_>) = of(Step::End).partition(lasts);
            let quiet = before.is_empty() && of(Step::Arrival).chain(of(Step::Withdrawal)).next().is_none();
            for id in before {
                self.give_back(id);
            }
            self.waiting.extend(of(Step::Arrival));
            for id in of(Step::Withdrawal) {
                self.waiting.retain(|&other| other != id);
            }
            if quiet {
                self.ask_for_decision_at(now);
            }
            let mut starting: Vec<SubjectId> = of(Step::Start).collect();
            let mut at_once = at_once;
            loop {
                self.decide(&mut starting, now);
                // Jobs of zero length end immediately, and another decision follows.
                let (ended, rest): (Vec<_>, Vec<_>) =
                    at_once.into_iter().partition(|id| !starting.contains(id));
                if ended.is_empty() {
                    break;
                }
                for id in ended {
                    self.give_back(id);
                }
                at_once = rest;
            }
        }
        // A run that ended at a decision did so before a choice to wait.
        if self.waited.is_some_and(|(time, place)| time == self.trace.now && place + 1 == self.choices.len())
        {
            self.choices.pop();
        }
    }

    /// No job ends or arrives here now: the last decision must request another one for this time.
    fn ask_for_decision_at(&mut self, now: Time) {
        if let Some((time, place)) = self.waited {
            self.choices[place] = Choice::WaitFor(now - time);
        }
    }

    /// Records the jobs that start, of those that still have to start now.
    fn decide(&mut self, starting: &mut Vec<SubjectId>, now: Time) {
        loop {
            let fitting: Vec<SubjectId> =
                self.waiting.iter().copied().filter(|&id| self.nodes(id) <= self.free.count()).collect();
            if fitting.is_empty() {
                return;
            }
            let next = starting.first().copied();
            let Some((id, place)) =
                next.and_then(|id| Some((id, fitting.iter().position(|&one| one == id)?)))
            else {
                self.waited = Some((now, self.choices.len()));
                self.choices.push(Choice::Wait);
                return;
            };
            starting.remove(0);
            self.waiting.retain(|&other| other != id);
            let on = self.nodes_of(id);
            let mut lowest = NodeSet::default();
            self.free.clone().take_lowest(on.len(), |first, count| lowest.push(first, count));
            for &(first, count) in on.ranges() {
                self.free.take(first, count);
            }
            let nodes = (on != lowest).then_some(on);
            self.choices.push(Choice::Pick(place as u32 + 1, nodes));
        }
    }

    fn nodes(&self, id: SubjectId) -> u32 {
        self.trace.subjects.nodes[id as usize]
    }

    /// The nodes that a job held, counted from the first of its cluster.
    fn nodes_of(&self, id: SubjectId) -> NodeSet {
        let mut rows: Vec<(u32, u32)> = self.trace.rows_of(id).collect();
        order::sort_pairs(&mut rows);
        let mut nodes = NodeSet::default();
        for (row, rows) in rows {
            nodes.push(row - self.first_row, rows);
        }
        nodes
    }

    fn give_back(&mut self, id: SubjectId) {
        for &(first, count) in self.nodes_of(id).ranges() {
            self.free.give_back(first, count);
        }
    }
}
