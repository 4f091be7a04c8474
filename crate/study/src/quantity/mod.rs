//! Quantities: numbers computed from the measures of a study's runs.
//!
//! A quantity is computed seed by seed, so that runs on the same work are compared; its interval is that of these
//! values. The interval of an estimate that is no mean of such values - a ratio of means, a maximum along an axis - is
//! that of the jackknife: the estimate is repeated without each of the seeds. Missing runs are allowed: a study can be
//! shown while it runs.

use crate::Interval;
use crate::levels::{Levels, level_indices};
use crate::measurement::{Measurement, append_statistic, statistic_positions as places_of};
use crate::outcome::{AxisValues, Outcome, axis_values};
use crate::plan::{Block, Plan};
use crate::reduce::{NumberGrid, REDUCTION_VARIABLES, reduce_numbers, reduction_axes};
use crate::replications::Replications;
use crate::statistics;
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::expression::{Expression, LinearFraction};
use ganttlet_document::study::{Ahead, Pooled, Quantity, Selection, Statistic};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A value: `None` if a quick run leaves its runs out, `Some(None)` while its runs are missing.
pub(crate) type Available<T> = Option<Option<T>>;
/// A quantity with its interval, or what is wrong.
pub(crate) type QuantityResult = Result<Available<Interval>, Diagnostic>;

/// A quantity with its interval and its place along the axes, or what is wrong.
pub(crate) type LocatedResult = Result<Available<(Interval, String)>, Diagnostic>;

/// An estimate with additional data, or what is wrong.
pub(crate) type EstimateResult<T> = Result<Available<(f64, T)>, Diagnostic>;

/// What a name in the expression of a quantity stands for.
enum Operand<'a> {
    Measure(MeasureColumns<'a>),
    Quantity(&'a Quantity, AxisValues<'a>),
}

/// An expression with its operands resolved.
struct PreparedExpression<'a> {
    expression: Expression,
    /// How many names it may use.
    fields: usize,
    /// The places of those that it uses, and what they stand for.
    used: Vec<usize>,
    operands: Vec<Operand<'a>>,
    /// True if it is worked out of means, not seed by seed.
    independent: bool,
}

/// The columns of a measure: its point and column at the first value of all reduced axes, and the steps along each.
struct MeasureColumns<'a> {
    block: &'a Block,
    /// True if all values of all seeds count together.
    pooled: bool,
    point: usize,
    column: usize,
    steps: Vec<Vec<Option<(usize, usize)>>>,
    /// True if a value of another axis is not run.
    nowhere: bool,
}

impl PreparedExpression<'_> {
    /// True if none of its numbers is random.
    fn is_exact(&self) -> bool {
        let exact = |operand: &Operand| matches!(operand, Operand::Measure(spots) if spots.block.exact);
        self.operands.iter().all(exact)
    }

    /// The expression as a fraction of linear functions, if its names are measures with one value per seed.
    fn as_fraction(&self) -> Option<LinearFraction> {
        let single = |operand: &Operand| matches!(operand, Operand::Measure(spots) if !spots.pooled);
        self.expression.as_linear_fraction(self.fields).filter(|_| self.operands.iter().all(single))
    }
}

impl MeasureColumns<'_> {
    /// The point and the column at these level indices.
    fn point_and_column(&self, places: &[usize]) -> Option<(usize, usize)> {
        if self.nowhere {
            return None;
        }
        let mut at = (self.point, self.column);
        for (steps, &place) in self.steps.iter().zip(places) {
            let (points, columns) = steps[place]?;
            at = (at.0 + points, at.1 + columns);
        }
        Some(at)
    }
}

/// Estimates from the numbers of a study, or from those without one seed, or with one mean of pooled values moved.
pub(crate) struct Estimator<'p> {
    outcome: Outcome<'p>,
    left_out: Option<usize>,
    moved: Option<(NumberSource, f64)>,
    /// Where its numbers are from.
    origins: RefCell<BTreeSet<NumberSource>>,
}

/// The numbers that an estimate uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NumberSource {
    /// The seeds of the part with this first run.
    Seeds(usize),
    /// The pooled values of a measure, in that part: a point and a column.
    Values(usize, usize, usize),
}

impl<'p> Estimator<'p> {
    /// An estimator that uses all numbers.
    pub(crate) fn with_all_numbers(outcome: Outcome<'p>) -> Self {
        Self { outcome, left_out: None, moved: None, origins: RefCell::default() }
    }

