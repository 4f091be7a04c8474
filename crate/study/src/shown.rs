//! What the runs of a study say together: its quantities worked out, its claims judged, its tables and plots filled.
//!
//! A quantity is worked out seed by seed, so that what is compared has met the same work; the interval is that of its
//! values over the seeds. Runs that have not been made are missing: a study can be looked at while it runs.

use crate::plan::{Block, Plan};
use crate::statistics::{LineFit, Pool};
use crate::verdict::{self, Judge as Tolerance};
use crate::{Cell, Findings, Interval, Line, Plot, Table, Target, Verdict};
use ganttlet_document::sha256_of;
use ganttlet_document::study::{Claim, Judge, Judged, Quantity, Reduced, Statistic, Tree};
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

/// A number: `Ok(None)` where it is not run for an impression, `Ok(Some(None))` while its runs are missing.
type Found = Result<Option<Option<Interval>>, Diagnostic>;

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

    /// A quantity. The outer option is `None` where a value of an axis is not run for an impression, the inner one while
    /// its runs are missing.
    fn quantity(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
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

    /// A quantity at one place.
    fn one(&self, quantity: &Quantity, outer: &Place, item: Option<u32>) -> Found {
        let block = self.block(&quantity.part)?;
        let measures = block.measures();
        let with = quantity.with.iter().map(|(name, _)| &**name);
        let fields: Vec<&str> = with.chain(measures.iter().copied()).collect();
        let expression = Expression::parse(&quantity.value, &fields)?;
        let mut columns = vec![Vec::new(); fields.len()];
        let mut means = vec![None; fields.len()];
        let mut independent = quantity.independent || quantity.of_means;
        for field in expression.fields() {
            let selection = quantity.with.get(field).map(|(_, selection)| selection);
            let measure = selection.map_or(fields[field], |selection| &selection.measure);
            let block = match selection {
                Some(selection) if !selection.part.is_empty() => self.block(&selection.part)?,
                _ => block,
            };
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
            return Ok(Some(made.then(|| of_independent(&expression, &means))));
        }
        let value = |seed: usize| {
            let values: Vec<f64> =
                columns.iter().map(|column| column.get(seed).copied().unwrap_or(f64::NAN)).collect();
            // A comparison with what is missing would be false, not missing.
            let missing = columns.iter().any(|column| column.get(seed).is_some_and(|value| value.is_nan()));
            if missing { f64::NAN } else { expression.value(&values) }
        };
        let seeds = columns.iter().map(Vec::len).max().unwrap_or(0);
        Ok(Some(Interval::of(&(0..seeds).map(value).collect::<Vec<_>>())))
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

/// What the runs of a study say: its claims, tables and plots, and what is wrong with them. What depends on runs that have not
/// been made is left out.
pub fn findings(outcome: Outcome) -> (Findings, Vec<Diagnostic>) {
    let (mut found, mut wrong) = (Findings::default(), Vec::new());
    let study = &outcome.plan.study;
    for (said, i) in study.tables.iter().zip(0..) {
        match table(outcome, said) {
            Ok(table) => found.tables.push(table),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/tables/{i}"))),
        }
    }
    for (claim, i) in study.claims.iter().zip(0..) {
        match target(outcome, claim, &found.tables) {
            Ok(target) => found.targets.extend(target),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/claims/{i}"))),
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

/// The most judgements of a claim that are all told; of more, those that do not hold.
const ALL_TOLD: usize = 9;
/// The most of those that are told.
const MOST_TOLD: usize = 12;

/// A claim and what came of it; `None` while one of its numbers is missing.
fn target(outcome: Outcome, claim: &Claim, tables: &[Table]) -> Result<Option<Target>, Diagnostic> {
    let (mut parts, mut ours, mut tolerances) = (Vec::new(), Vec::new(), Vec::<String>::new());
    for judged in &claim.judged {
        let one = if judged.table.is_empty() { judge(outcome, judged)? } else { cells(judged, tables)? };
        let Some(one) = one else { return Ok(None) };
        parts.extend(one.parts);
        let name = if judged.name.is_empty() { String::new() } else { format!("{}: ", judged.name) };
        ours.push(format!("{name}{}", one.ours));
        if !tolerances.contains(&one.tolerance) {
            tolerances.push(one.tolerance);
        }
    }
    let tolerance = tolerances.join("; ");
    let verdicts: Vec<Verdict> = parts.iter().map(|(_, verdict)| *verdict).collect();
    let open = |&verdict: &Verdict| {
        if claim.surely && verdict == Verdict::Undecided { Verdict::NotHeld } else { verdict }
    };
    let judged: Vec<Verdict> = verdicts.iter().map(open).collect();
    let ours = match verdicts.len() {
        0 | 1 => ours.join("; "),
        _ if claim.judged.iter().all(|judged| !judged.table.is_empty()) => not_held(&parts, &verdicts),
        few if few <= ALL_TOLD => format!("{} ({})", ours.join("; "), verdict::so_many(&verdicts)),
        _ => not_held(&parts, &verdicts),
    };
    let (verdict, tolerance) = match claim.enough {
        Some(enough) => (
            verdict::at_least(enough as usize, &judged),
            format!("{enough} of {}: {tolerance}", verdicts.len()),
        ),
        None => (verdict::all(&judged), tolerance),
    };
    let target = Target::new(&*claim.id, &*claim.claim, (&*claim.published, ours), tolerance, verdict);
    let target = if claim.fitted { target.fitted() } else { target };
    let notes = [&*claim.note, if verdict == Verdict::Held { "" } else { &claim.unless_held }];
    Ok(Some(target.note(notes.join(" ").trim())))
}

/// How many hold, and what the others are.
fn not_held(parts: &[(String, Verdict)], verdicts: &[Verdict]) -> String {
    let others: Vec<String> = parts
        .iter()
        .filter(|(_, verdict)| *verdict != Verdict::Held)
        .map(|(words, verdict)| {
            let doubt = if *verdict == Verdict::Undecided { " (undecided)" } else { "" };
            format!("{words}{doubt}")
        })
        .collect();
    if others.is_empty() {
        return format!("all {}", parts.len());
    }
    let more = if others.len() > MOST_TOLD { "; .." } else { "" };
    let told = others[..others.len().min(MOST_TOLD)].join("; ");
    format!("{}; not: {told}{more}", verdict::so_many(verdicts))
}

/// What came of one quantity of a claim, or of the cells of a table.
struct OneJudged {
    /// What each is, with its number, and what came of it.
    parts: Vec<(String, Verdict)>,
    ours: String,
    tolerance: String,
}

/// What came of the cells of a table that have a published number.
fn cells(judged: &Judged, tables: &[Table]) -> Result<Option<OneJudged>, Diagnostic> {
    let Some(table) = tables.iter().find(|table| table.title == judged.table) else {
        let known = || tables.iter().map(|table| &*table.title);
        let message = format!("found {:?}, the tables are {}", judged.table, names(known()));
        return Err(Diagnostic::error(message));
    };
    for head in &judged.columns {
        if !table.columns.contains(head) {
            let known = || table.columns.iter().map(|head| &**head);
            let message = format!("found {head:?}, the columns are {}", names(known()));
            return Err(Diagnostic::error(message).hint(meant(head, known())));
        }
    }
    let wanted = |heads: &[String], head: &str| heads.is_empty() || heads.iter().any(|known| known == head);
    let (mut parts, mut words, mut tolerance) = (Vec::new(), Vec::new(), String::new());
    for (row, cells) in table.rows.iter().filter(|(row, _)| wanted(&judged.rows, row)) {
        let heads = table.columns.iter().skip(1).zip(cells);
        for (column, cell) in heads.filter(|(column, _)| wanted(&judged.columns, column)) {
            let number = |text: &String| text.parse::<f64>().ok();
            let Some(published) = cell.published.as_ref().and_then(number) else { continue };
            let Some(ours) = cell.ours else { return Ok(None) };
            let judge = tolerance_of(judged, published, "")?;
            tolerance = format!("{} each", judge.words());
            words.push(ours.words());
            parts.push((
                format!("{row} {column}: {published} published, {} ours", ours.words()),
                judge.of(ours),
            ));
        }
    }
    if parts.is_empty() {
        return Err(Diagnostic::error("none of these cells has a published number".to_owned()));
    }
    Ok(Some(OneJudged { parts, ours: words.join(", "), tolerance }))
}

fn judge(outcome: Outcome, judged: &Judged) -> Result<Option<OneJudged>, Diagnostic> {
    let quantity = outcome.named(&judged.quantity)?;
    let (mut numbers, mut places, mut heads) = (Vec::new(), Vec::new(), Vec::new());
    let mut missing = false;
    for at in combinations(&judged.over) {
        let outer: Place = at.iter().cloned().chain(place(&judged.at)).collect();
        let Some(number) = outcome.quantity(quantity, &outer, None)? else { continue };
        missing |= number.is_none();
        numbers.extend(number);
        places.push(at.first().and_then(|(_, label)| label.parse::<f64>().ok()).unwrap_or(f64::NAN));
        let of = at.iter().map(|(axis, label)| format!("{axis} {label}"));
        let name = Some(judged.name.clone()).filter(|name| !name.is_empty());
        heads.push(name.into_iter().chain(of).collect::<Vec<_>>().join(", "));
    }
    if missing || numbers.is_empty() {
        return Ok(None);
    }
    let unit = &*quantity.unit;
    let words = || {
        let all: Vec<String> = numbers.iter().map(Interval::words).collect();
        format!("{} {unit}", all.join(", ")).trim_end().to_owned()
    };
    let whole = |verdict, tolerance: &str| OneJudged {
        parts: vec![(words(), verdict)],
        ours: words(),
        tolerance: tolerance.to_owned(),
    };
    Ok(Some(match judged.judge {
        Judge::Falls(_) => whole(verdict::falling(&numbers), "order"),
        Judge::Rises(_) => whole(verdict::rising(&numbers), "order"),
        Judge::Begins { from, to, step } => {
            let begins = Begins::of(&places, &numbers);
            OneJudged {
                ours: begins.words(unit),
                ..whole(begins.verdict((from, to), step), format!("one step of {step} {unit}").trim_end())
            }
        }
        Judge::Passes { published, .. } => {
            let tolerance = tolerance_of(judged, f64::NAN, unit)?;
            whole(tolerance.of(nearest(&numbers, published)), tolerance.words())
        }
        _ => {
            let tolerance = tolerance_of(judged, f64::NAN, unit)?;
            let part = |(head, &number): (&String, &Interval)| {
                let words = format!("{head}: {} {unit}", number.words());
                (words.trim_start_matches(": ").trim_end().to_owned(), tolerance.of(number))
            };
            let parts = heads.iter().zip(&numbers).map(part).collect();
            OneJudged { parts, ours: words(), tolerance: tolerance.words().to_owned() }
        }
    }))
}

/// What judges a number beside a published one.
fn tolerance_of(judged: &Judged, beside: f64, unit: &str) -> Result<Tolerance, Diagnostic> {
    // How far one share is from another.
    let apart = if unit == "%" { "points" } else { unit };
    let judge = match judged.judge {
        Judge::Near { published, by } | Judge::Passes { published, by } => {
            Tolerance::near(published, by, apart)
        }
        Judge::NearPercent { published, percent } => Tolerance::near_percent(published, percent),
        Judge::InRange { low, high, by } => Tolerance::near_range((low, high), by, apart),
        Judge::Sign(sign) => Tolerance::sign(f64::from(sign)),
        Judge::Below(bound) => Tolerance::below(bound, unit),
        Judge::Above(bound) => Tolerance::above(bound, unit),
        Judge::AtMost(bound) => Tolerance::at_most(bound, unit),
        Judge::AtLeast(bound) => Tolerance::at_least(bound, unit),
        Judge::AtLeastElseAbove { least, above } => {
            Tolerance::at_least(least, unit).or_direction_above(above, unit)
        }
        Judge::Beside(by) if beside.is_finite() => Tolerance::near(beside, by, apart),
        Judge::BesidePercent(percent) if beside.is_finite() => Tolerance::near_percent(beside, percent),
        Judge::Beside(_) | Judge::BesidePercent(_) => {
            return Err(Diagnostic::error("nothing is published beside it".to_owned()));
        }
        Judge::Falls(_) | Judge::Rises(_) | Judge::Begins { .. } => {
            return Err(Diagnostic::error("that is no judge of single numbers".to_owned()));
        }
    };
    Ok(match judged.else_below {
        Some(bound) => judge.or_direction_below(bound, unit),
        None => judge,
    })
}

/// The published number where the numbers pass it from one to the next, else that of them which is nearest to it.
fn nearest(numbers: &[Interval], published: f64) -> Interval {
    let apart = |number: &Interval| number.mean - published;
    if numbers.windows(2).any(|pair| apart(&pair[0]) * apart(&pair[1]) <= 0.0) {
        return Interval::exact(published);
    }
    let nearest = numbers.iter().min_by(|a, b| apart(a).abs().total_cmp(&apart(b).abs()));
    nearest.copied().unwrap_or(Interval::exact(f64::NAN))
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
                Cell::ours(outcome.quantity(quantity, &at, None)?.flatten())
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
        let Some(number) = outcome.quantity(quantity, &outer, None)?.flatten() else {
            return Ok(String::new());
        };
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
    let shown: Vec<String> = said.values.iter().map(Tree::label).collect();
    for line in &said.lines {
        let quantity = outcome.named(&line.quantity)?;
        let mut points = Vec::new();
        for (label, item, x) in places_of(outcome, quantity, &said.axis)? {
            if !shown.is_empty() && !shown.contains(&label) {
                continue;
            }
            let at: Place = std::iter::once((&*said.axis, label)).chain(place(&line.at)).collect();
            points.push((x, outcome.quantity(quantity, &at, item)?.flatten()));
        }
        plot.lines.push(Line::new(&*line.name, &points));
        if !line.published.is_empty() {
            let at = |x: f64| line.published.iter().find(|point| point.x.total_cmp(&x).is_eq());
            let points: Vec<_> =
                points.iter().map(|&(x, _)| (x, at(x).map(|point| Interval::exact(point.y)))).collect();
            plot.lines.push(Line::new(format!("{}, published", line.name), &points));
        }
    }
    Ok(plot)
}

/// Where a line of a plot has points: the value of the axis or the item, and how much that is.
fn places_of(
    outcome: Outcome,
    quantity: &Quantity,
    axis: &str,
) -> Result<Vec<(String, Option<u32>, f64)>, Diagnostic> {
    let block = outcome.block(&quantity.part)?;
    if !axis.is_empty() {
        let levels = axis_of(block, axis)?;
        return Ok(levels
            .labels
            .iter()
            .zip(&levels.values)
            .map(|(label, &x)| (label.clone(), None, x))
            .collect());
    }
    let fields: Vec<&str> = quantity.with.iter().map(|(_, selection)| &*selection.measure).collect();
    let named = fields.iter().copied().chain(block.measures()).find_map(|measure| {
        let all = quantity.value.contains(measure) || fields.contains(&measure);
        block.statistic(measure).filter(|_| all).and_then(|statistic| match statistic {
            Statistic::First(count) => Some((*count, None)),
            Statistic::Distribution(bounds) => Some((bounds.count, Some(bounds.step))),
            _ => None,
        })
    });
    let (count, step) = named.unwrap_or((0, None));
    let x = |item: u32| step.map_or(f64::from(item), |step| f64::from(item - 1) * step);
    Ok((1..=count).map(|item| (item.to_string(), Some(item), x(item))).collect())
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
