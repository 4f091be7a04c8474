//! A cycle of the resource manager: it recomputes all planned starts.
//!
//! Requests of higher priority seldom change. Each application's result is therefore stored with the resulting
//! profiles, and each cluster is marked from the place in the order where it differs from the previous cycle. Without a
//! difference, planning and comparing views would give the same result and are skipped. Basic operations are those of a
//! complete recomputation.

use super::{
    ApplicationRecord, ApplicationState, ClusterId, CycleOutcome, FIRST, PriorityKey, Profile, Request, Rms,
    Span, Time, ViewChange,
};
use std::rc::Rc;

/// The result of an application in the last cycle.
#[derive(Debug, Default)]
pub(super) struct PlannedPlace {
    /// True if it was in the order of that cycle: its view has the occupation there.
    stood: bool,
    /// True if its request has changed since.
    asked: bool,
    /// The profiles of the clusters on which it holds hosts before its start, including these hosts.
    left: Vec<(ClusterId, Rc<Profile>)>,
    hole: StartSlot,
}

impl PlannedPlace {
    /// Marks it for planning, as its request has changed.
    pub(super) fn invalidate(&mut self) {
        self.asked = true;
    }

    /// The clusters on which it holds hosts before its start.
    pub(super) fn reserved_clusters(&self) -> impl Iterator<Item = ClusterId> {
        self.left.iter().map(|&(id, _)| id)
    }
}

/// The first time at which the hosts of a request are free, with the cost of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct StartSlot {
    /// The time.
    pub(in super::super) start: Time,
    /// The first time on its first cluster alone.
    first: Time,
    /// Number of steps examined after that.
    after: u64,
}

impl Default for StartSlot {
    fn default() -> Self {
        Self { start: Time::MAX, first: Time::MAX, after: 0 }
    }
}

/// Two profiles, and whether they are equal from now on.
type ProfileComparison = (Rc<Profile>, Rc<Profile>, bool);

/// The assumed remaining time of an overdue application.
const OVERDUE: Span = Span(1_000_000);

/// The state of a cluster during the pass through the order.
struct ClusterPlan {
    /// True if its occupation differs, or may differ, from that at this place in the last cycle.
    differs: bool,
    /// Before this place the profiles may not be assumed equal again, even if they appear so: an application has left
    /// it.
    changed: Option<PriorityKey>,
    /// The latest comparison: neighbours in the order often have the same profiles.
    compared: Option<ProfileComparison>,
}

/// The state of the pass through the order.
struct PlanState {
    now: Time,
    /// The occupation of each cluster.
    occupied: Vec<Rc<Profile>>,
    /// The state of each cluster.
    on: Vec<ClusterPlan>,
    /// Unused profiles.
    spare: Vec<Rc<Profile>>,
}

impl Rms {
    /// Runs a cycle: all planned starts are discarded and recomputed.
    pub(in super::super) fn run_cycle(&mut self, now: Time) -> CycleOutcome {
        self.pending = false;
        self.last_run = Some(now);
        let over = |&&one: &&u32| self.known[one as usize].until <= now;
        let over: Vec<u32> = self.ghosts.iter().filter(over).copied().collect();
        self.ghosts.retain(|one| !over.contains(one));
        for one in over {
            self.free_hosts(one);
        }
        let mut cycle = CycleOutcome::default();
        let on = |changed: Option<PriorityKey>| ClusterPlan {
            differs: changed.is_some(),
            changed,
            compared: None,
        };
        let on = self.update_occupied(now, &mut cycle).into_iter().map(on).collect();
        let (occupied, spare) = (self.base.clone(), std::mem::take(&mut self.spare));
        let mut along = PlanState { now, occupied, on, spare };
        self.plan_all(&mut along, &mut cycle);
        if !self.chooses_configurations() {
            for i in 0..self.submitted.len() {
                let one = self.submitted[i];
                let changes = self.view_changes(one, true, &mut along);
                if !changes.is_empty() {
                    cycle.changed.push((one, changes));
                }
            }
        }
        self.last_view = along.occupied;
        self.spare = along.spare;
        let all = self.wait.len();
        self.start_due(now, &mut cycle);
        // A start makes room among the applications considered, and no other event may follow for a long time.
        if cycle.considered < all && !cycle.starts.is_empty() {
            cycle.again = self.trigger_cycle(now);
        }
        cycle
    }

