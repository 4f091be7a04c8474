//! The parser of DAX files: without recursion, without entities other than the five of XML, without external files. The
//! text of an element may consist of pieces between comments, references and CDATA sections.

use crate::finding_list::{FindingList, count_text, quote_bytes};
use crate::number::MAX_TIME_S;
use crate::number::parse_number;
use crate::workflow::{Declared, Draft, FileUse, MAX_SIZE, TaskError};
use ganttlet_core::diagnostic::Diagnostic;
use quick_xml::XmlVersion;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;

/// Maximum nesting depth of elements; the format needs 5.
const MAX_DEPTH: usize = 64;
/// Reading stops after this many errors.
const MAX_ERRORS: usize = 20;

/// The open element below the root.
#[derive(Clone, Copy)]
enum OpenElement {
    Elsewhere,
    /// Index of the job.
    Job(u32),
    /// Number of the id of the child.
    Child(u32),
    /// Number of the name of the file.
    File(u32),
}

/// The meaning of the text of an element.
#[derive(Clone, Copy)]
enum TextMeaning {
    Size,
    Runtime,
    Cores,
}

/// An open element whose text is read.
struct TextElement {
    says: TextMeaning,
    depth: usize,
    /// The text so far, and its first line.
    text: String,
    line: u32,
}

struct DaxParser<'a> {
    draft: Draft,
    /// The attributes `jobCount` and `childCount` of the root.
    declared: [Option<f64>; 2],
    /// Number of `<child>` elements.
    children: u32,
    /// Values with an unknown entity, kept as written.
    entities: FindingList,
    problems: Vec<Diagnostic>,
    place: OpenElement,
    telling: Option<TextElement>,
    depth: usize,
    rooted: bool,
    /// True after an error that stops the reading.
    stopped: bool,
    text: &'a str,
    /// The position up to which lines were counted, and their number.
    counted: (usize, u32),
}

/// The contents of a DAX file, or all of its errors.
pub(super) fn parse_dax(text: &str) -> Result<Draft, Vec<Diagnostic>> {
    let mut walk = DaxParser {
        draft: Draft::default(),
        declared: [None; 2],
        children: 0,
        entities: FindingList::default(),
        problems: vec![],
        place: OpenElement::Elsewhere,
        telling: None,
        depth: 0,
        rooted: false,
        stopped: false,
        text,
        counted: (0, 1),
    };
    walk.parse();
    if walk.problems.is_empty() { Ok(walk.finish()) } else { Err(walk.problems) }
}

