//! The runner of workflows of higher-order components: it chooses the clusters of units by a cost function, lets the units
//! exchange messages over links that all share, uses schedules again, and keeps to a usage limit (Dumitrescu and others
//! 2006, sections 3 and 4).
//!
//! A workflow holds its nodes while it is prepared; from then on each unit holds one. Components of a workflow run one after
//! the other on the same nodes.

mod reuse;
mod rounds;
#[cfg(test)]
mod tests;
mod told;
mod work;

use super::{Choice, Runner};
use crate::system::class;
use crate::system::koala::claim::Claim;
use crate::system::koala::components::{Key, Shared, place};
use crate::system::koala::grid::{Handle, PlacementRequest};
use crate::system::koala::options::{LimitScope, Reuse};
use crate::system::koala::policy::cost::{Asked, Part, map};
use crate::system::koala::reasons::{HELD, HIT, LEFT_OUT, MISS};
use crate::system::koala::transport::Ready;
use crate::system::parts::links::LinkState;
use ganttlet_core::record::{Kind, Look, Phase, Recorder, Status, Subject, Transfer};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;
use ganttlet_work::application::Application;
use ganttlet_work::grid::{GridJob, Request};
use ganttlet_work::hoc::{Graph, Hoc, Pattern};
use rounds::{Act, Rounds};

/// A workflow, which holds its nodes until its units do.
const WORKFLOW: Kind =
    Kind { name: "workflow", look: Look::Solid, counts: true, recurs: false, is_job: true };
/// A unit, which holds a node from the start of the first component on.
const UNIT: Kind = Kind { name: "unit", look: Look::Solid, counts: false, recurs: false, is_job: false };
/// Nodes that are kept for the next workflow.
const RESERVATION: Kind =
    Kind { name: "reservation", look: Look::Pale, counts: false, recurs: false, is_job: false };

/// So many computations are drawn one by one, with their messages; of components that start later a unit has one bar.
const DRAWN: u64 = 1_000_000;

/// What a timer is for, in the lowest bits of its tag; above it the unit.
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
    /// It waits, or is prepared.
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
    /// Made when it is let in, one for each component.
    graphs: Vec<Graph>,
    key: Key,
    /// The clusters of the units, as they were chosen last, and the nodes that were idle then.
    place: Vec<u16>,
    idle: Vec<u32>,
    claims: Vec<Claim>,
    /// The row of each unit.
    rows: Vec<u32>,
    /// An earlier schedule is used again; also its nodes.
    hit: bool,
    kept: bool,
    /// The component that runs.
    now: usize,
    rounds: Option<Rounds>,
    /// Its computations and messages are drawn one by one.
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
    let group = record.group(format!("workflow {}", job.number));
    let subject = |number, nodes| Subject {
        number,
        user: job.user,
        group,
        submit: job.submit,
        nodes,
        estimate: job.run,
    };
    let workflow = record.add_kind(subject(job.number, job.nodes), WORKFLOW);
    record.typed(workflow, name(hocs));
    let first = record.next_subject();
    for number in 1..=job.nodes {
        let unit = record.add_kind(subject(number, 1), UNIT);
        record.typed(unit, name(hocs));
    }
    Some(Box::new(Components {
        hocs: hocs.clone(),
        home: *home,
        subject: workflow,
        first,
        state: State::Waits,
        graphs: Vec::new(),
        key: hocs.iter().map(|hoc| (place(hoc.pattern), hoc.units)).collect(),
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

/// What a workflow is called in legends.
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

    /// The number that the limit counts it under.
    fn scope(&self, handle: &Handle) -> u32 {
        if handle.options().components.limit_scope == LimitScope::Grid { 0 } else { self.job.user }
    }

    /// What scheduling and submitting it takes.
    fn overheads(&self, handle: &Handle) -> Span {
        let options = &handle.options().components;
        options.schedule_time_s + Span(options.submit_time_s.0.saturating_mul(i64::from(self.units())))
    }

    /// How long it is said to hold its nodes: nobody is killed by that.
    fn estimate(&self, handle: &mut Handle) -> Span {
        let known = handle.links();
        let slowest = known.total.iter().copied().fold(f64::INFINITY, f64::min);
        let latency = known.latency.iter().copied().fold(0.0, f64::max);
        let of = |hoc: &Hoc| {
            let item = hoc.compute.seconds() + hoc.bits as f64 / 1e6 / slowest + latency;
            2.0 * f64::from(hoc.units + hoc.messages) * item
        };
        self.overheads(handle) + Span::from_seconds(self.hocs.iter().map(of).sum())
    }

    /// Lets it in: it counts from now on, and asks for its nodes.
    fn admit(&mut self, was_held: bool, handle: &mut Handle) {
        let scope = self.scope(handle);
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
            handle.ask_now(pending);
        } else {
            handle.ask(pending);
        }
    }

    /// Tells of the components as cost functions see them, and of what is known of the links.
    fn asked<R>(&self, handle: &mut Handle, of: impl FnOnce(&[Part], &LinkState, &Shared) -> R) -> R {
        let pattern = pattern(&self.hocs);
        let weight = handle.options().components.one_way_weight;
        let part = |(hoc, graph): (&Hoc, &'_ Graph)| (hoc.demand(), hoc.pattern, graph.clone());
        let parts: Vec<_> = self.hocs.iter().zip(&self.graphs).map(part).collect();
        let parts: Vec<Part> = parts
            .iter()
            .map(|(demand, own, graph)| Part {
                asked: Asked { graph, demand: *demand, pattern, home: self.home },
                weight: if *own == Pattern::Farm { 1.0 } else { weight },
            })
            .collect();
        let known = handle.links();
        of(&parts, &known, &handle.grid.components)
    }

    /// Maps it by the cost function, with the nodes that are idle.
    fn map(&self, handle: &mut Handle) -> Option<Vec<u16>> {
        self.asked(handle, |parts, known, shared| map(parts, &self.idle, known, &*shared.cost, |_, _, _| {}))
    }

    /// How many nodes it needs of each cluster.
    fn counts(&self) -> Vec<(u16, u32)> {
        let mut counts: Vec<(u16, u32)> = (0..self.idle.len() as u16).map(|cluster| (cluster, 0)).collect();
        for &cluster in &self.place {
            counts[usize::from(cluster)].1 += 1;
        }
        counts.retain(|&(_, nodes)| nodes > 0);
        counts
    }

    /// It is over: units and workflow end, and its nodes are kept or given back.
    fn finish(&mut self, status: Status, handle: &mut Handle) {
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
                handle.give_back(claim);
            }
        }
        self.leave(handle);
    }

    /// It counts no more, and the next one that the limit holds back is let in.
    fn leave(&mut self, handle: &mut Handle) {
        handle.over();
        handle.needs_no_links();
        let scope = self.scope(handle);
        let shared = &mut handle.grid.components;
        if let Some(running) = shared.running.get_mut(&scope) {
            *running -= 1;
        }
        let next = shared.held.iter().position(|&(_, other)| other == scope);
        if let Some((runner, _)) = next.and_then(|place| shared.held.remove(place)) {
            handle.call_other(runner, ADMIT);
        }
    }
}

