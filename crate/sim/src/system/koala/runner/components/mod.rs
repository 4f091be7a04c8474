//! The runner of workflows of higher-order components (Dumitrescu et al. 2006, sections 3 and 4). It chooses the
//! clusters of units by a cost function, exchanges messages between units over shared links, reuses schedules, and
//! observes a usage limit.
//!
//! A workflow holds its nodes during preparation; afterwards each unit holds one. Components of a workflow run one
//! after the other on the same nodes.

mod component_tables;
mod reuse;
mod rounds;
#[cfg(test)]
mod tests;
mod work;

use super::{PlacementChoice, Runner};
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::components::{ComponentScheduling, ReuseKey, pattern_index};
use crate::system::koala::grid::{PlacementRequest, RunnerContext};
use crate::system::koala::options::{LimitScope, Reuse};
use crate::system::koala::policy::cost::{CostQuery, WeightedComponent, map_units};
use crate::system::koala::reasons::{HELD, HIT, LEFT_OUT, MISS};
use crate::system::koala::transport::Ready;
use crate::system::parts::links::LinkState;
use ganttlet_core::record::{Kind, Look, Phase, Recorder, Status, Subject, Transfer};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;
use ganttlet_work::application::Application;
use ganttlet_work::grid::{GridJob, Request};
use ganttlet_work::hoc::{Hoc, Pattern, UnitGraph};
use rounds::{Act, Rounds};

/// A workflow, which holds its nodes until its units do.
const WORKFLOW: Kind =
    Kind { name: "workflow", look: Look::Solid, counts: true, recurs: false, is_job: true };
/// A unit, which holds a node from the start of the first component.
const UNIT: Kind = Kind { name: "unit", look: Look::Solid, counts: false, recurs: false, is_job: false };
/// Nodes reserved for the next workflow.
const RESERVATION: Kind =
    Kind { name: "reservation", look: Look::Pale, counts: false, recurs: false, is_job: false };

/// Maximum number of computations that are recorded individually, with their messages; for components that start later
/// a unit has one bar.
const DRAWN: u64 = 1_000_000;

/// The purpose of a timer, in the lowest bits of its tag; the unit is in the higher bits.
const START: u64 = 0;
const COMPUTED: u64 = 1;
const ADMIT: u64 = 2;
const KILL: u64 = 3;
const EXPIRE: u64 = 4;
const EMPTY: u64 = 5;
const LOOK: u64 = 6;
const BITS: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Waiting or in preparation.
    Waits,
    Works,
    Over,
}

struct Components {
    job: Job,
    hocs: Vec<Hoc>,
    home: Option<u16>,
    subject: SubjectId,
    /// Its first unit; the others follow.
    first: SubjectId,
    state: State,
    /// Built at its admission, one per component.
    graphs: Vec<UnitGraph>,
    key: ReuseKey,
    /// The clusters of the units in the latest choice, and the idle nodes at that time.
    place: Vec<u16>,
    idle: Vec<u32>,
    claims: Vec<Claim>,
    /// The row of each unit.
    rows: Vec<u32>,
    /// True if an earlier schedule is reused, and if its nodes are also reused.
    hit: bool,
    kept: bool,
    /// The current component.
    now: usize,
    rounds: Option<Rounds>,
    /// True if its computations and messages are recorded individually.
    drawn: bool,
    acts: Vec<Act>,
    began: Time,
    overhead: Span,
    computing: i64,
    message_time: i64,
    messages: u32,
    remote: u32,
}

