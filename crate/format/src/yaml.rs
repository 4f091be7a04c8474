//! Reads YAML into a tree of its values.
//!
//! An alias is a reference to the value of its anchor, not a copy, so that small files stay small. Readers visit a
//! fixed number of levels, and the total number of steps is limited.

use super::finding_list::group_digits;
use ganttlet_core::diagnostic::Diagnostic;
use saphyr_parser::{Event, Parser};
use std::cell::Cell;
use std::collections::HashMap;

/// Maximum number of values of a file.
const MAX_VALUES: usize = 5_000_000;
/// Maximum nesting depth.
const MAX_DEPTH: usize = 64;
/// Maximum number of keys that are compared.
const MAX_STEPS: u64 = 200_000_000;

/// A value.
enum Value {
    Scalar(Box<str>),
    List(Vec<u32>),
    /// Alternating keys and values.
    Map(Vec<u32>),
}

/// The values of the first document of a file.
pub(super) struct Yaml {
    /// Each value with the line in which it begins.
    values: Vec<(Value, u32)>,
    steps: Cell<u64>,
}

/// A value of a document.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    document: &'a Yaml,
    index: u32,
}

impl Yaml {
    /// The document in these bytes.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Diagnostic> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
            let problem = Diagnostic::error("the file is not valid UTF-8");
            problem.line(line.min(u32::MAX as usize) as u32).hint("Save it as UTF-8.")
        })?;
        let mut yaml = Self { values: vec![], steps: Cell::new(0) };
        let mut anchors: HashMap<usize, u32> = HashMap::new();
        // The open lists and maps, with their anchors.
        let mut open: Vec<(u32, usize)> = vec![];
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| {
                let said: String = error.info().chars().take(200).collect();
                let problem = Diagnostic::error(format!("the YAML is broken: {said}"));
                problem.line(error.marker().line() as u32)
            })?;
            let line = span.start.line() as u32;
            let error = |message: String| Err(Diagnostic::error(message).line(line));
            let (value, anchor) = match event {
                Event::Scalar(text, _, anchor, _) => (Value::Scalar(text.into_owned().into()), anchor),
                Event::SequenceStart(anchor, _) => (Value::List(vec![]), anchor),
                Event::MappingStart(anchor, _) => (Value::Map(vec![]), anchor),
                Event::SequenceEnd | Event::MappingEnd => {
                    if let Some((index, anchor)) = open.pop().filter(|&(_, anchor)| anchor > 0) {
                        anchors.insert(anchor, index);
                    }
                    continue;
                }
                Event::Alias(anchor) => {
                    let Some(&index) = anchors.get(&anchor) else {
                        return error("an alias refers to a value that contains it".to_owned());
                    };
                    yaml.add_to(&open, index);
                    continue;
                }
                Event::DocumentEnd if !yaml.values.is_empty() => break,
                _ => continue,
            };
            if yaml.values.len() == MAX_VALUES {
                let most = group_digits(MAX_VALUES as u64);
                return error(format!("the file has more than {most} values, which is the limit"));
            }
            let index = yaml.values.len() as u32;
            let container = !matches!(value, Value::Scalar(_));
            yaml.values.push((value, line));
            yaml.add_to(&open, index);
            if container {
                if open.len() == MAX_DEPTH {
                    return error(format!("values are nested more than {MAX_DEPTH} levels deep"));
                }
                open.push((index, anchor));
            } else if anchor > 0 {
                anchors.insert(anchor, index);
            }
        }
        if yaml.values.is_empty() {
            return Err(Diagnostic::error("the file is empty"));
        }
        Ok(yaml)
    }

    fn add_to(&mut self, open: &[(u32, usize)], index: u32) {
        if let Some(&(outer, _)) = open.last() {
            match &mut self.values[outer as usize].0 {
                Value::List(list) | Value::Map(list) => list.push(index),
                Value::Scalar(_) => {}
            }
        }
    }

    /// The outermost value.
    pub(super) fn root(&self) -> Node<'_> {
        Node { document: self, index: 0 }
    }

    /// An error if reading exceeded the limit of steps: values may then be missing.
    pub(super) fn check_steps(&self) -> Result<(), Diagnostic> {
        if self.steps.get() <= MAX_STEPS {
            return Ok(());
        }
        Err(Diagnostic::error("the file refers to large values too often"))
    }
}

