//! The agent of an application. It has its application, the published information on clusters, and the views received;
//! it answers with requests. It has no access to the platform or the resource manager.

use super::options::AdaptMode;
use super::policy::complex::{self, AlgorithmVariant, ResourceCache};
use super::policy::resource::{CodeModel, ResourceSelection};
use super::policy::selection::{Durations, HostSelection};
use super::policy::{Choice, LauncherView};
use super::protocol::{ClusterId, ClusterInfos, Request, View, ViewChange};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::launcher::{Launcher as Application, Model};

/// The options shared by all launchers.
pub(super) struct LauncherOptions {
    pub(super) mode: AdaptMode,
    pub(super) once: bool,
    pub(super) reading: AlgorithmVariant,
    pub(super) selection: Box<dyn HostSelection>,
    pub(super) resources: Box<dyn ResourceSelection>,
}

/// The source of durations.
#[derive(Debug)]
enum DurationSource {
    /// For one cluster.
    One(Durations),
    /// For several clusters.
    Complex(ResourceCache),
}

/// A launcher.
#[derive(Debug)]
pub(super) struct Launcher {
    pub(super) app: Application,
    infos: ClusterInfos,
    view: View,
    plans: DurationSource,
    /// Answers in preparation: their numbers, and the view on which each is based if that is not the latest.
    timers: Vec<(u32, Option<View>)>,
    next_timer: u32,
    /// Its last request.
    pub(super) sent: Option<Request>,
    /// The granted request.
    pub(super) granted: Option<Request>,
    /// True once it has started or has found that it can never run: it ignores further notifications.
    deaf: bool,
    /// Number of basic operations.
    pub(super) operations: u64,
}

/// The reaction of a launcher to a message.
pub(super) enum Reaction {
    /// None.
    None,
    /// It answers immediately.
    Now,
    /// It answers after its adaptation delay; the number identifies the answer.
    Later(u32),
}

impl Launcher {
    /// The launcher of an application, with the information on suitable clusters.
    pub(super) fn new(app: Application, infos: ClusterInfos, manners: &LauncherOptions) -> Self {
        let plans = match &app.model {
            Model::Rigid { hosts, run } => {
                DurationSource::One(Durations::rigid(&infos, *hosts, *run, app.factor))
            }
            Model::Moldable(of) => {
                let mut sizes = manners.selection.size_range(of);
                let largest = infos.clusters.iter().map(|cluster| cluster.hosts).max().unwrap_or(0);
                // An application of fixed size uses a size that exists.
                if sizes.0 == sizes.1 && sizes.0 > largest {
                    sizes = (largest.max(of.least), largest.max(of.least), sizes.2);
                }
                DurationSource::One(Durations::new(&infos, of, app.factor, sizes))
            }
            Model::Complex(_) => DurationSource::Complex(ResourceCache::default()),
        };
        Self {
            app,
            infos,
            view: View::new(),
            plans,
            timers: Vec::new(),
            next_timer: 0,
            sent: None,
            granted: None,
            deaf: false,
            operations: 0,
        }
    }

    /// Receives changes of its view. Afterwards `changes` holds the replaced profiles, for reuse.
    pub(super) fn receive_changes(
        &mut self,
        changes: &mut [ViewChange],
        manners: &LauncherOptions,
    ) -> Reaction {
        if self.deaf {
            return Reaction::None;
        }
        for change in changes {
            let place = usize::from(change.place);
            if place < self.view.len() {
                std::mem::swap(&mut self.view[place], &mut change.profile);
            } else {
                self.view.push(change.profile.clone());
            }
        }
        if self.sent.is_some() && (manners.once || self.app.select_once) {
            return Reaction::None;
        }
        if self.app.adapt == Span::ZERO {
            return Reaction::Now;
        }
        let from = match manners.mode {
            AdaptMode::Absorb if !self.timers.is_empty() => return Reaction::None,
            AdaptMode::Absorb => None,
            AdaptMode::Restart => {
                self.timers.clear();
                None
            }
            AdaptMode::Pipeline => Some(self.view.clone()),
        };
        self.next_timer += 1;
        self.timers.push((self.next_timer, from));
        Reaction::Later(self.next_timer)
    }

