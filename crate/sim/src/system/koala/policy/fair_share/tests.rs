//! Both policies on holdings small enough to check by hand, and on random ones.

use super::*;
use ganttlet_core::entry::{Settings, Value};
use proptest::prelude::*;

fn policy(id: &str) -> Box<dyn FairSharePolicy> {
    (FAIR_SHARE_POLICIES.get(id).make)(&Settings::default())
}

/// Runners with these holdings that want a thousand nodes each.
fn holdings<const RUNNERS: usize, const N: usize>(held: [[u32; N]; RUNNERS]) -> Holdings {
    let mut holdings = Holdings::new(RUNNERS, N);
    holdings.held = held.iter().map(|held| held.to_vec()).collect();
    holdings.wanted.fill(1000);
    holdings
}

fn distribute(id: &str, holdings: &mut Holdings, idle: &[u32]) -> Vec<NodeTransfer> {
    let mut shares = Vec::new();
    policy(id).distribute(holdings, &mut idle.to_vec(), &mut shares);
    shares
}

fn reclaim(id: &str, holdings: &mut Holdings, cluster: usize, nodes: u32) -> Vec<(usize, u32)> {
    let mut shares = Vec::new();
    policy(id).reclaim(holdings, cluster, nodes, &mut shares);
    assert!(shares.iter().all(|share| share.cluster == cluster));
    shares.iter().map(|share| (share.runner, share.nodes)).collect()
}

fn join(id: &str, holdings: &mut Holdings) -> Vec<NodeTransfer> {
    let (newcomer, mut shares) = (holdings.held.len() - 1, Vec::new());
    policy(id).admit_runner(holdings, newcomer, &mut shares);
    shares
}

const ALL: &str = "equipartition-all";
const PER_SITE: &str = "equipartition-per-site";

#[test]
fn three_runners_share_three_clusters() {
    let none = [[0; 3]; 3];
    let mut all = holdings(none);
    let shares = distribute(ALL, &mut all, &[9, 6, 3]);
    assert_eq!(all.held, [[6, 0, 0], [3, 3, 0], [0, 3, 3]]);
    // One share for each runner and cluster.
    assert_eq!(shares.len(), 5);
    let mut per_site = holdings(none);
    let shares = distribute(PER_SITE, &mut per_site, &[9, 6, 3]);
    assert_eq!(per_site.held, [[3, 2, 1]; 3]);
    assert_eq!((shares.len(), shares[1]), (9, NodeTransfer { runner: 1, cluster: 0, nodes: 3 }));
    let interleave = Settings::default().with("hand_out", Value::Choice("interleave"));
    let mut mixed = holdings(none);
    let mut policy = (FAIR_SHARE_POLICIES.get(ALL).make)(&interleave);
    policy.distribute(&mut mixed, &mut [9, 6, 3], &mut Vec::new());
    assert_eq!(mixed.held, [[3, 2, 1]; 3]);
}

#[test]
fn no_runner_gets_more_than_it_wants() {
    for id in [ALL, PER_SITE] {
        let mut holdings = holdings([[0, 0]; 2]);
        holdings.wanted = vec![1, 4];
        let mut idle = [4, 4];
        policy(id).distribute(&mut holdings, &mut idle, &mut Vec::new());
        assert_eq!((holdings.total(0), holdings.total(1)), (1, 4), "{id}");
        assert_eq!(idle, [0, 3], "{id}");
        assert_eq!(holdings.wanted, [0, 0]);
    }
}

