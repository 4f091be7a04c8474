//! From the document of a study to its runs: the scenario of each point, and what is wrong with it.

use crate::levels::{Levels, places};
use crate::plan::{Block, Plan, Point};
use crate::taken::{Reading, Source, Taken, width};
use ganttlet_core::diagnostic::{Diagnostic, meant, names};
use ganttlet_core::entry::limits;
use ganttlet_document::Scenario;
use ganttlet_document::study::{Axis, Measure, Part, Runs, Study, Tree, Varied};
use ganttlet_sim::report::METRICS;
use serde_json::Value;
use std::collections::HashSet;

/// The most points of a study: each has a scenario of its own.
const MOST_POINTS: usize = 20_000;
/// The most runs of a study.
const MOST_RUNS: usize = 1_000_000;

impl Plan {
    /// The runs of a study, from another first seed than that of its base if one is said, or what is wrong with it: a
    /// scenario that cannot be read, an axis that changes nothing, a measure that nobody knows.
    pub fn new(study: &Study, quick: bool, seed: Option<u64>) -> Result<Self, Vec<Diagnostic>> {
        let (mut diagnostics, mut blocks) = (Vec::new(), Vec::<Block>::new());
        for mut maker in makers(study, quick, seed) {
            let first = blocks.last().map_or(0, Block::end);
            blocks.extend(maker.block(first));
            diagnostics.extend(maker.diagnostics);
        }
        for (name, i) in twice(study.parts.iter().map(|part| &*part.name)) {
            let message = format!("two parts have the name {name:?}");
            let place = format!("/parts/{i}/name");
            diagnostics
                .push(Diagnostic::error(message).place(place).hint("Give each part a different name."));
        }
        let runs = blocks.last().map_or(0, Block::end);
        if runs > MOST_RUNS {
            diagnostics.push(Diagnostic::error(format!(
                "the study has {runs} runs; at most {MOST_RUNS} are allowed"
            )));
        }
        if diagnostics.is_empty() {
            Ok(Self { study: study.clone(), quick, blocks })
        } else {
            Err(diagnostics)
        }
    }

    /// How many runs a study has, without what each needs; 0 of a part whose base or axes are wrong.
    pub fn size(study: &Study, quick: bool) -> usize {
        let of = |mut maker: Maker| {
            let base = maker.varied();
            base.map_or(0, |base| points(&base.axes).saturating_mul(maker.seeds() as usize))
        };
        makers(study, quick, None).into_iter().map(of).fold(0, usize::saturating_add)
    }
}

/// What makes the runs of a study: its own first, if there are any, then those of its parts.
fn makers(study: &Study, quick: bool, seed: Option<u64>) -> Vec<Maker<'_>> {
    let maker = |name, change, runs, place| {
        let (base, diagnostics) = (&study.base, Vec::new());
        Maker { base, name, change, runs, quick, seed, place, diagnostics }
    };
    let own = !study.runs.measures.is_empty() || study.parts.is_empty();
    let own = own.then(|| maker("", None, &study.runs, String::new()));
    let of = |(part, i)| {
        let Part { name, change, runs }: &Part = part;
        maker(name, Some(change), runs, format!("/parts/{i}"))
    };
    own.into_iter().chain(study.parts.iter().zip(0..).map(of)).collect()
}

/// What the runs of a part have in common.
struct Base {
    /// The tree of the scenario.
    tree: Value,
    /// The same, read.
    scenario: Scenario,
    /// The seed that it says itself.
    own_seed: u64,
    /// What is varied.
    axes: Vec<Varying>,
}

/// An axis, and what each of its values changes.
type Varying = (Levels, Vec<Change>);

/// How many points there are: each value with each other. More than can be counted are too many as well.
fn points(axes: &[Varying]) -> usize {
    axes.iter().map(|(levels, _)| levels.labels.len()).fold(1, usize::saturating_mul)
}

