//! The fields of a system in a scenario: the most important ones, and those without effect, with the reason.

use crate::model::{Part, Scenario};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_sim::system::form::{FormFacts, IdleFields, WorkFacts};
use ganttlet_work::generator::GENERATORS;
use ganttlet_work::grid::GridJob;
use ganttlet_work::hoc::HocWorkflow;
use ganttlet_work::launcher::{Launcher, Model};
use ganttlet_work::{Absence, Item, Job, Kind, Workflow};
use serde::Serialize;
use ts_rs::TS;

/// The fields of the system of a variant. A field is a parameter by its id, or a role as `role:ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FormFields {
    /// The most important fields, in order; if there are none, the roles.
    pub first: &'static [&'static str],
    /// The headings of the folded groups of fields without effect, in order.
    pub groups: Vec<&'static str>,
    /// The fields without effect.
    pub idle: Vec<IdleField>,
}

/// A field without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct IdleField {
    /// The field.
    pub field: &'static str,
    /// The heading of its folded group.
    pub group: &'static str,
    /// The reason why it has no effect.
    pub reason: &'static str,
}

impl Scenario {
    /// The fields of each variant.
    pub fn form_fields(&self) -> Vec<FormFields> {
        (0..self.variants.len()).map(|variant| self.fields_of_variant(variant)).collect()
    }

    fn fields_of_variant(&self, variant: usize) -> FormFields {
        let system = self.variants[variant].system();
        let mut fields = FormFields { first: system.form.first, groups: Vec::new(), idle: Vec::new() };
        for IdleFields { group, .. } in system.form.idle {
            if !fields.groups.contains(group) {
                fields.groups.push(group);
            }
        }
        // Values that cannot be set are reported when the scenario runs.
        let Ok(own) = self.for_variant(variant) else { return fields };
        let chosen = &own.variants[0];
        let facts = FormFacts {
            system,
            policies: &chosen.policies,
            settings: &chosen.settings,
            clusters: own.platform.to_platform().clusters.len(),
            work: own.work_facts(),
        };
        for &IdleFields { group, fields: named, reason, when } in system.form.idle {
            if !when(&facts) {
                continue;
            }
            for &field in named {
                let policy = field.strip_prefix("role:").and_then(|role| facts.policy(role));
                let parameters = policy.iter().flat_map(|policy| policy.parameters);
                for field in std::iter::once(field).chain(parameters.map(|parameter| parameter.id)) {
                    if fields.idle.iter().all(|known| known.field != field) {
                        fields.idle.push(IdleField { field, group, reason });
                    }
                }
            }
        }
        fields
    }

    /// The facts about the work that are known before a run.
    fn work_facts(&self) -> WorkFacts {
        let parts = &self.workload;
        let makes = |kind: &Kind| parts.iter().any(|part| part.work_kind() == kind);
        let grid_jobs = |word: &str| parts.iter().any(|part| may_make_grid_jobs(part, word));
        let beside = |kind: &Kind| self.background.iter().any(|part| part.work_kind() == kind);
        // After an edit, the estimate of a job need not match its runtime.
        let edited = self.edits.iter().any(|edit| edit.run_s.is_some() || edit.estimate_s.is_some());
        let malleable = grid_jobs("malleable jobs");
        WorkFacts {
            exact_estimates: !edited && parts.iter().all(has_exact_estimates),
            sufficient_estimates: !edited && parts.iter().all(has_sufficient_estimates),
            malleable,
            sweeps: grid_jobs("sweeps"),
            components: makes(HocWorkflow::KIND),
            placed: malleable || grid_jobs("placed jobs") || makes(Workflow::KIND) || makes(Job::KIND),
            local_jobs: beside(Job::KIND),
            rigid_jobs: makes(Job::KIND),
            absences: beside(Absence::KIND),
            spanning: parts.iter().any(may_span_clusters),
            several_users: !parts.iter().all(has_one_user),
        }
    }
}

/// True if a part may contain these grid jobs: its generator does not list the word among the features it lacks.
fn may_make_grid_jobs(part: &Part, word: &str) -> bool {
    let lacks = matches!(part, Part::Generator { id, .. } if GENERATORS.get(id).entry.lacks.contains(&word));
    part.work_kind() == GridJob::KIND && !lacks
}

/// The value of a parameter of a generator.
fn generated<'p>(part: &'p Part, id: &str) -> Option<&'p Value> {
    let settings: &Settings = match part {
        Part::Generator { settings, .. } => settings,
        Part::File { .. } | Part::Written { .. } => return None,
    };
    settings.get(id)
}

/// The items that a part lists.
fn listed<T: Item>(part: &Part) -> Option<Vec<T>> {
    match part {
        Part::Written { kind, said } if *kind == T::KIND => Some((kind.work)(said).take()),
        _ => None,
    }
}

fn has_exact_estimates(part: &Part) -> bool {
    if let Some(jobs) = listed::<Job>(part) {
        return jobs.iter().all(|job| job.estimate.is_none_or(|estimate| estimate == job.run));
    }
    let has_no_factor = || generated(part, "estimate_factor") == Some(&Value::Number(0.0));
    match generated(part, "estimates") {
        Some(Value::Choice("exact" | "none")) => true,
        Some(Value::Choice("factor")) | None => has_no_factor(),
        Some(_) => false,
    }
}

/// Generated estimates are at least the runtimes.
fn has_sufficient_estimates(part: &Part) -> bool {
    if let Some(jobs) = listed::<Job>(part) {
        return jobs.iter().all(|job| job.estimate.is_none_or(|estimate| estimate >= job.run));
    }
    ["estimates", "estimate_factor"].iter().any(|id| generated(part, id).is_some())
}

