//! What the runs of a study say together: its quantities worked out, its claims judged, its tables and plots filled.
//!
//! A quantity is worked out seed by seed, so that what is compared has met the same work; the interval is that of its
//! values over the seeds. Runs that have not been made are missing: a study can be looked at while it runs.

use crate::plan::{Block, Plan};
use crate::statistics;
use crate::verdict::{self, Judge as Tolerance};
use crate::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict};
use ganttlet_document::sha256_of;
use ganttlet_document::study::{Claim, Judge, Judged, Quantity, Tree};
use ganttlet_engine::diagnostic::{Diagnostic, meant, names};
use ganttlet_engine::expression::Expression;

/// The numbers of all runs of a study.
#[derive(Clone, Copy)]
pub struct Outcome<'a> {
    /// Its runs.
    pub plan: &'a Plan,
    /// The numbers of each run, in the order of the runs; empty for those that have not been made.
    pub numbers: &'a [Vec<f64>],
}

/// Values of axes: the name of an axis and that of a value.
type Place<'a> = Vec<(&'a str, String)>;

fn place(at: &[(String, Tree)]) -> impl Iterator<Item = (&str, String)> {
    at.iter().map(|(axis, value)| (&**axis, value.label()))
}

impl Outcome<'_> {
    /// The name of the collected result, 16 hexadecimal digits: it depends on the study and on every bit of every number, not
    /// on who made the runs or in which order. `None` while a run is missing.
    pub fn digest(&self) -> Option<String> {
        let whole = self.numbers.len() == self.plan.count() && self.numbers.iter().all(|run| !run.is_empty());
        if !whole {
            return None;
        }
        // All that are no number are one.
        let bits = |number: &f64| if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() };
        let runs =
            self.numbers.iter().map(|run| run.iter().flat_map(|number| bits(number).to_le_bytes()).collect());
        let study = self.plan.digest().into_bytes();
        Some(sha256_of(std::iter::once(study).chain(runs))[..16].to_owned())
    }

    /// The numbers of a point, a seed each; NaN where a run is missing.
    pub fn values(&self, block: &Block, point: usize, column: usize) -> Vec<f64> {
        let number = |seed| self.numbers.get(block.run(point, seed))?.get(column).copied();
        (0..block.seeds as usize).map(|seed| number(seed).unwrap_or(f64::NAN)).collect()
    }

    /// The values of a quantity, a seed each. `Ok(None)` where a value of an axis is not run for an impression.
    fn quantity(&self, quantity: &Quantity, outer: &Place) -> Result<Option<Vec<f64>>, Diagnostic> {
        let block = self.block(&quantity.part)?;
        let measures = block.measures();
        let with = quantity.with.iter().map(|(name, _)| &**name);
        let fields: Vec<&str> = with.chain(measures.iter().copied()).collect();
        let expression = Expression::parse(&quantity.value, &fields)?;
        let mut columns = vec![Vec::new(); fields.len()];
        for field in expression.fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let measure = selection.map_or(fields[field], |selection| &selection.measure);
            let item = selection.map_or(1, |selection| selection.item) as usize;
            let Some(column) = block.column(measure) else {
                let known = || measures.iter().copied();
                let message = format!("found {measure:?}, the measures are {}", names(known()));
                return Err(Diagnostic::error(message).hint(meant(measure, known())));
            };
            // What stands nearer to the measure is more exact.
            let own = selection.map_or(&[][..], |selection| &selection.at);
            let at: Place = place(own).chain(place(&quantity.at)).chain(outer.iter().cloned()).collect();
            let Some(point) = self.point(block, &at)? else { return Ok(None) };
            let column = column.start + (item - 1).min(column.len() - 1);
            columns[field] = self.values(block, point, column);
            if quantity.of_means {
                let made: Vec<f64> =
                    columns[field].iter().copied().filter(|value| value.is_finite()).collect();
                columns[field] = vec![statistics::mean(&made)];
            }
        }
        let seeds = if quantity.of_means { 1 } else { block.seeds as usize };
        let value = |seed: usize| {
            let values: Vec<f64> =
                columns.iter().map(|column| column.get(seed).copied().unwrap_or(f64::NAN)).collect();
            // A comparison with what is missing would be false, not missing.
            let missing = columns.iter().any(|column| column.get(seed).is_some_and(|value| value.is_nan()));
            if missing { f64::NAN } else { expression.value(&values) }
        };
        Ok(Some((0..seeds).map(value).collect()))
    }

    fn block(&self, part: &str) -> Result<&Block, Diagnostic> {
        let blocks = &self.plan.blocks;
        blocks.iter().find(|block| block.name == part).ok_or_else(|| {
            let known = || blocks.iter().map(|block| &*block.name).filter(|name| !name.is_empty());
            Diagnostic::error(format!("found {part:?}, the parts are {}", names(known())))
                .hint(meant(part, known()))
        })
    }

    /// The point with these values; `None` if one of them is not run.
    fn point(&self, block: &Block, at: &Place) -> Result<Option<usize>, Diagnostic> {
        let mut levels = Vec::new();
        for axis in &block.axes {
            match at.iter().find(|(name, _)| *name == axis.name) {
                Some((_, label)) => match axis.labels.iter().position(|known| known == label) {
                    Some(level) => levels.push(level),
                    None if self.plan.quick => return Ok(None),
                    None => {
                        let known = || axis.labels.iter().map(|label| &**label);
                        let message =
                            format!("found {label:?}, the values of {:?} are {}", axis.name, names(known()));
                        return Err(Diagnostic::error(message).hint(meant(label, known())));
                    }
                },
                None if axis.labels.len() == 1 => levels.push(0),
                None => {
                    return Err(Diagnostic::error(format!("nothing says at which value of {:?}", axis.name)));
                }
            }
        }
        Ok(Some(block.point(&levels)))
    }

    fn named(&self, name: &str) -> Result<&Quantity, Diagnostic> {
        let study = &self.plan.study;
        study.quantities.iter().find(|(known, _)| known == name).map(|(_, quantity)| quantity).ok_or_else(
            || {
                let known = || study.quantities.iter().map(|(name, _)| &**name);
                Diagnostic::error(format!("found {name:?}, the quantities are {}", names(known())))
                    .hint(meant(name, known()))
            },
        )
    }
}

