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

/// A kind of work: its texts for people, documents and the catalog, and the properties of its items.
pub struct Kind {
    /// Its name in the catalog.
    pub id: &'static str,
    /// The plural for its items, in the middle of a sentence.
    pub word: &'static str,
    /// A description in a sentence.
    pub summary: &'static str,
    /// The plural for its countable parts: a workflow consists of `tasks`.
    pub things: &'static str,
    /// The word for a group of these parts, in the middle of a sentence: a `bag` of tasks.
    pub group: &'static str,
    /// True if the parts have meaningful names; otherwise only numbers.
    pub named: bool,
    /// True if it runs on individual machines, which may differ; otherwise on the nodes of clusters.
    pub machines: bool,
    /// The default measures of a comparison, most important first.
    pub decide: &'static [&'static str],
    /// The texts for work that bypasses the system; none if there is no such work.
    pub past: Option<BypassingWork>,
    /// Why a file of it cannot run alone, if it is not work but a condition of other work.
    pub no_work: Option<&'static str>,
    /// The other kinds that can be converted to this one, each with its conversion.
    pub made_from: &'static [Source],
    /// True if an item that has lost a task is worthless, so that a run without it is not complete.
    pub whole: bool,
    /// The machines for a file of it without machines.
    pub default_machines: MachinePreset,
    /// An empty list of it.
    pub none: fn() -> Work,
    /// Its key in a part of the workload.
    pub key: &'static str,
    /// A description of such a part, in a sentence.
    pub doc: &'static str,
    /// The shape of a part.
    pub shape: Shape,
    /// Number of jobs, tasks or absences in a checked part.
    pub size: fn(&Datum) -> u64,
    /// Reports where a checked part does not fit the machines, or is inconsistent as a whole.
    pub fits: fn(&Datum, &Platform, &mut Notes<'_>),
    /// The work of a checked part, in its order.
    pub work: fn(&Datum) -> Work,
}

/// A kind, and the conversion of its work to another kind.
pub type Source = (&'static Kind, fn(Work) -> Work);

/// A preset of machines.
#[derive(Clone, Copy)]
pub struct MachinePreset {
    /// Its id.
    pub preset: &'static str,
    /// The parameter that sets the number of machines; none if it cannot be set.
    pub size: Option<&'static str>,
    /// The text for people; `#` is the number of machines.
    pub words: &'static str,
}

/// Texts on work that bypasses the system.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct BypassingWork {
    /// The heading of its list.
    pub title: &'static str,
    /// The plural for its items there.
    pub subject: &'static str,
    /// A description in a sentence or two.
    pub help: &'static str,
    /// The text if there is none.
    pub none: &'static str,
    /// The text of a button that adds some.
    pub add: &'static str,
    /// Why no other work can be used there.
    pub who: &'static str,
    /// What has to be removed if the system does not support it.
    pub gone: &'static str,
    /// The plural for its items in a message.
    #[serde(skip)]
    pub word: &'static str,
    /// The same, with what a system would have to support.
    #[serde(skip)]
    pub whole: &'static str,
    /// Advice if the system does not support it.
    #[serde(skip)]
    pub hint: &'static str,
}

/// All kinds of work, in the order of menus. A new one is one folder and one line here.
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
    /// Common defaults of kinds. Each kind overrides its names and its shape: the ones given here belong to no kind.
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

    /// These variants of a part of the workload, followed by one for each kind; `N` is their number.
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

    /// True if work of another kind can be converted to this one, or is of this one.
    pub fn accepts(&self, work: &Kind) -> bool {
        self == work || self.made_from.iter().any(|&(kind, _)| kind == work)
    }

    /// All work of this kind in `works`, including converted work, in the order of arrival; at one instant in the order
    /// of addition, with converted work last.
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

/// A kind is represented by its id in TypeScript.
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

/// A message about a cluster that does not exist.
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
    fn each_kind_defines_its_texts_its_work_and_its_shape() {
        for kind in KINDS {
            let said = [kind.id, kind.word, kind.summary, kind.things, kind.key, kind.doc];
            assert!(said.iter().all(|words| !words.is_empty()), "{kind:?}");
            assert!((kind.none)().kind() == *kind && !matches!(kind.shape, Shape::Flag), "{kind:?}");
        }
    }
}
