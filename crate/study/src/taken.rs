//! What is taken from a run: the numbers of its measures.

use crate::statistics::{self, Pool};
use ganttlet_document::Scenario;
use ganttlet_document::study::{Measure, Statistic};
use ganttlet_engine::diagnostic::{Diagnostic, names};
use ganttlet_engine::expression::Expression;
use ganttlet_engine::metric::{Metric, Scope};
use ganttlet_engine::record::Trace;
use ganttlet_engine::time::Time;

/// What is taken from each run.
pub(crate) struct Taken {
    pub(crate) name: String,
    /// The metric; none if rows of a table are taken.
    pub(crate) metric: Option<&'static Metric>,
    pub(crate) measure: Measure,
    /// Where its numbers begin.
    pub(crate) first: usize,
}

impl Taken {
    /// How many numbers it gives.
    pub(crate) fn width(&self) -> usize {
        match &self.measure.statistic {
            Statistic::Distribution(bounds) => bounds.count as usize,
            Statistic::First(count) => *count as usize,
            Statistic::Each => Pool::NUMBERS,
            _ => 1,
        }
    }

    /// What the rows of the table say that count.
    fn rows(&self, trace: &Trace) -> Result<Vec<f64>, Diagnostic> {
        let Measure { table, value, only, .. } = &self.measure;
        let Some(table) = trace.table(table) else {
            let known = names(trace.tables.iter().map(|table| table.kind.id));
            let message = format!("found {table:?}, the tables of this system are {known}");
            return Err(Diagnostic::error(message));
        };
        let columns: Vec<&str> = table.kind.columns.iter().map(|column| column.id).collect();
        let value = Expression::parse(value, &columns)?;
        let only = if only.is_empty() { None } else { Some(Expression::parse(only, &columns)?) };
        let mut values = Vec::new();
        for row in 0..table.len() {
            let cells: Vec<f64> = (0..columns.len()).map(|column| table.number(row, column)).collect();
            let value = value.value(&cells);
            if value.is_finite() && only.as_ref().is_none_or(|only| only.value(&cells) != 0.0) {
                values.push(value);
            }
        }
        Ok(values)
    }

    pub(crate) fn add(
        &self,
        trace: &Trace,
        scenario: &Scenario,
        numbers: &mut Vec<f64>,
    ) -> Result<(), Diagnostic> {
        let Measure { from_s, to_s, while_arriving, group, statistic, .. } = &self.measure;
        let scope = Scope {
            warm_up: Time::from_seconds(from_s.unwrap_or(scenario.warm_up_s)),
            closed: to_s.map_or(Time::MAX, Time::from_seconds),
            until: if *while_arriving { last_arrival(trace) } else { Time::MAX },
            group: *group,
        };
        let settings = &scenario.measure_settings;
        let values = match self.metric {
            // A metric that is one number of a run is that number.
            Some(metric) if *statistic == Statistic::Mean => {
                numbers.push(metric.row(trace, settings, &scope).value.unwrap_or(f64::NAN));
                return Ok(());
            }
            Some(metric) => metric.values(trace, settings, &scope),
            None => self.rows(trace)?,
        };
        let shares = |bound: f64, below: fn(f64, f64) -> bool, values: &[f64]| {
            100.0 * values.iter().filter(|&&value| below(value, bound)).count() as f64 / values.len() as f64
        };
        match statistic {
            Statistic::Mean => numbers.push(statistics::mean(&values)),
            Statistic::Min => numbers.push(statistics::extreme(&values, f64::min)),
            Statistic::Max => numbers.push(statistics::extreme(&values, f64::max)),
            Statistic::Sum => numbers.push(values.iter().sum()),
            Statistic::Count => numbers.push(values.len() as f64),
            Statistic::Variation => numbers.push(statistics::variation(&values)),
            Statistic::Jain => numbers.push(statistics::jain(&values)),
            Statistic::Percentile(percent) => numbers.push(statistics::percentile(values, *percent)),
            Statistic::Each => numbers.extend(Pool::of(&values).numbers()),
            Statistic::Below(bound) => numbers.push(shares(*bound, |value, bound| value < bound, &values)),
            Statistic::Item(item) => {
                numbers.push(values.get(*item as usize - 1).copied().unwrap_or(f64::NAN));
            }
            Statistic::First(count) => {
                let known = (0..*count as usize).map(|at| values.get(at).copied().unwrap_or(f64::NAN));
                numbers.extend(known);
            }
            Statistic::Distribution(bounds) => {
                let bounds = (0..bounds.count).map(|i| f64::from(i) * bounds.step);
                numbers.extend(bounds.map(|bound| shares(bound, |value, bound| value <= bound, &values)));
            }
        }
        Ok(())
    }
}

/// When the last subject came whose kind counts.
fn last_arrival(trace: &Trace) -> Time {
    let counted = (0..trace.subjects.len()).filter(|&subject| trace.kind(subject as u32).counts);
    counted.map(|subject| trace.subjects.submit[subject]).max().unwrap_or(Time::ZERO)
}
