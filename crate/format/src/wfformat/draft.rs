//! The draft of a workflow from the values of a file in any version.

use super::file::{ExecutedTask, Machine, OldTask, References, RuntimeSystem, SpecifiedTask, WfFile};
use crate::Fact;
use crate::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use crate::json::{Number, Text};
use crate::number::MAX_TIME_S;
use crate::workflow::{Draft, FileUse, MAX_SIZE, TaskError};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Span;
use std::collections::{BTreeMap, HashMap};

/// Maximum length of a program name from a command; longer ones are scripts.
const MAX_PROGRAM: usize = 80;

/// Maximum number of machines that are listed.
const MAX_LISTED: usize = 5;

/// A task of any version.
struct AnyTask {
    id: String,
    name: String,
    program: String,
    run: Number,
    cores: Number,
    machines: Vec<Text>,
    parents: References,
    children: References,
}

/// The names that references to tasks use, with the indices of the tasks.
struct TaskNames {
    /// True if `first` has names and `second` ids; otherwise the reverse.
    by_name: bool,
    /// The index of each task; none if several tasks have the name.
    first: HashMap<String, Option<u32>>,
    /// Used if `first` has no such name.
    second: HashMap<String, Option<u32>>,
}

/// Indices by name.
fn places(names: impl Iterator<Item = String>) -> HashMap<String, Option<u32>> {
    let mut places = HashMap::new();
    for (name, place) in names.zip(0..) {
        if !name.is_empty() {
            places.entry(name).and_modify(|known| *known = None).or_insert(Some(place));
        }
    }
    places
}

impl TaskNames {
    /// The index of a task; an error if several have the name, `None` if none has.
    fn find(&self, name: &str) -> Result<Option<u32>, Diagnostic> {
        let found = match (self.first.get(name), self.second.get(name)) {
            (Some(Some(place)), _) | (None | Some(None), Some(Some(place))) => return Ok(Some(*place)),
            (None, None) => return Ok(None),
            _ => name,
        };
        let name = quote_bytes(found.as_bytes());
        Err(Diagnostic::error(format!("several tasks have the name `{name}`, which a dependency refers to"))
            .hint("Give the tasks of the workflow different names."))
    }
}

/// The draft of a file, or its errors.
pub(super) fn draft_workflow(file: WfFile) -> Result<Draft, Vec<Diagnostic>> {
    let Some(workflow) = file.workflow else {
        return Err(vec![Diagnostic::error("there is no `workflow` in the file")]);
    };
    let mut draft = Draft { name: file.name.0, version: file.version.0, ..Draft::default() };
    let makespan = workflow.makespan_s.0.or(workflow.makespan.0);
    let (mut makespan, mut machines) = (makespan, workflow.machines.0);
    let uses_of;
    let (tasks, names) = if let Some(specification) = workflow.specification {
        let execution = workflow.execution.unwrap_or_default();
        makespan = execution.makespan_s.0.or(makespan);
        machines.extend(execution.machines.0);
        for file in specification.files.0 {
            let number = draft.files.index_of(&file.id.0);
            let size = draft.check_value("size", file.size_bytes.0.or(file.size.0), MAX_SIZE);
            draft.catalogue.extend(size.map(|size| (number, size)));
        }
        let (tasks, files) = join_execution(specification.tasks.0, execution.tasks.0, &mut draft);
        uses_of = files;
        let names = TaskNames {
            by_name: false,
            first: places(tasks.iter().map(|task| task.id.clone())),
            second: places(tasks.iter().map(|task| task.name.clone())),
        };
        (tasks, names)
    } else {
        let mut old = workflow.tasks.0;
        old.extend(workflow.jobs.0);
        let (tasks, files): (Vec<AnyTask>, Vec<TaskFiles>) = old.into_iter().map(from_old).unzip();
        uses_of = files;
        let names = TaskNames {
            by_name: true,
            first: places(tasks.iter().map(|task| task.name.clone())),
            second: places(tasks.iter().map(|task| task.id.clone())),
        };
        (tasks, names)
    };
    if tasks.is_empty() {
        return Err(vec![Diagnostic::error("there is no task in the workflow")]);
    }
    let labels = add_tasks(&mut draft, &tasks, &names)?;
    add_uses(&mut draft, uses_of)?;
    add_edges(&mut draft, &tasks, &names, &labels)?;
    add_facts(&mut draft, &tasks, &machines, makespan, file.runtime_system.or(file.wms));
    Ok(draft)
}

