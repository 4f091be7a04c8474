//! Invariants of every run: no task is lost or completed twice, replicas end with the first to complete, no processor
//! is allocated twice, and the usage of users agrees with the bars.

use super::*;
use crate::system::bags::cluster::lasts;
use crate::system::bags::tables::TurnRow;
use ganttlet_core::record::Status;
use ganttlet_core::rng::Streams;
use proptest::prelude::*;

/// Random small bags on small clusters.
fn random_scenario(seed: u64) -> Scenario {
    let mut chance = Streams::new(seed).get("laws");
    let clusters = (0..=chance.uniform_below(3)).map(|place| {
        let speed = 1.0 + f64::from(chance.uniform_below(4)) / 4.0;
        Machines::homogeneous(format!("C{place}"), 1 + chance.uniform_below(3), speed)
    });
    let clusters: Vec<Machines> = clusters.collect();
    let mut now = 0.0;
    let bags = (0..2 + chance.uniform_below(10)).map(|place| {
        now += f64::from(chance.uniform_below(20));
        Bag {
            number: place + 1,
            user: chance.uniform_below(4),
            home: chance.uniform_below(clusters.len() as u32),
            submit: Time::from_seconds(now),
            tasks: (0..=chance.uniform_below(6))
                .map(|_| Span(i64::from(chance.uniform_below(30)) * 500_000))
                .collect(),
            ..Bag::default()
        }
    });
    let bags = bags.collect();
    let mut word = |words: &[&'static str]| words[chance.uniform_below(words.len() as u32) as usize];
    let settings = Settings::default()
        .with("architecture", Value::Choice(word(&["central", "separate", "flocking"])))
        .with("barrier", Value::Choice(word(&["dispatched", "completed"])))
        .with("reselect_on_arrival", Value::Bool(word(&["no", "yes"]) == "yes"))
        .with("migrate_waiting", Value::Bool(word(&["no", "yes"]) == "yes"))
        .with("monitor_period_s", Value::Number(seconds(word(&["0", "0", "7"]))))
        .with("inaccuracy_pct", Value::Number(seconds(word(&["0", "50", "1000"]))))
        .with("levels", Value::Integer(i64::from(chance.uniform_below(3))));
    let pick = |ids: Vec<&'static str>, place: u32| ids[place as usize % ids.len()].to_owned();
    let policies =
        [pick(SELECTIONS.ids(), chance.uniform_below(7)), pick(SCHEDULINGS.ids(), chance.uniform_below(10))];
    Scenario { clusters, bags, settings, policies }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn runs_keep_all_laws(seed in any::<u64>()) {
        let drawn = random_scenario(seed);
        let (rows, copies) = (drawn.clusters.iter().map(|one| one.nodes).sum::<u32>(), drawn.policies[1].clone());
        let runs: Vec<Span> = drawn.bags.iter().flat_map(|bag| bag.tasks.clone()).collect();
        let speeds: Vec<f64> = drawn.clusters.iter().map(|one| one.speed).collect();
        let most = match &*copies {
            "any-processor" | "shortest-first" | "multiple-queues" => 1,
            "any-processor-copies" => 4,
            _ => 0,
        };
        let trace = drawn.simulation().finish();
        let table = &trace.intervals;
        // Every task completes once, by a run of its full length there; other runs of it end with it or are cancelled
        // earlier.
        for (task, &run) in runs.iter().enumerate() {
            prop_assert_eq!(trace.subjects.status[task], Status::Done);
            let own: Vec<usize> = trace.intervals_of(task as u32).collect();
            prop_assert!(!own.is_empty() && own.len() <= 1 + most);
            let whole = own.iter().filter(|&&i| table.phase[i] != Phase::LOST).collect::<Vec<_>>();
            prop_assert_eq!(whole.len(), 1, "one of them counts");
            for &i in &own {
                let cluster = trace.cluster_at(table.row[i]).expect("a row of a cluster");
                let full = lasts(run, speeds[cluster]);
                let lasted = table.end[i] - table.start[i];
                prop_assert!(lasted <= full && (i != *whole[0] || lasted == full));
                prop_assert_eq!(table.end[i], trace.subjects.end[task]);
                prop_assert!(table.start[i] >= trace.subjects.submit[task]);
            }
        }
        // No processor has two runs at a time.
        for row in 0..rows {
            let mut bars: Vec<(Time, Time)> =
                (0..table.len()).filter(|&i| table.row[i] == row).map(|i| (table.start[i], table.end[i])).collect();
            bars.sort();
            prop_assert!(bars.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
        // Bags: sums of their tasks.
        for (place, row) in trace.table_rows::<BagRow>().enumerate() {
            let own = |task: &usize| trace.subjects.group[*task] as usize == place;
            let end = (0..runs.len()).filter(own).map(|task| trace.subjects.end[task]).max();
            prop_assert_eq!(Some(row.end), end);
            let lost = |task: usize| trace.intervals_of(task as u32).filter(|&i| table.phase[i] == Phase::LOST);
            let wasted: i64 = (0..runs.len()).filter(own).flat_map(lost).map(|i| (table.end[i] - table.start[i]).0).sum();
            prop_assert_eq!(row.wasted, Span(wasted));
        }
        // The recorded usage of a user at a turn agrees with the bars at that time.
        for turn in trace.table_rows::<TurnRow>().filter(|turn| turn.user.is_some()) {
            let own = |&i: &usize| Some(trace.subjects.user[table.subject[i] as usize]) == turn.user;
            let shown: i64 = (0..table.len())
                .filter(own)
                .map(|i| (table.end[i].min(turn.time).max(table.start[i].min(turn.time)) - table.start[i].min(turn.time)).0)
                .sum();
            prop_assert_eq!(turn.used, Span(shown));
        }
    }

    /// With one scheduler for all clusters that sees processors at any time, none is idle while a task waits.
    #[test]
    fn no_task_waits_while_a_processor_is_idle(seed in any::<u64>(), policy in 2_usize..8) {
        let mut drawn = random_scenario(seed);
        drawn.settings = Settings::default();
        SCHEDULINGS.ids()[policy].clone_into(&mut drawn.policies[1]);
        let trace = drawn.simulation().finish();
        let mut index = ganttlet_core::record::Index::default();
        for at in trace.subjects.start.clone() {
            let state = index.state_at(&trace, at);
            let free: u32 = trace.rows() - busy_processors(&trace, at);
            prop_assert!(state.first_queued.is_empty() || free == 0, "{:?}", state.first_queued);
        }
    }
}

/// Number of busy processors at a given time.
fn busy_processors(trace: &Trace, at: Time) -> u32 {
    let table = &trace.intervals;
    (0..table.len()).filter(|&i| table.start[i] <= at && at < table.end[i]).count() as u32
}
