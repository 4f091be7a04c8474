//! Quantities: what is worked out of the numbers of a study's runs.
//!
//! A quantity is worked out seed by seed, so that what is compared has met the same work; the interval is that of its
//! values over the seeds. Of an estimate that is no mean of such values - a ratio of means, the largest along an axis - the
//! interval is that of the jackknife: it is worked out again without each of the seeds. Runs that have not been made are
//! missing: a study can be looked at while it runs.

use crate::Interval;
use crate::along::{EACH, Numbers, axes_of, reduce};
use crate::levels::{Levels, places};
use crate::outcome::{Outcome, Place, place};
use crate::plan::{Block, Plan};
use crate::statistics;
use crate::taken::{Taken, places as places_of, take};
use ganttlet_core::diagnostic::{Diagnostic, meant, names};
use ganttlet_core::expression::Expression;
use ganttlet_document::study::{Ahead, Pooled, Quantity, Selection, Statistic};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What is known: `None` where it is not run for an impression, `Some(None)` while its runs are missing.
type Known<T> = Option<Option<T>>;
/// A number, or what is wrong.
pub(crate) type Found = Result<Known<Interval>, Diagnostic>;

/// The same, with where it is.
pub(crate) type Settled = Result<Known<(Interval, String)>, Diagnostic>;

/// What comes of an estimate, and what belongs to it.
pub(crate) type Estimated<T> = Result<Known<(f64, T)>, Diagnostic>;

/// What a name in the expression of a quantity stands for.
enum Operand<'a> {
    Measure(Spots<'a>),
    Quantity(&'a Quantity, Place<'a>),
}

/// What is to be worked out of a quantity.
struct Prepared<'a> {
    expression: Expression,
    /// How many names it may use.
    fields: usize,
    /// The places of those that it uses, and what they stand for.
    used: Vec<usize>,
    operands: Vec<Operand<'a>>,
    /// True if it is worked out of means, not seed by seed.
    independent: bool,
}

/// Where the numbers of a measure are: those of the first value of all axes along which they are taken, and how much
/// further those of other values are, as points and as columns; `None` of a value that is not run.
struct Spots<'a> {
    block: &'a Block,
    /// True if all values of all seeds count together.
    pooled: bool,
    point: usize,
    column: usize,
    steps: Vec<Vec<Option<(usize, usize)>>>,
    /// True if a value of another axis is not run.
    nowhere: bool,
}

impl Prepared<'_> {
    /// True if no number that it uses depends on chance.
    fn is_exact(&self) -> bool {
        let exact = |operand: &Operand| matches!(operand, Operand::Measure(spots) if spots.block.exact);
        self.operands.iter().all(exact)
    }
}

impl Spots<'_> {
    /// The point and the column at these places on the axes.
    fn at(&self, places: &[usize]) -> Option<(usize, usize)> {
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
    moved: Option<(Origin, f64)>,
    /// Where its numbers are from.
    origins: RefCell<BTreeSet<Origin>>,
}

/// Where a number of an estimate is from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// The seeds of the part with this first run.
    Seeds(usize),
    /// The pooled values of a measure, in that part: a point and a column.
    Values(usize, usize, usize),
}

impl<'p> Estimator<'p> {
    /// All numbers.
    pub(crate) fn all(outcome: Outcome<'p>) -> Self {
        Self { outcome, left_out: None, moved: None, origins: RefCell::default() }
    }

    /// A quantity, and where along its axes it is that much; empty where that is no matter of one value.
    pub(crate) fn estimate(
        &self,
        quantity: &Quantity,
        outer: &Place,
        item: Option<u32>,
    ) -> Estimated<String> {
        let known = |value: f64| (!value.is_nan()).then(|| (value, String::new()));
        if let Some(ahead) = &quantity.ahead {
            return Ok(self.ahead(quantity, ahead, outer, item)?.map(|share| share.and_then(known)));
        }
        if let Some(pooled) = &quantity.pooled {
            let values = self.of_all_jobs(quantity, pooled, outer)?;
            return Ok(values.map(|values| of_pool(&pooled.statistic, values, item).and_then(known)));
        }
        let Some(along) = &quantity.along else {
            let mut numbers = self.numbers(quantity, &[], (outer, item))?;
            return Ok(numbers.pop().flatten().map(|number| number.and_then(known)));
        };
        let axes = axes_of(self.outcome.block(&quantity.part)?, along)?;
        let numbers = self.numbers(quantity, &axes, (outer, item))?;
        if numbers.iter().all(Option::is_none) {
            return Ok(None);
        }
        if numbers.contains(&Some(None)) {
            return Ok(Some(None));
        }
        let made = numbers.into_iter().map(Option::flatten).collect();
        let one = reduce(along, Numbers { axes, made })?;
        Ok(Some(one.filter(|(value, _)| !value.is_nan())))
    }

