//! The tasks of a workflow as a graph, with levels by depth, in the colours of the chart.
//!
//! If there are too many tasks, those of one type in one level form one block, whose width shows their number.
//! Consecutive levels then share a line.

use crate::colour::Painter;
use crate::critical_path::{CriticalPath, group_tasks};
use crate::theme::{blend, to_hex};
use crate::view::View;
use ganttlet_core::order;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::Work;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of tasks that are drawn one by one.
const MAX_TASKS: usize = 240;
/// Maximum number of tasks of one level that are drawn one by one.
const MAX_LEVEL_WIDTH: usize = 72;
/// From this number of tasks on a level has two rows.
const TWO_ROW_LEVEL: usize = 21;
/// The offset of the second row, in levels.
const STAGGER: f32 = 0.3;
/// Maximum number of lines of levels.
const MAX_LEVELS: u32 = 36;
/// Minimum width of a block, as a share of the widest level.
const MIN_BLOCK_WIDTH: f32 = 0.03;

/// A workflow as a graph, at the playhead of a view.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct TaskGraph {
    /// The group of the shown workflow.
    group: u32,
    /// All workflows: their groups and names.
    groups: Vec<(u32, String)>,
    /// Its submission and the end of its last task, if known.
    from_s: f64,
    to_s: f64,
    /// Number of lines.
    lines: u32,
    /// Number of levels of each line.
    levels: u32,
    /// True if each node represents all tasks of one type in a line.
    merged: bool,
    /// The nodes of the drawing.
    nodes: Vec<GraphNode>,
    edges: Vec<GraphEdge>,
    /// The types of each line, from the top.
    kinds: Vec<GraphKind>,
    /// The first task, and the node of each task from the first on.
    first: SubjectId,
    node_of: Vec<u32>,
    /// The critical path of this run.
    path: CriticalPath,
}

/// A node of one or several tasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct GraphNode {
    /// Its centre from the left, as a share of the width.
    x: f32,
    /// Its centre from the top, in lines.
    y: f32,
    /// Its width, as a share of the total; for single tasks the space of each.
    w: f32,
    /// The index of its type.
    kind: u32,
    name: String,
    /// Its first task.
    task: SubjectId,
    count: u32,
    /// Number of started tasks.
    begun: u32,
    /// Number of ended tasks.
    ended: u32,
    /// True if the critical path contains it.
    critical: bool,
}

/// An edge between two nodes with dependent tasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct GraphEdge {
    /// Indices of the nodes.
    from: u32,
    to: u32,
    /// Number of pairs of tasks.
    count: u32,
    critical: bool,
}

/// The tasks of one type in one line.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct GraphKind {
    line: u32,
    name: String,
    /// The fill of its nodes, `#rrggbb`.
    fill: String,
    /// The edge of its nodes.
    ink: String,
    count: u32,
    /// Mean runtime of the ended tasks.
    run_s: Option<f64>,
}

/// The tasks of one workflow; all numbers are indices among them.
struct Dag {
    parents: Vec<Vec<u32>>,
    /// The depth of each task: the length of its longest chain of predecessors.
    depth: Vec<u32>,
}

impl Dag {
    /// The dependencies of the tasks of a workflow.
    fn from_work(work: &Work, tasks: std::ops::Range<SubjectId>) -> Self {
        let first = tasks.start;
        let own = |task| {
            work.dependencies(task)
                .map_or(Vec::new(), |(before, _)| before.iter().map(|id| id - first).collect())
        };
        let parents: Vec<Vec<u32>> = tasks.map(own).collect();
        let mut children = vec![Vec::new(); parents.len()];
        let mut missing: Vec<usize> = parents.iter().map(Vec::len).collect();
        for (task, parents) in (0..).zip(&parents) {
            for &parent in parents {
                children[parent as usize].push(task);
            }
        }
        let mut depth = vec![0; parents.len()];
        let mut next: Vec<u32> =
            (0..parents.len() as u32).filter(|&task| missing[task as usize] == 0).collect();
        while let Some(task) = next.pop() {
            for &child in &children[task as usize] {
                let id = child as usize;
                depth[id] = depth[id].max(depth[task as usize] + 1);
                missing[id] -= 1;
                if missing[id] == 0 {
                    next.push(child);
                }
            }
        }
        Self { parents, depth }
    }

