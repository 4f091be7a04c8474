//! The machines: a preset of the catalog, or clusters of one's own.

use super::walk::{At, Walker, found};
use super::{join, limits, master_worker, settings};
use crate::model::{Amount, BANDWIDTH_MB_S, ClusterPart, Grid, LATENCY_MS};
use ganttlet_engine::platform::PRESETS;

pub(super) fn grid(walker: &mut Walker, at: &At<'_>) -> Option<Grid> {
    let own = at.get("clusters").is_some() || at.get("network").is_some();
    match (at.get("preset"), own) {
        (Some(preset), false) => {
            walker.object(at, &["preset", "parameters"])?;
            let known = PRESETS.ids();
            let id = walker.word(&preset, "presets", &known)?;
            let parameters: Vec<_> = PRESETS.find(id)?.entry.parameters.iter().collect();
            let settings = settings(walker, at.get("parameters").as_ref(), &parameters, |_| None);
            Some(Grid::Preset { id, settings })
        }
        (Some(_), true) => {
            let message = "found both a preset and clusters, allowed is one of them";
            walker.error(&at.place, message, "Leave out \"preset\", or \"clusters\" and \"network\".");
            None
        }
        (None, _) => {
            walker.object(at, &["preset", "parameters", "clusters", "network"])?;
            let hint =
                "Write \"preset\": \"one-cluster\", or \"clusters\": [{\"name\": \"A\", \"nodes\": 32}].";
            let clusters = walker.need(at, "clusters", hint).and_then(|at| clusters(walker, &at));
            let count = clusters.as_ref().map(Vec::len);
            let (bandwidth_mb_s, latency_ms) = network(walker, at.get("network").as_ref(), count)?;
            Some(Grid::Clusters { clusters: clusters?, bandwidth_mb_s, latency_ms })
        }
    }
}

fn clusters(walker: &mut Walker, at: &At<'_>) -> Option<Vec<ClusterPart>> {
    let list = walker.list(at, limits::CLUSTERS, "clusters")?;
    if list.is_empty() {
        walker.error(
            &at.place,
            "found no cluster, needed is at least one",
            "Add {\"name\": \"A\", \"nodes\": 32}.",
        );
        return None;
    }
    let mut clusters: Vec<ClusterPart> = Vec::with_capacity(list.len());
    for (item, i) in at.items().zip(1..) {
        let Some(cluster) = cluster(walker, &item, i) else { continue };
        if let Some(first) = clusters.iter().position(|other| other.name == cluster.name) {
            let place = format!("{}/name", item.place);
            let message =
                format!("found {:?}, which is also the name of cluster {}", cluster.name, first + 1);
            walker.error(&place, message, "Give each cluster a name of its own.");
        }
        clusters.push(cluster);
    }
    let nodes: i64 = clusters.iter().map(|cluster| i64::from(cluster.nodes)).sum();
    if nodes > limits::NODES {
        let message = format!("found {nodes} nodes in all clusters, allowed are at most {}", limits::NODES);
        walker.error(&at.place, message, "");
    }
    (clusters.len() == list.len()).then_some(clusters)
}

fn cluster(walker: &mut Walker, at: &At<'_>, number: usize) -> Option<ClusterPart> {
    walker.object(at, &["name", "nodes", "speed", "machines"])?;
    let name =
        at.get("name").map_or(Some(format!("Cluster {number}")), |at| walker.text(&at).map(str::to_owned));
    let listed = at.get("machines").map(|at| master_worker::machines(walker, &at));
    let nodes = match (at.get("nodes"), &listed) {
        (None, Some(machines)) => machines.as_ref().map(|machines| machines.len() as i64),
        _ => walker
            .need(at, "nodes", "Add \"nodes\": 32.")
            .and_then(|at| walker.integer(&at, 1, limits::NODES)),
    };
    if let (Some(nodes), Some(Some(machines))) = (nodes, &listed)
        && nodes != machines.len() as i64
    {
        let message = format!("found {nodes}, but the cluster has {} machines", machines.len());
        walker.error(&join(&at.place, "nodes"), message, "Leave it out.");
    }
    let (min, max) = limits::SPEED;
    let speed = at.get("speed").map_or(Some(1.0), |at| walker.number(&at, min, max));
    let machines = listed.unwrap_or(Some(Vec::new()));
    Some(ClusterPart { name: name?, nodes: nodes? as u32, speed: speed?, machines: machines? })
}

fn network(walker: &mut Walker, at: Option<&At<'_>>, clusters: Option<usize>) -> Option<(Amount, Amount)> {
    let Some(at) = at else { return Some((BANDWIDTH_MB_S, LATENCY_MS)) };
    walker.object(at, &["bandwidth_mb_s", "latency_ms"])?;
    let mut amount = |key, range, default| match at.get(key) {
        Some(at) => amount(walker, &at, clusters, range),
        None => Some(default),
    };
    let bandwidth = amount("bandwidth_mb_s", limits::BANDWIDTH, BANDWIDTH_MB_S);
    let latency = amount("latency_ms", limits::LATENCY, LATENCY_MS);
    Some((bandwidth?, latency?))
}

/// A number, or a square of them; the size is checked if the number of clusters is known.
fn amount(
    walker: &mut Walker,
    at: &At<'_>,
    clusters: Option<usize>,
    (min, max): (f64, f64),
) -> Option<Amount> {
    let Some(rows) = at.value.as_array() else { return walker.number(at, min, max).map(Amount::Uniform) };
    let n = clusters?;
    if rows.len() != n {
        let message =
            format!("found a list of {} for {n} clusters, needed is a row of numbers for each", rows.len());
        walker.error(&at.place, message, "Write one number if it is the same everywhere.");
        return None;
    }
    let mut matrix = Vec::with_capacity(n);
    for row in at.items() {
        match row.value.as_array().map(Vec::len) {
            Some(length) if length == n => {
                let numbers: Vec<f64> =
                    row.items().filter_map(|cell| walker.number(&cell, min, max)).collect();
                matrix.push(numbers);
            }
            Some(length) => {
                walker.error(&row.place, format!("found a row of {length} for {n} clusters"), "");
            }
            None => walker.error(
                &row.place,
                format!("found {}, allowed is a list of numbers", found(row.value)),
                "",
            ),
        }
    }
    (matrix.len() == n && matrix.iter().all(|row| row.len() == n)).then_some(Amount::Matrix(matrix))
}
