//! Judges the claims of a study that replicates until they are decided.
//!
//! The verdict is a function of all completed runs. Each call repeats all looks, so that the first decision on each
//! bound counts, regardless of interruptions and of the order of the runs.

use crate::claims::{
    Onset, axis_combinations, build_criterion, explain, is_selected, nearest_published, shown_tolerance,
};
use crate::criterion::Criterion;
use crate::findings::{LookRemark, LookState};
use crate::outcome::{AxisValues, Outcome, axis_values};
use crate::quantity::{Available, Coordinates, Estimator};
use crate::replications::Replications;
use crate::sequential::{
    CellJudgement, Level, LookLevels, LookPlan, MOST_NEEDED_RUNS, Position, SampleMoments,
};
use crate::{Interval, Target, Verdict};
use ganttlet_core::diagnostic::{Diagnostic, list_names};
use ganttlet_document::study::{Claim, Judge, Judged, OutputKind, Quantity, Table};

/// Up to this many numbers of a claim are all listed; of more, only those that are not inside their bounds.
const LISTED_CELLS: usize = 9;
/// Maximum number of numbers outside their bounds or open that are listed.
const LISTED_FAILURES: usize = 12;
/// A decision is near the bound if t exceeds the last quantile by less than this.
const NEAR_BOUND: f64 = 1.0;

/// The numbers of the runs of each look that is complete, the first look first.
pub(crate) struct LookNumbers(Vec<Vec<Vec<f64>>>);

impl LookNumbers {
    /// The numbers at all complete looks; `None` if the study has no looks.
    pub(crate) fn new(outcome: Outcome) -> Option<Self> {
        let looks = outcome.plan.looks?;
        Some(Self((1..=outcome.last_look()).map(|look| outcome.numbers_of_seeds(looks.runs(look))).collect()))
    }
}

/// A number that a claim judges.
struct Cell {
    name: String,
    unit: String,
    criterion: Criterion,
    tolerance: String,
    replications: Replications,
    output: OutputKind,
}

impl Cell {
    /// True if every run meets the condition.
    fn is_law_kept(&self) -> bool {
        self.replications.all(|value| self.criterion.judge(value) == Verdict::Held)
    }
}

/// The decisions on a cell.
#[derive(Clone, Copy)]
enum CellState {
    /// Without randomness, one run decides.
    Exact(Position, Option<bool>),
    /// Every run has to meet the condition.
    Law(Position),
    Sampled(CellJudgement),
}

impl CellState {
    fn new(cell: &Cell) -> Self {
        let Replications::Exact(value) = cell.replications else {
            if cell.output == OutputKind::Law {
                return Self::Law(Position::Inside);
            }
            return Self::Sampled(CellJudgement::new(cell.criterion.bounds(), cell.criterion.direction()));
        };
        match cell.criterion.judge(value) {
            Verdict::Held => Self::Exact(Position::Inside, None),
            verdict => Self::Exact(Position::Outside, Some(verdict == Verdict::DirectionOnly)),
        }
    }

    /// The position of the number relative to its bounds.
    fn position(self) -> Position {
        match self {
            Self::Exact(position, _) | Self::Law(position) => position,
            Self::Sampled(judgement) => judgement.position(),
        }
    }

    /// Judges the cell at a look.
    fn observe(&mut self, cell: &Cell, rule: &ClaimRule) {
        match self {
            Self::Exact(..) => {}
            Self::Law(position) => {
                *position = if cell.is_law_kept() { Position::Inside } else { Position::Outside };
            }
            Self::Sampled(judgement) => {
                let levels = rule.levels(&cell.replications);
                judgement.observe(levels, &|bound| cell.replications.evidence(bound, cell.output));
            }
        }
    }

    /// Whether a number outside has the published direction; `None` if undecided or without direction.
    fn has_direction(self) -> Option<bool> {
        match self {
            Self::Exact(_, direction) => direction,
            Self::Law(_) => None,
            Self::Sampled(judgement) => judgement.has_direction(),
        }
    }

    /// True if a number is outside and its direction is undecided.
    fn is_direction_open(self) -> bool {
        matches!(self, Self::Sampled(judgement) if judgement.is_direction_open())
    }

