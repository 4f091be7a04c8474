//! The plan of a study: its runs, their scenarios and their measurements.
//!
//! Runs are independent of each other, so they can be made in any order on any number of machines. They are numbered
//! seed by seed: after the first runs, the numbers of seeds of all points differ by at most one.

use crate::Interval;
use crate::levels::{Levels, level_indices};
use crate::measurement::{MeasureSource, Measurement, RunOutput};
use crate::sequential::LookPlan;
use crate::steady_state;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use ganttlet_core::record::{Level, Table};
use ganttlet_document::study::Study;
use ganttlet_document::{Files, Scenario, WorkCache, sha256};
use ganttlet_sim::metric::Metric;
use ganttlet_sim::system::Budget;

/// All runs of a study.
pub struct Plan {
    /// The study.
    pub study: Study,
    /// True for a quick run, with fewer values and seeds.
    pub quick: bool,
    /// Its runs, part after part; the first block has the main runs.
    pub blocks: Vec<Block>,
    /// The looks at which its claims are judged, if it replicates until they are decided.
    pub looks: Option<LookPlan>,
}

/// The runs of one part of a study: each point with each seed.
pub struct Block {
    /// The name of the part; empty for the main runs.
    pub name: String,
    /// The axes.
    pub axes: Vec<Levels>,
    /// The settings of each axis: parameters by name or JSON pointer, roles by their ids.
    pub settings: Vec<Vec<String>>,
    /// Number of seeds of each point.
    pub seeds: u32,
    /// The number of its first run.
    pub first: usize,
    /// The seed of its base.
    pub(crate) document_seed: u64,
    /// True without randomness.
    pub(crate) exact: bool,
    /// The parameters that increase with the seed.
    pub(crate) with_seed: Vec<String>,
    pub(crate) points: Vec<Point>,
    pub(crate) measurements: Vec<Measurement>,
}

/// One combination of the values of all axes.
pub(crate) struct Point {
    pub(crate) label: String,
    pub(crate) scenario: Scenario,
    pub(crate) variant: usize,
}

/// The position of a run in its study.
pub struct RunPlace<'a> {
    /// The part.
    pub block: &'a Block,
    /// The point.
    pub point: usize,
    /// The index of its seed, counted from 0.
    pub seed: u32,
}

impl Plan {
    /// Number of runs.
    pub fn count(&self) -> usize {
        self.blocks.last().map_or(0, Block::end_run)
    }

    /// The digest of the study, which results files contain: its SHA-256, 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        sha256(format!("{}{}", self.study.to_line(), if self.quick { " quick" } else { "" }).as_bytes())
    }

    /// The runs with seeds of this range, counted from 0; for parts without randomness, the runs of their only seed.
    pub fn runs_of_seeds(&self, seeds: std::ops::Range<u32>) -> Vec<usize> {
        let of = |block: &Block| {
            let end = seeds.end.min(block.seeds) as usize;
            block.run_number(0, (seeds.start as usize).min(end))..block.run_number(0, end)
        };
        self.blocks.iter().flat_map(of).collect()
    }

    /// The position of a run; `None` if there is no such run.
    pub fn run_place(&self, run: usize) -> Option<RunPlace<'_>> {
        let block = self.blocks.iter().find(|block| (block.first..block.end_run()).contains(&run))?;
        let (seed, point) =
            ((run - block.first) / block.points.len(), (run - block.first) % block.points.len());
        Some(RunPlace { block, point, seed: seed as u32 })
    }

    /// The label of a run, as shown: `load 0.5, EASY, seed 3`.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn label(&self, run: usize) -> String {
        let RunPlace { block, point, seed } = self.known_run_place(run);
        let part = if block.name.is_empty() { String::new() } else { format!("{}: ", block.name) };
        let Point { label, scenario, .. } = &block.points[point];
        let between = if label.is_empty() { "" } else { ", " };
        format!("{part}{label}{between}seed {}", seed_after(scenario, seed))
    }

    /// The scenario of a run, and the index of the variant that runs.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn scenario(&self, run: usize) -> (Scenario, usize) {
        let RunPlace { block, point, seed } = self.known_run_place(run);
        let Point { scenario, variant, .. } = &block.points[point];
        let mut scenario = scenario.clone();
        scenario.reseed(seed_after(&scenario, seed));
        for name in &block.with_seed {
            let by = scenario.seed as i64 - block.document_seed as i64;
            ganttlet_document::add_to_integers(&mut scenario, name, by);
        }
        (scenario, *variant)
    }

    /// The scenario of each point, for callers that load its files.
    pub fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        self.blocks.iter().flat_map(|block| block.points.iter().map(|point| &point.scenario))
    }

    /// Runs a simulation to its end and extracts its measurements, followed by the numbers of the steady-state test if
    /// its jobs wait; `latest` caches its work for the next run. Fails if the run cannot be built.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn execute_run(
        &self,
        run: usize,
        files: &Files,
        latest: &WorkCache,
    ) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let (scenario, variant) = self.scenario(run);
        let measurements = &self.known_run_place(run).block.measurements;
        let probes = probe_tables(measurements, &scenario, variant, files)?;
        let of_run =
            measurements.iter().any(|measurement| !matches!(measurement.source, MeasureSource::Probe(_)));
        let mut built = None;
        if of_run {
            let built = built.insert(latest.build(&scenario, variant, files, 0)?);
            built.run.keep(Level::Measures);
            built.run.advance(Budget::ALL);
        }
        let trace = built.as_ref().map(|built| built.run.trace());
        let output = RunOutput { scenario: &scenario, trace, probes: &probes };
        let mut numbers = Vec::new();
        for measurement in measurements {
            measurement.extract(&output, &mut numbers).map_err(|wrong| vec![wrong])?;
        }
        numbers.extend(steady_state::run_numbers(&output).into_iter().flatten());
        // JSON has one value for all non-finite numbers.
        Ok(numbers.into_iter().map(|number| if number.is_finite() { number } else { f64::NAN }).collect())
    }

    /// The position of a run that exists.
    fn known_run_place(&self, run: usize) -> RunPlace<'_> {
        self.run_place(run).expect("callers pass a number below `count`")
    }
}

