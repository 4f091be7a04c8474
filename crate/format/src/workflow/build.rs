//! Builds a workflow from its draft: ids become indices, missing values get their defaults.

use super::copies::{CopySizes, deviating_copies};
use super::data_edges::{DataDependencies, FileDependencies};
use super::draft::{Declared, Draft, FileUse};
use super::{Choices, FormatTexts};
use crate::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use crate::{Fact, Question};
use ganttlet_core::diagnostic::{Diagnostic, nearest_name};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{File, Producers, Task, Workflow};

/// Maximum number of names among which a suggestion for an unknown name is searched.
const MAX_SUGGESTION_NAMES: usize = 1_000;

/// A workflow, and the corrections made to it.
pub(super) struct BuiltWorkflow {
    pub(super) workflow: Workflow,
    /// Its tasks in topological order.
    pub(super) order: Vec<u32>,
    /// The producers of the files that tasks read.
    pub(super) producers: Producers,
    /// Copies of files with separate sizes.
    pub(super) copies: CopySizes,
    /// The open question of the file.
    pub(super) question: Option<Question>,
    pub(super) version: String,
    pub(super) name_inside: String,
    /// Number of replaced values.
    pub(super) repaired: u32,
    /// Facts of this format only.
    pub(super) facts: Vec<Fact>,
    /// The number of processors in the file, and its source.
    pub(super) processors: Option<(u32, &'static str)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The workflow, or the errors that make it impossible: unknown tasks, cycles.
pub(super) fn build_workflow(
    name: &str,
    draft: Draft,
    texts: &FormatTexts,
    choices: &Choices,
    dependencies: Option<FileDependencies>,
) -> Result<BuiltWorkflow, Vec<Diagnostic>> {
    let mut diagnostics = vec![];
    let repaired = report_draft(&draft, texts, choices, &mut diagnostics);
    let Draft {
        name: name_inside,
        version,
        tasks,
        id_names,
        ids,
        files,
        uses,
        catalogue,
        edges,
        facts,
        processors,
        ..
    } = draft;
    let names = id_names.into_list();
    let unknown: Vec<usize> = (0..ids.len()).filter(|&id| ids[id].task.is_none()).take(20).collect();
    if !unknown.is_empty() {
        let known = || (0..ids.len()).filter(|&id| ids[id].task.is_some()).map(|id| names[id].as_str());
        let problem = |&id: &usize| {
            let problem = Diagnostic::error(format!(
                "unknown {} `{}`",
                texts.task[0],
                quote_bytes(names[id].as_bytes())
            ));
            let problem = problem.line(ids[id].line).place(texts.reference[0]);
            let meant =
                if ids.len() <= MAX_SUGGESTION_NAMES { nearest_name(&names[id], known()) } else { None };
            match meant {
                Some(meant) => problem.hint(format!("Did you mean `{meant}`?")),
                None => problem.hint(texts.reference[1]),
            }
        };
        return Err(unknown.iter().map(problem).collect());
    }

    let index = |id: u32| ids[id as usize].task.map_or(0, |(task, _)| task);
    let mut workflow = Workflow { submit: Time::from_seconds(choices.submit_s), ..Workflow::default() };
    workflow.name = file_stem(name, texts.endings)
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
        let count = count_text(twice, "dependency", "dependencies");
        diagnostics.push(Diagnostic::note(format!("{count} listed more than once: used once")));
    }
    workflow.link_children();
    let mut order = workflow.topological_order().map_err(|cycle| {
        vec![
            Diagnostic::error(cycle.to_string())
                .hint("The dependencies of a workflow must not contain a cycle."),
        ]
    })?;
    workflow.files = files.into_list().into_iter().map(|name| File { name, bytes: 0.0 }).collect();
    add_file_uses(&mut workflow, &uses);
    let mut producers = workflow.producers(&order);
    let mut question = None;
    let mut unnamed_told = None;
    if let Some(FileDependencies { set, suits }) = dependencies {
        let unnamed = DataDependencies::find(&workflow, &producers, suits);
        // A file without an open question has no dependencies to add.
        let waits = set.unwrap_or(suits && unnamed.question.is_some());
        if waits && unnamed.add_to(&mut workflow, &mut diagnostics) {
            order = workflow.topological_order().expect("an edge that closes a circle is left out");
            producers = workflow.producers(&order);
        }
        unnamed_told = unnamed.diagnostic(&workflow, waits, texts);
        question = unnamed.question;
    }
    set_file_sizes(&mut workflow, &uses, &catalogue, texts, choices, &mut diagnostics);
    diagnostics.extend(unnamed_told);
    let copies = deviating_copies(&workflow, &uses, choices.size_factor);
    Ok(BuiltWorkflow {
        workflow,
        order,
        producers,
        copies,
        question,
        version,
        name_inside,
        repaired,
        facts,
        processors,
        diagnostics,
    })
}

/// Reports corrections made while reading; returns the number of replaced values.
fn report_draft(
    draft: &Draft,
    texts: &FormatTexts,
    choices: &Choices,
    diagnostics: &mut Vec<Diagnostic>,
) -> u32 {
    let default_s = choices.default_run_s;
    let no_run = draft.tasks.iter().filter(|task| task.run_s.is_none()).count() as u32;
    if no_run > 0 {
        let [one, several] = texts.task;
        let message =
            format!("{} without a runtime: {default_s} s is used", count_text(no_run, one, several));
        diagnostics.push(Diagnostic::note(message).place("default_run_s"));
    }
    for &Declared { place, declared, actual } in &draft.declared {
        // Some generators write 0 for "not counted".
        if declared > 0.0 && (declared - f64::from(actual)).abs() > 0.5 {
            let actual = group_digits(actual.into());
            let message = format!("the file declares {declared}, but contains {actual}");
            diagnostics.push(Diagnostic::note(message).place(place));
        }
    }
    draft.nested.report(diagnostics, |n| {
        Diagnostic::note(format!(
            "{}: each is treated as one task",
            count_text(n, "nested workflow", "nested workflows")
        ))
    });
    draft.negative.report(diagnostics, |n| {
        Diagnostic::warning(format!("{} replaced by 0", count_text(n, "negative value", "negative values")))
    });
    draft.unreadable.report(diagnostics, |n| {
        let values = count_text(n, "value is invalid and", "values are invalid and");
        Diagnostic::warning(format!("{values} ignored"))
    });
    diagnostics.extend(draft.diagnostics.iter().cloned());
    draft.unused.report(diagnostics, |n| {
        let uses = count_text(n, "use of a file is", "uses of files are");
        Diagnostic::note(format!("{uses} neither input nor output: nothing is transferred"))
    });
    draft.negative.count + draft.unreadable.count
}

/// The name of a file without its folder and endings; `None` if nothing remains.
fn file_stem(name: &str, endings: &[&str]) -> Option<String> {
    let mut stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    for ending in endings {
        stem = stem.strip_suffix(*ending).unwrap_or(stem);
    }
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// Fills the inputs and outputs of the tasks, each file once.
fn add_file_uses(workflow: &mut Workflow, uses: &[FileUse]) {
    // Uses are sorted by task, so the last task that listed a file shows whether the file is already listed.
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

/// Sets the sizes of the files: that of its (first) producer, otherwise the largest given, otherwise the default.
fn set_file_sizes(
    workflow: &mut Workflow,
    uses: &[FileUse],
    catalogue: &[(u32, f64)],
    texts: &FormatTexts,
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
        fn add(&mut self, size: f64) {
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
            said.add(size);
            if one.writes {
                said.by_producer.get_or_insert(size);
            }
        }
    }
    for &(file, size) in catalogue {
        said[file as usize].add(size);
    }
    let (mut differing, mut unsaid) = (FindingList::default(), 0);
    for (file, said) in workflow.files.iter_mut().zip(&said) {
        let bytes = said.by_producer.or(said.largest);
        unsaid += u32::from(bytes.is_none() && said.used);
        if said.differs && said.used {
            differing.add_with_text(0, || format!("`{}`", quote_bytes(file.name.as_bytes())));
        }
        file.bytes = bytes.unwrap_or(choices.default_size_mb * 1e6) * choices.size_factor;
    }
    differing.report(diagnostics, |n| {
        let files = count_text(n, "file has", "files have");
        Diagnostic::note(format!(
            "{files} different sizes in different {}: the size given by the producer is used",
            texts.task[1]
        ))
    });
    if unsaid > 0 {
        let (files, size) = (count_text(unsaid, "file", "files"), choices.default_size_mb);
        diagnostics.push(
            Diagnostic::note(format!("{files} without a size: {size} MB is used")).place("default_size_mb"),
        );
    }
}