/// What the runs of a study say: its claims, tables and plots, and what is wrong with them. What depends on runs that have not
/// been made is left out.
pub fn findings(outcome: Outcome) -> (Findings, Vec<Diagnostic>) {
    let (mut found, mut wrong) = (Findings::default(), Vec::new());
    let study = &outcome.plan.study;
    for (claim, i) in study.claims.iter().zip(0..) {
        match target(outcome, claim) {
            Ok(target) => found.targets.extend(target),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/claims/{i}"))),
        }
    }
    for (said, i) in study.tables.iter().zip(0..) {
        match table(outcome, said) {
            Ok(table) => found.tables.push(table),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/tables/{i}"))),
        }
    }
    for (said, i) in study.plots.iter().zip(0..) {
        match plot(outcome, said) {
            Ok(plot) => found.plots.push(plot),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/plots/{i}"))),
        }
    }
    (found, wrong)
}

/// A claim and what came of it; `None` while one of its numbers is missing.
fn target(outcome: Outcome, claim: &Claim) -> Result<Option<Target>, Diagnostic> {
    let (mut verdicts, mut ours, mut tolerances) = (Vec::new(), Vec::new(), Vec::<String>::new());
    for judged in &claim.judged {
        let Some(one) = judge(outcome, judged)? else { return Ok(None) };
        verdicts.extend(one.verdicts);
        let name = if judged.name.is_empty() { String::new() } else { format!("{}: ", judged.name) };
        ours.push(format!("{name}{}", one.ours));
        if !tolerances.contains(&one.tolerance) {
            tolerances.push(one.tolerance);
        }
    }
    let (ours, tolerance) = (ours.join("; "), tolerances.join("; "));
    let mut ours = ours;
    if verdicts.len() > 1 {
        ours = format!("{ours} ({})", verdict::so_many(&verdicts));
    }
    let verdict = verdict::all(&verdicts);
    let target = Target::new(&*claim.id, &*claim.claim, (&*claim.published, ours), tolerance, verdict);
    let target = if claim.fitted { target.fitted() } else { target };
    Ok(Some(target.note(&*claim.note)))
}

