//! A run as a played schedule: a scenario that repeats the choices of the run.

use crate::model::{Scenario, Variant};
use ganttlet_core::diagnostic::{Diagnostic, list_names};
use ganttlet_core::entry::Value;
use ganttlet_sim::system::batch::{BATCH, recorded_choices};
use ganttlet_sim::system::{Run, SYSTEMS};

/// The parameters of the systems whose decisions can be played: the choices, and what follows the last one.
pub(crate) const CHOICES: [&str; 2] = ["played_choices", "after_choices"];

impl Scenario {
    /// This scenario with one variant only, which repeats the run of that variant by its choices. In batch queues the
    /// local policy `played` repeats them; in other systems they replace the choices of the policies. Errors: the
    /// system has no choices, or the run did not record them.
    ///
    /// # Panics
    /// If there is no such variant.
    pub fn played(&self, variant: usize, run: &dyn Run) -> Result<Self, Diagnostic> {
        let chosen = &self.variants[variant];
        let names = self.variant_names();
        // Forks (a change of policy, a held job) are part of the choices.
        let mut played =
            Variant { name: format!("{}, played", names[variant]), fork: None, ..chosen.clone() };
        if chosen.kind == BATCH.entry.id {
            let as_recorded = chosen.policies.get("local").is_some_and(|policy| policy == "as-recorded");
            played.set_policy("local", "played");
            played.set("choices", Value::Text(recorded_choices(run.trace()).into()));
            // A run that ended at a decision or at the horizon ends there again.
            played.set("after", Value::Choice("stop"));
            if as_recorded {
                // A log records actual runtimes: no job is killed.
                played.set("kill_at_estimate", Value::Bool(false));
            }
            if let Some(routes) = run.recorded_choices().filter(|routes| !routes.is_empty()) {
                played.set_choices(routes);
            }
        } else if has_choices(chosen.system().entry.parameters) {
            let Some(choices) = run.recorded_choices() else {
                return Err(Diagnostic::error("the choices of this run were not recorded"));
            };
            played.set_choices(choices);
        } else {
            let message = format!("the system ({}) records no choices", chosen.system().entry.name);
            let with = SYSTEMS.members.iter().filter(|kind| has_choices(kind.entry.parameters));
            let with = list_names(with.map(|kind| kind.entry.id));
            return Err(Diagnostic::error(message).hint(format!("Systems that do: {with}.")));
        }
        Ok(Self { variants: vec![played], ..self.clone() })
    }
}

fn has_choices(parameters: &[ganttlet_core::entry::Parameter]) -> bool {
    parameters.iter().any(|parameter| parameter.id == CHOICES[0])
}

impl Variant {
    /// Sets the choices that replace those of its policies.
    fn set_choices(&mut self, choices: String) {
        self.set(CHOICES[0], Value::Text(choices.into()));
        self.set(CHOICES[1], Value::Choice("stop"));
    }

    /// Sets a parameter if the variant has it.
    fn set(&mut self, id: &str, value: Value) {
        let parameter = self.parameters().into_iter().find(|parameter| parameter.id == id);
        self.settings.set(parameter.expect("a parameter of the system or of its policies"), value);
    }
}
