//! The applications of the parallel jobs, and their requests.

use crate::application::CoAllocationOverhead;
use crate::grid::Request;
use ganttlet_core::entry::{Parameters, Variants};

/// Parameters of the applications of jobs, and of their requests.
#[derive(Parameters)]
pub(super) struct ApplicationSettings {
    /// Application model: sets how much longer a job runs on several clusters.
    #[parameter(name = "Application", default = "poisson")]
    application: Application,
    /// Communication time divided by computation time of application ccr on one cluster.
    #[parameter(
        name = "Communication-to-computation ratio",
        min = 0,
        max = 100,
        default = 1,
        quick,
        when(application = ["ccr"])
    )]
    ccr: f64,
    /// Growth of the communication time of application ccr with the number of clusters.
    #[parameter(name = "Communication growth", default = "convex", when(application = ["ccr"]))]
    ccr_growth: Growth,
    /// Factor k of application wave-latency: the runtime is multiplied by 1 + k (L − 0.03)^q, with L the largest latency in
    /// ms. 2.92 gives the published 750 s on four clusters, 0.6 the published saturation.
    #[parameter(name = "Latency factor k", min = 0, max = 100, default = 0.6, when(application = ["wave-latency"]))]
    latency_cost: f64,
    /// Exponent q of application wave-latency: the runtime is multiplied by 1 + k (L − 0.03)^q, with L the largest latency
    /// in ms.
    #[parameter(name = "Latency exponent q", min = 0, max = 10, default = 2, when(application = ["wave-latency"]))]
    latency_power: f64,
    /// Factor k of application wave-chain: the runtime is multiplied by 1 + k D. D is the sum of latencies between
    /// neighbouring clusters in ms, each less 0.03.
    #[parameter(name = "Chain factor k", min = 0, max = 100, default = 2.93, when(application = ["wave-chain"]))]
    chain_cost: f64,
    /// Placement decisions that a job leaves to the scheduler.
    #[parameter(name = "Request type", default = "flexible")]
    request: Leaves,
    /// Number of components per job for request type components; upper limit for splits. The last component includes the
    /// remainder.
    #[parameter(name = "Components per job", unit = "components", min = 1, max = 64, default = 4, when(request = ["components", "splits"]))]
    components: u32,
}

/// Application that a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Application {
    /// No overhead on several clusters.
    #[word("none")]
    None,
    /// Prime-number computation: 2, 3 and 5 % longer on 2, 3 and 4 clusters.
    #[word("prime")]
    Prime,
    /// Poisson solver: 12, 25 and 40 % longer on 2, 3 and 4 clusters.
    #[word("poisson")]
    Poisson,
    /// Concurrent wave equation, convex growth: 1.5, 2.4 and 3.75 times as long on 2, 3 and 4 clusters.
    #[word("wave-convex")]
    WaveConvex,
    /// Concurrent wave equation, linear growth: 1.92, 2.83 and 3.75 times as long on 2, 3 and 4 clusters.
    #[word("wave-linear")]
    WaveLinear,
    /// Concurrent wave equation: runtime depends on the largest latency among its clusters.
    #[word("wave-latency")]
    WaveLatency,
    /// Concurrent wave equation: runtime depends on the latencies along its chain of clusters.
    #[word("wave-chain")]
    WaveChain,
    /// Synthetic application: its communication part grows with the number of clusters as in the wave equation.
    #[word("ccr")]
    Ccr,
    /// One million collective operations of 10 kB (all-gather); their total time is the runtime.
    #[word("allgather")]
    Allgather,
}

/// Growth of communication with the number of clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Growth {
    /// Convex: factors 1, 1.625, 2.75 and 4.4375 on 1 to 4 clusters.
    #[word("convex")]
    Convex,
    /// Linear: factors 1, 2.15, 3.29 and 4.4375 on 1 to 4 clusters.
    #[word("linear")]
    Linear,
}