    /// Updates the occupation by running applications, until the ends of their walltimes, and by ghosts; returns the
    /// changed clusters.
    fn update_occupied(&mut self, now: Time, cycle: &mut CycleOutcome) -> Vec<Option<PriorityKey>> {
        for &one in &self.started {
            let known = &self.known[one as usize];
            if known.until <= now {
                for &(id, _) in known.request.hosts.iter() {
                    let changed = &mut self.changed[usize::from(id)];
                    *changed = (*changed).max(Some(FIRST));
                }
            }
        }
        let fresh = vec![None; self.clusters.len()];
        let changed = std::mem::replace(&mut self.changed, fresh);
        let is = |id: usize| changed[id].is_some();
        for (id, cluster) in self.clusters.iter().enumerate().filter(|&(id, _)| is(id)) {
            self.base[id] = Rc::new(Profile::new(now, cluster.hosts));
        }
        for &one in self.started.iter().chain(&self.ghosts) {
            let known = &self.known[one as usize];
            // An application beyond its walltime may end at any time.
            let until = if known.until > now { known.until } else { now + OVERDUE };
            for &(id, hosts) in known.request.hosts.iter().filter(|&&(id, _)| is(usize::from(id))) {
                Rc::make_mut(&mut self.base[usize::from(id)]).take(now, until, hosts);
            }
        }
        for profile in &self.base {
            cycle.count_profile_steps(profile, now);
        }
        changed
    }

    /// Computes the estimated start of each application considered, and updates the views of those that do not start.
    fn plan_all(&mut self, along: &mut PlanState, cycle: &mut CycleOutcome) {
        let most = if self.options.considered == 0 { usize::MAX } else { self.options.considered as usize };
        cycle.considered = self.wait.len().min(most);
        for place in 0..self.wait.len() {
            let one = self.wait[place];
            if place >= most {
                let known = &mut self.known[one as usize];
                if known.estimate != Time::MAX {
                    cycle.estimated.push(one);
                }
                (known.estimate, known.state) = (Time::MAX, ApplicationState::Waiting);
                known.place = PlannedPlace::default();
                continue;
            }
            let changes =
                if self.chooses_configurations() { Vec::new() } else { self.view_changes(one, false, along) };
            self.plan_application(one, self.rule.reserves_at(place), along, cycle);
            if self.known[one as usize].estimate > along.now && !changes.is_empty() {
                cycle.changed.push((one, changes));
            }
        }
    }

    /// Computes the estimated start of an application, and occupies its hosts from then on if it `holds` them before
    /// its start.
    fn plan_application(&mut self, one: u32, holds: bool, along: &mut PlanState, cycle: &mut CycleOutcome) {
        let known = &mut self.known[one as usize];
        let now = along.now;
        known.state = ApplicationState::Waiting;
        let ApplicationRecord { place, request, list, estimate, .. } = known;
        let still = place.stood
            && !place.asked
            && place.hole.first > now
            && list.is_empty()
            && holds != place.left.is_empty()
            && request.hosts.iter().all(|&(id, _)| !along.on[usize::from(id)].differs);
        if still {
            cycle.operations += place.hole.search_cost(request, &along.occupied, now);
            for (id, left) in &place.left {
                cycle.count_profile_steps(left, now);
                along.occupied[usize::from(*id)] = left.clone();
            }
            return;
        }
        let hole = if list.is_empty() {
            request.hosts.iter().for_each(|&(id, _)| along.detach_shared_profile(id.into()));
            find_slot(&mut along.occupied, request, now, &mut cycle.operations)
        } else {
            let (hole, best) = earliest_configuration(&mut along.occupied, list, now, &mut cycle.operations);
            request.clone_from(best);
            hole
        };
        if *estimate != hole.start {
            *estimate = hole.start;
            cycle.estimated.push(one);
        }
        let takes = hole.start == now || holds;
        // An unchanged application leaves the occupation unchanged on unchanged clusters.
        let differs =
            !place.stood || place.asked || hole.start != place.hole.start || takes == place.left.is_empty();
        if differs {
            place.reserved_clusters().for_each(|id| along.on[usize::from(id)].differs = true);
        }
        place.left.clear();
        if takes {
            let until = hole.start + request.wall_time;
            for &(id, hosts) in request.hosts.iter() {
                let profile = &mut along.occupied[usize::from(id)];
                Rc::make_mut(profile).take(hole.start, until, hosts);
                cycle.count_profile_steps(profile, now);
                along.on[usize::from(id)].differs |= differs;
                place.left.push((id, profile.clone()));
            }
        }
        (place.stood, place.asked, place.hole) = (true, false, hole);
    }

