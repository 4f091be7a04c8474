//! Workflows of higher-order components (Dumitrescu, Epema, Dünnweber and Gorlatch 2006): patterns of units that
//! exchange messages, for which users only provide code. The scheduler has the pattern, but not the code.

mod document;
mod graph;

pub(super) use document::Component;
pub use document::LARGEST;
pub use graph::UnitGraph;

use super::{Item, Job, Kind};
use ganttlet_core::entry::Variants;
use ganttlet_core::entry::document::Document;
use ganttlet_core::time::{Span, Time};

/// Communication pattern of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Document, Variants)]
pub enum Pattern {
    /// Farm: a master sends items to workers, which return results.
    #[word("farm")]
    Farm,
    /// Pipeline: each unit sends its results to the next.
    #[word("pipeline")]
    Pipeline,
    /// Wavefront: units form a grid; each sends its results to the right and down.
    #[word("wavefront")]
    Wavefront,
}

/// Number of items that a farm processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Document, Variants)]
pub enum Parts {
    /// Each worker receives as many items as there are messages per link.
    #[word("per-worker")]
    #[field(key = "per-worker")]
    Each,
    /// All workers together receive as many items as there are messages per link.
    #[word("total")]
    #[field(key = "total")]
    All,
}

/// Arrangement of the units of a wavefront.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Document, Variants)]
pub enum Layout {
    /// Full rectangle, as close to a square as the number of units allows.
    #[word("exact")]
    Exact,
    /// As close to a square as possible; the last row may be incomplete.
    #[word("clipped")]
    Clipped,
    /// Triangle: diagonals of 1, 2, 3, .. units.
    #[word("triangle")]
    Triangle,
}

/// Order of the messages of a unit: concurrent or one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Document, Variants)]
pub enum Sends {
    /// Concurrent: all at once, overlapping with the computation of the next item.
    #[word("concurrent")]
    Concurrent,
    /// Blocking: one after another; the unit does nothing else until the last message is sent.
    #[word("blocking")]
    Blocking,
}

/// A higher-order component.
#[derive(Clone, Debug, PartialEq)]
pub struct Hoc {
    /// Its pattern.
    pub pattern: Pattern,
    /// Number of units, each on a separate node.
    pub units: u32,
    /// Number of items: as many messages over each link.
    pub messages: u32,
    /// Size of a message.
    pub bits: u64,
    /// Computation time of a unit for an item, on a node of speed 1.
    pub compute: Span,
    /// Number of items that a farm processes.
    pub parts: Parts,
    /// Arrangement of the units of a wavefront.
    pub layout: Layout,
    /// Order of the messages of a unit: concurrent or one after another.
    pub sends: Sends,
}

/// A workflow of components, which run one after the other on the same nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct HocWorkflow {
    /// Its number, submit time and user.
    pub job: Job,
    /// Its components, at least one.
    pub hocs: Vec<Hoc>,
    /// The cluster that has its code and its input files.
    pub home: Option<u16>,
}

impl Hoc {
    /// Bandwidth that each of its links needs to keep up with the computation, in Mb/s; for a computation time of zero,
    /// as if it were a second.
    pub fn link_demand_mbps(&self) -> f64 {
        let micros = if self.compute > Span::ZERO { self.compute.0 as f64 } else { 1e6 };
        self.bits as f64 / micros
    }

    /// Maximum number of computations: units times items.
    pub fn max_computations(&self) -> u64 {
        u64::from(self.units) * u64::from(self.messages)
    }

    /// The communication graph of its units.
    pub fn graph(&self) -> UnitGraph {
        UnitGraph::new(self.pattern, self.units, self.layout)
    }
}

impl HocWorkflow {
    /// Number of nodes: that of the units of its largest component.
    pub fn nodes(&self) -> u32 {
        self.hocs.iter().map(|hoc| hoc.units).max().unwrap_or(1)
    }
}

impl Item for HocWorkflow {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.job.submit
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        self.hocs.iter().map(|hoc| format!("{} {hoc:?}", self.job.submit.0)).collect()
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        // The system checks before the run that its home exists.
        !self.hocs.is_empty() && self.hocs.iter().all(|hoc| hoc.units >= 1 && hoc.messages >= 1)
    }
}
