//! A stream of different workflows of higher-order components, for experiments on reusing schedules.

use super::hoc::ComponentSettings;
use crate::generator::Generator;
use crate::hoc::{HocWorkflow, LARGEST, Pattern};
use crate::{Item, Job, Work};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

pub(super) const HOC_STREAM: Generator = Generator {
    entry: Entry::new("hoc-stream", "Mixed component workflows")
        .summary(
            "Workflows of farms, pipelines and wavefronts. A few component sequences are drawn first; each \
             workflow is one of them with random message sizes. Arrivals are Poisson or all at time 0; in \
             the second case, a limit on running workflows turns each user into a closed loop.",
        )
        .source(
            "Dumitrescu et al. 2006, section 5.2.3 (units, messages and the limit); the mix is our \
             assumption",
        )
        .parameters(Mixed::LIST),
    makes: HocWorkflow::KIND,
    make: |settings, _, &streams, purpose| Work::new(workflows(&Mixed::read(settings), streams, purpose)),
};

#[derive(Parameters)]
struct Mixed {
    /// Number of workflows submitted.
    #[parameter(name = "Workflows", unit = "workflows", min = 1, max = 100_000, default = 40)]
    workflows: u32,
    /// Arrival process of the workflows.
    #[parameter(name = "Arrival process", default = "poisson")]
    arrivals: Arrivals,
    /// Mean time between submissions, for Poisson arrivals.
    #[parameter(name = "Mean inter-arrival time", unit = "s", min = 0.001, max = 1e8, default = 20)]
    gap_mean_s: f64,
    /// Number of users, all equally likely.
    #[parameter(name = "Users", unit = "users", min = 1, max = 1_000, default = 2)]
    users: u32,
    /// Number of distinct component sequences. Workflows with the same sequence can reuse a schedule.
    #[parameter(name = "Component sequences", min = 1, max = 1_000, default = 4)]
    sequences: u32,
    /// Maximum number of components per sequence; each number from 1 to this value is equally likely.
    #[parameter(name = "Maximum components", min = 1, max = LARGEST.hocs as i64, default = 2)]
    components_max: u32,
    /// Minimum number of units per component.
    #[parameter(name = "Minimum units", unit = "units", min = 1, max = LARGEST.units, default = 15)]
    units_min: u32,
    /// Maximum number of units per component.
    #[parameter(name = "Maximum units", unit = "units", min = 1, max = LARGEST.units, default = 22)]
    units_max: u32,
    /// Minimum size of a message.
    #[parameter(name = "Minimum message size", unit = "Mb", min = 0, max = LARGEST.megabits, default = 1)]
    message_min_mb: f64,
    /// Maximum size of a message; sizes are drawn uniformly between minimum and maximum.
    #[parameter(name = "Maximum message size", unit = "Mb", min = 0, max = LARGEST.megabits, default = 10)]
    message_max_mb: f64,
    /// What all have in common.
    #[parameter(all)]
    common: ComponentSettings,
}

/// When workflows are submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Arrivals {
    /// Poisson process: exponential inter-arrival times.
    #[word("poisson")]
    Poisson,
    /// Closed loop: all arrive at time 0, and a user's next workflow starts when the limit on running workflows permits.
    #[word("closed")]
    Closed,
}

/// The patterns, all equally likely.
const PATTERNS: [Pattern; 3] = [Pattern::Farm, Pattern::Pipeline, Pattern::Wavefront];

/// A sequence of components: patterns with their units.
fn random_sequence(mixed: &Mixed, chance: &mut Stream) -> Vec<(Pattern, u32)> {
    let (least, most) = (mixed.units_min.min(mixed.units_max), mixed.units_max.max(mixed.units_min));
    let components = 1 + chance.uniform_below(mixed.components_max.max(1));
    let component = |_| {
        let pattern = PATTERNS[chance.uniform_below(PATTERNS.len() as u32) as usize];
        (pattern, least + chance.uniform_below(most - least + 1))
    };
    (0..components).map(component).collect()
}

fn workflows(mixed: &Mixed, streams: Streams, purpose: &str) -> Vec<HocWorkflow> {
    let stream = |what: &str| streams.get(&format!("{purpose}/{what}"));
    let (mut of_sequences, mut of_arrivals, mut of_work) =
        (stream("sequences"), stream("arrivals"), stream("workflows"));
    let sequences: Vec<_> =
        (0..mixed.sequences.max(1)).map(|_| random_sequence(mixed, &mut of_sequences)).collect();
    let home = mixed.common.home();
    let mut submit = Time::ZERO;
    let workflow = |number| {
        if mixed.arrivals == Arrivals::Poisson {
            submit += Span::from_seconds(of_arrivals.exponential(mixed.gap_mean_s));
        }
        let user = 1 + of_work.uniform_below(mixed.users.max(1));
        let chosen = &sequences[of_work.uniform_below(sequences.len() as u32) as usize];
        let (from, to) = (mixed.message_min_mb, mixed.message_max_mb);
        let hocs = chosen
            .iter()
            .map(|&(pattern, units)| mixed.common.hoc(pattern, units, of_work.uniform_between(from, to)));
        HocWorkflow { hocs: hocs.collect(), job: Job { number, submit, user, ..Job::default() }, home }
    };
    (1..=mixed.workflows).map(workflow).collect()
}
