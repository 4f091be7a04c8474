//! Predictions for jobs (Sonmez 2010): runtimes from the completed jobs of the same class (section 7.2); wait times, if
//! all earlier jobs run as long as predicted, first come, first served (section 7.3); and upper bounds on wait times
//! (section 7.3.2).

use super::Event;
use super::bounds::{JobBound, WaitBounds};
use super::fcfs_forecast::FcfsForecast;
use crate::policy::prediction::PredictionPolicy;
use crate::system::Context;
pub use crate::system::parts::Class;
use crate::system::parts::{Classes, Key, Site, outlived};
use ganttlet_core::entry::{Factory, Parameters};
use ganttlet_core::record::{Cells, Recorder};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// Parameters of predictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Parameters)]
pub struct PredictionOptions {
    /// Jobs treated as similar: their runtimes predict the runtime of the next one.
    #[parameter(name = "Prediction class", default = "user-size-site")]
    pub prediction_class: Class,
    /// Updates the predictions of waiting and running jobs whenever a job of their class ends.
    #[parameter(name = "Correct predictions", default = false)]
    pub correct_predictions: bool,
    /// Runtime predicted before any job has completed.
    #[parameter(name = "First prediction", unit = "s", min = 1, max = 1e8, default = 60)]
    pub first_prediction_s: Span,
}

table! {
    /// What was foreseen of each job when it was sent to a cluster, and what became of it, in the order in which they were sent.
    static PREDICTIONS = ("predictions", "Predictions", digest &[], part false);
    /// What was foreseen of a job, and what became of it.
    #[derive(Clone, Copy, Debug)]
    pub struct PredictionRow {
        /// The job.
        job: SubjectId = ("id", "Job", "", Cells::Subject),
        /// When it was submitted.
        submit: Time = ("submit_s", "Submitted", "s", Cells::Time),
        /// How long it would run, by its class; nothing if no job of the class had ended.
        run: Option<Span> = ("predicted_run_s", "Predicted runtime", "s", Cells::Span),
        /// How long it ran; nothing while it has not ended.
        ran: Option<Span> = ("run_s", "Runtime", "s", Cells::Span),
        /// How long it would wait; nothing if it waited with the grid.
        wait: Option<Span> = ("predicted_wait_s", "Predicted wait time", "s", Cells::Span),
        /// How long it waited; nothing while it has not ended.
        waited: Option<Span> = ("wait_s", "Wait time", "s", Cells::Span),
        /// How long it would wait at most; nothing if that was not said.
        bound: Option<Span> = ("bound_s", "Wait-time bound", "s", Cells::Span),
        /// Whether it waited no longer than that.
        met: Option<bool> = ("bound_met", "Bound met", "", Cells::Flag),
    }
}

/// The predictions for a job.
#[derive(Clone, Copy, Debug, Default)]
struct JobForecast {
    /// Runtime predicted from its class alone.
    own: Option<Span>,
    /// Runtime used for predictions: at least a second.
    run: Span,
    wait: Option<Span>,
    started: Time,
    bound: Option<Span>,
    /// The row in the table of predictions.
    row: u32,
    /// The index of its class on its cluster in [`Corrections`], and the number of corrections of that class that are
    /// included.
    class: u32,
    corrections: u32,
}

impl JobForecast {
    /// The predicted runtime of the job, with corrections since.
    fn run_time(&self, corrected: &Corrections) -> Span {
        let (corrections, run) = corrected.runs[self.class as usize];
        if corrections > self.corrections { run } else { self.run }
    }

    /// The expected end of a running job: its prediction is doubled until it is no longer exceeded.
    fn expected_end(&mut self, corrected: &Corrections, now: Time) -> Time {
        self.run = self.run_time(corrected);
        self.corrections = corrected.runs[self.class as usize].0;
        outlived(self.started, &mut self.run, now)
    }
}

