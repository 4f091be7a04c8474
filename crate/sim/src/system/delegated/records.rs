//! Records of messages, views and estimated starts.

use super::launcher::Launcher;
use super::options::Scope;
use super::policy::Candidate;
use super::protocol::{ClusterInfo, Request, ViewChange};
use super::tables::{AskedRow, EstimateRow, MessageRow, ViewRow, ViewStepRow, WeighedRow};
use super::{Delegated, Event};
use crate::system::Context;
use ganttlet_core::time::{Span, Time};

impl Delegated {
    /// Writes the current row of the application of a launcher.
    pub(super) fn write_row(&mut self, one: u32, cx: &mut Context<Event>) {
        let (all, application) = (self.launchers_of(one), self.application_of(one));
        let end = (all.end as usize).min(self.launchers.len());
        let (own, row) = (&self.launchers[all.start as usize..end], &mut self.rows[application as usize]);
        row.operations = own.iter().map(|launcher| launcher.operations).sum::<u64>() as f64;
        if self.rms.options.config_scope == Scope::PerApp
            || own.iter().all(|one| one.queried_vectors().next().is_none())
        {
            row.configurations = own.iter().map(Launcher::configuration_count).sum();
        }
        cx.record.set_row(application, row);
    }

    /// Counts only new vectors if codes that span clusters share their computed configurations.
    pub(super) fn count_shared(&mut self, one: u32) {
        if self.rms.options.config_scope == Scope::PerApp {
            return;
        }
        let row = self.application_of(one) as usize;
        let launcher = &self.launchers[one as usize];
        for vector in launcher.queried_vectors() {
            if let Err(at) = self.vectors.binary_search_by(|known| (**known).cmp(vector)) {
                self.vectors.insert(at, vector.into());
                self.rows[row].configurations += 1;
            }
        }
    }

    /// Records a message that contains only clusters.
    pub(super) fn record_simple_message(
        &mut self,
        one: u32,
        to_manager: bool,
        what: &'static str,
        (bytes, clusters): (u64, usize),
        cx: &mut Context<Event>,
    ) {
        self.record_message(one, (to_manager, what), (bytes, clusters, 0, Span::ZERO), cx);
    }

    /// Records a message: bytes, clusters, hosts and duration.
    pub(super) fn record_message(
        &mut self,
        one: u32,
        (to_manager, what): (bool, &'static str),
        (bytes, clusters, hosts, wall_time): (u64, usize, u32, Span),
        cx: &mut Context<Event>,
    ) {
        if !cx.record.keeps_all() {
            return;
        }
        let delayed = matches!(what, "changeNotify" | "request");
        let delay = if delayed { self.rms.options.message_delay_s } else { Span::ZERO };
        let row = MessageRow {
            time: cx.now,
            came: cx.now + delay,
            application: self.application_of(one),
            to_manager: Some(to_manager),
            what: cx.record.intern_text(what),
            bytes: bytes as u32,
            clusters: clusters as u32,
            hosts,
            wall_time,
        };
        cx.record.add_row(&row);
    }

    /// Records the requested hosts of each cluster.
    pub(super) fn record_request(&self, one: u32, request: &Request, cx: &mut Context<Event>) {
        if !cx.record.keeps_all() {
            return;
        }
        for &(cluster, hosts) in request.hosts.iter() {
            let wall_time = request.wall_time;
            let application = self.application_of(one);
            let row = AskedRow { time: cx.now, application, cluster: cluster.into(), hosts, wall_time };
            cx.record.add_row(&row);
        }
    }

    /// Records the candidates of a launcher on these clusters.
    pub(super) fn record_candidates(
        &self,
        one: u32,
        (possible, clusters): (&[Candidate], &[ClusterInfo]),
        cx: &mut Context<Event>,
    ) {
        if !cx.record.keeps_all() {
            return;
        }
        let mut choice = 0;
        for &Candidate { start, end, place, hosts, also } in possible {
            choice += u32::from(!also);
            let row = WeighedRow {
                time: cx.now,
                application: self.application_of(one),
                request: self.rows[self.application_of(one) as usize].requests + 1,
                choice,
                cluster: clusters[usize::from(place)].id.into(),
                hosts,
                from: start,
                end,
            };
            cx.record.add_row(&row);
        }
    }

    /// Records sent profiles, up to the limit.
    pub(super) fn record_views(&mut self, one: u32, changes: &[ViewChange], cx: &mut Context<Event>) {
        if !cx.record.keeps_all() {
            return;
        }
        for change in changes {
            let (id, hosts) = self.rms.visible_hosts(one, change.place);
            let steps: Vec<(Time, u32)> = change.profile.steps_from(cx.now).collect();
            if steps.len() > self.steps_left {
                self.steps_left = 0;
                return;
            }
            self.steps_left -= steps.len();
            let mut first = None;
            for &(from, free) in &steps {
                let at = cx.record.add_row(&ViewStepRow { from, busy: hosts - free });
                first = first.or(Some(at));
            }
            let steps = (first.unwrap_or(0), steps.len() as u32);
            let row =
                ViewRow { time: cx.now, application: self.application_of(one), cluster: id.into(), steps };
            cx.record.add_row(&row);
        }
    }

    /// Records changed start estimates of these launchers; the estimate of an application is the earliest of its
    /// launchers.
    pub(super) fn record_estimates(&mut self, launchers: &[u32], cx: &mut Context<Event>) {
        for &one in launchers {
            let own = self.launchers_of(one);
            let own = &self.rms.known[own.start as usize..own.end as usize];
            let estimate = own.iter().map(|known| known.estimate).min().unwrap_or(Time::MAX);
            let application = self.application_of(one);
            let (row, last) =
                (&mut self.rows[application as usize], &mut self.estimates[application as usize]);
            if *last == estimate {
                continue;
            }
            *last = estimate;
            if row.estimate == Time::MAX {
                row.estimate = estimate;
            }
            if cx.record.keeps_all() {
                let row = EstimateRow { time: cx.now, application, estimate };
                cx.record.add_row(&row);
            }
        }
    }
}
