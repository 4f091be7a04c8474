//! The settings of a scenario that a study can vary, by their names ([`crate::set_values`]).

use crate::model::{Grid, Part, Scenario};
use ganttlet_core::entry::{Entry, Kind, Parameter, Settings};
use ganttlet_core::platform::PRESETS;
use ganttlet_format::FORMATS;
use ganttlet_work::generator::GENERATORS;
use serde::Serialize;
use ts_rs::TS;

/// The parameters of a log that change its load: the other parameters are fixed when a log is opened.
const LOAD_OF_LOG: [&str; 2] = ["load_factor", "load_by"];

/// A setting that a study can vary.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct StudyKnob {
    /// The name in a study.
    pub id: &'static str,
    /// The label.
    pub name: &'static str,
    /// Its heading: `Policies`, or the name of the generator, format, preset, system or policy that has the parameter.
    pub group: &'static str,
    /// True if it belongs to the system: a role or a parameter of it or its policies.
    pub of_system: bool,
    /// The options of a choice, each with its label; empty for other settings.
    pub options: Vec<(&'static str, &'static str)>,
    /// The parameter of a number or a switch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub parameter: Option<Parameter>,
    /// The value in the scenario.
    #[ts(type = "any")]
    pub value: serde_json::Value,
}

impl Scenario {
    /// The settings of the first system, the workload and the platform that a study can vary, each name only once.
    pub fn study_knobs(&self) -> Vec<StudyKnob> {
        let system = &self.variants[0];
        let mut knobs: Vec<StudyKnob> = Vec::new();
        for role in system.system().roles {
            let policy = system.policies.get(role.id).map_or(role.default, |id| id);
            knobs.push(StudyKnob {
                id: role.id,
                name: role.name,
                group: "Policies",
                of_system: true,
                options: role.family.entries().iter().map(|entry| (entry.id, entry.name)).collect(),
                parameter: None,
                value: policy.into(),
            });
        }
        for part in &self.workload {
            match part {
                Part::Generator { id, settings } => {
                    add(&mut knobs, &GENERATORS.get(id).entry, settings, |_| true);
                }
                Part::File { file, settings } => {
                    add(&mut knobs, &FORMATS.get(file.format).entry, settings, |id| {
                        LOAD_OF_LOG.contains(&id)
                    });
                }
                Part::Written { .. } => {}
            }
        }
        if let Grid::Preset { id, settings } = &self.platform {
            add(&mut knobs, &PRESETS.get(id).entry, settings, |_| true);
        }
        let first_of_system = knobs.len();
        add(&mut knobs, &system.system().entry, &system.settings, |_| true);
        for policy in system.chosen_policies() {
            add(&mut knobs, policy, &system.settings, |_| true);
        }
        for knob in &mut knobs[first_of_system..] {
            knob.of_system = true;
        }
        let mut known = Vec::new();
        knobs.retain(|knob| {
            !known.contains(&knob.id) && {
                known.push(knob.id);
                true
            }
        });
        knobs
    }
}

/// Adds the parameters of an entry that have a single value.
fn add(knobs: &mut Vec<StudyKnob>, entry: &'static Entry, settings: &Settings, is_varied: fn(&str) -> bool) {
    for parameter in entry.parameters.iter().filter(|parameter| is_varied(parameter.id)) {
        let words = match parameter.kind {
            Kind::Choice { options, .. } => options,
            Kind::Number { .. } | Kind::Integer { .. } | Kind::Bool { .. } => &[],
            Kind::Expression { .. } | Kind::Text { .. } | Kind::Table { .. } => continue,
        };
        let value = settings.get(parameter.id).cloned().unwrap_or_else(|| parameter.kind.default_value());
        knobs.push(StudyKnob {
            id: parameter.id,
            name: parameter.name,
            group: entry.name,
            of_system: false,
            options: words.iter().map(|&(word, _)| (word, word)).collect(),
            parameter: words.is_empty().then_some(*parameter),
            value: serde_json::to_value(value).unwrap_or_default(),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::read_value;
    use serde_json::json;

    #[test]
    fn knobs_are_policies_and_parameters_with_a_single_value() {
        let reading = read_value(json!({
            "version": 1,
            "platform": { "preset": "one-cluster", "parameters": { "nodes": 7 } },
            "workload": [
                { "generator": "poisson", "parameters": { "load": 0.5 } },
                { "file": { "name": "a.swf", "sha256": "0".repeat(64), "format": "swf" } },
            ],
            "system": { "kind": "batch", "policies": { "local": "written" } },
        }));
        let scenario = reading.scenario.expect("a scenario");
        let knobs = scenario.study_knobs();
        let of = |id: &str| knobs.iter().find(|knob| knob.id == id);
        let local = of("local").expect("the local policy");
        assert_eq!(
            (local.group, &local.value, local.options[0]),
            ("Policies", &json!("written"), ("fcfs", "FCFS"))
        );
        let load = of("load").expect("the load");
        assert_eq!((load.group, &load.value, load.options.len()), ("Random jobs", &json!(0.5), 0));
        assert_eq!(of("nodes").map(|knob| &knob.value), Some(&json!(7)));
        assert!(of("load_factor").is_some() && of("backfilling").is_some());
        let of_system = |id: &str| of(id).is_some_and(|knob| knob.of_system);
        assert!(of_system("local") && of_system("backfilling") && !of_system("load") && !of_system("nodes"));
        assert!(of("queue_rank").is_none() && of("cancelled").is_none());
        assert_eq!(knobs.iter().filter(|knob| knob.id == "load").count(), 1);
        for knob in &knobs {
            let word = match &knob.value {
                serde_json::Value::String(word) => word.clone(),
                value => value.to_string(),
            };
            assert!(crate::set_values(&scenario, &[(knob.id, &word)]).is_ok(), "{}", knob.id);
        }
    }
}
