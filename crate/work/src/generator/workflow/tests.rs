use super::*;
use crate::generator::{GENERATORS, Generator};
use crate::{Item, Workflow};
use ganttlet_core::entry::Value;
use ganttlet_core::platform::das3;
use std::collections::BTreeMap;

fn generator(id: &str) -> &'static Generator {
    GENERATORS.members.iter().find(|generator| generator.entry.id == id).expect("a generator")
}

fn workflows_with(id: &str, set: &[(&'static str, Value)], seed: u64) -> Vec<Workflow> {
    let generator = generator(id);
    let settings = set
        .iter()
        .cloned()
        .fold(Settings::defaults(generator.entry.parameters), |all, (id, value)| all.with(id, value));
    (generator.make)(&settings, &das3(), &Streams::new(seed), "w").take()
}

fn workflow_of_size(id: &str, tasks: i64, seed: u64) -> Workflow {
    workflows_with(id, &[("tasks", Value::Integer(tasks))], seed).remove(0)
}

fn counts(workflow: &Workflow) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for task in &workflow.tasks {
        *counts.entry(task.program.as_str()).or_default() += 1;
    }
    counts
}

/// Number of levels, and of tasks on the widest level.
fn levels(workflow: &Workflow) -> (usize, usize) {
    let mut level = vec![0; workflow.tasks.len()];
    for task in workflow.topological_order().expect("no circle") {
        let parents = &workflow.tasks[task as usize].parents;
        level[task as usize] = parents.iter().map(|&p| level[p as usize] + 1).max().unwrap_or(0);
    }
    let mut widths = BTreeMap::new();
    for level in level {
        *widths.entry(level).or_insert(0) += 1;
    }
    (widths.len(), widths.into_values().max().unwrap_or(0))
}

/// Total runtime of all tasks, and of the longest chain, in seconds.
fn run_times(workflow: &Workflow) -> (f64, f64) {
    let mut ends = vec![0.0_f64; workflow.tasks.len()];
    for id in workflow.topological_order().expect("no circle") {
        let task = &workflow.tasks[id as usize];
        let start = task.parents.iter().map(|&p| ends[p as usize]).fold(0.0, f64::max);
        ends[id as usize] = start + task.run.seconds();
    }
    let all = workflow.tasks.iter().map(|task| task.run.seconds()).sum();
    (all, ends.into_iter().fold(0.0, f64::max))
}

fn output_mb(workflow: &Workflow) -> f64 {
    let outputs = workflow.tasks.iter().flat_map(|task| &task.outputs);
    outputs.map(|&file| workflow.files[file as usize].bytes).sum::<f64>() / 1e6
}

fn mean_of(id: &str, tasks: i64, of: impl Fn(&Workflow) -> f64) -> f64 {
    (0..20).map(|seed| of(&workflow_of_size(id, tasks, seed))).sum::<f64>() / 20.0
}

/// Facts about the published instances: tasks, dependencies, levels, widest level.
#[test]
fn workflows_have_the_published_shapes() {
    for (id, tasks, found, edges, depth, width) in [
        ("cybershake", 30, 30, 52, 4, 14),
        ("cybershake", 50, 50, 88, 4, 23),
        ("cybershake", 100, 100, 180, 4, 46),
        ("cybershake", 1000, 1000, 1988, 4, 498),
        ("inspiral", 30, 30, 35, 6, 7),
        ("inspiral", 50, 50, 60, 6, 12),
        ("inspiral", 100, 100, 119, 6, 24),
        ("inspiral", 1000, 1000, 1233, 6, 251),
        ("sipht", 30, 29, 33, 5, 21),
        ("sipht", 1000, 968, 1096, 5, 712),
        ("epigenomics", 24, 24, 27, 8, 5),
        ("epigenomics", 100, 100, 122, 8, 24),
        ("epigenomics", 1000, 997, 1234, 9, 245),
        // Every comparison has two images: the instances have a few with one only (45, 106, 233 and 2485).
        ("montage", 25, 25, 18 + 9 + 1 + 10 + 5 + 3, 9, 9),
        ("montage", 50, 50, 56 + 28 + 1 + 16 + 8 + 3, 9, 28),
        ("montage", 100, 100, 124 + 62 + 1 + 32 + 16 + 3, 9, 62),
        ("montage", 1000, 1000, 1324 + 662 + 1 + 332 + 166 + 3, 9, 662),
    ] {
        let workflow = workflow_of_size(id, tasks, 1);
        assert_eq!(
            (workflow.tasks.len(), workflow.edge_count(), levels(&workflow)),
            (found, edges, (depth, width)),
            "{id}-{tasks}"
        );
    }
}

#[test]
fn programs_are_counted_as_published() {
    let montage = workflow_of_size("montage", 100, 1);
    let expected = [
        ("mAdd", 1),
        ("mBackground", 16),
        ("mBgModel", 1),
        ("mConcatFit", 1),
        ("mDiffFit", 62),
        ("mImgTbl", 1),
        ("mJPEG", 1),
        ("mProjectPP", 16),
        ("mShrink", 1),
    ];
    assert_eq!(counts(&montage), BTreeMap::from(expected));
    let inspiral = workflow_of_size("inspiral", 1000, 1);
    let expected = [("Inspiral", 480), ("Thinca", 40), ("TmpltBank", 229), ("TrigBank", 251)];
    assert_eq!(counts(&inspiral), BTreeMap::from(expected));
    assert_eq!(counts(&workflow_of_size("sipht", 1000, 1))["Patser"], 584);
    assert_eq!(counts(&workflow_of_size("cybershake", 1000, 1))["SeismogramSynthesis"], 497);
    let epigenomics = workflow_of_size("epigenomics", 1000, 1);
    assert_eq!((counts(&epigenomics)["map_chr21"], counts(&epigenomics)["mapMerge_chr21"]), (245, 8));
}

/// Total runtime, runtime of the longest chain, and megabytes written, as in the published instances. An instance is a
/// single sample: with a few long tasks it differs more from the mean than with many short ones.
#[test]
fn run_times_and_files_are_near_the_published_ones() {
    for (id, tasks, all, chain, written, tolerance) in [
        ("cybershake", 1000, 22_752.0, 255.1, 2_155.0, 0.2),
        ("inspiral", 1000, 227_703.0, 1_413.4, 380.0, 0.1),
        ("montage", 100, 1_079.0, 70.7, 427.0, 0.2),
        ("montage", 1000, 11_379.0, 368.5, 3_578.0, 0.1),
        ("sipht", 1000, 181_419.0, 5_066.8, 1_920.0, 0.15),
    ] {
        let found = [
            mean_of(id, tasks, |w| run_times(w).0),
            mean_of(id, tasks, |w| run_times(w).1),
            mean_of(id, tasks, output_mb),
        ];
        println!("{id}-{tasks}: {found:?}");
        for (found, wanted) in found.into_iter().zip([all, chain, written]) {
            assert!((found / wanted - 1.0).abs() < tolerance, "{id}-{tasks}: {found}, not {wanted}");
        }
    }
    // The mappings of the published instance took 15,704 s against a genome of 5.305 GB; here it has 4.295 GB on average.
    let mapping = mean_of("epigenomics", 1000, |w| run_times(w).0);
    let published = 245.0 * 15_704.0 * 4.295 / 5.305;
    assert!((mapping / published - 1.0).abs() < 0.1, "{mapping}, not {published}");
}

#[test]
fn every_dependency_has_its_file() {
    for generator in GENERATORS.members.iter().filter(|generator| generator.makes == Workflow::KIND) {
        let id = generator.entry.id;
        for tasks in [10, 33, 64, 500] {
            let set = [("tasks", Value::Integer(tasks)), ("collector_files", Value::Bool(true))];
            let workflow = workflows_with(id, &set, 7).remove(0);
            let producers = workflow.first_writers();
            for (task, child) in workflow.tasks.iter().zip(0..) {
                let mut makers: Vec<u32> =
                    task.inputs.iter().filter_map(|&file| producers[file as usize]).collect();
                makers.sort_unstable();
                makers.dedup();
                assert_eq!(makers, task.parents, "{id}");
                assert!(
                    task.parents
                        .iter()
                        .all(|&p| p < child && workflow.tasks[p as usize].children.contains(&child))
                );
            }
            let written: usize = workflow.tasks.iter().map(|task| task.outputs.len()).sum();
            assert_eq!(producers.iter().flatten().count(), written, "{id}: a file has one maker");
            let mut names: Vec<&str> = workflow.files.iter().map(|file| file.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), workflow.files.len(), "{id}: names of files are unique");
            assert!(workflow.files.iter().all(|file| file.bytes.is_finite() && file.bytes >= 0.0));
        }
    }
}

