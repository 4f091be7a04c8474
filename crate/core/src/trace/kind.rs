//! What kinds of subjects there are, what they do with the nodes they hold, and what can happen to them.

use super::SubjectId;
use crate::time::Time;
use serde::Serialize;

/// What subjects of one kind have in common: who they belong to in the picture, and whether measures are about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// What people call one of them: `job`, `local job`, `sweep task`.
    pub name: &'static str,
    /// How their bars look.
    pub look: Look,
    /// True if measures count them; measures of the nodes (utilisation) count all.
    pub counts: bool,
}

/// How the bars of a kind look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
    pub const JOB: Self = Self { name: "job", look: Look::Solid, counts: true };
}

/// What a subject does with the nodes it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
