//! Expressions over named numbers, as people type them: `100 * (spread - alone) / alone`, `if(user == 2, 1e9, wait)`.
//!
//! A text is parsed once into a postfix program that is evaluated any number of times, without allocation. Every expression has a
//! value: numbers are those of IEEE 754, so that a division by zero is infinite or not a number, and functions come from
//! libm, so that the value is the same on every machine. A comparison is 1 where it holds and 0 where it does not; anything
//! but 0 holds.

use crate::diagnostic::{Diagnostic, did_you_mean, list_names};

/// The longest text of an expression, in bytes.
pub const LONGEST: usize = 1_000;
/// The most numbers that wait for an operator at once.
const DEEPEST: usize = 32;

/// A parsed expression.
#[derive(Clone, Debug)]
pub struct Expression {
    program: Vec<Step>,
}

/// A step of a program: takes what it needs from the top of a stack and puts its value there.
#[derive(Clone, Copy, Debug)]
enum Step {
    Number(f64),
    Field(u16),
    One(UnaryFunction),
    Two(BinaryFunction, Arithmetic),
    If,
}

/// The four operations of fractions; all other operators and functions are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Other,
}

impl Arithmetic {
    fn from_sign(sign: &str) -> Self {
        match sign {
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            _ => Self::Other,
        }
    }
}

/// A fraction of two linear functions of the fields, each with a coefficient for each field and a constant behind
/// them.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearFraction {
    numerator: Vec<f64>,
    denominator: Vec<f64>,
}

impl LinearFraction {
    /// Numerator and denominator where the fields have these values.
    pub fn evaluate(&self, fields: &[f64]) -> (f64, f64) {
        let sum = |coefficients: &[f64]| {
            // A field without a coefficient may have no value.
            let used = coefficients.iter().zip(fields.iter().chain([&1.0])).filter(|(by, _)| **by != 0.0);
            used.map(|(by, value)| by * value).sum()
        };
        (sum(&self.numerator), sum(&self.denominator))
    }

    /// The linear functions `with` a coefficient at one place.
    fn linear(size: usize, at: usize, by: f64) -> Self {
        let (mut numerator, mut denominator) = (vec![0.0; size], vec![0.0; size]);
        (numerator[at], denominator[size - 1]) = (by, 1.0);
        Self { numerator, denominator }
    }

    fn combine(&self, other: &Self, operation: Arithmetic) -> Option<Self> {
        let Self { numerator, denominator } = other;
        let (numerator, denominator) = match operation {
            Arithmetic::Add if self.denominator == *denominator => {
                (add_linear(&self.numerator, numerator), denominator.clone())
            }
            Arithmetic::Add => (
                add_linear(
                    &multiply_linear(&self.numerator, denominator)?,
                    &multiply_linear(numerator, &self.denominator)?,
                ),
                multiply_linear(&self.denominator, denominator)?,
            ),
            Arithmetic::Subtract => {
                let negative = Self {
                    numerator: numerator.iter().map(|by| -by).collect(),
                    denominator: denominator.clone(),
                };
                return self.combine(&negative, Arithmetic::Add);
            }
            Arithmetic::Multiply => (
                multiply_linear(&self.numerator, numerator)?,
                multiply_linear(&self.denominator, denominator)?,
            ),
            Arithmetic::Divide => (
                multiply_linear(&self.numerator, denominator)?,
                multiply_linear(&self.denominator, numerator)?,
            ),
            Arithmetic::Other => return None,
        };
        Some(Self { numerator, denominator })
    }
}

fn add_linear(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one + other).collect()
}

/// The product of two linear functions, which is linear only if one of them is a constant.
fn multiply_linear(one: &[f64], other: &[f64]) -> Option<Vec<f64>> {
    let constant = |all: &[f64]| {
        all.split_last().filter(|(_, by)| by.iter().all(|&by| by == 0.0)).map(|(last, _)| *last)
    };
    let scaled = |all: &[f64], by: f64| all.iter().map(|one| one * by).collect();
    match (constant(one), constant(other)) {
        (Some(by), _) => Some(scaled(other, by)),
        (_, Some(by)) => Some(scaled(one, by)),
        _ => None,
    }
}

/// A function of one number.
type UnaryFunction = fn(f64) -> f64;
/// A function of two numbers.
type BinaryFunction = fn(f64, f64) -> f64;

/// The functions of one number.
const ONE: [(&str, UnaryFunction); 7] = [
    ("abs", libm::fabs),
    ("ceil", libm::ceil),
    ("exp", libm::exp),
    ("floor", libm::floor),
    ("log", libm::log),
    ("round", libm::round),
    ("sqrt", libm::sqrt),
];
/// The functions of two numbers; `min` and `max` take more.
const TWO: [(&str, BinaryFunction); 3] = [("max", libm::fmax), ("min", libm::fmin), ("pow", libm::pow)];

