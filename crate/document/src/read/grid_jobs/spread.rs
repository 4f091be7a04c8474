//! What it costs a rigid job of a grid to lie in several clusters.

use super::{Said, all, limits, number, word_or_object};
use crate::engine;
use crate::model::SpreadPart;
use crate::read::walk::{At, Walker};

pub(super) fn spread(walker: &mut Walker, at: &At<'_>) -> Option<SpreadPart> {
    let keys = ["table", "latency", "chain", "collective"];
    let (key, at) = match word_or_object(walker, at, engine::SPREADS, &keys)? {
        Said::Word(name) => return Some(SpreadPart::Named(name)),
        Said::Key(key, source) => (key, source),
    };
    let at = &at;
    Some(match key {
        "table" => SpreadPart::Table(table(walker, at)?),
        "latency" => {
            walker.object(at, &["k", "q"])?;
            let k = number(walker, at, "k", limits::FACTOR, "0.6");
            let q = number(walker, at, "q", limits::POWER, "2");
            SpreadPart::Latency { k: k?, q: q? }
        }
        "chain" => {
            walker.object(at, &["k"])?;
            SpreadPart::Chain { k: number(walker, at, "k", limits::FACTOR, "2.93")? }
        }
        _ => {
            walker.object(at, &["operations", "bytes", "processes_per_node"])?;
            let operations = number(walker, at, "operations", limits::OPERATIONS, "1000000");
            let bytes = number(walker, at, "bytes", limits::FILE_BYTES, "10000");
            let processes = at
                .get("processes_per_node")
                .map_or(Some(PROCESSES), |at| walker.integer(&at, 1, limits::PROCESSES));
            SpreadPart::Collective {
                operations: operations?,
                bytes: bytes?,
                processes_per_node: processes? as u32,
            }
        }
    })
}

/// Processes on a node when nothing is said.
const PROCESSES: i64 = 2;

/// The factors for 1, 2, 3 and for 4 clusters or more.
fn table(walker: &mut Walker, at: &At<'_>) -> Option<[f64; 4]> {
    let list = walker.list(at, 4, "factors")?;
    if list.len() < 4 {
        let message =
            format!("found {} factors, needed are 4: for 1, 2, 3 and for 4 clusters or more", list.len());
        walker.error(&at.place, message, "Write [1, 1.5, 2.4, 3.75].");
        return None;
    }
    all(at.items().map(|item| walker.number(&item, 0.0, limits::FACTOR)))?.try_into().ok()
}
