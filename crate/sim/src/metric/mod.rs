//! Measures of a run: their definition, those of every system, and statistics over their values. Measures of one system
//! are in the folder of that system; the list of all is in `report`.
//!
//! A measure has a value for each subject, each group (workflow), each iterative application, each user, or for the
//! whole run. A [`Scope`] selects the subjects: those that arrived after the warm-up and had ended by a given time.
//! Subjects of kinds that do not count, such as the load of local users, are left out, except by measures about them
//! and by measures of nodes.

pub(crate) mod group_metrics;
pub(crate) mod run_metrics;
pub(crate) mod scope;
mod statistics;
pub(crate) mod subject_metrics;

pub use scope::Scope;
pub use statistics::{Cdf, Row, Statistics};

use crate::tables::rounds::Round;
use ganttlet_core::entry::{Entry, Parameter, Parameters, Settings, catalog_text};
use ganttlet_core::record::{Look, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_work::Kind;
use scope::{completed_groups, rounds_by_application};
use serde::Serialize;
use ts_rs::TS;

/// The better direction of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Small values are better.
    Lower,
    /// Large values are better.
    Higher,
}

/// Parameters of measures: they share one set of names.
#[derive(Parameters)]
pub struct Options {
    /// Shorter runtimes are replaced by this value (10 s in most of the literature, 60 s in Sonmez 2010).
    #[parameter(name = "Bound", unit = "s", min = 0.001, max = 1e6, default = 10)]
    pub threshold_s: f64,
}

/// How a measure is computed. `None` where it has no meaning.
pub enum Measure {
    /// A value for each subject that has ended.
    OfSubject(fn(&Trace, usize, &Options) -> Option<f64>),
    /// A value for each subject, known at its start: up to a given time for each subject started by then, and over the
    /// whole run for each subject that has ended.
    OfStart(fn(&Trace, usize, &Options) -> Option<f64>),
    /// A value for each ended subject with this look, whether its kind counts or not.
    OfLook(Look, fn(&Trace, usize) -> Option<f64>),
    /// A value for each job with a row in a table of the system, in the order of the rows.
    OfRow(fn(&Trace, &Scope) -> Vec<(SubjectId, f64)>),
    /// A value for each user that has one, in the order of user numbers.
    OfUser(fn(&Trace, &Scope) -> Vec<f64>),
    /// A value for each group, from its subjects, all of which have ended.
    OfGroup(fn(&Trace, usize, &[usize]) -> Option<f64>),
    /// A value for each completed group; all groups (their number is given) are computed together.
    OfGroups(fn(&Trace, usize) -> Vec<f64>),
    /// A value for each iterative application, from its rounds in scope, in their order.
    OfApplication(fn(&Trace, &Scope, &[&Round]) -> Option<f64>),
    /// One value for the run.
    OfRun(fn(&Trace, &Scope) -> Option<f64>),
}

/// A measure: its catalog entry and its computation.
pub struct Metric {
    /// The catalog entry.
    pub entry: Entry,
    /// The unit of its values; empty for none.
    pub unit: &'static str,
    /// The formula, in words and symbols that a reader can check.
    pub formula: &'static str,
    /// The better direction.
    pub better: Better,
    /// False if neither direction is good: it then only sets the order in which studies show values.
    pub has_direction: bool,
    /// The kinds of work it applies to; empty for any.
    pub of: &'static [&'static Kind],
    /// How it is computed.
    pub measure: Measure,
}

/// The description of a measure, without its computation.
pub(crate) struct MetricDraft {
    entry: Entry,
    unit: &'static str,
    formula: &'static str,
    better: Better,
    has_direction: bool,
    of: &'static [&'static Kind],
}

/// A measure of this work; small values are better.
pub(crate) const fn lower_is_better(
    of: &'static [&'static Kind],
    id: &'static str,
    name: &'static str,
    unit: &'static str,
) -> MetricDraft {
    let entry = Entry::new(id, name);
    MetricDraft { entry, unit, formula: "", better: Better::Lower, has_direction: true, of }
}

/// A measure of this work; large values are better.
pub(crate) const fn higher_is_better(
    of: &'static [&'static Kind],
    id: &'static str,
    name: &'static str,
    unit: &'static str,
) -> MetricDraft {
    MetricDraft { better: Better::Higher, ..lower_is_better(of, id, name, unit) }
}

impl MetricDraft {
    /// Sets the description, in a sentence or two.
    pub(crate) const fn summary(mut self, summary: &'static str) -> Self {
        self.entry.summary = catalog_text(summary);
        self
    }

    /// Sets the formula, in words and symbols that a reader can check.
    pub(crate) const fn formula(mut self, formula: &'static str) -> Self {
        self.formula = catalog_text(formula);
        self
    }

    /// Sets the source of the definition.
    pub(crate) const fn source(mut self, source: &'static str) -> Self {
        self.entry.source = catalog_text(source);
        self
    }

    /// Neither small nor large values are better.
    pub(crate) const fn without_direction(mut self) -> Self {
        self.has_direction = false;
        self
    }

    /// Sets the parameters.
    pub(crate) const fn parameters(mut self, parameters: &'static [Parameter]) -> Self {
        self.entry.parameters = parameters;
        self
    }

    /// Completes the measure with its computation.
    pub(crate) const fn measured_by(self, measure: Measure) -> Metric {
        let Self { entry, unit, formula, better, has_direction, of } = self;
        Metric { entry, unit, formula, better, has_direction, of, measure }
    }
}