    /// How often the runs of a quantity are below those of another.
    fn ahead(
        &self,
        quantity: &Quantity,
        ahead: &Ahead,
        outer: &Place,
        item: Option<u32>,
    ) -> Result<Known<f64>, Diagnostic> {
        let each = |quantity| {
            let prepared = self.outcome.prepare(quantity, &[], (outer, item))?;
            if prepared.independent {
                let message = "a quantity computed from means has no individual runs to select".to_owned();
                return Err(Diagnostic::error(message));
            }
            Ok(self.by_seed(&prepared, &[]))
        };
        let (Some(less), Some(more)) = (each(quantity)?, each(self.outcome.named(&ahead.of)?)?) else {
            return Ok(None);
        };
        Ok(Some(statistics::all_below(&less, &more, ahead.runs)))
    }

    /// A quantity of all jobs of all seeds together: of those of which everything is known, and which count.
    fn of_all_jobs(
        &self,
        quantity: &Quantity,
        pooled: &Pooled,
        outer: &Place,
    ) -> Result<Option<Vec<f64>>, Diagnostic> {
        let items = self.outcome.items_of_measures(quantity)?.len();
        let jobs: Vec<f64> = (1..=items).map(|job| job as f64).collect();
        let axes = [Levels::of_column("", &jobs)];
        let prepare = |text: &str| {
            let prepared = self.outcome.prepare_text(quantity, text, &axes, (outer, None))?;
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
            let Some(mut known) = self.by_seed(&value, &[job]) else { return Ok(None) };
            if let Some(only) = &only {
                let Some(counts) = self.by_seed(only, &[job]) else { return Ok(None) };
                let counted =
                    |at: usize| counts.get(at).is_some_and(|&counts| !counts.is_nan() && counts != 0.0);
                let mut at = 0..known.len();
                known.retain(|_| at.next().is_some_and(counted));
            }
            values.extend(known.into_iter().filter(|value| value.is_finite()));
        }
        Ok(Some(values))
    }

    /// A quantity at all values of these axes, the last of which turns fastest.
    fn numbers(
        &self,
        quantity: &Quantity,
        axes: &[Levels],
        (outer, item): (&Place, Option<u32>),
    ) -> Result<Vec<Known<f64>>, Diagnostic> {
        let prepared = self.outcome.prepare(quantity, axes, (outer, item))?;
        let number = |at| {
            let places = places(axes, at);
            if prepared.independent {
                self.of_means(&prepared, axes, &places, outer)
            } else {
                Ok(self.by_seed(&prepared, &places).map(|values| mean(&values)))
            }
        };
        (0..axes.iter().map(|axis| axis.labels.len()).product()).map(number).collect()
    }

    /// An expression over measures at these places, seed by seed.
    fn by_seed(&self, prepared: &Prepared, places: &[usize]) -> Option<Vec<f64>> {
        let mut spots = Vec::with_capacity(prepared.operands.len());
        for operand in &prepared.operands {
            let Operand::Measure(of) = operand else { continue };
            let (point, column) = of.at(places)?;
            spots.push((of.block, point, column));
            self.origins.borrow_mut().insert(Origin::Seeds(of.block.first));
        }
        let mut values = vec![f64::NAN; prepared.fields];
        let value = |seed| {
            for (&field, &(block, point, column)) in prepared.used.iter().zip(&spots) {
                values[field] = self.number(block, point, seed, column);
            }
            // A comparison with what is missing would be false, not missing.
            let missing = prepared.used.iter().any(|&field| values[field].is_nan());
            if missing { f64::NAN } else { prepared.expression.value(&values) }
        };
        let seeds = spots.iter().map(|(block, ..)| block.seeds as usize).max().unwrap_or(0);
        Some((0..seeds).map(value).collect())
    }

