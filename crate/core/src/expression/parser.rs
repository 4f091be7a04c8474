//! Parses the text of an expression to a postfix program.

use super::linear_fraction::Arithmetic;
use super::operators::{ONE, OPERATORS, TWO, number_of_bool};
use super::{DEEPEST, Step};
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};

/// Reads an expression, by recursive descent.
pub(super) struct Parser<'a> {
    text: &'a str,
    /// The position after the bytes read so far.
    at: usize,
    fields: &'a [&'a str],
    program: Vec<Step>,
    /// Number of values on the stack after the program.
    depth: usize,
    /// Number of open brackets and signs.
    nested: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, fields: &'a [&'a str]) -> Self {
        Self { text, at: 0, fields, program: Vec::new(), depth: 0, nested: 0 }
    }

    /// Reads the whole text as a program.
    pub(super) fn parse(mut self) -> Result<Vec<Step>, Diagnostic> {
        self.parse_level(0)?;
        match self.peek() {
            None => Ok(self.program),
            Some(_) => Err(self.syntax_error("an operator or the end")),
        }
    }

    /// The remaining text.
    fn remaining_text(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.remaining_text();
        self.at += rest.len() - rest.trim_start().len();
        self.remaining_text().chars().next()
    }

    /// Reads a sign or a word, if it is next. A word ends before a character that is not part of names.
    fn accept(&mut self, sign: &str) -> bool {
        self.peek();
        let rest = self.remaining_text();
        let follows = rest.strip_prefix(sign).map(|rest| rest.starts_with(is_name_character));
        let found = follows.is_some_and(|is_longer| !(is_longer && sign.starts_with(is_name_character)));
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// An error at the next character.
    fn syntax_error(&mut self, allowed: &str) -> Diagnostic {
        let found = self.peek().map_or("the end".to_owned(), |letter| format!("{letter:?}"));
        let place = self.text[..self.at].chars().count() + 1;
        Diagnostic::error(format!("column {place}: expected {allowed}, found {found}"))
    }

    /// Adds a step to the program.
    fn push(&mut self, step: Step) -> Result<(), Diagnostic> {
        match step {
            Step::Number(_) | Step::Field(_) => self.depth += 1,
            Step::One(_) => {}
            Step::Two(..) => self.depth -= 1,
            Step::If => self.depth -= 2,
        }
        self.program.push(step);
        if self.depth > DEEPEST { Err(too_deep_error()) } else { Ok(()) }
    }

    /// Reads an expression of operators of this level of precedence or higher ones.
    fn parse_level(&mut self, level: usize) -> Result<(), Diagnostic> {
        let Some(operators) = OPERATORS.get(level) else { return self.parse_signed() };
        if level == 2 && self.accept("not") {
            self.parse_nested(|parser| parser.parse_level(2))?;
            return self.push(Step::One(|a| number_of_bool(a == 0.0)));
        }
        self.parse_level(level + 1)?;
        while let Some(&(sign, of)) = operators.iter().find(|(sign, _)| self.accept(sign)) {
            self.parse_level(level + 1)?;
            self.push(Step::Two(of, Arithmetic::from_sign(sign)))?;
        }
        Ok(())
    }

    /// Reads an inner expression, unless too many are nested.
    fn parse_nested(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        self.nested += 1;
        if self.nested > DEEPEST {
            return Err(too_deep_error());
        }
        inner(self)?;
        self.nested -= 1;
        Ok(())
    }

    /// Reads an operand with an optional minus sign.
    fn parse_signed(&mut self) -> Result<(), Diagnostic> {
        if self.accept("-") {
            self.parse_nested(Self::parse_signed)?;
            return self.push(Step::One(|a| -a));
        }
        self.parse_operand()
    }

    /// Reads a number, a field, a function or a bracket.
    fn parse_operand(&mut self) -> Result<(), Diagnostic> {
        match self.peek() {
            Some('(') => {
                self.accept("(");
                self.parse_nested(|parser| parser.parse_level(0))?;
                self.require(")")
            }
            Some(letter) if letter.is_ascii_digit() || letter == '.' => self.parse_number(),
            Some(letter) if is_name_character(letter) => self.parse_name(),
            _ => Err(self.syntax_error("a number, a name, a function or a bracket")),
        }
    }

    /// Reads a sign that must be next.
    fn require(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.accept(sign) { Ok(()) } else { Err(self.syntax_error(&format!("{sign:?}"))) }
    }

    /// Reads a number.
    fn parse_number(&mut self) -> Result<(), Diagnostic> {
        let bytes = self.remaining_text().as_bytes();
        let mut length = 0;
        while let Some(&byte) = bytes.get(length) {
            let after_e = length > 0 && matches!(bytes[length - 1], b'e' | b'E');
            if !(byte.is_ascii_alphanumeric() || byte == b'.' || after_e && matches!(byte, b'+' | b'-')) {
                break;
            }
            length += 1;
        }
        match self.remaining_text()[..length].parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.at += length;
                self.push(Step::Number(number))
            }
            _ => Err(self.syntax_error("a number such as 12, 0.5 or 1e9")),
        }
    }

    /// Reads the name of a field, or a function with its arguments.
    fn parse_name(&mut self) -> Result<(), Diagnostic> {
        let rest = self.remaining_text();
        let end = rest.find(|letter| !is_name_character(letter)).unwrap_or(rest.len());
        let (name, before) = (rest[..end].to_owned(), self.at);
        self.at += end;
        if self.peek() == Some('(') {
            self.accept("(");
            return self.parse_nested(|parser| parser.parse_function(&name, before));
        }
        if let Some(field) = self.fields.iter().position(|field| *field == name) {
            return self.push(Step::Field(field as u16));
        }
        let known = || self.fields.iter().copied();
        let place = self.text[..before].chars().count() + 1;
        let message = format!("unknown name {name:?} (column {place}); available: {}", list_names(known()));
        Err(Diagnostic::error(message).hint(did_you_mean(&name, known())))
    }

    /// Reads the arguments of a function and the closing bracket.
    fn parse_function(&mut self, name: &str, before: usize) -> Result<(), Diagnostic> {
        let one = ONE.iter().find(|(known, _)| *known == name);
        let two = TWO.iter().find(|(known, _)| *known == name);
        self.parse_level(0)?;
        if let Some(&(_, of)) = one {
            self.push(Step::One(of))?;
        } else if let Some(&(_, of)) = two {
            self.require(",")?;
            self.parse_level(0)?;
            self.push(Step::Two(of, Arithmetic::Other))?;
            while name != "pow" && self.accept(",") {
                self.parse_level(0)?;
                self.push(Step::Two(of, Arithmetic::Other))?;
            }
        } else if name == "if" {
            for _ in 0..2 {
                self.require(",")?;
                self.parse_level(0)?;
            }
            self.push(Step::If)?;
        } else {
            let known = || ONE.iter().map(|of| of.0).chain(TWO.iter().map(|of| of.0)).chain(["if"]);
            let place = self.text[..before].chars().count() + 1;
            let message =
                format!("unknown function {name:?} (column {place}); available: {}", list_names(known()));
            return Err(Diagnostic::error(message).hint(did_you_mean(name, known())));
        }
        self.require(")")
    }
}

/// True for characters of names.
fn is_name_character(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The error about too many nested brackets and operators.
fn too_deep_error() -> Diagnostic {
    Diagnostic::error(format!("more than {DEEPEST} brackets and operators are nested"))
        .hint("Simplify the expression.")
}
