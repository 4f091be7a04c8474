use super::*;
use crate::rng::Streams;

#[test]
fn equal_scores_keep_the_order_of_the_tasks() {
    let batch: Vec<BatchTask> =
        (0..).zip([5, 8, 5, 9]).map(|(task, run)| BatchTask { task, run: Span(run) }).collect();
    let history = History::default();
    let tasks = Tasks { batch: &batch, expected: &[], keys: &[], history: &history };
    let mut stream = Streams::new(1).get("order");
    let order = longest_first::LPTF.order(&tasks, &mut stream, &Settings::default());
    assert_eq!(order, [3, 1, 0, 2]);
}
