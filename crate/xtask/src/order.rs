//! The order of the functions in a wasm file: like beside like, for gzip only finds again what stood in the last 32 KB.
//!
//! Generic functions come out of the compiler many times with small differences, far apart from each other; beside each
//! other, they take a fraction of the room. What a file does is the same in any order.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, MemArg, Parser, Payload, TypeRef};

/// How many bytes a run has by which functions are compared.
const RUN: usize = 6;
/// How many bytes of the functions before the next one is compared with.
const WINDOW: usize = 12_000;
/// What is compared of a function: at 1 the part of it that has been seen before, at 0 how much of it has.
const LENGTH_EXPONENT: f64 = 0.7;

/// Writes a wasm file again, its functions in the order in which gzip takes least.
pub(crate) fn by_likeness(wasm: &[u8]) -> Result<Vec<u8>> {
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
    let order = order(&bodies);
    let mut index: Vec<u32> = (0..imported + order.len() as u32).collect();
    for (new, &old) in order.iter().enumerate() {
        index[imported as usize + old] = imported + new as u32;
    }
    let mut module = Module::new();
    Reordered { index, order, types }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the wasm cannot be written in another order")?;
    Ok(module.finish())
}

/// The same module with its own functions in another order.
struct Reordered {
    /// The new index of each function, imported ones first.
    index: Vec<u32>,
    /// The old place of each of the module's own functions, in the new order.
    order: Vec<usize>,
    /// The type of each of the module's own functions, in the old order.
    types: Vec<u32>,
}

impl Reencode for Reordered {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.index[function as usize])
    }

    /// How a place in memory is aligned is only a hint: said one way for each kind of access, it takes less room.
    fn mem_arg(&mut self, said: MemArg) -> Result<wasm_encoder::MemArg, Error<Infallible>> {
        utils::mem_arg(self, MemArg { align: said.max_align, ..said })
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

/// The places of the bodies in the order in which each follows those that it is most like, from the longest.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let mut window = Window::new(bodies);
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    let mut next = left.iter().copied().max_by_key(|&place| bodies[place].len());
    while let Some(place) = next {
        left.retain(|&other| other != place);
        order.push(place);
        window.enter(place);
        next = left.iter().copied().max_by(|&one, &other| window.score(one).total_cmp(&window.score(other)));
    }
    order
}

/// The last bodies of the order so far, and how like them the others are.
struct Window<'a> {
    bodies: &'a [&'a [u8]],
    /// What a body's likeness is divided by.
    lengths: Vec<f64>,
    /// The runs of bytes of each body.
    runs: Vec<Vec<u32>>,
    /// The bodies of each run.
    bodies_of: Vec<Vec<usize>>,
    inside: VecDeque<usize>,
    inside_bytes: usize,
    /// How many bodies inside have each run.
    times: Vec<u32>,
    /// The weights of the runs that each body has in common with those inside.
    likeness: Vec<u32>,
}

impl<'a> Window<'a> {
    fn new(bodies: &'a [&'a [u8]]) -> Self {
        let (runs, bodies_of) = runs(bodies);
        let length = |body: &&[u8]| (body.len() as f64 + 20.0).powf(LENGTH_EXPONENT);
        Self {
            bodies,
            lengths: bodies.iter().map(length).collect(),
            times: vec![0; bodies_of.len()],
            likeness: vec![0; bodies.len()],
            inside: VecDeque::new(),
            inside_bytes: 0,
            runs,
            bodies_of,
        }
    }

    fn score(&self, place: usize) -> f64 {
        f64::from(self.likeness[place]) / self.lengths[place]
    }

    /// Takes a body in, and lets the first ones out for which there is no room.
    fn enter(&mut self, place: usize) {
        self.inside.push_back(place);
        self.inside_bytes += self.bodies[place].len();
        for &run in &self.runs[place] {
            let run = run as usize;
            if self.times[run] == 0 {
                for &other in &self.bodies_of[run] {
                    self.likeness[other] += self.weight(run);
                }
            }
            self.times[run] += 1;
        }
        while self.inside_bytes > WINDOW && self.inside.len() > 1 {
            self.let_first_out();
        }
    }

    fn let_first_out(&mut self) {
        let Some(place) = self.inside.pop_front() else { return };
        self.inside_bytes -= self.bodies[place].len();
        for &run in &self.runs[place] {
            let run = run as usize;
            self.times[run] -= 1;
            if self.times[run] == 0 {
                for &other in &self.bodies_of[run] {
                    self.likeness[other] -= self.weight(run);
                }
            }
        }
    }

    /// A run counts more if fewer bodies have it.
    fn weight(&self, run: usize) -> u32 {
        (self.bodies.len() / self.bodies_of[run].len()).ilog2() + 1
    }
}

/// The runs of bytes of each body that others have, too, but no more than an eighth of them; and the bodies of each run.
fn runs(bodies: &[&[u8]]) -> (Vec<Vec<u32>>, Vec<Vec<usize>>) {
    let mut bodies_of: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (place, body) in bodies.iter().enumerate() {
        for run in body.windows(RUN) {
            let of = bodies_of.entry(run).or_default();
            if of.last() != Some(&place) {
                of.push(place);
            }
        }
    }
    let most = (bodies.len() / 8).max(2);
    let mut shared: Vec<_> = bodies_of.into_iter().filter(|(_, of)| (2..=most).contains(&of.len())).collect();
    // The order of a hash map is another one in each build.
    shared.sort_unstable();
    let mut runs = vec![Vec::new(); bodies.len()];
    for (run, (_, of)) in shared.iter().enumerate() {
        for &place in of {
            runs[place].push(run as u32);
        }
    }
    (runs, shared.into_iter().map(|(_, of)| of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_stands_beside_like() {
        let (one, other) =
            (b"the first kind of function, 1".as_slice(), b"0123456789abcdefghijklmnopqrstuv 1".as_slice());
        let (one_more, other_more) =
            (b"the first kind of function, 2".as_slice(), b"0123456789abcdefghijklmnopqrstuv 2".as_slice());
        assert_eq!(order(&[one, other, one_more, other_more]), [3, 1, 2, 0]);
    }
}
