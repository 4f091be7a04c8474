//! Builds the scenario of each point of a study from its document, and reports mistakes in it.

use crate::axis_settings::{Conflict, axis_conflicts, axis_settings};
use crate::levels::{Levels, level_indices};
use crate::measurement::{MeasureSource, Measurement, TableMeasure, statistic_width};
use crate::plan::{Block, Plan, Point};
use crate::sequential::LookPlan;
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::entry::limits;
use ganttlet_document::Scenario;
use ganttlet_document::study::{Axis, Measure, Part, Replication, Runs, Study, Tree, Varied};
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
        for mut maker in block_builders(study, quick, seed) {
            let first = blocks.last().map_or(0, Block::end_run);
            blocks.extend(maker.build_block(first));
            diagnostics.extend(maker.diagnostics);
        }
        for (name, i) in repeated_names(study.parts.iter().map(|part| &*part.name)) {
            let message = format!("two parts have the name {name:?}");
            let place = format!("/parts/{i}/name");
            diagnostics
                .push(Diagnostic::error(message).place(place).hint("Give each part a different name."));
        }
        let runs = blocks.last().map_or(0, Block::end_run);
        if runs > MOST_RUNS {
            diagnostics.push(Diagnostic::error(format!(
                "the study has {runs} runs; at most {MOST_RUNS} are allowed"
            )));
        }
        if diagnostics.is_empty() {
            Ok(Self { study: study.clone(), quick, blocks, looks: look_plan(study, quick) })
        } else {
            Err(diagnostics)
        }
    }

    /// The number of runs of a study, without building their scenarios; a part with a wrong base or wrong axes counts
    /// 0.
    pub fn count_runs(study: &Study, quick: bool) -> usize {
        let of = |mut maker: BlockBuilder| {
            let base = maker.varied_base();
            base.map_or(0, |base| count_points(&base.axes).saturating_mul(maker.seed_count() as usize))
        };
        block_builders(study, quick, None).into_iter().map(of).fold(0, usize::saturating_add)
    }
}

/// The looks of a study that replicates until its claims are decided. Quick runs have none: they give an impression.
fn look_plan(study: &Study, quick: bool) -> Option<LookPlan> {
    let replication = study.replication.as_ref().filter(|_| !quick)?;
    let Replication { alpha, first_look, looks } = *replication;
    Some(LookPlan { alpha, first_look, looks })
}

