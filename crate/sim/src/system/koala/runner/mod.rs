//! Runners: one per submission, as in KOALA's runners framework. A runner implements its kind of application; the
//! scheduler, the malleability manager and the scavenging manager only use the interface of runners.

mod components;
mod flexible;
mod rigid;
mod sweep;
mod workflow;

use super::claim::Claim;
use super::grid::{PlacementRequest, RunnerContext};
use super::transport::Ready;
use ganttlet_core::record::Recorder;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::grid::GridJob;

/// A job of fixed size on one cluster.
const RIGID: &str = "rigid";
/// A job with components on several clusters.
pub(super) const SPREAD: &str = "co-allocated";
/// A job that can change its size while it runs.
const MALLEABLE: &str = "malleable";
/// A job whose size is chosen at its start.
const MOLDABLE: &str = "moldable";
/// The types of jobs, in the order of legends.
pub(super) const TYPES: [&str; 4] = [RIGID, SPREAD, MALLEABLE, MOLDABLE];

/// The size and the limits of a job that can change its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    /// Its cluster.
    pub cluster: u16,
    /// Number of nodes.
    pub size: u32,
    /// Minimum number of nodes.
    pub min: u32,
    /// Maximum number of nodes.
    pub max: u32,
    /// Time of its placement.
    pub start: Time,
    /// True during a change of size: it accepts no other.
    pub changing: bool,
}

/// How a request is to be placed.
#[derive(Clone, Debug, PartialEq)]
pub enum PlacementChoice {
    /// By the placement policy.
    Policy,
    /// Not now.
    NoRoom,
    /// On these numbers of nodes of these clusters.
    Fixed(Vec<(u16, u32)>),
    /// On nodes that are already claimed.
    Held(Vec<Claim>),
}

/// The agent of one submission. All methods but the first four are for abilities that not every application has.
pub trait Runner {
    /// Submits the application.
    fn submit(&mut self, handle: &mut RunnerContext);
    /// A request was placed: these claims are held, and work may begin when it is `ready`.
    fn start_on_claims(&mut self, claims: &[Claim], ready: Ready, handle: &mut RunnerContext);
    /// A timer of the runner expires.
    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext);
    /// The request of this subject can never be placed.
    fn note_refused(&mut self, subject: SubjectId, handle: &mut RunnerContext);

    /// Updates a waiting request before another try: the locations of its input files may have changed.
    fn update_file_locations(&self, _wish: &mut PlacementRequest) {}

    /// How a request is to be placed, with `idle` nodes of each cluster. A runner that releases reservations adds their
    /// nodes to `idle`.
    fn choose_placement(&mut self, _idle: &mut [u32], _handle: &mut RunnerContext) -> PlacementChoice {
        PlacementChoice::Policy
    }
    /// The chosen nodes could not be claimed: these claims were granted, and are released, when this cluster refused.
    fn claim_failed(&mut self, _granted: &[Claim], _refused: u16, _handle: &mut RunnerContext) {}
    /// The transmission of a message has ended, for a sender that waits for this.
    fn note_message_left(&mut self, _tag: u64, _handle: &mut RunnerContext) {}
    /// A message of the runner has arrived; `sent` is the time of its sending.
    fn note_message_arrived(&mut self, _tag: u64, _sent: Time, _handle: &mut RunnerContext) {}

    /// True if it may ever grow or shrink.
    fn can_change(&self) -> bool {
        false
    }
    /// How it can grow or shrink, once it is placed and until it ends.
    fn size_limits(&self) -> Option<SizeLimits> {
        None
    }
    /// The number of nodes that it would accept from an offer.
    fn acceptable_nodes(&self, _nodes: u32) -> u32 {
        0
    }
    /// It is offered nodes, which it may decline; returns the number of nodes that it accepts.
    fn offer(&mut self, _nodes: u32, _handle: &mut RunnerContext) -> u32 {
        0
    }
    /// It must release nodes; returns the number that it releases, which may be more.
    fn request(&mut self, _nodes: u32, _handle: &mut RunnerContext) -> u32 {
        0
    }

    /// Number of further nodes that it can use.
    fn wanted_nodes(&self) -> u32 {
        0
    }
    /// Allows it to use this many idle nodes of a cluster.
    fn accept_idle_nodes(&mut self, _cluster: u16, _nodes: u32, _handle: &mut RunnerContext) {}
    /// Reclaims this many nodes of a cluster for other work, immediately.
    fn lose_nodes(&mut self, _cluster: u16, _nodes: u32, _handle: &mut RunnerContext) {}
}

/// Creates the runner of a job if it is of its kind, and adds its subjects to the record.
type Make = fn(&GridJob, &mut Recorder) -> Option<Box<dyn Runner>>;

/// All kinds of runners. A new one is one file and one line here.
const RUNNERS: &[Make] = &[rigid::make, flexible::make, sweep::make, components::make, workflow::make];

/// The runner of a job.
///
/// # Panics
/// If no kind of runner runs it: every application has one.
pub(super) fn make_runner(job: &GridJob, record: &mut Recorder) -> Box<dyn Runner> {
    RUNNERS.iter().find_map(|make| make(job, record)).expect("every application has a runner")
}