/// What came of one quantity of a claim.
struct OneJudged {
    verdicts: Vec<Verdict>,
    ours: String,
    tolerance: String,
}

fn judge(outcome: Outcome, judged: &Judged) -> Result<Option<OneJudged>, Diagnostic> {
    let quantity = outcome.named(&judged.quantity)?;
    let (mut numbers, mut places) = (Vec::new(), Vec::new());
    for at in combinations(&judged.over) {
        let outer: Place = at.iter().cloned().chain(place(&judged.at)).collect();
        let Some(values) = outcome.quantity(quantity, &outer)? else { continue };
        let Some(interval) = Interval::of(&values) else { return Ok(None) };
        numbers.push(interval);
        places.push(at.first().and_then(|(_, label)| label.parse::<f64>().ok()).unwrap_or(f64::NAN));
    }
    if numbers.is_empty() {
        return Ok(None);
    }
    let unit = &*quantity.unit;
    let words = || {
        let all: Vec<String> = numbers.iter().map(Interval::words).collect();
        format!("{} {unit}", all.join(", ")).trim_end().to_owned()
    };
    let whole = |verdict, tolerance: &str| OneJudged {
        verdicts: vec![verdict],
        ours: words(),
        tolerance: tolerance.to_owned(),
    };
    let each = |judge: Tolerance| OneJudged {
        verdicts: numbers.iter().map(|&number| judge.of(number)).collect(),
        ours: words(),
        tolerance: judge.words().to_owned(),
    };
    Ok(Some(match judged.judge {
        Judge::Falls(_) => whole(verdict::falling(&numbers), "order"),
        Judge::Rises(_) => whole(verdict::rising(&numbers), "order"),
        Judge::Begins { from, to, step } => {
            let begins = Begins::of(&places, &numbers);
            OneJudged {
                verdicts: vec![begins.verdict((from, to), step)],
                ours: begins.words(unit),
                tolerance: format!("one step of {step} {unit}").trim_end().to_owned(),
            }
        }
        Judge::Near { published, by } => each(Tolerance::near(published, by, unit)),
        Judge::NearPercent { published, percent } => each(Tolerance::near_percent(published, percent)),
        Judge::InRange { low, high, by } => each(Tolerance::near_range((low, high), by, unit)),
        Judge::Sign(sign) => each(Tolerance::sign(f64::from(sign))),
        Judge::Below(bound) => each(Tolerance::below(bound, unit)),
        Judge::Above(bound) => each(Tolerance::above(bound, unit)),
        Judge::AtMost(bound) => each(Tolerance::at_most(bound, unit)),
        Judge::AtLeast(bound) => each(Tolerance::at_least(bound, unit)),
        Judge::AtLeastElseAbove { least, above } => {
            each(Tolerance::at_least(least, unit).or_direction_above(above, unit))
        }
    }))
}

/// Each value of the first of these axes with each of the others.
fn combinations(over: &[(String, Vec<Tree>)]) -> Vec<Place<'_>> {
    let mut all: Vec<Place> = vec![Vec::new()];
    for (axis, values) in over {
        let mut longer = Vec::new();
        for at in &all {
            longer.extend(values.iter().map(|value| [&at[..], &[(&**axis, value.label())]].concat()));
        }
        all = longer;
    }
    all
}

/// Where something begins along an axis.
struct Begins {
    /// The last value at which it is not yet so, before the first at which it is.
    from: Option<f64>,
    /// The first value at which it is so.
    to: Option<f64>,
}

impl Begins {
    fn of(places: &[f64], numbers: &[Interval]) -> Self {
        let first = numbers.iter().position(|number| number.mean != 0.0);
        let before = first.unwrap_or(numbers.len()).checked_sub(1);
        Self { from: before.map(|at| places[at]), to: first.map(|at| places[at]) }
    }

