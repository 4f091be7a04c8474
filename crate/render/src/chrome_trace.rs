//! A schedule as a trace in the format of Chrome's trace viewer (Trace Event Format, JSON), which Perfetto opens too: a process
//! for each cluster, a thread for each first node of an allocation, and counters of the queue and of busy nodes.

use crate::schedule_files::subject_name;
use ganttlet_core::order;
use ganttlet_core::record::{Trace, state_changes};
use ganttlet_core::time::Time;
use std::collections::BTreeMap;
use std::fmt::{Arguments, Write as _};

/// The process of the counters; clusters follow. Perfetto reserves process 0 for the idle tasks of a kernel.
const WHOLE: usize = 1;

/// A bar of the trace: an interval and its thread.
struct Slice {
    interval: usize,
    cluster: usize,
    thread: u32,
}

/// The allocations as trace events, times in microseconds. Running ones end with the trace.
pub(crate) fn write_chrome_trace(trace: &Trace) -> String {
    let mut text = String::from("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
    let mut first = true;
    let mut add = |event: Arguments| {
        text.push_str(if first { "" } else { ",\n" });
        first = false;
        // Writing to a string cannot fail.
        let _ = text.write_fmt(event);
    };
    let names = std::iter::once("all clusters").chain(trace.bands.iter().map(|band| &*band.name));
    for (process, name) in (WHOLE..).zip(names) {
        let name = json_text(name);
        add(format_args!(
            "{{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":{process},\"args\":{{\"name\":{name}}}}}"
        ));
        add(format_args!(
            "{{\"name\":\"process_sort_index\",\"ph\":\"M\",\"pid\":{process},\"args\":{{\"sort_index\":{process}}}}}"
        ));
    }
    let (slices, threads) = slices(trace);
    for ((cluster, thread), name) in threads {
        let (process, name) = (process_of(cluster), json_text(&name));
        add(format_args!(
            "{{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":{process},\"tid\":{thread},\"args\":{{\"name\":{name}}}}}"
        ));
        add(format_args!(
            "{{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":{process},\"tid\":{thread},\"args\":{{\"sort_index\":{thread}}}}}"
        ));
    }
    let intervals = &trace.intervals;
    for Slice { interval: i, cluster, thread } in slices {
        let subject = intervals.subject[i];
        let name = json_text(&subject_name(trace, subject as usize));
        let kind = json_text(trace.kind(subject).name);
        let (start, end) = (intervals.start[i], end_of(trace, i));
        let (from, count) = (intervals.row[i] - trace.bands[cluster].first_row, intervals.rows[i]);
        let nodes = if count == 1 { from.to_string() } else { format!("{from}-{}", from + count - 1) };
        let process = process_of(cluster);
        add(format_args!(
            "{{\"name\":{name},\"cat\":{kind},\"ph\":\"X\",\"pid\":{process},\"tid\":{thread},\"ts\":{},\"dur\":{},\
             \"args\":{{\"number\":{},\"nodes\":\"{nodes}\",\"phase\":\"{}\"}}}}",
            start.0,
            (end - start).0,
            trace.subjects.number[subject as usize],
            intervals.phase[i].kind().name
        ));
    }
    for change in state_changes(trace) {
        let (at, busy) = (change.time.0, change.busy.iter().sum::<i64>());
        let (queued, running) = (change.queued, change.running);
        add(format_args!(
            "{{\"name\":\"jobs\",\"ph\":\"C\",\"pid\":{WHOLE},\"ts\":{at},\"args\":{{\"queued\":{queued},\"running\":{running}}}}}"
        ));
        add(format_args!(
            "{{\"name\":\"busy nodes\",\"ph\":\"C\",\"pid\":{WHOLE},\"ts\":{at},\"args\":{{\"nodes\":{busy}}}}}"
        ));
    }
    text.push_str("\n]}\n");
    text
}

/// The process of a cluster.
const fn process_of(cluster: usize) -> usize {
    WHOLE + 1 + cluster
}

/// The bars by start, and the names of the threads that they use. A viewer nests bars of one thread that overlap: those
/// with the same first node get separate threads.
fn slices(trace: &Trace) -> (Vec<Slice>, BTreeMap<(usize, u32), String>) {
    let intervals = &trace.intervals;
    let mut order: Vec<usize> =
        (0..intervals.len()).filter(|&i| intervals.start[i] < end_of(trace, i)).collect();
    order::sort_by_key(&mut order, |&i| intervals.start[i].0);
    let mut ends: BTreeMap<u32, Vec<Time>> = BTreeMap::new();
    let mut threads = BTreeMap::new();
    let mut slices = Vec::with_capacity(order.len());
    for interval in order {
        let row = intervals.row[interval];
        let Some(cluster) = trace.cluster_at(row) else { continue };
        let lanes = ends.entry(row).or_default();
        let free = lanes.iter().position(|&end| end <= intervals.start[interval]);
        let lane = free.unwrap_or(lanes.len());
        let end = end_of(trace, interval);
        match lanes.get_mut(lane) {
            Some(last) => *last = end,
            None => lanes.push(end),
        }
        let band = &trace.bands[cluster];
        // Threads of other lanes are numbered after those of all rows.
        let thread = row - band.first_row + 1 + lane as u32 * band.rows;
        threads.entry((cluster, thread)).or_insert_with(|| {
            let name = trace.row_name(row);
            let name =
                if name.is_empty() { format!("node {}", row - band.first_row) } else { name.to_owned() };
            if lane == 0 { name } else { format!("{name} ({})", lane + 1) }
        });
        slices.push(Slice { interval, cluster, thread });
    }
    (slices, threads)
}

/// The end of an interval; that of the trace if it is still open.
fn end_of(trace: &Trace, interval: usize) -> Time {
    match trace.intervals.end[interval] {
        Time::MAX => trace.now.max(trace.last_end),
        end => end,
    }
}

/// A text as a JSON string.
fn json_text(words: &str) -> String {
    let mut text = String::with_capacity(words.len() + 2);
    text.push('"');
    for sign in words.chars() {
        match sign {
            '"' | '\\' => text.extend(['\\', sign]),
            sign if sign < ' ' => _ = write!(text, "\\u{:04x}", u32::from(sign)),
            sign => text.push(sign),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use serde_json::{Value, json};

    #[test]
    fn a_trace_has_a_process_for_each_cluster_and_a_bar_for_each_block() {
        let bars = [(0, 2, 0.0, Some(2.5)), (3, 1, 1.0, Some(2.5)), (0, 1, 2.5, None)];
        let mut trace = trace_from_bars(&[2, 2], 4.0, &bars);
        trace.names = ["first", "a \"b\"\n\\"].map(String::from).to_vec();
        let document: Value = serde_json::from_str(&write_chrome_trace(&trace)).expect("JSON");
        let events = document["traceEvents"].as_array().expect("a list");
        let of = |phase: &str| events.iter().filter(|event| event["ph"] == phase).collect::<Vec<_>>();
        let named = |name: &str| {
            let named = of("M").into_iter().filter(|event| event["name"] == name);
            named.map(|event| event["args"]["name"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(named("process_name"), ["all clusters", "C2", "C2"]);
        assert_eq!(named("thread_name"), ["node 0", "node 1"]);
        let bars = of("X");
        let expected = json!({
            "name": "first", "cat": "job", "ph": "X", "pid": 2, "tid": 1, "ts": 0, "dur": 2_500_000,
            "args": { "number": 1, "nodes": "0-1", "phase": "running" },
        });
        assert_eq!(bars[0], &expected);
        assert_eq!(
            (&bars[1]["name"], &bars[1]["pid"], &bars[1]["tid"]),
            (&json!("a \"b\"\n\\"), &json!(3), &json!(2))
        );
        assert_eq!((&bars[2]["ts"], &bars[2]["dur"]), (&json!(2_500_000), &json!(1_500_000)));
        let counters = of("C");
        assert_eq!(counters[0]["args"], json!({ "queued": 2, "running": 1 }));
        assert_eq!(counters[1]["args"], json!({ "nodes": 2 }));
    }

    /// Panics unless a document is valid in the Trace Event Format: the keys and types of each event, names for all processes and
    /// threads, and bars of one thread that never overlap in part.
    fn assert_valid(document: &Value) {
        let keys = |value: &Value| {
            let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
            keys.sort();
            keys
        };
        let natural = |value: &Value| value.as_u64().expect("a number from 0, without a fraction");
        assert_eq!(keys(document), ["displayTimeUnit", "traceEvents"]);
        assert_eq!(document["displayTimeUnit"], "ms");
        let (mut processes, mut threads) = (Vec::new(), Vec::new());
        let mut bars: BTreeMap<(u64, u64), Vec<(u64, u64)>> = BTreeMap::new();
        for event in document["traceEvents"].as_array().expect("a list") {
            let (name, process) = (event["name"].as_str().expect("a name"), natural(&event["pid"]));
            assert!(!name.is_empty() && (1..=u64::from(u32::MAX)).contains(&process), "{event}");
            let thread = || natural(&event["tid"]);
            match event["ph"].as_str().expect("a phase") {
                "M" => {
                    let of_thread = name.starts_with("thread_");
                    let expected: &[&str] = if of_thread {
                        &["args", "name", "ph", "pid", "tid"]
                    } else {
                        &["args", "name", "ph", "pid"]
                    };
                    assert_eq!(keys(event), expected, "{event}");
                    match name {
                        "process_name" | "thread_name" => {
                            assert_eq!(keys(&event["args"]), ["name"]);
                            assert!(!event["args"]["name"].as_str().expect("a text").is_empty());
                        }
                        "process_sort_index" | "thread_sort_index" => {
                            assert_eq!(keys(&event["args"]), ["sort_index"]);
                            natural(&event["args"]["sort_index"]);
                        }
                        _ => panic!("{event}"),
                    }
                    match name {
                        "process_name" => processes.push(process),
                        "thread_name" => threads.push((process, thread())),
                        _ => {}
                    }
                }
                "X" => {
                    assert_eq!(
                        keys(event),
                        ["args", "cat", "dur", "name", "ph", "pid", "tid", "ts"],
                        "{event}"
                    );
                    assert!(event["cat"].is_string() && event["args"].is_object(), "{event}");
                    assert!(natural(&event["dur"]) > 0, "{event}");
                    let start = natural(&event["ts"]);
                    bars.entry((process, thread()))
                        .or_default()
                        .push((start, start + natural(&event["dur"])));
                }
                "C" => {
                    assert_eq!(keys(event), ["args", "name", "ph", "pid", "ts"], "{event}");
                    natural(&event["ts"]);
                    let values = event["args"].as_object().expect("series");
                    assert!(!values.is_empty() && values.values().all(Value::is_number), "{event}");
                }
                _ => panic!("{event}"),
            }
        }
        let distinct = processes.iter().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(distinct.len(), processes.len(), "a process is named once");
        for ((process, thread), mut spans) in bars {
            assert!(
                processes.contains(&process) && threads.contains(&(process, thread)),
                "{process} {thread} has no name"
            );
            spans.sort_unstable();
            assert!(
                spans.windows(2).all(|pair| pair[0].1 <= pair[1].0),
                "bars of {process} {thread} overlap"
            );
        }
    }

    /// Text that needs escapes, bars without length, bars that still run, nodes that are down, and work that was lost.
    #[test]
    fn traces_are_valid_in_the_trace_event_format() {
        let bars = [
            (0, 2, 0.0, Some(2.5)),
            (3, 1, 1.0, Some(2.5)),
            (0, 1, 2.5, None),
            (1, 1, 3.0, Some(3.0)),
            (1, 3, 3.000_001, Some(3.000_002)),
        ];
        let mut trace = trace_from_bars(&[2, 2], 4.0, &bars);
        trace.names = ["\"\\\u{1}\t", "\u{e9}\u{1f600}", "", "\u{2028}", "<a>"].map(String::from).to_vec();
        trace.intervals.phase[1] = ganttlet_core::record::Phase::AWAY;
        trace.intervals.phase[0] = ganttlet_core::record::Phase::LOST;
        for trace in
            [trace, trace_from_bars(&[1], 0.0, &[]), trace_from_bars(&[1], 9.0, &[(0, 1, 0.0, None)])]
        {
            assert_valid(&serde_json::from_str(&write_chrome_trace(&trace)).expect("JSON"));
        }
    }

    #[test]
    fn overlapping_bars_have_separate_threads() {
        let mut trace = trace_from_bars(&[2], 9.0, &[(0, 1, 0.0, Some(5.0))]);
        trace.intervals =
            trace_from_bars(&[2], 9.0, &[(0, 1, 0.0, Some(5.0)), (0, 2, 3.0, Some(6.0))]).intervals;
        trace.intervals.subject = vec![0, 0];
        let (slices, threads) = slices(&trace);
        assert_eq!(slices.iter().map(|slice| slice.thread).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(threads.into_values().collect::<Vec<_>>(), ["node 0", "node 0 (2)"]);
    }
}
