//! The values of axes, and the change of the scenario for each.

use super::{BlockBuilder, Change, repeated_names};
use crate::levels::Levels;
use ganttlet_core::diagnostic::{did_you_mean, list_names};
use ganttlet_document::Scenario;
use ganttlet_document::study::{Axis, Tree, Varied};

impl BlockBuilder<'_> {
    /// The selected values of an axis, and the change of the scenario for each; `None` if there is an error.
    pub(super) fn axis_levels(
        &mut self,
        axis: &Axis,
        i: usize,
        scenario: &Scenario,
    ) -> Option<(Levels, Vec<Change>)> {
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
                    let change = Change::Patch(variant.change.value(), variant.set.clone());
                    add(variant.name.clone(), number, change);
                }
            }
            Varied::Systems(_) => {
                for (name, variant) in scenario.variant_names().into_iter().zip(0..) {
                    add(name, f64::NAN, Change::System(variant));
                }
            }
        }
        // Equal numbers are one value, also in different notations.
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
}
