//! A schedule as the result files of Batsim, for the tools that read them: `_jobs.csv` and `_schedule.csv`.
//!
//! Nodes are numbered through all clusters. Unknown values are -1; an undefined stretch is empty.

use crate::schedule_files::{numbers_are_unique, peak_nodes, written_jobs};
use ganttlet_core::order;
use ganttlet_core::platform::NodeSet;
use ganttlet_core::record::{Logged, Status, Trace};
use ganttlet_core::time::{Span, Time};

/// The columns of the file of jobs.
const JOB_COLUMNS: [&str; 14] = [
    "job_id",
    "workload_name",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "consumed_energy",
    "allocated_resources",
];

/// The name of the workload: the default name in Batsim.
const WORKLOAD: &str = "w0";

/// The value of quantities that are not simulated, such as energy.
const UNKNOWN_NUMBER: &str = "-1";

/// The times of a completed job.
struct CompletedJob {
    id: usize,
    submit: Time,
    start: Time,
    end: Time,
    success: bool,
}

impl CompletedJob {
    /// The runtime.
    fn run(&self) -> Span {
        self.end - self.start
    }

    /// The response time.
    fn turnaround(&self) -> Span {
        self.end - self.submit
    }

    /// Turnaround time divided by execution time; `None` if that is 0.
    fn stretch(&self) -> Option<f64> {
        (self.run() > Span::ZERO).then(|| self.turnaround().0 as f64 / self.run().0 as f64)
    }
}

/// The completed jobs of a run, in the order of their submission.
fn completed_jobs(trace: &Trace) -> Vec<CompletedJob> {
    let table = &trace.subjects;
    let completed = |&id: &usize| table.start[id] != Time::MAX && table.end[id] != Time::MAX;
    let job = |id: usize| {
        let failed = trace.logged.get(id).copied().unwrap_or(Logged::NOTHING).failed;
        CompletedJob {
            id,
            submit: table.submit[id],
            start: table.start[id],
            end: table.end[id],
            success: table.status[id] == Status::Done && !failed,
        }
    };
    written_jobs(trace).into_iter().filter(completed).map(job).collect()
}

