//! Expressions as ratios of linear functions: means, differences, ratios and changes in per cent.

use super::{Expression, Step};

/// The four operations of fractions; all other operators and functions count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Other,
}

impl Arithmetic {
    /// The operation with this sign.
    pub(super) fn from_sign(sign: &str) -> Self {
        match sign {
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "/" => Self::Divide,
            _ => Self::Other,
        }
    }
}

/// A fraction of two linear functions of the fields, each with a coefficient for each field, followed by a constant.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearFraction {
    numerator: Vec<f64>,
    denominator: Vec<f64>,
}

impl LinearFraction {
    /// Numerator and denominator for these values of the fields.
    pub fn evaluate(&self, fields: &[f64]) -> (f64, f64) {
        let sum = |coefficients: &[f64]| {
            // A field without a coefficient may have no value.
            let used = coefficients.iter().zip(fields.iter().chain([&1.0])).filter(|(by, _)| **by != 0.0);
            used.map(|(by, value)| by * value).sum()
        };
        (sum(&self.numerator), sum(&self.denominator))
    }

    /// A linear function with a single coefficient, at one index, divided by 1.
    fn linear(size: usize, at: usize, by: f64) -> Self {
        let (mut numerator, mut denominator) = (vec![0.0; size], vec![0.0; size]);
        (numerator[at], denominator[size - 1]) = (by, 1.0);
        Self { numerator, denominator }
    }

    /// The result of an operation on two fractions; `None` if it is not a ratio of linear functions.
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

/// The sum of two linear functions.
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

impl Expression {
    /// The expression as a fraction of two linear functions of the fields: a mean, a difference, a ratio, a change in
    /// per cent. `None` if it has another form.
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
                    // The only linear function of one number is the sign: the others are not linear between these
                    // points.
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
}
