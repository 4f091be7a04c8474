//! What is taken from a run: the numbers of its measures.

use crate::levels::Levels;
use crate::probe::Probe;
use crate::statistics::{self, Pool};
use ganttlet_document::Scenario;
use ganttlet_document::study::{Measure, Statistic};
use ganttlet_engine::diagnostic::{Diagnostic, names};
use ganttlet_engine::expression::Expression;
use ganttlet_engine::metric::{Metric, Scope};
use ganttlet_engine::record::{Table, Trace};
use ganttlet_engine::time::Time;

/// What is taken from each run.
pub(crate) struct Taken {
    pub(crate) name: String,
    pub(crate) of: Source,
    pub(crate) measure: Measure,
    /// The columns of which each value has numbers of its own, as axes.
    pub(crate) by: Vec<Levels>,
    /// Where its numbers begin.
    pub(crate) first: usize,
}

/// What a measure is taken of.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Metric(&'static Metric),
    /// The rows of a table that the system keeps.
    Table,
    Probe(&'static Probe),
}

/// Where numbers are taken from.
pub(crate) struct Seen<'a> {
    pub(crate) scenario: &'a Scenario,
    /// What happened; none where only probes are asked.
    pub(crate) trace: Option<&'a Trace>,
    /// What probes say.
    pub(crate) probes: &'a [Table],
}

impl Taken {
    /// How many numbers it gives.
    pub(crate) fn width(&self) -> usize {
        self.by.iter().map(|levels| levels.labels.len()).product::<usize>() * self.items()
    }

    /// How many numbers it gives of each list of values.
    pub(crate) fn items(&self) -> usize {
        match &self.measure.statistic {
            Statistic::Distribution(bounds) => bounds.count as usize,
            Statistic::First(count) => *count as usize,
            Statistic::Each => Pool::NUMBERS,
            _ => 1,
        }
    }

    /// What the rows of a table say that count: a list for each value of the columns that are axes with each of the others.
    fn rows(&self, table: &Table) -> Result<Vec<Vec<f64>>, Diagnostic> {
        let Measure { value, only, .. } = &self.measure;
        let columns: Vec<&str> = table.kind.columns.iter().map(|column| column.id).collect();
        let value = Expression::parse(value, &columns)?;
        let only = if only.is_empty() { None } else { Some(Expression::parse(only, &columns)?) };
        let column = |levels: &Levels| {
            columns.iter().position(|column| *column == levels.name).ok_or_else(|| {
                let known = names(columns.iter().copied());
                Diagnostic::error(format!("found {:?}, the columns are {known}", levels.name))
            })
        };
        let by: Vec<(usize, &Levels)> =
            self.by.iter().map(|levels| Ok((column(levels)?, levels))).collect::<Result<_, Diagnostic>>()?;
        let mut lists = vec![Vec::new(); self.width() / self.items()];
        let mut cells = vec![f64::NAN; columns.len()];
        for row in 0..table.len() {
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = table.number(row, column);
            }
            if only.as_ref().is_some_and(|only| only.value(&cells) == 0.0) {
                continue;
            }
            let list = by.iter().try_fold(0, |list, (column, levels)| {
                let level =
                    levels.values.iter().position(|value| value.total_cmp(&cells[*column]).is_eq())?;
                Some(list * levels.values.len() + level)
            });
            let Some(list) = list else { continue };
            let value = value.value(&cells);
            if value.is_finite() {
                lists[list].push(value);
            }
        }
        Ok(lists)
    }

    pub(crate) fn add(&self, seen: &Seen, numbers: &mut Vec<f64>) -> Result<(), Diagnostic> {
        let lists = match (self.of, seen.trace) {
            (Source::Metric(metric), Some(trace)) => {
                let (scope, settings) = (self.scope(trace, seen.scenario), &seen.scenario.measure_settings);
                // A metric that is one number of a run is that number.
                if self.measure.statistic == Statistic::Mean {
                    numbers.push(metric.row(trace, settings, &scope).value.unwrap_or(f64::NAN));
                    return Ok(());
                }
                vec![metric.values(trace, settings, &scope)]
            }
            (Source::Table, Some(trace)) => {
                let name = &self.measure.table;
                let Some(table) = trace.table(name) else {
                    let known = names(trace.tables.iter().map(|table| table.kind.id));
                    let message = format!("found {name:?}, the tables of this system are {known}");
                    return Err(Diagnostic::error(message));
                };
                self.rows(table)?
            }
            (Source::Probe(probe), _) => {
                let said = seen.probes.iter().find(|table| table.kind.id == probe.kind.id);
                self.rows(said.expect("whoever makes a run asks its probes"))?
            }
            (_, None) => unreachable!("where something else than probes is asked, there is a run"),
        };
        for values in lists {
            self.take(values, numbers);
        }
        Ok(())
    }

    /// What counts of a run.
    fn scope(&self, trace: &Trace, scenario: &Scenario) -> Scope {
        let Measure { from_s, to_s, while_arriving, group, .. } = &self.measure;
        Scope {
            warm_up: Time::from_seconds(from_s.unwrap_or(scenario.warm_up_s)),
            closed: to_s.map_or(Time::MAX, Time::from_seconds),
            until: if *while_arriving { last_arrival(trace) } else { Time::MAX },
            group: *group,
        }
    }

    /// Its statistic of some values.
    fn take(&self, values: Vec<f64>, numbers: &mut Vec<f64>) {
        let shares = |bound: f64, below: fn(f64, f64) -> bool, values: &[f64]| {
            100.0 * values.iter().filter(|&&value| below(value, bound)).count() as f64 / values.len() as f64
        };
        match &self.measure.statistic {
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
    }
}

/// When the last subject came whose kind counts.
fn last_arrival(trace: &Trace) -> Time {
    let counted = (0..trace.subjects.len()).filter(|&subject| trace.kind(subject as u32).counts);
    counted.map(|subject| trace.subjects.submit[subject]).max().unwrap_or(Time::ZERO)
}