/// A use of a file: its name, `input` or `output`, its size.
struct AnyUse {
    name: String,
    link: &'static str,
    size: Number,
}

/// The files of a task.
type TaskFiles = Vec<AnyUse>;

fn from_old(task: OldTask) -> (AnyTask, TaskFiles) {
    let files = task.files.0.into_iter().map(|file| {
        let link = match file.link.0.as_str() {
            "input" => "input",
            "output" => "output",
            _ => "",
        };
        AnyUse { name: file.name.0, link, size: Number(file.size_bytes.0.or(file.size.0)) }
    });
    let files = files.collect();
    let mut children = task.children;
    children.0.extend(task.childrens.0);
    let program = program(&task.category.0, &task.command.0, &task.name.0);
    let any = AnyTask {
        id: task.id.0,
        name: task.name.0,
        program,
        run: Number(task.runtime_s.0.or(task.runtime.0)),
        cores: task.cores,
        machines: Some(task.machine).filter(|machine| !machine.0.is_empty()).into_iter().collect(),
        parents: task.parents,
        children,
    };
    (any, files)
}

/// The tasks of a specification with their data from the execution, and their files.
fn join_execution(
    specified: Vec<SpecifiedTask>,
    executed: Vec<ExecutedTask>,
    draft: &mut Draft,
) -> (Vec<AnyTask>, Vec<TaskFiles>) {
    let mut runs: HashMap<String, ExecutedTask> = HashMap::new();
    let (mut twice, mut without) = (FindingList::default(), FindingList::default());
    for run in executed {
        match runs.entry(run.id.0.clone()) {
            std::collections::hash_map::Entry::Occupied(_) => {
                twice.add_with_text(0, || format!("`{}`", quote_bytes(run.id.0.as_bytes())));
            }
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(run);
            }
        }
    }
    let mut files = vec![];
    let join = |task: SpecifiedTask| {
        let id = if task.id.0.is_empty() { task.name.0.clone() } else { task.id.0 };
        let run = runs.remove(&id).unwrap_or_default();
        let used = |link| move |file: Text| AnyUse { name: file.0, link, size: Number(None) };
        let (inputs, outputs) = (task.inputs.0.into_iter(), task.outputs.0.into_iter());
        files.push(inputs.map(used("input")).chain(outputs.map(used("output"))).collect());
        AnyTask {
            program: program("", &run.command.0, &task.name.0),
            id,
            name: task.name.0,
            run: run.runtime_s,
            cores: run.cores,
            machines: run.machines.0,
            parents: task.parents,
            children: task.children,
        }
    };
    let tasks = specified.into_iter().map(join).collect();
    let mut left: Vec<&String> = runs.keys().collect();
    left.sort_unstable();
    for id in left {
        without.add_with_text(0, || format!("`{}`", quote_bytes(id.as_bytes())));
    }
    twice.report(&mut draft.diagnostics, |n| {
        let tasks = count_text(n, "task is", "tasks are");
        Diagnostic::warning(format!("{tasks} executed more than once: the first execution is used"))
    });
    without.report(&mut draft.diagnostics, |n| {
        let tasks = count_text(n, "executed task is", "executed tasks are");
        Diagnostic::warning(format!("{tasks} not in the specification: ignored"))
    });
    (tasks, files)
}

