//! The layout of the JSON files of this repository: values that fit on a line are on one line, so that a diff shows the
//! changed object and a reader sees a whole object at once.
//!
//! Numbers, strings and the order of names are kept: only white space changes.

use ganttlet_core::diagnostic::Diagnostic;
use serde_json::Value;

/// Maximum length of a line, characters; longer strings have their own line.
const LINE_CHARS: usize = 140;
/// Spaces per level.
const INDENT: usize = 2;

/// A value, as slices of its text.
enum Node<'a> {
    /// A number, string, `true`, `false` or `null`.
    Scalar(&'a str),
    Array(Vec<Node<'a>>),
    Object(Vec<(&'a str, Node<'a>)>),
}

/// The text of a JSON document in the layout of our files, with a line feed at the end.
///
/// The error for invalid JSON gives the place.
pub fn format_json(text: &str) -> Result<String, Diagnostic> {
    let text = text.trim_start_matches('\u{feff}');
    // Trees deeper than 128 levels are rejected, so the functions below may recurse.
    serde_json::from_str::<Value>(text).map_err(|error| super::read::syntax_error(text, &error))?;
    let mut tokens = Tokens { rest: text };
    let root = parse_node(&mut tokens);
    let mut out = String::new();
    match &root {
        // A document is never a single line, so that its members are easy to find.
        Node::Object(members) if !members.is_empty() => write_members(members, 0, &mut out),
        Node::Array(items) if items.iter().any(|item| !matches!(item, Node::Scalar(_))) => {
            write_items(items, 0, &mut out);
        }
        _ => write_node(&root, 0, 0, &mut out),
    }
    out.push('\n');
    Ok(out)
}

/// The tokens of a text that is known to be JSON.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// The next token: a bracket, a string, a number or a word; commas and colons are skipped.
    fn next_token(&mut self) -> &'a str {
        let rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n', ',', ':']);
        let length = match rest.as_bytes().first() {
            Some(b'"') => string_length(rest),
            Some(b'{' | b'}' | b'[' | b']') => 1,
            _ => rest.find([' ', '\t', '\r', '\n', ',', ':', ']', '}']).unwrap_or(rest.len()),
        };
        let (token, rest) = rest.split_at(length);
        self.rest = rest;
        token
    }
}

/// Bytes of the string at the start of a text, with its quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.map_or(text.len(), |at| at + 2)
}

/// The value at the next token.
fn parse_node<'a>(tokens: &mut Tokens<'a>) -> Node<'a> {
    let first = tokens.next_token();
    parse_value(first, tokens)
}

fn parse_value<'a>(first: &'a str, tokens: &mut Tokens<'a>) -> Node<'a> {
    match first {
        "[" => {
            let mut items = Vec::new();
            loop {
                match tokens.next_token() {
                    "]" | "" => return Node::Array(items),
                    first => items.push(parse_value(first, tokens)),
                }
            }
        }
        "{" => {
            let mut members = Vec::new();
            loop {
                match tokens.next_token() {
                    "}" | "" => return Node::Object(members),
                    name => members.push((name, parse_node(tokens))),
                }
            }
        }
        scalar => Node::Scalar(scalar),
    }
}

/// Writes a value that begins at a column of its line.
fn write_node(node: &Node, indent: usize, column: usize, out: &mut String) {
    let start = out.len();
    write_on_one_line(node, out);
    if column + out[start..].chars().count() <= LINE_CHARS {
        return;
    }
    match node {
        Node::Scalar(_) => {}
        Node::Array(items) => {
            out.truncate(start);
            write_items(items, indent, out);
        }
        Node::Object(members) => {
            out.truncate(start);
            write_members(members, indent, out);
        }
    }
}

