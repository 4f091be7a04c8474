//! A lower bound: its value, and the witness from which a reader can check it.

use crate::width::WidthMap;
use serde::Serialize;

/// A value below which no schedule exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// The id of the bound in [`crate::bounds::CATALOG`].
    pub id: &'static str,
    /// The value, in microseconds unless the bound is of slowdowns (thousandths).
    pub value: i128,
    /// The data from which the value is computed.
    pub witness: Witness,
}

impl Bound {
    /// A bound with its witness.
    pub(crate) fn new(id: &'static str, value: i128, witness: Witness) -> Self {
        Self { id, value, witness }
    }

    /// The value and the id of the largest of several bounds; 0 and `none` if there is none.
    pub fn best_value(bounds: &[Self]) -> (i64, &'static str) {
        let best = Self::best(bounds);
        best.map_or((0, "none"), |best| (i64::try_from(best.value).unwrap_or(i64::MAX), best.id))
    }

    /// The largest of several bounds; the first among ties.
    pub fn best(bounds: &[Self]) -> Option<&Self> {
        bounds.iter().reduce(|best, bound| if bound.value > best.value { bound } else { best })
    }
}

/// The data from which a bound is computed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Witness {
    /// There are no jobs, or all of them count equally.
    All,
    /// A job.
    Job {
        /// Its index.
        job: usize,
    },
    /// The remaining work at a time fills all nodes until the end.
    Work {
        /// The time.
        from: i64,
        /// The width map that counts the nodes.
        width: WidthMap,
    },
    /// Jobs of at least this number of nodes, from a submit time on.
    Wide {
        /// The submit time.
        from: i64,
        /// Number of nodes.
        nodes: i64,
    },
    /// A path of tasks, first one first.
    Path {
        /// The tasks.
        tasks: Vec<usize>,
    },
    /// Tasks with a long path before and after them.
    Level {
        /// The length of the path before.
        head: i64,
        /// The length of the path behind.
        tail: i64,
        /// The width map that counts the nodes.
        width: WidthMap,
    },
    /// A window in which these tasks must run, if the last one is to end before the bound.
    Window {
        /// The start of the window.
        from: i64,
        /// The end of the window.
        to: i64,
        /// The width map that counts the nodes.
        width: WidthMap,
        /// The tasks.
        tasks: Vec<usize>,
    },
    /// The earliest possible k-th completion, for each k.
    Completions {
        /// The times, ascending.
        times: Vec<i64>,
    },
    /// The order of the work on one large machine.
    Order {
        /// The width map that counts the nodes.
        width: WidthMap,
    },
    /// The longest tasks of a bag.
    Longest {
        /// Number of tasks.
        count: usize,
    },
}