    /// The undecided bounds.
    fn open_bounds(self) -> Vec<f64> {
        match self {
            Self::Exact(..) | Self::Law(_) => Vec::new(),
            Self::Sampled(judgement) => judgement.open_bounds(),
        }
    }
}

/// Judges a claim at all complete looks; `None` while one of its numbers is missing.
pub(crate) fn judge_claim(
    outcome: Outcome,
    claim: &Claim,
    looks: LookPlan,
    numbers: &LookNumbers,
) -> Result<Option<Target>, Diagnostic> {
    let (mut cells, mut states) = (Vec::new(), Vec::<CellState>::new());
    let mut last = None;
    for (numbers, look) in numbers.0.iter().zip(1..) {
        // If the first runs have no number, the look decides nothing.
        let Some(found) = claim_cells(Outcome { plan: outcome.plan, numbers }, claim)? else { continue };
        cells = found;
        if states.is_empty() {
            states = cells.iter().map(CellState::new).collect();
        }
        let rule = ClaimRule { looks, look, cells: cells.len(), enough: claim.enough };
        for (cell, state) in cells.iter().zip(&mut states) {
            state.observe(cell, &rule);
        }
        last = Some(rule);
    }
    let Some(rule) = last else {
        return Ok(numbers.0.is_empty().then(|| unjudged_target(claim, looks)));
    };
    // A claim may need more parts than exist if the runs of some values have no number.
    if claim.enough.is_some_and(|enough| enough as usize > cells.len()) {
        return Ok(None);
    }
    Ok(Some(rule.target(claim, &cells, &states)))
}

/// The rule for the cells of a claim at a look.
struct ClaimRule {
    looks: LookPlan,
    look: u32,
    cells: usize,
    enough: Option<u32>,
}

impl ClaimRule {
    /// The levels for a cell. A claim holds if all cells do, which needs no correction; if only some must hold, the
    /// error is divided. The level for a number outside is corrected for the number of cells.
    fn levels(&self, replications: &Replications) -> LookLevels {
        let count = replications.count().unwrap_or(self.looks.runs(self.look)).max(2);
        let cells = self.cells as u32;
        let spare = self.enough.map_or(1, |enough| cells.saturating_sub(enough) + 1);
        let of = |cells: u32| Level::new(self.looks.error(self.look) / f64::from(cells.max(1)), count - 1);
        let inside = of(spare);
        LookLevels { inside, outside: if cells == spare { inside } else { of(cells) } }
    }

    /// True at the last look.
    fn is_last(&self) -> bool {
        self.look >= self.looks.looks
    }

    /// The target with its verdict at this look.
    fn target(&self, claim: &Claim, cells: &[Cell], states: &[CellState]) -> Target {
        let position = |state: &CellState| match state.position() {
            // An effect that must be observed and is undecided at the last look is not observed.
            Position::Open if claim.surely && self.is_last() => Position::Outside,
            position => position,
        };
        let positions: Vec<Position> = states.iter().map(position).collect();
        let count = |one: Position| positions.iter().filter(|&&position| position == one).count();
        let (inside, outside, open) =
            (count(Position::Inside), count(Position::Outside), count(Position::Open));
        let alone = if let [state] = states { Some(state) } else { None };
        let direction_open = outside > 0 && alone.is_some_and(|state| state.is_direction_open());
        let verdict = match self.enough.map(|enough| enough as usize) {
            Some(enough) if inside >= enough => Verdict::Held,
            Some(enough) if inside + open < enough => Verdict::NotHeld,
            Some(_) => Verdict::Undecided,
            None => combine(inside, outside, open, alone.and_then(|state| state.has_direction())),
        };
        let decided = self.enough.is_some() && verdict != Verdict::Undecided;
        let needed = if decided { None } else { self.needed_runs(cells, states) };
        let verdict =
            if claim.fitted && verdict == Verdict::Held { Verdict::ByConstruction } else { verdict };
        let remarks = [
            (LookRemark::DirectionOpen, direction_open),
            (LookRemark::NearBound, self.is_near_bound(cells, states)),
            (LookRemark::FewRuns, cells.iter().any(|cell| cell.replications.is_dominated_by_few())),
        ];
        let exact = states.iter().all(|state| matches!(state, CellState::Exact(..)));
        let state = LookState {
            look: self.look,
            looks: self.looks.looks,
            runs: if exact { 1 } else { self.looks.runs(self.look) },
            open: !self.is_last() && !decided && (open > 0 || direction_open),
            needed: needed.map(|needed| needed.min(MOST_NEEDED_RUNS + 1.0) as u32),
            inside: inside as u32,
            outside: outside as u32,
            undecided: open as u32,
            remarks: remarks.into_iter().filter(|(_, applies)| *applies).map(|(remark, _)| remark).collect(),
        };
        let state_text = if exact { "exact".to_owned() } else { state.text() };
        let ours = format!("{}; {state_text}", self.numbers_text(cells, &positions));
        Target {
            id: claim.id.clone(),
            claim: claim.claim.clone(),
            published: claim.published.clone(),
            ours,
            tolerance: shown_tolerance(claim, cells.iter().map(|cell| cell.tolerance.clone()), cells.len()),
            verdict,
            parts: states.len() as u32,
            held: inside as u32,
            own: claim.published.is_empty(),
            tolerance_set_after: claim.tolerance_set_after,
            fitted: claim.fitted,
            note: explain(claim, verdict),
            looks: Some(state),
        }
    }

