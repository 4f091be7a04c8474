//! Lower bounds of the completions of a partial schedule.

use crate::instance::Instance;
use crate::schedule::Objective;
use crate::width::Counts;

/// Number of width maps beside the identity.
const MAPS: usize = 4;

/// A partial schedule: running jobs, and possible starts of the others.
pub(crate) struct PartialSchedule<'a> {
    /// The latest start.
    pub(crate) last: i64,
    /// The objective of the started jobs.
    pub(crate) done: i64,
    /// Ends after `last`, and nodes, ascending.
    pub(crate) running: &'a [(i64, i64)],
    /// The jobs that have not started.
    pub(crate) open: &'a [usize],
    /// The first start of each job.
    pub(crate) starts: &'a [i64],
}

/// Computes bounds of partial schedules.
pub(crate) struct NodeBound {
    objective: Objective,
    nodes: i64,
    widths: Vec<i64>,
    runs: Vec<i64>,
    submits: Vec<i64>,
    tails: Vec<i64>,
    /// The distinct tails, ascending.
    levels: Vec<i64>,
    maps: Vec<Counts>,
    events: Vec<(i64, u32)>,
    ends: Vec<i64>,
    free: Vec<Step>,
    queue: Vec<(i64, i64)>,
}

/// From `time` on `capacity` nodes are free; `before` is the sum of free node time until then.
struct Step {
    time: i64,
    before: i64,
    capacity: i64,
}

/// Marks the end of a job in the list of events.
const END: u32 = 1 << 16;
/// Marks the end of a job that runs.
const RUNNING: u32 = 1 << 17;

impl NodeBound {
    pub(crate) fn new(instance: &Instance, objective: Objective) -> Self {
        let jobs = instance.jobs();
        let widths: Vec<i64> = jobs.iter().map(|job| job.nodes).collect();
        let mut levels = instance.tails().to_vec();
        levels.sort_unstable();
        levels.dedup();
        let mut bound = Self {
            objective,
            nodes: instance.nodes(),
            runs: jobs.iter().map(|job| job.run).collect(),
            submits: jobs.iter().map(|job| job.submit).collect(),
            tails: instance.tails().to_vec(),
            levels,
            maps: Vec::new(),
            events: Vec::new(),
            ends: Vec::new(),
            free: Vec::new(),
            queue: Vec::new(),
            widths,
        };
        bound.choose_maps(instance);
        bound
    }

    /// Selects the identity, and the maps with the largest bounds at the root.
    fn choose_maps(&mut self, instance: &Instance) {
        let open: Vec<usize> = (0..instance.len()).collect();
        let root = PartialSchedule { last: 0, done: 0, running: &[], open: &open, starts: instance.heads() };
        self.collect_events(&root);
        let mut rated: Vec<(i64, usize, Counts)> = Vec::new();
        for (at, counts) in Counts::of_all_maps(self.nodes, &self.widths).into_iter().enumerate() {
            let values = self.levels.iter().map(|&level| self.left_work(&root, &counts, level));
            rated.push((values.max().unwrap_or(0), at, counts));
        }
        let identity = rated.remove(0);
        rated.sort_by_key(|&(value, at, _)| (std::cmp::Reverse(value), at));
        rated.truncate(MAPS);
        self.maps = [identity].into_iter().chain(rated).map(|(.., counts)| counts).collect();
    }

    /// A lower bound of all completions; not exact if it reaches `enough`.
    pub(crate) fn value(&mut self, node: &PartialSchedule, enough: i64) -> i64 {
        match self.objective {
            Objective::Makespan => self.makespan(node, enough),
            Objective::TotalFlow => self.total_flow(node),
        }
    }

    /// The bound of the makespan.
    fn makespan(&mut self, node: &PartialSchedule, enough: i64) -> i64 {
        let paths = node.open.iter().map(|&id| node.starts[id] + self.runs[id] + self.tails[id]);
        let mut low = paths.fold(node.done, i64::max);
        if low >= enough || node.open.is_empty() {
            return low;
        }
        self.collect_events(node);
        for counts in &self.maps {
            for &level in &self.levels {
                low = low.max(self.left_work(node, counts, level));
                if low >= enough {
                    return low;
                }
            }
        }
        low
    }