/// The program of a task: its category, the program of its command, or its name without the number at the end.
fn program(category: &str, command: &str, name: &str) -> String {
    let word =
        |text: &str| !text.is_empty() && text.len() <= MAX_PROGRAM && !text.contains(char::is_whitespace);
    if !category.is_empty() {
        return category.to_owned();
    }
    if word(command) {
        return command.to_owned();
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.strip_suffix("_ID").or_else(|| stem.strip_suffix('_')).unwrap_or(name);
    stem.to_owned()
}

/// Adds the tasks, named as in references to them; returns the numbers of their ids.
fn add_tasks(draft: &mut Draft, tasks: &[AnyTask], names: &TaskNames) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let mut labels = vec![];
    for task in tasks {
        let (first, second) = if names.by_name { (&task.name, &task.id) } else { (&task.id, &task.name) };
        // Several tasks of one name are distinguished only by their ids.
        let unique = |map: &HashMap<String, Option<u32>>, name| matches!(map.get(name), Some(Some(_)));
        let label =
            if !unique(&names.first, first) && unique(&names.second, second) { second } else { first };
        if label.is_empty() {
            return Err(vec![Diagnostic::error("a task has no name and no id")]);
        }
        match draft.add_task(label, "tasks", 0) {
            Ok(place) => {
                let run_s = draft.check_value("runtime", task.run.0, MAX_TIME_S);
                let nodes = draft.check_cores(task.cores.0).unwrap_or(1);
                let added = &mut draft.tasks[place as usize];
                (added.run_s, added.nodes) = (run_s, nodes);
                added.program.clone_from(&task.program);
                labels.push(added.id);
            }
            Err(TaskError::Twice(_)) => {
                let label = quote_bytes(label.as_bytes());
                return Err(vec![Diagnostic::error(format!("two tasks have the id `{label}`"))]);
            }
            Err(TaskError::Limit(problem)) => return Err(vec![problem]),
        }
    }
    Ok(labels)
}

fn add_uses(draft: &mut Draft, files: Vec<TaskFiles>) -> Result<(), Vec<Diagnostic>> {
    for (files, task) in files.into_iter().zip(0..) {
        for AnyUse { name, link, size } in files {
            if link.is_empty() {
                draft.unused.add_with_text(0, || format!("`{}`", quote_bytes(name.as_bytes())));
            }
            let size = draft.check_value("size", size.0, MAX_SIZE);
            let file = draft.files.index_of(&name);
            let one = FileUse { task, file, reads: link == "input", writes: link == "output", size };
            draft.add_use(one, 0).map_err(|problem| vec![problem])?;
        }
    }
    Ok(())
}

/// Adds the union of the dependencies by parents and by children.
fn add_edges(
    draft: &mut Draft,
    tasks: &[AnyTask],
    names: &TaskNames,
    labels: &[u32],
) -> Result<(), Vec<Diagnostic>> {
    let one = |problem: Diagnostic| vec![problem];
    let mut by_children = vec![];
    for (task, &label) in tasks.iter().zip(labels) {
        for Text(parent) in &task.parents.0 {
            let parent = match names.find(parent).map_err(one)? {
                Some(place) => labels[place as usize],
                // An unknown name is reported as an error later.
                None => draft.id_index(parent, 0),
            };
            if parent == label {
                let name = quote_bytes(task.name.as_bytes());
                return Err(vec![Diagnostic::error(format!("the task `{name}` depends on itself"))]);
            }
            draft.add_edge(label, parent, 0).map_err(one)?;
        }
        for Text(child) in &task.children.0 {
            let child = match names.find(child).map_err(one)? {
                Some(place) => labels[place as usize],
                None => draft.id_index(child, 0),
            };
            by_children.push((child, label));
        }
    }
    let mut by_parents = draft.edges.clone();
    by_parents.sort_unstable();
    by_children.sort_unstable();
    by_children.dedup();
    let listed = |edge: &(u32, u32)| by_parents.binary_search(edge).is_ok();
    let only_parents = by_parents.iter().filter(|edge| by_children.binary_search(edge).is_err()).count();
    let (mut contrary, mut only_children) = (FindingList::default(), 0_usize);
    let both = !by_parents.is_empty() && !by_children.is_empty();
    let name_of: HashMap<u32, &str> =
        labels.iter().zip(tasks).map(|(&label, task)| (label, task.name.as_str())).collect();
    for &(child, parent) in by_children.iter().filter(|edge| !listed(edge)) {
        if child == parent || listed(&(parent, child)) {
            contrary.add_with_text(0, || {
                let name = |id: u32| quote_bytes(name_of.get(&id).unwrap_or(&"").as_bytes());
                format!("{} to {}", name(parent), name(child))
            });
            continue;
        }
        only_children += 1;
        draft.add_edge(child, parent, 0).map_err(one)?;
    }
    contrary.report(&mut draft.diagnostics, |n| {
        let edges = count_text(n, "dependency", "dependencies");
        Diagnostic::warning(format!("{edges} in `children` left out: contrary to `parents`"))
    });
    let alone = only_parents + only_children;
    if both && alone > 0 {
        let edges = count_text(alone as u32, "dependency is", "dependencies are");
        let message = format!("{edges} listed in only one of `parents` and `children`: used");
        draft.diagnostics.push(Diagnostic::note(message));
    }
    Ok(())
}

