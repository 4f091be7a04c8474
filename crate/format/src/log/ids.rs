//! Ids of users, groups and clusters, and their conversion to numbers.

use crate::Home;
use crate::finding_list::quote_bytes;
use crate::number::parse_number;
use ganttlet_work::{Job, UNKNOWN};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// Maximum length of an id, in bytes.
const MAX_ID: usize = 256;

/// The ids of one kind, by first occurrence.
#[derive(Debug, Default)]
pub(crate) struct IdIndex {
    places: HashMap<Box<[u8]>, u32>,
    names: Vec<Box<[u8]>>,
}

impl IdIndex {
    /// The index of an id by first occurrence; [`UNKNOWN`] for an unknown or too long id.
    pub(crate) fn index_of(&mut self, word: &[u8]) -> u32 {
        if is_unknown(word) || word.len() > MAX_ID {
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

    /// The index of a known id; a number can refer to the id that gets this number.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        let by_number = || {
            let number: u32 = name.parse().ok()?;
            self.job_numbers().iter().zip(0..).find_map(|(&known, place)| (known == number).then_some(place))
        };
        self.places.get(name.as_bytes()).copied().or_else(by_number)
    }

    /// Number of distinct ids.
    pub(crate) fn count(&self) -> u32 {
        self.names.len() as u32
    }

    /// An id as text.
    pub(crate) fn name(&self, place: u32) -> String {
        quote_bytes(&self.names[place as usize])
    }

    /// All ids as text, in natural order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.natural_order().into_iter().map(|place| self.name(place)).collect()
    }

    /// All ids in natural order: `site2` before `site10`.
    pub(crate) fn natural_order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.count()).collect();
        order.sort_by(|&a, &b| compare_naturally(&self.names[a as usize], &self.names[b as usize]));
        order
    }

    /// A number for each id: the digits in it if all have the same form (`U7`, `U12`); otherwise its index in natural
    /// order.
    pub(crate) fn job_numbers(&self) -> Vec<u32> {
        let parts = || self.names.iter().map(|name| split_digits(name));
        let alike = parts().all(|(word, _)| Some(word) == parts().next().map(|(word, _)| word));
        let said: Option<Vec<u32>> = parts().map(|(_, digits)| canonical_number(digits)).collect();
        if let Some(numbers) = said.filter(|_| alike) {
            return numbers;
        }
        let mut numbers = vec![0; self.names.len()];
        for (number, place) in self.natural_order().into_iter().enumerate() {
            numbers[place as usize] = number as u32;
        }
        numbers
    }
}

/// Replaces the indices of users, groups and applications by their numbers.
pub(crate) fn replace_places(jobs: &mut [Job], [users, groups, applications]: [&IdIndex; 3]) {
    let [users, groups, applications] = [users, groups, applications].map(IdIndex::job_numbers);
    let number = |numbers: &[u32], place: u32| if place == UNKNOWN { place } else { numbers[place as usize] };
    for job in jobs {
        job.user = number(&users, job.user);
        job.group = number(&groups, job.group);
        job.application = number(&applications, job.application);
    }
}

/// Replaces the indices of homes by those in natural order; returns the homes.
pub(crate) fn replace_homes(jobs: &mut [Job], homes: &IdIndex) -> Vec<Home> {
    let order = homes.natural_order();
    let mut places = vec![0; order.len()];
    for (place, &home) in order.iter().enumerate() {
        places[home as usize] = place as u32;
    }
    let mut used = vec![false; order.len()];
    for job in jobs.iter_mut().filter(|job| job.home != UNKNOWN) {
        job.home = places[job.home as usize];
        used[job.home as usize] = true;
    }
    let home = |(place, used): (u32, bool)| Home { id: homes.name(place), name: String::new(), used };
    order.into_iter().zip(used).map(home).collect()
}

/// Ids that should be numbers. Small numbers are kept; large numbers and words get a number after all ids are known.
#[derive(Debug, Default)]
pub(crate) struct NumericIds {
    others: IdIndex,
}

/// First placeholder number for other ids.
const FIRST_PLACEHOLDER: u32 = 1 << 31;

impl NumericIds {
    /// The number or placeholder of an id, and whether it is a placeholder; [`UNKNOWN`] for an unknown id.
    pub(crate) fn encode(&mut self, text: &[u8]) -> (u32, bool) {
        match parse_number(text) {
            Some(id) if id < 0.0 => return (UNKNOWN, false),
            Some(id) if id < f64::from(FIRST_PLACEHOLDER) && id.fract() == 0.0 => return (id as u32, false),
            // -1, written as an unsigned number.
            Some(_) if matches!(text, b"4294967295" | b"18446744073709551615") => return (UNKNOWN, false),
            _ => {}
        }
        let small = canonical_number(text).is_some();
        match self.others.index_of(text) {
            UNKNOWN => (UNKNOWN, !is_unknown(text)),
            place => (FIRST_PLACEHOLDER + place, !small),
        }
    }

