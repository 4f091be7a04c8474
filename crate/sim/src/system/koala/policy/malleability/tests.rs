//! Each policy on jobs that accept and release nodes as applications do.

use super::*;
use ganttlet_core::entry::Settings;
use ganttlet_work::application::SizeConstraint;
use proptest::prelude::*;

fn policy(id: &str) -> Box<dyn MalleabilityPolicy> {
    (MALLEABILITY_POLICIES.get(id).make)(&Settings::default())
}

/// Jobs with their sizes and constraints, and all messages.
struct Applications {
    jobs: Vec<(RunningJob, SizeConstraint)>,
    offered: Vec<(usize, u32)>,
    asked: Vec<(usize, u32)>,
    accepted: u32,
    released: u32,
}

impl Applications {
    /// Jobs given as (size, min, max, step), oldest first.
    fn new(jobs: &[(u32, u32, u32, SizeConstraint)]) -> Self {
        let job = |(start, &(size, min, max, step)): (usize, &(u32, u32, u32, SizeConstraint))| {
            (RunningJob { size, min, max, start: Time(start as i64) }, step)
        };
        let jobs = jobs.iter().enumerate().map(job).collect();
        Self { jobs, offered: vec![], asked: vec![], accepted: 0, released: 0 }
    }

    fn running(&self) -> Vec<RunningJob> {
        self.jobs.iter().map(|(job, _)| *job).collect()
    }

    fn sizes(&self) -> Vec<u32> {
        self.jobs.iter().map(|(job, _)| job.size).collect()
    }

    fn grow(&mut self, id: &str, nodes: u32) -> Vec<u32> {
        policy(id).grow(&self.running(), nodes, self);
        self.sizes()
    }

    fn shrink(&mut self, id: &str, nodes: u32) -> Vec<u32> {
        policy(id).shrink(&self.running(), nodes, self);
        self.sizes()
    }
}

impl JobNegotiation for Applications {
    fn offer(&mut self, job: usize, nodes: u32) -> u32 {
        self.offered.push((job, nodes));
        let (running, step) = &mut self.jobs[job];
        let target = step.largest_below((running.size + nodes).min(running.max));
        let accepted = target.saturating_sub(running.size);
        running.size += accepted;
        self.accepted += accepted;
        accepted
    }

    fn request(&mut self, job: usize, nodes: u32) -> u32 {
        self.asked.push((job, nodes));
        let (running, step) = &mut self.jobs[job];
        let target =
            step.largest_below(running.size.saturating_sub(nodes).max(running.min)).min(running.size);
        let released = running.size - target;
        running.size = target;
        self.released += released;
        released
    }
}

const GADGET: SizeConstraint = SizeConstraint::Any;
const FT: SizeConstraint = SizeConstraint::PowersOfTwo;

#[test]
fn fpsma_offers_all_that_is_left_to_the_oldest() {
    let mut jobs = Applications::new(&[(20, 2, 46, GADGET), (8, 2, 32, FT), (2, 2, 46, GADGET)]);
    assert_eq!(jobs.grow("fpsma", 30), [46, 8, 6]);
    assert_eq!(jobs.offered, [(0, 30), (1, 4), (2, 4)]);
}

#[test]
fn fpsma_takes_from_the_youngest_and_never_below_the_minimum() {
    let mut jobs = Applications::new(&[(20, 2, 46, GADGET), (16, 2, 32, FT), (6, 2, 46, GADGET)]);
    assert_eq!(jobs.shrink("fpsma", 7), [20, 8, 2]);
    // FT is asked for the three missing nodes and releases eight.
    assert_eq!(jobs.asked, [(2, 4), (1, 3)]);
    assert_eq!(jobs.released, 12);
}

#[test]
fn egs_gives_the_remainder_to_the_oldest() {
    let mut jobs = Applications::new(&[(2, 2, 46, GADGET); 3]);
    assert_eq!(jobs.grow("egs", 11), [6, 6, 5]);
    assert_eq!(jobs.offered, [(0, 4), (1, 4), (2, 3)]);
    // Two nodes and three jobs: the youngest does not receive an empty offer.
    let mut jobs = Applications::new(&[(2, 2, 46, GADGET); 3]);
    jobs.grow("egs", 2);
    assert_eq!(jobs.offered, [(0, 1), (1, 1)]);
}

#[test]
fn egs_takes_the_remainder_from_the_youngest() {
    let mut jobs = Applications::new(&[(20, 2, 46, GADGET); 3]);
    assert_eq!(jobs.shrink("egs", 11), [17, 16, 16]);
    assert_eq!(jobs.asked, [(2, 4), (1, 4), (0, 3)]);
}

