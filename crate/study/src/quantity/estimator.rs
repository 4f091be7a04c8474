//! Evaluates quantities from all numbers of a study, or from some of them.

use super::operands::{Operand, PreparedExpression};
use super::{Available, Coordinates, ReducedAxes};
use crate::levels::{Levels, level_indices};
use crate::outcome::{AxisValues, Outcome};
use crate::plan::Block;
use crate::replications::Replications;
use crate::statistics;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::expression::LinearFraction;
use ganttlet_document::study::Quantity;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Estimates from all numbers of a study, from those without one seed, or with a replaced mean of some pooled values.
pub(crate) struct Estimator<'p> {
    pub(super) outcome: Outcome<'p>,
    /// The seed whose runs are not used.
    left_out: Option<usize>,
    /// A mean of pooled values that is replaced by another number.
    replaced: Option<(NumberSource, f64)>,
    /// The sources of the numbers that were used.
    sources: RefCell<BTreeSet<NumberSource>>,
}

/// The numbers that an estimate uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NumberSource {
    /// The seeds of the part whose first run has this number.
    Seeds(usize),
    /// The pooled values of a measure: first run of the part, point, column.
    Values(usize, usize, usize),
}

impl<'p> Estimator<'p> {
    /// An estimator that uses all numbers.
    pub(crate) fn with_all_numbers(outcome: Outcome<'p>) -> Self {
        Self { outcome, left_out: None, replaced: None, sources: RefCell::default() }
    }

    /// An estimator that does not use the runs of a seed.
    pub(super) fn without_seed(outcome: Outcome<'p>, seed: usize) -> Self {
        Self { left_out: Some(seed), ..Self::with_all_numbers(outcome) }
    }

    /// An estimator that replaces the mean of some pooled values.
    pub(super) fn with_replaced_mean(outcome: Outcome<'p>, source: NumberSource, mean: f64) -> Self {
        Self { replaced: Some((source, mean)), ..Self::with_all_numbers(outcome) }
    }

    /// The sources of the numbers that were used so far, in a fixed order.
    pub(super) fn into_sources(self) -> BTreeSet<NumberSource> {
        self.sources.into_inner()
    }

    /// Evaluates a quantity at all values of these axes, the last of which varies fastest.
    pub(super) fn evaluate_grid(
        &self,
        quantity: &Quantity,
        axes: &[Levels],
        at: Coordinates,
    ) -> Result<Vec<Available<f64>>, Diagnostic> {
        let prepared = self.outcome.prepare_quantity(quantity, axes, at)?;
        let number = |index| {
            let levels = level_indices(axes, index);
            if prepared.independent {
                let reduced = ReducedAxes { axes, levels: &levels };
                self.evaluate_means(&prepared, reduced, at.values)
            } else {
                Ok(self.evaluate_by_seed(&prepared, &levels).map(|values| mean_of_present(&values)))
            }
        };
        (0..axes.iter().map(|axis| axis.labels.len()).product()).map(number).collect()
    }

    /// Numerator and denominator of a ratio of means, seed by seed.
    pub(super) fn evaluate_fraction(
        &self,
        prepared: &PreparedExpression,
        fraction: &LinearFraction,
    ) -> Available<Replications> {
        let pairs = self.map_seeds(prepared, &[], |values| fraction.evaluate(values))?;
        let (numerator, denominator) =
            pairs.into_iter().map(|pair| pair.unwrap_or((f64::NAN, f64::NAN))).unzip();
        Some(Replications::ratio(numerator, denominator))
    }

