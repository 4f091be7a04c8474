//! The search box: `user:7 nodes>=64 wait>1h -status:killed mProject`.
//!
//! Words are separated by spaces, and all of them must match; `-` before a word negates it.

use ganttlet_core::diagnostic::{Diagnostic, nearest_name};
use ganttlet_core::record::{Phase, Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;

/// The subjects that match all words of a query, ascending; all subjects for an empty query.
pub fn find_subjects(trace: &Trace, query: &str) -> Result<Vec<SubjectId>, Diagnostic> {
    let mut holds = Vec::new();
    Query::parse(query)?.matches(trace, &mut holds);
    Ok((0..).zip(holds).filter(|&(_, holds)| holds).map(|(id, _)| id).collect())
}

/// A parsed query.
#[derive(Debug)]
pub(crate) struct Query {
    terms: Vec<(bool, Term)>,
}

#[derive(Debug)]
enum Term {
    Number(Field, Comparison, f64),
    Status(Status),
    Cluster(String),
    Group(String),
    Name(String),
    Kind(String),
    Mark(String),
    Phase(Phase),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Comparison {
    Equal,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Field {
    Job,
    User,
    Group,
    Nodes,
    Submit,
    Wait,
    Run,
    Estimate,
    Start,
    End,
    Slowdown,
    BoundedSlowdown,
    Clusters,
}

const FIELD_NAMES: [(&str, Field); 13] = [
    ("job", Field::Job),
    ("user", Field::User),
    ("group", Field::Group),
    ("nodes", Field::Nodes),
    ("submit", Field::Submit),
    ("wait", Field::Wait),
    ("run", Field::Run),
    ("estimate", Field::Estimate),
    ("start", Field::Start),
    ("end", Field::End),
    ("slowdown", Field::Slowdown),
    ("bounded-slowdown", Field::BoundedSlowdown),
    ("clusters", Field::Clusters),
];
const WORD_FIELDS: [&str; 6] = ["status", "cluster", "name", "kind", "mark", "phase"];
const STATUSES: [(&str, Status); 7] = [
    ("future", Status::Future),
    ("queued", Status::Queued),
    ("transferring", Status::Transferring),
    ("running", Status::Running),
    ("done", Status::Done),
    ("killed", Status::Killed),
    ("rejected", Status::Rejected),
];
const COMPARISONS: [(&str, Comparison); 6] = [
    // Operators of two characters first: `<=` begins with `<`.
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::MoreOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::More),
    (":", Comparison::Equal),
    ("=", Comparison::Equal),
];

impl Query {
    /// Parses a query; the error names the invalid word.
    pub(crate) fn parse(text: &str) -> Result<Self, Diagnostic> {
        let term = |word: &str| {
            let (wanted, rest) = match word.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, rest),
                _ => (true, word),
            };
            parse_term(rest).map(|term| (wanted, term)).map_err(|diagnostics| diagnostics.place("query"))
        };
        Ok(Self { terms: text.split_whitespace().map(term).collect::<Result<_, _>>()? })
    }

    /// Sets for each subject whether all words match.
    pub(crate) fn matches(&self, trace: &Trace, holds: &mut Vec<bool>) {
        holds.clear();
        holds.resize(trace.subjects.len(), true);
        for (wanted, term) in &self.terms {
            let looked_up = match term {
                Term::Mark(kind) => subjects_with_mark(trace, kind),
                Term::Phase(phase) => subjects_in_phase(trace, *phase),
                _ => (0..holds.len()).map(|id| term.holds(trace, id as SubjectId)).collect(),
            };
            holds.iter_mut().zip(looked_up).for_each(|(all, one)| *all &= one == *wanted);
        }
    }
}

/// For each subject whether it has a mark of this kind.
fn subjects_with_mark(trace: &Trace, kind: &str) -> Vec<bool> {
    let mut marked = vec![false; trace.subjects.len()];
    trace
        .marks
        .iter()
        .filter(|mark| mark.kind.id == kind)
        .for_each(|mark| marked[mark.subject as usize] = true);
    marked
}

