//! Hosts with owners: machines that are to be had while their owners are away and within their hours.
//!
//! A system claims hosts for holders that it counts itself (applications, queues) and runs one task after the other on
//! each. When an owner comes back, a claim that is being set up is off, and what runs there is suspended, or lost if the
//! owner stays. The part keeps the state of each host, the events of it and its bars; the system says who gets which host
//! and does the accounts: it wraps [`Event`] into an event of its own, and answers to each [`Change`].

mod host;
mod owners;

pub(in crate::system) use host::{Holder, Host, Task};
pub(in crate::system) use owners::not_there;

use crate::system::Context;
use crate::system::parts::Arrivals;
use ganttlet_core::event::Class;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Kind, Phase, Recorder, Status, Subject};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Absence, UNKNOWN};

/// What happens to hosts by itself: a system has an event that holds one.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next absence begins.
    Absence,
    /// An absence of this host is over.
    Back(u32),
    /// The hours begin or end in which this host may be used.
    Hours(u32),
    /// This host has been suspended for as long as that may last.
    Limit(u32),
    /// This host is set up.
    Ready(u32),
    /// The task on this host ends.
    End(u32),
}

/// The classes of the events of hosts.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) struct Classes {
    /// An absence begins.
    pub(in crate::system) lose: Class,
    /// A task ends.
    pub(in crate::system) end: Class,
    /// An absence is over, a suspension has lasted too long, hours begin or end.
    pub(in crate::system) back: Class,
    /// A host is set up.
    pub(in crate::system) ready: Class,
}

/// What an event asks of the system.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) enum Change {
    /// The owner of a host came while it was set up for this holder: the claim is off.
    Off(u32),
    /// The owner of this held host is back: it is to be [suspended](Hosts::suspend), if it is not.
    Suspend(u32),
    /// This held host is lost, with what runs on it: it is to be [released](Hosts::release).
    Lose(u32),
    /// This host can be used again: it is to be [resumed](Hosts::resume), if it is suspended.
    Back(u32),
    /// This host is set up for this holder, who is to [hold](Hosts::hold) it.
    Ready(u32, u32),
    /// The task on this held host is at its end: it is to be [stopped](Hosts::stop).
    End(u32),
}

/// All hosts of a platform. `E` is the event of the system.
pub(in crate::system) struct Hosts<E> {
    list: Vec<Host>,
    absences: Arrivals<Absence>,
    /// How long a host stays suspended before it is lost.
    limit: Span,
    classes: Classes,
    event: fn(Event) -> E,
    /// Those whose own bars may have to change.
    touched: Vec<u32>,
}

impl<E: Copy> Hosts<E> {
    /// All nodes of a platform, which are away as `absences` say, in the order of their beginnings. A host whose owner is
    /// back for longer than `limit` is lost, at once if that is zero.
    pub(in crate::system) fn new(
        platform: &Platform,
        absences: Vec<Absence>,
        limit: Span,
        (classes, event): (Classes, fn(Event) -> E),
    ) -> Self {
        let mut list = Vec::with_capacity(platform.nodes() as usize);
        for (place, cluster) in platform.clusters.iter().enumerate() {
            for node in 0..cluster.nodes {
                list.push(Host {
                    row: list.len() as u32,
                    cluster: place,
                    machine: cluster.machines.get(node as usize).cloned().unwrap_or_default(),
                    speed: cluster.node_speed(node).max(1e-6),
                    holder: Holder::Nobody,
                    since: Time::ZERO,
                    task: None,
                    subject: 0,
                    away: 0,
                    closed: false,
                    suspended: None,
                    bar: None,
                });
            }
        }
        let absences = Arrivals::new(absences, |absence| absence.start);
        Self { list, absences, limit, classes, event, touched: Vec::new() }
    }

    /// All of them, by row.
    pub(in crate::system) fn list(&self) -> &[Host] {
        &self.list
    }

    /// Adds them to the subjects of the record.
    pub(in crate::system) fn add_subjects(&mut self, record: &mut Recorder) {
        for host in &mut self.list {
            let (number, submit, estimate) = (host.row + 1, Time::ZERO, Span::ZERO);
            let subject = Subject { number, user: UNKNOWN, group: UNKNOWN, submit, nodes: 1, estimate };
            host.subject = record.add_kind(subject, Kind::MACHINE);
            let name = &host.machine.name;
            record.set_name(
                host.subject,
                if name.is_empty() { format!("Machine {number}") } else { name.clone() },
            );
            record.queue(host.subject, submit, host.cluster);
            record.place(host.subject, submit, host.cluster);
            record.start(host.subject, submit);
        }
    }

    /// Schedules the first events.
    pub(in crate::system) fn start(&mut self, cx: &mut Context<E>) {
        self.absences.plan(self.classes.lose, (self.event)(Event::Absence), cx);
        for row in 0..self.list.len() as u32 {
            self.hours(row, cx);
        }
    }

    /// Answers to an event: what the system has to do.
    pub(in crate::system) fn handle(&mut self, event: Event, cx: &mut Context<E>) -> Option<Change> {
        match event {
            Event::Absence => self.begin_absence(cx),
            Event::Back(row) => self.owner_leaves(row),
            Event::Hours(row) => self.hours(row, cx),
            Event::Limit(row) => {
                let (_, limit) = self.list[row as usize].suspended.as_mut()?;
                *limit = None;
                Some(Change::Lose(row))
            }
            Event::Ready(row) => match self.list[row as usize].holder {
                Holder::Coming(holder, _) => Some(Change::Ready(row, holder)),
                _ => None,
            },
            Event::End(row) => {
                self.list[row as usize].task.as_mut()?.end = None;
                Some(Change::End(row))
            }
        }
    }

