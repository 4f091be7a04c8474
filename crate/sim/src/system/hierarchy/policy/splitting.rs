//! Splitting of tasks into jobs.

use super::Work;
use ganttlet_core::entry::{Entry, Parameters, Policies, PolicyEntry, catalog_text};

/// Splits tasks into jobs.
pub trait Splitting {
    /// Number of jobs for this work, at most `most`; a job of the preferred length of the queue has the work `per_job`.
    fn job_count(&self, work: Work, per_job: Work, most: u32) -> u32;
    /// Coefficient of variation of job sizes.
    fn size_variation(&self) -> f64 {
        0.0
    }
}

/// All splitting policies. A new one is one item and one line here.
pub static SPLIT_POLICIES: Policies<dyn Splitting> = Policies {
    id: "split-policy",
    name: "split policy",
    summary: catalog_text("Number of jobs into which a divisible task is split."),
    members: &[BY_LENGTH, COUNT, GIVEN],
};

const BY_LENGTH: PolicyEntry<dyn Splitting> = PolicyEntry {
    entry: Entry::new("by-length", "By job length")
        .summary("Splits a task into jobs of about the target length of its queue.")
        .source(
            "Silberstein et al. 2006, sections 4.3 and 6.4 (jobs are short because an evicted job \
             restarts)",
        )
        .parameters(Spread::LIST)
        .when_to_use(
            "Suited to machines that can be lost, as short jobs lose little work. Short jobs also add \
             overhead, because each job starts separately.",
        )
        .pseudocode(concat!(
            "per_job ← target job length of the queue × speed of its machines\n",
            "n ← ⌈remaining work / per_job⌉, at least 1, at most max_jobs of the queue\n",
            "split the work into n jobs of random sizes with variation job_cv",
        )),
    make: |settings| Box::new(ByLength(Spread::read(settings))),
};

const COUNT: PolicyEntry<dyn Splitting> = PolicyEntry {
    entry: Entry::new("by-count", "By number of jobs")
        .summary("Splits each task into the same number of jobs.")
        .source("for comparison")
        .parameters(Number::LIST)
        .when_to_use(
            "Choose it to compare with a fixed degree of parallelism. Jobs of small tasks become very short \
             and those of large tasks very long.",
        ),
    make: |settings| Box::new(ByCount(Number::read(settings))),
};

const GIVEN: PolicyEntry<dyn Splitting> = PolicyEntry {
    entry: Entry::new("as-it-comes", "As submitted")
        .summary("Keeps the jobs in which a task is submitted; a task submitted whole is one job.")
        .source("for comparison")
        .when_to_use(
            "Choose it for workloads that list the jobs of each task. A task submitted whole runs on one \
             machine only.",
        ),
    make: |_| Box::new(AsSubmitted),
};

#[derive(Parameters)]
struct Spread {
    /// Coefficient of variation of the job sizes of a task (standard deviation over mean).
    #[parameter(name = "Job size variation", min = 0, max = 3, default = 0.3)]
    job_cv: f64,
}

/// Parameters for a fixed number.
#[derive(Parameters)]
struct Number {
    #[parameter(all)]
    spread: Spread,
    /// Number of jobs into which each task is split.
    #[parameter(name = "Jobs per task", min = 1, max = 100_000, default = 100)]
    jobs_of_a_task: u32,
}

struct ByLength(Spread);
struct ByCount(Number);
struct AsSubmitted;

impl Splitting for ByLength {
    fn job_count(&self, work: Work, per_job: Work, most: u32) -> u32 {
        let (per_job, most) = (per_job.max(1), Work::from(most.max(1)));
        ((work + per_job - 1) / per_job).clamp(1, most) as u32
    }

    fn size_variation(&self) -> f64 {
        self.0.job_cv
    }
}

impl Splitting for ByCount {
    fn job_count(&self, work: Work, _: Work, most: u32) -> u32 {
        Work::from(self.0.jobs_of_a_task.min(most)).clamp(1, work.max(1)) as u32
    }

    fn size_variation(&self) -> f64 {
        self.0.spread.job_cv
    }
}

impl Splitting for AsSubmitted {
    fn job_count(&self, _: Work, _: Work, _: u32) -> u32 {
        1
    }
}