#[test]
fn the_number_of_tasks_is_about_the_requested_one() {
    for id in ["montage", "cybershake", "epigenomics", "inspiral", "sipht", "random-dag"] {
        for tasks in [40, 77, 200, 1_234] {
            let found = workflow_of_size(id, tasks, 3).tasks.len() as i64;
            assert!((found - tasks).abs() <= 4 + tasks / 25, "{id}: {found} of {tasks}");
        }
    }
}

#[test]
fn workflows_arrive_one_after_another_and_differ() {
    let set = [("workflows", Value::Integer(400)), ("interarrival_mean_s", Value::Number(50.0))];
    let all = workflows_with("montage", &set, 1);
    assert_eq!((all.len(), all[0].submit, all[1].name.as_str()), (400, Time::ZERO, "Montage-50 2"));
    assert!((all[399].submit.seconds() / 399.0 / 50.0 - 1.0).abs() < 0.15);
    assert_ne!(all[0].tasks[0].run, all[1].tasks[0].run);
}

#[test]
fn factors_scale_run_times_and_files() {
    let set = [("run_factor", Value::Number(3.0)), ("size_factor", Value::Number(0.0))];
    let (usual, scaled) = (workflow_of_size("sipht", 50, 1), workflows_with("sipht", &set, 1).remove(0));
    assert!((run_times(&scaled).0 / run_times(&usual).0 - 3.0).abs() < 1e-6);
    assert!(scaled.files.iter().all(|file| file.bytes < 0.5));
}