pub(super) fn make(grid_job: &GridJob, record: &mut Recorder) -> Option<Box<dyn Runner>> {
    let Application::Components { hocs, home } = &grid_job.application else { return None };
    let job = grid_job.job.clone();
    let group = record.add_group(format!("workflow {}", job.number));
    let subject = |number, nodes| Subject {
        number,
        user: job.user,
        group,
        submit: job.submit,
        nodes,
        estimate: job.run,
    };
    let workflow = record.add_kind(subject(job.number, job.nodes), WORKFLOW);
    record.set_type(workflow, name(hocs));
    let first = record.next_subject();
    for number in 1..=job.nodes {
        let unit = record.add_kind(subject(number, 1), UNIT);
        record.set_type(unit, name(hocs));
    }
    Some(Box::new(Components {
        hocs: hocs.clone(),
        home: *home,
        subject: workflow,
        first,
        state: State::Waits,
        graphs: Vec::new(),
        key: hocs.iter().map(|hoc| (pattern_index(hoc.pattern), hoc.units)).collect(),
        place: Vec::new(),
        idle: Vec::new(),
        claims: Vec::new(),
        rows: Vec::new(),
        hit: false,
        kept: false,
        now: 0,
        rounds: None,
        drawn: false,
        acts: Vec::new(),
        began: Time::ZERO,
        overhead: Span::ZERO,
        computing: 0,
        message_time: 0,
        messages: 0,
        remote: 0,
        job,
    }))
}

/// The name of a workflow in legends.
fn name(hocs: &[Hoc]) -> &'static str {
    match pattern(hocs) {
        Some(Pattern::Farm) => "farm",
        Some(Pattern::Pipeline) => "pipeline",
        Some(Pattern::Wavefront) => "wavefront",
        None => "several patterns",
    }
}

/// The pattern of all components; none if they differ.
fn pattern(hocs: &[Hoc]) -> Option<Pattern> {
    let first = hocs.first()?.pattern;
    hocs.iter().all(|hoc| hoc.pattern == first).then_some(first)
}

impl Components {
    fn units(&self) -> u32 {
        self.job.nodes
    }

    /// The number under which the limit counts it.
    fn usage_limit_key(&self, handle: &RunnerContext) -> u32 {
        if handle.options().components.limit_scope == LimitScope::Grid { 0 } else { self.job.user }
    }

    /// Time of scheduling and submission.
    fn overheads(&self, handle: &RunnerContext) -> Span {
        let options = &handle.options().components;
        options.schedule_time_s + Span(options.submit_time_s.0.saturating_mul(i64::from(self.units())))
    }

    /// Expected duration of its claim on nodes; exceeding it kills no job.
    fn estimate(&self, handle: &mut RunnerContext) -> Span {
        let known = handle.links();
        let slowest = known.total.iter().copied().fold(f64::INFINITY, f64::min);
        let latency = known.latency.iter().copied().fold(0.0, f64::max);
        let of = |hoc: &Hoc| {
            let item = hoc.compute.seconds() + hoc.bits as f64 / 1e6 / slowest + latency;
            2.0 * f64::from(hoc.units + hoc.messages) * item
        };
        self.overheads(handle) + Span::from_seconds(self.hocs.iter().map(of).sum())
    }

    /// Admits the workflow: it counts towards the limit and requests its nodes.
    fn admit(&mut self, was_held: bool, handle: &mut RunnerContext) {
        let scope = self.usage_limit_key(handle);
        *handle.grid.components.running.entry(scope).or_default() += 1;
        self.graphs = self.hocs.iter().map(Hoc::graph).collect();
        let pending = PlacementRequest {
            runner: handle.runner,
            subject: self.subject,
            request: Request::Flexible,
            nodes: self.units(),
            inputs: Vec::new(),
            estimate: self.estimate(handle),
            chosen: true,
            elastic: false,
        };
        if was_held {
            handle.request_placement_of_waiting(pending);
        } else {
            handle.request_placement(pending);
        }
    }

