//! Bounds and optima of a scenario, searched for in slices, for the page, which fetches them on first use.

use ganttlet_document::optimum::{OptimumProgress, OptimumReports, OptimumSearch};
use ganttlet_document::{Files, Scenario};
use ganttlet_js_values::{error, to_js, uploads};
use ganttlet_optimum::{Limits, Objective};
use js_sys::Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str =
    "import type { OptimumProgress, OptimumReports, RunFile } from '../pkg/ganttlet_wasm.js';";

/// Runs once when the package is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    ganttlet_js_values::log_panics();
}

/// Bounds of a scenario, and the search for its optima.
#[wasm_bindgen]
pub struct Optimum {
    scenario: Scenario,
    files: Files,
    search: OptimumSearch,
    /// The value of the latest bars.
    drawn: Option<i64>,
}

#[wasm_bindgen]
impl Optimum {
    /// Runs all variants and computes bounds. Throws with the diagnostics if the scenario cannot be run, or has no
    /// bounds.
    #[wasm_bindgen(constructor)]
    pub fn new(
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "RunFile[]")] files: &Array,
    ) -> Result<Optimum, JsValue> {
        let reading = ganttlet_document::read(text);
        let Some(scenario) = reading.scenario else { return Err(error(&reading.diagnostics)) };
        let files = uploads(files)?;
        let objectives = [Objective::Makespan, Objective::TotalFlow];
        let search = OptimumSearch::new(&scenario, &files, None, &objectives).map_err(|list| error(&list))?;
        Ok(Self { scenario, files, search, drawn: None })
    }

    /// The bounds, and the results of the searches.
    #[wasm_bindgen(unchecked_return_type = "OptimumReports")]
    pub fn reports(&self) -> Result<JsValue, JsValue> {
        to_js(&OptimumReports::new(&self.search))
    }

    /// Begins the search for the best total response time, or else for the best makespan.
    pub fn begin(&mut self, flow: bool) {
        let objective = if flow { Objective::TotalFlow } else { Objective::Makespan };
        self.drawn = None;
        self.search.begin(objective, Limits { seed: self.scenario.seed, ..Limits::default() });
    }

    /// Visits at most `budget` partial schedules, or evaluates as many schedules. Null if all searches are complete.
    #[wasm_bindgen(unchecked_return_type = "OptimumProgress | null")]
    pub fn advance(&mut self, budget: f64) -> Result<JsValue, JsValue> {
        let budget = budget.max(1.0) as u64;
        let report = self.search.advance(budget, &self.scenario, &self.files).map_err(|list| error(&list))?;
        let Some((index, report)) = report else { return Ok(JsValue::NULL) };
        let progress = OptimumProgress::new(index, report, self.drawn);
        self.drawn = report.best_value();
        to_js(&progress)
    }
}
