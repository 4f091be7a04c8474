//! Heterogeneous machines with owners: the features of a pool, and the requirements of applications.

use crate::diagnostic::{format_number, list_names};
use crate::entry::document::{Document, List, SPEED, Shape};
use crate::entry::limits;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

const FEATURE: Shape = Shape::Number(0.0, limits::FEATURE);
const HOURS: Shape = Shape::Pair(&[Shape::Number(0.0, 24.0), Shape::Number(0.0, 24.0)]);
const GROUPS: Shape = Shape::List(&List {
    of: Shape::Text,
    least: 0,
    most: limits::GROUPS,
    things: "groups",
    missing: "",
    hint: "",
    column: false,
});

/// A machine.
// A machine of a pool. Features that no application requires may be 0.
#[derive(Clone, Debug, Document, PartialEq, TS)]
#[document(brief, default)]
pub struct Machine {
    /// Name of the machine.
    #[field(label = "Name", optional)]
    pub name: String,
    /// Speed as a multiple of the speed of its cluster.
    #[field(label = "Speed", is = SPEED, default = 1.0)]
    pub speed: f64,
    /// Benchmarked floating-point speed, in thousands of operations per second.
    #[field(label = "Floating-point speed", unit = "KFlops", is = FEATURE, default = 0.0)]
    pub kflops: f64,
    /// Benchmarked integer speed, in MIPS.
    #[field(label = "Integer speed", unit = "MIPS", is = FEATURE, default = 0.0)]
    pub mips: f64,
    /// Memory, in MB.
    #[field(label = "Memory", unit = "MB", is = FEATURE, default = 0.0)]
    pub memory_mb: f64,
    /// Load average of the owner's processes.
    #[field(label = "Owner load", is = FEATURE, default = 0.0)]
    pub load: f64,
    /// Architecture and operating system, such as INTEL/LINUX.
    #[field(label = "Platform", optional)]
    pub platform: String,
    /// Owner of the machine.
    #[field(label = "Owner", optional)]
    pub owner: String,
    /// Groups that may use the machine; empty: everyone.
    #[field(label = "Groups", is = GROUPS, default = vec![])]
    pub groups: Vec<String>,
    /// Hours of the day in which others may use the machine, from and to. If the second is smaller, the period includes
    /// midnight; if both are equal, use is always allowed.
    #[field(label = "Hours of use", unit = "h", is = HOURS, default = (0.0, 0.0))]
    pub hours: (f64, f64),
    /// Cost per hour, for the cost-weighted efficiency.
    #[field(label = "Hourly cost", is = FEATURE, default = 1.0)]
    pub cost: f64,
}

/// Minimum and maximum; `None` without a bound.
pub type Range = (Option<f64>, Option<f64>);

/// Requirements on machines.
#[derive(Clone, Debug, Default, Deserialize, Document, PartialEq, Serialize)]
#[document(brief)]
pub struct Requirements {
    /// Minimum and maximum floating-point speed, in `KFlops`; null for no limit.
    #[field(is = Shape::Range(limits::FEATURE), default = (None, None))]
    pub kflops: Range,
    /// Minimum and maximum integer speed, in MIPS; null for no limit.
    #[field(is = Shape::Range(limits::FEATURE), default = (None, None))]
    pub mips: Range,
    /// Minimum memory, in MB.
    #[field(is = FEATURE, default = 0.0)]
    pub memory_mb: f64,
    /// Maximum load average.
    #[field(is = Shape::OrNull(&FEATURE), optional)]
    pub load: Option<f64>,
    /// Architecture and operating system, such as INTEL/LINUX.
    #[field(optional)]
    pub platform: String,
    /// Group of the user.
    #[field(optional)]
    pub group: String,
}

impl Requirements {
    /// True if both sides agree: the machine meets the requirements, and this group may use it. Hours are checked
    /// elsewhere.
    pub fn are_met_by(&self, machine: &Machine) -> bool {
        let within = |value: f64, (least, most): Range| {
            least.is_none_or(|least| least <= value) && most.is_none_or(|most| value <= most)
        };
        let welcome = machine.groups.is_empty() || machine.groups.contains(&self.group);
        welcome
            && within(machine.kflops, self.kflops)
            && within(machine.mips, self.mips)
            && machine.memory_mb >= self.memory_mb
            && self.load.is_none_or(|most| machine.load <= most)
            && (self.platform.is_empty() || self.platform == machine.platform)
    }

