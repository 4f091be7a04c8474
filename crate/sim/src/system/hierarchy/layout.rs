//! The queues and grids: as configured, or as defined by a scheme.

use super::grid::Grid;
use super::options::{EstimateOn, GridRow, Mode, Options, QueueRow, Scheme};
use super::queue::Queue;
use crate::system::hierarchy::policy::{Queue as Facts, Rules, Work};
use crate::tables::stays::LimitRow;
use ganttlet_core::entry::{Parameters, Settings};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::Recorder;
use ganttlet_core::rng::Streams;
use ganttlet_core::time::Span;
use serde::Serialize;
use ts_rs::TS;

/// Name of the single grid of all machines.
const FLAT: &str = "flat";
/// Longer than any wait time.
const NO_LIMIT: Span = Span(100_000_000_000_000);

/// The limits of a queue (equation 1 of Silberstein et al. 2006).
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct QueueLimits {
    /// Level of the queue.
    pub level: u32,
    /// The queue to which tasks are demoted, counted from 0; null for none.
    pub lower: Option<usize>,
    /// The number of machines that its limits assume.
    pub cpus: u32,
    /// CPU time of the largest task, on one of its machines; null without this limit.
    pub largest_s: Option<f64>,
    /// CPU time of all tasks in it; null without this limit.
    pub total_s: Option<f64>,
    /// True if the queue to which it demotes tasks accepts no larger ones.
    pub demotes_in_vain: bool,
}

/// The queues and grids of a scheme; with `flocks`, requests flock to the grids of partners.
pub(super) fn layout(
    options: &Options,
    platform: &Platform,
    flocks: bool,
    streams: Streams,
) -> (Vec<Queue>, Vec<Grid>) {
    let mut queues: Vec<Queue> = match options.scheme {
        Scheme::Fcfs | Scheme::FcfsHierarchy => vec![single_queue(options, platform)],
        Scheme::Mq => queues_by_level(options, platform),
        Scheme::Simple | Scheme::MqHierarchy => configured_queues(options, platform, flocks),
    };
    let mut grids = if options.scheme.is_flat() {
        let longest = |best: GridRow, next: GridRow| {
            if next.mean_claim_time_s() > best.mean_claim_time_s() { next } else { best }
        };
        let row = grid_rows(options, platform).reduce(longest).unwrap_or_default();
        vec![Grid::new(FLAT, (0, platform.nodes()), row, streams)]
    } else {
        let grid = |(place, row): (usize, GridRow)| {
            let cluster = &platform.clusters[place];
            Grid::new(&cluster.name, (platform.first_row(place), cluster.nodes), row, streams)
        };
        grid_rows(options, platform).enumerate().map(grid).collect()
    };
    if options.scheme == Scheme::FcfsHierarchy {
        queues[0].grids = grids_by_level(options, platform);
    }
    for (at, grid) in grids.iter_mut().enumerate() {
        grid.queues = (0..queues.len()).filter(|&queue| queues[queue].grids.contains(&at)).collect();
        grid.level = grid.queues.iter().map(|&queue| queues[queue].facts.level).min().unwrap_or(u32::MAX);
    }
    (queues, grids)
}

/// The configuration of each grid of the platform.
fn grid_rows<'a>(options: &'a Options, platform: &'a Platform) -> impl Iterator<Item = GridRow> + 'a {
    (0..platform.clusters.len()).map(|place| options.grids.get(place).cloned().unwrap_or_default())
}

/// The existing grids of a configured queue.
fn grids_of(row: &QueueRow, platform: &Platform) -> Vec<usize> {
    let first = row.grid as usize - 1;
    (first..first + row.grids as usize).filter(|&grid| grid < platform.clusters.len()).collect()
}

/// The grids from the top: by the smallest level of their queues.
fn grids_by_level(options: &Options, platform: &Platform) -> Vec<usize> {
    let mut grids: Vec<usize> = (0..platform.clusters.len()).collect();
    let level = |grid: usize| {
        let on = options.queues.iter().filter(|row| grids_of(row, platform).contains(&grid));
        on.map(|row| row.level).min().unwrap_or(u32::MAX)
    };
    order::sort_by_key(&mut grids, |&grid| level(grid).into());
    grids
}

fn queue_facts(row: &QueueRow) -> Facts {
    let cpus = if row.limit_cpus == 0 { row.cpus } else { row.limit_cpus };
    let beta = libm::round(row.beta * 1e6) as Work;
    Facts {
        level: row.level,
        t_q: row.t_q_s,
        t_e: row.t_e_s,
        rate: Work::from(cpus) * Work::from(row.kflops) * beta,
        kflops: row.kflops,
        serial: row.mode == Mode::Serial,
        lower: None,
        partners: Vec::new(),
        rules: Rules {
            overload: row.overload,
            mismatch: row.mismatch,
            overdue: row.overdue,
            task_potential: row.task_potential,
            queue_potential: row.queue_potential,
        },
    }
}

fn queue(row: &QueueRow, name: String) -> Queue {
    let check = match row.check_s {
        Span::ZERO if row.level == 1 => Span::from_seconds(10.0),
        Span::ZERO => Span::from_seconds(60.0),
        check => check,
    };
    Queue {
        name,
        facts: queue_facts(row),
        cpus: row.cpus,
        beta: row.beta,
        alpha: row.alpha,
        job_length: row.job_length_s,
        max_jobs: row.max_jobs,
        estimator_cpus: row.estimator_cpus,
        on_cpu: row.estimate_on == EstimateOn::Cpu,
        check,
        priority: if row.priority == 0 { row.level } else { row.priority },
        ..Queue::default()
    }
}