    fn touch(&mut self, row: u32) -> &mut Host {
        self.touched.push(row);
        &mut self.list[row as usize]
    }

    /// A free host is set up for a holder, which takes so long.
    pub(in crate::system) fn claim(&mut self, row: u32, holder: u32, delay: Span, cx: &mut Context<E>) {
        let ready = cx.schedule(cx.now() + delay, self.classes.ready, (self.event)(Event::Ready(row)));
        self.list[row as usize].holder = Holder::Coming(holder, ready);
    }

    /// A host that is free, or set up, is a holder's from now on.
    pub(in crate::system) fn hold(&mut self, row: u32, holder: u32, now: Time) {
        let host = self.touch(row);
        (host.holder, host.since) = (Holder::Held(holder), now);
    }

    /// A host is nobody's from now on. What ran on it has been stopped.
    pub(in crate::system) fn release(&mut self, row: u32, cx: &mut Context<E>) {
        let host = self.touch(row);
        if let Holder::Coming(_, ready) = host.holder {
            cx.cancel(ready);
        }
        if let Some((_, Some(limit))) = host.suspended.take() {
            cx.cancel(limit);
        }
        host.holder = Holder::Nobody;
    }

    /// A host that was released is not to be had until this holder releases it again.
    pub(in crate::system) fn withhold(&mut self, row: u32, holder: u32) {
        self.touch(row).holder = Holder::Lost(holder);
    }

    /// A task, as its system counts, runs on a held host from now on, for so long unless it is suspended. Its bar is one of
    /// `subject`.
    pub(in crate::system) fn run(
        &mut self,
        row: u32,
        number: u32,
        length: Span,
        (subject, phase): (SubjectId, Phase),
        cx: &mut Context<E>,
    ) {
        let now = cx.now();
        let end = cx.schedule(now + length, self.classes.end, (self.event)(Event::End(row)));
        let host = &mut self.list[row as usize];
        host.task = Some(Task {
            number,
            subject,
            phase,
            started: now,
            suspended: Span::ZERO,
            resumed: now,
            left: length,
            end: Some(end),
        });
        host.show(now, &mut cx.record);
        host.show_task(now, &mut cx.record);
    }

    /// The task on a host is at its end, or is stopped before; `lost` if what it did is.
    pub(in crate::system) fn stop(&mut self, row: u32, lost: bool, cx: &mut Context<E>) -> Option<Task> {
        let task = self.touch(row).task.take()?;
        if let Some(end) = task.end {
            cx.cancel(end);
        }
        cx.record.leave(task.subject, cx.now(), row, lost);
        Some(task)
    }

    /// The task on a host is of no use any more but goes on, as another one: what it did is lost, as what it will do.
    pub(in crate::system) fn waste(&mut self, row: u32, number: u32, cx: &mut Context<E>) {
        if let Some(task) = &mut self.touch(row).task {
            (task.number, task.phase) = (number, Phase::LOST);
            cx.record.leave(task.subject, cx.now(), row, true);
        }
    }

    /// Begins the bar of what goes on on a host after it was [wasted](Self::waste).
    pub(in crate::system) fn show_wasted(&self, row: u32, cx: &mut Context<E>) {
        self.list[row as usize].show_task(cx.now(), &mut cx.record);
    }

    /// The owner of a held host is back: what runs on it makes no progress.
    pub(in crate::system) fn suspend(&mut self, row: u32, cx: &mut Context<E>) {
        let (now, limit) = (cx.now(), self.limit);
        let plan = || cx.schedule(now + limit, self.classes.back, (self.event)(Event::Limit(row)));
        let limit = (limit < Span::MAX).then(plan);
        let host = self.touch(row);
        host.suspended = Some((now, limit));
        if let Some(task) = &mut host.task {
            task.left = task.left - (now - task.resumed);
            if let Some(end) = task.end.take() {
                cx.cancel(end);
            }
            cx.record.leave(task.subject, now, row, false);
        }
        host.show_task(now, &mut cx.record);
    }

    /// A suspended host goes on.
    pub(in crate::system) fn resume(&mut self, row: u32, cx: &mut Context<E>) {
        let now = cx.now();
        let (class, end) = (self.classes.end, (self.event)(Event::End(row)));
        let host = self.touch(row);
        let Some((since, limit)) = host.suspended.take() else { return };
        if let Some(limit) = limit {
            cx.cancel(limit);
        }
        if let Some(task) = &mut host.task {
            task.suspended += now - since;
            task.resumed = now;
            task.end = Some(cx.schedule(now + task.left, class, end));
            cx.record.leave(task.subject, now, row, false);
        }
        host.show_task(now, &mut cx.record);
    }

    /// Makes the bars of those that have changed say how they are: at the end of an instant.
    pub(in crate::system) fn show(&mut self, now: Time, record: &mut Recorder) {
        for row in self.touched.drain(..) {
            self.list[row as usize].show(now, record);
        }
    }

    /// All work is over.
    pub(in crate::system) fn finish(&self, now: Time, record: &mut Recorder) {
        for host in &self.list {
            record.finish(host.subject, now, Status::Done);
        }
    }
}

impl<E> std::ops::Index<u32> for Hosts<E> {
    type Output = Host;

    fn index(&self, row: u32) -> &Host {
        &self.list[row as usize]
    }
}
