//! What stands for users, groups, clusters: numbers for them, whatever they are.

use crate::found::shown;
use crate::number::number;
use ganttlet_work::UNKNOWN;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// The longest id, in bytes.
const LONGEST: usize = 256;

/// The ids of one kind that came so far.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    places: HashMap<Box<[u8]>, u32>,
    names: Vec<Box<[u8]>>,
}

impl Ids {
    /// The place of a word: how many others came first; [`UNKNOWN`] for an unknown one, and one that is too long to be an
    /// id.
    pub(crate) fn place(&mut self, word: &[u8]) -> u32 {
        if is_unknown(word) || word.len() > LONGEST {
            return UNKNOWN;
        }
        if let Some(&place) = self.places.get(word) {
            return place;
        }
        let place = self.count();
        self.places.insert(word.into(), place);
        self.names.push(word.into());
        place
    }

    /// Number of distinct ids.
    pub(crate) fn count(&self) -> u32 {
        self.names.len() as u32
    }

    /// One of them as it can stand in a sentence.
    pub(crate) fn name(&self, place: u32) -> String {
        shown(&self.names[place as usize])
    }

    /// All of them as people order them: `site2` before `site10`.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.count()).collect();
        order.sort_by(|&a, &b| natural(&self.names[a as usize], &self.names[b as usize]));
        order
    }

    /// A number for each: the one in it, if all are made alike (`U7`, `U12`); else its place in the order.
    pub(crate) fn numbers(&self) -> Vec<u32> {
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

/// Ids that should be numbers. Most are small and stay as they are; the others, long numbers and words, get a number when
/// all are known.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    others: Ids,
}

/// Numbers from here on stand for others, by their place.
const OTHERS: u32 = 1 << 31;

impl Numbers {
    /// What stands for an id until all are known, and whether it is one of the others; [`UNKNOWN`] for an unknown one.
    pub(crate) fn code(&mut self, text: &[u8]) -> (u32, bool) {
        match number(text) {
            Some(id) if id < 0.0 => return (UNKNOWN, false),
            Some(id) if id < f64::from(OTHERS) && id.fract() == 0.0 => return (id as u32, false),
            // -1 as programs write it whose numbers have no sign.
            Some(_) if matches!(text, b"4294967295" | b"18446744073709551615") => return (UNKNOWN, false),
            _ => {}
        }
        let small = said(text).is_some();
        match self.others.place(text) {
            UNKNOWN => (UNKNOWN, !is_unknown(text)),
            place => (OTHERS + place, !small),
        }
    }

    /// The id itself, of what stands for it.
    pub(crate) fn name(&self, code: u32) -> String {
        if code < OTHERS { code.to_string() } else { self.others.name(code - OTHERS) }
    }

    /// In which order ids come that these stand for: numbers, then words as people order them.
    pub(crate) fn sort(&self, codes: &mut [u32]) {
        let order = self.others.order();
        let mut ranks = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&place, rank)| ranks[place as usize] = rank);
        codes.sort_unstable_by_key(|&code| {
            if code < OTHERS { code } else { OTHERS + ranks[(code - OTHERS) as usize] }
        });
    }

    /// Gives these ids of all jobs their numbers: long ones that fit keep theirs, others get the lowest that are free.
    pub(crate) fn settle(&self, ids: &mut dyn Iterator<Item = &mut u32>) {
        if self.others.count() == 0 {
            return;
        }
        let mut ids: Vec<&mut u32> = ids.filter(|id| **id != UNKNOWN).collect();
        let mut numbers: Vec<Option<u32>> = self.others.names.iter().map(|name| said(name)).collect();
        let mut used: HashSet<u32> = ids.iter().map(|id| **id).filter(|&id| id < OTHERS).collect();
        used.extend(numbers.iter().flatten());
        let mut free = (1..).filter(|number| !used.contains(number));
        for number in &mut numbers {
            *number = number.or_else(|| free.next());
        }
        for id in ids.iter_mut().filter(|id| ***id >= OTHERS) {
            **id = numbers[(**id - OTHERS) as usize].unwrap_or(UNKNOWN);
        }
    }
}

/// True for what stands where nothing is known: nothing, or -1 as any program writes it.
pub(crate) fn is_unknown(word: &[u8]) -> bool {
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
            ids.place(word.as_bytes());
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
    fn long_numbers_and_words_get_numbers_of_their_own() {
        let mut numbers = Numbers::default();
        let texts =
            ["7", "8274920174920", "1", "3000000000", "ann", "8274920174920", "-1", "4294967295", "7.0"];
        let (mut codes, others): (Vec<u32>, Vec<bool>) =
            texts.iter().map(|text| numbers.code(text.as_bytes())).unzip();
        assert_eq!(others, [false, true, false, false, true, true, false, false, false]);
        numbers.settle(&mut codes.iter_mut());
        assert_eq!(codes, [7, 2, 1, 3_000_000_000, 3, 2, UNKNOWN, UNKNOWN, 7]);
    }

    #[test]
    fn a_long_word_is_no_id() {
        assert_eq!(Ids::default().place(&[b'x'; LONGEST + 1]), UNKNOWN);
    }
}
