//! Kinds of subjects, phases of their intervals, and kinds of marks.

use super::SubjectId;
use crate::entry::catalog_text;
use crate::time::Time;
use serde::Serialize;
use ts_rs::TS;

/// A kind of subjects: its appearance, and whether metrics include it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "SubjectKind")]
pub struct Kind {
    /// The name of one subject, as shown: `job`, `local job`, `sweep task`.
    pub name: &'static str,
    /// The appearance of their bars.
    pub look: Look,
    /// True if metrics include them; metrics of the nodes (utilisation) include all.
    pub counts: bool,
    /// True for recurring subjects: the number identifies the subject, and it arrives at its release.
    #[serde(skip)]
    pub recurs: bool,
    /// True for jobs and tasks with a line in exported logs; false for parts of other subjects, machines, and
    /// reservations of nodes.
    #[serde(skip)]
    pub is_job: bool,
}

/// The appearance of the bars of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Filled.
    #[default]
    Solid,
    /// Hatched: work that yields to all other work.
    Hatched,
    /// Pale: background load.
    Pale,
}

impl Kind {
    /// The usual kind.
    pub const JOB: Self = Self { name: "job", look: Look::Solid, counts: true, recurs: false, is_job: true };
    /// A job of a local user, submitted directly to a cluster.
    pub const LOCAL_JOB: Self =
        Self { name: "local job", look: Look::Pale, counts: false, recurs: false, is_job: true };
    /// A job cancelled by its user while waiting: it leaves the queue, and metrics do not include it.
    pub const CANCELLED_JOB: Self =
        Self { name: "cancelled job", look: Look::Solid, counts: false, recurs: false, is_job: true };
    /// A task of a workflow among other jobs.
    pub const WORKFLOW_TASK: Self =
        Self { name: "workflow task", look: Look::Solid, counts: true, recurs: false, is_job: true };
    /// A machine of a pool, or a node that fails: its bars show when it is idle, used by its owner or down. Its number
    /// is that of its row, counted from 1.
    pub const MACHINE: Self =
        Self { name: "machine", look: Look::Pale, counts: false, recurs: false, is_job: false };
}

/// The phase of an interval: an index into the table of phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(type = r#""works" | "prepares" | "suspended" | "waits" | "copies" | "lost" | "away" | "ghost""#)]
pub struct Phase(u8);

/// The properties of a phase.
#[derive(Debug)]
pub struct PhaseKind {
    /// The word in exports and filters.
    pub id: &'static str,
    /// The name in legends.
    pub name: &'static str,
    /// The meaning of bars in this phase.
    pub doc: &'static str,
    /// True if the nodes are busy for the grid, also if their work is lost later. Suspended and idle nodes, and those
    /// used by their owners, are not.
    pub busy: bool,
    /// The appearance of its bars.
    pub look: PhaseLook,
}

/// The appearance of the bars of a phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PhaseLook {
    /// As those of the kind.
    Full,
    /// Half as strong as those of the kind, with dotted edges.
    Half,
    /// Almost invisible.
    Faint,
    /// Hatched over a fill of this strength, 0 to 1.
    Hatched(f32),
    /// Striped over a fill of this strength, 0 to 1.
    Striped(f32),
}

/// All phases; the index of a phase is its number in the digest. A new one is a line at the end, its name and its place
/// in [`Phase::ALL`].
static PHASES: [PhaseKind; 8] = [
    PhaseKind {
        id: "works",
        name: "running",
        doc: catalog_text("The work makes progress on its nodes."),
        busy: true,
        look: PhaseLook::Full,
    },
    PhaseKind {
        id: "prepares",
        name: "start-up",
        doc: catalog_text(
            "The nodes are allocated, but there is no progress yet: the work is starting or adapting to \
             another size.",
        ),
        busy: true,
        look: PhaseLook::Half,
    },
    PhaseKind {
        id: "suspended",
        name: "suspended",
        doc: catalog_text(
            "A worker keeps its machine but makes no progress, because the owner is using the machine.",
        ),
        busy: false,
        look: PhaseLook::Striped(0.12),
    },
    PhaseKind {
        id: "waits",
        name: "idle worker",
        doc: catalog_text("A worker keeps its machine but has no task to run."),
        busy: false,
        look: PhaseLook::Faint,
    },
    PhaseKind {
        id: "copies",
        name: "replica",
        doc: catalog_text(
            "A worker runs a replica of a task, in case the original is lost. The first to finish counts.",
        ),
        busy: true,
        look: PhaseLook::Hatched(0.45),
    },
    PhaseKind {
        id: "lost",
        name: "lost work",
        doc: catalog_text(
            "Work without use: it was lost with its machine, or another replica finished first.",
        ),
        busy: true,
        look: PhaseLook::Hatched(0.1),
    },
    PhaseKind {
        id: "away",
        name: "unavailable",
        doc: catalog_text("The machine is used by its owner or has failed, and cannot be used by others."),
        busy: false,
        look: PhaseLook::Faint,
    },
    PhaseKind {
        id: "ghost",
        name: "ghost",
        doc: catalog_text(
            "The application has ended, but its hosts are not released yet, so that other applications have \
             time to request them.",
        ),
        busy: false,
        look: PhaseLook::Hatched(0.2),
    },
];

impl Phase {
    /// The subject makes progress.
    pub const WORKS: Self = Self(0);
    /// The subject starts up, or adapts to another size: it holds the nodes without progress.
    pub const PREPARES: Self = Self(1);
    /// The subject is suspended: it holds its nodes without progress.
    pub const SUSPENDED: Self = Self(2);
    /// The subject holds the node and is idle.
    pub const WAITS: Self = Self(3);
    /// The node runs a replica.
    pub const COPIES: Self = Self(4);
    /// Work that was lost or late.
    pub const LOST: Self = Self(5);
    /// The node is used by its owner, or unavailable.
    pub const AWAY: Self = Self(6);
    /// The subject has ended, and its nodes are retained for a while.
    pub const GHOST: Self = Self(7);

    /// All phases, in the order of legends: each makes less progress than the previous ones.
    pub const ALL: [Self; 8] = [
        Self::WORKS,
        Self::COPIES,
        Self::PREPARES,
        Self::LOST,
        Self::SUSPENDED,
        Self::WAITS,
        Self::GHOST,
        Self::AWAY,
    ];

    /// The properties of the phase.
    #[inline]
    pub fn kind(self) -> &'static PhaseKind {
        &PHASES[self.place()]
    }

    /// True if the nodes are busy for the grid.
    #[inline]
    pub fn is_busy(self) -> bool {
        self.kind().busy
    }

    /// Its index in the table.
    #[inline]
    pub(super) fn place(self) -> usize {
        usize::from(self.0)
    }
}

impl Serialize for Phase {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.kind().id)
    }
}

/// A kind of marks.
#[derive(Debug, PartialEq, Eq)]
pub struct MarkKind {
    /// The name in exports and filters: `grow`, `shrink`, `preempt`.
    pub id: &'static str,
    /// The sentence, with places for the subject `{job}` and, under any other name, for the amount.
    pub sentence: &'static str,
}

/// An event of a subject at an instant. Metrics count marks, so all are recorded.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// When.
    pub time: Time,
    /// The subject.
    pub subject: SubjectId,
    /// The kind.
    pub kind: &'static MarkKind,
    /// The amount: the nodes by which it grew or shrank, ..
    pub value: i64,
}
