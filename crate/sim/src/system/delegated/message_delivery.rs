//! Messages between the resource manager and the launchers: sending, delivery and answers.

use super::launcher::Reaction;
use super::policy::Choice;
use super::protocol::{ClusterHosts, Message, Request, ViewChange, list_bytes, notify_bytes, request_bytes};
use super::rms::{ApplicationState, RequestOutcome};
use super::{Delegated, Event, class, plan_cycle, reasons};
use crate::system::Context;
use ganttlet_core::time::Span;

impl Delegated {
    /// Submits a list of all configurations of a launcher.
    pub(super) fn send_list(&mut self, one: u32, cx: &mut Context<Event>) {
        let configuration =
            |(cluster, hosts, wall_time)| Request { hosts: ClusterHosts::One((cluster, hosts)), wall_time };
        let list: Vec<Request> =
            self.launchers[one as usize].all_configurations().into_iter().map(configuration).collect();
        if list.is_empty() {
            self.give_up(one, cx);
            return;
        }
        let bytes = list_bytes(list.len() as u64);
        self.record_simple_message(one, true, "list", (bytes, list.len()), cx);
        let now = cx.now;
        let row = self.row_of(one);
        row.first = row.first.min(now);
        (row.requests, row.bytes_from) = (row.requests + 1, row.bytes_from + bytes as u32);
        self.bytes.1 += bytes as f64;
        plan_cycle(self.rms.set_request_list(one, list, cx.now()), cx);
    }

    /// Sends a message, which arrives immediately unless messages have a delay.
    pub(super) fn send_message(&mut self, one: u32, message: Message, cx: &mut Context<Event>) {
        let delay = self.rms.options.message_delay_s;
        match &message {
            Message::ChangeNotify(changes) => {
                let bytes = notify_bytes(changes, cx.now, self.rms.options.tail);
                let row = self.row_of(one);
                row.notifications += 1;
                row.bytes_to += bytes as u32;
                self.bytes.0 += bytes as f64;
                self.record_simple_message(one, false, "changeNotify", (bytes, changes.len()), cx);
                self.record_views(one, changes, cx);
            }
            Message::Request(request) => {
                let bytes = request_bytes(request);
                let row = self.row_of(one);
                row.requests += 1;
                row.bytes_from += bytes as u32;
                self.bytes.1 += bytes as f64;
                let cells = (bytes, request.hosts.len(), request.total_hosts(), request.wall_time);
                self.record_message(one, (true, "request"), cells, cx);
                self.record_request(one, request, cx);
            }
        }
        if delay == Span::ZERO {
            self.deliver_message(one, message, cx);
        } else {
            self.post.push_back((one, message));
            cx.schedule(cx.now() + delay, class::ANSWER, Event::Deliver);
        }
    }

    /// Delivers a message.
    pub(super) fn deliver_message(&mut self, one: u32, message: Message, cx: &mut Context<Event>) {
        match message {
            Message::ChangeNotify(changes) => self.handle_changes(one, changes, cx),
            Message::Request(request) => {
                let answer = self.rms.set_request(one, request, cx.now());
                let (now, row) = (cx.now(), self.row_of(one));
                match answer {
                    RequestOutcome::Taken(cycle) => {
                        row.first = row.first.min(now);
                        plan_cycle(cycle, cx);
                    }
                    RequestOutcome::Refused => row.refused += 1,
                    RequestOutcome::Late => row.late += 1,
                }
            }
        }
    }

    /// Passes changes to a launcher, which answers immediately or later.
    fn handle_changes(&mut self, one: u32, mut changes: Vec<ViewChange>, cx: &mut Context<Event>) {
        let (launcher, now) = (&mut self.launchers[one as usize], cx.now());
        let reaction = launcher.receive_changes(&mut changes, &self.manners);
        self.rms.recycle_changes(changes);
        match reaction {
            Reaction::None => {}
            Reaction::Now => {
                let choice = launcher.choose(now, &self.manners, cx.record.wants_reasons());
                self.handle_choice(one, choice, cx);
            }
            Reaction::Later(timer) => {
                let at = now + launcher.app.adapt;
                cx.schedule(at, class::ANSWER, Event::Answer(one, timer));
            }
        }
    }

    /// Processes the choice of a launcher.
    pub(super) fn handle_choice(&mut self, one: u32, choice: Choice, cx: &mut Context<Event>) {
        if self.launchers[one as usize].has_given_up() {
            self.give_up(one, cx);
            return;
        }
        let Some(request) = choice.request else { return };
        if cx.record.wants_reasons() {
            let infos = self.rms.list_clusters_info(one);
            self.record_candidates(one, (&choice.candidates, &infos.clusters), cx);
            reasons::record_request(
                &mut cx.record,
                cx.now,
                self.application_of(one),
                &request,
                (&choice.candidates, &infos.clusters),
            );
        }
        self.changed += 1;
        self.send_message(one, Message::Request(request), cx);
    }

    /// A launcher finds that its application can never run here; the application is rejected if it has no other
    /// launcher.
    pub(super) fn give_up(&mut self, one: u32, cx: &mut Context<Event>) {
        self.record_simple_message(one, true, "cancel", (0, 0), cx);
        plan_cycle(self.rms.withdraw(one, cx.now()), cx);
        // Later launchers of the application may not have answered yet.
        let gone = |other: u32| self.rms.known[other as usize].state == ApplicationState::Finished;
        if self.launchers_of(one).end as usize <= self.launchers.len() && self.launchers_of(one).all(gone) {
            reasons::record_give_up(&mut cx.record, cx.now, self.application_of(one));
            cx.record.reject(self.application_of(one));
            self.open -= 1;
        }
    }
}
