//! Reasons of decisions: rules with their sentences, decisions with their values and candidates.
//!
//! Policies return decisions; the record stores them.

use crate::diagnostic::format_number;
use crate::time::{Span, Time, format_duration};
use std::borrow::Cow;

/// A job or a task, as an index into the table of subjects.
pub type SubjectId = u32;

/// A kind of decision and the sentence that explains it, with placeholders for named values.
///
/// In the sentence `{nodes}` is the integer with this name, `{start:time}` a time in microseconds, `{speed:number}` the
/// bits of a floating-point number, `{work:duration}` the bits of seconds. `{job}` is the subject, `{by}` the subject
/// it waits for, `{cluster}` the chosen cluster, `{passing}` whether a job may overtake the head of the queue. A number
/// also selects words: `{nodes|1 node|# nodes}` gives "1 node" or "7 nodes", and a third choice is for zero. `{{` is a
/// brace; `{}` the expression of a custom policy, inserted by
/// [`CustomExpression::make_rule`](crate::entry::CustomExpression::make_rule).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// A word for filters and colours: `head`, `backfill`, `wait`, ..
    pub id: &'static str,
    /// The sentence; that of a custom policy is generated with it.
    pub sentence: Cow<'static, str>,
    /// The meaning of the scores of its candidates, in a few words, and whether they are times in seconds.
    pub score: (&'static str, bool),
    /// True if it only selects the next subject: other decisions about it at the same instant follow.
    pub leads: bool,
    /// Names of the values of a decision, in their order.
    pub values: &'static [&'static str],
}

/// The names that are replaced in every sentence.
const WORDS: [&str; 4] = ["job", "by", "cluster", "passing"];

impl Rule {
    /// A rule whose sentence has no values.
    pub const fn new(id: &'static str, sentence: &'static str) -> Self {
        Self::with_values(id, &[], sentence)
    }

    /// A rule with the names of the values in its sentence. It does not compile if the sentence has another name.
    ///
    /// # Panics
    /// If the sentence has another name, or there are more than four: in a static rule, at compile time.
    pub const fn with_values(
        id: &'static str,
        values: &'static [&'static str],
        sentence: &'static str,
    ) -> Self {
        assert!(values.len() <= 4, "a decision has four values");
        check_names(sentence.as_bytes(), values);
        Self { id, sentence: Cow::Borrowed(sentence), score: ("score", false), leads: false, values }
    }

    /// Marks a rule that only selects the next subject.
    #[must_use]
    pub const fn leading(mut self) -> Self {
        self.leads = true;
        self
    }

    /// Sets the meaning of the scores of candidates, in a few words; `time` if they are times in seconds.
    #[must_use]
    pub const fn scored(mut self, what: &'static str, time: bool) -> Self {
        self.score = (what, time);
        self
    }
}

/// One decision. It refers to its rule; a record stores the index of the rule.
#[derive(Clone, Copy, Debug)]
pub struct Decision<R> {
    /// The time.
    pub time: Time,
    /// The subject.
    pub subject: SubjectId,
    /// The rule that decided.
    pub rule: R,
    /// The values in the sentence, in the order of their names in the rule.
    pub values: [i64; 4],
    /// The chosen cluster; `u16::MAX` for none.
    pub chosen: u16,
    /// The subject that blocks it; `u32::MAX` for none.
    pub blocked_by: SubjectId,
    /// Its candidates in the record's list: first and count.
    pub candidates: (u32, u16),
}

impl Decision<&Rule> {
    /// Sets the values, in the order of the names of its rule.
    #[must_use]
    pub fn with_values<const N: usize>(mut self, values: [i64; N]) -> Self {
        debug_assert!(N >= self.rule.values.len(), "{:?} for {:?}", values, self.rule);
        self.values[..N].copy_from_slice(&values);
        self
    }
}

