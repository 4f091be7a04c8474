//! The settings of each axis of a study, and axes without effect because another axis sets the same.

use ganttlet_document::Scenario;
use ganttlet_document::study::{Axis, Varied};

/// An axis that sets what another axis sets.
pub(crate) struct Conflict {
    /// Its index among the axes.
    pub(crate) at: usize,
    /// The index of the axis whose values are run.
    pub(crate) by: usize,
    /// The setting that both set.
    pub(crate) setting: String,
    /// True if the setting is a policy.
    pub(crate) is_policy: bool,
}

/// The names of the settings of each axis: parameters, and roles of policies by their ids. The compared system that a
/// pointer names makes no difference, because each value of an axis of systems is one of them.
pub(crate) fn axis_settings(axes: &[Axis], base: &Scenario) -> Vec<Vec<String>> {
    let roles = roles(base);
    let settings = |axis: &Axis| {
        let mut names: Vec<String> = match &axis.of {
            Varied::Systems(_) => {
                let set =
                    base.variants.iter().flat_map(|variant| variant.set.iter().map(|(name, _)| &**name));
                roles.iter().copied().chain(set).map(str::to_owned).collect()
            }
            Varied::Knob(knob) => std::iter::once(&knob.knob).chain(&knob.also).cloned().collect(),
            Varied::Variants(all) => all
                .variants
                .iter()
                .flat_map(|variant| {
                    let change = variant.change.value();
                    let policies = change["system"]["policies"].as_object().cloned().unwrap_or_default();
                    // A patch of the compared systems replaces them.
                    let replaced = if change.get("compare").is_some() { &roles[..] } else { &[] };
                    let set = variant.set.iter().map(|(name, _)| name.clone());
                    set.chain(policies.into_iter().map(|(role, _)| role))
                        .chain(replaced.iter().map(|&role| role.to_owned()))
                        .collect::<Vec<_>>()
                })
                .collect(),
        };
        for name in &mut names {
            *name = setting_name(name, &roles).to_owned();
        }
        let mut unique = Vec::new();
        for name in names {
            if !unique.contains(&name) {
                unique.push(name);
            }
        }
        unique
    };
    axes.iter().map(settings).collect()
}

/// The axes that set what another axis sets: the axis of systems has precedence, otherwise the last one. Two axes of one parameter are
/// reported elsewhere.
pub(crate) fn axis_conflicts(axes: &[Axis], base: &Scenario) -> Vec<Conflict> {
    let settings = axis_settings(axes, base);
    let roles = roles(base);
    let is_systems = |at: &usize| matches!(axes[*at].of, Varied::Systems(_));
    let is_knob = |at: usize| matches!(axes[at].of, Varied::Knob(_));
    let setter = |name: &String| {
        let all = || (0..axes.len()).filter(|&at| settings[at].contains(name));
        all().find(is_systems).or_else(|| all().next_back())
    };
    let conflict = |at: usize| {
        settings[at].iter().find_map(|setting| {
            let is_policy = roles.contains(&&**setting);
            let is_reported = |by: usize| is_knob(at) && is_knob(by) && !is_policy;
            let by = setter(setting).filter(|&by| by != at && !is_reported(by))?;
            Some(Conflict { at, by, setting: setting.clone(), is_policy })
        })
    };
    (0..axes.len()).filter(|at| !is_systems(at)).filter_map(conflict).collect()
}

/// The roles of the systems of a scenario.
fn roles(base: &Scenario) -> Vec<&'static str> {
    base.variants.iter().flat_map(|variant| variant.system().roles.iter().map(|role| role.id)).collect()
}

/// The name of a setting; a role by its id.
fn setting_name<'a>(name: &'a str, roles: &[&'a str]) -> &'a str {
    if let Some((system, role)) = name.rsplit_once("/policies/") {
        let compared = system.strip_prefix("/compare/").is_some_and(|at| at.parse::<usize>().is_ok());
        return if system == "/system" || compared { role } else { name };
    }
    if name == "policy" { roles.first().copied().unwrap_or(name) } else { name }
}
