//! Intervals and replications of estimates that are not means of single values: each estimate is repeated without each
//! of the seeds.

use super::estimator::{Estimator, NumberSource};
use super::{Available, EstimateResult};
use crate::Interval;
use crate::outcome::Outcome;
use crate::plan::Block;
use crate::replications::Replications;
use crate::statistics;
use ganttlet_core::diagnostic::Diagnostic;

impl Outcome<'_> {
    /// The parts with randomness among the sources of numbers.
    fn random_blocks<'s>(&self, sources: impl IntoIterator<Item = &'s NumberSource>) -> Vec<&Block> {
        let first_runs = sources.into_iter().map(|source| match source {
            NumberSource::Seeds(first) | NumberSource::Values(first, ..) => *first,
        });
        let block = |first| self.plan.blocks.iter().find(|block| block.first == first && !block.exact);
        first_runs.filter_map(block).collect()
    }

    /// An estimate with its jackknife interval over the seeds, or for functions of independent pooled means by
    /// propagation of their intervals.
    pub(crate) fn jackknife_interval<T>(
        &self,
        estimate: impl Fn(&Estimator) -> EstimateResult<T>,
    ) -> Result<Available<(Interval, T)>, Diagnostic> {
        let whole = Estimator::with_all_numbers(*self);
        let Some(found) = estimate(&whole)? else { return Ok(None) };
        let Some((value, of)) = found else { return Ok(Some(None)) };
        let repeat = |estimator: Estimator| {
            let found = estimate(&estimator)?.flatten();
            Ok::<_, Diagnostic>(found.map_or(f64::NAN, |(value, _)| value))
        };
        let sources = whole.into_sources();
        let of_seeds = sources.iter().filter(|source| matches!(source, NumberSource::Seeds(_)));
        let drawn = self.random_blocks(of_seeds);
        let seeds = drawn.iter().map(|block| block.seeds as usize).max().unwrap_or(0);
        let (mut parts, mut count) = (Vec::new(), u32::MAX);
        if !drawn.is_empty() {
            let run_seeds =
                |block: &Block| (0..seeds).filter(|&seed| self.has_run_with_seed(block, seed)).count() as u32;
            count = drawn.iter().map(|block| run_seeds(block)).min().unwrap_or(0);
            let any = |seed: &usize| drawn.iter().any(|block| self.has_run_with_seed(block, *seed));
            let repeated = (0..seeds).filter(any).map(|seed| repeat(Estimator::without_seed(*self, seed)));
            let repeated = repeated.collect::<Result<Vec<_>, _>>()?;
            parts.push(statistics::jackknife(value, &repeated, count));
        }
        for &source in &sources {
            let NumberSource::Values(_, point, column) = source else { continue };
            let [block] = self.random_blocks(std::iter::once(&source))[..] else { continue };
            // These values are left out together with the seeds of their part.
            if !drawn.is_empty() && block.seeds > 1 {
                continue;
            }
            let pool = self.pooled_interval(block, point, column, None);
            let Some((low, high)) = pool.as_ref().and_then(Interval::ends) else {
                return Ok(Some(Some((Interval::without_interval(value, 1), of))));
            };
            let end = |mean| repeat(Estimator::with_replaced_mean(*self, source, mean));
            let ends = [end(low)?, end(high)?];
            count = count.min(pool.map_or(0, |pool| pool.count));
            let half = (ends[1] - ends[0]).abs() / 2.0;
            parts.push(Interval { mean: value, low: value - half, high: value + half, count });
        }
        if parts.is_empty() {
            return Ok(Some(Some((Interval::exact(value), of))));
        }
        let half = parts.iter().map(|part| (part.high - part.low) / 2.0).fold(0.0, libm::hypot);
        let number = if half.is_finite() {
            Interval { mean: value, low: value - half, high: value + half, count }
        } else {
            Interval::without_interval(value, count)
        };
        Ok(Some(Some((number, of))))
    }

    /// The pseudo-values of an estimate: n times the estimate minus n - 1 times that without one of the n seeds (Tukey
    /// 1958). For a mean they are the values of the seeds.
    pub(crate) fn jackknife_replications<T>(
        &self,
        estimate: impl Fn(&Estimator) -> EstimateResult<T>,
    ) -> Result<Available<Replications>, Diagnostic> {
        let whole = Estimator::with_all_numbers(*self);
        let Some(found) = estimate(&whole)? else { return Ok(None) };
        let Some((value, _)) = found else { return Ok(Some(None)) };
        let drawn = self.random_blocks(&whole.into_sources());
        if drawn.is_empty() {
            return Ok(Some(Some(Replications::Exact(value))));
        }
        let seeds = drawn.iter().map(|block| block.seeds as usize).max().unwrap_or(0);
        let any = |seed: &usize| drawn.iter().any(|block| self.has_run_with_seed(block, *seed));
        let count = (0..seeds).filter(any).count() as f64;
        let pseudo_value = |seed: usize| {
            if !any(&seed) {
                return Ok(f64::NAN);
            }
            let without = estimate(&Estimator::without_seed(*self, seed))?
                .flatten()
                .map_or(f64::NAN, |(without, _)| without);
            Ok(count * value - (count - 1.0) * without)
        };
        let values = (0..seeds).map(pseudo_value).collect::<Result<Vec<f64>, Diagnostic>>()?;
        Ok(Some(Replications::means(values)))
    }
}
