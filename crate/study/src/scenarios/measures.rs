//! Resolves the measures of a part.

use super::BlockBuilder;
use crate::levels::Levels;
use crate::measurement::{MeasureSource, Measurement, TableMeasure, statistic_width};
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_document::study::Measure;
use ganttlet_sim::report::METRICS;

impl BlockBuilder<'_> {
    /// The measurements of the part.
    pub(super) fn measurements(&mut self) -> Option<Vec<Measurement>> {
        let (mut all, mut first) = (Vec::<Measurement>::new(), 0);
        for (measure, i) in self.runs.measures.iter().zip(0..) {
            let source = match measure_source(measure) {
                Ok(source) => source,
                Err(wrong) => {
                    let inside = format!("/measures/{i}{}", wrong.place);
                    self.error(&inside, wrong.message, wrong.hint);
                    continue;
                }
            };
            let id = if measure.metric.is_empty() { &measure.value } else { &measure.metric };
            let name = if measure.name.is_empty() { id } else { &measure.name };
            if all.iter().any(|other| other.name == *name) {
                let message = format!("two measures have the name {name:?}");
                self.error(&format!("/measures/{i}"), message, "Give one of them a \"name\".".to_owned());
            }
            if let (Some(from), Some(to)) = (measure.from_s, measure.to_s)
                && to <= from
            {
                let message =
                    format!("found {to}, which is not later than \"from_s\": nothing would be measured");
                self.error(&format!("/measures/{i}/to_s"), message, String::new());
            }
            if let Some(wrong) = series_obstacle(measure) {
                self.error(&format!("/measures/{i}/series"), wrong.to_owned(), String::new());
            }
            let by = measure.by.iter().map(|(column, values)| Levels::of_column(column, values)).collect();
            let measurement = Measurement { name: name.clone(), source, measure: measure.clone(), by, first };
            first += measurement.number_count();
            all.push(measurement);
        }
        if all.is_empty() && self.diagnostics.is_empty() {
            self.error(
                "/measures",
                "at least one measure is required".to_owned(),
                "Add {\"metric\": \"wait\"}.".to_owned(),
            );
        }
        (all.len() == self.runs.measures.len() && !all.is_empty()).then_some(all)
    }
}

/// The source of a measure. Columns of probes are checked here; columns of tables are checked with the table of a run.
fn measure_source(measure: &Measure) -> Result<MeasureSource, Diagnostic> {
    let Measure { metric, table, probe, by, .. } = measure;
    if !metric.is_empty() || table.is_empty() && probe.is_empty() {
        let known = || METRICS.ids().into_iter();
        if !by.is_empty() {
            let message = "metrics have no columns; only tables and probes have".to_owned();
            return Err(Diagnostic::error(message).place("/by"));
        }
        return METRICS.find(metric).map(MeasureSource::Metric).ok_or_else(|| {
            let message = format!("unknown metric {metric:?}; available: {}", list_names(known()));
            Diagnostic::error(message).place("/metric").hint(did_you_mean(metric, known()))
        });
    }
    if probe.is_empty() {
        return Ok(MeasureSource::Table);
    }
    let probe = crate::probe::find_probe(probe).map_err(|wrong| wrong.place("/probe"))?;
    TableMeasure::resolve(measure, probe.kind)?;
    Ok(MeasureSource::Probe(probe))
}

/// The reason why a measure cannot be a time series, if there is one.
fn series_obstacle(measure: &Measure) -> Option<&'static str> {
    measure.series.as_ref()?;
    if measure.metric.is_empty() {
        return Some("a series is not available for tables, because all their rows are included");
    }
    let many = statistic_width(&measure.statistic) > 1;
    many.then_some("this statistic is not available for a series, which has one number per interval; choose another statistic")
}
