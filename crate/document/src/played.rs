//! A run as a played schedule: a scenario whose local policy repeats the choices of the run.

use crate::model::{Scenario, Variant};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Value;
use ganttlet_core::record::Trace;
use ganttlet_sim::system::batch::{BATCH, recorded_choices};

impl Scenario {
    /// This scenario with one variant in place of all: the run of a variant, repeated by the local policy `played`. Errors:
    /// the variant has another system than batch queues.
    ///
    /// # Panics
    /// If there is no such variant.
    pub fn played(&self, variant: usize, trace: &Trace) -> Result<Self, Diagnostic> {
        let chosen = &self.variants[variant];
        if chosen.kind != BATCH.entry.id {
            let message = format!("the system ({}) records no choices", chosen.system().entry.name);
            return Err(
                Diagnostic::error(message).hint("Choices are those of local policies of batch queues.")
            );
        }
        let names = self.variant_names();
        // A change of policy or a job held back is part of the choices.
        let mut played =
            Variant { name: format!("{}, played", names[variant]), fork: None, ..chosen.clone() };
        let as_recorded = chosen.policies.get("local").is_some_and(|policy| policy == "as-recorded");
        played.set_policy("local", "played");
        let mut set = |id: &str, value: Value| {
            let parameter = played.parameters().into_iter().find(|parameter| parameter.id == id);
            played.settings.set(parameter.expect("a parameter of batch queues or of `played`"), value);
        };
        set("choices", Value::Text(recorded_choices(trace).into()));
        // A run that ended at a decision or at the horizon ends there again.
        set("after", Value::Choice("stop"));
        if as_recorded {
            // What a log records is how long its jobs ran: none is killed.
            set("kill_at_estimate", Value::Bool(false));
        }
        Ok(Self { variants: vec![played], ..self.clone() })
    }
}
