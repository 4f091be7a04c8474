//! Two clusters with 1,000 Mb/s and 0.1 ms inside, and 100 Mb/s and 1 ms between them, of which 80 are available and 10
//! more are predicted. Links are one message wide.

use super::*;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Span;
use ganttlet_work::hoc::{Hoc, Layout, Parts, Sends};

fn known() -> LinkState {
    let of = |inside: f64, between: f64| vec![inside, between, between, inside];
    LinkState {
        clusters: 2,
        width: 1.0,
        total: of(1_000.0, 100.0),
        latency: of(0.000_1, 0.001),
        available: of(1_000.0, 80.0),
        change: of(0.0, 10.0),
        swing: of(0.0, 10.0),
    }
}

/// 0.2 Mb for each 20 ms of computing: each link needs 10 Mb/s.
fn hoc(pattern: Pattern, units: u32) -> Hoc {
    let (compute, parts, layout) = (Span(20_000), Parts::Each, Layout::Exact);
    Hoc { pattern, units, messages: 2, bits: 200_000, compute, parts, layout, sends: Sends::Concurrent }
}

/// A function from text with its parameters: `latency latency_form=as-printed`.
fn function(said: &str) -> Box<dyn CostFunction> {
    let mut words = said.split(' ');
    let maker = COST_FUNCTIONS.get(words.next().expect("an id"));
    let all = COST_FUNCTIONS.members.iter().flat_map(|one| one.entry.parameters);
    let settings = words.filter_map(|word| word.split_once('=')).fold(
        Settings::defaults(all),
        |settings, (id, word)| {
            let id =
                maker.entry.parameters.iter().find(|parameter| parameter.id == id).expect("a parameter").id;
            settings.with(id, Value::Choice(word.to_owned().leak()))
        },
    );
    (maker.make)(&settings)
}

