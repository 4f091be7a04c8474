//! From what the XML said to a workflow: ids become indices, what is not said gets its default.

use super::Choices;
use super::copies::{Copies, copies};
use super::data_edges::Unnamed;
use super::draft::{Draft, Use};
use crate::Question;
use crate::found::{Found, counted, grouped, shown};
use ganttlet_core::diagnostic::{Diagnostic, nearest};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{File, Producers, Task, Workflow};

/// Among more names than this none is proposed for an unknown one.
const FEW: usize = 1_000;

/// A workflow, and what was done to it.
pub(super) struct Built {
    pub(super) workflow: Workflow,
    /// Its tasks in an order in which they can run.
    pub(super) order: Vec<u32>,
    /// Whose files they read.
    pub(super) producers: Producers,
    /// Copies of files that have sizes of their own.
    pub(super) copies: Copies,
    /// What the file leaves open.
    pub(super) question: Option<Question>,
    pub(super) version: String,
    pub(super) name_inside: String,
    /// How many values were replaced.
    pub(super) repaired: u32,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The workflow, or what makes it impossible: unknown jobs, circles. `suited`: whether its readers wait for files is what suits
/// it, whatever the choices.
pub(super) fn build(
    name: &str,
    draft: Draft,
    choices: &Choices,
    suited: bool,
) -> Result<Built, Vec<Diagnostic>> {
    let mut diagnostics = vec![];
    let repaired = tell(&draft, choices, &mut diagnostics);
    let Draft { name: name_inside, version, tasks, id_names, ids, files, uses, catalogue, edges, .. } = draft;
    let names = id_names.into_list();
    let unknown: Vec<usize> = (0..ids.len()).filter(|&id| ids[id].task.is_none()).take(20).collect();
    if !unknown.is_empty() {
        let known = || (0..ids.len()).filter(|&id| ids[id].task.is_some()).map(|id| names[id].as_str());
        let problem = |&id: &usize| {
            let problem = Diagnostic::error(format!("unknown job `{}`", shown(names[id].as_bytes())));
            let problem = problem.line(ids[id].line).place("ref");
            let meant = if ids.len() <= FEW { nearest(&names[id], known()) } else { None };
            match meant {
                Some(meant) => problem.hint(format!("Did you mean `{meant}`?")),
                None => problem.hint("`ref` must be the id of a <job> in this file."),
            }
        };
        return Err(unknown.iter().map(problem).collect());
    }

    let index = |id: u32| ids[id as usize].task.map_or(0, |(task, _)| task);
    let mut workflow = Workflow { submit: Time::from_seconds(choices.submit_s), ..Workflow::default() };
    workflow.name = stem(name)
        .or_else(|| Some(&name_inside).filter(|name| !name.is_empty()).cloned())
        .unwrap_or_default();
    workflow.tasks = tasks
        .into_iter()
        .map(|task| Task {
            name: names[task.id as usize].clone(),
            program: task.program,
            run: Span::from_seconds(task.run_s.unwrap_or(choices.default_run_s) * choices.run_factor),
            nodes: task.nodes,
            ..Task::default()
        })
        .collect();
    for (child, parent) in edges {
        workflow.tasks[index(child) as usize].parents.push(index(parent));
    }
    let mut twice = 0;
    for task in &mut workflow.tasks {
        task.parents.sort_unstable();
        let before = task.parents.len();
        task.parents.dedup();
        twice += (before - task.parents.len()) as u32;
    }
    if twice > 0 {
        let count = counted(twice, "dependency", "dependencies");
        diagnostics.push(Diagnostic::note(format!("{count} listed more than once: used once")));
    }
    workflow.link_children();
    let mut order = workflow.topological().map_err(|cycle| {
        vec![
            Diagnostic::error(cycle.to_string())
                .hint("The dependencies of a workflow must not contain a cycle."),
        ]
    })?;
    workflow.files = files.into_list().into_iter().map(|name| File { name, bytes: 0.0 }).collect();
    link(&mut workflow, &uses);
    let mut producers = workflow.producers(&order);
    let unnamed = Unnamed::of(&workflow, &producers, &version);
    let suits = unnamed.question.as_ref().is_some_and(|question| question.answer);
    let waits = if suited { suits } else { choices.data_edges };
    if waits && unnamed.add(&mut workflow, &mut diagnostics) {
        order = workflow.topological().expect("an edge that closes a circle is left out");
        producers = workflow.producers(&order);
    }
    size(&mut workflow, &uses, &catalogue, choices, &mut diagnostics);
    diagnostics.extend(unnamed.tell(&workflow, waits));
    let question = unnamed.question;
    let copies = copies(&workflow, &uses, choices.size_factor);
    Ok(Built { workflow, order, producers, copies, question, version, name_inside, repaired, diagnostics })
}

/// What was found while reading, in words; gives how many values were replaced.
fn tell(draft: &Draft, choices: &Choices, diagnostics: &mut Vec<Diagnostic>) -> u32 {
    let default_s = choices.default_run_s;
    let no_run = draft.tasks.iter().filter(|task| task.run_s.is_none()).count() as u32;
    if no_run > 0 {
        let message = format!("{} without a runtime: {default_s} s is used", counted(no_run, "job", "jobs"));
        diagnostics.push(Diagnostic::note(message).place("default_run_s"));
    }
    for (what, said, is) in [
        ("jobCount", draft.job_count, draft.tasks.len() as f64),
        ("childCount", draft.child_count, f64::from(draft.children)),
    ] {
        // Generators write 0 for "not counted".
        if let Some(said) = said.filter(|&said| said > 0.0 && (said - is).abs() > 0.5) {
            let message = format!("the file declares {said}, but contains {}", grouped(is as u64));
            diagnostics.push(Diagnostic::note(message).place(what));
        }
    }
    draft.nested.tell(diagnostics, |n| {
        Diagnostic::note(format!(
            "{}: each is treated as one task",
            counted(n, "nested workflow", "nested workflows")
        ))
    });
    draft.negative.tell(diagnostics, |n| {
        Diagnostic::warning(format!("{} replaced by 0", counted(n, "negative value", "negative values")))
    });
    draft.unreadable.tell(diagnostics, |n| {
        let values = counted(n, "value is invalid and", "values are invalid and");
        Diagnostic::warning(format!("{values} ignored"))
    });
    draft.entities.tell(diagnostics, |n| {
        let values = counted(n, "value has an entity", "values have an entity");
        Diagnostic::warning(format!("{values} that is not predefined in XML: left unchanged"))
    });
    draft.unused.tell(diagnostics, |n| {
        let uses = counted(n, "use of a file is", "uses of files are");
        Diagnostic::note(format!("{uses} neither input nor output: nothing is transferred"))
    });
    draft.negative.count + draft.unreadable.count
}

/// The name of a file without its folder and endings; `None` if nothing is left.
fn stem(name: &str) -> Option<String> {
    let mut stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    for ending in [".gz", ".xml", ".dax"] {
        stem = stem.strip_suffix(ending).unwrap_or(stem);
    }
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// Fills the inputs and outputs of the tasks, each file once.
fn link(workflow: &mut Workflow, uses: &[Use]) {
    // Uses come task by task, so the last task that listed a file tells whether it is listed already.
    let mut read_by = vec![u32::MAX; workflow.files.len()];
    let mut written_by = read_by.clone();
    for one in uses {
        let task = &mut workflow.tasks[one.task as usize];
        if one.reads && std::mem::replace(&mut read_by[one.file as usize], one.task) != one.task {
            task.inputs.push(one.file);
        }
        if one.writes && std::mem::replace(&mut written_by[one.file as usize], one.task) != one.task {
            task.outputs.push(one.file);
        }
    }
}

/// Sizes of the files: what its (first) producer says, else the largest that anyone says, else the default.
fn size(
    workflow: &mut Workflow,
    uses: &[Use],
    catalogue: &[(u32, f64)],
    choices: &Choices,
    diagnostics: &mut Vec<Diagnostic>,
) {
    #[derive(Clone, Default)]
    struct Said {
        by_producer: Option<f64>,
        largest: Option<f64>,
        differs: bool,
        used: bool,
    }
    impl Said {
        fn hear(&mut self, size: f64) {
            let largest = self.largest.get_or_insert(size);
            self.differs |= (*largest - size).abs() > 0.0;
            *largest = largest.max(size);
        }
    }
    let mut said = vec![Said::default(); workflow.files.len()];
    for one in uses {
        let said = &mut said[one.file as usize];
        said.used |= one.reads || one.writes;
        if let Some(size) = one.size {
            said.hear(size);
            if one.writes {
                said.by_producer.get_or_insert(size);
            }
        }
    }
    for &(file, size) in catalogue {
        said[file as usize].hear(size);
    }
    let (mut differing, mut unsaid) = (Found::default(), 0);
    for (file, said) in workflow.files.iter_mut().zip(&said) {
        let bytes = said.by_producer.or(said.largest);
        unsaid += u32::from(bytes.is_none() && said.used);
        if said.differs && said.used {
            differing.saying(0, || format!("`{}`", shown(file.name.as_bytes())));
        }
        file.bytes = bytes.unwrap_or(choices.default_size_mb * 1e6) * choices.size_factor;
    }
    differing.tell(diagnostics, |n| {
        let files = counted(n, "file has", "files have");
        Diagnostic::note(format!(
            "{files} different sizes in different jobs: the size given by the producer is used"
        ))
    });
    if unsaid > 0 {
        let (files, size) = (counted(unsaid, "file", "files"), choices.default_size_mb);
        diagnostics.push(
            Diagnostic::note(format!("{files} without a size: {size} MB is used")).place("default_size_mb"),
        );
    }
}
