//! The resource manager: it tracks the occupation of clusters, sends views, and in cycles gives every request an
//! estimated start in the order of priority (first come first served with repeated backfilling). It never selects
//! resources.

mod plan;

#[cfg(test)]
pub(super) use plan::find_slot;

use super::options::{Options, Priority, Timer};
use super::policy::rule::QueueRule;
use super::protocol::{ClusterId, ClusterInfo, ClusterInfos, Request, ViewChange};
use ganttlet_core::platform::{FreeNodes, NodeSet, Platform, Profile};
use ganttlet_core::time::{Span, Time};
use plan::PlannedPlace;
use std::rc::Rc;

/// The state of an application (section 5.3.1 of the report). Before its arrival it is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ApplicationState {
    New,
    /// It has received a view.
    Submitted,
    /// It has sent a request, which no cycle has considered yet.
    RequestSent,
    /// It has an estimated start.
    Waiting,
    /// It has its hosts and runs.
    Started,
    /// It has ended, and its hosts are retained.
    Ghost,
    Finished,
}

/// The sort key of a waiting application: the value of the rule, a time, and the number of the application.
type PriorityKey = (i64, Time, u32);

/// A key before all others.
const FIRST: PriorityKey = (i64::MIN, Time::ZERO, 0);

/// The state of an application at the resource manager.
#[derive(Debug)]
pub(super) struct ApplicationRecord {
    pub(super) state: ApplicationState,
    /// The application: of several launchers of one application at most one starts.
    of: u32,
    /// The clusters of its subscription.
    clusters: Rc<[ClusterId]>,
    /// The view sent last.
    view: Vec<Rc<Profile>>,
    pub(super) request: Request,
    /// All its configurations, if it has submitted them.
    list: Vec<Request>,
    /// Its result in the last cycle.
    place: PlannedPlace,
    /// The components of its sort key: the value of the rule, then this time, then its number.
    key: i64,
    came: Time,
    first: Time,
    /// The start by the most recent plan; [`Time::MAX`] if unknown.
    pub(super) estimate: Time,
    /// Its start, and the end of its walltime; later the end of its ghost.
    pub(super) start: Time,
    until: Time,
    held: Vec<(ClusterId, NodeSet)>,
}

/// A cluster and its free hosts.
struct ClusterHostPool {
    hosts: u32,
    shown: u32,
    free: FreeNodes,
    first_row: u32,
}

impl ClusterHostPool {
    /// The part of its profile that launchers see, if that is not all of it.
    #[inline]
    fn visible_profile(&self, profile: &Profile) -> Option<Rc<Profile>> {
        (self.shown < self.hosts).then(|| Rc::new(profile.with_first_nodes_only(self.hosts, self.shown)))
    }
}

/// Rows of hosts: the cluster, and the first row with the number of rows.
pub(super) type HostRows = Vec<(ClusterId, (u32, u32))>;

/// The consequences of a request, an end or a cycle.
#[derive(Debug, Default)]
pub(super) struct CycleOutcome {
    /// Applications that start now, by priority, with the rows of their hosts.
    pub(super) starts: Vec<(u32, HostRows)>,
    /// Applications with changed views: waiting ones by priority, then those that have only subscribed.
    pub(super) changed: Vec<(u32, Vec<ViewChange>)>,
    /// Number of profile steps examined: basic operations.
    pub(super) operations: u64,
    /// Maximum number of steps of a profile.
    pub(super) largest: usize,
    /// Number of applications considered.
    pub(super) considered: usize,
    /// Applications with changed start estimates, by priority.
    pub(super) estimated: Vec<u32>,
    /// The time of the next cycle, if it has to be scheduled.
    pub(super) again: Option<Time>,
}

/// The outcome of a request.
pub(super) enum RequestOutcome {
    /// It is considered in the next cycle, which is at this time if it has to be scheduled.
    Taken(Option<Time>),
    /// No cluster has enough hosts.
    Refused,
    /// Its application has started already.
    Late,
}