#[test]
fn remaining_nodes_are_given_in_turn() {
    // One node is reclaimed and returned repeatedly: each runner receives it in turn, and loses it in turn.
    let mut per_site = holdings([[1], [1], [1]]);
    for turn in [0, 1, 2, 0] {
        assert_eq!(distribute(PER_SITE, &mut per_site, &[1])[0].runner, turn);
        assert_eq!(reclaim(PER_SITE, &mut per_site, 0, 1), [(turn, 1)]);
    }
    // One of the three nodes is reclaimed and returned repeatedly: not always from the same runner.
    for turn in [1, 2, 0, 1] {
        assert_eq!(reclaim(PER_SITE, &mut per_site, 0, 1), [(turn, 1)]);
        assert_eq!(distribute(PER_SITE, &mut per_site, &[1])[0].runner, turn);
    }
    let mut all = holdings([[4], [4], [4]]);
    for turn in [0, 1, 2, 0] {
        assert_eq!(reclaim(ALL, &mut all, 0, 1), [(turn, 1)]);
    }
}

#[test]
fn per_site_takes_from_those_with_most() {
    let mut per_site = holdings([[5, 9], [3, 0], [4, 0]]);
    assert_eq!(reclaim(PER_SITE, &mut per_site, 0, 4), [(0, 2), (1, 1), (2, 1)]);
    assert_eq!(per_site.held, [[3, 9], [2, 0], [3, 0]]);
    assert_eq!(per_site.owed, [[0, 0]; 3]);
    // At most the nodes that exist.
    assert_eq!(reclaim(PER_SITE, &mut per_site, 1, 99), [(0, 9)]);
}

#[test]
fn all_takes_evenly_from_those_that_hold_nodes_there() {
    let mut all = holdings([[6, 0], [3, 3], [1, 5]]);
    // Three rounds for those with equal holdings.
    assert_eq!(reclaim(ALL, &mut all, 0, 7), [(0, 3), (1, 3), (2, 1)]);
    assert_eq!(all.owed, [[3, 0], [3, 0], [1, 0]]);
    assert_eq!(reclaim(ALL, &mut all, 0, 99), [(0, 3)]);
}

#[test]
fn owed_nodes_return_to_the_runners_that_lost_them() {
    let mut all = holdings([[6, 0, 0], [3, 3, 0], [0, 3, 3]]);
    reclaim(ALL, &mut all, 0, 5);
    let after = [[3, 0, 0], [1, 3, 0], [0, 3, 3]];
    assert_eq!(all.held, after);
    // Nodes that are idle elsewhere are given to the smallest totals: 3, 4, 6.
    distribute(ALL, &mut all, &[0, 0, 3]);
    assert_eq!((all.total(0), all.total(1), all.total(2)), (5, 5, 6));
    // Returned nodes are given to the runners that lost them, regardless of their totals.
    distribute(ALL, &mut all, &[5, 0, 0]);
    assert_eq!((all.held[0][0], all.held[1][0], all.held[2][0]), (6, 3, 0));
    assert_eq!(all.owed, [[0; 3]; 3]);
    // The largest debt first.
    all.owed[1][0] = 1;
    all.owed[2][0] = 3;
    assert_eq!(distribute(ALL, &mut all, &[2, 0, 0]), [NodeTransfer { runner: 2, cluster: 0, nodes: 2 }]);
}

#[test]
fn owed_nodes_without_demand_do_not_stay_idle() {
    let mut all = holdings([[0], [9]]);
    all.owed[0][0] = 4;
    all.wanted[0] = 1;
    assert_eq!(distribute(ALL, &mut all, &[3]).len(), 2);
    assert_eq!(all.held, [[1], [11]]);
}

#[test]
fn a_newcomer_gets_its_share_of_all_nodes() {
    let mut all = holdings([[9, 0], [2, 3], [0, 0]]);
    // 14 nodes, three runners: 4 for each, from the largest runner, where it holds the most.
    assert_eq!(join(ALL, &mut all), [NodeTransfer { runner: 0, cluster: 0, nodes: 4 }]);
    // Two nodes had been reclaimed from the second runner before; the newcomer still gets its part.
    all.owed[1][0] = 2;
    distribute(ALL, &mut all, &[4, 0]);
    assert_eq!(all.held, [[5, 0], [3, 3], [3, 0]]);
    assert_eq!((all.owed[1][0], all.owed[2][0]), (1, 1));
}

