//! Checks before a run: lists of configurations that are too long, and codes that span too many clusters.

use super::Policies;
use super::jobs::JobConversion;
use super::policy::resource;
use crate::system::Input;
use crate::system::parts::{Findings, LARGER};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Parameters;
use ganttlet_work::launcher::{Launcher, Model};

/// Errors for applications that cannot list all their configurations, and warnings for those that can never run.
/// `place` is the location of the system in the scenario.
pub(super) fn check(input: &Input, place: &str) -> Vec<Diagnostic> {
    let Some(applications) = input.work.items::<Launcher>() else { return Vec::new() };
    let jobs = JobConversion::read(&input.settings);
    let applications =
        jobs.convert(applications.to_vec(), input.platform.largest_cluster_nodes(), input.run.seed);
    let clusters = &input.platform.clusters;
    let complex = applications.iter().filter(|one| matches!(one.model, Model::Complex(_))).count();
    let mut found = Vec::new();
    if complex > 0 && input.policies::<Policies>().rule.chooses_configurations() {
        let message = format!(
            "an application that may span clusters cannot list all its configurations: {}",
            enumeration_size(clusters.iter().map(|cluster| cluster.nodes))
        );
        let place = format!("{place}/policies/rule");
        let hint = "Choose another rule, or leave out complex-moldable applications.";
        found.push(Diagnostic::error(message).place(place).hint(hint));
    }
    if complex > 0 && clusters.len() > resource::MOST {
        let message = format!(
            "the platform has {} clusters; complex-moldable applications support at most {}",
            clusters.len(),
            resource::MOST
        );
        found.push(Diagnostic::error(message).place("/platform"));
    }
    let mut findings = Findings::at("/workload");
    for application in &applications {
        let needed = match &application.model {
            Model::Rigid { hosts, .. } => *hosts,
            Model::Moldable(of) => of.least,
            Model::Complex(_) => 1,
        };
        let own =
            |place: usize| application.clusters.is_empty() || application.clusters.contains(&(place as u16));
        let nodes =
            clusters.iter().enumerate().filter(|&(place, _)| own(place)).map(|(_, cluster)| cluster.nodes);
        let largest = nodes.max().unwrap_or(0);
        if needed > largest {
            let number = application.number;
            findings.add(|| {
                format!("application {number} needs {needed} hosts, but the largest suitable cluster has {largest}: it gives up")
            });
        }
    }
    found.extend(findings.finish("need more hosts than a cluster has", LARGER));
    found
}

/// The number of configurations on clusters of these sizes, each of which contributes none to all of its hosts, and the
/// bytes of a list of them.
pub(super) fn enumeration_size(hosts: impl Iterator<Item = u32>) -> String {
    let count = hosts.fold(1_u128, |count, hosts| count.saturating_mul(u128::from(hosts) + 1));
    let bytes = count.saturating_mul(8);
    let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let (size, unit) = units.into_iter().find(|&(size, _)| bytes >= size).unwrap_or((1, "bytes"));
    format!(
        "there are {} of them, {} {unit} of hosts and walltimes",
        with_thousands_separators(count),
        with_thousands_separators(bytes / size)
    )
}

/// A number with a comma after every three digits.
fn with_thousands_separators(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
