//! Recorded decisions: why a subject was placed, started or left waiting.

use super::{Mark, SubjectId, Table, Trace};
use crate::rule::{Candidate, Decision, Rule, fill_placeholders, format_value};
use crate::time::Time;

/// The recorded decisions, oldest first, up to a cap.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    cap: usize,
    list: Vec<Decision<u16>>,
    candidates: Vec<Candidate>,
    dropped: u64,
    /// For each decision the previous one about the same subject, or [`NONE`].
    earlier: Vec<u32>,
    /// For each subject its last decision, or [`NONE`]; may be shorter than the subject table.
    latest: Vec<u32>,
    /// The rules of recorded decisions, in the order of their first decisions, each with the index of its id among all
    /// ids: several sentences may share one id.
    rules: Vec<(Rule, u16)>,
}

/// No decision.
const NONE: u32 = u32::MAX;

impl Decisions {
    /// An empty list that records the first `cap` decisions.
    pub fn with_cap(cap: usize) -> Self {
        Self { cap, ..Self::default() }
    }

    /// True while decisions are recorded: otherwise, costly reasons need not be computed.
    #[inline]
    pub fn are_kept(&self) -> bool {
        self.list.len() < self.cap
    }

    /// Records a decision if there is room.
    pub fn push(&mut self, decision: Decision<&Rule>) {
        self.push_with_candidates(decision, &[]);
    }

    /// Records a decision with its candidates if there is room.
    pub fn push_with_candidates(&mut self, decision: Decision<&Rule>, candidates: &[Candidate]) {
        if self.list.len() < self.cap {
            let mut decision = decision.map_rule(self.rule_index(decision.rule));
            decision.candidates = (self.candidates.len() as u32, candidates.len() as u16);
            self.candidates.extend_from_slice(candidates);
            let subject = decision.subject as usize;
            if self.latest.len() <= subject {
                self.latest.resize(subject + 1, NONE);
            }
            self.earlier.push(self.latest[subject]);
            self.latest[subject] = self.list.len() as u32;
            self.list.push(decision);
        } else {
            self.dropped += 1;
        }
    }

    /// The index of a rule among the rules of recorded decisions.
    fn rule_index(&mut self, rule: &Rule) -> u16 {
        let place = self.rules.iter().position(|(known, _)| known == rule).unwrap_or_else(|| {
            let same = self.rules.iter().find(|(known, _)| known.id == rule.id).map(|&(_, id)| id);
            let id = same.unwrap_or_else(|| self.rules.iter().map(|&(_, id)| id + 1).max().unwrap_or(0));
            self.rules.push((rule.clone(), id));
            self.rules.len() - 1
        });
        place as u16
    }

    /// The recorded decisions, oldest first, with the indices of their rules.
    pub(super) fn kept(&self) -> &[Decision<u16>] {
        &self.list
    }

