//! A cycle of the resource manager: all planned starts are planned again.
//!
//! What stands in front of an application in the order seldom changes, so what each one was given is kept with the profiles
//! that it left, and along the order it is known on which clusters anything differs from the cycle before. Where nothing
//! does, planning again would come to the same, and so would comparing what the application was shown. Basic operations are
//! those of planning everything anew.

use super::{Change, ClusterId, Cycle, FIRST, Known, Order, Profile, Request, Rms, Span, State, Time};
use std::rc::Rc;

/// What an application was given in the last cycle.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// It stood in the order of that cycle: it was shown what was occupied there.
    stood: bool,
    /// It has asked for something else since.
    asked: bool,
    /// The profiles of the clusters on which it holds hosts before its start, with these taken.
    left: Vec<(ClusterId, Rc<Profile>)>,
    hole: Hole,
}

impl Place {
    /// It asks for something else: it has to be planned anew.
    pub(super) fn asks(&mut self) {
        self.asked = true;
    }

    /// The clusters on which it holds hosts before its start.
    pub(super) fn clusters(&self) -> impl Iterator<Item = ClusterId> {
        self.left.iter().map(|&(id, _)| id)
    }
}

/// The first time at which the hosts of a request are free, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Hole {
    /// When.
    pub(in super::super) start: Time,
    /// What its first cluster alone allowed.
    first: Time,
    /// Steps that were looked at after that.
    after: u64,
}

impl Default for Hole {
    fn default() -> Self {
        Self { start: Time::MAX, first: Time::MAX, after: 0 }
    }
}

/// Two profiles, and whether they are the same from now on.
type Compared = (Rc<Profile>, Rc<Profile>, bool);

/// How far ahead the end of one is expected that is overdue.
const OVERDUE: Span = Span(1_000_000);

/// What is known of a cluster along the order of a cycle.
struct On {
    /// What is occupied on it differs from what it was here in the last cycle, or may do so.
    differs: bool,
    /// Nothing may be the same again before this place, even if it looks so: someone has left it.
    changed: Option<Order>,
    /// Neighbours in the order often had and get the same: what was compared last is known.
    compared: Option<Compared>,
}

/// What is known along the order of a cycle.
struct Along {
    now: Time,
    /// What is occupied on each cluster.
    occupied: Vec<Rc<Profile>>,
    /// What is known of that on each cluster.
    on: Vec<On>,
    /// Profiles that nobody holds any more.
    spare: Vec<Rc<Profile>>,
}

impl Rms {
    /// A cycle: all planned starts are forgotten and planned again.
    pub(in super::super) fn cycle(&mut self, now: Time) -> Cycle {
        self.pending = false;
        self.last_run = Some(now);
        let over = |&&one: &&u32| self.known[one as usize].until <= now;
        let over: Vec<u32> = self.ghosts.iter().filter(over).copied().collect();
        self.ghosts.retain(|one| !over.contains(one));
        for one in over {
            self.free(one);
        }
        let mut cycle = Cycle::default();
        let on = |changed: Option<Order>| On { differs: changed.is_some(), changed, compared: None };
        let on = self.occupied(now, &mut cycle).into_iter().map(on).collect();
        let (occupied, spare) = (self.base.clone(), std::mem::take(&mut self.spare));
        let mut along = Along { now, occupied, on, spare };
        self.plan(&mut along, &mut cycle);
        if !self.chooses() {
            for i in 0..self.submitted.len() {
                let one = self.submitted[i];
                let changes = self.show(one, true, &mut along);
                if !changes.is_empty() {
                    cycle.changed.push((one, changes));
                }
            }
        }
        self.last_view = along.occupied;
        self.spare = along.spare;
        let all = self.wait.len();
        self.start(now, &mut cycle);
        // Whoever starts makes room among those considered, and nothing else need happen for a long time.
        if cycle.considered < all && !cycle.starts.is_empty() {
            cycle.again = self.trigger(now);
        }
        cycle
    }

