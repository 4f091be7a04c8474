//! Builds the scenario of each point of a study from its document, and reports errors in it.

mod axes;
mod contradictions;
mod measures;
mod merge_patch;

pub use merge_patch::merge_patch;

use crate::axis_settings::axis_settings;
use crate::levels::{Levels, level_indices};
use crate::plan::{Block, Plan, Point};
use crate::sequential::LookPlan;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use ganttlet_document::Scenario;
use ganttlet_document::study::{Part, Replication, Runs, Study, Tree};
use serde_json::Value;
use std::collections::HashSet;

/// Maximum number of points of a study: the scenario of each is kept.
const MOST_POINTS: usize = 20_000;
/// Maximum number of runs of a study.
const MOST_RUNS: usize = 1_000_000;

impl Plan {
    /// The runs of a study; `seed` replaces the first seed of its base. Fails for an invalid scenario, an axis without
    /// effect, an unknown measure.
    pub fn new(study: &Study, quick: bool, seed: Option<u64>) -> Result<Self, Vec<Diagnostic>> {
        let (mut diagnostics, mut blocks) = (Vec::new(), Vec::<Block>::new());
        for mut builder in block_builders(study, quick, seed) {
            let first = blocks.last().map_or(0, Block::end_run);
            blocks.extend(builder.build_block(first));
            diagnostics.extend(builder.diagnostics);
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

    /// The number of runs of a study, without building their scenarios; a part with an invalid base or invalid axes
    /// adds 0.
    pub fn count_runs(study: &Study, quick: bool) -> usize {
        let of = |mut builder: BlockBuilder| {
            let base = builder.varied_base();
            base.map_or(0, |base| count_points(&base.axes).saturating_mul(builder.seed_count() as usize))
        };
        block_builders(study, quick, None).into_iter().map(of).fold(0, usize::saturating_add)
    }
}

/// The looks of a study that replicates until its claims are decided. Quick runs have none.
fn look_plan(study: &Study, quick: bool) -> Option<LookPlan> {
    let replication = study.replication.as_ref().filter(|_| !quick)?;
    let Replication { alpha, first_look, looks } = *replication;
    Some(LookPlan { alpha, first_look, looks })
}

/// The builders of all blocks of runs: that of the main runs first, if there are any, then those of the parts.
fn block_builders(study: &Study, quick: bool, seed: Option<u64>) -> Vec<BlockBuilder<'_>> {
    let builder = |name, change, runs, place| {
        let (base, diagnostics) = (&study.base, Vec::new());
        let looks = look_plan(study, quick);
        BlockBuilder { base, name, change, runs, quick, looks, seed, place, diagnostics }
    };
    let own = !study.runs.measures.is_empty() || study.parts.is_empty();
    let own = own.then(|| builder("", None, &study.runs, String::new()));
    let of = |(part, i)| {
        let Part { name, change, runs }: &Part = part;
        builder(name, Some(change), runs, format!("/parts/{i}"))
    };
    own.into_iter().chain(study.parts.iter().zip(0..).map(of)).collect()
}

/// The scenario that a part varies, and its axes.
struct VariedBase {
    /// The scenario as a tree.
    tree: Value,
    /// The scenario.
    scenario: Scenario,
    /// The seed in the document.
    document_seed: u64,
    /// The axes.
    axes: Vec<VariedAxis>,
}

/// An axis, and the change of each of its values.
type VariedAxis = (Levels, Vec<Change>);

/// The number of combinations of values; saturates at the largest number.
fn count_points(axes: &[VariedAxis]) -> usize {
    axes.iter().map(|(levels, _)| levels.labels.len()).fold(1, usize::saturating_mul)
}

/// Builds the runs of one part of a study.
struct BlockBuilder<'a> {
    base: &'a Tree,
    name: &'a str,
    /// The merge patch from the base to the scenario of the part.
    change: Option<&'a Tree>,
    runs: &'a Runs,
    quick: bool,
    looks: Option<LookPlan>,
    seed: Option<u64>,
    /// The JSON pointer of the part in the document.
    place: String,
    diagnostics: Vec<Diagnostic>,
}

/// The change of the scenario for a value of an axis.
#[derive(Clone)]
enum Change {
    /// Sets parameters, by name or JSON pointer.
    Set(Vec<(String, String)>),
    /// Applies a merge patch, then sets parameters.
    Patch(Value, Vec<(String, Tree)>),
    /// Selects one of the compared systems.
    System(usize),
}

impl BlockBuilder<'_> {
    /// Reports an error in the part.
    fn error(&mut self, inside: &str, message: String, hint: String) {
        let place = format!("{}{inside}", self.place);
        self.diagnostics.push(Diagnostic::error(message).place(place).hint(hint));
    }

    /// The scenario that the part varies, and its axes.
    fn varied_base(&mut self) -> Option<VariedBase> {
        let mut tree = self.base.value();
        if let Some(change) = self.change {
            merge_patch(&mut tree, change.value());
        }
        let mut scenario = self.read_scenario(tree.clone(), "/base", "")?;
        let document_seed = scenario.seed;
        if let (Some(seed), Some(base)) = (self.seed, tree.as_object_mut()) {
            base.insert("seed".to_owned(), seed.into());
            scenario.seed = seed & limits::SEED as u64;
        }
        let axes = self.runs.axes.iter().zip(0..).map(|(axis, i)| self.axis_levels(axis, i, &scenario));
        let axes = axes.collect::<Option<_>>()?;
        self.check_contradictions(&scenario)?;
        self.check_edits(&scenario)?;
        Some(VariedBase { tree, scenario, document_seed, axes })
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
        let measurements = self.measurements();
        let VariedBase { tree, scenario, document_seed, axes } = self.varied_base()?;
        let measurements = measurements?;
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
            .map(|point| self.build_point(&tree, &scenario, &levels, &changes, point))
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
        Some(Block {
            name,
            axes: levels,
            settings,
            seeds,
            first,
            document_seed,
            exact,
            with_seed,
            points,
            measurements,
        })
    }

    /// Reads the scenario of a tree; its errors are reported with their place in the study.
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

    /// Builds the scenario of one point: first all merge patches, then all values, in the order of the axes.
    fn build_point(
        &mut self,
        base: &Value,
        scenario: &Scenario,
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
                Change::Patch(patch, values) => {
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
                // A page that opens the run shows the label in the name of the scenario.
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
