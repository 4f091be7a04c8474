//! Jobs of a grid that are written in the scenario itself.

mod form;
mod request;
mod spread;

use super::limits;
use super::walk::{At, Walker, found, meant, names};
use crate::scenario::model::{GridJobPart, InputPart};
use serde_json::Value;

const KEYS: &[&str] = &[
    "submit_s",
    "nodes",
    "run_s",
    "user",
    "number",
    "request",
    "spread",
    "malleable",
    "moldable",
    "sweep",
    "inputs",
];

pub(super) fn grid_jobs(walker: &mut Walker, at: &At<'_>) -> Option<Vec<GridJobPart>> {
    walker.list(at, limits::INLINE, "grid jobs")?;
    let jobs: Vec<Option<GridJobPart>> = at.items().map(|item| grid_job(walker, &item)).collect();
    jobs.into_iter().collect()
}

fn grid_job(walker: &mut Walker, at: &At<'_>) -> Option<GridJobPart> {
    walker.object(at, KEYS)?;
    let submit_s = at.get("submit_s").map_or(Some(0.0), |at| walker.number(&at, 0.0, limits::SECONDS));
    let mut id = |key| match at.get(key).filter(|at| !at.value.is_null()) {
        Some(at) => walker.integer(&at, 0, limits::ID).map(|id| Some(id as u32)),
        None => Some(None),
    };
    let (user, number) = (id("user"), id("number"));
    let form = form::form(walker, at);
    let inputs = at.get("inputs").map_or(Some(Vec::new()), |at| inputs(walker, &at));
    Some(GridJobPart { submit_s: submit_s?, user: user?, number: number?, form: form?, inputs: inputs? })
}

fn inputs(walker: &mut Walker, at: &At<'_>) -> Option<Vec<InputPart>> {
    walker.list(at, limits::COMPONENTS, "files")?;
    let inputs: Vec<Option<InputPart>> = at.items().map(|item| input(walker, &item)).collect();
    inputs.into_iter().collect()
}

fn input(walker: &mut Walker, at: &At<'_>) -> Option<InputPart> {
    walker.object(at, &["bytes", "sites"])?;
    let bytes = number(walker, at, "bytes", limits::FILE_BYTES, "1000000");
    let sites = at.get("sites").map_or(Some(Vec::new()), |at| sites(walker, &at));
    Some(InputPart { bytes: bytes?, sites: sites? })
}

/// Clusters, each once.
fn sites(walker: &mut Walker, at: &At<'_>) -> Option<Vec<u32>> {
    walker.list(at, limits::COMPONENTS, "clusters")?;
    let most = limits::CLUSTERS as i64 - 1;
    let sites: Vec<Option<i64>> = at.items().map(|item| walker.integer(&item, 0, most)).collect();
    let mut seen = vec![false; limits::CLUSTERS];
    let once =
        |site: &Option<i64>| site.is_none_or(|site| !std::mem::replace(&mut seen[site as usize], true));
    sites.into_iter().filter(once).map(|site| site.map(|site| site as u32)).collect()
}

/// A number from 0 that must be there.
fn number(walker: &mut Walker, at: &At<'_>, key: &str, max: f64, example: &str) -> Option<f64> {
    let at = walker.need(at, key, &format!("Add \"{key}\": {example}."))?;
    walker.number(&at, 0.0, max)
}

/// A number of nodes.
fn nodes(walker: &mut Walker, at: &At<'_>) -> Option<u32> {
    walker.integer(at, 1, limits::NODES).map(|nodes| nodes as u32)
}

/// A list of at least one thing and at most `most`.
fn filled(walker: &mut Walker, at: &At<'_>, most: usize, things: &str) -> Option<()> {
    if walker.list(at, most, things)?.is_empty() {
        walker.error(&at.place, format!("found no {things}, needed is at least one"), "");
        return None;
    }
    Some(())
}

/// A list of pairs of what stands before and a number, such as `[[2, 600], [24, 240]]`.
fn pairs<T>(
    walker: &mut Walker,
    at: &At<'_>,
    (most, things): (usize, &str),
    pair: impl Fn(&mut Walker, &At<'_>, &At<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    filled(walker, at, most, things)?;
    let mut read = |item: At<'_>| {
        if let [first, second] = &item.items().take(3).collect::<Vec<_>>()[..] {
            return pair(walker, first, second);
        }
        let message = format!("found {}, allowed is a pair of numbers", found(item.value));
        walker.error(&item.place, message, "");
        None
    };
    let pairs: Vec<Option<T>> = at.items().map(&mut read).collect();
    pairs.into_iter().collect()
}

/// The key of `keys` that stands here: one and no other.
fn one_of(walker: &mut Walker, at: &At<'_>, keys: &[&'static str]) -> Option<&'static str> {
    let said: Vec<&str> = keys.iter().copied().filter(|key| at.get(key).is_some()).collect();
    if let &[key] = &said[..] {
        return keys.iter().copied().find(|&known| known == key);
    }
    let message = if said.is_empty() {
        format!("found none of {}, needed is one of them", names(keys.iter().copied()))
    } else {
        format!("found {}, allowed is one of them", said.join(" and "))
    };
    walker.error(&at.place, message, "");
    None
}

/// What is said by a word, or by an object with one key.
enum Said<'a> {
    /// The word.
    Word(&'static str),
    /// The key and its value.
    Key(&'static str, At<'a>),
}

/// One of the `words`, or an object with one of the `keys`.
fn word_or_object<'a>(
    walker: &mut Walker,
    at: &At<'a>,
    words: &[&'static str],
    keys: &[&'static str],
) -> Option<Said<'a>> {
    match at.value {
        Value::Object(_) => {
            walker.object(at, keys)?;
            let key = one_of(walker, at, keys)?;
            at.get(key).map(|value| Said::Key(key, value))
        }
        value => {
            let word = words.iter().copied().find(|&word| value.as_str() == Some(word));
            if word.is_none() {
                let (words, keys) = (|| words.iter().copied(), names(keys.iter().copied()));
                let message = format!(
                    "found {}, allowed are {} and an object with one of {keys}",
                    found(value),
                    names(words())
                );
                let hint = value.as_str().map_or_else(String::new, |word| meant(word, words()));
                walker.error(&at.place, message, hint);
            }
            word.map(Said::Word)
        }
    }
}
