//! Quantities: what is worked out of the numbers of a study's runs.
//!
//! A quantity is worked out seed by seed, so that what is compared has met the same work; the interval is that of its
//! values over the seeds. Runs that have not been made are missing: a study can be looked at while it runs.

use crate::Interval;
use crate::outcome::{Outcome, Place, axis_of, place};
use crate::plan::Block;
use crate::statistics::{self, LineFit, Pool};
use ganttlet_document::study::{Ahead, Quantity, Reduced, Selection, Statistic, Tree};
use ganttlet_engine::diagnostic::{Diagnostic, meant, names};
use ganttlet_engine::expression::Expression;

/// A number: `Ok(None)` where it is not run for an impression, `Ok(Some(None))` while its runs are missing.
pub(crate) type Found = Result<Option<Option<Interval>>, Diagnostic>;

/// What a quantity is at one place.
enum Worked {
    /// A value for each seed; NaN where a run is missing.
    Each(Vec<f64>),
    /// A function of means; nothing while one is missing.
    OfMeans(Option<Interval>),
}

impl Outcome<'_> {
    /// A quantity. The outer option is `None` where a value of an axis is not run for an impression, the inner one while
    /// its runs are missing.
    pub(crate) fn quantity(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
        if let Some(ahead) = &quantity.ahead {
            return self.ahead(quantity, ahead, outer, item);
        }
        let Some(along) = &quantity.along else { return self.one(quantity, outer, item) };
        let mut numbers = Vec::new();
        let labels: Vec<String> = if along.values.is_empty() && !along.axis.is_empty() {
            axis_of(self.block(&quantity.part)?, &along.axis)?.labels.clone()
        } else {
            along.values.iter().map(Tree::label).collect()
        };
        for label in labels {
            let x = label.parse::<f64>().unwrap_or(f64::NAN);
            let found = if along.axis.is_empty() {
                self.one(quantity, outer, Some(x as u32))?
            } else {
                let outer: Place =
                    std::iter::once((&*along.axis, label)).chain(outer.iter().cloned()).collect();
                self.one(quantity, &outer, item)?
            };
            if let Some(number) = found {
                numbers.push((x, number));
            }
        }
        if numbers.is_empty() {
            return Ok(None);
        }
        let made: Option<Vec<(f64, Interval)>> =
            numbers.into_iter().map(|(x, number)| Some((x, number?))).collect();
        Ok(Some(made.map(|numbers| reduce(&along.take, &numbers))))
    }

    /// How often the runs of a quantity are below those of another.
    fn ahead(&self, quantity: &Quantity, ahead: &Ahead, outer: &Place, item: Option<u32>) -> Found {
        let each = |quantity| self.worked_out(quantity, outer, item);
        let (Some(less), Some(more)) = (each(quantity)?, each(self.named(&ahead.of)?)?) else {
            return Ok(None);
        };
        let (Worked::Each(less), Worked::Each(more)) = (less, more) else {
            return Err(Diagnostic::error(
                "what is worked out of means has no runs to choose from".to_owned(),
            ));
        };
        Ok(Some(statistics::all_below(&less, &more, ahead.runs).map(Interval::exact)))
    }

    /// A quantity at one place.
    fn one(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
        Ok(self.worked_out(quantity, outer, item)?.map(|worked| match worked {
            Worked::Each(values) => Interval::of(&values),
            Worked::OfMeans(number) => number,
        }))
    }

    /// A quantity at one place, seed by seed if it is that.
    fn worked_out(
        &self,
        quantity: &Quantity,
        outer: &Place,
        item: Option<u32>,
    ) -> Result<Option<Worked>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        // A part that is compared with may have fewer axes; what is asked of an axis that the quantity's own part has not is
        // about another study.
        let mut asked = outer.iter().map(|(name, _)| *name).chain(place(&quantity.at).map(|(name, _)| name));
        let axes = || block.axes.iter().map(|axis| &*axis.name);
        if let Some(name) = asked.find(|&name| !name.is_empty() && !axes().any(|axis| axis == name)) {
            return Err(Diagnostic::error(format!("nothing varies {name:?}")).hint(meant(name, axes())));
        }
        let (expression, fields) = read(quantity, block)?;
        let mut columns = vec![Vec::new(); fields.len()];
        let mut means = vec![None; fields.len()];
        let mut independent = quantity.independent || quantity.of_means;
        for field in expression.fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let (block, measure) = self.measure(block, selection, fields[field])?;
            let Some(column) = block.column(measure) else {
                let measures = block.measures();
                let known = || measures.iter().copied();
                let message = format!("found {measure:?}, the measures are {}", names(known()));
                return Err(Diagnostic::error(message).hint(meant(measure, known())));
            };
            // What stands nearer to the measure is more exact.
            let own = selection.map_or(&[][..], |selection| &selection.at);
            let at: Place = place(own).chain(place(&quantity.at)).chain(outer.iter().cloned()).collect();
            let Some(point) = self.point(block, &at)? else { return Ok(None) };
            if block.statistic(measure) == Some(&Statistic::Each) {
                independent = true;
                means[field] = self.pooled(block, point, column.start);
            } else {
                let item = selection.and_then(|selection| selection.item).or(item).unwrap_or(1) as usize;
                let column = column.start + (item.max(1) - 1).min(column.len() - 1);
                columns[field] = self.values(block, point, column);
                means[field] = Interval::of(&columns[field]);
            }
            if quantity.of_means {
                means[field] = means[field].map(|number| Interval::exact(number.mean));
            }
        }
        if independent {
            let made = expression.fields().iter().all(|&field| means[field].is_some());
            return Ok(Some(Worked::OfMeans(made.then(|| of_independent(&expression, &means)))));
        }
        let value = |seed: usize| {
            let values: Vec<f64> =
                columns.iter().map(|column| column.get(seed).copied().unwrap_or(f64::NAN)).collect();
            // A comparison with what is missing would be false, not missing.
            let missing = columns.iter().any(|column| column.get(seed).is_some_and(|value| value.is_nan()));
            if missing { f64::NAN } else { expression.value(&values) }
        };
        let seeds = columns.iter().map(Vec::len).max().unwrap_or(0);
        Ok(Some(Worked::Each((0..seeds).map(value).collect())))
    }

    /// The values of an item of a quantity that takes several numbers from each run; none if it takes one.
    pub(crate) fn items(&self, quantity: &Quantity) -> Result<Vec<f64>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        let (expression, fields) = read(quantity, block)?;
        for field in expression.fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let (block, measure) = self.measure(block, selection, fields[field])?;
            match block.statistic(measure) {
                Some(Statistic::First(count)) => return Ok((1..=*count).map(f64::from).collect()),
                Some(Statistic::Distribution(bounds)) => {
                    return Ok((0..bounds.count).map(|item| f64::from(item) * bounds.step).collect());
                }
                _ => {}
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

    /// All values of all seeds of a point together.
    fn pooled(&self, block: &Block, point: usize, first: usize) -> Option<Interval> {
        let numbers = |seed| {
            let run: &Vec<f64> = self.numbers.get(block.run(point, seed))?;
            Some(std::array::from_fn(|at| run.get(first + at).copied().unwrap_or(f64::NAN)))
        };
        let pools: Vec<[f64; Pool::NUMBERS]> = (0..block.seeds as usize)
            .filter_map(numbers)
            .filter(|numbers: &[f64; Pool::NUMBERS]| numbers.iter().all(|number| number.is_finite()))
            .collect();
        Pool::interval(&pools)
    }
}

