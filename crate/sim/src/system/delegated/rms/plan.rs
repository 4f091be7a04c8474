//! A cycle of the resource manager: all planned starts are planned again.
//!
//! What stands in front of an application in the order seldom changes, so what each one was given is kept with the profiles
//! that it left, and along the order it is known on which clusters anything differs from the cycle before. Where nothing
//! does, planning again would come to the same, and so would comparing what the application was shown. Basic operations are
//! those of planning everything anew.

use super::{
    ApplicationRecord, ApplicationState, ClusterId, CycleOutcome, FIRST, PriorityKey, Profile, Request, Rms,
    Span, Time, ViewChange,
};
use std::rc::Rc;

/// What an application was given in the last cycle.
#[derive(Debug, Default)]
pub(super) struct PlannedPlace {
    /// It stood in the order of that cycle: it was shown what was occupied there.
    stood: bool,
    /// It has asked for something else since.
    asked: bool,
    /// The profiles of the clusters on which it holds hosts before its start, with these taken.
    left: Vec<(ClusterId, Rc<Profile>)>,
    hole: StartSlot,
}

impl PlannedPlace {
    /// It asks for something else: it has to be planned anew.
    pub(super) fn invalidate(&mut self) {
        self.asked = true;
    }

    /// The clusters on which it holds hosts before its start.
    pub(super) fn reserved_clusters(&self) -> impl Iterator<Item = ClusterId> {
        self.left.iter().map(|&(id, _)| id)
    }
}

/// The first time at which the hosts of a request are free, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct StartSlot {
    /// When.
    pub(in super::super) start: Time,
    /// What its first cluster alone allowed.
    first: Time,
    /// Steps that were looked at after that.
    after: u64,
}

impl Default for StartSlot {
    fn default() -> Self {
        Self { start: Time::MAX, first: Time::MAX, after: 0 }
    }
}

/// Two profiles, and whether they are the same from now on.
type ProfileComparison = (Rc<Profile>, Rc<Profile>, bool);

/// How far ahead the end of one is expected that is overdue.
const OVERDUE: Span = Span(1_000_000);

/// What is known of a cluster along the order of a cycle.
struct ClusterPlan {
    /// What is occupied on it differs from what it was here in the last cycle, or may do so.
    differs: bool,
    /// Nothing may be the same again before this place, even if it looks so: someone has left it.
    changed: Option<PriorityKey>,
    /// Neighbours in the order often had and get the same: what was compared last is known.
    compared: Option<ProfileComparison>,
}

/// What is known along the order of a cycle.
struct PlanState {
    now: Time,
    /// What is occupied on each cluster.
    occupied: Vec<Rc<Profile>>,
    /// What is known of that on each cluster.
    on: Vec<ClusterPlan>,
    /// Profiles that nobody holds any more.
    spare: Vec<Rc<Profile>>,
}

impl Rms {
    /// A cycle: all planned starts are forgotten and planned again.
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
        // Whoever starts makes room among those considered, and nothing else need happen for a long time.
        if cycle.considered < all && !cycle.starts.is_empty() {
            cycle.again = self.trigger_cycle(now);
        }
        cycle
    }

    /// Sees what is occupied by those that have started, until the ends of their walltimes, and by ghosts; says on which
    /// clusters something has changed.
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
            // One that outlives its walltime may end at any moment.
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

    /// Gives everyone who is considered an estimated start, and tells those who do not start what is occupied before that.
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

    /// Gives one an estimated start, and takes its hosts from then on if it `holds` them before its start.
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
        // Whoever is as before leaves as much as before on clusters that were as before.
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

    /// Where what an application is shown has changed; it is shown that from now on. All its clusters are looked at if they
    /// are not known to be as they were: if it stood elsewhere in the last cycle, or nowhere.
    fn view_changes(&mut self, one: u32, elsewhere: bool, along: &mut PlanState) -> Vec<ViewChange> {
        let still = !elsewhere && self.known[one as usize].place.stood;
        let order = Some(self.priority_key(one));
        // Most have nothing to be told, or many changes.
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
    /// Nothing is known of the last cycle: the next one plans all anew.
    pub(in super::super) fn forget_last_cycle(&mut self) {
        self.known.iter_mut().for_each(|known| known.place = PlannedPlace::default());
        self.changed.fill(Some((i64::MAX, Time::MAX, u32::MAX)));
    }
}

impl PlanState {
    /// What is occupied on a cluster is about to change here; it was shown to others as it was.
    fn detach_shared_profile(&mut self, id: usize) {
        let known = &self.occupied[id];
        let mut own = self.spare.pop().unwrap_or_else(|| known.clone());
        Rc::make_mut(&mut own).copy_from(known, self.now);
        self.occupied[id] = own;
    }
}

/// True if two profiles of a cluster are the same from now on; what was compared last is known.
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
    /// All steps of a profile are looked at.
    fn count_profile_steps(&mut self, profile: &Profile, now: Time) {
        let steps = profile.steps_after(now);
        self.operations += steps as u64;
        self.largest = self.largest.max(steps);
    }
}

impl StartSlot {
    /// How many steps would be looked at to find it again, where it lies later than now.
    fn search_cost(&self, request: &Request, occupied: &[Rc<Profile>], now: Time) -> u64 {
        let profile = &occupied[usize::from(request.hosts[0].0)];
        profile.steps_between(now, self.first + request.wall_time) as u64 + self.after
    }
}

/// The first time from `now` on at which all hosts of a request, which are no more than its clusters have, are free for its
/// walltime. Passes over its clusters, each from the time found so far, until one changes nothing; every step that is
/// looked at counts.
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

/// The configuration of a list that ends earliest, the first of several, and its start.
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