#[test]
fn layers_and_stages_are_as_set() {
    let set =
        [("layers", Value::Integer(9)), ("tasks", Value::Integer(80)), ("parents_mean", Value::Number(4.0))];
    let graph = workflows_with("random-dag", &set, 1).remove(0);
    assert_eq!(levels(&graph).0, 9);
    let below = graph.tasks.iter().filter(|task| !task.parents.is_empty()).count();
    let mean = graph.edge_count() as f64 / below as f64;
    assert!((3.0..4.5).contains(&mean), "{mean}");
    let set = [("stages", Value::Integer(3)), ("width", Value::Integer(5))];
    let fork = workflows_with("fork-join", &set, 1).remove(0);
    assert_eq!((fork.tasks.len(), fork.edge_count(), levels(&fork)), (1 + 3 * 6, 3 * 10, (7, 5)));
}

#[test]
fn files_weigh_as_much_as_set() {
    let set =
        [("tasks", Value::Integer(4_000)), ("ccr", Value::Number(2.0)), ("run_mean_s", Value::Number(10.0))];
    let graph = workflows_with("random-dag", &set, 1).remove(0);
    let bytes = graph.files.iter().map(|file| file.bytes).sum::<f64>() / graph.files.len() as f64;
    let seconds = bytes / das3().network.mean_bandwidth();
    assert!((seconds / 20.0 - 1.0).abs() < 0.05, "{seconds}");
}
