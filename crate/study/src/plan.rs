//! The runs of a study: which there are, how each is made, and what is taken from it.
//!
//! Runs know nothing of each other, so that they can be made in any order, on as many machines as there are. They are
//! numbered seed by seed: when the first so many are made, every point has been run with as many seeds, give or take one.

use crate::statistics::{self, Pool};
use ganttlet_document::study::{Axis, Measure, Part, Statistic, Study, Tree, Varied};
use ganttlet_document::{Files, Scenario, sha256};
use ganttlet_engine::diagnostic::{Diagnostic, meant, names};
use ganttlet_engine::entry::limits;
use ganttlet_engine::expression::Expression;
use ganttlet_engine::metric::{METRICS, Metric, Scope};
use ganttlet_engine::record::{Level, Trace};
use ganttlet_engine::system::Budget;
use ganttlet_engine::time::Time;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// The most runs of a study.
const MOST_RUNS: usize = 1_000_000;
/// The most points of a study: each has a scenario of its own.
const MOST_POINTS: usize = 20_000;

/// All runs of a study.
pub struct Plan {
    /// The study.
    pub study: Study,
    /// True if only the values and seeds are run that are enough for an impression.
    pub quick: bool,
    /// Its runs, a part after the other; the first is the study's own.
    pub blocks: Vec<Block>,
}

/// The runs of one part of a study: each point with each seed.
pub struct Block {
    /// The name of the part; empty for the study's own.
    pub name: String,
    /// What is varied.
    pub axes: Vec<Levels>,
    /// How many seeds each point is run with.
    pub seeds: u32,
    /// The number of its first run.
    pub first: usize,
    points: Vec<Point>,
    taken: Vec<Taken>,
}

/// The values of an axis.
#[derive(Debug, PartialEq, Serialize, TS)]
#[ts(rename = "StudyAxis")]
pub struct Levels {
    /// What the axis is called.
    pub name: String,
    /// The unit of the values; empty for none.
    pub unit: String,
    /// What each is called.
    pub labels: Vec<String>,
    /// How much each is; NaN of what is no number.
    pub values: Vec<f64>,
}

/// One combination of the values of all axes.
struct Point {
    label: String,
    scenario: Scenario,
    variant: usize,
}

/// What is taken from each run.
struct Taken {
    name: String,
    /// The metric; none if rows of a table are taken.
    metric: Option<&'static Metric>,
    measure: Measure,
    /// Where its numbers begin.
    first: usize,
}

/// Where in a study a run is.
pub struct Spot<'a> {
    /// The part.
    pub block: &'a Block,
    /// The point.
    pub point: usize,
    /// How many seeds come before its own.
    pub seed: u32,
}