/// Adds the facts about the recorded run.
fn add_facts(
    draft: &mut Draft,
    tasks: &[AnyTask],
    machines: &[Machine],
    makespan: Option<f64>,
    system: Option<RuntimeSystem>,
) {
    let mut facts = vec![];
    if let Some(makespan) = makespan.filter(|makespan| (0.0..=MAX_TIME_S).contains(makespan)) {
        facts.push(Fact::new("Recorded makespan", Span::from_seconds(makespan).to_string()));
    }
    if let Some(RuntimeSystem { name, version }) = system.filter(|system| !system.name.0.is_empty()) {
        facts.push(Fact::new(
            "Runtime system",
            quote_bytes(format!("{} {}", name.0, version.0).trim().as_bytes()),
        ));
    }
    let mut cores = Some(0.0);
    let list: Vec<String> = machines
        .iter()
        .map(|machine| {
            let cpu = machine.cpu.as_ref();
            let count = cpu.and_then(|cpu| cpu.cores.0.or(cpu.count.0)).filter(|&count| count >= 1.0);
            let speed = cpu.and_then(|cpu| cpu.speed_mhz.0.or(cpu.speed.0)).filter(|&speed| speed > 0.0);
            cores = cores.zip(count).map(|(sum, count)| sum + count);
            let name = quote_bytes(machine.name.0.as_bytes());
            match (count, speed) {
                (Some(count), Some(speed)) => format!("{name} ({count} cores of {speed} MHz)"),
                (Some(count), None) => format!("{name} ({count} cores)"),
                _ => name,
            }
        })
        .collect();
    if !list.is_empty() {
        facts.push(Fact::new("Recorded machines", shorten_list(&list)));
    }
    // A placement on one core of each machine would not indicate a size.
    let cores = cores.filter(|&cores| (1.0..=1e6).contains(&cores) && cores.fract() == 0.0);
    draft.processors = cores.map(|cores| (cores as u32, "the cores of the recorded machines"));
    let mut placed: BTreeMap<&str, u32> = BTreeMap::new();
    for machine in tasks.iter().flat_map(|task| &task.machines) {
        *placed.entry(machine.0.as_str()).or_default() += 1;
    }
    let mut placed: Vec<(&str, u32)> = placed.into_iter().collect();
    placed.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    if !placed.is_empty() {
        let text = |&(name, count): &(&str, u32)| {
            format!("{} on {}", group_digits(count.into()), quote_bytes(name.as_bytes()))
        };
        let list: Vec<String> = placed.iter().map(text).collect();
        facts.push(Fact::new("Recorded placement of tasks", shorten_list(&list)));
    }
    draft.facts = facts;
}

/// The first items of a list, and the number of the others.
fn shorten_list(list: &[String]) -> String {
    let more = list.len().saturating_sub(MAX_LISTED);
    let rest = if more > 0 { format!(" and {} more", group_digits(more as u64)) } else { String::new() };
    format!("{}{rest}", list[..list.len() - more].join(", "))
}
