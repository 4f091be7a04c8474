//! Diagnostics of a system: for its input before a run, and for its expressions after it.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::ExpressionUse;
use ganttlet_core::platform::Platform;
use ganttlet_work::Job;
use ganttlet_work::traffic::Traffic;
use std::fmt::Display;

/// Maximum number of warnings that are listed individually.
const NAMED: usize = 5;

/// The hint for jobs that are too large for a cluster.
pub(in crate::system) const LARGER: &str = "Make a cluster larger.";

/// The custom expression by which policies rank clusters: the warning for values that are not numbers.
pub(in crate::system) const CLUSTER_SCORE: ExpressionUse = {
    let then = "clusters without a number come last; ties go to the first";
    ExpressionUse { what: "the score of a cluster", of: "jobs", all: then, some: then }
};

/// The first few warnings of one sort, and the number of others.
pub(in crate::system) struct Findings {
    place: &'static str,
    found: Vec<Diagnostic>,
    more: usize,
}

impl Findings {
    /// No warnings so far about this location of the scenario.
    pub(in crate::system) fn at(place: &'static str) -> Self {
        Self { place, found: Vec::new(), more: 0 }
    }

    /// Adds a warning; beyond the limit it is only counted.
    pub(in crate::system) fn add(&mut self, sentence: impl FnOnce() -> String) {
        if self.found.len() < NAMED {
            self.found.push(Diagnostic::warning(sentence()).place(self.place));
        } else {
            self.more += 1;
        }
    }

    /// All warnings; `others` describes those that are not listed, `hint` gives advice.
    pub(in crate::system) fn finish(mut self, others: &str, hint: &str) -> Vec<Diagnostic> {
        if self.more > 0 {
            self.found.push(Diagnostic::warning(format!("{} more {others}", self.more)).place(self.place));
        }
        if let Some(last) = self.found.last_mut() {
            hint.clone_into(&mut last.hint);
        }
        self.found
    }
}

/// Warns of local jobs that are too large for their clusters.
pub(in crate::system) fn local_too_large(jobs: &[Job], platform: &Platform) -> Vec<Diagnostic> {
    let mut findings = Findings::at("/background");
    for job in jobs {
        let cluster = &platform.clusters[job.local_cluster(platform.clusters.len() as u32) as usize];
        if job.nodes > cluster.nodes {
            findings.add(|| {
                format!(
                    "local job {} needs {} nodes, but its cluster {} has {}: it is rejected",
                    job.number, job.nodes, cluster.name, cluster.nodes
                )
            });
        }
    }
    findings.finish("need more nodes than their cluster has", LARGER)
}

/// Warns of background traffic if the system does not share links.
pub(in crate::system) fn idle_traffic(traffic: &[Traffic], shares: bool) -> Option<Diagnostic> {
    let message =
        "background traffic has no effect: it occupies shared links only, and links are not shared here";
    let hint = "Enable Shared links (shared_links), or leave out the traffic.";
    let warning = || Diagnostic::warning(message).place("/background").hint(hint);
    (!shares && !traffic.is_empty()).then(warning)
}

/// Warns of items that no cluster has room for, even if it is idle: items of this sort, each with its name and the
/// nodes it needs.
pub(in crate::system) fn too_large(
    sort: &str,
    things: &mut dyn Iterator<Item = (&dyn Display, u32)>,
    platform: &Platform,
) -> Vec<Diagnostic> {
    let largest = platform.largest_cluster_nodes();
    let mut findings = Findings::at("/workload");
    for (name, nodes) in things.filter(|&(_, nodes)| nodes > largest) {
        findings.add(|| {
            format!(
                "{sort} {name} needs {nodes} nodes, but the largest cluster has {largest}: it is rejected"
            )
        });
    }
    findings.finish("need more nodes than the largest cluster has", LARGER)
}