fn may_span_clusters(part: &Part) -> bool {
    if let Some(launchers) = listed::<Launcher>(part) {
        return launchers.iter().any(|launcher| matches!(launcher.model, Model::Complex(_)));
    }
    generated(part, "complex_share") != Some(&Value::Number(0.0))
}

fn has_one_user(part: &Part) -> bool {
    generated(part, "users") == Some(&Value::Integer(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_value;
    use serde_json::{Value as Json, json};

    fn fields(changes: &Json) -> Vec<FormFields> {
        let mut scenario = json!({
            "version": 1,
            "platform": { "preset": "one-cluster" },
            "workload": [{ "generator": "poisson", "parameters": { "estimates": "exact" } }],
            "system": { "kind": "batch" },
        });
        for (key, value) in changes.as_object().expect("an object") {
            scenario[key] = value.clone();
        }
        let reading = read_value(scenario);
        reading.scenario.unwrap_or_else(|| panic!("{:?}", reading.diagnostics)).form_fields()
    }

    /// The headings of the first variant, each with its number of fields and its first reason.
    fn headings(changes: &Json) -> Vec<(&'static str, usize, &'static str)> {
        let mut found: Vec<(&str, usize, &str)> = Vec::new();
        for IdleField { group, reason, .. } in &fields(changes)[0].idle {
            match found.iter_mut().find(|(name, ..)| name == group) {
                Some((_, count, _)) => *count += 1,
                None => found.push((group, 1, reason)),
            }
        }
        found
    }

    #[test]
    fn a_custom_order_needs_no_estimates_that_equal_runtimes() {
        let custom = json!({ "system": { "kind": "batch", "policies": { "local": "written" } } });
        assert_eq!(
            headings(&custom),
            [
                ("Estimates", 2, "Estimates equal runtimes in this workload"),
                ("Runtime prediction", 4, "No selected policy uses predictions"),
                ("Bound on the wait", 3, "Quoted to users; no effect on the order"),
                ("Routing", 1, "There is one cluster; only FPF would change the order"),
                ("Failures", 1, "No node fails"),
            ]
        );
        assert_eq!(fields(&custom)[0].first[0], "role:local");
        let groups = ["Estimates", "Runtime prediction", "Bound on the wait", "Routing", "Failures"];
        assert_eq!(fields(&custom)[0].groups, groups);
    }

    #[test]
    fn fields_have_an_effect_once_a_policy_uses_them() {
        let rounded = json!([{ "generator": "poisson", "parameters": { "estimates": "rounded" } }]);
        let batch = |policies: Json| json!({ "workload": rounded, "system": { "kind": "batch", "policies": policies } });
        assert_eq!(
            headings(&batch(json!({ "local": "fcfs" })))[0],
            ("Estimates", 2, "No selected policy uses estimates")
        );
        assert_eq!(
            headings(&batch(json!({ "local": "easy" })))[0],
            ("Estimates", 1, "No job exceeds its estimate")
        );
        let fastest = headings(&batch(json!({ "local": "fcfs", "routing": "fastest-processor-first" })));
        assert_eq!(
            fastest.iter().map(|one| one.0).collect::<Vec<_>>(),
            ["Estimates", "Runtime prediction", "Bound on the wait", "Failures"]
        );
        let bound = headings(&batch(json!({ "bound": "bmbp" })));
        assert!(bound.iter().all(|one| one.0 != "Bound on the wait"), "{bound:?}");
    }

    #[test]
    fn a_role_without_effect_includes_the_parameters_of_its_policy() {
        let grid = json!({
            "platform": { "preset": "das3" },
            "workload": [{ "generator": "grid-parallel" }],
            "system": { "kind": "koala" },
        });
        let names: Vec<&str> = headings(&grid).iter().map(|one| one.0).collect();
        assert_eq!(names, ["Malleable jobs", "Scavenging", "Components", "Shared links", "Local jobs"]);
        let sweeps = json!({
            "platform": { "preset": "das3" },
            "workload": [{ "generator": "grid-sweep" }],
            "system": { "kind": "koala" },
        });
        let names: Vec<&str> = headings(&sweeps).iter().map(|one| one.0).collect();
        assert_eq!(names, ["Malleable jobs", "Components", "Shared links", "Placement", "Local jobs"]);
    }

    #[test]
    fn each_variant_has_its_work_and_platform() {
        let all = fields(&json!({
            "compare": [
                { "kind": "batch", "set": { "estimates": "rounded" } },
                { "kind": "batch", "platform": { "preset": "das3" } },
                { "kind": "batch", "edits": [{ "job": 1, "run_s": 5 }] },
            ],
        }));
        let reason = |variant: usize, field: &str| {
            all[variant].idle.iter().find(|one| one.field == field).map(|one| one.reason)
        };
        assert_eq!(reason(0, "estimates"), Some("Estimates equal runtimes in this workload"));
        assert_eq!((reason(1, "estimates"), reason(3, "estimates")), (None, None));
        assert_eq!((reason(0, "role:routing").is_some(), reason(2, "role:routing")), (true, None));
    }

    #[test]
    fn listed_jobs_and_launchers_are_looked_at() {
        let jobs = |estimates: Json| {
            json!({ "workload": [{ "jobs": {
            "submit_s": [0, 0], "run_s": [5, 6], "nodes": [1, 1], "estimate_s": estimates,
        } }] })
        };
        let first = |estimates: Json| headings(&jobs(estimates)).first().map(|one| (one.0, one.1, one.2));
        assert_eq!(first(json!([5, 6])), Some(("Estimates", 2, "Estimates equal runtimes in this workload")));
        assert_eq!(first(json!([5, 7])), Some(("Estimates", 1, "No job exceeds its estimate")));
        assert_eq!(first(json!([5, 3])).map(|one| one.0), Some("Runtime prediction"));
    }
}
