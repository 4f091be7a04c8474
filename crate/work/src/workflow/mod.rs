//! Workflows: tasks with dependencies, and the files passed between them.

mod document;
mod producers;

pub use producers::Producers;

use super::{Item, Kind};
use ganttlet_core::time::{Span, Time};
use serde::{Deserialize, Serialize};

/// Tasks with precedence constraints and the files passed between them: a directed acyclic graph.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Workflow {
    /// Its name.
    pub name: String,
    /// Its submit time.
    pub submit: Time,
    /// Its tasks, in the order of the file.
    pub tasks: Vec<Task>,
    /// Its files.
    pub files: Vec<File>,
}

impl Item for Workflow {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.submit
    }

    fn tasks(&self) -> usize {
        self.tasks.len()
    }

    fn dependencies(&self, task: usize) -> Option<(&[u32], &[u32])> {
        self.tasks.get(task).map(|task| (&task.parents[..], &task.children[..]))
    }

    fn program(&self, task: usize) -> Option<&str> {
        self.tasks.get(task).map(|task| &*task.program).filter(|program| !program.is_empty())
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        let bytes = |&file: &u32| self.files[file as usize].bytes.to_string();
        let line = |task: &Task| {
            let bytes: Vec<String> = task.outputs.iter().map(bytes).collect();
            format!("{} {} {} {}", task.name, task.program, task.run.0, bytes.join(" "))
        };
        self.tasks.iter().take(3).map(line).collect()
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        let lasts = self.tasks.iter().all(|task| task.run >= Span::ZERO);
        let sizes = self.files.iter().all(|file| file.bytes.is_finite() && file.bytes >= 0.0);
        self.topological_order().is_ok() && !self.tasks.is_empty() && lasts && sizes
    }
}

/// One task of a workflow.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Task {
    /// Its id in the file (`ID00017`).
    pub name: String,
    /// The program it runs (`mProjectPP`); may be empty.
    pub program: String,
    /// Runtime of the task on nodes of speed 1.
    pub run: Span,
    /// Number of nodes, at least 1.
    pub nodes: u32,
    /// Indices of the tasks that must end before it starts; each once, ascending.
    pub parents: Vec<u32>,
    /// Indices of its successors; each once, ascending.
    pub children: Vec<u32>,
    /// Indices of the files it reads; each once.
    pub inputs: Vec<u32>,
    /// Indices of the files it writes; each once.
    pub outputs: Vec<u32>,
}

/// A file of a workflow.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct File {
    /// Its logical name.
    pub name: String,
    /// Its size in bytes: finite, not negative.
    pub bytes: f64,
}

/// The tasks have no topological order: each of these depends on the previous one, the first on the last.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the dependencies of the tasks form a cycle{}", cycle_text(.0))]
pub struct Cycle(pub Vec<String>);

/// Maximum number of tasks of a cycle that are listed; for longer cycles the first and the last are.
const NAMED: usize = 8;

/// `: a -> b -> a`, and for a long cycle ` of 12 tasks: a -> b -> c -> d -> ... -> k -> l -> a`.
fn cycle_text(tasks: &[String]) -> String {
    let Some(first) = tasks.first() else { return String::new() };
    if tasks.len() <= NAMED {
        return format!(": {} -> {first}", tasks.join(" -> "));
    }
    let (begin, end) = (&tasks[..NAMED / 2], &tasks[tasks.len() - NAMED / 2..]);
    let count = tasks.len();
    format!(" of {count} tasks: {} -> ... -> {} -> {first}", begin.join(" -> "), end.join(" -> "))
}

impl Workflow {
    /// Fills `children` from `parents`.
    pub fn link_children(&mut self) {
        for task in &mut self.tasks {
            task.children.clear();
        }
        for child in 0..self.tasks.len() {
            for i in 0..self.tasks[child].parents.len() {
                let parent = self.tasks[child].parents[i] as usize;
                self.tasks[parent].children.push(child as u32);
            }
        }
    }

    /// A topological order; among ready tasks the lowest index first by level. An error lists the tasks of one cycle.
    pub fn topological_order(&self) -> Result<Vec<u32>, Cycle> {
        let mut missing: Vec<u32> = self.tasks.iter().map(|t| t.parents.len() as u32).collect();
        let mut order: Vec<u32> =
            (0..self.tasks.len() as u32).filter(|&t| missing[t as usize] == 0).collect();
        let mut next = 0;
        while let Some(&task) = order.get(next) {
            next += 1;
            for &child in &self.tasks[task as usize].children {
                missing[child as usize] -= 1;
                if missing[child as usize] == 0 {
                    order.push(child);
                }
            }
        }
        if order.len() == self.tasks.len() { Ok(order) } else { Err(self.find_cycle(&missing)) }
    }

