//! Statistics of the work in a file: submissions over time, offered load, distributions, users, estimates, shape of
//! workflows.
//!
//! The report of a reader has facts as text; a summary has numbers for tables and histograms in any front end.

mod distribution;
#[cfg(test)]
mod tests;

pub use crate::finding_list::{count_text, group_digits, size_text};
pub use crate::log::date_text;
pub use distribution::{Bin, Distribution};

use crate::Origin;
use crate::graph_shape::GraphShape;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::master_worker::MasterWorker;
use ganttlet_work::{Absence, Item, Job, Kind, UNKNOWN, Work, Workflow};
use serde::Serialize;
use ts_rs::TS;

/// Number of parts of the submission period in which submissions are counted.
const PERIODS: usize = 72;

/// Statistics of work; values that a kind of work does not have are `None` or empty.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileSummary")]
pub struct Summary {
    /// The kind of work.
    pub kind: &'static Kind,
    /// Number of jobs, tasks or absences.
    pub count: u64,
    /// Submissions over time.
    pub submissions: Option<Submissions>,
    /// Offered load on a machine.
    pub load: Option<OfferedLoad>,
    /// The busiest tenth of the submission period; `None` for fewer than two submit times, and for work other than jobs.
    pub busiest: Option<BusyPeriod>,
    /// Distributions of runtimes, sizes, ..
    pub distributions: Vec<Distribution>,
    /// User estimates of jobs.
    pub estimates: Option<Estimates>,
    /// Users of jobs.
    pub users: Option<Users>,
    /// The shape of workflows.
    pub graph: Option<GraphSummary>,
}

/// Submissions over time. Times are in seconds from time 0 of the work.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileSubmissions")]
pub struct Submissions {
    /// Number of submissions: of jobs, workflows or applications.
    pub count: u64,
    /// First submission.
    pub first_s: f64,
    /// Last submission.
    pub last_s: f64,
    /// Unix time of time 0; `None` if the file does not give it.
    pub unix_start: Option<i64>,
    /// Longest period without submission; `None` for fewer than two submissions.
    pub longest_gap: Option<Gap>,
    /// Submissions in equal parts of the period from first to last; empty if all are at one time.
    pub over_time: Vec<u64>,
    /// Submissions in each hour of the day (UTC); `None` if the file does not give the time of day.
    pub by_hour: Option<[u64; 24]>,
}

/// A period without submission.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileGap")]
pub struct Gap {
    /// Submission before it.
    pub from_s: f64,
    /// Submission after it.
    pub to_s: f64,
}

/// The tenth of the submission period in which the most work is submitted.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileBusyPeriod")]
pub struct BusyPeriod {
    /// Its start, in seconds from time 0 of the work.
    pub from_s: f64,
    /// Its end.
    pub to_s: f64,
    /// Number of jobs submitted in it.
    pub jobs: u64,
    /// Share of all submitted work.
    pub work_share: f64,
}

/// Offered load: submitted work divided by the capacity of a machine during the submission period.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileOfferedLoad")]
pub struct OfferedLoad {
    /// Size of the machine.
    pub processors: u32,
    /// Submitted work, processor-seconds.
    pub work_s: f64,
    /// The load; `None` if all submissions are at one time.
    pub load: Option<f64>,
}

/// User estimates of jobs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileEstimates")]
pub struct Estimates {
    /// Jobs with an estimate.
    pub given: u64,
    /// Jobs without one.
    pub missing: u64,
    /// Jobs that ran longer than estimated.
    pub exceeded: u64,
    /// Median of runtime / estimate; `None` if no job has an estimate.
    pub median_accuracy: Option<f64>,
}

/// Users of jobs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileUsers")]
pub struct Users {
    /// Number of users.
    pub count: u64,
    /// Jobs of unknown users.
    pub unknown: u64,
    /// Share of the jobs that the most active user submitted.
    pub largest_share: f64,
}

/// The shape of workflows.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileGraph")]
pub struct GraphSummary {
    /// Number of workflows.
    pub workflows: u64,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of dependencies.
    pub edges: u64,
    /// Levels of the deepest workflow.
    pub levels: u64,
    /// Tasks in the widest level of a workflow.
    pub widest_level: u64,
    /// Longest critical path of a workflow, runtimes only, in seconds.
    pub critical_path_s: f64,
    /// Sum of the runtimes of all tasks, in seconds.
    pub work_s: f64,
    /// Number of files that tasks read or write.
    pub files: u64,
    /// Sum of their sizes.
    pub bytes: f64,
}

