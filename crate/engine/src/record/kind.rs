//! What kinds of subjects there are, what they do with the nodes they hold, and what can happen to them.

use super::SubjectId;
use crate::time::Time;
use serde::Serialize;
use ts_rs::TS;

/// What subjects of one kind have in common: who they belong to in the picture, and whether measures are about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "SubjectKind")]
pub struct Kind {
    /// What people call one of them: `job`, `local job`, `sweep task`.
    pub name: &'static str,
    /// How their bars look.
    pub look: Look,
    /// True if measures count them; measures of the nodes (utilisation) count all.
    pub counts: bool,
    /// True if it comes in rounds: its number says what it is in each of them, and it arrives when it is handed in.
    #[serde(skip)]
    pub in_rounds: bool,
}

/// How the bars of a kind look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Filled.
    #[default]
    Solid,
    /// Hatched: work that yields to all other work.
    Hatched,
    /// Pale: load that is there, but not what the run is about.
    Pale,
}

impl Kind {
    /// What most subjects are.
    pub const JOB: Self = Self { name: "job", look: Look::Solid, counts: true, in_rounds: false };
    /// A machine of a pool: its bars say when it has nothing to do or is with its owner. Its number is that of its row,
    /// counted from 1.
    pub const MACHINE: Self = Self { name: "machine", look: Look::Pale, counts: false, in_rounds: false };
}

/// What a subject does with the nodes it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It makes progress.
    #[default]
    Works,
    /// It is being started, or adapts to another size: it holds the nodes and makes no progress.
    Prepares,
    /// It is suspended: it holds its place and makes no progress.
    Suspended,
    /// It holds the node and has nothing to do.
    Waits,
    /// It works on a second copy of something.
    Copies,
    /// What it did there was lost, or came too late to be of use.
    Lost,
    /// The node is with its owner, or gone.
    Away,
}

impl Phase {
    /// All phases, in the order of legends: in each there is less progress than in those before it.
    pub const ALL: [Self; 7] =
        [Self::Works, Self::Copies, Self::Prepares, Self::Lost, Self::Suspended, Self::Waits, Self::Away];

    /// The word in exports and filters.
    pub fn word(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Prepares => "prepares",
            Self::Suspended => "suspended",
            Self::Waits => "waits",
            Self::Copies => "copies",
            Self::Lost => "lost",
            Self::Away => "away",
        }
    }

    /// What people call it in a legend.
    pub fn name(self) -> &'static str {
        match self {
            Self::Works => "work",
            Self::Prepares => "start-up",
            Self::Suspended => "suspended",
            Self::Waits => "idle worker",
            Self::Copies => "second copy",
            Self::Lost => "lost work",
            Self::Away => "with its owner",
        }
    }

    /// True if the nodes are busy for the grid: what is lost kept them busy too. One that is suspended, has nothing to
    /// do or is with its owner does nothing for the grid.
    #[inline]
    pub fn is_busy(self) -> bool {
        matches!(self, Self::Works | Self::Prepares | Self::Copies | Self::Lost)
    }

    /// Its bit in a set of phases.
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What kind of thing happened at an instant.
#[derive(Debug, PartialEq, Eq)]
pub struct MarkKind {
    /// The name in exports and filters: `grow`, `shrink`, `preempt`.
    pub id: &'static str,
    /// What happened, with places for the subject `{job}` and the amount `{0}`.
    pub sentence: &'static str,
}

/// Something that happened to a subject at an instant. Measures count them, so all are kept.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// When.
    pub time: Time,
    /// To whom.
    pub subject: SubjectId,
    /// What.
    pub kind: &'static MarkKind,
    /// How much: the nodes by which it grew or shrank, ..
    pub value: i64,
}
