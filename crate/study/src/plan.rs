//! The runs of a study: which there are, how each is made, and what is taken from it.
//!
//! Runs know nothing of each other, so that they can be made in any order, on as many machines as there are. They are
//! numbered seed by seed: when the first so many are made, every point has been run with as many seeds, give or take one.

use crate::Interval;
use crate::levels::{Levels, places};
use crate::taken::{Seen, Source, Taken};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use ganttlet_core::record::{Level, Table};
use ganttlet_document::study::Study;
use ganttlet_document::{Files, Latest, Scenario, sha256};
use ganttlet_sim::metric::Metric;
use ganttlet_sim::system::Budget;

/// All runs of a study.
pub struct Plan {
    /// The study.
    pub study: Study,
    /// True if only the values and seeds are run that are enough for an impression.
    pub quick: bool,
    /// Its runs, a part after the other; the first is the study's own.
    pub blocks: Vec<Block>,
}

/// The runs of one part of a study: each point with each seed.
pub struct Block {
    /// The name of the part; empty for the study's own.
    pub name: String,
    /// What is varied.
    pub axes: Vec<Levels>,
    /// How many seeds each point is run with.
    pub seeds: u32,
    /// The number of its first run.
    pub first: usize,
    /// The seed of its base.
    pub(crate) own_seed: u64,
    /// True if nothing is drawn.
    pub(crate) exact: bool,
    /// What grows with the seed.
    pub(crate) with_seed: Vec<String>,
    pub(crate) points: Vec<Point>,
    pub(crate) taken: Vec<Taken>,
}

/// One combination of the values of all axes.
pub(crate) struct Point {
    pub(crate) label: String,
    pub(crate) scenario: Scenario,
    pub(crate) variant: usize,
}

/// Where in a study a run is.
pub struct Spot<'a> {
    /// The part.
    pub block: &'a Block,
    /// The point.
    pub point: usize,
    /// How many seeds come before its own.
    pub seed: u32,
}

impl Plan {
    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.blocks.last().map_or(0, Block::end)
    }

    /// The name of what is run: the SHA-256 of the study, 64 hexadecimal digits. Results of another study have another one.
    pub fn digest(&self) -> String {
        sha256(format!("{}{}", self.study.to_line(), if self.quick { " quick" } else { "" }).as_bytes())
    }

    /// Where a run is; `None` if there is no such run.
    pub fn spot(&self, run: usize) -> Option<Spot<'_>> {
        let block = self.blocks.iter().find(|block| (block.first..block.end()).contains(&run))?;
        let (seed, point) =
            ((run - block.first) / block.points.len(), (run - block.first) % block.points.len());
        Some(Spot { block, point, seed: seed as u32 })
    }

    /// What people call a run: `load 0.5, EASY, seed 3`.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn label(&self, run: usize) -> String {
        let Spot { block, point, seed } = self.known(run);
        let part = if block.name.is_empty() { String::new() } else { format!("{}: ", block.name) };
        let Point { label, scenario, .. } = &block.points[point];
        let between = if label.is_empty() { "" } else { ", " };
        format!("{part}{label}{between}seed {}", seed_of(scenario, seed))
    }

    /// The scenario of a run, and which of its variants runs.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn scenario(&self, run: usize) -> (Scenario, usize) {
        let Spot { block, point, seed } = self.known(run);
        let Point { scenario, variant, .. } = &block.points[point];
        let mut scenario = scenario.clone();
        scenario.reseed(seed_of(&scenario, seed));
        for name in &block.with_seed {
            let by = scenario.seed as i64 - block.own_seed as i64;
            ganttlet_document::grow(&mut scenario, name, by);
        }
        (scenario, *variant)
    }

    /// The scenario of each point, for who needs to know which files they name.
    pub fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        self.blocks.iter().flat_map(|block| block.points.iter().map(|point| &point.scenario))
    }

    /// Makes a run to its end and takes its numbers; `latest` keeps its work for the next one. An error: it cannot be built,
    /// as a file is missing.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn run(&self, run: usize, files: &Files, latest: &Latest) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let (scenario, variant) = self.scenario(run);
        let taken = &self.known(run).block.taken;
        let probes = probed(taken, (&scenario, variant), files)?;
        let of_run = taken.iter().any(|taken| !matches!(taken.of, Source::Probe(_)));
        let mut built = None;
        if of_run {
            let built = built.insert(latest.build(&scenario, variant, files, 0)?);
            built.run.keep(Level::Measures);
            built.run.advance(Budget::ALL);
        }
        let trace = built.as_ref().map(|built| built.run.trace());
        let seen = Seen { scenario: &scenario, trace, probes: &probes };
        let mut numbers = Vec::new();
        for taken in taken {
            taken.add(&seen, &mut numbers).map_err(|wrong| vec![wrong])?;
        }
        // A text has one word for all that is no number.
        Ok(numbers.into_iter().map(|number| if number.is_finite() { number } else { f64::NAN }).collect())
    }

    fn known(&self, run: usize) -> Spot<'_> {
        self.spot(run).expect("whoever asks for a run knows how many there are")
    }
}

