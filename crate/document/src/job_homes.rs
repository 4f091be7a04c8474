//! Maps the homes of jobs in a log (partitions, queues or sites), and of machines that fail, to the clusters of a scenario.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value, limits};
use ganttlet_core::platform::{Cluster, Platform};
use ganttlet_core::time::Time;
use ganttlet_format::{Home, MachinePlace, Origin};
use ganttlet_work::{Absence, Item, Job, Kind, UNKNOWN, Work};

/// Maximum number of homes that a message names.
const MAX_NAMED: usize = 12;

/// The work of a file as part of the workload, with the homes of its jobs mapped to clusters of the platform, and
/// diagnostics.
pub(super) fn assign_homes(
    mut work: Work,
    origin: &Origin,
    settings: &Settings,
    (platform, accepts): (&Platform, &Kind),
    place: &str,
) -> (Work, Vec<Diagnostic>) {
    let mut told = Vec::new();
    if work.items::<Absence>().is_some() && !origin.machines.is_empty() {
        let nodes = match settings.get("nodes_per_machine") {
            Some(&Value::Integer(nodes)) => nodes as u32,
            _ => 1,
        };
        let (work, diagnostics) = assign_machines(&work.take(), origin, nodes, platform);
        let of = |diagnostic: Diagnostic| diagnostic.place(format!("{place}/file"));
        return (work, diagnostics.into_iter().map(of).collect());
    }
    let Some(jobs) = work.items::<Job>() else { return (work, told) };
    if !jobs.is_empty() && jobs.iter().all(|job| job.estimate.is_none()) {
        let message =
            "no job has an estimate (field 9): actual runtimes are used, so backfilling knows when jobs end";
        told.push(Diagnostic::note(message).place(format!("{place}/file")));
    }
    if accepts != Job::KIND && jobs.iter().any(|job| job.leaves != Time::MAX) {
        let message = "cancelled jobs leave their queue only in the system batch; here they are kept";
        told.push(Diagnostic::warning(message).place(format!("{place}/parameters/cancelled")));
    }
    let word = match settings.get("home") {
        Some(Value::Choice(word)) if *word != "none" => word.trim_start_matches("last-"),
        _ => return (work, told),
    };
    let (found, places) = map_homes(word, &origin.homes, &platform.clusters);
    told.push(found.place(format!("{place}/parameters/home")));
    if let Some(places) = places {
        let mut jobs: Vec<Job> = work.take();
        for job in jobs.iter_mut().filter(|job| job.home != UNKNOWN) {
            job.home = places[job.home as usize];
        }
        work = Work::new(jobs);
    }
    (work, told)
}

/// Absences of the nodes of a platform, and diagnostics. Each machine of the file is a block of `nodes_per_machine`
/// nodes of the cluster with its name.
fn assign_machines(
    absences: &[Absence],
    origin: &Origin,
    nodes_per_machine: u32,
    platform: &Platform,
) -> (Work, Vec<Diagnostic>) {
    let clusters = &platform.clusters;
    let called =
        |home: &Home| clusters.iter().position(|cluster| cluster.name.eq_ignore_ascii_case(&home.id));
    let by_name: Option<Vec<usize>> = origin.homes.iter().map(called).collect();
    let count = clusters.len().max(1);
    let places = by_name.clone().unwrap_or_else(|| (0..origin.homes.len()).map(|at| at % count).collect());
    let mut told = Vec::new();
    if by_name.is_none() {
        let pairs = origin.homes.iter().zip(&places);
        let list = pairs.map(|(home, &place)| format!("{} is {}", home.id, clusters[place].name));
        let list = join_first(list);
        let message = format!(
            "the platform has no clusters with the names in the list of failures: clusters are assigned in turn: {list}"
        );
        told.push(Diagnostic::warning(message).hint("Add the list of machines as the platform."));
    }
    let (mut all, mut beyond) = (Vec::new(), 0_u32);
    for absence in absences {
        let MachinePlace { home, node } = origin.machines[absence.machine as usize];
        let cluster = places[home as usize];
        let (first, nodes) = (platform.first_row(cluster), clusters[cluster].nodes);
        let (from, to) = if node == MachinePlace::ALL {
            (0, nodes)
        } else {
            let from = node.saturating_mul(nodes_per_machine);
            (from.min(nodes), from.saturating_add(nodes_per_machine).min(nodes))
        };
        beyond += u32::from(from == to);
        all.extend((from..to).map(|node| Absence { machine: first + node, ..*absence }));
        if all.len() > limits::WORK {
            break;
        }
    }
    if beyond > 0 {
        let message = format!(
            "{beyond} of {} failures are left out: the cluster has fewer nodes than the number of the machine",
            absences.len()
        );
        told.push(
            Diagnostic::warning(message)
                .hint("Set `nodes_per_machine`, or add the list of machines as the platform."),
        );
    }
    (Work::new(all), told)
}

