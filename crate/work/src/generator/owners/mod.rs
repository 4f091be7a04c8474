//! Owners of machines: machines are unavailable while their owners are present.
//!
//! Every machine has separate random numbers, so that more machines leave the others unchanged.

mod office_hours;
mod sessions;

pub(super) use office_hours::OFFICE_HOURS;
pub(super) use sessions::OWNER_SESSIONS;

use super::{MOST, Work};
use crate::Absence;
use ganttlet_core::entry::Parameters;
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

/// Parameters of absences.
#[derive(Parameters)]
struct DepartureSettings {
    /// Cluster whose machines have owners, counted from 1; 0 for all clusters.
    #[parameter(name = "Cluster", min = 0, max = 1_000, default = 0)]
    owners_of: u32,
    /// Share of absences in which the machine fails or is switched off, and its running work is lost. In the others, the
    /// owner uses the machine.
    #[parameter(name = "Share of failures", min = 0, max = 1, default = 0)]
    gone_share: f64,
}

/// Adds an absence (start and end in seconds, and whether the machine is gone); false if there are too many.
type AddAbsence<'a> = dyn FnMut(f64, f64, bool) -> bool + 'a;

/// Absences of all machines, in the order of their start times: `of` adds those of one machine with its random numbers.
/// Machines whose first absence would follow a million others have none.
fn absences_of_all(
    platform: &Platform,
    (streams, purpose): (Streams, &str),
    gone: &DepartureSettings,
    of: &dyn Fn(&mut Stream, &mut AddAbsence),
) -> Work {
    let (mut all, mut cut): (Vec<Absence>, bool) = (Vec::new(), false);
    let cluster = (gone.owners_of as usize).checked_sub(1);
    let machines = match cluster {
        None => 0..platform.nodes(),
        Some(cluster) if cluster < platform.clusters.len() => {
            let first = platform.first_row(cluster);
            first..first + platform.clusters[cluster].nodes
        }
        Some(_) => 0..0,
    };
    for machine in machines {
        let mut chance = streams.get(&format!("{purpose}/machine-{}", machine + 1));
        of(&mut chance, &mut |from, to, gone| {
            cut = all.len() >= MOST as usize;
            if !cut {
                let start = Time::from_seconds(from);
                let end = Time::from_seconds(to).max(start + Span(1));
                all.push(Absence { machine, start, end, gone });
            }
            !cut
        });
        if cut {
            break;
        }
    }
    order::sort_by_key(&mut all, |absence| absence.start.0);
    Work::new(all).with_cut(cut)
}

#[cfg(test)]
fn absences_with(
    generator: &super::Generator,
    machines: u32,
    given: &[(&'static str, ganttlet_core::entry::Value)],
) -> Vec<Absence> {
    let mut settings = ganttlet_core::entry::Settings::defaults(generator.entry.parameters);
    for (id, value) in given {
        settings = settings.with(id, value.clone());
    }
    let platform = ganttlet_core::platform::one_cluster(machines);
    (generator.make)(&settings, &platform, &Streams::new(3), "background/0").take()
}
