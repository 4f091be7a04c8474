//! Runners: one for each submission, as KOALA's runners framework has it. A runner knows its kind of application; the
//! scheduler, the malleability manager and the scavenging manager know runners only, through what they can answer.

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

/// A job whose size is fixed, on one cluster.
const RIGID: &str = "rigid";
/// One whose parts are on several clusters.
pub(super) const SPREAD: &str = "co-allocated";
/// One that can change its size while it runs.
const MALLEABLE: &str = "malleable";
/// One that chooses its size when it starts.
const MOLDABLE: &str = "moldable";
/// The types of jobs, in the order of legends.
pub(super) const TYPES: [&str; 4] = [RIGID, SPREAD, MALLEABLE, MOLDABLE];

/// What a job that can change its size is like now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    /// Where it runs.
    pub cluster: u16,
    /// Nodes it holds.
    pub size: u32,
    /// It cannot be made smaller.
    pub min: u32,
    /// It accepts no more.
    pub max: u32,
    /// When it was placed.
    pub start: Time,
    /// A change is under way: it answers to no other.
    pub changing: bool,
}

/// How a wish is to be placed.
#[derive(Clone, Debug, PartialEq)]
pub enum PlacementChoice {
    /// As the placement policy decides.
    Policy,
    /// Not now.
    NoRoom,
    /// On so many nodes of these clusters.
    Fixed(Vec<(u16, u32)>),
    /// On nodes that are held already.
    Held(Vec<Claim>),
}

/// The agent of one submission. All but the first four answer for abilities that not every application has.
pub trait Runner {
    /// The submission arrives.
    fn submit(&mut self, handle: &mut RunnerContext);
    /// A wish was granted: these claims are held, and work may begin when it is `ready`.
    fn start_on_claims(&mut self, claims: &[Claim], ready: Ready, handle: &mut RunnerContext);
    /// A time it wanted to be called at has come.
    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext);
    /// The wish of this subject cannot be granted, ever.
    fn note_refused(&mut self, subject: SubjectId, handle: &mut RunnerContext);

    /// A wish that waits is looked at again: what it reads may be elsewhere by now.
    fn update_file_locations(&self, _wish: &mut PlacementRequest) {}

    /// How it wants to be placed, with so many nodes of each cluster to be had. One that gives some up adds them.
    fn choose_placement(&mut self, _idle: &mut [u32], _handle: &mut RunnerContext) -> PlacementChoice {
        PlacementChoice::Policy
    }
    /// What it has chosen could not be claimed: these nodes were granted, and are given back, when this cluster refused.
    fn claim_failed(&mut self, _granted: &[Claim], _refused: u16, _handle: &mut RunnerContext) {}
    /// All of a message has left that it sent and wanted to know that of.
    fn note_message_left(&mut self, _tag: u64, _handle: &mut RunnerContext) {}
    /// A message has come that it sent at a time.
    fn note_message_arrived(&mut self, _tag: u64, _sent: Time, _handle: &mut RunnerContext) {}

    /// True if it may ever grow or shrink.
    fn can_change(&self) -> bool {
        false
    }
    /// How it can grow or shrink, once it is placed and until it ends.
    fn size_limits(&self) -> Option<SizeLimits> {
        None
    }
    /// How many it would take if it were offered so many.
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

    /// Nodes it could use beside those it holds.
    fn wanted_nodes(&self) -> u32 {
        0
    }
    /// It may take this many idle nodes of a cluster.
    fn accept_idle_nodes(&mut self, _cluster: u16, _nodes: u32, _handle: &mut RunnerContext) {}
    /// It loses this many nodes of a cluster to other work, at once.
    fn lose_nodes(&mut self, _cluster: u16, _nodes: u32, _handle: &mut RunnerContext) {}
}

/// Makes the runner of a job if it is of its kind, and adds its subjects to the record.
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
