//! Custom policies as expressions of the user, over the named numbers that their family provides.

use super::{catalog_text, limits};
use crate::diagnostic::Diagnostic;
use crate::expression::Expression;
use crate::rule::{Rule, escape_braces};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use ts_rs::TS;

/// A number that an expression may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Variable {
    /// Its name in expressions.
    pub id: &'static str,
    /// The unit, as shown; empty for none.
    pub unit: &'static str,
    /// Description, in a sentence.
    pub doc: &'static str,
}

impl Variable {
    /// A variable of this name and unit.
    pub const fn new(id: &'static str, unit: &'static str, doc: &'static str) -> Self {
        Self { id, unit, doc: catalog_text(doc) }
    }
}

/// An expression of a user, with an optional name before it and an optional reason after it: `Smallest area: nodes *
/// estimate # Small jobs leave room.`
#[derive(Clone, Debug)]
pub struct CustomExpression {
    /// The name, otherwise the expression.
    pub name: String,
    /// The expression without its name and its reason.
    formula: String,
    /// The author's reason; may be empty.
    why: String,
    expression: Expression,
    /// True for each variable that it uses.
    names: Vec<bool>,
    /// The jobs or tasks for which it was evaluated, and those for which it was not a number.
    asked: RefCell<InvalidValues>,
    not_numbers: RefCell<InvalidValues>,
    /// The kinds of numbers that it gave.
    signs: Cell<Signs>,
}

/// Jobs or tasks by their numbers, each counted once.
#[derive(Clone, Debug, Default)]
struct InvalidValues {
    count: u32,
    words: Vec<u64>,
}

impl InvalidValues {
    fn add(&mut self, number: u32) {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        if self.words[word] & bit == 0 {
            self.words[word] |= bit;
            self.count += 1;
        }
    }
}

/// The kinds of numbers that an expression gave.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    finite: bool,
    infinite: bool,
    negative_infinite: bool,
}

impl Signs {
    fn of(value: f64) -> Self {
        Self {
            finite: value.is_finite(),
            infinite: value == f64::INFINITY,
            negative_infinite: value == f64::NEG_INFINITY,
        }
    }

    fn join(self, other: Self) -> Self {
        Self {
            finite: self.finite || other.finite,
            infinite: self.infinite || other.infinite,
            negative_infinite: self.negative_infinite || other.negative_infinite,
        }
    }

    /// True if all numbers were the same infinity.
    fn is_one_infinity(self) -> bool {
        !self.finite && (self.infinite != self.negative_infinite)
    }
}

/// The meaning of an expression, and the effect of values that are not a number.
pub struct ExpressionUse {
    /// The meaning of the value: "the rank in the queue".
    pub what: &'static str,
    /// The objects that are ranked: "jobs".
    pub of: &'static str,
    /// The effect if all values are not a number.
    pub all: &'static str,
    /// The effect if some values are not a number.
    pub some: &'static str,
}

impl ExpressionUse {
    /// A warning if values of these expressions of one policy were not a number, with the number of jobs or tasks
    /// concerned, or if all were the same infinity, which orders nothing.
    pub fn not_a_number_warning<'w>(
        &self,
        expressions: impl IntoIterator<Item = &'w CustomExpression>,
    ) -> Option<Diagnostic> {
        let (mut formula, mut asked, mut count, mut signs) = ("", 0, 0, Signs::default());
        for written in expressions {
            formula = &written.formula;
            asked += written.asked.borrow().count;
            count += written.not_numbers.borrow().count;
            signs = signs.join(written.signs.get());
        }
        let Self { what, of, all, some } = self;
        if count == 0 && signs.is_one_infinity() {
            let message = format!("{what} ({formula}) is infinite for all {asked} {of}; {all}");
            return Some(
                Diagnostic::warning(message).hint("x / 0 is infinite, and so is the logarithm of 0."),
            );
        }
        let then = if count == asked { all } else { some };
        let message = format!("{what} ({formula}) is not a number for {count} of {asked} {of}; {then}");
        let hint = "0 / 0, x % 0, and square roots and logarithms of numbers below 0 are not numbers; infinite values are \
                    ordered like others.";
        (count > 0).then(|| Diagnostic::warning(message).hint(hint))
    }
}

impl CustomExpression {
    /// The id of the policy that is an expression, in each family that has one.
    pub const ID: &'static str = "written";