/// For each subject whether it was ever in a phase.
fn subjects_in_phase(trace: &Trace, phase: Phase) -> Vec<bool> {
    let mut found = vec![false; trace.subjects.len()];
    let table = &trace.intervals;
    table
        .subject
        .iter()
        .zip(&table.phase)
        .filter(|&(_, &there)| there == phase)
        .for_each(|(&subject, _)| found[subject as usize] = true);
    found
}

/// Parses one word without its `-`.
fn parse_term(word: &str) -> Result<Term, Diagnostic> {
    let Some(split) = word.find(['<', '>', ':', '=']) else {
        return Ok(match word.parse::<u32>() {
            Ok(number) => Term::Number(Field::Job, Comparison::Equal, f64::from(number)),
            Err(_) => Term::Name(word.to_ascii_lowercase()),
        });
    };
    let (field, rest) = word.split_at(split);
    let (sign, comparison) = COMPARISONS
        .into_iter()
        .find(|(sign, _)| rest.starts_with(sign))
        .expect("the word was split where one of the signs begins");
    let value = &rest[sign.len()..];
    if WORD_FIELDS.contains(&field) && comparison != Comparison::Equal {
        let message = format!("`{word}`: {field} is a text and can be compared only with `:`.");
        return Err(Diagnostic::error(message).hint(format!("Write `{field}:{value}`.")));
    }
    let lower = value.to_ascii_lowercase();
    match field {
        _ if value.is_empty() => {
            Err(Diagnostic::error(format!("`{word}`: a value is missing after `{sign}`.")))
        }
        "name" => Ok(Term::Name(lower)),
        "cluster" => Ok(Term::Cluster(lower)),
        "kind" => Ok(Term::Kind(lower.replace('-', " "))),
        "mark" => Ok(Term::Mark(lower)),
        "status" => parse_status(word, &lower),
        "phase" => parse_phase(word, &lower),
        _ => match FIELD_NAMES.into_iter().find(|&(name, _)| name == field) {
            Some((_, Field::Group)) if comparison == Comparison::Equal && value.parse::<u32>().is_err() => {
                Ok(Term::Group(lower))
            }
            Some((_, field)) => parse_number(word, field, comparison, value),
            None => Err(unknown_field(word, field)),
        },
    }
}

/// Parses `status:..`.
fn parse_status(word: &str, value: &str) -> Result<Term, Diagnostic> {
    if let Some((_, status)) = STATUSES.into_iter().find(|&(name, _)| name == value) {
        return Ok(Term::Status(status));
    }
    let names = STATUSES.map(|(name, _)| name);
    let message = format!("`{word}`: unknown status `{value}`. Available: {}.", names.join(", "));
    Err(with_suggestion(Diagnostic::error(message), nearest_name(value, names)))
}

/// Parses `phase:..`.
fn parse_phase(word: &str, value: &str) -> Result<Term, Diagnostic> {
    if let Some(phase) = Phase::ALL.into_iter().find(|phase| phase.kind().id == value) {
        return Ok(Term::Phase(phase));
    }
    let names = Phase::ALL.map(|phase| phase.kind().id);
    let message = format!("`{word}`: unknown phase `{value}`. Available: {}.", names.join(", "));
    Err(with_suggestion(Diagnostic::error(message), nearest_name(value, names)))
}

/// The error about an unknown field.
fn unknown_field(word: &str, field: &str) -> Diagnostic {
    let names = || FIELD_NAMES.iter().map(|&(name, _)| name).chain(WORD_FIELDS);
    let all = names().collect::<Vec<_>>().join(", ");
    let diagnostics = Diagnostic::error(format!("`{word}`: unknown field `{field}`. Available: {all}."));
    with_suggestion(diagnostics, nearest_name(field, names()))
}

/// Adds the most similar name as a hint.
fn with_suggestion(diagnostics: Diagnostic, guess: Option<&str>) -> Diagnostic {
    match guess {
        Some(guess) => diagnostics.hint(format!("Did you mean `{guess}`?")),
        None => diagnostics,
    }
}

