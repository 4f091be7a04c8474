//! Published schedules of task graphs: HEFT and CPOP on the example of their publication, list schedules of the
//! Standard Task Graph Set.

mod support;

use ganttlet_core::platform::{Cluster, Network, Platform, one_cluster};
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::policy::workflow::{CostMatrix, Dag, Links, Schedule, Timetable, cpop, heft};
use std::collections::BTreeMap;
use std::path::Path;

/// Topcuoglu, Hariri, Wu 2002, figure 2: runtimes of tasks 1 to 10 on three processors.
const RUN: [[f64; 3]; 10] = [
    [14.0, 16.0, 9.0],
    [13.0, 19.0, 18.0],
    [11.0, 13.0, 19.0],
    [13.0, 8.0, 17.0],
    [12.0, 13.0, 10.0],
    [13.0, 16.0, 9.0],
    [7.0, 15.0, 11.0],
    [5.0, 11.0, 14.0],
    [18.0, 12.0, 20.0],
    [21.0, 7.0, 16.0],
];

/// The same figure: edges with their data, in units that take 1 s each.
const EDGES: [(u32, u32, f64); 15] = [
    (1, 2, 18.0),
    (1, 3, 12.0),
    (1, 4, 9.0),
    (1, 5, 11.0),
    (1, 6, 14.0),
    (2, 8, 19.0),
    (2, 9, 16.0),
    (3, 7, 23.0),
    (4, 8, 27.0),
    (4, 9, 23.0),
    (5, 9, 13.0),
    (6, 8, 15.0),
    (7, 10, 17.0),
    (8, 10, 11.0),
    (9, 10, 13.0),
];

/// Links of 1 byte per second between all clusters.
fn unit_links(clusters: usize) -> Links {
    Links::new(Network::uniform(clusters, 1.0, Span::ZERO), Span::ZERO, false)
}

fn with_example<T>(then: impl FnOnce(&CostMatrix) -> T) -> T {
    let edges = EDGES.map(|(parent, child, bytes)| (parent - 1, child - 1, bytes));
    let dag = Dag::from_edges(10, &edges).expect("no circle");
    let run = RUN.iter().flatten().map(|&seconds| Span::from_seconds(seconds)).collect();
    let links = unit_links(3);
    then(&CostMatrix::new(&dag, vec![1; 3], run, &links))
}

