//! Scheduling decisions as text: the candidate picked at each decision, one character each.
//!
//! A text of choices is short enough for a link; repeating it gives the same schedule everywhere.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::platform::NodeSet;
use ganttlet_core::time::Span;
use std::fmt::{self, Write as _};
use std::iter::Peekable;
use std::str::Chars;

/// One choice at a decision. For local policies, the candidates are the waiting jobs that fit on the free nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// No candidate is picked; the next decision is at the next arrival or end of a job.
    Wait,
    /// No candidate is picked now; the next decision is after this span, or at the next arrival or end if that is
    /// earlier.
    WaitFor(Span),
    /// The candidate at this place, counted from 1. The picked job starts on the given nodes, or on the lowest-numbered
    /// free nodes.
    Pick(u32, Option<NodeSet>),
}

/// The characters for places: 1 to 9, then letters.
const PLACES: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Separates the choices of two decision makers.
pub const NEXT_DECIDER: char = '|';

impl fmt::Display for Choice {
    /// `0` waits, `~250.` waits 250 µs, `3` picks the third, `(70)` the seventieth, `3[0-1 4]` the third on these nodes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait => f.write_char('0'),
            Self::WaitFor(span) => write!(f, "~{}.", span.0),
            Self::Pick(place, nodes) => {
                match PLACES.chars().nth((*place as usize).wrapping_sub(1)) {
                    Some(letter) => f.write_char(letter)?,
                    None => write!(f, "({place})")?,
                }
                nodes.as_ref().map_or(Ok(()), |nodes| write!(f, "[{nodes}]"))
            }
        }
    }
}

/// Reads the choices of each decision maker, such as the local policies of clusters. Errors: the place of the first
/// character that is not a choice, counted from 1.
pub fn parse_choices(text: &str) -> Result<Vec<Vec<Choice>>, usize> {
    let mut offset = 0;
    let mut deciders = Vec::new();
    for part in text.split(NEXT_DECIDER) {
        let (mut rest, mut choices) = (part.chars().peekable(), Vec::new());
        while rest.peek().is_some() {
            let at = part.chars().count() - rest.clone().count();
            choices.push(parse_choice(&mut rest).ok_or(offset + at + 1)?);
        }
        offset += part.chars().count() + 1;
        deciders.push(choices);
    }
    Ok(deciders)
}

/// Reports that a text has no valid choice at a place, counted from 1.
pub fn unreadable_choices(choices: &str, at: usize) -> Diagnostic {
    let found: String = choices.chars().skip(at - 1).take(8).collect();
    let message = format!("character {at} of the choices is no choice: found {found:?}");
    Diagnostic::warning(message)
        .hint("Allowed: 0 to wait, and 1 to 9, A to Z and a to z for a candidate by its place.")
}

fn parse_choice(rest: &mut Peekable<Chars<'_>>) -> Option<Choice> {
    let place = match rest.next()? {
        '0' => return Some(Choice::Wait),
        '~' => {
            let micros = take_number(rest).filter(|&micros| micros > 0)?;
            return (rest.next()? == '.').then_some(Choice::WaitFor(Span(micros)));
        }
        '(' => {
            let place =
                take_number(rest).and_then(|place| u32::try_from(place).ok()).filter(|&place| place > 0)?;
            (rest.next()? == ')').then_some(place)?
        }
        letter => PLACES.find(letter)? as u32 + 1,
    };
    let nodes = match rest.next_if_eq(&'[') {
        Some(_) => Some(take_nodes(rest)?),
        None => None,
    };
    Some(Choice::Pick(place, nodes))
}

/// Ranges of nodes up to the closing bracket: ascending and separate.
fn take_nodes(rest: &mut Peekable<Chars<'_>>) -> Option<NodeSet> {
    let (mut nodes, mut free_from) = (NodeSet::default(), 0);
    loop {
        let first = u32::try_from(take_number(rest)?).ok()?;
        let last = match rest.next_if_eq(&'-') {
            Some(_) => u32::try_from(take_number(rest)?).ok()?,
            None => first,
        };
        if first < free_from || last < first || last == u32::MAX {
            return None;
        }
        nodes.push(first, last - first + 1);
        free_from = last + 1;
        match rest.next()? {
            ']' => return Some(nodes),
            ' ' => {}
            _ => return None,
        }
    }
}

fn take_number(rest: &mut Peekable<Chars<'_>>) -> Option<i64> {
    let mut number = None;
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        let digit = i64::from(digit.to_digit(10)?);
        number = Some(number.unwrap_or(0_i64).checked_mul(10)?.checked_add(digit)?);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_written() {
        for text in ["", "0", "12A0z", "(62)(400)", "~250.0", "3[0-1 4]1|0|2", "||"] {
            let clusters = parse_choices(text).unwrap_or_else(|at| panic!("{text}: {at}"));
            let written: Vec<String> =
                clusters.iter().map(|choices| choices.iter().map(ToString::to_string).collect()).collect();
            assert_eq!(written.join("|"), text);
        }
        assert_eq!(parse_choices("z").as_deref(), Ok(&[vec![Choice::Pick(61, None)]][..]));
    }

    #[test]
    fn the_first_character_that_is_no_choice_is_named() {
        let wrong = [
            ("1é", 2),
            ("01|0!", 5),
            ("~0.", 1),
            ("~5", 1),
            ("(0)", 1),
            ("2[3-1]", 1),
            ("2[1 1]", 1),
            ("2[", 1),
        ];
        for (text, at) in wrong {
            assert_eq!(parse_choices(text), Err(at), "{text}");
        }
        assert_eq!(parse_choices(&format!("({}0)", u32::MAX)), Err(1));
    }
}
