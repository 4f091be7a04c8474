//! Bounds and optima of a scenario, searched for in slices, for the page, which fetches them on first use.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_document::optimum::{OptimumReport, OptimumSearch, Report, ScheduleBar};
use ganttlet_document::{Files, Scenario, Upload, settings_text};
use ganttlet_format::FileContents;
use ganttlet_optimum::{Limits, Objective};
use js_sys::{Array, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::preserve;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
import type { Diagnostic, RunFile } from '../pkg/ganttlet_wasm.js';

/** A value of the objective, and its gap in words. The mean wait time is known where all schedules have the same runtimes. */
export interface ReportedValue { value_s: number | null; mean_wait_s: number | null; gap_pct: number | null; gap: string | null }

/** A lower bound with its formula, source and witness. */
export interface ReportedBound { id: string; value_s: number; reason: string | null; formula: string | null; source: string | null; witness: object }

/** The bounds of an objective, the best schedule, and the variants. Makespans begin with the first submission. */
export interface OptimumReport {
  objective: 'makespan' | 'total-flow';
  problem: string;
  jobs: number;
  bounds: ReportedBound[];
  status: 'proven' | 'best-known' | null;
  search: 'exact' | 'local' | null;
  without_search: string | null;
  lower_s: number;
  best: ReportedValue;
  by: string | null;
  nodes: number | null;
  counters: { explored: number; cut_by_bound: number; cut_by_dominance: number } | null;
  variants: (ReportedValue & { variant: string })[];
  statement: string | null;
  certificate: object | null;
}

/** The reports of all objectives and problems. */
export interface OptimumReports { reports: OptimumReport[]; diagnostics: Diagnostic[] }

/** A part of a job on neighbouring nodes, which are counted over all clusters. */
export interface ScheduleBar { job: number; start_s: number; end_s: number; row: number; rows: number }

/** The present search. The bars are null if the best schedule is that of the call before. */
export interface OptimumProgress {
  done: boolean;
  report: number;
  share: number;
  nodes: number;
  value_s: number;
  lower_s: number;
  gap: string;
  bars: ScheduleBar[] | null;
  rows: number;
}
";

/// Runs once when the package is loaded: if a search fails, it reports the place before the worker ends.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// Bounds, optima and gaps of all objectives and problems, makespans first.
#[derive(Serialize)]
struct OptimumReports {
    reports: Vec<OptimumReport>,
    diagnostics: Vec<Diagnostic>,
}

/// The present search.
#[derive(Serialize)]
struct OptimumProgress {
    /// True if all searches are complete.
    done: bool,
    /// Index of the report.
    report: usize,
    /// Share of the search that is done, 0 to 1; an estimate.
    share: f64,
    /// Number of partial schedules visited.
    nodes: f64,
    /// Value of the best schedule, from the first submission for makespans, and the proven bound.
    value_s: f64,
    lower_s: f64,
    /// The gap of the best schedule in words.
    gap: String,
    /// The best schedule, if it is better than that of the call before.
    bars: Option<Vec<ScheduleBar>>,
    /// Number of nodes.
    rows: usize,
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
        let files = files_of(files)?;
        let objectives = [Objective::Makespan, Objective::TotalFlow];
        let search = OptimumSearch::new(&scenario, &files, None, &objectives).map_err(|list| error(&list))?;
        Ok(Self { scenario, files, search, drawn: None })
    }

    /// The bounds, and the results of the searches.
    #[wasm_bindgen(unchecked_return_type = "OptimumReports")]
    pub fn reports(&self) -> Result<JsValue, JsValue> {
        to_js(&OptimumReports {
            reports: self.search.reports().map(Report::to_document).collect(),
            diagnostics: self.search.diagnostics().to_vec(),
        })
    }

    /// Begins the search for the best total response time, or else for the best makespan.
    pub fn begin(&mut self, flow: bool) {
        let objective = if flow { Objective::TotalFlow } else { Objective::Makespan };
        self.drawn = None;
        self.search.begin(objective, Limits { seed: self.scenario.seed, ..Limits::default() });
    }

    /// Visits at most `budget` partial schedules, or evaluates as many schedules.
    #[wasm_bindgen(unchecked_return_type = "OptimumProgress")]
    pub fn advance(&mut self, budget: f64) -> Result<JsValue, JsValue> {
        let budget = budget.max(1.0) as u64;
        let report = self.search.advance(budget, &self.scenario, &self.files).map_err(|list| error(&list))?;
        let Some((at, report)) = report else {
            return to_js(&OptimumProgress {
                done: true,
                report: 0,
                share: 1.0,
                nodes: 0.0,
                value_s: f64::NAN,
                lower_s: f64::NAN,
                gap: String::new(),
                bars: None,
                rows: 0,
            });
        };
        let value = report.certificate.as_ref().map(|certificate| certificate.value);
        let bars = (value != self.drawn).then(|| report.bars());
        self.drawn = value;
        let seconds = |value: i128| report.relative_to_first_submission(value) as f64 / 1e6;
        let (share, nodes) = report
            .progress
            .as_ref()
            .map_or((0.0, 0.0), |progress| (progress.millionths as f64 / 1e6, progress.nodes as f64));
        to_js(&OptimumProgress {
            done: false,
            report: at,
            share,
            nodes,
            value_s: value.map_or(f64::NAN, |value| seconds(value.into())),
            lower_s: seconds(report.lower),
            gap: value.map_or_else(String::new, |value| report.gap(value.into()).to_string()),
            bars,
            rows: report.rows(),
        })
    }
}

