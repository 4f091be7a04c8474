//! What is written down of a workflow of components beside its bars: what it is made of, what each unit would have cost
//! where, and how it went.

use super::Components;
use crate::entry::Variants;
use crate::policy::cost::Offer;
use crate::rule::{Candidate, Decision};
use crate::system::components::{CostRow, PartRow, WorkflowRow};
use crate::system::koala::grid::Handle;
use crate::time::Span;
use crate::workload::hoc::{Layout, Pattern};

impl Components {
    /// Writes down what it is made of.
    pub(super) fn describe(&self, handle: &mut Handle) {
        if !handle.cx.record.keeps_all() {
            return;
        }
        let (time, width) = (handle.now(), handle.options().links.sharing.link_width);
        for (component, hoc) in (1..).zip(&self.hocs) {
            let words = [Pattern::OPTIONS[hoc.pattern as usize].0, Layout::OPTIONS[hoc.layout as usize].0];
            let [pattern, layout] = words.map(|words| handle.record().text(words));
            let row = PartRow {
                time,
                workflow: self.subject,
                component,
                pattern,
                layout,
                units: hoc.units,
                items: hoc.messages,
                message: hoc.bits as f64 / 1e6,
                compute: hoc.compute,
                width,
                hit: Some(self.hit),
            };
            let table = handle.grid.components.parts;
            handle.record().add_row(table, &row);
        }
    }

    /// Writes down what each unit would have cost where.
    pub(super) fn explain(&self, handle: &mut Handle) {
        if self.hit || !handle.cx.record.wants_reasons() {
            return;
        }
        let mut told = Vec::new();
        self.map(handle, |unit, offers, taken| told.push((unit, offers.to_vec(), taken)));
        let (now, rule) = (handle.now(), handle.grid.components.cost.rule());
        for (place, offers, taken) in told {
            let unit = place + 1;
            let candidate = |offer: &Offer| Candidate {
                cluster: offer.cluster as u16,
                score: offer.cost,
                idle: offer.left,
                taken: u32::from(offer.cluster == taken),
            };
            let candidates: Vec<Candidate> = offers.iter().map(candidate).collect();
            let decision = Decision::new(now, self.subject, rule).values([i64::from(unit)]).chosen(taken);
            handle.cx.record.decide_among(decision, &candidates);
            let components =
                (1..).zip(&self.hocs).filter(|(_, hoc)| hoc.units > place).map(|(component, _)| component);
            let components: Vec<u32> = components.collect();
            for offer in offers {
                let shared = &handle.grid.components;
                let cluster = shared.clusters[offer.cluster];
                let costs = shared.costs;
                for (terms, &component) in offer.terms.iter().zip(&components) {
                    let [near, far, open] = terms.peers;
                    let row = CostRow {
                        time: now,
                        workflow: self.subject,
                        component,
                        unit,
                        cluster,
                        idle: offer.left,
                        near,
                        far,
                        open,
                        near_cost: terms.here,
                        far_cost: terms.there,
                        open_cost: terms.open,
                        divisor: terms.divisor,
                        less: terms.less,
                        cost: offer.cost,
                        taken: Some(offer.cluster == taken),
                    };
                    handle.cx.record.add_row(costs, &row);
                }
            }
        }
    }

    /// Writes down how it went.
    pub(super) fn tell(&self, handle: &mut Handle) {
        let (end, nodes) = (handle.now(), self.units());
        let all = (end - self.began).seconds() * f64::from(nodes);
        let computing = Span(self.computing);
        let row = WorkflowRow {
            workflow: self.subject,
            nodes,
            start: self.began,
            end,
            overhead: self.overhead,
            computing,
            communication: (all - computing.seconds()) / f64::from(nodes),
            message_time: Span(self.message_time),
            messages: self.messages,
            remote: self.remote,
            hit: Some(self.hit),
        };
        let table = handle.grid.components.workflows;
        handle.record().add_row(table, &row);
    }
}
