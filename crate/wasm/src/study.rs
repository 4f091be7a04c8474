//! Published experiments, run by run, so that any number of workers can share the runs of one.

use crate::convert::{error, to_js};
use ganttlet_document::study;
use ganttlet_engine::diagnostic::{Diagnostic, nearest};
use ganttlet_study::published::{self, Runs};
use ganttlet_study::{Effort, Findings, Outcome, Plan};
use js_sys::{Array, Float64Array};
use serde::Serialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// The largest seed: all whole numbers up to it are told apart in JS.
const LARGEST_SEED: f64 = 9_007_199_254_740_991.0;

/// All experiments.
#[wasm_bindgen(unchecked_return_type = "Experiment[]")]
pub fn experiments() -> Result<JsValue, JsValue> {
    to_js(&published::all())
}

/// What the runs of a study say of its claims, tables and plots.
#[derive(Serialize, TS)]
pub struct StudyFindings {
    /// What came of them.
    findings: Findings,
    /// What no longer fits the runs, each with its place in the document: a claim about a value that is not run.
    unfit: Vec<Diagnostic>,
}

/// What the runs of the study that a text says tell of its claims, tables and plots. `outcomes` is as that of
/// `Study.findings`. Throws with the diagnostics if it cannot be read or run.
#[wasm_bindgen(unchecked_return_type = "StudyFindings")]
pub fn judged(
    text: &str,
    quick: bool,
    #[wasm_bindgen(unchecked_param_type = "Float64Array[]")] outcomes: &Array,
) -> Result<JsValue, JsValue> {
    let (study, diagnostics) = study::Study::read(text);
    let study = study.ok_or_else(|| error(&diagnostics))?;
    let plan = Plan::new(&study, quick, None).map_err(|diagnostics| error(&diagnostics))?;
    let (findings, unfit) = ganttlet_study::findings(Outcome { plan: &plan, numbers: &numbers(outcomes) });
    to_js(&StudyFindings { findings, unfit })
}

fn numbers(outcomes: &Array) -> Vec<Vec<f64>> {
    outcomes.iter().map(|numbers| Float64Array::new(&numbers).to_vec()).collect()
}

/// The runs of one experiment.
#[wasm_bindgen]
pub struct Study(Box<dyn Runs + Send + Sync>);

fn refusal(message: String) -> JsValue {
    error(&[Diagnostic::error(message)])
}

#[wasm_bindgen]
impl Study {
    /// The experiment of this name (`E2.6`). `seed` is that of the first replication, a whole number below 2^53; `quick`
    /// is true for fewer replications and points. Throws if there is no such experiment or seed.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str, seed: f64, quick: bool) -> Result<Study, JsValue> {
        if !(0.0..=LARGEST_SEED).contains(&seed) || seed.fract() != 0.0 {
            return Err(refusal(format!(
                "the seed is {seed}, allowed are whole numbers from 0 to {LARGEST_SEED}"
            )));
        }
        let runs = published::open(id, Effort { seed: seed as u64, quick });
        runs.map(Self).ok_or_else(|| {
            let all = published::all();
            let known = all.iter().map(|about| &*about.id);
            let hint = nearest(id, known).map_or_else(String::new, |name| format!("Did you mean {name}?"));
            error(&[Diagnostic::error(format!("there is no experiment {id:?}")).hint(hint)])
        })
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// What people call a run.
    pub fn label(&self, run: usize) -> Result<String, JsValue> {
        self.known(run).map(|run| self.0.label(run))
    }

    /// The scenario of a run, as text that can be opened in the page.
    pub fn scenario(&self, run: usize) -> Result<String, JsValue> {
        self.known(run).map(|run| self.0.scenario(run))
    }

    /// Makes a run and gives the numbers that are taken from it. Throws with the diagnostics if it cannot be made.
    pub fn run(&self, run: usize) -> Result<Float64Array, JsValue> {
        let numbers = self.0.run(self.known(run)?).map_err(|diagnostics| error(&diagnostics))?;
        Ok(Float64Array::from(numbers.as_slice()))
    }

    /// What the runs say together: targets, tables and plots. `outcomes` holds the numbers of each run in order, as
    /// `Float64Array`s; what is missing, an empty array or the end of the list, has not been run yet.
    #[wasm_bindgen(unchecked_return_type = "Findings")]
    pub fn findings(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array[]")] outcomes: &Array,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.findings(&numbers(outcomes)))
    }

    fn known(&self, run: usize) -> Result<usize, JsValue> {
        let missing = || refusal(format!("there is no run {run}, the experiment has {}", self.0.count()));
        (run < self.0.count()).then_some(run).ok_or_else(missing)
    }
}