    /// Estimates a quantity, with its place along its axes (empty if it has none).
    pub(crate) fn estimate_quantity(
        &self,
        quantity: &Quantity,
        outer: &AxisValues,
        item: Option<u32>,
    ) -> EstimateResult<String> {
        let known = |value: f64| (!value.is_nan()).then(|| (value, String::new()));
        if let Some(ahead) = &quantity.ahead {
            return Ok(self
                .probability_below(quantity, ahead, outer, item)?
                .map(|share| share.and_then(known)));
        }
        if let Some(pooled) = &quantity.pooled {
            let values = self.pooled_job_values(quantity, pooled, outer)?;
            return Ok(values.map(|values| pool_statistic(&pooled.statistic, values, item).and_then(known)));
        }
        let Some(along) = &quantity.along else {
            let mut numbers = self.evaluate_grid(quantity, &[], (outer, item))?;
            return Ok(numbers.pop().flatten().map(|number| number.and_then(known)));
        };
        let axes = reduction_axes(self.outcome.block(&quantity.part)?, along)?;
        let numbers = self.evaluate_grid(quantity, &axes, (outer, item))?;
        if numbers.iter().all(Option::is_none) {
            return Ok(None);
        }
        if numbers.contains(&Some(None)) {
            return Ok(Some(None));
        }
        let made = numbers.into_iter().map(Option::flatten).collect();
        let one = reduce_numbers(along, NumberGrid { axes, made })?;
        Ok(Some(one.filter(|(value, _)| !value.is_nan())))
    }

    /// The share of selections in which the runs of a quantity are below those of another.
    fn probability_below(
        &self,
        quantity: &Quantity,
        ahead: &Ahead,
        outer: &AxisValues,
        item: Option<u32>,
    ) -> Result<Available<f64>, Diagnostic> {
        let each = |quantity| {
            let prepared = self.outcome.prepare_quantity(quantity, &[], (outer, item))?;
            if prepared.independent {
                let message = "a quantity computed from means has no individual runs to select".to_owned();
                return Err(Diagnostic::error(message));
            }
            Ok(self.evaluate_by_seed(&prepared, &[]))
        };
        let (Some(less), Some(more)) = (each(quantity)?, each(self.outcome.quantity_named(&ahead.of)?)?)
        else {
            return Ok(None);
        };
        Ok(Some(statistics::share_all_below(&less, &more, ahead.runs)))
    }

    /// The values of a quantity for all jobs of all seeds: those jobs whose numbers are complete, and which count.
    fn pooled_job_values(
        &self,
        quantity: &Quantity,
        pooled: &Pooled,
        outer: &AxisValues,
    ) -> Result<Option<Vec<f64>>, Diagnostic> {
        let items = self.outcome.measure_item_positions(quantity)?.len();
        let jobs: Vec<f64> = (1..=items).map(|job| job as f64).collect();
        let axes = [Levels::of_column("", &jobs)];
        let prepare = |text: &str| {
            let prepared = self.outcome.prepare_expression(quantity, text, &axes, (outer, None))?;
            if prepared.independent {
                return Err(Diagnostic::error(
                    "a quantity computed from means has no individual jobs".to_owned(),
                ));
            }
            Ok(prepared)
        };
        let value = prepare(&quantity.value)?;
        let only = if pooled.only.is_empty() { None } else { Some(prepare(&pooled.only)?) };
        let mut values = Vec::new();
        for job in 0..jobs.len() {
            let Some(mut known) = self.evaluate_by_seed(&value, &[job]) else { return Ok(None) };
            if let Some(only) = &only {
                let Some(counts) = self.evaluate_by_seed(only, &[job]) else { return Ok(None) };
                let counted =
                    |at: usize| counts.get(at).is_some_and(|&counts| !counts.is_nan() && counts != 0.0);
                let mut at = 0..known.len();
                known.retain(|_| at.next().is_some_and(counted));
            }
            values.extend(known.into_iter().filter(|value| value.is_finite()));
        }
        Ok(Some(values))
    }

    /// Evaluates a quantity at all values of these axes, the last of which varies fastest.
    fn evaluate_grid(
        &self,
        quantity: &Quantity,
        axes: &[Levels],
        (outer, item): (&AxisValues, Option<u32>),
    ) -> Result<Vec<Available<f64>>, Diagnostic> {
        let prepared = self.outcome.prepare_quantity(quantity, axes, (outer, item))?;
        let number = |at| {
            let places = level_indices(axes, at);
            if prepared.independent {
                self.evaluate_means(&prepared, axes, &places, outer)
            } else {
                Ok(self.evaluate_by_seed(&prepared, &places).map(|values| mean_of_present(&values)))
            }
        };
        (0..axes.iter().map(|axis| axis.labels.len()).product()).map(number).collect()
    }

