//! Invariants for random workflows, clusters and links.

use super::*;
use proptest::prelude::*;

fn hocs() -> impl Strategy<Value = Vec<Hoc>> {
    let pattern = prop_oneof![Just(Pattern::Farm), Just(Pattern::Pipeline), Just(Pattern::Wavefront)];
    let parts = prop_oneof![Just(Parts::Each), Just(Parts::All)];
    let layout = prop_oneof![Just(Layout::Exact), Just(Layout::Clipped), Just(Layout::Triangle)];
    let sends = prop_oneof![3 => Just(Sends::Concurrent), 1 => Just(Sends::Blocking)];
    let numbers = (1..7_u32, 1..5_u32, 0..2_000_000_u64, 0..60_000_i64);
    let one = (pattern, numbers, parts, layout, sends).prop_map(
        |(pattern, (units, messages, bits, compute), parts, layout, sends)| Hoc {
            pattern,
            units,
            messages,
            bits,
            compute: Span(compute),
            parts,
            layout,
            sends,
        },
    );
    proptest::collection::vec(one, 1..4)
}

fn workflows() -> impl Strategy<Value = Vec<HocWorkflow>> {
    proptest::collection::vec((0..8_u32, 0..3_u32, hocs(), 0..3_u16), 1..9).prop_map(|list| {
        let mut all: Vec<HocWorkflow> = list
            .into_iter()
            .map(|(at, user, hocs, home)| HocWorkflow {
                home: Some(home).filter(|&home| home < 2),
                ..workflow(1, f64::from(at) * 0.07, user, hocs)
            })
            .collect();
        all.sort_by_key(|one| one.job.submit);
        for (one, number) in all.iter_mut().zip(1..) {
            one.job.number = number;
        }
        all
    })
}

fn said() -> impl Strategy<Value = String> {
    let reuse = proptest::sample::select(vec!["off", "mapping", "resources"]);
    let scope = proptest::sample::select(vec!["user", "grid"]);
    (reuse, scope, 0..3_u32, 1..4_u32, 0..2_u32, 0..2_u32).prop_map(
        |(reuse, scope, limit, width, overhead, poll)| {
            format!(
                "reuse={reuse} limit_scope={scope} fixed_limit={limit} link_width={width} \
                 schedule_time_s={overhead} reserve_for_s=3 information_period_s={poll} \
                 exclude_after=1 exclude_for_s=2 link_monitor_s={overhead}"
            )
        },
    )
}