/// Corrected predictions: for each class on each cluster the number of corrections and the last predicted runtime. The
/// jobs of a class adopt a correction when next used, as an end may concern many jobs.
struct Corrections {
    places: BTreeMap<(u32, Key), u32>,
    /// The first entry is that of classes that are never corrected.
    runs: Vec<(u32, Span)>,
}

impl Corrections {
    /// The index of a class on a cluster.
    fn class_index(&mut self, cluster: u32, class: Key) -> u32 {
        *self.places.entry((cluster, class)).or_insert_with(|| {
            self.runs.push((0, Span::ZERO));
            self.runs.len() as u32 - 1
        })
    }
}

/// The predictions of a run.
pub(super) struct WaitForecast {
    options: PredictionOptions,
    learns: bool,
    classes: Classes,
    corrected: Corrections,
    bounds: WaitBounds,
    of: Vec<JobForecast>,
    /// Wait times that routing has computed for the arriving job, cluster by cluster.
    found: Vec<Option<JobForecast>>,
    /// The queue ahead of the next job of each cluster, by user estimates and by predicted runtimes.
    lines: [Vec<FcfsForecast>; 2],
}

impl WaitForecast {
    pub(super) fn new(
        predictor: Factory<dyn PredictionPolicy>,
        options: PredictionOptions,
        bounds: WaitBounds,
    ) -> Self {
        let learns = predictor.make().uses_history();
        let (class, first) = (options.prediction_class, options.first_prediction_s);
        let classes = Classes::new(predictor, class, first);
        Self {
            options,
            learns,
            classes,
            corrected: Corrections { places: BTreeMap::new(), runs: vec![(0, Span::ZERO)] },
            bounds,
            of: Vec::new(),
            found: Vec::new(),
            lines: [Vec::new(), Vec::new()],
        }
    }

    /// Sets the number of jobs; predictions are recorded if there are any.
    pub(super) fn reserve_jobs(&mut self, jobs: usize) {
        if self.is_recorded() {
            self.of = vec![JobForecast::default(); jobs];
            self.bounds.reserve_jobs(jobs);
        }
    }

    /// True if there are bounds, or predictions other than user estimates.
    fn is_recorded(&self) -> bool {
        self.learns || self.bounds.bounds_any()
    }

    /// Predicted wait time and runtime of a job with this estimate on a cluster, if it arrived now.
    pub(super) fn wait_and_run_time(
        &mut self,
        job: &Job,
        estimate: Span,
        at: (u32, &Site),
        now: Time,
    ) -> (Span, Span) {
        let outlook = self.forecast_job(job, estimate, at, now);
        let cluster = at.0 as usize;
        self.found.resize(self.found.len().max(cluster + 1), None);
        self.found[cluster] = Some(outlook);
        (outlook.wait.unwrap_or(Span::MAX), outlook.run)
    }

    /// The predictions for a job that arrives at a cluster now.
    fn forecast_job(
        &mut self,
        job: &Job,
        estimate: Span,
        (cluster, site): (u32, &Site),
        now: Time,
    ) -> JobForecast {
        let said = || estimate.scaled_to_speed(site.speed);
        let (own, run) = if self.learns { self.classes.run(job, cluster) } else { (Some(said()), said()) };
        let wait = self.expected_wait(job.nodes, ((cluster, site), self.learns), now);
        let class = if self.options.correct_predictions {
            self.corrected.class_index(cluster, self.options.prediction_class.key(job, cluster))
        } else {
            0
        };
        let corrections = self.corrected.runs[class as usize].0;
        JobForecast { own, run, wait, started: now, class, corrections, ..JobForecast::default() }
    }