/// A plain object.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// An error whose message is the first error, with all diagnostics in its field `diagnostics`.
fn error(diagnostics: &[Diagnostic]) -> JsValue {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).or(diagnostics.first());
    let error = js_sys::Error::new(&first.map_or_else(|| "unknown error".to_owned(), ToString::to_string));
    if let Ok(list) = to_js(diagnostics) {
        // Setting a field of a fresh object cannot fail; if it did, the message would still be there.
        let _ = Reflect::set(&error, &"diagnostics".into(), &list);
    }
    error.into()
}

/// A file that runs read, with the work in it.
#[derive(Deserialize)]
struct RunFile {
    sha256: String,
    name: String,
    format: String,
    settings: String,
    /// The SHA-256 of the bytes that were read.
    found: String,
    /// The packed work.
    #[serde(with = "preserve")]
    work: Uint8Array,
}

/// The files of a list, by the names the list gives them.
fn files_of(list: &Array) -> Result<Files, JsValue> {
    let mut files: BTreeMap<String, PackedFile> = BTreeMap::new();
    for given in list.iter() {
        let file: RunFile =
            serde_wasm_bindgen::from_value(given).map_err(|error| js_sys::Error::new(&error.to_string()))?;
        files.entry(file.sha256.clone()).or_default().0.push(file);
    }
    Ok(files.into_iter().map(|(sha256, file)| (sha256, Box::new(file) as Box<dyn Upload>)).collect())
}

/// A file, read once for each format and settings.
#[derive(Default)]
struct PackedFile(Vec<RunFile>);

impl Upload for PackedFile {
    fn name(&self) -> &str {
        &self.0[0].name
    }

    #[expect(clippy::misnamed_getters, reason = "the bytes that were read may be others than those named")]
    fn sha256(&self) -> &str {
        &self.0[0].found
    }

    fn read(&self, format: &str, settings: &Settings) -> Result<FileContents, Vec<Diagnostic>> {
        let settings = settings_text(settings);
        let read = self.0.iter().find(|file| file.format == format && file.settings == settings);
        let missing =
            || vec![Diagnostic::error("the file was not read with these settings").file(self.name())];
        ganttlet_format::unpack_contents(&read.ok_or_else(missing)?.work.to_vec())
    }
}
