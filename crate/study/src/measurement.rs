//! Extracts the requested measures from one simulation run.

use crate::levels::Levels;
use crate::probe::Probe;
use crate::statistics::{self, PooledMoments};
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::expression::Expression;
use ganttlet_core::record::{Table, TableKind, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_document::Scenario;
use ganttlet_document::study::{Measure, Series, Statistic};
use ganttlet_sim::metric::{Metric, Scope};

/// A measure, resolved: the extraction of its numbers from each run.
pub(crate) struct Measurement {
    pub(crate) name: String,
    pub(crate) source: MeasureSource,
    pub(crate) measure: Measure,
    /// The columns that are axes: each combination of their values has separate numbers.
    pub(crate) by: Vec<Levels>,
    /// The column of its first number.
    pub(crate) first: usize,
}

/// The source of a measurement.
#[derive(Clone, Copy)]
pub(crate) enum MeasureSource {
    Metric(&'static Metric),
    /// The rows of a table of the system.
    Table,
    Probe(&'static Probe),
}

/// The run that measurements are extracted from.
pub(crate) struct RunOutput<'a> {
    pub(crate) scenario: &'a Scenario,
    /// The trace; `None` if only probes are needed.
    pub(crate) trace: Option<&'a Trace>,
    /// The tables of the probes.
    pub(crate) probes: &'a [Table],
}

/// The columns of a table that a measure uses.
pub(crate) struct TableMeasure {
    value: Expression,
    /// Condition on the rows; without one, all rows are included.
    condition: Option<Expression>,
    /// The columns that are axes.
    by: Vec<usize>,
}

impl TableMeasure {
    /// Resolves the columns of a measure in a table of this kind; errors name their place in the measure.
    pub(crate) fn resolve(measure: &Measure, kind: &TableKind) -> Result<Self, Diagnostic> {
        let Measure { value, only, by, .. } = measure;
        let columns: Vec<&str> = kind.columns.iter().map(|column| column.id).collect();
        let read =
            |text: &str, place: &str| Expression::parse(text, &columns).map_err(|wrong| wrong.place(place));
        let value = read(value, "/value")?;
        let condition = if only.is_empty() { None } else { Some(read(only, "/where")?) };
        let mut places = Vec::new();
        for (name, _) in by {
            let known = || columns.iter().copied();
            places.push(known().position(|column| column == name).ok_or_else(|| {
                let message = format!("unknown column {name:?}; available: {}", list_names(known()));
                Diagnostic::error(message).place("/by").hint(did_you_mean(name, known()))
            })?);
        }
        Ok(Self { value, condition, by: places })
    }
}

impl Measurement {
    /// The number of columns of this measure in a run.
    pub(crate) fn number_count(&self) -> usize {
        self.by.iter().map(|levels| levels.labels.len()).product::<usize>() * self.items_per_list()
    }

    /// The number of numbers for each list of values.
    pub(crate) fn items_per_list(&self) -> usize {
        let intervals = self.measure.series.as_ref().map_or(1, |series| series.count as usize);
        intervals * statistic_width(&self.measure.statistic)
    }

    /// The position of each of its numbers on the x axis of a plot; empty for a single number.
    pub(crate) fn item_positions(&self, warm_up_s: f64) -> Vec<f64> {
        let Some(Series { step_s, count, so_far }) = self.measure.series else {
            return statistic_positions(&self.measure.statistic);
        };
        let from = self.measure.from_s.unwrap_or(warm_up_s);
        let part = if so_far { 1.0 } else { 0.5 };
        (0..count).map(|interval| from + (f64::from(interval) + part) * step_s).collect()
    }

    /// The unit of its numbers for values of this unit.
    pub(crate) fn unit(&self, of_values: &'static str) -> &'static str {
        match self.measure.statistic {
            Statistic::Count | Statistic::Variation | Statistic::Jain => "",
            Statistic::Below(_) | Statistic::Distribution(_) => "%",
            _ => of_values,
        }
    }

    /// The values of the rows of a table that meet the condition: a list for each combination of values of the axis columns.
    fn table_values(&self, table: &Table) -> Result<Vec<Vec<f64>>, Diagnostic> {
        let TableMeasure { value, condition, by } =
            TableMeasure::resolve(&self.measure, table.kind).map_err(|wrong| wrong.place(""))?;
        let mut lists = vec![Vec::new(); self.number_count() / self.items_per_list()];
        let mut cells = vec![f64::NAN; table.kind.columns.len()];
        for row in 0..table.len() {
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = table.number(row, column);
            }
            if condition.as_ref().is_some_and(|condition| condition.evaluate(&cells) == 0.0) {
                continue;
            }
            let list = by.iter().zip(&self.by).try_fold(0, |list, (column, levels)| {
                let level =
                    levels.values.iter().position(|value| value.total_cmp(&cells[*column]).is_eq())?;
                Some(list * levels.values.len() + level)
            });
            let Some(list) = list else { continue };
            let value = value.evaluate(&cells);
            if value.is_finite() {
                lists[list].push(value);
            }
        }
        Ok(lists)
    }

    /// Appends the numbers of this measurement for one run.
    pub(crate) fn extract(&self, output: &RunOutput, numbers: &mut Vec<f64>) -> Result<(), Diagnostic> {
        let lists = match (self.source, output.trace) {
            (MeasureSource::Metric(metric), Some(trace)) => {
                self.check_type(trace)?;
                for scope in self.measured_scopes(metric, trace, output.scenario) {
                    self.extract_metric(metric, output.scenario, trace, &scope, numbers);
                }
                return Ok(());
            }
            (MeasureSource::Table, Some(trace)) => {
                let name = &self.measure.table;
                let Some(table) = trace.table(name) else {
                    let known = list_names(trace.tables.iter().map(|table| table.kind.id));
                    let message = format!("unknown table {name:?}; tables of this system: {known}");
                    return Err(Diagnostic::error(message));
                };
                self.table_values(table)?
            }
            (MeasureSource::Probe(probe), _) => {
                let table = output.probes.iter().find(|table| table.kind.id == probe.kind.id);
                self.table_values(table.expect("a run computes the tables of its probes first"))?
            }
            (_, None) => unreachable!("only probes are measured without a run"),
        };
        for values in lists {
            append_statistic(&self.measure.statistic, values, numbers);
        }
        Ok(())
    }

    /// Fails if jobs cannot have the type that the measure selects.
    fn check_type(&self, trace: &Trace) -> Result<(), Diagnostic> {
        let (selected, known) = (&self.measure.of_type, &trace.types.names);
        if selected.is_empty() || known.contains(selected) {
            return Ok(());
        }
        let names = list_names(known.iter().map(|name| &**name));
        Err(Diagnostic::error(format!("unknown job type {selected:?}; available: {names}")))
    }

    /// Appends the numbers of a metric over the jobs in scope.
    fn extract_metric(
        &self,
        metric: &Metric,
        scenario: &Scenario,
        trace: &Trace,
        scope: &Scope,
        numbers: &mut Vec<f64>,
    ) {
        let settings = &scenario.measure_settings;
        let values = match &self.measure.statistic {
            // A metric with one number per run has no mean.
            Statistic::Mean => {
                numbers.push(metric.report_row(trace, settings, scope).value.unwrap_or(f64::NAN));
                return;
            }
            Statistic::MeanOfGroups => metric.group_means(trace, settings, scope),
            Statistic::First(count) => metric.values_of_first(*count as usize, trace, settings, scope),
            _ => metric.values(trace, settings, scope),
        };
        append_statistic(&self.measure.statistic, values, numbers);
    }

    /// The scopes of a run that are measured: one, or one for each time interval.
    fn measured_scopes(&self, metric: &Metric, trace: &Trace, scenario: &Scenario) -> Vec<Scope<'_>> {
        let Measure { from_s, to_s, while_arriving, group, of_type, series, .. } = &self.measure;
        let scope = Scope {
            warm_up: Time::from_seconds(from_s.unwrap_or(scenario.warm_up_s)),
            closed: to_s.map_or(Time::MAX, Time::from_seconds),
            until: if *while_arriving { last_arrival(trace) } else { Time::MAX },
            group: *group,
            of_type,
        };
        let Some(Series { step_s, count, so_far }) = series else { return vec![scope] };
        let at = |interval: u32| scope.warm_up + Span::from_seconds(f64::from(interval) * step_s);
        let part = |interval: u32| {
            let (from, to) = (if *so_far { scope.warm_up } else { at(interval) }, at(interval + 1));
            // Jobs that arrive in an interval may end later; metrics over time end with the interval.
            let until = if metric.is_over_time() { to } else { Time::MAX };
            Scope { warm_up: from, closed: scope.closed.min(to), until: scope.until.min(until), ..scope }
        };
        (0..*count).map(part).collect()
    }
}

/// The number of numbers that represent a statistic.
pub(crate) fn statistic_width(statistic: &Statistic) -> usize {
    match statistic {
        Statistic::Distribution(bounds) => bounds.count as usize,
        Statistic::First(count) => *count as usize,
        _ if statistic.is_pooled() => PooledMoments::NUMBERS,
        _ => 1,
    }
}

/// The position of each number of a statistic on the x axis of a plot; empty for a single number.
pub(crate) fn statistic_positions(statistic: &Statistic) -> Vec<f64> {
    match statistic {
        Statistic::First(count) => (1..=*count).map(f64::from).collect(),
        Statistic::Distribution(bounds) => (0..bounds.count).map(|i| f64::from(i) * bounds.step).collect(),
        _ => Vec::new(),
    }
}

/// Appends a statistic of these values.
pub(crate) fn append_statistic(statistic: &Statistic, values: Vec<f64>, numbers: &mut Vec<f64>) {
    let shares = |bound: f64, below: fn(f64, f64) -> bool, values: &[f64]| {
        100.0 * values.iter().filter(|&&value| below(value, bound)).count() as f64 / values.len() as f64
    };
    match statistic {
        // Rows of tables and values of all seeds have no groups.
        Statistic::Mean | Statistic::MeanOfGroups => numbers.push(statistics::mean(&values)),
        Statistic::Min => numbers.push(statistics::extreme_value(&values, f64::min)),
        Statistic::Max => numbers.push(statistics::extreme_value(&values, f64::max)),
        Statistic::Sum => numbers.push(values.iter().sum()),
        Statistic::Count => numbers.push(values.len() as f64),
        Statistic::Variation => numbers.push(statistics::coefficient_of_variation(&values)),
        Statistic::Jain => numbers.push(statistics::jain_index(&values)),
        Statistic::Percentile(percent) => numbers.push(statistics::percentile(values, *percent)),
        Statistic::Each => numbers.extend(PooledMoments::from_values(&values).to_numbers()),
        Statistic::Batches(count) => {
            numbers.extend(
                PooledMoments::from_values(&statistics::batch_means(&values, *count as usize)).to_numbers(),
            );
        }
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

/// The arrival of the last subject of a kind that metrics include.
fn last_arrival(trace: &Trace) -> Time {
    let counted = (0..trace.subjects.len()).filter(|&subject| trace.kind(subject as u32).counts);
    counted.map(|subject| trace.subjects.submit[subject]).max().unwrap_or(Time::ZERO)
}