    /// Collects submissions and ends as events in time.
    fn collect_events(&mut self, node: &PartialSchedule) {
        self.events.clear();
        for &id in node.open.iter().filter(|&&id| self.runs[id] > 0) {
            self.events.push((node.starts[id], id as u32));
            self.events.push((node.starts[id] + self.runs[id], id as u32 | END));
        }
        self.events.extend(node.running.iter().zip(0..).map(|(&(end, _), at)| (end, at | RUNNING)));
        self.events.sort_unstable();
    }

    /// The maximum, over all times, of the time plus the remaining work of the jobs with at least this tail, divided by
    /// the capacity, plus the tail.
    fn left_work(&self, node: &PartialSchedule, counts: &Counts, level: i64) -> i64 {
        let with_running = level == 0 && counts.map == crate::width::WidthMap::Identity;
        let count = |id: usize| if self.tails[id] >= level { counts.of[id] } else { 0 };
        let mut left: i64 = node.open.iter().map(|&id| count(id) * self.runs[id]).sum();
        let mut slope = 0;
        if with_running {
            for &(end, nodes) in node.running {
                left += nodes * (end - node.last);
                slope += nodes;
            }
        }
        let (mut time, mut best) = (node.last, 0);
        for &(event, job) in &self.events {
            left -= slope * (event - time);
            time = event;
            if left <= 0 {
                break;
            }
            best = best.max(time + ceil(left, counts.capacity) + level);
            if job & RUNNING != 0 {
                if with_running {
                    slope -= node.running[(job & !RUNNING) as usize].1;
                }
            } else if job & END != 0 {
                slope -= count((job & !END) as usize);
            } else {
                slope += count(job as usize);
            }
        }
        best
    }

    /// The ends of the started jobs; for the others the later of the k-th end on one machine as fast as the free nodes,
    /// and the k-th smallest earliest end.
    fn total_flow(&mut self, node: &PartialSchedule) -> i64 {
        self.collect_free_nodes(node);
        self.queue.clear();
        self.ends.clear();
        for &id in node.open {
            let release = self.free_until(node.starts[id]);
            self.queue.push((release, self.widths[id] * self.runs[id]));
            self.ends.push(node.starts[id] + self.runs[id]);
        }
        self.ends.sort_unstable();
        self.queue.sort_unstable();
        let mut low = node.done - node.open.iter().map(|&id| self.submits[id]).sum::<i64>();
        // The remaining work of released jobs, descending, so that the shortest is last.
        let mut left: Vec<i64> = Vec::with_capacity(self.queue.len());
        let (mut now, mut next) = (0, 0);
        for &end in &self.ends {
            let squashed = loop {
                if left.is_empty() {
                    now = now.max(self.queue[next].0);
                }
                while let Some(&(_, work)) = self.queue.get(next).filter(|&&(release, _)| release <= now) {
                    let at = left.partition_point(|&other| other > work);
                    left.insert(at, work);
                    next += 1;
                }
                let Some(work) = left.pop() else { break now };
                match self.queue.get(next) {
                    Some(&(release, _)) if now + work > release => {
                        left.push(work - (release - now));
                        now = release;
                    }
                    _ => {
                        now += work;
                        break now;
                    }
                }
            };
            low += end.max(self.time_of(squashed));
        }
        low
    }

    /// Collects the steps of free nodes over time.
    fn collect_free_nodes(&mut self, node: &PartialSchedule) {
        self.free.clear();
        let mut capacity = self.nodes - node.running.iter().map(|&(_, nodes)| nodes).sum::<i64>();
        let (mut time, mut before) = (node.last, 0);
        for &(end, nodes) in node.running {
            if end > time {
                self.free.push(Step { time, before, capacity });
                before += capacity * (end - time);
                time = end;
            }
            capacity += nodes;
        }
        self.free.push(Step { time, before, capacity });
    }

    /// The free node time until `time`.
    fn free_until(&self, time: i64) -> i64 {
        let at = self.free.iter().rposition(|step| step.time <= time).unwrap_or(0);
        let step = &self.free[at];
        step.before + step.capacity * (time - step.time).max(0)
    }

    /// The first integer time up to which the free node time reaches this amount.
    fn time_of(&self, amount: i64) -> i64 {
        // The last step that begins with less; one without free nodes begins and ends with the same amount.
        let at = self.free.iter().rposition(|step| step.before < amount).unwrap_or(0);
        let step = &self.free[at];
        if amount <= step.before { step.time } else { step.time + ceil(amount - step.before, step.capacity) }
    }
}

/// The quotient rounded up.
fn ceil(a: i64, b: i64) -> i64 {
    (a + b - 1) / b
}
