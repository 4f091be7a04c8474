//! Systems: the reactions of a grid to events. The loop that drives them is in this module only.
//!
//! A [`System`] is a state machine with its event type, so the inner loop is compiled for each of them; callers use a
//! [`Run`], the only dynamic call of the engine. A run is advanced in slices, which never change the result.

pub mod bags;
pub mod batch;
pub mod delegated;
pub mod form;
pub mod hierarchy;
pub mod koala;
mod line;
pub mod opportunistic;
mod parts;
pub mod player;
pub mod workflow;

use crate::model::{Model, ModelSchedule};
use form::Form;
use ganttlet_core::diagnostic::{Diagnostic, format_number, list_names};
use ganttlet_core::entry::{Choices, Entry, Family, Role, Roles, Settings, catalog_text};
use ganttlet_core::event::{Class, EventQueue, Handle};
use ganttlet_core::platform::{Machine, Platform};
use ganttlet_core::record::{Index, Level, QueueState, Recorder, TableKind, Trace, Waiting};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::{Kind, Work, Works};
use parts::Findings;
use player::{OpenDecision, PlayedChoices, Player};
use serde::Serialize;
use ts_rs::TS;

/// A system that a scenario can name: its catalog entry, and the constructor of a run.
pub struct SystemKind {
    /// The catalog entry. Its parameters and those of the chosen policies share one set of names.
    pub entry: Entry,
    /// The roles of policies, in the order of the forms.
    pub roles: &'static [Role],
    /// The form: the fields shown first, and those that are folded.
    pub form: Form,
    /// The work it runs.
    pub accepts: &'static Kind,
    /// Work on its clusters beside the system: local jobs, absences of machines.
    pub beside: &'static [&'static Kind],
    /// The tables it writes, in their order in the digest.
    pub tables: &'static [&'static TableKind],
    /// True if it distinguishes the machines of a cluster; otherwise all are nodes of the speed of their cluster.
    pub tells_machines_apart: bool,
    /// Diagnostics of an input: faults, and parts that can never run. The text is the location of the system in the
    /// scenario.
    pub check: fn(&Input, &str) -> Vec<Diagnostic>,
    /// Builds a run. The scenario has checked that the work is of the accepted kind, that every role has a policy of
    /// its family and that all settings are within their ranges.
    pub build: fn(Input) -> Box<dyn Run>,
}

impl AsRef<Entry> for SystemKind {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// All systems. A new one is one folder and one line here.
pub static SYSTEMS: Family<SystemKind> = Family {
    id: "system",
    name: "system",
    summary: catalog_text("A resource-management system: its schedulers, its queues and the work it runs."),
    members: &[
        batch::BATCH,
        workflow::WORKFLOW,
        bags::BAGS_OF_TASKS,
        koala::KOALA,
        opportunistic::OPPORTUNISTIC,
        hierarchy::HIERARCHY,
        delegated::DELEGATED,
    ],
};

impl SystemKind {
    /// Diagnostics of an input before it runs; an input with an error cannot run. `place` is the location of the system
    /// in the scenario.
    pub fn check(&self, input: &Input, place: &str) -> Vec<Diagnostic> {
        let mut found = (self.check)(input, place);
        if input.fork.is_some() && self.entry.id != batch::BATCH.entry.id {
            let message = format!("the system ({}) has no forks", self.entry.name);
            let hint = format!("Systems with forks: {}.", batch::BATCH.entry.id);
            found.push(Diagnostic::error(message).place(format!("{place}/fork")).hint(hint));
        }
        if !self.tells_machines_apart {
            found.extend(self.warn_of_unused_speeds(&input.platform));
        }
        found
    }

    /// The scheduling problem of a run of this input, or why there is none.
    pub fn model(&self, input: &Input) -> Result<Model, String> {
        let is = |other: &Self| self.entry.id == other.entry.id;
        if is(&batch::BATCH) {
            batch::model(input)
        } else if is(&workflow::WORKFLOW) {
            workflow::model(input)
        } else if is(&bags::BAGS_OF_TASKS) {
            bags::model(input)
        } else {
            let name = self.entry.name;
            Err(format!(
                "{name}: sizes, places or runtimes of the work can depend on decisions during the run"
            ))
        }
    }

    /// A run in which each job of the problem starts as in this schedule; `None` if the system cannot repeat schedules.
    pub fn repeat(&self, input: Input, model: &Model, schedule: &ModelSchedule) -> Option<Box<dyn Run>> {
        (self.entry.id == batch::BATCH.entry.id).then(|| batch::repeat(input, model, schedule))
    }