impl<'a> Node<'a> {
    fn value(self) -> &'a Value {
        &self.document.values[self.index as usize].0
    }

    /// The line in which it begins.
    pub(super) fn line(self) -> u32 {
        self.document.values[self.index as usize].1
    }

    /// Its text, if it is neither a list nor a map. `None` for null.
    pub(super) fn text(self) -> Option<&'a str> {
        match self.value() {
            Value::Scalar(text) => Some(&**text).filter(|text| !["", "~", "null"].contains(text)),
            _ => None,
        }
    }

    /// The values of a list; empty for other values.
    pub(super) fn list(self) -> impl Iterator<Item = Node<'a>> {
        let list = match self.value() {
            Value::List(list) => &list[..],
            _ => &[],
        };
        list.iter().map(move |&index| Node { index, ..self })
    }

    /// The value of a key of a map.
    pub(super) fn get(self, key: &str) -> Option<Node<'a>> {
        let Value::Map(pairs) = self.value() else { return None };
        let steps = &self.document.steps;
        for pair in pairs.chunks_exact(2) {
            steps.set(steps.get() + 1);
            if steps.get() > MAX_STEPS {
                return None;
            }
            if (Node { index: pair[0], ..self }).text() == Some(key) {
                return Some(Node { index: pair[1], ..self });
            }
        }
        None
    }

    /// The text of a key of a map.
    pub(super) fn get_text(self, key: &str) -> Option<&'a str> {
        self.get(key)?.text()
    }

    /// The list of a key; empty if the key is missing, an error if it is not a list.
    pub(super) fn get_list(self, key: &str) -> Result<impl Iterator<Item = Node<'a>>, Diagnostic> {
        let list = self.get(key);
        if let Some(other) = list.filter(|list| !matches!(list.value(), Value::List(_)) && !list.is_null()) {
            return Err(Diagnostic::error(format!("`{key}` is no list")).line(other.line()));
        }
        Ok(list.into_iter().flat_map(Node::list))
    }

    fn is_null(self) -> bool {
        matches!(self.value(), Value::Scalar(_)) && self.text().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn values_have_keys_lines_and_aliases() {
        let yaml =
            Yaml::parse(b"# c\na: &x {b: 1, c: [2, 'three']}\nd: *x\ne: ~\n---\nother: 1\n").expect("YAML");
        let root = yaml.root();
        let get = |key| root.get(key).expect("a key");
        assert_eq!((get("a").line(), get("a").get_text("b"), get("e").text()), (2, Some("1"), None));
        let list = get("d").get_list("c").expect("a list");
        assert_eq!(list.filter_map(Node::text).collect::<Vec<_>>(), ["2", "three"]);
        assert!(root.get("other").is_none() && get("d").get_list("b").is_err());
        assert_eq!(get("e").get_list("x").expect("nothing").count(), 0);
    }

    fn error(text: &str) -> String {
        Yaml::parse(text.as_bytes()).err().expect("an error").to_string()
    }

    #[test]
    fn hostile_files_end_soon() {
        assert_eq!(error("a: &x [*x]"), "error: line 1: an alias refers to a value that contains it");
        for part in ["[", "{", "- ", "{a: ", "? ", "[[],"] {
            let told = error(&part.repeat(300_000));
            assert!(told.starts_with("error: "), "{part}: {told}");
        }
        // Values that double with each line are not copied.
        let mut bomb = "a0: &a0 [x]\n".to_owned();
        for i in 1..60 {
            let _ = writeln!(bomb, "a{i}: &a{i} [*a{}, *a{}]", i - 1, i - 1);
        }
        assert!(Yaml::parse(bomb.as_bytes()).is_ok());
        assert!(error("a: \"x").contains("the YAML is broken"));
        assert_eq!(error(""), "error: the file is empty");
    }

    #[test]
    fn steps_are_limited() {
        let mut text = "keys: &k {".to_owned();
        for i in 0..100_000 {
            let _ = write!(text, "k{i}: 1,");
        }
        text += "}\n";
        let yaml = Yaml::parse(text.as_bytes()).expect("YAML");
        let keys = yaml.root().get("keys").expect("a key");
        (0..3_000).for_each(|_| assert!(keys.get("missing").is_none()));
        assert!(yaml.check_steps().is_err());
    }
}
