//! Owners of machines, and failures: they make hosts unavailable for a time.

use super::{Change, Event, Holder, Hosts};
use crate::system::Context;
use crate::system::parts::Findings;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::platform::Platform;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Absence;
use std::collections::BTreeSet;

const HOUR_S: f64 = 3600.0;

/// After a hundred years, the hours of machines are ignored: work that has not ended by then never would.
const LAST_HOUR_S: f64 = 100.0 * 365.25 * 86_400.0;

impl<E: Copy> Hosts<E> {
    /// Begins the next absence of the list.
    pub(super) fn begin_absence(&mut self, cx: &mut Context<E>) -> Option<Change> {
        let next = self.absences.take(self.classes.lose, (self.event)(Event::Absence), cx);
        let absence = self.absences.list()[next];
        if absence.end <= cx.now() || self.list.is_empty() {
            return None;
        }
        let row = absence.machine % self.list.len() as u32;
        cx.schedule(absence.end, self.classes.back, (self.event)(Event::Back(row)));
        self.owner_comes(row, absence.gone, cx)
    }

    /// Begins or ends the permitted hours of a host; determines the initial state at the start of the run.
    pub(super) fn hours(&mut self, row: u32, cx: &mut Context<E>) -> Option<Change> {
        let host = &mut self.list[row as usize];
        let (from, to) = host.machine.hours;
        if from.total_cmp(&to).is_eq() {
            return None;
        }
        let seconds = cx.now().seconds();
        // A moment later, so that rounding assigns the instant itself to the period that begins there.
        let hour = ((seconds + 1e-3) / HOUR_S) % 24.0;
        let open = host.machine.is_open_at(hour);
        let until = (if open { to } else { from } - hour + 24.0) % 24.0;
        let next = Time::from_seconds(seconds + 1e-3 + until * HOUR_S).max(cx.now() + Span(1));
        if next.seconds() < LAST_HOUR_S {
            cx.schedule(next, self.classes.back, (self.event)(Event::Hours(row)));
        }
        // Hours may be so short, or so long, that they end when they begin.
        match (open, std::mem::replace(&mut host.closed, !open)) {
            (false, false) => self.owner_comes(row, false, cx),
            (true, true) => self.owner_leaves(row),
            (false, true) | (true, false) => None,
        }
    }

    /// Makes a host unavailable: its owner is present, or it has failed.
    fn owner_comes(&mut self, row: u32, gone: bool, cx: &mut Context<E>) -> Option<Change> {
        let loses = gone || self.limit == Span::ZERO;
        let host = self.touch(row);
        host.away += 1;
        match host.holder {
            Holder::Nobody | Holder::Lost(_) => None,
            Holder::Coming(holder, _) => {
                self.release(row, cx);
                Some(Change::Off(holder))
            }
            Holder::Held(_) if loses => Some(Change::Lose(row)),
            Holder::Held(_) => Some(Change::Suspend(row)),
        }
    }

    /// Ends one reason for the absence of a host.
    pub(super) fn owner_leaves(&mut self, row: u32) -> Option<Change> {
        let host = self.touch(row);
        host.away -= 1;
        (host.away == 0).then_some(Change::Back(row))
    }
}

/// Warns of absences of machines that do not exist; each machine is listed once.
pub(in crate::system) fn not_there(absences: &[Absence], platform: &Platform) -> Vec<Diagnostic> {
    let nodes = platform.nodes();
    let mut named = BTreeSet::new();
    let mut findings = Findings::at("/background");
    for machine in absences.iter().map(|absence| absence.machine).filter(|&machine| machine >= nodes) {
        if named.insert(machine) {
            findings.add(|| {
                format!(
                    "there is no machine {machine} (the {nodes} machines are counted from 0): machine {} is unavailable instead",
                    machine % nodes
                )
            });
        }
    }
    findings.finish("absences name machines that do not exist", "Add machines, or leave out these absences.")
}