#[test]
fn a_newcomer_gets_its_share_of_every_cluster() {
    let mut per_site = holdings([[5, 2, 1], [4, 2, 0], [0, 0, 0]]);
    let taken = join(PER_SITE, &mut per_site);
    assert_eq!(per_site.held, [[3, 1, 1], [3, 2, 0], [0, 0, 0]]);
    assert_eq!(taken.iter().map(|share| share.nodes).sum::<u32>(), 4);
    distribute(PER_SITE, &mut per_site, &[3, 1, 0]);
    assert_eq!(per_site.held[2], [3, 1, 0]);
}

#[test]
fn a_newcomer_gets_at_most_its_demand_and_inactive_runners_do_not_count() {
    for id in [ALL, PER_SITE] {
        let mut some = holdings([[6, 6], [0, 0], [0, 0]]);
        some.wanted = vec![9, 0, 2];
        let taken: u32 = join(id, &mut some).iter().map(|share| share.nodes).sum();
        assert_eq!(taken, 2, "{id}");
        let mut more = holdings([[6, 6], [0, 0], [0, 0]]);
        more.wanted[1] = 0;
        let taken: u32 = join(id, &mut more).iter().map(|share| share.nodes).sum();
        assert_eq!(taken, 6, "{id}");
    }
}

const CLUSTERS: usize = 3;

/// A step of the test.
#[derive(Clone, Debug)]
enum Step {
    Distribute(Vec<u32>),
    Reclaim(usize, u32),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let idle = prop::collection::vec(0_u32..12, CLUSTERS);
    let step = prop_oneof![
        idle.prop_map(Step::Distribute),
        (0..CLUSTERS, 0_u32..20).prop_map(|(cluster, nodes)| Step::Reclaim(cluster, nodes)),
    ];
    prop::collection::vec(step, 0..20)
}

fn sum(numbers: &[u32]) -> u32 {
    numbers.iter().sum()
}

/// Nodes held in a cluster.
fn used(holdings: &Holdings, cluster: usize) -> u32 {
    holdings.held.iter().map(|held| held[cluster]).sum()
}

/// True if numbers differ by at most one.
fn even(numbers: impl Iterator<Item = u32> + Clone) -> bool {
    let (low, high) = (numbers.clone().min(), numbers.max());
    high.unwrap_or(0) - low.unwrap_or(0) <= 1
}

