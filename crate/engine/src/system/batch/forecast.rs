//! What is foreseen of jobs: how long they run, by the jobs of their class that have ended, and how long they wait, if all
//! that is before them runs as long as foreseen, first come, first served (Sonmez 2010, sections 7.2 and 7.3).

use crate::entry::{Maker, Parameters, Settings, Variants};
use crate::policy::local::LocalManager;
use crate::policy::prediction::{PREDICTION_POLICIES, PredictionPolicy};
use crate::record::{Cells, Recorder, TableId};
use crate::rule::SubjectId;
use crate::system::parts::Site;
use crate::table;
use crate::time::{Span, Time};
use crate::workload::Job;
use std::collections::BTreeMap;

/// What can be set of predictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Parameters)]
pub struct Predicting {
    /// Which jobs are like a job: their run times foresee its own.
    #[parameter(name = "Class of a job", default = "user-size-site")]
    pub prediction_class: Class,
    /// When a job ends, the run times of waiting and running jobs of its class are foreseen anew.
    #[parameter(name = "Correct predictions", default = false)]
    pub correct_predictions: bool,
    /// What is foreseen of a job before any other has ended.
    #[parameter(name = "First prediction", unit = "s", min = 1, max = 1e8, default = 60)]
    pub first_prediction_s: Span,
}

/// Which jobs are like a job (Sonmez 2010, section 7.2.1). Where none of a class has ended, the next wider one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Variants)]
pub enum Class {
    /// All jobs of the same cluster
    #[word("site")]
    Site,
    /// Those of the same user
    #[word("user")]
    User,
    /// Those of the same user on the same cluster
    #[word("user-site")]
    UserSite,
    /// Those of the same user and size on the same cluster
    #[word("user-size-site")]
    UserSizeSite,
}

/// From the widest class to the narrowest.
const CLASSES: [Class; 4] = [Class::Site, Class::User, Class::UserSite, Class::UserSizeSite];

/// A class: how narrow, and the cluster, user and size of its jobs where they count.
type Key = (Class, u32, u32, u32);

impl Class {
    fn key(self, job: &Job, cluster: u32) -> Key {
        match self {
            Self::Site => (self, cluster, 0, 0),
            Self::User => (self, 0, job.user, 0),
            Self::UserSite => (self, cluster, job.user, 0),
            Self::UserSizeSite => (self, cluster, job.user, job.nodes),
        }
    }
}

table! {
    /// What was foreseen of each job when it was submitted, and what became of it, in the order of their ends.
    static PREDICTIONS = ("predictions", "Predictions", digest &[], part false);
    /// What was foreseen of a job, and what became of it.
    #[derive(Clone, Copy, Debug)]
    pub struct Foreseen {
        /// The job.
        job: SubjectId = ("id", "Job", "", Cells::Subject),
        /// How long it would run, by its class; nothing if no job of the class had ended.
        run: Option<Span> = ("predicted_run_s", "Predicted run time", "s", Cells::Span),
        /// How long it ran.
        ran: Span = ("run_s", "Run time", "s", Cells::Span),
        /// How long it would wait.
        wait: Span = ("predicted_wait_s", "Predicted wait", "s", Cells::Span),
        /// How long it waited.
        waited: Span = ("wait_s", "Wait", "s", Cells::Span),
    }
}

/// What is foreseen of a job.
#[derive(Clone, Copy, Debug, Default)]
struct Outlook {
    /// By its class alone.
    own: Option<Span>,
    /// What is gone by: at least a second.
    run: Span,
    wait: Span,
    started: Time,
}

/// What is foreseen of the jobs of a run.
pub(super) struct Forecast {
    options: Predicting,
    make: &'static Maker<dyn PredictionPolicy>,
    settings: Settings,
    learns: bool,
    classes: BTreeMap<Key, Box<dyn PredictionPolicy>>,
    /// All run times so far: their sum and number.
    all: (Span, u32),
    of: Vec<Outlook>,
    table: TableId,
}

impl Forecast {
    pub(super) fn new(
        make: &'static Maker<dyn PredictionPolicy>,
        settings: Settings,
        options: Predicting,
    ) -> Self {
        let learns = (make.make)(&settings).learns();
        let (classes, of) = Default::default();
        Self { options, make, settings, learns, classes, all: (Span::ZERO, 0), of, table: TableId::default() }
    }

    /// Nothing is foreseen but what jobs are said to run.
    pub(super) fn as_estimated() -> Self {
        let settings = Settings::defaults(Predicting::LIST);
        let options = Predicting::read(&settings);
        Self::new(PREDICTION_POLICIES.known("as-estimated"), settings, options)
    }

    /// So many jobs will come; what is foreseen of them is recorded if anything is.
    pub(super) fn start(&mut self, jobs: usize, record: &mut Recorder) {
        if self.learns {
            self.of = vec![Outlook::default(); jobs];
            self.table = record.table(&PREDICTIONS);
        }
    }

