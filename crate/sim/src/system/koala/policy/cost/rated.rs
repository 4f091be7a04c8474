//! Functions that weight the demand on a link by one property of that link: its bandwidth, its latency, or its
//! available bandwidth. As printed, one divisor applies to all links of a cluster, so that the places of peers would
//! not matter; the text requires that of each link, which is implemented here.

use super::{CostFunction, CostTerms, LinkSum, UnitChoice};
use crate::system::parts::links::LinkState;
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};

pub(super) const BANDWIDTH: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("bandwidth", "Bandwidth")
        .summary("Charges each link its required bandwidth divided by its total bandwidth.")
        .source("Dumitrescu et al. 2006, equation 3, with a separate divisor for each link")
        .parameters(LinkSum::LIST)
        .when_to_use(
            "Suited to components that send large messages over links of different bandwidths. It ignores \
             the current load of the links.",
        )
        .pseudocode(concat!(
            "cost(c) ← Σ demand / bandwidth(c, cluster of p) over placed peers p\n",
            "if unplaced = remote-mean then\n",
            "  mean ← mean bandwidth of the links from c to other clusters\n",
            "  cost(c) ← cost(c) + number of unplaced peers × demand / mean\n",
            "place the unit on the cluster with idle nodes and the lowest cost\n",
            "ties: clusters already used, then most idle nodes, then first cluster",
        )),
    make: |settings| {
        Box::new(Rated {
            open: LinkSum::read(settings),
            matrix: |known| &known.total,
            cost: |mb, link| mb / link,
        })
    },
};

pub(super) const LATENCY: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("latency", "Latency")
        .summary("Charges each link its required bandwidth times its latency.")
        .source("Dumitrescu et al. 2006, equation 4; printed as a quotient, which would prefer slow links")
        .parameters(Latency::LIST)
        .when_to_use(
            "Suited to pipelines and other components that exchange many small messages. It ignores the \
             bandwidth and the load of the links.",
        )
        .pseudocode(concat!(
            "cost(c) ← Σ demand × latency(c, cluster of p) over placed peers p\n",
            "if unplaced = remote-mean then\n",
            "  mean ← mean latency of the links from c to other clusters\n",
            "  cost(c) ← cost(c) + number of unplaced peers × demand × mean\n",
            "if latency_form = as-printed then divide by latency instead\n",
            "place the unit on the cluster with idle nodes and the lowest cost\n",
            "ties: clusters already used, then most idle nodes, then first cluster",
        )),
    make: |settings| {
        let Latency { open, latency_form } = Latency::read(settings);
        let cost = match latency_form {
            LatencyForm::Product => |mb: f64, seconds: f64| mb * seconds,
            LatencyForm::AsPrinted => |mb: f64, seconds: f64| mb / seconds.max(SHORTEST_S),
        };
        Box::new(Rated { open, matrix: |known| &known.latency, cost })
    },
};

pub(super) const NETWORK_LOAD: PolicyEntry<dyn CostFunction> = PolicyEntry {
    entry: Entry::new("network-load", "Network load")
        .summary(
            "Charges each link its required bandwidth divided by its available bandwidth at the last sample.",
        )
        .source("Dumitrescu et al. 2006, equation 5, with a separate divisor for each link")
        .parameters(LinkSum::LIST)
        .when_to_use(
            "Suited to networks with background traffic that changes slowly compared with the sampling \
             interval. It ignores the traffic that the placement itself adds.",
        )
        .pseudocode(concat!(
            "cost(c) ← Σ demand / available(c, cluster of p) over placed peers p,\n",
            "  where available is the free bandwidth of the link at the last sample\n",
            "if unplaced = remote-mean then\n",
            "  mean ← mean available bandwidth from c to other clusters\n",
            "  cost(c) ← cost(c) + number of unplaced peers × demand / mean\n",
            "place the unit on the cluster with idle nodes and the lowest cost\n",
            "ties: clusters already used, then most idle nodes, then first cluster",
        )),
    make: |settings| {
        Box::new(Rated {
            open: LinkSum::read(settings),
            matrix: |known| &known.available,
            cost: |mb, link| mb / link,
        })
    },
};

/// Where latencies are divisors, a latency of zero counts as one microsecond.
const SHORTEST_S: f64 = 1e-6;

/// Parameters of the latency.
#[derive(Clone, Copy, Debug, Parameters)]
struct Latency {
    /// What they have in common.
    #[parameter(all)]
    open: LinkSum,
    /// Form of the latency in the cost.
    #[parameter(name = "Form of equation 4", default = "product")]
    latency_form: LatencyForm,
}

/// Form of the latency in the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum LatencyForm {
    /// As a factor: low latency is preferred.
    #[word("product")]
    Product,
    /// As a divisor, as printed: high latency is preferred.
    #[word("as-printed")]
    AsPrinted,
}

struct Rated {
    open: LinkSum,
    /// The property of links.
    matrix: fn(&LinkState) -> &[f64],
    /// The cost of a link from its demand in Mb/s and that property.
    cost: fn(f64, f64) -> f64,
}

impl CostFunction for Rated {
    fn terms(&self, at: &UnitChoice) -> CostTerms {
        let matrix = (self.matrix)(at.links);
        let value = |other: usize| at.of(matrix, other);
        self.open.sum(at, &value, &|value| (self.cost)(at.query.demand, value))
    }
}