/// The resource manager.
pub(super) struct Rms {
    pub(super) options: Options,
    rule: Box<dyn QueueRule>,
    clusters: Vec<ClusterHostPool>,
    infos: ClusterInfos,
    pub(super) known: Vec<ApplicationRecord>,
    pub(super) wait: Vec<u32>,
    started: Vec<u32>,
    ghosts: Vec<u32>,
    submitted: Vec<u32>,
    /// The occupation of each cluster by running applications and ghosts, and the changes since the last cycle.
    base: Vec<Rc<Profile>>,
    changed: Vec<Option<PriorityKey>>,
    last_view: Vec<Rc<Profile>>,
    last_run: Option<Time>,
    pending: bool,
    /// Memory for reuse in messages: unused profiles, and lists of changes.
    spare: Vec<Rc<Profile>>,
    letters: Vec<Vec<ViewChange>>,
}

impl Rms {
    /// Initially no host is occupied and none of the launchers has arrived.
    pub(super) fn new(
        platform: &Platform,
        rule: Box<dyn QueueRule>,
        options: Options,
        launchers: usize,
    ) -> Self {
        let shown = |hosts: u32| ((f64::from(hosts) * options.view_cap) as u32).max(1).min(hosts);
        let clusters = platform.clusters.iter().enumerate().map(|(place, cluster)| ClusterHostPool {
            hosts: cluster.nodes,
            shown: shown(cluster.nodes),
            free: FreeNodes::all_free(cluster.nodes),
            first_row: platform.first_row(place),
        });
        let clusters: Vec<ClusterHostPool> = clusters.collect();
        let n = clusters.len();
        let info = |(id, cluster): (usize, &ganttlet_core::platform::Cluster)| ClusterInfo {
            id: id as ClusterId,
            hosts: clusters[id].shown,
            speed: cluster.speed,
        };
        let infos = ClusterInfos {
            clusters: platform.clusters.iter().enumerate().map(info).collect(),
            latency: (0..n * n).map(|pair| platform.network.latency(pair / n, pair % n)).collect(),
        };
        let empty = |cluster: &ClusterHostPool| Rc::new(Profile::new(Time::ZERO, cluster.hosts));
        Self {
            base: clusters.iter().map(empty).collect(),
            changed: vec![None; n],
            last_view: clusters.iter().map(empty).collect(),
            known: (0..launchers).map(|_| ApplicationRecord::new()).collect(),
            options,
            rule,
            clusters,
            infos,
            wait: Vec::new(),
            started: Vec::new(),
            ghosts: Vec::new(),
            submitted: Vec::new(),
            last_run: None,
            pending: false,
            spare: Vec::new(),
            letters: Vec::new(),
        }
    }

    /// True if applications submit all their configurations.
    pub(super) fn chooses_configurations(&self) -> bool {
        self.rule.chooses_configurations()
    }

    /// True if all waiting applications hold hosts before their start.
    pub(super) fn reserves_for_all(&self) -> bool {
        self.rule.reserves_at(usize::MAX)
    }

    /// The cluster at an index of a subscription, and the number of its visible hosts.
    pub(super) fn visible_hosts(&self, application: u32, place: u16) -> (ClusterId, u32) {
        let id = self.known[application as usize].clusters[usize::from(place)];
        (id, self.clusters[usize::from(id)].shown)
    }

    /// The rows of the hosts held by an application: for each cluster, the first row and the number of rows.
    pub(super) fn host_rows(&self, application: u32) -> HostRows {
        let mut rows = HostRows::new();
        for (id, hosts) in &self.known[application as usize].held {
            let first_row = self.clusters[usize::from(*id)].first_row;
            rows.extend(hosts.ranges().iter().map(|&(first, count)| (*id, (first_row + first, count))));
        }
        rows
    }

    /// How long hosts are retained after an end.
    pub(super) fn fair_start_delay(&self) -> Span {
        if self.chooses_configurations() { self.options.oar_fair_start_s } else { self.options.fair_start_s }
    }

    /// The information on the clusters of a launcher's subscription (listClustersInfo); the diagonal has zero latency.
    pub(super) fn list_clusters_info(&self, application: u32) -> ClusterInfos {
        let own = &self.known[application as usize].clusters;
        let latency = |&one: &ClusterId, &other: &ClusterId| {
            if one == other { Span::ZERO } else { self.infos.latency_between(one.into(), other.into()) }
        };
        ClusterInfos {
            clusters: own.iter().map(|&id| self.infos.clusters[usize::from(id)].clone()).collect(),
            latency: own.iter().flat_map(|one| own.iter().map(move |other| latency(one, other))).collect(),
        }
    }

