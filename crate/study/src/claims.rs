//! Judges the claims of a study against its results.

use crate::criterion::Criterion;
use crate::order::{self, Sample};
use crate::outcome::{AxisValues, Outcome, axis_values};
use crate::quantity::{Coordinates, Estimator};
use crate::verdict;
use crate::{Interval, Table, Target, Verdict};
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_document::study::{Claim, Judge, Judged, Tree};

/// Up to this many judgements of a claim are all listed; of more, only those that fail.
const LISTED_JUDGEMENTS: usize = 9;
/// Maximum number of failed judgements that are listed.
const LISTED_FAILURES: usize = 12;

/// Judges a claim; `None` while one of its numbers is missing.
pub(crate) fn judge_claim(
    outcome: Outcome,
    claim: &Claim,
    tables: &[Table],
) -> Result<Option<Target>, Diagnostic> {
    let (mut parts, mut ours, mut tolerances) = (Vec::new(), Vec::new(), Vec::<String>::new());
    let mut numbers = Vec::new();
    for judged in &claim.judged {
        let one = if judged.table.is_empty() {
            judge_quantity(outcome, judged)?
        } else {
            judge_cells(judged, tables)?
        };
        let Some(one) = one else { return Ok(None) };
        parts.extend(one.parts);
        numbers.extend(one.numbers);
        let name = if judged.name.is_empty() { String::new() } else { format!("{}: ", judged.name) };
        ours.push(format!("{name}{}", one.ours));
        tolerances.push(one.tolerance);
    }
    // A quick run may have fewer parts than are needed, and then decides nothing.
    if claim.enough.is_some_and(|enough| enough as usize > parts.len()) {
        return Ok(None);
    }
    let verdicts: Vec<Verdict> = parts.iter().map(|(_, verdict)| *verdict).collect();
    let open = |&verdict: &Verdict| {
        if claim.surely && verdict == Verdict::Undecided { Verdict::NotHeld } else { verdict }
    };
    let judged: Vec<Verdict> = verdicts.iter().map(open).collect();
    let ordered = claim.judged.iter().any(is_order);
    let all_hold = verdicts.iter().all(|&verdict| verdict == Verdict::Held);
    let ours = match verdicts.len() {
        0 | 1 => ours.join("; "),
        // If an order holds, all its steps are listed already.
        _ if ordered && all_hold && claim.judged.len() == 1 => ours.join("; "),
        _ if ordered => format!("{} ({})", ours.join("; "), verdict::count_held(&verdicts)),
        _ if claim.judged.iter().all(|judged| !judged.table.is_empty()) => failures_text(&parts, &verdicts),
        few if few <= LISTED_JUDGEMENTS => {
            format!("{} ({})", ours.join("; "), verdict::count_held(&verdicts))
        }
        _ => failures_text(&parts, &verdicts),
    };
    let verdict = match claim.enough {
        Some(enough) => verdict::combine_at_least(enough as usize, &judged),
        None => verdict::combine_all(&judged),
    };
    let verdict = if claim.fitted && verdict == Verdict::Held { Verdict::ByConstruction } else { verdict };
    Ok(Some(Target {
        id: claim.id.clone(),
        claim: claim.claim.clone(),
        published: claim.published.clone(),
        ours: ours + &certainty_note(&numbers),
        tolerance: shown_tolerance(claim, tolerances.into_iter(), verdicts.len()),
        verdict,
        parts: verdicts.len() as u32,
        held: verdicts.iter().filter(|&&verdict| verdict == Verdict::Held).count() as u32,
        own: claim.published.is_empty(),
        tolerance_set_after: claim.tolerance_set_after,
        fitted: claim.fitted,
        note: explain(claim, verdict),
        looks: None,
    }))
}

/// The tolerances of a claim as text, each once.
pub(crate) fn shown_tolerance(claim: &Claim, all: impl Iterator<Item = String>, parts: usize) -> String {
    let mut tolerances = Vec::<String>::new();
    for one in all {
        if !tolerances.contains(&one) {
            tolerances.push(one);
        }
    }
    let tolerance = tolerances.join("; ");
    claim.enough.map_or(tolerance.clone(), |enough| format!("{enough} of {parts}: {tolerance}"))
}

