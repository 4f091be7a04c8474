//! Quantities: numbers computed from the measures of a study's runs.
//!
//! A quantity is computed seed by seed, so that runs on the same work are compared; its interval is computed from these
//! values. An estimate that is not a mean of such values - a ratio of means, a maximum along an axis - has the interval
//! of the jackknife: the estimate is repeated without each of the seeds. Missing runs are allowed: the page shows a
//! study while it runs.

mod axis_reduction;
mod checks;
mod estimator;
mod independent_means;
mod jackknife;
mod operands;
mod reduction;

pub use checks::check_quantities;
pub(crate) use estimator::Estimator;

use crate::Interval;
use crate::levels::Levels;
use crate::measurement::statistic_positions;
use crate::outcome::{AxisValues, Outcome};
use crate::replications::Replications;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::expression::Expression;
use ganttlet_document::study::Quantity;
use independent_means::propagate_intervals;
use operands::{Operand, expression_fields};
use reduction::Reduction;

/// A value: `None` if a quick run leaves its runs out, `Some(None)` while runs are missing.
pub(crate) type Available<T> = Option<Option<T>>;
/// A quantity with its interval; an error for a mistake in the study.
pub(crate) type QuantityResult = Result<Available<Interval>, Diagnostic>;

/// A quantity with its interval and its place along the axes; an error for a mistake in the study.
pub(crate) type LocatedResult = Result<Available<(Interval, String)>, Diagnostic>;

/// An estimate with additional data; an error for a mistake in the study.
pub(crate) type EstimateResult<T> = Result<Available<(f64, T)>, Diagnostic>;

/// The coordinates for the evaluation of a quantity.
#[derive(Clone, Copy)]
pub(crate) struct Coordinates<'a> {
    /// Values of axes.
    pub(crate) values: &'a AxisValues<'a>,
    /// Item of a measure with several numbers, counted from 1; the first if there is none.
    pub(crate) item: Option<u32>,
}

impl<'a> Coordinates<'a> {
    /// At these values of axes.
    pub(crate) fn at(values: &'a AxisValues<'a>) -> Self {
        Self { values, item: None }
    }
}

/// A place along the axes of a reduction.
#[derive(Clone, Copy)]
struct ReducedAxes<'a> {
    axes: &'a [Levels],
    /// The index of the level on each axis.
    levels: &'a [usize],
}

impl ReducedAxes<'_> {
    /// For quantities that are not reduced along axes.
    const NONE: Self = Self { axes: &[], levels: &[] };
}

