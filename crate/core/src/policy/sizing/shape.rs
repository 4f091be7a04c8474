//! How uneven the tasks of a batch are: what the table of the static policy goes by.

use crate::order;

/// From which coefficient of variation on the largest tasks count as different. The source does not say; this and the
/// limits of the rows separate the workloads of its simulations (section 3.4.2), as long as run times vary little.
const DIFFERENT: f64 = 0.13;

/// The limits between the rows for 30, 40, .. 90 %, if the largest tasks are similar and if they are different. Those of
/// different tasks are not half-way: the largest of the small tasks are then larger than the smallest of the large ones,
/// so that the largest fifth has more of the work than the large tasks have.
const LIMITS: [[f64; 6]; 2] =
    [[0.35, 0.45, 0.55, 0.65, 0.75, 0.85], [0.412, 0.481, 0.564, 0.655, 0.751, 0.85]];

/// How uneven the tasks of a batch are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The share of the largest fifth of the tasks in the work, 0 to 1.
    pub share: f64,
    /// True if the tasks of the largest fifth take about as long as each other.
    pub similar: bool,
}

impl Shape {
    /// The shape of a batch whose tasks take so long, in any unit; that of no work at all is even.
    pub fn of(times: &[f64]) -> Self {
        let order = order::by_key(times.len(), |task| order::of_float(-times[task]));
        // A fifth, rounded to nearest.
        let count = ((times.len() * 2 + 5) / 10).max(1).min(times.len());
        let large = || order[..count].iter().map(|&task| times[task as usize]);
        let sum: f64 = large().sum();
        let all: f64 = times.iter().sum();
        if all <= 0.0 || sum <= 0.0 {
            return Self { share: 0.0, similar: true };
        }
        let mean = sum / count as f64;
        let variance = large().map(|time| (time - mean) * (time - mean)).sum::<f64>() / count as f64;
        Self { share: sum / all, similar: variance <= DIFFERENT * DIFFERENT * mean * mean }
    }

    /// The row of the table, from 0 for 30 % of the work in the large tasks to 6 for 90 %.
    pub fn row(&self) -> usize {
        LIMITS[usize::from(!self.similar)].iter().filter(|&&limit| self.share > limit).count()
    }
}