/// The tables of all probes that the measurements need, each computed once.
fn probe_tables(
    all: &[Measurement],
    scenario: &Scenario,
    variant: usize,
    files: &Files,
) -> Result<Vec<Table>, Vec<Diagnostic>> {
    let mut tables: Vec<Table> = Vec::new();
    for measurement in all {
        let MeasureSource::Probe(probe) = measurement.source else { continue };
        if !tables.iter().any(|table| table.kind.id == probe.kind.id) {
            let work = ganttlet_document::build_work(scenario, variant, files)?;
            tables.push((probe.rows)(&work, scenario, &scenario.variants[variant]));
        }
    }
    Ok(tables)
}

impl Block {
    /// The number of runs.
    pub fn run_count(&self) -> usize {
        self.points.len().saturating_mul(self.seeds as usize)
    }

    /// The number of the run after its last; saturates where the study has too many runs.
    pub(crate) fn end_run(&self) -> usize {
        self.first.saturating_add(self.run_count())
    }

    /// True without randomness: its numbers are exact.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The names of the parameters that vary with the seed.
    pub fn seed_parameters(&self) -> &[String] {
        &self.with_seed
    }

    /// The mean of the values of a point, one per seed, and its interval.
    pub(crate) fn interval(&self, values: &[f64]) -> Option<Interval> {
        let of_seeds = Interval::from_values(values)?;
        Some(if self.exact { Interval::exact(of_seeds.mean) } else { of_seeds })
    }

    /// The number of points.
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// The number of the run of a point with a seed, counted from 0.
    pub(crate) fn run_number(&self, point: usize, seed: usize) -> usize {
        self.first + seed * self.points.len() + point
    }

    /// The names of its measures.
    pub fn measure_names(&self) -> Vec<&str> {
        self.measurements.iter().map(|measurement| &*measurement.name).collect()
    }

    /// The metric of a measure; `None` for measures of tables and probes.
    pub fn metric(&self, measure: usize) -> Option<&'static Metric> {
        match self.measurements[measure].source {
            MeasureSource::Metric(metric) => Some(metric),
            MeasureSource::Table | MeasureSource::Probe(_) => None,
        }
    }

    /// The measurement with this name.
    pub(crate) fn measure(&self, name: &str) -> Option<&Measurement> {
        self.measurements.iter().find(|measurement| measurement.name == name)
    }

    /// End of the warm-up of the runs, s.
    pub(crate) fn warm_up_s(&self) -> f64 {
        self.points.first().map_or(0.0, |point| point.scenario.warm_up_s)
    }

    /// An axis of its runs, or a column by which a measure has separate numbers.
    pub(crate) fn axis(&self, name: &str) -> Option<&Levels> {
        let columns = self.measurements.iter().flat_map(|measurement| &measurement.by);
        self.axes.iter().chain(columns).find(|levels| levels.name == name)
    }

    /// The columns of a measure among the numbers of a run.
    pub fn measure_columns(&self, measure: &str) -> Option<std::ops::Range<usize>> {
        let measurement = self.measure(measure)?;
        Some(measurement.first..measurement.first + measurement.number_count())
    }

    /// Number of numbers of a run.
    pub fn column_count(&self) -> usize {
        self.measurements.last().map_or(0, |measurement| measurement.first + measurement.number_count())
    }

    /// The label of a point, as shown: `load 0.5, EASY`; empty if there are no axes.
    pub fn point_label(&self, point: usize) -> &str {
        &self.points[point].label
    }

    /// The index of the level of a point on each axis.
    pub fn level_indices(&self, point: usize) -> Vec<usize> {
        level_indices(&self.axes, point)
    }
}

/// The seed of a run, `after` replications behind the first run of its point.
fn seed_after(scenario: &Scenario, after: u32) -> u64 {
    (scenario.seed + u64::from(after)) & limits::SEED as u64
}
