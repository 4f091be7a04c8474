use super::*;
use crate::generator::master_worker::applications_with;
use crate::master_worker::MasterWorker;
use ganttlet_core::entry::Value;

fn word(word: &'static str) -> Value {
    Value::Choice(word)
}

fn application(image: &'static str, strips: i64) -> MasterWorker {
    applications_with(&THINNING, &[("image", word(image)), ("strips", Value::Integer(strips))]).remove(0)
}

/// The time with a worker for every task, in seconds: the largest tasks of all batches.
fn shortest_time(application: &MasterWorker) -> f64 {
    let largest = application
        .batches
        .iter()
        .map(|batch| batch.iter().map(|task| task.run.seconds()).fold(0.0, f64::max));
    largest.sum()
}

const IMAGES: [(&str, usize, f64); 3] =
    [("figures", 92, 12_746.0), ("letters", 105, 12_803.0), ("boy-and-ball", 97, 10_080.0)];

#[test]
fn iterations_and_totals_are_those_published() {
    for (image, iterations, total) in IMAGES {
        for strips in [2, 8, 16, 32, 64] {
            let found = application(image, strips);
            assert_eq!(found.batches.len(), iterations, "{image} {strips}");
            assert_eq!((found.batches[0].len(), found.expected.len()), (strips as usize, strips as usize));
            let all: f64 = found.batches.iter().flatten().map(|task| task.run.seconds()).sum();
            assert!((all - total).abs() < 0.01, "{image} {strips}: {all}");
            assert!(found.batches[0].iter().all(|task| task.run == found.expected[task.task as usize]));
        }
    }
}

/// Strips shrink, and completed strips do not return.
#[test]
fn strips_shrink_and_never_return() {
    for (image, ..) in IMAGES {
        let batches = application(image, 16).batches;
        for pair in batches.windows(2) {
            for later in &pair[1] {
                let earlier = pair[0].iter().find(|task| task.task == later.task);
                assert!(earlier.is_some_and(|earlier| earlier.run >= later.run), "{image}");
            }
        }
        assert!(batches.iter().all(|batch| !batch.is_empty()));
    }
}

/// Published facts about the pictures: the largest task with 8 strips takes about 50 s at first. With a worker for
/// every task, the total time is somewhat less than measured with lost and suspended workers.
#[test]
fn the_largest_tasks_are_near_the_published_ones() {
    let published = [
        ("figures", [4_141.0, 2_634.0, 1_533.0]),
        ("letters", [3_179.0, 1_562.0, 1_204.0]),
        ("boy-and-ball", [2_948.0, 1_678.0, 1_001.0]),
    ];
    for (image, measured) in published {
        for (strips, measured) in [8, 16, 32].into_iter().zip(measured) {
            let found = application(image, strips);
            let part = shortest_time(&found) / measured;
            assert!((0.5..1.0).contains(&part), "{image} {strips}: {part}");
            if strips == 8 {
                let largest = found.expected.iter().map(|run| run.seconds()).fold(0.0, f64::max);
                assert!((50.0..72.0).contains(&largest), "{image}: {largest}");
            }
        }
    }
}

/// The strips of Letters are similar except at the border, those of Figures are not.
#[test]
fn strips_are_as_uneven_as_the_pictures() {
    let strips = |image: &'static str| -> Vec<f64> {
        let mut sums = vec![0.0; 16];
        for task in application(image, 16).batches.iter().flatten() {
            sums[task.task as usize] += task.run.seconds();
        }
        sums
    };
    let spread = |sums: &[f64]| {
        let most = sums.iter().copied().fold(0.0, f64::max);
        most / sums.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let (letters, figures) = (strips("letters"), strips("figures"));
    assert!(spread(&letters[4..12]) < 1.5 && letters[0] < 0.3 * letters[8], "{letters:?}");
    assert!(spread(&figures[4..12]) > 5.0, "{figures:?}");
}

#[test]
fn a_cost_of_white_pixels_makes_strips_more_even() {
    let cost = |cost: f64| {
        let found = applications_with(
            &THINNING,
            &[("white_cost", Value::Number(cost)), ("strips", Value::Integer(8))],
        );
        let task = |iteration: usize| found[0].batches[iteration][0].run.seconds();
        task(30) / task(0)
    };
    assert!(cost(0.0) < 0.4 && cost(0.5) > 0.6 && (cost(1.0) - 1.0).abs() < 1e-5);
}