    fn words(&self, unit: &str) -> String {
        let words = match (self.from, self.to) {
            (Some(from), Some(to)) => format!("{from} - {to}"),
            (None, Some(to)) => format!("below {to}"),
            (Some(from), None) => format!("above {from}"),
            (None, None) => "-".to_owned(),
        };
        format!("{words} {unit}").trim_end().to_owned()
    }

    /// The direction is right if it begins at all.
    fn verdict(&self, (low, high): (f64, f64), step: f64) -> Verdict {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from + step >= low && to <= high + step => Verdict::Held,
            (_, Some(_)) => Verdict::DirectionOnly,
            (_, None) => Verdict::NotHeld,
        }
    }
}

fn table(outcome: Outcome, said: &ganttlet_document::study::Table) -> Result<Table, Diagnostic> {
    let heads: Vec<&str> =
        std::iter::once(&*said.head).chain(said.columns.iter().map(|column| &*column.name)).collect();
    let mut table = Table::new(&*said.title, &heads);
    for row in &said.rows {
        let mut cells = Vec::new();
        for (column, i) in said.columns.iter().zip(0..) {
            let name = if row.quantity.is_empty() { &column.quantity } else { &row.quantity };
            let quantity = outcome.named(name)?;
            let at: Place = place(&row.at).chain(place(&column.at)).collect();
            let cell = if column.begins.is_empty() {
                let values = outcome.quantity(quantity, &at)?;
                Cell::ours(values.and_then(|values| Interval::of(&values)))
            } else {
                Cell::text(begins(outcome, quantity, &column.begins, &at)?)
            };
            let published = row.published.get(i).filter(|text| !text.is_empty());
            cells.push(published.map_or(cell.clone(), |text| cell.beside(&**text)));
        }
        table.row(&*row.name, cells);
    }
    Ok(table)
}

fn begins(outcome: Outcome, quantity: &Quantity, axis: &str, at: &Place) -> Result<String, Diagnostic> {
    let levels = axis_of(outcome.block(&quantity.part)?, axis)?;
    let (mut places, mut numbers) = (Vec::new(), Vec::new());
    for (label, &value) in levels.labels.iter().zip(&levels.values) {
        let outer: Place = std::iter::once((axis, label.clone())).chain(at.iter().cloned()).collect();
        let values = outcome.quantity(quantity, &outer)?.unwrap_or_default();
        let Some(number) = Interval::of(&values) else { return Ok(String::new()) };
        places.push(value);
        numbers.push(number);
    }
    Ok(Begins::of(&places, &numbers).words(&quantity.unit))
}

fn axis_of<'b>(block: &'b Block, axis: &str) -> Result<&'b crate::Levels, Diagnostic> {
    block.axes.iter().find(|levels| levels.name == axis).ok_or_else(|| {
        let known = || block.axes.iter().map(|levels| &*levels.name);
        Diagnostic::error(format!("found {axis:?}, the axes are {}", names(known())))
            .hint(meant(axis, known()))
    })
}

fn plot(outcome: Outcome, said: &ganttlet_document::study::Plot) -> Result<Plot, Diagnostic> {
    let mut plot = Plot::new(&*said.title, &*said.x, &*said.y);
    for line in &said.lines {
        let quantity = outcome.named(&line.quantity)?;
        let levels = axis_of(outcome.block(&quantity.part)?, &said.axis)?;
        let mut points = Vec::new();
        for (label, &x) in levels.labels.iter().zip(&levels.values) {
            let at: Place = std::iter::once((&*said.axis, label.clone())).chain(place(&line.at)).collect();
            let values = outcome.quantity(quantity, &at)?.unwrap_or_default();
            points.push((x, Interval::of(&values)));
        }
        plot.lines.push(Line::new(&*line.name, &points));
        if !line.published.is_empty() {
            let at = |x: f64| line.published.iter().find(|point| point.x.total_cmp(&x).is_eq());
            let points: Vec<_> =
                levels.values.iter().map(|&x| (x, at(x).map(|point| Interval::exact(point.y)))).collect();
            plot.lines.push(Line::new(format!("{}, published", line.name), &points));
        }
    }
    Ok(plot)
}