    /// The number of a run; NaN if it is missing or left out. Where nothing is drawn, that of every seed is the same.
    fn number(&self, block: &Block, point: usize, seed: usize, column: usize) -> f64 {
        let seed = if block.exact { 0 } else { seed };
        let there = seed < block.seeds as usize && (block.seeds == 1 || self.left_out != Some(seed));
        if there { self.outcome.number(block, point, seed, column) } else { f64::NAN }
    }

    /// An expression over means at these places of the axes.
    fn of_means(
        &self,
        prepared: &Prepared,
        axes: &[Levels],
        places: &[usize],
        outer: &Place,
    ) -> Result<Known<f64>, Diagnostic> {
        let mut means = vec![f64::NAN; prepared.fields];
        let mut made = true;
        for (&field, operand) in prepared.used.iter().zip(&prepared.operands) {
            let Some(mean) = self.mean(operand, axes, places, outer)? else { return Ok(None) };
            made &= mean.is_some();
            means[field] = mean.unwrap_or(f64::NAN);
        }
        let number = made.then(|| prepared.expression.value(&means));
        Ok(Some(number.filter(|number| !number.is_nan())))
    }

    /// The mean of an operand at these places of the axes.
    fn mean(
        &self,
        operand: &Operand,
        axes: &[Levels],
        places: &[usize],
        outer: &Place,
    ) -> Result<Known<f64>, Diagnostic> {
        match operand {
            Operand::Measure(spots) => {
                let block = spots.block;
                Ok(spots.at(places).map(|(point, column)| {
                    if !spots.pooled {
                        self.origins.borrow_mut().insert(Origin::Seeds(block.first));
                        let of = |seed| self.number(block, point, seed, column);
                        return mean(&(0..block.seeds as usize).map(of).collect::<Vec<_>>());
                    }
                    let origin = Origin::Values(block.first, point, column);
                    self.origins.borrow_mut().insert(origin);
                    if let Some((_, end)) = self.moved.filter(|(moved, _)| *moved == origin) {
                        return Some(end);
                    }
                    let left_out = self.left_out.filter(|_| block.seeds > 1);
                    self.outcome.pooled(block, point, column, left_out).map(|pool| pool.mean)
                }))
            }
            Operand::Quantity(quantity, own) => {
                let at = self.outcome.inner_place(quantity, own, (axes, places), outer)?;
                let number = self.estimate(quantity, &at, None)?;
                Ok(number.map(|number| number.map(|(value, _)| value)))
            }
        }
    }
}

/// The mean of those values that there are.
fn mean(values: &[f64]) -> Option<f64> {
    let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    (!made.is_empty()).then(|| statistics::mean(&made))
}

impl<'p> Outcome<'p> {
    /// A quantity. The outer option is `None` where a value of an axis is not run for an impression, the inner one while
    /// its runs are missing.
    pub(crate) fn quantity(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
        Ok(self.settled(quantity, outer, item)?.map(|known| known.map(|(number, _)| number)))
    }