#[test]
fn egs_counts_only_jobs_that_can_change() {
    let mut jobs = Applications::new(&[(46, 2, 46, GADGET), (8, 2, 32, FT), (2, 2, 46, GADGET)]);
    assert_eq!(jobs.grow("egs", 11), [46, 8, 7]);
    // Nodes that FT declines are not offered to another job in the same round.
    assert_eq!(jobs.offered, [(1, 6), (2, 5)]);
    let mut jobs = Applications::new(&[(2, 2, 46, GADGET), (8, 2, 46, GADGET), (2, 2, 46, GADGET)]);
    assert_eq!(jobs.shrink("egs", 3), [2, 5, 2]);
}

#[test]
fn egs_continues_until_enough_nodes_or_all_minima() {
    let mut jobs = Applications::new(&[(20, 2, 46, GADGET), (4, 2, 46, GADGET), (5, 2, 46, GADGET)]);
    // 4 + 4 + 4, of which two jobs release only 2 and 3.
    assert_eq!(jobs.shrink("egs", 12), [13, 2, 2]);
    assert_eq!(jobs.released, 12);
    let mut jobs = Applications::new(&[(20, 2, 46, GADGET), (16, 4, 32, FT)]);
    assert_eq!(jobs.shrink("egs", 1000), [2, 4]);
}

#[test]
fn powers_of_two_release_more_than_requested() {
    let mut jobs = Applications::new(&[(16, 2, 32, FT)]);
    for (policy, expected) in [("fpsma", 8), ("egs", 8), ("equipartition", 8), ("folding", 8)] {
        jobs.jobs[0].0.size = 16;
        assert_eq!(jobs.shrink(policy, 3), [expected], "{policy}");
    }
}

#[test]
fn a_job_that_releases_no_nodes_is_asked_once_and_others_compensate() {
    struct Deaf(Vec<(usize, u32)>);
    impl JobNegotiation for Deaf {
        fn offer(&mut self, _: usize, _: u32) -> u32 {
            0
        }
        fn request(&mut self, job: usize, nodes: u32) -> u32 {
            self.0.push((job, nodes));
            if job == 1 { 0 } else { nodes }
        }
    }
    let running = Applications::new(&[(20, 2, 46, GADGET); 2]).running();
    let mut deaf = Deaf(vec![]);
    policy("egs").shrink(&running, 10, &mut deaf);
    assert_eq!(deaf.0, [(1, 5), (0, 5), (0, 5)]);
}

#[test]
fn equipartition_makes_sizes_equal() {
    // 30 + 2 + 4 + 6 free = 42 nodes, 14 each: the first shrinks, the others share what is free now.
    let mut jobs = Applications::new(&[(30, 2, 46, GADGET), (2, 2, 46, GADGET), (4, 2, 46, GADGET)]);
    assert_eq!(jobs.grow("equipartition", 6), [14, 8, 4]);
    assert_eq!((&jobs.asked[..], &jobs.offered[..]), (&[(0, 16)][..], &[(1, 6)][..]));
    // The next round has the sixteen nodes.
    assert_eq!(jobs.grow("equipartition", 16), [14, 14, 14]);
    // Nothing changes without free nodes, and an odd node remains where it is.
    let mut jobs = Applications::new(&[(14, 2, 46, GADGET), (14, 2, 46, GADGET), (15, 2, 46, GADGET)]);
    assert_eq!(jobs.grow("equipartition", 0), [14, 14, 15]);
    assert!(jobs.asked.is_empty() && jobs.offered.is_empty());
}

#[test]
fn equipartition_keeps_to_limits() {
    // One has its maximum of 5, one its minimum of 20: (40 - 25) / 1 for the third.
    let mut jobs = Applications::new(&[(5, 2, 5, GADGET), (20, 20, 46, GADGET), (3, 2, 46, GADGET)]);
    assert_eq!(jobs.grow("equipartition", 12), [5, 20, 15]);
    let mut jobs = Applications::new(&[(5, 2, 5, GADGET), (9, 2, 9, GADGET)]);
    assert_eq!(jobs.grow("equipartition", 50), [5, 9]);
}

#[test]
fn equipartition_takes_from_the_largest() {
    let mut jobs = Applications::new(&[(20, 2, 46, GADGET), (10, 2, 46, GADGET), (4, 2, 46, GADGET)]);
    assert_eq!(jobs.shrink("equipartition", 10), [10, 10, 4]);
    assert_eq!(jobs.shrink("equipartition", 3), [9, 8, 4]);
}

