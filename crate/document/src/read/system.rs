//! The systems that are compared, and their policies.

use super::walk::{At, Walker};
use super::{limits, settings};
use crate::catalog;
use crate::model::Variant;
use ganttlet_engine::entry::{Family, Role};
use ganttlet_engine::system::SystemKind;
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
    walker.object(at, &["kind", "policies", "parameters"])?;
    let known = catalog::ids(Family::System);
    let kind = walker.need(at, "kind", "Add \"kind\": \"batch\".");
    let kind = kind.and_then(|at| walker.word(&at, "systems", &known))?;
    let system = catalog::system(kind)?;
    let policies = policies(walker, at.get("policies").as_ref(), system.roles)?;
    let mut variant = Variant { kind, policies, settings: ganttlet_engine::entry::Settings::default() };
    let parameters = variant.parameters();
    variant.settings =
        settings(walker, at.get("parameters").as_ref(), &parameters, |key| stranger(system, key));
    Some(variant)
}

fn policies(
    walker: &mut Walker,
    at: Option<&At<'_>>,
    roles: &[Role],
) -> Option<BTreeMap<&'static str, &'static str>> {
    if let Some(at) = at {
        let ids: Vec<&str> = roles.iter().map(|role| role.id).collect();
        walker.object(at, &ids)?;
    }
    let (mut policies, mut complete) = (BTreeMap::new(), true);
    for role in roles {
        let id = match at.and_then(|at| at.get(role.id)) {
            Some(at) => {
                let known = catalog::ids(role.family);
                walker.word(
                    &at,
                    &format!("{} policies", role.family.name().trim_end_matches(" policy")),
                    &known,
                )
            }
            None => Some(role.default),
        };
        complete &= id.is_some();
        policies.extend(id.map(|id| (role.id, id)));
    }
    complete.then_some(policies)
}

/// What there is to say of a parameter that belongs to a policy that is not chosen: it is kept in many texts while the
/// policy is changed to and fro, so it is no mistake.
fn stranger(system: &SystemKind, key: &str) -> Option<String> {
    let others = system.roles.iter().flat_map(|role| catalog::family(role.family));
    let owner = others.into_iter().find(|entry| entry.parameters.iter().any(|p| p.id == key))?;
    Some(format!("this is a parameter of `{}`, which is not chosen here; it has no effect", owner.id))
}
