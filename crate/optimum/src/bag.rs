//! A bag of tasks on processors of different speeds.

use crate::clusters::weights;
use crate::numbers::InvalidInstance;
use ganttlet_core::time::Span;

/// Maximum number of tasks for the exact search.
pub const MOST_TASKS: usize = 64;

/// Single-node tasks that are all submitted at time 0, and processors that are available from then on.
#[derive(Clone, Debug)]
pub struct Bag {
    pub(crate) runs: Vec<i64>,
    /// The runtime of each task on each processor.
    pub(crate) durations: Vec<Vec<i64>>,
    /// The weight of each processor.
    pub(crate) weights: Vec<i64>,
    /// The kind of each processor: those of one kind are identical.
    pub(crate) kinds: Vec<usize>,
    /// The minimum weighted runtime of each task.
    pub(crate) works: Vec<i128>,
    /// The tasks, longest first.
    pub(crate) by_run: Vec<usize>,
}

impl Bag {
    /// Tasks with these runtimes at speed 1 on processors of these speeds. A task runs at least a microsecond.
    pub fn new(runs: Vec<i64>, speeds: &[f64]) -> Result<Self, InvalidInstance> {
        if speeds.is_empty() || speeds.iter().any(|&speed| !(speed.is_finite() && speed > 0.0)) {
            return Err(InvalidInstance::Nodes);
        }
        if runs.iter().any(|&run| run < 0) {
            return Err(InvalidInstance::Time);
        }
        let row =
            |&run: &i64| speeds.iter().map(|&speed| Span(run).scaled_to_speed(speed).0.max(1)).collect();
        let durations: Vec<Vec<i64>> = runs.iter().map(row).collect();
        let longest = durations.iter().flatten().map(|&run| i128::from(run)).max().unwrap_or(0);
        let weights = weights(speeds);
        if longest * runs.len() as i128 >= i128::from(i64::MAX / 2) {
            return Err(InvalidInstance::Overflow);
        }
        let bits: Vec<u64> = speeds.iter().map(|speed| speed.to_bits()).collect();
        let kinds =
            bits.iter().map(|kind| bits.iter().position(|other| other == kind).unwrap_or(0)).collect();
        let work = |row: &Vec<i64>| {
            let work = row.iter().zip(&weights).map(|(&run, &weight)| i128::from(run) * i128::from(weight));
            work.min().unwrap_or(0)
        };
        let works = durations.iter().map(work).collect();
        let mut by_run: Vec<usize> = (0..runs.len()).collect();
        by_run.sort_by_key(|&task| (std::cmp::Reverse(runs[task]), task));
        Ok(Self { runs, durations, weights, kinds, works, by_run })
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// True if there is no task.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Number of processors.
    pub fn processors(&self) -> usize {
        self.weights.len()
    }

    /// The runtime of a task on a processor.
    pub fn duration(&self, task: usize, processor: usize) -> i64 {
        self.durations[task][processor]
    }

    /// The kind of a processor: processors of one kind are identical.
    pub fn kind(&self, processor: usize) -> usize {
        self.kinds[processor]
    }

    /// True if there is a processor for each task.
    pub(crate) fn are_places(&self, places: &[usize]) -> bool {
        places.len() == self.len() && places.iter().all(|&processor| processor < self.processors())
    }

    /// The load of each processor for these places of tasks.
    pub fn loads(&self, places: &[usize]) -> Vec<i64> {
        let mut loads = vec![0; self.processors()];
        for (task, &processor) in places.iter().enumerate() {
            loads[processor] += self.durations[task][processor];
        }
        loads
    }

    /// The tasks by their starts if the tasks of each processor run one after the other, longest first.
    pub fn start_order(&self, places: &[usize]) -> Vec<usize> {
        let mut loads = vec![0_i64; self.processors()];
        let mut starts: Vec<(i64, usize, usize)> = Vec::with_capacity(self.len());
        for (rank, &task) in self.by_run.iter().enumerate() {
            starts.push((loads[places[task]], rank, task));
            loads[places[task]] += self.durations[task][places[task]];
        }
        starts.sort_unstable();
        starts.into_iter().map(|(.., task)| task).collect()
    }

    /// The last end if tasks run on these processors.
    pub fn makespan(&self, places: &[usize]) -> i64 {
        self.loads(places).into_iter().max().unwrap_or(0)
    }
}