    /// One cycle among the tasks with remaining parents: follow parents until a task is repeated.
    fn find_cycle(&self, missing: &[u32]) -> Cycle {
        let start = missing.iter().position(|&n| n > 0).unwrap_or(0);
        let mut path = vec![start as u32];
        let mut seen = vec![usize::MAX; self.tasks.len()];
        seen[start] = 0;
        loop {
            let last = path[path.len() - 1] as usize;
            let Some(&up) = self.tasks[last].parents.iter().find(|&&p| missing[p as usize] > 0) else {
                return Cycle(vec![]);
            };
            let first = seen[up as usize];
            if first != usize::MAX {
                return Cycle(
                    path[first..].iter().rev().map(|&t| self.tasks[t as usize].name.clone()).collect(),
                );
            }
            seen[up as usize] = path.len();
            path.push(up);
        }
    }

    /// For each file the first task that writes it, or `None` for input data. If several tasks write a file, the
    /// producer depends on the reader: see [`Self::producers`].
    pub fn first_writers(&self) -> Vec<Option<u32>> {
        let mut writers = vec![None; self.files.len()];
        for (task, id) in self.tasks.iter().zip(0..) {
            for &file in &task.outputs {
                writers[file as usize].get_or_insert(id);
            }
        }
        writers
    }

    /// The bytes that `child` reads of what `parent` wrote.
    pub fn bytes_between(&self, parent: u32, child: u32) -> f64 {
        let outputs = &self.tasks[parent as usize].outputs;
        let inputs = &self.tasks[child as usize].inputs;
        inputs
            .iter()
            .filter(|&file| outputs.contains(file))
            .map(|&file| self.files[file as usize].bytes)
            .sum()
    }

    /// The number of precedence constraints.
    pub fn edge_count(&self) -> usize {
        self.tasks.iter().map(|task| task.parents.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workflow from `"a: ; b: a; c: a b"`.
    fn workflow(text: &str) -> Workflow {
        let lines: Vec<(&str, &str)> =
            text.split(';').filter_map(|line| line.trim().split_once(':')).collect();
        let id = |name: &str| lines.iter().position(|&(n, _)| n == name).expect("a known task") as u32;
        let tasks = lines.iter().map(|&(name, parents)| Task {
            name: name.to_owned(),
            parents: parents.split_whitespace().map(id).collect(),
            ..Task::default()
        });
        let mut workflow = Workflow { tasks: tasks.collect(), ..Workflow::default() };
        workflow.link_children();
        workflow
    }

    #[test]
    fn parents_come_before_children() {
        assert_eq!(workflow("d: b c; b: a; c: a; a:").topological_order(), Ok(vec![3, 1, 2, 0]));
    }

    #[test]
    fn a_cycle_is_reported_with_its_tasks() {
        let error = workflow("a: ; b: a d; c: b; d: c; e: d").topological_order().expect_err("a circle");
        assert_eq!(error.to_string(), "the dependencies of the tasks form a cycle: c -> d -> b -> c");
    }

    #[test]
    fn a_long_cycle_is_abbreviated_without_false_edges() {
        let circle = |count: u32| {
            let line = |i: u32| format!("n{i}: n{}", (i + count - 1) % count);
            let text: Vec<String> = (0..count).map(line).collect();
            workflow(&text.join(";")).topological_order().expect_err("a circle").to_string()
        };
        assert_eq!(
            circle(8),
            "the dependencies of the tasks form a cycle: \
             n1 -> n2 -> n3 -> n4 -> n5 -> n6 -> n7 -> n0 -> n1"
        );
        for (count, shown) in [
            (9, "9 tasks: n1 -> n2 -> n3 -> n4 -> ... -> n6 -> n7 -> n8 -> n0 -> n1"),
            (12, "12 tasks: n1 -> n2 -> n3 -> n4 -> ... -> n9 -> n10 -> n11 -> n0 -> n1"),
        ] {
            assert_eq!(circle(count), format!("the dependencies of the tasks form a cycle of {shown}"));
        }
    }
}