    /// The largest number of runs that an open bound needs.
    fn needed_runs(&self, cells: &[Cell], states: &[CellState]) -> Option<f64> {
        let of = |(cell, state): (&Cell, &CellState)| {
            let quantile = self.levels(&cell.replications).inside.quantile;
            let needed = |bound: f64| {
                cell.replications.sample(bound).map_or(f64::INFINITY, |sample| needed_runs(&sample, quantile))
            };
            state
                .open_bounds()
                .into_iter()
                .map(needed)
                .fold(None, |most: Option<f64>, one| Some(most.map_or(one, |most| most.max(one))))
        };
        cells
            .iter()
            .zip(states)
            .filter_map(of)
            .fold(None, |most: Option<f64>, one| Some(most.map_or(one, |most| most.max(one))))
    }

    /// True if another seed could change the decision on a bound.
    fn is_near_bound(&self, cells: &[Cell], states: &[CellState]) -> bool {
        let near = |cell: &Cell| {
            let last = self.looks.quantile(self.looks.looks, 1, self.looks.most_runs() - 1);
            let (low, high) = cell.criterion.bounds();
            [low, high].into_iter().filter(|bound| bound.is_finite()).any(|bound| {
                cell.replications.sample(bound).is_some_and(|sample| sample.t().abs() < last + NEAR_BOUND)
            })
        };
        cells.iter().zip(states).any(|(cell, state)| state.position() != Position::Open && near(cell))
    }

    /// The numbers with their intervals, as text.
    fn numbers_text(&self, cells: &[Cell], positions: &[Position]) -> String {
        let number = |cell: &Cell| {
            let quantile = self.levels(&cell.replications).inside.quantile;
            let number = match cell.replications.interval(quantile) {
                Some((low, high)) => {
                    Interval { mean: cell.replications.estimate(), low, high, count: 2 }.bracket_text()
                }
                None => format!(
                    "{} (denominator not separated from 0)",
                    Interval::without_interval(cell.replications.estimate(), 1).text()
                ),
            };
            let name = if cell.name.is_empty() { String::new() } else { format!("{}: ", cell.name) };
            format!("{name}{number} {}", cell.unit).trim_end().to_owned()
        };
        if let [cell] = cells {
            return number(cell);
        }
        let number_of = |one: Position| positions.iter().filter(|&&position| position == one).count();
        let count = match (number_of(Position::Inside), number_of(Position::Open)) {
            (held, 0) => format!("{held} of {}", cells.len()),
            (held, open) => format!("{held} of {}, {open} undecided", cells.len()),
        };
        if cells.len() <= LISTED_CELLS {
            let all: Vec<String> = cells.iter().map(number).collect();
            return format!("{} ({count})", all.join("; "));
        }
        let others: Vec<String> = cells
            .iter()
            .zip(positions)
            .filter(|(_, position)| **position != Position::Inside)
            .map(|(cell, position)| {
                let doubt = if *position == Position::Open { " (undecided)" } else { "" };
                format!("{}{doubt}", number(cell))
            })
            .collect();
        if others.is_empty() {
            return format!("all {}", cells.len());
        }
        let more = if others.len() > LISTED_FAILURES { "; .." } else { "" };
        format!("{count}; not: {}{more}", others[..others.len().min(LISTED_FAILURES)].join("; "))
    }
}