/// The builders of all blocks of runs: the study's own first, if it has runs, then those of its parts.
fn block_builders(study: &Study, quick: bool, seed: Option<u64>) -> Vec<BlockBuilder<'_>> {
    let maker = |name, change, runs, place| {
        let (base, diagnostics) = (&study.base, Vec::new());
        let looks = look_plan(study, quick);
        BlockBuilder { base, name, change, runs, quick, looks, seed, place, diagnostics }
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
struct VariedBase {
    /// The tree of the scenario.
    tree: Value,
    /// The same, read.
    scenario: Scenario,
    /// The seed that it says itself.
    own_seed: u64,
    /// What is varied.
    axes: Vec<VariedAxis>,
}

/// An axis, and the change that each of its values makes.
type VariedAxis = (Levels, Vec<Change>);

/// The number of combinations of values; saturates at the largest number.
fn count_points(axes: &[VariedAxis]) -> usize {
    axes.iter().map(|(levels, _)| levels.labels.len()).fold(1, usize::saturating_mul)
}

/// Builds the runs of one part of a study.
struct BlockBuilder<'a> {
    base: &'a Tree,
    name: &'a str,
    /// How the scenario differs from the base.
    change: Option<&'a Tree>,
    runs: &'a Runs,
    quick: bool,
    looks: Option<LookPlan>,
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

impl BlockBuilder<'_> {
    fn error(&mut self, inside: &str, message: String, hint: String) {
        let place = format!("{}{inside}", self.place);
        self.diagnostics.push(Diagnostic::error(message).place(place).hint(hint));
    }

    /// The scenario that is varied, and its axes.
    fn varied_base(&mut self) -> Option<VariedBase> {
        let mut tree = self.base.value();
        if let Some(change) = self.change {
            merge_patch(&mut tree, change.value());
        }
        let mut scenario = self.read_scenario(tree.clone(), "/base", "")?;
        let own_seed = scenario.seed;
        if let (Some(seed), Some(base)) = (self.seed, tree.as_object_mut()) {
            base.insert("seed".to_owned(), seed.into());
            scenario.seed = seed & limits::SEED as u64;
        }
        let axes = self.runs.axes.iter().zip(0..).map(|(axis, i)| self.axis_levels(axis, i, &scenario));
        let axes = axes.collect::<Option<_>>()?;
        self.check_contradictions(&scenario)?;
        Some(VariedBase { tree, scenario, own_seed, axes })
    }

    /// The number of seeds for each point.
    fn seed_count(&self) -> u32 {
        let Runs { seeds, quick_seeds, exact, .. } = *self.runs;
        match self.looks {
            Some(looks) if !exact => looks.most_runs(),
            _ => quick_seeds.filter(|_| self.quick).unwrap_or(seeds),
        }
    }

    /// Builds the block of runs that starts with the run of this number.
    fn build_block(&mut self, first: usize) -> Option<Block> {
        let taken = self.measurements();
        let VariedBase { tree, scenario, own_seed, axes } = self.varied_base()?;
        let taken = taken?;
        let all = count_points(&axes);
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
            .map(|point| self.build_point((&tree, &scenario), &levels, &changes, point))
            .collect::<Option<_>>()?;
        self.check_seed_parameters(&points)?;
        self.check_effects(&levels, &points)?;
        self.check_seeds(&points)?;
        let (name, seeds, with_seed) = (self.name.to_owned(), self.seed_count(), self.runs.with_seed.clone());
        let settings = axis_settings(&self.runs.axes, &scenario);
        let exact = self.runs.exact;
        if exact && self.runs.seeds > 1 {
            let hint = "Set \"seeds\" to 1, or leave out \"exact\".".to_owned();
            self.error("/seeds", "runs with \"exact\" need exactly one seed".to_owned(), hint);
            return None;
        }
        Some(Block { name, axes: levels, settings, seeds, first, own_seed, exact, with_seed, points, taken })
    }

    /// Reports axes with the same name or the same parameter, of which only one would have an effect.
    fn check_contradictions(&mut self, scenario: &Scenario) -> Option<()> {
        let before = self.diagnostics.len();
        let axes = &self.runs.axes;
        for (name, i) in repeated_names(axes.iter().map(|axis| &*axis.name)) {
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
        self.check_shared_settings(scenario);
        for (name, i) in repeated_names(self.runs.with_seed.iter().map(|name| &**name)) {
            let message = format!("{name:?} is listed twice: it would be increased twice per seed");
            self.error(&format!("/with_seed/{i}"), message, "List it once.".to_owned());
        }
        (self.diagnostics.len() == before).then_some(())
    }

    /// Reports axes that set what another axis sets: their labels would name values that no run uses.
    fn check_shared_settings(&mut self, scenario: &Scenario) {
        for Conflict { at, by, setting, is_policy } in axis_conflicts(&self.runs.axes, scenario) {
            let (name, other) = (&self.runs.axes[at].name, &self.runs.axes[by].name);
            let what = if is_policy { "policy" } else { "value" };
            let message =
                format!("the axis {name:?} has no effect: the axis {other:?} sets the {what} {setting:?}");
            let hint =
                format!("Remove one of the two axes, or add what {name:?} varies to the axis {other:?}.");
            self.error(&format!("/axes/{at}"), message, hint);
        }
    }

    /// Reports axes whose values all make the same runs.
    fn check_effects(&mut self, levels: &[Levels], points: &[Point]) -> Option<()> {
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

    /// Reports seeds beyond the largest seed, which would start again at 0.
    fn check_seeds(&mut self, points: &[Point]) -> Option<()> {
        let last = u64::from(self.seed_count().max(self.runs.seeds)) - 1;
        let most = limits::SEED as u64;
        let first = points.iter().map(|point| point.scenario.seed).max()?;
        if first.checked_add(last).is_some_and(|last| last <= most) {
            return Some(());
        }
        let message = format!("{} seeds from {first} exceed the largest seed, {most}", last + 1);
        self.error("/base/seed", message, format!("Start at {} or lower.", most - last));
        None
    }

    /// Reports names of parameters to vary with the seed that do not exist.
    fn check_seed_parameters(&mut self, points: &[Point]) -> Option<()> {
        for (name, i) in self.runs.with_seed.iter().zip(0..) {
            let known =
                |point: &Point| ganttlet_document::add_to_integers(&mut point.scenario.clone(), name, 0);
            if !points.iter().any(known) {
                let message = format!("the scenario has no integer parameter {name:?}");
                self.error(&format!("/with_seed/{i}"), message, String::new());
                return None;
            }
        }
        Some(())
    }

    /// Reads the scenario of a tree; its mistakes are reported with their place in the study.
    fn read_scenario(&mut self, tree: Value, place: &str, of: &str) -> Option<Scenario> {
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

    /// The measurements of the part.
    fn measurements(&mut self) -> Option<Vec<Measurement>> {
        let (mut all, mut first) = (Vec::<Measurement>::new(), 0);
        for (measure, i) in self.runs.measures.iter().zip(0..) {
            let of = match measure_source(measure) {
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
            if let Some(wrong) = series_obstacle(measure) {
                self.error(&format!("/measures/{i}/series"), wrong.to_owned(), String::new());
            }
            let by = measure.by.iter().map(|(column, values)| Levels::of_column(column, values)).collect();
            let taken = Measurement { name: name.clone(), of, measure: measure.clone(), by, first };
            first += taken.number_count();
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

    /// The values of an axis that are run, and the change that each makes.
    fn axis_levels(&mut self, axis: &Axis, i: usize, scenario: &Scenario) -> Option<(Levels, Vec<Change>)> {
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
        self.select_quick_values(axis, i, &mut levels, &mut changes)?;
        Some((levels, changes))
    }

    /// Removes values that a quick run leaves out; reports names of values that do not exist.
    fn select_quick_values(
        &mut self,
        axis: &Axis,
        i: usize,
        levels: &mut Levels,
        changes: &mut Vec<Change>,
    ) -> Option<()> {
        let wanted: Vec<String> = axis.quick.iter().map(Tree::label).collect();
        if let Some((label, j)) = repeated_names(wanted.iter().map(|label| &**label)).next() {
            let message = format!("found {label:?} twice");
            self.error(&format!("/axes/{i}/quick/{j}"), message, "List it once.".to_owned());
            return None;
        }
        if let Some((label, j)) = wanted.iter().zip(0..).find(|(label, _)| !levels.labels.contains(label)) {
            let known = || levels.labels.iter().map(|label| &**label);
            let (message, hint) = (
                format!("unknown value {label:?}; available: {}", list_names(known())),
                did_you_mean(label, known()),
            );
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

    /// Builds the scenario of one point: first all merge patches, then all values, in the order of the axes.
    fn build_point(
        &mut self,
        (base, scenario): (&Value, &Scenario),
        axes: &[Levels],
        changes: &[Vec<Change>],
        point: usize,
    ) -> Option<Point> {
        let at = level_indices(axes, point);
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
                    merge_patch(tree.get_or_insert_with(|| base.clone()), patch.clone());
                    set.extend(values.iter().map(|(knob, value)| (knob.clone(), value.label())));
                }
                Change::System(place) => variant = *place,
            }
        }
        let scenario = match tree {
            Some(tree) => self.read_scenario(tree, "/base", &label)?,
            None => scenario.clone(),
        };
        let set: Vec<(&str, &str)> = set.iter().map(|(knob, word)| (&**knob, &**word)).collect();
        match ganttlet_document::set_values(&scenario, &set) {
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

/// The names that occurred before, each with its index.
fn repeated_names<'n>(names: impl Iterator<Item = &'n str>) -> impl Iterator<Item = (&'n str, usize)> {
    let mut known = HashSet::new();
    names.zip(0..).filter(move |(name, _)| !known.insert(*name))
}

/// The source of a measure. Columns of probes are checked here, columns of tables once a run has made the table.
fn measure_source(measure: &Measure) -> Result<MeasureSource, Diagnostic> {
    let Measure { metric, table, probe, by, .. } = measure;
    if !metric.is_empty() || table.is_empty() && probe.is_empty() {
        let known = || METRICS.ids().into_iter();
        if !by.is_empty() {
            let message = "metrics have no columns; only tables and probes have".to_owned();
            return Err(Diagnostic::error(message).place("/by"));
        }
        return METRICS.find(metric).map(MeasureSource::Metric).ok_or_else(|| {
            let message = format!("unknown metric {metric:?}; available: {}", list_names(known()));
            Diagnostic::error(message).place("/metric").hint(did_you_mean(metric, known()))
        });
    }
    if probe.is_empty() {
        return Ok(MeasureSource::Table);
    }
    let probe = crate::probe::find_probe(probe).map_err(|wrong| wrong.place("/probe"))?;
    TableMeasure::resolve(measure, probe.kind)?;
    Ok(MeasureSource::Probe(probe))
}

/// The reason why a measure cannot be a time series, if there is one.
fn series_obstacle(measure: &Measure) -> Option<&'static str> {
    measure.series.as_ref()?;
    if measure.metric.is_empty() {
        return Some("a series is not available for tables, because all their rows are included");
    }
    let many = statistic_width(&measure.statistic) > 1;
    many.then_some("this statistic is not available for a series, which has one number per interval; choose another statistic")
}

/// Applies a JSON merge patch (RFC 7396): null removes a field, objects are merged, everything else replaces the value.
pub fn merge_patch(target: &mut Value, patch: Value) {
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
                    merge_patch(target.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        other => *target = other,
    }
}
