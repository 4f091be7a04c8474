//! Jobs in a scenario: one column per property.

use super::Job;
use crate::kind::BypassingWork;
use crate::{Kind, UNKNOWN, Work};
use ganttlet_core::entry::catalog_text;
use ganttlet_core::entry::document::{
    Agree, Document, ID, ID_OR_NULL, List, NODES, Notes, SECONDS, Shape, Stored,
};
use ganttlet_core::entry::limits;
use ganttlet_core::time::{Span, Time};

pub(super) static KIND: Kind = Kind {
    id: "jobs",
    word: "jobs",
    summary: catalog_text(
        "Rigid jobs that run in one cluster, each on a fixed number of nodes for its whole runtime.",
    ),
    things: "jobs",
    decide: &["wait", "response"],
    past: Some(BypassingWork {
        title: "Local jobs",
        subject: "local jobs",
        help: "Jobs submitted by the users of each cluster directly to its local resource manager, bypassing \
               the system. They occupy nodes; their wait times are excluded from the metrics.",
        none: "The clusters have no local jobs.",
        add: "Add local jobs",
        who: "Local resource managers accept rigid jobs only",
        gone: "the local jobs of the clusters",
        word: "local jobs",
        whole: "local jobs",
        hint: "Leave out the background, or move the local jobs to the workload.",
    }),
    none: Work::empty::<Job>,
    key: "jobs",
    doc: "Jobs listed in the scenario.",
    shape: Columns::SHAPE,
    size: |said| Columns::read(said).submit_s.len() as u64,
    work: |said| Work::new(Columns::read(said).jobs()),
    ..Kind::COMMON
};

const fn column(of: Shape) -> List {
    List { of, least: 0, most: limits::INLINE, things: "jobs", missing: "", hint: "", column: true }
}

/// Jobs, one column per property; all columns have the same length.
#[derive(Document)]
#[document(agree)]
struct Columns {
    /// Submit times, in seconds.
    #[field(is = Shape::List(&column(SECONDS)), need = "Add \"submit_s\": [..], one number per job.")]
    submit_s: Vec<f64>,
    /// Runtimes on nodes of speed 1, in seconds.
    #[field(is = Shape::List(&column(SECONDS)), need = "Add \"run_s\": [..], one number per job.")]
    run_s: Vec<f64>,
    /// Numbers of nodes.
    #[field(is = Shape::List(&column(NODES)), need = "Add \"nodes\": [..], one number per job.")]
    nodes: Vec<u32>,
    /// User estimates of the runtimes, in seconds.
    #[field(is = Shape::List(&column(Shape::OrNull(&SECONDS))), optional)]
    estimate_s: Option<Vec<Option<f64>>>,
    /// Users.
    #[field(is = Shape::List(&column(ID_OR_NULL)), optional)]
    user: Option<Vec<Option<u32>>>,
    /// Applications: jobs with the same number run the same application.
    #[field(is = Shape::List(&column(ID_OR_NULL)), optional)]
    application: Option<Vec<Option<u32>>>,
    /// Home clusters, counted from 0.
    #[field(is = Shape::List(&column(ID_OR_NULL)), optional)]
    home: Option<Vec<Option<u32>>>,
    /// Numbers of the jobs; counted from 1 if left out.
    #[field(is = Shape::List(&column(ID)), optional)]
    number: Option<Vec<u32>>,
    /// Recorded starts, in seconds: when the jobs of a log really started. The local policy `as-recorded` repeats them.
    #[field(is = Shape::List(&column(Shape::OrNull(&SECONDS))), optional)]
    start_s: Option<Vec<Option<f64>>>,
}

impl Agree for Columns {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let count = self.submit_s.len();
        let length = |column: &Option<Vec<Option<u32>>>| column.as_ref().map_or(count, Vec::len);
        let lengths = [
            ("run_s", self.run_s.len()),
            ("nodes", self.nodes.len()),
            ("estimate_s", self.estimate_s.as_ref().map_or(count, Vec::len)),
            ("user", length(&self.user)),
            ("application", length(&self.application)),
            ("home", length(&self.home)),
            ("number", self.number.as_ref().map_or(count, Vec::len)),
            ("start_s", self.start_s.as_ref().map_or(count, Vec::len)),
        ];
        for (key, length) in lengths.into_iter().filter(|&(_, length)| length != count) {
            let message = format!("found {length} values; {count} are required, as many as in submit_s");
            notes.error(&format!("/{key}"), message, "");
        }
        // Without jobs, a column has no values to check.
        self.estimate_s.take_if(|column| column.is_empty());
        self.user.take_if(|column| column.is_empty());
        self.application.take_if(|column| column.is_empty());
        self.home.take_if(|column| column.is_empty());
        self.number.take_if(|column| column.is_empty());
        self.start_s.take_if(|column| column.is_empty());
    }
}

impl Columns {
    /// The jobs, in the order of the columns.
    fn jobs(&self) -> Vec<Job> {
        let id = |column: &Option<Vec<Option<u32>>>, i: usize| {
            column.as_ref().and_then(|column| column.get(i).copied().flatten()).unwrap_or(UNKNOWN)
        };
        let seconds = |column: &Option<Vec<Option<f64>>>, i: usize| {
            column.as_ref().and_then(|column| column.get(i).copied().flatten())
        };
        let job = |i: usize| Job {
            number: self.number.as_ref().and_then(|all| all.get(i).copied()).unwrap_or(i as u32 + 1),
            submit: Time::from_seconds(self.submit_s[i]),
            run: Span::from_seconds(self.run_s[i]),
            estimate: seconds(&self.estimate_s, i).map(Span::from_seconds),
            nodes: self.nodes[i],
            user: id(&self.user, i),
            application: id(&self.application, i),
            home: id(&self.home, i),
            recorded_start: seconds(&self.start_s, i).map(Time::from_seconds),
            ..Job::default()
        };
        (0..self.submit_s.len()).map(job).collect()
    }
}
