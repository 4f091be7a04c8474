//! Kinds of work: each is a folder with its items, their form in a document, and the conversion between the two.

use super::bags::Bag;
use super::divisible::Divisible;
use super::grid::GridJob;
use super::hoc::HocWorkflow;
use super::launcher::Launcher;
use super::master_worker::MasterWorker;
use super::traffic::Traffic;
use super::{Absence, Item, Job, Work, Workflow, Works};
use ganttlet_core::entry::document::{Datum, Notes, Shape, Variant};
use ganttlet_core::platform::Platform;
use serde::{Serialize, Serializer};
use std::fmt;
use std::path::PathBuf;
use ts_rs::{Config, TS};

/// A kind of work: what people, documents and the catalog say of it, and what all the rest has to know of its items.
pub struct Kind {
    /// Its name in the catalog.
    pub id: &'static str,
    /// What people call several of it, in the middle of a sentence.
    pub word: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// What people call what is counted in it: a workflow falls into `tasks`.
    pub things: &'static str,
    /// What people call what several of these belong to, in the middle of a sentence: a `bag` of tasks.
    pub group: &'static str,
    /// True if these have names that say something; else a number is all there is to say.
    pub named: bool,
    /// True if it runs on single machines, which may differ; else on the nodes of clusters.
    pub machines: bool,
    /// The measures that decide a comparison where nothing is asked, first those that say most.
    pub decide: &'static [&'static str],
    /// The texts for work that reaches the clusters past the system; none if there is no such work.
    pub past: Option<BypassingWork>,
    /// Why a file of it is nothing to run, if it is no work but something that work has to live with.
    pub no_work: Option<&'static str>,
    /// The other kinds that can stand for this one, each with how it becomes this one.
    pub made_from: &'static [Source],
    /// True if nothing is left of an item that has lost a task, so that a run without it is not complete.
    pub whole: bool,
    /// The machines for a file of it without machines.
    pub default_machines: MachinePreset,
    /// No items of it.
    pub none: fn() -> Work,
    /// Its key in a part of the workload.
    pub key: &'static str,
    /// What such a part is, in a sentence.
    pub doc: &'static str,
    /// What a part may say.
    pub shape: Shape,
    /// How many jobs, tasks or absences a checked part has.
    pub size: fn(&Datum) -> u64,
    /// Tells where a checked part does not fit the machines, or itself as a whole.
    pub fits: fn(&Datum, &Platform, &mut Notes<'_>),
    /// The work of a checked part, in its order.
    pub work: fn(&Datum) -> Work,
}

/// A kind, and how its work becomes work of another.
pub type Source = (&'static Kind, fn(Work) -> Work);

/// A preset of machines.
#[derive(Clone, Copy)]
pub struct MachinePreset {
    /// Its id.
    pub preset: &'static str,
    /// The parameter that sets the number of machines; none if it cannot be set.
    pub size: Option<&'static str>,
    /// What people read of it; `#` is how many machines there are.
    pub words: &'static str,
}

/// Texts on work that reaches the clusters past the system.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct BypassingWork {
    /// The heading of its list.
    pub title: &'static str,
    /// What several of it are called there.
    pub subject: &'static str,
    /// What it is, in a sentence or two.
    pub help: &'static str,
    /// What is so where there is none.
    pub none: &'static str,
    /// The text of a button that adds some.
    pub add: &'static str,
    /// Why nothing else can stand there.
    pub who: &'static str,
    /// What has to go where a system has no place for it.
    pub gone: &'static str,
    /// What several of it are called in a message.
    #[serde(skip)]
    pub word: &'static str,
    /// The same, with what a system would have to have a place for.
    #[serde(skip)]
    pub whole: &'static str,
    /// What can be done about it where a system has no place for it.
    #[serde(skip)]
    pub hint: &'static str,
}

/// All kinds of work, in the order in which they are offered. A new one is one folder and one line here.
pub const KINDS: &[&Kind] = &[
    Job::KIND,
    GridJob::KIND,
    HocWorkflow::KIND,
    Workflow::KIND,
    Bag::KIND,
    MasterWorker::KIND,
    Divisible::KIND,
    Launcher::KIND,
    Absence::KIND,
    Traffic::KIND,
];

impl Kind {
    /// What most kinds have in common. A kind says for itself what it is called, and what it is read as: what stands here for
    /// that is of no kind.
    pub const COMMON: Self = Self {
        id: "",
        word: "",
        summary: "",
        things: "",
        group: "group or workflow",
        named: false,
        machines: false,
        decide: &[],
        past: None,
        no_work: None,
        made_from: &[],
        whole: false,
        default_machines: MachinePreset {
            preset: "one-cluster",
            size: Some("nodes"),
            words: "one cluster of # nodes",
        },
        none: Work::empty::<Job>,
        key: "",
        doc: "",
        shape: Shape::Flag,
        size: |_| 0,
        fits: |_, _, _| {},
        work: |_| Work::empty::<Job>(),
    };

    /// These variants of a part of the workload, then one for each kind; `N` is their number.
    pub const fn variants<const N: usize>(first: &[Variant]) -> [Variant; N] {
        let mut all = [Variant::of_key("", "", Shape::Flag); N];
        let mut at = 0;
        while at < N {
            all[at] = if at < first.len() {
                first[at]
            } else {
                let kind = KINDS[at - first.len()];
                Variant::of_key(kind.key, kind.doc, kind.shape)
            };
            at += 1;
        }
        all
    }

    /// True if work of another kind can stand for this one, or is of this one.
    pub fn accepts(&self, work: &Kind) -> bool {
        self == work || self.made_from.iter().any(|&(kind, _)| kind == work)
    }

    /// All there is of this kind in `works`, made from other kinds too, in the order in which it comes; at one instant as
    /// it was added, what is made from others last.
    pub fn collect_from(&self, mut works: Works) -> Work {
        let mut work = works.remove(self);
        for (kind, made) in self.made_from {
            work.append(&mut made(works.remove(kind)));
        }
        work.sort();
        work
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

/// A kind crosses as its id.
impl TS for Kind {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn docs() -> Option<String> {
        Some("/** A kind of work. */\n".to_owned())
    }

    fn name(_: &Config) -> String {
        "Work".to_owned()
    }

    fn inline(_: &Config) -> String {
        KINDS.iter().map(|kind| format!("{:?}", kind.id)).collect::<Vec<_>>().join(" | ")
    }

    fn decl(config: &Config) -> String {
        format!("type Work = {};", Self::inline(config))
    }

    fn output_path() -> Option<PathBuf> {
        Some("Work.ts".into())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// What there is to say of a cluster that is not there.
pub(super) fn missing_cluster(platform: &Platform, cluster: u32) -> Option<String> {
    let message = match platform.clusters.len() {
        count if (cluster as usize) < count => return None,
        1 => format!("there is no cluster {cluster}; the only one is 0"),
        count => format!("there is no cluster {cluster}; the {count} clusters are counted from 0"),
    };
    Some(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_id_and_names() {
        for kind in KINDS {
            let said = [kind.id, kind.word, kind.summary, kind.things, kind.key, kind.doc];
            assert!(said.iter().all(|words| !words.is_empty()), "{kind:?}");
            assert!((kind.none)().kind() == *kind && !matches!(kind.shape, Shape::Flag), "{kind:?}");
        }
    }
}
