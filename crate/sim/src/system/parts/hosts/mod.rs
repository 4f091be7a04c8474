//! Hosts with owners: machines that are available while their owners are away and within their hours.
//!
//! A system claims hosts for its holders (applications, queues) and runs one task after the other on each. When an
//! owner returns, a claim in preparation is cancelled, and a task is suspended, or lost if the owner stays. This part
//! keeps the state of each host, its events and its bars. The system decides about holders and does the accounting: it
//! wraps [`Event`] into an event type of the system, and reacts to each [`Change`].

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

/// The events of hosts: a system has an event that wraps one.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next absence begins.
    Absence,
    /// An absence of this host ends.
    Back(u32),
    /// The permitted hours of this host begin or end.
    Hours(u32),
    /// The suspension of this host has reached its limit.
    Limit(u32),
    /// The preparation of this host is complete.
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
    /// An absence ends, a suspension reaches its limit, or permitted hours begin or end.
    pub(in crate::system) back: Class,
    /// The preparation of a host is complete.
    pub(in crate::system) ready: Class,
}

/// The consequence of an event for the system.
#[derive(Clone, Copy, Debug)]
pub(in crate::system) enum Change {
    /// The owner of a host returned during its preparation for this holder: the claim is cancelled.
    Off(u32),
    /// The owner of this held host is back: the host must be [suspended](Hosts::suspend), if it is not.
    Suspend(u32),
    /// This held host and its task are lost: it must be [released](Hosts::release).
    Lose(u32),
    /// This host is available again: it must be [resumed](Hosts::resume), if it is suspended.
    Back(u32),
    /// The preparation of this host for this holder is complete: the holder must [hold](Hosts::hold) it.
    Ready(u32, u32),
    /// The task on this held host ends: it must be [stopped](Hosts::stop).
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
    /// Hosts whose bars may have to change.
    touched: Vec<u32>,
}

impl<E: Copy> Hosts<E> {
    /// All nodes of a platform, with these `absences` in the order of their start times. A host whose owner is back for
    /// longer than `limit` is lost, immediately if that is zero.
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

    /// All hosts, by row.
    pub(in crate::system) fn list(&self) -> &[Host] {
        &self.list
    }

    /// Adds the hosts to the subjects of the record.
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

    /// Processes an event; returns the consequence for the system.
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

    /// Claims a free host for a holder; its preparation takes `delay`.
    pub(in crate::system) fn claim(&mut self, row: u32, holder: u32, delay: Span, cx: &mut Context<E>) {
        let ready = cx.schedule(cx.now() + delay, self.classes.ready, (self.event)(Event::Ready(row)));
        self.list[row as usize].holder = Holder::Coming(holder, ready);
    }

    /// Assigns a free or prepared host to a holder.
    pub(in crate::system) fn hold(&mut self, row: u32, holder: u32, now: Time) {
        let host = self.touch(row);
        (host.holder, host.since) = (Holder::Held(holder), now);
    }

    /// Releases a host, whose task has been stopped.
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

    /// Keeps a released host unavailable until this holder releases it again.
    pub(in crate::system) fn withhold(&mut self, row: u32, holder: u32) {
        self.touch(row).holder = Holder::Lost(holder);
    }

    /// Starts a task, by its number in the system, on a held host; it runs for this time apart from suspensions. Its
    /// bar belongs to `subject`.
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

    /// Stops the task on a host, at its end or earlier; `lost` if its work is lost.
    pub(in crate::system) fn stop(&mut self, row: u32, lost: bool, cx: &mut Context<E>) -> Option<Task> {
        let task = self.touch(row).task.take()?;
        if let Some(end) = task.end {
            cx.cancel(end);
        }
        cx.record.leave(task.subject, cx.now(), row, lost);
        Some(task)
    }

    /// Replaces the task on a host, whose work is useless, by another that continues it: past and future work is lost.
    pub(in crate::system) fn waste(&mut self, row: u32, number: u32, cx: &mut Context<E>) {
        if let Some(task) = &mut self.touch(row).task {
            (task.number, task.phase) = (number, Phase::LOST);
            cx.record.leave(task.subject, cx.now(), row, true);
        }
    }

    /// Begins the bar of the continued work on a host after it was [wasted](Self::waste).
    pub(in crate::system) fn show_wasted(&self, row: u32, cx: &mut Context<E>) {
        self.list[row as usize].show_task(cx.now(), &mut cx.record);
    }

    /// Suspends a held host, as its owner is back: its task makes no progress.
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

    /// Resumes a suspended host.
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

    /// Updates the bars of changed hosts, at the end of an instant.
    pub(in crate::system) fn show(&mut self, now: Time, record: &mut Recorder) {
        for row in self.touched.drain(..) {
            self.list[row as usize].show(now, record);
        }
    }

    /// Ends the bars, as all work has ended.
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
