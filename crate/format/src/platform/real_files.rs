//! Tests on real platforms, if they are available.

use super::{PlatformChoices, PlatformReading, read_platform};
use crate::real_files::data_folder;
use serde_json::Value;

fn read(path: &str) -> Result<PlatformReading, String> {
    let bytes = std::fs::read(data_folder().join(path)).expect("a file of the index");
    read_platform(path, &bytes, None, PlatformChoices::default())
        .map_err(|problems| problems[0].message.clone())
}

/// Every platform opens with the hosts, nodes and cores of the index, or is rejected with a reason.
#[test]
#[ignore = "needs the reference data"]
fn platforms_open_with_the_hosts_of_the_index() {
    let index = std::fs::read(data_folder().join("index.json")).expect("the index");
    let index: Vec<Value> = serde_json::from_slice(&index).expect("a list");
    let mut opened = 0;
    let mut refused = Vec::new();
    for entry in &index {
        let path = entry["path"].as_str().expect("a path");
        let ends_in = |ending: &str| std::path::Path::new(path).extension().is_some_and(|own| own == ending);
        let xml = ends_in("xml") && (path.starts_with("simgrid-platforms/") || path.starts_with("batsim/"));
        let other =
            path.starts_with("opendc/topologies/") || path.starts_with("dslab/") || ends_in("machines");
        if !xml && !other {
            continue;
        }
        match read(path) {
            Ok(reading) => {
                opened += 1;
                let facts = &entry["facts"];
                let number = |key: &str| facts[key].as_u64();
                if let Some(hosts) = number("hosts").or_else(|| number("nodes")) {
                    assert_eq!(u64::from(reading.hosts), hosts, "{path}");
                }
                if let Some(cores) = number("cores").or_else(|| number("cpus")) {
                    assert_eq!(u64::from(reading.cores), cores, "{path}");
                    assert_eq!(u64::from(reading.nodes), cores, "{path}");
                }
                println!("{path}: {} nodes", reading.nodes);
                for found in &reading.diagnostics {
                    println!("    {}", found.message);
                }
                println!("    {}", reading.document.to_string().chars().take(400).collect::<String>());
            }
            Err(message) => refused.push(format!("{path}: {message}")),
        }
    }
    println!("{opened} opened, refused: {refused:#?}");
    let expected = "simgrid-platforms/bogus_missing_dst_gateway.xml: the gateway `neud-grappe_router.grappe.fr` of a route is not in the file";
    assert_eq!(refused, [expected]);
}
