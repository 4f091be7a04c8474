//! Least-squares lines.

use super::mean;

/// A straight line through points, by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineFit {
    /// Its value at 0.
    pub intercept: f64,
    /// Its rise per unit.
    pub slope: f64,
    /// The share of the variance that it explains.
    pub explained: f64,
}

impl LineFit {
    /// The least-squares line through these points.
    pub fn through_points(points: &[(f64, f64)]) -> Self {
        let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let (mean_x, mean_y) = (mean(&x), mean(&y));
        let products = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
        };
        let (xx, xy, yy) = (products(&|x, _| x * x), products(&|x, y| x * y), products(&|_, y| y * y));
        let slope = xy / xx;
        Self { intercept: mean_y - slope * mean_x, slope, explained: xy * xy / (xx * yy) }
    }
}
