//! Quantities: what is worked out of the numbers of a study's runs.
//!
//! A quantity is worked out seed by seed, so that what is compared has met the same work; the interval is that of its
//! values over the seeds. Runs that have not been made are missing: a study can be looked at while it runs.

use crate::Interval;
use crate::along::{Numbers, axes_of, reduce};
use crate::levels::{Levels, places};
use crate::outcome::{Outcome, Place, place};
use crate::plan::Block;
use crate::statistics;
use crate::taken::{is_pooled, places as places_of, take};
use ganttlet_document::study::{Ahead, Pooled, Quantity, Selection, Statistic};
use ganttlet_engine::diagnostic::{Diagnostic, meant, names};
use ganttlet_engine::expression::Expression;

/// A number: `None` where it is not run for an impression, `Some(None)` while its runs are missing.
type Number = Option<Option<Interval>>;
/// The same, or what is wrong.
pub(crate) type Found = Result<Number, Diagnostic>;

/// The same, with where it is.
pub(crate) type Settled = Result<Option<Option<(Interval, String)>>, Diagnostic>;

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

impl<'p> Outcome<'p> {
    /// A quantity. The outer option is `None` where a value of an axis is not run for an impression, the inner one while
    /// its runs are missing.
    pub(crate) fn quantity(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
        Ok(self.settled(quantity, outer, item)?.map(|known| known.map(|(number, _)| number)))
    }