    /// Numerator and denominator of a ratio of means, seed by seed.
    fn evaluate_fraction(
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
    fn evaluate_by_seed(&self, prepared: &PreparedExpression, places: &[usize]) -> Option<Vec<f64>> {
        let values = self.map_seeds(prepared, places, |values| prepared.expression.evaluate(values))?;
        Some(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }

    /// Maps the numbers of each seed that an expression names; `None` for a seed of which one is missing.
    fn map_seeds<T>(
        &self,
        prepared: &PreparedExpression,
        places: &[usize],
        map: impl Fn(&[f64]) -> T,
    ) -> Option<Vec<Option<T>>> {
        let mut spots = Vec::with_capacity(prepared.operands.len());
        for operand in &prepared.operands {
            let Operand::Measure(of) = operand else { continue };
            let (point, column) = of.point_and_column(places)?;
            spots.push((of.block, point, column));
            self.origins.borrow_mut().insert(NumberSource::Seeds(of.block.first));
        }
        let mut values = vec![f64::NAN; prepared.fields];
        let value = |seed| {
            for (&field, &(block, point, column)) in prepared.used.iter().zip(&spots) {
                values[field] = self.run_number(block, point, seed, column);
            }
            // A comparison with what is missing would be false, not missing.
            let missing = prepared.used.iter().any(|&field| values[field].is_nan());
            (!missing).then(|| map(&values))
        };
        let seeds = spots.iter().map(|(block, ..)| block.seeds as usize).max().unwrap_or(0);
        Some((0..seeds).map(value).collect())
    }

    /// A number of a run; NaN if the run is missing or left out. If nothing is random, all seeds give the same number.
    fn run_number(&self, block: &Block, point: usize, seed: usize, column: usize) -> f64 {
        let seed = if block.exact { 0 } else { seed };
        let there = seed < block.seeds as usize && (block.seeds == 1 || self.left_out != Some(seed));
        if there { self.outcome.number(block, point, seed, column) } else { f64::NAN }
    }

    /// Evaluates an expression over means at these level indices.
    fn evaluate_means(
        &self,
        prepared: &PreparedExpression,
        axes: &[Levels],
        places: &[usize],
        outer: &AxisValues,
    ) -> Result<Available<f64>, Diagnostic> {
        let mut means = vec![f64::NAN; prepared.fields];
        let mut made = true;
        for (&field, operand) in prepared.used.iter().zip(&prepared.operands) {
            let Some(mean) = self.operand_mean(operand, axes, places, outer)? else { return Ok(None) };
            made &= mean.is_some();
            means[field] = mean.unwrap_or(f64::NAN);
        }
        let number = made.then(|| prepared.expression.evaluate(&means));
        Ok(Some(number.filter(|number| !number.is_nan())))
    }

    /// The mean of an operand at these level indices.
    fn operand_mean(
        &self,
        operand: &Operand,
        axes: &[Levels],
        places: &[usize],
        outer: &AxisValues,
    ) -> Result<Available<f64>, Diagnostic> {
        match operand {
            Operand::Measure(spots) => {
                let block = spots.block;
                Ok(spots.point_and_column(places).map(|(point, column)| {
                    if !spots.pooled {
                        self.origins.borrow_mut().insert(NumberSource::Seeds(block.first));
                        let of = |seed| self.run_number(block, point, seed, column);
                        return mean_of_present(&(0..block.seeds as usize).map(of).collect::<Vec<_>>());
                    }
                    let origin = NumberSource::Values(block.first, point, column);
                    self.origins.borrow_mut().insert(origin);
                    if let Some((_, end)) = self.moved.filter(|(moved, _)| *moved == origin) {
                        return Some(end);
                    }
                    let left_out = self.left_out.filter(|_| block.seeds > 1);
                    self.outcome.pooled_interval(block, point, column, left_out).map(|pool| pool.mean)
                }))
            }
            Operand::Quantity(quantity, own) => {
                let at = self.outcome.operand_place(quantity, own, (axes, places), outer)?;
                let number = self.estimate_quantity(quantity, &at, None)?;
                Ok(number.map(|number| number.map(|(value, _)| value)))
            }
        }
    }
}

/// The mean of the values that are not NaN.
fn mean_of_present(values: &[f64]) -> Option<f64> {
    let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    (!made.is_empty()).then(|| statistics::mean(&made))
}

impl<'p> Outcome<'p> {
    /// A quantity with its interval. `None` if a quick run leaves a value of an axis out, `Some(None)` while runs are
    /// missing.
    pub(crate) fn quantity_interval(
        &self,
        quantity: &Quantity,
        outer: &AxisValues,
        item: Option<u32>,
    ) -> QuantityResult {
        Ok(self.located_quantity(quantity, outer, item)?.map(|known| known.map(|(number, _)| number)))
    }

    /// A quantity with its interval and its place along the axes; the place is empty if it has none.
    pub(crate) fn located_quantity(
        &self,
        quantity: &Quantity,
        outer: &AxisValues,
        item: Option<u32>,
    ) -> LocatedResult {
        let of_values = |pooled: &Pooled| is_mean(&pooled.statistic);
        let no_mean = quantity.ahead.is_some() || quantity.along.is_some() || quantity.of_means;
        if no_mean || quantity.pooled.as_ref().is_some_and(|pooled| !of_values(pooled)) {
            return self.jackknife_interval(|estimator| estimator.estimate_quantity(quantity, outer, item));
        }
        let number = match &quantity.pooled {
            Some(pooled) => {
                let values = Estimator::with_all_numbers(*self).pooled_job_values(quantity, pooled, outer)?;
                values.map(|values| Interval::from_values(&values))
            }
            None => self.mean_of_seeds(quantity, outer, item)?,
        };
        Ok(number.map(|number| number.map(|number| (number, String::new()))))
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
        let again = |left_out, moved| {
            let estimator = Estimator { left_out, moved, ..Estimator::with_all_numbers(*self) };
            let found = estimate(&estimator)?.flatten();
            Ok::<_, Diagnostic>(found.map_or(f64::NAN, |(value, _)| value))
        };
        let origins = whole.origins.into_inner();
        let block = |first: usize| self.plan.blocks.iter().find(|block| block.first == first);
        let drawn: Vec<&Block> = origins
            .iter()
            .filter_map(|origin| if let NumberSource::Seeds(first) = origin { block(*first) } else { None })
            .filter(|block| !block.exact)
            .collect();
        let seeds = drawn.iter().map(|block| block.seeds as usize).max().unwrap_or(0);
        let (mut parts, mut count) = (Vec::new(), u32::MAX);
        if !drawn.is_empty() {
            let made =
                |block: &Block| (0..seeds).filter(|&seed| self.has_run_with_seed(block, seed)).count() as u32;
            count = drawn.iter().map(|block| made(block)).min().unwrap_or(0);
            let any = |seed: &usize| drawn.iter().any(|block| self.has_run_with_seed(block, *seed));
            let left_out = (0..seeds).filter(any).map(|seed| again(Some(seed), None));
            let left_out = left_out.collect::<Result<Vec<_>, _>>()?;
            parts.push(statistics::jackknife(value, &left_out, count));
        }
        for &origin in &origins {
            let NumberSource::Values(first, point, column) = origin else { continue };
            let Some(block) = block(first).filter(|block| !block.exact) else { continue };
            // Where there are seeds to leave out, these values have been left out with theirs.
            if !drawn.is_empty() && block.seeds > 1 {
                continue;
            }
            let pool = self.pooled_interval(block, point, column, None);
            let Some((low, high)) = pool.as_ref().and_then(Interval::ends) else {
                return Ok(Some(Some((Interval::without_interval(value, 1), of))));
            };
            let ends = [again(None, Some((origin, low)))?, again(None, Some((origin, high)))?];
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

    /// A quantity seed by seed, for the sequential rule: its values, or numerators and denominators if it is a ratio, which
    /// is judged as a ratio of means, or the pseudo-values of the jackknife if it is another estimate.
    pub(crate) fn replications(
        &self,
        quantity: &Quantity,
        outer: &AxisValues,
        item: Option<u32>,
    ) -> Result<Available<Replications>, Diagnostic> {
        if quantity.ahead.is_none() && quantity.pooled.is_none() && quantity.along.is_none() {
            let prepared = self.prepare_quantity(quantity, &[], (outer, item))?;
            if prepared.is_exact() {
                let number = self.quantity_interval(quantity, outer, item)?;
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
        self.jackknife_replications(|estimator| estimator.estimate_quantity(quantity, outer, item))
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
        let origins = whole.origins.into_inner();
        let drawn: Vec<&Block> = origins
            .iter()
            .map(|origin| match origin {
                NumberSource::Seeds(first) | NumberSource::Values(first, ..) => *first,
            })
            .filter_map(|first| self.plan.blocks.iter().find(|block| block.first == first && !block.exact))
            .collect();
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
            let estimator = Estimator { left_out: Some(seed), ..Estimator::with_all_numbers(*self) };
            let without = estimate(&estimator)?.flatten().map_or(f64::NAN, |(without, _)| without);
            Ok(count * value - (count - 1.0) * without)
        };
        let values = (0..seeds).map(pseudo_value).collect::<Result<Vec<f64>, Diagnostic>>()?;
        Ok(Some(Replications::means(values)))
    }

    /// The values of a quantity seed by seed, NaN where a run is missing; empty if it is no mean of such values.
    pub(crate) fn seed_values(
        &self,
        quantity: &Quantity,
        outer: &AxisValues,
    ) -> Result<Vec<f64>, Diagnostic> {
        if quantity.ahead.is_some() || quantity.pooled.is_some() || quantity.along.is_some() {
            return Ok(Vec::new());
        }
        let prepared = self.prepare_quantity(quantity, &[], (outer, None))?;
        let none = prepared.independent || prepared.is_exact();
        let values =
            if none { None } else { Estimator::with_all_numbers(*self).evaluate_by_seed(&prepared, &[]) };
        Ok(values.unwrap_or_default())
    }

    /// The mean over the seeds of a quantity that is computed seed by seed, else the quantity computed from means.
    fn mean_of_seeds(&self, quantity: &Quantity, outer: &AxisValues, item: Option<u32>) -> QuantityResult {
        let prepared = self.prepare_quantity(quantity, &[], (outer, item))?;
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
                Operand::Measure(spots) => spots.point_and_column(&[]).map(|(point, column)| {
                    let of_seeds = || spots.block.interval(&self.values(spots.block, point, column));
                    if spots.pooled {
                        self.pooled_interval(spots.block, point, column, None)
                    } else {
                        of_seeds()
                    }
                }),
                Operand::Quantity(quantity, own) => {
                    let at = self.operand_place(quantity, own, (&[], &[]), outer)?;
                    self.quantity_interval(quantity, &at, None)?
                }
            };
            let Some(mean) = mean else { return Ok(None) };
            means[field] = mean;
        }
        let made = prepared.used.iter().all(|&field| means[field].is_some());
        let number = made.then(|| propagate_intervals(&prepared.expression, &means));
        Ok(Some(number.filter(|number| !number.mean.is_nan())))
    }

    /// The axis values at which an operand quantity is evaluated, given the level indices of the outer quantity.
    fn operand_place<'a>(
        &self,
        quantity: &Quantity,
        own: &AxisValues<'a>,
        (axes, places): (&'a [Levels], &[usize]),
        outer: &AxisValues<'a>,
    ) -> Result<AxisValues<'a>, Diagnostic> {
        let along = axes.iter().zip(places).map(|(axis, &at)| (&*axis.name, axis.labels[at].clone()));
        let block = self.block(&quantity.part)?;
        // Another part may have fewer axes.
        let others = along.chain(outer.iter().cloned()).filter(|(name, _)| block.axis(name).is_some());
        Ok(own.iter().cloned().chain(others).collect())
    }

    /// Resolves the expression of a quantity for all values of some axes and fixed values of the others.
    fn prepare_quantity<'a>(
        &'a self,
        quantity: &'a Quantity,
        axes: &[Levels],
        at: (&AxisValues, Option<u32>),
    ) -> Result<PreparedExpression<'a>, Diagnostic> {
        self.prepare_expression(quantity, &quantity.value, axes, at)
    }