    /// The tasks of each line, in order, for this number of lines.
    fn tasks_by_line(&self, levels: u32) -> Vec<Vec<u32>> {
        let deepest = self.depth.iter().max().map_or(0, |depth| depth / levels + 1);
        let mut lines = vec![Vec::new(); deepest as usize];
        for (task, depth) in (0..).zip(&self.depth) {
            lines[(depth / levels) as usize].push(task);
        }
        lines
    }
}

/// The workflows of a run, with their names.
fn named_workflows<'a>(trace: &'a Trace, work: &'a Work) -> impl Iterator<Item = (u32, &'a String)> {
    let groups = (0..).zip(&trace.group_names).zip(group_starts(trace));
    groups.filter(|&(_, first)| work.dependencies(first).is_some()).map(|(group, _)| group)
}

/// The graph of a workflow, that of the selected task if it has one, otherwise that of the group, otherwise the first;
/// `None` without workflows.
pub fn task_graph(trace: &Trace, work: &Work, view: &View, group: u32) -> Option<TaskGraph> {
    let known = |id: SubjectId| trace.subjects.group.get(id as usize).copied();
    let groups: Vec<(u32, String)> =
        named_workflows(trace, work).map(|(group, name)| (group, name.clone())).collect();
    let is_one = |&wanted: &u32| groups.iter().any(|&(group, _)| group == wanted);
    let wanted = view.selected.and_then(known).filter(is_one).or(Some(group).filter(is_one));
    let group = wanted.or(groups.first().map(|&(group, _)| group))?;
    let members = group_tasks(trace, group);
    let dag = Dag::from_work(work, members.clone());
    let levels = dag.depth.iter().max().map_or(1, |depth| (depth + 1).div_ceil(MAX_LEVELS));
    let lines = dag.tasks_by_line(levels);
    let merged =
        dag.parents.len() > MAX_TASKS || lines.iter().any(|line| line.len() > MAX_LEVEL_WIDTH) || levels > 1;
    let ends = members.clone().map(|task| trace.subjects.end[task as usize]).filter(|&end| end != Time::MAX);
    let mut graph = TaskGraph {
        group,
        groups,
        from_s: trace.subjects.submit[members.start as usize].seconds(),
        to_s: ends.max().unwrap_or(trace.now).seconds(),
        lines: lines.len() as u32,
        levels,
        merged,
        nodes: Vec::new(),
        edges: Vec::new(),
        kinds: Vec::new(),
        first: members.start,
        node_of: vec![0; dag.parents.len()],
        path: CriticalPath::from_trace(trace, work, group),
    };
    let painter = Painter::new(trace, view, None);
    let widest = lines.iter().map(Vec::len).max().unwrap_or(1) as f32;
    for (line, own) in (0..).zip(lines) {
        let types = graph.add_kinds(&painter, trace, work, line, &own);
        if merged {
            graph.add_blocks(trace, &types, line as f32, widest);
        } else {
            graph.add_tasks(trace, &dag, &types, line as f32);
        }
    }
    graph.add_edges(&dag);
    graph.count_progress(trace, painter.now);
    Some(graph)
}

/// The first subject of each group; past the last subject for empty groups.
fn group_starts(trace: &Trace) -> Vec<SubjectId> {
    let all = &trace.subjects.group;
    let mut first = vec![all.len() as SubjectId; trace.group_names.len()];
    for (&group, id) in all.iter().zip(0..) {
        if let Some(known) = first.get_mut(group as usize) {
            *known = id.min(*known);
        }
    }
    first
}

