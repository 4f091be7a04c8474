//! Checks before a run: queues with impossible grids or limits.

use super::options::{Options, QueueRow, Scheme};
use crate::system::Input;
use crate::system::parts::hosts;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Parameters;
use ganttlet_core::platform::{Cluster, Platform};

/// Maximum factor, up or down, between P and the mean speed of machines.
const NEAR: f64 = 1.3;

/// Errors of the tables, and warnings of a P that differs from the speed of the machines and of absences of machines
/// that do not exist. `place` is the location of the system in the scenario.
pub(super) fn check(input: &Input, place: &str) -> Vec<Diagnostic> {
    let options = Options::read(&input.settings);
    let clusters = input.platform.clusters.len();
    let mut found = Vec::new();
    let at = |queue: usize, column: &str| format!("{place}/parameters/queues/{queue}/{column}");
    for (row, queue) in options.queues.iter().zip(0..) {
        let number = queue + 1;
        if row.t_e_s > row.t_q_s {
            let (most, stays) = (row.t_e_s.seconds(), row.t_q_s.seconds());
            let message = format!(
                "queue {number}: the execution time limit (T_e, {most} s) exceeds the queue time limit (T_q, {stays} s)"
            );
            let hint = "Set T_e to at most T_q, which includes it.";
            found.push(Diagnostic::error(message).place(at(queue, "t_e_s")).hint(hint));
        }
        if row.grid as usize > clusters && !options.scheme.is_flat() {
            let message =
                format!("queue {number} submits to grid {}, but the platform has {clusters}", row.grid);
            found.push(
                Diagnostic::error(message)
                    .place(at(queue, "grid"))
                    .hint("Grids are the clusters, counted from 1."),
            );
        }
        if let Some(mean) = mean_speed(row, &options, &input.platform)
            && !(1.0 / NEAR..=NEAR).contains(&(f64::from(row.kflops) / mean))
        {
            let (p, mean) = (row.kflops, libm::round(mean));
            let message = format!(
                "queue {number} assumes machines of {p} KFlop/s, but those of its grids have {mean} KFlop/s on average"
            );
            let hint = "Limits use P (kflops), runtimes use the machine speeds: set P to their mean.";
            found.push(Diagnostic::warning(message).place(at(queue, "kflops")).hint(hint));
        }
        for (column, other) in [("lower", row.lower), ("partner", row.partner)] {
            let Some(other) = (other as usize).checked_sub(1) else { continue };
            let rows = &options.queues;
            let fits = rows.get(other).is_some_and(|to| match column {
                "lower" => to.level > row.level,
                _ => to.level == row.level && other != queue,
            });
            if !fits {
                let message = format!("queue {number}: queue {} cannot be its {column} queue", other + 1);
                let hint = "A lower queue must be on a lower level (larger number); a partner must be another queue of the same level.";
                found.push(Diagnostic::error(message).place(at(queue, column)).hint(hint));
            }
        }
    }
    found.extend(hosts::not_there(input.beside.items(), &input.platform));
    found
}

/// Mean speed of a machine in the grids of a queue, in `KFlop/s`; none where the scheme defines the queues, or there
/// are no machines.
fn mean_speed(row: &QueueRow, options: &Options, platform: &Platform) -> Option<f64> {
    let (first, count) = ((row.grid as usize).saturating_sub(1), row.grids as usize);
    let grids: Vec<&Cluster> = platform.clusters.iter().skip(first).take(count).collect();
    let machines: u32 = grids.iter().map(|grid| grid.nodes).sum();
    let speed = |grid: &&Cluster| (0..grid.nodes).map(|node| grid.node_speed(node)).sum::<f64>();
    let sum: f64 = grids.iter().map(speed).sum();
    let configured = matches!(options.scheme, Scheme::Simple | Scheme::MqHierarchy);
    (configured && machines > 0).then(|| sum / f64::from(machines) * f64::from(options.reference_kflops))
}
