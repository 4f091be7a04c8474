//! A workflow as policies and systems walk over it: edges both ways, what moves along them, an order to go by.

use crate::order;
use crate::workload::{Cycle, UNKNOWN, Workflow};

/// Lists of different lengths in one block of memory, one list a row.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    /// Where each row begins, and the end of the last.
    from: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// `rows` rows from items that know their row; within a row they keep their order.
    pub fn new(rows: usize, items: &[(u32, T)]) -> Self {
        let mut from = vec![0; rows + 1];
        for &(row, _) in items {
            from[row as usize + 1] += 1;
        }
        for row in 0..rows {
            from[row + 1] += from[row];
        }
        let mut next = from.clone();
        let mut order = vec![0; items.len()];
        for (&(row, _), item) in items.iter().zip(0_u32..) {
            let place = &mut next[row as usize];
            order[*place as usize] = item;
            *place += 1;
        }
        Self { from, items: order.into_iter().map(|i| items[i as usize].1).collect() }
    }

    /// The items of a row.
    pub fn of(&self, row: u32) -> &[T] {
        &self.items[self.from[row as usize] as usize..self.from[row as usize + 1] as usize]
    }
}

/// A precedence constraint, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The task at the other end.
    pub task: u32,
    /// The bytes the child reads of what the parent wrote.
    pub bytes: f64,
    /// True if it reads anything; an edge may be about order alone.
    pub moves: bool,
}

/// A file that a task reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    /// The parent that writes it; [`UNKNOWN`] for data that is there before the workflow.
    pub producer: u32,
    /// Which file.
    pub file: u32,
}

/// A directed acyclic graph of tasks.
#[derive(Clone, Debug)]
pub struct Dag {
    /// Each task's parents, ascending.
    pub parents: Rows<Edge>,
    /// Each task's children, ascending.
    pub children: Rows<Edge>,
    /// The files each task reads, those of one producer together.
    pub inputs: Rows<Input>,
    /// The files each task writes that another one reads.
    pub outputs: Rows<u32>,
    /// All tasks, parents before children.
    pub order: Vec<u32>,
}

impl Dag {
    /// The graph of a workflow. Only what the workflow says makes a task wait. A file moves from the task that writes it to
    /// one that waits for that task, by itself or through others; for all others it is there from the start. An error
    /// names a circle.
    pub fn new(workflow: &Workflow) -> Result<Self, Cycle> {
        let order = workflow.topological()?;
        let producers = workflow.producers();
        let count = workflow.tasks.len();
        let mut edges: Vec<(u32, u32)> = Vec::with_capacity(workflow.edges());
        for (task, id) in workflow.tasks.iter().zip(0..) {
            edges.extend(task.children.iter().map(|&child| (id, child)));
        }
        // They change neither who waits nor the order.
        let mut through = through_others(workflow, &producers, &order);
        if !through.is_empty() {
            order::sort_pairs(&mut through);
            edges.extend(&through);
            order::sort_pairs(&mut edges);
            edges.dedup();
        }
        let inputs = inputs(workflow, &producers, &through);
        let outputs = outputs(workflow, &producers, &inputs);
        let inputs = Rows::new(count, &inputs);
        let edge = |&(parent, child): &(u32, u32)| {
            let read = inputs.of(child);
            let first = read.partition_point(|input| input.producer < parent);
            let read = read[first..].iter().take_while(|input| input.producer == parent);
            let bytes = read.clone().map(|input| workflow.files[input.file as usize].bytes).sum();
            (parent, child, bytes, read.count() > 0)
        };
        let edges: Vec<(u32, u32, f64, bool)> = edges.iter().map(edge).collect();
        Ok(Self { inputs, outputs: Rows::new(count, &outputs), ..Self::linked(count, &edges, order) })
    }