/// The expression of a quantity, and the names of what it can be about: what the quantity names itself, then the measures.
fn read<'a>(quantity: &'a Quantity, block: &'a Block) -> Result<(Expression, Vec<&'a str>), Diagnostic> {
    let with = quantity.with.iter().map(|(name, _)| &**name);
    let fields: Vec<&str> = with.chain(block.measures()).collect();
    Ok((Expression::parse(&quantity.value, &fields)?, fields))
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

/// One number of those along an axis.
fn reduce(take: &Reduced, numbers: &[(f64, Interval)]) -> Interval {
    let by = |better: fn(f64, f64) -> bool| {
        let best = |best: Interval, &(_, number): &(f64, Interval)| {
            if better(number.mean, best.mean) { number } else { best }
        };
        numbers.iter().fold(numbers[0].1, best)
    };
    let line = || {
        let points: Vec<(f64, f64)> = numbers.iter().map(|&(x, number)| (x, number.mean)).collect();
        LineFit::of(&points)
    };
    match take {
        Reduced::Least => by(|one, best| one < best),
        Reduced::Most => by(|one, best| one > best),
        Reduced::Mean => {
            let sum = numbers[1..].iter().fold(numbers[0].1, |sum, &(_, number)| sum + number);
            sum * (1.0 / numbers.len() as f64)
        }
        Reduced::LineAt(x) => Interval::exact(line().none + line().slope * x),
        Reduced::LineReaches(y) => Interval::exact((y - line().none) / line().slope),
        Reduced::LineExplains => Interval::exact(100.0 * line().explains),
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
        assert_eq!(made("2 * a", &both), a * 2.0);
        // What does not depend on chance moves nothing.
        assert_eq!(made("a / b", &[Some(a), Some(Interval::exact(2.0))]), a * 0.5);
    }

    #[test]
    fn one_number_is_taken_along_an_axis() {
        let numbers = [(0.0, from_to(1.0, 3.0)), (1.0, from_to(3.0, 5.0)), (2.0, from_to(5.0, 7.0))];
        let mean = |take: Reduced| format!("{:.3}", reduce(&take, &numbers).mean);
        assert_eq!([Reduced::Least, Reduced::Most, Reduced::Mean].map(mean), ["2.000", "6.000", "4.000"]);
        let lines = [Reduced::LineAt(5.0), Reduced::LineReaches(7.0), Reduced::LineExplains];
        assert_eq!(lines.map(mean), ["12.000", "2.500", "100.000"]);
        assert_eq!(reduce(&Reduced::Most, &numbers), numbers[2].1);
    }
}