/// The verdict on a claim for which all cells must hold.
fn combine(inside: usize, outside: usize, open: usize, direction: Option<bool>) -> Verdict {
    match (inside, outside, open) {
        (0, 0, 0) => Verdict::NotHeld,
        (_, 0, 0) => Verdict::Held,
        (_, 0, _) => Verdict::Undecided,
        (0, ..) if direction == Some(true) => Verdict::DirectionOnly,
        (0, ..) => Verdict::NotHeld,
        _ => Verdict::HeldInPart,
    }
}

/// The runs that a bound needs; infinite for equal numbers, which decide nothing.
fn needed_runs(sample: &SampleMoments, quantile: f64) -> f64 {
    if sample.deviation > 0.0 { sample.needed_runs(quantile) } else { f64::INFINITY }
}

/// A claim before the first look.
fn unjudged_target(claim: &Claim, looks: LookPlan) -> Target {
    let state = LookState { looks: looks.looks, open: true, ..LookState::default() };
    Target {
        id: claim.id.clone(),
        claim: claim.claim.clone(),
        published: claim.published.clone(),
        ours: state.text(),
        tolerance: String::new(),
        verdict: Verdict::Undecided,
        parts: 0,
        held: 0,
        own: claim.published.is_empty(),
        tolerance_set_after: claim.tolerance_set_after,
        fitted: claim.fitted,
        note: explain(claim, Verdict::Undecided),
        looks: Some(state),
    }
}

/// The numbers that a claim judges; `None` while one is missing.
fn claim_cells(outcome: Outcome, claim: &Claim) -> Result<Option<Vec<Cell>>, Diagnostic> {
    let mut cells = Vec::new();
    for judged in &claim.judged {
        let found = if judged.table.is_empty() {
            quantity_cells(outcome, judged)?
        } else {
            table_cells(outcome, judged)?
        };
        let Some(found) = found.filter(|found| !found.is_empty()) else { return Ok(None) };
        cells.extend(found);
    }
    Ok(Some(cells))
}

/// The cells of a table that have a published number.
fn table_cells(outcome: Outcome, judged: &Judged) -> Result<Option<Vec<Cell>>, Diagnostic> {
    let tables = &outcome.plan.study.tables;
    let Some(Table { columns, rows, .. }) = tables.iter().find(|table| table.title == judged.table) else {
        let known = list_names(tables.iter().map(|table| &*table.title));
        return Err(Diagnostic::error(format!("unknown table {:?}; available: {known}", judged.table)));
    };
    let mut cells = Vec::new();
    for row in rows.iter().filter(|row| is_selected(&judged.rows, &row.name)) {
        for (column, published) in columns.iter().zip(&row.published) {
            let Ok(published) = published.parse::<f64>() else { continue };
            if !is_selected(&judged.columns, &column.name) {
                continue;
            }
            let name = if row.quantity.is_empty() { &column.quantity } else { &row.quantity };
            let quantity = outcome.quantity_named(name)?;
            let at: AxisValues = axis_values(&row.at).chain(axis_values(&column.at)).collect();
            let Some(replications) =
                outcome.replications(quantity, Coordinates { values: &at, item: row.item })?
            else {
                continue;
            };
            let Some(replications) = replications else { return Ok(None) };
            let criterion = build_criterion(judged, published, "")?;
            cells.push(Cell {
                name: format!("{} {}: {published} published, ours", row.name, column.name),
                unit: String::new(),
                tolerance: format!("{} each", criterion.text()),
                criterion,
                replications,
                output: judged.output,
            });
        }
    }
    Ok(Some(cells))
}

