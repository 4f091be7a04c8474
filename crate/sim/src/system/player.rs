//! Choices from outside in place of those of policies, and the record of the choices of a run.
//!
//! Each system makes its decisions in one place, where it calls its policies and then the player. The player returns
//! the next choice of a text, if there is one, and otherwise the choice of the policy. A policy and a person therefore
//! decide at the same times among the same candidates, in the same event loop. Policies are called at every decision;
//! their memory of earlier decisions does not depend on who made them.

use crate::policy::choices::{Choice, NEXT_DECIDER, parse_choices, unreadable_choices};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::record::{Status, Trace};
use ganttlet_core::rule::{Rule, SubjectId};
use ganttlet_core::time::Time;
use std::collections::BTreeMap;

/// Maximum length of the text of choices.
const MAX_CHOICES: usize = 1_000_000;

/// Choices of a system, one list for each of its decision makers.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct PlayedChoices {
    /// Choices that replace those of the policies, one character per decision: `0` waits, `1` to `9`, `A` to `Z` and `a` to `z`
    /// pick a candidate by its place; `|` separates deciders. Written by `ganttlet run --played`.
    #[parameter(name = "Played choices", max_length = MAX_CHOICES, default = "")]
    pub played_choices: String,
    /// What happens at the first decision without a choice.
    #[parameter(name = "After the played choices", default = "policy")]
    pub after_choices: AfterChoices,
}

/// The behaviour at the first decision without a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum AfterChoices {
    /// The policies decide from there on.
    #[word("policy")]
    Policy,
    /// The run ends at this decision.
    #[word("stop")]
    Stop,
}

/// A job is sent to another cluster than that of the routing policy.
pub(super) static JOB_PICKED: Rule =
    Rule::new("picked", "Job {job} was sent to {cluster} by a played choice, not by the policy.");
/// A task is sent to another cluster than that of the policy.
pub(super) static TASK_PICKED: Rule =
    Rule::new("picked", "Task {job} was sent to {cluster} by a played choice, not by the policy.");

/// The outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The candidate at this place, counted from 0, is picked.
    Pick(usize),
    /// No candidate is picked until something changes.
    Wait,
    /// The run ends here.
    Stop,
}

impl Decided {
    /// The candidate that is picked.
    pub fn picked(self) -> Option<usize> {
        match self {
            Self::Pick(place) => Some(place),
            Self::Wait | Self::Stop => None,
        }
    }
}

/// The kind of candidates of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Tasks that can be sent, or remain in a batch.
    Task,
    /// Clusters for a job or task.
    Cluster,
    /// Users with waiting tasks.
    User,
    /// A place for each task of a workflow: its number, its cluster, its processor and its delay.
    Plan,
}

impl Asked {
    fn noun(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Cluster => "cluster",
            Self::User => "user",
            Self::Plan => "plan",
        }
    }
}

/// A decision to be made.
pub struct Question<'a> {
    /// The decision maker, such as the broker of a workflow, counted from 0.
    pub decider: usize,
    /// The time.
    pub now: Time,
    /// The kind of candidates.
    pub asked: Asked,
    /// Number of candidates.
    pub candidates: usize,
    /// The choice of the policy; none if it waits.
    pub policy: Option<usize>,
    /// True if the decision may be to wait.
    pub may_wait: bool,
    /// Why a candidate, counted from 0, cannot be picked; none if it can.
    pub refusal: &'a dyn Fn(usize) -> Option<String>,
    /// The candidates if they are tasks, and a task of each candidate if they are users; else the job or task for which a cluster
    /// is asked.
    pub subjects: &'a dyn Fn() -> Vec<SubjectId>,
    /// When the job or task is expected to start and to end in a cluster, counted from 0; none if that is not known.
    pub expected: &'a dyn Fn(usize) -> Option<(Time, Time)>,
}

