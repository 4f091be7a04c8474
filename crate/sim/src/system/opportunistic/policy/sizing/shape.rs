//! The imbalance of the tasks of a batch, which selects the row in the table of the static policy.

use ganttlet_core::order;

/// Boundaries between the rows of the table, and the limit for different tasks. The source gives neither; these values
/// separate the workloads of its simulations (section 3.4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The coefficient of variation of the largest tasks above which they are different.
    different: f64,
    /// The shares between the rows for 30, 40, .. 90 %, if the largest tasks are similar and if they are different.
    rows: [[f64; 6]; 2],
}

/// For mean runtimes. The boundaries for different tasks are not half-way between the rows: the largest of the small
/// tasks are then larger than the smallest of the large ones, so that the largest fifth has more work than the large
/// tasks.
pub const OF_MEANS: Limits =
    Limits { different: 0.13, rows: [HALF_WAY, [0.412, 0.481, 0.564, 0.655, 0.751, 0.85]] };

/// For the runtimes of one batch, which vary even if the tasks are similar.
pub const OF_ONE_BATCH: Limits = Limits { different: 0.3, rows: [HALF_WAY, HALF_WAY] };

const HALF_WAY: [f64; 6] = [0.35, 0.45, 0.55, 0.65, 0.75, 0.85];

/// The imbalance of the tasks of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchShape {
    /// The share of the work in the largest fifth of the tasks, from 0 to 1.
    pub share: f64,
    /// The row of the table, from 0 for 30 % of the work in the large tasks to 6 for 90 %.
    pub row: usize,
    /// True if the tasks of the largest fifth have similar runtimes.
    pub similar: bool,
}

impl BatchShape {
    /// The shape of a batch with these runtimes, in any unit; a batch without work is balanced.
    pub fn from_times(times: &[f64], limits: &Limits) -> Self {
        let order = order::indices_by_key(times.len(), |task| order::float_key(-times[task]));
        // A fifth, rounded to nearest.
        let count = ((times.len() * 2 + 5) / 10).max(1).min(times.len());
        let large = || order[..count].iter().map(|&task| times[task as usize]);
        let sum: f64 = large().sum();
        let all: f64 = times.iter().sum();
        if all <= 0.0 || sum <= 0.0 {
            return Self { share: 0.0, row: 0, similar: true };
        }
        let (share, mean) = (sum / all, sum / count as f64);
        let variance = large().map(|time| (time - mean) * (time - mean)).sum::<f64>() / count as f64;
        let similar = variance <= limits.different * limits.different * mean * mean;
        let row = limits.rows[usize::from(!similar)].iter().filter(|&&limit| share > limit).count();
        Self { share, row, similar }
    }
}
