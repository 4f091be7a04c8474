//! A workflow of higher-order components at a time: its pattern with the cluster of each unit, the placement costs of a
//! unit, and the load of the links between clusters.

mod shape;
#[cfg(test)]
mod tests;

use crate::labels::WHITE_TEXT_LUMINANCE;
use crate::theme::{luminance, parse_rgba, theme};
use crate::view::View;
use ganttlet_core::entry::Variants;
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{Phase, Text, Trace, Transfer};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_sim::tables::components::{BeginRow, CostRow, FunctionRow, PartRow};
use ganttlet_sim::tables::links::LinkRow;
use ganttlet_work::hoc::{Hoc, Layout, Parts, Pattern, Sends, UnitGraph};
use serde::Serialize;
use shape::{UnitLayout, layout_units};
use ts_rs::TS;

/// Maximum number of workflows in the list; the latest are kept.
const MAX_LISTED: usize = 200;
/// Time intervals of the load curve of a link.
const LOAD_INTERVALS: usize = 72;
/// Maximum number of links; those with the most traffic are kept.
const MAX_LINKS: usize = 24;

/// A workflow of components.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Components {
    /// The latest placed workflows, and their number.
    workflows: Vec<HocName>,
    placed: u32,
    /// The shown workflow, and the number of its shown component, counted from 1.
    workflow: SubjectId,
    component: u32,
    /// The running component, if any.
    runs: Option<u32>,
    /// The time of placement, of the start of the first component and of the end of the last one, if known.
    placed_s: f64,
    start_s: Option<f64>,
    end_s: Option<f64>,
    /// True if the mapping of an earlier workflow was reused without a computation.
    reused: bool,
    parts: Vec<HocPart>,
    /// Number of concurrent messages that a link carries at full rate.
    width: u32,
    /// The clusters, in platform order.
    sites: Vec<HocSite>,
    units: Vec<HocUnit>,
    edges: Vec<HocEdge>,
    /// Width and height of the pattern, in steps from unit to unit.
    wide: f32,
    high: f32,
    /// The selected unit, with its costs in clusters with free nodes.
    unit: u32,
    offers: Vec<HocOffer>,
    /// The costs of the unit by each cost function; empty if they are not recorded.
    functions: Vec<HocFunction>,
    /// Start and end of the load curves of links, which have equal time intervals.
    from_s: f64,
    to_s: f64,
    links: Vec<HocLink>,
    /// Number of used links.
    used_links: u32,
}

/// A workflow in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocName {
    id: SubjectId,
    name: String,
    /// Short description of its parts.
    about: String,
}

/// A component.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocPart {
    pattern: &'static str,
    units: u32,
    items: u32,
    message_mb: f64,
    compute_s: f64,
    /// Its start, if known.
    begin_s: Option<f64>,
}

/// A cluster.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocSite {
    name: String,
    /// Its colour and that of text on it, `#rrggbb`.
    fill: &'static str,
    ink: &'static str,
    /// Number of units of the component on it.
    units: u32,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocUnit {
    subject: SubjectId,
    x: f32,
    y: f32,
    /// The index of its cluster.
    site: Option<u32>,
    /// True while it computes.
    computes: bool,
    /// Number of started computations.
    items: u32,
    /// Number of messages in transfer to it from other clusters.
    coming: u32,
}

/// Units that exchange messages.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocEdge {
    from: u32,
    to: u32,
    /// True if they are in different clusters.
    far: bool,
    /// True if a message between them may be in transfer.
    busy: bool,
}

/// The cost of a unit in a cluster: (near + far + open) / divisor - less, for this component; `cost` is over all
/// components of the workflow.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocOffer {
    /// The index of the cluster.
    site: u32,
    /// Number of nodes still idle on it.
    idle: u32,
    /// Number of peers of the unit: on the cluster, elsewhere, not yet placed.
    peers: [u32; 3],
    near: f64,
    far: f64,
    open: f64,
    divisor: f64,
    less: f64,
    cost: f64,
    taken: bool,
}

/// A cost function, with its values in the order of the offers.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocFunction {
    name: String,
    costs: Vec<HocCost>,
}

/// The cost of a unit in a cluster by another function, with the terms of an offer.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocCost {
    near: f64,
    far: f64,
    open: f64,
    divisor: f64,
    less: f64,
    cost: f64,
}

/// A link between two clusters, one direction.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct HocLink {
    from: u32,
    to: u32,
    /// The bandwidth of the unloaded link, in Mb/s.
    total: f64,
    /// Number of messages in transfer now, and its maximum over the time intervals.
    messages: u32,
    most: f32,
    /// The transferred data so far, in Mb.
    carried: f64,
    /// The share of background load, and the bandwidth left for one message in Mb/s, in the last sample with traffic.
    background: Option<f64>,
    available: Option<f64>,
    /// The mean number of messages in transfer in each time interval so far.
    load: Vec<f32>,
}