    /// The requirements that no machine of a pool meets.
    pub fn unmet_requirements(&self, pool: &[&Machine]) -> String {
        if pool.is_empty() {
            return "all machines have a load above the load limit".to_owned();
        }
        let Requirements { kflops, mips, memory_mb, load, platform, group } = self.clone();
        let (kflops, mips) = (open_bounds(kflops), open_bounds(mips));
        let welcome = Requirements { group: group.clone(), ..Requirements::default() };
        let open: Vec<&Machine> =
            pool.iter().copied().filter(|machine| welcome.are_met_by(machine)).collect();
        if open.is_empty() {
            let groups =
                list_names(distinct_names(pool.iter().flat_map(|m| m.groups.iter().map(String::as_str))));
            return if group.is_empty() {
                format!("all machines are restricted to groups ({groups}), and it has no group")
            } else {
                format!("no machine is available to group {group}; available to: {groups}")
            };
        }
        let none = if open.len() < pool.len() { "no machine available to it" } else { "no machine" };
        let most = |of: fn(&Machine) -> f64| open.iter().map(|machine| of(machine)).fold(0.0, f64::max);
        let least =
            |of: fn(&Machine) -> f64| open.iter().map(|machine| of(machine)).fold(f64::INFINITY, f64::min);
        let platforms = || open.iter().map(|machine| machine.platform.as_str());
        if !platform.is_empty() && !platforms().any(|name| name == platform) {
            let found = distinct_names(platforms().filter(|name| !name.is_empty()));
            return format!("{none} has the platform {platform}; available: {}", list_names(found));
        }
        let (largest, lowest) = (most(|machine| machine.memory_mb), least(|machine| machine.load));
        if memory_mb > largest {
            return format!(
                "{none} has {} MB; the largest has {}",
                format_number(memory_mb),
                format_number(largest)
            );
        }
        for (unit, range, of) in [
            ("KFlops", kflops, (|machine| machine.kflops) as fn(&Machine) -> f64),
            ("MIPS", mips, |machine| machine.mips),
        ] {
            let (slow, fast, slowest, fastest) = (range.0, range.1, least(of), most(of));
            if fastest < slow {
                return format!(
                    "{none} has {} {unit}; the fastest has {}",
                    format_number(slow),
                    format_number(fastest)
                );
            }
            if slowest > fast {
                return format!(
                    "{none} has at most {} {unit}; the slowest has {}",
                    format_number(fast),
                    format_number(slowest)
                );
            }
            if !open.iter().any(|machine| (slow..=fast).contains(&of(machine))) {
                return format!(
                    "{none} has between {} and {} {unit}",
                    format_number(slow),
                    format_number(fast)
                );
            }
        }
        if let Some(load) = load.filter(|&load| load < lowest) {
            return format!(
                "{none} has a load of {} or less; the lowest is {}",
                format_number(load),
                format_number(lowest)
            );
        }
        format!("{none} meets all its requirements at once")
    }
}

/// The distinct names, in alphabetical order.
fn distinct_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut different = Vec::new();
    for name in names {
        if let Err(place) = different.binary_search(&name) {
            different.insert(place, name);
        }
    }
    different
}

/// Minimum and maximum as numbers.
fn open_bounds((least, most): Range) -> (f64, f64) {
    (least.unwrap_or(0.0), most.unwrap_or(f64::INFINITY))
}

impl Machine {
    /// The same with hours within one day: they end where they begin.
    #[must_use]
    pub fn with_hours_within_one_day(&self) -> Self {
        Self { hours: (self.hours.0 % 24.0, self.hours.1 % 24.0), ..self.clone() }
    }

    /// True if the hour of the day is among those in which others may use the machine.
    pub fn is_open_at(&self, hour: f64) -> bool {
        let (from, to) = self.hours;
        if from < to {
            from <= hour && hour < to
        } else {
            from.total_cmp(&to).is_eq() || from <= hour || hour < to
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_and_its_user_must_accept_each_other() {
        // A machine for the group friend_research, and David of that group, who needs memory and speed.
        let machine = Machine {
            name: "aows10.uab.es".into(),
            memory_mb: 500.0,
            kflops: 150_000.0,
            groups: vec!["friend_research".into()],
            hours: (14.0, 10.0),
            ..Machine::default()
        };
        let david = Requirements {
            memory_mb: 250.0,
            kflops: (Some(100_000.0), None),
            group: "friend_research".into(),
            ..Requirements::default()
        };
        assert!(david.are_met_by(&machine));
        assert!(!Requirements { group: "others".into(), ..david.clone() }.are_met_by(&machine));
        assert!(!Requirements { memory_mb: 501.0, ..david.clone() }.are_met_by(&machine));
        assert!(!Requirements { kflops: (None, Some(149_999.0)), ..david }.are_met_by(&machine));
        assert_eq!(
            [9.9, 10.0, 13.9, 14.0, 23.0].map(|hour| machine.is_open_at(hour)),
            [true, false, false, true, true]
        );
        assert!(
            Machine::default().is_open_at(3.0) && Requirements::default().are_met_by(&Machine::default())
        );
    }
}
