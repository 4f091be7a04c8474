//! What is said before a run: queues whose grids or limits cannot be.

use super::options::Options;
use crate::diagnostic::Diagnostic;
use crate::entry::Parameters;
use crate::system::Input;
use crate::system::parts::hosts;

/// Errors of the tables, and warnings of absences of machines that are not there. `place` is that of the system in the
/// scenario.
pub(super) fn check(input: &Input, place: &str) -> Vec<Diagnostic> {
    let options = Options::read(&input.settings);
    let clusters = input.platform.clusters.len();
    let mut found = Vec::new();
    let at = |queue: usize, column: &str| format!("{place}/parameters/queues/{queue}/{column}");
    for (row, queue) in options.queues.iter().zip(0..) {
        let number = queue + 1;
        if row.t_e_s > row.t_q_s {
            let (most, stays) = (row.t_e_s.seconds(), row.t_q_s.seconds());
            let message = format!("queue {number} lets a task execute for {most} s, but stay for {stays} s");
            let hint = "T_e is part of T_q: make it no longer.";
            found.push(Diagnostic::error(message).place(at(queue, "t_e_s")).hint(hint));
        }
        if row.grid as usize > clusters && !options.scheme.flat() {
            let message =
                format!("queue {number} submits to grid {}, and the platform has {clusters}", row.grid);
            found.push(
                Diagnostic::error(message)
                    .place(at(queue, "grid"))
                    .hint("Grids are the clusters, counted from 1."),
            );
        }
        for (column, other) in [("lower", row.lower), ("partner", row.partner)] {
            let Some(other) = (other as usize).checked_sub(1) else { continue };
            let rows = &options.queues;
            let fits = rows.get(other).is_some_and(|to| match column {
                "lower" => to.level > row.level,
                _ => to.level == row.level && other != queue,
            });
            if !fits {
                let message = format!("queue {number} names queue {} as its {column} one", other + 1);
                let hint = "A lower queue is of a lower level, which has a larger number; a partner is another queue of the same level.";
                found.push(Diagnostic::error(message).place(at(queue, column)).hint(hint));
            }
        }
    }
    found.extend(hosts::not_there(input.beside.items(), &input.platform));
    found
}