/// The numbers of one quantity that are judged: one for each place, or the differences of neighbours for an order.
fn quantity_cells(outcome: Outcome, judged: &Judged) -> Result<Option<Vec<Cell>>, Diagnostic> {
    let quantity = outcome.quantity_named(&judged.quantity)?;
    let (mut all, mut heads, mut places, mut outers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for at in axis_combinations(&judged.over) {
        let outer: AxisValues = at.iter().cloned().chain(axis_values(&judged.at)).collect();
        let Some(replications) = outcome.replications(quantity, Coordinates::at(&outer))? else { continue };
        let Some(replications) = replications else { return Ok(None) };
        all.push(replications);
        let of = at.iter().map(|(axis, label)| format!("{axis} {label}")).collect::<Vec<_>>().join(", ");
        heads.push(of);
        places.push(at.first().and_then(|(_, label)| label.parse::<f64>().ok()).unwrap_or(f64::NAN));
        outers.push(outer);
    }
    let unit = &*quantity.unit;
    let cell = |head: &str, criterion: Criterion, replications: Replications, tolerance: &str| {
        let name = [&*judged.name, head].into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>();
        let (name, unit, tolerance) = (name.join(", "), unit.to_owned(), tolerance.to_owned());
        Cell { name, unit, criterion, tolerance, replications, output: judged.output }
    };
    let order = |criterion: &dyn Fn() -> Criterion| -> Vec<Cell> {
        let pairs = all.windows(2).zip(heads.windows(2));
        let step = |(numbers, heads): (&[Replications], &[String])| {
            let head = format!("{} − {}", heads[1], heads[0]);
            cell(&head, criterion(), numbers[1].difference(&numbers[0]), "order, seed by seed")
        };
        pairs.map(step).collect()
    };
    let settled = |of: &dyn Fn(&[f64]) -> f64| settle(outcome, quantity, &outers, of);
    Ok(Some(match judged.judge {
        Judge::Falls(_) => order(&|| Criterion::below(0.0, unit)),
        Judge::Rises(_) => order(&|| Criterion::above(0.0, unit)),
        Judge::NeverRises(_) => {
            let mut cells = order(&|| Criterion::at_most(0.0, unit));
            if let [first, .., last] = &all[..] {
                let whole = last.difference(first);
                cells.push(cell("last − first", Criterion::below(0.0, unit), whole, "order, seed by seed"));
            }
            cells
        }
        Judge::Begins { from, to, step } => {
            let Some(Some(place)) = settled(&|means| Onset::first_nonzero(means) as f64)? else {
                return Ok(None);
            };
            let (low, high) = Onset::held_indices(&places, (from, to), step);
            let tolerance = format!("one step of {step} {unit}");
            let criterion = Criterion::within(low, high, tolerance.trim_end());
            vec![Cell {
                unit: "values before the first".to_owned(),
                ..cell("", criterion, place, tolerance.trim_end())
            }]
        }
        Judge::Passes { published, .. } => {
            let criterion = build_criterion(judged, f64::NAN, unit)?;
            let Some(Some(nearest)) = settled(&|means| nearest_published(means, published))? else {
                return Ok(None);
            };
            let tolerance = criterion.text().to_owned();
            vec![cell("", criterion, nearest, &tolerance)]
        }
        _ => {
            let mut cells = Vec::new();
            for (head, replications) in heads.iter().zip(all) {
                let criterion = build_criterion(judged, f64::NAN, unit)?;
                let tolerance = criterion.text().to_owned();
                cells.push(cell(head, criterion, replications, &tolerance));
            }
            cells
        }
    }))
}

/// A number computed from the estimates at several places.
fn settle(
    outcome: Outcome,
    quantity: &Quantity,
    outers: &[AxisValues],
    of: &dyn Fn(&[f64]) -> f64,
) -> Result<Available<Replications>, Diagnostic> {
    outcome.jackknife_replications(|estimator: &Estimator| {
        let mut all = Vec::new();
        for outer in outers {
            let Some(Some((number, _))) = estimator.estimate_quantity(quantity, Coordinates::at(outer))?
            else {
                return Ok(Some(None));
            };
            all.push(number);
        }
        Ok(Some(Some((of(&all), ()))))
    })
}
