//! Identical jobs: only one order of these has to be tried.

use crate::instance::Job;

/// For each job the previous identical job, which must start first.
pub(super) fn twins<K: PartialEq>(jobs: &[Job], kind: impl Fn(usize) -> K) -> Vec<Option<usize>> {
    let kinds: Vec<K> = (0..jobs.len()).map(kind).collect();
    let is_before = |id: usize, other: usize| (jobs[other].submit, other) < (jobs[id].submit, id);
    let twin = |id: usize| {
        let alike = (0..jobs.len()).filter(|&other| is_before(id, other) && kinds[other] == kinds[id]);
        alike.max_by_key(|&other| (jobs[other].submit, other))
    };
    (0..jobs.len()).map(twin).collect()
}

/// The numbers in ascending order, to compare lists as sets.
pub(super) fn sorted(list: &[usize]) -> Vec<usize> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}