    /// Parses an expression. An error names the position of the mistake.
    pub fn parse(text: &str, variables: &[Variable]) -> Result<Self, Diagnostic> {
        let (name, start, formula, why) = split_text(text);
        for (part, what, most) in [(name, "name", limits::NAME), (why.trim(), "reason", limits::REASON)] {
            let length = part.chars().count();
            if length > most {
                let message = format!("the {what} has {length} characters; at most {most} are allowed");
                return Err(Diagnostic::error(message));
            }
        }
        let ids: Vec<&str> = variables.iter().map(|variable| variable.id).collect();
        if let Some((condition, chosen)) = name.split_once('?')
            && [condition, chosen].iter().all(|part| Expression::parse(part, &ids).is_ok())
        {
            let column = text.chars().take_while(|&character| character != '?').count() + 1;
            let message = format!(
                "column {column}: the text before `:` is a name, and `?` is no operator of expressions"
            );
            let hint = format!("Write if({}, {}, {}).", condition.trim(), chosen.trim(), formula.trim());
            return Err(Diagnostic::error(message).hint(hint));
        }
        // The text before it is replaced by spaces, so that positions are those in the whole text.
        let before = text[..start].chars().count();
        let expression = Expression::parse(&format!("{:before$}{formula}", ""), &ids)?;
        let mut names = vec![false; variables.len()];
        for place in expression.used_fields() {
            names[place] = true;
        }
        let (formula, why) = (formula.trim().to_owned(), why.trim().to_owned());
        let name = display_name(name, &formula);
        let (asked, not_numbers, signs) = (RefCell::default(), RefCell::default(), Cell::default());
        Ok(Self { name, formula, why, expression, names, asked, not_numbers, signs })
    }

    /// The name in a text.
    pub fn name_in(text: &str) -> String {
        let (name, _, formula, _) = split_text(text);
        display_name(name, formula.trim())
    }

    /// The value of the expression for these values of the variables. If it may be not a number, use
    /// [`Self::ascending_key`] or [`Self::descending_key`].
    fn value(&self, values: &[f64]) -> f64 {
        // Adding zero turns minus zero into zero.
        self.expression.evaluate(values) + 0.0
    }

    /// A key to sort by, lowest first; infinite if the value is not a number.
    pub fn ascending_key(&self, values: &[f64]) -> f64 {
        let value = self.value(values);
        if value.is_nan() { f64::INFINITY } else { value }
    }

    /// A key to sort by, highest first; negative infinity if the value is not a number.
    pub fn descending_key(&self, values: &[f64]) -> f64 {
        let value = self.value(values);
        if value.is_nan() { f64::NEG_INFINITY } else { value }
    }

    /// As [`Self::ascending_key`], for the job or task of this number.
    pub fn ascending_key_for(&self, number: u32, values: &[f64]) -> f64 {
        let value = self.value(values);
        self.count_invalid(number, value);
        if value.is_nan() { f64::INFINITY } else { value }
    }

    /// As [`Self::descending_key`], for the job or task of this number.
    pub fn descending_key_for(&self, number: u32, values: &[f64]) -> f64 {
        let value = self.value(values);
        self.count_invalid(number, value);
        if value.is_nan() { f64::NEG_INFINITY } else { value }
    }

    /// Counts a value that is not a number.
    fn count_invalid(&self, number: u32, value: f64) {
        self.asked.borrow_mut().add(number);
        self.signs.set(self.signs.get().join(Signs::of(value)));
        if value.is_nan() {
            self.not_numbers.borrow_mut().add(number);
        }
    }

    /// True if it uses this variable.
    pub fn uses_variable(&self, variable: usize) -> bool {
        self.names[variable]
    }

    /// The rule with the expression in place of `{}` in its sentence, followed by the author's reason.
    pub fn make_rule(&self, rule: &Rule) -> Rule {
        let named = self.name != self.formula;
        let formula = if named { format!("{} ({})", self.name, self.formula) } else { self.formula.clone() };
        let sentence = rule.sentence.replace("{}", &escape_braces(&formula));
        let gap = if self.why.is_empty() { "" } else { " " };
        Rule { sentence: format!("{sentence}{gap}{}", escape_braces(&self.why)).into(), ..rule.clone() }
    }
}

/// Splits a text into the name before the colon, the position of the expression, the expression, and the reason after
/// the number sign.
fn split_text(text: &str) -> (&str, usize, &str, &str) {
    let (said, why) = text.split_once('#').unwrap_or((text, ""));
    let start = said.find(':').map_or(0, |colon| colon + 1);
    (said[..start].trim_end_matches(':').trim(), start, &said[start..], why)
}

