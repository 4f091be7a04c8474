//! Computes a route between each pair of clusters from zones and routes.

use super::parser::{Hosts, PlatformFile, WrittenRoute};
use crate::finding_list::{count_text, quote_bytes};
use crate::platform::draft::{HostGroup, Link, PlatformDraft, scaled};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Maximum number of steps of the search for routes; the remaining pairs have no route.
const MAX_STEPS: u64 = 20_000_000;
/// Maximum number of listed errors.
const MAX_ERRORS: usize = 20;
/// Maximum number of groups with several sampled hosts.
const MAX_SAMPLED_GROUPS: usize = 40;

/// A route from one vertex of a zone to another.
#[derive(Clone, Copy, Debug)]
struct Edge {
    link: Link,
    /// Number of links.
    length: u32,
    gateways: [usize; 2],
    bypass: bool,
}

struct Network<'a> {
    file: &'a PlatformFile,
    edges: HashMap<(usize, usize), Edge>,
    neighbours: HashMap<usize, Vec<usize>>,
    /// Predecessors by source in zones with transit.
    paths: HashMap<usize, HashMap<usize, usize>>,
    known: HashMap<(usize, usize), Option<Link>>,
    steps: u64,
}

/// The clusters and their network.
pub(super) fn build_draft(file: &PlatformFile) -> Result<PlatformDraft, Vec<Diagnostic>> {
    let mut network = Network {
        file,
        edges: HashMap::new(),
        neighbours: HashMap::new(),
        paths: HashMap::new(),
        known: HashMap::new(),
        steps: 0,
    };
    let mut diagnostics = Vec::new();
    network.add_edges(&mut diagnostics)?;
    let routes = network.routes_between_groups();
    let several = network.edges.values().any(|edge| edge.length > 1);
    if network.steps > MAX_STEPS {
        let message = "the search for routes was ended: the network has too many of them";
        diagnostics.push(Diagnostic::warning(message));
    }
    note_approximations(file, several, &mut diagnostics);
    let groups = host_groups(&file.groups);
    let mut facts = Vec::new();
    if !file.links.is_empty() {
        facts.push(Fact::new("Links", file.links.len().to_string()));
    }
    if file.left_out > 0 {
        facts.push(Fact::new("Hosts left out", file.left_out.to_string()));
    }
    let (unit, left_out, reference) = ("flop/s", file.left_out, file.reference);
    Ok(PlatformDraft { groups, unit, reference, left_out, routes, facts, diagnostics })
}

/// The clusters: named after their only host, their zone, or their zone and speed.
fn host_groups(groups: &[Hosts]) -> Vec<HostGroup> {
    let mut of_zone: HashMap<usize, u32> = HashMap::new();
    for group in groups {
        *of_zone.entry(group.place).or_default() += 1;
    }
    let name = |group: &Hosts| {
        if group.hosts == 1 && !group.first.is_empty() {
            group.first.clone()
        } else if of_zone.get(&group.place) == Some(&1) {
            group.zone.clone()
        } else {
            format!("{} {}f", group.zone, scaled(group.speed).replace(' ', ""))
        }
    };
    let group = |group: &Hosts| HostGroup {
        name: name(group),
        hosts: group.hosts,
        cores: group.cores,
        speed: group.speed,
    };
    groups.iter().map(group).collect()
}

/// One sentence for each approximation.
fn note_approximations(file: &PlatformFile, several: bool, into: &mut Vec<Diagnostic>) {
    let count = |what: &str| file.counts.get(what).copied().unwrap_or(0);
    let mut note = |message: String, hint: &str| into.push(Diagnostic::note(message).hint(hint));
    let stopped = u64::from(file.stopped_hosts.count);
    if file.left_out > stopped {
        let hosts = count_text((file.left_out - stopped) as u32, "host", "hosts");
        note(format!("{hosts} with the role master or storage of Batsim left out"), "");
    }
    let grouped: u64 = file.groups.iter().map(|group| group.hosts).sum();
    if grouped > file.groups.len() as u64 && file.groups.iter().any(|group| group.samples.len() > 1) {
        note(
            "hosts of one zone with equal speed are one cluster, with the slowest route among them"
                .to_owned(),
            "",
        );
    }
    if several {
        let message = "a route of several links has their smallest bandwidth and the sum of their latencies";
        note(message.to_owned(), "Routes do not share links.");
    }
    for (what, one, many, rest) in [
        (
            "pstates",
            "definition of hosts has",
            "definitions of hosts have",
            "several speeds (pstates): the initial one is used",
        ),
        (
            "topology",
            "cluster has",
            "clusters have",
            "a topology (torus, fat tree or dragonfly): read as flat",
        ),
        (
            "availability profile",
            "availability profile is",
            "availability profiles are",
            "not read: speeds and links are constant",
        ),
        ("Vivaldi zone", "zone has", "zones have", "Vivaldi coordinates, which are not read"),
        ("Wi-Fi zone", "zone is", "zones are", "Wi-Fi: stations share no medium"),
        ("peer", "peer has", "peers have", "separate links, which are not read"),
        ("storage element", "storage element is", "storage elements are", "not read"),
    ] {
        if count(what) > 0 {
            let hint = if what == "availability profile" {
                "Add a failure trace to the background of the scenario."
            } else {
                ""
            };
            note(format!("{} {rest}", count_text(count(what), one, many)), hint);
        }
    }
    file.stopped_hosts.report(into, |n| {
        Diagnostic::warning(format!(
            "{} speed 0: left out",
            count_text(n, "definition of hosts has", "definitions of hosts have")
        ))
    });
}