    /// A graph of `tasks` tasks from edges `(parent, child, bytes)`, each once; `None` if they make a circle.
    pub fn from_edges(tasks: usize, edges: &[(u32, u32, f64)]) -> Option<Self> {
        let mut edges: Vec<(u32, u32, f64, bool)> =
            edges.iter().map(|&(parent, child, bytes)| (parent, child, bytes, true)).collect();
        order::sort(&mut edges, |&(_, child, ..)| child.into());
        order::sort(&mut edges, |&(parent, ..)| parent.into());
        let pairs: Vec<(u32, u32)> = edges.iter().map(|&(parent, child, ..)| (parent, child)).collect();
        Some(Self::linked(tasks, &edges, order(tasks, &pairs)?))
    }

    /// A graph of tasks that do not wait for each other.
    pub fn unordered(tasks: usize) -> Self {
        Self::linked(tasks, &[], (0..tasks as u32).collect())
    }

    fn linked(tasks: usize, edges: &[(u32, u32, f64, bool)], order: Vec<u32>) -> Self {
        let up = |&(task, child, bytes, moves): &_| (child, Edge { task, bytes, moves });
        let down = |&(parent, task, bytes, moves): &_| (parent, Edge { task, bytes, moves });
        Self {
            parents: Rows::new(tasks, &edges.iter().map(up).collect::<Vec<_>>()),
            children: Rows::new(tasks, &edges.iter().map(down).collect::<Vec<_>>()),
            inputs: Rows::new(tasks, &[]),
            outputs: Rows::new(tasks, &[]),
            order,
        }
    }