impl<R> Decision<R> {
    /// A decision of `rule` about `subject`, without further data.
    pub fn new(time: Time, subject: SubjectId, rule: R) -> Self {
        let (chosen, blocked_by) = (u16::MAX, SubjectId::MAX);
        Self { time, subject, rule, values: [0; 4], chosen, blocked_by, candidates: (0, 0) }
    }

    /// The decision with another reference to its rule.
    pub(crate) fn map_rule<S>(self, rule: S) -> Decision<S> {
        let Self { time, subject, values, chosen, blocked_by, candidates, .. } = self;
        Decision { time, subject, rule, values, chosen, blocked_by, candidates }
    }

    /// Sets the cluster.
    #[must_use]
    pub fn with_cluster(mut self, cluster: usize) -> Self {
        self.chosen = cluster as u16;
        self
    }

    /// Sets the subject that it waits for.
    #[must_use]
    pub fn with_blocker(mut self, subject: SubjectId) -> Self {
        self.blocked_by = subject;
        self
    }
}

/// A candidate of a decision, with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The cluster.
    pub cluster: u16,
    /// Its score in the unit of the rule; NaN if it was not possible.
    pub score: f64,
    /// Number of its free nodes; `u32::MAX` if unknown.
    pub idle: u32,
    /// Number of allocated nodes; 0 if one cluster was chosen for all.
    pub taken: u32,
}

impl Candidate {
    /// A candidate cluster with only a score.
    pub fn with_score(cluster: u16, score: f64) -> Self {
        Self { cluster, score, idle: u32::MAX, taken: 0 }
    }
}

/// Panics if a sentence has a name that is neither a word nor one of these values.
const fn check_names(mut sentence: &[u8], values: &[&str]) {
    while let [first, rest @ ..] = sentence {
        sentence = rest;
        if *first == b'{' {
            if let [b'{' | b'}', rest @ ..] = sentence {
                sentence = rest;
            } else {
                assert!(
                    is_one_of(sentence, values) || is_one_of(sentence, &WORDS),
                    "a name in the sentence is not among its values"
                );
            }
        }
    }
}

/// Whether a text begins with one of these names, and the name ends there.
const fn is_one_of(text: &[u8], names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        let name = names[at].as_bytes();
        let mut same = 0;
        while same < name.len() && same < text.len() && name[same] == text[same] {
            same += 1;
        }
        if same == name.len() && same < text.len() && matches!(text[same], b'}' | b'|' | b':') {
            return true;
        }
        at += 1;
    }
    false
}

/// Escapes braces, so that a text can be part of a sentence.
pub(crate) fn escape_braces(text: &str) -> String {
    text.replace('{', "{{")
}

/// A sentence with a text in place of every `{key}`.
pub(crate) fn fill_placeholders(sentence: &str, word: impl Fn(&str) -> String) -> String {
    let mut text = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        if let Some(after) = after.strip_prefix('{') {
            text.push('{');
            rest = after;
            continue;
        }
        let (key, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(&word(key));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A number with a readable number of decimals.
fn format_fraction(x: f64) -> String {
    format_number(if (1.0..1e12).contains(&x.abs()) { libm::round(x * 1e3) / 1e3 } else { x })
}

/// A value in the form selected by its key: a time, a choice of words, or a number.
pub(crate) fn format_value(key: &str, value: i64) -> String {
    let mut choices = key.split('|').skip(1);
    let (one, many, none) = (choices.next(), choices.next(), choices.next());
    let words = match value {
        0 => none.or(many),
        1 => one,
        _ => many,
    };
    match words.or(one) {
        Some(words) => words.replace('#', &value.to_string()),
        None if key.ends_with(":time") => Time(value).to_string(),
        None if key.ends_with(":duration") => {
            format_duration(Span::from_seconds(f64::from_bits(value as u64)))
        }
        None if key.ends_with(":number") => format_fraction(f64::from_bits(value as u64)),
        None => value.to_string(),
    }
}
