//! The applications of the simulations, as scenarios: batches of tasks of which a fifth holds a given share of the work.

use serde_json::{Value, json};

/// The share of the work that the large fifth of the tasks holds, %.
pub(super) const WORKLOADS: [u32; 7] = [30, 40, 50, 60, 70, 80, 90];

/// The most by which a task of a batch differs from the expected one, %.
pub(super) const VARIATIONS: [u32; 5] = [0, 10, 30, 60, 100];

/// Which tasks are of different size: the large fifth, and the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The large tasks differ.
    pub(super) large: bool,
    /// The small tasks differ.
    pub(super) small: bool,
}

impl Shape {
    /// All equal among themselves.
    pub(super) const EQUAL: Self = Self { large: false, small: false };
    /// Only the small ones differ.
    pub(super) const SMALL_DIFFER: Self = Self { large: false, small: true };
    /// Only the large ones differ.
    pub(super) const LARGE_DIFFER: Self = Self { large: true, small: false };
    /// Large and small ones differ.
    pub(super) const ALL_DIFFER: Self = Self { large: true, small: true };
    /// All four.
    pub(super) const ALL: [Self; 4] = [Self::EQUAL, Self::SMALL_DIFFER, Self::LARGE_DIFFER, Self::ALL_DIFFER];

    /// As in the thesis: `1-0` if the large tasks differ and the small ones are similar.
    pub(super) fn code(self) -> &'static str {
        match (self.large, self.small) {
            (false, false) => "0-0",
            (false, true) => "0-1",
            (true, false) => "1-0",
            (true, true) => "1-1",
        }
    }
}

/// An application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batches {
    /// Tasks of a batch.
    pub(super) tasks: u32,
    /// How many batches.
    pub(super) iterations: u32,
    /// The share of the work that the large tasks hold, %.
    pub(super) workload: u32,
    /// Which tasks differ.
    pub(super) shape: Shape,
    /// How far a task may be from the expected one, %.
    pub(super) variation: u32,
    /// The seed of the scenario.
    pub(super) seed: u64,
}

impl Batches {
    /// What a scenario says of it: a part of its workload.
    pub(super) fn part(&self) -> Value {
        let words = |differ: bool| if differ { "different" } else { "similar" };
        json!({
            "generator": "master-worker-batches",
            "parameters": {
                "tasks": self.tasks, "iterations": self.iterations, "workload_percent": self.workload,
                "large": words(self.shape.large), "small": words(self.shape.small),
                "variation_percent": self.variation,
            },
        })
    }

    /// What people call it: `30 tasks, W 30 %, 1-1, D 10 %, seed 3`.
    pub(super) fn words(&self) -> String {
        let Self { tasks, workload, shape, variation, seed, .. } = self;
        format!("{tasks} tasks, W {workload} %, {}, D {variation} %, seed {seed}", shape.code())
    }

    /// Alone on as many machines as a batch has tasks, which belong to nobody else; under `systems`, of which the first
    /// runs.
    pub(super) fn scenario(&self, systems: &[Value]) -> String {
        let scenario = json!({
            "version": 1,
            "name": self.words(),
            "seed": self.seed,
            "platform": {"clusters": [{"name": "Pool", "nodes": self.tasks}]},
            "workload": [self.part()],
            "system": systems[0],
            "compare": &systems[1..],
        });
        scenario.to_string()
    }
}

/// So many workers all the time, and the tasks in the order of this policy.
pub(super) fn fixed(ordering: &str, workers: u32) -> Value {
    json!({
        "kind": "opportunistic",
        "policies": {"ordering": ordering, "sizing": "fixed"},
        "parameters": {"workers": workers},
    })
}

/// Every workload, shape and variation with so many tasks and batches, for each seed.
pub(super) fn all(tasks: u32, iterations: u32, seeds: &(impl Iterator<Item = u64> + Clone)) -> Vec<Batches> {
    let mut all = Vec::new();
    for workload in WORKLOADS {
        for shape in Shape::ALL {
            for variation in VARIATIONS {
                let one = |seed| Batches { tasks, iterations, workload, shape, variation, seed };
                all.extend(seeds.clone().map(one));
            }
        }
    }
    all
}
