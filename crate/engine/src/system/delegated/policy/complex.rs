//! How the launcher of a code that may span clusters chooses hosts: Algorithm 2 of the report.

use super::resource::{Code, Places, Resources};
use super::{Candidate, Changes, Choice, Seen};
use crate::entry::{Parameters, Variants};
use crate::system::delegated::protocol::{ClusterId, Request};
use crate::time::{Span, Time};

/// How the listing is read where it can be read in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub struct Reading {
    /// What is reduced while hosts are looked for that are free for long enough (complex-moldable applications).
    #[parameter(name = "What is reduced", default = "copy")]
    pub cem_scratch: Scratch,
    /// When hosts are looked for (complex-moldable applications).
    #[parameter(name = "Changes at one time", default = "instant")]
    pub cem_group: Group,
}

/// What is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Scratch {
    /// a copy of what is available at the moment
    #[word("copy")]
    Copy,
    /// what is available itself, as the listing has it: a cluster stays reduced until its next change
    #[word("in_place")]
    InPlace,
}

/// When hosts are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Group {
    /// once all clusters that change at a moment are known
    #[word("instant")]
    Instant,
    /// after each change of a cluster, as the listing has it
    #[word("pair")]
    Pair,
}

/// What a resource function said of each vector of available hosts that it was asked about, in the order of these.
#[derive(Debug, Default)]
pub struct Known(Vec<(Box<[u32]>, Chosen)>);

/// Clusters, and how long it takes on them.
type Chosen = (Places, Span);

/// An end, what to ask for, and how long.
type Found = (Time, Vec<(ClusterId, u32)>, Span);

impl Known {
    /// How many different vectors: unique configurations (section 6, metrics).
    pub fn asked(&self) -> u32 {
        self.0.len() as u32
    }

    /// The vectors.
    pub fn inputs(&self) -> impl Iterator<Item = &[u32]> {
        self.0.iter().map(|(available, _)| &**available)
    }

    fn ask(&mut self, available: &[u32], f: impl FnOnce() -> Chosen) -> Chosen {
        match self.0.binary_search_by(|(known, _)| (**known).cmp(available)) {
            Ok(at) => self.0[at].1,
            Err(at) => {
                let found = f();
                self.0.insert(at, (available.into(), found));
                found
            }
        }
    }
}

/// Looks for the hosts on which a code ends earliest.
pub fn select(
    seen: Seen<'_>,
    (function, code): (&dyn Resources, Code<'_>),
    known: &mut Known,
    reading: Reading,
    wanted: bool,
) -> Choice {
    let mut choice = Choice::default();
    let mut best: Option<Found> = None;
    let mut available: Vec<u32> = seen.view.iter().map(|profile| profile.free_at(seen.now)).collect();
    let mut scratch = available.clone();
    let mut changes = Changes::new(seen);
    while let Some((start, first)) = changes.first() {
        if best.as_ref().is_some_and(|&(end, ..)| end < start) {
            break;
        }
        let mut change = Some((start, first));
        while let Some((_, place)) = change.filter(|&(time, _)| time == start) {
            choice.operations += 1;
            available[place] = seen.view[place].free(changes.at(place));
            changes.pass(place);
            change = changes.first().filter(|_| reading.cem_group == Group::Instant);
        }
        scratch.copy_from_slice(&available);
        while scratch.iter().any(|&hosts| hosts > 0) {
            let ask = || function.on(&scratch, seen.infos, &code);
            let (clusters, took) = known.ask(&scratch, ask);
            let mut fits = true;
            let mut hosts = Vec::new();
            for place in (0..scratch.len()).filter(|place| clusters >> place & 1 == 1) {
                let profile = &seen.view[place];
                let (fewest, looked) = profile.fewest_from(changes.holding(place, start), start + took);
                choice.operations += looked as u64;
                hosts.push((seen.infos.clusters[place].id, scratch[place]));
                if fewest < scratch[place] {
                    scratch[place] = fewest;
                    fits = false;
                }
            }
            if !fits {
                continue;
            }
            let end = start + took;
            if wanted {
                let place = clusters.trailing_zeros() as u16;
                let hosts = hosts.iter().map(|&(_, hosts)| hosts).sum();
                choice.candidates.push(Candidate { start, end, place, hosts });
            }
            if best.as_ref().is_none_or(|&(earliest, ..)| end < earliest) {
                best = Some((end, hosts, took));
            }
            break;
        }
        if reading.cem_scratch == Scratch::InPlace {
            available.copy_from_slice(&scratch);
        }
    }
    choice.request = best.map(|(_, hosts, wall_time)| Request { hosts, wall_time });
    choice
}