    /// The suitable clusters for a launcher: those it names, or all if it names none.
    pub(super) fn resolve_clusters(&self, clusters: &[ClusterId]) -> Vec<ClusterId> {
        let all = || (0..self.clusters.len() as ClusterId).collect();
        let mut own: Vec<ClusterId> = if clusters.is_empty() { all() } else { clusters.to_vec() };
        own.sort_unstable();
        own.dedup();
        own
    }

    /// Subscribes a launcher to the clusters that it names, and sends it the last view.
    pub(super) fn subscribe(
        &mut self,
        (one, of): (u32, u32),
        clusters: &[ClusterId],
        now: Time,
    ) -> Vec<ViewChange> {
        let own = self.resolve_clusters(clusters);
        let shown = |&id: &ClusterId| {
            let (cluster, profile) = (&self.clusters[usize::from(id)], &self.last_view[usize::from(id)]);
            cluster.visible_profile(profile).unwrap_or_else(|| profile.clone())
        };
        let view: Vec<Rc<Profile>> = own.iter().map(shown).collect();
        let known = &mut self.known[one as usize];
        *known = ApplicationRecord {
            state: ApplicationState::Submitted,
            of,
            clusters: own.into(),
            came: now,
            ..ApplicationRecord::new()
        };
        known.view.clone_from(&view);
        self.submitted.push(one);
        let change = |(place, profile): (usize, Rc<Profile>)| ViewChange { place: place as u16, profile };
        view.into_iter().enumerate().map(change).collect()
    }

    /// Recycles the memory of a message after its delivery, including the replaced profiles.
    pub(super) fn recycle_changes(&mut self, mut changes: Vec<ViewChange>) {
        let profiles = changes.drain(..).map(|change| change.profile);
        self.spare.extend(profiles.filter(|profile| Rc::strong_count(profile) == 1));
        self.letters.push(changes);
    }

    /// Replaces the request of an application.
    pub(super) fn set_request(&mut self, application: u32, request: Request, now: Time) -> RequestOutcome {
        let known = &self.known[application as usize];
        if !matches!(
            known.state,
            ApplicationState::Submitted | ApplicationState::RequestSent | ApplicationState::Waiting
        ) {
            return RequestOutcome::Late;
        }
        let fits = |&(id, hosts): &(ClusterId, u32)| {
            self.clusters.get(usize::from(id)).is_some_and(|cluster| (1..=cluster.hosts).contains(&hosts))
        };
        if request.hosts.is_empty() || !request.hosts.iter().all(fits) {
            return RequestOutcome::Refused;
        }
        if known.state == ApplicationState::Submitted {
            self.enqueue(application, self.rule.order_key(&request), now);
        }
        let known = &mut self.known[application as usize];
        known.request = request;
        known.place.invalidate();
        RequestOutcome::Taken(self.trigger_cycle(now))
    }

    /// Stores all configurations of an application, at least one.
    pub(super) fn set_request_list(
        &mut self,
        application: u32,
        list: Vec<Request>,
        now: Time,
    ) -> Option<Time> {
        self.enqueue(application, 0, now);
        self.known[application as usize].list = list;
        self.trigger_cycle(now)
    }

    /// Adds an application to the order.
    fn enqueue(&mut self, application: u32, key: i64, now: Time) {
        self.submitted.retain(|&one| one != application);
        let known = &mut self.known[application as usize];
        known.state = ApplicationState::RequestSent;
        known.key = key;
        known.first = if self.options.priority == Priority::Submission { known.came } else { now };
        let place = self.wait.partition_point(|&one| self.priority_key(one) < self.priority_key(application));
        self.wait.insert(place, application);
    }

    /// The sort key of an application with a request.
    fn priority_key(&self, application: u32) -> PriorityKey {
        let known = &self.known[application as usize];
        (known.key, known.first, application)
    }

    /// Marks a cluster as changed since the last cycle, for the applications after `behind` in the order.
    fn mark_cluster_changed(&mut self, id: ClusterId, behind: PriorityKey) {
        let changed = &mut self.changed[usize::from(id)];
        *changed = (*changed).max(Some(behind));
    }