    /// Calls a function with the queries of the components for cost functions and the known state of the links.
    fn with_cost_queries<R>(
        &self,
        handle: &mut RunnerContext,
        of: impl FnOnce(&[WeightedComponent], &LinkState, &ComponentScheduling) -> R,
    ) -> R {
        let pattern = pattern(&self.hocs);
        let weight = handle.options().components.one_way_weight;
        let part = |(hoc, graph): (&Hoc, &'_ UnitGraph)| (hoc.link_demand_mbps(), hoc.pattern, graph.clone());
        let parts: Vec<_> = self.hocs.iter().zip(&self.graphs).map(part).collect();
        let parts: Vec<WeightedComponent> = parts
            .iter()
            .map(|(demand, own, graph)| WeightedComponent {
                asked: CostQuery { graph, demand: *demand, pattern, home: self.home },
                weight: if *own == Pattern::Farm { 1.0 } else { weight },
            })
            .collect();
        let known = handle.links();
        of(&parts, &known, &handle.grid.components)
    }

    /// Maps the units to the idle nodes by the cost function.
    fn map(&self, handle: &mut RunnerContext) -> Option<Vec<u16>> {
        self.with_cost_queries(handle, |parts, known, shared| {
            map_units(parts, &self.idle, known, &*shared.cost, |_, _, _| {})
        })
    }

    /// The number of nodes it needs in each cluster.
    fn nodes_by_cluster(&self) -> Vec<(u16, u32)> {
        let mut counts: Vec<(u16, u32)> = (0..self.idle.len() as u16).map(|cluster| (cluster, 0)).collect();
        for &cluster in &self.place {
            counts[usize::from(cluster)].1 += 1;
        }
        counts.retain(|&(_, nodes)| nodes > 0);
        counts
    }

    /// Ends units and workflow; its nodes are reserved or released.
    fn finish(&mut self, status: Status, handle: &mut RunnerContext) {
        let now = handle.now();
        self.state = State::Over;
        for unit in self.first..self.first + self.units() {
            handle.record().finish(unit, now, status);
        }
        handle.record().finish(self.subject, now, status);
        let claims = std::mem::take(&mut self.claims);
        if status == Status::Done && handle.options().components.reuse == Reuse::Resources {
            self.reserve(claims, handle);
        } else {
            for claim in claims {
                handle.release_claim(claim);
            }
        }
        self.leave(handle);
    }

    /// Leaves the limit, and admits the next workflow that it held back.
    fn leave(&mut self, handle: &mut RunnerContext) {
        handle.end_subject();
        handle.stop_using_links();
        let scope = self.usage_limit_key(handle);
        let shared = &mut handle.grid.components;
        if let Some(running) = shared.running.get_mut(&scope) {
            *running -= 1;
        }
        let next = shared.held.iter().position(|&(_, other)| other == scope);
        if let Some((runner, _)) = next.and_then(|place| shared.held.remove(place)) {
            handle.call_runner(runner, ADMIT);
        }
    }
}

impl Runner for Components {
    fn submit(&mut self, handle: &mut RunnerContext) {
        let (limit, scope) = (handle.options().components.fixed_limit, self.usage_limit_key(handle));
        let running = handle.grid.components.running.get(&scope).copied().unwrap_or(0);
        if limit > 0 && running >= limit {
            let (now, runner) = (handle.now(), handle.runner);
            handle.record().queue(self.subject, now, crate::system::koala::NONE);
            handle.record().mark(now, self.subject, &HELD, i64::from(limit));
            handle.grid.components.held.push_back((runner, scope));
        } else {
            self.admit(false, handle);
        }
    }

    fn choose_placement(&mut self, idle: &mut [u32], handle: &mut RunnerContext) -> PlacementChoice {
        (self.hit, self.kept) = (false, false);
        let reuse = handle.options().components.reuse;
        if reuse == Reuse::Resources
            && let Some(one) = handle.grid.components.take_reservation(&self.key, self.job.user)
        {
            let now = handle.now();
            handle.record().finish(one.subject, now, Status::Done);
            (self.hit, self.kept, self.place) = (true, true, one.place);
            return PlacementChoice::Held(one.claims);
        }
        for (cluster, idle) in idle.iter_mut().enumerate() {
            if handle.grid.components.is_left_out(cluster, handle.now()) {
                *idle = 0;
            }
        }
        self.idle = idle.to_vec();
        if reuse == Reuse::Mapping
            && let Some(place) = handle.grid.components.store.get(&self.key)
        {
            self.place.clone_from(place);
            let counts = self.nodes_by_cluster();
            if counts.iter().all(|&(cluster, nodes)| idle[usize::from(cluster)] >= nodes) {
                self.hit = true;
                return PlacementChoice::Fixed(counts);
            }
        }
        self.give_up_reservations(idle, handle);
        self.idle = idle.to_vec();
        let Some(place) = self.map(handle) else { return PlacementChoice::NoRoom };
        self.place = place;
        PlacementChoice::Fixed(self.nodes_by_cluster())
    }

