//! Studies, run by run, so that any number of workers can share the runs of one.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::Study;
use ganttlet_document::{FileInput, Files, WorkCache};
use ganttlet_js_values::{error, to_js, uploads};
use ganttlet_study::{Findings, Outcome, Plan, Results, Summary};
use js_sys::{Array, Float64Array};
use serde::Serialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// The largest seed: JS distinguishes all whole numbers up to it.
const LARGEST_SEED: f64 = 9_007_199_254_740_991.0;

/// What the runs of a study say.
#[derive(Serialize, TS)]
#[ts(rename = "StudyFindings")]
pub(crate) struct Said<'a> {
    /// Of its measures, point by point.
    #[ts(as = "Summary<'static>")]
    summary: Summary<'a>,
    /// Of its claims, and in its tables and plots.
    findings: Findings,
    /// What no longer fits the runs, each with its place in the document: a claim about a value that is not run.
    unfit: Vec<Diagnostic>,
}

/// The runs of a study.
#[wasm_bindgen]
pub struct StudyPlan {
    plan: Plan,
    files: Files,
    latest: WorkCache,
}

#[wasm_bindgen]
impl StudyPlan {
    /// The runs of the study that a text says, or of as much of it as is enough for an impression, from another first seed
    /// than that of its base if one is said. Throws with the diagnostics if it cannot be read or run.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, quick: bool, seed: Option<f64>) -> Result<StudyPlan, JsValue> {
        if let Some(seed) = seed.filter(|seed| !(0.0..=LARGEST_SEED).contains(seed) || seed.fract() != 0.0) {
            let message = format!("the seed is {seed}; allowed are whole numbers from 0 to {LARGEST_SEED}");
            return Err(error(&[Diagnostic::error(message)]));
        }
        let (study, diagnostics) = Study::read(text);
        let study = study.ok_or_else(|| error(&diagnostics))?;
        let plan = Plan::new(&study, quick, seed.map(|seed| seed as u64));
        let plan = plan.map_err(|diagnostics| error(&diagnostics))?;
        Ok(Self { plan, files: Files::new(), latest: WorkCache::default() })
    }

    /// The files that a run reads.
    #[wasm_bindgen(unchecked_return_type = "FileInput[]")]
    pub fn file_inputs(&self, run: usize) -> Result<JsValue, JsValue> {
        let (scenario, variant) = self.plan.scenario(self.known(run)?);
        let inputs: Vec<FileInput> = scenario.file_inputs([variant]);
        to_js(&inputs)
    }

    /// Replaces the files that runs read.
    pub fn set_files(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RunFile[]")] files: &Array,
    ) -> Result<(), JsValue> {
        self.files = uploads(files)?;
        Ok(())
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.plan.count()
    }

    /// The name of what is run, 64 hexadecimal digits: results of another study have another one.
    pub fn digest(&self) -> String {
        self.plan.digest()
    }

    /// The study as it is written, with what says nothing left out.
    pub fn text(&self) -> String {
        self.plan.study.to_text()
    }

    /// What each axis sets, a part after the other: parameters by name or JSON pointer, roles of policies by their ids.
    #[wasm_bindgen(unchecked_return_type = "string[][][]")]
    pub fn axis_settings(&self) -> Result<JsValue, JsValue> {
        to_js(&self.plan.blocks.iter().map(|block| &block.settings).collect::<Vec<_>>())
    }

    /// What people call a run.
    pub fn label(&self, run: usize) -> Result<String, JsValue> {
        self.known(run).map(|run| self.plan.label(run))
    }

    /// The scenario of a run, as text that can be opened in the page: the system that runs comes first, the others are compared
    /// with it.
    pub fn scenario(&self, run: usize) -> Result<String, JsValue> {
        let (mut scenario, variant) = self.plan.scenario(self.known(run)?);
        scenario.variants.swap(0, variant);
        Ok(scenario.to_text())
    }

    /// Makes a run and gives the numbers that are taken from it. Throws with the diagnostics if it cannot be made.
    pub fn run(&self, run: usize) -> Result<Float64Array, JsValue> {
        let made = self.plan.execute_run(self.known(run)?, &self.files, &self.latest);
        let numbers = made.map_err(|list| error(&list))?;
        Ok(Float64Array::from(numbers.as_slice()))
    }

    /// What the runs say so far. `numbers` holds those of each run in order; what is missing, an empty array or the end of the
    /// list, has not been run yet.
    #[wasm_bindgen(unchecked_return_type = "StudyFindings")]
    pub fn findings(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array[]")] numbers: &Array,
    ) -> Result<JsValue, JsValue> {
        let outcome = Outcome { plan: &self.plan, numbers: &all(numbers) };
        let (findings, unfit) = ganttlet_study::compute_findings(outcome);
        to_js(&Said { summary: ganttlet_study::summarize(outcome), findings, unfit })
    }

    /// How each point of a part differs from the one that has the value `baseline` of `axis` and is otherwise the same, in the
    /// numbers of a column; null where nothing can be said.
    #[wasm_bindgen(unchecked_return_type = "(StudyDifference | null)[]")]
    pub fn differences(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array[]")] numbers: &Array,
        part: usize,
        column: usize,
        axis: usize,
        baseline: usize,
    ) -> Result<JsValue, JsValue> {
        let outcome = Outcome { plan: &self.plan, numbers: &all(numbers) };
        to_js(&ganttlet_study::paired_differences(outcome, part, column, axis, baseline))
    }

    fn known(&self, run: usize) -> Result<usize, JsValue> {
        let count = self.count();
        let missing = || error(&[Diagnostic::error(format!("unknown run {run}; the study has {count}"))]);
        (run < count).then_some(run).ok_or_else(missing)
    }
}

/// What a file of results holds.
#[derive(Serialize, TS)]
#[ts(rename = "StudyResults")]
pub(crate) struct Held {
    /// The study.
    text: String,
    /// True if only those runs were made that are enough for an impression.
    quick: bool,
    /// The numbers of each run, in the order of the runs, null for what is no number; empty for runs that are missing.
    numbers: Vec<Vec<Option<f64>>>,
    /// What there is to tell of the file, though it can be used.
    diagnostics: Vec<Diagnostic>,
}

/// Reads a file of results.
pub(crate) fn results(text: &str) -> Result<Held, JsValue> {
    let Results { plan, numbers, told } = Results::read(text).map_err(|list| error(&list))?;
    let finite = |numbers: Vec<f64>| numbers.into_iter().map(|one| one.is_finite().then_some(one)).collect();
    Ok(Held {
        text: plan.study.to_text(),
        quick: plan.quick,
        numbers: numbers.into_iter().map(finite).collect(),
        diagnostics: told,
    })
}

fn all(numbers: &Array) -> Vec<Vec<f64>> {
    numbers.iter().map(|numbers| Float64Array::new(&numbers).to_vec()).collect()
}