    /// How long a job would run on a cluster: by its class alone, and what is gone by. Run times are those of the cluster, so
    /// its speed does not count.
    fn run(&self, job: &Job, cluster: u32) -> (Option<Span>, Span) {
        let by = |class: Class| self.classes.get(&class.key(job, cluster))?.predict().map(Span::from_seconds);
        let own = by(self.options.prediction_class);
        let wider = || CLASSES.into_iter().rev().filter(|&class| class < self.options.prediction_class);
        let any =
            || (self.all.1 > 0).then(|| Span::from_seconds(self.all.0.seconds() / f64::from(self.all.1)));
        let run =
            own.or_else(|| wider().find_map(by)).or_else(any).unwrap_or(self.options.first_prediction_s);
        // A run of no length would never be outlived by doubling.
        (own, run.max(Span::from_seconds(1.0)))
    }

    /// How long a job with this estimate would wait on a cluster, and how long it would run there, as of now.
    pub(super) fn ends(
        &mut self,
        job: &Job,
        estimate: Span,
        (cluster, site): (u32, &Site),
        now: Time,
    ) -> (Span, Span) {
        let run = if self.learns { self.run(job, cluster).1 } else { estimate.at_speed(site.speed) };
        (self.wait(job.nodes, &site.manager, now), run)
    }

    /// A job has come to a cluster.
    pub(super) fn came(&mut self, id: SubjectId, job: &Job, (cluster, site): (u32, &Site), now: Time) {
        if self.learns {
            let (own, run) = self.run(job, cluster);
            let wait = self.wait(job.nodes, &site.manager, now);
            self.of[id as usize] = Outlook { own, run, wait, started: now };
        }
    }

    /// A job has started.
    pub(super) fn started(&mut self, id: SubjectId, now: Time) {
        if self.learns {
            self.of[id as usize].started = now;
        }
    }

    /// A job has ended on a cluster.
    pub(super) fn ended(
        &mut self,
        id: SubjectId,
        jobs: &[Job],
        (cluster, site): (u32, &Site),
        now: Time,
        record: &mut Recorder,
    ) {
        if !self.learns {
            return;
        }
        let job = &jobs[id as usize];
        let Outlook { own, wait, started, .. } = self.of[id as usize];
        let ran = now - started;
        let foreseen = Foreseen { job: id, run: own, ran, wait, waited: started - job.submit };
        record.add_row(self.table, &foreseen);
        for class in CLASSES.into_iter().filter(|&class| class <= self.options.prediction_class) {
            let policy = self.classes.entry(class.key(job, cluster));
            policy.or_insert_with(|| (self.make.make)(&self.settings)).observe(ran);
        }
        self.all = (self.all.0 + ran, self.all.1 + 1);
        if self.options.correct_predictions {
            self.correct(jobs, self.options.prediction_class.key(job, cluster), (cluster, site));
        }
    }

    /// Foresees the jobs of a class anew that wait and run on a cluster.
    fn correct(&mut self, jobs: &[Job], key: Key, (cluster, site): (u32, &Site)) {
        let manager = &site.manager;
        let here =
            manager.running().map(|(_, id, _)| id).chain(manager.queue().iter().map(|waiting| waiting.job));
        for id in here {
            let job = &jobs[id as usize];
            if self.options.prediction_class.key(job, cluster) == key {
                self.of[id as usize].run = self.run(job, cluster).1;
            }
        }
    }

    /// How long a job of so many nodes that came now would wait.
    fn wait(&mut self, nodes: u32, manager: &LocalManager, now: Time) -> Span {
        // The last end first, so that the next one can be taken off.
        let mut ends: Vec<(Time, u32)> = Vec::new();
        for (estimated_end, id, held) in manager.running() {
            let end = if self.learns { self.end(id, now) } else { estimated_end };
            insert(&mut ends, (end, held.len()));
        }
        let (mut free, mut time) = (manager.free(), now);
        let mut begin = |nodes: u32, ends: &mut Vec<(Time, u32)>| {
            while free < nodes {
                let Some((end, given_back)) = ends.pop() else { return Time::MAX };
                time = time.max(end);
                free += given_back;
            }
            free -= nodes;
            time
        };
        for waiting in manager.queue() {
            let run = if self.learns { self.of[waiting.job as usize].run } else { waiting.estimate };
            let start = begin(waiting.nodes, &mut ends);
            insert(&mut ends, (start + run, waiting.nodes));
        }
        begin(nodes, &mut ends) - now
    }

    /// When a running job is thought to end: what was foreseen is doubled until it has not been outlived.
    fn end(&mut self, id: SubjectId, now: Time) -> Time {
        let Outlook { run, started, .. } = &mut self.of[id as usize];
        while *started + *run <= now {
            *run = *run + *run;
        }
        *started + *run
    }
}

/// Puts an end among others, the last first.
fn insert(ends: &mut Vec<(Time, u32)>, end: (Time, u32)) {
    let place = ends.partition_point(|other| other.0 > end.0);
    ends.insert(place, end);
}