impl AsRef<Entry> for Metric {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

impl Metric {
    /// True if it applies to runs of this work.
    pub fn applies_to(&self, work: &'static Kind) -> bool {
        self.of.is_empty() || self.of.iter().any(|&of| work.accepts(of))
    }

    /// True if it measures a period of the run, false if it measures the subjects that arrive in the period.
    pub fn is_over_time(&self) -> bool {
        matches!(self.measure, Measure::OfRun(_) | Measure::OfUser(_) | Measure::OfApplication(_))
    }

    /// Its value for each subject, user, group or application in scope; empty for a measure of the whole run.
    pub fn values(&self, trace: &Trace, settings: &Settings, scope: &Scope) -> Vec<f64> {
        match self.measure {
            Measure::OfSubject(_) | Measure::OfStart(_) | Measure::OfLook(..) => {
                let mut values = Vec::new();
                self.for_each_subject(trace, settings, scope, &mut |_, value| values.extend(value));
                values
            }
            Measure::OfRow(of) => of(trace, scope).into_iter().map(|(_, value)| value).collect(),
            Measure::OfUser(of) => of(trace, scope),
            Measure::OfGroup(of) => completed_groups(trace, scope)
                .iter()
                .enumerate()
                .filter(|(_, members)| !members.is_empty())
                .filter_map(|(group, members)| of(trace, group, members))
                .collect(),
            Measure::OfGroups(of) => {
                let groups = completed_groups(trace, scope);
                let values = of(trace, groups.len());
                groups
                    .iter()
                    .zip(values)
                    .filter(|(members, _)| !members.is_empty())
                    .map(|(_, value)| value)
                    .collect()
            }
            Measure::OfApplication(of) => rounds_by_application(&Round::rounds_of(trace), scope)
                .iter()
                .filter_map(|rounds| of(trace, scope, rounds))
                .collect(),
            Measure::OfRun(_) => Vec::new(),
        }
    }

    /// Its value for each of the first `count` subjects that it applies to, whether they are in scope or not; NaN where
    /// there is no value. The same index is the same subject in any run of the same work.
    pub fn values_of_first(
        &self,
        count: usize,
        trace: &Trace,
        settings: &Settings,
        scope: &Scope,
    ) -> Vec<f64> {
        let mut values = match self.measure {
            Measure::OfSubject(_) | Measure::OfStart(_) | Measure::OfLook(..) => Vec::new(),
            Measure::OfRow(of) => {
                let mut values = vec![f64::NAN; count];
                for (subject, value) in of(trace, scope) {
                    if let Some(place) = values.get_mut(subject as usize) {
                        *place = value;
                    }
                }
                values
            }
            _ => self.values(trace, settings, scope),
        };
        self.for_each_subject(trace, settings, scope, &mut |_, value| values.push(value.unwrap_or(f64::NAN)));
        values.resize(count, f64::NAN);
        values
    }

    /// The mean of its values over each group of subjects (workflow, bag) that has a value, in the order of the groups.
    /// For a measure that is not per subject: its values.
    pub fn group_means(&self, trace: &Trace, settings: &Settings, scope: &Scope) -> Vec<f64> {
        if !matches!(self.measure, Measure::OfSubject(_) | Measure::OfStart(_) | Measure::OfLook(..)) {
            return self.values(trace, settings, scope);
        }
        let mut sums = vec![(0.0, 0_u32); trace.group_names.len()];
        self.for_each_subject(trace, settings, scope, &mut |subject, value| {
            if let Some(value) = value
                && let Some((sum, count)) = sums.get_mut(trace.subjects.group[subject] as usize)
            {
                *sum += value;
                *count += 1;
            }
        });
        sums.retain(|&(_, count)| count > 0);
        sums.into_iter().map(|(sum, count)| sum / f64::from(count)).collect()
    }

    /// Calls a function with each subject that the measure applies to, and its value; `None` for subjects without a
    /// value or out of scope.
    fn for_each_subject(
        &self,
        trace: &Trace,
        settings: &Settings,
        scope: &Scope,
        each: &mut dyn FnMut(usize, Option<f64>),
    ) {
        let options = Options::read(settings);
        for subject in 0..trace.subjects.len() {
            let kind = trace.kind(subject as u32);
            match self.measure {
                Measure::OfSubject(of) if kind.counts => {
                    each(
                        subject,
                        scope.has_ended(trace, subject).then(|| of(trace, subject, &options)).flatten(),
                    );
                }
                Measure::OfStart(of) if kind.counts => {
                    each(
                        subject,
                        scope.has_started(trace, subject).then(|| of(trace, subject, &options)).flatten(),
                    );
                }
                Measure::OfLook(look, of) if kind.look == look => {
                    each(subject, scope.has_ended(trace, subject).then(|| of(trace, subject)).flatten());
                }
                _ => {}
            }
        }
    }

    /// Its row in the report.
    pub fn report_row(&self, trace: &Trace, settings: &Settings, scope: &Scope) -> Row {
        let Entry { id, name, .. } = self.entry;
        if let Measure::OfRun(of) = self.measure {
            return Row { id, name, unit: self.unit, value: of(trace, scope), statistics: None };
        }
        let statistics = Statistics::from_values(self.values(trace, settings, scope));
        let value = statistics.as_ref().map(|statistics| statistics.mean);
        Row { id, name, unit: self.unit, value, statistics }
    }
}
