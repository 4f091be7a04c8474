//! Short, telling names for variants that are compared: what they share is not said.

use super::model::{Scenario, Variant};
use super::read::plain;
use crate::entry::{Kind, Parameter, Value};

impl Scenario {
    /// A name for each variant: its system if there are several, its policies where they differ from those of the same
    /// system, and what is set differently. The first role's policy if nothing differs.
    pub fn variant_names(&self) -> Vec<String> {
        let variants = &self.variants;
        let kinds = variants.iter().any(|variant| variant.kind != variants[0].kind);
        let mut names: Vec<String> =
            variants.iter().map(|variant| self.variant_name(variant, kinds)).collect();
        for i in 1..names.len() {
            let same = names[..i].iter().filter(|name| **name == names[i]).count();
            if same > 0 {
                names[i] = format!("{} ({})", names[i], same + 1);
            }
        }
        names
    }

    fn variant_name(&self, variant: &Variant, kinds: bool) -> String {
        let mut words = Vec::new();
        if kinds {
            words.push(variant.system().entry.name.to_owned());
        }
        // Roles and parameters of other systems have nothing to do with its own.
        let alike = || self.variants.iter().filter(|other| other.kind == variant.kind);
        let differs =
            |role: &str| alike().any(|other| other.policies.get(role) != variant.policies.get(role));
        let roles = variant.system().roles;
        let any = kinds || roles.iter().any(|role| differs(role.id));
        for (role, policy) in roles.iter().zip(variant.chosen()) {
            if differs(role.id) || (!any && role.id == roles[0].id) {
                words.push(policy.name.to_owned());
            }
        }
        for parameter in variant.parameters() {
            let value = |v: &Variant| v.settings.get(parameter.id).cloned();
            // A parameter that another variant does not have is not a difference in a setting.
            let others = || alike().filter_map(value);
            if let Some(own) = value(variant)
                && others().any(|other| other != own)
            {
                words.extend(setting(parameter, &own));
            }
        }
        words.join(", ")
    }
}

/// A setting in a word or two; flags and words are named only where they are not as usual: `exact estimates`.
fn setting(parameter: &Parameter, value: &Value) -> Option<String> {
    let label = lower(parameter.name);
    Some(match (value, &parameter.kind) {
        (Value::Bool(flag), Kind::Bool { default }) if flag == default => return None,
        (Value::Choice(word), Kind::Choice { default, .. }) if word == default => return None,
        (Value::Bool(true), _) => label,
        (Value::Bool(false), _) => format!("not {label}"),
        (Value::Choice(word), _) => format!("{word} {label}"),
        (Value::Integer(x), _) => with_unit(&label, &x.to_string(), parameter.unit),
        (Value::Number(x), _) => with_unit(&label, &plain(*x), parameter.unit),
    })
}

fn with_unit(label: &str, number: &str, unit: &str) -> String {
    if unit.is_empty() || unit == label {
        format!("{label} {number}")
    } else {
        format!("{label} {number} {unit}")
    }
}

/// The label in the middle of a sentence; words like `EASY` stay as they are.
fn lower(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}
