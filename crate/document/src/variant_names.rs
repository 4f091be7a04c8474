//! Short names for compared variants: they contain only the settings that differ.

use super::model::{Grid, Scenario, Variant};
use super::overrides::knob_text;
use super::played::CHOICES;
use super::setting_text::{lower_first, setting_text, with_unit};
use ganttlet_core::entry::{CustomExpression, Entry, Kind, Parameter, Settings, Value};
use ganttlet_core::platform::PRESETS;
use ganttlet_core::time::Time;
use ganttlet_sim::policy::local::LOCAL_POLICIES;
use ganttlet_work::JobEdit;

impl Scenario {
    /// A name for each variant: its given name, or its differences: its system if there are several, policies and
    /// settings that differ from those of other variants of the same system, and a different platform or scenario
    /// values. Without differences, the policy of the first role.
    pub fn variant_names(&self) -> Vec<String> {
        let variants = &self.variants;
        let kinds = variants.iter().any(|variant| variant.kind != variants[0].kind);
        let around = self.distinguishing_values();
        let of = |variant: usize| match &variants[variant] {
            Variant { name, .. } if !name.is_empty() => name.clone(),
            other => self.variant_name(other, kinds, &around[variant]),
        };
        let mut names: Vec<String> = (0..variants.len()).map(of).collect();
        for i in 1..names.len() {
            let same = names[..i].iter().filter(|name| **name == names[i]).count();
            if same > 0 {
                names[i] = format!("{} ({})", names[i], same + 1);
            }
        }
        names
    }

    fn variant_name(&self, variant: &Variant, kinds: bool, around: &[(String, bool)]) -> String {
        // Only variants of the same system have comparable roles and parameters.
        let alike: Vec<&Variant> = self.variants.iter().filter(|other| other.kind == variant.kind).collect();
        let roles = variant.system().roles;
        let same = |role: &str| {
            alike.iter().filter(|other| other.policies.get(role) == variant.policies.get(role)).count()
        };
        let mut policies: Vec<String> = Vec::new();
        let mut first = true;
        for (role, policy) in roles.iter().zip(variant.chosen_policies()) {
            if same(role.id) == alike.len() {
                continue;
            }
            // After the first differing policy, policies that most variants share are omitted.
            if std::mem::take(&mut first) || same(role.id) * 2 <= alike.len() {
                policies.push(policy_name(variant, policy));
            }
        }
        let parameters = variant.parameters();
        let different: Vec<(&Parameter, &Value)> = parameters
            .into_iter()
            // A list of choices says nothing to a reader.
            .filter(|parameter| !CHOICES.contains(&parameter.id))
            .filter_map(|parameter| {
                let own = variant.settings.get(parameter.id)?;
                // A parameter that another variant does not have is not a difference in a setting.
                let others = alike.iter().filter_map(|other| other.settings.get(parameter.id));
                let differs = others.into_iter().any(|other| other != own);
                differs.then_some((parameter, own))
            })
            .collect();
        let say = |parameter: &Parameter, own: &Value| match (own, &parameter.kind) {
            (Value::Table(rows), Kind::Table { columns, .. }) => {
                let others = alike.iter().filter_map(|other| match other.settings.get(parameter.id) {
                    Some(Value::Table(rows)) => Some(&rows[..]),
                    _ => None,
                });
                table_differences(parameter, columns, (rows, &others.collect::<Vec<_>>()))
            }
            _ => setting_text(parameter, own),
        };
        let mut words: Vec<String> = Vec::new();
        if kinds {
            words.push(variant.system().entry.name.to_owned());
        }
        if first && !kinds && different.is_empty() && !around.is_empty() {
            let words: Vec<&str> = around.iter().map(|(words, _)| &**words).collect();
            return upper_first(&words.join(", "));
        }
        match different[..] {
            // One setting is all that differs: each name is its value.
            [(_, Value::Expression(text))] if first && !kinds => return CustomExpression::name_in(text),
            [(parameter, own)] if first && !kinds => {
                words.push(upper_first(&say(parameter, own)));
                words.extend(unusual_values(around));
                return words.join(", ");
            }
            _ if first => {
                words.extend(variant.chosen_policies().first().map(|policy| policy_name(variant, policy)));
            }
            _ => words.extend(policies),
        }
        // An expression is the name of its policy.
        let unusual = different
            .into_iter()
            .filter(|(parameter, own)| !is_default(parameter, own) && !matches!(own, Value::Expression(_)));
        words.extend(unusual.map(|(parameter, own)| say(parameter, own)));
        words.extend(unusual_values(around));
        words.join(", ")
    }

