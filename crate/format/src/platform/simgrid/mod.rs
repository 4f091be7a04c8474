//! Platforms of `SimGrid` and Batsim (XML, versions 3 and 4).

mod network;
mod parser;
pub(crate) mod write;

use super::draft::PlatformDraft;
use super::{PlatformFormat, PlatformReader};
use crate::{FileField, fields, unknown_files, xml};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Entry;

/// The format.
pub(super) const FORMAT: PlatformFormat = PlatformFormat::new(
    Entry::new("simgrid", "SimGrid platform (XML)")
        .summary(
            "Platform of SimGrid or Batsim: hosts, clusters, cabinets and zones, and the routes between them. Hosts \
             of one zone with equal speed become one cluster.",
        )
        .source(
            "Casanova, Giersch, Legrand, Quinson, Suter, Versatile, scalable, and accurate simulation of distributed \
             applications and platforms, Journal of Parallel and Distributed Computing 74(10), 2014",
        ),
    &FIELD_DOCS,
);

/// Recognition and reading of such files.
pub(super) const READER: PlatformReader = PlatformReader {
    what: "a platform of SimGrid or Batsim (XML)",
    files: "platforms of SimGrid and Batsim (XML)",
    recognises: |head| unknown_files::root_element(head).is_some_and(|root| root == "platform"),
    read: read_simgrid,
};

/// The meaning and use of each element.
const FIELD_DOCS: [FileField; 11] = fields([
    (
        "zone, AS",
        "Zone of hosts, clusters and zones, nested up to 64 levels; routing decides which routes exist.",
    ),
    ("host", "Host: `speed` (with several pstates, the initial one), `core`."),
    (
        "cluster",
        "Cluster: `radical` gives the number of hosts; `speed`, `core`, `bw`, `lat`, `bb_bw`, `bb_lat`.",
    ),
    ("cabinet, backbone, host_link", "Hosts of a zone with the routing Cluster, and their links."),
    ("router", "End of routes without a host."),
    ("link", "Link: `bandwidth` in bytes (B) or bits (b) a second, `latency`."),
    ("route, link_ctn", "Route between hosts or routers of a zone over these links."),
    ("zoneRoute, ASroute", "Route between zones from a gateway to a gateway."),
    ("bypassRoute, bypassZoneRoute", "Route that replaces another one."),
    (
        "prop",
        "With the key `role`: hosts with the role master or storage are left out. With the key `ganttlet_speed_1` in a \
         zone: the speed that is speed 1; if missing, the most frequent one.",
    ),
    ("config, disk, trace, trace_connect", "Not used; availability profiles are counted."),
]);

/// The key of the property that gives the speed of nodes of speed 1.
const REFERENCE_KEY: &str = "ganttlet_speed_1";

fn read_simgrid(bytes: &[u8]) -> Result<PlatformDraft, Vec<Diagnostic>> {
    // Three platforms of Batsim begin with an empty line.
    let bytes = bytes.trim_ascii_start();
    let (text, encoding) = xml::decode_xml(bytes).map_err(|problem| vec![problem])?;
    let file = parser::parse_platform(&text)?;
    let mut draft = network::build_draft(&file)?;
    draft.diagnostics.splice(0..0, encoding);
    Ok(draft)
}
