//! Workflows of higher-order components in a scenario.

use super::{Hoc, HocWorkflow, Layout, Parts, Pattern, Sends};
use crate::kind::{MachinePreset, missing_cluster};
use crate::{Job, Kind, UNKNOWN, Work};
use ganttlet_core::entry::document::{
    Document, ID_OR_NULL, List, Notes, SECONDS, Shape, Stored, non_empty_list,
};
use ganttlet_core::entry::{catalog_text, limits};
use ganttlet_core::platform::Platform;
use ganttlet_core::time::{Span, Time};

pub(super) static KIND: Kind = Kind {
    id: "hoc-workflows",
    word: "workflows of components",
    summary: catalog_text(
        "Workflows of higher-order components: farms, pipelines and wavefronts of units that exchange \
         messages. The scheduler knows the pattern.",
    ),
    things: "workflows",
    decide: &["hoc-communication", "response"],
    default_machines: MachinePreset { preset: "das2", size: None, words: "the preset das2" },
    none: Work::empty::<HocWorkflow>,
    key: "hoc_workflows",
    doc: "Workflows of higher-order components listed in the scenario.",
    shape: Shape::List(&List {
        least: 0,
        ..non_empty_list(Said::SHAPE, limits::INLINE, "workflows of components")
    }),
    size: |said| said.items().len() as u64,
    fits: |said, platform, notes| {
        for (said, i) in Vec::<Said>::read(said).iter().zip(0..) {
            said.check_home(platform, &format!("/{i}"), notes);
        }
    },
    work: |said| {
        Work::new(Vec::<Said>::read(said).iter().zip(1..).map(|(one, place)| one.workflow(place)).collect())
    },
    ..Kind::COMMON
};

/// Maximum sizes: units, items, megabits of a message, components of a workflow, and total number of computations.
pub const LARGEST: MaxSizes =
    MaxSizes { units: 2_000, messages: 100_000, megabits: 1e6, hocs: 16, steps: 10_000_000 };

/// Maximum sizes of components.
#[derive(Clone, Copy, Debug)]
pub struct MaxSizes {
    /// Units of a component.
    pub units: i64,
    /// Items processed by it.
    pub messages: i64,
    /// Megabits of a message.
    pub megabits: f64,
    /// Components of a workflow.
    pub hocs: usize,
    /// Computations: units times items, of all components of a scenario.
    pub steps: u64,
}

const CLUSTER: Shape = Shape::Integer(0, limits::CLUSTERS as i64 - 1);
const UNITS: Shape = Shape::Integer(1, LARGEST.units);
const MESSAGES: Shape = Shape::Integer(1, LARGEST.messages);
const HOCS: Shape = Shape::List(&non_empty_list(Component::SHAPE, LARGEST.hocs, "components"));

/// A workflow.
#[derive(Document)]
struct Said {
    /// Submit time, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    submit_s: f64,
    /// User.
    #[field(is = ID_OR_NULL, optional)]
    user: Option<u32>,
    /// Cluster that stores its code and input files, counted from 0; none if left out.
    #[field(is = CLUSTER, optional)]
    home: Option<u32>,
    /// Components, in order of execution.
    #[field(is = HOCS, need = "Add \"hocs\": [{\"pattern\": \"farm\", \"units\": 4, \"messages\": 20, \"message_mb\": 1}].")]
    hocs: Vec<Component>,
}

/// A component.
#[derive(Document)]
pub(crate) struct Component {
    /// Communication pattern of the units.
    #[field(need = "Add \"pattern\": \"farm\".")]
    pub(crate) pattern: Pattern,
    /// Number of units, each on a separate node.
    #[field(is = UNITS, need = "Add \"units\": 4.")]
    pub(crate) units: u32,
    /// Number of messages over each link, one per item.
    #[field(is = MESSAGES, need = "Add \"messages\": 20.")]
    pub(crate) messages: u32,
    /// Size of a message, in megabits.
    #[field(is = Shape::Number(0.0, LARGEST.megabits), need = "Add \"message_mb\": 1.")]
    pub(crate) message_mb: f64,
    /// Computation time of a unit per item on a node of speed 1, in seconds; derived from the grain if left out.
    #[field(is = Shape::Number(1e-6, 1e6), optional)]
    pub(crate) compute_s: Option<f64>,
    /// Computation time per item if it is left out, as a multiple of the transfer time of a message at 1 ms and 100
    /// Mb/s.
    #[field(is = Shape::Number(0.0, 1_000.0), default = 8.0)]
    pub(crate) grain: f64,
    /// Number of items that a farm processes.
    #[field(default = Parts::Each)]
    pub(crate) farm_messages: Parts,
    /// Arrangement of the units of a wavefront.
    #[field(default = Layout::Exact)]
    pub(crate) wavefront_shape: Layout,
    /// Order of the messages of a unit: concurrent or one after another.
    #[field(default = Sends::Concurrent)]
    pub(crate) sends: Sends,
}

impl Component {
    /// The component in whole bits and microseconds.
    pub(crate) fn hoc(&self) -> Hoc {
        let bits = libm::round(self.message_mb * 1e6) as u64;
        // A microsecond at 100 Mb/s is 100 bits.
        let by_grain = || Span(libm::round(self.grain * (1_000.0 + bits as f64 / 100.0)) as i64);
        let compute = self.compute_s.map_or_else(by_grain, |said| Span::from_seconds(said).max(Span(1)));
        let Self { pattern, units, messages, farm_messages: parts, wavefront_shape: layout, sends, .. } =
            *self;
        Hoc { pattern, units, messages, bits, compute, parts, layout, sends }
    }
}

impl Said {
    fn check_home(&self, platform: &Platform, place: &str, notes: &mut Notes<'_>) {
        if let Some(message) = self.home.and_then(|home| missing_cluster(platform, home)) {
            notes.error(&format!("{place}/home"), message, "");
        }
    }

    fn workflow(&self, number: u32) -> HocWorkflow {
        let job = Job {
            number,
            submit: Time::from_seconds(self.submit_s),
            user: self.user.unwrap_or(UNKNOWN),
            ..Job::default()
        };
        let hocs = self.hocs.iter().map(Component::hoc).collect();
        HocWorkflow { job, hocs, home: self.home.map(|home| home as u16) }
    }
}
