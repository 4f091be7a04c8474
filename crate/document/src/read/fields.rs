//! Fields that many objects have: numbers and ids that may be left out, lists that may not be empty, pairs.

use super::limits;
use super::walk::{At, Walker, found, names};

/// A number from 0 that must be there.
pub(super) fn number(walker: &mut Walker, at: &At<'_>, key: &str, max: f64, example: &str) -> Option<f64> {
    let at = walker.need(at, key, &format!("Add \"{key}\": {example}."))?;
    walker.number(&at, 0.0, max)
}

/// A number that is `usual` if nothing is said.
pub(super) fn number_or(
    walker: &mut Walker,
    at: &At<'_>,
    key: &str,
    (min, max): (f64, f64),
    usual: f64,
) -> Option<f64> {
    at.get(key).map_or(Some(usual), |at| walker.number(&at, min, max))
}

/// A whole number that is `usual` if nothing is said.
pub(super) fn integer_or(
    walker: &mut Walker,
    at: &At<'_>,
    key: &str,
    (min, max): (i64, i64),
    usual: i64,
) -> Option<i64> {
    at.get(key).map_or(Some(usual), |at| walker.integer(&at, min, max))
}

/// A text that is empty if nothing is said.
pub(super) fn text_or_nothing(walker: &mut Walker, at: &At<'_>, key: &str) -> Option<String> {
    at.get(key).map_or(Some(String::new()), |at| walker.text(&at).map(str::to_owned))
}

/// What may be left out or null: then there is none.
#[expect(clippy::option_option, reason = "the outer one is none after telling why, as everywhere here")]
pub(super) fn or_null<T>(
    walker: &mut Walker,
    at: Option<At<'_>>,
    read: impl FnOnce(&mut Walker, &At<'_>) -> Option<T>,
) -> Option<Option<T>> {
    match at.filter(|at| !at.value.is_null()) {
        Some(at) => read(walker, &at).map(Some),
        None => Some(None),
    }
}

/// The id of a user, a job or a cluster.
pub(super) fn id(walker: &mut Walker, at: &At<'_>) -> Option<u32> {
    walker.integer(at, 0, limits::ID).map(|id| id as u32)
}

/// A list of at most `most` things, each read by `read`.
pub(super) fn each<T>(
    walker: &mut Walker,
    at: &At<'_>,
    (most, things): (usize, &str),
    read: impl Fn(&mut Walker, &At<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    walker.list(at, most, things)?;
    all(at.items().map(|item| read(walker, &item)))
}

/// All of these, or none if one is missing. The rest is read all the same, so that its mistakes are told as well.
pub(super) fn all<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let (mut all, mut whole) = (Vec::new(), true);
    for item in items {
        match item {
            Some(item) => all.push(item),
            None => whole = false,
        }
    }
    whole.then_some(all)
}

/// A list of at least one thing and at most `most`.
pub(super) fn filled(walker: &mut Walker, at: &At<'_>, most: usize, things: &str) -> Option<()> {
    if walker.list(at, most, things)?.is_empty() {
        walker.error(&at.place, format!("found no {things}, needed is at least one"), "");
        return None;
    }
    Some(())
}

/// Two values, such as `[14, 10]`.
pub(super) fn pair<'a>(walker: &mut Walker, at: &At<'a>) -> Option<[At<'a>; 2]> {
    let pair = at.items().take(3).collect::<Vec<_>>().try_into().ok();
    if pair.is_none() {
        let message = format!("found {}, allowed is a pair of numbers", found(at.value));
        walker.error(&at.place, message, "");
    }
    pair
}

/// The key of `keys` that stands here: one and no other.
pub(super) fn one_of(walker: &mut Walker, at: &At<'_>, keys: &[&'static str]) -> Option<&'static str> {
    let said: Vec<&'static str> = keys.iter().copied().filter(|key| at.get(key).is_some()).collect();
    if let &[key] = &said[..] {
        return Some(key);
    }
    let message = if said.is_empty() {
        format!("found none of {}, needed is one of them", names(keys.iter().copied()))
    } else {
        format!("found {}, allowed is one of them", said.join(" and "))
    };
    walker.error(&at.place, message, "");
    None
}
