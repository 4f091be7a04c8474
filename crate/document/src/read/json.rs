//! Parses JSON with limits: reports duplicate keys, and rejects documents that would exhaust memory.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// The tree of a JSON text and warnings about duplicate keys in one object, or its error.
pub(super) fn parse_json(text: &str) -> Result<(Value, Vec<Diagnostic>), Diagnostic> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > limits::TEXT_BYTES {
        let message =
            format!("the text has {} bytes; at most {} are allowed", text.len(), limits::TEXT_BYTES);
        return Err(Diagnostic::error(message).hint("Put large logs into a separate file and reference it."));
    }
    if text.trim().is_empty() {
        return Err(Diagnostic::error("the text is empty").hint("Write a scenario, or open an example."));
    }
    let mut state = State { steps: Vec::new(), twice: Vec::new(), left: limits::VALUES };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Node(&mut state)
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| syntax_error(text, &error))?;
    Ok((value, state.twice))
}

/// The syntax error, with line and column.
pub(crate) fn syntax_error(text: &str, error: &serde_json::Error) -> Diagnostic {
    let (line, column) = (error.line(), error.column());
    let diagnostics = error.to_string();
    let diagnostics =
        diagnostics.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&diagnostics);
    let (line, message) = match error.classify() {
        serde_json::error::Category::Eof => {
            let (line, end) = ganttlet_format::describe_json_end(text.as_bytes());
            (line, format!("the text {end}"))
        }
        serde_json::error::Category::Data => (line as u32, diagnostics.to_owned()),
        _ => (line as u32, format!("invalid JSON: {diagnostics} (column {column})")),
    };
    let hint = match text.trim_start().as_bytes().first() {
        Some(b';') => "This looks like a workload log: add it to the workload as a file.",
        Some(b'<') => "This looks like XML: add workflow files to the workload as files.",
        _ if error.is_eof() => "A closing bracket or quote is missing.",
        _ if diagnostics.contains("trailing comma") => "Remove the comma before the closing bracket.",
        _ if diagnostics.contains("recursion limit") => "Objects may be nested at most 128 levels deep.",
        _ => "",
    };
    Diagnostic::error(message).line(line).hint(hint)
}

/// One step of a JSON pointer.
enum Step {
    Key(String),
    Index(usize),
}

struct State {
    steps: Vec<Step>,
    twice: Vec<Diagnostic>,
    /// Number of values that the document may still have.
    left: usize,
}

impl State {
    fn place(&self) -> String {
        self.steps.iter().fold(String::new(), |place, step| match step {
            Step::Key(key) => super::walk::join_pointer(&place, key),
            Step::Index(index) => format!("{place}/{index}"),
        })
    }
}

/// Reads one value into the tree.
struct Node<'a>(&'a mut State);

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.0.left == 0 {
            let most = limits::VALUES;
            return Err(D::Error::custom(format!(
                "the text has more than {most} values, which is the limit"
            )));
        }
        self.0.left -= 1;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        self.0.steps.push(Step::Index(0));
        while let Some(item) = items.next_element_seed(Node(self.0))? {
            list.push(item);
            if let Some(last) = self.0.steps.last_mut() {
                *last = Step::Index(list.len());
            }
        }
        self.0.steps.pop();
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            self.0.steps.push(Step::Key(key));
            let value = entries.next_value_seed(Node(self.0))?;
            if let Some(Step::Key(key)) = self.0.steps.last() {
                if map.contains_key(key) && self.0.twice.len() < limits::TWICE {
                    let message = format!("{key:?} occurs twice; the last one is used");
                    self.0.twice.push(Diagnostic::warning(message).place(self.0.place()));
                }
                map.insert(key.clone(), value);
            }
            self.0.steps.pop();
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostics(text: &str) -> String {
        parse_json(text).expect_err("not JSON").to_string()
    }

    #[test]
    fn syntax_errors_have_a_line_and_a_hint() {
        assert_eq!(diagnostics(" \n"), "error: the text is empty\n  Write a scenario, or open an example.");
        assert_eq!(
            diagnostics("{\n  \"seed\": 1,\n}"),
            "error: line 3: invalid JSON: trailing comma (column 1)\n  \
             Remove the comma before the closing bracket."
        );
        assert_eq!(
            diagnostics("{\"seed\": [1"),
            "error: line 1: the text ends in column 11, inside the list `seed` that begins in line 1, column 10\n  \
             A closing bracket or quote is missing."
        );
        assert_eq!(diagnostics("{} x"), "error: line 1: invalid JSON: trailing characters (column 4)");
        assert_eq!(
            diagnostics("; UnixStartTime: 0"),
            "error: line 1: invalid JSON: expected value (column 1)\n  \
             This looks like a workload log: add it to the workload as a file."
        );
        assert_eq!(diagnostics("[1e999]"), "error: line 1: invalid JSON: number out of range (column 6)");
    }

    #[test]
    fn deep_and_wide_documents_are_refused() {
        let deep = "[".repeat(100_000);
        assert!(diagnostics(&deep).contains("recursion limit exceeded"), "{}", diagnostics(&deep));
        let wide = format!("[{}0]", "0,".repeat(limits::VALUES));
        assert_eq!(
            diagnostics(&wide),
            "error: line 1: the text has more than 3000000 values, which is the limit"
        );
        let long = " ".repeat(limits::TEXT_BYTES + 1);
        assert!(
            diagnostics(&long)
                .starts_with("error: the text has 16777217 bytes; at most 16777216 are allowed")
        );
    }

    #[test]
    fn duplicate_keys_are_reported() {
        let (value, twice) = parse_json("{\"a/b\": [{}, {\"x\": 1, \"x\": 2}]}").expect("JSON");
        assert_eq!(value["a/b"][1]["x"], 2);
        let place = "warning: /a~1b/1/x: \"x\" occurs twice; the last one is used";
        assert_eq!(twice.iter().map(ToString::to_string).collect::<Vec<_>>(), [place]);
    }
}