impl Plan {
    /// The runs of a study, from another first seed than that of its base if one is said, or what is wrong with it: a scenario that cannot be read, an axis that changes nothing, a
    /// measure that nobody knows.
    pub fn new(study: &Study, quick: bool, seed: Option<u64>) -> Result<Self, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let own = Part {
            name: String::new(),
            change: Tree(String::new()),
            axes: study.axes.clone(),
            seeds: study.seeds,
            quick_seeds: study.quick_seeds,
            quick_set: study.quick_set.clone(),
            measures: study.measures.clone(),
        };
        let mut blocks: Vec<Block> = Vec::new();
        // A study whose runs are all those of its parts has none of its own.
        let own = (!own.measures.is_empty() || study.parts.is_empty()).then_some(&own);
        for (part, place) in own
            .into_iter()
            .map(|own| (own, String::new()))
            .chain(study.parts.iter().zip(0..).map(|(part, i)| (part, format!("/parts/{i}"))))
        {
            let first = blocks.last().map_or(0, Block::end);
            let mut maker =
                Maker { base: &study.base, part, quick, seed, place: &place, diagnostics: &mut diagnostics };
            blocks.extend(maker.block(first));
        }
        let runs = blocks.last().map_or(0, Block::end);
        if runs > MOST_RUNS {
            diagnostics.push(Diagnostic::error(format!(
                "the study has {runs} runs, allowed are at most {MOST_RUNS}"
            )));
        }
        if diagnostics.is_empty() {
            Ok(Self { study: study.clone(), quick, blocks })
        } else {
            Err(diagnostics)
        }
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.blocks.last().map_or(0, Block::end)
    }

    /// The name of what is run: the SHA-256 of the study, 64 hexadecimal digits. Results of another study have another one.
    pub fn digest(&self) -> String {
        sha256(format!("{}{}", self.study.to_line(), if self.quick { " quick" } else { "" }).as_bytes())
    }

    /// Where a run is; `None` if there is no such run.
    pub fn spot(&self, run: usize) -> Option<Spot<'_>> {
        let block = self.blocks.iter().find(|block| (block.first..block.end()).contains(&run))?;
        let (seed, point) =
            ((run - block.first) / block.points.len(), (run - block.first) % block.points.len());
        Some(Spot { block, point, seed: seed as u32 })
    }

    /// What people call a run: `load 0.5, EASY, seed 3`.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn label(&self, run: usize) -> String {
        let Spot { block, point, .. } = self.known(run);
        let part = if block.name.is_empty() { String::new() } else { format!("{}: ", block.name) };
        let label = &block.points[point].label;
        let between = if label.is_empty() { "" } else { ", " };
        format!("{part}{label}{between}seed {}", self.scenario(run).0.seed)
    }

    /// The scenario of a run, and which of its variants runs.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn scenario(&self, run: usize) -> (Scenario, usize) {
        let Spot { block, point, seed } = self.known(run);
        let Point { scenario, variant, .. } = &block.points[point];
        let mut scenario = scenario.clone();
        scenario.seed = (scenario.seed + u64::from(seed)) & limits::SEED as u64;
        (scenario, *variant)
    }

    /// The scenario of each point, for who needs to know which files they name.
    pub fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        self.blocks.iter().flat_map(|block| block.points.iter().map(|point| &point.scenario))
    }

    /// Makes a run to its end and takes its numbers. An error: it cannot be built, as a file is missing.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn run(&self, run: usize, files: &Files) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let (scenario, variant) = self.scenario(run);
        let mut built = ganttlet_document::build(&scenario, variant, files, 0)?;
        built.run.keep(Level::Measures);
        built.run.advance(Budget::ALL);
        let mut numbers = Vec::new();
        for taken in &self.known(run).block.taken {
            taken.add(built.run.trace(), &scenario, &mut numbers).map_err(|wrong| vec![wrong])?;
        }
        // A text has one word for all that is no number.
        Ok(numbers.into_iter().map(|number| if number.is_finite() { number } else { f64::NAN }).collect())
    }

    fn known(&self, run: usize) -> Spot<'_> {
        self.spot(run).expect("whoever asks for a run knows how many there are")
    }
}

impl Block {
    /// How many runs it has.
    pub fn count(&self) -> usize {
        self.points.len().saturating_mul(self.seeds as usize)
    }

    /// The number of the run after its last; where numbers end, the study has too many runs.
    fn end(&self) -> usize {
        self.first.saturating_add(self.count())
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// The number of the run of a point with a seed, counted from 0.
    pub(crate) fn run(&self, point: usize, seed: usize) -> usize {
        self.first + seed * self.points.len() + point
    }

    /// The names of its measures.
    pub fn measures(&self) -> Vec<&str> {
        self.taken.iter().map(|taken| &*taken.name).collect()
    }

    /// The metric that a measure is taken of; none if it is taken of the rows of a table.
    pub fn metric(&self, measure: usize) -> Option<&'static Metric> {
        self.taken[measure].metric
    }

    /// What is taken of a measure in each run.
    pub(crate) fn statistic(&self, measure: &str) -> Option<&Statistic> {
        self.taken.iter().find(|taken| taken.name == measure).map(|taken| &taken.measure.statistic)
    }

