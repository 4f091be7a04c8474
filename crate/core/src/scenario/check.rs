//! What an editor wants to know of a text after each change.

use super::model::Scenario;
use super::read::read;
use crate::diagnostic::Diagnostic;
use crate::entry::Accepts;
use crate::platform::Platform;
use serde::Serialize;
use serde_json::Value;

/// A text that was looked at: what is wrong with it, and what it means if nothing is.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// The canonical form, all defaults filled in.
    pub scenario: Option<Value>,
    /// The same as text; empty if there is none.
    pub text: String,
    /// What is compared.
    pub variants: Vec<VariantView>,
    /// The work its systems run.
    pub accepts: Option<Accepts>,
    /// The machines.
    pub platform: Option<PlatformView>,
    /// What there is to tell.
    pub diagnostics: Vec<Diagnostic>,
}

/// A system that is compared.
#[derive(Clone, Debug, Serialize)]
pub struct VariantView {
    /// A short name that tells it from the others.
    pub name: String,
    /// Its canonical form.
    pub system: Value,
}

/// The machines in the units people use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlatformView {
    /// The clusters.
    pub clusters: Vec<ClusterView>,
    /// The network between them.
    pub network: NetworkView,
}

/// A cluster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClusterView {
    /// Its name.
    pub name: String,
    /// How many nodes it has.
    pub nodes: u32,
    /// How fast a node is; 1 is the reference.
    pub speed: f64,
}

/// A network: a row for each cluster, the diagonal is inside a cluster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NetworkView {
    /// MB/s from the row's cluster to the column's.
    pub bandwidth_mb_s: Vec<Vec<f64>>,
    /// Delay in ms.
    pub latency_ms: Vec<Vec<f64>>,
}

/// Looks at a text.
pub fn check(text: &str) -> Checked {
    let reading = read(text);
    let scenario = reading.scenario.as_ref();
    Checked {
        scenario: scenario.map(Scenario::to_value),
        text: scenario.map(Scenario::to_text).unwrap_or_default(),
        variants: scenario.map(variants).unwrap_or_default(),
        accepts: scenario.map(Scenario::accepts),
        platform: scenario.map(|scenario| PlatformView::of(&scenario.platform.platform())),
        diagnostics: reading.diagnostics,
    }
}

fn variants(scenario: &Scenario) -> Vec<VariantView> {
    let names = scenario.variant_names().into_iter();
    names
        .zip(&scenario.variants)
        .map(|(name, variant)| VariantView { name, system: variant.to_value() })
        .collect()
}

impl PlatformView {
    /// A platform in the units people use.
    pub fn of(platform: &Platform) -> Self {
        let n = platform.clusters.len();
        let square = |cell: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
            (0..n).map(|from| (0..n).map(|to| cell(from, to)).collect()).collect()
        };
        let network = &platform.network;
        let cluster = |c: &crate::platform::Cluster| ClusterView {
            name: c.name.clone(),
            nodes: c.nodes,
            speed: c.speed,
        };
        Self {
            clusters: platform.clusters.iter().map(cluster).collect(),
            network: NetworkView {
                bandwidth_mb_s: square(&|from, to| network.bandwidth(from, to) / 1e6),
                latency_ms: square(&|from, to| network.latency(from, to).0 as f64 / 1e3),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_editor_sees_what_the_text_means() {
        let text = r#"{"version": 1, "platform": {"preset": "das3"}, "system": {"kind": "batch"},
            "workload": [{"jobs": {"submit_s": [0], "run_s": [1], "nodes": [1]}}]}"#;
        let checked = check(text);
        let platform = checked.platform.expect("a platform");
        assert_eq!(platform.clusters[4], ClusterView { name: "Leiden".into(), nodes: 32, speed: 1.25 });
        let (bandwidth, latency) = (&platform.network.bandwidth_mb_s, &platform.network.latency_ms);
        assert_eq!((bandwidth[0][1], latency[2][3]), (185.0, 1.45));
        assert_eq!((checked.variants[0].name.as_str(), checked.accepts), ("EASY", Some(Accepts::Jobs)));
        assert_eq!(read(&checked.text).scenario.map(|s| s.to_value()), checked.scenario);
    }

    #[test]
    fn a_wrong_text_is_told_and_no_more() {
        let checked = check("{");
        assert_eq!((checked.scenario, checked.text.as_str(), checked.diagnostics.len()), (None, "", 1));
    }
}