/// `T1 P3[0,9]` for each task, by start.
fn schedule_text(schedule: &Schedule) -> String {
    let mut places: Vec<_> = schedule.places.iter().flatten().zip(1..).collect();
    places.sort_by_key(|(place, _)| (place.start, place.cluster));
    let word = |(place, task): &(&ganttlet_sim::policy::workflow::PlannedSlot, u32)| {
        let (start, end) = (place.start.seconds(), place.end.seconds());
        format!("T{task} P{}[{start},{end}]", place.cluster + 1)
    };
    places.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn heft_makes_the_published_schedule() {
    with_example(|costs| {
        let ranks: Vec<f64> =
            costs.upward_ranks().iter().map(|rank| (rank * 1000.0).round() / 1000.0).collect();
        assert_eq!(ranks, [108.0, 77.0, 80.0, 80.0, 69.0, 63.333, 42.667, 35.667, 44.333, 14.667]);
        let schedule = heft(costs, &mut Timetable::new(&[1; 3]), Time::ZERO);
        let expected = "T1 P3[0,9] T3 P3[9,28] T4 P2[18,26] T6 P2[26,42] T2 P1[27,40] T5 P3[28,38] T7 P3[38,49] \
                        T9 P2[56,68] T8 P1[57,62] T10 P2[73,80]";
        assert_eq!(schedule_text(&schedule), expected);
        assert_eq!(schedule.makespan(), Time::from_seconds(80.0));
    });
}

#[test]
fn cpop_makes_the_published_schedule() {
    with_example(|costs| {
        let schedule = cpop(costs, &mut Timetable::new(&[1; 3]), Time::ZERO);
        let expected = "T1 P2[0,16] T2 P2[16,35] T4 P3[25,42] T3 P1[28,39] T5 P2[35,48] T7 P1[39,46] T6 P3[42,51] \
                        T8 P3[54,68] T9 P2[65,77] T10 P2[79,86]";
        assert_eq!(schedule_text(&schedule), expected);
        assert_eq!(schedule.makespan(), Time::from_seconds(86.0));
    });
}

/// The example in the reference data is the one above.
#[test]
#[ignore = "needs the reference data"]
fn the_example_equals_the_reference_data() {
    let data = support::data_folder();
    let table = |name: &str| -> Vec<Vec<f64>> {
        let text = std::fs::read_to_string(data.join("reference/heft").join(name)).expect("a file");
        let numbers =
            |line: &str| line.split(',').skip(1).map(|word| word.parse().expect("a number")).collect();
        text.lines().skip(1).map(numbers).collect()
    };
    assert_eq!(table("canonicalgraph_task_exe_time.csv"), RUN.map(|row| row.to_vec()));
    let mut edges = Vec::new();
    for (row, parent) in table("canonicalgraph_task_connectivity.csv").iter().zip(1..) {
        let moved = row.iter().zip(1..).filter(|&(&bytes, _)| bytes > 0.0);
        edges.extend(moved.map(|(&bytes, child)| (parent, child, bytes)));
    }
    assert_eq!(edges, EDGES);
}

/// A task graph of the Standard Task Graph Set: runtimes and edges.
fn read_stg(path: &Path) -> (Vec<f64>, Vec<(u32, u32, f64)>) {
    let text = std::fs::read_to_string(path).expect("a graph");
    let rows = text.lines().skip(1).take_while(|line| !line.trim_start().starts_with('#'));
    let rows: Vec<Vec<u32>> = rows
        .map(|line| line.split_whitespace().map(|word| word.parse().expect("a number")).collect())
        .filter(|row: &Vec<u32>| !row.is_empty())
        .collect();
    // Ids need not be sorted.
    let index: BTreeMap<u32, u32> = rows.iter().zip(0..).map(|(row, index)| (row[0], index)).collect();
    let run = rows.iter().map(|row| f64::from(row[1])).collect();
    let parents = |row: &Vec<u32>| row[3..3 + row[2] as usize].to_vec();
    let edges =
        rows.iter().flat_map(|row| parents(row).into_iter().map(|p| (index[&p], index[&row[0]], 0.0)));
    (run, edges.collect())
}

#[test]
#[ignore = "needs the reference data"]
fn list_schedules_come_close_to_the_optimum_and_never_below() {
    let data = support::data_folder();
    let list = std::fs::read_to_string(data.join("stg/optimal_makespan.csv")).expect("the list of optima");
    let links = unit_links(1);
    let mut ratios = Vec::new();
    for line in list.lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let (run, edges) = read_stg(&data.join("stg").join(words[0]));
        let dag = Dag::from_edges(run.len(), &edges).expect("no circle");
        let processors: u32 = words[1].parse().expect("a count");
        let optimum: f64 = words[2].parse().expect("a time");
        let spans = run.iter().map(|&seconds| Span::from_seconds(seconds)).collect();
        let costs = CostMatrix::new(&dag, vec![processors], spans, &links);
        let schedule = heft(&costs, &mut Timetable::new(&[processors]), Time::ZERO);
        for (place, &seconds) in schedule.places.iter().zip(&run) {
            let place = place.expect("every task has a place");
            assert_eq!(place.end - place.start, Span::from_seconds(seconds), "{line}");
        }
        for &(parent, child, _) in &edges {
            let place = |task: u32| schedule.places[task as usize].expect("a place");
            assert!(place(parent).end <= place(child).start, "{line}: {parent} -> {child}");
        }
        let makespan = schedule.makespan().seconds();
        assert!(makespan >= optimum, "{line}: {makespan}");
        ratios.push(makespan / optimum);
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    println!("{} schedules, {mean:.4} times the optimum in the mean", ratios.len());
    assert!(ratios.len() >= 160 && mean <= 1.1, "{mean}");
}

/// Fans and chains on different or equal processors, at sizes that would expose quadratic planning time.
#[test]
fn plans_of_ten_thousand_tasks() {
    let count = 10_001_u32;
    let fan: Vec<(u32, u32, f64)> = (1..count).map(|task| (0, task, 10.0)).collect();
    let chain: Vec<(u32, u32, f64)> = (1..count).map(|task| (task - 1, task, 10.0)).collect();
    let cluster = |nodes: u32| Cluster::homogeneous(nodes.to_string(), nodes, 1.0);
    let many = Platform {
        clusters: (0..16).map(|_| cluster(8)).collect(),
        network: Network::uniform(16, 1.0, Span::ZERO),
    };
    for platform in [one_cluster(128), many] {
        let sizes: Vec<u32> = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
        let links = Links::new(platform.network.clone(), Span::ZERO, false);
        for (edges, seconds) in [(&fan, 80.0), (&chain, 10_001.0)] {
            let dag = Dag::from_edges(count as usize, edges).expect("no circle");
            let run = vec![Span::from_seconds(1.0); count as usize * sizes.len()];
            let costs = CostMatrix::new(&dag, sizes.clone(), run, &links);
            for plan in [heft, cpop] {
                let makespan = plan(&costs, &mut Timetable::new(&sizes), Time::ZERO).makespan();
                // Other clusters than the first get their files 10 s later.
                let (least, most) = (Time::from_seconds(seconds), Time::from_seconds(seconds + 10.0));
                assert!((least..=most).contains(&makespan), "{makespan}");
            }
        }
    }
}
