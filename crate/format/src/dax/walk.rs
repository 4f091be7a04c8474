//! The XML, element by element: no recursion, no entities but the five of XML, nothing fetched. The text of an element may
//! come in pieces, between comments, references and sections of plain text.

use super::draft::{Draft, DraftTask, Id, LARGEST, Use};
use crate::found::{grouped, shown};
use crate::number::LATEST_S;
use crate::number::number;
use ganttlet_core::diagnostic::Diagnostic;
use quick_xml::XmlVersion;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;

/// The most jobs of one workflow.
const MOST_TASKS: usize = 1_000_000;
/// The most uses of files, in all jobs together.
const MOST_USES: usize = 5_000_000;
/// The most `<parent>` elements.
const MOST_EDGES: usize = 10_000_000;
/// How deep elements may be nested; the format needs 5.
const DEEPEST: usize = 64;
/// After this many errors nobody reads on.
const MOST_PROBLEMS: usize = 20;

/// The element below the root that is open.
#[derive(Clone, Copy)]
enum Place {
    Elsewhere,
    /// Index of the job.
    Job(u32),
    /// Number of the id of the child.
    Child(u32),
    /// Number of the name of the file.
    File(u32),
}

/// What the text of an element says.
#[derive(Clone, Copy)]
enum Says {
    Size,
    Runtime,
    Cores,
}

/// An open element whose text counts.
struct Telling {
    says: Says,
    depth: usize,
    /// So far, and the line in which it begins.
    text: String,
    line: u32,
}

struct Walk<'a> {
    draft: Draft,
    problems: Vec<Diagnostic>,
    place: Place,
    telling: Option<Telling>,
    depth: usize,
    rooted: bool,
    /// Nothing that follows can help.
    stopped: bool,
    text: &'a str,
    /// Up to where lines were counted, and how many.
    counted: (usize, u32),
}

/// What a DAX file says, or everything that is wrong with it.
pub(super) fn walk(text: &str) -> Result<Draft, Vec<Diagnostic>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut walk = Walk {
        draft: Draft::default(),
        problems: vec![],
        place: Place::Elsewhere,
        telling: None,
        depth: 0,
        rooted: false,
        stopped: false,
        text,
        counted: (0, 1),
    };
    walk.run();
    if walk.problems.is_empty() { Ok(walk.draft) } else { Err(walk.problems) }
}

