//! Repeated submissions of the same workflow of one higher-order component: the work of the experiments with cost
//! functions and with reused schedules.

use crate::generator::Generator;
use crate::hoc::{Component, Hoc, HocWorkflow, LARGEST, Layout, Parts, Pattern, Sends};
use crate::{Item, Job, Work};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::time::{Span, Time};

pub(super) const HOC_SINGLE: Generator = Generator {
    entry: Entry::new("hoc-single", "Single-component workflows")
        .summary(
            "The same workflow of one higher-order component (farm, pipeline or wavefront), submitted \
             repeatedly by one user.",
        )
        .source("Dumitrescu et al. 2006, section 5; the computation time is our assumption")
        .parameters(Single::LIST),
    makes: HocWorkflow::KIND,
    make: |settings, _, _, _| Work::new(workflows(&Single::read(settings))),
};

#[derive(Parameters)]
struct Single {
    /// Communication pattern of the units.
    #[parameter(name = "Communication pattern", default = "pipeline")]
    pattern: Pattern,
    /// Number of units of the component, each on a separate node.
    #[parameter(name = "Units", unit = "units", min = 1, max = LARGEST.units, default = 15)]
    units: u32,
    /// Size of a message.
    #[parameter(name = "Message size", unit = "Mb", min = 0, max = LARGEST.megabits, default = 1)]
    message_mb: f64,
    /// What all have in common.
    #[parameter(all)]
    common: ComponentSettings,
    /// Number of times the workflow is submitted.
    #[parameter(name = "Workflows", unit = "workflows", min = 1, max = 100_000, default = 1)]
    workflows: u32,
    /// Time of the first submission.
    #[parameter(name = "First submission", unit = "s", min = 0, max = 1e8, default = 0)]
    first_s: Span,
    /// Time between consecutive submissions; 0 for all at once.
    #[parameter(name = "Inter-arrival time", unit = "s", min = 0, max = 1e8, default = 0)]
    gap_s: Span,
}

/// Parameters of components of any pattern.
#[derive(Clone, Copy, Parameters)]
pub(super) struct ComponentSettings {
    /// Number of messages sent over each link, one per item.
    #[parameter(name = "Messages per link", unit = "messages", min = 1, max = LARGEST.messages, default = 20)]
    messages: u32,
    /// Computation time of a unit per item on a node of speed 1; 0 derives it from the grain.
    #[parameter(name = "Computation time", unit = "s", min = 0, max = 1e6, default = 0)]
    compute_s: f64,
    /// Computation time per item, as a multiple of the transfer time of a message at 1 ms and 100 Mb/s. 8 and 5 fit the
    /// published gains (our assumption).
    #[parameter(name = "Grain", min = 0, max = 1_000, default = 8)]
    grain: f64,
    /// Number of items that a farm processes.
    #[parameter(name = "Farm items", default = "per-worker")]
    farm_messages: Parts,
    /// Arrangement of the units of a wavefront.
    #[parameter(name = "Wavefront layout", default = "exact")]
    wavefront_shape: Layout,
    /// Order of the messages of a unit: concurrent or one after another.
    #[parameter(name = "Send mode", default = "concurrent")]
    sends: Sends,
    /// Cluster that stores the code and the input files, counted from 1; 0 for none.
    #[parameter(name = "Home cluster", min = 0, max = 1_000, default = 0)]
    home: u32,
}

impl ComponentSettings {
    /// A component.
    pub(super) fn hoc(&self, pattern: Pattern, units: u32, message_mb: f64) -> Hoc {
        let &Self { messages, grain, farm_messages, wavefront_shape, sends, .. } = self;
        let compute_s = Some(self.compute_s).filter(|&said| said > 0.0);
        let component = Component {
            pattern,
            units,
            messages,
            message_mb,
            compute_s,
            grain,
            farm_messages,
            wavefront_shape,
            sends,
        };
        component.hoc()
    }

    /// The cluster that has the files; the system checks that it exists.
    pub(super) fn home(&self) -> Option<u16> {
        self.home.checked_sub(1).map(|home| home as u16)
    }
}

fn workflows(single: &Single) -> Vec<HocWorkflow> {
    let hoc = single.common.hoc(single.pattern, single.units, single.message_mb);
    let home = single.common.home();
    let workflow = |place: u32| {
        let later = Span(single.gap_s.0.saturating_mul(i64::from(place)));
        let submit = Time::ZERO + single.first_s + later;
        let job = Job { number: place + 1, submit, user: 1, ..Job::default() };
        HocWorkflow { job, hocs: vec![hoc.clone()], home }
    };
    (0..single.workflows).map(workflow).collect()
}
