//! The predicted available bandwidth of links, if recent changes continue.

use super::application::remaining_bandwidth_terms;
use super::{CostFunction, CostTerms, LinkSum, UnitChoice};
use crate::system::parts::links::LinkState;
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};

pub(super) const PREDICTED: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("predicted", "Predicted variance")
        .summary(
            "Charges each link its required bandwidth divided by its predicted available bandwidth, at least \
             5 % of its bandwidth. Assumes that recent changes continue, without an upper limit: the \
             prediction can exceed the bandwidth of the link.",
        )
        .source(
            "Dumitrescu et al. 2006, equation 7, per peer; as printed, it subtracts Mb/s from a number \
             without unit. The print has neither limit; the lower one keeps costs positive (our \
             interpretation)",
        )
        .parameters(Predicted::LIST)
        .when_to_use(
            "Suited to networks whose load rises or falls steadily, as it extrapolates recent changes. With \
             random fluctuations the predictions follow noise.",
        )
        .pseudocode(concat!(
            "for predicted_form = per-peer and cluster c:\n",
            "  change ← mean of the recent changes of a link\n",
            "    (of their absolute values if variance = absolute)\n",
            "  rate ← max(available bandwidth + change, 0.05 × bandwidth)\n",
            "  cost(c) ← Σ demand / rate(c, cluster of p) over placed peers p\n",
            "  if unplaced = remote-mean then\n",
            "    mean ← mean rate from c to other clusters\n",
            "    cost(c) ← cost(c) + number of unplaced peers × demand / mean\n",
            "place the unit on the cluster with idle nodes and the lowest cost\n",
            "ties: clusters already used, then most idle nodes, then first cluster",
        )),
    make: |settings| Box::new(Predicted::read(settings)),
};

#[derive(Clone, Copy, Debug, Parameters)]
struct Predicted {
    /// What they have in common.
    #[parameter(all)]
    open: LinkSum,
    /// Interpretation of equation 7.
    #[parameter(name = "Form of equation 7", default = "per-peer")]
    predicted_form: Form,
    /// Computation of the change of a link from its samples.
    #[parameter(name = "Variance", default = "signed")]
    variance: Variance,
}

/// Interpretation of equation 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Form {
    /// Network load with the predicted available bandwidth of each link.
    #[word("per-peer")]
    PerPeer,
    /// Application topology minus the mean change of the links to peers on other clusters, as printed.
    #[word("as-printed")]
    AsPrinted,
}

/// Computation of the change of a link from its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Variance {
    /// Mean of the changes; a decrease is negative.
    #[word("signed")]
    Signed,
    /// Mean of the absolute changes.
    #[word("absolute")]
    Absolute,
}

/// Minimum share of a link that is assumed to be available.
const LEAST: f64 = 0.05;

impl Predicted {
    /// The expected change of the link to another cluster.
    fn change(self, at: &UnitChoice, other: usize) -> f64 {
        let LinkState { change, swing, .. } = at.links;
        at.of(if self.variance == Variance::Signed { change } else { swing }, other)
    }
}

impl CostFunction for Predicted {
    fn terms(&self, at: &UnitChoice) -> CostTerms {
        if self.predicted_form == Form::AsPrinted {
            let remote: Vec<usize> = at.placed_peers().0.filter(|&other| other != at.cluster).collect();
            let sum: f64 = remote.iter().map(|&other| self.change(at, other)).sum();
            let less = if remote.is_empty() { 0.0 } else { sum / remote.len() as f64 };
            return CostTerms { less, ..remaining_bandwidth_terms(at) };
        }
        let rate = |other: usize| {
            let will = at.of(&at.links.available, other) + self.change(at, other);
            will.max(LEAST * at.of(&at.links.total, other))
        };
        self.open.sum(at, &rate, &|rate| at.query.demand / rate)
    }
}