    /// Resolves an expression in the context of a quantity.
    fn prepare_expression<'a>(
        &'a self,
        quantity: &'a Quantity,
        text: &str,
        axes: &[Levels],
        (outer, item): (&AxisValues, Option<u32>),
    ) -> Result<PreparedExpression<'a>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        // A part that is compared with may have fewer axes; what is asked of an axis that the quantity's own part has not is
        // about another study.
        let mut asked =
            outer.iter().map(|(name, _)| *name).chain(axis_values(&quantity.at).map(|(name, _)| name));
        if let Some(name) = asked.find(|&name| !name.is_empty() && block.axis(name).is_none()) {
            let known = || block.axes.iter().map(|axis| &*axis.name);
            return Err(
                Diagnostic::error(format!("no axis varies {name:?}")).hint(did_you_mean(name, known()))
            );
        }
        let fields = expression_fields(quantity, block);
        let expression = Expression::parse(text, &fields)?;
        let used = expression.used_fields();
        let operands: Vec<Operand> = used
            .iter()
            .map(|&field| self.resolve_operand(quantity, (field, fields[field]), axes, (outer, item)))
            .collect::<Result<_, _>>()?;
        let of_means = |operand: &Operand| match operand {
            Operand::Measure(spots) => spots.pooled,
            Operand::Quantity(..) => true,
        };
        let independent = quantity.independent || quantity.of_means || operands.iter().any(of_means);
        Ok(PreparedExpression { expression, fields: fields.len(), used, operands, independent })
    }

    /// Resolves a name in the expression of a quantity.
    fn resolve_operand<'a>(
        &'a self,
        quantity: &'a Quantity,
        (field, name): (usize, &'a str),
        axes: &[Levels],
        (outer, item): (&AxisValues, Option<u32>),
    ) -> Result<Operand<'a>, Diagnostic> {
        let selection = quantity.with.get(field).map(|(_, selection)| selection);
        // What stands nearer to the measure is more exact.
        let own = selection.map_or(&[][..], |selection| &selection.at);
        let own: AxisValues = axis_values(own).chain(axis_values(&quantity.at)).collect();
        if let Some(other) = selection.map(|selection| &*selection.quantity).filter(|name| !name.is_empty()) {
            return Ok(Operand::Quantity(self.earlier_quantity(quantity, other)?, own));
        }
        let (block, measure) = self.resolve_measure(self.block(&quantity.part)?, selection, name)?;
        let taken = find_measure(block, measure)?;
        let mut spots = MeasureColumns {
            block,
            pooled: taken.measure.statistic.is_pooled(),
            point: 0,
            column: taken.first,
            steps: axes.iter().map(|axis| vec![Some((0, 0)); axis.labels.len()]).collect(),
            nowhere: false,
        };
        let finder = AxisResolver { quick: self.plan.quick, own: &own, along: axes, outer };
        let (mut columns, mut points) = (taken.items_per_list(), 1);
        for levels in taken.by.iter().rev() {
            finder.resolve_axis(levels, (0, columns), &mut spots)?;
            columns *= levels.labels.len();
        }
        for levels in block.axes.iter().rev() {
            finder.resolve_axis(levels, (points, 0), &mut spots)?;
            points *= levels.labels.len();
        }
        if !spots.pooled {
            let last = taken.items_per_list() - 1;
            let step = |item: u32| (item.max(1) as usize - 1).min(last);
            let along = axes.iter().position(|axis| axis.name.is_empty());
            match (selection.and_then(|selection| selection.item), along) {
                (None, Some(along)) => {
                    let items = axes[along].values.iter().map(|&value| Some((0, step(value as u32))));
                    spots.steps[along] = items.collect();
                }
                (own, _) => spots.column += step(own.or(item).unwrap_or(1)),
            }
        }
        Ok(Operand::Measure(spots))
    }

    /// The quantity with this name, which must be defined before the one that refers to it, so that there are no
    /// cycles.
    fn earlier_quantity(&self, quantity: &Quantity, name: &str) -> Result<&'p Quantity, Diagnostic> {
        let all = &self.plan.study.quantities;
        let own = all.iter().position(|(_, other)| std::ptr::eq(other, quantity)).unwrap_or(0);
        all[..own].iter().find(|(known, _)| known == name).map(|(_, other)| other).ok_or_else(|| {
            let known = || all[..own].iter().map(|(name, _)| &**name);
            Diagnostic::error(format!(
                "unknown quantity {name:?}; defined before it: {}",
                list_names(known())
            ))
            .hint(did_you_mean(name, known()))
        })
    }

    /// The position of each number of a multi-valued quantity on the x axis of a plot; empty if it has one number.
    pub(crate) fn item_positions(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        match &quantity.pooled {
            Some(pooled) => Ok(places_of(&pooled.statistic)),
            None => self.measure_item_positions(quantity),
        }
    }

    /// The item positions of the measures of a quantity.
    fn measure_item_positions(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        let fields = expression_fields(quantity, block);
        for field in Expression::parse(&quantity.value, &fields)?.used_fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let (block, measure) = self.resolve_measure(block, selection, fields[field])?;
            let places = block.measure(measure).map(|taken| taken.item_positions(block.warm_up_s()));
            if let Some(places) = places.filter(|places| !places.is_empty()) {
                return Ok(places);
            }
        }
        Ok(Vec::new())
    }

    /// The measure that a field of a quantity stands for, and its block.
    fn resolve_measure<'a>(
        &'a self,
        block: &'a Block,
        selection: Option<&'a Selection>,
        field: &'a str,
    ) -> Result<(&'a Block, &'a str), Diagnostic> {
        let Some(selection) = selection else { return Ok((block, field)) };
        let block = if selection.part.is_empty() { block } else { self.block(&selection.part)? };
        Ok((block, &selection.measure))
    }
}

