//! The bounds, with formulas and sources.

use serde::Serialize;

/// The description of a bound for readers.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BoundEntry {
    /// The id, as in results.
    pub id: &'static str,
    /// Why no schedule is below the bound, in one sentence.
    pub reason: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// The publication.
    pub source: &'static str,
}

/// An entry of the catalog.
const fn entry(
    id: &'static str,
    reason: &'static str,
    formula: &'static str,
    source: &'static str,
) -> BoundEntry {
    BoundEntry { id, reason, formula, source }
}

const OURS: &str = "Ganttlet (our derivation)";

/// All bounds.
pub const CATALOG: [BoundEntry; 22] = [
    entry(
        "longest",
        "The longest job runs from its submission on.",
        "max (r + p)",
        "Graham 1969; Garey and Graham 1975",
    ),
    entry(
        "area",
        "All work fills all nodes from the first submission on.",
        "r0 + sum of q p / m",
        "Graham 1969; Garey and Graham 1975",
    ),
    entry(
        "area-after",
        "The work submitted at a time or later fills all nodes from then on.",
        "max s + sum of q p with r >= s / m",
        "Carlier 1987",
    ),
    entry(
        "area-clusters",
        "The work of wide jobs fills the clusters that are large enough for them.",
        "max s + sum of u with q >= k, r >= s / sum of m w with m >= k",
        OURS,
    ),
    entry(
        "preemptive",
        "The work left at a time fills all nodes, even if every job ran from its submission on.",
        "max s + sum of q max(0, p - max(0, s - r)) / m",
        "McNaughton 1959; Horn 1974",
    ),
    entry(
        "preemptive-widths",
        "As preemptive; wide jobs count more, because few of them fit side by side.",
        "preemptive with f(q), F for q, m",
        "Carlier, Clautiaux and Moukrim 2007",
    ),
    entry(
        "interval",
        "In one window more tasks must run than there are nodes, if the last task ended earlier.",
        "T + max excess of work in [x, y), until there is none",
        "Fernandez and Bussell 1973; Baptiste, Le Pape and Nuijten 1999",
    ),
    entry("alone", "Each job has a response time of at least its runtime.", "sum of p", "definition"),
    entry(
        "area-srpt",
        "One machine as fast as the cluster, with the shortest remaining work first, is at least as good.",
        "sum of ceil(T_k) - sum of r",
        "Schrage 1968; Turek et al. 1994",
    ),
    entry(
        "sorted",
        "The k-th end is not before the k-th smallest submission plus runtime.",
        "sum of max(T_k, e_k) - sum of r",
        OURS,
    ),
    entry(
        "counted",
        "By each time, only a limited number of jobs can have ended.",
        "sum of min { t : N(t) >= k } - sum of r",
        "Ganttlet (our derivation); Moore 1968",
    ),
    entry(
        "busy",
        "Mean busy times are least if the smallest work always runs first.",
        "sum of (M + p / 2 - r)",
        "Goemans et al. 2002; Eastman, Even and Isaacs 1964",
    ),
    entry(
        "busy-widths",
        "As busy; wide jobs count more, because few of them fit side by side.",
        "busy with f(q), F for q, m",
        "Goemans et al. 2002; Turek et al. 1994",
    ),
    entry(
        "largest-flow",
        "Smaller response times of all jobs need more nodes in one window than there are.",
        "min F such that all windows with d = r + F fit",
        "Bender, Chakrabarti and Muthukrishnan 1998",
    ),
    entry(
        "largest-wait",
        "Smaller wait times of all jobs need more nodes in one window than there are.",
        "min F such that all windows with d = r + p + F fit",
        "Bender, Chakrabarti and Muthukrishnan 1998",
    ),
    entry(
        "largest-slowdown",
        "Smaller slowdowns of all jobs need more nodes in one window than there are.",
        "min F such that all windows with d = r + p F fit",
        "Bender, Chakrabarti and Muthukrishnan 1998",
    ),
    entry(
        "critical-path",
        "The tasks of this path run one after the other.",
        "max head + p + tail",
        "Graham 1969",
    ),
    entry(
        "level",
        "The work of tasks with long paths before and behind them fills all nodes.",
        "max h + sum of q p with head >= h, tail >= t / m + t",
        "Hu 1961; Carlier 1987",
    ),
    entry(
        "fernandez-bussell",
        "In one window more tasks must run than there are nodes, if the critical path were enough.",
        "CP + max excess of work in [x, y)",
        "Fernandez and Bussell 1973",
    ),
    entry(
        "placed-path",
        "The tasks of this path run one after the other, with transfers between their best clusters.",
        "end(v, c) = d(v, c) + max over u of min over a of (end(u, a) + x(u, v, a, c))",
        OURS,
    ),
    entry(
        "fastest-k",
        "The longest tasks run on as many of the fastest processors.",
        "max over k of sum of u of the k longest / sum of the k largest w",
        "Liu and Yang 1974; Horvath, Lam and Sethi 1977",
    ),
    entry(
        "count",
        "The processors cannot end so many long tasks sooner.",
        "max over k of min { T : sum of floor(T / d) >= k }",
        "Dell'Amico and Martello 1995",
    ),
];

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static BoundEntry> {
    CATALOG.iter().find(|entry| entry.id == id)
}