fn write_on_one_line(node: &Node, out: &mut String) {
    match node {
        Node::Scalar(text) => out.push_str(text),
        Node::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_on_one_line(item, out);
            }
            out.push(']');
        }
        Node::Object(members) if members.is_empty() => out.push_str("{}"),
        Node::Object(members) => {
            out.push_str("{ ");
            for (at, (name, item)) in members.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(name);
                out.push_str(": ");
                write_on_one_line(item, out);
            }
            out.push_str(" }");
        }
    }
}

/// Writes the items of an array: numbers fill lines, other items have one line each.
fn write_items(items: &[Node], indent: usize, out: &mut String) {
    let inner = indent + INDENT;
    let numbers = items.iter().all(|item| matches!(item, Node::Scalar(text) if !text.starts_with('"')));
    let mut column = LINE_CHARS;
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        let comma = usize::from(at + 1 < items.len());
        match item {
            Node::Scalar(text) if numbers && column + 1 + text.len() + comma <= LINE_CHARS => {
                out.push(' ');
                column += 1;
            }
            _ => column = new_line(inner, out),
        }
        let start = out.len();
        write_node(item, inner, column + comma, out);
        column += out.len() - start + comma;
        out.push_str(if comma > 0 { "," } else { "" });
    }
    new_line(indent, out);
    out.push(']');
}

fn write_members(members: &[(&str, Node)], indent: usize, out: &mut String) {
    let inner = indent + INDENT;
    out.push('{');
    for (at, (name, item)) in members.iter().enumerate() {
        new_line(inner, out);
        out.push_str(name);
        out.push_str(": ");
        let comma = usize::from(at + 1 < members.len());
        write_node(item, inner, inner + name.chars().count() + 2 + comma, out);
        out.push_str(if comma > 0 { "," } else { "" });
    }
    new_line(indent, out);
    out.push('}');
}

/// Begins a line and returns its column.
fn new_line(indent: usize, out: &mut String) -> usize {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    indent
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_values_are_on_one_line_and_long_ones_are_not() {
        let long = "a".repeat(80);
        let text = format!(r#"{{"a":[1,2.50],"b":{{"c":"{long}","d":{{"e":"{long}","f":{{}}}}}}}}"#);
        let wanted = format!(
            "{{\n  \"a\": [1, 2.50],\n  \"b\": {{\n    \"c\": \"{long}\",\n    \"d\": {{ \"e\": \"{long}\", \"f\": {{}} }}\n  }}\n}}\n"
        );
        assert_eq!(format_json(&text).expect("is JSON"), wanted);
    }

    #[test]
    fn numbers_fill_lines() {
        let numbers: Vec<String> = (1000..1100).map(|number| number.to_string()).collect();
        let text = format_json(&format!("{{\"x\": [{}]}}", numbers.join(","))).expect("is JSON");
        assert_eq!(text.lines().count(), 4 + 100usize.div_ceil(22), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= LINE_CHARS));
    }

    #[test]
    fn duplicate_names_and_numbers_are_kept() {
        let text = "{\n  \"b\": 1e3,\n  \"b\": 0.10,\n  \"a\": \"\\u00e9 \\\"x\\\\\"\n}\n";
        assert_eq!(format_json(text).expect("is JSON"), text);
    }

    #[test]
    fn invalid_json_is_rejected_with_its_line() {
        let wrong = format_json("{\n  \"a\": ,\n}").expect_err("is no JSON");
        assert!(wrong.to_string().contains("line 2"), "{wrong}");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let depth = 200_000;
        for text in ["[".repeat(depth), format!("{}{}", "[".repeat(depth), "]".repeat(depth))] {
            let wrong = format_json(&text).expect_err("is too deep").to_string();
            assert!(wrong.contains("128 levels"), "{wrong}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".{0,60}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 60, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::vec((".{0,9}", inner), 0..8)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_layout_keeps_the_values_and_is_its_own_layout(value in any_json()) {
            let text = format_json(&value.to_string()).expect("is JSON");
            prop_assert_eq!(&serde_json::from_str::<Value>(&text).expect("stays JSON"), &value);
            prop_assert_eq!(format_json(&text).expect("is JSON"), text);
        }
    }
}
