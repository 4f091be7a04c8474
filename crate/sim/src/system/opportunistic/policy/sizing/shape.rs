//! How uneven the tasks of a batch are: what the table of the static policy goes by.

use ganttlet_core::order;

/// Where one row of the table ends and the next begins, and which tasks count as different. The source says neither; these
/// tell the workloads of its simulations (section 3.4.2) from each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The coefficient of variation of the largest tasks above which they are different.
    different: f64,
    /// The shares between the rows for 30, 40, .. 90 %, if the largest tasks are similar and if they are different.
    rows: [[f64; 6]; 2],
}

/// For mean run times. The shares of different tasks are not half-way between the rows: the largest of the small tasks are
/// then larger than the smallest of the large ones, so that the largest fifth has more of the work than the large tasks.
pub const OF_MEANS: Limits =
    Limits { different: 0.13, rows: [HALF_WAY, [0.412, 0.481, 0.564, 0.655, 0.751, 0.85]] };

/// For the run times of one batch, which vary even if the tasks are similar.
pub const OF_ONE_BATCH: Limits = Limits { different: 0.3, rows: [HALF_WAY, HALF_WAY] };

const HALF_WAY: [f64; 6] = [0.35, 0.45, 0.55, 0.65, 0.75, 0.85];

/// How uneven the tasks of a batch are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchShape {
    /// The share of the largest fifth of the tasks in the work, 0 to 1.
    pub share: f64,
    /// The row of the table, from 0 for 30 % of the work in the large tasks to 6 for 90 %.
    pub row: usize,
    /// True if the tasks of the largest fifth take about as long as each other.
    pub similar: bool,
}

impl BatchShape {
    /// The shape of a batch whose tasks take so long, in any unit; that of no work at all is even.
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
