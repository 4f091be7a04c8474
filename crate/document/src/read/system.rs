//! The systems that are compared, and their policies.

use super::walk::{At, Walker, found};
use super::{platform, settings};
use crate::catalog::refused;
use crate::model::Variant;
use ganttlet_engine::entry::{Id, Role, limits};
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use serde_json::Value;
use std::collections::BTreeMap;

/// `system`, then `compare`.
pub(super) fn variants(walker: &mut Walker, top: &At<'_>) -> Option<Vec<Variant>> {
    let first = walker
        .need(top, "system", "Add \"system\": {\"kind\": \"batch\"}.")
        .and_then(|at| variant(walker, &at));
    let mut variants = vec![first];
    if let Some(at) = top.get("compare")
        && walker.list(&at, limits::COMPARE, "systems to compare with").is_some()
    {
        variants.extend(at.items().map(|item| variant(walker, &item)));
    }
    variants.into_iter().collect()
}

fn variant(walker: &mut Walker, at: &At<'_>) -> Option<Variant> {
    walker.object(at, &["kind", "policies", "parameters", "name", "platform", "set"])?;
    let known = SYSTEMS.ids();
    let kind = walker.need(at, "kind", "Add \"kind\": \"batch\".");
    let kind = kind.and_then(|at| walker.word(&at, "systems", &known))?;
    let system = SYSTEMS.find(kind)?;
    let policies = policies(walker, at.get("policies").as_ref(), system.roles)?;
    let name = at.get("name").map_or(Some(""), |at| walker.text(&at))?.to_owned();
    let platform = match at.get("platform") {
        Some(at) => Some(platform::grid(walker, &at)?),
        None => None,
    };
    let set = at.get("set").map_or(Some(Vec::new()), |at| values(walker, &at))?;
    let settings = ganttlet_engine::entry::Settings::default();
    let mut variant = Variant { kind: kind.into(), policies, settings, name, platform, set };
    let parameters = variant.parameters();
    variant.settings =
        self::settings(walker, at.get("parameters").as_ref(), &parameters, |key| unknown_key(system, key));
    Some(variant)
}

/// Values by their names. Whether there is something of these names is seen once the whole scenario is known.
fn values(walker: &mut Walker, at: &At<'_>) -> Option<Vec<(String, Value)>> {
    let Value::Object(map) = at.value else {
        let message = format!("found {}, allowed is an object of values", found(at.value));
        walker.error(&at.place, message, "Example: {\"seed\": 2}.");
        return None;
    };
    Some(map.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn policies(walker: &mut Walker, at: Option<&At<'_>>, roles: &[Role]) -> Option<BTreeMap<&'static str, Id>> {
    if let Some(at) = at {
        let ids: Vec<&str> = roles.iter().map(|role| role.id).collect();
        walker.object(at, &ids)?;
    }
    let (mut policies, mut complete) = (BTreeMap::new(), true);
    for role in roles {
        let id = match at.and_then(|at| at.get(role.id)) {
            Some(at) => {
                let known = role.family.ids();
                let name = role.family.name();
                let things = match name.strip_suffix("policy") {
                    Some(of) => format!("{of}policies"),
                    None => format!("{name}s"),
                };
                walker.word_or(&at, &things, &known, |word| refused(role.family, word))
            }
            None => Some(role.default),
        };
        complete &= id.is_some();
        policies.extend(id.map(|id| (role.id, id.into())));
    }
    complete.then_some(policies)
}

/// What there is to say of a parameter that belongs to a policy that is not chosen: it is kept in many texts while the
/// policy is changed to and fro, so it is no mistake.
fn unknown_key(system: &SystemKind, key: &str) -> Option<String> {
    let others = system.roles.iter().flat_map(|role| role.family.entries());
    let owner = others.into_iter().find(|entry| entry.parameters.iter().any(|p| p.id == key))?;
    Some(format!("this is a parameter of `{}`, which is not selected; ignored", owner.id))
}
