//! The runner of rigid parallel jobs: one size, on one cluster or co-allocated on several.

use super::Runner;
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::grid::{Handle, PlacementRequest};
use crate::system::koala::options::daytime_end;
use crate::system::koala::transport::Ready;
use ganttlet_core::record::{Logged, Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::application::{Application, Spread};
use ganttlet_work::grid::GridJob;

struct Rigid {
    subject: SubjectId,
    run: Span,
    estimate: Span,
    spread: Spread,
    /// Handed to the scheduler when it is submitted.
    pending: Option<PlacementRequest>,
    claims: Vec<Claim>,
    killed: bool,
}

const START: u64 = 0;
const END: u64 = 1;

pub(super) fn make(grid_job: &GridJob, record: &mut Recorder) -> Option<Box<dyn Runner>> {
    let Application::Rigid { spread } = grid_job.application else { return None };
    let job = &grid_job.job;
    let estimate = job.estimate.unwrap_or(job.run).max(job.run);
    let subject = record.add(Subject {
        number: job.number,
        user: job.user,
        group: job.group,
        submit: job.submit,
        nodes: job.nodes,
        estimate,
    });
    record.typed(subject, super::RIGID);
    record.logged(subject, Logged { application: job.application, failed: job.failed });
    if !job.name.is_empty() {
        record.name(subject, job.name.to_string());
    }
    let pending = PlacementRequest {
        runner: 0,
        subject,
        request: grid_job.request.clone(),
        nodes: job.nodes,
        inputs: grid_job.inputs.clone(),
        estimate,
        chosen: false,
        elastic: false,
    };
    Some(Box::new(Rigid {
        subject,
        run: job.run,
        estimate,
        spread,
        pending: Some(pending),
        claims: vec![],
        killed: false,
    }))
}

impl Runner for Rigid {
    fn submit(&mut self, handle: &mut Handle) {
        if let Some(pending) = self.pending.take() {
            handle.ask(PlacementRequest { runner: handle.runner, ..pending });
        }
    }

    fn placed(&mut self, claims: &[Claim], ready: Ready, handle: &mut Handle) {
        self.claims = claims.to_vec();
        handle.occupy(self.subject, claims, Phase::PREPARES);
        handle.call_when(self.subject, ready, START);
    }

    fn timer(&mut self, tag: u64, handle: &mut Handle) {
        let now = handle.now();
        if tag == START {
            let clusters: Vec<u16> = self.claims.iter().map(|claim| claim.cluster).collect();
            let nodes = self.claims.iter().map(|claim| claim.nodes).sum();
            let run = self.spread.run_time(self.run, nodes, &clusters, handle.network());
            let pace = handle.pace(&clusters);
            let mut end = now + run.at_speed(pace);
            handle.record().estimate(self.subject, self.estimate.at_speed(pace).max(run.at_speed(pace)));
            if handle.options().daytime_limit && daytime_end(now) < end {
                (end, self.killed) = (daytime_end(now), true);
            }
            handle.record().start(self.subject, now);
            handle.occupy(self.subject, &self.claims, Phase::WORKS);
            handle.call_at(end, class::FINISH, END);
        } else {
            let status = if self.killed { Status::Killed } else { Status::Done };
            handle.record().finish(self.subject, now, status);
            self.claims.drain(..).for_each(|claim| handle.give_back(claim));
            handle.over();
        }
    }

    fn refused(&mut self, _: SubjectId, handle: &mut Handle) {
        handle.record().reject(self.subject);
        handle.over();
    }
}