    /// The changes of an application's view, which is updated. Compares the clusters that may have changed, or all its
    /// clusters if it had another place in the last cycle (`elsewhere`), or none.
    fn view_changes(&mut self, one: u32, elsewhere: bool, along: &mut PlanState) -> Vec<ViewChange> {
        let still = !elsewhere && self.known[one as usize].place.stood;
        let order = Some(self.priority_key(one));
        // Most applications have no changes, or many.
        let mut changes = self.letters.pop().unwrap_or_default();
        let known = &mut self.known[one as usize];
        for (place, (&id, old)) in known.clusters.iter().zip(&mut known.view).enumerate() {
            let at = usize::from(id);
            let on = &mut along.on[at];
            if still && !on.differs {
                continue;
            }
            let occupied = &along.occupied[at];
            let limited = self.clusters[at].visible_profile(occupied);
            let new = limited.as_ref().unwrap_or(occupied);
            if is_same_from_now((old, new), along.now, &mut on.compared) {
                on.differs &= !(still && limited.is_none() && order > on.changed);
                continue;
            }
            old.clone_from(new);
            changes.push(ViewChange { place: place as u16, profile: new.clone() });
        }
        if changes.capacity() > 0 && changes.is_empty() {
            self.letters.push(std::mem::take(&mut changes));
        }
        changes
    }
}

#[cfg(test)]
impl Rms {
    /// Discards the results of the last cycle: the next one plans all applications anew.
    pub(in super::super) fn forget_last_cycle(&mut self) {
        self.known.iter_mut().for_each(|known| known.place = PlannedPlace::default());
        self.changed.fill(Some((i64::MAX, Time::MAX, u32::MAX)));
    }
}

impl PlanState {
    /// Copies the profile of a cluster before a change, if others share it.
    fn detach_shared_profile(&mut self, id: usize) {
        let known = &self.occupied[id];
        let mut own = self.spare.pop().unwrap_or_else(|| known.clone());
        Rc::make_mut(&mut own).copy_from(known, self.now);
        self.occupied[id] = own;
    }
}

/// True if two profiles of a cluster are equal from now on; reuses the latest comparison.
#[inline]
fn is_same_from_now(
    (old, new): (&Rc<Profile>, &Rc<Profile>),
    now: Time,
    compared: &mut Option<ProfileComparison>,
) -> bool {
    if Rc::ptr_eq(old, new) {
        return true;
    }
    if let Some((was, is, same)) = compared
        && Rc::ptr_eq(was, old)
        && Rc::ptr_eq(is, new)
    {
        return *same;
    }
    let same = old.equals_from(new, now);
    *compared = Some((old.clone(), new.clone(), same));
    same
}

impl CycleOutcome {
    /// Counts an examination of all steps of a profile.
    fn count_profile_steps(&mut self, profile: &Profile, now: Time) {
        let steps = profile.steps_after(now);
        self.operations += steps as u64;
        self.largest = self.largest.max(steps);
    }
}

impl StartSlot {
    /// Number of steps that a repeated search would examine, for a start later than now.
    fn search_cost(&self, request: &Request, occupied: &[Rc<Profile>], now: Time) -> u64 {
        let profile = &occupied[usize::from(request.hosts[0].0)];
        profile.steps_between(now, self.first + request.wall_time) as u64 + self.after
    }
}

/// The first time from `now` on at which all hosts of a request are free for its walltime; its clusters have enough
/// hosts. Passes over its clusters, each from the time found so far, until a pass changes nothing; every step examined
/// counts.
pub(in super::super) fn find_slot(
    occupied: &mut [Rc<Profile>],
    request: &Request,
    now: Time,
    operations: &mut u64,
) -> StartSlot {
    let mut hole = StartSlot { start: now, first: Time::MAX, after: 0 };
    loop {
        let before = hole.start;
        for &(id, hosts) in request.hosts.iter() {
            let profile = Rc::make_mut(&mut occupied[usize::from(id)]);
            let found = profile.find_earlier_start(hole.start, hosts, request.wall_time, Time::MAX);
            let found = found.expect("all hosts are free in the end").start;
            let steps = profile.steps_between(hole.start, found + request.wall_time) as u64;
            *operations += steps;
            if hole.first == Time::MAX {
                hole.first = found;
            } else {
                hole.after += steps;
            }
            hole.start = found;
        }
        if request.hosts.len() == 1 || hole.start == before {
            return hole;
        }
    }
}

/// The configuration of a list that ends earliest, the first among ties, and its start.
fn earliest_configuration<'a>(
    occupied: &mut [Rc<Profile>],
    list: &'a [Request],
    now: Time,
    operations: &mut u64,
) -> (StartSlot, &'a Request) {
    let mut best: Option<(Time, StartSlot, &Request)> = None;
    for request in list {
        let hole = find_slot(occupied, request, now, operations);
        let end = hole.start + request.wall_time;
        if best.is_none_or(|(earliest, ..)| end < earliest) {
            best = Some((end, hole, request));
        }
    }
    let (_, hole, request) = best.expect("a list is never empty");
    (hole, request)
}