/// The queue to which a queue demotes its tasks: the configured one, or the first of the next level.
fn lower_queue(rows: &[QueueRow], row: &QueueRow) -> Option<usize> {
    if row.lower > 0 {
        return Some(row.lower as usize - 1).filter(|&lower| lower < rows.len());
    }
    let next = rows.iter().filter(|other| other.level > row.level).map(|other| other.level).min()?;
    rows.iter().position(|other| other.level == next)
}

/// The limits of configured queues, for the form that edits them.
pub fn queue_limits(settings: &Settings) -> Vec<QueueLimits> {
    let rows = &Options::read(settings).queues;
    let facts: Vec<Facts> = rows.iter().map(queue_facts).collect();
    let is_limited = |facts: &Facts| facts.rules.mismatch && facts.t_e < NO_LIMIT;
    let limits = |(row, own): (&QueueRow, &Facts)| {
        let lower = lower_queue(rows, row);
        let limits_total = own.rules.overload || own.rules.queue_potential;
        let next = lower.map(|lower| &facts[lower]);
        QueueLimits {
            level: row.level,
            lower,
            cpus: if row.limit_cpus == 0 { row.cpus } else { row.limit_cpus },
            largest_s: is_limited(own).then(|| own.seconds_of(own.max_task_work())),
            total_s: (limits_total && own.t_q < NO_LIMIT).then(|| own.seconds_of(own.max_queue_work())),
            demotes_in_vain: next.is_some_and(|next| {
                is_limited(next) && (!is_limited(own) || next.max_task_work() <= own.max_task_work())
            }),
        }
    };
    rows.iter().zip(&facts).map(limits).collect()
}

/// The configured queues.
fn configured_queues(options: &Options, platform: &Platform, flocks: bool) -> Vec<Queue> {
    let rows = &options.queues;
    let mut queues: Vec<Queue> =
        rows.iter().zip(1..).map(|(row, number)| queue(row, format!("Q{number}"))).collect();
    for (at, row) in rows.iter().enumerate() {
        queues[at].facts.lower = lower_queue(rows, row);
        let first = row.partner as usize;
        let partners = first..(first + row.partners as usize) * usize::from(first > 0);
        queues[at].facts.partners =
            partners.map(|number| number - 1).filter(|&q| q < rows.len() && q != at).collect();
        queues[at].grids = grids_of(row, platform);
        if flocks {
            for &partner in &queues[at].facts.partners.clone() {
                let more = grids_of(&rows[partner], platform);
                let own = &mut queues[at].grids;
                own.extend(more.into_iter().filter(|grid| !own.contains(grid)).collect::<Vec<_>>());
            }
        }
        if options.scheme == Scheme::Simple {
            let overdue = row.overdue;
            queues[at].facts.rules = Rules { overdue, ..Rules::default() };
        }
    }
    queues
}

/// The first queue of the lowest level, for which a flat scheme splits all jobs.
fn lowest_queue(options: &Options) -> &QueueRow {
    let rows = &options.queues;
    let level = rows.iter().map(|row| row.level).max();
    rows.iter().find(|row| Some(row.level) == level).expect("there is at least one queue, as its range says")
}

/// A queue of a flat scheme.
fn flat_queue(options: &Options, platform: &Platform, level: u32, name: String) -> Queue {
    let mut row = lowest_queue(options).clone();
    (row.level, row.priority, row.mode, row.cpus, row.limit_cpus) =
        (level, level, Mode::Parallel, platform.nodes().max(1), 0);
    let mut queue = queue(&row, name);
    (queue.facts.rules, queue.facts.t_q, queue.facts.t_e) = (Rules::default(), NO_LIMIT, NO_LIMIT);
    queue.grids = vec![0];
    queue
}

/// The single queue of the schemes without levels.
fn single_queue(options: &Options, platform: &Platform) -> Queue {
    flat_queue(options, platform, 1, "Q".to_owned())
}

/// A queue per level.
fn queues_by_level(options: &Options, platform: &Platform) -> Vec<Queue> {
    let mut levels: Vec<u32> = options.queues.iter().map(|row| row.level).collect();
    order::sort_by_key(&mut levels, |&level| level.into());
    levels.dedup();
    let count = levels.len();
    let make = |(at, level): (usize, u32)| {
        let row = options.queues.iter().find(|row| row.level == level).expect("the level is that of a row");
        let mut made = flat_queue(options, platform, level, format!("M{}", at + 1));
        (made.facts.t_q, made.facts.t_e, made.check) =
            (row.t_q_s, row.t_e_s, queue(row, String::new()).check);
        made.facts.rules.overdue = true;
        made.facts.lower = Some(at + 1).filter(|&lower| lower < count);
        made
    };
    levels.into_iter().enumerate().map(make).collect()
}

/// The properties of a queue, and its limits where rules enforce them.
pub(super) fn limit_row(queue: &Queue, grids: &[Grid], reference: f64, record: &mut Recorder) -> LimitRow {
    let Facts { level, t_q, t_e, rules, .. } = queue.facts;
    let limit = |holds: bool, work| if holds { queue.facts.seconds_of(work) } else { f64::NAN };
    let own = || queue.grids.iter().map(|&grid| &grids[grid]);
    let names: Vec<&str> =
        own().map(|grid| if grid.name == FLAT { "all grids" } else { &grid.name }).collect();
    LimitRow {
        queue: queue.text,
        level,
        grids: record.intern_text(&names.join(", ")),
        machines: own().map(|grid| grid.rows.1).sum(),
        speed: f64::from(queue.facts.kflops) / reference,
        cpus: queue.cpus,
        largest: limit(rules.mismatch, queue.facts.max_task_work()),
        most: limit(rules.overload || rules.queue_potential, queue.facts.max_queue_work()),
        executes: t_e,
        stays: t_q,
        serial: Some(queue.facts.serial),
    }
}