impl Question<'_> {
    /// Why a candidate cannot be picked; none if it can.
    fn refusal_of(&self, place: usize) -> Option<String> {
        if place >= self.candidates {
            let (noun, count) = (self.asked.noun(), self.candidates);
            return Some(format!("it names {noun} {}, and there are {count}", place + 1));
        }
        (self.refusal)(place)
    }

    /// The decision for display to the person who is to make it.
    fn open(&self) -> OpenDecision {
        let place = |place: usize| place as u32 + 1;
        let can = |&place: &usize| (self.refusal)(place).is_none();
        OpenDecision {
            decider: self.decider,
            time: self.now,
            asked: self.asked,
            places: (0..self.candidates).filter(can).map(place).collect(),
            policy: self.policy.map(place),
            may_wait: self.may_wait,
            subjects: (self.subjects)(),
            expected: (0..self.candidates).filter(can).map(self.expected).collect(),
        }
    }
}

/// The decision at which a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDecision {
    /// The decision maker, counted from 0.
    pub decider: usize,
    /// The time.
    pub time: Time,
    /// The kind of candidates.
    pub asked: Asked,
    /// The places of the possible candidates, counted from 1. Empty for a plan.
    pub places: Vec<u32>,
    /// The place that the policy would choose, counted from 1; none if it would wait, and for a plan.
    pub policy: Option<u32>,
    /// True if `0` is a choice.
    pub may_wait: bool,
    /// The candidates if they are tasks, and a task of each candidate if they are users; else the job or task for which a cluster
    /// is asked.
    pub subjects: Vec<SubjectId>,
    /// The expected start and end in each of the clusters in `places`, where they are known.
    pub expected: Vec<Option<(Time, Time)>>,
}

impl OpenDecision {
    /// Reports that the run ends here.
    fn note(&self) -> Diagnostic {
        let (time, decider) = (self.time, self.decider + 1);
        let what = match self.asked {
            Asked::Plan => "plans a workflow".to_owned(),
            other => format!("picks a {} ({} candidates)", other.noun(), self.places.len()),
        };
        let message = format!(
            "the run ends at {time}, at the first decision without a choice: decider {decider} {what}"
        );
        Diagnostic::note(message).hint("Add choices, or let the policies decide after the last one.")
    }
}

/// The source of decisions in a run: a list of choices, or the policies.
#[derive(Default)]
pub struct Player {
    /// The choices of each decision maker; none if the policies make all decisions.
    lists: Option<Vec<Vec<Choice>>>,
    /// The index of the next choice of each decision maker.
    next: Vec<usize>,
    stops: bool,
    stopped: bool,
    /// The first decision without a choice, if the run ends there.
    open: Option<OpenDecision>,
    problem: Option<Diagnostic>,
    /// The choices so far, if they are recorded.
    record: Option<RecordedChoices>,
    /// The tasks that were left waiting by choice, and since when.
    waiting: BTreeMap<SubjectId, Time>,
}

/// The choices of a run in the order of time.
#[derive(Default)]
struct RecordedChoices {
    /// Of each decider.
    lists: Vec<Vec<Choice>>,
    /// The decider of each choice, and the job or task for which it picked a cluster.
    sequence: Vec<(usize, Option<SubjectId>)>,
}

impl RecordedChoices {
    #[inline(never)]
    fn push(&mut self, decider: usize, choice: Choice, subject: Option<SubjectId>) {
        if self.lists.len() <= decider {
            self.lists.resize_with(decider + 1, Vec::new);
        }
        self.lists[decider].push(choice);
        self.sequence.push((decider, subject));
    }

    /// The first `count` choices as text.
    #[inline(never)]
    fn text(&self, count: usize) -> String {
        let mut lists = vec![String::new(); self.lists.len()];
        let mut next = vec![0; lists.len()];
        for &(decider, _) in &self.sequence[..count] {
            lists[decider] += &self.lists[decider][next[decider]].to_string();
            next[decider] += 1;
        }
        let used = lists.iter().rposition(|list| !list.is_empty()).map_or(0, |last| last + 1);
        lists[..used].join(&NEXT_DECIDER.to_string())
    }
}

