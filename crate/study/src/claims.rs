//! Claims: what is said of the results, and what came of it.

use crate::outcome::{Outcome, Place, place};
use crate::quantity::Estimator;
use crate::verdict::{self, Judge as Tolerance, Sample};
use crate::{Interval, Table, Target, Verdict};
use ganttlet_core::diagnostic::{Diagnostic, meant, names};
use ganttlet_document::study::{Claim, Judge, Judged, Tree};

/// The most judgements of a claim that are all told; of more, those that do not hold.
const ALL_TOLD: usize = 9;
/// The most of those that are told.
const MOST_TOLD: usize = 12;

/// A claim and what came of it; `None` while one of its numbers is missing.
pub(crate) fn target(
    outcome: Outcome,
    claim: &Claim,
    tables: &[Table],
) -> Result<Option<Target>, Diagnostic> {
    let (mut parts, mut ours, mut tolerances) = (Vec::new(), Vec::new(), Vec::<String>::new());
    let mut numbers = Vec::new();
    for judged in &claim.judged {
        let one = if judged.table.is_empty() { judge(outcome, judged)? } else { cells(judged, tables)? };
        let Some(one) = one else { return Ok(None) };
        parts.extend(one.parts);
        numbers.extend(one.numbers);
        let name = if judged.name.is_empty() { String::new() } else { format!("{}: ", judged.name) };
        ours.push(format!("{name}{}", one.ours));
        if !tolerances.contains(&one.tolerance) {
            tolerances.push(one.tolerance);
        }
    }
    // An impression may have fewer parts than are enough: it says nothing of the claim.
    if claim.enough.is_some_and(|enough| enough as usize > parts.len()) {
        return Ok(None);
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
    let verdict = if claim.fitted && verdict == Verdict::Held { Verdict::ByConstruction } else { verdict };
    let explained = if verdict == Verdict::Held { "" } else { &*claim.unless_held };
    let notes = [&*claim.contradicts, &claim.note, explained];
    let notes: Vec<&str> = notes.into_iter().filter(|note| !note.is_empty()).collect();
    Ok(Some(Target {
        id: claim.id.clone(),
        claim: claim.claim.clone(),
        published: claim.published.clone(),
        ours: ours + &certainty(&numbers),
        tolerance,
        verdict,
        parts: verdicts.len() as u32,
        held: verdicts.iter().filter(|&&verdict| verdict == Verdict::Held).count() as u32,
        own: claim.published.is_empty(),
        tolerance_set_after: claim.tolerance_set_after,
        note: notes.join(" "),
    }))
}

/// What is to be known of the intervals of numbers: that some have none, or that none needs any.
fn certainty(numbers: &[Interval]) -> String {
    let unknown: Vec<&Interval> = numbers.iter().filter(|number| number.ends().is_none()).collect();
    match &unknown[..] {
        [] if numbers.iter().all(Interval::is_exact) => "; exact".to_owned(),
        [] => String::new(),
        some if some.iter().all(|number| number.count < 2) => "; 1 seed: no interval".to_owned(),
        _ => "; no interval: the result depends on single seeds".to_owned(),
    }
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
    numbers: Vec<Interval>,
}

/// What came of the cells of a table that have a published number.
fn cells(judged: &Judged, tables: &[Table]) -> Result<Option<OneJudged>, Diagnostic> {
    let Some(table) = tables.iter().find(|table| table.title == judged.table) else {
        let known = || tables.iter().map(|table| &*table.title);
        let message = format!("unknown table {:?}; available: {}", judged.table, names(known()));
        return Err(Diagnostic::error(message));
    };
    for head in &judged.columns {
        if !table.columns.contains(head) {
            let known = || table.columns.iter().map(|head| &**head);
            let message = format!("unknown column {head:?}; available: {}", names(known()));
            return Err(Diagnostic::error(message).hint(meant(head, known())));
        }
    }
    let (mut parts, mut words, mut tolerance) = (Vec::new(), Vec::new(), String::new());
    let mut numbers = Vec::new();
    for (row, cells) in table.rows.iter().filter(|(row, _)| wanted(&judged.rows, row)) {
        let heads = table.columns.iter().skip(1).zip(cells);
        for (column, cell) in heads.filter(|(column, _)| wanted(&judged.columns, column)) {
            let number = |text: &String| text.parse::<f64>().ok();
            let Some(published) = cell.published.as_ref().and_then(number) else { continue };
            let Some(ours) = cell.ours else { return Ok(None) };
            numbers.push(ours);
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
        return Err(Diagnostic::error("none of these cells has a published value".to_owned()));
    }
    Ok(Some(OneJudged { parts, ours: words.join(", "), tolerance, numbers }))
}

/// True if a row or a column of a table is meant.
pub(crate) fn wanted(heads: &[String], head: &str) -> bool {
    heads.is_empty() || heads.iter().any(|known| known == head)
}

fn judge(outcome: Outcome, judged: &Judged) -> Result<Option<OneJudged>, Diagnostic> {
    let quantity = outcome.named(&judged.quantity)?;
    let (mut numbers, mut places, mut heads) = (Vec::new(), Vec::new(), Vec::new());
    let (mut samples, mut outers) = (Vec::new(), Vec::<Place>::new());
    let mut missing = false;
    for at in combinations(&judged.over) {
        let outer: Place = at.iter().cloned().chain(place(&judged.at)).collect();
        let Some(number) = outcome.quantity(quantity, &outer, None)? else { continue };
        missing |= number.is_none();
        numbers.extend(number);
        if let (Some(number), true) = (number, is_order(judged)) {
            samples.push(Sample::new(number, outcome.each_seed(quantity, &outer)?));
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
        let all: Vec<String> = numbers.iter().map(Interval::words).collect();
        format!("{} {unit}", all.join(", ")).trim_end().to_owned()
    };
    let whole = |verdict, tolerance: &str| OneJudged {
        parts: vec![(words(), verdict)],
        ours: words(),
        tolerance: tolerance.to_owned(),
        numbers: numbers.clone(),
    };
    // Of several numbers one that says where something is so.
    let settled = |of: &dyn Fn(&[f64]) -> f64| {
        let estimate = |estimator: &Estimator| {
            let mut all = Vec::new();
            for outer in &outers {
                let Some(Some((number, _))) = estimator.estimate(quantity, outer, None)? else {
                    return Ok(Some(None));
                };
                all.push(number);
            }
            Ok(Some(Some((of(&all), ()))))
        };
        let found = outcome.estimated(estimate)?.flatten();
        Ok(found.map_or(Interval::unknown(f64::NAN, 1), |(number, ())| number))
    };
    let order = |verdict| match verdict::steps(&samples) {
        None => whole(verdict, "order"),
        Some(steps) => {
            let steps: Vec<String> = steps.iter().map(Interval::words).collect();
            let ours = format!("{}; from each to the next {}", words(), steps.join(", "));
            OneJudged { ours, ..whole(verdict, "order, seed by seed") }
        }
    };
    Ok(Some(match judged.judge {
        Judge::Falls(_) => order(verdict::falling(&samples)),
        Judge::Rises(_) => order(verdict::rising(&samples)),
        Judge::NeverRises(_) => order(verdict::never_rising(&samples)),
        Judge::Begins { from, to, step } => {
            let means: Vec<f64> = numbers.iter().map(|number| number.mean).collect();
            let place = settled(&|means| Begins::at(means) as f64)?;
            let ours = Begins::of(&places, &means).words(unit);
            let steps = place.ends().map_or(0.0, |(low, high)| (high - low) / 2.0);
            let ours = if steps > 0.0 { format!("{ours} (± {steps:.1} values)") } else { ours };
            let tolerance = format!("one step of {step} {unit}");
            let verdict = Begins::verdict(&places, place, |begins| begins.is_within((from, to), step));
            let numbers = vec![place];
            OneJudged { ours, numbers, ..whole(verdict, tolerance.trim_end()) }
        }
        Judge::Passes { published, .. } => {
            let tolerance = tolerance_of(judged, f64::NAN, unit)?;
            let nearest = settled(&|means| nearest(means, published))?;
            OneJudged { numbers: vec![nearest], ..whole(tolerance.of(nearest), tolerance.words()) }
        }
        _ => {
            let tolerance = tolerance_of(judged, f64::NAN, unit)?;
            let part = |(head, &number): (&String, &Interval)| {
                let words = format!("{head}: {} {unit}", number.words());
                (words.trim_start_matches(": ").trim_end().to_owned(), tolerance.of(number))
            };
            let parts = heads.iter().zip(&numbers).map(part).collect();
            let (ours, tolerance) = (words(), tolerance.words().to_owned());
            OneJudged { parts, ours, tolerance, numbers: numbers.clone() }
        }
    }))
}

/// True if numbers are judged by their order.
fn is_order(judged: &Judged) -> bool {
    matches!(judged.judge, Judge::Falls(_) | Judge::Rises(_) | Judge::NeverRises(_))
}

/// What judges a number beside a published one.
pub(crate) fn tolerance_of(judged: &Judged, beside: f64, unit: &str) -> Result<Tolerance, Diagnostic> {
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
            let published = published_of(judged, beside);
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

/// The published numbers that are judged: those that are said, else those that the judge has, or the one beside.
pub(crate) fn published_of(judged: &Judged, beside: f64) -> Vec<f64> {
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

/// The published number where the numbers pass it from one to the next, else that of them which is nearest to it.
fn nearest(numbers: &[f64], published: f64) -> f64 {
    let apart = |number: &f64| number - published;
    if numbers.windows(2).any(|pair| apart(&pair[0]) * apart(&pair[1]) <= 0.0) {
        return published;
    }
    let nearest = numbers.iter().min_by(|a, b| apart(a).abs().total_cmp(&apart(b).abs()));
    nearest.copied().unwrap_or(f64::NAN)
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
pub(crate) struct Begins {
    /// The last value at which it is not yet so, before the first at which it is.
    from: Option<f64>,
    /// The first value at which it is so.
    to: Option<f64>,
}

impl Begins {
    pub(crate) fn of(places: &[f64], numbers: &[f64]) -> Self {
        Self::from(places, Self::at(numbers))
    }

    /// The place, counted from 0, of the first of some numbers that is not 0; behind the last if there is none.
    fn at(numbers: &[f64]) -> usize {
        numbers.iter().position(|&number| number != 0.0).unwrap_or(numbers.len())
    }

    /// At one of these places, or behind the last.
    fn from(places: &[f64], at: usize) -> Self {
        Self { from: at.checked_sub(1).map(|before| places[before]), to: places.get(at).copied() }
    }

    pub(crate) fn words(&self, unit: &str) -> String {
        let words = match (self.from, self.to) {
            (Some(from), Some(to)) => format!("{from} - {to}"),
            (None, Some(to)) => format!("below {to}"),
            (Some(from), None) => format!("above {from}"),
            (None, None) => "-".to_owned(),
        };
        format!("{words} {unit}").trim_end().to_owned()
    }

    /// True if it begins between these two, or so far outside.
    fn is_within(&self, (low, high): (f64, f64), step: f64) -> bool {
        match (self.from, self.to) {
            (Some(from), Some(to)) => from + step >= low && to <= high + step,
            _ => false,
        }
    }

    /// What comes of a place with its interval: all places in that, or none, must be as wanted.
    fn verdict(places: &[f64], place: Interval, wanted: impl Fn(&Self) -> bool) -> Verdict {
        let Some((low, high)) = place.ends() else { return Verdict::Undecided };
        let inside = |at: &usize| (low.floor()..=high.ceil()).contains(&(*at as f64));
        let held: Vec<bool> =
            (0..=places.len()).filter(inside).map(|at| wanted(&Self::from(places, at))).collect();
        match held.iter().filter(|&&held| held).count() {
            0 => Verdict::NotHeld,
            all if all == held.len() => Verdict::Held,
            _ => Verdict::Undecided,
        }
    }
}