/// The explanations of a claim that belong to its verdict.
pub(crate) fn explain(claim: &Claim, verdict: Verdict) -> String {
    let unless = if verdict == Verdict::Held { "" } else { &*claim.unless_held };
    let notes = [&*claim.contradicts, &claim.note, unless];
    notes.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A remark on missing or exact intervals of numbers, as text.
fn certainty_note(numbers: &[Interval]) -> String {
    let unknown: Vec<&Interval> = numbers.iter().filter(|number| number.ends().is_none()).collect();
    match &unknown[..] {
        [] if numbers.iter().all(Interval::is_exact) => "; exact".to_owned(),
        [] => String::new(),
        some if some.iter().all(|number| number.count < 2) => "; 1 seed: no interval".to_owned(),
        _ => "; no interval: the result depends on single seeds".to_owned(),
    }
}

/// The number of judgements that hold, and the verdicts of the others, as text.
fn failures_text(parts: &[(String, Verdict)], verdicts: &[Verdict]) -> String {
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
    let more = if others.len() > LISTED_FAILURES { "; .." } else { "" };
    let told = others[..others.len().min(LISTED_FAILURES)].join("; ");
    format!("{}; not: {told}{more}", verdict::count_held(verdicts))
}

/// The verdict on one quantity of a claim, or on the cells of a table.
struct JudgementResult {
    /// The text of each part, with its number, and its verdict.
    parts: Vec<(String, Verdict)>,
    ours: String,
    tolerance: String,
    numbers: Vec<Interval>,
}

/// Judges the cells of a table that have a published number.
fn judge_cells(judged: &Judged, tables: &[Table]) -> Result<Option<JudgementResult>, Diagnostic> {
    let Some(table) = tables.iter().find(|table| table.title == judged.table) else {
        let known = || tables.iter().map(|table| &*table.title);
        let message = format!("unknown table {:?}; available: {}", judged.table, list_names(known()));
        return Err(Diagnostic::error(message));
    };
    for head in &judged.columns {
        if !table.columns.contains(head) {
            let known = || table.columns.iter().map(|head| &**head);
            let message = format!("unknown column {head:?}; available: {}", list_names(known()));
            return Err(Diagnostic::error(message).hint(did_you_mean(head, known())));
        }
    }
    let (mut parts, mut words, mut tolerance) = (Vec::new(), Vec::new(), String::new());
    let mut numbers = Vec::new();
    for (row, cells) in table.rows.iter().filter(|(row, _)| is_selected(&judged.rows, row)) {
        let heads = table.columns.iter().skip(1).zip(cells);
        for (column, cell) in heads.filter(|(column, _)| is_selected(&judged.columns, column)) {
            let number = |text: &String| text.parse::<f64>().ok();
            let Some(published) = cell.published.as_ref().and_then(number) else { continue };
            let Some(ours) = cell.ours else { return Ok(None) };
            numbers.push(ours);
            let judge = build_criterion(judged, published, "")?;
            tolerance = format!("{} each", judge.text());
            words.push(ours.text());
            parts.push((
                format!("{row} {column}: {published} published, {} ours", ours.text()),
                judge.judge(ours),
            ));
        }
    }
    if parts.is_empty() {
        return Err(Diagnostic::error("none of these cells has a published value".to_owned()));
    }
    Ok(Some(JudgementResult { parts, ours: words.join(", "), tolerance, numbers }))
}

/// True if a row or column of a table is among the selected ones, or none is selected.
pub(crate) fn is_selected(heads: &[String], head: &str) -> bool {
    heads.is_empty() || heads.iter().any(|known| known == head)
}

/// Judges one quantity of a claim; `None` while one of its numbers is missing.
fn judge_quantity(outcome: Outcome, judged: &Judged) -> Result<Option<JudgementResult>, Diagnostic> {
    let quantity = outcome.quantity_named(&judged.quantity)?;
    let (mut numbers, mut places, mut heads) = (Vec::new(), Vec::new(), Vec::new());
    let (mut samples, mut outers) = (Vec::new(), Vec::<AxisValues>::new());
    let mut missing = false;
    for at in axis_combinations(&judged.over) {
        let outer: AxisValues = at.iter().cloned().chain(axis_values(&judged.at)).collect();
        let Some(number) = outcome.quantity_interval(quantity, Coordinates::at(&outer))? else { continue };
        missing |= number.is_none();
        numbers.extend(number);
        if let (Some(number), true) = (number, is_order(judged)) {
            samples.push(Sample::new(number, outcome.seed_values(quantity, &outer)?));
        }
        places.push(at.first().and_then(|(_, label)| label.parse::<f64>().ok()).unwrap_or(f64::NAN));
        let of = at.iter().map(|(axis, label)| format!("{axis} {label}"));
        let name = Some(judged.name.clone()).filter(|name| !name.is_empty());
        heads.push(name.into_iter().chain(of).collect::<Vec<_>>().join(", "));
        outers.push(outer);
    }
    if missing || numbers.is_empty() {
        return Ok(None);
    }
    let unit = &*quantity.unit;
    let words = || {
        let all: Vec<String> = numbers.iter().map(Interval::text).collect();
        format!("{} {unit}", all.join(", ")).trim_end().to_owned()
    };
    let whole = |verdict, tolerance: &str| JudgementResult {
        parts: vec![(words(), verdict)],
        ours: words(),
        tolerance: tolerance.to_owned(),
        numbers: numbers.clone(),
    };
    // A number computed from several numbers: an index or a crossing.
    let settled = |of: &dyn Fn(&[f64]) -> f64| {
        let estimate = |estimator: &Estimator| {
            let mut all = Vec::new();
            for outer in &outers {
                let Some(Some((number, _))) =
                    estimator.estimate_quantity(quantity, Coordinates::at(outer))?
                else {
                    return Ok(Some(None));
                };
                all.push(number);
            }
            Ok(Some(Some((of(&all), ()))))
        };
        let found = outcome.jackknife_interval(estimate)?.flatten();
        Ok(found.map_or(Interval::without_interval(f64::NAN, 1), |(number, ())| number))
    };
    // Each step is a part.
    let order_result = |verdicts: Vec<Verdict>| {
        let steps = order::step_differences(&samples);
        let (ours, tolerance) = match &steps {
            None => (words(), "order"),
            Some(steps) => {
                let steps: Vec<String> = steps.iter().map(Interval::text).collect();
                (format!("{}; from each to the next {}", words(), steps.join(", ")), "order, seed by seed")
            }
        };
        let step_name = |at: usize| match (heads.get(at), heads.get(at + 1)) {
            (Some(one), Some(next)) => format!("{one} to {next}"),
            _ => "first to last".to_owned(),
        };
        let parts = verdicts.into_iter().enumerate().map(|(at, verdict)| (step_name(at), verdict)).collect();
        JudgementResult { parts, ours, tolerance: tolerance.to_owned(), numbers: numbers.clone() }
    };
    Ok(Some(match judged.judge {
        Judge::Falls(_) => order_result(order::judge_falling(&samples)),
        Judge::Rises(_) => order_result(order::judge_rising(&samples)),
        Judge::NeverRises(_) => order_result(order::judge_never_rising(&samples)),
        Judge::Begins { from, to, step } => {
            let means: Vec<f64> = numbers.iter().map(|number| number.mean).collect();
            let place = settled(&|means| Onset::first_nonzero(means) as f64)?;
            let ours = Onset::from_numbers(&places, &means).text(unit);
            let ours = format!("{ours}{}", Onset::interval_text(&places, place, unit));
            let tolerance = format!("one step of {step} {unit}");
            let verdict = Onset::verdict(&places, place, |begins| begins.is_within((from, to), step));
            let numbers = vec![place];
            JudgementResult { ours, numbers, ..whole(verdict, tolerance.trim_end()) }
        }
        Judge::Passes { published, .. } => {
            let tolerance = build_criterion(judged, f64::NAN, unit)?;
            let nearest = settled(&|means| nearest_published(means, published))?;
            JudgementResult { numbers: vec![nearest], ..whole(tolerance.judge(nearest), tolerance.text()) }
        }
        _ => {
            let tolerance = build_criterion(judged, f64::NAN, unit)?;
            let part = |(head, &number): (&String, &Interval)| {
                let words = format!("{head}: {} {unit}", number.text());
                (words.trim_start_matches(": ").trim_end().to_owned(), tolerance.judge(number))
            };
            let parts = heads.iter().zip(&numbers).map(part).collect();
            let (ours, tolerance) = (words(), tolerance.text().to_owned());
            JudgementResult { parts, ours, tolerance, numbers: numbers.clone() }
        }
    }))
}

/// True if the judge compares the order of numbers.
fn is_order(judged: &Judged) -> bool {
    matches!(judged.judge, Judge::Falls(_) | Judge::Rises(_) | Judge::NeverRises(_))
}

/// The criterion for a number next to its published value.
pub(crate) fn build_criterion(judged: &Judged, beside: f64, unit: &str) -> Result<Criterion, Diagnostic> {
    // The unit of differences between shares.
    let apart = if unit == "%" { "points" } else { unit };
    let judge = match judged.judge {
        Judge::Near { published, by } | Judge::Passes { published, by } => {
            Criterion::near(published, by, apart)
        }
        Judge::NearPercent { published, percent } => Criterion::near_percent(published, percent),
        Judge::InRange { low, high, by } => Criterion::near_range((low, high), by, apart),
        Judge::Sign(sign) => Criterion::same_sign(f64::from(sign)),
        Judge::Below(bound) => Criterion::below(bound, unit),
        Judge::Above(bound) => Criterion::above(bound, unit),
        Judge::AtMost(bound) => Criterion::at_most(bound, unit),
        Judge::AtLeast(bound) => Criterion::at_least(bound, unit),
        Judge::AtLeastElseAbove { least, above } => {
            Criterion::at_least(least, unit).or_direction_above(above, unit)
        }
        Judge::Beside(by) if beside.is_finite() => Criterion::near(beside, by, apart),
        Judge::BesidePercent(percent) if beside.is_finite() => Criterion::near_percent(beside, percent),
        Judge::Beside(_) | Judge::BesidePercent(_) => {
            return Err(Diagnostic::error("no published value to compare with".to_owned()));
        }
        Judge::Falls(_) | Judge::Rises(_) | Judge::NeverRises(_) | Judge::Begins { .. } => {
            return Err(Diagnostic::error("this judge cannot be applied to single numbers".to_owned()));
        }
    };
    Ok(match (judged.else_below, judged.direction_from) {
        (None, None) => judge,
        (Some(bound), None) => judge.or_direction_below(bound, unit),
        (None, Some(from)) => {
            let published = published_numbers(judged, beside);
            judge.or_direction_from(from, &published, unit).ok_or_else(|| {
                Diagnostic::error(format!("the published numbers are not on one side of {from}"))
                    .hint("List them in \"published\", or leave out \"direction_from\".")
            })?
        }
        (Some(_), Some(_)) => {
            let message = "only one of \"else_below\" and \"direction_from\" is allowed";
            return Err(Diagnostic::error(message.to_owned()));
        }
    })
}

/// The published numbers to compare with: those of the claim, else those of its judge, else the one in the cell.
pub(crate) fn published_numbers(judged: &Judged, beside: f64) -> Vec<f64> {
    match judged.judge {
        _ if !judged.published.is_empty() => judged.published.clone(),
        Judge::Near { published, .. }
        | Judge::NearPercent { published, .. }
        | Judge::Passes { published, .. } => vec![published],
        Judge::InRange { low, high, .. } => vec![low, high],
        Judge::Begins { from, to, .. } => vec![from, to],
        _ if beside.is_finite() => vec![beside],
        _ => Vec::new(),
    }
}

/// The published value if it lies between two neighbouring numbers, else the number closest to it.
pub(crate) fn nearest_published(numbers: &[f64], published: f64) -> f64 {
    let apart = |number: &f64| number - published;
    if numbers.windows(2).any(|pair| apart(&pair[0]) * apart(&pair[1]) <= 0.0) {
        return published;
    }
    let nearest = numbers.iter().min_by(|a, b| apart(a).abs().total_cmp(&apart(b).abs()));
    nearest.copied().unwrap_or(f64::NAN)
}

/// All combinations of the values of these axes.
pub(crate) fn axis_combinations(over: &[(String, Vec<Tree>)]) -> Vec<AxisValues<'_>> {
    let mut all: Vec<AxisValues> = vec![Vec::new()];
    for (axis, values) in over {
        let mut longer = Vec::new();
        for at in &all {
            longer.extend(values.iter().map(|value| [&at[..], &[(&**axis, value.label())]].concat()));
        }
        all = longer;
    }
    all
}