/// Parses a comparison of a field with a number.
fn parse_number(word: &str, field: Field, comparison: Comparison, value: &str) -> Result<Term, Diagnostic> {
    let is_time = matches!(
        field,
        Field::Submit | Field::Wait | Field::Run | Field::Estimate | Field::Start | Field::End
    );
    let units = [('s', 1.0), ('m', 60.0), ('h', 3_600.0), ('d', 86_400.0)];
    let unit = units.into_iter().filter(|_| is_time).find(|&(unit, _)| value.ends_with(unit));
    let (digits, factor) = match unit {
        Some((_, factor)) => (&value[..value.len() - 1], factor),
        None => (value, 1.0),
    };
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Term::Number(field, comparison, number * factor)),
        _ => {
            let allowed = if is_time { "seconds, or a number with `m`, `h` or `d`" } else { "a number" };
            Err(Diagnostic::error(format!("`{word}`: expected {allowed}, found `{value}`.")))
        }
    }
}

impl Term {
    fn holds(&self, trace: &Trace, subject: SubjectId) -> bool {
        let table = &trace.subjects;
        let id = subject as usize;
        match self {
            Self::Status(status) => table.status[id] == *status,
            Self::Cluster(name) => {
                let here = |cluster: usize| trace.bands[cluster].name.eq_ignore_ascii_case(name);
                trace.band_of(subject).is_some_and(|band| band.name.eq_ignore_ascii_case(name))
                    || trace.is_scattered(subject) && trace.clusters_of(subject).into_iter().any(here)
            }
            Self::Kind(name) => trace.kind(subject).name.starts_with(name.as_str()),
            // Looked up for all subjects at once.
            Self::Mark(_) | Self::Phase(_) => false,
            Self::Group(part) => trace
                .group_names
                .get(table.group[id] as usize)
                .is_some_and(|name| contains_ignoring_case(name, part)),
            Self::Name(part) => trace.names.get(id).is_some_and(|name| contains_ignoring_case(name, part)),
            Self::Number(field, comparison, bound) => {
                field.value(trace, id).is_some_and(|value| comparison.holds(value, *bound))
            }
        }
    }
}

/// True if `text` contains `part`, which is in lower case.
fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|piece| piece.eq_ignore_ascii_case(part.as_bytes()))
}

impl Comparison {
    fn holds(self, value: f64, bound: f64) -> bool {
        // Typed bounds have few digits: a difference of a microsecond is ignored.
        let same = (value - bound).abs() <= 1e-6;
        match self {
            Self::Equal => same,
            Self::Less => value < bound && !same,
            Self::LessOrEqual => value < bound || same,
            Self::More => value > bound && !same,
            Self::MoreOrEqual => value > bound || same,
        }
    }
}

impl Field {
    /// The value of a field, in the unit of queries; `None` if unknown.
    fn value(self, trace: &Trace, id: usize) -> Option<f64> {
        let table = &trace.subjects;
        let (submit, start, end) = (table.submit[id], table.start[id], table.end[id]);
        let known = |id: u32| Some(f64::from(id)).filter(|_| id != UNKNOWN);
        let point = |time: Time| Some(time.seconds()).filter(|_| time != Time::MAX);
        match self {
            Self::Job => Some(f64::from(table.number[id])),
            Self::User => known(table.user[id]),
            Self::Group => known(table.group[id]),
            Self::Nodes => Some(f64::from(table.nodes[id])),
            Self::Submit => point(submit),
            Self::Start => point(start),
            Self::End => point(end),
            Self::Wait => trace.wait(id as SubjectId).map(Span::seconds),
            Self::Run => point(end).and(point(start)).map(|_| (end - start).seconds()),
            Self::Estimate => Some(table.estimate[id].seconds()),
            Self::Slowdown => {
                point(end).filter(|_| start < end).map(|_| (end - submit).seconds() / (end - start).seconds())
            }
            Self::BoundedSlowdown => trace.bounded_slowdown(id as SubjectId),
            Self::Clusters if trace.is_scattered(id as SubjectId) => {
                Some(trace.clusters_of(id as SubjectId).len() as f64)
            }
            Self::Clusters => point(start).map(|_| 1.0),
        }
    }
}

#[cfg(test)]
mod tests;
