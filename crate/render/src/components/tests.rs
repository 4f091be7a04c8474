use super::*;
use ganttlet_core::platform::{Cluster, Network};
use ganttlet_core::record::{Recorder, Status, Subject};
use ganttlet_core::time::Span;
use ganttlet_sim::tables::components::{COSTS, PARTS};
use ganttlet_sim::tables::links::LINKS;

/// Two clusters of four nodes; from A to B 80 Mb/s.
fn platform() -> Platform {
    let clusters = ["A", "B"].map(|name| Cluster::homogeneous(name, 4, 1.0)).to_vec();
    Platform { clusters, network: Network::uniform(2, 1e7, Span(0)) }
}

fn seconds(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

/// A pipeline of three on A, A, B, placed at 1 s and run from 2 s to 10 s: the last unit gets a message of 8 Mb from 4
/// s to 6 s, computes from 6 s to 9 s, and another from 5 s to 7 s; and the same on reused nodes, placed at 20 s.
fn two_pipelines() -> Trace {
    let mut record = Recorder::new(&platform(), 8);
    record.declare(&[&PARTS, &COSTS, &LINKS]);
    let [pipeline, exact, a, b] = ["pipeline", "exact", "A", "B"].map(|words| record.intern_text(words));
    let subject =
        |number, nodes| Subject { number, user: 1, group: 0, submit: Time::ZERO, nodes, estimate: Span(0) };
    for number in [1, 2] {
        record.add(subject(number, 3));
        (1..=3).for_each(|unit| _ = record.add(subject(unit, 1)));
    }
    let part = |workflow, begin_s, hit| PartRow {
        time: seconds(begin_s),
        workflow,
        component: 1,
        pattern: pipeline,
        layout: exact,
        units: 3,
        items: 2,
        message: 8.0,
        compute: Span::from_seconds(3.0),
        width: 2,
        hit: Some(hit),
    };
    let row = |unit, cluster, near, far, cost, taken| CostRow {
        time: seconds(1.0),
        workflow: 0,
        component: 1,
        unit,
        cluster,
        idle: 4,
        near,
        far,
        open: 1,
        near_cost: 0.0,
        far_cost: cost,
        open_cost: 0.0,
        divisor: 1.0,
        less: 0.0,
        cost,
        taken: Some(taken),
    };
    record.add_row(&part(0, 1.0, false));
    for said in [(1, a, 0, 0, 1.0, true), (1, b, 0, 0, 1.0, false), (2, a, 1, 0, 1.0, true)] {
        record.add_row(&row(said.0, said.1, said.2, said.3, said.4, said.5));
    }
    record.add_row(&row(2, b, 0, 1, 3.0, false));
    record.add_row(&row(3, b, 0, 1, 3.0, true));
    record.start(0, seconds(2.0));
    for (unit, cluster, row) in [(1, 0, 0), (2, 0, 1), (3, 1, 4)] {
        record.place(unit, seconds(2.0), cluster);
        record.start(unit, seconds(2.0));
        record.occupy(unit, seconds(2.0), (row, 1), Phase::WAITS);
    }
    for (from, to) in [(4.0, 6.0), (5.0, 7.0)] {
        let (start, end) = (seconds(from), seconds(to));
        record.add_transfer(Transfer { start, end, from: 0, to: 1, subject: 3, bytes: 1e6 });
    }
    record.vacate(3, seconds(6.0));
    record.occupy(3, seconds(6.0), (4, 1), Phase::WORKS);
    record.vacate(3, seconds(9.0));
    record.occupy(3, seconds(9.0), (4, 1), Phase::WAITS);
    let link = LinkRow {
        time: seconds(5.0),
        from: 0,
        to: 1,
        used: 0.1,
        background: 0.25,
        messages: 2,
        available: 54.0,
        change: 0.0,
    };
    record.add_row(&link);
    (0..4).for_each(|subject| record.finish(subject, seconds(10.0), Status::Done));
    record.add_row(&part(4, 20.0, true));
    record.set_known_until(seconds(20.0));
    record.into()
}

fn components_at(trace: &Trace, now_s: f64, selected: Option<SubjectId>) -> Option<Components> {
    let view = View { now_s, selected, ..View::default() };
    components(trace, &platform(), &view, None, 1)
}

#[test]
fn unit_states_are_those_at_the_playhead() {
    let trace = two_pipelines();
    let told = |now| {
        let all = components_at(&trace, now, None).expect("one was placed");
        let unit = |unit: &HocUnit| (unit.site, unit.computes, unit.items, unit.coming);
        let edge = |edge: &HocEdge| (edge.from, edge.to, edge.far, edge.busy);
        (all.units.iter().map(unit).collect::<Vec<_>>(), all.edges.iter().map(edge).collect::<Vec<_>>())
    };
    let (a, b) = (Some(0), Some(1));
    let idle = |site| (site, false, 0, 0);
    let quiet = vec![(0, 1, false, false), (1, 2, true, false)];
    assert_eq!(told(1.0), (vec![idle(a), idle(a), idle(b)], quiet.clone()));
    let busy = vec![(0, 1, false, false), (1, 2, true, true)];
    assert_eq!(told(5.0), (vec![idle(a), idle(a), (b, false, 0, 2)], busy));
    assert_eq!(told(8.0), (vec![idle(a), idle(a), (b, true, 1, 0)], quiet));
    assert!(components_at(&trace, 0.5, None).is_none(), "nothing has been placed");
    let sites = components_at(&trace, 8.0, None).expect("one was placed").sites;
    assert_eq!(sites.iter().map(|site| (&*site.name, site.units)).collect::<Vec<_>>(), [("A", 2), ("B", 1)]);
}

#[test]
fn offers_are_of_the_selected_unit_or_the_first_with_different_costs() {
    let trace = two_pipelines();
    let told = |selected| {
        let all = components_at(&trace, 8.0, selected).expect("one was placed");
        let offer = |offer: &HocOffer| (offer.site, offer.peers, offer.cost, offer.taken);
        (all.unit, all.offers.iter().map(offer).collect::<Vec<_>>())
    };
    assert_eq!(told(None), (1, vec![(0, [1, 0, 1], 1.0, true), (1, [0, 1, 1], 3.0, false)]));
    assert_eq!(told(Some(3)), (2, vec![(1, [0, 1, 1], 3.0, true)]));
}

#[test]
fn link_load_ends_at_the_playhead() {
    let trace = two_pipelines();
    let link =
        |now| components_at(&trace, now, None).expect("one was placed").links.pop().expect("one is used");
    let half = link(5.5);
    assert_eq!((half.from, half.to, half.total, half.messages, half.carried), (0, 1, 80.0, 2, 0.0));
    assert_eq!((half.background, half.available), (Some(0.25), Some(54.0)));
    assert_eq!(link(4.5).background, None);
    // From 1 s to 10 s in steps of an eighth of a second: one message from 4 s on, two from 5 s.
    assert_eq!((half.load.len(), half.load[23], half.load[25], half.load[34]), (36, 0.0, 1.0, 2.0));
    let all = link(10.0);
    assert_eq!((all.load.len(), all.carried, all.messages, all.most), (LOAD_INTERVALS, 16.0, 0, 2.0));
    assert!((all.load.iter().sum::<f32>() * 0.125 - 4.0).abs() < 1e-3, "two messages of two seconds");
}

#[test]
fn the_last_placed_workflow_is_the_default() {
    let trace = two_pipelines();
    let last = components_at(&trace, 20.0, None).expect("two were placed");
    assert_eq!((last.workflow, last.reused, last.placed, last.offers.len()), (4, true, 2, 0));
    let view = View { now_s: 20.0, ..View::default() };
    let first = components(&trace, &platform(), &view, Some(0), 1).expect("two were placed");
    assert_eq!((first.workflow, first.reused, first.end_s), (0, false, Some(10.0)));
    assert_eq!(first.workflows.iter().map(|one| &*one.about).collect::<Vec<_>>(), ["pipeline of 3"; 2]);
    assert_eq!(components_at(&trace, 20.0, Some(2)).map(|all| (all.workflow, all.unit)), Some((0, 1)));
}
