//! The parser of platforms: without recursion, without entities other than the five of XML, without external files.

use super::REFERENCE_KEY;
use crate::finding_list::{FindingList, quote_bytes};
use crate::platform::draft::Link;
use crate::platform::units::{parse_bandwidth, parse_speed, parse_time};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::{BTreeMap, HashMap};

/// Maximum nesting depth of elements.
const MAX_DEPTH: usize = 64;
/// Reading stops after this many errors.
const MAX_ERRORS: usize = 20;
/// The host that Batsim reserves for the scheduler by default.
const MASTER_HOST: &str = "master_host";

/// A vertex of the network: a host, a router or a zone.
#[derive(Debug)]
pub(super) struct Point {
    /// The enclosing zone; the root is its own zone.
    pub(super) zone: usize,
    /// Number of enclosing zones.
    pub(super) depth: u32,
    /// The host links of a zone in which all hosts meet at a router; `None` for other vertices.
    pub(super) hub: Option<Hub>,
    /// True for a host of a hub.
    pub(super) host: bool,
    /// True for a zone whose routes may traverse other vertices of the zone.
    pub(super) transit: bool,
}

/// The links of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hub {
    /// The link of each host.
    pub(super) host: Link,
    /// The link common to all hosts.
    pub(super) backbone: Link,
}

/// Hosts of one zone with equal speed.
#[derive(Debug)]
pub(super) struct Hosts {
    /// Name of the zone.
    pub(super) zone: String,
    /// Name of the first host.
    pub(super) first: String,
    pub(super) hosts: u64,
    pub(super) cores: u64,
    /// Speed, flop/s.
    pub(super) speed: f64,
    /// Some of the hosts in the network.
    pub(super) samples: Vec<usize>,
    /// Number of groups in its zone.
    pub(super) place: usize,
}

/// Maximum number of sampled hosts of a group.
pub(super) const MAX_SAMPLES: usize = 8;

/// A route as written in the file.
#[derive(Debug, Default)]
pub(super) struct WrittenRoute {
    pub(super) zone: usize,
    pub(super) ends: [String; 2],
    /// Gateways; empty for the ends themselves.
    pub(super) gateways: [String; 2],
    pub(super) links: Vec<String>,
    pub(super) one_way: bool,
    pub(super) bypass: bool,
    pub(super) line: u32,
}

/// The names of hosts of a cluster.
#[derive(Debug)]
pub(super) struct HostNames {
    pub(super) suffix: String,
    pub(super) ranges: Vec<(u64, u64)>,
    pub(super) point: usize,
}

/// A file.
#[derive(Debug, Default)]
pub(super) struct PlatformFile {
    pub(super) points: Vec<Point>,
    pub(super) names: HashMap<String, usize>,
    /// Host names by prefix.
    pub(super) host_names: HashMap<String, Vec<HostNames>>,
    pub(super) links: HashMap<String, Link>,
    pub(super) routes: Vec<WrittenRoute>,
    pub(super) groups: Vec<Hosts>,
    pub(super) left_out: u64,
    /// Counts of other elements and attributes.
    pub(super) counts: BTreeMap<&'static str, u32>,
    pub(super) stopped_hosts: FindingList,
    /// The speed of nodes of speed 1, if the file gives one, flop/s.
    pub(super) reference: Option<f64>,
    group_of: HashMap<(usize, u64), usize>,
}

type Attributes = HashMap<String, String>;

/// An open element.
enum Open {
    Other,
    Zone(usize),
    /// A host, cluster or cabinet, with its attributes and whether a role excludes it.
    Hosts(&'static str, Attributes, bool, u32),
    Route(WrittenRoute),
}

struct PlatformParser<'a> {
    file: PlatformFile,
    zone_names: HashMap<usize, String>,
    open: Vec<Open>,
    problems: Vec<Diagnostic>,
    rooted: bool,
    text: &'a str,
    counted: (usize, u32),
}