/// Total number of messages of a component.
fn messages(hoc: &Hoc) -> u64 {
    let (links, items) =
        (hoc.graph().after.iter().map(Vec::len).sum::<usize>() as u64, u64::from(hoc.messages));
    match (hoc.pattern, hoc.parts) {
        (Pattern::Farm, _) if hoc.units == 1 => 0,
        (Pattern::Farm, Parts::All) => 2 * items,
        _ => links * items,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// All messages arrive, each unit has a separate node, times add up, no limit is exceeded, and a run in slices is
    /// identical.
    #[test]
    fn workflows_keep_the_laws(
        workflows in workflows(),
        said in said(),
        function in proptest::sample::select(COST_FUNCTIONS.ids()),
        slice in 1..20_u64,
    ) {
        let sizes = [4, 3];
        let grid = || grid(&sizes, workflows.clone(), of_function(function), &said);
        let trace = finish(grid());
        assert_no_node_is_used_twice(&trace);
        let limit: usize = said.split("fixed_limit=").nth(1).and_then(|text| text[..1].parse().ok()).expect("a limit");
        let of_all = said.contains("limit_scope=grid");
        let rows: Vec<WorkflowRow> = trace.table_rows().collect();
        prop_assert_eq!(rows.len(), workflows.len(), "all fit and are done");
        for row in &rows {
            let number = trace.subjects.number[row.workflow as usize] as usize;
            let own = &workflows[number - 1];
            let expected: u64 = own.hocs.iter().map(messages).sum();
            prop_assert_eq!(u64::from(row.messages), expected);
            let all = (row.end - row.start).seconds() * f64::from(row.nodes);
            let parts = row.computing.seconds() + row.communication * f64::from(row.nodes);
            prop_assert!((all - parts).abs() < 1e-6);
            let together = rows.iter().filter(|other| {
                let user = |row: &WorkflowRow| trace.subjects.user[row.workflow as usize];
                other.start <= row.start && row.start < other.end && (of_all || user(other) == user(row))
            });
            prop_assert!(limit == 0 || together.count() <= limit.max(1));
        }
        let mut sliced = grid();
        while !sliced.advance(Budget::events(slice)).done {}
        prop_assert_eq!(sliced.trace().digest().whole, trace.digest().whole);
    }
}

/// Transfer time of a message of a component without contention.
fn hop(hoc: &Hoc, between: (u16, u16)) -> i64 {
    // Bits per microsecond.
    let (rate, latency) = if between.0 == between.1 { (1_000, 100) } else { (100, 1_000) };
    hoc.bits.div_ceil(rate) as i64 + latency
}

/// Duration of a component without contention: its longest path of computations and messages.
fn longest_path(hoc: &Hoc, place: &[u16]) -> i64 {
    let (graph, compute) = (hoc.graph(), hoc.compute.0);
    let between = |from: u32, to: u32| (place[from as usize], place[to as usize]);
    if hoc.pattern == Pattern::Farm {
        let round = |worker| hop(hoc, between(0, worker)) + compute + hop(hoc, between(worker, 0));
        return (1..hoc.units).map(|worker| round(worker) * i64::from(hoc.messages)).max().unwrap_or(0);
    }
    let mut ends = vec![0; hoc.units as usize];
    for _ in 0..hoc.messages {
        // Units receive messages from lower-numbered units only.
        for unit in 0..hoc.units {
            let heard = graph.before[unit as usize].iter();
            let heard = heard.map(|&from| ends[from as usize] + hop(hoc, between(from, unit))).max();
            ends[unit as usize] = heard.unwrap_or(0).max(ends[unit as usize]) + compute;
        }
    }
    ends.into_iter().max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// No mapping is faster than its longest path, and without saturated links it takes exactly as long.
    #[test]
    fn links_that_are_not_full_take_no_longer_than_the_longest_path(
        hocs in hocs(),
        width in 1..4_u32,
        function in proptest::sample::select(COST_FUNCTIONS.ids()),
    ) {
        let concurrent = |hoc: Hoc| Hoc { parts: Parts::Each, sends: Sends::Concurrent, ..hoc };
        let hocs: Vec<Hoc> = hocs.into_iter().map(concurrent).collect();
        let run = |said: &str| finish(grid(&[4, 3], vec![workflow(1, 0.0, 1, hocs.clone())], of_function(function), said));
        let took = |trace: &Trace| {
            let row: WorkflowRow = trace.table_rows().next().expect("it is done");
            (row.end - row.start).0
        };
        let (wide, narrow) = (run("link_width=1000"), run(&format!("link_width={width}")));
        let path = |trace: &Trace| hocs.iter().map(|hoc| longest_path(hoc, &placed(trace))).sum::<i64>();
        prop_assert_eq!(took(&wide), path(&wide));
        prop_assert!(took(&narrow) >= path(&narrow));
    }

    /// The gain of one function over another is exactly zero if both choose the same mapping.
    #[test]
    fn the_same_mapping_gains_nothing(
        hocs in hocs(),
        functions in proptest::sample::subsequence(COST_FUNCTIONS.ids(), 2),
        mean in 0.0..0.45_f64,
    ) {
        let run = |cost: Box<dyn CostFunction>| {
            let drawn = TrafficLevels::Drawn { mean, period: Span(5_000), on_off: false };
            let traffic = vec![Traffic { between: (None, None), levels: drawn }];
            finish(grid_under(&[4, 3], (vec![workflow(1, 0.0, 1, hocs.clone())], vec![], traffic), cost, ""))
        };
        let communication = |trace: &Trace| {
            let row: WorkflowRow = trace.table_rows().next().expect("it is done");
            row.communication.to_bits()
        };
        let first = run(of_function(functions[0]));
        let place = placed(&first);
        let again = run(Box::new(Given(place.iter().map(|&cluster| usize::from(cluster)).collect())));
        prop_assert_eq!(placed(&again), place.clone());
        prop_assert_eq!(communication(&again), communication(&first));
        let other = run(of_function(functions[1]));
        prop_assert!(placed(&other) != place || communication(&other) == communication(&first));
    }
}