/// Resolves the values of axes: first those of the selection, then those of the reduction, then those of the
/// surrounding table or claim.
struct AxisResolver<'a> {
    quick: bool,
    own: &'a AxisValues<'a>,
    along: &'a [Levels],
    outer: &'a AxisValues<'a>,
}

impl AxisResolver<'_> {
    /// Selects the value of an axis, whose levels are `step` points and columns apart.
    fn resolve_axis(
        &self,
        levels: &Levels,
        step: (usize, usize),
        spots: &mut MeasureColumns,
    ) -> Result<(), Diagnostic> {
        let by_name =
            |at: &AxisValues| at.iter().find(|(name, _)| *name == levels.name).map(|at| at.1.clone());
        let far = |level: usize| (level * step.0, level * step.1);
        let own = by_name(self.own);
        let along = self.along.iter().position(|axis| axis.name == levels.name).filter(|_| own.is_none());
        if let Some(along) = along {
            for (known, label) in spots.steps[along].iter_mut().zip(&self.along[along].labels) {
                let level = self.level_index(levels, label)?;
                *known = known.zip(level).map(|(at, level)| {
                    let (points, columns) = far(level);
                    (at.0 + points, at.1 + columns)
                });
            }
            return Ok(());
        }
        let level = match own.or_else(|| by_name(self.outer)) {
            Some(label) => self.level_index(levels, &label)?,
            None if levels.labels.len() == 1 => Some(0),
            None => {
                return Err(Diagnostic::error(format!("no value of the axis {:?} is given", levels.name)));
            }
        };
        match level {
            Some(level) => {
                let (points, columns) = far(level);
                (spots.point, spots.column) = (spots.point + points, spots.column + columns);
            }
            None => spots.nowhere = true,
        }
        Ok(())
    }

    /// The index of a value on an axis; `None` if a quick run leaves it out.
    fn level_index(&self, levels: &Levels, label: &str) -> Result<Option<usize>, Diagnostic> {
        let level = levels.labels.iter().position(|known| known == label);
        if level.is_none() && !self.quick {
            let known = || levels.labels.iter().map(|label| &**label);
            let message =
                format!("unknown value {label:?}; values of {:?}: {}", levels.name, list_names(known()));
            return Err(Diagnostic::error(message).hint(did_you_mean(label, known())));
        }
        Ok(level)
    }
}

