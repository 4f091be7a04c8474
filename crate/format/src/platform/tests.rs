use super::*;
use serde_json::json;

fn read_with(text: &str, cores_as_nodes: bool) -> Result<PlatformReading, String> {
    read_platform("p", text.as_bytes(), None, PlatformChoices { cores_as_nodes })
        .map_err(|problems| problems[0].to_string())
}

fn read(text: &str) -> PlatformReading {
    read_with(text, true).expect("a platform")
}

fn zone(content: &str) -> String {
    format!("<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">{content}</zone></platform>")
}

fn has_note(reading: &PlatformReading, part: &str) -> bool {
    reading.diagnostics.iter().any(|found| found.message.contains(part))
}

#[test]
fn a_cluster_becomes_nodes_with_its_links() {
    let text = "\n<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"x.dtd\">\n<platform version=\"4.1\"><cluster id=\"c\" prefix=\"n\" \
                suffix=\"\" radical=\"1-29,58\" speed=\"1Gf\" core=\"2\" bw=\"125MBps\" lat=\"50us\" bb_bw=\"2.25GBps\" bb_lat=\"500us\"/></platform>";
    let reading = read(text);
    let network = json!({ "bandwidth_mb_s": 125, "latency_ms": 0.6 });
    assert_eq!(reading.document, json!({ "clusters": [{ "name": "c", "nodes": 60 }], "network": network }));
    assert_eq!((reading.format, reading.hosts, reading.cores), ("simgrid", 30, 60));
    assert!(has_note(&reading, "each core is a node"));
    assert_eq!(read_with(text, false).expect("a platform").document["clusters"][0]["nodes"], 30);
}

#[test]
fn hosts_of_equal_speed_are_one_cluster() {
    let text = zone(
        "<host id=\"a\" speed=\"100Mf,50Mf\"/><host id=\"b\" speed=\"0.1Gf\"/><host id=\"s\" speed=\"50Mf\"/>\
         <link id=\"l\" bandwidth=\"80Mbps\" latency=\"1ms\"/><link id=\"m\" bandwidth=\"5MBps\" latency=\"2ms\"/>\
         <route src=\"a\" dst=\"s\"><link_ctn id=\"l\"/><link_ctn id=\"m\"/></route>\
         <route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route>",
    );
    let reading = read(&text);
    let clusters = json!([{ "name": "z 100Mf", "nodes": 2 }, { "name": "s", "nodes": 1, "speed": 0.5 }]);
    assert_eq!(reading.document["clusters"], clusters);
    assert_eq!(reading.document["network"]["bandwidth_mb_s"], json!([[10, 5], [5, 100]]));
    assert_eq!(reading.document["network"]["latency_ms"], json!([[1, 3], [3, 0.5]]));
    for part in [
        "initial one",
        "slowest route",
        "smallest bandwidth",
        "1 pair of clusters has no route",
        "speed 1 is",
    ] {
        assert!(has_note(&reading, part), "{part}: {:?}", reading.diagnostics);
    }
}

#[test]
fn hosts_of_batsim_that_compute_nothing_are_left_out() {
    let text = zone(
        "<host id=\"master_host\" speed=\"42f\"/><host id=\"a\" speed=\"1Gf\"/>\
         <host id=\"p\" speed=\"1Gf\"><prop id=\"role\" value=\"storage\"/></host>",
    );
    let reading = read(&text);
    assert_eq!((reading.nodes, reading.hosts), (1, 3));
    assert!(has_note(&reading, "2 hosts with the role master or storage of Batsim left out"));
    let only = zone("<host id=\"master_host\" speed=\"42f\"/>");
    assert!(read_with(&only, true).expect_err("refused").contains("no compute hosts"));
}

/// Two clusters in separate zones; the route has the host link, the backbone and the link between the zones.
#[test]
fn routes_between_nested_zones_go_over_gateways() {
    let cluster = |id: &str| {
        format!(
            "<zone id=\"z{id}\" routing=\"Full\"><cluster id=\"{id}\" prefix=\"{id}-\" suffix=\"\" radical=\"0-3\" speed=\"1Gf\" bw=\"100MBps\" lat=\"1ms\"/></zone>"
        )
    };
    let with = |gateway: &str| {
        zone(&format!(
            "{}{}<link id=\"l\" bandwidth=\"10MBps\" latency=\"5ms\"/><zoneRoute src=\"za\" dst=\"zb\" gw_src=\"a-a_router\" gw_dst=\"{gateway}\"><link_ctn id=\"l\"/></zoneRoute>",
            cluster("a"),
            cluster("b")
        ))
    };
    let reading = read(&with("b-b_router"));
    assert_eq!(reading.document["network"]["bandwidth_mb_s"], json!([[100, 10], [10, 100]]));
    assert_eq!(reading.document["network"]["latency_ms"], json!([[2, 7], [7, 2]]));
    let wrong = read_with(&with("nobody"), true).expect_err("refused");
    assert!(wrong.contains("the gateway `nobody` of a route is not in the file"), "{wrong}");
}

#[test]
fn floyd_routes_pass_other_vertices_and_one_way_routes_do_not_return() {
    let text = "<platform><zone id=\"z\" routing=\"Floyd\"><host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"2Gf\"/><router id=\"r\"/>\
                <link id=\"l\" bandwidth=\"1MBps\" latency=\"1ms\"/>\
                <route src=\"a\" dst=\"r\"><link_ctn id=\"l\"/></route><route src=\"r\" dst=\"b\" symmetrical=\"NO\"><link_ctn id=\"l\"/></route></zone></platform>";
    let reading = read(text);
    assert_eq!(reading.document["network"]["latency_ms"], json!([[0.5, 2], [0.5, 0.5]]));
    assert!(has_note(&reading, "3 pairs of clusters have no route"));
}

#[test]
fn hostile_platforms_are_refused_in_a_sentence() {
    let cluster = |radical: &str| {
        zone(&format!("<cluster id=\"c\" radical=\"{radical}\" speed=\"1f\" bw=\"1Bps\" lat=\"0\"/>"))
    };
    for (text, part) in [
        (cluster("0-999999999"), "a cluster has 1000000000 hosts"),
        (cluster("0-18446744073709551615"), "is no list of numbers and ranges"),
        (cluster("9-1"), "is no list of numbers and ranges"),
        (zone("<host id=\"a\" speed=\"fast\"/>"), "the speed `fast` cannot be read"),
        (zone("<host id=\"a\" speed=\"1f\" core=\"0\"/>"), "the number of cores `0`"),
        (zone("<link id=\"l\" bandwidth=\"-1\"/>"), "cannot be read"),
        (zone("<include file=\"b.xml\"/>"), "the platform includes another file, `b.xml`"),
        (zone("<route src=\"a\" dst=\"b\"/>"), "the end `a` of a route is not in the file"),
        (zone(""), "the file has no hosts"),
        ("<platform>".to_owned(), "the file ends before </platform>"),
        ("<platform>".to_owned() + &"<zone>".repeat(100), "nested more than 64 levels deep"),
        ("<adag/>".to_owned(), "this is no platform"),
        (String::new(), "the file is empty"),
    ] {
        let problem = read_with(&text, true).expect_err(&text);
        assert!(problem.contains(part), "{text}: {problem}");
    }
    let many: String = (1..=1_001).map(|at| format!("<host id=\"{at}\" speed=\"{at}f\"/>")).collect();
    assert!(read_with(&zone(&many), true).expect_err("refused").contains("1,001 clusters"));
}

#[test]
fn availability_and_other_elements_are_noted() {
    let text = "<platform><trace id=\"t\" periodicity=\"2\">0 1</trace><zone id=\"z\" routing=\"Wifi\">\
                <host id=\"Cpu A\" speed=\"10f\" state_file=\"x\"/><link id=\"AP\" sharing_policy=\"WIFI\" bandwidth=\"54Mbps,36Mbps\" latency=\"0ms\"/>\
                <router id=\"r\"/></zone><trace_connect kind=\"SPEED\" trace=\"t\" element=\"Cpu A\"/></platform>";
    let reading = read(text);
    assert!(has_note(&reading, "2 availability profiles are not read") && has_note(&reading, "Wi-Fi"));
    assert_eq!(reading.document["network"]["bandwidth_mb_s"], 6.75);
}

#[test]
fn units_of_simgrid_are_read() {
    use super::units::{parse_bandwidth, parse_speed, parse_time};
    for (text, value) in
        [("1Gf", 1e9), ("16.673E9flops", 16.673e9), ("286.087kf", 286_087.0), ("42", 42.0), ("1Ef", 1e18)]
    {
        assert_eq!(parse_speed(text), Some(value), "{text}");
    }
    for (text, value) in [("1KiBps", 1024.0), ("8Mbps", 1e6), ("1.25E8Bps", 1.25e8), ("1GBps", 1e9)] {
        assert_eq!(parse_bandwidth(text), Some(value), "{text}");
    }
    for (text, value) in [("50us", 50e-6), ("2.4E-5s", 2.4e-5), ("1m", 60.0), ("0", 0.0)] {
        assert!((parse_time(text).expect("a time") - value).abs() < 1e-15, "{text}");
    }
    assert_eq!(
        (parse_speed("1x"), parse_speed(""), parse_bandwidth("1f"), parse_time("1y")),
        (None, None, None, None)
    );
}

#[test]
fn topologies_of_opendc_are_read() {
    let text = "{\"clusters\": [{\"name\": \"C\", \"hosts\": [\
                {\"cpu\": {\"coreCount\": 4, \"coreSpeed\": 2000, \"count\": 2}, \"count\": 3, \"gpu\": {}},\
                {\"cpu\": {\"coreCount\": 1, \"coreSpeed\": \"1.0 GHz\"}, \"memory\": {\"memorySize\": \"1 bytes\"}}]}]}";
    let reading = read(text);
    let clusters =
        json!([{ "name": "C 2000 MHz", "nodes": 24 }, { "name": "C 1000 MHz", "nodes": 1, "speed": 0.5 }]);
    assert_eq!(reading.document, json!({ "clusters": clusters }));
    assert!(has_note(&reading, "3 hosts have GPUs") && has_note(&reading, "no network"));
    let imported = text.replace("\"name\": \"C\"", "\"importFrom\": \"x\"");
    assert!(read_with(&imported, true).expect_err("refused").contains("imports parts of another file"));
    let none = text.replace("\"coreCount\": 1,", "");
    assert!(read_with(&none, true).expect_err("refused").contains("host 2 of cluster 1 has 0 cores"));
}

#[test]
fn tables_of_machines_are_read() {
    let opendc = "ClusterID;ClusterName;Cores;Speed;Memory;numberOfHosts;memoryCapacityPerHost;coreCountPerHost\n\
                  A;A01;32;3.2;2048;1;256;32\nB;B01;50;1.6;1256;6;64;8\n";
    let reading = read(opendc);
    let clusters = json!([{ "name": "A01", "nodes": 32, "speed": 2 }, { "name": "B01", "nodes": 48 }]);
    assert_eq!((reading.format, &reading.document["clusters"]), ("opendc-table", &clusters));
    assert!(has_note(&reading, "50 cores by one column and 6 times 8"));
    let reading = read("name,nodes,cores,speed\nA,2,4,1\n\"A\",1,1,0.5\n");
    let clusters = json!([{ "name": "A", "nodes": 8 }, { "name": "A (2)", "nodes": 1, "speed": 0.5 }]);
    assert_eq!((reading.format, &reading.document["clusters"]), ("machine-table", &clusters));
    let wrong = read_with("name,nodes\nA,x\n", true).expect_err("refused");
    assert!(wrong.contains("p:2: ") && wrong.contains("the number of nodes `x`"), "{wrong}");
}

#[test]
fn columns_of_machines_have_many_names_and_the_others_are_reported() {
    let reading =
        read("\u{feff}Cluster;Hosts;CPUs per node;Clock (GHz);Rack\r\nA;10;32;2,4;r1\r\nB;5;64;1,2;r2\r\n");
    let found = &reading.document["clusters"];
    assert_eq!((found[0]["nodes"].clone(), found[1]["nodes"].clone()), (json!(320), json!(320)));
    let ratio = |at: usize| found[at]["speed"].as_f64().unwrap_or(1.0);
    assert!((ratio(0) / ratio(1) - 2.0).abs() < 1e-9, "{found}");
    assert!(has_note(&reading, "columns that are not read: Rack"));
}

#[test]
fn machines_of_alea_are_read() {
    let reading = read("; id name\n15\tadan\t61\t32\t1\t192\t5.9\t2\n0 \t seth \t 2 \t 1 \t 2 \t 256 \n");
    let clusters = json!([{ "name": "adan", "nodes": 1952 }, { "name": "seth", "nodes": 2, "speed": 2 }]);
    assert_eq!((reading.format, &reading.document["clusters"]), ("alea-machines", &clusters));
}

const DSLAB: &str = "# a system\nresources:\n  - name: a\n    speed: 10\n    cores: 4\n    memory: 8000\n  - {name: b, speed: 20}\n  - name: c\n    speed: 10\n    cores: 2\nnetwork:\n  model: ";

#[test]
fn systems_of_dslab_are_read() {
    let read = |network: &str| read(&format!("{DSLAB}{network}"));
    let reading = read("ConstantBandwidth\n  bandwidth: 1000\n  latency: 100\n");
    let clusters = json!([{ "name": "10 Gflop/s", "nodes": 6 }, { "name": "b", "nodes": 1, "speed": 2 }]);
    let network = json!({ "bandwidth_mb_s": 1000, "latency_ms": 0.1 });
    assert_eq!(reading.document, json!({ "clusters": clusters, "network": network }));
    assert_eq!((reading.format, reading.hosts, reading.cores), ("dslab-system", 3, 7));
    assert!(has_note(&reading, "resources of equal speed") && has_note(&reading, "memory"));
    let shared = read("SharedBandwidthNetwork\n  bandwidth: 30\n  latency: 1000\n");
    assert_eq!(shared.document["network"], json!({ "bandwidth_mb_s": 30, "latency_ms": 1 }));
    assert!(has_note(&shared, "transfers do not share the bandwidth"));
    let links = "  link_bandwidth: 1250\n  link_latency: 10\n";
    for (topology, latency) in [("star", 0.02), ("full_mesh", 0.01)] {
        let found = read(&format!("TopologyAware\n  topology: {topology}\n{links}"));
        assert_eq!(found.document["network"], json!({ "bandwidth_mb_s": 1250, "latency_ms": latency }));
    }
}

#[test]
fn wrong_systems_of_dslab_are_refused_with_their_line() {
    for (network, part) in [
        ("Torus\n", "p:12: the network model `Torus` is unknown"),
        ("TopologyAware\n  topology: ring\n", "the topology `ring` is unknown"),
        ("ConstantBandwidth\n", "the network has no `bandwidth`"),
        ("ConstantBandwidth\n  bandwidth: fast\n", "p:13: the bandwidth `fast` is not a number"),
    ] {
        let problem = read_with(&format!("{DSLAB}{network}"), true).expect_err(network);
        assert!(problem.contains(part), "{problem}");
    }
    for (resource, part) in [
        ("speed: 0", "p:2: the speed `0` is not a number"),
        ("speed: 1\n  cores: 2000000", "the cores `2000000` is not a number from 1 to 1000000"),
        ("speed: [", "the YAML is broken"),
        ("cores: 1\n- speed: 1", "a resource has no `speed`"),
    ] {
        let problem = read_with(&format!("resources:\n- {resource}\n"), true).expect_err(resource);
        assert!(problem.contains(part), "{problem}");
    }
}

#[test]
fn every_format_documents_its_fields() {
    for format in PLATFORM_FORMATS.members {
        assert!(!format.fields.is_empty() && !format.entry.summary.is_empty(), "{}", format.entry.id);
    }
}