/// The onset of an effect along an axis.
pub(crate) struct Onset {
    /// The last value without the effect, before the first with it.
    from: Option<f64>,
    /// The first value with the effect.
    to: Option<f64>,
}

impl Onset {
    /// The onset of the numbers that belong to these places.
    pub(crate) fn from_numbers(places: &[f64], numbers: &[f64]) -> Self {
        Self::at_index(places, Self::first_nonzero(numbers))
    }

    /// The index of the first number that is not 0; the length if there is none.
    pub(crate) fn first_nonzero(numbers: &[f64]) -> usize {
        numbers.iter().position(|&number| number != 0.0).unwrap_or(numbers.len())
    }

    /// The onset at the place with this index; behind the last place if the index is too large.
    fn at_index(places: &[f64], at: usize) -> Self {
        Self { from: at.checked_sub(1).map(|before| places[before]), to: places.get(at).copied() }
    }

    /// The onset with its unit, as text.
    pub(crate) fn text(&self, unit: &str) -> String {
        let words = match (self.from, self.to) {
            (Some(from), Some(to)) => format!("{from} - {to}"),
            (None, Some(to)) => format!("below {to}"),
            (Some(from), None) => format!("above {from}"),
            (None, None) => "-".to_owned(),
        };
        format!("{words} {unit}").trim_end().to_owned()
    }

