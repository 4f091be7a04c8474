//! The form of a system: its most important fields, and those without effect in a scenario.
//!
//! A field is a parameter by its id, or a role as `role:ID`. Rules name parameters of their system; policies and
//! generators declare what they lack (`Entry::lacks`), so that a new one needs no change of a rule.

use super::SystemKind;
use ganttlet_core::entry::{Choices, Entry, Settings, Value};

/// The form of a system.
#[derive(Clone, Copy)]
pub struct Form {
    /// The most important fields, in order; if there are none, the roles.
    pub first: &'static [&'static str],
    /// Fields without effect.
    pub idle: &'static [IdleFields],
}

impl Form {
    /// A form in which the roles are first and all fields have an effect.
    pub const PLAIN: Self = Self { first: &[], idle: &[] };
}

/// Fields that have no effect in some scenarios. `tests/parity/field-effects.test.mjs` changes each of them in all
/// examples and expects the same schedule.
pub struct IdleFields {
    /// The heading under which a form folds them.
    pub group: &'static str,
    /// The fields; a role includes the parameters of its policy.
    pub fields: &'static [&'static str],
    /// Why they have no effect.
    pub reason: &'static str,
    /// True if they have no effect.
    pub when: fn(&FormFacts<'_>) -> bool,
}

/// The facts about a scenario that the rules use.
pub struct FormFacts<'s> {
    /// The system.
    pub system: &'static SystemKind,
    /// The chosen policies.
    pub policies: &'s Choices,
    /// The parameters of the system and of the policies.
    pub settings: &'s Settings,
    /// The number of clusters.
    pub clusters: usize,
    /// Facts about the work.
    pub work: WorkFacts,
}

/// Facts about the work of a scenario before it runs. An unknown fact counts as "may be".
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkFacts {
    /// The estimate of each job equals its runtime.
    pub exact_estimates: bool,
    /// No job runs beyond its estimate.
    pub sufficient_estimates: bool,
    /// There may be malleable or moldable jobs of a grid.
    pub malleable: bool,
    /// There may be parameter sweeps on idle nodes.
    pub sweeps: bool,
    /// There may be workflows of components.
    pub components: bool,
    /// There may be jobs or tasks that a placement policy places.
    pub placed: bool,
    /// There may be jobs of local users.
    pub local_jobs: bool,
    /// There may be rigid jobs.
    pub rigid_jobs: bool,
    /// Machines may be unavailable.
    pub absences: bool,
    /// There may be applications that span clusters.
    pub spanning: bool,
    /// There may be several users.
    pub several_users: bool,
}

impl FormFacts<'_> {
    /// The policy of a role.
    pub fn policy(&self, role: &str) -> Option<&'static Entry> {
        let role = self.system.roles.iter().find(|known| known.id == role)?;
        role.family.entry(self.policies.get(role.id).map_or(role.default, |id| id))
    }

    /// True if the policy of a role declares that it lacks this.
    pub fn lacks(&self, role: &str, word: &str) -> bool {
        self.policy(role).is_some_and(|policy| policy.lacks.contains(&word))
    }

    /// True if a switch is off.
    pub fn is_off(&self, parameter: &str) -> bool {
        self.settings.get(parameter) == Some(&Value::Bool(false))
    }

    /// True if this word is selected.
    pub fn is(&self, parameter: &str, word: &str) -> bool {
        matches!(self.settings.get(parameter), Some(Value::Choice(chosen)) if *chosen == word)
    }
}
