//! Jobs of a grid that are written in the scenario itself.

mod form;
mod request;
mod spread;

use super::fields::{all, each, filled, id, number, one_of, or_null};
use super::limits;
use super::walk::{At, Walker, found, meant, names};
use crate::model::{GridJobPart, InputPart};
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
    each(walker, at, (limits::INLINE, "grid jobs"), grid_job)
}

fn grid_job(walker: &mut Walker, at: &At<'_>) -> Option<GridJobPart> {
    walker.object(at, KEYS)?;
    let submit_s = at.get("submit_s").map_or(Some(0.0), |at| walker.number(&at, 0.0, limits::SECONDS));
    let (user, number) = (or_null(walker, at.get("user"), id), or_null(walker, at.get("number"), id));
    let form = form::form(walker, at);
    let inputs = at.get("inputs").map_or(Some(Vec::new()), |at| inputs(walker, &at));
    Some(GridJobPart { submit_s: submit_s?, user: user?, number: number?, form: form?, inputs: inputs? })
}

fn inputs(walker: &mut Walker, at: &At<'_>) -> Option<Vec<InputPart>> {
    each(walker, at, (limits::COMPONENTS, "files"), input)
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

/// A number of nodes.
fn nodes(walker: &mut Walker, at: &At<'_>) -> Option<u32> {
    walker.integer(at, 1, limits::NODES).map(|nodes| nodes as u32)
}

/// A list of pairs of what stands before and a number, such as `[[2, 600], [24, 240]]`.
fn pairs<T>(
    walker: &mut Walker,
    at: &At<'_>,
    (most, things): (usize, &str),
    pair: impl Fn(&mut Walker, &At<'_>, &At<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    filled(walker, at, most, things)?;
    each(walker, at, (most, things), |walker, at| {
        let [first, second] = &super::fields::pair(walker, at)?;
        pair(walker, first, second)
    })
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
