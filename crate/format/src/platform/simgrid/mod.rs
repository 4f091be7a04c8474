//! Platforms of `SimGrid` and Batsim (XML, versions 3 and 4).

mod network;
mod parser;

use super::PlatformFormat;
use super::draft::PlatformDraft;
use crate::{FileField, fields, unknown_files, xml};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters as _};

/// The format.
pub(super) const FORMAT: PlatformFormat = PlatformFormat {
    entry: Entry::new("simgrid", "SimGrid platform (XML)")
        .summary(
            "Platform of SimGrid or Batsim: hosts, clusters, cabinets and zones, and the routes between them. Hosts \
             of one zone with equal speed become one cluster.",
        )
        .source(
            "Casanova, Giersch, Legrand, Quinson, Suter, Versatile, scalable, and accurate simulation of distributed \
             applications and platforms, Journal of Parallel and Distributed Computing 74(10), 2014",
        )
        .parameters(super::PlatformChoices::LIST),
    fields: &FIELD_DOCS,
    what: "a platform of SimGrid or Batsim (XML)",
    files: "platforms of SimGrid and Batsim (XML)",
    recognises: |head| unknown_files::root_element(head).is_some_and(|root| root == "platform"),
    read: read_simgrid,
};

/// What each element means, and what is read of it.
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
    ("prop", "With the key `role`: hosts with the role master or storage are left out."),
    ("config, disk, trace, trace_connect", "Not used; availability profiles are counted."),
]);

fn read_simgrid(bytes: &[u8]) -> Result<PlatformDraft, Vec<Diagnostic>> {
    // Three platforms of Batsim begin with an empty line.
    let bytes = bytes.trim_ascii_start();
    let (text, encoding) = xml::decode_xml(bytes).map_err(|problem| vec![problem])?;
    let file = parser::parse_platform(&text)?;
    let mut draft = network::build_draft(&file)?;
    draft.diagnostics.splice(0..0, encoding);
    Ok(draft)
}
