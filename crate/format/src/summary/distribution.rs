//! The distribution of a value: statistics and a histogram.

use ganttlet_core::order;
use ganttlet_core::time::Span;
use serde::Serialize;
use ts_rs::TS;

/// Lower bounds of the bins of durations, in seconds: about two per power of ten, at round durations.
const DURATION_BOUNDS: [f64; 17] = [
    0.0,
    1e-6,
    1.0,
    3.0,
    10.0,
    30.0,
    60.0,
    180.0,
    600.0,
    1_800.0,
    3_600.0,
    10_800.0,
    36_000.0,
    86_400.0,
    259_200.0,
    864_000.0,
    2_592_000.0,
];

/// The distribution of a value.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileDistribution")]
pub struct Distribution {
    /// The id of the value: `runtime`, `nodes`, ..
    pub id: &'static str,
    /// Its name as shown.
    pub name: &'static str,
    /// Unit of the values: `s`, or empty.
    pub unit: &'static str,
    /// Number of values.
    pub count: u64,
    /// Smallest value.
    pub minimum: f64,
    /// Mean value.
    pub mean: f64,
    /// Median (nearest rank).
    pub median: f64,
    /// 90th percentile (nearest rank).
    pub percentile_90: f64,
    /// Largest value.
    pub maximum: f64,
    /// Histogram on a logarithmic scale, from the first bin with values to the last.
    pub bins: Vec<Bin>,
}

/// A bin of a histogram.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "FileBin")]
pub struct Bin {
    /// Its smallest value.
    pub from: f64,
    /// Its exclusive upper bound; `None` for no bound.
    pub to: Option<f64>,
    /// Number of values in it.
    pub count: u64,
}

impl Distribution {
    /// The distribution of runtimes.
    pub(super) fn runtimes(runs: impl Iterator<Item = Span>) -> Self {
        Self::durations("runtime", "Runtime", runs)
    }

    /// The distribution of durations.
    pub(super) fn durations(id: &'static str, name: &'static str, spans: impl Iterator<Item = Span>) -> Self {
        let values = spans.map(|span| span.seconds().max(0.0)).collect();
        Self::new((id, name, "s"), values, &DURATION_BOUNDS)
    }

    /// The distribution of sizes, which are whole numbers; each bin ends at a power of two.
    pub(super) fn sizes(id: &'static str, name: &'static str, sizes: impl Iterator<Item = u32>) -> Self {
        // 0, 1, 2, 3-4, 5-8, ..
        let bounds: Vec<f64> =
            [0.0, 1.0].into_iter().chain((0..32).map(|power| f64::from(1_u32 << power) + 1.0)).collect();
        Self::new((id, name, ""), sizes.map(f64::from).collect(), &bounds)
    }

    fn new(
        (id, name, unit): (&'static str, &'static str, &'static str),
        mut values: Vec<f64>,
        bounds: &[f64],
    ) -> Self {
        let count = values.len() as u64;
        let mean = values.iter().sum::<f64>() / (count.max(1)) as f64;
        let median = percentile(&mut values, 50).unwrap_or_default();
        let percentile_90 = percentile(&mut values, 90).unwrap_or_default();
        let (minimum, maximum) =
            (values.first().copied().unwrap_or_default(), values.last().copied().unwrap_or_default());
        let bins = bins(&values, bounds);
        Self { id, name, unit, count, minimum, mean, median, percentile_90, maximum, bins }
    }
}

/// The percentile of some values (nearest rank), which are sorted; `None` if there are none.
pub(super) fn percentile(values: &mut [f64], percent: usize) -> Option<f64> {
    if !values.is_sorted() {
        values.sort_unstable_by_key(|&value| order::float_key(value));
    }
    let rank = (values.len() * percent).div_ceil(100).max(1);
    values.get(rank - 1).copied()
}

/// The bins between these lower bounds, from the first with values to the last; `values` are sorted.
fn bins(values: &[f64], bounds: &[f64]) -> Vec<Bin> {
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return vec![] };
    let place = |value: &f64| bounds.partition_point(|bound| bound <= value).saturating_sub(1);
    let bin = |at: usize| {
        let to = bounds.get(at + 1).copied();
        let below = |bound: f64| values.partition_point(|&value| value < bound);
        let count = to.map_or(values.len(), below) - below(bounds[at]);
        Bin { from: bounds[at], to, count: count as u64 }
    };
    (place(first)..=place(last)).map(bin).collect()
}