    /// Where the numbers of a measure are among those of a run.
    pub fn column(&self, measure: &str) -> Option<std::ops::Range<usize>> {
        let taken = self.taken.iter().find(|taken| taken.name == measure)?;
        Some(taken.first..taken.first + width(&taken.measure.statistic))
    }

    /// How many numbers a run gives.
    pub fn width(&self) -> usize {
        self.taken.last().map_or(0, |taken| taken.first + width(&taken.measure.statistic))
    }

    /// What people call a point: `load 0.5, EASY`; empty if nothing is varied.
    pub fn label(&self, point: usize) -> &str {
        &self.points[point].label
    }

    /// The places of the values of a point on the axes.
    pub fn places(&self, point: usize) -> Vec<usize> {
        places(&self.axes, point)
    }

    /// The point with these places of values on the axes.
    pub(crate) fn point(&self, levels: &[usize]) -> usize {
        self.axes.iter().zip(levels).fold(0, |point, (axis, &level)| point * axis.labels.len() + level)
    }
}

/// The places of the values of a point on these axes, the last of which turns fastest.
fn places(axes: &[Levels], point: usize) -> Vec<usize> {
    let (mut left, mut at) = (point, vec![0; axes.len()]);
    for (place, axis) in at.iter_mut().zip(axes).rev() {
        (left, *place) = (left / axis.labels.len(), left % axis.labels.len());
    }
    at
}

/// How many numbers a statistic gives.
fn width(statistic: &Statistic) -> usize {
    match statistic {
        Statistic::Distribution(bounds) => bounds.count as usize,
        Statistic::First(count) => *count as usize,
        Statistic::Each => Pool::NUMBERS,
        _ => 1,
    }
}

impl Taken {
    /// What the rows of the table say that count.
    fn rows(&self, trace: &Trace) -> Result<Vec<f64>, Diagnostic> {
        let Measure { table, value, only, .. } = &self.measure;
        let Some(table) = trace.table(table) else {
            let known = names(trace.tables.iter().map(|table| table.kind.id));
            let message = format!("found {table:?}, the tables of this system are {known}");
            return Err(Diagnostic::error(message));
        };
        let columns: Vec<&str> = table.kind.columns.iter().map(|column| column.id).collect();
        let value = Expression::parse(value, &columns)?;
        let only = if only.is_empty() { None } else { Some(Expression::parse(only, &columns)?) };
        let mut values = Vec::new();
        for row in 0..table.len() {
            let cells: Vec<f64> = (0..columns.len()).map(|column| table.number(row, column)).collect();
            let value = value.value(&cells);
            if value.is_finite() && only.as_ref().is_none_or(|only| only.value(&cells) != 0.0) {
                values.push(value);
            }
        }
        Ok(values)
    }