impl DaxParser<'_> {
    fn parse(&mut self) {
        let mut reader = Reader::from_str(self.text);
        // An ampersand in the arguments of a program is not a reason to reject a workflow.
        reader.config_mut().allow_dangling_amp = true;
        while self.problems.len() < MAX_ERRORS && !self.stopped {
            let at = reader.buffer_position();
            match reader.read_event() {
                Ok(Event::Start(element)) => {
                    let line = self.line_at(at);
                    self.open_element(&element, line);
                }
                Ok(Event::Empty(element)) => {
                    let line = self.line_at(at);
                    self.open_element(&element, line);
                    self.close_element();
                }
                Ok(Event::End(_)) => self.close_element(),
                Ok(Event::Text(piece)) => self.add_text(&piece, at),
                Ok(Event::CData(piece)) => self.add_text(&piece, at),
                Ok(Event::GeneralRef(reference)) => self.add_reference(&reference, at),
                Ok(Event::Eof) => return self.end_of_file(at),
                Ok(_) => {}
                Err(error) => {
                    let line = self.line_at(reader.error_position());
                    let cut = self.text.len() as u64 == reader.buffer_position();
                    return self.add_syntax_error(&error.to_string(), line, cut);
                }
            }
            if self.depth > MAX_DEPTH {
                let line = self.line_at(at);
                let message =
                    format!("elements are nested more than {MAX_DEPTH} levels deep; a workflow needs 5");
                return self.add_error(line, message);
            }
        }
    }

    /// The draft with the data that is known only at the end.
    fn finish(mut self) -> Draft {
        let actual = [("jobCount", self.draft.tasks.len() as u32), ("childCount", self.children)];
        let declared = self.declared.into_iter().zip(actual).filter_map(|(declared, (place, actual))| {
            declared.map(|declared| Declared { place, declared, actual })
        });
        self.draft.declared.extend(declared);
        self.entities.report(&mut self.draft.diagnostics, |n| {
            let values = count_text(n, "value has an entity", "values have an entity");
            Diagnostic::warning(format!("{values} that is not predefined in XML: left unchanged"))
        });
        self.draft
    }

    /// The line of a position in the text; positions must ascend.
    fn line_at(&mut self, at: u64) -> u32 {
        let (from, line) = self.counted;
        let to = (at as usize).clamp(from, self.text.len());
        let more = self.text.as_bytes()[from..to].split(|&b| b == b'\n').count() - 1;
        self.counted = (to, line.saturating_add(more as u32));
        self.counted.1
    }

    fn add_error(&mut self, line: u32, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(message).line(line));
    }

    fn add_syntax_error(&mut self, error: &str, line: u32, cut: bool) {
        let problem = Diagnostic::error(format!("the XML is broken: {}", shorten_error(error))).line(line);
        let hint =
            if cut { "The file seems to be truncated: download it again." } else { "Fix it in an editor." };
        self.problems.push(problem.hint(hint));
    }

    fn end_of_file(&mut self, at: u64) {
        let line = self.line_at(at);
        if !self.rooted {
            self.add_error(line, "there is no element <adag> in the file");
        } else if self.depth > 0 {
            self.add_syntax_error("the file ends before </adag>", line, true);
        } else if self.draft.tasks.is_empty() && self.problems.is_empty() {
            self.add_error(line, "there is no <job> in the workflow");
        }
    }

    fn open_element(&mut self, element: &BytesStart<'_>, line: u32) {
        self.depth += 1;
        let name = element.local_name();
        let name = name.as_ref();
        match (self.depth, self.place) {
            (1, _) => self.read_root(element, name, line),
            (2, _) => {
                self.place = match name {
                    "job" | "dag" | "dax" => self.read_job(element, name, line),
                    "child" => self.read_child(element, line),
                    "file" => self.read_file(element, line),
                    _ => OpenElement::Elsewhere,
                };
            }
            (3, OpenElement::Job(task)) if name == "uses" => self.read_use(element, task, line),
            (3, OpenElement::Job(_)) if name == "profile" => self.read_profile(element, line),
            (3, OpenElement::Child(child)) if name == "parent" => self.read_parent(element, child, line),
            (3, OpenElement::File(_)) | (4, OpenElement::Job(_)) if name == "metadata" => {
                let mut size = false;
                self.for_each_attribute(element, line, |key, value| size |= key == "key" && value == "size");
                if size {
                    self.start_text(TextMeaning::Size);
                }
            }
            _ => {}
        }
    }

    fn close_element(&mut self) {
        if let Some(told) = self.telling.take_if(|telling| telling.depth == self.depth) {
            self.use_text(&told);
        }
        if self.depth == 2 {
            self.place = OpenElement::Elsewhere;
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Calls `each` with the local name and the value of every attribute.
    fn for_each_attribute(&mut self, element: &BytesStart<'_>, line: u32, mut each: impl FnMut(&str, &str)) {
        let mut attributes = element.attributes();
        // A search for duplicates would take quadratic time.
        for attribute in attributes.with_checks(false) {
            match attribute {
                Ok(attribute) => {
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                    // An entity other than the five of XML is kept as written and reported.
                    let value = value.unwrap_or_else(|_| {
                        self.entities
                            .add_with_text(line, || format!("`{}`", quote_bytes(attribute.value.as_bytes())));
                        Cow::Borrowed(&attribute.value)
                    });
                    each(attribute.key.local_name().as_ref(), &value);
                }
                Err(error) => {
                    let message =
                        format!("an attribute cannot be read: {}", shorten_error(&error.to_string()));
                    return self.add_error(line, message);
                }
            }
        }
    }

    fn read_root(&mut self, element: &BytesStart<'_>, name: &str, line: u32) {
        if name != "adag" || self.rooted {
            let name = quote_bytes(name.as_bytes());
            let message =
                format!("the root element is <{name}>; a workflow must have the root element <adag>");
            self.add_error(line, message);
            self.stopped = true;
            return;
        }
        self.rooted = true;
        let (mut draft, mut declared) = (Draft::default(), [None; 2]);
        self.for_each_attribute(element, line, |key, value| match key {
            "name" => value.clone_into(&mut draft.name),
            "version" => value.clone_into(&mut draft.version),
            "jobCount" => declared[0] = parse_number(value.trim().as_bytes()),
            "childCount" => declared[1] = parse_number(value.trim().as_bytes()),
            _ => {}
        });
        (self.draft, self.declared) = (draft, declared);
    }

    fn read_job(&mut self, element: &BytesStart<'_>, kind: &str, line: u32) -> OpenElement {
        let (mut id, mut program, mut runtime, mut cores) = (None, String::new(), None, None);
        self.for_each_attribute(element, line, |key, value| match key {
            "id" => id = Some(value.to_owned()),
            "name" => value.clone_into(&mut program),
            "file" if program.is_empty() => value.clone_into(&mut program),
            "runtime" => runtime = Some(value.to_owned()),
            "cores" => cores = Some(value.to_owned()),
            _ => {}
        });
        let Some(id) = id.filter(|id| !id.is_empty()) else {
            self.add_error(line, format!("a <{kind}> has no id"));
            return OpenElement::Elsewhere;
        };
        if kind != "job" {
            self.draft.nested.add_with_text(line, || format!("<{kind}> {}", quote_bytes(id.as_bytes())));
        }
        let task = match self.draft.add_task(&id, "jobs", line) {
            Ok(task) => task,
            Err(TaskError::Twice(first)) => {
                let id = quote_bytes(id.as_bytes());
                self.add_error(line, format!("two jobs have the id `{id}`; the first is in line {first}"));
                return OpenElement::Elsewhere;
            }
            Err(TaskError::Limit(problem)) => {
                self.stop(problem);
                return OpenElement::Elsewhere;
            }
        };
        let run_s = runtime.and_then(|value| self.draft.parse_value("runtime", &value, MAX_TIME_S, line));
        let nodes = cores.and_then(|value| self.draft.parse_cores(&value, line)).unwrap_or(1);
        let added = &mut self.draft.tasks[task as usize];
        (added.program, added.run_s, added.nodes) = (program, run_s, nodes);
        OpenElement::Job(task)
    }

    fn read_child(&mut self, element: &BytesStart<'_>, line: u32) -> OpenElement {
        self.children = self.children.saturating_add(1);
        match self.read_reference(element, "child", line) {
            Some(id) => OpenElement::Child(id),
            None => OpenElement::Elsewhere,
        }
    }

    fn read_parent(&mut self, element: &BytesStart<'_>, child: u32, line: u32) {
        let Some(parent) = self.read_reference(element, "parent", line) else { return };
        if parent == child {
            let mut name = String::new();
            self.for_each_attribute(element, line, |key, value| {
                if key == "ref" {
                    name = quote_bytes(value.as_bytes());
                }
            });
            return self.add_error(line, format!("the job `{name}` depends on itself"));
        }
        if let Err(problem) = self.draft.add_edge(child, parent, line) {
            self.stop(problem);
        }
    }

    /// The index of the id that an element refers to.
    fn read_reference(&mut self, element: &BytesStart<'_>, kind: &str, line: u32) -> Option<u32> {
        let mut id = None;
        self.for_each_attribute(element, line, |key, value| {
            if key == "ref" {
                id = Some(value.to_owned());
            }
        });
        if id.is_none() {
            self.add_error(line, format!("a <{kind}> has no `ref`; add the id of a job"));
        }
        id.map(|id| self.draft.id_index(&id, line))
    }

    fn read_file(&mut self, element: &BytesStart<'_>, line: u32) -> OpenElement {
        let (mut name, mut size) = (String::new(), None);
        self.for_each_attribute(element, line, |key, value| match key {
            "name" | "file" => value.clone_into(&mut name),
            "size" => size = Some(value.to_owned()),
            _ => {}
        });
        let file = self.draft.files.index_of(&name);
        if let Some(size) = size.and_then(|value| self.draft.parse_value("size", &value, MAX_SIZE, line)) {
            self.draft.catalogue.push((file, size));
        }
        OpenElement::File(file)
    }

    fn read_use(&mut self, element: &BytesStart<'_>, task: u32, line: u32) {
        let (mut name, mut size, mut reads, mut writes) = (String::new(), None, false, false);
        self.for_each_attribute(element, line, |key, value| match key {
            // The attribute is `file` up to version 2.1, later `name`.
            "file" | "name" => value.clone_into(&mut name),
            "size" => size = Some(value.to_owned()),
            "link" => {
                reads = value == "input" || value == "inout";
                writes = value == "output" || value == "inout";
            }
            _ => {}
        });
        if name.is_empty() {
            return self.add_error(line, "a <uses> names no file");
        }
        if !reads && !writes {
            self.draft.unused.add_with_text(line, || format!("`{}`", quote_bytes(name.as_bytes())));
        }
        let file = self.draft.files.index_of(&name);
        let size = size.and_then(|value| self.draft.parse_value("size", &value, MAX_SIZE, line));
        if let Err(problem) = self.draft.add_use(FileUse { task, file, reads, writes, size }, line) {
            self.stop(problem);
        }
    }

    fn read_profile(&mut self, element: &BytesStart<'_>, line: u32) {
        let (mut space, mut wanted) = (String::new(), String::new());
        self.for_each_attribute(element, line, |key, value| match key {
            "namespace" => value.clone_into(&mut space),
            "key" => value.clone_into(&mut wanted),
            _ => {}
        });
        match (space.as_str(), wanted.as_str()) {
            ("pegasus", "runtime") => self.start_text(TextMeaning::Runtime),
            ("pegasus", "cores") => self.start_text(TextMeaning::Cores),
            _ => {}
        }
    }

    /// Starts to read the text of the last opened element.
    fn start_text(&mut self, says: TextMeaning) {
        self.telling = Some(TextElement { says, depth: self.depth, text: String::new(), line: 0 });
    }

    /// Adds a piece of text, if the text of its element is read.
    fn add_text(&mut self, piece: &str, at: u64) {
        if self.telling.as_ref().is_none_or(|telling| telling.depth != self.depth) {
            return;
        }
        let line = self.line_at(at);
        if let Some(telling) = &mut self.telling {
            if telling.text.trim().is_empty() {
                telling.line = line;
            }
            telling.text.push_str(piece);
        }
    }

    /// Adds a character or entity reference. Entities other than the five of XML are kept as written.
    fn add_reference(&mut self, reference: &BytesRef<'_>, at: u64) {
        if self.telling.as_ref().is_none_or(|telling| telling.depth != self.depth) {
            return;
        }
        let name: &str = reference;
        let written = format!("&{name};");
        if let Ok(sign) = unescape(&written) {
            self.add_text(&sign, at);
        } else {
            let line = self.line_at(at);
            self.entities.add_with_text(line, || format!("`{}`", quote_bytes(written.as_bytes())));
            self.add_text(&written, at);
        }
    }

    /// Uses the text of an element.
    fn use_text(&mut self, &TextElement { says, ref text, line, .. }: &TextElement) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match (says, self.place) {
            (TextMeaning::Size, OpenElement::File(file)) => {
                if let Some(size) = self.draft.parse_value("size", text, MAX_SIZE, line) {
                    self.draft.catalogue.push((file, size));
                }
            }
            (TextMeaning::Size, OpenElement::Job(job)) => {
                let size = self.draft.parse_value("size", text, MAX_SIZE, line);
                if let Some(last) = self.draft.uses.last_mut().filter(|last| last.task == job) {
                    last.size = last.size.or(size);
                }
            }
            (TextMeaning::Runtime, OpenElement::Job(job)) => {
                let run_s = self.draft.parse_value("runtime", text, MAX_TIME_S, line);
                let task = &mut self.draft.tasks[job as usize];
                task.run_s = task.run_s.or(run_s);
            }
            (TextMeaning::Cores, OpenElement::Job(job)) => {
                if let Some(cores) = self.draft.parse_cores(text, line) {
                    let task = &mut self.draft.tasks[job as usize];
                    task.nodes = task.nodes.max(cores);
                }
            }
            _ => {}
        }
    }

    /// Stops the reading with this error.
    fn stop(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
        self.stopped = true;
    }
}

/// The message of the XML library, shortened, because it may quote the file.
fn shorten_error(error: &str) -> String {
    error.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
