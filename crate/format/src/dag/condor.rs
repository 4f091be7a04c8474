//! Workflows of `HTCondor`'s `DAGMan`: jobs and their parents. The requirements of the jobs are in separate submit
//! files.

use super::{DagLines, DagReader, RunChoices, add_edge, add_task, head_lines, line_error, text};
use crate::finding_list::{FindingList, count_text, quote_bytes};
use crate::lines::LineFileReader;
use crate::workflow::{self, Draft, FileDependencies, FormatTexts};
use crate::{FileField, Format, FormatReader, fields};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("dagman", "HTCondor DAGMan workflow (DAG)")
        .summary(
            "Input file of DAGMan: jobs and dependencies. Runtimes, processors and files of jobs are in their \
             submit files, so all tasks have the same runtime and one node.",
        )
        .source(
            "Couvares, Kosar, Roy, Weber, Wenger, Workflow Management in Condor, in: Workflows for e-Science, Springer, \
             2007, chapter 22; manual of HTCondor, section DAGMan Workflows",
        )
        .parameters(RunChoices::LIST),
    Some("workflows of HTCondor DAGMan (DAG)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 5] = fields([
    ("JOB", "Name of a job and its submit file. A job with NOOP or DONE has runtime 0."),
    ("SUBDAG, SPLICE", "Workflow in another file: a single task."),
    ("FINAL", "Job that starts after all others."),
    ("PARENT .. CHILD ..", "Dependencies: each child starts after all parents."),
    (
        "SCRIPT, RETRY, VARS, PRIORITY, CATEGORY, MAXJOBS, ..",
        "Not used. PROVISIONER and SERVICE jobs are left out.",
    ),
]);

/// Recognition and reading of such files.
pub(crate) const READER: FormatReader = FormatReader::new::<Workflow>(is_dagman, |name, settings| {
    let lines = CondorLines { choices: RunChoices::read(settings), ..CondorLines::default() };
    Box::new(LineFileReader::new(DagReader::new(name, lines)))
});

/// Keywords without effect on the workflow.
const UNUSED: [&str; 24] = [
    "ABORT-DAG-ON",
    "CATEGORY",
    "CONFIG",
    "CONNECT",
    "DOT",
    "DONE",
    "ENV",
    "JOBSTATE_LOG",
    "MAXJOBS",
    "NODE_STATUS_FILE",
    "PIN_IN",
    "PIN_OUT",
    "PRE_SKIP",
    "PRIORITY",
    "PROVISIONER",
    "REJECT",
    "RETRY",
    "SAVE_POINT_FILE",
    "SCRIPT",
    "SERVICE",
    "SET_JOB_ATTR",
    "SUBMIT-DESCRIPTION",
    "SUBMIT-OPTION",
    "VARS",
];

/// Maximum number of dependencies.
const MAX_EDGES: usize = 10_000_000;

fn is(word: &[u8], name: &str) -> bool {
    word.eq_ignore_ascii_case(name.as_bytes())
}

/// True if a file begins with such lines; keywords are case-insensitive.
fn is_dagman(head: &[u8]) -> bool {
    let lines = head_lines(head);
    let known = ["JOB", "SUBDAG", "SPLICE", "FINAL", "PARENT", "INCLUDE"];
    let begins = |words: &[&[u8]]| known.iter().chain(&UNUSED).any(|name| is(words[0], name));
    let job = |words: &[&[u8]]| words.len() >= 3 && known[..4].iter().any(|name| is(words[0], name));
    lines.first().is_some_and(|words| begins(words))
        && lines.iter().any(|words| job(words))
        // Submit descriptions in braces have other kinds of lines.
        && (lines.iter().all(|words| begins(words)) || head.contains(&b'{'))
}

#[derive(Default)]
struct CondorLines {
    choices: RunChoices,
    /// True inside a submit description.
    braces: bool,
    /// Jobs that run after all others.
    last: Vec<u32>,
    unused: FindingList,
    included: FindingList,
}

impl CondorLines {
    /// Adds a job with its submit file.
    fn add_job(
        &mut self,
        draft: &mut Draft,
        line: u32,
        name: &[u8],
        rest: &[&[u8]],
    ) -> Result<usize, Diagnostic> {
        let task = add_task(draft, name, Self::TEXTS.task, line)?;
        self.braces = rest.contains(&&b"{"[..]);
        let added = &mut draft.tasks[task];
        added.program = rest.first().filter(|file| **file != b"{").map(|file| text(file)).unwrap_or_default();
        if rest.iter().skip(1).any(|word| is(word, "NOOP") || is(word, "DONE")) {
            added.run_s = Some(0.0);
        }
        Ok(task)
    }
}