impl Player {
    pub(super) fn new(options: &PlayedChoices) -> Self {
        let stops = options.after_choices == AfterChoices::Stop;
        if options.played_choices.is_empty() && !stops {
            return Self::default();
        }
        match parse_choices(&options.played_choices) {
            Ok(lists) => Self { next: vec![0; lists.len()], lists: Some(lists), stops, ..Self::default() },
            Err(at) => {
                let problem = unreadable_choices(&options.played_choices, at);
                Self { lists: stops.then(Vec::new), stops, problem: Some(problem), ..Self::default() }
            }
        }
    }

    /// Starts recording the choices.
    pub(super) fn record(&mut self) {
        self.record.get_or_insert_default();
    }

    /// The recorded choices as text.
    pub(super) fn recorded(&self) -> Option<String> {
        self.record.as_ref().map(|record| record.text(record.sequence.len()))
    }

    /// The recorded choices before the first one of a cluster for a job or task; none if there is no such choice.
    pub(super) fn recorded_before(&self, subject: SubjectId) -> Option<String> {
        let record = self.record.as_ref()?;
        let count = record.sequence.iter().position(|&(_, of)| of == Some(subject))?;
        Some(record.text(count))
    }

    /// True if there are choices, or choices are recorded. Otherwise every decision is that of the policy.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.lists.is_some() || self.record.is_some()
    }

    /// True if there are choices, used up or not.
    pub(super) fn has_choices(&self) -> bool {
        self.lists.is_some()
    }

    /// True if the run has ended at a decision without a choice.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// True if the run ends at the next decision of a decider, whose candidates are then shown with expected times.
    pub fn is_about_to_stop(&self, decider: usize) -> bool {
        let has_choice =
            |lists: &Vec<Vec<Choice>>| lists.get(decider).is_some_and(|list| self.next[decider] < list.len());
        self.stops && self.lists.as_ref().is_some_and(|lists| !has_choice(lists))
    }

    fn stop_at(&mut self, open: impl FnOnce() -> OpenDecision) {
        self.stopped = true;
        self.open.get_or_insert_with(open);
    }

    /// The decision at which the run has stopped.
    pub(super) fn open_decision(&self) -> Option<&OpenDecision> {
        self.open.as_ref()
    }

    /// Diagnostics of the choices at the end of the run: one was not possible, more are needed, or tasks still wait by
    /// choice.
    pub(super) fn findings(&self, trace: &Trace, is_over: bool) -> Vec<Diagnostic> {
        if self.lists.is_none() && self.problem.is_none() {
            return Vec::new();
        }
        self.findings_of_choices(trace, is_over)
    }

    #[inline(never)]
    fn findings_of_choices(&self, trace: &Trace, is_over: bool) -> Vec<Diagnostic> {
        let open = self.open.as_ref().map(OpenDecision::note);
        let may_wait = is_over && !self.stopped && !self.waiting.is_empty();
        let left = if may_wait { self.left_waiting(trace) } else { None };
        self.problem.clone().into_iter().chain(open).chain(left).collect()
    }

    /// Reports the tasks that wait by choice.
    #[inline(never)]
    fn left_waiting(&self, trace: &Trace) -> Option<Diagnostic> {
        let (status, start) = (&trace.subjects.status, &trace.subjects.start);
        let waits = |&(&id, _): &(&SubjectId, &Time)| {
            start[id as usize] == Time::MAX && status[id as usize] != Status::Rejected
        };
        let mut left = self.waiting.iter().filter(waits);
        let (&first, since) = left.next()?;
        let others = match left.count() {
            0 => String::new(),
            1 => " and 1 other".to_owned(),
            count => format!(" and {count} others"),
        };
        let message = format!(
            "task {}{others} never started: a choice left it waiting at {since}, and nothing happened afterwards",
            trace.subjects.number[first as usize]
        );
        Some(
            Diagnostic::warning(message)
                .hint("A wait lasts until the next event. Choose a task or cluster in place of the last 0."),
        )
    }

    /// Makes a decision.
    #[inline]
    pub fn decide(&mut self, question: &Question<'_>) -> Decided {
        if !self.is_active() {
            return question.policy.map_or(Decided::Wait, Decided::Pick);
        }
        self.decide_by_list(question)
    }

    fn decide_by_list(&mut self, question: &Question<'_>) -> Decided {
        let by_policy = question.policy.map_or(Decided::Wait, Decided::Pick);
        let decided = match self.next_choice(question.decider) {
            None if self.ends_run() => {
                self.stop_at(|| question.open());
                return Decided::Stop;
            }
            None => by_policy,
            Some(Choice::Wait) if question.may_wait => Decided::Wait,
            Some(Choice::Pick(place, None)) => match question.refusal_of(place as usize - 1) {
                None => Decided::Pick(place as usize - 1),
                Some(reason) => return self.refuse(question, &reason),
            },
            Some(Choice::Wait) => return self.refuse(question, "this decision cannot wait"),
            Some(other) => return self.refuse(question, &format!("`{other}` names no candidate")),
        };
        let choice = match decided {
            Decided::Pick(place) => Choice::Pick(place as u32 + 1, None),
            Decided::Wait | Decided::Stop => Choice::Wait,
        };
        self.note_wait(question, decided.picked());
        if let Some(record) = &mut self.record {
            let subject = (question.asked == Asked::Cluster).then(|| (question.subjects)()[0]);
            record.push(question.decider, choice, subject);
        }
        decided
    }

    /// Notes which tasks are left waiting.
    #[inline(never)]
    fn note_wait(&mut self, question: &Question<'_>, picked: Option<usize>) {
        let subjects = || (question.subjects)();
        match picked {
            None => {
                for subject in subjects() {
                    self.waiting.entry(subject).or_insert(question.now);
                }
            }
            Some(place) if !self.waiting.is_empty() => {
                let place = if question.asked == Asked::Cluster { 0 } else { place };
                self.waiting.remove(&subjects()[place]);
            }
            Some(_) => {}
        }
    }

    /// True if the run ends at a decision without a choice.
    fn ends_run(&self) -> bool {
        self.stops && self.lists.is_some()
    }

    /// The next choice of a decision maker, if there is one.
    pub(super) fn next_choice(&mut self, decider: usize) -> Option<Choice> {
        let choice = self.lists.as_ref()?.get(decider)?.get(*self.next.get(decider)?)?.clone();
        self.next[decider] += 1;
        Some(choice)
    }

    /// Adds a choice of a part of a plan to the record, if there is one.
    pub(super) fn note(&mut self, decider: usize, choice: Choice) {
        if let Some(record) = &mut self.record {
            record.push(decider, choice, None);
        }
    }

    /// Handles a missing or impossible choice of several parts.
    pub(super) fn end_or_refuse(&mut self, decider: usize, now: Time, reason: &str) -> Decided {
        let list = self.lists.as_ref().and_then(|lists| lists.get(decider));
        let is_used_up = list.is_none_or(|list| self.next[decider] >= list.len());
        if !is_used_up {
            self.report(decider, now, reason);
        }
        if self.ends_run() {
            self.stop_at(|| OpenDecision {
                decider,
                time: now,
                asked: Asked::Plan,
                places: Vec::new(),
                policy: None,
                may_wait: false,
                subjects: Vec::new(),
                expected: Vec::new(),
            });
            return Decided::Stop;
        }
        Decided::Wait
    }

    /// Reports a choice that is not possible; later choices are not used.
    fn refuse(&mut self, question: &Question<'_>, reason: &str) -> Decided {
        self.report(question.decider, question.now, reason);
        self.decide_by_list(question)
    }

    fn report(&mut self, decider: usize, now: Time, reason: &str) {
        let number = self.next[decider];
        let message = format!("choice {number} is not possible at {now}: {reason}");
        let hint = "The choices were made for another workload, platform or policy. They are used up to this decision.";
        self.problem = Some(Diagnostic::warning(message).hint(hint));
        self.lists = self.stops.then(Vec::new);
    }
}