/// A workflow of components at the playhead of a view: that of the selected unit, otherwise `workflow`, otherwise the
/// last one placed. `component` is counted from 1; 0 selects the component that runs or ran last. `None` before the
/// first placement.
pub fn components(
    trace: &Trace,
    platform: &Platform,
    view: &View,
    workflow: Option<SubjectId>,
    component: u32,
) -> Option<Components> {
    let now = Time::from_seconds(view.now_s.clamp(0.0, 1e12));
    let mut rows: Vec<PartRow> = trace.table_rows().filter(|row: &PartRow| row.time <= now).collect();
    let is_known = |id: SubjectId| rows.iter().any(|row| row.workflow == id);
    let of_view = view.selected.and_then(|selected| workflow_of(&rows, selected));
    let id =
        of_view.or_else(|| workflow.filter(|&id| is_known(id))).or(rows.last().map(|row| row.workflow))?;
    let (placed, workflows) = list_workflows(trace, &rows);
    rows.retain(|row| row.workflow == id);
    let begins: Vec<BeginRow> =
        trace.table_rows().filter(|row: &BeginRow| row.workflow == id && row.time <= now).collect();
    let last = begins.last().map(|row| row.component);
    let chosen = if component == 0 { last.unwrap_or(1) } else { component };
    let part = rows.iter().find(|row| row.component == chosen).or(rows.first()).copied()?;
    let (pattern, layout) = (cell_variant(trace, part.pattern), cell_variant(trace, part.layout));
    let graph = message_graph(&part, pattern, layout);
    let UnitLayout { places, wide, high } = layout_units(pattern, layout, &graph);
    let past = |time: Time| (time != Time::MAX && time <= now).then(|| time.seconds());
    let (start, end) = (trace.subjects.start[id as usize], trace.subjects.end[id as usize]);
    let costs: Vec<CostRow> = trace.table_rows().filter(|row: &CostRow| row.workflow == id).collect();
    let known = if end == Time::MAX { trace.now } else { end };
    let window = (part.time.min(start), known.max(part.time));
    let mut all = Components {
        workflows,
        placed,
        workflow: id,
        component: part.component,
        runs: last.filter(|_| end == Time::MAX || now < end),
        placed_s: part.time.seconds(),
        start_s: past(start),
        end_s: past(end),
        reused: part.hit == Some(true),
        parts: rows.iter().map(|row| HocPart::from_row(trace, row, &begins)).collect(),
        width: part.width,
        sites: cluster_list(trace, view),
        units: (id + 1..).zip(places).map(|(subject, place)| HocUnit::new(subject, place)).collect(),
        edges: Vec::new(),
        wide,
        high,
        unit: 0,
        offers: Vec::new(),
        functions: Vec::new(),
        from_s: window.0.seconds(),
        to_s: window.1.seconds(),
        links: Vec::new(),
        used_links: 0,
    };
    let own = begins.iter().find(|row| row.component == part.component);
    let next = begins.iter().find(|row| row.component == part.component + 1);
    let from = own.map_or(if begins.is_empty() { Time::ZERO } else { Time::MAX }, |row| row.time);
    all.locate_units(trace, &costs, (from, next.map_or(Time::MAX, |row| row.time)), now);
    all.add_offers(trace, &costs, view.selected);
    all.add_edges(trace, &graph, pattern, now);
    all.add_links(trace, platform, window, now);
    Some(all)
}

/// The workflow of a subject: itself, or that of a unit.
fn workflow_of(rows: &[PartRow], subject: SubjectId) -> Option<SubjectId> {
    let units = |id| rows.iter().filter(|row| row.workflow == id).map(|row| row.units).max().unwrap_or(0);
    rows.iter().map(|row| row.workflow).find(|&id| (id..=id + units(id)).contains(&subject))
}

/// The number of workflows, and the latest ones.
fn list_workflows(trace: &Trace, rows: &[PartRow]) -> (u32, Vec<HocName>) {
    let mut all: Vec<HocName> = Vec::new();
    for row in rows {
        let about = format!("{} of {}", trace.text(row.pattern), row.units);
        match all.last_mut().filter(|last| last.id == row.workflow) {
            Some(last) => last.about = [&*last.about, &*about].join(", "),
            None => all.push(HocName { id: row.workflow, name: trace.name(row.workflow), about }),
        }
    }
    let count = all.len();
    (count as u32, all.split_off(count.saturating_sub(MAX_LISTED)))
}

/// The variant that a cell names.
fn cell_variant<V: Variants>(trace: &Trace, text: Text) -> V {
    let words = trace.text(text);
    V::at(V::OPTIONS.iter().position(|(id, _)| *id == words).unwrap_or(0))
}

