//! Lower bounds and the search for the best schedule, in slices, so that a worker can be cancelled.

use crate::convert::{error, to_js};
use crate::files::files as files_of;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_optimum::bounds::catalog;
use ganttlet_optimum::{Bound, Limits, Objective, Optimizer, Status};
use ganttlet_sim::model::Model;
use js_sys::Array;
use serde::Serialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// A moment of a search. Makespans begin with the first submission.
#[derive(Serialize, TS)]
pub(crate) struct OptimumProgress {
    /// True if there is nothing left to do, or a limit is reached.
    done: bool,
    /// True while the local search runs.
    local: bool,
    /// Partial schedules visited by the exact search.
    nodes: f64,
    /// Share that is done, 0 to 1; an estimate.
    share: f64,
    /// No schedule is below this value.
    lower_s: f64,
    /// Value of the best schedule; null if there are bounds only.
    value_s: Option<f64>,
    explored: f64,
    cut_by_bound: f64,
    cut_by_dominance: f64,
}

/// A lower bound.
#[derive(Serialize, TS)]
pub(crate) struct OptimumBound {
    id: &'static str,
    value_s: f64,
    reason: &'static str,
    formula: &'static str,
    source: &'static str,
    /// What the value is computed from, as JSON.
    witness: String,
}

/// The best schedule so far.
#[derive(Serialize, TS)]
pub(crate) struct OptimumSchedule {
    proven: bool,
    value_s: f64,
    lower_s: f64,
    /// The id of the bound that equals `lower_s`, or `search`.
    by: String,
    /// Subjects of the run, in the order of the following lists.
    subjects: Vec<u32>,
    starts_s: Vec<f64>,
    /// The cluster of each job, or the processor of each task of a bag.
    places: Vec<u32>,
    /// The certificate, as JSON text.
    certificate: String,
}

/// A search for the best schedule of a variant.
#[wasm_bindgen]
pub struct OptimumSearch {
    model: Model,
    objective: Objective,
    optimizer: Optimizer,
}

#[wasm_bindgen]
impl OptimumSearch {
    /// A search at its start. The objective is `makespan` or `flow`. Throws with the reason if there are no bounds.
    #[wasm_bindgen(constructor)]
    pub fn new(
        text: &str,
        variant: usize,
        #[wasm_bindgen(unchecked_param_type = "RunFile[]")] files: &Array,
        objective: &str,
        nodes: f64,
    ) -> Result<OptimumSearch, JsValue> {
        let reading = ganttlet_document::read(text);
        let Some(scenario) = reading.scenario else { return Err(error(&reading.diagnostics)) };
        let refused = |why: String| error(&[Diagnostic::error(why)]);
        let objective = if objective == "flow" { Objective::TotalFlow } else { Objective::Makespan };
        let built = ganttlet_document::build_model(&scenario, variant, &files_of(files)?);
        let model = built.map_err(|list| error(&list))?.map_err(refused)?;
        let limits = Limits { nodes: nodes.max(0.0) as u64, evaluations: None, seed: scenario.seed };
        let optimizer = if model.has_background { None } else { Some(model.problem.clone()) }
            .and_then(|problem| Optimizer::new(problem, objective, limits, Vec::new()));
        let none = || refused("there are no optima for this objective beside other work".to_owned());
        Ok(Self { optimizer: optimizer.ok_or_else(none)?, model, objective })
    }

    /// All lower bounds.
    #[wasm_bindgen(unchecked_return_type = "OptimumBound[]")]
    pub fn bounds(&self) -> Result<JsValue, JsValue> {
        let bound = |bound: Bound| {
            let entry = catalog::find(bound.id);
            OptimumBound {
                id: bound.id,
                value_s: self.shown_s(bound.value),
                reason: entry.map_or("", |entry| entry.reason),
                formula: entry.map_or("", |entry| entry.formula),
                source: entry.map_or("", |entry| entry.source),
                witness: serde_json::to_string(&bound.witness).unwrap_or_default(),
            }
        };
        let bounds: Vec<OptimumBound> =
            self.model.problem.bounds(self.objective).into_iter().map(bound).collect();
        to_js(&bounds)
    }

    /// Visits so many partial schedules at most.
    #[wasm_bindgen(unchecked_return_type = "OptimumProgress")]
    pub fn advance(&mut self, nodes: f64) -> Result<JsValue, JsValue> {
        let progress = self.optimizer.advance(nodes.max(1.0) as u64);
        let known = progress.value < i64::MAX;
        to_js(&OptimumProgress {
            done: progress.done,
            local: self.optimizer.is_local(),
            nodes: progress.nodes as f64,
            share: progress.millionths as f64 / 1e6,
            lower_s: self.shown_s(progress.lower.into()),
            value_s: known.then(|| self.shown_s(progress.value.into())),
            explored: progress.counters.explored as f64,
            cut_by_bound: progress.counters.cut_by_bound as f64,
            cut_by_dominance: progress.counters.cut_by_dominance as f64,
        })
    }

    /// The best schedule so far; null if there are bounds only. Valid at any moment.
    #[wasm_bindgen(unchecked_return_type = "OptimumSchedule | null")]
    pub fn result(&self) -> Result<JsValue, JsValue> {
        let Some(certificate) = self.optimizer.certificate() else { return Ok(JsValue::NULL) };
        let starts = certificate.starts(&self.model.problem);
        let starts = starts.map_err(|why| error(&[Diagnostic::error(why.to_string())]))?;
        let origin = self.model.origin;
        to_js(&OptimumSchedule {
            proven: certificate.status == Status::Proven,
            value_s: self.shown_s(certificate.value.into()),
            lower_s: self.shown_s(certificate.lower.into()),
            by: certificate.by.clone(),
            subjects: self.model.subjects.clone(),
            starts_s: starts.into_iter().map(|start| (start + origin) as f64 / 1e6).collect(),
            places: certificate.place.iter().map(|&place| place as u32).collect(),
            certificate: serde_json::to_string(&certificate).unwrap_or_default(),
        })
    }

    /// A value in seconds: makespans begin with the first submission.
    fn shown_s(&self, value: i128) -> f64 {
        let first = match self.objective {
            Objective::Makespan => i128::from(self.model.problem.first_submit()),
            Objective::TotalFlow => 0,
        };
        (value - first) as f64 / 1e6
    }
}
