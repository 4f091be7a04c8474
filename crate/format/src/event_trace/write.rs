//! Writes absences as an event trace.

use super::FORMAT;
use crate::line_writer::push_line;
use crate::writer::{OWNERS, Writer};
use ganttlet_core::time::Time;
use ganttlet_work::Absence;

/// The writer for conversions.
pub(crate) const WRITER: Writer = Writer::new(&FORMAT, "tab", &[OWNERS], |reading| {
    let absences = reading.work.items::<Absence>().unwrap_or_default();
    let end = absences.iter().map(|absence| absence.end).max().unwrap_or_default();
    Ok(write_event_trace(absences, reading.report.processors.unwrap_or(1), end))
})
.with_unknown_fields("names of nodes, reasons, availability after the last absence");

/// Absences of `machines` machines as a trace of the Failure Trace Archive, each machine from 0 to the end of its last
/// absence, or to `end` if that is later.
pub fn write_event_trace(absences: &[Absence], machines: u32, end: Time) -> String {
    let mut text =
        "# event_id\tcomponent_id\tnode_id\tplatform_id\tnode_name\tevent_type\tevent_start_time\t\
                    event_stop_time\tevent_end_reason\n"
            .to_owned();
    let mut event = 0;
    for machine in 0..machines {
        let mut add = |available: u32, from: Time, to: Time| {
            if from < to {
                let (from, to) = (from.exact_seconds(), to.exact_seconds());
                let node = machine + 1;
                push_line(
                    &mut text,
                    format_args!("{event}\t0\t{node}\t1\tm{node}\t{available}\t{from}\t{to}\tNULL"),
                );
                event += 1;
            }
        };
        let mut now = Time::ZERO;
        for absence in absences.iter().filter(|absence| absence.machine == machine) {
            add(1, now, absence.start);
            add(0, absence.start.max(now), absence.end);
            now = now.max(absence.end);
        }
        add(1, now, end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_writer::tests::{assert_example, generate};
    use crate::read;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::one_cluster;

    /// Owners who use their machines a quarter of the time, over half a day.
    const OWNERS: [(&str, Value); 4] = [
        ("available_mean_s", Value::Number(5_400.0)),
        ("away_mean_s", Value::Number(1_800.0)),
        ("gone_share", Value::Number(1.0)),
        ("duration_s", Value::Number(43_200.0)),
    ];

    #[test]
    fn failure_traces_read_back_as_they_were() {
        let first = generate("owner-sessions", &OWNERS, &one_cluster(16), 5);
        let text = write_event_trace(&first, 16, Time::from_seconds(43_200.0));
        let mut reading = read("t", text.as_bytes(), None, &Settings::default()).expect("a trace");
        assert_eq!(reading.report.processors, Some(16));
        assert_eq!(reading.work.take::<Absence>(), first);
    }

    #[test]
    fn the_example_equals_the_generated_work() {
        let owners = generate("owner-sessions", &OWNERS, &one_cluster(16), 1);
        assert_example(
            "owners-16-event_trace.tab",
            &write_event_trace(&owners, 16, Time::from_seconds(43_200.0)),
        );
    }
}
