//! What a rigid job of a grid asks for.

use super::{Said, all, filled, limits, nodes, pairs, word_or_object};
use crate::model::RequestPart;
use crate::read::walk::{At, Walker};

/// What a job asks for: no more nodes than a platform may have.
pub(super) fn request(walker: &mut Walker, at: &At<'_>) -> Option<RequestPart> {
    let (key, source) = match word_or_object(walker, at, &["flexible"], &["components", "fixed", "splits"])? {
        Said::Word(_) => return Some(RequestPart::Flexible),
        Said::Key(key, source) => (key, source),
    };
    let request = match key {
        "components" => RequestPart::Components(sizes(walker, &source)?),
        "fixed" => {
            let things = (limits::COMPONENTS, "components");
            RequestPart::Fixed(pairs(walker, &source, things, |walker, cluster, size| {
                let cluster = walker.integer(cluster, 0, limits::CLUSTERS as i64 - 1);
                let size = nodes(walker, size);
                Some((cluster? as u32, size?))
            })?)
        }
        _ => RequestPart::Splits(splits(walker, &source)?),
    };
    let sum = sum(&request).unwrap_or(0);
    if i64::from(sum) > limits::NODES {
        let message = format!("found {sum} nodes in all components, allowed are at most {}", limits::NODES);
        walker.error(&source.place, message, "");
        return None;
    }
    Some(request)
}

/// All nodes of a request that says them: at most a thousand components of a million nodes.
pub(super) fn sum(request: &RequestPart) -> Option<u32> {
    match request {
        RequestPart::Flexible => None,
        RequestPart::Components(sizes) => Some(sizes.iter().sum()),
        RequestPart::Fixed(parts) => Some(parts.iter().map(|&(_, nodes)| nodes).sum()),
        RequestPart::Splits(splits) => splits.first().map(|sizes| sizes.iter().sum()),
    }
}

/// The sizes of components.
fn sizes(walker: &mut Walker, at: &At<'_>) -> Option<Vec<u32>> {
    filled(walker, at, limits::COMPONENTS, "components")?;
    all(at.items().map(|item| nodes(walker, &item)))
}

/// Lists of components that all have the same nodes.
fn splits(walker: &mut Walker, at: &At<'_>) -> Option<Vec<Vec<u32>>> {
    filled(walker, at, limits::SPLITS, "splits")?;
    let splits: Vec<Vec<u32>> = all(at.items().map(|item| sizes(walker, &item)))?;
    let sum = |sizes: &[u32]| sizes.iter().sum::<u32>();
    let first = sum(&splits[0]);
    let mut equal = true;
    for (sizes, i) in splits.iter().zip(0..).filter(|(sizes, _)| sum(sizes) != first) {
        let message = format!("found {} nodes, the first split has {first}", sum(sizes));
        walker.error(&format!("{}/{i}", at.place), message, "Give all splits the same nodes.");
        equal = false;
    }
    equal.then_some(splits)
}
