//! Runtime by number of nodes.

use ganttlet_core::time::Span;

/// Runtime by number of nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum SpeedUp {
    /// A part of the work is serial: T(n) = T(1) (serial + (1 - serial) / n) (Amdahl 1967).
    Amdahl {
        /// Runtime on one node of speed 1.
        single: Span,
        /// The serial fraction, 0 to 1.
        serial: f64,
    },
    /// Average parallelism and its variance (Downey 1997).
    Downey {
        /// Runtime on one node of speed 1.
        single: Span,
        /// Average parallelism, at least 1.
        parallelism: f64,
        /// Variance of the parallelism, at least 0.
        sigma: f64,
    },
    /// T(n) = a + b / n + c n, all in seconds: a curve with an optimum, for measured runtimes.
    Fitted {
        /// The part that does not depend on n.
        a: f64,
        /// The parallel part.
        b: f64,
        /// The overhead of each node.
        c: f64,
    },
    /// Measured runtimes by nodes, ascending, at least one; linear between them, constant outside.
    Table(Vec<(u32, Span)>),
}

impl SpeedUp {
    /// The fitted curve through the runtime `smallest_s` on `smallest` nodes whose shortest runtime is `best_s`, on
    /// `best` nodes (more than `smallest`).
    pub const fn with_optimum(smallest: f64, smallest_s: f64, best: f64, best_s: f64) -> Self {
        // The slope is 0 at the optimum: c = b / best^2. Both runtimes together give b, then a.
        let ratio = 1.0 - smallest / best;
        let b = (smallest_s - best_s) * smallest / (ratio * ratio);
        Self::Fitted { a: best_s - 2.0 * b / best, b, c: b / (best * best) }
    }

    /// The runtime on `nodes` nodes of speed 1; at least a microsecond.
    pub fn run_time(&self, nodes: u32) -> Span {
        let n = f64::from(nodes.max(1));
        let span = match self {
            Self::Amdahl { single, serial } => {
                let serial = clamp_or_low(*serial, 0.0, 1.0);
                Span::from_seconds(single.seconds() * (serial + (1.0 - serial) / n))
            }
            Self::Downey { single, parallelism, sigma } => {
                Span::from_seconds(single.seconds() / downey_speed_up(n, *parallelism, *sigma))
            }
            Self::Fitted { a, b, c } => Span::from_seconds(a + b / n + c * n),
            Self::Table(points) => interpolate(points, nodes),
        };
        span.max(Span(1))
    }
}

/// The number nearest to `x` from `low` to `high`; `low` if `x` is not a number, which `clamp` would keep.
fn clamp_or_low(x: f64, low: f64, high: f64) -> f64 {
    if x > low { x.min(high) } else { low }
}

/// Maximum parallelism of an application; keeps the sums below finite.
const MOST_PARALLELISM: f64 = 1e12;

/// Downey's speed-up of `n` nodes.
fn downey_speed_up(n: f64, parallelism: f64, sigma: f64) -> f64 {
    let a = clamp_or_low(parallelism, 1.0, MOST_PARALLELISM);
    let sigma = clamp_or_low(sigma, 0.0, MOST_PARALLELISM);
    if sigma <= 1.0 {
        if n <= a {
            a * n / (a + sigma / 2.0 * (n - 1.0))
        } else if n <= 2.0 * a - 1.0 {
            a * n / (sigma * (a - 0.5) + n * (1.0 - sigma / 2.0))
        } else {
            a
        }
    } else if n <= a + a * sigma - sigma {
        n * a * (sigma + 1.0) / (sigma * (n + a - 1.0) + a)
    } else {
        a
    }
}