    fn add(&self, trace: &Trace, scenario: &Scenario, numbers: &mut Vec<f64>) -> Result<(), Diagnostic> {
        let Measure { from_s, to_s, while_arriving, group, statistic, .. } = &self.measure;
        let scope = Scope {
            warm_up: Time::from_seconds(from_s.unwrap_or(scenario.warm_up_s)),
            closed: to_s.map_or(Time::MAX, Time::from_seconds),
            until: if *while_arriving { last_arrival(trace) } else { Time::MAX },
            group: *group,
        };
        let settings = &scenario.measure_settings;
        let values = match self.metric {
            // A metric that is one number of a run is that number.
            Some(metric) if *statistic == Statistic::Mean => {
                numbers.push(metric.row(trace, settings, &scope).value.unwrap_or(f64::NAN));
                return Ok(());
            }
            Some(metric) => metric.values(trace, settings, &scope),
            None => self.rows(trace)?,
        };
        let shares = |bound: f64, below: fn(f64, f64) -> bool, values: &[f64]| {
            100.0 * values.iter().filter(|&&value| below(value, bound)).count() as f64 / values.len() as f64
        };
        match statistic {
            Statistic::Mean => numbers.push(statistics::mean(&values)),
            Statistic::Min => numbers.push(statistics::extreme(&values, f64::min)),
            Statistic::Max => numbers.push(statistics::extreme(&values, f64::max)),
            Statistic::Sum => numbers.push(values.iter().sum()),
            Statistic::Count => numbers.push(values.len() as f64),
            Statistic::Variation => numbers.push(statistics::variation(&values)),
            Statistic::Jain => numbers.push(statistics::jain(&values)),
            Statistic::Percentile(percent) => numbers.push(statistics::percentile(values, *percent)),
            Statistic::Each => numbers.extend(Pool::of(&values).numbers()),
            Statistic::Below(bound) => numbers.push(shares(*bound, |value, bound| value < bound, &values)),
            Statistic::Item(item) => {
                numbers.push(values.get(*item as usize - 1).copied().unwrap_or(f64::NAN));
            }
            Statistic::First(count) => {
                let known = (0..*count as usize).map(|at| values.get(at).copied().unwrap_or(f64::NAN));
                numbers.extend(known);
            }
            Statistic::Distribution(bounds) => {
                let bounds = (0..bounds.count).map(|i| f64::from(i) * bounds.step);
                numbers.extend(bounds.map(|bound| shares(bound, |value, bound| value <= bound, &values)));
            }
        }
        Ok(())
    }
}

/// When the last subject came whose kind counts.
fn last_arrival(trace: &Trace) -> Time {
    let counted = (0..trace.subjects.len()).filter(|&subject| trace.kind(subject as u32).counts);
    counted.map(|subject| trace.subjects.submit[subject]).max().unwrap_or(Time::ZERO)
}

/// What makes the runs of a part.
struct Maker<'a> {
    base: &'a Tree,
    part: &'a Part,
    quick: bool,
    seed: Option<u64>,
    place: &'a str,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// How a value of an axis changes the scenario.
#[derive(Clone)]
enum Change {
    Set(Vec<(String, String)>),
    Tree(Value, Vec<(String, Tree)>),
    System(usize),
}

