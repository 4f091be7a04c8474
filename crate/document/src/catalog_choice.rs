//! Resolves the catalog entries that an object of a document names.

use ganttlet_core::entry::document::Choice;
use ganttlet_core::entry::{Entry, Parameter};
use serde_json::{Map, Value};

/// The member of the family that an object names, if it is known.
pub(crate) fn chosen_member(object: &Map<String, Value>, choice: &Choice) -> Option<&'static Entry> {
    let (first, rest) = choice.path.split_first()?;
    let id = rest.iter().try_fold(object.get(*first)?, |value, key| value.get(key))?;
    choice.family.entry(id.as_str()?)
}

/// The parameters of the member that an object names, then those of its policies; `None` unless all of these are known.
pub(crate) fn chosen_parameters(
    object: &Map<String, Value>,
    choice: &Choice,
) -> Option<Vec<&'static Parameter>> {
    let member = chosen_member(object, choice)?;
    let policies = object.get(Choice::POLICIES);
    let mut parameters: Vec<&Parameter> = member.parameters.iter().collect();
    for role in (choice.roles)(member.id) {
        let named = policies.and_then(|policies| policies.get(role.id));
        let id = named.map_or(Some(role.default), Value::as_str)?;
        parameters.extend(role.family.entry(id)?.parameters);
    }
    Some(parameters)
}
