//! Divisible tasks in a scenario.

use super::Divisible;
use crate::kind::MachinePreset;
use crate::{Kind, UNKNOWN, Work};
use ganttlet_core::entry::document::{Agree, Document, ID_OR_NULL, List, Notes, SECONDS, Shape, Stored};
use ganttlet_core::entry::{catalog_text, limits};
use ganttlet_core::time::{Span, Time};

pub(super) static KIND: Kind = Kind {
    id: "divisible",
    word: "divisible tasks",
    summary: catalog_text(
        "Tasks that can be split into any number of independent jobs, and whose size is unknown at \
         submission.",
    ),
    things: "tasks",
    machines: true,
    decide: &["response"],
    default_machines: MachinePreset {
        preset: "superlink-online",
        size: None,
        words: "the preset superlink-online",
    },
    none: Work::empty::<Divisible>,
    key: "divisible",
    doc: "Divisible tasks listed in the scenario.",
    shape: Shape::List(&list(Said::SHAPE, "tasks")),
    size: |said| said.items().len() as u64,
    work: |said| {
        let said = Vec::<Said>::read(said);
        Work::new(said.iter().zip(1..).map(|(one, place)| one.task(place)).collect())
    },
    ..Kind::COMMON
};

const fn list(of: Shape, things: &'static str) -> List {
    List { of, least: 0, most: limits::INLINE, things, missing: "", hint: "", column: false }
}

/// Maximum size of a task or job, in `KFlop`.
const LARGEST: i64 = 100_000_000_000_000;
const KFLOP: Shape = Shape::Integer(1, LARGEST);
const JOBS: Shape = Shape::List(&list(KFLOP, "jobs"));
const LOOSENESS: Shape = Shape::Number(0.0, 1e6);
const QUEUE: Shape = Shape::Integer(1, 64);

/// A divisible task.
#[derive(Document)]
#[document(agree)]
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
    /// Amount of work, in `KFlop`; the sum of its jobs if left out.
    #[field(is = KFLOP, optional)]
    kflop: Option<i64>,
    /// Work of each job, in `KFlop`, if the task is submitted as jobs.
    #[field(is = JOBS, optional)]
    jobs_kflop: Vec<i64>,
    /// Excess of the first estimate over the true work, as a share of it; drawn at random if left out.
    #[field(is = LOOSENESS, optional)]
    looseness: Option<f64>,
    /// CPU time, in seconds, in which the excess of the estimate decreases by a factor of e; derived from the size if
    /// left out.
    #[field(is = SECONDS, optional)]
    scale_s: Option<f64>,
    /// Queue to which it is submitted, counted from 1; chosen by the system if left out.
    #[field(is = QUEUE, optional)]
    queue: Option<i64>,
    /// Time from submission to removal by the user, in seconds, if it has not completed by then; never if left out.
    #[field(is = SECONDS, optional)]
    removed_s: Option<f64>,
}

impl Agree for Said {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let sum: i64 = self.jobs_kflop.iter().fold(0, |sum, &job| sum.saturating_add(job));
        match self.kflop {
            None if self.jobs_kflop.is_empty()
                && !notes.is_wrong("kflop")
                && !notes.is_wrong("jobs_kflop") =>
            {
                notes.missing("kflop", "Add \"kflop\": 30000000.");
            }
            Some(kflop) if !self.jobs_kflop.is_empty() && kflop != sum => {
                let message = format!("found {kflop}, but its jobs have {sum} KFlop in total");
                notes.error("/kflop", message, "Leave it out.");
            }
            _ => {}
        }
        if sum > LARGEST {
            let message = format!("the jobs have {sum} KFlop in total; at most {LARGEST} are allowed");
            notes.error("/jobs_kflop", message, "");
        }
    }
}

impl Said {
    fn task(&self, number: u32) -> Divisible {
        let jobs: Vec<u64> = self.jobs_kflop.iter().map(|&job| job as u64).collect();
        let kflop = self.kflop.map_or_else(|| jobs.iter().sum(), |kflop| kflop as u64);
        Divisible {
            name: self.name.clone(),
            number,
            user: self.user.unwrap_or(UNKNOWN),
            submit: Time::from_seconds(self.at_s),
            kflop,
            jobs,
            looseness: self.looseness,
            scale_s: self.scale_s,
            queue: self.queue.map_or(UNKNOWN, |queue| queue as u32),
            removed: self.removed_s.map(Span::from_seconds),
        }
    }
}