/// The statistics of work on a machine of this size, if known.
pub fn summarise(work: &Work, origin: &Origin, processors: Option<u32>) -> Summary {
    let mut summary = Summary {
        kind: work.kind(),
        count: work.tasks() as u64,
        submissions: None,
        load: None,
        busiest: None,
        distributions: vec![],
        estimates: None,
        users: None,
        graph: None,
    };
    let unix_start = origin.header.iter().find(|(label, _)| label == "UnixStartTime");
    let unix_start = unix_start.and_then(|(_, value)| value.parse().ok());
    let add_load = |summary: &mut Summary, work_s: f64| {
        let period = summary.submissions.as_ref().map_or(0.0, |found| found.last_s - found.first_s);
        summary.load = processors.map(|processors| OfferedLoad {
            processors,
            work_s,
            load: (period > 0.0).then(|| work_s / (period * f64::from(processors))),
        });
    };
    if let Some(jobs) = work.items::<Job>() {
        summary.submissions = submissions(jobs, unix_start);
        add_load(&mut summary, jobs.iter().map(|job| job.run.seconds() * f64::from(job.nodes)).sum());
        summary.distributions = vec![
            Distribution::runtimes(jobs.iter().map(|job| job.run)),
            Distribution::sizes("nodes", "Processors", jobs.iter().map(|job| job.nodes)),
        ];
        summary.busiest = busiest_period(jobs);
        summary.estimates = estimates(jobs);
        summary.users = users(jobs);
    } else if let Some(workflows) = work.items::<Workflow>() {
        let tasks = || workflows.iter().flat_map(|workflow| &workflow.tasks);
        summary.submissions = submissions(workflows, unix_start);
        add_load(&mut summary, tasks().map(|task| task.run.seconds() * f64::from(task.nodes)).sum());
        summary.distributions = vec![Distribution::runtimes(tasks().map(|task| task.run))];
        if tasks().any(|task| task.nodes > 1) {
            summary.distributions.push(Distribution::sizes("nodes", "Nodes", tasks().map(|task| task.nodes)));
        }
        if workflows.len() > 1 {
            let sizes = workflows.iter().map(|workflow| workflow.tasks.len() as u32);
            summary.distributions.push(Distribution::sizes("tasks", "Tasks of a workflow", sizes));
        }
        summary.graph = Some(graph(workflows));
    } else if let Some(applications) = work.items::<MasterWorker>() {
        let runs = applications.iter().flat_map(|one| one.batches.iter().flatten()).map(|task| task.run);
        summary.distributions = vec![Distribution::runtimes(runs)];
    } else if let Some(absences) = work.items::<Absence>() {
        let spans = absences.iter().map(|absence| absence.end - absence.start);
        summary.distributions = vec![Distribution::durations("absence", "Length of an absence", spans)];
    }
    summary.distributions.retain(|found| found.count > 0);
    summary
}

/// The submissions of items, which are in the order of their submission.
fn submissions<T: Item>(items: &[T], unix_start: Option<i64>) -> Option<Submissions> {
    let (first, last) = (items.first()?.arrival(), items.last()?.arrival());
    let gap = items.windows(2).map(|pair| (pair[0].arrival(), pair[1].arrival()));
    // The first of several equal ones.
    let longest =
        gap.reduce(|longest, gap| if gap.1 - gap.0 > longest.1 - longest.0 { gap } else { longest });
    let period = (last - first).0.max(0) as u128;
    let mut over_time = if period > 0 { vec![0; PERIODS] } else { vec![] };
    let mut by_hour = unix_start.map(|_| [0; 24]);
    for item in items {
        let submit = item.arrival();
        let parts = (submit - first).0.max(0) as u128 * PERIODS as u128;
        if let Some(place) = parts.checked_div(period) {
            over_time[(place as usize).min(PERIODS - 1)] += 1;
        }
        if let Some((hours, start)) = by_hour.as_mut().zip(unix_start) {
            let second = start.saturating_add(submit.0.div_euclid(1_000_000));
            hours[second.rem_euclid(86_400) as usize / 3_600] += 1;
        }
    }
    Some(Submissions {
        count: items.len() as u64,
        first_s: first.seconds(),
        last_s: last.seconds(),
        unix_start,
        longest_gap: longest.map(|(from, to)| Gap { from_s: from.seconds(), to_s: to.seconds() }),
        over_time,
        by_hour,
    })
}