/// The name of an expression, otherwise its text.
fn display_name(name: &str, formula: &str) -> String {
    if name.is_empty() { formula.to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIABLES: [Variable; 2] =
        [Variable::new("nodes", "nodes", "Nodes."), Variable::new("wait", "s", "Time in the queue.")];

    fn parse(text: &str) -> CustomExpression {
        CustomExpression::parse(text, &VARIABLES).expect("it is right")
    }

    #[test]
    fn a_text_has_a_name_an_expression_and_a_reason() {
        let written = parse("Small first: 2 * nodes # They leave room.");
        assert_eq!(
            (&*written.name, written.descending_key(&[3.0, 0.0]).to_string()),
            ("Small first", "6".to_owned())
        );
        let rule = written.make_rule(&Rule::with_values("head", &["rank"], "By {} it has {rank:number}."));
        assert_eq!(rule.sentence, "By Small first (2 * nodes) it has {rank:number}. They leave room.");
        assert_eq!((written.uses_variable(0), written.uses_variable(1)), (true, false));
        assert_eq!(parse(" wait ").make_rule(&Rule::new("head", "By {}.")).sentence, "By wait.");
        assert_eq!(
            [CustomExpression::name_in("A: 1"), CustomExpression::name_in(" wait # x")],
            ["A", "wait"]
        );
    }

    #[test]
    fn error_positions_count_from_the_start_of_the_text() {
        let place = |text: &str| CustomExpression::parse(text, &VARIABLES).expect_err("it is wrong").message;
        assert!(place("nods").contains("(column 1)"), "{}", place("nods"));
        assert!(place("A: nods").contains("(column 4)"), "{}", place("A: nods"));
        assert!(place("Ä: 1 + nods # B").contains("(column 8)"), "{}", place("Ä: 1 + nods # B"));
        assert!(place("A:#").starts_with("column 3: "), "{}", place("A:#"));
    }

    #[test]
    fn a_choice_as_in_c_is_an_error_and_no_name() {
        let wrong =
            CustomExpression::parse("wait > 3600 ? 0 : nodes", &VARIABLES).expect_err("it is no name");
        assert!(wrong.message.starts_with("column 13: "), "{}", wrong.message);
        assert_eq!(wrong.hint, "Write if(wait > 3600, 0, nodes).");
        assert_eq!(&*parse("Large ones first? Maybe: nodes").name, "Large ones first? Maybe");
    }

    #[test]
    fn braces_in_a_name_or_a_reason_are_text() {
        let rule = parse("Mine {0} {}: nodes # By {by} {0|a|b} { and }.").make_rule(&Rule::with_values(
            "head",
            &["nodes"],
            "By {}, {nodes}.",
        ));
        let filled = crate::rule::fill_placeholders(&rule.sentence, |key| format!("<{key}>"));
        assert_eq!(filled, "By Mine {0} {} (nodes), <nodes>. By {by} {0|a|b} { and }.");
    }

    #[test]
    fn names_and_reasons_are_limited_in_length() {
        let wrong =
            |text: String| CustomExpression::parse(&text, &VARIABLES).expect_err("it is too long").message;
        let (name, reason) = ("ä".repeat(limits::NAME), "r".repeat(limits::REASON));
        parse(&format!("{name}: nodes # {reason}"));
        assert_eq!(wrong(format!("{name}a: nodes")), "the name has 201 characters; at most 200 are allowed");
        assert_eq!(
            wrong(format!("nodes # {reason}r")),
            "the reason has 1001 characters; at most 1000 are allowed"
        );
    }

    #[test]
    fn values_that_are_not_numbers_are_counted_by_job() {
        const RANK: ExpressionUse =
            ExpressionUse { what: "the rank", of: "jobs", all: "all are equal", some: "they come last" };
        let text = |written: &[&CustomExpression]| {
            RANK.not_a_number_warning(written.iter().copied()).map(|found| found.message)
        };
        let (one, other) = (parse("nodes / wait"), parse("nodes / wait"));
        assert_eq!(text(&[&one]), None);
        for _ in 0..2 {
            one.ascending_key_for(70, &[0.0, 0.0]);
        }
        let all = "the rank (nodes / wait) is not a number for 1 of 1 jobs; all are equal";
        assert_eq!(text(&[&one]).as_deref(), Some(all));
        // An infinite value is a number.
        other.descending_key_for(3, &[1.0, 0.0]);
        other.descending_key_for(4, &[1.0, 1.0]);
        let some = "the rank (nodes / wait) is not a number for 1 of 3 jobs; they come last";
        assert_eq!(text(&[&one, &other]).as_deref(), Some(some));
    }

    #[test]
    fn values_that_are_all_the_same_infinity_are_reported() {
        const RANK: ExpressionUse =
            ExpressionUse { what: "the rank", of: "jobs", all: "all are equal", some: "they come last" };
        let text =
            |written: &CustomExpression| RANK.not_a_number_warning([written]).map(|found| found.message);
        let written = parse("nodes / wait");
        written.ascending_key_for(1, &[2.0, 0.0]);
        written.ascending_key_for(2, &[5.0, 0.0]);
        assert_eq!(
            text(&written).as_deref(),
            Some("the rank (nodes / wait) is infinite for all 2 jobs; all are equal")
        );
        written.ascending_key_for(2, &[5.0, 1.0]);
        assert_eq!(text(&written), None, "an infinite value among others has its place in the order");
        let both = parse("nodes / wait");
        both.ascending_key_for(1, &[2.0, 0.0]);
        both.ascending_key_for(2, &[-2.0, 0.0]);
        assert_eq!(text(&both), None);
    }

    #[test]
    fn values_that_are_not_numbers_sort_last() {
        let written = parse("nodes / wait");
        let (low, high) = (written.ascending_key(&[0.0, 0.0]), written.descending_key(&[0.0, 0.0]));
        assert!(low.is_infinite() && low > 0.0 && high.is_infinite() && high < 0.0);
        assert_eq!(written.descending_key(&[-0.0, 1.0]).to_bits(), 0);
    }
}
