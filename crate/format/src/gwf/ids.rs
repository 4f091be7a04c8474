//! Words that stand for users, groups, clusters: numbers for them in the order in which they come.

use crate::found::shown;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The longest id, in bytes.
const LONGEST: usize = 256;

/// The ids of one kind that came so far.
#[derive(Debug, Default)]
pub(super) struct Ids {
    places: HashMap<Box<[u8]>, u32>,
    names: Vec<Box<[u8]>>,
}

impl Ids {
    /// The number of a word: how many others came first; -1 for an unknown one. Nothing if it is too long to be an id.
    pub(super) fn number(&mut self, word: &[u8]) -> Option<f64> {
        if is_unknown(word) {
            return Some(-1.0);
        }
        if word.len() > LONGEST {
            return None;
        }
        if let Some(&place) = self.places.get(word) {
            return Some(f64::from(place));
        }
        let place = self.count();
        self.places.insert(word.into(), place);
        self.names.push(word.into());
        Some(f64::from(place))
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.names.len() as u32
    }

    /// One of them as it can stand in a sentence.
    pub(super) fn name(&self, place: u32) -> String {
        shown(&self.names[place as usize])
    }

    /// All of them as people order them: `site2` before `site10`.
    pub(super) fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.count()).collect();
        order.sort_by(|&a, &b| natural(&self.names[a as usize], &self.names[b as usize]));
        order
    }

    /// A number for each: the one in it, if all are made alike (`U7`, `U12`); else its place in the order.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let parts = || self.names.iter().map(|name| parted(name));
        let alike = parts().all(|(word, _)| Some(word) == parts().next().map(|(word, _)| word));
        let said: Option<Vec<u32>> = parts().map(|(_, digits)| said(digits)).collect();
        if let Some(numbers) = said.filter(|_| alike) {
            return numbers;
        }
        let mut numbers = vec![0; self.names.len()];
        for (number, place) in self.order().into_iter().enumerate() {
            numbers[place as usize] = number as u32;
        }
        numbers
    }
}

/// True for what stands where nothing is known: nothing, or -1 as any program writes it.
pub(super) fn is_unknown(word: &[u8]) -> bool {
    matches!(word, b"" | b"-1" | b"-1.0" | b"-")
}

/// A word and the digits at its end.
fn parted(name: &[u8]) -> (&[u8], &[u8]) {
    let start = name.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    name.split_at(start)
}

/// The number that digits say; nothing if writing it would give others (`007`).
fn said(digits: &[u8]) -> Option<u32> {
    let number: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (number < u32::MAX && number.to_string().as_bytes() == digits).then_some(number)
}

fn natural(a: &[u8], b: &[u8]) -> Ordering {
    let key = |name| {
        let (word, digits): (&[u8], &[u8]) = parted(name);
        (word.to_vec(), digits.len(), digits.to_vec())
    };
    key(a).cmp(&key(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(words: &[&str]) -> Vec<u32> {
        let mut ids = Ids::default();
        for word in words {
            assert!(ids.number(word.as_bytes()).is_some());
        }
        ids.numbers()
    }

    #[test]
    fn numbers_are_those_in_the_names_or_places() {
        assert_eq!(numbers(&["7", "12", "7", "-1", ""]), [7, 12]);
        assert_eq!(numbers(&["U7", "U12"]), [7, 12]);
        assert_eq!(numbers(&["U10", "G9", "U9"]), [2, 0, 1]);
        assert_eq!(numbers(&["ann", "bob", "al"]), [1, 2, 0]);
        // The same number twice would make two users one.
        assert_eq!(numbers(&["7", "07"]), [0, 1]);
        assert_eq!(numbers(&["4294967295", "1"]), [1, 0]);
    }

    #[test]
    fn a_long_word_is_no_id() {
        assert_eq!(Ids::default().number(&[b'x'; LONGEST + 1]), None);
    }
}