    /// A quantity, and where along its axes it is that much; empty where that is no matter of one value.
    pub(crate) fn settled(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Settled {
        let of_values = |pooled: &Pooled| is_mean(&pooled.statistic);
        let no_mean = quantity.ahead.is_some() || quantity.along.is_some() || quantity.of_means;
        if no_mean || quantity.pooled.as_ref().is_some_and(|pooled| !of_values(pooled)) {
            return self.estimated(|estimator| estimator.estimate(quantity, outer, item));
        }
        let number = match &quantity.pooled {
            Some(pooled) => {
                let values = Estimator::all(*self).of_all_jobs(quantity, pooled, outer)?;
                values.map(|values| Interval::of(&values))
            }
            None => self.mean_of_seeds(quantity, outer, item)?,
        };
        Ok(number.map(|number| number.map(|number| (number, String::new()))))
    }

    /// An estimate from these numbers with its interval: by the jackknife over the seeds; of means of pooled values, of which
    /// each value counts, from the intervals of these means, which chance moves independently.
    pub(crate) fn estimated<T>(
        &self,
        estimate: impl Fn(&Estimator) -> Estimated<T>,
    ) -> Result<Known<(Interval, T)>, Diagnostic> {
        let whole = Estimator::all(*self);
        let Some(found) = estimate(&whole)? else { return Ok(None) };
        let Some((value, of)) = found else { return Ok(Some(None)) };
        let again = |left_out, moved| {
            let estimator = Estimator { left_out, moved, ..Estimator::all(*self) };
            let found = estimate(&estimator)?.flatten();
            Ok::<_, Diagnostic>(found.map_or(f64::NAN, |(value, _)| value))
        };
        let origins = whole.origins.into_inner();
        let block = |first: usize| self.plan.blocks.iter().find(|block| block.first == first);
        let drawn: Vec<&Block> = origins
            .iter()
            .filter_map(|origin| if let Origin::Seeds(first) = origin { block(*first) } else { None })
            .filter(|block| !block.exact)
            .collect();
        let seeds = drawn.iter().map(|block| block.seeds as usize).max().unwrap_or(0);
        let (mut parts, mut count) = (Vec::new(), u32::MAX);
        if !drawn.is_empty() {
            let made = |block: &Block| (0..seeds).filter(|&seed| self.is_made(block, seed)).count() as u32;
            count = drawn.iter().map(|block| made(block)).min().unwrap_or(0);
            let any = |seed: &usize| drawn.iter().any(|block| self.is_made(block, *seed));
            let left_out = (0..seeds).filter(any).map(|seed| again(Some(seed), None));
            let left_out = left_out.collect::<Result<Vec<_>, _>>()?;
            parts.push(statistics::jackknife(value, &left_out, count));
        }
        for &origin in &origins {
            let Origin::Values(first, point, column) = origin else { continue };
            let Some(block) = block(first).filter(|block| !block.exact) else { continue };
            // Where there are seeds to leave out, these values have been left out with theirs.
            if !drawn.is_empty() && block.seeds > 1 {
                continue;
            }
            let pool = self.pooled(block, point, column, None);
            let Some((low, high)) = pool.as_ref().and_then(Interval::ends) else {
                return Ok(Some(Some((Interval::unknown(value, 1), of))));
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
            Interval::unknown(value, count)
        };
        Ok(Some(Some((number, of))))
    }

    /// The values of a quantity seed by seed, NaN where a run is missing; none of one that is not the mean of such values.
    pub(crate) fn each_seed(&self, quantity: &Quantity, outer: &Place) -> Result<Vec<f64>, Diagnostic> {
        if quantity.ahead.is_some() || quantity.pooled.is_some() || quantity.along.is_some() {
            return Ok(Vec::new());
        }
        let prepared = self.prepare(quantity, &[], (outer, None))?;
        let none = prepared.independent || prepared.is_exact();
        let values = if none { None } else { Estimator::all(*self).by_seed(&prepared, &[]) };
        Ok(values.unwrap_or_default())
    }

    /// The mean over the seeds of a quantity that is worked out seed by seed; of one that is made of means, these means move
    /// it, each for itself.
    fn mean_of_seeds(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
        let prepared = self.prepare(quantity, &[], (outer, item))?;
        if !prepared.independent {
            let values = Estimator::all(*self).by_seed(&prepared, &[]);
            let exact = |value: Interval| Interval::exact(value.mean);
            return Ok(values.map(|values| {
                let of_seeds = Interval::of(&values);
                if prepared.is_exact() { of_seeds.map(exact) } else { of_seeds }
            }));
        }
        let mut means = vec![None; prepared.fields];
        for (&field, operand) in prepared.used.iter().zip(&prepared.operands) {
            let mean = match operand {
                Operand::Measure(spots) => spots.at(&[]).map(|(point, column)| {
                    let of_seeds = || spots.block.interval(&self.values(spots.block, point, column));
                    if spots.pooled { self.pooled(spots.block, point, column, None) } else { of_seeds() }
                }),
                Operand::Quantity(quantity, own) => {
                    let at = self.inner_place(quantity, own, (&[], &[]), outer)?;
                    self.quantity(quantity, &at, None)?
                }
            };
            let Some(mean) = mean else { return Ok(None) };
            means[field] = mean;
        }
        let made = prepared.used.iter().all(|&field| means[field].is_some());
        let number = made.then(|| of_independent(&prepared.expression, &means));
        Ok(Some(number.filter(|number| !number.mean.is_nan())))
    }

    /// Where another quantity is taken of which one is made, at these places of the axes of that.
    fn inner_place<'a>(
        &self,
        quantity: &Quantity,
        own: &Place<'a>,
        (axes, places): (&'a [Levels], &[usize]),
        outer: &Place<'a>,
    ) -> Result<Place<'a>, Diagnostic> {
        let along = axes.iter().zip(places).map(|(axis, &at)| (&*axis.name, axis.labels[at].clone()));
        let block = self.block(&quantity.part)?;
        // Another part may have fewer axes.
        let others = along.chain(outer.iter().cloned()).filter(|(name, _)| block.axis(name).is_some());
        Ok(own.iter().cloned().chain(others).collect())
    }

    /// What is to be worked out of a quantity at all values of some axes and at one place of the others.
    fn prepare<'a>(
        &'a self,
        quantity: &'a Quantity,
        axes: &[Levels],
        at: (&Place, Option<u32>),
    ) -> Result<Prepared<'a>, Diagnostic> {
        self.prepare_text(quantity, &quantity.value, axes, at)
    }

    /// The same of an expression like that of the quantity.
    fn prepare_text<'a>(
        &'a self,
        quantity: &'a Quantity,
        text: &str,
        axes: &[Levels],
        (outer, item): (&Place, Option<u32>),
    ) -> Result<Prepared<'a>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        // A part that is compared with may have fewer axes; what is asked of an axis that the quantity's own part has not is
        // about another study.
        let mut asked = outer.iter().map(|(name, _)| *name).chain(place(&quantity.at).map(|(name, _)| name));
        if let Some(name) = asked.find(|&name| !name.is_empty() && block.axis(name).is_none()) {
            let known = || block.axes.iter().map(|axis| &*axis.name);
            return Err(Diagnostic::error(format!("no axis varies {name:?}")).hint(meant(name, known())));
        }
        let fields = fields(quantity, block);
        let expression = Expression::parse(text, &fields)?;
        let used = expression.fields();
        let operands: Vec<Operand> = used
            .iter()
            .map(|&field| self.operand(quantity, (field, fields[field]), axes, (outer, item)))
            .collect::<Result<_, _>>()?;
        let of_means = |operand: &Operand| match operand {
            Operand::Measure(spots) => spots.pooled,
            Operand::Quantity(..) => true,
        };
        let independent = quantity.independent || quantity.of_means || operands.iter().any(of_means);
        Ok(Prepared { expression, fields: fields.len(), used, operands, independent })
    }

    /// What a field of a quantity stands for, at all values of some axes and at this place of the others.
    fn operand<'a>(
        &'a self,
        quantity: &'a Quantity,
        (field, name): (usize, &'a str),
        axes: &[Levels],
        (outer, item): (&Place, Option<u32>),
    ) -> Result<Operand<'a>, Diagnostic> {
        let selection = quantity.with.get(field).map(|(_, selection)| selection);
        // What stands nearer to the measure is more exact.
        let own = selection.map_or(&[][..], |selection| &selection.at);
        let own: Place = place(own).chain(place(&quantity.at)).collect();
        if let Some(other) = selection.map(|selection| &*selection.quantity).filter(|name| !name.is_empty()) {
            return Ok(Operand::Quantity(self.before(quantity, other)?, own));
        }
        let (block, measure) = self.measure(self.block(&quantity.part)?, selection, name)?;
        let taken = known_measure(block, measure)?;
        let mut spots = Spots {
            block,
            pooled: taken.measure.statistic.is_pooled(),
            point: 0,
            column: taken.first,
            steps: axes.iter().map(|axis| vec![Some((0, 0)); axis.labels.len()]).collect(),
            nowhere: false,
        };
        let finder = Finder { quick: self.plan.quick, own: &own, along: axes, outer };
        let (mut columns, mut points) = (taken.items(), 1);
        for levels in taken.by.iter().rev() {
            finder.find(levels, (0, columns), &mut spots)?;
            columns *= levels.labels.len();
        }
        for levels in block.axes.iter().rev() {
            finder.find(levels, (points, 0), &mut spots)?;
            points *= levels.labels.len();
        }
        if !spots.pooled {
            let last = taken.items() - 1;
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

    /// A quantity of which another is made: it stands before it, so that none is made of itself.
    fn before(&self, quantity: &Quantity, name: &str) -> Result<&'p Quantity, Diagnostic> {
        let all = &self.plan.study.quantities;
        let own = all.iter().position(|(_, other)| std::ptr::eq(other, quantity)).unwrap_or(0);
        all[..own].iter().find(|(known, _)| known == name).map(|(_, other)| other).ok_or_else(|| {
            let known = || all[..own].iter().map(|(name, _)| &**name);
            Diagnostic::error(format!("unknown quantity {name:?}; defined before it: {}", names(known())))
                .hint(meant(name, known()))
        })
    }

    /// Where each number of a quantity that has several stands on the x axis of a plot; none if it has one.
    pub(crate) fn items(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        match &quantity.pooled {
            Some(pooled) => Ok(places_of(&pooled.statistic)),
            None => self.items_of_measures(quantity),
        }
    }

    /// The same of what its measures take from each run.
    fn items_of_measures(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        let fields = fields(quantity, block);
        for field in Expression::parse(&quantity.value, &fields)?.fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let (block, measure) = self.measure(block, selection, fields[field])?;
            let places = block.measure(measure).map(|taken| taken.places(block.warm_up_s()));
            if let Some(places) = places.filter(|places| !places.is_empty()) {
                return Ok(places);
            }
        }
        Ok(Vec::new())
    }

    /// The measure that a field of a quantity stands for, and the runs it is taken from.
    fn measure<'a>(
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