    /// Evaluates an expression over measures at these level indices, seed by seed.
    pub(super) fn evaluate_by_seed(
        &self,
        prepared: &PreparedExpression,
        levels: &[usize],
    ) -> Option<Vec<f64>> {
        let values = self.map_seeds(prepared, levels, |values| prepared.expression.evaluate(values))?;
        Some(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }

    /// Maps the numbers that an expression names, seed by seed; `None` for a seed with a missing number.
    fn map_seeds<T>(
        &self,
        prepared: &PreparedExpression,
        levels: &[usize],
        map: impl Fn(&[f64]) -> T,
    ) -> Option<Vec<Option<T>>> {
        let mut columns = Vec::with_capacity(prepared.operands.len());
        for operand in &prepared.operands {
            let Operand::Measure(measure) = operand else { continue };
            let (point, column) = measure.point_and_column(levels)?;
            columns.push((measure.block, point, column));
            self.sources.borrow_mut().insert(NumberSource::Seeds(measure.block.first));
        }
        let mut values = vec![f64::NAN; prepared.fields];
        let value = |seed| {
            for (&field, &(block, point, column)) in prepared.used.iter().zip(&columns) {
                values[field] = self.run_number(block, point, seed, column);
            }
            // A comparison with a missing number would be false, not missing.
            let missing = prepared.used.iter().any(|&field| values[field].is_nan());
            (!missing).then(|| map(&values))
        };
        let seeds = columns.iter().map(|(block, ..)| block.seeds as usize).max().unwrap_or(0);
        Some((0..seeds).map(value).collect())
    }

    /// A number of a run; NaN if the run is missing or left out. Without randomness, all seeds give the same number.
    fn run_number(&self, block: &Block, point: usize, seed: usize, column: usize) -> f64 {
        let seed = if block.exact { 0 } else { seed };
        let is_used = seed < block.seeds as usize && (block.seeds == 1 || self.left_out != Some(seed));
        if is_used { self.outcome.number(block, point, seed, column) } else { f64::NAN }
    }

    /// Evaluates an expression over means at these level indices.
    fn evaluate_means(
        &self,
        prepared: &PreparedExpression,
        reduced: ReducedAxes,
        outer: &AxisValues,
    ) -> Result<Available<f64>, Diagnostic> {
        let mut means = vec![f64::NAN; prepared.fields];
        let mut is_known = true;
        for (&field, operand) in prepared.used.iter().zip(&prepared.operands) {
            let Some(mean) = self.operand_mean(operand, reduced, outer)? else { return Ok(None) };
            is_known &= mean.is_some();
            means[field] = mean.unwrap_or(f64::NAN);
        }
        let number = is_known.then(|| prepared.expression.evaluate(&means));
        Ok(Some(number.filter(|number| !number.is_nan())))
    }

    /// The mean of an operand at these level indices.
    fn operand_mean(
        &self,
        operand: &Operand,
        reduced: ReducedAxes,
        outer: &AxisValues,
    ) -> Result<Available<f64>, Diagnostic> {
        match operand {
            Operand::Measure(measure) => {
                let block = measure.block;
                Ok(measure.point_and_column(reduced.levels).map(|(point, column)| {
                    if !measure.pooled {
                        self.sources.borrow_mut().insert(NumberSource::Seeds(block.first));
                        let number = |seed| self.run_number(block, point, seed, column);
                        return mean_of_present(&(0..block.seeds as usize).map(number).collect::<Vec<_>>());
                    }
                    let source = NumberSource::Values(block.first, point, column);
                    self.sources.borrow_mut().insert(source);
                    if let Some((_, mean)) = self.replaced.filter(|(replaced, _)| *replaced == source) {
                        return Some(mean);
                    }
                    let left_out = self.left_out.filter(|_| block.seeds > 1);
                    self.outcome.pooled_interval(block, point, column, left_out).map(|pool| pool.mean)
                }))
            }
            Operand::Quantity(quantity, own) => {
                let at = self.outcome.operand_values(quantity, own, reduced, outer)?;
                let number = self.estimate_quantity(quantity, Coordinates::at(&at))?;
                Ok(number.map(|number| number.map(|(value, _)| value)))
            }
        }
    }
}

/// The mean of the values that are not NaN.
pub(super) fn mean_of_present(values: &[f64]) -> Option<f64> {
    let present: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    (!present.is_empty()).then(|| statistics::mean(&present))
}