    fn claim_failed(&mut self, granted: &[Claim], refused: u16, handle: &mut RunnerContext) {
        let now = handle.now();
        let options = handle.options().components;
        let until = now + options.exclude_for_s;
        let shared = &mut handle.grid.components;
        for claim in granted {
            shared.note_granted(claim.cluster);
        }
        if shared.note_refused(refused, options.exclude_after, until) {
            handle.record().mark(now, self.subject, &LEFT_OUT, i64::from(refused) + 1);
            handle.call_at(until, class::LOOK, LOOK);
        }
    }

    fn start_on_claims(&mut self, claims: &[Claim], ready: Ready, handle: &mut RunnerContext) {
        self.claims = claims.to_vec();
        if !self.kept {
            for claim in claims {
                handle.grid.components.note_granted(claim.cluster);
            }
        }
        let now = handle.now();
        let (mark, nodes) = (if self.hit { &HIT } else { &MISS }, i64::from(self.units()));
        if handle.options().components.reuse != Reuse::Nothing {
            handle.record().mark(now, self.subject, mark, nodes);
        }
        self.record_components(handle);
        self.record_costs(handle);
        self.overhead =
            if self.hit { handle.options().components.restart_time_s } else { self.overheads(handle) };
        handle.grid.components.store.insert(self.key.clone(), self.place.clone());
        handle.occupy(self.subject, claims, Phase::PREPARES);
        let at = if self.kept { now } else { ready.at };
        handle.call_when(self.subject, Ready { at: at + self.overhead, ..ready }, START);
    }

    fn handle_timer(&mut self, tag: u64, handle: &mut RunnerContext) {
        match tag & ((1 << BITS) - 1) {
            ADMIT => self.admit(true, handle),
            START => self.begin(handle),
            LOOK => handle.request_scan(),
            EXPIRE => {
                let kept = &mut handle.grid.components.reservations;
                let own = kept.iter().position(|one| one.runner == handle.runner);
                if let Some(place) = own {
                    reuse::free(kept.remove(place), handle);
                }
            }
            KILL if self.state == State::Works => {
                handle.cancel_messages();
                self.rounds = None;
                self.finish(Status::Killed, handle);
            }
            EMPTY if self.state == State::Works => self.end(handle),
            COMPUTED if self.state == State::Works => {
                let unit = (tag >> BITS) as u32;
                let graph = &self.graphs[self.now];
                let Some(rounds) = &mut self.rounds else { return };
                rounds.computed(unit, graph, &mut self.acts);
                if self.drawn && !rounds.is_busy(unit) {
                    self.draw(unit, Phase::WAITS, handle);
                }
                self.act(handle);
            }
            _ => {}
        }
    }

    fn note_message_left(&mut self, tag: u64, handle: &mut RunnerContext) {
        if let (State::Works, Some(rounds)) = (self.state, &mut self.rounds) {
            rounds.left((tag >> 32) as u32, &mut self.acts);
            self.act(handle);
        }
    }

    fn note_message_arrived(&mut self, tag: u64, sent: Time, handle: &mut RunnerContext) {
        if self.state != State::Works {
            return;
        }
        let (from, to) = ((tag >> 32) as u32, tag as u32);
        let (a, b) = (self.place[from as usize], self.place[to as usize]);
        let now = handle.now();
        self.messages += 1;
        self.message_time = self.message_time.saturating_add((now - sent).0);
        if a != b {
            self.remote += 1;
            if self.drawn {
                let (subject, bytes) = (self.first + to, self.hocs[self.now].bits as f64 / 8.0);
                handle.record().add_transfer(Transfer {
                    start: sent,
                    end: now,
                    from: a,
                    to: b,
                    subject,
                    bytes,
                });
            }
        }
        let graph = &self.graphs[self.now];
        let Some(rounds) = &mut self.rounds else { return };
        rounds.arrived(from, to, graph, &mut self.acts);
        self.act(handle);
    }

    fn note_refused(&mut self, _: SubjectId, handle: &mut RunnerContext) {
        self.state = State::Over;
        for unit in self.first..self.first + self.units() {
            handle.record().reject(unit);
        }
        handle.record().reject(self.subject);
        self.leave(handle);
    }
}