    /// Sees what is occupied by those that have started, until the ends of their walltimes, and by ghosts; says on which
    /// clusters something has changed.
    fn occupied(&mut self, now: Time, cycle: &mut Cycle) -> Vec<Option<Order>> {
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
            cycle.looks_at_all(profile, now);
        }
        changed
    }

    /// Gives everyone who is considered an estimated start, and tells those who do not start what is occupied before that.
    fn plan(&mut self, along: &mut Along, cycle: &mut Cycle) {
        let most = if self.options.considered == 0 { usize::MAX } else { self.options.considered as usize };
        cycle.considered = self.wait.len().min(most);
        for place in 0..self.wait.len() {
            let one = self.wait[place];
            if place >= most {
                let known = &mut self.known[one as usize];
                if known.estimate != Time::MAX {
                    cycle.estimated.push(one);
                }
                (known.estimate, known.state) = (Time::MAX, State::Waiting);
                known.place = Place::default();
                continue;
            }
            let changes = if self.chooses() { Vec::new() } else { self.show(one, false, along) };
            self.place(one, self.rule.holds(place), along, cycle);
            if self.known[one as usize].estimate > along.now && !changes.is_empty() {
                cycle.changed.push((one, changes));
            }
        }
    }

    /// Gives one an estimated start, and takes its hosts from then on if it `holds` them before its start.
    fn place(&mut self, one: u32, holds: bool, along: &mut Along, cycle: &mut Cycle) {
        let known = &mut self.known[one as usize];
        let now = along.now;
        known.state = State::Waiting;
        let Known { place, request, list, estimate, .. } = known;
        let still = place.stood
            && !place.asked
            && place.hole.first > now
            && list.is_empty()
            && holds != place.left.is_empty()
            && request.hosts.iter().all(|&(id, _)| !along.on[usize::from(id)].differs);
        if still {
            cycle.operations += place.hole.looks(request, &along.occupied, now);
            for (id, left) in &place.left {
                cycle.looks_at_all(left, now);
                along.occupied[usize::from(*id)] = left.clone();
            }
            return;
        }
        let hole = if list.is_empty() {
            request.hosts.iter().for_each(|&(id, _)| along.own(id.into()));
            hole(&mut along.occupied, request, now, &mut cycle.operations)
        } else {
            let (hole, best) = earliest(&mut along.occupied, list, now, &mut cycle.operations);
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
            place.clusters().for_each(|id| along.on[usize::from(id)].differs = true);
        }
        place.left.clear();
        if takes {
            let until = hole.start + request.wall_time;
            for &(id, hosts) in request.hosts.iter() {
                let profile = &mut along.occupied[usize::from(id)];
                Rc::make_mut(profile).take(hole.start, until, hosts);
                cycle.looks_at_all(profile, now);
                along.on[usize::from(id)].differs |= differs;
                place.left.push((id, profile.clone()));
            }
        }
        (place.stood, place.asked, place.hole) = (true, false, hole);
    }

    /// Where what an application is shown has changed; it is shown that from now on. All its clusters are looked at if they
    /// are not known to be as they were: if it stood elsewhere in the last cycle, or nowhere.
    fn show(&mut self, one: u32, elsewhere: bool, along: &mut Along) -> Vec<Change> {
        let still = !elsewhere && self.known[one as usize].place.stood;
        let order = Some(self.order(one));
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
            let limited = self.clusters[at].limited(occupied);
            let new = limited.as_ref().unwrap_or(occupied);
            if same((old, new), along.now, &mut on.compared) {
                on.differs &= !(still && limited.is_none() && order > on.changed);
                continue;
            }
            old.clone_from(new);
            changes.push(Change { place: place as u16, profile: new.clone() });
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
    pub(in super::super) fn forget(&mut self) {
        self.known.iter_mut().for_each(|known| known.place = Place::default());
        self.changed.fill(Some((i64::MAX, Time::MAX, u32::MAX)));
    }
}

impl Along {
    /// What is occupied on a cluster is about to change here; it was shown to others as it was.
    fn own(&mut self, id: usize) {
        let known = &self.occupied[id];
        let mut own = self.spare.pop().unwrap_or_else(|| known.clone());
        Rc::make_mut(&mut own).become_from(known, self.now);
        self.occupied[id] = own;
    }
}

/// True if two profiles of a cluster are the same from now on; what was compared last is known.
#[inline]
fn same((old, new): (&Rc<Profile>, &Rc<Profile>), now: Time, compared: &mut Option<Compared>) -> bool {
    if Rc::ptr_eq(old, new) {
        return true;
    }
    if let Some((was, is, same)) = compared
        && Rc::ptr_eq(was, old)
        && Rc::ptr_eq(is, new)
    {
        return *same;
    }
    let same = old.same_from(new, now);
    *compared = Some((old.clone(), new.clone(), same));
    same
}

impl Cycle {
    /// All steps of a profile are looked at.
    fn looks_at_all(&mut self, profile: &Profile, now: Time) {
        let steps = profile.ahead(now);
        self.operations += steps as u64;
        self.largest = self.largest.max(steps);
    }
}

impl Hole {
    /// How many steps would be looked at to find it again, where it lies later than now.
    fn looks(&self, request: &Request, occupied: &[Rc<Profile>], now: Time) -> u64 {
        let profile = &occupied[usize::from(request.hosts[0].0)];
        profile.between(now, self.first + request.wall_time) as u64 + self.after
    }
}

/// The first time from `now` on at which all hosts of a request, which are no more than its clusters have, are free for its
/// walltime. Passes over its clusters, each from the time found so far, until one changes nothing; every step that is
/// looked at counts.
pub(in super::super) fn hole(
    occupied: &mut [Rc<Profile>],
    request: &Request,
    now: Time,
    operations: &mut u64,
) -> Hole {
    let mut hole = Hole { start: now, first: Time::MAX, after: 0 };
    loop {
        let before = hole.start;
        for &(id, hosts) in request.hosts.iter() {
            let profile = Rc::make_mut(&mut occupied[usize::from(id)]);
            let found = profile.earlier(hole.start, hosts, request.wall_time, Time::MAX);
            let found = found.expect("all hosts are free in the end").start;
            let steps = profile.between(hole.start, found + request.wall_time) as u64;
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
fn earliest<'a>(
    occupied: &mut [Rc<Profile>],
    list: &'a [Request],
    now: Time,
    operations: &mut u64,
) -> (Hole, &'a Request) {
    let mut best: Option<(Time, Hole, &Request)> = None;
    for request in list {
        let hole = hole(occupied, request, now, operations);
        let end = hole.start + request.wall_time;
        if best.is_none_or(|(earliest, ..)| end < earliest) {
            best = Some((end, hole, request));
        }
    }
    let (_, hole, request) = best.expect("a list is never empty");
    (hole, request)
}
