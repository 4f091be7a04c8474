//! Reports studies whose parts, axes or seeds contradict each other.

use super::{BlockBuilder, repeated_names};
use crate::axis_settings::{Conflict, axis_conflicts};
use crate::levels::Levels;
use crate::plan::Point;
use ganttlet_core::entry::limits;
use ganttlet_document::study::Varied;
use ganttlet_document::{Part, Scenario, Variant};

impl BlockBuilder<'_> {
    /// Reports axes with the same name or the same parameter, of which only one would have an effect.
    pub(super) fn check_contradictions(&mut self, scenario: &Scenario) -> Option<()> {
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

    /// Reports axes whose values all give the same runs.
    pub(super) fn check_effects(&mut self, levels: &[Levels], points: &[Point]) -> Option<()> {
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
    pub(super) fn check_seeds(&mut self, points: &[Point]) -> Option<()> {
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

    /// Reports edits of jobs in runs of several seeds: each seed has other jobs under the same numbers.
    pub(super) fn check_edits(&mut self, scenario: &Scenario) -> Option<()> {
        let edited = |variant: &Variant| !variant.edits.is_empty();
        let edited = !scenario.edits.is_empty() || scenario.variants.iter().any(edited);
        let drawn = scenario.workload.iter().any(|part| matches!(part, Part::Generator { .. }));
        if !edited || !drawn || self.seed_count() < 2 {
            return Some(());
        }
        let message =
            "the edits of jobs belong to one seed: other seeds have other jobs with these numbers".to_owned();
        self.error("/seeds", message, "Use one seed, or remove the edits.".to_owned());
        None
    }

    /// Reports names of parameters to vary with the seed that do not exist.
    pub(super) fn check_seed_parameters(&mut self, points: &[Point]) -> Option<()> {
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
}
