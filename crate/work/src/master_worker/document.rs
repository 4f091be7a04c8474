//! Master-worker applications in a scenario.

use super::{BatchTask, MasterWorker};
use crate::kind::{MachinePreset, missing_cluster};
use crate::{Kind, UNKNOWN, Work};
use ganttlet_core::entry::catalog_text;
use ganttlet_core::entry::document::{
    Agree, Datum, Document, ID_OR_NULL, List, Notes, SECONDS, Shape, Stored,
};
use ganttlet_core::entry::limits;
use ganttlet_core::platform::{Platform, Requirements};
use ganttlet_core::time::{Span, Time};

pub(super) static KIND: Kind = Kind {
    id: "master-worker",
    word: "master-worker applications",
    summary: catalog_text(
        "Applications whose master dispatches independent tasks to its workers, batch after batch.",
    ),
    things: "tasks",
    machines: true,
    decide: &["application-time"],
    whole: true,
    default_machines: MachinePreset {
        preset: "opportunistic-pool",
        size: Some("machines"),
        words: "the preset opportunistic-pool with # machines",
    },
    none: Work::empty::<MasterWorker>,
    key: "applications",
    doc: "Master-worker applications listed in the scenario.",
    shape: Shape::List(&List { least: 0, ..list(Application::SHAPE, "applications", "") }),
    size: |said| Vec::<Application>::read(said).iter().map(|one| one.batches.size()).sum(),
    fits: check_pools,
    work: |said| {
        let applications = Vec::<Application>::read(said);
        Work::new(applications.iter().zip(1..).map(|(one, place)| one.application(place)).collect())
    },
    ..Kind::COMMON
};

/// A list with at least one element.
const fn list(of: Shape, things: &'static str, hint: &'static str) -> List {
    List { of, least: 1, most: limits::INLINE, things, missing: things, hint, column: false }
}

const TASKS: Shape = Shape::List(&list(SECONDS, "tasks", ""));
const KEYS: Shape = Shape::List(&list(Shape::Number(-limits::FEATURE, limits::FEATURE), "tasks", ""));
const BATCH: Shape = Shape::List(&List { least: 0, ..list(Shape::OrNull(&SECONDS), "tasks", "") });
const BATCHES: Shape = Shape::List(&list(BATCH, "batches", ""));
const ITERATIONS: Shape = Shape::Integer(1, limits::INLINE as i64);
const PRIORITY: Shape = Shape::Integer(-limits::PRIORITY, limits::PRIORITY);

/// A master-worker application: consecutive batches of independent tasks.
#[derive(Document)]
#[document(agree)]
struct Application {
    /// Name.
    #[field(optional)]
    name: String,
    /// User.
    #[field(is = ID_OR_NULL, optional)]
    user: Option<u32>,
    /// Number; counted from 1 if left out.
    #[field(is = ID_OR_NULL, optional)]
    number: Option<u32>,
    /// Pool to which it is submitted, counted from 0; the first if left out.
    #[field(is = ID_OR_NULL, optional)]
    home: Option<u32>,
    /// Submit time, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    submit_s: f64,
    /// Batches of tasks.
    #[field(flat)]
    batches: Batches,
    /// Expected runtime of each task, in seconds; its first runtime if left out.
    #[field(is = TASKS, optional)]
    expected_s: Vec<f64>,
    /// User-defined key of each task, for ordering.
    #[field(is = KEYS, optional)]
    keys: Vec<f64>,
    /// Time the master computes alone after each batch, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    sequential_s: f64,
    /// Priority among the requests of its user; highest first.
    #[field(is = PRIORITY, default = 0)]
    priority: i32,
    /// Requirements on machines.
    #[field(optional)]
    needs: Requirements,
}

/// The batches of an application.
#[derive(Document)]
#[document(flat, beside = "{} is not allowed together with {}")]
enum Batches {
    /// Identical batches.
    Same(IdenticalBatches),
    /// Individual batches.
    #[field(alone = "Leave it out: each batch lists its tasks.")]
    Each(IndividualBatches),
}

/// Identical batches.
#[derive(Document)]
struct IdenticalBatches {
    /// Runtime of each task on a machine of speed 1, in seconds, the same in all batches.
    #[field(is = TASKS)]
    tasks_s: Vec<f64>,
    /// Number of batches.
    #[field(is = ITERATIONS, default = 1)]
    iterations: u32,
}