/// Operators of two numbers, those that bind least first.
#[allow(clippy::float_cmp, reason = "that is what == asks for")]
const OPERATORS: [&[(&str, BinaryFunction)]; 5] = [
    &[("or", |a, b| number_of_bool(a != 0.0 || b != 0.0))],
    &[("and", |a, b| number_of_bool(a != 0.0 && b != 0.0))],
    &[
        ("<=", |a, b| number_of_bool(a <= b)),
        (">=", |a, b| number_of_bool(a >= b)),
        ("==", |a, b| number_of_bool(a == b)),
        ("!=", |a, b| number_of_bool(a != b)),
        ("<", |a, b| number_of_bool(a < b)),
        (">", |a, b| number_of_bool(a > b)),
    ],
    &[("+", |a, b| a + b), ("-", |a, b| a - b)],
    &[("*", |a, b| a * b), ("/", |a, b| a / b), ("%", |a, b| libm::fmod(a, b))],
];

fn number_of_bool(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

impl Expression {
    /// The expression of a text over fields of these names. An error says at which character what is wrong.
    pub fn parse(text: &str, fields: &[&str]) -> Result<Self, Diagnostic> {
        if text.len() > LONGEST {
            let message = format!("the expression has {} bytes; at most {LONGEST} are allowed", text.len());
            return Err(Diagnostic::error(message));
        }
        let mut parser = Parser { text, at: 0, fields, program: Vec::new(), depth: 0, nested: 0 };
        parser.parse_level(0)?;
        match parser.peek() {
            None => Ok(Self { program: parser.program }),
            Some(_) => Err(parser.syntax_error("an operator or the end")),
        }
    }

    /// Its value where the fields have these values, in the order in which they were named.
    ///
    /// # Panics
    /// If there are fewer values than fields were named.
    pub fn evaluate(&self, fields: &[f64]) -> f64 {
        let mut stack = [0.0; DEEPEST + 1];
        let mut top = 0;
        for step in &self.program {
            match *step {
                Step::Number(number) => {
                    stack[top] = number;
                    top += 1;
                }
                Step::Field(field) => {
                    stack[top] = fields[field as usize];
                    top += 1;
                }
                Step::One(of) => stack[top - 1] = of(stack[top - 1]),
                Step::Two(of, _) => {
                    top -= 1;
                    stack[top - 1] = of(stack[top - 1], stack[top]);
                }
                Step::If => {
                    top -= 2;
                    if stack[top - 1] == 0.0 || stack[top - 1].is_nan() {
                        stack[top] = stack[top + 1];
                    }
                    stack[top - 1] = stack[top];
                }
            }
        }
        stack[0]
    }

    /// The expression as a fraction of two linear functions of so many fields: a mean, a difference, a ratio, a change
    /// in per cent. None if it has another form.
    pub fn as_linear_fraction(&self, fields: usize) -> Option<LinearFraction> {
        let size = fields + 1;
        let mut stack: Vec<LinearFraction> = Vec::new();
        for step in &self.program {
            let next = match *step {
                Step::Number(number) => LinearFraction::linear(size, fields, number),
                Step::Field(field) => LinearFraction::linear(size, field as usize, 1.0),
                Step::Two(_, operation) => {
                    let (second, first) = (stack.pop()?, stack.pop()?);
                    first.combine(&second, operation)?
                }
                Step::One(of) => {
                    // The only linear function of one number is the sign: the others bend between these.
                    let is_sign =
                        [-4.5, 0.5, 2.25].iter().all(|&number| of(number).total_cmp(&-number).is_eq());
                    let operand = stack.pop().filter(|_| is_sign)?;
                    LinearFraction::linear(size, fields, 0.0).combine(&operand, Arithmetic::Subtract)?
                }
                Step::If => return None,
            };
            stack.push(next);
        }
        stack.pop()
    }

    /// The places of the fields it names, each once, ascending.
    pub fn used_fields(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self
            .program
            .iter()
            .filter_map(|step| if let Step::Field(field) = step { Some(*field as usize) } else { None })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    fields: &'a [&'a str],
    program: Vec<Step>,
    /// How many numbers wait.
    depth: usize,
    /// How many brackets and signs are open.
    nested: usize,
}

impl Parser<'_> {
    fn remaining_text(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.remaining_text();
        self.at += rest.len() - rest.trim_start().len();
        self.remaining_text().chars().next()
    }

    /// Takes a sign or a word if it comes next. A word ends where no letter follows.
    fn accept(&mut self, sign: &str) -> bool {
        self.peek();
        let rest = self.remaining_text();
        let follows = rest.strip_prefix(sign).map(|rest| rest.starts_with(is_name_character));
        let found = follows.is_some_and(|goes_on| !(goes_on && sign.starts_with(is_name_character)));
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn syntax_error(&mut self, allowed: &str) -> Diagnostic {
        let found = self.peek().map_or("the end".to_owned(), |letter| format!("{letter:?}"));
        let place = self.text[..self.at].chars().count() + 1;
        Diagnostic::error(format!("column {place}: expected {allowed}, found {found}"))
    }

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

    /// Operators of this level and those that bind more.
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

    fn parse_signed(&mut self) -> Result<(), Diagnostic> {
        if self.accept("-") {
            self.parse_nested(Self::parse_signed)?;
            return self.push(Step::One(|a| -a));
        }
        self.parse_operand()
    }

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

    fn require(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.accept(sign) { Ok(()) } else { Err(self.syntax_error(&format!("{sign:?}"))) }
    }

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

    /// The arguments of a function and its bracket.
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

fn is_name_character(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn too_deep_error() -> Diagnostic {
    Diagnostic::error(format!("more than {DEEPEST} brackets and operators are nested"))
        .hint("Simplify the expression.")
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str) -> f64 {
        let fields = ["wait", "nodes"];
        Expression::parse(text, &fields).unwrap_or_else(|wrong| panic!("{wrong}")).evaluate(&[60.0, 8.0])
    }

    fn wrong(text: &str) -> String {
        Expression::parse(text, &["wait", "nodes"]).expect_err("it is wrong").to_string()
    }

    #[test]
    fn operators_have_the_usual_precedence() {
        assert_eq!(value("1 + 2 * 3 - 4 / 2"), 5.0);
        assert_eq!(value("-(1 + 2) * -2"), 6.0);
        assert_eq!(value("10 - 2 - 3"), 5.0);
        assert_eq!(value("7 % 4"), 3.0);
        assert_eq!(value("wait * nodes"), 480.0);
        assert_eq!(value("wait > 50 and not nodes > 8 or 0"), 1.0);
        assert_eq!(value("1.5e-1*10"), 1.5);
    }

    #[test]
    fn functions_check_their_number_of_arguments() {
        assert_eq!(value("if(wait < 30, 1, min(nodes, 5, 7)) + max(1, 2)"), 7.0);
        assert_eq!(value("pow(2, 10) + sqrt(16) + abs(-1) + floor(1.9) + ceil(0.1) + round(0.5)"), 1032.0);
        assert_eq!(value("log(exp(2))"), 2.0);
    }

    #[test]
    fn evaluation_never_fails() {
        assert_eq!(value("1 / 0"), f64::INFINITY);
        assert!(value("0 / 0").is_nan());
        assert_eq!(value("(0 / 0) < 1 or (0 / 0) >= 1"), 0.0);
        assert_eq!(value("if(0 / 0, 1, 2)"), 2.0);
    }

    #[test]
    fn errors_name_their_position() {
        assert_eq!(
            wrong("wait +"),
            "error: column 7: expected a number, a name, a function or a bracket, found the end"
        );
        assert_eq!(
            wrong("1 + wiat"),
            "error: unknown name \"wiat\" (column 5); available: wait, nodes\n  Did you mean `wait`?"
        );
        assert!(wrong("sin(1)").starts_with("error: unknown function \"sin\" (column 1); available: abs, "));
        assert_eq!(wrong("(1"), "error: column 3: expected \")\", found the end");
        assert_eq!(wrong("1 2"), "error: column 3: expected an operator or the end, found '2'");
        assert!(wrong("1e999").contains("a number such as"));
        assert!(wrong(&"(".repeat(500)).contains("are nested"));
        assert!(wrong(&"1+(".repeat(300)).contains("are nested"));
        assert!(wrong(&" ".repeat(2000)).contains("at most 1000"));
    }

    #[test]
    fn used_fields_are_listed_once_ascending() {
        let of = |text: &str| Expression::parse(text, &["a", "b", "c"]).expect("right").used_fields();
        assert_eq!((of("c * a + c"), of("1")), (vec![0, 2], vec![]));
    }

    #[test]
    fn ratios_of_linear_functions_are_recognised() {
        let of = |text: &str| {
            let expression = Expression::parse(text, &["a", "b", "c"]).expect("right");
            expression.as_linear_fraction(3).map(|fraction| fraction.evaluate(&[3.0, 8.0, f64::NAN]))
        };
        assert_eq!(of("a - b"), Some((-5.0, 1.0)));
        assert_eq!(of("a / b"), Some((3.0, 8.0)));
        assert_eq!(of("100 * (a - b) / b"), Some((-500.0, 8.0)));
        assert_eq!(of("a / b - 1"), Some((-5.0, 8.0)));
        assert_eq!(of("-a / (2 * b + a)"), Some((-3.0, 19.0)));
        assert_eq!(of("a / b + b / b"), Some((11.0, 8.0)));
        for other in ["a * b", "a / b + b / a", "max(a, b)", "a > b", "abs(a)", "if(a, b, 1)", "not a"] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "[-+*/%()<>=!., a-c0-9.einfmorxdt]{0,60}") {
            if let Ok(expression) = Expression::parse(&text, &["a", "b", "c"]) {
                expression.evaluate(&[1.0, f64::NAN, f64::INFINITY]);
            }
        }
    }
}
