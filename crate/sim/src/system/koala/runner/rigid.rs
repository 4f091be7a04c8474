//! The runner of rigid parallel jobs: one size, on one cluster or co-allocated on several.

use super::Runner;
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::grid::{PlacementRequest, RunnerContext};
use crate::system::koala::options::daytime_end;
use crate::system::koala::transport::Ready;
use ganttlet_core::record::{Logged, Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::application::{Application, CoAllocationOverhead};
use ganttlet_work::grid::GridJob;

struct Rigid {
    subject: SubjectId,
    run: Span,
    estimate: Span,
    spread: CoAllocationOverhead,
    /// Passed to the scheduler at the submission.
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
    record.set_type(subject, super::RIGID);
    record.add_log_data(
        subject,
        Logged { application: job.application, failed: job.failed, ..Logged::NOTHING },
    );
    if !job.name.is_empty() {
        record.set_name(subject, job.name.to_string());
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
    fn submit(&mut self, handle: &mut RunnerContext) {
        if let Some(pending) = self.pending.take() {
            handle.request_placement(PlacementRequest { runner: handle.runner, ..pending });
        }
    }

    fn start_on_claims(&mut self, claims: &[Claim], ready: Ready, handle: &mut RunnerContext) {
        self.claims = claims.to_vec();
        handle.occupy(self.subject, claims, Phase::PREPARES);
        handle.call_when(self.subject, ready, START);
    }

    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext) {
        let now = handle.now();
        if tag == START {
            let clusters: Vec<u16> = self.claims.iter().map(|claim| claim.cluster).collect();
            let nodes = self.claims.iter().map(|claim| claim.nodes).sum();
            let run = self.spread.co_allocated_run_time(self.run, nodes, &clusters, handle.network());
            let pace = handle.job_speed(&clusters);
            let mut end = now + run.scaled_to_speed(pace);
            handle
                .record()
                .estimate(self.subject, self.estimate.scaled_to_speed(pace).max(run.scaled_to_speed(pace)));
            if handle.options().daytime_limit && daytime_end(now) < end {
                (end, self.killed) = (daytime_end(now), true);
            }
            handle.record().start(self.subject, now);
            handle.occupy(self.subject, &self.claims, Phase::WORKS);
            handle.call_at(end, class::FINISH, END);
        } else {
            let status = if self.killed { Status::Killed } else { Status::Done };
            handle.record().finish(self.subject, now, status);
            self.claims.drain(..).for_each(|claim| handle.release_claim(claim));
            handle.end_subject();
        }
    }

    fn note_refused(&mut self, _: SubjectId, handle: &mut RunnerContext) {
        handle.record().reject(self.subject);
        handle.end_subject();
    }
}