#[test]
fn folding_doubles_the_smallest_and_halves_the_largest() {
    let mut jobs = Applications::new(&[(16, 2, 32, FT), (4, 2, 32, FT), (2, 2, 32, FT)]);
    // 2 to 4, 4 to 8, 4 to 8; the next would need 8 and 3 are left.
    assert_eq!(jobs.grow("folding", 13), [16, 8, 8]);
    assert_eq!(jobs.shrink("folding", 9), [8, 8, 4]);
    // Halving stops at the minimum.
    let mut jobs = Applications::new(&[(5, 3, 32, GADGET)]);
    assert_eq!(jobs.shrink("folding", 9), [3]);
    assert_eq!(jobs.grow("folding", 2), [3]);
}

fn step() -> impl Strategy<Value = SizeConstraint> {
    prop_oneof![Just(GADGET), Just(FT)]
}

/// Jobs within their limits.
fn some_jobs() -> impl Strategy<Value = Vec<(u32, u32, u32, SizeConstraint)>> {
    let job = (1_u32..20, 0_u32..30, 0_u32..30, step()).prop_map(|(min, more, room, step)| {
        let min = step.largest_below(min);
        let size = step.largest_below(min + more);
        (size, min, size + room, step)
    });
    prop::collection::vec(job, 0..8)
}

proptest! {
    #[test]
    fn offers_do_not_exceed_the_free_nodes(jobs in some_jobs(), nodes in 0_u32..200) {
        for id in MALLEABILITY_POLICIES.members.iter().map(|maker| maker.entry.id) {
            let mut jobs = Applications::new(&jobs);
            jobs.grow(id, nodes);
            prop_assert!(jobs.accepted <= nodes, "{}", id);
            prop_assert!(jobs.offered.iter().all(|&(_, offer)| 0 < offer && offer <= nodes));
            for (job, _) in &jobs.jobs {
                prop_assert!((job.min..=job.max).contains(&job.size));
            }
        }
    }

    #[test]
    fn needed_nodes_are_released_if_possible(jobs in some_jobs(), nodes in 0_u32..200) {
        for id in MALLEABILITY_POLICIES.members.iter().map(|maker| maker.entry.id) {
            let mut jobs = Applications::new(&jobs);
            let before = jobs.running();
            jobs.shrink(id, nodes);
            let spare: u32 = before.iter().map(RunningJob::releasable_nodes).sum();
            let asked: u32 = jobs.asked.iter().map(|(_, nodes)| nodes).sum();
            prop_assert!(jobs.released >= nodes.min(spare), "{}", id);
            prop_assert!(id == "fpsma" || asked >= nodes.min(spare), "{}", id);
            // Each job is asked at most once, and for no more than it can release.
            for &(job, nodes) in &jobs.asked {
                prop_assert!(0 < nodes && nodes <= before[job].releasable_nodes(), "{}", id);
            }
            let mut named: Vec<usize> = jobs.asked.iter().map(|&(job, _)| job).collect();
            named.dedup();
            prop_assert_eq!(named.len(), jobs.asked.len());
        }
    }

    #[test]
    fn egs_changes_are_equal(count in 1_usize..9, nodes in 0_u32..200) {
        let mut jobs = Applications::new(&vec![(100, 0, 400, GADGET); count]);
        jobs.grow("egs", nodes);
        prop_assert_eq!(jobs.accepted, nodes);
        let sizes = jobs.sizes();
        prop_assert!(sizes[0] - sizes[count - 1] <= 1 && sizes.is_sorted_by(|a, b| a >= b));
        let mut jobs = Applications::new(&vec![(400, 0, 400, GADGET); count]);
        let sizes = jobs.shrink("egs", nodes);
        prop_assert_eq!(jobs.released, nodes);
        prop_assert!(sizes[0] - sizes[count - 1] <= 1 && sizes.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn equipartition_settles_at_equal_sizes(jobs in some_jobs(), nodes in 0_u32..200) {
        let jobs: Vec<_> = jobs.iter().map(|&(size, _, _, _)| (size, 1, 400, GADGET)).collect();
        let mut jobs = Applications::new(&jobs);
        let mut free = nodes;
        for _ in 0..2 {
            let before: u32 = jobs.sizes().iter().sum();
            let after: u32 = jobs.grow("equipartition", free).iter().sum();
            free = free + before - after;
        }
        let sizes = jobs.sizes();
        if let (Some(low), Some(high)) = (sizes.iter().min(), sizes.iter().max()) {
            prop_assert!(high - low <= 1 && free == 0, "{:?}, {} free", sizes, free);
        }
        let said = (jobs.asked.len(), jobs.offered.len());
        jobs.grow("equipartition", free);
        prop_assert_eq!(said, (jobs.asked.len(), jobs.offered.len()));
    }
}