    /// A quantity, and where along its axes it is that much; empty where that is no matter of one value.
    pub(crate) fn settled(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Settled {
        let nowhere = |number: Number| number.map(|number| number.map(|number| (number, String::new())));
        if let Some(ahead) = &quantity.ahead {
            return self.ahead(quantity, ahead, outer, item).map(nowhere);
        }
        if let Some(pooled) = &quantity.pooled {
            return self.of_all_jobs(quantity, pooled, outer, item).map(nowhere);
        }
        let Some(along) = &quantity.along else {
            let mut numbers = self.numbers(quantity, &[], (outer, item))?;
            return Ok(nowhere(numbers.pop().flatten()));
        };
        let axes = axes_of(self.block(&quantity.part)?, along)?;
        let numbers = self.numbers(quantity, &axes, (outer, item))?;
        if numbers.iter().all(Option::is_none) {
            return Ok(None);
        }
        if numbers.contains(&Some(None)) {
            return Ok(Some(None));
        }
        let made = numbers.into_iter().map(Option::flatten).collect();
        Ok(Some(reduce(along, Numbers { axes, made })?))
    }

    /// The values of a quantity seed by seed, NaN where a run is missing; none of one that is not the mean of such values.
    pub(crate) fn each_seed(&self, quantity: &Quantity, outer: &Place) -> Result<Vec<f64>, Diagnostic> {
        if quantity.ahead.is_some() || quantity.pooled.is_some() || quantity.along.is_some() {
            return Ok(Vec::new());
        }
        let prepared = self.prepare(quantity, &[], (outer, None))?;
        let values = if prepared.independent { None } else { self.by_seed(&prepared, &[]) };
        Ok(values.unwrap_or_default())
    }

    /// How often the runs of a quantity are below those of another.
    fn ahead(&self, quantity: &Quantity, ahead: &Ahead, outer: &Place, item: Option<u32>) -> Found {
        let each = |quantity| {
            let prepared = self.prepare(quantity, &[], (outer, item))?;
            if prepared.independent {
                let message = "what is worked out of means has no runs to choose from".to_owned();
                return Err(Diagnostic::error(message));
            }
            Ok(self.by_seed(&prepared, &[]))
        };
        let (Some(less), Some(more)) = (each(quantity)?, each(self.named(&ahead.of)?)?) else {
            return Ok(None);
        };
        Ok(Some(statistics::all_below(&less, &more, ahead.runs).map(Interval::exact)))
    }

    /// A statistic of a quantity of all jobs of all seeds together: of those of which everything is known, and which count.
    fn of_all_jobs(&self, quantity: &Quantity, pooled: &Pooled, outer: &Place, item: Option<u32>) -> Found {
        let jobs: Vec<f64> = (1..=self.items_of_measures(quantity)?.len()).map(|job| job as f64).collect();
        let axes = [Levels::of_column("", &jobs)];
        let prepare = |text: &str| {
            let prepared = self.prepare_text(quantity, text, &axes, (outer, None))?;
            if prepared.independent {
                return Err(Diagnostic::error("what is worked out of means has no jobs".to_owned()));
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
        Ok(Some(of_pool(&pooled.statistic, values, item)))
    }

    /// A quantity at all values of these axes, the last of which turns fastest.
    fn numbers(
        &self,
        quantity: &Quantity,
        axes: &[Levels],
        (outer, item): (&Place, Option<u32>),
    ) -> Result<Vec<Number>, Diagnostic> {
        let prepared = self.prepare(quantity, axes, (outer, item))?;
        let number = |at| {
            let places = places(axes, at);
            if prepared.independent {
                self.of_means(quantity, &prepared, axes, (&places, outer))
            } else {
                Ok(self.by_seed(&prepared, &places).map(|values| Interval::of(&values)))
            }
        };
        (0..axes.iter().map(|axis| axis.labels.len()).product()).map(number).collect()
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
            return Err(Diagnostic::error(format!("nothing varies {name:?}")).hint(meant(name, known())));
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

    /// An expression over measures at these places, seed by seed.
    fn by_seed(&self, prepared: &Prepared, places: &[usize]) -> Option<Vec<f64>> {
        let mut spots = Vec::with_capacity(prepared.operands.len());
        for operand in &prepared.operands {
            let Operand::Measure(of) = operand else { continue };
            let (point, column) = of.at(places)?;
            spots.push((of.block, point, column));
        }
        let mut values = vec![f64::NAN; prepared.fields];
        let value = |seed| {
            for (&field, &(block, point, column)) in prepared.used.iter().zip(&spots) {
                let known = seed < block.seeds as usize;
                values[field] = if known { self.number(block, point, seed, column) } else { f64::NAN };
            }
            // A comparison with what is missing would be false, not missing.
            let missing = prepared.used.iter().any(|&field| values[field].is_nan());
            if missing { f64::NAN } else { prepared.expression.value(&values) }
        };
        let seeds = spots.iter().map(|(block, ..)| block.seeds as usize).max().unwrap_or(0);
        Some((0..seeds).map(value).collect())
    }

    /// An expression over means at these places of the axes.
    fn of_means(
        &self,
        quantity: &Quantity,
        prepared: &Prepared,
        axes: &[Levels],
        (places, outer): (&[usize], &Place),
    ) -> Found {
        let mut means = vec![None; prepared.fields];
        for (&field, operand) in prepared.used.iter().zip(&prepared.operands) {
            let Some(mean) = self.mean(operand, axes, places, outer)? else { return Ok(None) };
            means[field] = mean;
            if quantity.of_means {
                means[field] = mean.map(|mean| Interval::exact(mean.mean));
            }
        }
        let made = prepared.used.iter().all(|&field| means[field].is_some());
        let number = made.then(|| of_independent(&prepared.expression, &means));
        Ok(Some(number.filter(|number| !number.mean.is_nan())))
    }

    /// The mean of an operand at these places of the axes.
    fn mean(&self, operand: &Operand, axes: &[Levels], places: &[usize], outer: &Place) -> Found {
        match operand {
            Operand::Measure(spots) => Ok(spots.at(places).map(|(point, column)| {
                if spots.pooled {
                    self.pooled(spots.block, point, column)
                } else {
                    Interval::of(&self.values(spots.block, point, column))
                }
            })),
            Operand::Quantity(quantity, own) => {
                let along = axes.iter().zip(places).map(|(axis, &at)| (&*axis.name, axis.labels[at].clone()));
                let block = self.block(&quantity.part)?;
                // Another part may have fewer axes.
                let others =
                    along.chain(outer.iter().cloned()).filter(|(name, _)| block.axis(name).is_some());
                let at: Place = own.iter().cloned().chain(others).collect();
                self.quantity(quantity, &at, None)
            }
        }
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
        let Some(taken) = block.measure(measure) else {
            let measures = block.measures();
            let known = || measures.iter().copied();
            let message = format!("found {measure:?}, the measures are {}", names(known()));
            return Err(Diagnostic::error(message).hint(meant(measure, known())));
        };
        let mut spots = Spots {
            block,
            pooled: is_pooled(&taken.measure.statistic),
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
            Diagnostic::error(format!("found {name:?}, the quantities before it are {}", names(known())))
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
                return Err(Diagnostic::error(format!("nothing says at which value of {:?}", levels.name)));
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
            let message = format!("found {label:?}, the values of {:?} are {}", levels.name, names(known()));
            return Err(Diagnostic::error(message).hint(meant(label, known())));
        }
        Ok(level)
    }
}

/// What a quantity can be about: what it names itself, then the measures.
fn fields<'a>(quantity: &'a Quantity, block: &'a Block) -> Vec<&'a str> {
    quantity.with.iter().map(|(name, _)| &**name).chain(block.measures()).collect()
}

/// A statistic of these values, or one of its numbers; none of nothing.
fn of_pool(statistic: &Statistic, values: Vec<f64>, item: Option<u32>) -> Option<Interval> {
    if values.is_empty() || *statistic == Statistic::Mean || is_pooled(statistic) {
        return Interval::of(&values);
    }
    let mut numbers = Vec::new();
    take(statistic, values, &mut numbers);
    numbers.get(item.unwrap_or(1).max(1) as usize - 1).copied().map(Interval::exact)
}

/// A function of means that chance moves independently: each moves it by what half of its interval does.
fn of_independent(expression: &Expression, means: &[Option<Interval>]) -> Interval {
    let mut values: Vec<f64> = means.iter().map(|mean| mean.map_or(f64::NAN, |mean| mean.mean)).collect();
    let mean = expression.value(&values);
    let (mut squares, mut count) = (0.0, u32::MAX);
    for (field, known) in means.iter().enumerate() {
        let Some(known) = known.filter(|known| known.high > known.low) else { continue };
        let mut ends = [known.low, known.high].map(|end| {
            values[field] = end;
            expression.value(&values)
        });
        values[field] = known.mean;
        ends.sort_unstable_by(f64::total_cmp);
        squares += (ends[1] - ends[0]) * (ends[1] - ends[0]) / 4.0;
        count = count.min(known.count);
    }
    let half = squares.sqrt();
    let known = || means.iter().flatten().map(|known| known.count).min().unwrap_or(1);
    let count = if count == u32::MAX { known() } else { count };
    Interval { mean, low: mean - half, high: mean + half, count }
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
        assert_eq!(made("2 * a", &both), a * 2.0);
        // What does not depend on chance moves nothing.
        assert_eq!(made("a / b", &[Some(a), Some(Interval::exact(2.0))]), a * 0.5);
    }
}