/// The contents of a platform, or its errors.
pub(super) fn parse_platform(text: &str) -> Result<PlatformFile, Vec<Diagnostic>> {
    let root = Point { zone: 0, depth: 0, hub: None, host: false, transit: false };
    let mut parser = PlatformParser {
        file: PlatformFile { points: vec![root], ..PlatformFile::default() },
        zone_names: HashMap::new(),
        open: vec![],
        problems: vec![],
        rooted: false,
        text,
        counted: (0, 1),
    };
    parser.parse();
    if parser.problems.is_empty() { Ok(parser.file) } else { Err(parser.problems) }
}

impl PlatformParser<'_> {
    fn parse(&mut self) {
        let mut reader = Reader::from_str(self.text);
        while self.problems.len() < MAX_ERRORS {
            let at = reader.buffer_position();
            match reader.read_event() {
                Ok(Event::Start(element)) => {
                    let line = self.line_at(at);
                    self.open_element(&element, line);
                }
                Ok(Event::Empty(element)) => {
                    let line = self.line_at(at);
                    self.open_element(&element, line);
                    self.close_element();
                }
                Ok(Event::End(_)) => self.close_element(),
                Ok(Event::Eof) => {
                    let line = self.line_at(at);
                    if !self.open.is_empty() || !self.rooted {
                        let problem =
                            Diagnostic::error("the XML is broken: the file ends before </platform>");
                        self.problems.push(
                            problem.line(line).hint("The file seems to be truncated: download it again."),
                        );
                    }
                    return;
                }
                Ok(_) => {}
                Err(error) => {
                    let line = self.line_at(reader.error_position());
                    let error = quote_bytes(error.to_string().as_bytes());
                    return self.add_error(line, format!("the XML is broken: {error}"));
                }
            }
            if self.open.len() > MAX_DEPTH {
                let line = self.line_at(at);
                return self
                    .add_error(line, format!("elements are nested more than {MAX_DEPTH} levels deep"));
            }
        }
    }

    /// The line of a position in the text; positions must ascend.
    fn line_at(&mut self, at: u64) -> u32 {
        let (from, line) = self.counted;
        let to = (at as usize).clamp(from, self.text.len());
        let more = self.text.as_bytes()[from..to].split(|&b| b == b'\n').count() - 1;
        self.counted = (to, line.saturating_add(more as u32));
        self.counted.1
    }

    fn add_error(&mut self, line: u32, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(message).line(line));
    }

    fn count(&mut self, what: &'static str) {
        let count = self.file.counts.entry(what).or_default();
        *count = count.saturating_add(1);
    }

    fn attributes(&mut self, element: &BytesStart<'_>, line: u32) -> Attributes {
        let mut found = Attributes::new();
        let mut attributes = element.attributes();
        for attribute in attributes.with_checks(false) {
            match attribute {
                Ok(attribute) => {
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                    let value = value.map_or_else(|_| attribute.value.to_string(), |value| value.to_string());
                    let key = attribute.key.as_ref();
                    if key.ends_with("_file") && !value.is_empty() {
                        self.count("availability profile");
                    }
                    found.insert(key.to_owned(), value);
                }
                Err(error) => {
                    let error = quote_bytes(error.to_string().as_bytes());
                    self.add_error(line, format!("an attribute cannot be read: {error}"));
                    break;
                }
            }
        }
        found
    }

    /// The innermost open zone.
    fn zone(&self) -> usize {
        let zone = |open: &Open| if let Open::Zone(zone) = open { Some(*zone) } else { None };
        self.open.iter().rev().find_map(zone).unwrap_or(0)
    }

    fn add_point(&mut self, zone: usize, name: &str) -> usize {
        let depth = self.file.points[zone].depth + 1;
        self.file.points.push(Point { zone, depth, hub: None, host: false, transit: false });
        let at = self.file.points.len() - 1;
        if !name.is_empty() {
            self.file.names.entry(name.to_owned()).or_insert(at);
        }
        at
    }

    fn open_element(&mut self, element: &BytesStart<'_>, line: u32) {
        let name = element.local_name();
        let name = name.as_ref();
        if !self.rooted {
            self.rooted = true;
            self.open.push(Open::Other);
            return;
        }
        let attributes = self.attributes(element, line);
        let zone = self.zone();
        let opened = match name {
            "zone" | "AS" => self.open_zone(zone, &attributes),
            "host" => Open::Hosts("host", attributes, false, line),
            "cluster" => Open::Hosts("cluster", attributes, false, line),
            "cabinet" => Open::Hosts("cabinet", attributes, false, line),
            "peer" => Open::Hosts("peer", attributes, false, line),
            "route" | "zoneRoute" | "ASroute" | "bypassRoute" | "bypassZoneRoute" | "bypassASroute" => {
                open_route(zone, name.starts_with("bypass"), &attributes, line)
            }
            other => {
                self.read_detail(other, zone, &attributes, line);
                Open::Other
            }
        };
        self.open.push(opened);
    }

    fn open_zone(&mut self, parent: usize, attributes: &Attributes) -> Open {
        let id = text_of(attributes, "id");
        let zone = self.add_point(parent, id);
        self.zone_names.insert(zone, id.to_owned());
        let free = Hub { host: Link::FREE, backbone: Link::FREE };
        let point = &mut self.file.points[zone];
        match text_of(attributes, "routing") {
            "Cluster" => point.hub = Some(free),
            "Wifi" | "WIFI" => {
                point.hub = Some(free);
                self.count("Wi-Fi zone");
            }
            "Floyd" | "Dijkstra" | "DijkstraCache" => point.transit = true,
            "Vivaldi" => self.count("Vivaldi zone"),
            _ => {}
        }
        Open::Zone(zone)
    }

    /// Reads an element whose content is not used.
    fn read_detail(&mut self, name: &str, zone: usize, attributes: &Attributes, line: u32) {
        match name {
            "router" => {
                self.add_point(zone, text_of(attributes, "id"));
            }
            "link" => {
                let Some(link) = self.link(attributes, ["bandwidth", "latency"], line) else { return };
                if text_of(attributes, "sharing_policy").eq_ignore_ascii_case("wifi") {
                    self.count("Wi-Fi link");
                    if let Some(hub) = &mut self.file.points[zone].hub {
                        hub.host = hub.host.slower(link);
                    }
                }
                self.file.links.entry(text_of(attributes, "id").to_owned()).or_insert(link);
            }
            "backbone" => {
                let Some(link) = self.link(attributes, ["bandwidth", "latency"], line) else { return };
                if let Some(hub) = &mut self.file.points[zone].hub {
                    hub.backbone = link;
                }
            }
            "host_link" => {
                let up = attributes.get("up").and_then(|id| self.file.links.get(id)).copied();
                if let Some((hub, up)) = self.file.points[zone].hub.as_mut().zip(up) {
                    hub.host = hub.host.slower(up);
                }
            }
            "link_ctn" | "ctn" => {
                if let Some(Open::Route(route)) = self.open.last_mut() {
                    route.links.push(text_of(attributes, "id").to_owned());
                }
            }
            "prop" if text_of(attributes, "id") == REFERENCE_KEY => {
                self.file.reference = parse_speed(text_of(attributes, "value")).filter(|&speed| speed > 0.0);
            }
            "prop" if text_of(attributes, "id") == "role" => {
                let mut roles = text_of(attributes, "value").split(',').map(str::trim);
                let other = roles.any(|role| ["master", "storage"].contains(&role));
                if let Some(Open::Hosts(_, _, excluded, _)) = self.open.last_mut() {
                    *excluded |= other;
                }
            }
            "trace" | "trace_connect" => {
                self.count(if name == "trace" { "trace" } else { "availability profile" });
            }
            "include" => {
                let file = quote_bytes(text_of(attributes, "file").as_bytes());
                let problem = Diagnostic::error(format!("the platform includes another file, `{file}`"));
                self.problems
                    .push(problem.line(line).hint("Put its content in place of the element <include>."));
            }
            "disk" | "storage" | "mount" | "storage_type" => self.count("storage element"),
            _ => {}
        }
    }

    /// Bandwidth and latency of these attributes.
    fn link(&mut self, attributes: &Attributes, [bandwidth, latency]: [&str; 2], line: u32) -> Option<Link> {
        let text = text_of(attributes, bandwidth);
        // Wi-Fi links have a bandwidth for each level.
        let first = text.split(',').next().unwrap_or_default();
        let delay = text_of(attributes, latency);
        let seconds = if delay.is_empty() { Some(0.0) } else { parse_time(delay) };
        let values =
            parse_bandwidth(first).filter(|&value| value > 0.0).zip(seconds.filter(|&value| value >= 0.0));
        if values.is_none() {
            let [text, delay] = [text, delay].map(|text| quote_bytes(text.as_bytes()));
            let message = format!(
                "a link has the {bandwidth} `{text}` and the {latency} `{delay}`, which cannot be read"
            );
            self.add_error(line, message);
        }
        values.map(|(bandwidth, latency)| Link { bandwidth, latency })
    }

    fn close_element(&mut self) {
        match self.open.pop() {
            Some(Open::Hosts(kind, attributes, excluded, line)) => {
                self.add_hosts(kind, &attributes, excluded, line);
            }
            Some(Open::Route(route)) => self.file.routes.push(route),
            _ => {}
        }
    }

    fn add_hosts(&mut self, kind: &'static str, attributes: &Attributes, excluded: bool, line: u32) {
        let id = text_of(attributes, "id");
        let Some((speed, core)) = self.speed_and_cores(attributes, line) else { return };
        let ranges = match kind {
            "host" | "peer" => vec![(0, 0)],
            _ => {
                let Some(ranges) = parse_radical(text_of(attributes, "radical")) else {
                    let text = quote_bytes(text_of(attributes, "radical").as_bytes());
                    return self
                        .add_error(line, format!("the radical `{text}` is no list of numbers and ranges"));
                };
                ranges
            }
        };
        let count: u64 = ranges.iter().map(|(from, to)| to - from + 1).sum();
        if count > limits::NODES as u64 {
            let message =
                format!("a cluster has {count} hosts; a platform has at most {} nodes", limits::NODES);
            return self.add_error(line, message);
        }
        let parent = self.zone();
        let (zone, host) = match kind {
            "cluster" => self.add_cluster(parent, attributes, line),
            "cabinet" => {
                if attributes.contains_key("bw")
                    && let Some(link) = self.link(attributes, ["bw", "lat"], line)
                    && let Some(hub) = &mut self.file.points[parent].hub
                {
                    hub.host = hub.host.slower(link);
                }
                (parent, self.add_point(parent, ""))
            }
            "peer" => {
                self.count("peer");
                (parent, self.add_point(parent, id))
            }
            _ => (parent, self.add_point(parent, id)),
        };
        self.file.points[host].host = true;
        if kind == "cluster" || kind == "cabinet" {
            let names = HostNames { suffix: text_of(attributes, "suffix").to_owned(), ranges, point: host };
            self.file.host_names.entry(text_of(attributes, "prefix").to_owned()).or_default().push(names);
        }
        if excluded || kind == "host" && id == MASTER_HOST {
            self.file.left_out += count;
            return;
        }
        if speed <= 0.0 {
            self.file.stopped_hosts.add_with_text(line, || format!("`{}`", quote_bytes(id.as_bytes())));
            self.file.left_out += count;
            return;
        }
        let key = (zone, speed.to_bits());
        let zone_name = self.zone_names.get(&zone).cloned().unwrap_or_default();
        let file = &mut self.file;
        let at = *file.group_of.entry(key).or_insert_with(|| {
            let first = if kind == "host" || kind == "peer" { id.to_owned() } else { zone_name.clone() };
            let (hosts, cores, samples, place) = (0, 0, vec![], zone);
            file.groups.push(Hosts { zone: zone_name, first, hosts, cores, speed, samples, place });
            file.groups.len() - 1
        });
        let group = &mut file.groups[at];
        group.hosts += count;
        group.cores = group.cores.saturating_add(count.saturating_mul(core));
        if group.samples.len() < MAX_SAMPLES {
            group.samples.push(host);
        }
    }

    /// The zone of a cluster, and a point for its hosts.
    fn add_cluster(&mut self, parent: usize, attributes: &Attributes, line: u32) -> (usize, usize) {
        let id = text_of(attributes, "id");
        let zone = self.add_point(parent, id);
        self.zone_names.insert(zone, id.to_owned());
        let mut host = self.link(attributes, ["bw", "lat"], line).unwrap_or(Link::FREE);
        if let Some(limit) = attributes.get("limiter_link").and_then(|text| parse_bandwidth(text)) {
            host.bandwidth = host.bandwidth.min(limit);
        }
        let backbone =
            attributes.contains_key("bb_bw").then(|| self.link(attributes, ["bb_bw", "bb_lat"], line));
        let backbone = backbone.flatten().unwrap_or(Link::FREE);
        self.file.points[zone].hub = Some(Hub { host, backbone });
        if !["", "FLAT"].contains(&text_of(attributes, "topology")) {
            self.count("topology");
        }
        let router = match attributes.get("router_id").filter(|id| !id.is_empty()) {
            Some(router) => router.clone(),
            None => format!("{}{id}_router{}", text_of(attributes, "prefix"), text_of(attributes, "suffix")),
        };
        self.add_point(zone, &router);
        (zone, self.add_point(zone, ""))
    }

    /// The speed in flop/s and the number of cores.
    fn speed_and_cores(&mut self, attributes: &Attributes, line: u32) -> Option<(f64, u64)> {
        // The attribute is `power` in version 3.
        let text = attributes.get("speed").or_else(|| attributes.get("power")).map_or("", String::as_str);
        let mut states = text.split(',').map(str::trim).filter(|state| !state.is_empty()).peekable();
        let initial =
            attributes.get("pstate").and_then(|state| state.trim().parse::<usize>().ok()).unwrap_or(0);
        let several = text.contains(',');
        let first = states.peek().copied();
        let state = states.nth(initial).or(first).unwrap_or_default();
        let speed = parse_speed(state).filter(|&speed| speed >= 0.0);
        let Some(speed) = speed else {
            self.add_error(line, format!("the speed `{}` cannot be read", quote_bytes(text.as_bytes())));
            return None;
        };
        if several {
            self.count("pstates");
        }
        let core = attributes.get("core").map_or(Some(1), |core| core.trim().parse::<u64>().ok());
        let core = core.filter(|core| (1..=limits::NODES as u64).contains(core));
        if core.is_none() {
            let core = quote_bytes(text_of(attributes, "core").as_bytes());
            self.add_error(
                line,
                format!("the number of cores `{core}` is not a number from 1 to {}", limits::NODES),
            );
        }
        core.map(|core| (speed, core))
    }
}