impl Runner for Components {
    fn submit(&mut self, handle: &mut Handle) {
        let (limit, scope) = (handle.options().components.fixed_limit, self.scope(handle));
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

    fn choose(&mut self, idle: &mut [u32], handle: &mut Handle) -> Choice {
        (self.hit, self.kept) = (false, false);
        let reuse = handle.options().components.reuse;
        if reuse == Reuse::Resources
            && let Some(one) = handle.grid.components.reserved(&self.key, self.job.user)
        {
            let now = handle.now();
            handle.record().finish(one.subject, now, Status::Done);
            (self.hit, self.kept, self.place) = (true, true, one.place);
            return Choice::Held(one.claims);
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
            let counts = self.counts();
            if counts.iter().all(|&(cluster, nodes)| idle[usize::from(cluster)] >= nodes) {
                self.hit = true;
                return Choice::Fixed(counts);
            }
        }
        self.give_up_reservations(idle, handle);
        self.idle = idle.to_vec();
        let Some(place) = self.map(handle) else { return Choice::NoRoom };
        self.place = place;
        Choice::Fixed(self.counts())
    }

    fn claim_failed(&mut self, granted: &[Claim], refused: u16, handle: &mut Handle) {
        let now = handle.now();
        let options = handle.options().components;
        let until = now + options.exclude_for_s;
        let shared = &mut handle.grid.components;
        for claim in granted {
            shared.granted(claim.cluster);
        }
        if shared.refused(refused, options.exclude_after, until) {
            handle.record().mark(now, self.subject, &LEFT_OUT, i64::from(refused) + 1);
            handle.call_at(until, class::LOOK, LOOK);
        }
    }

    fn placed(&mut self, claims: &[Claim], ready: Ready, handle: &mut Handle) {
        self.claims = claims.to_vec();
        if !self.kept {
            for claim in claims {
                handle.grid.components.granted(claim.cluster);
            }
        }
        let now = handle.now();
        let (mark, nodes) = (if self.hit { &HIT } else { &MISS }, i64::from(self.units()));
        if handle.options().components.reuse != Reuse::Nothing {
            handle.record().mark(now, self.subject, mark, nodes);
        }
        self.describe(handle);
        self.explain(handle);
        self.overhead =
            if self.hit { handle.options().components.restart_time_s } else { self.overheads(handle) };
        handle.grid.components.store.insert(self.key.clone(), self.place.clone());
        handle.occupy(self.subject, claims, Phase::PREPARES);
        let at = if self.kept { now } else { ready.at };
        handle.call_when(self.subject, Ready { at: at + self.overhead, ..ready }, START);
    }

    fn timer(&mut self, tag: u64, handle: &mut Handle) {
        match tag & ((1 << BITS) - 1) {
            ADMIT => self.admit(true, handle),
            START => self.begin(handle),
            LOOK => handle.scan(),
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

    fn left(&mut self, tag: u64, handle: &mut Handle) {
        if let (State::Works, Some(rounds)) = (self.state, &mut self.rounds) {
            rounds.left((tag >> 32) as u32, &mut self.acts);
            self.act(handle);
        }
    }

    fn arrived(&mut self, tag: u64, sent: Time, handle: &mut Handle) {
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
                handle.record().transfer(Transfer { start: sent, end: now, from: a, to: b, subject, bytes });
            }
        }
        let graph = &self.graphs[self.now];
        let Some(rounds) = &mut self.rounds else { return };
        rounds.arrived(from, to, graph, &mut self.acts);
        self.act(handle);
    }

    fn refused(&mut self, _: SubjectId, handle: &mut Handle) {
        self.state = State::Over;
        for unit in self.first..self.first + self.units() {
            handle.record().reject(unit);
        }
        handle.record().reject(self.subject);
        self.leave(handle);
    }
}
