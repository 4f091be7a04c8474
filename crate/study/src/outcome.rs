//! The numbers of all runs of a study, addressed by point and axis values.

use crate::Interval;
use crate::levels::Levels;
use crate::plan::{Block, Plan};
use crate::statistics::PooledMoments;
use crate::steady_state::{self, SteadyState};
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_document::sha256_of;
use ganttlet_document::study::{Quantity, Tree};

/// The numbers of all runs of a study.
#[derive(Clone, Copy)]
pub struct Outcome<'a> {
    /// The runs of the study.
    pub plan: &'a Plan,
    /// The numbers of each run, in the order of the runs: those of its measures, then, if its jobs wait, those of the
    /// steady-state test. Empty for runs that are not complete.
    pub numbers: &'a [Vec<f64>],
}

/// Values of axes: names of axes and of their values.
pub(crate) type AxisValues<'a> = Vec<(&'a str, String)>;

/// Axis values of a document.
pub(crate) fn axis_values(at: &[(String, Tree)]) -> impl Iterator<Item = (&str, String)> {
    at.iter().map(|(axis, value)| (&**axis, value.label()))
}

impl Outcome<'_> {
    /// The digest of the collected result, 16 hexadecimal digits: it depends on the study and on every bit of every
    /// number. `None` while runs are missing.
    pub fn digest(&self) -> Option<String> {
        if !self.is_complete() {
            return None;
        }
        // All NaNs count as the same number.
        let bits = |number: &f64| if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() };
        let measured = |(run, numbers): (usize, &Vec<f64>)| {
            let columns = self.plan.run_place(run).map_or(0, |place| place.block.column_count());
            numbers.iter().take(columns).flat_map(|number| bits(number).to_le_bytes()).collect()
        };
        let runs = self.numbers.iter().enumerate().map(measured);
        let study = self.plan.digest().into_bytes();
        Some(sha256_of(std::iter::once(study).chain(runs))[..16].to_owned())
    }

    /// True if no run is missing. A study that replicates until its claims are decided needs only the runs of a look.
    pub fn is_complete(&self) -> bool {
        match self.plan.looks {
            Some(_) => self.last_look() > 0,
            None => self.numbers.len() == self.plan.count() && self.numbers.iter().all(|run| !run.is_empty()),
        }
    }

    /// The number of seeds with which all points have been run.
    pub fn complete_seeds(&self) -> u32 {
        let made = |run: usize| self.numbers.get(run).is_some_and(|numbers| !numbers.is_empty());
        let of = |block: &Block| {
            let seeds = 0..block.seeds;
            let whole = |seed: &u32| {
                (0..block.point_count()).all(|point| made(block.run_number(point, *seed as usize)))
            };
            let count = seeds.take_while(whole).count() as u32;
            // One seed of a part without randomness is enough.
            if block.exact && count == block.seeds { u32::MAX } else { count }
        };
        self.plan.blocks.iter().map(of).min().unwrap_or(0)
    }

    /// The last complete look of a study that replicates until its claims are decided, counted from 1; 0 before the first.
    pub fn last_look(&self) -> u32 {
        match (self.plan.looks, self.complete_seeds()) {
            (None, _) => 0,
            // Without randomness the first look is complete.
            (Some(_), u32::MAX) => 1,
            (Some(looks), seeds) => looks.last_look(seeds),
        }
    }

    /// The numbers of the first seeds; runs of other seeds are empty.
    pub(crate) fn numbers_of_seeds(&self, seeds: u32) -> Vec<Vec<f64>> {
        let of = |(run, numbers): (usize, &Vec<f64>)| {
            let place = self.plan.run_place(run).filter(|place| place.seed < seeds);
            place.map_or_else(Vec::new, |_| numbers.clone())
        };
        self.numbers.iter().enumerate().map(of).collect()
    }

    /// The numbers of a point, one per seed; NaN where a run is missing.
    pub fn values(&self, block: &Block, point: usize, column: usize) -> Vec<f64> {
        (0..block.seeds as usize).map(|seed| self.number(block, point, seed, column)).collect()
    }

    /// A number of the run of a point with a seed, counted from 0; NaN if it is missing.
    pub(crate) fn number(&self, block: &Block, point: usize, seed: usize, column: usize) -> f64 {
        let numbers = self.numbers.get(block.run_number(point, seed));
        numbers.and_then(|numbers| numbers.get(column)).copied().unwrap_or(f64::NAN)
    }

    /// The interval of all values of all seeds of a point, or of all seeds but one, for a pooled measure.
    pub(crate) fn pooled_interval(
        &self,
        block: &Block,
        point: usize,
        first: usize,
        left_out: Option<usize>,
    ) -> Option<Interval> {
        let pool = |seed| std::array::from_fn(|at| self.number(block, point, seed, first + at));
        let pools: Vec<[f64; PooledMoments::NUMBERS]> = (0..block.seeds as usize)
            .filter(|&seed| left_out != Some(seed))
            .map(pool)
            .filter(|numbers| numbers.iter().all(|number| number.is_finite()))
            .collect();
        let of_all = PooledMoments::pooled_interval(&pools)?;
        Some(if block.exact { Interval::exact(of_all.mean) } else { of_all })
    }

    /// The tests for a steady state of all points of a block; `None` where no run has numbers for it: jobs do not wait,
    /// or the results file is of an older version.
    pub(crate) fn steady_states(&self, block: &Block) -> Vec<Option<SteadyState>> {
        let columns = block.column_count();
        let of_run = |point: usize, seed: usize| {
            let numbers = self.numbers.get(block.run_number(point, seed))?;
            numbers.get(columns..)?.first_chunk::<{ steady_state::NUMBERS }>().copied()
        };
        let of_point =
            |point: usize| (0..block.seeds as usize).filter_map(|seed| of_run(point, seed)).collect();
        steady_state::test_points(&(0..block.point_count()).map(of_point).collect::<Vec<_>>())
    }

    /// True if at least one run of a block has been made with this seed, counted from 0.
    pub(crate) fn has_run_with_seed(&self, block: &Block, seed: usize) -> bool {
        let made = |run: usize| self.numbers.get(run).is_some_and(|numbers| !numbers.is_empty());
        seed < block.seeds as usize
            && (0..block.point_count()).any(|point| made(block.run_number(point, seed)))
    }

    /// The runs of the part of this name.
    pub(crate) fn block(&self, part: &str) -> Result<&Block, Diagnostic> {
        let blocks = &self.plan.blocks;
        blocks.iter().find(|block| block.name == part).ok_or_else(|| {
            let known = || blocks.iter().map(|block| &*block.name).filter(|name| !name.is_empty());
            Diagnostic::error(format!("unknown part {part:?}; available: {}", list_names(known())))
                .hint(did_you_mean(part, known()))
        })
    }

    /// The quantity with this name.
    pub(crate) fn quantity_named(&self, name: &str) -> Result<&Quantity, Diagnostic> {
        let study = &self.plan.study;
        study.quantities.iter().find(|(known, _)| known == name).map(|(_, quantity)| quantity).ok_or_else(
            || {
                let known = || study.quantities.iter().map(|(name, _)| &**name);
                Diagnostic::error(format!("unknown quantity {name:?}; available: {}", list_names(known())))
                    .hint(did_you_mean(name, known()))
            },
        )
    }
}

/// The axis of this name, or the column of rows.
pub(crate) fn axis_of<'b>(block: &'b Block, axis: &str) -> Result<&'b Levels, Diagnostic> {
    block.axis(axis).ok_or_else(|| {
        let known = || block.axes.iter().map(|levels| &*levels.name);
        Diagnostic::error(format!("unknown axis {axis:?}; available: {}", list_names(known())))
            .hint(did_you_mean(axis, known()))
    })
}
