//! Which application the parallel jobs run, and what they ask for.

use crate::entry::{Kind, Parameter, Settings};
use crate::workload::application::Spread;
use crate::workload::grid::Request;

pub(super) const APPLICATION: Parameter = Parameter {
    id: "application",
    name: "Application",
    doc: "What the jobs run: how much longer they take on several clusters.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("none", "Several clusters cost nothing."),
            ("prime", "Prime numbers: 2, 3 and 5 % longer on 2, 3 and 4 clusters."),
            ("poisson", "A Poisson solver: 12, 25 and 40 % longer on 2, 3 and 4 clusters."),
            (
                "wave-convex",
                "The concurrent wave equation: 1.5, 2.4 and 3.75 times as long on 2, 3 and 4 clusters.",
            ),
            (
                "wave-linear",
                "The concurrent wave equation: 1.92, 2.83 and 3.75 times as long on 2, 3 and 4 clusters.",
            ),
            ("wave-latency", "The concurrent wave equation by the largest latency among its clusters."),
            ("wave-chain", "The concurrent wave equation by the latencies along the chain of its clusters."),
            ("ccr", "A part of the run is communication that suffers as the wave equation's does."),
            ("allgather", "A million collective operations of 10 kB: their time is the run time."),
        ],
        default: "poisson",
    },
};

pub(super) const CCR: Parameter = Parameter {
    id: "ccr",
    name: "Communication by computation",
    doc: "How long the application ccr communicates by how long it computes, on one cluster.",
    unit: "",
    kind: Kind::Number { min: 0.0, max: 100.0, default: 1.0 },
};

pub(super) const CCR_GROWTH: Parameter = Parameter {
    id: "ccr_growth",
    name: "Growth of communication",
    doc: "How the communication of the application ccr grows with the clusters.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("convex", "1, 1.625, 2.75 and 4.4375 times on 1 to 4 clusters."),
            ("linear", "1, 2.15, 3.29 and 4.4375 times on 1 to 4 clusters."),
        ],
        default: "convex",
    },
};

pub(super) const LATENCY_COST: Parameter = Parameter {
    id: "latency_cost",
    name: "Cost of latency",
    doc: "What a millisecond costs the application wave-latency: the factor k. 2.92 ends at the printed 750 s on four \
          clusters, 0.6 gives the published saturation.",
    unit: "",
    kind: Kind::Number { min: 0.0, max: 100.0, default: 0.6 },
};

pub(super) const LATENCY_POWER: Parameter = Parameter {
    id: "latency_power",
    name: "Power of latency",
    doc: "How the cost of latency grows for the application wave-latency: the exponent q.",
    unit: "",
    kind: Kind::Number { min: 0.0, max: 10.0, default: 2.0 },
};

pub(super) const CHAIN_COST: Parameter = Parameter {
    id: "chain_cost",
    name: "Cost of the chain",
    doc: "What a millisecond between neighbours costs the application wave-chain: the factor k.",
    unit: "",
    kind: Kind::Number { min: 0.0, max: 100.0, default: 2.93 },
};

pub(super) const REQUEST: Parameter = Parameter {
    id: "request",
    name: "Request",
    doc: "What the jobs leave to the scheduler.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("flexible", "The clusters, and how the nodes are split over them."),
            ("one", "The cluster: each job is one component."),
            ("components", "The clusters of components that are as large as each other."),
            (
                "splits",
                "The clusters, and whether there is one component or up to so many equal ones; few are preferred.",
            ),
        ],
        default: "flexible",
    },
};

pub(super) const COMPONENTS: Parameter = Parameter {
    id: "components",
    name: "Components",
    doc: "Into how many components the requests components and splits part a job; what does not divide goes to the last.",
    unit: "components",
    kind: Kind::Integer { min: 1, max: 64, default: 4 },
};

/// The application that the settings name.
pub(super) fn spread(settings: &Settings) -> Spread {
    match settings.choice("application") {
        "ccr" => Spread::ccr(settings.number("ccr"), settings.choice("ccr_growth") == "linear"),
        "wave-latency" => {
            Spread::Latency { k: settings.number("latency_cost"), q: settings.number("latency_power") }
        }
        "wave-chain" => Spread::Chain { k: settings.number("chain_cost") },
        name => Spread::named(name).unwrap_or_default(),
    }
}

/// What a job of `nodes` nodes asks for.
pub(super) fn request(settings: &Settings, nodes: u32) -> Request {
    let components = settings.integer("components").clamp(1, 64) as u32;
    match settings.choice("request") {
        "one" => Request::NonFixed(vec![nodes]),
        "components" => Request::NonFixed(parts(nodes, components)),
        "splits" => Request::Splits((1..=components.min(nodes)).map(|count| parts(nodes, count)).collect()),
        _ => Request::Flexible,
    }
}

/// So many equal parts of some nodes, the last with the rest: 10, 10 and 12 of 32. Fewer if there are fewer nodes.
fn parts(nodes: u32, count: u32) -> Vec<u32> {
    let count = count.clamp(1, nodes.max(1));
    let part = nodes / count;
    let mut parts = vec![part; count as usize];
    parts[count as usize - 1] += nodes - part * count;
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Value;

    fn with(settings: &[(&'static str, Value)]) -> Settings {
        let all =
            [APPLICATION, CCR, CCR_GROWTH, LATENCY_COST, LATENCY_POWER, CHAIN_COST, REQUEST, COMPONENTS];
        settings.iter().cloned().fold(Settings::defaults(&all), |all, (id, value)| all.with(id, value))
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    #[test]
    fn every_application_is_a_known_one() {
        let Kind::Choice { options, .. } = APPLICATION.kind else { panic!("a choice") };
        for &(name, _) in options {
            assert!(Spread::named(name).is_some(), "{name}");
            let found = spread(&with(&[("application", word(name)), ("latency_cost", Value::Number(2.92))]));
            assert_eq!(Some(found), Spread::named(name), "{name}");
        }
    }

    #[test]
    fn applications_listen_to_their_numbers() {
        let ccr = with(&[
            ("application", word("ccr")),
            ("ccr", Value::Number(4.0)),
            ("ccr_growth", word("linear")),
        ]);
        assert_eq!(spread(&ccr), Spread::ccr(4.0, true));
        let latency = with(&[("application", word("wave-latency"))]);
        assert_eq!(spread(&latency), Spread::Latency { k: 0.6, q: 2.0 });
        let chain = with(&[("application", word("wave-chain")), ("chain_cost", Value::Number(0.5))]);
        assert_eq!(spread(&chain), Spread::Chain { k: 0.5 });
    }

    #[test]
    fn requests_part_the_nodes() {
        let asked = |name: &'static str, components: i64, nodes: u32| {
            request(&with(&[("request", word(name)), ("components", Value::Integer(components))]), nodes)
        };
        assert_eq!(asked("flexible", 4, 32), Request::Flexible);
        assert_eq!(asked("one", 4, 32), Request::NonFixed(vec![32]));
        assert_eq!(asked("components", 4, 32), Request::NonFixed(vec![8; 4]));
        assert_eq!(asked("components", 3, 32), Request::NonFixed(vec![10, 10, 12]));
        assert_eq!(asked("components", 64, 3), Request::NonFixed(vec![1; 3]));
        let splits = vec![vec![24], vec![12, 12], vec![8, 8, 8]];
        assert_eq!(asked("splits", 3, 24), Request::Splits(splits));
        assert_eq!(asked("components", 0, 0), Request::NonFixed(vec![0]));
    }
}
