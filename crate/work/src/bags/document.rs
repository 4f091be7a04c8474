//! Bags of tasks in a scenario.

use super::Bag;
use crate::kind::{MachinePreset, missing_cluster};
use crate::{Item, Job, Kind, UNKNOWN, Work};
use ganttlet_core::entry::document::{Document, ID_OR_NULL, List, SECONDS, Shape, Stored, non_empty_list};
use ganttlet_core::entry::{catalog_text, limits};
use ganttlet_core::time::{Span, Time};

pub(super) static KIND: Kind = Kind {
    id: "bags",
    word: "bags of tasks",
    summary: catalog_text(
        "Sets of independent sequential tasks, each set submitted together by one user, for instance as a \
         parameter sweep.",
    ),
    things: "tasks",
    group: "bag",
    decide: &["bag-nsl", "bag-makespan"],
    made_from: &[(Job::KIND, |mut jobs| Work::new(Bag::from_jobs(&jobs.take::<Job>())))],
    default_machines: MachinePreset { preset: "das3-g5k", size: None, words: "the preset das3-g5k" },
    none: Work::empty::<Bag>,
    key: "bags",
    doc: "Bags of tasks listed in the scenario.",
    shape: Shape::List(&List { least: 0, ..non_empty_list(Said::SHAPE, limits::INLINE, "bags") }),
    size: |said| Vec::<Said>::read(said).iter().map(|bag| bag.tasks_s.len() as u64).sum(),
    fits: |said, platform, notes| {
        for (bag, i) in Vec::<Said>::read(said).iter().zip(0..) {
            if let Some(message) = bag.home.and_then(|home| missing_cluster(platform, home)) {
                notes.error(&format!("/{i}/home"), message, "");
            }
        }
    },
    work: |said| {
        let said = Vec::<Said>::read(said);
        Work::new(said.iter().zip(1..).map(|(one, place)| one.bag(place)).collect())
    },
    ..Kind::COMMON
};

const CLUSTER: Shape = Shape::Integer(0, limits::CLUSTERS as i64 - 1);
const TASKS: Shape = Shape::List(&List {
    missing: "runtime",
    hint: "Add \"tasks_s\": [60, 60, 120].",
    ..non_empty_list(SECONDS, limits::INLINE, "runtimes")
});

/// A bag of tasks.
#[derive(Document)]
struct Said {
    /// Name.
    #[field(optional)]
    name: String,
    /// User.
    #[field(is = ID_OR_NULL, optional)]
    user: Option<u32>,
    /// Submit time, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    at_s: f64,
    /// Home cluster of its user, counted from 0; if left out, users are assigned to the clusters in turn by their
    /// numbers.
    #[field(is = CLUSTER, optional)]
    home: Option<u32>,
    /// Runtime of each task on a node of speed 1, in seconds.
    #[field(is = TASKS, need = "Add \"tasks_s\": [60, 60, 120].")]
    tasks_s: Vec<f64>,
}

impl Said {
    fn bag(&self, number: u32) -> Bag {
        Bag {
            name: self.name.clone(),
            number,
            user: self.user.unwrap_or(UNKNOWN),
            submit: Time::from_seconds(self.at_s),
            home: self.home.unwrap_or(UNKNOWN),
            tasks: self.tasks_s.iter().map(|&seconds| Span::from_seconds(seconds)).collect(),
            session: None,
        }
    }
}