    /// How many tasks there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

/// An order in which every task comes after its parents, lowest number first by level; `None` for a circle. `edges` are
/// sorted.
fn order(tasks: usize, edges: &[(u32, u32)]) -> Option<Vec<u32>> {
    let mut missing = vec![0_u32; tasks];
    for &(_, child) in edges {
        missing[child as usize] += 1;
    }
    let mut order: Vec<u32> = (0..tasks as u32).filter(|&task| missing[task as usize] == 0).collect();
    let mut next = 0;
    while let Some(&task) = order.get(next) {
        next += 1;
        let first = edges.partition_point(|&(parent, _)| parent < task);
        for &(_, child) in edges[first..].iter().take_while(|&&(parent, _)| parent == task) {
            missing[child as usize] -= 1;
            if missing[child as usize] == 0 {
                order.push(child);
            }
        }
    }
    (order.len() == tasks).then_some(order)
}

/// More steps from task to parent than this are not taken to find who waits for whom through others.
const MOST_STEPS: u32 = 50_000_000;

/// `(writer, reader)` where the reader of a file waits for its writer through other tasks only.
fn through_others(workflow: &Workflow, producers: &[Option<u32>], order: &[u32]) -> Vec<(u32, u32)> {
    let mut place = vec![0_u32; order.len()];
    for (&task, at) in order.iter().zip(0..) {
        place[task as usize] = at;
    }
    let mut seen = vec![u32::MAX; order.len()];
    let (mut found, mut wanted, mut ahead) = (Vec::new(), Vec::new(), Vec::new());
    let mut left = MOST_STEPS;
    for (task, id) in workflow.tasks.iter().zip(0..) {
        wanted.clear();
        let writers = task.inputs.iter().filter_map(|&file| producers[file as usize]);
        wanted.extend(writers.filter(|writer| *writer != id && task.parents.binary_search(writer).is_err()));
        // Nothing before the first of them leads to it.
        let Some(first) = wanted.iter().map(|&writer| place[writer as usize]).min() else { continue };
        ahead.push(id);
        while let Some(next) = ahead.pop() {
            let parents = &workflow.tasks[next as usize].parents;
            left = left.saturating_sub(parents.len() as u32);
            if left == 0 {
                return found;
            }
            for &parent in parents.iter().filter(|&&parent| place[parent as usize] >= first) {
                if std::mem::replace(&mut seen[parent as usize], id) != id {
                    ahead.push(parent);
                }
            }
        }
        found.extend(wanted.iter().filter(|&&w| seen[w as usize] == id).map(|&w| (w, id)));
    }
    found
}

/// `(task, input)` for all tasks. A producer that is neither a parent nor waited for `through` others does not count: its
/// file is there from the start.
fn inputs(workflow: &Workflow, producers: &[Option<u32>], through: &[(u32, u32)]) -> Vec<(u32, Input)> {
    let mut inputs = Vec::new();
    let mut read = Vec::new();
    for (task, id) in workflow.tasks.iter().zip(0..) {
        let waited_for = |writer: &u32| {
            task.parents.binary_search(writer).is_ok() || through.binary_search(&(*writer, id)).is_ok()
        };
        let writer = |file: u32| producers[file as usize].filter(waited_for).unwrap_or(UNKNOWN);
        read.extend(task.inputs.iter().map(|&file| (writer(file), file)));
        if !read.is_sorted() {
            order::sort_pairs(&mut read);
        }
        inputs.extend(read.drain(..).map(|(producer, file)| (id, Input { producer, file })));
    }
    inputs
}

/// `(task, file)` for each file that a parent wrote and a child reads.
fn outputs(workflow: &Workflow, producers: &[Option<u32>], inputs: &[(u32, Input)]) -> Vec<(u32, u32)> {
    let mut read = vec![false; workflow.files.len()];
    for (_, input) in inputs.iter().filter(|(_, input)| input.producer != UNKNOWN) {
        read[input.file as usize] = true;
    }
    let mut outputs = Vec::new();
    for (task, id) in workflow.tasks.iter().zip(0..) {
        let wanted = |file: &&u32| read[**file as usize] && producers[**file as usize] == Some(id);
        outputs.extend(task.outputs.iter().filter(wanted).map(|&file| (id, file)));
    }
    if !outputs.is_sorted() {
        order::sort_pairs(&mut outputs);
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{File, Task};

    /// Tasks from `(parents, inputs, outputs)`, files of 1, 2, 4, .. bytes.
    fn workflow(tasks: &[(&[u32], &[u32], &[u32])]) -> Workflow {
        let task = |&(parents, inputs, outputs): &(&[u32], &[u32], &[u32])| Task {
            parents: parents.to_vec(),
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            ..Task::default()
        };
        let file = |i: u32| File { name: i.to_string(), bytes: f64::from(1 << i) };
        let mut workflow = Workflow {
            tasks: tasks.iter().map(task).collect(),
            files: (0..4).map(file).collect(),
            ..Workflow::default()
        };
        workflow.link_children();
        workflow
    }

    #[test]
    fn edges_carry_the_bytes_that_are_read() {
        let dag = Dag::new(&workflow(&[(&[], &[], &[0, 1]), (&[0], &[1, 0, 2], &[]), (&[0], &[], &[])]));
        let dag = dag.expect("no circle");
        let edge = |task, bytes, moves| Edge { task, bytes, moves };
        assert_eq!(dag.children.of(0), [edge(1, 3.0, true), edge(2, 0.0, false)]);
        assert_eq!(dag.parents.of(1), [edge(0, 3.0, true)]);
        assert_eq!((dag.outputs.of(0), dag.inputs.of(1)[2].producer), (&[0, 1][..], UNKNOWN));
    }

    #[test]
    fn only_what_is_said_makes_a_task_wait() {
        let dag = Dag::new(&workflow(&[(&[], &[0], &[]), (&[], &[], &[0])])).expect("no circle");
        assert_eq!((&dag.order[..], dag.parents.of(0).len()), (&[0, 1][..], 0));
        assert_eq!((dag.inputs.of(0)[0].producer, dag.outputs.of(1).len()), (UNKNOWN, 0));
    }

    /// 2 waits for 0 through 1, and reads what 0 writes; 3 waits for nobody.
    #[test]
    fn files_move_to_those_who_wait_through_others() {
        let tasks: [(&[u32], &[u32], &[u32]); 4] =
            [(&[], &[], &[0]), (&[0], &[], &[]), (&[1], &[0], &[]), (&[], &[0], &[])];
        let dag = Dag::new(&workflow(&tasks)).expect("no circle");
        assert_eq!(
            dag.parents.of(2),
            [0, 1].map(|task| Edge { task, bytes: f64::from(1 - task), moves: task == 0 })
        );
        assert_eq!([2, 3].map(|reader| dag.inputs.of(reader)[0].producer), [0, UNKNOWN]);
        assert_eq!(dag.order, [0, 3, 1, 2]);
    }
}