/// What makes the runs of a part.
struct Maker<'a> {
    base: &'a Tree,
    name: &'a str,
    /// How the scenario differs from the base.
    change: Option<&'a Tree>,
    runs: &'a Runs,
    quick: bool,
    seed: Option<u64>,
    /// Where the part is in the document.
    place: String,
    diagnostics: Vec<Diagnostic>,
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

    /// What is varied, and how.
    fn varied(&mut self) -> Option<Base> {
        let mut tree = self.base.value();
        if let Some(change) = self.change {
            merge(&mut tree, change.value());
        }
        let mut scenario = self.read(tree.clone(), "/base", "")?;
        let own_seed = scenario.seed;
        if let (Some(seed), Some(base)) = (self.seed, tree.as_object_mut()) {
            base.insert("seed".to_owned(), seed.into());
            scenario.seed = seed & limits::SEED as u64;
        }
        let axes = self.runs.axes.iter().zip(0..).map(|(axis, i)| self.axis(axis, i, &scenario));
        let axes = axes.collect::<Option<_>>()?;
        self.contradictions()?;
        Some(Base { tree, scenario, own_seed, axes })
    }

    /// With how many seeds each point is run.
    fn seeds(&self) -> u32 {
        let Runs { seeds, quick_seeds, .. } = *self.runs;
        quick_seeds.filter(|_| self.quick).unwrap_or(seeds)
    }

    /// Its runs, the first of which has this number.
    fn block(&mut self, first: usize) -> Option<Block> {
        let taken = self.taken();
        let Base { tree, scenario, own_seed, axes } = self.varied()?;
        let taken = taken?;
        let all = points(&axes);
        if all > MOST_POINTS {
            self.error(
                "/axes",
                format!("the axes have {all} points; at most {MOST_POINTS} are allowed"),
                String::new(),
            );
            return None;
        }
        let (levels, changes): (Vec<Levels>, Vec<Vec<Change>>) = axes.into_iter().unzip();
        let points: Vec<Point> = (0..all)
            .map(|point| self.point((&tree, &scenario), &levels, &changes, point))
            .collect::<Option<_>>()?;
        self.grows(&points)?;
        self.effects(&levels, &points)?;
        self.seeds_fit(&points)?;
        let (name, seeds, with_seed) = (self.name.to_owned(), self.seeds(), self.runs.with_seed.clone());
        let exact = self.runs.exact;
        if exact && self.runs.seeds > 1 {
            let hint = "Set \"seeds\" to 1, or leave out \"exact\".".to_owned();
            self.error("/seeds", "runs with \"exact\" need exactly one seed".to_owned(), hint);
            return None;
        }
        Some(Block { name, axes: levels, seeds, first, own_seed, exact, with_seed, points, taken })
    }

    /// Tells axes that are called or set the same: only one of them would count.
    fn contradictions(&mut self) -> Option<()> {
        let before = self.diagnostics.len();
        let axes = &self.runs.axes;
        for (name, i) in twice(axes.iter().map(|axis| &*axis.name)) {
            let message = format!("two axes have the name {name:?}");
            self.error(&format!("/axes/{i}/name"), message, "Give each axis a different name.".to_owned());
        }
        let mut set: Vec<(&str, &str)> = Vec::new();
        for (axis, i) in axes.iter().zip(0..) {
            let Varied::Knob(knob) = &axis.of else { continue };
            let own = std::iter::once(&knob.knob).chain(&knob.also);
            let own: Vec<&str> = own.map(|knob| &**knob).collect();
            if let Some((knob, other)) = set.iter().find(|(knob, _)| own.contains(knob)) {
                let message = format!("{knob:?} is also set by the axis {other:?}");
                self.error(&format!("/axes/{i}"), message, "Vary each value on one axis only.".to_owned());
            }
            set.extend(own.into_iter().map(|knob| (knob, &*axis.name)));
        }
        for (name, i) in twice(self.runs.with_seed.iter().map(|name| &**name)) {
            let message = format!("{name:?} is listed twice: it would be increased twice per seed");
            self.error(&format!("/with_seed/{i}"), message, "List it once.".to_owned());
        }
        (self.diagnostics.len() == before).then_some(())
    }

    /// Tells axes whose values all make the same runs: something else sets what they vary.
    fn effects(&mut self, levels: &[Levels], points: &[Point]) -> Option<()> {
        let same = |one: &Point, other: &Point| {
            one.variant == other.variant && {
                let mut scenario = other.scenario.clone();
                scenario.name.clone_from(&one.scenario.name);
                one.scenario == scenario
            }
        };
        let mut step = points.len();
        for (axis, i) in levels.iter().zip(0..) {
            step /= axis.labels.len();
            let next = |point: usize| point / step % axis.labels.len() + 1 < axis.labels.len();
            let changes = |point: usize| next(point) && !same(&points[point], &points[point + step]);
            if axis.labels.len() > 1 && !(0..points.len()).any(changes) {
                let message =
                    format!("the axis {:?} has no effect: all its values give the same runs", axis.name);
                let hint = "Another axis sets the same value, or its values are equal.".to_owned();
                self.error(&format!("/axes/{i}"), message, hint);
                return None;
            }
        }
        Some(())
    }

    /// Tells seeds that are larger than any there is: they would begin anew at 0.
    fn seeds_fit(&mut self, points: &[Point]) -> Option<()> {
        let last = u64::from(self.seeds().max(self.runs.seeds)) - 1;
        let most = limits::SEED as u64;
        let first = points.iter().map(|point| point.scenario.seed).max()?;
        if first.checked_add(last).is_some_and(|last| last <= most) {
            return Some(());
        }
        let message = format!("{} seeds from {first} exceed the largest seed, {most}", last + 1);
        self.error("/base/seed", message, format!("Start at {} or lower.", most - last));
        None
    }

    /// Tells names of what is to grow with the seed that are those of nothing.
    fn grows(&mut self, points: &[Point]) -> Option<()> {
        for (name, i) in self.runs.with_seed.iter().zip(0..) {
            let known = |point: &Point| ganttlet_document::grow(&mut point.scenario.clone(), name, 0);
            if !points.iter().any(known) {
                let message = format!("the scenario has no integer parameter {name:?}");
                self.error(&format!("/with_seed/{i}"), message, String::new());
                return None;
            }
        }
        Some(())
    }

    /// The scenario of a tree; mistakes in it are told with their place in the study.
    fn read(&mut self, tree: Value, place: &str, of: &str) -> Option<Scenario> {
        let reading = ganttlet_document::read_value(tree);
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
        for (measure, i) in self.runs.measures.iter().zip(0..) {
            let of = match source(measure) {
                Ok(of) => of,
                Err(wrong) => {
                    let inside = format!("/measures/{i}{}", wrong.place);
                    self.error(&inside, wrong.message, wrong.hint);
                    continue;
                }
            };
            let id = if measure.metric.is_empty() { &measure.value } else { &measure.metric };
            let name = if measure.name.is_empty() { id } else { &measure.name };
            if all.iter().any(|other| other.name == *name) {
                let message = format!("two measures have the name {name:?}");
                self.error(&format!("/measures/{i}"), message, "Give one of them a \"name\".".to_owned());
            }
            if let (Some(from), Some(to)) = (measure.from_s, measure.to_s)
                && to <= from
            {
                let message =
                    format!("found {to}, which is not later than \"from_s\": nothing would be measured");
                self.error(&format!("/measures/{i}/to_s"), message, String::new());
            }
            if let Some(wrong) = no_series(measure) {
                self.error(&format!("/measures/{i}/series"), wrong.to_owned(), String::new());
            }
            let by = measure.by.iter().map(|(column, values)| Levels::of_column(column, values)).collect();
            let taken = Taken { name: name.clone(), of, measure: measure.clone(), by, first };
            first += taken.width();
            all.push(taken);
        }
        if all.is_empty() && self.diagnostics.is_empty() {
            self.error(
                "/measures",
                "at least one measure is required".to_owned(),
                "Add {\"metric\": \"wait\"}.".to_owned(),
            );
        }
        (all.len() == self.runs.measures.len() && !all.is_empty()).then_some(all)
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
                        _ => value.label(),
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
        // A value is the same number however it is written; systems have names of their own.
        let repeated = (1..levels.labels.len()).find(|&at| {
            (0..at).any(|other| {
                levels.labels[at] == levels.labels[other]
                    || levels.values[at].total_cmp(&levels.values[other]).is_eq()
                        && !levels.values[at].is_nan()
            })
        });
        if let Some(at) = repeated.filter(|_| !matches!(axis.of, Varied::Systems(_))) {
            let (list, what) = match axis.of {
                Varied::Variants(_) => ("variants", "two variants have the name"),
                _ => ("values", "found twice"),
            };
            let message = format!("{what} {:?}", levels.labels[at]);
            let hint = "Give each value of an axis a different name.".to_owned();
            self.error(&format!("/axes/{i}/{list}/{at}"), message, hint);
            return None;
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
        if let Some((label, j)) = twice(wanted.iter().map(|label| &**label)).next() {
            let message = format!("found {label:?} twice");
            self.error(&format!("/axes/{i}/quick/{j}"), message, "List it once.".to_owned());
            return None;
        }
        if let Some((label, j)) = wanted.iter().zip(0..).find(|(label, _)| !levels.labels.contains(label)) {
            let known = || levels.labels.iter().map(|label| &**label);
            let (message, hint) =
                (format!("unknown value {label:?}; available: {}", names(known())), meant(label, known()));
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
        let (mut tree, mut set, mut variant) = (None, Vec::new(), 0);
        if self.quick {
            set.extend(self.runs.quick_set.iter().map(|(knob, value)| (knob.clone(), value.label())));
        }
        for change in chosen() {
            match change {
                Change::Set(places) => set.extend(places.iter().cloned()),
                Change::Tree(patch, values) => {
                    merge(tree.get_or_insert_with(|| base.clone()), patch.clone());
                    set.extend(values.iter().map(|(knob, value)| (knob.clone(), value.label())));
                }
                Change::System(place) => variant = *place,
            }
        }
        let scenario = match tree {
            Some(tree) => self.read(tree, "/base", &label)?,
            None => scenario.clone(),
        };
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

/// The names that are there before, each with its place.
fn twice<'n>(names: impl Iterator<Item = &'n str>) -> impl Iterator<Item = (&'n str, usize)> {
    let mut known = HashSet::new();
    names.zip(0..).filter(move |(name, _)| !known.insert(*name))
}

/// What a measure is taken of. Columns of probes are known beforehand, those of tables when there is a run.
fn source(measure: &Measure) -> Result<Source, Diagnostic> {
    let Measure { metric, table, probe, by, .. } = measure;
    if !metric.is_empty() || table.is_empty() && probe.is_empty() {
        let known = || METRICS.ids().into_iter();
        if !by.is_empty() {
            let message = "metrics have no columns; only tables and probes have".to_owned();
            return Err(Diagnostic::error(message).place("/by"));
        }
        return METRICS.find(metric).map(Source::Metric).ok_or_else(|| {
            let message = format!("unknown metric {metric:?}; available: {}", names(known()));
            Diagnostic::error(message).place("/metric").hint(meant(metric, known()))
        });
    }
    if probe.is_empty() {
        return Ok(Source::Table);
    }
    let probe = crate::probe::find(probe).map_err(|wrong| wrong.place("/probe"))?;
    Reading::of(measure, probe.kind)?;
    Ok(Source::Probe(probe))
}

/// What keeps a measure from being a series.
fn no_series(measure: &Measure) -> Option<&'static str> {
    measure.series.as_ref()?;
    if measure.metric.is_empty() {
        return Some("a series is not available for tables, because all their rows are included");
    }
    let many = width(&measure.statistic) > 1;
    many.then_some("this statistic is not available for a series, which has one number per interval; choose another statistic")
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