proptest! {
    #[test]
    fn no_node_is_lost(steps in steps(), wanted in prop::collection::vec(0_u32..40, 1..6), interleave: bool) {
        for maker in FAIR_SHARE_POLICIES.members {
            let choice = if interleave { "interleave" } else { "sequential" };
            let settings = Settings::default().with("hand_out", Value::Choice(choice));
            let mut policy = (maker.make)(&settings);
            let mut holdings = Holdings::new(wanted.len(), CLUSTERS);
            holdings.wanted.clone_from(&wanted);
            for step in &steps {
                let (before, mut shares) = (holdings.clone(), Vec::new());
                let sign = match step {
                    Step::Distribute(idle) => {
                        let mut left = idle.clone();
                        policy.distribute(&mut holdings, &mut left, &mut shares);
                        for cluster in 0..CLUSTERS {
                            let given = idle[cluster] - left[cluster];
                            prop_assert_eq!(used(&holdings, cluster), used(&before, cluster) + given);
                        }
                        // No node remains that a runner wants.
                        prop_assert!(sum(&left) == 0 || sum(&holdings.wanted) == 0);
                        1
                    }
                    &Step::Reclaim(cluster, nodes) => {
                        policy.reclaim(&mut holdings, cluster, nodes, &mut shares);
                        let taken: u32 = shares.iter().map(|share| share.nodes).sum();
                        prop_assert_eq!(taken, nodes.min(used(&before, cluster)));
                        -1
                    }
                };
                // The answer equals the change, with each runner and cluster once.
                let mut after = before.held.clone();
                for share in &shares {
                    prop_assert!(share.nodes > 0);
                    prop_assert_eq!(after[share.runner][share.cluster], before.held[share.runner][share.cluster]);
                    let held = i64::from(after[share.runner][share.cluster]) + sign * i64::from(share.nodes);
                    after[share.runner][share.cluster] = u32::try_from(held).expect("not below zero");
                }
                prop_assert_eq!(&after, &holdings.held);
                for (runner, &wanted) in wanted.iter().enumerate() {
                    prop_assert_eq!(holdings.total(runner) + holdings.wanted[runner], wanted);
                }
            }
        }
    }

    #[test]
    fn per_site_is_even_in_every_cluster(steps in steps(), runners in 1_usize..6, comes: bool) {
        let mut holdings = Holdings::new(runners, CLUSTERS);
        holdings.wanted.fill(10_000);
        if comes {
            holdings.wanted[runners - 1] = 0;
        }
        for step in &steps {
            match step {
                Step::Distribute(idle) => drop(distribute(PER_SITE, &mut holdings, idle)),
                &Step::Reclaim(cluster, nodes) => drop(reclaim(PER_SITE, &mut holdings, cluster, nodes)),
            }
        }
        if comes {
            holdings.wanted[runners - 1] = 10_000;
            let mut idle = [0; CLUSTERS];
            for share in join(PER_SITE, &mut holdings) {
                idle[share.cluster] += share.nodes;
            }
            distribute(PER_SITE, &mut holdings, &idle);
        }
        for cluster in 0..CLUSTERS {
            prop_assert!(even(holdings.held.iter().map(|held| held[cluster])), "{:?}", holdings.held);
        }
    }

    #[test]
    fn all_is_even_in_total_while_nothing_is_taken(
        idle in prop::collection::vec(prop::collection::vec(0_u32..12, CLUSTERS), 0..8),
        runners in 1_usize..6,
        comes: bool,
    ) {
        let mut holdings = Holdings::new(runners, CLUSTERS);
        holdings.wanted.fill(10_000);
        if comes {
            holdings.wanted[runners - 1] = 0;
        }
        for idle in &idle {
            distribute(ALL, &mut holdings, idle);
        }
        if comes {
            holdings.wanted[runners - 1] = 10_000;
            let all: u32 = (0..runners).map(|runner| holdings.total(runner)).sum();
            let mut idle = [0; CLUSTERS];
            for share in join(ALL, &mut holdings) {
                idle[share.cluster] += share.nodes;
            }
            prop_assert!(runners == 1 || sum(&idle) == all / runners as u32);
            distribute(ALL, &mut holdings, &idle);
        }
        prop_assert!(even((0..runners).map(|runner| holdings.total(runner))), "{:?}", holdings.held);
    }

    #[test]
    fn owed_nodes_equal_the_reclaimed_ones(idle in prop::collection::vec(0_u32..12, CLUSTERS), taken in prop::collection::vec(0_u32..20, CLUSTERS)) {
        let mut holdings = Holdings::new(3, CLUSTERS);
        holdings.wanted.fill(10_000);
        distribute(ALL, &mut holdings, &idle);
        let before = holdings.held.clone();
        let mut back = [0; CLUSTERS];
        for (cluster, &nodes) in taken.iter().enumerate() {
            back[cluster] = reclaim(ALL, &mut holdings, cluster, nodes).iter().map(|(_, nodes)| nodes).sum();
        }
        prop_assert_eq!(holdings.owed.iter().map(|owed| sum(owed)).sum::<u32>(), sum(&back));
        // When the other work has ended, the holdings are as before.
        distribute(ALL, &mut holdings, &back);
        prop_assert_eq!(holdings.held, before);
    }
}