impl Walk<'_> {
    fn run(&mut self) {
        let mut reader = Reader::from_str(self.text);
        // An ampersand in the arguments of a program is no reason to refuse a workflow.
        reader.config_mut().allow_dangling_amp = true;
        while self.problems.len() < MOST_PROBLEMS && !self.stopped {
            let at = reader.buffer_position();
            match reader.read_event() {
                Ok(Event::Start(element)) => {
                    let line = self.line(at);
                    self.open(&element, line);
                }
                Ok(Event::Empty(element)) => {
                    let line = self.line(at);
                    self.open(&element, line);
                    self.close();
                }
                Ok(Event::End(_)) => self.close(),
                Ok(Event::Text(piece)) => self.piece(&piece, at),
                Ok(Event::CData(piece)) => self.piece(&piece, at),
                Ok(Event::GeneralRef(reference)) => self.reference_in_text(&reference, at),
                Ok(Event::Eof) => return self.end(at),
                Ok(_) => {}
                Err(error) => {
                    let line = self.line(reader.error_position());
                    let cut = self.text.len() as u64 == reader.buffer_position();
                    return self.broken(&error.to_string(), line, cut);
                }
            }
            if self.depth > DEEPEST {
                let line = self.line(at);
                let message =
                    format!("elements are nested more than {DEEPEST} levels deep; a workflow needs 5");
                return self.problem(line, message);
            }
        }
    }

    /// The line of a place in the text; places come in ascending order.
    fn line(&mut self, at: u64) -> u32 {
        let (from, line) = self.counted;
        let to = (at as usize).clamp(from, self.text.len());
        let more = self.text.as_bytes()[from..to].split(|&b| b == b'\n').count() - 1;
        self.counted = (to, line.saturating_add(more as u32));
        self.counted.1
    }

    fn problem(&mut self, line: u32, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(message).line(line));
    }

    fn broken(&mut self, error: &str, line: u32, cut: bool) {
        let problem = Diagnostic::error(format!("the XML is broken: {}", shown_error(error))).line(line);
        let hint =
            if cut { "The file seems to be truncated: download it again." } else { "Fix it in an editor." };
        self.problems.push(problem.hint(hint));
    }

    fn end(&mut self, at: u64) {
        let line = self.line(at);
        if !self.rooted {
            self.problem(line, "there is no element <adag> in the file");
        } else if self.depth > 0 {
            self.broken("the file ends before </adag>", line, true);
        } else if self.draft.tasks.is_empty() && self.problems.is_empty() {
            self.problem(line, "there is no <job> in the workflow");
        }
    }

    fn open(&mut self, element: &BytesStart<'_>, line: u32) {
        self.depth += 1;
        let name = element.local_name();
        let name = name.as_ref();
        match (self.depth, self.place) {
            (1, _) => self.root(element, name, line),
            (2, _) => {
                self.place = match name {
                    "job" | "dag" | "dax" => self.job(element, name, line),
                    "child" => self.child(element, line),
                    "file" => self.file(element, line),
                    _ => Place::Elsewhere,
                };
            }
            (3, Place::Job(task)) if name == "uses" => self.used(element, task, line),
            (3, Place::Job(_)) if name == "profile" => self.profile(element, line),
            (3, Place::Child(child)) if name == "parent" => self.parent(element, child, line),
            (3, Place::File(_)) | (4, Place::Job(_)) if name == "metadata" => {
                let mut size = false;
                self.attributes(element, line, |key, value| size |= key == "key" && value == "size");
                if size {
                    self.telling(Says::Size);
                }
            }
            _ => {}
        }
    }

    fn close(&mut self) {
        if let Some(told) = self.telling.take_if(|telling| telling.depth == self.depth) {
            self.words(&told);
        }
        if self.depth == 2 {
            self.place = Place::Elsewhere;
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Calls `each` with the local name and the value of every attribute.
    fn attributes(&mut self, element: &BytesStart<'_>, line: u32, mut each: impl FnMut(&str, &str)) {
        let mut attributes = element.attributes();
        // Looking for duplicates costs the square of the attributes.
        for attribute in attributes.with_checks(false) {
            match attribute {
                Ok(attribute) => {
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                    // An entity that is not one of the five of XML stays as it is written, and is told.
                    let value = value.unwrap_or_else(|_| {
                        self.draft
                            .entities
                            .saying(line, || format!("`{}`", shown(attribute.value.as_bytes())));
                        Cow::Borrowed(&attribute.value)
                    });
                    each(attribute.key.local_name().as_ref(), &value);
                }
                Err(error) => {
                    let message = format!("an attribute cannot be read: {}", shown_error(&error.to_string()));
                    return self.problem(line, message);
                }
            }
        }
    }

    fn root(&mut self, element: &BytesStart<'_>, name: &str, line: u32) {
        if name != "adag" || self.rooted {
            let name = shown(name.as_bytes());
            let message =
                format!("the root element is <{name}>; a workflow must have the root element <adag>");
            self.problem(line, message);
            self.stopped = true;
            return;
        }
        self.rooted = true;
        let mut draft = Draft::default();
        self.attributes(element, line, |key, value| match key {
            "name" => value.clone_into(&mut draft.name),
            "version" => value.clone_into(&mut draft.version),
            "jobCount" => draft.job_count = number(value.trim().as_bytes()),
            "childCount" => draft.child_count = number(value.trim().as_bytes()),
            _ => {}
        });
        // What was told of the attributes themselves stays.
        draft.entities = std::mem::take(&mut self.draft.entities);
        self.draft = draft;
    }

    fn job(&mut self, element: &BytesStart<'_>, kind: &str, line: u32) -> Place {
        let (mut id, mut program, mut runtime, mut cores) = (None, String::new(), None, None);
        self.attributes(element, line, |key, value| match key {
            "id" => id = Some(value.to_owned()),
            "name" => value.clone_into(&mut program),
            "file" if program.is_empty() => value.clone_into(&mut program),
            "runtime" => runtime = Some(value.to_owned()),
            "cores" => cores = Some(value.to_owned()),
            _ => {}
        });
        let Some(id) = id.filter(|id| !id.is_empty()) else {
            self.problem(line, format!("a <{kind}> has no id"));
            return Place::Elsewhere;
        };
        if kind != "job" {
            self.draft.nested.saying(line, || format!("<{kind}> {}", shown(id.as_bytes())));
        }
        let task = self.draft.tasks.len() as u32;
        let number = self.id(&id, line);
        if let Some((_, first)) = self.draft.ids[number as usize].task {
            let id = shown(id.as_bytes());
            self.problem(line, format!("two jobs have the id `{id}`; the first is in line {first}"));
            return Place::Elsewhere;
        }
        if self.draft.tasks.len() == MOST_TASKS {
            self.too_many(line, MOST_TASKS, "jobs");
            return Place::Elsewhere;
        }
        self.draft.ids[number as usize].task = Some((task, line));
        let run_s = runtime.and_then(|value| self.draft.value("runtime", &value, LATEST_S, line));
        let nodes = cores.and_then(|value| self.draft.cores(&value, line)).unwrap_or(1);
        self.draft.tasks.push(DraftTask { id: number, program, run_s, nodes });
        Place::Job(task)
    }

    fn child(&mut self, element: &BytesStart<'_>, line: u32) -> Place {
        self.draft.children = self.draft.children.saturating_add(1);
        match self.reference(element, "child", line) {
            Some(id) => Place::Child(id),
            None => Place::Elsewhere,
        }
    }

    fn parent(&mut self, element: &BytesStart<'_>, child: u32, line: u32) {
        let Some(parent) = self.reference(element, "parent", line) else { return };
        if parent == child {
            let mut name = String::new();
            self.attributes(element, line, |key, value| {
                if key == "ref" {
                    name = shown(value.as_bytes());
                }
            });
            return self.problem(line, format!("the job `{name}` depends on itself"));
        }
        if self.draft.edges.len() == MOST_EDGES {
            return self.too_many(line, MOST_EDGES, "dependencies");
        }
        self.draft.edges.push((child, parent));
    }

    /// The number of the id that an element refers to.
    fn reference(&mut self, element: &BytesStart<'_>, kind: &str, line: u32) -> Option<u32> {
        let mut id = None;
        self.attributes(element, line, |key, value| {
            if key == "ref" {
                id = Some(value.to_owned());
            }
        });
        if id.is_none() {
            self.problem(line, format!("a <{kind}> has no `ref`; add the id of a job"));
        }
        id.map(|id| self.id(&id, line))
    }

    fn id(&mut self, name: &str, line: u32) -> u32 {
        let number = self.draft.id_names.number(name);
        if number as usize == self.draft.ids.len() {
            self.draft.ids.push(Id { line, task: None });
        }
        number
    }

    fn file(&mut self, element: &BytesStart<'_>, line: u32) -> Place {
        let (mut name, mut size) = (String::new(), None);
        self.attributes(element, line, |key, value| match key {
            "name" | "file" => value.clone_into(&mut name),
            "size" => size = Some(value.to_owned()),
            _ => {}
        });
        let file = self.draft.files.number(&name);
        if let Some(size) = size.and_then(|value| self.draft.value("size", &value, LARGEST, line)) {
            self.draft.catalogue.push((file, size));
        }
        Place::File(file)
    }

    fn used(&mut self, element: &BytesStart<'_>, task: u32, line: u32) {
        let (mut name, mut size, mut reads, mut writes) = (String::new(), None, false, false);
        self.attributes(element, line, |key, value| match key {
            // Up to 2.1 it is a file, later a name.
            "file" | "name" => value.clone_into(&mut name),
            "size" => size = Some(value.to_owned()),
            "link" => {
                reads = value == "input" || value == "inout";
                writes = value == "output" || value == "inout";
            }
            _ => {}
        });
        if name.is_empty() {
            return self.problem(line, "a <uses> names no file");
        }
        if !reads && !writes {
            self.draft.unused.saying(line, || format!("`{}`", shown(name.as_bytes())));
        }
        if self.draft.uses.len() == MOST_USES {
            return self.too_many(line, MOST_USES, "uses of files");
        }
        let file = self.draft.files.number(&name);
        let size = size.and_then(|value| self.draft.value("size", &value, LARGEST, line));
        self.draft.uses.push(Use { task, file, reads, writes, size });
    }

    fn profile(&mut self, element: &BytesStart<'_>, line: u32) {
        let (mut space, mut wanted) = (String::new(), String::new());
        self.attributes(element, line, |key, value| match key {
            "namespace" => value.clone_into(&mut space),
            "key" => value.clone_into(&mut wanted),
            _ => {}
        });
        match (space.as_str(), wanted.as_str()) {
            ("pegasus", "runtime") => self.telling(Says::Runtime),
            ("pegasus", "cores") => self.telling(Says::Cores),
            _ => {}
        }
    }

    /// The text of the element that was opened last counts.
    fn telling(&mut self, says: Says) {
        self.telling = Some(Telling { says, depth: self.depth, text: String::new(), line: 0 });
    }

    /// A piece of text, if it is of an element whose text counts.
    fn piece(&mut self, piece: &str, at: u64) {
        if self.telling.as_ref().is_none_or(|telling| telling.depth != self.depth) {
            return;
        }
        let line = self.line(at);
        if let Some(telling) = &mut self.telling {
            if telling.text.trim().is_empty() {
                telling.line = line;
            }
            telling.text.push_str(piece);
        }
    }

    /// A character or an entity between pieces of text. An entity that is not one of the five of XML stays as it is written,
    /// and is told, as in attributes.
    fn reference_in_text(&mut self, reference: &BytesRef<'_>, at: u64) {
        if self.telling.as_ref().is_none_or(|telling| telling.depth != self.depth) {
            return;
        }
        let name: &str = reference;
        let written = format!("&{name};");
        if let Ok(sign) = unescape(&written) {
            self.piece(&sign, at);
        } else {
            let line = self.line(at);
            self.draft.entities.saying(line, || format!("`{}`", shown(written.as_bytes())));
            self.piece(&written, at);
        }
    }

    /// What the text of an element says.
    fn words(&mut self, &Telling { says, ref text, line, .. }: &Telling) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match (says, self.place) {
            (Says::Size, Place::File(file)) => {
                if let Some(size) = self.draft.value("size", text, LARGEST, line) {
                    self.draft.catalogue.push((file, size));
                }
            }
            (Says::Size, Place::Job(job)) => {
                let size = self.draft.value("size", text, LARGEST, line);
                if let Some(last) = self.draft.uses.last_mut().filter(|last| last.task == job) {
                    last.size = last.size.or(size);
                }
            }
            (Says::Runtime, Place::Job(job)) => {
                let run_s = self.draft.value("runtime", text, LATEST_S, line);
                let task = &mut self.draft.tasks[job as usize];
                task.run_s = task.run_s.or(run_s);
            }
            (Says::Cores, Place::Job(job)) => {
                if let Some(cores) = self.draft.cores(text, line) {
                    let task = &mut self.draft.tasks[job as usize];
                    task.nodes = task.nodes.max(cores);
                }
            }
            _ => {}
        }
    }

    fn too_many(&mut self, line: u32, most: usize, what: &str) {
        self.problem(
            line,
            format!("there are more than {} {what}, which is the limit", grouped(most as u64)),
        );
        self.stopped = true;
    }
}

/// The words of the XML library, which may quote the file at any length.
fn shown_error(error: &str) -> String {
    error.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
