//! The table of all subjects, sorted by a column, a page at a time.

use crate::card::{Card, table_row};
use ganttlet_core::order;
use ganttlet_core::record::{Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of rows of a page.
const MAX_ROWS: u32 = 1000;

/// The table in the last requested order.
#[derive(Debug, Default)]
pub struct SubjectTable {
    column: String,
    descending: bool,
    /// Number of ended subjects.
    ended: u32,
    order: Vec<SubjectId>,
}

/// Some rows of the table of all subjects.
#[derive(Serialize, TS)]
pub struct SubjectRows {
    /// Total number.
    total: u32,
    rows: Vec<Card>,
}

impl SubjectTable {
    /// At most 1000 rows from `first` on, in the order of a column; `ended` is the number of ended subjects of the run.
    pub fn rows(
        &mut self,
        trace: &Trace,
        (column, descending): (&str, bool),
        (first, count): (u32, u32),
        ended: u32,
    ) -> SubjectRows {
        if self.order.len() != trace.subjects.len()
            || (self.column.as_str(), self.descending, self.ended) != (column, descending, ended)
        {
            let order = sorted_subjects(trace, column, descending);
            *self = Self { column: column.to_owned(), descending, ended, order };
        }
        let rows = self.order.iter().skip(first as usize).take(count.min(MAX_ROWS) as usize);
        let rows = rows.map(|&subject| table_row(trace, subject, Time::MAX)).collect();
        SubjectRows { total: self.order.len() as u32, rows }
    }
}

/// All subjects in the order of a column of the table; ties by id.
fn sorted_subjects(trace: &Trace, sort: &str, descending: bool) -> Vec<SubjectId> {
    let table = &trace.subjects;
    let wait = |id: usize| match table.start[id] {
        Time::MAX => i64::MAX,
        start => (start - table.ready_time(id)).0,
    };
    let run = |id: usize| match table.end[id] {
        Time::MAX => i64::MAX,
        end => (end - table.start[id]).0,
    };
    let recorded = |id: usize| trace.logged.get(id).map_or(i64::MAX, |log| log.recorded_start.0);
    let key = |id: usize| -> i64 {
        match sort {
            "number" | "name" => i64::from(table.number[id]),
            "user" => i64::from(table.user[id]),
            "group" => i64::from(table.group[id]),
            "status" => match table.status[id] {
                Status::Rejected => -1,
                status => status as i64,
            },
            "submit_s" | "submit" => table.submit[id].0,
            "start_s" | "start" => table.start[id].0,
            "end_s" | "end" => table.end[id].0,
            "wait_s" | "wait" => wait(id),
            "recorded_start_s" => recorded(id),
            "delay_s" => match (table.start[id].0, recorded(id)) {
                (i64::MAX, _) | (_, i64::MAX) => i64::MAX,
                (start, recorded) => start - recorded,
            },
            "run_s" | "run" => run(id),
            "estimate_s" | "estimate" => table.estimate[id].0,
            "nodes" => i64::from(table.nodes[id]),
            "cluster" => i64::from(table.cluster[id]),
            "kind" => i64::from(table.kind[id]),
            // Exact comparison of the fractions response / runtime, infinite for jobs of length zero.
            "slowdown" => match run(id) {
                0 | i64::MAX => i64::MAX,
                run => ((table.end[id] - table.submit[id]).0 as f64 / run as f64 * 1e6) as i64,
            },
            _ => id as i64,
        }
    };
    // `!` reverses the order, also of the smallest number.
    order::indices_by_key(table.len(), |id| if descending { !key(id) } else { key(id) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::record::{Logged, trace_from_bars};

    #[test]
    fn rows_have_the_recorded_start_and_are_sorted_by_the_difference_to_it() {
        let mut trace = trace_from_bars(
            &[3],
            12.0,
            &[(0, 1, 0.0, Some(4.0)), (1, 1, 2.0, Some(8.0)), (2, 1, 5.0, Some(9.0))],
        );
        let recorded = |seconds: i64| Logged { recorded_start: Time(seconds * 1_000_000), ..Logged::NOTHING };
        trace.logged = vec![recorded(3), recorded(1), Logged::NOTHING];
        let rows = |column| SubjectTable::default().rows(&trace, (column, false), (0, 9), 3).rows;
        let json = serde_json::to_value(rows("delay_s")).expect("JSON");
        let cells: Vec<_> = json.as_array().expect("rows").iter().collect();
        let differences: Vec<_> =
            cells.iter().map(|row| (row["id"].as_u64(), row["delay_s"].as_f64())).collect();
        assert_eq!(differences, [(Some(0), Some(-3.0)), (Some(1), Some(1.0)), (Some(2), None)]);
        let starts: Vec<_> = serde_json::to_value(rows("recorded_start_s"))
            .expect("JSON")
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row["recorded_start_s"].as_f64())
            .collect();
        assert_eq!(starts, [Some(1.0), Some(3.0), None]);
    }
}
