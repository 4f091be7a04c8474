//! The post between the resource manager and the launchers: messages are sent, come, and are answered.

use super::launcher::Reaction;
use super::policy::Choice;
use super::protocol::{Change, Message, Parts, Request, list_bytes, notify_bytes, request_bytes};
use super::rms::{Answer, State};
use super::{Delegated, Event, class, plan, reasons};
use crate::system::Context;
use ganttlet_core::time::Span;

impl Delegated {
    /// A launcher sends a list of all its configurations.
    pub(super) fn say_all(&mut self, one: u32, cx: &mut Context<Event>) {
        let configuration =
            |(cluster, hosts, wall_time)| Request { hosts: Parts::One((cluster, hosts)), wall_time };
        let list: Vec<Request> = self.launchers[one as usize].list().into_iter().map(configuration).collect();
        if list.is_empty() {
            self.give_up(one, cx);
            return;
        }
        let bytes = list_bytes(list.len() as u64);
        self.told(one, true, "list", (bytes, list.len()), cx);
        let now = cx.now;
        let row = self.row(one);
        row.first = row.first.min(now);
        (row.requests, row.bytes_from) = (row.requests + 1, row.bytes_from + bytes as u32);
        self.bytes.1 += bytes as f64;
        plan(self.rms.list(one, list, cx.now()), cx);
    }

    /// A message is sent, and comes at once unless messages take time.
    pub(super) fn send(&mut self, one: u32, message: Message, cx: &mut Context<Event>) {
        let delay = self.rms.options.message_delay_s;
        match &message {
            Message::ChangeNotify(changes) => {
                let bytes = notify_bytes(changes, cx.now, self.rms.options.tail);
                let row = self.row(one);
                row.notifications += 1;
                row.bytes_to += bytes as u32;
                self.bytes.0 += bytes as f64;
                self.told(one, false, "changeNotify", (bytes, changes.len()), cx);
                self.keep_views(one, changes, cx);
            }
            Message::Request(request) => {
                let bytes = request_bytes(request);
                let row = self.row(one);
                row.requests += 1;
                row.bytes_from += bytes as u32;
                self.bytes.1 += bytes as f64;
                let cells = (bytes, request.hosts.len(), request.total(), request.wall_time);
                self.message(one, (true, "request"), cells, cx);
                self.keep_request(one, request, cx);
            }
        }
        if delay == Span::ZERO {
            self.deliver(one, message, cx);
        } else {
            self.post.push_back((one, message));
            cx.schedule(cx.now() + delay, class::ANSWER, Event::Deliver);
        }
    }

    /// A message comes.
    pub(super) fn deliver(&mut self, one: u32, message: Message, cx: &mut Context<Event>) {
        match message {
            Message::ChangeNotify(changes) => self.hear(one, changes, cx),
            Message::Request(request) => {
                let answer = self.rms.request(one, request, cx.now());
                let (now, row) = (cx.now(), self.row(one));
                match answer {
                    Answer::Taken(cycle) => {
                        row.first = row.first.min(now);
                        plan(cycle, cx);
                    }
                    Answer::Refused => row.refused += 1,
                    Answer::Late => row.late += 1,
                }
            }
        }
    }

    /// A launcher is notified of changes, and answers at once or later.
    fn hear(&mut self, one: u32, mut changes: Vec<Change>, cx: &mut Context<Event>) {
        let (launcher, now) = (&mut self.launchers[one as usize], cx.now());
        let reaction = launcher.hear(&mut changes, &self.manners);
        self.rms.takes_back(changes);
        match reaction {
            Reaction::None => {}
            Reaction::Now => {
                let choice = launcher.choose(now, &self.manners, cx.record.wants_reasons());
                self.answer(one, choice, cx);
            }
            Reaction::Later(timer) => {
                let at = now + launcher.app.adapt;
                cx.schedule(at, class::ANSWER, Event::Answer(one, timer));
            }
        }
    }

    /// A launcher has come to a choice.
    pub(super) fn answer(&mut self, one: u32, choice: Choice, cx: &mut Context<Event>) {
        if self.launchers[one as usize].gives_up() {
            self.give_up(one, cx);
            return;
        }
        let Some(request) = choice.request else { return };
        if cx.record.wants_reasons() {
            let infos = self.rms.list_clusters_info(one);
            self.keep_weighed(one, (&choice.candidates, &infos.clusters), cx);
            reasons::asks(
                &mut cx.record,
                cx.now,
                self.owner(one),
                &request,
                (&choice.candidates, &infos.clusters),
            );
        }
        self.changed += 1;
        self.send(one, Message::Request(request), cx);
    }

    /// A launcher sees that its application never will run here; that gives up if it has no other one.
    pub(super) fn give_up(&mut self, one: u32, cx: &mut Context<Event>) {
        self.told(one, true, "cancel", (0, 0), cx);
        plan(self.rms.withdraw(one, cx.now()), cx);
        // Those of an application that come after this one have not looked yet.
        let gone = |other: u32| self.rms.known[other as usize].state == State::Finished;
        if self.all_of(one).end as usize <= self.launchers.len() && self.all_of(one).all(gone) {
            reasons::gives_up(&mut cx.record, cx.now, self.owner(one));
            cx.record.reject(self.owner(one));
            self.open -= 1;
        }
    }
}
