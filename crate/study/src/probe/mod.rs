//! Probes: tables computed from the work and the policies of a scenario without a run. A probe gives rows like the
//! tables of a system, so that measures work on both.

mod list_scheduling;

use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::record::{Table, TableKind};
use ganttlet_document::{Scenario, Variant};
use ganttlet_work::Work;

/// A probe.
pub(crate) struct Probe {
    /// Its name and its columns.
    pub(crate) kind: &'static TableKind,
    /// Computes the rows for the work of a scenario and one of its systems; no rows for other kinds of work.
    pub(crate) rows: fn(&Work, &Scenario, &Variant) -> Table,
}

/// All probes. A new probe needs one file and one line here.
const PROBES: &[Probe] = &[list_scheduling::PROBE];

/// The probe with this id.
pub(crate) fn find_probe(id: &str) -> Result<&'static Probe, Diagnostic> {
    PROBES.iter().find(|probe| probe.kind.id == id).ok_or_else(|| {
        let known = || PROBES.iter().map(|probe| probe.kind.id);
        Diagnostic::error(format!("unknown probe {id:?}; available: {}", list_names(known())))
            .hint(did_you_mean(id, known()))
    })
}