    /// The number or placeholder of a known id, or of a number.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        match parse_number(name.as_bytes()) {
            Some(id) if id >= 0.0 && id < f64::from(FIRST_PLACEHOLDER) && id.fract() == 0.0 => {
                Some(id as u32)
            }
            _ => self.others.places.get(name.as_bytes()).map(|place| FIRST_PLACEHOLDER + place),
        }
    }

    /// The id of a number or placeholder.
    pub(crate) fn decode(&self, code: u32) -> String {
        if code < FIRST_PLACEHOLDER { code.to_string() } else { self.others.name(code - FIRST_PLACEHOLDER) }
    }

    /// Sorts numbers and placeholders by their ids: numbers, then words in natural order.
    pub(crate) fn sort_codes(&self, codes: &mut [u32]) {
        let order = self.others.natural_order();
        let mut ranks = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&place, rank)| ranks[place as usize] = rank);
        codes.sort_unstable_by_key(|&code| {
            if code < FIRST_PLACEHOLDER {
                code
            } else {
                FIRST_PLACEHOLDER + ranks[(code - FIRST_PLACEHOLDER) as usize]
            }
        });
    }

    /// Replaces placeholders by numbers: large numbers that fit are kept, others get the lowest free ones.
    pub(crate) fn replace_placeholders(&self, ids: &mut dyn Iterator<Item = &mut u32>) {
        if self.others.count() == 0 {
            return;
        }
        let mut ids: Vec<&mut u32> = ids.filter(|id| **id != UNKNOWN).collect();
        let mut numbers: Vec<Option<u32>> =
            self.others.names.iter().map(|name| canonical_number(name)).collect();
        let mut used: HashSet<u32> = ids.iter().map(|id| **id).filter(|&id| id < FIRST_PLACEHOLDER).collect();
        used.extend(numbers.iter().flatten());
        let mut free = (1..).filter(|number| !used.contains(number));
        for number in &mut numbers {
            *number = number.or_else(|| free.next());
        }
        for id in ids.iter_mut().filter(|id| ***id >= FIRST_PLACEHOLDER) {
            **id = numbers[(**id - FIRST_PLACEHOLDER) as usize].unwrap_or(UNKNOWN);
        }
    }
}

/// True for an empty text or -1 in any notation.
pub(crate) fn is_unknown(word: &[u8]) -> bool {
    matches!(word, b"" | b"-1" | b"-1.0" | b"-")
}

/// A word and the digits at its end.
fn split_digits(name: &[u8]) -> (&[u8], &[u8]) {
    let start = name.iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    name.split_at(start)
}

/// The number of some digits; `None` if it is written differently (`007`).
fn canonical_number(digits: &[u8]) -> Option<u32> {
    let number: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (number < u32::MAX && number.to_string().as_bytes() == digits).then_some(number)
}

fn compare_naturally(a: &[u8], b: &[u8]) -> Ordering {
    let key = |name| {
        let (word, digits): (&[u8], &[u8]) = split_digits(name);
        (word.to_vec(), digits.len(), digits.to_vec())
    };
    key(a).cmp(&key(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(words: &[&str]) -> Vec<u32> {
        let mut ids = IdIndex::default();
        for word in words {
            ids.index_of(word.as_bytes());
        }
        ids.job_numbers()
    }

    #[test]
    fn ids_get_the_numbers_in_their_names_or_their_ranks() {
        assert_eq!(numbers(&["7", "12", "7", "-1", ""]), [7, 12]);
        assert_eq!(numbers(&["U7", "U12"]), [7, 12]);
        assert_eq!(numbers(&["U10", "G9", "U9"]), [2, 0, 1]);
        assert_eq!(numbers(&["ann", "bob", "al"]), [1, 2, 0]);
        // Equal numbers would merge two users.
        assert_eq!(numbers(&["7", "07"]), [0, 1]);
        assert_eq!(numbers(&["4294967295", "1"]), [1, 0]);
    }

    #[test]
    fn large_numbers_and_words_get_free_numbers() {
        let mut numbers = NumericIds::default();
        let texts =
            ["7", "8274920174920", "1", "3000000000", "ann", "8274920174920", "-1", "4294967295", "7.0"];
        let (mut codes, others): (Vec<u32>, Vec<bool>) =
            texts.iter().map(|text| numbers.encode(text.as_bytes())).unzip();
        assert_eq!(others, [false, true, false, false, true, true, false, false, false]);
        numbers.replace_placeholders(&mut codes.iter_mut());
        assert_eq!(codes, [7, 2, 1, 3_000_000_000, 3, 2, UNKNOWN, UNKNOWN, 7]);
    }

    #[test]
    fn a_long_word_is_not_an_id() {
        assert_eq!(IdIndex::default().index_of(&[b'x'; MAX_ID + 1]), UNKNOWN);
    }
}