/// Individual batches.
#[derive(Document)]
#[document(agree)]
struct IndividualBatches {
    /// Runtimes of each batch, in seconds; null for a task that is not in it.
    #[field(is = BATCHES)]
    batches_s: Vec<Vec<Option<f64>>>,
}

impl Agree for IndividualBatches {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let empty = |batch: &[Option<f64>]| batch.iter().flatten().next().is_none();
        let mut whole = true;
        for (_, i) in self.batches_s.iter().zip(0..).filter(|(batch, _)| empty(batch)) {
            let message = "at least one task is required".to_owned();
            notes.error(&format!("/batches_s/{i}"), message, "Leave the batch out.");
            whole = false;
        }
        let tasks = self.batches_s[0].len();
        for (batch, i) in self.batches_s.iter().zip(0..).filter(|(batch, _)| whole && batch.len() != tasks) {
            let message = format!("found {} tasks, but the first batch has {tasks}", batch.len());
            let hint = "Write null for a task that is not in this batch.";
            notes.error(&format!("/batches_s/{i}"), message, hint);
        }
    }
}

impl Agree for Application {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let tasks = self.batches.tasks();
        for (key, column) in [("expected_s", &self.expected_s), ("keys", &self.keys)] {
            if !column.is_empty() && column.len() != tasks {
                let message =
                    format!("found {} values; {tasks} are required, one for each task", column.len());
                notes.error(&format!("/{key}"), message, "");
            }
        }
    }
}

/// Reports pools of applications that do not exist.
fn check_pools(said: &Datum, platform: &Platform, notes: &mut Notes<'_>) {
    for (application, j) in Vec::<Application>::read(said).iter().zip(0..) {
        if let Some(message) = application.home.and_then(|home| missing_cluster(platform, home)) {
            notes.error(&format!("/{j}/home"), message, "");
        }
    }
}

impl Batches {
    /// Number of distinct tasks.
    fn tasks(&self) -> usize {
        match self {
            Self::Same(same) => same.tasks_s.len(),
            Self::Each(each) => each.batches_s.first().map_or(0, Vec::len),
        }
    }

    /// Total number of tasks in all batches.
    fn size(&self) -> u64 {
        match self {
            Self::Same(same) => same.tasks_s.len() as u64 * u64::from(same.iterations),
            Self::Each(each) => each.batches_s.iter().flatten().flatten().count() as u64,
        }
    }

    fn batches(&self) -> Vec<Vec<BatchTask>> {
        match self {
            Self::Same(same) => {
                vec![batch_tasks(same.tasks_s.iter().copied().map(Some)); same.iterations as usize]
            }
            Self::Each(each) => {
                each.batches_s.iter().map(|tasks| batch_tasks(tasks.iter().copied())).collect()
            }
        }
    }
}

impl Application {
    fn application(&self, place: u32) -> MasterWorker {
        let batches = self.batches.batches();
        let expected = if self.expected_s.is_empty() {
            expected_run_times(&batches, self.batches.tasks())
        } else {
            self.expected_s.iter().copied().map(run_time).collect()
        };
        MasterWorker {
            name: self.name.clone(),
            number: self.number.unwrap_or(place),
            user: self.user.unwrap_or(UNKNOWN),
            submit: Time::from_seconds(self.submit_s),
            home: self.home.unwrap_or(UNKNOWN),
            expected,
            keys: self.keys.clone(),
            batches,
            sequential: Span::from_seconds(self.sequential_s),
            needs: self.needs.clone(),
            priority: self.priority,
        }
    }
}

/// The tasks that occur in a batch.
fn batch_tasks(tasks_s: impl Iterator<Item = Option<f64>>) -> Vec<BatchTask> {
    (0..).zip(tasks_s).filter_map(|(task, run_s)| Some(BatchTask { task, run: run_time(run_s?) })).collect()
}

/// The runtime of each task at its first occurrence: the default expectation.
fn expected_run_times(batches: &[Vec<BatchTask>], tasks: usize) -> Vec<Span> {
    let mut expected = vec![SHORTEST; tasks];
    // From the last to the first, so that the first occurrence remains.
    for task in batches.iter().rev().flatten() {
        expected[task.task as usize] = task.run;
    }
    expected
}

/// Every task takes some time, so that a batch of zeros has an efficiency.
const SHORTEST: Span = Span(1);

fn run_time(seconds: f64) -> Span {
    Span::from_seconds(seconds).max(SHORTEST)
}