/// The index of the cluster of a row.
fn cluster_index(trace: &Trace, row: &CostRow) -> Option<u32> {
    let name = trace.text(row.cluster);
    trace.bands.iter().position(|band| band.name == name).map(|site| site as u32)
}

/// The graph of messages between units.
fn message_graph(part: &PartRow, pattern: Pattern, layout: Layout) -> UnitGraph {
    let &PartRow { units, items: messages, compute, .. } = part;
    Hoc { pattern, units, messages, bits: 0, compute, parts: Parts::Each, layout, sends: Sends::Concurrent }
        .graph()
}

/// The clusters, with their names.
fn cluster_list(trace: &Trace, view: &View) -> Vec<HocSite> {
    let colours = theme(view.theme).types;
    let site = |(place, name): (usize, &String)| {
        let fill = colours[place % colours.len()];
        let ink = if luminance(parse_rgba(fill)) < WHITE_TEXT_LUMINANCE { "#ffffff" } else { "#000000" };
        HocSite { name: name.clone(), fill, ink, units: 0 }
    };
    trace.bands.iter().map(|band| &band.name).enumerate().map(site).collect()
}

impl HocPart {
    fn from_row(trace: &Trace, row: &PartRow, begins: &[BeginRow]) -> Self {
        let begin = begins.iter().find(|begin| begin.component == row.component);
        let pattern: Pattern = cell_variant(trace, row.pattern);
        Self {
            pattern: Pattern::OPTIONS[pattern as usize].0,
            units: row.units,
            items: row.items,
            message_mb: row.message,
            compute_s: row.compute.seconds(),
            begin_s: begin.map(|begin| begin.time.seconds()),
        }
    }
}

impl HocUnit {
    fn new(subject: SubjectId, (x, y): (f32, f32)) -> Self {
        Self { subject, x, y, site: None, computes: false, items: 0, coming: 0 }
    }
}

impl Components {
    /// Sets the clusters and the states of the units of a component that ran in this period.
    fn locate_units(&mut self, trace: &Trace, costs: &[CostRow], (from, to): (Time, Time), now: Time) {
        for row in costs.iter().filter(|row| row.taken == Some(true)) {
            if let Some(unit) = self.units.get_mut(row.unit as usize - 1) {
                unit.site = cluster_index(trace, row);
            }
        }
        let table = &trace.intervals;
        for unit in &mut self.units {
            for at in trace.intervals_of(unit.subject) {
                unit.site = trace.cluster_at(table.row[at]).map(|site| site as u32);
                if table.start[at] > now {
                    break;
                }
                let works = table.phase[at] == Phase::WORKS;
                unit.items += u32::from(works && (from..to).contains(&table.start[at]));
                unit.computes |= works && table.end[at] > now;
            }
            if let Some(site) = unit.site {
                self.sites[site as usize].units += 1;
            }
        }
    }

    /// Adds the costs at the placement of a unit: of the selected unit, otherwise of the first whose costs differ
    /// between clusters.
    fn add_offers(&mut self, trace: &Trace, costs: &[CostRow], selected: Option<SubjectId>) {
        let count = self.units.len() as u32;
        let chosen = selected.and_then(|id| id.checked_sub(self.workflow + 1)).filter(|&unit| unit < count);
        let differs = |rows: &&[CostRow]| {
            let has_placed_peers = rows.iter().any(|row| row.near + row.far > 0);
            has_placed_peers && rows.iter().any(|row| row.cost.total_cmp(&rows[0].cost).is_ne())
        };
        let first = || costs.chunk_by(|a, b| a.unit == b.unit).find(differs).map(|rows| rows[0].unit - 1);
        self.unit = chosen.or_else(first).unwrap_or(0);
        let own = costs.iter().filter(|row| row.unit == self.unit + 1 && row.component == self.component);
        self.offers = own
            .filter_map(|row| cluster_index(trace, row).map(|site| HocOffer::from_row(row, site)))
            .collect();
        let (workflow, unit, component) = (self.workflow, self.unit + 1, self.component);
        let own = |row: &FunctionRow| (row.workflow, row.unit, row.component) == (workflow, unit, component);
        for row in trace.table_rows().filter(own) {
            let name = trace.text(row.function);
            let cost = HocCost {
                near: row.near_cost,
                far: row.far_cost,
                open: row.open_cost,
                divisor: row.divisor,
                less: row.less,
                cost: row.cost,
            };
            match self.functions.last_mut().filter(|last| last.name == name) {
                Some(last) => last.costs.push(cost),
                None => self.functions.push(HocFunction { name: name.to_owned(), costs: vec![cost] }),
            }
        }
    }