/// Looks for the values of axes: what stands nearer to the measure, then the axes along which numbers are taken, then
/// the rest.
struct Finder<'a> {
    quick: bool,
    own: &'a Place<'a>,
    along: &'a [Levels],
    outer: &'a Place<'a>,
}

impl Finder<'_> {
    /// Moves to the value of an axis at which numbers are taken; from one of its values to the next it is so many points
    /// and columns.
    fn find(&self, levels: &Levels, step: (usize, usize), spots: &mut Spots) -> Result<(), Diagnostic> {
        let by_name = |at: &Place| at.iter().find(|(name, _)| *name == levels.name).map(|at| at.1.clone());
        let far = |level: usize| (level * step.0, level * step.1);
        let own = by_name(self.own);
        let along = self.along.iter().position(|axis| axis.name == levels.name).filter(|_| own.is_none());
        if let Some(along) = along {
            for (known, label) in spots.steps[along].iter_mut().zip(&self.along[along].labels) {
                let level = self.level(levels, label)?;
                *known = known.zip(level).map(|(at, level)| {
                    let (points, columns) = far(level);
                    (at.0 + points, at.1 + columns)
                });
            }
            return Ok(());
        }
        let level = match own.or_else(|| by_name(self.outer)) {
            Some(label) => self.level(levels, &label)?,
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

    /// The place of a value on an axis; `None` if it is not run for an impression.
    fn level(&self, levels: &Levels, label: &str) -> Result<Option<usize>, Diagnostic> {
        let level = levels.labels.iter().position(|known| known == label);
        if level.is_none() && !self.quick {
            let known = || levels.labels.iter().map(|label| &**label);
            let message = format!("unknown value {label:?}; values of {:?}: {}", levels.name, names(known()));
            return Err(Diagnostic::error(message).hint(meant(label, known())));
        }
        Ok(level)
    }
}

/// What keeps quantities from being worked out whatever the runs say, used or not: names of nothing, and quantities that are
/// made of themselves.
pub fn unfit(plan: &Plan) -> Vec<Diagnostic> {
    let outcome = Outcome { plan, numbers: &[] };
    let wrong = |(name, quantity): &(String, Quantity)| {
        let place = format!("/quantities/{}", name.replace('~', "~0").replace('/', "~1"));
        outcome.fits(name, quantity).err().map(|wrong| wrong.place(place))
    };
    plan.study.quantities.iter().filter_map(wrong).collect()
}

impl Outcome<'_> {
    /// Fails if a quantity names what there is not, or itself.
    fn fits(&self, name: &str, quantity: &Quantity) -> Result<(), Diagnostic> {
        let block = self.block(&quantity.part)?;
        let all = &self.plan.study.quantities;
        let known = |name: &str| all.iter().any(|(known, _)| known == name);
        let fields = fields(quantity, block);
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
        if made_of_itself(all, name) {
            return Err(Diagnostic::error(format!("the quantity {name:?} depends on itself")));
        }
        for (field, selection) in &quantity.with {
            if selection.quantity.is_empty() {
                let (block, measure) = self.measure(block, Some(selection), field)?;
                known_measure(block, measure)?;
            } else if known(&selection.quantity) {
                self.before(quantity, &selection.quantity)?;
            } else {
                self.named(&selection.quantity)?;
            }
        }
        if let Some(ahead) = &quantity.ahead {
            self.named(&ahead.of)?;
        }
        if let Some(along) = &quantity.along {
            axes_of(block, along)?;
            if !along.each.is_empty() {
                Expression::parse(&along.each, &EACH)?;
            }
        }
        Ok(())
    }
}