    /// Warns of speeds of machines that it does not use.
    fn warn_of_unused_speeds(&self, platform: &Platform) -> Vec<Diagnostic> {
        let mut findings = Findings::at("/platform");
        let unequal = |machine: &Machine| (machine.speed - 1.0).abs() > f64::EPSILON;
        for cluster in platform.clusters.iter().filter(|cluster| cluster.machines.iter().any(unequal)) {
            let (system, name, speed) = (self.entry.name, &cluster.name, format_number(cluster.speed));
            findings.add(|| {
                format!("the machines of {name} differ, but the system ({system}) treats all as nodes of speed {speed}")
            });
        }
        let others = SYSTEMS.members.iter().filter(|kind| kind.tells_machines_apart);
        let others = list_names(others.map(|kind| kind.entry.id));
        let hint = format!("Systems that model different machines: {others}.");
        findings.finish("clusters have different machines", &hint)
    }
}

/// The input of a run.
pub struct Input {
    /// The machines.
    pub platform: Platform,
    /// The work.
    pub work: Work,
    /// Other work on the clusters, each kind in the order of arrival, only of kinds that the system supports.
    pub beside: Works,
    /// The policy in each role.
    pub policies: Choices,
    /// The parameters of the system and of the chosen policies.
    pub settings: Settings,
    /// Seed, horizon and limits of recording.
    pub run: RunOptions,
    /// The change of decisions from a given time on, if there is one.
    pub fork: Option<batch::Fork>,
}

/// Seed, horizon and limits of recording of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Seed of the random-number generators.
    pub seed: u64,
    /// No events are processed after this time.
    pub horizon: Time,
    /// Maximum number of decisions recorded with their reasons.
    pub decisions: usize,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { seed: 0, horizon: Time::MAX, decisions: 0 }
    }
}

impl Input {
    /// The chosen policies with their settings.
    pub fn policies<P: Roles>(&self) -> P {
        P::choose(&self.policies, &self.settings)
    }
}

/// The order of events at one instant. Ends precede arrivals, as a node released at noon serves a job submitted at
/// noon.
pub mod class {
    use ganttlet_core::event::Class;

    /// A job or task ends.
    pub const FINISH: Class = 0;
    /// A file arrives.
    pub const ARRIVE: Class = 1;
    /// A job or workflow is submitted.
    pub const SUBMIT: Class = 2;
    /// A periodic activity or a check.
    pub const LOOK: Class = 3;
}

/// A resource-management system: the reactions of a grid to events.
pub trait System {
    /// The events of the system.
    type Event: Copy;
    /// Schedules the first events.
    fn start(&mut self, cx: &mut Context<Self::Event>);
    /// Processes one event.
    fn handle(&mut self, event: Self::Event, cx: &mut Context<Self::Event>);
    /// Decides once per instant, after its last event. A system that schedules events after its decisions and after
    /// each event uses [`Context::is_end_of_instant`] instead.
    fn settle(&mut self, _: &mut Context<Self::Event>) {}
    /// Progress: number of ended subjects, and the expected total.
    fn progress(&self) -> (u32, u32);
    /// Why each of `asked`, which wait at that time, does so: true at that time, regardless of earlier decisions.
    fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String>;
    /// Diagnostics for the user at the end of the run.
    fn findings(&self) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// The interface of a system to the run.
pub struct Context<E> {
    now: Time,
    queue: EventQueue<E>,
    /// The recorder of events and decisions.
    pub record: Recorder,
    /// The player, which can replace the decisions of policies.
    pub player: Player,
    streams: Streams,
}

impl<E: Copy> Context<E> {
    /// The time of the current event.
    #[inline]
    pub fn now(&self) -> Time {
        self.now
    }

    /// Schedules `event` for `time`, or for now if that has passed.
    #[inline]
    pub fn schedule(&mut self, time: Time, class: Class, event: E) -> Handle {
        self.queue.schedule(time.max(self.now), class, event)
    }

    /// Cancels a scheduled event.
    pub fn cancel(&mut self, handle: Handle) {
        self.queue.cancel(handle);
    }

    /// Discards all scheduled events, as all work has ended.
    pub fn stop(&mut self) {
        self.queue.clear();
    }

    /// True if no other event follows at this instant: the time for a pass over the queues.
    #[inline]
    pub fn is_end_of_instant(&self) -> bool {
        self.queue.next_time() != Some(self.now)
    }

    /// The random stream for one purpose.
    pub fn stream(&self, purpose: &str) -> Stream {
        self.streams.get(purpose)
    }
}

/// Limits of one slice of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Maximum number of events.
    pub events: u64,
    /// Maximum simulated time.
    pub until: Time,
}

impl Budget {
    /// Until no events remain.
    pub const ALL: Self = Self { events: u64::MAX, until: Time::MAX };

    /// This many events.
    pub fn events(events: u64) -> Self {
        Self { events, ..Self::ALL }
    }
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "RunProgress")]
pub struct Progress {
    /// True if no events remain.
    pub done: bool,
    /// The simulated time, in seconds.
    pub now_s: f64,
    /// Events processed since the start.
    pub events: u64,
    /// Subjects that have ended.
    pub ended: u32,
    /// Number of subjects.
    pub subjects: u32,
}

