//! The part of a run that measures refer to: subjects, rounds, groups and a period of time.

use crate::tables::rounds::Round;
use ganttlet_core::order;
use ganttlet_core::record::{Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;

/// The subjects and the period that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope<'a> {
    /// Subjects that arrived before this time do not count.
    pub warm_up: Time,
    /// Subjects that end after this do not count (yet).
    pub until: Time,
    /// Subjects that arrive, and events that happen, at this time or later do not count.
    pub closed: Time,
    /// Only subjects of this group count; those of any if there is none.
    pub group: Option<u32>,
    /// Only subjects of this type count, named as in legends; subjects of any type if it is empty.
    pub of_type: &'a str,
}

impl Scope<'_> {
    /// Everything.
    pub const ALL: Self =
        Self { warm_up: Time::ZERO, until: Time::MAX, closed: Time::MAX, group: None, of_type: "" };

    /// True if a subject counts.
    pub fn includes(&self, trace: &Trace, subject: usize) -> bool {
        self.has_ended(trace, subject) && trace.kind(subject as u32).counts
    }

    /// True if a subject arrived after the warm-up and has ended, whether its kind counts or not.
    pub(crate) fn has_ended(&self, trace: &Trace, subject: usize) -> bool {
        let end = trace.subjects.end[subject];
        end != Time::MAX && end <= self.until && self.has_arrived(trace, subject)
    }

    /// True if a subject arrived after the warm-up and had started by a given time; for the whole run, if it has ended.
    pub(crate) fn has_started(&self, trace: &Trace, subject: usize) -> bool {
        let start = trace.subjects.start[subject];
        if self.until == Time::MAX {
            return self.has_ended(trace, subject);
        }
        start != Time::MAX && start <= self.until && self.has_arrived(trace, subject)
    }

    /// True if a subject is one of those measured and arrived after the warm-up.
    fn has_arrived(&self, trace: &Trace, subject: usize) -> bool {
        let table = &trace.subjects;
        let recurs = trace.kind(subject as u32).recurs;
        let arrives = if recurs { table.eligible_time(subject) } else { table.submit[subject] };
        let group_metrics = self.group.is_none_or(|group| group == table.group[subject]);
        (self.warm_up..self.closed).contains(&arrives)
            && group_metrics
            && (self.of_type.is_empty() || trace.type_of(subject as u32) == Some(self.of_type))
    }

    /// True if an event at this time counts.
    pub(crate) fn includes_time(&self, time: Time) -> bool {
        self.warm_up <= time && time <= self.until && time < self.closed
    }

    /// True if all measured subjects have ended: the values of the run are final.
    pub(crate) fn is_over(&self, trace: &Trace) -> bool {
        let counted = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32).counts);
        let open =
            |id: usize| trace.subjects.end[id] > self.until && trace.subjects.status[id] != Status::Rejected;
        self.until == Time::MAX || !counted.into_iter().any(open)
    }

    /// The period that counts: from the end of the warm-up or the first arrival to the last end. Rejected subjects
    /// neither begin nor end it.
    pub fn window(&self, trace: &Trace) -> (Time, Time) {
        let (first, last, known) = run_extent(trace);
        let from = first.max(self.warm_up);
        let to = if self.until == Time::MAX { last } else { self.until.min(known) };
        (from, to.max(from))
    }
}

/// The first arrival and the last end of subjects that are not rejected and whose kinds count (any kind if none
/// counts), and the time up to which their state is known.
fn run_extent(trace: &Trace) -> (Time, Time, Time) {
    let table = &trace.subjects;
    let taken = |&subject: &usize| table.status[subject] != Status::Rejected;
    let first = (0..table.len()).filter(taken).map(|subject| table.submit[subject]).min();
    let everything =
        (first.unwrap_or_else(|| trace.first_submit()), trace.last_end, trace.now.max(trace.last_end));
    if trace.kinds.iter().all(|kind| kind.counts) {
        return everything;
    }
    let counted = || (0..table.len()).filter(taken).filter(|&subject| trace.kind(subject as u32).counts);
    let Some(first) = counted().map(|subject| table.submit[subject]).min() else { return everything };
    let last = trace.last_job_end().max(first);
    // After the last end, no event belongs to these subjects.
    let open = counted().any(|subject| table.end[subject] == Time::MAX);
    let known = if open { trace.now.max(last) } else { last };
    (first, last, known)
}

/// Seconds from `from` to `to`; none if one of them is not known yet.
pub(crate) fn seconds_between(from: Time, to: Time) -> Option<f64> {
    (from != Time::MAX && to != Time::MAX).then(|| (to - from).seconds())
}

/// The overlap of `[from, to]` with `[start, end]`, in seconds.
pub(crate) fn overlap((from, to): (Time, Time), start: Time, end: Time) -> f64 {
    let (first, last) = (start.max(from), end.min(to));
    if first < last { (last - first).seconds() } else { 0.0 }
}

/// The length of a window in seconds; none if it is empty.
pub(crate) fn window_seconds((from, to): (Time, Time)) -> Option<f64> {
    (to > from).then(|| (to - from).seconds())
}

/// The completed rounds of each application that began after the warm-up, in their order.
pub(crate) fn rounds_by_application<'a>(list: &'a [Round], scope: &Scope) -> Vec<Vec<&'a Round>> {
    let counts = |(round, _): &(&Round, u32)| {
        round.start >= scope.warm_up && round.is_over() && round.end <= scope.until
    };
    let places = list.iter().zip(0..).filter(counts).map(|(round, place)| (round.application, place));
    let rounds = |(_, places): (SubjectId, Vec<usize>)| places.iter().map(|&place| &list[place]).collect();
    order::group_pairs(places.collect()).into_iter().map(rounds).collect()
}

/// The subjects of each group whose subjects have all ended in scope; empty for other groups.
pub(crate) fn completed_groups(trace: &Trace, scope: &Scope) -> Vec<Vec<usize>> {
    let count = trace.group_names.len();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut whole = vec![true; count];
    for subject in 0..trace.subjects.len() {
        let group = trace.subjects.group[subject] as usize;
        if group < count {
            whole[group] &= scope.includes(trace, subject);
            members[group].push(subject);
        }
    }
    for (members, _) in members.iter_mut().zip(whole).filter(|(_, whole)| !whole) {
        members.clear();
    }
    members
}