    /// Completes an answer after the adaptation delay; none if the answer is no longer wanted.
    pub(super) fn finish_adaptation(
        &mut self,
        timer: u32,
        now: Time,
        manners: &LauncherOptions,
        wanted: bool,
    ) -> Option<Choice> {
        let at = self.timers.iter().position(|&(one, _)| one == timer)?;
        let (_, from) = self.timers.remove(at);
        Some(match from {
            None => self.choose(now, manners, wanted),
            Some(view) => {
                let latest = std::mem::replace(&mut self.view, view);
                let choice = self.choose(now, manners, wanted);
                self.view = latest;
                choice
            }
        })
    }

    /// Selects hosts by its view; the request is stored as sent, and omitted from the choice if it has not changed.
    pub(super) fn choose(&mut self, now: Time, manners: &LauncherOptions, wanted: bool) -> Choice {
        let seen = LauncherView { view: &self.view, infos: &self.infos, now };
        let mut choice = match (&mut self.plans, &self.app.model) {
            (DurationSource::Complex(known), Model::Complex(of)) => {
                let code = CodeModel { of, factor: self.app.factor };
                complex::select_hosts(seen, (&*manners.resources, code), known, manners.reading, wanted)
            }
            (DurationSource::One(durations), Model::Moldable(_)) => {
                manners.selection.select_hosts(seen, durations, wanted)
            }
            (DurationSource::One(durations), _) => {
                super::policy::selection::earliest_end_choice(seen, durations, wanted)
            }
            (DurationSource::Complex(_), _) => Choice::default(),
        };
        self.operations += choice.operations;
        if choice.request.is_none() {
            // At the end of the view all hosts are free: if even these are insufficient, the application can never run.
            self.deaf = true;
            self.timers.clear();
        } else if choice.request == self.sent {
            choice.request = None;
        } else {
            self.sent.clone_from(&choice.request);
        }
        choice
    }

    /// True if it has found that it can never run here.
    pub(super) fn has_given_up(&self) -> bool {
        self.deaf && self.granted.is_none()
    }

    /// Records the start of its application; returns the number of cancelled answers.
    pub(super) fn note_start(&mut self, granted: Request) -> u32 {
        self.granted = Some(granted);
        self.cancel_pending_answers()
    }

    /// Cancels all answers in preparation; returns their number.
    pub(super) fn cancel_pending_answers(&mut self) -> u32 {
        self.deaf = true;
        let late = self.timers.len() as u32;
        self.timers.clear();
        late
    }

    /// Actual runtime of its application, given the granted walltime.
    pub(super) fn actual_run_time(&self, wall_time: Span) -> Span {
        let run = Span((libm::floor(wall_time.0 as f64 / self.app.factor + 0.001) as i64).max(1));
        if self.app.factor < 1.0 { run } else { run.min(wall_time) }
    }

    /// Number of distinct configurations computed.
    pub(super) fn configuration_count(&self) -> u32 {
        match &self.plans {
            DurationSource::One(durations) => durations.computed_count(),
            DurationSource::Complex(known) => known.query_count(),
        }
    }

    /// The vectors of available hosts for which its resource function was called.
    pub(super) fn queried_vectors(&self) -> impl Iterator<Item = &[u32]> {
        let known = if let DurationSource::Complex(known) = &self.plans { Some(known) } else { None };
        known.into_iter().flat_map(ResourceCache::queried_vectors)
    }

    /// All its configurations: cluster, hosts and walltime, by cluster and hosts. Empty for an application whose
    /// configurations cannot be enumerated.
    pub(super) fn all_configurations(&mut self) -> Vec<(ClusterId, u32, Span)> {
        let DurationSource::One(durations) = &mut self.plans else { return Vec::new() };
        let (least, most) = durations.sizes();
        let mut list = Vec::new();
        for (place, cluster) in self.infos.clusters.iter().enumerate() {
            for hosts in least..=most.min(cluster.hosts) {
                list.push((cluster.id, hosts, durations.run_time_on(place, hosts)));
            }
        }
        list
    }

    /// The length of a list of all its configurations: hosts from none to all of each cluster for a code that may span
    /// clusters.
    pub(super) fn list_length(&self) -> f64 {
        match &self.plans {
            DurationSource::Complex(_) => {
                self.infos.clusters.iter().map(|cluster| f64::from(cluster.hosts) + 1.0).product()
            }
            DurationSource::One(durations) => {
                let (least, most) = durations.sizes();
                let sizes = |hosts: u32| (most.min(hosts) + 1).saturating_sub(least);
                self.infos.clusters.iter().map(|cluster| f64::from(sizes(cluster.hosts))).sum()
            }
        }
    }
}
