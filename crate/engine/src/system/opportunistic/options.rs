//! What can be set on an opportunistic pool.

use crate::entry::{Kind, Parameter, Settings};
use crate::time::Span;

/// The parameters, checked and in the units of the engine.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Time between two rounds of the negotiator; zero if machines are handed out at every change.
    pub negotiation: Span,
    /// Mean time from the match to the worker being there; zero if it is there at once.
    pub grant_delay: Span,
    /// How long usage counts against a user, as a half-life; zero if all users are alike.
    pub half_life: Span,
    /// A user of better priority takes machines from one of worse.
    pub preempts: bool,
    /// How long a machine is safe from that after it was granted.
    pub keeps: Span,
    /// Requests that their own pool cannot serve go to the others.
    pub flocking: bool,
    /// How long a worker is suspended before its machine is given back to the owner.
    pub suspend_limit: Span,
    /// Machines of a higher load average are not handed out; 0 for no limit.
    pub load_limit: f64,
    /// How many machines each batch loses.
    pub losses: Losses,
    /// Only machines that work are lost so; otherwise any that is held.
    pub loses_busy: bool,
    /// Run times are compared as if they had been measured on the master.
    pub normalises: bool,
    /// The workers that are faster come first; otherwise those that came first.
    pub fastest_first: bool,
    /// Speed of the master's machine.
    pub master_speed: f64,
    /// Standard deviation of the measured speed of a machine, as a share of the true one.
    pub benchmark_noise: f64,
    /// When one copy of a task is done the other is stopped.
    pub cancels_copies: bool,
    /// A worker with nothing to do works on a second copy of a task that still runs.
    pub eager: bool,
}

/// How many machines each batch loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Losses {
    /// None but those that absences bring.
    None,
    /// One, with this probability.
    One(f64),
    /// None, one or two, as often as was observed.
    Observed,
}

/// How often a batch lost no, one, and more machines (Heymann 2001, section 5.2).
pub const OBSERVED: [f64; 3] = [0.55, 0.40, 0.05];

impl Options {
    /// From checked settings.
    pub fn from_settings(settings: &Settings) -> Self {
        let span = |id| Span::from_seconds(settings.number(id));
        Self {
            negotiation: span("negotiation_s"),
            grant_delay: span("grant_delay_s"),
            half_life: Span::from_seconds(settings.number("priority_half_life_h") * 3600.0),
            preempts: settings.flag("priority_preempts"),
            keeps: span("priority_keeps_s"),
            flocking: settings.flag("flocking"),
            suspend_limit: span("suspend_limit_s"),
            load_limit: settings.number("load_limit"),
            losses: match settings.choice("losses") {
                "one" => Losses::One(settings.number("loss_probability")),
                "observed" => Losses::Observed,
                _ => Losses::None,
            },
            loses_busy: settings.choice("loss_victims") == "busy",
            normalises: settings.flag("normalise"),
            fastest_first: settings.choice("worker_order") != "joined",
            master_speed: settings.number("master_speed").max(1e-3),
            benchmark_noise: settings.number("benchmark_noise"),
            cancels_copies: settings.flag("cancel_copies"),
            eager: settings.flag("eager"),
        }
    }
}

const LONGEST_S: f64 = 1e8;

/// A length of time in seconds.
const fn seconds(id: &'static str, name: &'static str, doc: &'static str, default: f64) -> Parameter {
    let kind = Kind::Number { min: 0.0, max: LONGEST_S, default };
    Parameter { id, name, doc, unit: "s", kind, quick: None }
}

/// A switch.
const fn switch(id: &'static str, name: &'static str, doc: &'static str, default: bool) -> Parameter {
    Parameter { id, name, doc, unit: "", kind: Kind::Bool { default }, quick: None }
}

