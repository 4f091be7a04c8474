//! Which application the parallel jobs run, and what they ask for.

use crate::entry::{Parameters, Variants};
use crate::workload::application::Spread;
use crate::workload::grid::Request;

/// What the jobs run, and what they ask for.
#[derive(Parameters)]
pub(super) struct AsksFor {
    /// What the jobs run: how much longer they take on several clusters.
    #[parameter(name = "Application", default = "poisson")]
    application: Application,
    /// How long the application ccr communicates by how long it computes, on one cluster.
    #[parameter(
        name = "Communication by computation",
        min = 0,
        max = 100,
        default = 1,
        quick,
        when(application = ["ccr"])
    )]
    ccr: f64,
    /// How the communication of the application ccr grows with the clusters.
    #[parameter(name = "Growth of communication", default = "convex", when(application = ["ccr"]))]
    ccr_growth: Growth,
    /// What a millisecond costs the application wave-latency: the factor k. 2.92 ends at the printed 750 s on four
    /// clusters, 0.6 gives the published saturation.
    #[parameter(name = "Cost of latency", min = 0, max = 100, default = 0.6, when(application = ["wave-latency"]))]
    latency_cost: f64,
    /// How the cost of latency grows for the application wave-latency: the exponent q.
    #[parameter(name = "Power of latency", min = 0, max = 10, default = 2, when(application = ["wave-latency"]))]
    latency_power: f64,
    /// What a millisecond between neighbours costs the application wave-chain: the factor k.
    #[parameter(name = "Cost of the chain", min = 0, max = 100, default = 2.93, when(application = ["wave-chain"]))]
    chain_cost: f64,
    /// What the jobs leave to the scheduler.
    #[parameter(name = "Request", default = "flexible")]
    request: Leaves,
    /// Into how many components the requests components and splits part a job; what does not divide goes to the last.
    #[parameter(name = "Components", unit = "components", min = 1, max = 64, default = 4, when(request = ["components", "splits"]))]
    components: u32,
}

/// What the jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Application {
    /// Several clusters cost nothing.
    #[word("none")]
    None,
    /// Prime numbers: 2, 3 and 5 % longer on 2, 3 and 4 clusters.
    #[word("prime")]
    Prime,
    /// A Poisson solver: 12, 25 and 40 % longer on 2, 3 and 4 clusters.
    #[word("poisson")]
    Poisson,
    /// The concurrent wave equation: 1.5, 2.4 and 3.75 times as long on 2, 3 and 4 clusters.
    #[word("wave-convex")]
    WaveConvex,
    /// The concurrent wave equation: 1.92, 2.83 and 3.75 times as long on 2, 3 and 4 clusters.
    #[word("wave-linear")]
    WaveLinear,
    /// The concurrent wave equation by the largest latency among its clusters.
    #[word("wave-latency")]
    WaveLatency,
    /// The concurrent wave equation by the latencies along the chain of its clusters.
    #[word("wave-chain")]
    WaveChain,
    /// A part of the run is communication that suffers as the wave equation's does.
    #[word("ccr")]
    Ccr,
    /// A million collective operations of 10 kB: their time is the run time.
    #[word("allgather")]
    Allgather,
}

/// How communication grows with the clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Growth {
    /// 1, 1.625, 2.75 and 4.4375 times on 1 to 4 clusters.
    #[word("convex")]
    Convex,
    /// 1, 2.15, 3.29 and 4.4375 times on 1 to 4 clusters.
    #[word("linear")]
    Linear,
}

/// What jobs leave to the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Leaves {
    /// The clusters, and how the nodes are split over them.
    #[word("flexible")]
    Flexible,
    /// The cluster: each job is one component.
    #[word("one")]
    One,
    /// The clusters of components that are as large as each other.
    #[word("components")]
    Components,
    /// The clusters, and whether there is one component or up to so many equal ones; few are preferred.
    #[word("splits")]
    Splits,
}

impl AsksFor {
    /// The application.
    pub(super) fn spread(&self) -> Spread {
        match self.application {
            Application::None => Spread::None,
            Application::Prime => Spread::PRIME,
            Application::Poisson => Spread::POISSON,
            Application::WaveConvex => Spread::WAVE_CONVEX,
            Application::WaveLinear => Spread::WAVE_LINEAR,
            Application::WaveLatency => Spread::Latency { k: self.latency_cost, q: self.latency_power },
            Application::WaveChain => Spread::Chain { k: self.chain_cost },
            Application::Ccr => Spread::ccr(self.ccr, self.ccr_growth == Growth::Linear),
            Application::Allgather => Spread::ALLGATHER,
        }
    }

    /// What a job of `nodes` nodes asks for.
    pub(super) fn request(&self, nodes: u32) -> Request {
        match self.request {
            Leaves::Flexible => Request::Flexible,
            Leaves::One => Request::NonFixed(vec![nodes]),
            Leaves::Components => Request::NonFixed(parts(nodes, self.components)),
            Leaves::Splits => {
                let counts = 1..=self.components.min(nodes);
                Request::Splits(counts.map(|count| parts(nodes, count)).collect())
            }
        }
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
    use crate::entry::{Settings, Value};

    fn with(settings: &[(&'static str, Value)]) -> AsksFor {
        let settings =
            settings.iter().cloned().fold(Settings::default(), |all, (id, value)| all.with(id, value));
        AsksFor::read(&settings)
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    #[test]
    fn every_application_is_a_known_one() {
        for &(name, _) in Application::OPTIONS {
            assert!(Spread::named(name).is_some(), "{name}");
            let found = with(&[("application", word(name)), ("latency_cost", Value::Number(2.92))]).spread();
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
        assert_eq!(ccr.spread(), Spread::ccr(4.0, true));
        let latency = with(&[("application", word("wave-latency"))]);
        assert_eq!(latency.spread(), Spread::Latency { k: 0.6, q: 2.0 });
        let chain = with(&[("application", word("wave-chain")), ("chain_cost", Value::Number(0.5))]);
        assert_eq!(chain.spread(), Spread::Chain { k: 0.5 });
    }

    #[test]
    fn requests_part_the_nodes() {
        let asked = |name: &'static str, components: i64, nodes: u32| {
            with(&[("request", word(name)), ("components", Value::Integer(components))]).request(nodes)
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
