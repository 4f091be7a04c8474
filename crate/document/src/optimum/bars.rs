//! The best schedule as bars: jobs on the lowest free nodes.

use super::report::Report;
use ganttlet_optimum::Problem;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of nodes of a drawn schedule.
const MOST_ROWS: i64 = 4_096;

/// A part of a job on adjacent nodes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct ScheduleBar {
    /// The number of the job, as shown.
    job: u32,
    /// The start, from the first submission.
    start_s: f64,
    end_s: f64,
    /// The first node, counted over all clusters.
    row: usize,
    /// Number of nodes.
    rows: usize,
}

impl Report {
    /// Number of nodes.
    pub fn rows(&self) -> usize {
        self.widths().into_iter().sum()
    }

    /// The bars of the best schedule; empty without a search, and for more than 4,096 nodes.
    pub fn bars(&self) -> Vec<ScheduleBar> {
        let Some(certificate) = &self.certificate else { return Vec::new() };
        let Ok(starts) = certificate.starts(&self.problem) else { return Vec::new() };
        let widths = self.widths();
        if widths.iter().sum::<usize>() as i64 > MOST_ROWS {
            return Vec::new();
        }
        let mut first_row = vec![0];
        first_row.extend(widths.iter().scan(0, |sum, width| {
            *sum += width;
            Some(*sum)
        }));
        let mut free_from = vec![i64::MIN; widths.iter().sum()];
        let origin = self.problem.first_submit();
        let second = |time: i64| (time - origin) as f64 / 1e6;
        let mut bars: Vec<ScheduleBar> = Vec::new();
        let mut order: Vec<usize> = (0..starts.len()).collect();
        order.sort_by_key(|&id| (starts[id], id));
        for id in order {
            let place = certificate.place.get(id).copied().unwrap_or(0);
            let (nodes, run) = self.size(id, place);
            let (start, end) = (starts[id], starts[id] + run);
            let rows = first_row[place]..first_row[place + 1];
            let free: Vec<usize> = rows.filter(|&row| free_from[row] <= start).take(nodes).collect();
            let number = self.numbers.get(id).copied().unwrap_or(id as u32 + 1);
            for row in free {
                free_from[row] = end;
                let job_start = second(start);
                match bars.last_mut() {
                    Some(bar) if bar.job == number && bar.row + bar.rows == row => bar.rows += 1,
                    _ => bars.push(ScheduleBar {
                        job: number,
                        start_s: job_start,
                        end_s: second(end),
                        row,
                        rows: 1,
                    }),
                }
            }
        }
        bars
    }

    /// Number of nodes of each place.
    fn widths(&self) -> Vec<usize> {
        match &self.problem {
            Problem::Single(instance) => vec![instance.nodes() as usize],
            Problem::Several(instance) | Problem::Placed(instance, _) => {
                instance.clusters().iter().map(|cluster| cluster.nodes as usize).collect()
            }
            Problem::Bag(bag) => vec![1; bag.processors()],
        }
    }

    /// Nodes and runtime of a job at a place.
    fn size(&self, id: usize, place: usize) -> (usize, i64) {
        match &self.problem {
            Problem::Single(instance) => {
                let job = instance.jobs()[id];
                (job.nodes as usize, job.run)
            }
            Problem::Several(instance) | Problem::Placed(instance, _) => {
                (instance.jobs()[id].nodes as usize, instance.duration(id, place).unwrap_or(0))
            }
            Problem::Bag(bag) => (1, bag.duration(id, place)),
        }
    }
}