/// The interface of a run, for any system.
pub trait Run {
    /// Advances until the budget is used up or no events remain.
    fn advance(&mut self, budget: Budget) -> Progress;
    /// Limits the recording to this level. Must be called before the run begins.
    fn keep(&mut self, level: Level);
    /// Records the choices of its policies. Must be called before the run begins.
    fn record_choices(&mut self);
    /// The recorded choices so far, in the format of [`PlayedChoices`]; `None` if they are not recorded.
    fn recorded_choices(&self) -> Option<String>;
    /// The recorded choices before a cluster was picked for a job or task; `None` if none was picked, or they are not recorded.
    fn recorded_choices_before(&self, subject: SubjectId) -> Option<String>;
    /// The decision at which the run has stopped, as its choices were used up; `None` if it has not.
    fn open_decision(&self) -> Option<&OpenDecision>;
    /// The trace so far.
    fn trace(&self) -> &Trace;
    /// Its progress.
    fn progress(&self) -> Progress;
    /// The waiting subjects at a time with their reasons, in the order in which they became ready.
    fn queue_at(&self, index: &mut Index, time: Time) -> Vec<Waiting>;
}

/// A running simulation of a system.
pub struct Simulation<S: System> {
    system: S,
    cx: Context<S::Event>,
    started: bool,
    events: u64,
    horizon: Time,
}

impl<S: System> Simulation<S> {
    /// A simulation of `system` on `platform` at time zero, with these tables.
    pub fn new(system: S, platform: &Platform, tables: &[&'static TableKind], run: RunOptions) -> Self {
        let (mut record, streams) = (Recorder::new(platform, run.decisions), Streams::new(run.seed));
        record.declare(tables);
        let player = Player::default();
        let cx = Context { now: Time::ZERO, queue: EventQueue::default(), record, player, streams };
        Self { system, cx, started: false, events: 0, horizon: run.horizon }
    }

    /// Replaces the decisions of the policies by choices.
    #[must_use]
    pub fn with_choices(mut self, choices: &PlayedChoices) -> Self {
        self.cx.player = Player::new(choices);
        self
    }

    /// Runs to the end and returns the trace.
    pub fn finish(mut self) -> Trace {
        self.advance(Budget::ALL);
        self.cx.record.into()
    }
}

impl<S: System> Run for Simulation<S> {
    fn advance(&mut self, budget: Budget) -> Progress {
        if !self.started {
            self.started = true;
            self.system.start(&mut self.cx);
        }
        let until = budget.until.min(self.horizon);
        let last = self.events.saturating_add(budget.events);
        while self.events < last {
            if self.cx.queue.next_time().is_none_or(|time| time > until) {
                break;
            }
            let Some((time, event)) = self.cx.queue.pop() else { break };
            debug_assert!(time >= self.cx.now, "time never goes back");
            self.cx.now = time;
            self.events += 1;
            self.system.handle(event, &mut self.cx);
            if self.cx.is_end_of_instant() {
                self.system.settle(&mut self.cx);
            }
            if self.cx.player.is_stopped() {
                self.cx.stop();
            }
        }
        self.cx.record.set_known_until(self.cx.now);
        let progress = self.progress();
        if progress.done {
            let choices = self.cx.player.findings(self.trace(), self.cx.queue.next_time().is_none());
            self.cx.record.close(self.system.findings().into_iter().chain(choices).collect());
        }
        progress
    }

    fn keep(&mut self, level: Level) {
        self.cx.record.set_level(level);
    }

    fn record_choices(&mut self) {
        self.cx.player.record();
    }

    fn recorded_choices(&self) -> Option<String> {
        self.cx.player.recorded()
    }

    fn recorded_choices_before(&self, subject: SubjectId) -> Option<String> {
        self.cx.player.recorded_before(subject)
    }

    fn open_decision(&self) -> Option<&OpenDecision> {
        self.cx.player.open_decision()
    }

    fn trace(&self) -> &Trace {
        Trace::so_far(&self.cx.record)
    }

    fn progress(&self) -> Progress {
        let (ended, subjects) = self.system.progress();
        let done = self.started && self.cx.queue.next_time().is_none_or(|time| time > self.horizon);
        Progress { done, now_s: self.cx.now.seconds(), events: self.events, ended, subjects }
    }

    fn queue_at(&self, index: &mut Index, time: Time) -> Vec<Waiting> {
        index.queue_at(self.trace(), time, |standing, asked| self.system.wait_reasons(standing, asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::platform::one_cluster;

    /// Counts the events by the end of each instant.
    #[derive(Default)]
    struct Counter {
        events: u32,
        settled: Vec<(Time, u32)>,
    }

    impl System for Counter {
        type Event = Time;

        fn start(&mut self, cx: &mut Context<Time>) {
            for time in [Time(5), Time(1), Time(5)] {
                cx.schedule(time, class::SUBMIT, time);
            }
        }

        fn handle(&mut self, _: Time, _: &mut Context<Time>) {
            self.events += 1;
        }

        fn settle(&mut self, cx: &mut Context<Time>) {
            self.settled.push((cx.now(), self.events));
        }

        fn progress(&self) -> (u32, u32) {
            (0, 0)
        }

        fn wait_reasons(&self, _: &QueueState, _: &[SubjectId]) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn a_system_settles_once_at_the_end_of_each_instant() {
        let mut run = Simulation::new(Counter::default(), &one_cluster(1), &[], RunOptions::default());
        while !run.advance(Budget::events(1)).done {}
        assert_eq!(run.system.settled, [(Time(1), 1), (Time(5), 3)]);
    }
}