/// The costs of a unit in A and in B, to six digits.
fn costs(said: &str, hoc: &Hoc, place: &[u16]) -> [String; 2] {
    let graph = hoc.graph();
    let asked =
        CostQuery { graph: &graph, demand: hoc.link_demand_mbps(), pattern: Some(hoc.pattern), home: None };
    let function = function(said);
    [0, 1].map(|cluster| {
        let cost = function
            .terms(&UnitChoice { query: &asked, links: &known(), unit: place.len() as u32, cluster, place })
            .cost();
        let text = format!("{cost:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    })
}

#[test]
fn the_middle_of_a_pipeline() {
    let pipeline = hoc(Pattern::Pipeline, 3);
    for (said, a, b) in [
        ("link-count", "4", "6"),
        ("bandwidth", "0.11", "0.2"),
        ("latency", "0.011", "0.02"),
        ("network-load", "0.135", "0.25"),
        ("application", "0.428571", "0.375"),
        ("predicted", "0.121111", "0.222222"),
        ("latency latency_form=as-printed", "110000", "20000"),
        ("application application_form=cumulated", "0.02", "0.25"),
        ("application application_form=link-load", "0.135", "0.25"),
        ("predicted predicted_form=as-printed", "0.428571", "-9.625"),
        ("bandwidth unplaced=ignore", "0.01", "0.1"),
        ("by-pattern", "0.011", "0.02"),
    ] {
        assert_eq!(costs(said, &pipeline, &[0]), [a, b], "{said}");
    }
}

#[test]
fn the_last_worker_of_a_farm() {
    let farm = hoc(Pattern::Farm, 4);
    for (said, a, b) in [
        ("link-count", "1", "3"),
        ("bandwidth", "0.01", "0.1"),
        ("latency", "0.001", "0.01"),
        ("network-load", "0.01", "0.125"),
        ("predicted", "0.01", "0.111111"),
        ("application", "1.5", "0.857143"),
        ("by-pattern", "1.5", "0.857143"),
    ] {
        assert_eq!(costs(said, &farm, &[0, 0, 1]), [a, b], "{said}");
    }
}

#[test]
fn the_corner_of_a_wavefront() {
    let wavefront = hoc(Pattern::Wavefront, 4);
    for (said, a, b) in [
        ("link-count", "4", "4"),
        ("bandwidth", "0.11", "0.11"),
        ("latency", "0.011", "0.011"),
        ("network-load", "0.135", "0.135"),
        ("predicted", "0.121111", "0.121111"),
        ("application", "2", "1.333333"),
    ] {
        assert_eq!(costs(said, &wavefront, &[0, 0, 1]), [a, b], "{said}");
    }
}

/// The clusters of the units of components that run one after the other: `AAB`.
fn mapping(said: &str, hocs: &[Hoc], idle: &[u32], home: Option<u16>) -> Option<String> {
    let graphs: Vec<UnitGraph> = hocs.iter().map(Hoc::graph).collect();
    let same = hocs.iter().all(|hoc| hoc.pattern == hocs[0].pattern);
    let parts: Vec<WeightedComponent> = hocs
        .iter()
        .zip(&graphs)
        .map(|(hoc, graph)| {
            let pattern = same.then_some(hoc.pattern);
            let weight = if hoc.pattern == Pattern::Farm { 1.0 } else { 0.5 };
            WeightedComponent {
                asked: CostQuery { graph, demand: hoc.link_demand_mbps(), pattern, home },
                weight,
            }
        })
        .collect();
    let place = map_units(&parts, idle, &known(), &*function(said), |_, _, _| {})?;
    Some(place.iter().map(|&cluster| char::from(b'A' + cluster as u8)).collect())
}

#[test]
fn whole_mappings() {
    let good = ["link-count", "bandwidth", "latency", "network-load", "predicted"];
    for (pattern, units, spread, home, close, topology) in [
        (Pattern::Pipeline, 5, "BABAB", "AAABB", "BBBBA", "BABAB"),
        (Pattern::Farm, 5, "BABAB", "AAABB", "BBBBA", "BAAAB"),
        (Pattern::Wavefront, 6, "BABABA", "AAABBB", "BBBBAA", "BABABA"),
    ] {
        let hocs = [hoc(pattern, units)];
        let place = |said: &str, home| mapping(said, &hocs, &[3, 4], home).expect("there is room");
        assert_eq!(place("by-files", None), spread, "{pattern:?}");
        assert_eq!(place("by-files", Some(0)), home, "{pattern:?}");
        assert_eq!(place("application", None), topology, "{pattern:?}");
        for said in good {
            assert_eq!(place(said, None), close, "{pattern:?} {said}");
        }
    }
    for said in COST_FUNCTIONS.ids() {
        assert_eq!(mapping(said, &[hoc(Pattern::Pipeline, 8)], &[3, 4], None), None, "7 nodes are idle");
    }
}

#[test]
fn ties_go_to_a_used_cluster_then_to_that_with_most_idle_nodes() {
    let wavefront = [hoc(Pattern::Wavefront, 4)];
    let two_by_two = mapping("bandwidth", &wavefront, &[2, 4], None);
    assert_eq!(two_by_two.as_deref(), Some("BBBB"));
    assert_eq!(mapping("link-count", &wavefront, &[3, 3], None).as_deref(), Some("AAAB"));
}

/// A farm and a pipeline one after the other: 0.010 + 0.5 (0.010 + 0.100) in A, 0.100 + 0.5 * 0.200 in B.
#[test]
fn components_of_a_workflow_share_one_mapping() {
    let hocs = [hoc(Pattern::Farm, 3), hoc(Pattern::Pipeline, 3)];
    let graphs = hocs.clone().map(|hoc| hoc.graph());
    let part = |i: usize, weight| WeightedComponent {
        asked: CostQuery { graph: &graphs[i], demand: 10.0, pattern: None, home: None },
        weight,
    };
    let parts = [part(0, 1.0), part(1, 0.5)];
    let function = function("bandwidth");
    let [a, b] = [0, 1].map(|cluster| unit_cost(&parts, &known(), &*function, (1, cluster), &[0]).1);
    assert!((a - 0.065).abs() < 1e-12 && (b - 0.2).abs() < 1e-12, "{a} {b}");
    assert_eq!(mapping("bandwidth", &hocs, &[3, 3], None).as_deref(), Some("AAA"));
    assert_eq!(
        mapping("by-pattern", &hocs, &[3, 3], None).as_deref(),
        Some("AAA"),
        "bandwidth, as they differ"
    );
}

/// The weight of costs in one direction has no effect with a single component.
#[test]
fn the_weight_of_one_component_changes_nothing() {
    for pattern in [Pattern::Pipeline, Pattern::Wavefront] {
        let hoc = hoc(pattern, 12);
        let graph = hoc.graph();
        let asked =
            CostQuery { graph: &graph, demand: hoc.link_demand_mbps(), pattern: Some(pattern), home: None };
        for said in COST_FUNCTIONS.ids() {
            let place = |weight| {
                map_units(
                    &[WeightedComponent { asked, weight }],
                    &[5, 9],
                    &known(),
                    &*function(said),
                    |_, _, _| {},
                )
            };
            assert_eq!(place(0.01), place(1.0), "{said}");
        }
    }
}

/// The total demand of a link changes no choice of the functions that add up links.
#[test]
fn demand_scales_costs_and_changes_no_choice() {
    for said in ["bandwidth", "latency", "network-load", "predicted"] {
        let place = |bits| mapping(said, &[Hoc { bits, ..hoc(Pattern::Wavefront, 12) }], &[5, 9], None);
        assert_eq!(place(2_000), place(200_000_000), "{said}");
    }
}

/// If all links are equal, five functions reduce to counting links to other clusters.
#[test]
fn equal_links_make_five_functions_one() {
    let clusters = 4;
    let of = |inside: f64, between: f64| {
        (0..clusters * clusters).map(|i| if i % (clusters + 1) == 0 { inside } else { between }).collect()
    };
    let known = LinkState {
        clusters,
        width: 10.0,
        total: of(1_200.0, 100.0),
        latency: of(0.000_03, 0.001),
        available: of(1_200.0, 100.0),
        change: of(0.0, 0.0),
        swing: of(0.0, 0.0),
    };
    for (pattern, units) in [(Pattern::Farm, 20), (Pattern::Pipeline, 23), (Pattern::Wavefront, 24)] {
        let hoc = hoc(pattern, units);
        let graph = hoc.graph();
        let asked =
            CostQuery { graph: &graph, demand: hoc.link_demand_mbps(), pattern: Some(pattern), home: None };
        let place = |said: &str| {
            map_units(
                &[WeightedComponent { asked, weight: 1.0 }],
                &[7, 9, 4, 6],
                &known,
                &*function(said),
                |_, _, _| {},
            )
        };
        let first = place("link-count");
        for said in ["bandwidth", "latency", "network-load", "predicted"] {
            assert_eq!(place(said), first, "{pattern:?} {said}");
        }
    }
}