/// The runtime from a table.
fn interpolate(points: &[(u32, Span)], nodes: u32) -> Span {
    let after = points.partition_point(|&(n, _)| n < nodes);
    let before = after.checked_sub(1).and_then(|i| points.get(i)).copied();
    match (before, points.get(after).copied()) {
        (Some((low, from)), Some((high, to))) => {
            // Not more than 1 apart even in a table out of order.
            let share = (f64::from(nodes) - f64::from(low)) / (f64::from(high) - f64::from(low)).max(1.0);
            Span::from_seconds(from.seconds() + (to.seconds() - from.seconds()) * share)
        }
        (Some((_, span)), None) | (None, Some((_, span))) => span,
        (None, None) => Span::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(speed_up: &SpeedUp, nodes: u32) -> f64 {
        speed_up.run_time(nodes).seconds()
    }

    #[test]
    fn amdahl_is_bounded_by_the_serial_fraction() {
        let quarter = SpeedUp::Amdahl { single: Span::from_seconds(100.0), serial: 0.25 };
        for (nodes, run) in [(0, 100.0), (1, 100.0), (3, 50.0), (15, 30.0), (75, 26.0)] {
            assert!((seconds(&quarter, nodes) - run).abs() < 1e-6, "{nodes}");
        }
        assert!((seconds(&quarter, u32::MAX) - 25.0).abs() < 1e-6);
    }

    /// Downey 1997: the speed-up is 1 on one node, never above n or A, and grows until it is A, at 2A - 1 nodes
    /// (variance up to 1) or at A + A sigma - sigma nodes. It is linear up to A without variance, and decreases with
    /// the variance.
    #[test]
    fn downeys_speed_up_has_its_published_properties() {
        let a = 24.0;
        let speed_up = |n: u32, sigma: f64| downey_speed_up(f64::from(n), a, sigma);
        for sigma in [0.0, 0.3, 1.0, 1.0 + 1e-9, 2.0, 10.0] {
            assert!((speed_up(1, sigma) - 1.0).abs() < 1e-12, "{sigma}");
            let full = if sigma <= 1.0 { 2.0 * a - 1.0 } else { a + a * sigma - sigma };
            for n in 1..400 {
                let s = speed_up(n, sigma);
                assert!(s <= f64::from(n).min(a) + 1e-9, "{sigma} {n}: {s}");
                assert!(s <= speed_up(n + 1, sigma) + 1e-12, "{sigma} {n}: it does not fall");
                assert_eq!(
                    f64::from(n) >= full - 1e-6 || sigma <= 0.0 && n >= 24,
                    s >= a - 1e-6,
                    "{sigma} {n}"
                );
                assert!(s >= speed_up(n, sigma + 0.1) - 1e-12, "{sigma} {n}: variance costs");
            }
        }
        for n in 1..100 {
            assert!((speed_up(n, 0.0) - f64::from(n).min(a)).abs() < 1e-9, "linear without variance");
            assert!((speed_up(n, 1.0) - speed_up(n, 1.0 + 1e-12)).abs() < 1e-9, "one curve at 1");
        }
        // By hand: 24 * 24 / (24 + 0.5 * 23) and, with high variance, 24 * 24 * 3 / (2 * 47 + 24).
        assert!((speed_up(24, 1.0) - 576.0 / 35.5).abs() < 1e-9);
        assert!((speed_up(24, 2.0) - 1728.0 / 118.0).abs() < 1e-9);
        let application = SpeedUp::Downey { single: Span::from_seconds(480.0), parallelism: a, sigma: 0.0 };
        assert_eq!(application.run_time(500), Span::from_seconds(20.0));
    }

    #[test]
    fn tables_are_interpolated_linearly_and_constant_outside() {
        let table = SpeedUp::Table(vec![(2, Span(600)), (4, Span(400)), (24, Span(240))]);
        for (nodes, run) in
            [(0, 600), (1, 600), (2, 600), (3, 500), (4, 400), (14, 320), (24, 240), (99, 240)]
        {
            assert_eq!(table.run_time(nodes), Span(run), "{nodes}");
        }
        assert_eq!(SpeedUp::Table(vec![(8, Span(70))]).run_time(3), Span(70));
    }

    #[test]
    fn the_fitted_curve_has_its_minimum_at_the_given_size() {
        let shape = SpeedUp::with_optimum(1.0, 900.0, 10.0, 90.0);
        assert!((seconds(&shape, 1) - 900.0).abs() < 1e-5 && (seconds(&shape, 10) - 90.0).abs() < 1e-5);
        assert!(seconds(&shape, 9) > 90.0 && seconds(&shape, 11) > 90.0);
    }

    /// No panic, no negative and no empty run.
    #[test]
    fn extreme_parameters_give_positive_run_times() {
        let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e-300, 1.0, 1e300];
        let spans = [Span(i64::MIN), Span(-1), Span::ZERO, Span(1), Span::MAX];
        let mut all = vec![
            SpeedUp::Table(vec![]),
            SpeedUp::Table(vec![(u32::MAX, Span::MAX), (0, Span(i64::MIN)), (5, Span::ZERO), (5, Span(7))]),
        ];
        for x in numbers {
            for y in numbers {
                all.push(SpeedUp::with_optimum(2.0, x, y, 3.0));
                all.extend(numbers.map(|z| SpeedUp::Fitted { a: x, b: y, c: z }));
                all.extend(spans.map(|single| SpeedUp::Downey { single, parallelism: x, sigma: y }));
            }
            all.extend(spans.map(|single| SpeedUp::Amdahl { single, serial: x }));
        }
        for speed_up in &all {
            for nodes in [0, 1, 2, 3, 5, 6, 1_000, u32::MAX] {
                assert!(speed_up.run_time(nodes) >= Span(1), "{speed_up:?} {nodes}");
            }
        }
    }
}
