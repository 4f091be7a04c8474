//! A workflow in a scenario.

use super::{File, Task, Workflow};
use crate::kind::MachinePreset;
use crate::{Kind, Work};
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean};
use ganttlet_core::entry::catalog_text;
use ganttlet_core::entry::document::{
    Agree, BYTES, Datum, Document, List, Map, NODES, Notes, SECONDS, Shape, Stored,
};
use ganttlet_core::entry::limits;
use ganttlet_core::platform::Platform;
use ganttlet_core::time::{Span, Time};
use std::collections::BTreeMap;

pub(super) static KIND: Kind = Kind {
    id: "workflows",
    word: "workflows",
    summary: catalog_text(
        "Tasks with data dependencies: a directed acyclic graph from entry tasks to exit tasks.",
    ),
    things: "tasks",
    group: "workflow",
    named: true,
    decide: &["workflow-makespan", "makespan"],
    whole: true,
    default_machines: MachinePreset { preset: "das3", size: None, words: "the preset das3" },
    none: Work::empty::<Workflow>,
    key: "workflow",
    doc: "A workflow described in the scenario.",
    shape: Said::SHAPE,
    size: |said| Said::read(said).tasks.len() as u64,
    fits: check_acyclic,
    work: |said| Work::new(vec![Said::read(said).workflow()]),
    ..Kind::COMMON
};

const TASKS: Shape = Shape::List(&List {
    of: SaidTask::SHAPE,
    least: 1,
    most: limits::INLINE,
    things: "tasks",
    missing: "task",
    hint: "Add {\"id\": \"a\", \"run_s\": 10}.",
    column: false,
});
const NAMES: Shape = Shape::List(&List {
    of: Shape::Text,
    least: 0,
    most: limits::INLINE,
    things: "names",
    missing: "",
    hint: "",
    column: false,
});
const FILES: Shape =
    Shape::Map(&Map { of: BYTES, things: "names and bytes", hint: "Write {\"data.fits\": 1000000}." });

/// Tasks with dependencies and files.
#[derive(Document)]
#[document(agree)]
struct Said {
    /// Name.
    #[field(default = "Workflow".to_owned())]
    name: String,
    /// Submit time, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    submit_s: f64,
    /// Tasks.
    #[field(is = TASKS, need = "Add \"tasks\": [{\"id\": \"a\", \"run_s\": 10}].")]
    tasks: Vec<SaidTask>,
    /// Sizes in bytes, by name.
    #[field(is = FILES, default = vec![])]
    files: Vec<(String, f64)>,
}

/// A task.
#[derive(Document)]
struct SaidTask {
    /// Id of the task, unique in the workflow.
    #[field(need = "Add \"id\": \"a\".")]
    id: String,
    /// Program.
    #[field(optional)]
    program: String,
    /// Runtime on nodes of speed 1, in seconds.
    #[field(is = SECONDS, need = "Add \"run_s\": 10.")]
    run_s: f64,
    /// Number of nodes.
    #[field(is = NODES, default = 1)]
    nodes: u32,
    /// Ids of the tasks that must end before it.
    #[field(is = NAMES, default = vec![])]
    parents: Vec<String>,
    /// Names of its input files. They create no dependencies; list the writers in `parents`. If several tasks write a
    /// file, it reads the output of its nearest ancestor that writes it.
    #[field(is = NAMES, default = vec![])]
    inputs: Vec<String>,
    /// Names of its output files.
    #[field(is = NAMES, default = vec![])]
    outputs: Vec<String>,
}

impl Agree for Said {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
        for (task, i) in self.tasks.iter().zip(0..) {
            if let Some(first) = ids.insert(&task.id, i) {
                let message = format!("the id {:?} is already used by task {}", task.id, first + 1);
                notes.error(&format!("/tasks/{i}/id"), message, "Give each task a different id.");
            }
        }
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        for ((name, _), i) in self.files.iter().zip(0..) {
            files.insert(name, i);
        }
        for (task, i) in self.tasks.iter().zip(0..) {
            task.check_parents(i, &ids, notes);
            for (key, names) in [("inputs", &task.inputs), ("outputs", &task.outputs)] {
                let strange = |(name, _): &(&String, u32)| !files.contains_key(name.as_str());
                for (name, k) in names.iter().zip(0..).filter(strange) {
                    notes.add_if_room(true, &format!("/tasks/{i}/{key}/{k}"), || {
                        let hint = match did_you_mean(name, files.keys().copied()) {
                            hint if hint.is_empty() => "Add it to \"files\" with its bytes.".to_owned(),
                            hint => hint,
                        };
                        Diagnostic::error(format!("there is no file {name:?} in \"files\"")).hint(hint)
                    });
                }
            }
        }
        for task in &mut self.tasks {
            for names in [&mut task.parents, &mut task.inputs, &mut task.outputs] {
                remove_duplicates(names);
            }
        }
    }
}

/// Removes duplicate names.
fn remove_duplicates(names: &mut Vec<String>) {
    // The same map as for ids: another type would be compiled once more.
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let first: Vec<bool> = names.iter().map(|name| seen.insert(name, 0).is_none()).collect();
    let mut first = first.into_iter();
    names.retain(|_| first.next() == Some(true));
}

impl SaidTask {
    fn check_parents(&self, own: usize, ids: &BTreeMap<&str, usize>, notes: &mut Notes<'_>) {
        for (parent, k) in self.parents.iter().zip(0..) {
            let message = match ids.get(parent.as_str()) {
                Some(&id) if id == own => "a task cannot depend on itself".to_owned(),
                Some(_) => continue,
                None => format!("there is no task {parent:?}"),
            };
            notes.add_if_room(true, &format!("/tasks/{own}/parents/{k}"), || {
                let others = ids.keys().copied().filter(|id| *id != self.id);
                Diagnostic::error(message).hint(did_you_mean(parent, others))
            });
        }
    }
}

/// Reports a cycle among its tasks.
fn check_acyclic(said: &Datum, _: &Platform, notes: &mut Notes<'_>) {
    if let Err(cycle) = Said::read(said).workflow().topological_order() {
        notes.error("/tasks", cycle.to_string(), "Remove one of these dependencies.");
    }
}

impl Said {
    /// The workflow. Unknown names are left out; they have been reported.
    fn workflow(&self) -> Workflow {
        let (mut tasks, mut files) = (BTreeMap::new(), BTreeMap::new());
        tasks.extend(self.tasks.iter().map(|task| task.id.as_str()).zip(0..));
        files.extend(self.files.iter().map(|(name, _)| name.as_str()).zip(0..));
        let ids = |names: &[String], known: &BTreeMap<&str, u32>| -> Vec<u32> {
            names.iter().filter_map(|name| known.get(name.as_str()).copied()).collect()
        };
        let task = |said: &SaidTask| {
            let mut parents = ids(&said.parents, &tasks);
            parents.sort_unstable();
            Task {
                name: said.id.clone(),
                program: said.program.clone(),
                run: Span::from_seconds(said.run_s),
                nodes: said.nodes,
                parents,
                children: Vec::new(),
                inputs: ids(&said.inputs, &files),
                outputs: ids(&said.outputs, &files),
            }
        };
        let mut workflow = Workflow {
            name: self.name.clone(),
            submit: Time::from_seconds(self.submit_s),
            tasks: self.tasks.iter().map(task).collect(),
            files: self
                .files
                .iter()
                .map(|(name, bytes)| File { name: name.clone(), bytes: *bytes })
                .collect(),
        };
        workflow.link_children();
        workflow
    }
}