/// What the probes say that are asked, each once.
fn probed(
    all: &[Taken],
    (scenario, variant): (&Scenario, usize),
    files: &Files,
) -> Result<Vec<Table>, Vec<Diagnostic>> {
    let mut tables: Vec<Table> = Vec::new();
    for taken in all {
        let Source::Probe(probe) = taken.of else { continue };
        if !tables.iter().any(|table| table.kind.id == probe.kind.id) {
            let work = ganttlet_document::work(scenario, variant, files)?;
            tables.push((probe.rows)(&work, scenario, &scenario.variants[variant]));
        }
    }
    Ok(tables)
}

impl Block {
    /// How many runs it has.
    pub fn count(&self) -> usize {
        self.points.len().saturating_mul(self.seeds as usize)
    }

    /// The number of the run after its last; where numbers end, the study has too many runs.
    pub(crate) fn end(&self) -> usize {
        self.first.saturating_add(self.count())
    }

    /// True if nothing is drawn: its numbers are exact.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The names of what grows with the seed.
    pub fn with_seed(&self) -> &[String] {
        &self.with_seed
    }

    /// The mean of the values of a point, one a seed, and its interval.
    pub(crate) fn interval(&self, values: &[f64]) -> Option<Interval> {
        let of_seeds = Interval::of(values)?;
        Some(if self.exact { Interval::exact(of_seeds.mean) } else { of_seeds })
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// The number of the run of a point with a seed, counted from 0.
    pub(crate) fn run(&self, point: usize, seed: usize) -> usize {
        self.first + seed * self.points.len() + point
    }

    /// The names of its measures.
    pub fn measures(&self) -> Vec<&str> {
        self.taken.iter().map(|taken| &*taken.name).collect()
    }

    /// The metric that a measure is taken of; none if it is taken of rows.
    pub fn metric(&self, measure: usize) -> Option<&'static Metric> {
        match self.taken[measure].of {
            Source::Metric(metric) => Some(metric),
            Source::Table | Source::Probe(_) => None,
        }
    }

    /// The measure of this name.
    pub(crate) fn measure(&self, name: &str) -> Option<&Taken> {
        self.taken.iter().find(|taken| taken.name == name)
    }

    /// When the runs have warmed up, s.
    pub(crate) fn warm_up_s(&self) -> f64 {
        self.points.first().map_or(0.0, |point| point.scenario.warm_up_s)
    }

    /// An axis of its runs, or one of the columns by which measures of them have numbers of their own.
    pub(crate) fn axis(&self, name: &str) -> Option<&Levels> {
        let columns = self.taken.iter().flat_map(|taken| &taken.by);
        self.axes.iter().chain(columns).find(|levels| levels.name == name)
    }

    /// Where the numbers of a measure are among those of a run.
    pub fn column(&self, measure: &str) -> Option<std::ops::Range<usize>> {
        let taken = self.measure(measure)?;
        Some(taken.first..taken.first + taken.width())
    }

    /// How many numbers a run gives.
    pub fn width(&self) -> usize {
        self.taken.last().map_or(0, |taken| taken.first + taken.width())
    }

    /// What people call a point: `load 0.5, EASY`; empty if nothing is varied.
    pub fn label(&self, point: usize) -> &str {
        &self.points[point].label
    }

    /// The places of the values of a point on the axes.
    pub fn places(&self, point: usize) -> Vec<usize> {
        places(&self.axes, point)
    }
}

/// The seed of a run that comes so many after the first of its point.
fn seed_of(scenario: &Scenario, after: u32) -> u64 {
    (scenario.seed + u64::from(after)) & limits::SEED as u64
}