    /// The id of the rule of a recorded decision.
    pub(super) fn rule_id(&self, decision: &Decision<u16>) -> &'static str {
        self.rules[usize::from(decision.rule)].0.id
    }

    /// The decisions about a subject, latest first.
    fn latest_first(&self, subject: SubjectId) -> impl Iterator<Item = Decision<&Rule>> {
        let latest = self.latest.get(subject as usize).copied().unwrap_or(NONE);
        let known = |&at: &u32| at != NONE;
        std::iter::successors(Some(latest).filter(known), move |&at| {
            Some(self.earlier[at as usize]).filter(known)
        })
        .map(|at| self.list[at as usize])
        .map(|decision| decision.map_rule(&self.rules[usize::from(decision.rule)].0))
    }

    /// The candidates of a decision.
    pub fn candidates(&self, decision: Decision<&Rule>) -> &[Candidate] {
        let (first, count) = decision.candidates;
        &self.candidates[first as usize..first as usize + usize::from(count)]
    }

    /// The ids of the rules, each once.
    pub(super) fn rule_ids(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> = Vec::new();
        for (rule, place) in &self.rules {
            if usize::from(*place) == ids.len() {
                ids.push(rule.id);
            }
        }
        ids
    }

    /// Number of decisions that were not recorded because of the limit.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Trace {
    /// The decisions about a subject, oldest first.
    pub fn decisions_about(&self, subject: SubjectId) -> impl Iterator<Item = Decision<&Rule>> {
        let mut about: Vec<Decision<&Rule>> = self.decisions.latest_first(subject).collect();
        about.reverse();
        about.into_iter()
    }

    /// The cluster chosen last for a subject up to a given time; none if there is none.
    pub fn cluster_chosen(&self, subject: SubjectId, by: Time) -> Option<u16> {
        let mut known = self.decisions.latest_first(subject).filter(|decision| decision.time <= by);
        known.find_map(|decision| Some(decision.chosen).filter(|&cluster| cluster != u16::MAX))
    }

    /// The decisions of one instant, in their order.
    pub fn decisions_at(&self, time: Time) -> impl Iterator<Item = Decision<&Rule>> {
        let list = self.decisions.kept();
        let first = list.partition_point(|decision| decision.time < time);
        let known = &self.decisions.rules;
        let then = list[first..].iter().take_while(move |decision| decision.time == time);
        then.map(|decision| decision.map_rule(&known[usize::from(decision.rule)].0))
    }

    /// The decision that started a subject, or the latest one if it is still waiting.
    pub fn starting_decision(&self, subject: SubjectId) -> Option<Decision<&Rule>> {
        self.decision_before(subject, self.subjects.start[subject as usize])
    }

    /// The latest decision about a subject that is not later than `time`.
    pub fn decision_before(&self, subject: SubjectId, time: Time) -> Option<Decision<&Rule>> {
        self.decisions.latest_first(subject).find(|decision| decision.time <= time)
    }

    /// The index of the rule that started a subject, among the ids of all rules in the order of their first decisions.
    pub fn starting_rule(&self, subject: SubjectId) -> Option<usize> {
        let rule = self.starting_decision(subject)?.rule;
        self.decisions.rules.iter().find(|(known, _)| known.id == rule.id).map(|&(_, id)| usize::from(id))
    }

    /// The text of a decision.
    pub fn explain(&self, decision: Decision<&Rule>) -> String {
        fill_placeholders(&decision.rule.sentence, |key| self.placeholder_text(decision, key))
    }

    /// The reason of a row of a table as text; empty if there is none.
    pub fn explain_row(&self, table: &Table, row: usize) -> String {
        table.reason_of(row).map_or_else(String::new, |decision| self.explain(decision))
    }

    /// The text of a mark.
    pub fn explain_mark(&self, mark: &Mark) -> String {
        fill_placeholders(mark.kind.sentence, |key| match key {
            "job" => self.name(mark.subject),
            _ => format_value(key, mark.value),
        })
    }

    /// The text for `{key}` in the sentence of a decision.
    fn placeholder_text(&self, decision: Decision<&Rule>, key: &str) -> String {
        match key {
            "job" => self.name(decision.subject),
            "by" if decision.blocked_by != SubjectId::MAX => self.name(decision.blocked_by),
            "cluster" => {
                self.bands.get(usize::from(decision.chosen)).map_or_else(String::new, |b| b.name.clone())
            }
            "passing" => self.passing.to_owned(),
            _ => {
                let name = key.split(['|', ':']).next();
                let place = decision.rule.values.iter().position(|&value| Some(value) == name);
                place.map_or_else(String::new, |place| format_value(key, decision.values[place]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::one_cluster;
    use crate::record::{MarkKind, Subject};
    use crate::time::Span;

    static WAIT: Rule = Rule::with_values(
        "wait",
        &["nodes", "until"],
        "Job {job} needs {nodes} nodes; job {by} holds them until {until:time}.",
    );

    #[test]
    fn a_decision_reads_as_a_sentence() {
        let mut trace = Trace::new(&one_cluster(4), 1);
        for number in [7, 9] {
            let (submit, estimate) = (Time::ZERO, Span::ZERO);
            trace.add(Subject { number, user: 0, group: 0, submit, nodes: 2, estimate });
        }
        let decision = Decision::new(Time::ZERO, 1, &WAIT).with_values([2, 90_000_000]).with_blocker(0);
        trace.decisions.push(decision);
        trace.decisions.push(decision);
        let until = Time(90_000_000);
        let expected = format!("Job 9 needs 2 nodes; job 7 holds them until {until}.");
        assert_eq!(trace.explain(trace.starting_decision(1).expect("it is kept")), expected);
        assert_eq!((trace.decisions.kept().len(), trace.decisions.dropped()), (1, 1));
    }

    #[test]
    fn a_mark_reads_as_a_sentence() {
        const GROW: MarkKind = MarkKind { id: "grow", sentence: "Job {job} grew by {nodes|1 node|# nodes}." };
        let mut trace = Trace::new(&one_cluster(4), 0);
        let (submit, estimate) = (Time::ZERO, Span::ZERO);
        let id = trace.add(Subject { number: 7, user: 0, group: 0, submit, nodes: 2, estimate });
        trace.mark(Time::ZERO, id, &GROW, 12);
        trace.mark(Time::ZERO, id, &GROW, 1);
        let sentences = [0, 1].map(|mark| trace.explain_mark(&trace.marks[mark]));
        assert_eq!(sentences, ["Job 7 grew by 12 nodes.", "Job 7 grew by 1 node."]);
    }

    #[test]
    fn placeholders_are_formatted_by_their_keys() {
        static FREE: Rule = Rule::with_values(
            "wait",
            &["nodes", "free"],
            "It needs {nodes|1 node|# nodes} and {free|1 is|# are|none is} free, as {passing}.",
        );
        let mut trace = Trace::new(&one_cluster(4), 0);
        trace.passing = "nobody may pass";
        let sentence =
            |values: [i64; 2]| trace.explain(Decision::new(Time::ZERO, 0, &FREE).with_values(values));
        assert_eq!(sentence([1, 0]), "It needs 1 node and none is free, as nobody may pass.");
        assert_eq!(sentence([2, 1]), "It needs 2 nodes and 1 is free, as nobody may pass.");
        assert_eq!(sentence([0, 12]), "It needs 0 nodes and 12 are free, as nobody may pass.");
    }

    #[test]
    fn decisions_about_a_subject_are_listed_oldest_first() {
        static HEAD: Rule = Rule::new("head", "Job {job} is first.");
        let mut trace = Trace::new(&one_cluster(4), 10);
        for number in [7, 9, 11] {
            let (submit, estimate) = (Time::ZERO, Span::ZERO);
            trace.add(Subject { number, user: 0, group: 0, submit, nodes: 2, estimate });
        }
        for (time, subject, rule) in
            [(1, 1, &WAIT), (2, 0, &HEAD), (3, 1, &WAIT), (4, 1, &HEAD), (6, 1, &WAIT)]
        {
            trace.decisions.push(Decision::new(Time(time), subject, rule));
        }
        let at =
            |time: i64| trace.decisions_at(Time(time)).map(|d| (d.subject, d.rule.id)).collect::<Vec<_>>();
        assert_eq!((at(2), at(5)), (vec![(0, "head")], vec![]));
        assert_eq!((at(1), at(6)), (vec![(1, "wait")], vec![(1, "wait")]));
        let times = |subject| trace.decisions_about(subject).map(|d| d.time.0).collect::<Vec<_>>();
        assert_eq!([times(0), times(1), times(2)], [vec![2], vec![1, 3, 4, 6], vec![]]);
        assert_eq!(
            trace.decisions.rules.iter().map(|(rule, _)| rule.id).collect::<Vec<_>>(),
            ["wait", "head"]
        );
        trace.start(1, Time(4));
        assert_eq!((trace.starting_rule(1), trace.starting_rule(2)), (Some(1), None));
    }
}
