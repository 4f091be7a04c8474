//! Task graphs in DOT, the language of Graphviz, as written by `SimGrid` and `daggen`.
//!
//! The `size` of a node is its work in floating-point operations, that of an edge the bytes that it transfers; an edge
//! without a size or with 0 or less is only a dependency. Most other DOT files are drawings without costs: their tasks
//! have the default runtime. The parser is in this module and not from a library, so that it has no recursion, and its
//! time and memory are proportional to the size of any file.

mod lexer;
mod parser;
#[cfg(test)]
mod tests;

use super::finding_list::count_text;
use super::number::MAX_TIME_S;
use super::whole_file::{WholeFile, new_reader};
use super::workflow::{self, Draft, FileUse, FormatTexts, MAX_SIZE, finish_draft};
use super::{FileField, Format, FormatReader, Reading, fields};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;
use parser::Graph;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("dot", "Task graph (DOT)")
        .summary(
            "Directed graph in DOT with costs as in SimGrid and daggen: `size` of a node in floating-point \
             operations, `size` of an edge in bytes. A graph without costs has the default runtime for \
             all tasks.",
        )
        .source(
            "Casanova, Giersch, Legrand, Quinson, Suter, Versatile, Scalable, and Accurate Simulation of Distributed \
             Applications and Platforms, JPDC 74(10), 2014; create_DAG_from_dot in the manual of SimGrid; daggen by Suter \
             and Hunold; The DOT Language, Graphviz",
        )
        .parameters(Choices::LIST),
    Some("task graphs for SimGrid (DOT)"),
    128 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 6] = fields([
    ("digraph", "The graph. Undirected graphs are refused; of several graphs the first is read."),
    ("node", "Task. Nodes that only edges name are tasks, too."),
    ("size of a node", "Work in floating-point operations; the runtime is `size` / `flops_per_s`."),
    ("category", "Program of the task."),
    ("edge", "Dependency. An edge to or from a subgraph holds for all its nodes."),
    ("size of an edge", "Bytes transferred; no file if missing, zero or negative."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(parser::is_dot, |name, settings| {
    new_reader(name, settings, (FORMAT.limit, "graph"), read_dot)
});

/// The texts of the format.
const TEXTS: FormatTexts = FormatTexts {
    id: "dot",
    name: "DOT",
    endings: &[".gz", ".dot", ".gv"],
    task: ["node", "nodes"],
    reference: ["", "An edge must connect nodes of this file."],
    data_edges: "",
    has_files: false,
};

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Submit time of the workflow.
    #[parameter(name = "Submit time", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    submit_s: f64,
    /// Speed of the reference node, by which sizes of nodes become runtimes.
    #[parameter(name = "Reference speed", unit = "flop/s", min = 1, max = 1e18, default = 1e9)]
    flops_per_s: f64,
    /// Runtime of nodes without a size.
    #[parameter(name = "Default runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 10)]
    default_run_s: f64,
    /// Factor applied to all sizes of edges.
    #[parameter(name = "File-size factor", min = 0, max = 1e6, default = 1)]
    size_factor: f64,
}

fn read_dot(file: &WholeFile<'_, Choices>) -> Result<Reading, Vec<Diagnostic>> {
    let &Choices { submit_s, flops_per_s, default_run_s, size_factor } = file.choices;
    let graph = parser::parse_dot(file.bytes).map_err(|problem| vec![problem])?;
    let draft = graph.into_draft(flops_per_s).map_err(|problem| vec![problem])?;
    let choices =
        workflow::Choices { submit_s, default_run_s, default_size_mb: 0.0, run_factor: 1.0, size_factor };
    finish_draft(file.name, draft, &TEXTS, &choices, None)
}

impl Graph {
    /// The tasks, dependencies and files of the graph.
    fn into_draft(self, flops_per_s: f64) -> Result<Draft, Diagnostic> {
        let Self { mut draft, nodes, edges, several, .. } = self;
        if draft.tasks.is_empty() {
            return Err(Diagnostic::error("there is no node in the graph"));
        }
        let costs = nodes.iter().any(|node| node.size.is_some());
        let most = MAX_TIME_S * flops_per_s;
        for (node, task) in nodes.iter().zip(0..) {
            let flops =
                node.size.as_ref().and_then(|(size, line)| draft.parse_value("size", size, most, *line));
            draft.tasks[task].run_s = flops.map(|flops| flops / flops_per_s);
            // SimGrid adds these two tasks without work.
            if costs && node.size.is_none() && ["root", "end"].contains(&node.name.as_str()) {
                draft.tasks[task].run_s = Some(0.0);
            }
            draft.tasks[task].program.clone_from(&node.category);
        }
        for edge in &edges {
            let [parent, child] = [edge.from, edge.to].map(|node| &nodes[node as usize].name);
            if edge.from == edge.to {
                return Err(Diagnostic::error(format!("the node `{}` depends on itself", edge_name(parent)))
                    .line(edge.line));
            }
            let [parent_id, child_id] = [edge.from, edge.to].map(|node| draft.tasks[node as usize].id);
            draft.add_edge(child_id, parent_id, edge.line)?;
            let Some(text) = edge.size.as_deref().filter(|size| !size.trim().starts_with('-')) else {
                continue;
            };
            let Some(size) = draft.parse_value("size", text, MAX_SIZE, edge.line).filter(|&size| size > 0.0)
            else {
                continue;
            };
            let name = [(parent, edge.from), (child, edge.to)].map(|(name, node)| file_name_part(name, node));
            let file = draft.files.index_of(&name.join(" to "));
            for (task, writes) in [(edge.from, true), (edge.to, false)] {
                let one = FileUse { task, file, reads: !writes, writes, size: Some(size) };
                draft.add_use(one, edge.line)?;
            }
        }
        // The uses of a task must be consecutive.
        draft.uses.sort_by_key(|one| one.task);
        if !costs {
            let message = "no node has a `size`: the graph may be a drawing without costs";
            draft.diagnostics.push(Diagnostic::note(message));
        }
        if several {
            let message = "the file has more than one graph: only the first is read";
            draft.diagnostics.push(Diagnostic::warning(message));
        }
        let sized = edges.iter().filter(|edge| edge.size.is_some()).count() as u32;
        if costs && sized == 0 && !edges.is_empty() {
            let edges = count_text(edges.len() as u32, "edge has", "edges have");
            draft.diagnostics.push(Diagnostic::note(format!("{edges} no `size`: nothing is transferred")));
        }
        Ok(draft)
    }
}

/// Maximum length of a node name within the name of a file, because a node may have very many edges.
const MAX_NAME_PART: usize = 60;

/// The part of a file name for a node.
fn file_name_part(name: &str, node: u32) -> String {
    if name.len() <= MAX_NAME_PART { name.to_owned() } else { format!("node {node}") }
}

/// The name of a node in a message.
fn edge_name(name: &str) -> String {
    super::finding_list::quote_bytes(name.as_bytes())
}