/// The cluster of each home (a `word` in the log) and a diagnostic; `None` if the homes have no effect.
fn map_homes(word: &str, homes: &[Home], clusters: &[Cluster]) -> (Diagnostic, Option<Vec<u32>>) {
    let used = || homes.iter().filter(|home| home.used);
    let several = used().count();
    if several == 0 {
        let message = format!("`home` has no effect: the log contains no {word} for any job");
        return (Diagnostic::warning(message), None);
    }
    if let [only] = clusters {
        let names = join_first(used().map(Home::to_string));
        let homes = if several == 1 { format!("the {word}") } else { format!("the {several} {word}s") };
        let message = format!(
            "`home` has no effect: the platform has only one cluster, {}, for {homes} of the log: {names}",
            only.name
        );
        return (Diagnostic::warning(message).hint("Add clusters to the platform, one for each."), None);
    }
    let called = |home: &Home| {
        let is = |cluster: &Cluster, name: &str| !name.is_empty() && cluster.name.eq_ignore_ascii_case(name);
        let by = |name: &str| clusters.iter().position(|cluster| is(cluster, name));
        by(&home.name).or_else(|| by(&home.id))
    };
    let count = clusters.len();
    // Homes that are only in the header have no effect if the clusters suffice for the used homes.
    let all = homes.len() <= count || several > count;
    let mut next = 0;
    let by_order: Vec<usize> = homes
        .iter()
        .map(|home| {
            let place = next;
            next += usize::from(all || home.used);
            place
        })
        .collect();
    let by_name = used().all(|home| called(home).is_some());
    let place =
        |(home, &order): (&Home, &usize)| if by_name { called(home).unwrap_or(0) } else { order % count };
    let places: Vec<usize> = homes.iter().zip(&by_order).map(place).collect();
    let pairs = homes.iter().zip(&places).filter(|(home, _)| home.used);
    let list = join_first(pairs.map(|(home, &place)| format!("{home} is {}", clusters[place].name)));
    let places = Some(places.into_iter().map(|place| place as u32).collect());
    if !by_name && several > count {
        let message = format!(
            "the log has {several} {word}s, the platform {count} clusters: clusters are assigned in turn: {list}"
        );
        return (Diagnostic::warning(message).hint("Add clusters to the platform, one for each."), places);
    }
    let how = if by_name { "by name" } else { "in order of their ids" };
    (Diagnostic::note(format!("the {word}s of the log are mapped to clusters {how}: {list}")), places)
}