    /// Records the arrival of a job with this estimate at a cluster.
    pub(super) fn note_arrival(
        &mut self,
        id: SubjectId,
        job: &Job,
        estimate: Span,
        at: (u32, &Site),
        cx: &mut Context<Event>,
    ) {
        let now = cx.now;
        if self.is_recorded() {
            let found = self.found.get(at.0 as usize).copied().flatten();
            let mut outlook = found.unwrap_or_else(|| self.forecast_job(job, estimate, at, now));
            outlook.bound = match self.bounds.bound_of(id, job, at.0) {
                JobBound::None => None,
                JobBound::Wait(wait) => Some(wait),
                JobBound::ByEstimates => self.expected_wait(job.nodes, (at, false), now),
            };
            if now > job.submit {
                // It was held at the grid: no wait time was quoted at submission.
                (outlook.wait, outlook.bound) = (None, None);
            }
            let JobForecast { own: run, wait, bound, .. } = outlook;
            let row = PredictionRow {
                job: id,
                submit: job.submit,
                run,
                ran: None,
                wait,
                waited: None,
                bound,
                met: None,
            };
            outlook.row = cx.record.add_row(&row);
            self.of[id as usize] = outlook;
        }
        self.found.clear();
    }

    /// Records the start of a job on a cluster.
    pub(super) fn note_start(&mut self, id: SubjectId, job: &Job, cluster: u32, now: Time) {
        if self.is_recorded() {
            let outlook = &mut self.of[id as usize];
            outlook.started = now;
            self.bounds.note_start(job, cluster, (now - job.submit, outlook.bound));
        }
    }

    /// Records the restart of a job that lost its nodes: its wait includes the earlier attempts.
    pub(super) fn note_restart(&mut self, id: SubjectId, now: Time) {
        if self.is_recorded() {
            self.of[id as usize].started = now;
        }
    }

    /// Records the end of a job on a cluster.
    pub(super) fn note_end(
        &mut self,
        id: SubjectId,
        jobs: &[Job],
        cluster: u32,
        now: Time,
        record: &mut Recorder,
    ) {
        if !self.is_recorded() {
            return;
        }
        let job = &jobs[id as usize];
        let JobForecast { own: run, wait, started, bound, row, class, .. } = self.of[id as usize];
        let (submit, ran, waited) = (job.submit, now - started, started - job.submit);
        let met = bound.map(|bound| waited <= bound);
        let row_of =
            PredictionRow { job: id, submit, run, ran: Some(ran), wait, waited: Some(waited), bound, met };
        record.set_row(row, &row_of);
        self.bounds.note_end(job, cluster, (waited, bound));
        if self.learns {
            self.classes.observe(job, cluster, ran);
            if self.options.correct_predictions {
                let (corrections, run) = &mut self.corrected.runs[class as usize];
                *corrections += 1;
                *run = self.classes.run(job, cluster).1;
            }
        }
    }

    /// The wait time and the bound quoted for a waiting job at submission, if any.
    pub(super) fn predicted_wait_and_bound(&self, id: SubjectId) -> (Option<Span>, Option<Span>) {
        let outlook = self.of.get(id as usize).copied().unwrap_or_default();
        (outlook.wait.filter(|_| self.learns), outlook.bound)
    }

    /// Expected wait of a job of this many nodes that arrives now, if all jobs run as long as predicted or estimated.
    /// None if too many nodes are down for it.
    fn expected_wait(
        &mut self,
        nodes: u32,
        ((cluster, site), foreseen): ((u32, &Site), bool),
        now: Time,
    ) -> Option<Span> {
        // The ends of running jobs are not needed then; on a large cluster they are most of the work.
        if site.manager.can_start_all_with(nodes) {
            return Some(Span::ZERO);
        }
        let lines = &mut self.lines[usize::from(foreseen)];
        lines.resize_with(lines.len().max(cluster as usize + 1), FcfsForecast::default);
        let (line, of, corrected) = (&mut lines[cluster as usize], &mut self.of, &self.corrected);
        if !line.holds(&site.manager, now) {
            let running = site.manager.running().map(|(estimated_end, id, held)| {
                let end = if foreseen { of[id as usize].expected_end(corrected, now) } else { estimated_end };
                (end, held.len())
            });
            line.begin(running, &site.manager);
        }
        line.append(&site.manager, now, |waiting| {
            if foreseen { of[waiting.job as usize].run_time(corrected) } else { waiting.estimate }
        });
        let start = line.start(nodes, now);
        (start < Time::MAX).then(|| start - now)
    }
}