/// Reports quantities that cannot be computed whatever the runs give: unknown names and cycles, also in quantities that
/// nothing uses.
pub fn check_quantities(plan: &Plan) -> Vec<Diagnostic> {
    let outcome = Outcome { plan, numbers: &[] };
    let wrong = |(name, quantity): &(String, Quantity)| {
        let place = format!("/quantities/{}", name.replace('~', "~0").replace('/', "~1"));
        outcome.check_quantity(name, quantity).err().map(|wrong| wrong.place(place))
    };
    plan.study.quantities.iter().filter_map(wrong).collect()
}

impl Outcome<'_> {
    /// Fails if a quantity refers to a name that does not exist, or to itself.
    fn check_quantity(&self, name: &str, quantity: &Quantity) -> Result<(), Diagnostic> {
        let block = self.block(&quantity.part)?;
        let all = &self.plan.study.quantities;
        let known = |name: &str| all.iter().any(|(known, _)| known == name);
        let fields = expression_fields(quantity, block);
        let texts = std::iter::once(&quantity.value).chain(quantity.pooled.iter().map(|pooled| &pooled.only));
        for text in texts.filter(|text| !text.is_empty()) {
            Expression::parse(text, &fields).map_err(|wrong| {
                let named = all.iter().find(|(name, _)| wrong.message.contains(&format!("{name:?}")));
                match named {
                    Some((name, _)) if wrong.hint.is_empty() => wrong.hint(format!(
                        "Declare the quantity first: \"with\": {{{name:?}: {{\"quantity\": {name:?}}}}}."
                    )),
                    _ => wrong,
                }
            })?;
        }
        if is_cyclic(all, name) {
            return Err(Diagnostic::error(format!("the quantity {name:?} depends on itself")));
        }
        for (field, selection) in &quantity.with {
            if selection.quantity.is_empty() {
                let (block, measure) = self.resolve_measure(block, Some(selection), field)?;
                find_measure(block, measure)?;
            } else if known(&selection.quantity) {
                self.earlier_quantity(quantity, &selection.quantity)?;
            } else {
                self.quantity_named(&selection.quantity)?;
            }
        }
        if let Some(ahead) = &quantity.ahead {
            self.quantity_named(&ahead.of)?;
        }
        if let Some(along) = &quantity.along {
            reduction_axes(block, along)?;
            if !along.each.is_empty() {
                Expression::parse(&along.each, &REDUCTION_VARIABLES)?;
            }
        }
        Ok(())
    }
}

