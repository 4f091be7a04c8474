//! Jobs one after another, each on clusters of one's choice, so that nothing but the choice decides how long they take.

use crate::measure::{execution, jobs};
use crate::{Case, Take};
use serde_json::{Value, json};

/// The clusters of DAS-3 by the letters of the thesis, in the order of the platform.
pub(super) const LETTERS: &str = "VADML";

/// A job on clusters that are named by their letters.
pub(super) struct Probe {
    /// Letters of its clusters, each once.
    pub(super) clusters: String,
    /// Its nodes in each cluster.
    pub(super) nodes: Vec<u32>,
    /// What it runs, as in a scenario: `run_s`, `spread`.
    pub(super) runs: Value,
}

/// Time from one job to the next.
const GAP_S: f64 = 20_000.0;

/// One run of all jobs on all of DAS-3; its numbers are the execution times in their order.
pub(super) fn case(label: &str, speeds: &str, jobs_in_turn: &[Probe]) -> Case {
    let job = |(probe, number): (&Probe, u32)| {
        let place = |letter: char| LETTERS.find(letter).unwrap_or(0);
        let parts: Vec<Value> = probe
            .clusters
            .chars()
            .zip(&probe.nodes)
            .map(|(letter, nodes)| json!([place(letter), nodes]))
            .collect();
        let mut job = probe.runs.clone();
        job["number"] = json!(number + 1);
        job["submit_s"] = json!(f64::from(number) * GAP_S);
        job["request"] = json!({"fixed": parts});
        job
    };
    let jobs_in_turn: Vec<Value> = jobs_in_turn.iter().zip(0..).map(job).collect();
    let scenario = json!({
        "version": 1,
        "name": label,
        "platform": {"preset": "das3", "parameters": {"speeds": speeds}},
        "workload": [{"grid_jobs": jobs_in_turn}],
        "system": {"kind": "koala", "parameters": {"slowest_processor": speeds == "clock"}},
    });
    Case {
        label: label.to_owned(),
        scenario: scenario.to_string(),
        variant: 0,
        take: Take::FromRun(|trace, _| {
            jobs(trace).map(|job| execution(trace, job).unwrap_or(f64::NAN)).collect()
        }),
    }
}

/// All choices of `count` of these letters, in their order.
pub(super) fn choices(letters: &str, count: usize) -> Vec<String> {
    let all = 0_u32..1 << letters.len();
    let mut choices: Vec<String> = all
        .filter(|bits| bits.count_ones() as usize == count)
        .map(|bits| {
            letters.char_indices().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, letter)| letter).collect()
        })
        .collect();
    choices
        .sort_by_key(|choice: &String| choice.chars().map(|letter| letters.find(letter)).collect::<Vec<_>>());
    choices
}

/// 32 nodes over so many clusters: 32, 16 + 16, 10 + 10 + 12, 8 + 8 + 8 + 8.
pub(super) fn equal_parts(clusters: usize) -> Vec<u32> {
    let count = clusters.max(1) as u32;
    let mut parts = vec![32 / count; clusters.max(1)];
    if let Some(last) = parts.last_mut() {
        *last += 32 % count;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_and_parts_are_those_of_the_thesis() {
        assert_eq!(choices("VAML", 2), ["VA", "VM", "VL", "AM", "AL", "ML"]);
        assert_eq!(choices("VAML", 4), ["VAML"]);
        assert_eq!((equal_parts(1), equal_parts(3)), (vec![32], vec![10, 10, 12]));
    }
}