impl Network<'_> {
    /// The vertex of a name: a host, router or zone.
    fn point(&mut self, name: &str) -> Option<usize> {
        if let Some(&at) = self.file.names.get(name) {
            return Some(at);
        }
        for end in (0..=name.len()).rev().filter(|&end| name.is_char_boundary(end)) {
            let (prefix, rest) = name.split_at(end);
            for names in self.file.host_names.get(prefix).map_or(&[][..], Vec::as_slice) {
                self.steps += 1 + names.ranges.len() as u64;
                if self.steps > MAX_STEPS {
                    return None;
                }
                let number =
                    rest.strip_suffix(names.suffix.as_str()).and_then(|number| number.parse::<u64>().ok());
                let inside =
                    |number: u64| names.ranges.iter().any(|&(from, to)| (from..=to).contains(&number));
                if number.is_some_and(inside) {
                    return Some(names.point);
                }
            }
        }
        None
    }

    fn add_edges(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let mut bypasses = 0;
        for route in &self.file.routes {
            match self.edge(route) {
                Ok(Some(([from, to], edge))) => {
                    self.insert(from, to, edge);
                    if !route.one_way && !route.bypass {
                        let [first, last] = edge.gateways;
                        self.insert(to, from, Edge { gateways: [last, first], ..edge });
                    }
                }
                Ok(None) => bypasses += 1,
                Err(problem) => problems.push(problem.line(route.line)),
            }
            if problems.len() >= MAX_ERRORS {
                break;
            }
        }
        if bypasses > 0 {
            let routes = count_text(
                bypasses,
                "bypass route between nested zones is",
                "bypass routes between nested zones are",
            );
            diagnostics.push(Diagnostic::note(format!("{routes} not read")));
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn insert(&mut self, from: usize, to: usize, edge: Edge) {
        if let Some(old) = self.edges.get(&(from, to)) {
            if !old.bypass || edge.bypass {
                self.edges.insert((from, to), edge);
            }
            return;
        }
        self.edges.insert((from, to), edge);
        self.neighbours.entry(from).or_default().push(to);
    }

    /// The edge of a route; `None` for a bypass between vertices of different zones.
    fn edge(&mut self, route: &WrittenRoute) -> Result<Option<([usize; 2], Edge)>, Diagnostic> {
        let mut find = |name: &str, what: &str| {
            self.point(name).ok_or_else(|| {
                let name = quote_bytes(name.as_bytes());
                Diagnostic::error(format!("the {what} `{name}` of a route is not in the file"))
            })
        };
        let ends = [find(&route.ends[0], "end")?, find(&route.ends[1], "end")?];
        let mut gateways = ends;
        for (gateway, name) in gateways.iter_mut().zip(&route.gateways) {
            if !name.is_empty() {
                *gateway = find(name, "gateway")?;
            }
        }
        for (gateway, (end, name)) in gateways.iter().zip(ends.iter().zip(&route.gateways)) {
            if !self.is_inside(*gateway, *end) {
                let name = quote_bytes(name.as_bytes());
                return Err(Diagnostic::error(format!(
                    "the gateway `{name}` of a route is not in the zone of its end"
                )));
            }
        }
        if ends.iter().any(|&end| self.file.points[end].zone != route.zone) {
            if route.bypass {
                return Ok(None);
            }
            let message = "a route connects hosts or zones that are not in its zone";
            return Err(Diagnostic::error(message));
        }
        let mut link = Link::FREE;
        for name in &route.links {
            let plain = || name.strip_suffix("_UP").or_else(|| name.strip_suffix("_DOWN"));
            let links = &self.file.links;
            let found = links.get(name).or_else(|| plain().and_then(|name| links.get(name)));
            let Some(&next) = found else {
                let name = quote_bytes(name.as_bytes());
                return Err(Diagnostic::error(format!("the link `{name}` of a route is not in the file")));
            };
            link = link.then(next);
        }
        let edge = Edge { link, length: route.links.len() as u32, gateways, bypass: route.bypass };
        Ok(Some((ends, edge)))
    }

    /// True if a vertex is another vertex or inside it.
    fn is_inside(&self, mut at: usize, zone: usize) -> bool {
        while at != zone && at != 0 {
            at = self.file.points[at].zone;
        }
        at == zone
    }

    /// The slowest route between each pair of groups, row by row; empty if there is none.
    fn routes_between_groups(&mut self) -> Vec<Option<Link>> {
        let groups = &self.file.groups;
        if groups.len() > ganttlet_core::entry::limits::CLUSTERS {
            return Vec::new();
        }
        let most = if groups.len() > MAX_SAMPLED_GROUPS { 2 } else { usize::MAX };
        let mut routes = Vec::with_capacity(groups.len() * groups.len());
        for from in groups {
            for to in groups {
                let mut slowest: Option<Link> = None;
                for &a in from.samples.iter().take(most) {
                    for &b in to.samples.iter().take(most) {
                        let loopback = a == b && from.samples.len() > 1 && !self.is_cluster(a);
                        if !loopback && let Some(link) = self.route(a, b) {
                            slowest = Some(slowest.map_or(link, |slowest| slowest.slower(link)));
                        }
                    }
                }
                routes.push(slowest.filter(|link| link.bandwidth.is_finite()));
            }
            self.known.clear();
            self.paths.clear();
        }
        routes
    }

    /// True for a vertex that represents all hosts of a cluster or cabinet.
    fn is_cluster(&self, at: usize) -> bool {
        self.file.points[self.file.points[at].zone].hub.is_some()
    }

    /// The route from one vertex to another one; possibly in different zones. Recursion is as deep as the nesting of
    /// zones.
    fn route(&mut self, from: usize, to: usize) -> Option<Link> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        if let Some(&known) = self.known.get(&(from, to)) {
            return known;
        }
        let found = self.find_route(from, to);
        self.known.insert((from, to), found);
        found
    }

    fn find_route(&mut self, from: usize, to: usize) -> Option<Link> {
        let points = &self.file.points;
        let (mut a, mut b) = (from, to);
        while points[a].depth > points[b].depth {
            a = points[a].zone;
        }
        while points[b].depth > points[a].depth {
            b = points[b].zone;
        }
        while points[a].zone != points[b].zone {
            (a, b) = (points[a].zone, points[b].zone);
        }
        if let Some(hub) = points[points[a].zone].hub {
            // One link up and one down, and the common part between them.
            let side = |at: usize| if points[at].host { hub.host } else { Link::FREE };
            return Some(side(a).then(hub.backbone).then(side(b)));
        }
        if a == b {
            return self.edges.get(&(a, b)).map(|edge| edge.link);
        }
        let mut link = Link::FREE;
        let mut at = from;
        for edge in self.path(a, b)? {
            let [first, last] = edge.gateways;
            link = link.then(self.leg(at, first)?).then(edge.link);
            at = last;
        }
        Some(link.then(self.leg(at, to)?))
    }

    /// The route to a gateway; a link without limits for the gateway itself.
    fn leg(&mut self, from: usize, to: usize) -> Option<Link> {
        if from == to { Some(Link::FREE) } else { self.route(from, to) }
    }

    /// The edges from one vertex of a zone to another: the direct one, otherwise, if the routing allows it, a path with
    /// the minimum number of links.
    fn path(&mut self, from: usize, to: usize) -> Option<Vec<Edge>> {
        if let Some(&edge) = self.edges.get(&(from, to)) {
            return Some(vec![edge]);
        }
        if !self.file.points[self.file.points[from].zone].transit {
            return None;
        }
        if !self.paths.contains_key(&from) {
            let before = self.search(from);
            self.paths.insert(from, before);
        }
        let before = &self.paths[&from];
        let (mut path, mut at) = (Vec::new(), to);
        while at != from {
            let previous = *before.get(&at)?;
            path.push(self.edges[&(previous, at)]);
            at = previous;
        }
        path.reverse();
        Some(path)
    }

    /// The predecessor of each vertex on its path with the fewest links from this vertex.
    fn search(&mut self, from: usize) -> HashMap<usize, usize> {
        let mut best: HashMap<usize, u64> = HashMap::from([(from, 0)]);
        let mut before = HashMap::new();
        let mut queue = BinaryHeap::from([Reverse((0_u64, from))]);
        while let Some(Reverse((cost, at))) = queue.pop() {
            if best.get(&at).is_some_and(|&known| known < cost) {
                continue;
            }
            for &next in self.neighbours.get(&at).map_or(&[][..], Vec::as_slice) {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    return before;
                }
                let cost = cost + u64::from(self.edges[&(at, next)].length.max(1));
                if best.get(&next).is_none_or(|&known| cost < known) {
                    best.insert(next, cost);
                    before.insert(next, at);
                    queue.push(Reverse((cost, next)));
                }
            }
        }
        before
    }
}
