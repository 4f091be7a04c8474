//! Workflows of `DSLab` DAG in YAML: tasks with their work in Gflop, and the data items passed between them.
//!
//! Dependencies follow only from the data. A task that may use a range of cores is simulated on its minimum.

#[cfg(test)]
mod tests;

use super::finding_list::{FindingList, count_text, quote_bytes};
use super::number::{MAX_TIME_S, parse_number};
use super::whole_file::{WholeFile, new_reader};
use super::workflow::{self, Draft, FileUse, FormatTexts, MAX_SIZE, TaskError, finish_draft};
use super::yaml::{Node, Yaml};
use super::{FileField, Format, FormatReader, Reading, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;
use std::collections::HashMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("dslab", "DSLab workflow (YAML)")
        .summary(
            "Workflow of DSLab DAG: tasks with work in Gflop, and data items in MB that the tasks pass on. \
             Dependencies follow from the data.",
        )
        .source(
            "Sukhoroslov, Gorokhovskii, Benchmarking DAG Scheduling Algorithms on Scientific Workflow Instances, \
             RuSCDays 2023, doi:10.1007/978-3-031-49435-2_1; the files: DAG::from_yaml of the library dslab-dag",
        )
        .parameters(Choices::LIST),
    Some("DSLab workflows (YAML)"),
    64 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 6] = fields([
    ("inputs", "Data that is there from the start: `name` and `size` (MB)."),
    ("tasks", "Tasks: `name`, `flops`, `inputs` and `outputs`."),
    ("flops", "Work of the task on one core, Gflop; the runtime is `flops` / `speed_gflops`."),
    (
        "inputs, outputs of a task",
        "Names of the data it reads; `name` and `size` (MB) of the data it writes.",
    ),
    (
        "min_cores, max_cores, cores_dependency",
        "The task has `min_cores` nodes. A number for the dependency is its sequential share; else it speeds \
         up linearly. `max_cores` is not used.",
    ),
    ("memory", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(is_dslab, |name, settings| {
    new_reader(name, settings, (FORMAT.limit, "workflow"), read_dslab)
});

/// True if a file begins like a workflow.
fn is_dslab(head: &[u8]) -> bool {
    let begins = |word: &[u8]| unpack::complete_lines(head).any(|line| line.starts_with(word));
    let flops = || {
        unpack::complete_lines(head).any(|line| {
            let line = line.trim_ascii_start();
            line.strip_prefix(b"- ").unwrap_or(line).trim_ascii_start().starts_with(b"flops:")
        })
    };
    (begins(b"tasks:") || begins(b"inputs:")) && flops()
}

/// The texts of the format.
const TEXTS: FormatTexts = FormatTexts {
    id: "dslab",
    name: "",
    endings: &[".gz", ".yaml", ".yml"],
    task: ["task", "tasks"],
    reference: ["", ""],
    data_edges: "",
    has_files: true,
};

/// What can be set.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    workflow: workflow::Choices,
    /// Speed of a core of the reference node, by which the work of a task becomes its runtime.
    #[parameter(name = "Reference speed", unit = "Gflop/s", min = 1e-6, max = 1e9, default = 1)]
    speed_gflops: f64,
}

fn read_dslab(file: &WholeFile<'_, Choices>) -> Result<Reading, Vec<Diagnostic>> {
    let draft = draft_workflow(file.bytes, file.choices.speed_gflops).map_err(|problem| vec![problem])?;
    finish_draft(file.name, draft, &TEXTS, &file.choices.workflow, None)
}

fn draft_workflow(bytes: &[u8], speed_gflops: f64) -> Result<Draft, Diagnostic> {
    let yaml = Yaml::parse(bytes)?;
    let root = yaml.root();
    let mut draft = Draft::default();
    let mut range = FindingList::default();
    for item in root.get_list("inputs")? {
        if let Some(name) = item.get_text("name") {
            let file = draft.files.index_of(name);
            let size = size(&mut draft, item);
            draft.catalogue.extend(size.map(|size| (file, size)));
        }
    }
    for task in root.get_list("tasks")? {
        read_task(&mut draft, task, speed_gflops, &mut range)?;
    }
    yaml.check_steps()?;
    if draft.tasks.is_empty() {
        return Err(Diagnostic::error("there is no task in the workflow"));
    }
    range.report(&mut draft.diagnostics, |n| {
        let tasks = count_text(n, "task", "tasks");
        Diagnostic::note(format!("{tasks} may use more cores than `min_cores`: the minimum is simulated"))
    });
    add_edges(&mut draft)?;
    Ok(draft)
}

fn read_task(
    draft: &mut Draft,
    task: Node<'_>,
    speed_gflops: f64,
    range: &mut FindingList,
) -> Result<(), Diagnostic> {
    let line = task.line();
    let error = |message: String| Err(Diagnostic::error(message).line(line));
    let Some(name) = task.get_text("name") else {
        return error("a task has no `name`".to_owned());
    };
    let index = match draft.add_task(name, "tasks", line) {
        Ok(index) => index,
        Err(TaskError::Twice(first)) => {
            let name = quote_bytes(name.as_bytes());
            return error(format!("two tasks have the name `{name}`; the first is in line {first}"));
        }
        Err(TaskError::Limit(problem)) => return Err(problem),
    };
    let value = |key: &str| task.get(key).and_then(|node| Some((node.text()?, node.line())));
    let most = MAX_TIME_S * speed_gflops;
    let flops = value("flops").and_then(|(text, line)| draft.parse_value("flops", text, most, line));
    let nodes = value("min_cores").and_then(|(text, line)| draft.parse_cores(text, line)).unwrap_or(1);
    let largest = value("max_cores").and_then(|(text, line)| draft.parse_cores(text, line)).unwrap_or(nodes);
    if largest > nodes {
        range.add_with_text(line, || format!("`{}`", quote_bytes(name.as_bytes())));
    }
    // The sequential share of Amdahl's law; linear speedup without a share.
    let share = value("cores_dependency").and_then(|(text, _)| parse_number(text.as_bytes()));
    let share = share.filter(|share| (0.0..=1.0).contains(share)).unwrap_or(0.0);
    let added = &mut draft.tasks[index as usize];
    added.nodes = nodes;
    added.run_s = flops.map(|flops| flops / speed_gflops * (share + (1.0 - share) / f64::from(nodes)));
    for (key, writes) in [("inputs", false), ("outputs", true)] {
        for item in task.get_list(key)? {
            let Some(name) = item.text().or_else(|| item.get_text("name")) else {
                return Err(Diagnostic::error(format!("an entry of `{key}` has no name")).line(item.line()));
            };
            let file = draft.files.index_of(name);
            let size = size(draft, item);
            draft.add_use(FileUse { task: index, file, reads: !writes, writes, size }, item.line())?;
        }
    }
    Ok(())
}

/// The size of a data item, in bytes.
fn size(draft: &mut Draft, item: Node<'_>) -> Option<f64> {
    let size = item.get("size")?;
    draft.parse_value("size", size.text()?, MAX_SIZE / 1e6, size.line()).map(|megabytes| megabytes * 1e6)
}

/// Adds a dependency for each task that reads a data item of another.
fn add_edges(draft: &mut Draft) -> Result<(), Diagnostic> {
    let mut writers: HashMap<u32, u32> = HashMap::new();
    let place = |draft: &Draft, task: u32| draft.ids[draft.tasks[task as usize].id as usize].line;
    for one in draft.uses.iter().filter(|one| one.writes) {
        if writers.insert(one.file, one.task).is_some_and(|other| other != one.task) {
            let message = "two tasks write the same data item";
            return Err(Diagnostic::error(message).line(place(draft, one.task)));
        }
    }
    let pairs = draft.uses.iter().filter(|one| one.reads);
    let mut pairs: Vec<(u32, u32)> =
        pairs.filter_map(|one| Some((one.task, *writers.get(&one.file)?))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (child, parent) in pairs {
        let line = place(draft, child);
        if child == parent {
            return Err(Diagnostic::error("a task reads what it writes itself").line(line));
        }
        let [child, parent] = [child, parent].map(|task| draft.tasks[task as usize].id);
        draft.add_edge(child, parent, line)?;
    }
    Ok(())
}
