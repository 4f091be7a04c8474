//! A workflow as a graph for policies and systems: edges in both directions, their data, and a topological order.

use ganttlet_core::order;
use ganttlet_work::{Cycle, Producers, Rows, UNKNOWN, Workflow};

/// A precedence constraint, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The task at the other end.
    pub task: u32,
    /// Bytes written by the parent and read by the child.
    pub bytes: f64,
    /// True if the child reads data; an edge may be a pure ordering constraint.
    pub moves: bool,
}

/// A file that a task reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    /// The parent that writes it; [`UNKNOWN`] for data that exists before the workflow.
    pub producer: u32,
    /// Index of the data in [`Dag::bytes`].
    pub file: u32,
}

/// A directed acyclic graph of tasks.
#[derive(Clone, Debug)]
pub struct Dag {
    /// Each task's parents, ascending.
    pub parents: Rows<Edge>,
    /// Each task's children, ascending.
    pub children: Rows<Edge>,
    /// The files each task reads, grouped by producer.
    pub inputs: Rows<Input>,
    /// The files each task writes that another task reads.
    pub outputs: Rows<u32>,
    /// The bytes of each piece of data. The files of the workflow come first. After them come further copies of files
    /// with several writers: one for each writer that is a producer, and one if the file exists from the start for
    /// other readers.
    pub bytes: Vec<f64>,
    /// All tasks, parents before children.
    pub order: Vec<u32>,
}

impl Dag {
    /// The graph of a workflow. Only declared dependencies delay a task. A file moves from the task that writes it to
    /// each direct or indirect successor of that task; for all other tasks it exists from the start. Where several
    /// tasks write a file, [`Workflow::producers`] selects the writer for each reader. An error names a cycle.
    pub fn new(workflow: &Workflow) -> Result<Self, Cycle> {
        let order = workflow.topological_order()?;
        let count = workflow.tasks.len();
        let data = DataFlow::of(workflow, &workflow.producers(&order));
        let mut edges: Vec<(u32, u32)> = Vec::with_capacity(workflow.edge_count());
        for (task, id) in workflow.tasks.iter().zip(0..) {
            edges.extend(task.children.iter().map(|&child| (id, child)));
        }
        // Indirect reads change neither dependencies nor the order.
        let through = data.inputs.iter().filter(|(task, input)| {
            let parents = &workflow.tasks[*task as usize].parents;
            input.producer != UNKNOWN && parents.binary_search(&input.producer).is_err()
        });
        let before = edges.len();
        edges.extend(through.map(|(task, input)| (input.producer, *task)));
        if edges.len() > before {
            order::sort_pairs(&mut edges);
            edges.dedup();
        }
        let inputs = Rows::new(count, &data.inputs);
        let edge = |&(parent, child): &(u32, u32)| {
            let read = inputs.row(child);
            let first = read.partition_point(|input| input.producer < parent);
            let read = read[first..].iter().take_while(|input| input.producer == parent);
            let bytes = read.clone().map(|input| data.bytes[input.file as usize]).sum();
            (parent, child, bytes, read.count() > 0)
        };
        let edges: Vec<(u32, u32, f64, bool)> = edges.iter().map(edge).collect();
        let outputs = Rows::new(count, &data.outputs);
        Ok(Self { inputs, outputs, bytes: data.bytes, ..Self::with_edges(count, &edges, order) })
    }

    /// A graph of `tasks` tasks from edges `(parent, child, bytes)`, each once; `None` if they form a cycle.
    pub fn from_edges(tasks: usize, edges: &[(u32, u32, f64)]) -> Option<Self> {
        let mut edges: Vec<(u32, u32, f64, bool)> =
            edges.iter().map(|&(parent, child, bytes)| (parent, child, bytes, true)).collect();
        order::sort_by_key(&mut edges, |&(_, child, ..)| child.into());
        order::sort_by_key(&mut edges, |&(parent, ..)| parent.into());
        let pairs: Vec<(u32, u32)> = edges.iter().map(|&(parent, child, ..)| (parent, child)).collect();
        Some(Self::with_edges(tasks, &edges, order(tasks, &pairs)?))
    }

    /// A graph of tasks without dependencies.
    pub fn unordered(tasks: usize) -> Self {
        Self::with_edges(tasks, &[], (0..tasks as u32).collect())
    }

