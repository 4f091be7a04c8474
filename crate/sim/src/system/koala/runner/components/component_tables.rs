//! Tables of a workflow of components: its structure, the candidate costs of each unit, and its outcome.

use super::Components;
use crate::system::koala::grid::RunnerContext;
use crate::system::koala::policy::cost::{ClusterCost, CostTerms, NamedCostFunction, map_units, unit_cost};
use crate::tables::components::{CostRow, FunctionRow, PartRow, WorkflowRow};
use ganttlet_core::entry::Variants;
use ganttlet_core::rule::{Candidate, Decision};
use ganttlet_core::time::Span;
use ganttlet_work::hoc::{Layout, Pattern};

/// The decision about a unit, by its index, and the costs of each candidate by the other functions.
struct UnitDecision {
    place: u32,
    offers: Vec<ClusterCost>,
    taken: usize,
    others: Vec<Vec<(Vec<CostTerms>, f64)>>,
}

impl Components {
    /// Records its structure.
    pub(super) fn record_components(&self, handle: &mut RunnerContext) {
        if !handle.cx.record.keeps_all() {
            return;
        }
        let (time, width) = (handle.now(), handle.options().links.sharing.link_width);
        for (component, hoc) in (1..).zip(&self.hocs) {
            let words = [Pattern::OPTIONS[hoc.pattern as usize].0, Layout::OPTIONS[hoc.layout as usize].0];
            let [pattern, layout] = words.map(|words| handle.record().intern_text(words));
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
            handle.record().add_row(&row);
        }
    }

    /// Records the costs of each unit on each candidate cluster, by its function and by the others.
    pub(super) fn record_costs(&self, handle: &mut RunnerContext) {
        if self.hit || !handle.cx.record.wants_reasons() {
            return;
        }
        let told = self.with_cost_queries(handle, |parts, known, shared| {
            let mut told: Vec<UnitDecision> = Vec::new();
            let compares = shared.untold > 0;
            map_units(parts, &self.idle, known, &*shared.cost, |unit, offers, taken| {
                let placed = &self.place[..unit as usize];
                let others = |(_, function): &NamedCostFunction| -> Vec<_> {
                    let at =
                        |one: &ClusterCost| unit_cost(parts, known, &**function, (unit, one.cluster), placed);
                    offers.iter().map(at).collect()
                };
                let others = shared.weighed.iter().filter(|_| compares).map(others).collect();
                told.push(UnitDecision { place: unit, offers: offers.to_vec(), taken, others });
            });
            told
        });
        for one in told {
            self.decide(&one, handle);
            let own = (1..).zip(&self.hocs).filter(|(_, hoc)| hoc.units > one.place);
            let components: Vec<u32> = own.map(|(component, _)| component).collect();
            self.costs(&one, &components, handle);
            self.compare(&one, &components, handle);
        }
    }

    fn decide(&self, told: &UnitDecision, handle: &mut RunnerContext) {
        let (now, rule) = (handle.now(), handle.grid.components.cost.rule());
        let candidate = |offer: &ClusterCost| Candidate {
            cluster: offer.cluster as u16,
            score: offer.cost,
            idle: offer.left,
            taken: u32::from(offer.cluster == told.taken),
        };
        let candidates: Vec<Candidate> = told.offers.iter().map(candidate).collect();
        let values = [i64::from(told.place + 1)];
        let decision = Decision::new(now, self.subject, rule).with_values(values).with_cluster(told.taken);
        handle.cx.record.decide_among(decision, &candidates);
    }

    fn costs(&self, told: &UnitDecision, components: &[u32], handle: &mut RunnerContext) {
        let time = handle.now();
        for offer in &told.offers {
            let cluster = handle.grid.components.clusters[offer.cluster];
            for (terms, &component) in offer.terms.iter().zip(components) {
                let [near, far, open] = terms.peers;
                let row = CostRow {
                    time,
                    workflow: self.subject,
                    component,
                    unit: told.place + 1,
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
                    taken: Some(offer.cluster == told.taken),
                };
                handle.cx.record.add_row(&row);
            }
        }
    }

    /// Records the costs by the other functions for the same choice.
    fn compare(&self, told: &UnitDecision, components: &[u32], handle: &mut RunnerContext) {
        for (place, others) in told.others.iter().enumerate() {
            for (offer, (terms, cost)) in told.offers.iter().zip(others) {
                for (terms, &component) in terms.iter().zip(components) {
                    let shared = &mut handle.grid.components;
                    shared.untold = shared.untold.saturating_sub(1);
                    let row = FunctionRow {
                        workflow: self.subject,
                        component,
                        unit: told.place + 1,
                        cluster: shared.clusters[offer.cluster],
                        function: shared.names[place],
                        near_cost: terms.here,
                        far_cost: terms.there,
                        open_cost: terms.open,
                        divisor: terms.divisor,
                        less: terms.less,
                        cost: *cost,
                    };
                    handle.cx.record.add_row(&row);
                }
            }
        }
    }

    /// Records its outcome.
    pub(super) fn record_outcome(&self, handle: &mut RunnerContext) {
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
        handle.record().add_row(&row);
    }
}