    /// For each variant the differing values of the scenario, in words, and whether most variants share them: platform,
    /// and overridden values.
    fn distinguishing_values(&self) -> Vec<Vec<(String, bool)>> {
        let mut all = vec![Vec::new(); self.variants.len()];
        if self.variants.iter().all(Variant::is_unmodified) {
            return all;
        }
        let grids: Vec<&Grid> =
            self.variants.iter().map(|variant| variant.platform.as_ref().unwrap_or(&self.platform)).collect();
        let mut tell = |words: Vec<String>| {
            if words.iter().all(|other| *other == words[0]) {
                return;
            }
            for (all, own) in all.iter_mut().zip(&words).filter(|(_, own)| !own.is_empty()) {
                let same = words.iter().filter(|other| *other == own).count();
                all.push((own.clone(), same * 2 > words.len()));
            }
        };
        tell(grids.iter().map(|grid| machines_text(grid, &grids)).collect());
        tell(self.variants.iter().map(fork_text).collect());
        tell(self.variants.iter().map(|variant| edits_text(&variant.edits)).collect());
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.variants.iter().flat_map(|variant| &variant.set) {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        let mut own: Vec<Option<Self>> =
            (0..self.variants.len()).map(|i| Some(self.for_variant(i).ok()?.into_owned())).collect();
        for name in names {
            let words = |own: &mut Option<Self>| knob_text(own.as_mut()?, name);
            tell(own.iter_mut().map(|own| words(own).unwrap_or_default()).collect());
        }
        all
    }
}

/// The values that most variants do not share.
fn unusual_values(around: &[(String, bool)]) -> impl Iterator<Item = String> {
    around.iter().filter(|(_, usual)| !usual).map(|(words, _)| words.clone())
}

/// The platform in a word or two, relative to those of other variants: only the parameters if the preset is the same.
fn machines_text(grid: &Grid, all: &[&Grid]) -> String {
    let nodes = || grid.to_platform().clusters.iter().map(|cluster| cluster.nodes).sum::<u32>();
    match grid {
        Grid::Preset { id, settings } => {
            let known = PRESETS.get(id);
            let alike =
                all.iter().all(|other| matches!(other, Grid::Preset { id: other, .. } if other == id));
            // If the presets differ, the preset is the most informative.
            let differs = |parameter: &&Parameter| {
                if !alike {
                    return settings.get(parameter.id).is_some_and(|value| !is_default(parameter, value));
                }
                let value = |of: &Grid| match of {
                    Grid::Preset { settings, .. } => settings.get(parameter.id).cloned(),
                    Grid::Clusters(_) => None,
                };
                all.iter().any(|other| value(other) != value(grid))
            };
            let parameters = known.entry.parameters.iter().filter(differs);
            let mut words: Vec<String> = if alike { Vec::new() } else { vec![known.entry.name.to_owned()] };
            words.extend(
                parameters.filter_map(|parameter| Some(setting_text(parameter, settings.get(parameter.id)?))),
            );
            words.join(", ")
        }
        Grid::Clusters(own) if own.clusters.len() == 1 => format!("{} nodes", nodes()),
        Grid::Clusters(own) => format!("{} clusters, {} nodes", own.clusters.len(), nodes()),
    }
}

/// The fork of a variant in a few words; empty if there is none.
fn fork_text(variant: &Variant) -> String {
    let Some(fork) = &variant.fork else { return String::new() };
    let at = Time::from_seconds(fork.at_s);
    let held = fork.hold.iter().map(|job| format!("job {job} held at {at}"));
    let policy = fork.local.map(|id| format!("{} from {at}", LOCAL_POLICIES.get(id).entry.name));
    held.chain(policy).collect::<Vec<_>>().join(", ")
}

/// Changes to jobs in a few words; empty if there are none.
fn edits_text(edits: &[JobEdit]) -> String {
    match edits {
        [] => String::new(),
        [one] if one.absent => format!("without job {}", one.job),
        [one] => format!("job {} edited", one.job),
        many => format!("{} edits of jobs", many.len()),
    }
}

/// The name of a policy; for a custom policy, the name that its author chose.
fn policy_name(variant: &Variant, policy: &Entry) -> String {
    let written = policy.parameters.iter().find_map(|parameter| match variant.settings.get(parameter.id) {
        Some(Value::Expression(text)) => Some(CustomExpression::name_in(text)),
        _ => None,
    });
    written.unwrap_or_else(|| policy.name.to_owned())
}

/// True if a setting has its default value.
fn is_default(parameter: &Parameter, value: &Value) -> bool {
    *value == parameter.kind.default_value()
}

/// The cells of a table that differ from those of other variants, each by its row unless a column is the same in all of
/// them.
fn table_differences(
    parameter: &Parameter,
    columns: &[Parameter],
    (own, others): (&[Settings], &[&[Settings]]),
) -> String {
    if others.iter().any(|rows| rows.len() != own.len()) {
        return with_unit(&lower_first(parameter.name), &own.len().to_string(), "");
    }
    let mut words = Vec::new();
    for column in columns {
        let differs =
            |row: &usize| others.iter().any(|rows| rows[*row].get(column.id) != own[*row].get(column.id));
        let rows: Vec<usize> = (0..own.len()).filter(differs).collect();
        let cell = |row: usize| own[row].get(column.id);
        let alike = rows.len() > 1 && rows.len() == own.len() && rows.iter().all(|&row| cell(row) == cell(0));
        let told = |&row: &usize| {
            let place = if alike { String::new() } else { format!(" in row {}", row + 1) };
            cell(row).map(|value| format!("{}{place}", setting_text(column, value)))
        };
        words.extend(rows.iter().take(if alike { 1 } else { rows.len() }).filter_map(told));
    }
    let more = words.len().saturating_sub(MAX_CELLS);
    words.truncate(MAX_CELLS);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    words.join(", ") + &rest
}

/// Maximum number of named cells of a table.
const MAX_CELLS: usize = 2;

/// With a capital letter.
fn upper_first(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase()).chain(letters).collect()
    })
}
