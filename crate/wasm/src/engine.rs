//! One run, driven from a worker of the page.

use crate::convert::{Floats, time};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Band, KindUsage, NOTABLE, State, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_js_values::{error, from_js, to_js, uploads};
use ganttlet_render::{Canvas, ExportMetadata, SubjectTable, View};
use ganttlet_sim::metric::{Cdf, Scope};
use ganttlet_sim::report;
use ganttlet_sim::system::{Budget, Progress, Run};
use js_sys::{Array, Uint8Array, Uint32Array};
use serde::Serialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// A run of one variant of a scenario.
#[wasm_bindgen]
pub struct Engine {
    pub(crate) run: Box<dyn Run>,
    pub(crate) canvas: Canvas,
    pub(crate) pixels: Vec<u8>,
    name: String,
    title: String,
    header: Vec<(String, String)>,
    accepts: &'static ganttlet_work::Kind,
    pub(crate) platform: Platform,
    diagnostics: Vec<Diagnostic>,
    measures: Vec<&'static str>,
    measure_settings: Settings,
    warm_up: Time,
    table: SubjectTable,
}

/// The rows of the picture and the diagnostics of the work.
#[derive(Serialize, TS)]
pub(crate) struct Layout<'a> {
    name: &'a str,
    accepts: &'static ganttlet_work::Kind,
    bands: &'a [Band],
    rows: u32,
    subjects: u32,
    from_s: f64,
    /// Whether it runs workflows that can be shown as graphs.
    graphs: bool,
    diagnostics: &'a [Diagnostic],
}

/// How far a run has come.
#[derive(Serialize, TS)]
#[ts(rename = "Progress")]
pub(crate) struct Advanced {
    #[serde(flatten)]
    progress: Progress,
    /// How far the axis of time reaches: to what is known, and of a run that is over to the end of its last bar. When the last
    /// job ended is in the report.
    end_s: f64,
}

/// The subjects before and after one on its first row; -1 for none.
#[derive(Serialize, TS)]
pub(crate) struct Neighbours {
    previous: i64,
    next: i64,
}

/// What the system looks like at a moment.
#[derive(Serialize, TS)]
pub(crate) struct Moment {
    #[serde(flatten)]
    state: State,
    /// Of the jobs started so far.
    mean_wait_s: Option<f64>,
}

/// Means over stretches of time; NaN where nothing is known yet.
#[derive(Serialize, TS)]
#[ts(rename = "Series")]
pub(crate) struct Curves {
    /// The middle of each stretch, in seconds.
    time: Floats,
    queued: Floats,
    running: Floats,
    /// The part of all nodes, 0 to 1.
    busy: Floats,
    /// The part of all nodes that is free while jobs wait, 0 to 1; empty where jobs wait for more than nodes.
    holes: Floats,
    /// The busy nodes of each kind, if there are several.
    by_kind: Vec<KindCurve>,
}

/// What subjects of one kind used.
#[derive(Serialize, TS)]
pub(crate) struct KindCurve {
    name: &'static str,
    busy: Floats,
}

/// A cumulative distribution: the share `y` of values that do not exceed `x`, ascending.
#[derive(Serialize, TS)]
#[ts(rename = "Cdf")]
pub(crate) struct Distribution {
    x: Floats,
    y: Floats,
}

fn seconds(time: Option<Time>) -> f64 {
    time.map_or(f64::NAN, Time::seconds)
}

fn view(value: JsValue) -> Result<View, JsValue> {
    from_js(value)
}

#[wasm_bindgen]
impl Engine {
    /// A run at its start; the first `decisions` decisions are kept with their reasons. Throws with the diagnostics if the
    /// scenario cannot be run.
    #[wasm_bindgen(constructor)]
    pub fn new(
        text: &str,
        variant: usize,
        #[wasm_bindgen(unchecked_param_type = "RunFile[]")] files: &Array,
        decisions: usize,
    ) -> Result<Engine, JsValue> {
        let reading = ganttlet_document::read(text);
        let Some(scenario) = reading.scenario else { return Err(error(&reading.diagnostics)) };
        let built = ganttlet_document::build(&scenario, variant, &uploads(files)?, decisions)
            .map_err(|list| error(&list))?;
        Ok(Self {
            run: built.run,
            canvas: Canvas::with_work(built.kept),
            pixels: Vec::new(),
            name: built.name,
            title: scenario.name.clone(),
            header: built.header,
            accepts: built.accepts,
            platform: built.platform,
            diagnostics: built.diagnostics,
            measures: scenario.measures.clone(),
            measure_settings: scenario.measure_settings.clone(),
            warm_up: Time::from_seconds(scenario.warm_up_s),
            table: SubjectTable::default(),
        })
    }

