use super::*;
use crate::{FORMATS, read};
use ganttlet_core::entry::{Settings, Value};

fn read_text(text: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("log.swf.failures", text.as_bytes(), None, settings)
}

/// `cluster/node start-end` for each absence.
fn absences(reading: &Reading) -> Vec<String> {
    let of = |absence: &Absence| {
        let MachinePlace { home, node } = reading.origin.machines[absence.machine as usize];
        let node = if node == MachinePlace::ALL { "all".to_owned() } else { node.to_string() };
        let (start, end) = (absence.start.seconds(), absence.end.seconds());
        format!("{}/{node} {start}-{end}", reading.origin.homes[home as usize].id)
    };
    reading.work.items::<Absence>().expect("absences").iter().map(of).collect()
}

#[test]
fn machines_and_whole_clusters_fail() {
    let text = "3600\tcluster1\t7200\t1 2\r\n9000\tcluster2\t120\r\n12000\tcluster1\t30\t0\r\n100\tcluster1\t60\t1\n";
    let reading = read_text(text, &Settings::default()).expect("failures");
    assert_eq!(reading.report.format, "alea-failures");
    assert!(FORMATS.find(reading.report.format).is_some());
    let expected =
        ["cluster1/1 100-160", "cluster1/1 3600-10800", "cluster1/2 3600-10800", "cluster2/all 9000-9120"];
    assert_eq!(absences(&reading), expected);
    let said = &reading.report.diagnostics[0];
    assert_eq!(said.message, "1 failure shorter than 0:01:00 left out, as by Alea");
    let all = Settings::default().with("shortest_s", Value::Number(0.0));
    assert_eq!(absences(&read_text(text, &all).expect("failures")).len(), 5);
}

#[test]
fn unix_times_are_shifted() {
    let text = "1199145700\tc\t100\t0\n1199146000\tc\t100\t0\n";
    let reading = read_text(text, &Settings::default()).expect("failures");
    assert_eq!(absences(&reading), ["c/0 0-100", "c/0 300-400"]);
    assert!(reading.report.diagnostics[0].message.starts_with("the starts are Unix times"));
    let at = Settings::default().with("log_start_s", Value::Number(1_199_145_750.0));
    assert_eq!(absences(&read_text(text, &at).expect("failures")), ["c/0 0-50", "c/0 250-350"]);
}

#[test]
fn invalid_lines_are_named() {
    let text = "0\tc\t100\t0\n10\tc\t100\tx\n20\tc\t-1\n30\tc\t100\t1\n40\tc\t100\t2\n";
    // Recognition accepts no other line; a reader with an explicit format skips them.
    assert!(!is_failure_list(text.as_bytes()));
    let reading = read("a", text.as_bytes(), Some("alea-failures"), &Settings::default()).expect("failures");
    assert_eq!(reading.report.skipped, 2);
    let problems = read("a", b"0\tc\t5\n", None, &Settings::default()).expect_err("too short");
    assert_eq!(problems[0].message, "1 failure is shorter than 0:01:00");
}
