//! Failure traces of OpenDC, in Parquet: the time from the last failure to the next one, its duration, and the share of
//! failing hosts. The trace does not identify the hosts.

#[cfg(feature = "parquet")]
pub(super) mod read;
#[cfg(all(test, feature = "parquet"))]
mod tests;

use super::parquet::{LIMIT, NoParquet};
use super::{FileField, Format, FormatReader, fields};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Absence;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Absence>(
    Entry::new("opendc-failures", "OpenDC failure trace (Parquet)")
        .summary(
            "Failures of a share of the hosts, one after the other. The trace names no hosts: each failure takes the \
             next ones in turn.",
        )
        .source(
            "Mastenbroek et al., OpenDC 2.0: Convenient Modeling and Simulation of Emerging Technologies in Cloud \
             Datacenters, CCGrid 2021; taking hosts in turn is our choice",
        )
        .parameters(Choices::LIST),
    Some("failure traces of OpenDC (Parquet)"),
    LIMIT,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 3] = fields([
    (
        "failure_interval",
        "Milliseconds from the end of the failure before (of the first one: from time 0), as in the simulator of OpenDC.",
    ),
    ("failure_duration", "Duration of the failure, milliseconds."),
    ("failure_intensity", "Share of the hosts that fail, 0 to 1; their number is rounded down."),
]);

/// What can be set.
#[derive(Parameters)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only the reader reads it"))]
pub(super) struct Choices {
    /// Number of hosts that the shares of the trace refer to: that of the platform.
    #[parameter(name = "Hosts", unit = "hosts", min = 1, max = 1_000_000, default = 100)]
    hosts: u32,
}

/// Reading of such files, which are recognised by their columns.
pub(super) const READER: FormatReader = FormatReader::new::<Absence>(|_| false, |_, _| Box::new(NoParquet));