    /// Marks the clusters on which an application that has started or left held hosts before its start, for the
    /// applications after it.
    fn mark_released(&mut self, application: u32) {
        let place = std::mem::take(&mut self.known[application as usize].place);
        let order = self.priority_key(application);
        place.reserved_clusters().for_each(|id| self.mark_cluster_changed(id, order));
    }

    /// Withdraws an application that will never run here.
    pub(super) fn withdraw(&mut self, application: u32, now: Time) -> Option<Time> {
        self.submitted.retain(|&one| one != application);
        self.wait.retain(|&one| one != application);
        self.known[application as usize].state = ApplicationState::Finished;
        self.mark_released(application);
        self.trigger_cycle(now)
    }

    /// Ends an application; its hosts are retained until the returned time, or free if that is now.
    pub(super) fn end_application(&mut self, application: u32, now: Time) -> (Time, Option<Time>) {
        self.started.retain(|&one| one != application);
        let until = now + self.fair_start_delay();
        let request = self.known[application as usize].request.clone();
        request.hosts.iter().for_each(|&(id, _)| self.mark_cluster_changed(id, FIRST));
        let known = &mut self.known[application as usize];
        if until == now {
            self.free_hosts(application);
            return (until, self.trigger_cycle(now));
        }
        (known.state, known.until) = (ApplicationState::Ghost, until);
        self.ghosts.push(application);
        let cycle = if self.options.done_triggers { self.trigger_cycle(now) } else { None };
        (until, cycle)
    }

    /// Frees the hosts of an application.
    fn free_hosts(&mut self, application: u32) {
        let known = &mut self.known[application as usize];
        known.state = ApplicationState::Finished;
        for (id, hosts) in std::mem::take(&mut known.held) {
            self.mark_cluster_changed(id, FIRST);
            let cluster = &mut self.clusters[usize::from(id)];
            for &(first, count) in hosts.ranges() {
                cluster.free.give_back(first, count);
            }
        }
    }

    /// Requests a cycle; returns its time if it has to be scheduled.
    pub(super) fn trigger_cycle(&mut self, now: Time) -> Option<Time> {
        if std::mem::replace(&mut self.pending, true) {
            return None;
        }
        let timer = self.options.reschedule_s.max(Span(1));
        Some(match self.options.timer {
            Timer::Spacing => self.last_run.map_or(now, |last| now.max(last + timer)),
            Timer::Delay => now + timer,
            Timer::Grid => {
                let first = now.max(self.last_run.map_or(now, |last| last + Span(1)));
                Time((first.0 + timer.0 - 1).div_euclid(timer.0) * timer.0)
            }
        })
    }

    /// Starts the applications that are due, on the lowest-numbered free hosts.
    fn start_due(&mut self, now: Time, cycle: &mut CycleOutcome) {
        let due = |&one: &u32| self.known[one as usize].estimate == now;
        let mut starting: Vec<u32> = self.wait.iter().copied().filter(due).collect();
        // Of several launchers of one application the first starts; the others are withdrawn afterwards.
        let mut first = Vec::new();
        starting.retain(|&one| {
            let of = self.known[one as usize].of;
            let is_first = !first.contains(&of);
            first.push(of);
            is_first
        });
        self.wait.retain(|one| !starting.contains(one));
        for one in starting {
            let known = &mut self.known[one as usize];
            (known.state, known.start) = (ApplicationState::Started, now);
            known.until = now + known.request.wall_time;
            known.view = Vec::new();
            for &(id, hosts) in known.request.hosts.iter() {
                let cluster = &mut self.clusters[usize::from(id)];
                let mut held = NodeSet::default();
                let given = cluster.free.take_lowest(hosts, |first, count| held.push(first, count));
                debug_assert!(given, "a hole at this moment is hosts that are free");
                known.held.push((id, held));
            }
            self.mark_released(one);
            self.started.push(one);
            cycle.starts.push((one, self.host_rows(one)));
        }
    }
}

impl ApplicationRecord {
    fn new() -> Self {
        Self {
            state: ApplicationState::New,
            of: 0,
            clusters: Rc::new([]),
            view: Vec::new(),
            request: Request::default(),
            list: Vec::new(),
            place: PlannedPlace::default(),
            key: 0,
            came: Time::ZERO,
            first: Time::ZERO,
            estimate: Time::MAX,
            start: Time::MAX,
            until: Time::MAX,
            held: Vec::new(),
        }
    }
}
