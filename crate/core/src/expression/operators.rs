//! The functions and operators of expressions.

/// A function of one number.
pub(super) type UnaryFunction = fn(f64) -> f64;
/// A function of two numbers.
pub(super) type BinaryFunction = fn(f64, f64) -> f64;

/// The functions of one number.
pub(super) const ONE: [(&str, UnaryFunction); 7] = [
    ("abs", libm::fabs),
    ("ceil", libm::ceil),
    ("exp", libm::exp),
    ("floor", libm::floor),
    ("log", libm::log),
    ("round", libm::round),
    ("sqrt", libm::sqrt),
];
/// The functions of two numbers; `min` and `max` accept more.
pub(super) const TWO: [(&str, BinaryFunction); 3] =
    [("max", libm::fmax), ("min", libm::fmin), ("pow", libm::pow)];

/// Operators of two numbers, by increasing precedence.
#[allow(clippy::float_cmp, reason = "the operator == compares exactly")]
pub(super) const OPERATORS: [&[(&str, BinaryFunction)]; 5] = [
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

/// 1 for true and 0 for false.
pub(super) fn number_of_bool(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}