    /// The values between which the onset is by its confidence interval, for people; empty if it has no width.
    fn interval_text(places: &[f64], place: Interval, unit: &str) -> String {
        let Some((low, high)) = place.ends().filter(|(low, high)| low < high) else { return String::new() };
        let index = |at: f64| at.clamp(0.0, places.len() as f64) as usize;
        let first = Self::at_index(places, index(low.floor()));
        let last = Self::at_index(places, index(high.ceil()));
        let words = match (first.from, last.to) {
            (Some(from), Some(to)) => format!("{from} - {to}"),
            (None, Some(to)) => format!("at most {to}"),
            (Some(from), None) => format!("at least {from}"),
            (None, None) => return " (95 % interval: all values)".to_owned(),
        };
        format!(" (95 % interval {words} {unit}").trim_end().to_owned() + ")"
    }

    /// True if the onset is in a range or at most one step outside it.
    fn is_within(&self, (low, high): (f64, f64), step: f64) -> bool {
        match (self.from, self.to) {
            (Some(from), Some(to)) => from + step >= low && to <= high + step,
            _ => false,
        }
    }

    /// The range of indices at which an onset is in a range of values, half an index wider at both ends; an empty range
    /// if there are no such indices.
    pub(crate) fn held_indices(places: &[f64], range: (f64, f64), step: f64) -> (f64, f64) {
        let held = |at: &usize| Self::at_index(places, *at).is_within(range, step);
        let mut all = (0..=places.len()).filter(held).map(|at| at as f64);
        let first = all.next();
        let last = all.next_back().or(first);
        first.zip(last).map_or((f64::INFINITY, f64::NEG_INFINITY), |(first, last)| (first - 0.5, last + 0.5))
    }

    /// The verdict on an onset with its confidence interval: decided only if all places of the interval agree.
    fn verdict(places: &[f64], place: Interval, wanted: impl Fn(&Self) -> bool) -> Verdict {
        let Some((low, high)) = place.ends() else { return Verdict::Undecided };
        let inside = |at: &usize| (low.floor()..=high.ceil()).contains(&(*at as f64));
        let held: Vec<bool> =
            (0..=places.len()).filter(inside).map(|at| wanted(&Self::at_index(places, at))).collect();
        match held.iter().filter(|&&held| held).count() {
            0 => Verdict::NotHeld,
            all if all == held.len() => Verdict::Held,
            _ => Verdict::Undecided,
        }
    }
}
