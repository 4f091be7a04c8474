//! Absences in a scenario.

use super::Absence;
use crate::kind::{BypassingWork, MachinePreset};
use crate::{Kind, Work};
use ganttlet_core::diagnostic::format_number;
use ganttlet_core::entry::catalog_text;
use ganttlet_core::entry::document::{Agree, Document, ID, List, Notes, SECONDS, Shape, Stored};
use ganttlet_core::entry::limits;
use ganttlet_core::time::Time;

pub(super) static KIND: Kind = Kind {
    id: "absences",
    word: "machine absences",
    summary: catalog_text(
        "Periods in which a machine or node is used by its owner or has failed, and is unavailable.",
    ),
    things: "machine absences",
    machines: true,
    decide: &[],
    past: Some(BypassingWork {
        title: "Owners and failures",
        subject: "owners and failures",
        help: "Times when machines are unavailable, because their owners have returned or they have failed. \
               In pools, a task on such a machine is suspended, and lost if the machine stays away. Under \
               batch queues, a job on it loses its work.",
        none: "No machine is reclaimed by its owner or fails.",
        add: "Add owners or failures",
        who: "Only machine absences can be added here",
        gone: "machine absences",
        word: "machine absences",
        whole: "machine absences",
        hint: "Leave it out.",
    }),
    no_work: Some("this file contains machine absences, not work"),
    default_machines: MachinePreset {
        preset: "opportunistic-pool",
        size: Some("machines"),
        words: "the preset opportunistic-pool with # machines",
    },
    none: Work::empty::<Absence>,
    key: "absences",
    doc: "Absences of machines listed in the scenario.",
    shape: Shape::List(&List {
        of: Said::SHAPE,
        least: 0,
        most: limits::INLINE,
        things: "absences",
        missing: "",
        hint: "",
        column: false,
    }),
    size: |said| said.items().len() as u64,
    work: |said| Work::new(Vec::<Said>::read(said).iter().map(Said::absence).collect()),
    ..Kind::COMMON
};

/// An absence.
#[derive(Document)]
#[document(agree)]
struct Said {
    /// Machine, counted from 0 over all clusters.
    #[field(is = ID, need = "Add \"machine\": 0 (the first machine).")]
    machine: u32,
    /// Start, in seconds.
    #[field(is = SECONDS, need = "Add \"from_s\": 3600.")]
    from_s: f64,
    /// End, in seconds.
    #[field(is = SECONDS, need = "Add \"to_s\": 7200.")]
    to_s: f64,
    /// True if the machine has failed, so that its work is lost; false if its owner uses it.
    #[field(default = false)]
    gone: bool,
}

impl Agree for Said {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        if self.to_s <= self.from_s {
            let (from, to) = (format_number(self.from_s), format_number(self.to_s));
            let message = format!("found {to}, but the absence starts at {from}");
            notes.error("/to_s", message, "Make it later than from_s.");
        }
    }
}

impl Said {
    fn absence(&self) -> Absence {
        Absence {
            machine: self.machine,
            start: Time::from_seconds(self.from_s),
            end: Time::from_seconds(self.to_s),
            gone: self.gone,
        }
    }
}