impl TaskGraph {
    /// Adds the types of a line, in the order of its tasks; returns the tasks of each.
    fn add_kinds(
        &mut self,
        painter: &Painter,
        trace: &Trace,
        work: &Work,
        line: u32,
        own: &[u32],
    ) -> Vec<(u32, Vec<u32>)> {
        let mut names: Vec<&str> = Vec::new();
        let mut place_of = |task: u32| {
            let subject = self.first + task;
            let program = work.program(subject).or(trace.type_of(subject));
            let name = program.unwrap_or(trace.kind(subject).name);
            let known = names.iter().position(|known| *known == name);
            known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            }) as u32
        };
        let types = order::group_pairs(own.iter().map(|&task| place_of(task)).zip(0..).collect());
        let mut all = Vec::new();
        for (kind, places) in types {
            let tasks: Vec<u32> = places.into_iter().map(|place| own[place]).collect();
            let subject = self.first + tasks[0];
            let colour = match trace.types.of(subject) {
                Some(place) => painter.type_colour_at(place),
                None => painter.look_colour(trace.kind(subject).look),
            };
            let full = blend(painter.grounds[0], colour, 1.0);
            let name = names[kind as usize].to_owned();
            all.push((self.kinds.len() as u32, tasks));
            let (fill, ink, count) =
                (to_hex(full), to_hex(painter.edge_colour(full)), all[all.len() - 1].1.len() as u32);
            self.kinds.push(GraphKind { line, name, fill, ink, count, run_s: None });
        }
        all
    }

    /// Adds all tasks of a line, each below the mean position of its parents.
    fn add_tasks(&mut self, trace: &Trace, dag: &Dag, types: &[(u32, Vec<u32>)], y: f32) {
        let mut own: Vec<(u32, u32)> =
            types.iter().flat_map(|(kind, tasks)| tasks.iter().map(|&task| (task, *kind))).collect();
        let middle = |task: u32| {
            let parents = &dag.parents[task as usize];
            let sum: f32 =
                parents.iter().map(|&parent| self.nodes[self.node_of[parent as usize] as usize].x).sum();
            if parents.is_empty() { 0 } else { (sum / parents.len() as f32 * 1e6) as i64 }
        };
        order::sort_by_key(&mut own, |&(task, _)| middle(task) * i64::from(u32::MAX) + i64::from(task));
        let all = own.len();
        for (place, (task, kind)) in own.into_iter().enumerate() {
            let slot = 1.0 / all as f32;
            let rows = if all >= TWO_ROW_LEVEL { 2 } else { 1 };
            let lower = if place % rows == 1 { STAGGER } else { 0.0 };
            let name = trace.name(self.first + task);
            self.node_of[task as usize] = self.nodes.len() as u32;
            self.add_node(
                name,
                (kind, self.first + task),
                [(place as f32 + 0.5) * slot, y + lower, slot * rows as f32],
                1,
            );
        }
    }

    /// Adds a block for each type of a line, side by side, centred.
    fn add_blocks(&mut self, trace: &Trace, types: &[(u32, Vec<u32>)], y: f32, widest: f32) {
        let width = |tasks: &[u32]| (tasks.len() as f32 / widest).max(MIN_BLOCK_WIDTH);
        let all: f32 = types.iter().map(|(_, tasks)| width(tasks)).sum();
        // Because of the minimum width, they may exceed the space.
        let scale = if all > 1.0 { 1.0 / all } else { 1.0 };
        let mut left = (1.0 - all * scale) / 2.0;
        for (kind, tasks) in types {
            let w = width(tasks) * scale;
            for &task in tasks {
                self.node_of[task as usize] = self.nodes.len() as u32;
            }
            let name = match tasks[..] {
                [task] => trace.name(self.first + task),
                _ => self.kinds[*kind as usize].name.clone(),
            };
            self.add_node(name, (*kind, self.first + tasks[0]), [left + w / 2.0, y, w], tasks.len() as u32);
            left += w;
        }
    }

    /// Adds a node at this position.
    fn add_node(&mut self, name: String, (kind, task): (u32, SubjectId), [x, y, w]: [f32; 3], count: u32) {
        self.nodes.push(GraphNode { x, y, w, kind, name, task, count, begun: 0, ended: 0, critical: false });
    }

    /// Adds the edges between nodes with dependent tasks.
    fn add_edges(&mut self, dag: &Dag) {
        let node = |task: u32| self.node_of[task as usize];
        let pairs = (0..).zip(&dag.parents);
        let pairs = pairs.flat_map(|(task, parents)| parents.iter().map(move |&parent| (parent, task)));
        let mut pairs: Vec<(u32, u32)> =
            pairs.map(|(a, b)| (node(a), node(b))).filter(|(a, b)| a != b).collect();
        order::sort_pairs(&mut pairs);
        let path: Vec<u32> = self.path.tasks().map(|task| node(task - self.first)).collect();
        let edge = |same: &[(u32, u32)]| {
            let (from, to) = same[0];
            let critical = path.windows(2).any(|step| step == [from, to]);
            GraphEdge { from, to, count: same.len() as u32, critical }
        };
        self.edges = pairs.chunk_by(|a, b| a == b).map(edge).collect();
        for place in path {
            self.nodes[place as usize].critical = true;
        }
    }

    /// Counts the tasks that have started and ended by a time, in microseconds.
    fn count_progress(&mut self, trace: &Trace, now: f64) {
        let mut ran = vec![(0.0, 0); self.kinds.len()];
        let by = |time: Time| time != Time::MAX && time.0 as f64 <= now;
        for (task, &place) in (self.first..).zip(&self.node_of) {
            let node = &mut self.nodes[place as usize];
            let (start, end) = (trace.subjects.start[task as usize], trace.subjects.end[task as usize]);
            node.begun += u32::from(by(start));
            if by(end) {
                node.ended += 1;
                let (sum, count) = &mut ran[node.kind as usize];
                *sum += if start == Time::MAX { 0.0 } else { (end - start).seconds() };
                *count += 1;
            }
        }
        for (kind, (sum, count)) in self.kinds.iter_mut().zip(ran) {
            kind.run_s = (count > 0).then(|| sum / f64::from(count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critical_path::tests::{diamond_workflow, executed_workflow};
    use crate::tests::view;
    use ganttlet_core::record::Bar;
    use ganttlet_work::Workflow;

    fn graph_of(trace: &Trace, work: &Work, view: &View) -> TaskGraph {
        task_graph(trace, work, view, 0).expect("there is a workflow")
    }

    #[test]
    fn tasks_are_below_their_predecessors() {
        let (trace, work) = diamond_workflow();
        let graph = graph_of(&trace, &work, &view(&trace, 8, 8));
        let places: Vec<_> =
            graph.nodes.iter().map(|node| (node.task, node.x, node.y, node.critical)).collect();
        assert_eq!(
            places,
            [(0, 0.5, 0.0, true), (1, 0.25, 1.0, false), (2, 0.75, 1.0, true), (3, 0.5, 2.0, true)]
        );
        let edges: Vec<_> =
            graph.edges.iter().map(|edge| (edge.from, edge.to, edge.count, edge.critical)).collect();
        assert_eq!(edges, [(0, 1, 1, false), (0, 2, 1, true), (1, 3, 1, false), (2, 3, 1, true)]);
        assert_eq!((graph.lines, graph.levels, graph.merged, graph.to_s), (3, 1, false, 30.0));
        assert_eq!(
            graph.kinds.iter().map(|kind| (kind.line, kind.count, kind.run_s)).collect::<Vec<_>>(),
            [(0, 1, Some(4.0)), (1, 2, Some(5.5)), (2, 1, Some(10.0))]
        );
    }

    #[test]
    fn progress_follows_the_playhead() {
        let (trace, work) = diamond_workflow();
        let at = |now_s| {
            let graph = graph_of(&trace, &work, &View { now_s, ..view(&trace, 8, 8) });
            graph.nodes.iter().map(|node| (node.begun, node.ended)).collect::<Vec<_>>()
        };
        assert_eq!(at(0.5), [(0, 0); 4]);
        assert_eq!(at(13.0), [(1, 1), (1, 1), (1, 0), (0, 0)]);
        assert_eq!(at(30.0), [(1, 1); 4]);
    }

    #[test]
    fn too_many_tasks_are_blocks_of_their_type() {
        // One task, then a hundred of two types, then one.
        let parents: Vec<Vec<u32>> = (0..102)
            .map(|task| match task {
                0 => vec![],
                101 => (1..101).collect(),
                _ => vec![0],
            })
            .collect();
        let parents: Vec<&[u32]> = parents.iter().map(Vec::as_slice).collect();
        let bars: Vec<Bar> =
            (0..102).map(|task| (0, 1, f64::from(task), Some(f64::from(task) + 1.0))).collect();
        let (mut trace, work) = executed_workflow(&parents, &bars);
        let types = ["a", "b"].map(|name| trace.types.find_or_add(name));
        (0..102).for_each(|task| trace.types.set(task, types[usize::from(task > 75)]));
        let graph = graph_of(&trace, &work, &View { now_s: 51.0, ..view(&trace, 8, 8) });
        let nodes: Vec<_> = graph.nodes.iter().map(|node| (node.y, node.w, node.count, node.ended)).collect();
        assert_eq!(nodes, [(0.0, 0.03, 1, 1), (1.0, 0.75, 75, 50), (1.0, 0.25, 25, 0), (2.0, 0.03, 1, 0)]);
        let edges: Vec<_> =
            graph.edges.iter().map(|edge| (edge.from, edge.to, edge.count, edge.critical)).collect();
        assert_eq!(edges, [(0, 1, 75, false), (0, 2, 25, true), (1, 3, 75, false), (2, 3, 25, true)]);
        assert_eq!([0, 75, 76, 101].map(|task: usize| graph.node_of[task]), [0, 1, 2, 3]);
    }

    /// If the run also has other jobs, tasks of workflows have one type: the names of their programs distinguish them.
    #[test]
    fn blocks_have_the_names_of_programs() {
        let task = |task: u32| ganttlet_work::Task {
            parents: task.checked_sub(99).into_iter().collect(),
            program: ["cut", "sew", "iron"][task as usize / 99].to_owned(),
            ..Default::default()
        };
        let mut workflow = Workflow { tasks: (0..250).map(task).collect(), ..Workflow::default() };
        workflow.link_children();
        let bars: Vec<Bar> =
            (0..250).map(|task| (0, 1, f64::from(task), Some(f64::from(task) + 1.0))).collect();
        let (mut trace, _) = executed_workflow(&[], &bars);
        let one = trace.types.find_or_add("workflow");
        (0..250).for_each(|task| trace.types.set(task, one));
        let graph = graph_of(&trace, &Work::new(vec![workflow]), &view(&trace, 8, 8));
        let names = |nodes: &[GraphNode]| nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&graph.nodes), ["cut", "sew", "iron"]);
        assert!(graph.kinds.iter().all(|kind| kind.fill == graph.kinds[0].fill));
    }

    #[test]
    fn many_levels_share_lines() {
        let parents: Vec<Vec<u32>> =
            (0..100_u32).map(|task| task.checked_sub(1).into_iter().collect()).collect();
        let parents: Vec<&[u32]> = parents.iter().map(Vec::as_slice).collect();
        let bars: Vec<Bar> =
            (0..100).map(|task| (0, 1, f64::from(task), Some(f64::from(task) + 1.0))).collect();
        let (trace, work) = executed_workflow(&parents, &bars);
        let graph = graph_of(&trace, &work, &view(&trace, 8, 8));
        assert_eq!((graph.lines, graph.levels, graph.nodes.len(), graph.edges.len()), (34, 3, 34, 33));
        assert!(graph.edges.iter().all(|edge| edge.critical && edge.count == 1));
        // The workflow of the selected task; the first if the group does not exist; `None` without workflows.
        assert_eq!(
            super::task_graph(&trace, &work, &view(&trace, 8, 8), 7).map(|graph| graph.group),
            Some(0)
        );
        assert_eq!(
            super::task_graph(&trace, &Work::new(Vec::<Workflow>::new()), &view(&trace, 8, 8), 0),
            None
        );
        let selected = View { selected: Some(3), ..view(&trace, 8, 8) };
        assert_eq!(super::task_graph(&trace, &work, &selected, 7).map(|graph| graph.group), Some(0));
    }
}
