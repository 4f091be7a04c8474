//! Expressions that a user writes where a policy would decide: over the named numbers that its family shows.

use super::text;
use crate::diagnostic::Diagnostic;
use crate::expression::Expression;
use crate::rule::Rule;
use serde::Serialize;
use ts_rs::TS;

/// A number that an expression may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Variable {
    /// Its name in expressions.
    pub id: &'static str,
    /// The unit people read; empty for none.
    pub unit: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
}

impl Variable {
    /// One of this name and unit.
    pub const fn new(id: &'static str, unit: &'static str, doc: &'static str) -> Self {
        Self { id, unit, doc: text(doc) }
    }
}

/// An expression as its author wrote it, with a name before it and a reason behind it if it has them:
/// `Smallest area: nodes * estimate # Small jobs leave room.`
#[derive(Clone, Debug)]
pub struct Written {
    /// What to call it: its name, or else the expression.
    pub name: String,
    /// The expression without its name and its reason.
    formula: String,
    /// What its author says of it; may be empty.
    why: String,
    expression: Expression,
    /// True for each variable that it names.
    names: Vec<bool>,
}

impl Written {
    /// The id of the policy that is an expression, in each family that takes one.
    pub const ID: &'static str = "written";

    /// Reads one. An error says at which character what is wrong.
    pub fn parse(text: &str, variables: &[Variable]) -> Result<Self, Diagnostic> {
        let (name, start, formula, why) = parts(text);
        let ids: Vec<&str> = variables.iter().map(|variable| variable.id).collect();
        // What stands before it are spaces, so that characters are counted from the beginning of the whole.
        let before = text[..start].chars().count();
        let expression = Expression::parse(&format!("{:before$}{formula}", ""), &ids)?;
        let mut names = vec![false; variables.len()];
        for place in expression.fields() {
            names[place] = true;
        }
        let (formula, why) = (formula.trim().to_owned(), why.trim().to_owned());
        Ok(Self { name: called(name, &formula), formula, why, expression, names })
    }

    /// What the author of a text calls it.
    pub fn name_of(text: &str) -> String {
        let (name, _, formula, _) = parts(text);
        called(name, formula.trim())
    }

    /// What the expression gives for these values of the variables. What is not a number comes last whichever end comes
    /// first: ask [`Self::low`] or [`Self::high`].
    fn value(&self, values: &[f64]) -> f64 {
        // There is one zero.
        self.expression.value(values) + 0.0
    }

    /// Its value where the lowest comes first; infinite if it is not a number.
    pub fn low(&self, values: &[f64]) -> f64 {
        let value = self.value(values);
        if value.is_nan() { f64::INFINITY } else { value }
    }

    /// Its value where the highest comes first; infinite, below zero, if it is not a number.
    pub fn high(&self, values: &[f64]) -> f64 {
        let value = self.value(values);
        if value.is_nan() { f64::NEG_INFINITY } else { value }
    }

    /// True if it names this variable.
    pub fn names(&self, variable: usize) -> bool {
        self.names[variable]
    }

    /// A rule whose sentence is this one, with the expression for `{}`, and then what its author says.
    pub fn rule(&self, id: &'static str, sentence: &str) -> Rule {
        let named = self.name != self.formula;
        let formula = if named { format!("{} ({})", self.name, self.formula) } else { self.formula.clone() };
        let sentence = sentence.replace("{}", &formula);
        let gap = if self.why.is_empty() { "" } else { " " };
        Rule { sentence: format!("{sentence}{gap}{}", self.why).into(), ..Rule::new(id, "") }
    }
}

/// What stands before the colon, where the expression begins, the expression, and what stands behind the number sign.
fn parts(text: &str) -> (&str, usize, &str, &str) {
    let (said, why) = text.split_once('#').unwrap_or((text, ""));
    let start = said.find(':').map_or(0, |colon| colon + 1);
    (said[..start].trim_end_matches(':').trim(), start, &said[start..], why)
}

fn called(name: &str, formula: &str) -> String {
    if name.is_empty() { formula.to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIABLES: [Variable; 2] =
        [Variable::new("nodes", "nodes", "Nodes."), Variable::new("wait", "s", "Time in the queue.")];

    fn parse(text: &str) -> Written {
        Written::parse(text, &VARIABLES).expect("it is right")
    }

    #[test]
    fn a_text_has_a_name_an_expression_and_a_reason() {
        let written = parse("Small first: 2 * nodes # They leave room.");
        assert_eq!((&*written.name, written.high(&[3.0, 0.0]).to_string()), ("Small first", "6".to_owned()));
        let rule = written.rule("head", "By {} it has {2f}.");
        assert_eq!(rule.sentence, "By Small first (2 * nodes) it has {2f}. They leave room.");
        assert_eq!((written.names(0), written.names(1)), (true, false));
        assert_eq!(parse(" wait ").rule("head", "By {}.").sentence, "By wait.");
        assert_eq!([Written::name_of("A: 1"), Written::name_of(" wait # x")], ["A", "wait"]);
    }

    #[test]
    fn a_mistake_is_counted_from_the_beginning() {
        let place = |text: &str| Written::parse(text, &VARIABLES).expect_err("it is wrong").message;
        assert!(place("nods").starts_with("character 1: "), "{}", place("nods"));
        assert!(place("A: nods").starts_with("character 4: "), "{}", place("A: nods"));
        assert!(place("Ä: 1 + nods # B").starts_with("character 8: "), "{}", place("Ä: 1 + nods # B"));
        assert!(place("A:#").starts_with("character 3: "), "{}", place("A:#"));
    }

    #[test]
    fn what_is_not_a_number_comes_last() {
        let written = parse("nodes / wait");
        let (low, high) = (written.low(&[0.0, 0.0]), written.high(&[0.0, 0.0]));
        assert!(low.is_infinite() && low > 0.0 && high.is_infinite() && high < 0.0);
        assert_eq!(written.high(&[-0.0, 1.0]).to_bits(), 0);
    }
}
