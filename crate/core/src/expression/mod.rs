//! Expressions over named numbers, as entered by users: `100 * (spread - alone) / alone`, `if(user == 2, 1e9, wait)`.
//!
//! A text is parsed once into a postfix program that is evaluated any number of times, without allocation. Every
//! expression has a value: numbers are those of IEEE 754, so that a division by zero is infinite or not a number, and
//! functions are those of libm, so that the value is the same on every machine. A comparison is 1 if true and 0 if
//! false; as a condition, any number but 0 is true.

mod linear_fraction;
mod operators;
mod parser;
#[cfg(test)]
mod tests;

pub use linear_fraction::LinearFraction;

use crate::diagnostic::Diagnostic;
use linear_fraction::Arithmetic;
use operators::{BinaryFunction, UnaryFunction};
use parser::Parser;

/// Maximum length of an expression, in bytes.
pub const LONGEST: usize = 1_000;
/// Maximum number of values on the stack, and of nested brackets.
const DEEPEST: usize = 32;

/// A parsed expression.
#[derive(Clone, Debug)]
pub struct Expression {
    program: Vec<Step>,
}

/// A step of a program: replaces its operands at the top of a stack by its value.
#[derive(Clone, Copy, Debug)]
enum Step {
    Number(f64),
    Field(u16),
    One(UnaryFunction),
    Two(BinaryFunction, Arithmetic),
    If,
}

impl Expression {
    /// The expression of a text over fields of these names. An error names the position of the mistake.
    pub fn parse(text: &str, fields: &[&str]) -> Result<Self, Diagnostic> {
        if text.len() > LONGEST {
            let message = format!("the expression has {} bytes; at most {LONGEST} are allowed", text.len());
            return Err(Diagnostic::error(message));
        }
        Ok(Self { program: Parser::new(text, fields).parse()? })
    }

    /// The value of the expression for these values of the fields, in the order of the names in [`Self::parse`].
    ///
    /// # Panics
    /// If there are fewer values than named fields.
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

    /// The indices of the fields in the expression, each once, ascending.
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