impl DagLines for CondorLines {
    const TEXTS: FormatTexts = FormatTexts {
        id: "dagman",
        name: "",
        endings: &[".gz", ".dag"],
        task: ["job", "jobs"],
        reference: ["", "PARENT and CHILD must name jobs of this file."],
        data_edges: "",
        has_files: false,
    };

    fn read_line(&mut self, draft: &mut Draft, line: u32, words: &[&[u8]]) -> Result<(), Diagnostic> {
        if self.braces {
            self.braces = words[0] != b"}";
            return Ok(());
        }
        let word = text(words[0]).to_ascii_uppercase();
        match (word.as_str(), &words[1..]) {
            ("JOB", [name, rest @ ..]) if !rest.is_empty() => {
                self.add_job(draft, line, name, rest)?;
            }
            ("FINAL", [name, rest @ ..]) if !rest.is_empty() => {
                let task = self.add_job(draft, line, name, rest)?;
                self.last.push(task as u32);
            }
            ("SUBDAG", [external, name, rest @ ..]) if is(external, "EXTERNAL") && !rest.is_empty() => {
                self.add_job(draft, line, name, rest)?;
                draft.nested.add_with_text(line, || format!("`{}`", quote_bytes(name)));
            }
            ("SPLICE", [name, rest @ ..]) if !rest.is_empty() => {
                self.add_job(draft, line, name, rest)?;
                draft.nested.add_with_text(line, || format!("`{}`", quote_bytes(name)));
            }
            ("PARENT", names) => {
                let place = names.iter().position(|name| is(name, "CHILD"));
                let (parents, children) =
                    names.split_at(place.ok_or_else(|| line_error("PARENT .. CHILD .."))?);
                let children = &children[1..];
                if parents.is_empty() || children.is_empty() {
                    return Err(line_error("PARENT .. CHILD .."));
                }
                if draft.edges.len() + parents.len() * children.len() > MAX_EDGES {
                    return Err(Diagnostic::error(
                        "there are more than 10,000,000 dependencies, which is the limit",
                    ));
                }
                for parent in parents {
                    for child in children {
                        add_edge(draft, parent, child, line)?;
                    }
                }
            }
            ("INCLUDE", _) => self.included.add_with_text(line, || {
                format!("`{}`", quote_bytes(words.get(1).copied().unwrap_or_default()))
            }),
            ("JOB" | "FINAL" | "SPLICE", _) => return Err(line_error("JOB name file")),
            ("SUBDAG", _) => return Err(line_error("SUBDAG EXTERNAL name file")),
            (unused, _) if UNUSED.contains(&unused) => {
                self.braces = words.last() == Some(&&b"{"[..]);
                self.unused.add_with_text(line, || word.clone());
            }
            _ => {
                let message = format!("unknown key word `{}`", quote_bytes(words[0]));
                return Err(Diagnostic::error(message)
                    .hint("A line begins with a key word of DAGMan, such as JOB or PARENT."));
            }
        }
        Ok(())
    }

    fn finish(self, draft: &mut Draft) -> Result<(workflow::Choices, Option<FileDependencies>), Diagnostic> {
        if !self.last.is_empty() {
            let mut waited = vec![false; draft.ids.len()];
            draft.edges.iter().for_each(|&(_, parent)| waited[parent as usize] = true);
            let last: Vec<u32> = self.last.iter().map(|&task| draft.tasks[task as usize].id).collect();
            let ends: Vec<u32> = draft.tasks.iter().map(|task| task.id).collect();
            for &parent in ends.iter().filter(|&&id| !waited[id as usize] && !last.contains(&id)) {
                draft.add_edge(last[0], parent, 0)?;
            }
        }
        self.included.report(&mut draft.diagnostics, |n| {
            let files = count_text(n, "included file is", "included files are");
            Diagnostic::warning(format!("{files} not read: open a file that contains all jobs"))
        });
        self.unused.report(&mut draft.diagnostics, |n| {
            let lines = count_text(n, "line is", "lines are");
            Diagnostic::note(format!("{lines} not used, because the key word has no effect here"))
        });
        Ok((self.choices.into_workflow_choices(), None))
    }
}