/// `a, b, c and 7 more`, with commas.
fn join_first(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    let more = names.len().saturating_sub(MAX_NAMED);
    names.truncate(MAX_NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::platform::one_cluster;

    /// The clusters of the homes, and the message. Homes are written `id`, `id name`, or `-id name` for a home that is
    /// only in the header.
    fn mapping(homes: &[&str], names: &[&str]) -> (Option<Vec<u32>>, String) {
        let home = |text: &&str| {
            let (id, name) = text.trim_start_matches('-').split_once(' ').unwrap_or((text, ""));
            Home { id: id.to_owned(), name: name.to_owned(), used: !text.starts_with('-') }
        };
        let homes: Vec<Home> = homes.iter().map(home).collect();
        let one = one_cluster(4).clusters.remove(0);
        let all: Vec<Cluster> =
            names.iter().map(|&name| Cluster { name: name.to_owned(), ..one.clone() }).collect();
        let (diagnostic, places) = map_homes("partition", &homes, &all);
        (places, diagnostic.message)
    }

    #[test]
    fn partitions_are_the_clusters_of_their_names_or_of_their_order() {
        let (places, message) = mapping(&["-1 small", "2 big"], &["A", "B"]);
        assert_eq!(places, Some(vec![0, 1]));
        assert_eq!(
            message,
            "the partitions of the log are mapped to clusters in order of their ids: 2 (big) is B"
        );
        let (places, message) = mapping(&["2 big"], &["small", "BIG"]);
        assert_eq!(places, Some(vec![1]));
        assert_eq!(message, "the partitions of the log are mapped to clusters by name: 2 (big) is BIG");
        assert_eq!(mapping(&["7", "30"], &["30", "7"]).0, Some(vec![1, 0]));
        // A single matching name is not enough.
        assert_eq!(mapping(&["1 small", "2"], &["x", "small"]).0, Some(vec![0, 1]));
        // Homes that are only in the header are left out if the clusters suffice only for the others.
        assert_eq!(mapping(&["-1 a", "2 b", "3 c"], &["x", "y"]).0, Some(vec![0, 0, 1]));
    }

    /// A machine is a block of nodes of the cluster with its name; a whole cluster is all of its nodes.
    #[test]
    fn machines_that_fail_are_those_of_the_cluster_with_their_name() {
        let mut platform = one_cluster(4);
        platform.clusters.push(Cluster { name: "Big".to_owned(), ..one_cluster(6).clusters.remove(0) });
        let home = |id: &str| Home { id: id.to_owned(), name: String::new(), used: true };
        let machine = |home, node| MachinePlace { home, node };
        let absence = |machine: u32| Absence { machine, start: Time(1), end: Time(2), gone: true };
        let failed = |names: [&str; 2], nodes: u32| {
            let machines = vec![machine(0, 1), machine(1, 0), machine(1, MachinePlace::ALL), machine(0, 9)];
            let origin = Origin { homes: names.map(home).into(), machines, ..Origin::default() };
            let (mut work, told) = assign_machines(&[0, 1, 2, 3].map(absence), &origin, nodes, &platform);
            let rows = work.take::<Absence>().iter().map(|absence| absence.machine).collect::<Vec<_>>();
            (rows, told.into_iter().map(|diagnostic| diagnostic.message).collect::<Vec<_>>())
        };
        let left_out =
            "1 of 4 failures are left out: the cluster has fewer nodes than the number of the machine";
        let one = platform.clusters[0].name.clone();
        assert_eq!(failed(["big", &one], 1), (vec![5, 0, 0, 1, 2, 3], vec![left_out.to_owned()]));
        assert_eq!(failed(["big", &one], 4).0, [8, 9, 0, 1, 2, 3, 0, 1, 2, 3]);
        let (rows, told) = failed(["x", "big"], 1);
        assert_eq!(rows, [1, 4, 4, 5, 6, 7, 8, 9]);
        assert!(told[0].ends_with(&format!("in turn: x is {one}, big is Big")), "{told:?}");
    }

    #[test]
    fn homes_without_effect_and_too_many_are_reported() {
        let (places, message) = mapping(&["1", "2 big"], &["A"]);
        assert_eq!(places, None);
        assert_eq!(
            message,
            "`home` has no effect: the platform has only one cluster, A, for the 2 partitions of the log: 1, 2 (big)"
        );
        let (places, message) = mapping(&["1", "2", "3"], &["A", "B"]);
        assert_eq!(places, Some(vec![0, 1, 0]));
        assert_eq!(
            message,
            "the log has 3 partitions, the platform 2 clusters: clusters are assigned in turn: 1 is A, 2 is B, \
             3 is A"
        );
        assert!(mapping(&[], &["A", "B"]).1.starts_with("`home` has no effect: the log contains no"));
    }
}
