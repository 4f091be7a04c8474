//! The limits of the queues of a hierarchy, for the form that edits them.

use crate::read::read_setting;
use ganttlet_core::entry::Settings;
use ganttlet_sim::system::hierarchy::{QueueLimits, queue_limits};
use ganttlet_sim::system::{SYSTEMS, SystemKind};

/// The limits of queues, given as the rows of their table in JSON; `None` if the rows cannot be read.
pub fn limits_of_rows(rows: &str) -> Option<Vec<QueueLimits>> {
    let of = |system: &'static SystemKind| {
        system.entry.parameters.iter().find(|parameter| parameter.id == "queues")
    };
    let (system, parameter) = SYSTEMS.members.iter().find_map(|system| Some((system, of(system)?)))?;
    let table = read_setting(rows, &parameter.kind).ok()?;
    Some(queue_limits(&Settings::defaults(system.entry.parameters).with(parameter.id, table)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    fn limits(rows: &Json) -> Vec<QueueLimits> {
        limits_of_rows(&rows.to_string()).expect("rows of queues")
    }

    /// Table 2 of Silberstein et al. 2006.
    #[test]
    fn limits_are_those_of_equation_1() {
        let superlink = json!([
            { "level": 1, "t_q_s": 360, "t_e_s": 180, "cpus": 2, "kflops": 817_477 },
            { "level": 2, "t_q_s": 19_200, "t_e_s": 9_600, "cpus": 100, "kflops": 775_251 },
            { "level": 3, "t_q_s": 172_800, "t_e_s": 172_800, "cpus": 500, "kflops": 649_505, "overload": false, "queue_potential": false },
        ]);
        let found = limits(&superlink);
        let of = |at: usize| (found[at].level, found[at].lower, found[at].largest_s, found[at].total_s);
        assert_eq!(of(0), (1, Some(1), Some(360.0), Some(720.0)));
        assert_eq!(of(1), (2, Some(2), Some(960_000.0), Some(1_920_000.0)));
        assert_eq!(of(2), (3, None, Some(86_400_000.0), None));
        assert!(found.iter().all(|queue| !queue.demotes_in_vain));
    }

    #[test]
    fn a_lower_queue_that_accepts_no_larger_tasks_is_reported() {
        let mut rows = json!([
            { "level": 1, "t_q_s": 360, "t_e_s": 180, "cpus": 2 },
            { "level": 2, "t_q_s": 360, "t_e_s": 3, "cpus": 100, "limit_cpus": 10 },
        ]);
        assert!(limits(&rows)[0].demotes_in_vain);
        assert_eq!(limits(&rows)[1].cpus, 10);
        rows[1]["mismatch"] = json!(false);
        assert_eq!((limits(&rows)[0].demotes_in_vain, limits(&rows)[1].largest_s), (false, None));
        rows[0]["lower"] = json!(9);
        assert_eq!(limits(&rows)[0].lower, None);
        assert_eq!(limits_of_rows("[{\"level\": 0}]"), None);
    }
}