    /// Adds the messages between units. The trace has only the cluster of the sender of a message.
    fn add_edges(&mut self, trace: &Trace, graph: &UnitGraph, pattern: Pattern, now: Time) {
        let first = self.workflow + 1;
        let own = first..first + self.units.len() as SubjectId;
        let mut coming: Vec<(u16, u32)> = Vec::new();
        for one in trace.transfers.iter().filter(|one| own.contains(&one.subject) && is_in_transit(one, now))
        {
            let unit = one.subject - first;
            self.units[unit as usize].coming += 1;
            coming.push((one.from, unit));
        }
        let site = |unit: u32| self.units[unit as usize].site;
        let is_coming =
            |from: u32, to: u32| site(from).is_some_and(|site| coming.contains(&(site as u16, to)));
        // In a farm all results go to one unit, one from each worker that has completed a part and has no new one.
        let answers = |worker: u32| {
            let unit = &self.units[worker as usize];
            unit.items > 0 && !unit.computes && unit.coming == 0 && is_coming(worker, 0)
        };
        let edge = |(from, to): (u32, u32)| {
            let far = site(from).zip(site(to)).is_some_and(|(a, b)| a != b);
            let busy = is_coming(from, to) || pattern == Pattern::Farm && answers(to);
            HocEdge { from, to, far, busy: far && busy }
        };
        let farm = pattern == Pattern::Farm;
        let pairs = (0..).zip(&graph.after);
        let pairs = pairs.flat_map(|(from, after)| after.iter().map(move |&to| (from, to)));
        self.edges = pairs.filter(|&(_, to)| !farm || to != 0).map(edge).collect();
    }

    /// Adds the current and past load of links between clusters.
    fn add_links(&mut self, trace: &Trace, platform: &Platform, (from, to): (Time, Time), now: Time) {
        let sites = self.sites.len();
        let length = (to - from).seconds();
        let step = if length > 0.0 { length / LOAD_INTERVALS as f64 } else { 1.0 };
        let come = (((now - from).seconds() / step).ceil().max(0.0) as usize).min(LOAD_INTERVALS);
        let mut links: Vec<Option<HocLink>> = (0..sites * sites).map(|_| None).collect();
        for one in trace.transfers.iter().filter(|one| one.start <= now && one.end > from) {
            let place = usize::from(one.from) * sites + usize::from(one.to);
            let Some(slot) = links.get_mut(place) else { continue };
            let link = slot.get_or_insert_with(|| HocLink::idle(one, platform, come));
            link.messages += u32::from(is_in_transit(one, now));
            if one.end <= now {
                link.carried += one.bytes * 8.0 / 1e6;
            }
            let end = one.end.min(now);
            let (a, b) = ((one.start - from).seconds() / step, (end - from).seconds() / step);
            for place in a.max(0.0) as usize..(b.ceil().max(0.0) as usize).min(come) {
                let part = b.min(place as f64 + 1.0) - a.max(place as f64);
                link.load[place] += part.max(0.0) as f32;
            }
        }
        let mut links: Vec<HocLink> = links.into_iter().flatten().collect();
        for link in &mut links {
            link.most = link.load.iter().copied().fold(0.0, f32::max);
        }
        for row in trace.table_rows().rev().filter(|row: &LinkRow| row.time <= now) {
            let own = |link: &&mut HocLink| (link.from, link.to) == (row.from, row.to);
            if let Some(link) = links.iter_mut().filter(|link| link.background.is_none()).find(own) {
                (link.background, link.available) = (Some(row.background), Some(row.available));
            }
        }
        self.used_links = links.len() as u32;
        order::sort_by_key(&mut links, |link| -(link.carried * 1e3) as i64);
        links.truncate(MAX_LINKS);
        order::sort_by_key(&mut links, |link| i64::from(link.from) << 32 | i64::from(link.to));
        self.links = links;
    }
}

impl HocOffer {
    fn from_row(row: &CostRow, site: u32) -> Self {
        Self {
            site,
            idle: row.idle,
            peers: [row.near, row.far, row.open],
            near: row.near_cost,
            far: row.far_cost,
            open: row.open_cost,
            divisor: row.divisor,
            less: row.less,
            cost: row.cost,
            taken: row.taken == Some(true),
        }
    }
}

impl HocLink {
    /// A link without traffic.
    fn idle(one: &Transfer, platform: &Platform, stretches: usize) -> Self {
        let (from, to) = (u32::from(one.from), u32::from(one.to));
        Self {
            from,
            to,
            total: platform.network.bandwidth(from as usize, to as usize) * 8.0 / 1e6,
            messages: 0,
            most: 0.0,
            carried: 0.0,
            background: None,
            available: None,
            load: vec![0.0; stretches],
        }
    }
}

/// True while the transfer is in progress.
fn is_in_transit(one: &Transfer, now: Time) -> bool {
    one.start <= now && now < one.end
}
