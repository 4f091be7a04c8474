//! Orders the functions of a wasm file so that similar ones are adjacent: gzip finds repetitions within 32 KB only.
//!
//! The compiler emits generic functions many times with small differences, far apart from each other. The order of
//! functions has no effect on the behaviour of a module.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, MemArg, Parser, Payload, TypeRef};

/// Length of the byte sequences by which functions are compared.
const SEQUENCE: usize = 6;
/// Number of bytes of preceding functions with which the next one is compared.
const WINDOW: usize = 12_000;
/// Exponent of a function's length in its score: 1 compares the share of its sequences in the window, 0 their number.
const LENGTH_EXPONENT: f64 = 0.7;

/// Rewrites a wasm file with similar functions adjacent to each other.
pub fn by_similarity(wasm: &[u8]) -> Result<Vec<u8>> {
    let (mut imported, mut types, mut bodies) = (0, Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.context("the compiler's wasm cannot be read")? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(section) => types = section.into_iter().collect::<Result<_, _>>()?,
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = order_by_similarity(&bodies);
    let mut index: Vec<u32> = (0..imported + order.len() as u32).collect();
    for (new, &old) in order.iter().enumerate() {
        index[imported as usize + old] = imported + new as u32;
    }
    let mut module = Module::new();
    Reordered { index, order, types }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the reordered wasm cannot be written")?;
    Ok(module.finish())
}

/// A module with its defined functions in another order.
struct Reordered {
    /// The new index of each function, imported ones first.
    index: Vec<u32>,
    /// The old index of each defined function, in the new order.
    order: Vec<usize>,
    /// The type of each defined function, in the old order.
    types: Vec<u32>,
}

impl Reencode for Reordered {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.index[function as usize])
    }

    /// Alignment is only a hint: the same one for each kind of access compresses better.
    fn mem_arg(&mut self, argument: MemArg) -> Result<wasm_encoder::MemArg, Error<Infallible>> {
        utils::mem_arg(self, MemArg { align: argument.max_align, ..argument })
    }

    fn parse_function_section(
        &mut self,
        written: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for &old in &self.order {
            written.function(self.types[old]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        written: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for old in self.order.clone() {
            utils::parse_function_body(self, written, bodies[old].clone())?;
        }
        Ok(())
    }
}

/// The indices of the bodies: first the longest, then always the one most similar to the preceding ones.
fn order_by_similarity(bodies: &[&[u8]]) -> Vec<usize> {
    let mut window = Window::new(bodies);
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    let mut next = left.iter().copied().max_by_key(|&place| bodies[place].len());
    while let Some(place) = next {
        left.retain(|&other| other != place);
        order.push(place);
        window.add(place);
        next = left.iter().copied().max_by(|&one, &other| window.score(one).total_cmp(&window.score(other)));
    }
    order
}

/// The last bodies in the order so far, and their similarity to each remaining body.
struct Window<'a> {
    bodies: &'a [&'a [u8]],
    /// Divisor of the similarity of each body.
    lengths: Vec<f64>,
    /// The sequences of each body.
    sequences: Vec<Vec<u32>>,
    /// The bodies with each sequence.
    bodies_of: Vec<Vec<usize>>,
    inside: VecDeque<usize>,
    inside_bytes: usize,
    /// Number of bodies in the window with each sequence.
    occurrences: Vec<u32>,
    /// Sum of the weights of the sequences that each body shares with those in the window.
    similarity: Vec<u32>,
}

impl<'a> Window<'a> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the last bit of a score has no effect on what a module does"
    )]
    fn new(bodies: &'a [&'a [u8]]) -> Self {
        let (sequences, bodies_of) = shared_sequences(bodies);
        let length = |body: &&[u8]| (body.len() as f64 + 20.0).powf(LENGTH_EXPONENT);
        Self {
            bodies,
            lengths: bodies.iter().map(length).collect(),
            occurrences: vec![0; bodies_of.len()],
            similarity: vec![0; bodies.len()],
            inside: VecDeque::new(),
            inside_bytes: 0,
            sequences,
            bodies_of,
        }
    }

    fn score(&self, place: usize) -> f64 {
        f64::from(self.similarity[place]) / self.lengths[place]
    }

    /// Adds a body, and removes the first ones beyond the size of the window.
    fn add(&mut self, place: usize) {
        self.inside.push_back(place);
        self.inside_bytes += self.bodies[place].len();
        for &sequence in &self.sequences[place] {
            let sequence = sequence as usize;
            if self.occurrences[sequence] == 0 {
                for &other in &self.bodies_of[sequence] {
                    self.similarity[other] += self.weight(sequence);
                }
            }
            self.occurrences[sequence] += 1;
        }
        while self.inside_bytes > WINDOW && self.inside.len() > 1 {
            self.remove_first();
        }
    }

    fn remove_first(&mut self) {
        let Some(place) = self.inside.pop_front() else { return };
        self.inside_bytes -= self.bodies[place].len();
        for &sequence in &self.sequences[place] {
            let sequence = sequence as usize;
            self.occurrences[sequence] -= 1;
            if self.occurrences[sequence] == 0 {
                for &other in &self.bodies_of[sequence] {
                    self.similarity[other] -= self.weight(sequence);
                }
            }
        }
    }

    /// A sequence has more weight if fewer bodies have it.
    fn weight(&self, sequence: usize) -> u32 {
        (self.bodies.len() / self.bodies_of[sequence].len()).ilog2() + 1
    }
}

/// The sequences of each body that occur in other bodies, but in at most an eighth of all; and the bodies of each
/// sequence.
fn shared_sequences(bodies: &[&[u8]]) -> (Vec<Vec<u32>>, Vec<Vec<usize>>) {
    let mut bodies_of: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (place, body) in bodies.iter().enumerate() {
        for sequence in body.windows(SEQUENCE) {
            let of = bodies_of.entry(sequence).or_default();
            if of.last() != Some(&place) {
                of.push(place);
            }
        }
    }
    let most = (bodies.len() / 8).max(2);
    let mut shared: Vec<_> = bodies_of.into_iter().filter(|(_, of)| (2..=most).contains(&of.len())).collect();
    // Sorted, because the order of a hash map differs between builds.
    shared.sort_unstable();
    let mut sequences = vec![Vec::new(); bodies.len()];
    for (sequence, (_, of)) in shared.iter().enumerate() {
        for &place in of {
            sequences[place].push(sequence as u32);
        }
    }
    (sequences, shared.into_iter().map(|(_, of)| of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_functions_are_adjacent() {
        let (one, other) =
            (b"the first kind of function, 1".as_slice(), b"0123456789abcdefghijklmnopqrstuv 1".as_slice());
        let (one_more, other_more) =
            (b"the first kind of function, 2".as_slice(), b"0123456789abcdefghijklmnopqrstuv 2".as_slice());
        assert_eq!(order_by_similarity(&[one, other, one_more, other_more]), [3, 1, 2, 0]);
    }
}
