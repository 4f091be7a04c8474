//! The runner of jobs of variable size: moldable ones, whose size is chosen at the start, and malleable ones, which
//! grow and shrink while they run (KOALA's `MRunner` with the adaptation framework DYNACO).
//!
//! A job that grows first submits a placeholder for each new node, one after the other, and continues to run; when all
//! are started it is suspended for its adaptation. A job that shrinks releases the nodes immediately and is suspended
//! for its adaptation.

use super::{Runner, SizeLimits};
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::grid::{PlacementRequest, RunnerContext};
use crate::system::koala::options::{InitialSize, daytime_end};
use crate::system::koala::reasons::{DECLINE, GROW, SHRINK};
use crate::system::koala::transport::Ready;
use ganttlet_core::record::{Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::application::{Application, SizeConstraint, SpeedUp};
use ganttlet_work::grid::{GridJob, Request};

struct Flexible {
    subject: SubjectId,
    min: u32,
    max: u32,
    speed_up: SpeedUp,
    step: SizeConstraint,
    malleable: bool,
    pending: Option<PlacementRequest>,
    claim: Option<Claim>,
    placed: Time,
    /// Nodes in preparation for the job to grow.
    coming: Option<Claim>,
    state: State,
    /// The remaining share of the work, and the time at which it was computed.
    left: f64,
    since: Time,
    pace: f64,
    /// The number of the latest planned end; earlier ones are void.
    plan: u64,
    killed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Waiting or starting.
    Starts,
    Works,
    /// Suspended during its adaptation.
    Adapts,
}

/// The purpose of a timer, in the lowest bits of its tag.
const START: u64 = 0;
const END: u64 = 1;
const GROWN: u64 = 2;
const RESUME: u64 = 3;
const LIMIT: u64 = 4;
const BITS: u32 = 3;

pub(super) fn make(grid_job: &GridJob, record: &mut Recorder) -> Option<Box<dyn Runner>> {
    let Application::Flexible { min, max, speed_up, step, malleable } = &grid_job.application else {
        return None;
    };
    let job = &grid_job.job;
    // The minimum number of nodes with which it can run.
    let least = step.smallest_above((*min).max(1));
    let estimate = speed_up.run_time(least);
    let subject = record.add(Subject {
        number: job.number,
        user: job.user,
        group: job.group,
        submit: job.submit,
        nodes: least,
        estimate,
    });
    record.set_type(subject, if *malleable { super::MALLEABLE } else { super::MOLDABLE });
    let pending = PlacementRequest {
        runner: 0,
        subject,
        request: Request::NonFixed(vec![least]),
        nodes: least,
        inputs: grid_job.inputs.clone(),
        estimate,
        chosen: false,
        elastic: *malleable,
    };
    Some(Box::new(Flexible {
        subject,
        min: least,
        max: step.largest_below(*max).max(least),
        speed_up: speed_up.clone(),
        step: *step,
        malleable: *malleable,
        pending: Some(pending),
        claim: None,
        placed: Time::ZERO,
        coming: None,
        state: State::Starts,
        left: 1.0,
        since: Time::ZERO,
        pace: 1.0,
        plan: 0,
        killed: false,
    }))
}

impl Flexible {
    /// Number of nodes in use.
    fn size(&self) -> u32 {
        self.claim.map_or(0, |claim| claim.nodes)
    }

    /// The runtime of all the work at the current size.
    fn whole(&self) -> Span {
        self.speed_up.run_time(self.size()).scaled_to_speed(self.pace)
    }

    /// Records the work done since the last change.
    fn settle(&mut self, now: Time) {
        if self.state == State::Works {
            self.left = (self.left - (now - self.since).seconds() / self.whole().seconds()).max(0.0);
        }
        self.since = now;
    }

    /// Schedules the end of the remaining work; any earlier planned end is void.
    fn plan_end(&mut self, handle: &mut RunnerContext) {
        self.plan += 1;
        let end = handle.now() + Span::from_seconds(self.whole().seconds() * self.left);
        handle.call_at(end, class::FINISH, self.plan << BITS | END);
    }

    /// Suspends the job for its adaptation to another size.
    fn adapt(&mut self, handle: &mut RunnerContext) {
        self.plan += 1;
        self.state = State::Adapts;
        let resume = handle.now() + handle.options().adapt_s;
        handle.call_at(resume, class::ARRIVE, self.plan << BITS | RESUME);
        self.draw(Phase::PREPARES, handle);
    }

    fn draw(&self, phase: Phase, handle: &mut RunnerContext) {
        if let Some(claim) = self.claim {
            handle.occupy(self.subject, &[claim], phase);
        }
    }

    fn end(&mut self, handle: &mut RunnerContext) {
        let now = handle.now();
        handle.record().finish(self.subject, now, if self.killed { Status::Killed } else { Status::Done });
        for claim in [self.claim.take(), self.coming.take()].into_iter().flatten() {
            handle.release_claim(claim);
        }
        handle.end_subject();
    }
}

impl Runner for Flexible {
    fn submit(&mut self, handle: &mut RunnerContext) {
        if let Some(pending) = self.pending.take() {
            handle.request_placement(PlacementRequest { runner: handle.runner, ..pending });
        }
    }

    fn start_on_claims(&mut self, claims: &[Claim], ready: Ready, handle: &mut RunnerContext) {
        let Some(&(mut claim)) = claims.first() else { return };
        self.placed = handle.now();
        self.pace = handle.job_speed(&[claim.cluster]);
        if handle.options().initial_size == InitialSize::Most {
            let more = self.step.accepted_nodes(claim.nodes, handle.idle_nodes(claim.cluster), self.max);
            if more > 0 {
                handle.extend_claim(&mut claim, more);
            }
        }
        self.claim = Some(claim);
        self.draw(Phase::PREPARES, handle);
        handle.call_when(self.subject, ready, START);
    }

    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext) {
        let now = handle.now();
        let (plan, what) = (tag >> BITS, tag & ((1 << BITS) - 1));
        if self.claim.is_none() {
            return;
        }
        match what {
            START => {
                self.state = State::Works;
                self.since = now;
                handle.record().start(self.subject, now);
                handle.record().estimate(self.subject, self.whole());
                self.draw(Phase::WORKS, handle);
                self.plan_end(handle);
                if handle.options().daytime_limit {
                    handle.call_at(daytime_end(now), class::FINISH, LIMIT);
                }
            }
            END if plan == self.plan => self.end(handle),
            LIMIT => {
                self.killed = true;
                self.end(handle);
            }
            GROWN => {
                self.settle(now);
                if let (Some(claim), Some(coming)) = (&mut self.claim, self.coming.take()) {
                    handle.merge_claims(claim, coming);
                    handle.record().mark(now, self.subject, &GROW, i64::from(coming.nodes));
                }
                self.adapt(handle);
            }
            RESUME if plan == self.plan => {
                self.state = State::Works;
                self.since = now;
                self.draw(Phase::WORKS, handle);
                self.plan_end(handle);
            }
            _ => {}
        }
    }

    fn note_refused(&mut self, _: SubjectId, handle: &mut RunnerContext) {
        handle.record().reject(self.subject);
        handle.end_subject();
    }

    fn can_change(&self) -> bool {
        self.malleable
    }

    fn size_limits(&self) -> Option<SizeLimits> {
        let claim = self.claim.filter(|_| self.malleable)?;
        Some(SizeLimits {
            cluster: claim.cluster,
            size: claim.nodes + self.coming.map_or(0, |coming| coming.nodes),
            min: self.min,
            max: self.max,
            start: self.placed,
            changing: self.state != State::Works || self.coming.is_some(),
        })
    }

    fn acceptable_nodes(&self, nodes: u32) -> u32 {
        self.claim.map_or(0, |claim| self.step.accepted_nodes(claim.nodes, nodes, self.max))
    }

    fn offer(&mut self, nodes: u32, handle: &mut RunnerContext) -> u32 {
        let Some(claim) = self.claim else { return 0 };
        let accepted = self.acceptable_nodes(nodes);
        let now = handle.now();
        let taken = if accepted > 0 { handle.take_beside(claim, accepted) } else { None };
        let Some(coming) = taken else {
            handle.record().mark(now, self.subject, &DECLINE, i64::from(nodes));
            return 0;
        };
        self.coming = Some(coming);
        handle.occupy_more(self.subject, coming, Phase::PREPARES);
        let there = now + Span(handle.options().submit_node_s.0.saturating_mul(i64::from(accepted)));
        handle.call_at(there, class::ARRIVE, GROWN);
        accepted
    }

    fn request(&mut self, nodes: u32, handle: &mut RunnerContext) -> u32 {
        let Some(mut claim) = self.claim else { return 0 };
        let released = self.step.released_nodes(claim.nodes, nodes, self.min);
        if released == 0 {
            return 0;
        }
        let now = handle.now();
        self.settle(now);
        handle.shrink_claim(&mut claim, released);
        self.claim = Some(claim);
        handle.record().mark(now, self.subject, &SHRINK, i64::from(released));
        self.adapt(handle);
        released
    }
}