/// True if a quantity depends on itself.
fn is_cyclic(all: &[(String, Quantity)], name: &str) -> bool {
    let (mut seen, mut left) = (Vec::new(), vec![name]);
    while let Some(next) = left.pop() {
        let Some((_, quantity)) = all.iter().find(|(known, _)| known == next) else { continue };
        let of = quantity.with.iter().map(|(_, selection)| &*selection.quantity);
        let of = of.chain(quantity.ahead.iter().map(|ahead| &*ahead.of)).filter(|of| !of.is_empty());
        for of in of {
            if of == name {
                return true;
            }
            if !seen.contains(&of) {
                seen.push(of);
                left.push(of);
            }
        }
    }
    false
}

/// The measure with this name.
fn find_measure<'b>(block: &'b Block, measure: &str) -> Result<&'b Measurement, Diagnostic> {
    block.measure(measure).ok_or_else(|| {
        let measures = block.measure_names();
        let known = || measures.iter().copied();
        let message = format!("unknown measure {measure:?}; available: {}", list_names(known()));
        Diagnostic::error(message).hint(did_you_mean(measure, known()))
    })
}

/// The names that the expression of a quantity may use: those of its operands, then the measures.
fn expression_fields<'a>(quantity: &'a Quantity, block: &'a Block) -> Vec<&'a str> {
    quantity.with.iter().map(|(name, _)| &**name).chain(block.measure_names()).collect()
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

/// A function of independent means, with its interval from the effect of half of each interval; without an interval if
/// one is unknown.
fn propagate_intervals(expression: &Expression, means: &[Option<Interval>]) -> Interval {
    let mut values: Vec<f64> = means.iter().map(|mean| mean.map_or(f64::NAN, |mean| mean.mean)).collect();
    let mean = expression.evaluate(&values);
    let (mut squares, mut count) = (0.0, u32::MAX);
    for (field, known) in means.iter().enumerate() {
        let Some(known) = known.filter(|known| !known.is_exact()) else { continue };
        count = count.min(known.count);
        let Some((low, high)) = known.ends() else { return Interval::without_interval(mean, count) };
        let mut ends = [low, high].map(|end| {
            values[field] = end;
            expression.evaluate(&values)
        });
        values[field] = known.mean;
        ends.sort_unstable_by(f64::total_cmp);
        squares += (ends[1] - ends[0]) * (ends[1] - ends[0]) / 4.0;
    }
    let half = squares.sqrt();
    if count == u32::MAX {
        Interval::exact(mean)
    } else {
        Interval { mean, low: mean - half, high: mean + half, count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 9 }
    }

    #[test]
    fn intervals_of_independent_means_are_propagated() {
        let made = |text: &str, means: &[Option<Interval>]| {
            let expression = Expression::parse(text, &["a", "b"]).expect("an expression");
            propagate_intervals(&expression, means)
        };
        let (a, b) = (interval(7.0, 13.0), interval(0.0, 8.0));
        let both = [Some(a), Some(b)];
        let difference = made("a - b", &both);
        assert_eq!((difference.mean, difference.low, difference.high), (6.0, 1.0, 11.0));
        assert_eq!(difference, a - b);
        let double = made("2 * a", &both);
        assert_eq!((double.mean, double.low, double.high), (20.0, 14.0, 26.0));
        // What does not depend on chance moves nothing.
        let half = made("a / b", &[Some(a), Some(Interval::exact(2.0))]);
        assert_eq!((half.low, half.high, half.count), (3.5, 6.5, 9));
        let exact = made("a / b", &[Some(Interval::exact(6.0)), Some(Interval::exact(2.0))]);
        assert_eq!((exact, exact.is_exact()), (Interval::exact(3.0), true));
        // One of a single seed moves it by nobody knows how much.
        assert_eq!(made("a - b", &[Some(a), Some(Interval::without_interval(2.0, 1))]).ends(), None);
    }
}
