//! The bandwidth of a cluster that the application itself uses if all its units send at the same time.

use super::{CostFunction, CostTerms, LinkSum, UnitChoice};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};

pub(super) const APPLICATION: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("application", "Application topology")
        .summary(
            "Divides the required bandwidth of all units so far by the link bandwidth that they leave at a \
             cluster. Spreads units, because each unit uses up bandwidth of its cluster.",
        )
        .source("Dumitrescu et al. 2006, equation 6; the meaning of its outer sum is our interpretation")
        .parameters(Application::LIST)
        .when_to_use(
            "Suited to farms, where one unit communicates with all others: it avoids crowding one cluster. \
             Spreading the units adds messages between clusters.",
        )
        .pseudocode(concat!(
            "needs(v) ← demand × number of peers of v\n",
            "for application_form = left, unit u and cluster c:\n",
            "  taken ← Σ needs(v) over earlier units v placed on c\n",
            "  mean ← mean available bandwidth from c to other clusters\n",
            "  left ← max(link_width × mean − taken, 0.05 × mean)\n",
            "  cost(c) ← Σ needs(v) over u and all earlier units v, divided by left\n",
            "place u on the cluster with idle nodes and the lowest cost\n",
            "ties: clusters already used, then most idle nodes, then first cluster",
        )),
    make: |settings| Box::new(Application::read(settings)),
};

#[derive(Clone, Copy, Debug, Parameters)]
struct Application {
    /// What they have in common.
    #[parameter(all)]
    open: LinkSum,
    /// Interpretation of the outer sum of equation 6.
    #[parameter(name = "Form of equation 6", default = "left")]
    application_form: Form,
}

/// Interpretation of the outer sum of equation 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Form {
    /// Required bandwidth of all units, divided by the link bandwidth that the units of a cluster leave there.
    #[word("left")]
    Left,
    /// Sum over all links of all units placed so far.
    #[word("cumulated")]
    Cumulated,
    /// Links of the current unit only; each costs more in proportion to its use so far.
    #[word("link-load")]
    LinkLoad,
}

/// Minimum share of the links of a cluster that is assumed to be available.
const LEAST: f64 = 0.05;

/// The demand of all units up to `unit`, over the bandwidth that the units in a cluster leave available on its links.
pub(super) fn remaining_bandwidth_terms(at: &UnitChoice) -> CostTerms {
    let UnitChoice { query, links, unit, cluster, place } = *at;
    let needs = |unit: usize| query.demand * query.graph.peers[unit].len() as f64;
    let here = |&unit: &usize| usize::from(place[unit]) == cluster;
    let taken: f64 = (0..unit as usize).filter(here).map(needs).sum();
    let mean = at.mean(|other| at.of(&links.available, other));
    let (there, open) = at.placed_peers();
    let mut peers = [0, 0, open];
    there.for_each(|other| peers[usize::from(other != cluster)] += 1);
    CostTerms {
        peers,
        here: (0..=unit as usize).map(needs).sum(),
        divisor: (links.width * mean - taken).max(LEAST * mean),
        ..CostTerms::default()
    }
}

/// The links between placed units, each counted twice, and those of `unit`: local links over the total bandwidth within
/// the cluster, remote links over the mean available bandwidth.
fn cumulative_terms(choice: &UnitChoice) -> CostTerms {
    let UnitChoice { query, links, unit, cluster, place } = *choice;
    let mut peers = [0_u32; 3];
    let at = |other: u32| if other == unit { cluster } else { usize::from(place[other as usize]) };
    for other in 0..=unit {
        for &peer in query.graph.peers[other as usize].iter().filter(|&&peer| peer <= unit) {
            peers[usize::from(at(other) != at(peer))] += 1;
        }
    }
    let mean = choice.mean(|other| choice.of(&links.available, other));
    CostTerms {
        peers,
        here: f64::from(peers[0]) * query.demand / links.of(&links.total, cluster, cluster),
        there: f64::from(peers[1]) * query.demand / mean,
        ..CostTerms::default()
    }
}

impl Application {
    /// The links of `unit`, the cost of each multiplied by one plus the number of links so far between the same
    /// clusters.
    fn link_load(self, at: &UnitChoice) -> CostTerms {
        let UnitChoice { query, links, unit, cluster, place } = *at;
        let between = |other: usize| {
            let both = |unit: u32, peer: u32| {
                let (a, b) = (usize::from(place[unit as usize]), usize::from(place[peer as usize]));
                (a == cluster && b == other) || (a == other && b == cluster)
            };
            let counts = (0..unit).map(|unit| {
                let peers = &query.graph.peers[unit as usize];
                peers.iter().filter(|&&peer| peer < unit && both(unit, peer)).count()
            });
            counts.sum::<usize>() as f64
        };
        let width = |other: usize| if other == cluster { 1.0 } else { links.width };
        let rate = |other: usize| width(other) * at.of(&links.available, other);
        let link = |other: usize| query.demand * (1.0 + between(other)) / rate(other);
        let mut terms = self.open.sum(at, &link, &|cost| cost);
        if terms.open > 0.0 {
            let mean = at.mean(|other| at.of(&links.available, other));
            terms.open = f64::from(terms.peers[2]) * query.demand / (links.width * mean);
        }
        terms
    }
}

impl CostFunction for Application {
    fn terms(&self, at: &UnitChoice) -> CostTerms {
        match self.application_form {
            Form::Left => remaining_bandwidth_terms(at),
            Form::Cumulated => cumulative_terms(at),
            Form::LinkLoad => self.link_load(at),
        }
    }
}