/// All parameters, in the order of the forms.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter {
        id: "losses",
        name: "Loss a batch",
        doc: "How many machines an application loses in each batch, beside those that absences take, at any time up to the run \
              time of the largest task of the batch. Another is there when the next batch begins. The last worker is never \
              lost.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                ("no", "None."),
                ("one", "One, with the probability of loss."),
                ("observed", "As was observed: none in 55 % of the batches, one in 40 %, two in 5 %."),
            ],
            default: "no",
        },
        quick: None,
    },
    Parameter {
        id: "loss_probability",
        name: "Probability of loss",
        doc: "How likely it is that a batch loses a machine.",
        unit: "",
        kind: Kind::Number { min: 0.0, max: 1.0, default: 1.0 },
        quick: None,
    },
    Parameter {
        id: "loss_victims",
        name: "Lost machines",
        doc: "Which of its machines an application loses in a batch. Each of those in question is as likely as the others.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                ("any", "Any that it holds when the batch begins, idle or not."),
                (
                    "busy",
                    "One that works on a task at the time of the loss; where none does, any that it holds then.",
                ),
            ],
            default: "any",
        },
        quick: None,
    },
    seconds(
        "suspend_limit_s",
        "Suspension",
        "How long a worker is suspended when the owner of its machine comes back, before the machine is given up and the \
         work on it is lost; 0 to give it up at once.",
        600.0,
    ),
    seconds(
        "negotiation_s",
        "Negotiation",
        "Time between two rounds in which machines are matched with requests; 0 for a match at every change.",
        0.0,
    ),
    seconds(
        "grant_delay_s",
        "Grant delay",
        "Mean time from the match to the worker being there (exponential); 0 for at once.",
        0.0,
    ),
    Parameter {
        id: "priority_half_life_h",
        name: "Half-life of usage",
        doc: "How long what a user has used counts against that user, as a half-life; 0 if all users are alike.",
        unit: "h",
        kind: Kind::Number { min: 0.0, max: 10_000.0, default: 24.0 },
        quick: None,
    },
    switch(
        "priority_preempts",
        "Priority takes machines",
        "A user of better priority takes machines from one who is worse by a fifth or more; the work on them is lost.",
        false,
    ),
    seconds(
        "priority_keeps_s",
        "Held at least",
        "How long a machine is safe from users of better priority after it was granted. If that is too short for a task, \
         two users may take machines from each other for ever; Condor's example is an hour.",
        3600.0,
    ),
    switch(
        "flocking",
        "Flocking",
        "Requests that their own pool cannot serve go to the other pools, in their order.",
        false,
    ),
    Parameter {
        id: "load_limit",
        name: "Load limit",
        doc: "Machines with a higher load average are not idle and are not handed out; 0 for no limit.",
        unit: "",
        kind: Kind::Number { min: 0.0, max: 1_000.0, default: 0.0 },
        quick: None,
    },
    Parameter {
        id: "worker_order",
        name: "Order of workers",
        doc: "Which idle worker gets the next task.",
        unit: "",
        kind: Kind::Choice {
            options: &[("fastest", "The fastest."), ("joined", "The one that joined first.")],
            default: "fastest",
        },
        quick: None,
    },
    switch(
        "normalise",
        "Normalised times",
        "What the master knows of a task is how long it would have taken on its own machine; otherwise how long it took \
         where it ran.",
        true,
    ),
    Parameter {
        id: "master_speed",
        name: "Speed of the master",
        doc: "Speed of the machine that the master runs on, beside which those of the workers are measured.",
        unit: "",
        kind: Kind::Number { min: 0.01, max: 100.0, default: 1.0 },
        quick: None,
    },
    Parameter {
        id: "benchmark_noise",
        name: "Noise of the benchmark",
        doc: "Standard deviation of the measured speed of a machine, as a share of the true one.",
        unit: "",
        kind: Kind::Number { min: 0.0, max: 1.0, default: 0.0 },
        quick: None,
    },
    switch(
        "cancel_copies",
        "Stop the other copy",
        "When one copy of a task is done the other is stopped.",
        true,
    ),
    switch(
        "eager",
        "Eager scheduling",
        "A worker with nothing to do works on a second copy of the task that has run longest; the first copy that is done \
         counts.",
        false,
    ),
];