impl Outcome<'_> {
    /// A quantity with its interval. `None` if a quick run leaves a value of an axis out, `Some(None)` while runs are
    /// missing.
    pub(crate) fn quantity_interval(&self, quantity: &Quantity, at: Coordinates) -> QuantityResult {
        Ok(self.located_quantity(quantity, at)?.map(|known| known.map(|(number, _)| number)))
    }

    /// A quantity with its interval and its place along the axes; the place is empty if it has none.
    pub(crate) fn located_quantity(&self, quantity: &Quantity, at: Coordinates) -> LocatedResult {
        let reduction = Reduction::of(quantity);
        if !reduction.is_mean(quantity) {
            return self.jackknife_interval(|estimator| estimator.estimate_quantity(quantity, at));
        }
        let number = if let Reduction::Jobs(pooled) = reduction {
            let estimator = Estimator::with_all_numbers(*self);
            let values = estimator.pooled_job_values(quantity, pooled, at.values)?;
            values.map(|values| Interval::from_values(&values))
        } else {
            self.mean_of_seeds(quantity, at)?
        };
        Ok(number.map(|number| number.map(|number| (number, String::new()))))
    }

    /// A quantity seed by seed, for the sequential rule. A ratio has numerators and denominators and is judged as a
    /// ratio of means. Other estimates that are not means have the pseudo-values of the jackknife.
    pub(crate) fn replications(
        &self,
        quantity: &Quantity,
        at: Coordinates,
    ) -> Result<Available<Replications>, Diagnostic> {
        if let Reduction::Seeds = Reduction::of(quantity) {
            let prepared = self.prepare_quantity(quantity, &[], at)?;
            if prepared.is_exact() {
                let number = self.quantity_interval(quantity, at)?;
                return Ok(number.map(|number| number.map(|number| Replications::Exact(number.mean))));
            }
            let all = Estimator::with_all_numbers(*self);
            // The mean of the ratios of single runs is another quantity than the published ratio of averages.
            if let Some(fraction) = prepared.as_fraction() {
                return Ok(all.evaluate_fraction(&prepared, &fraction));
            }
            if !prepared.independent {
                return Ok(all.evaluate_by_seed(&prepared, &[]).map(Replications::means));
            }
        }
        self.jackknife_replications(|estimator| estimator.estimate_quantity(quantity, at))
    }

    /// The values of a quantity seed by seed, NaN where a run is missing; empty if the quantity is not a mean of such
    /// values.
    pub(crate) fn seed_values(&self, quantity: &Quantity, at: &AxisValues) -> Result<Vec<f64>, Diagnostic> {
        if !matches!(Reduction::of(quantity), Reduction::Seeds) {
            return Ok(Vec::new());
        }
        let prepared = self.prepare_quantity(quantity, &[], Coordinates::at(at))?;
        let has_none = prepared.independent || prepared.is_exact();
        let values =
            if has_none { None } else { Estimator::with_all_numbers(*self).evaluate_by_seed(&prepared, &[]) };
        Ok(values.unwrap_or_default())
    }

    /// The mean over the seeds of a quantity that is computed seed by seed, else the quantity computed from means.
    fn mean_of_seeds(&self, quantity: &Quantity, at: Coordinates) -> QuantityResult {
        let prepared = self.prepare_quantity(quantity, &[], at)?;
        if !prepared.independent {
            let values = Estimator::with_all_numbers(*self).evaluate_by_seed(&prepared, &[]);
            let exact = |value: Interval| Interval::exact(value.mean);
            return Ok(values.map(|values| {
                let of_seeds = Interval::from_values(&values);
                if prepared.is_exact() { of_seeds.map(exact) } else { of_seeds }
            }));
        }
        let mut means = vec![None; prepared.fields];
        for (&field, operand) in prepared.used.iter().zip(&prepared.operands) {
            let mean = match operand {
                Operand::Measure(measure) => measure.point_and_column(&[]).map(|(point, column)| {
                    if measure.pooled {
                        self.pooled_interval(measure.block, point, column, None)
                    } else {
                        measure.block.interval(&self.values(measure.block, point, column))
                    }
                }),
                Operand::Quantity(quantity, own) => {
                    let values = self.operand_values(quantity, own, ReducedAxes::NONE, at.values)?;
                    self.quantity_interval(quantity, Coordinates::at(&values))?
                }
            };
            let Some(mean) = mean else { return Ok(None) };
            means[field] = mean;
        }
        let is_known = prepared.used.iter().all(|&field| means[field].is_some());
        let number = is_known.then(|| propagate_intervals(&prepared.expression, &means));
        Ok(Some(number.filter(|number| !number.mean.is_nan())))
    }

    /// The position of each number of a multi-valued quantity on the x axis of a plot; empty if it has one number.
    pub(crate) fn item_positions(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        match Reduction::of(quantity) {
            Reduction::Jobs(pooled) => Ok(statistic_positions(&pooled.statistic)),
            _ => self.measure_item_positions(quantity),
        }
    }

    /// The item positions of the measures of a quantity.
    fn measure_item_positions(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        let fields = expression_fields(quantity, block);
        for field in Expression::parse(&quantity.value, &fields)?.used_fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let (block, measure) = self.resolve_measure(block, selection, fields[field])?;
            let positions =
                block.measure(measure).map(|measurement| measurement.item_positions(block.warm_up_s()));
            if let Some(positions) = positions.filter(|positions| !positions.is_empty()) {
                return Ok(positions);
            }
        }
        Ok(Vec::new())
    }
}