    fn with_edges(tasks: usize, edges: &[(u32, u32, f64, bool)], order: Vec<u32>) -> Self {
        let up = |&(task, child, bytes, moves): &_| (child, Edge { task, bytes, moves });
        let down = |&(parent, task, bytes, moves): &_| (parent, Edge { task, bytes, moves });
        Self {
            parents: Rows::new(tasks, &edges.iter().map(up).collect::<Vec<_>>()),
            children: Rows::new(tasks, &edges.iter().map(down).collect::<Vec<_>>()),
            inputs: Rows::new(tasks, &[]),
            outputs: Rows::new(tasks, &[]),
            bytes: Vec::new(),
            order,
        }
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

/// A topological order, lowest number first within a level; `None` for a cycle. `edges` are sorted.
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

/// The pieces of data that move through a workflow.
struct DataFlow {
    bytes: Vec<f64>,
    /// The data each task reads, grouped by producer.
    inputs: Vec<(u32, Input)>,
    /// The data each task writes that another task reads.
    outputs: Vec<(u32, u32)>,
}

impl DataFlow {
    fn of(workflow: &Workflow, producers: &Producers) -> Self {
        let reads =
            workflow.tasks.iter().zip(0..).flat_map(|(task, id)| {
                task.inputs.iter().copied().zip(producers.of_task(id).iter().copied())
            });
        let mut copies: Vec<(u32, u32)> = reads.collect();
        order::sort_pairs(&mut copies);
        copies.dedup();
        // The first copy of a file has the number of the file; further copies follow all files.
        let mut bytes: Vec<f64> = workflow.files.iter().map(|file| file.bytes).collect();
        let (mut numbers, mut outputs) = (Vec::with_capacity(copies.len()), Vec::new());
        for (at, &(file, producer)) in copies.iter().enumerate() {
            let first = at == 0 || copies[at - 1].0 != file;
            numbers.push(if first { file } else { bytes.len() as u32 });
            if !first {
                bytes.push(workflow.files[file as usize].bytes);
            }
            if producer != UNKNOWN {
                outputs.push((producer, numbers[at]));
            }
        }
        let number = |file: u32, producer: u32| {
            let at = copies.binary_search(&(file, producer));
            numbers[at.expect("all that is read is among the copies")]
        };
        let (mut inputs, mut of_task) = (Vec::new(), Vec::new());
        for id in 0..workflow.tasks.len() as u32 {
            let files = workflow.tasks[id as usize].inputs.iter();
            of_task.extend(files.zip(producers.of_task(id)).map(|(&file, &p)| (p, number(file, p))));
            if !of_task.is_sorted() {
                order::sort_pairs(&mut of_task);
            }
            inputs.extend(of_task.drain(..).map(|(producer, file)| (id, Input { producer, file })));
        }
        if !outputs.is_sorted() {
            order::sort_pairs(&mut outputs);
        }
        Self { bytes, inputs, outputs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_work::{File, Task};

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
    fn edges_have_the_bytes_read_by_the_child() {
        let dag = Dag::new(&workflow(&[(&[], &[], &[0, 1]), (&[0], &[1, 0, 2], &[]), (&[0], &[], &[])]));
        let dag = dag.expect("no circle");
        let edge = |task, bytes, moves| Edge { task, bytes, moves };
        assert_eq!(dag.children.row(0), [edge(1, 3.0, true), edge(2, 0.0, false)]);
        assert_eq!(dag.parents.row(1), [edge(0, 3.0, true)]);
        assert_eq!((dag.outputs.row(0), dag.inputs.row(1)[2].producer), (&[0, 1][..], UNKNOWN));
    }

    #[test]
    fn only_declared_dependencies_delay_a_task() {
        let dag = Dag::new(&workflow(&[(&[], &[0], &[]), (&[], &[], &[0])])).expect("no circle");
        assert_eq!((&dag.order[..], dag.parents.row(0).len()), (&[0, 1][..], 0));
        assert_eq!((dag.inputs.row(0)[0].producer, dag.outputs.row(1).len()), (UNKNOWN, 0));
    }

    /// 2 depends on 0 through 1, and reads what 0 writes; 3 has no dependencies.
    #[test]
    fn files_reach_indirect_successors() {
        let tasks: [(&[u32], &[u32], &[u32]); 4] =
            [(&[], &[], &[0]), (&[0], &[], &[]), (&[1], &[0], &[]), (&[], &[0], &[])];
        let dag = Dag::new(&workflow(&tasks)).expect("no circle");
        assert_eq!(
            dag.parents.row(2),
            [0, 1].map(|task| Edge { task, bytes: f64::from(1 - task), moves: task == 0 })
        );
        assert_eq!([2, 3].map(|reader| dag.inputs.row(reader)[0].producer), [0, UNKNOWN]);
        assert_eq!(dag.order, [0, 3, 1, 2]);
    }

    /// 0 and 1 write one file, which their children 2 and 3 read, as does 4, which has no dependencies.
    #[test]
    fn copies_of_different_writers_are_distinct() {
        let tasks: [(&[u32], &[u32], &[u32]); 5] =
            [(&[], &[], &[1]), (&[], &[], &[1]), (&[0], &[1], &[]), (&[1], &[1], &[]), (&[], &[1], &[])];
        let dag = Dag::new(&workflow(&tasks)).expect("no circle");
        let input = |producer, file| [Input { producer, file }];
        assert_eq!(dag.inputs.row(2), input(0, 1));
        assert_eq!(dag.inputs.row(3), input(1, 4));
        assert_eq!(dag.inputs.row(4), input(UNKNOWN, 5));
        assert_eq!([0, 1].map(|writer| dag.outputs.row(writer)), [[1], [4]]);
        assert_eq!(dag.bytes, [1.0, 2.0, 4.0, 8.0, 2.0, 2.0]);
        assert_eq!(dag.parents.row(3), [Edge { task: 1, bytes: 2.0, moves: true }]);
    }
}