/// True if a quantity is made of others, and they in the end of it.
fn made_of_itself(all: &[(String, Quantity)], name: &str) -> bool {
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

/// The measure of this name.
fn known_measure<'b>(block: &'b Block, measure: &str) -> Result<&'b Taken, Diagnostic> {
    block.measure(measure).ok_or_else(|| {
        let measures = block.measures();
        let known = || measures.iter().copied();
        let message = format!("unknown measure {measure:?}; available: {}", names(known()));
        Diagnostic::error(message).hint(meant(measure, known()))
    })
}

/// What a quantity can be about: what it names itself, then the measures.
fn fields<'a>(quantity: &'a Quantity, block: &'a Block) -> Vec<&'a str> {
    quantity.with.iter().map(|(name, _)| &**name).chain(block.measures()).collect()
}

/// True if a statistic of pooled values is their mean.
fn is_mean(statistic: &Statistic) -> bool {
    *statistic == Statistic::Mean || statistic.is_pooled()
}

/// A statistic of these values, or one of its numbers; none of nothing.
fn of_pool(statistic: &Statistic, values: Vec<f64>, item: Option<u32>) -> Option<f64> {
    if values.is_empty() || is_mean(statistic) {
        return mean(&values);
    }
    let mut numbers = Vec::new();
    take(statistic, values, &mut numbers);
    numbers.get(item.unwrap_or(1).max(1) as usize - 1).copied()
}