/// The tenth of the submission period with the highest offered load, the first of several; both ends are included.
/// `jobs` are in the order of their submission.
fn busiest_period(jobs: &[Job]) -> Option<BusyPeriod> {
    let (first, last) = (jobs.first()?.submit, jobs.last()?.submit);
    let length = Span((last - first).0 / 10);
    if length <= Span::ZERO {
        return None;
    }
    let latest = Time(last.0 - length.0);
    // Integers, because a sliding sum over millions of jobs must not drift.
    let work = |job: &Job| u128::from(job.run.0.max(0).unsigned_abs()) * u128::from(job.nodes);
    let (mut sum, mut from, mut to) = (0_u128, 0, 0);
    let mut busiest: Option<(u128, Time, usize)> = None;
    while from < jobs.len() {
        // A period with a later start would extend beyond the last submission, with the same jobs or fewer.
        let start = jobs[from].submit.min(latest);
        while to < jobs.len() && jobs[to].submit <= start + length {
            sum += work(&jobs[to]);
            to += 1;
        }
        if busiest.is_none_or(|(most, ..)| sum > most) {
            busiest = Some((sum, start, to - from));
        }
        if start == latest {
            break;
        }
        sum -= work(&jobs[from]);
        from += 1;
    }
    let (most, start, count) = busiest?;
    let all: u128 = jobs.iter().map(work).sum();
    (all > 0).then(|| BusyPeriod {
        from_s: start.seconds(),
        to_s: (start + length).seconds(),
        jobs: count as u64,
        work_share: most as f64 / all as f64,
    })
}

impl Gap {
    /// Its length.
    pub fn length(&self) -> Span {
        Time::from_seconds(self.to_s) - Time::from_seconds(self.from_s)
    }
}

fn estimates(jobs: &[Job]) -> Option<Estimates> {
    let with = || jobs.iter().filter_map(|job| Some((job.run, job.estimate?)));
    let mut shares: Vec<f64> = with().map(|(run, estimate)| run.seconds() / estimate.seconds()).collect();
    let given = shares.len() as u64;
    let median_accuracy = distribution::percentile(&mut shares, 50);
    Some(Estimates {
        given,
        missing: jobs.len() as u64 - given,
        exceeded: with().filter(|(run, estimate)| run > estimate).count() as u64,
        median_accuracy,
    })
    .filter(|_| !jobs.is_empty())
}

fn users(jobs: &[Job]) -> Option<Users> {
    let mut ids: Vec<u32> = jobs.iter().map(|job| job.user).filter(|&user| user != UNKNOWN).collect();
    ids.sort_unstable();
    let of_each = || ids.chunk_by(|one, other| one == other).map(<[u32]>::len);
    let largest = of_each().max()?;
    Some(Users {
        count: of_each().count() as u64,
        unknown: (jobs.len() - ids.len()) as u64,
        largest_share: largest as f64 / jobs.len() as f64,
    })
}

fn graph(workflows: &[Workflow]) -> GraphSummary {
    let mut all = GraphSummary {
        workflows: workflows.len() as u64,
        tasks: 0,
        edges: 0,
        levels: 0,
        widest_level: 0,
        critical_path_s: 0.0,
        work_s: 0.0,
        files: 0,
        bytes: 0.0,
    };
    for workflow in workflows {
        let shape = GraphShape::new(workflow, &workflow.topological_order().unwrap_or_default());
        all.tasks += workflow.tasks.len() as u64;
        all.edges += workflow.edge_count() as u64;
        all.levels = all.levels.max(shape.levels.len() as u64);
        all.widest_level = all.widest_level.max(shape.levels.iter().copied().max().unwrap_or(0).into());
        all.critical_path_s = all.critical_path_s.max(shape.critical_path.seconds());
        all.work_s += shape.work.seconds();
        let mut used = vec![false; workflow.files.len()];
        for task in &workflow.tasks {
            task.inputs.iter().chain(&task.outputs).for_each(|&file| used[file as usize] = true);
        }
        let used = || workflow.files.iter().zip(&used).filter(|&(_, &used)| used).map(|(file, _)| file);
        all.files += used().count() as u64;
        all.bytes += used().map(|file| file.bytes).sum::<f64>();
    }
    all
}
