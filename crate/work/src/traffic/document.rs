//! Background traffic in a scenario.

use super::{Traffic, TrafficLevels};
use crate::kind::{BypassingWork, MachinePreset, missing_cluster};
use crate::{Kind, Work};
use ganttlet_core::diagnostic::format_number;
use ganttlet_core::entry::document::{Agree, Document, List, Notes, SECONDS, Shape, Stored, non_empty_list};
use ganttlet_core::entry::{catalog_text, limits};
use ganttlet_core::time::Time;

pub(super) static KIND: Kind = Kind {
    id: "traffic",
    word: "background traffic",
    summary: catalog_text(
        "Traffic of other users on the links between clusters. It takes a varying share of each link.",
    ),
    things: "sources of traffic",
    decide: &[],
    past: Some(BypassingWork {
        title: "Background traffic",
        subject: "background traffic",
        help: "Traffic of other users on the links between clusters. It takes a share of the links used by \
               files and messages, if the system models such links.",
        none: "The links between clusters carry no background traffic.",
        add: "Add background traffic",
        who: "Only background traffic can be added here",
        gone: "the background traffic",
        word: "background traffic",
        whole: "background traffic",
        hint: "Leave it out.",
    }),
    no_work: Some("this is background traffic, not work"),
    default_machines: MachinePreset { preset: "das2", size: None, words: "the preset das2" },
    none: Work::empty::<Traffic>,
    key: "traffic",
    doc: "Background traffic listed in the scenario.",
    shape: Shape::List(&List { least: 0, ..non_empty_list(Said::SHAPE, MOST, "sources of traffic") }),
    size: |said| said.items().len() as u64,
    fits: |said, platform, notes| {
        for (said, i) in Vec::<Said>::read(said).iter().zip(0..) {
            for (key, cluster) in [("from", said.from), ("to", said.to)] {
                if let Some(message) = cluster.and_then(|cluster| missing_cluster(platform, cluster)) {
                    notes.error(&format!("/{i}/{key}"), message, "");
                }
            }
        }
    },
    work: |said| Work::new(Vec::<Said>::read(said).iter().map(Said::traffic).collect()),
    ..Kind::COMMON
};

/// Maximum number of levels; more are not useful.
const MOST: usize = 10_000;
const CLUSTER: Shape = Shape::Integer(0, limits::CLUSTERS as i64 - 1);
const LEVEL: Shape = Shape::Pair(&[SECONDS, Shape::Number(0.0, 1.0)]);
const LEVELS: Shape = Shape::List(&non_empty_list(LEVEL, MOST, "levels"));

/// Background traffic.
#[derive(Document)]
#[document(agree)]
struct Said {
    /// Source cluster, counted from 0; all if left out.
    #[field(is = CLUSTER, optional)]
    from: Option<u32>,
    /// Destination cluster, counted from 0; all if left out.
    #[field(is = CLUSTER, optional)]
    to: Option<u32>,
    /// Pairs of a time in seconds, ascending, and the share of the link that is occupied from then on.
    #[field(is = LEVELS, need = "Add \"levels\": [[0, 0.1], [60, 0.3]].")]
    levels: Vec<(f64, f64)>,
}

impl Agree for Said {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        for (pair, i) in self.levels.windows(2).zip(1..).filter(|(pair, _)| pair[1].0 <= pair[0].0) {
            let (at, before) = (format_number(pair[1].0), format_number(pair[0].0));
            let message = format!("found {at} after {before}; times must be in ascending order");
            notes.error(&format!("/levels/{i}/0"), message, "");
        }
    }
}

impl Said {
    fn traffic(&self) -> Traffic {
        let levels = self.levels.iter().map(|&(at, level)| (Time::from_seconds(at), level)).collect();
        let cluster = |cluster: u32| cluster as u16;
        Traffic {
            between: (self.from.map(cluster), self.to.map(cluster)),
            levels: TrafficLevels::Said(levels),
        }
    }
}