/// The parts of a request that jobs leave to the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Leaves {
    /// Flexible: the scheduler selects the clusters and the split of the nodes over them.
    #[word("flexible")]
    Flexible,
    /// One component: the scheduler selects its cluster.
    #[word("one")]
    One,
    /// Equal components: the scheduler selects the cluster of each.
    #[word("components")]
    Components,
    /// Up to a given number of equal components: the scheduler selects the clusters and the number, preferring few.
    #[word("splits")]
    Splits,
}

impl ApplicationSettings {
    /// The application.
    pub(super) fn co_allocation_overhead(&self) -> CoAllocationOverhead {
        match self.application {
            Application::None => CoAllocationOverhead::None,
            Application::Prime => CoAllocationOverhead::PRIME,
            Application::Poisson => CoAllocationOverhead::POISSON,
            Application::WaveConvex => CoAllocationOverhead::WAVE_CONVEX,
            Application::WaveLinear => CoAllocationOverhead::WAVE_LINEAR,
            Application::WaveLatency => {
                CoAllocationOverhead::Latency { k: self.latency_cost, q: self.latency_power }
            }
            Application::WaveChain => CoAllocationOverhead::Chain { k: self.chain_cost },
            Application::Ccr => CoAllocationOverhead::with_ccr(self.ccr, self.ccr_growth == Growth::Linear),
            Application::Allgather => CoAllocationOverhead::ALLGATHER,
        }
    }

    /// The request of a job of `nodes` nodes.
    pub(super) fn request_of(&self, nodes: u32) -> Request {
        match self.request {
            Leaves::Flexible => Request::Flexible,
            Leaves::One => Request::NonFixed(vec![nodes]),
            Leaves::Components => Request::NonFixed(equal_parts(nodes, self.components)),
            Leaves::Splits => {
                let counts = 1..=self.components.min(nodes);
                Request::Splits(counts.map(|count| equal_parts(nodes, count)).collect())
            }
        }
    }
}

/// Splits nodes into this many equal parts, the last with the remainder: 10, 10 and 12 of 32. Fewer parts if there are
/// fewer nodes.
fn equal_parts(nodes: u32, count: u32) -> Vec<u32> {
    let count = count.clamp(1, nodes.max(1));
    let part = nodes / count;
    let mut parts = vec![part; count as usize];
    parts[count as usize - 1] += nodes - part * count;
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};

    fn application_with(settings: &[(&'static str, Value)]) -> ApplicationSettings {
        let settings =
            settings.iter().cloned().fold(Settings::default(), |all, (id, value)| all.with(id, value));
        ApplicationSettings::read(&settings)
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    #[test]
    fn every_application_is_a_known_one() {
        for &(name, _) in Application::OPTIONS {
            assert!(CoAllocationOverhead::by_name(name).is_some(), "{name}");
            let found =
                application_with(&[("application", word(name)), ("latency_cost", Value::Number(2.92))])
                    .co_allocation_overhead();
            assert_eq!(Some(found), CoAllocationOverhead::by_name(name), "{name}");
        }
    }

    #[test]
    fn applications_use_their_parameters() {
        let ccr = application_with(&[
            ("application", word("ccr")),
            ("ccr", Value::Number(4.0)),
            ("ccr_growth", word("linear")),
        ]);
        assert_eq!(ccr.co_allocation_overhead(), CoAllocationOverhead::with_ccr(4.0, true));
        let latency = application_with(&[("application", word("wave-latency"))]);
        assert_eq!(latency.co_allocation_overhead(), CoAllocationOverhead::Latency { k: 0.6, q: 2.0 });
        let chain =
            application_with(&[("application", word("wave-chain")), ("chain_cost", Value::Number(0.5))]);
        assert_eq!(chain.co_allocation_overhead(), CoAllocationOverhead::Chain { k: 0.5 });
    }

    #[test]
    fn requests_split_the_nodes_into_components() {
        let asked = |name: &'static str, components: i64, nodes: u32| {
            application_with(&[("request", word(name)), ("components", Value::Integer(components))])
                .request_of(nodes)
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