fn open_route(zone: usize, bypass: bool, attributes: &Attributes, line: u32) -> Open {
    let either = |names: [&str; 2]| {
        let found = names.iter().find_map(|name| attributes.get(*name));
        found.cloned().unwrap_or_default()
    };
    Open::Route(WrittenRoute {
        zone,
        ends: [either(["src", "src"]), either(["dst", "dst"])],
        gateways: [either(["gw_src", "gw_src"]), either(["gw_dst", "gw_dst"])],
        links: vec![],
        one_way: ["NO", "no", "false"].contains(&text_of(attributes, "symmetrical")),
        bypass,
        line,
    })
}

fn text_of<'a>(attributes: &'a Attributes, name: &str) -> &'a str {
    attributes.get(name).map_or("", String::as_str)
}

/// The ranges of a radical such as `1-29,58`; they are never expanded.
fn parse_radical(text: &str) -> Option<Vec<(u64, u64)>> {
    let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&number| number < 1 << 40);
    let range = |part: &str| match part.split_once('-') {
        Some((from, to)) => number(from).zip(number(to)).filter(|(from, to)| from <= to),
        None => number(part).map(|only| (only, only)),
    };
    text.split(',')
        .filter(|part| !part.trim().is_empty())
        .map(range)
        .collect::<Option<Vec<_>>>()
        .filter(|all| !all.is_empty())
}