/// One line for each completed job, in the order of submission. Jobs that never ran have no line.
pub(crate) fn write_jobs(trace: &Trace) -> String {
    let table = &trace.subjects;
    let unique = numbers_are_unique(trace, &written_jobs(trace));
    let (widths, parts) = (peak_nodes(trace), rows_of_groups(trace));
    let mut text = JOB_COLUMNS.join(",") + "\n";
    for (job, place) in completed_jobs(trace).iter().zip(1_u32..) {
        let id = job.id;
        let estimate = table.estimate[id];
        let number = if unique { table.number[id] } else { place };
        let fields: [&str; 14] = [
            &number.to_string(),
            WORKLOAD,
            &seconds(Span(job.submit.0)),
            &widths[id].to_string(),
            &if estimate > Span::ZERO { seconds(estimate) } else { UNKNOWN_NUMBER.to_owned() },
            if job.success { "1" } else { "0" },
            &seconds(Span(job.start.0)),
            &seconds(job.run()),
            &seconds(Span(job.end.0)),
            &seconds(job.start - job.submit),
            &seconds(job.turnaround()),
            &job.stretch().map_or_else(String::new, |stretch| format!("{stretch:.6}")),
            UNKNOWN_NUMBER,
            &allocated_nodes(trace, id, &parts).to_string(),
        ];
        // No field needs quotation marks: nodes are separated by blanks.
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// One line of statistics: the makespan is the completion time of the last job, and idle time is counted up to it.
pub(crate) fn write_schedule(trace: &Trace) -> String {
    let all = written_jobs(trace);
    let jobs = completed_jobs(trace);
    let widths = peak_nodes(trace);
    let parts = rows_of_groups(trace);
    let makespan = Span(jobs.iter().map(|job| job.end.0).max().unwrap_or(0));
    let computing: f64 = jobs.iter().map(|job| job.run().seconds() * f64::from(widths[job.id])).sum();
    let mut used = vec![false; trace.rows() as usize];
    for job in &jobs {
        for &(first, count) in allocated_nodes(trace, job.id, &parts).ranges() {
            used[first as usize..(first + count) as usize].fill(true);
        }
    }
    let waits: Vec<f64> = jobs.iter().map(|job| (job.start - job.submit).seconds()).collect();
    let turnarounds: Vec<f64> = jobs.iter().map(|job| job.turnaround().seconds()).collect();
    let stretches: Vec<f64> = jobs.iter().filter_map(CompletedJob::stretch).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let success = jobs.iter().filter(|job| job.success).count();
    let killed = jobs.iter().filter(|job| trace.subjects.status[job.id] == Status::Killed).count();
    let idle = (makespan.seconds() * f64::from(trace.rows()) - computing).max(0.0);
    let real = |value: f64| format!("{value:.6}");
    let columns: [(&str, String); 21] = [
        ("consumed_joules", UNKNOWN_NUMBER.to_owned()),
        ("makespan", seconds(makespan)),
        ("max_slowdown", real(most(&stretches))),
        ("max_turnaround_time", real(most(&turnarounds))),
        ("max_waiting_time", real(most(&waits))),
        ("mean_slowdown", real(mean(&stretches))),
        ("mean_turnaround_time", real(mean(&turnarounds))),
        ("mean_waiting_time", real(mean(&waits))),
        ("nb_computing_machines", used.iter().filter(|&&used| used).count().to_string()),
        ("nb_jobs", all.len().to_string()),
        ("nb_jobs_finished", jobs.len().to_string()),
        ("nb_jobs_killed", killed.to_string()),
        ("nb_jobs_success", success.to_string()),
        ("scheduling_time", UNKNOWN_NUMBER.to_owned()),
        ("simulation_time", UNKNOWN_NUMBER.to_owned()),
        ("success_rate", real(success as f64 / all.len().max(1) as f64)),
        ("time_computing", real(computing)),
        ("time_idle", real(idle)),
        ("time_sleeping", real(0.0)),
        ("time_switching_off", real(0.0)),
        ("time_switching_on", real(0.0)),
    ];
    let names: Vec<&str> = columns.iter().map(|&(name, _)| name).collect();
    let values: Vec<&str> = columns.iter().map(|(_, value)| value.as_str()).collect();
    format!("{}\n{}\n", names.join(","), values.join(","))
}

/// The rows of the parts of each group, for jobs whose nodes are allocated only to their parts.
fn rows_of_groups(trace: &Trace) -> Vec<Vec<(u32, u32)>> {
    let mut groups = vec![Vec::new(); trace.group_names.len()];
    for id in 0..trace.subjects.len() as u32 {
        let group = trace.subjects.group[id as usize] as usize;
        if let Some(rows) = groups.get_mut(group).filter(|_| !trace.kind(id).is_job) {
            rows.extend(trace.rows_at(id, Time::MAX));
        }
    }
    groups
}

/// The last nodes of a job, numbered through all clusters.
fn allocated_nodes(trace: &Trace, id: usize, parts: &[Vec<(u32, u32)>]) -> NodeSet {
    let mut rows = trace.rows_at(id as u32, Time::MAX);
    if rows.is_empty() {
        rows = parts.get(trace.subjects.group[id] as usize).cloned().unwrap_or_default();
    }
    order::sort_pairs(&mut rows);
    let (mut nodes, mut next) = (NodeSet::default(), 0);
    for (first, count) in rows {
        // Intervals of a job may use the same node consecutively.
        let (from, to) = (first.max(next), first + count);
        if from < to {
            nodes.push(from, to - from);
            next = to;
        }
    }
    nodes
}

/// Seconds with six decimals.
fn seconds(span: Span) -> String {
    let sign = if span.0 < 0 { "-" } else { "" };
    let micros = span.0.unsigned_abs();
    format!("{sign}{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_from_bars;

    /// Two jobs side by side, one after them on another cluster, and one that still runs.
    fn small_trace() -> Trace {
        let bars =
            [(0, 2, 0.0, Some(2.5)), (3, 1, 1.0, Some(2.5)), (1, 3, 2.5, Some(4.0)), (0, 1, 3.0, None)];
        let mut trace = trace_from_bars(&[2, 2], 4.0, &bars);
        trace.subjects.status[1] = Status::Killed;
        trace.subjects.estimate[1] = Span::from_seconds(1.5);
        trace
    }

    #[test]
    fn jobs_have_the_columns_of_batsim() {
        let expected = "job_id,workload_name,submission_time,requested_number_of_resources,requested_time,success,starting_time,\
            execution_time,finish_time,waiting_time,turnaround_time,stretch,consumed_energy,allocated_resources\n\
            1,w0,0.000000,2,-1,1,0.000000,2.500000,2.500000,0.000000,2.500000,1.000000,-1,0-1\n\
            2,w0,0.000000,1,1.500000,0,1.000000,1.500000,2.500000,1.000000,2.500000,1.666667,-1,3\n\
            3,w0,0.000000,3,-1,1,2.500000,1.500000,4.000000,2.500000,4.000000,2.666667,-1,1-3\n";
        assert_eq!(write_jobs(&small_trace()), expected);
    }

    #[test]
    fn nodes_are_single_numbers_and_ranges() {
        let mut trace = trace_from_bars(&[4, 4], 9.0, &[]);
        let submit = Time::ZERO;
        let new = ganttlet_core::record::Subject {
            number: 1,
            user: ganttlet_work::UNKNOWN,
            group: ganttlet_work::UNKNOWN,
            submit,
            nodes: 4,
            estimate: Span::ZERO,
        };
        let id = trace.add(new);
        trace.queue(id, submit, 0);
        trace.start(id, submit);
        for rows in [(0, 1), (3, 2), (7, 1)] {
            trace.occupy(id, submit, rows, ganttlet_core::record::Phase::WORKS);
        }
        trace.finish(id, submit, Status::Done);
        let text = write_jobs(&trace);
        let line = "1,w0,0.000000,4,-1,1,0.000000,0.000000,0.000000,0.000000,0.000000,,-1,0 3-4 7\n";
        assert!(text.ends_with(line), "{text}");
    }

    #[test]
    fn statistics_are_one_line() {
        let text = write_schedule(&small_trace());
        let (names, values) = text.trim_end().split_once('\n').expect("two lines");
        let found: Vec<(&str, &str)> = names.split(',').zip(values.split(',')).collect();
        assert_eq!(found.len(), 21);
        for expected in [
            ("makespan", "4.000000"),
            ("max_slowdown", "2.666667"),
            ("mean_waiting_time", "1.166667"),
            ("max_turnaround_time", "4.000000"),
            ("nb_computing_machines", "4"),
            ("nb_jobs", "4"),
            ("nb_jobs_finished", "3"),
            ("nb_jobs_killed", "1"),
            ("nb_jobs_success", "2"),
            ("success_rate", "0.500000"),
            ("time_computing", "11.000000"),
            ("time_idle", "5.000000"),
            ("consumed_joules", "-1"),
        ] {
            assert!(found.contains(&expected), "{expected:?} is not in {found:?}");
        }
    }
}