/// A function of means that chance moves independently: each moves it by what half of its interval does. It has no interval
/// if one of them has none.
fn of_independent(expression: &Expression, means: &[Option<Interval>]) -> Interval {
    let mut values: Vec<f64> = means.iter().map(|mean| mean.map_or(f64::NAN, |mean| mean.mean)).collect();
    let mean = expression.value(&values);
    let (mut squares, mut count) = (0.0, u32::MAX);
    for (field, known) in means.iter().enumerate() {
        let Some(known) = known.filter(|known| !known.is_exact()) else { continue };
        count = count.min(known.count);
        let Some((low, high)) = known.ends() else { return Interval::unknown(mean, count) };
        let mut ends = [low, high].map(|end| {
            values[field] = end;
            expression.value(&values)
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

    fn from_to(low: f64, high: f64) -> Interval {
        Interval { mean: f64::midpoint(low, high), low, high, count: 9 }
    }

    #[test]
    fn independent_means_move_what_is_made_of_them() {
        let made = |text: &str, means: &[Option<Interval>]| {
            let expression = Expression::parse(text, &["a", "b"]).expect("an expression");
            of_independent(&expression, means)
        };
        let (a, b) = (from_to(7.0, 13.0), from_to(0.0, 8.0));
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
        assert_eq!(made("a - b", &[Some(a), Some(Interval::unknown(2.0, 1))]).ends(), None);
    }
}
