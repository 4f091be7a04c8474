//! The runner of rigid parallel jobs: one size, on one cluster or co-allocated on several.

use super::Runner;
use crate::record::{Phase, Recorder, Status, Subject};
use crate::rule::SubjectId;
use crate::system::class;
use crate::system::koala::grid::{Claim, Desk, Wish};
use crate::system::koala::options::daytime_end;
use crate::time::{Span, Time};
use crate::workload::application::{Application, Spread};
use crate::workload::grid::GridJob;

struct Rigid {
    subject: SubjectId,
    run: Span,
    spread: Spread,
    /// Handed to the scheduler when it is submitted.
    wish: Option<Wish>,
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
    let wish = Wish {
        runner: 0,
        subject,
        request: grid_job.request.clone(),
        nodes: job.nodes,
        inputs: grid_job.inputs.clone(),
        estimate,
        elastic: false,
    };
    Some(Box::new(Rigid { subject, run: job.run, spread, wish: Some(wish), claims: vec![], killed: false }))
}

impl Runner for Rigid {
    fn submit(&mut self, desk: &mut Desk) {
        if let Some(wish) = self.wish.take() {
            desk.ask(Wish { runner: desk.runner, ..wish });
        }
    }

    fn placed(&mut self, claims: &[Claim], ready: Time, desk: &mut Desk) {
        self.claims = claims.to_vec();
        desk.occupy(self.subject, claims, Phase::PREPARES);
        desk.call_at(ready, class::ARRIVE, START);
    }

    fn timer(&mut self, tag: u64, desk: &mut Desk) {
        let now = desk.now();
        if tag == START {
            let clusters: Vec<u16> = self.claims.iter().map(|claim| claim.cluster).collect();
            let nodes = self.claims.iter().map(|claim| claim.nodes).sum();
            let run = self.spread.run_time(self.run, nodes, &clusters, desk.network());
            let mut end = now + run.at_speed(desk.pace(&clusters));
            if desk.options().daytime_limit && daytime_end(now) < end {
                (end, self.killed) = (daytime_end(now), true);
            }
            desk.record().start(self.subject, now);
            desk.occupy(self.subject, &self.claims, Phase::WORKS);
            desk.call_at(end, class::FINISH, END);
        } else {
            let status = if self.killed { Status::Killed } else { Status::Done };
            desk.record().finish(self.subject, now, status);
            self.claims.drain(..).for_each(|claim| desk.give_back(claim));
            desk.over();
        }
    }

    fn refused(&mut self, desk: &mut Desk) {
        desk.record().reject(self.subject);
        desk.over();
    }
}
