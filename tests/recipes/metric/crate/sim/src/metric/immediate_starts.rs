//! How many jobs start as soon as they are submitted.

use super::Measure::OfStart;
use super::scope::seconds_between;
use super::{Metric, higher_is_better};
use ganttlet_work::{Item, Job};

/// The metric in the catalog. A value per job is enough: reports, studies and plots form the mean.
pub(crate) const IMMEDIATE_STARTS: Metric =
    higher_is_better(&[Job::KIND], "immediate-starts", "Immediate starts", "%")
        .summary("Share of jobs that start at the time of their submission.")
        .formula("100 if start time = submit time, else 0")
        .source("Ganttlet")
        .measured_by(OfStart(|trace, job, _| {
            // A job that has not started has no value.
            let wait = seconds_between(trace.subjects.submit[job], trace.subjects.start[job])?;
            Some(if wait > 0.0 { 0.0 } else { 100.0 })
        }));
