//! Reductions of the numbers of all runs to the one number of a quantity.
//!
//! A document has a key for each kind of reduction (`along`, `ahead`, `pooled`); here they are one type, so that one
//! `match` each gives the estimate, the interval and the replications of a quantity.

use super::axis_reduction::{NumberGrid, REDUCTION_VARIABLES, reduce_numbers, reduction_axes};
use super::estimator::{Estimator, mean_of_present};
use super::{Available, Coordinates, EstimateResult};
use crate::levels::Levels;
use crate::measurement::append_statistic;
use crate::outcome::{AxisValues, Outcome};
use crate::plan::Block;
use crate::statistics;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::expression::Expression;
use ganttlet_document::study::{Ahead, Along, Pooled, Quantity, Statistic};

/// A reduction of the numbers of all runs to the one number of a quantity.
#[derive(Clone, Copy)]
pub(super) enum Reduction<'q> {
    /// The mean over the seeds, or the expression over the means (`of_means`).
    Seeds,
    /// A statistic of the numbers of all jobs of all seeds (`pooled`).
    Jobs(&'q Pooled),
    /// One number from those along axes (`along`).
    Axes(&'q Along),
    /// The probability that all runs of a selection are below all of a selection of another quantity (`ahead`).
    Selections(&'q Ahead),
}

impl<'q> Reduction<'q> {
    /// The reduction of a quantity. If a document has several, the first in this order is used.
    pub(super) fn of(quantity: &'q Quantity) -> Self {
        match quantity {
            Quantity { ahead: Some(ahead), .. } => Self::Selections(ahead),
            Quantity { pooled: Some(pooled), .. } => Self::Jobs(pooled),
            Quantity { along: Some(along), .. } => Self::Axes(along),
            _ => Self::Seeds,
        }
    }

    /// True if the result is a mean of single values, so that its interval is Student's.
    pub(super) fn is_mean(self, quantity: &Quantity) -> bool {
        match self {
            Self::Seeds => !quantity.of_means,
            Self::Jobs(pooled) => {
                is_mean(&pooled.statistic) && !quantity.of_means && quantity.along.is_none()
            }
            Self::Axes(_) | Self::Selections(_) => false,
        }
    }

    /// Fails if a name in the reduction does not exist.
    pub(super) fn check(self, outcome: &Outcome, block: &Block) -> Result<(), Diagnostic> {
        match self {
            Self::Seeds | Self::Jobs(_) => Ok(()),
            Self::Axes(along) => {
                reduction_axes(block, along)?;
                if !along.each.is_empty() {
                    Expression::parse(&along.each, &REDUCTION_VARIABLES)?;
                }
                Ok(())
            }
            Self::Selections(comparison) => outcome.quantity_named(&comparison.of).map(drop),
        }
    }
}

impl Estimator<'_> {
    /// Estimates a quantity, with its place along its axes (empty if it has none).
    pub(crate) fn estimate_quantity(&self, quantity: &Quantity, at: Coordinates) -> EstimateResult<String> {
        let known = |value: f64| (!value.is_nan()).then(|| (value, String::new()));
        match Reduction::of(quantity) {
            Reduction::Seeds => {
                let mut numbers = self.evaluate_grid(quantity, &[], at)?;
                Ok(numbers.pop().flatten().map(|number| number.and_then(known)))
            }
            Reduction::Jobs(pooled) => {
                let values = self.pooled_job_values(quantity, pooled, at.values)?;
                Ok(values.map(|values| pool_statistic(&pooled.statistic, values, at.item).and_then(known)))
            }
            Reduction::Selections(comparison) => {
                let share = self.probability_below(quantity, comparison, at)?;
                Ok(share.map(|share| share.and_then(known)))
            }
            Reduction::Axes(along) => {
                let axes = reduction_axes(self.outcome.block(&quantity.part)?, along)?;
                let numbers = self.evaluate_grid(quantity, &axes, at)?;
                if numbers.iter().all(Option::is_none) {
                    return Ok(None);
                }
                if numbers.contains(&Some(None)) {
                    return Ok(Some(None));
                }
                let numbers = numbers.into_iter().map(Option::flatten).collect();
                let one = reduce_numbers(along, NumberGrid { axes, numbers })?;
                Ok(Some(one.filter(|(value, _)| !value.is_nan())))
            }
        }
    }

    /// The share of selections in which the runs of a quantity are below those of another.
    fn probability_below(
        &self,
        quantity: &Quantity,
        comparison: &Ahead,
        at: Coordinates,
    ) -> Result<Available<f64>, Diagnostic> {
        let values = |quantity| {
            let prepared = self.outcome.prepare_quantity(quantity, &[], at)?;
            if prepared.independent {
                let message = "a quantity computed from means has no individual runs to select".to_owned();
                return Err(Diagnostic::error(message));
            }
            Ok(self.evaluate_by_seed(&prepared, &[]))
        };
        let (Some(own), Some(others)) =
            (values(quantity)?, values(self.outcome.quantity_named(&comparison.of)?)?)
        else {
            return Ok(None);
        };
        Ok(Some(statistics::share_all_below(&own, &others, comparison.runs)))
    }

    /// The values of a quantity for all jobs of all seeds: only jobs with complete numbers that meet the condition.
    pub(super) fn pooled_job_values(
        &self,
        quantity: &Quantity,
        pooled: &Pooled,
        values: &AxisValues,
    ) -> Result<Option<Vec<f64>>, Diagnostic> {
        let items = self.outcome.measure_item_positions(quantity)?.len();
        let jobs: Vec<f64> = (1..=items).map(|job| job as f64).collect();
        let axes = [Levels::of_column("", &jobs)];
        let prepare = |text: &str| {
            let prepared = self.outcome.prepare_expression(quantity, text, &axes, Coordinates::at(values))?;
            if prepared.independent {
                return Err(Diagnostic::error(
                    "a quantity computed from means has no individual jobs".to_owned(),
                ));
            }
            Ok(prepared)
        };
        let value = prepare(&quantity.value)?;
        let only = if pooled.only.is_empty() { None } else { Some(prepare(&pooled.only)?) };
        let mut all = Vec::new();
        for job in 0..jobs.len() {
            let Some(mut of_seeds) = self.evaluate_by_seed(&value, &[job]) else { return Ok(None) };
            if let Some(only) = &only {
                let Some(conditions) = self.evaluate_by_seed(only, &[job]) else { return Ok(None) };
                let is_met = |seed: usize| {
                    conditions.get(seed).is_some_and(|&condition| !condition.is_nan() && condition != 0.0)
                };
                let mut seeds = 0..of_seeds.len();
                of_seeds.retain(|_| seeds.next().is_some_and(is_met));
            }
            all.extend(of_seeds.into_iter().filter(|value| value.is_finite()));
        }
        Ok(Some(all))
    }
}

/// True if a statistic of pooled values is their mean.
fn is_mean(statistic: &Statistic) -> bool {
    *statistic == Statistic::Mean || statistic.is_pooled()
}

/// A statistic of these values, or one of its items; `None` for no values.
fn pool_statistic(statistic: &Statistic, values: Vec<f64>, item: Option<u32>) -> Option<f64> {
    if values.is_empty() || is_mean(statistic) {
        return mean_of_present(&values);
    }
    let mut numbers = Vec::new();
    append_statistic(statistic, values, &mut numbers);
    numbers.get(item.unwrap_or(1).max(1) as usize - 1).copied()
}
