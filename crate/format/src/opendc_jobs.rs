//! Workflow traces of OpenDC once more, without whom a task waits for: each task is a job, those of a workflow are a batch.
//! No file is recognised as such a one; who wants it names the format.

use super::crossing::{pack_items, unpack_items};
use super::opendc::{Choices, TraceReader};
use super::{Format, How};
use ganttlet_engine::entry::{Entry, Parameters};
use ganttlet_engine::workload::{Item, Job};

/// What the catalog says.
pub(super) const FORMAT: Format = Format {
    entry: Entry::new("opendc-jobs", "Workflow trace of OpenDC, as jobs")
        .summary(
            "The tasks of such a trace as jobs that wait for nobody, each submitted when the trace says; those of a workflow are a \
             batch, which becomes a bag where bags of tasks run.",
        )
        .source(
            "Mastenbroek et al., OpenDC 2.0: Convenient Modeling and Simulation of Emerging Technologies in Cloud \
             Datacenters, CCGrid 2021; that dependencies are left out is ours",
        )
        .parameters(Choices::LIST),
    makes: Job::KIND,
    other: Some("opendc"),
    limit: 256 << 20,
    unpack: unpack_items::<Job>,
};

/// How such files are told and read.
pub(super) const HOW: How = How {
    recognises: |_| false,
    reader: |_, settings| Box::new(TraceReader::jobs(Choices::read(settings))),
    pack: pack_items::<Job>,
};