impl Maker<'_> {
    fn error(&mut self, inside: &str, message: String, hint: String) {
        let place = format!("{}{inside}", self.place);
        self.diagnostics.push(Diagnostic::error(message).place(place).hint(hint));
    }

    fn block(&mut self, first: usize) -> Option<Block> {
        let mut base = self.base.value();
        merge(&mut base, self.part.change.value());
        if let (Some(seed), Some(base)) = (self.seed, base.as_object_mut()) {
            base.insert("seed".to_owned(), seed.into());
        }
        let scenario = self.read(&base, "/base", "")?;
        let taken = self.taken()?;
        let axes: Vec<(Levels, Vec<Change>)> = self
            .part
            .axes
            .iter()
            .zip(0..)
            .map(|(axis, i)| self.axis(axis, i, &scenario))
            .collect::<Option<_>>()?;
        let lengths = axes.iter().map(|(levels, _)| levels.labels.len());
        // More than can be counted are too many as well.
        let all = lengths.fold(1, usize::saturating_mul);
        if all > MOST_POINTS {
            self.error(
                "/axes",
                format!("the axes have {all} points, allowed are at most {MOST_POINTS}"),
                String::new(),
            );
            return None;
        }
        let (levels, changes): (Vec<Levels>, Vec<Vec<Change>>) = axes.into_iter().unzip();
        let points = (0..all)
            .map(|point| self.point((&base, &scenario), &levels, &changes, point))
            .collect::<Option<_>>()?;
        let seeds =
            if self.quick { self.part.quick_seeds.unwrap_or(self.part.seeds) } else { self.part.seeds };
        Some(Block { name: self.part.name.clone(), axes: levels, seeds, first, points, taken })
    }

    /// The scenario of a tree; mistakes in it are told with their place in the study.
    fn read(&mut self, tree: &Value, place: &str, of: &str) -> Option<Scenario> {
        let reading = ganttlet_document::read(&tree.to_string());
        let errors = reading.diagnostics.into_iter().filter(Diagnostic::is_error);
        if let Some(scenario) = reading.scenario {
            return Some(scenario);
        }
        for mut wrong in errors {
            if !of.is_empty() {
                wrong.message = format!("{of}: {}", wrong.message);
            }
            wrong.place = format!("{place}{}", wrong.place);
            self.diagnostics.push(wrong);
        }
        None
    }

    fn taken(&mut self) -> Option<Vec<Taken>> {
        let (mut all, mut first) = (Vec::<Taken>::new(), 0);
        for (measure, i) in self.part.measures.iter().zip(0..) {
            let of_rows = !measure.table.is_empty() && measure.metric.is_empty();
            let metric = METRICS.find(&measure.metric);
            if metric.is_none() && !of_rows {
                let known = || METRICS.ids().into_iter();
                let message = format!("found {:?}, the metrics are {}", measure.metric, names(known()));
                self.error(&format!("/measures/{i}/metric"), message, meant(&measure.metric, known()));
                continue;
            }
            let id = if of_rows { &measure.value } else { &measure.metric };
            let name = if measure.name.is_empty() { id } else { &measure.name };
            if all.iter().any(|other| other.name == *name) {
                let message = format!("two measures are called {name:?}");
                self.error(&format!("/measures/{i}"), message, "Give one of them a \"name\".".to_owned());
            }
            all.push(Taken { name: name.clone(), metric, measure: measure.clone(), first });
            first += width(&measure.statistic);
        }
        if all.is_empty() && self.diagnostics.is_empty() {
            self.error(
                "/measures",
                "there is no measure".to_owned(),
                "Add {\"metric\": \"wait\"}.".to_owned(),
            );
        }
        (all.len() == self.part.measures.len() && !all.is_empty()).then_some(all)
    }

    /// The values of an axis that are run, and what each changes.
    fn axis(&mut self, axis: &Axis, i: usize, scenario: &Scenario) -> Option<(Levels, Vec<Change>)> {
        let mut levels =
            Levels { name: axis.name.clone(), unit: String::new(), labels: Vec::new(), values: Vec::new() };
        let mut changes = Vec::new();
        let mut add = |label: String, value: f64, change: Change| {
            levels.labels.push(label);
            levels.values.push(value);
            changes.push(change);
        };
        match &axis.of {
            Varied::Knob(knob) => {
                for value in &knob.values {
                    let number = value.value().as_f64();
                    let word = match number {
                        Some(number) if knob.divided_by.total_cmp(&1.0).is_ne() => {
                            (number / knob.divided_by).to_string()
                        }
                        _ => word(value),
                    };
                    let places = std::iter::once(&knob.knob).chain(&knob.also);
                    let set = places.map(|place| (place.clone(), word.clone())).collect();
                    add(value.label(), number.unwrap_or(f64::NAN), Change::Set(set));
                }
                levels.unit.clone_from(&knob.unit);
            }
            Varied::Variants(all) => {
                for variant in &all.variants {
                    let number = variant.name.parse().unwrap_or(f64::NAN);
                    let change = Change::Tree(variant.change.value(), variant.set.clone());
                    add(variant.name.clone(), number, change);
                }
            }
            Varied::Systems(_) => {
                for (name, variant) in scenario.variant_names().into_iter().zip(0..) {
                    add(name, f64::NAN, Change::System(variant));
                }
            }
        }
        if levels.labels.is_empty() {
            let message = format!("the axis {:?} has no value", axis.name);
            self.error(&format!("/axes/{i}"), message, String::new());
            return None;
        }
        self.quick(axis, i, &mut levels, &mut changes)?;
        Some((levels, changes))
    }

    /// Leaves out what is not needed for an impression; tells names of values that are none.
    fn quick(&mut self, axis: &Axis, i: usize, levels: &mut Levels, changes: &mut Vec<Change>) -> Option<()> {
        let wanted: Vec<String> = axis.quick.iter().map(Tree::label).collect();
        if let Some((label, j)) = wanted.iter().zip(0..).find(|(label, _)| !levels.labels.contains(label)) {
            let known = || levels.labels.iter().map(|label| &**label);
            let (message, hint) =
                (format!("found {label:?}, the values are {}", names(known())), meant(label, known()));
            self.error(&format!("/axes/{i}/quick/{j}"), message, hint);
            return None;
        }
        if self.quick && !wanted.is_empty() {
            let keep: Vec<bool> = levels.labels.iter().map(|label| wanted.contains(label)).collect();
            let mut left = keep.iter();
            levels.labels.retain(|_| *left.next().expect("as many"));
            let mut left = keep.iter();
            levels.values.retain(|_| *left.next().expect("as many"));
            let mut left = keep.iter();
            changes.retain(|_| *left.next().expect("as many"));
        }
        Some(())
    }

    /// The scenario of one point: first all merge patches, then all values, in the order of the axes.
    fn point(
        &mut self,
        (base, scenario): (&Value, &Scenario),
        axes: &[Levels],
        changes: &[Vec<Change>],
        point: usize,
    ) -> Option<Point> {
        let at = places(axes, point);
        let chosen = || changes.iter().zip(&at).map(|(changes, &level)| &changes[level]);
        let names: Vec<String> = axes
            .iter()
            .zip(&at)
            .map(|(axis, &level)| match axis.values[level] {
                value if value.is_nan() => axis.labels[level].clone(),
                _ => format!("{} {}", axis.name, axis.labels[level]),
            })
            .collect();
        let label = names.join(", ");
        let (mut tree, mut set, mut variant) = (base.clone(), Vec::new(), 0);
        if self.quick {
            set.extend(self.part.quick_set.iter().map(|(knob, value)| (knob.clone(), word(value))));
        }
        for change in chosen() {
            match change {
                Change::Set(places) => set.extend(places.iter().cloned()),
                Change::Tree(patch, values) => {
                    merge(&mut tree, patch.clone());
                    set.extend(values.iter().map(|(knob, value)| (knob.clone(), self::word(value))));
                }
                Change::System(place) => variant = *place,
            }
        }
        let changed = chosen().any(|change| matches!(change, Change::Tree(..)));
        let scenario = if changed { self.read(&tree, "/base", &label)? } else { scenario.clone() };
        let set: Vec<(&str, &str)> = set.iter().map(|(knob, word)| (&**knob, &**word)).collect();
        match ganttlet_document::set(&scenario, &set) {
            Ok((mut scenario, _)) => {
                // The page says what is run beside it by the name of the scenario.
                if !label.is_empty() {
                    scenario.name = format!("{}: {label}", scenario.name);
                }
                Some(Point { label, scenario, variant })
            }
            Err(wrong) => {
                for Diagnostic { message, place, hint, .. } in wrong.into_iter().filter(Diagnostic::is_error)
                {
                    self.error("/axes", format!("{label}: {place}: {message}"), hint);
                }
                None
            }
        }
    }
}

/// A value as it is typed in a link or on the command line.
fn word(value: &Tree) -> String {
    match value.value() {
        Value::String(word) => word,
        value => value.to_string(),
    }
}

/// A JSON merge patch (RFC 7396): null takes away, objects are merged, everything else is put in the place of what was.
pub fn merge(target: &mut Value, patch: Value) {
    match patch {
        Value::Null => {}
        Value::Object(patch) => {
            if !target.is_object() {
                *target = Value::Object(serde_json::Map::new());
            }
            let Value::Object(target) = target else { return };
            for (key, value) in patch {
                if value.is_null() {
                    target.remove(&key);
                } else {
                    merge(target.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        other => *target = other,
    }
}
