//! The choices of a run, and the decision at which it stopped.

use crate::engine::Engine;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_js_values::to_js;
use ganttlet_sim::system::player;
use serde::Serialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// What the candidates of a decision are.
#[derive(Serialize, TS)]
#[serde(rename_all = "lowercase")]
enum Asked {
    Task,
    Cluster,
    User,
    Plan,
}

/// The expected times of a job or task in a cluster.
#[derive(Serialize, TS)]
struct ExpectedTimes {
    start_s: f64,
    end_s: f64,
}

/// The decision at which a run has stopped.
#[derive(Serialize, TS)]
pub(crate) struct OpenDecision {
    /// Who decides, counted from 0.
    decider: usize,
    time_s: f64,
    asked: Asked,
    /// The places of the candidates that can be picked, counted from 1.
    places: Vec<u32>,
    /// The place that the policy would pick; null if it would wait.
    policy: Option<u32>,
    /// Whether no candidate need be picked.
    may_wait: bool,
    /// The candidates if they are tasks, and a task of each if they are users; else the job or task for which a cluster is asked.
    subjects: Vec<SubjectId>,
    /// The expected times in each of the clusters in `places`.
    expected: Vec<Option<ExpectedTimes>>,
}

impl From<&player::OpenDecision> for OpenDecision {
    fn from(open: &player::OpenDecision) -> Self {
        let asked = match open.asked {
            player::Asked::Task => Asked::Task,
            player::Asked::Cluster => Asked::Cluster,
            player::Asked::User => Asked::User,
            player::Asked::Plan => Asked::Plan,
        };
        let times =
            |(start, end): (Time, Time)| ExpectedTimes { start_s: start.seconds(), end_s: end.seconds() };
        Self {
            decider: open.decider,
            time_s: open.time.seconds(),
            asked,
            places: open.places.clone(),
            policy: open.policy,
            may_wait: open.may_wait,
            subjects: open.subjects.clone(),
            expected: open.expected.iter().map(|expected| expected.map(times)).collect(),
        }
    }
}

#[wasm_bindgen]
impl Engine {
    /// Records the choices of the policies. To be called before the first event.
    pub fn record_choices(&mut self) {
        self.run.record_choices();
    }

    /// The recorded choices, as the parameter `played_choices` has them.
    pub fn recorded_choices(&self) -> Option<String> {
        self.run.recorded_choices()
    }

    /// The recorded choices before a cluster was picked for a job or task, if one was.
    pub fn recorded_choices_before(&self, subject: SubjectId) -> Option<String> {
        self.run.recorded_choices_before(subject)
    }

    /// The decision at which the run has stopped, as its choices were used up.
    #[wasm_bindgen(unchecked_return_type = "OpenDecision | null")]
    pub fn open_decision(&self) -> Result<JsValue, JsValue> {
        to_js(&self.run.open_decision().map(OpenDecision::from))
    }
}
