//! Published experiments, run by run, so that any number of workers can share the runs of one.

use crate::convert::{error, to_js};
use ganttlet_engine::diagnostic::{Diagnostic, nearest};
use ganttlet_study::paper::{EXPERIMENTS, Experiment, find};
use ganttlet_study::{Case, Effort};
use js_sys::{Array, Float64Array};
use serde::Serialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// The largest seed: all whole numbers up to it are told apart in JS.
const LARGEST_SEED: f64 = 9_007_199_254_740_991.0;

/// A published experiment.
#[derive(Serialize, TS)]
#[ts(rename = "Experiment")]
pub(crate) struct About {
    id: &'static str,
    title: &'static str,
    question: &'static str,
    source: &'static str,
    setup: &'static str,
    notes: &'static [&'static str],
    runs: usize,
    quick_runs: usize,
}

impl From<&Experiment> for About {
    fn from(experiment: &Experiment) -> Self {
        let runs = |quick| (experiment.cases)(Effort { seed: 1, quick }).len();
        let &Experiment { id, title, question, source, setup, notes, .. } = experiment;
        Self { id, title, question, source, setup, notes, runs: runs(false), quick_runs: runs(true) }
    }
}

/// All experiments.
#[wasm_bindgen(unchecked_return_type = "Experiment[]")]
pub fn experiments() -> Result<JsValue, JsValue> {
    to_js(&EXPERIMENTS.iter().map(About::from).collect::<Vec<_>>())
}

/// The runs of one experiment.
#[wasm_bindgen]
pub struct Study {
    experiment: &'static Experiment,
    effort: Effort,
    cases: Vec<Case>,
}

fn refusal(message: String) -> JsValue {
    error(&[Diagnostic::error(message)])
}

#[wasm_bindgen]
impl Study {
    /// The experiment of this name (`E2.6`). `seed` is that of the first replication, a whole number below 2^53; `quick`
    /// is true for fewer replications and points. Throws if there is no such experiment or seed.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str, seed: f64, quick: bool) -> Result<Study, JsValue> {
        let Some(experiment) = find(id) else {
            let known = EXPERIMENTS.iter().map(|experiment| experiment.id);
            let hint = nearest(id, known).map_or_else(String::new, |name| format!("Did you mean {name}?"));
            return Err(error(&[Diagnostic::error(format!("there is no experiment {id:?}")).hint(hint)]));
        };
        if !(0.0..=LARGEST_SEED).contains(&seed) || seed.fract() != 0.0 {
            return Err(refusal(format!(
                "the seed is {seed}, allowed are whole numbers from 0 to {LARGEST_SEED}"
            )));
        }
        let effort = Effort { seed: seed as u64, quick };
        Ok(Self { experiment, effort, cases: (experiment.cases)(effort) })
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.cases.len()
    }

    /// What people call a run.
    pub fn label(&self, run: usize) -> Result<String, JsValue> {
        self.case(run).map(|case| case.label.clone())
    }

    /// The scenario of a run, as text that can be opened in the page.
    pub fn scenario(&self, run: usize) -> Result<String, JsValue> {
        self.case(run).map(|case| case.scenario.clone())
    }

    /// Makes a run and gives the numbers that are taken from it. Throws with the diagnostics if it cannot be made.
    pub fn run(&self, run: usize) -> Result<Float64Array, JsValue> {
        let numbers = self.case(run)?.run().map_err(|diagnostics| error(&diagnostics))?;
        Ok(Float64Array::from(numbers.as_slice()))
    }

    /// What the runs say together: targets, tables and plots. `outcomes` holds the numbers of each run in order, as
    /// `Float64Array`s; what is missing, an empty array or the end of the list, has not been run yet.
    #[wasm_bindgen(unchecked_return_type = "Findings")]
    pub fn findings(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array[]")] outcomes: &Array,
    ) -> Result<JsValue, JsValue> {
        let outcomes: Vec<Vec<f64>> =
            outcomes.iter().map(|numbers| Float64Array::new(&numbers).to_vec()).collect();
        to_js(&(self.experiment.findings)(self.effort, &outcomes))
    }

    fn case(&self, run: usize) -> Result<&Case, JsValue> {
        let missing = || refusal(format!("there is no run {run}, the experiment has {}", self.cases.len()));
        self.cases.get(run).ok_or_else(missing)
    }
}