    pub(crate) fn trace(&self) -> &Trace {
        self.run.trace()
    }

    /// The rows of the picture and the diagnostics of the work.
    #[wasm_bindgen(unchecked_return_type = "Layout")]
    pub fn layout(&self) -> Result<JsValue, JsValue> {
        let trace = self.trace();
        to_js(&Layout {
            name: &self.name,
            accepts: self.accepts,
            bands: &trace.bands,
            rows: trace.rows(),
            subjects: self.run.progress().subjects,
            from_s: trace.first_submit().seconds(),
            graphs: self.canvas.work.is_some(),
            diagnostics: &self.diagnostics,
        })
    }

    /// Goes on for so many events, or until a time.
    #[wasm_bindgen(unchecked_return_type = "Progress")]
    pub fn advance(&mut self, events: f64, until_s: f64) -> Result<JsValue, JsValue> {
        let progress = self.run.advance(Budget { events: events.max(0.0) as u64, until: time(until_s) });
        let trace = self.trace();
        let end = if progress.done { trace.last_bar_end() } else { trace.last_end.max(trace.now) };
        to_js(&Advanced { progress, end_s: end.seconds() })
    }

    /// What the colours and patterns of a view mean.
    #[wasm_bindgen(unchecked_return_type = "Legend")]
    pub fn legend(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "View")] asked: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&ganttlet_render::legend(self.run.trace(), &mut self.canvas, &view(asked)?))
    }

    /// The labels beside the picture: clusters and machines.
    #[wasm_bindgen(unchecked_return_type = "ClusterPlace[]")]
    pub fn places(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "View")] asked: JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&ganttlet_render::row_labels(self.run.trace(), &mut self.canvas, &view(asked)?))
    }

    /// What another run of the same work needs to know of this one to be compared with it.
    pub fn baseline(&self) -> Uint8Array {
        Uint8Array::from(&ganttlet_render::export_baseline(self.trace())[..])
    }

    /// From now on pictures of this run, which is over, say how it differs from this [`Self::baseline`]; of nothing if it
    /// is empty. False if the baseline did other work: nothing is said then.
    pub fn compare(&mut self, baseline: &[u8]) -> bool {
        self.canvas.compare(self.run.trace(), baseline)
    }

    /// The subject under a pixel, or -1.
    pub fn hit(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "View")] asked: JsValue,
        x: f64,
        y: f64,
    ) -> Result<f64, JsValue> {
        let hit = ganttlet_render::subject_at(self.run.trace(), &mut self.canvas, &view(asked)?, x, y);
        Ok(hit.map_or(-1.0, f64::from))
    }

    /// Where a subject is drawn.
    #[wasm_bindgen(unchecked_return_type = "Box[]")]
    pub fn boxes(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "View")] asked: JsValue,
        subject: f64,
    ) -> Result<JsValue, JsValue> {
        let (trace, asked) = (self.run.trace(), view(asked)?);
        let areas = |id| ganttlet_render::subject_areas(trace, &mut self.canvas, &asked, id);
        to_js(&known_subject(trace, subject).map_or_else(Vec::new, areas))
    }

    /// The span of time and the rows between two places of a picture, in device pixels.
    #[wasm_bindgen(unchecked_return_type = "Region")]
    pub fn region(
        &self,
        #[wasm_bindgen(unchecked_param_type = "View")] asked: JsValue,
        x: f64,
        y: f64,
        other_x: f64,
        other_y: f64,
    ) -> Result<JsValue, JsValue> {
        to_js(&ganttlet_render::region(self.trace(), &view(asked)?, (x, y), (other_x, other_y)))
    }

    /// What is inside a region, as far as it has happened at a time (NaN: all that is known).
    #[wasm_bindgen(unchecked_return_type = "Inside")]
    pub fn inside(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Region")] region: JsValue,
        until_s: f64,
    ) -> Result<JsValue, JsValue> {
        let (trace, region) = (self.run.trace(), from_js(region)?);
        // Of a run that is over all that comes is known: nothing.
        let known = if self.run.progress().done { Time::MAX } else { trace.now };
        let until = time(until_s).min(known);
        to_js(&report::measure_region(trace, &mut self.canvas.index, self.accepts, &region, until))
    }

    /// All there is to know about a subject as of a time.
    #[wasm_bindgen(unchecked_return_type = "Card")]
    pub fn subject(&self, id: SubjectId, at_s: f64) -> Result<JsValue, JsValue> {
        let card =
            ganttlet_render::card(self.trace(), (&self.platform, self.canvas.work.as_ref()), id, time(at_s));
        to_js(&card.ok_or_else(|| error(&[Diagnostic::error(format!("unknown job {id}"))]))?)
    }

    /// The subjects a search finds. Throws with a diagnostic if the search cannot be read.
    pub fn find(&self, query: &str) -> Result<Uint32Array, JsValue> {
        ganttlet_render::find_subjects(self.trace(), query)
            .map(|found| Uint32Array::from(&found[..]))
            .map_err(|diagnostics| error(&[diagnostics]))
    }

    /// The subjects before and after one on its first row; -1 for none.
    #[wasm_bindgen(unchecked_return_type = "Neighbours")]
    pub fn neighbours(&mut self, subject: f64) -> Result<JsValue, JsValue> {
        let trace = self.run.trace();
        let of = |id| self.canvas.index.row_neighbours(trace, id);
        let (previous, next) = known_subject(trace, subject).map_or((None, None), of);
        let or = |subject: Option<SubjectId>| subject.map_or(-1, i64::from);
        to_js(&Neighbours { previous: or(previous), next: or(next) })
    }

    /// Queue, running jobs and busy nodes (of each kind too, if there are several) over time, as means over `points` spans.
    #[wasm_bindgen(unchecked_return_type = "Series")]
    pub fn series(
        &mut self,
        from_s: f64,
        to_s: f64,
        points: usize,
        until_s: f64,
    ) -> Result<JsValue, JsValue> {
        let (trace, window) = (self.run.trace(), (time(from_s), time(to_s)));
        let series =
            ganttlet_core::record::series(trace, &mut self.canvas.index, window, points, time(until_s));
        let holes = ganttlet_render::idle_while_waiting_series(
            trace,
            &mut self.canvas,
            &series,
            window,
            time(until_s),
        );
        let curve = |kind: &KindUsage| KindCurve { name: kind.name, busy: kind.busy[..].into() };
        to_js(&Curves {
            time: series.time[..].into(),
            queued: series.queued[..].into(),
            running: series.running[..].into(),
            busy: series.busy[..].into(),
            holes: holes[..].into(),
            by_kind: series.by_kind.iter().map(curve).collect(),
        })
    }

    /// The next event after a time, in seconds; NaN if none is known.
    pub fn next_event(&mut self, after_s: f64) -> f64 {
        seconds(self.canvas.index.next_event(self.run.trace(), time(after_s)))
    }

    /// The last event before a time, in seconds; NaN if there is none.
    pub fn previous_event(&mut self, before_s: f64) -> f64 {
        seconds(self.canvas.index.previous_event(self.run.trace(), time(before_s)))
    }

    /// The next decision after a time, in seconds; NaN if none is known.
    pub fn next_decision(&self, after_s: f64) -> f64 {
        seconds(self.trace().next_decision(time(after_s)))
    }

    /// The last decision before a time, in seconds; NaN if there is none.
    pub fn previous_decision(&self, before_s: f64) -> f64 {
        seconds(self.trace().previous_decision(time(before_s)))
    }

    /// When something worth a stop next happens after a time, in seconds; NaN if nothing is known.
    pub fn next_notable(&self, after_s: f64) -> f64 {
        seconds(self.trace().next_notable(time(after_s)))
    }

    /// When something worth a stop last happened before a time, in seconds; NaN if nothing did.
    pub fn previous_notable(&self, before_s: f64) -> f64 {
        seconds(self.trace().previous_notable(time(before_s)))
    }

    /// What is worth a stop, in words.
    #[expect(clippy::unused_self, reason = "the page asks its runs, whatever it asks")]
    pub fn notable(&self) -> Vec<String> {
        NOTABLE.iter().map(|&(_, words)| words.to_owned()).collect()
    }

    /// What was decided at an instant: those that started first.
    #[wasm_bindgen(unchecked_return_type = "Decided[]")]
    pub fn decided(&self, at_s: f64) -> Result<JsValue, JsValue> {
        to_js(&ganttlet_render::decisions_at(self.trace(), time(at_s)))
    }

    /// What waits and what runs at a time.
    #[wasm_bindgen(unchecked_return_type = "Moment")]
    pub fn state(&mut self, at_s: f64) -> Result<JsValue, JsValue> {
        to_js(&self.moment(time(at_s)))
    }

    /// Who waits at a time, at most fifty, and why each of them does then.
    #[wasm_bindgen(unchecked_return_type = "Waiting[]")]
    pub fn waiting(&mut self, at_s: f64) -> Result<JsValue, JsValue> {
        to_js(&self.run.queue_at(&mut self.canvas.index, time(at_s)))
    }

    pub(crate) fn moment(&mut self, at: Time) -> Moment {
        let trace = self.run.trace();
        // Of those whom the measures of waits are about, from when these count.
        let from_submit = report::METRICS.find("wait").is_some_and(|wait| wait.applies_to(self.accepts));
        let mean_wait_s = self.canvas.index.mean_wait_between(trace, (self.warm_up, at), from_submit);
        Moment { state: self.canvas.index.state_at(trace, at), mean_wait_s }
    }

    fn scope(&self, until: Time) -> Scope<'static> {
        Scope { warm_up: self.warm_up, until, ..Scope::ALL }
    }

    /// All measures, of what had ended by a time (NaN: of everything), and the digest.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn report(&self, until_s: f64) -> Result<JsValue, JsValue> {
        let done = self.run.progress().done;
        let chosen = (&self.measures[..], &self.measure_settings);
        to_js(&report::report(self.trace(), self.accepts, chosen, &self.scope(time(until_s)), done))
    }

    /// The cumulative distribution of a measure, at no more than so many points.
    #[wasm_bindgen(unchecked_return_type = "Cdf")]
    pub fn cdf(&self, id: &str, points: usize) -> Result<JsValue, JsValue> {
        let Some(metric) = report::METRICS.find(id) else {
            return Err(error(&[Diagnostic::error(format!("unknown metric {id:?}"))]));
        };
        let Cdf { x, y } = Cdf::from_values(
            metric.values(self.trace(), &self.measure_settings, &self.scope(Time::MAX)),
            points,
        );
        to_js(&Distribution { x: x[..].into(), y: y[..].into() })
    }

    /// Some rows of the table of all subjects, in the order of a column.
    #[wasm_bindgen(unchecked_return_type = "SubjectRows")]
    pub fn table(
        &mut self,
        first: u32,
        count: u32,
        sort: &str,
        descending: bool,
    ) -> Result<JsValue, JsValue> {
        let ended = self.run.progress().ended;
        to_js(&self.table.rows(self.run.trace(), (sort, descending), (first, count), ended))
    }

    /// What [`Self::export_text`] can give: that of which there is something.
    pub fn exports(&self) -> Vec<String> {
        ganttlet_render::export_ids(self.trace()).into_iter().map(str::to_owned).collect()
    }

    /// The run as text: a table as CSV (`jobs`, `intervals`, `marks`, `transfers`, `series` or one that the system keeps), or the
    /// schedule for other programs (`swf`, `paje`, `batsim-jobs`, `batsim-schedule`, `chrome-trace`).
    pub fn export_text(&self, what: &str) -> Result<String, JsValue> {
        let about = ExportMetadata { title: &self.title, system: &self.name, header: &self.header };
        ganttlet_render::export(self.trace(), what, about).map_err(|diagnostics| error(&[diagnostics]))
    }

    /// The choices of the local policies of batch queues, as the policy `played` repeats them.
    pub fn choices(&self) -> String {
        ganttlet_sim::system::batch::recorded_choices(self.trace())
    }

    /// The picture of a window as a vector drawing, without a title.
    pub fn export_svg(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "View")] asked: JsValue,
    ) -> Result<String, JsValue> {
        Ok(ganttlet_render::svg(self.run.trace(), &mut self.canvas, &view(asked)?, ""))
    }
}

/// A subject from outside, where -1 is none. One that the run does not have (yet) is none as well: the page may still show
/// the subjects of the run before.
pub(crate) fn known_subject(trace: &Trace, subject: f64) -> Option<SubjectId> {
    (subject >= 0.0 && subject < trace.subjects.len() as f64).then_some(subject as SubjectId)
}
