//! Machines that differ from each other and belong to somebody: what a pool offers, and what an application asks for.

use crate::entry::document::{Document, List, SPEED, Shape};
use crate::entry::limits;
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
// One of a pool. Features that nobody asks for may be 0.
#[derive(Clone, Debug, Document, PartialEq, TS)]
#[document(brief, default)]
pub struct Machine {
    /// What it is called.
    #[field(label = "Name", optional)]
    pub name: String,
    /// How fast it is, as a multiple of the speed of its cluster.
    #[field(label = "Speed", is = SPEED, default = 1.0)]
    pub speed: f64,
    /// Floating-point speed as a benchmark measured it, in thousands of operations a second.
    #[field(label = "KFlops", unit = "KFlops", is = FEATURE, default = 0.0)]
    pub kflops: f64,
    /// Integer speed as a benchmark measured it, in MIPS.
    #[field(label = "MIPS", unit = "MIPS", is = FEATURE, default = 0.0)]
    pub mips: f64,
    /// Memory, in MB.
    #[field(label = "Memory", unit = "MB", is = FEATURE, default = 0.0)]
    pub memory_mb: f64,
    /// Load average of what its owner runs on it.
    #[field(label = "Load", is = FEATURE, default = 0.0)]
    pub load: f64,
    /// Its architecture and operating system, such as INTEL/LINUX.
    #[field(label = "Platform", optional)]
    pub platform: String,
    /// Whom it belongs to.
    #[field(label = "Owner", optional)]
    pub owner: String,
    /// The groups that may use it; none if everyone may.
    #[field(label = "Groups", is = GROUPS, default = vec![])]
    pub groups: Vec<String>,
    /// The hours of the day in which others may use it: from and to, through midnight if the second is smaller; always if
    /// both are equal.
    #[field(label = "Hours", unit = "h", is = HOURS, default = (0.0, 0.0))]
    pub hours: (f64, f64),
    /// What an hour of it costs, for the efficiency by cost.
    #[field(label = "Cost", is = FEATURE, default = 1.0)]
    pub cost: f64,
}

/// From and to; `None` where there is no bound.
pub type Range = (Option<f64>, Option<f64>);

/// What it asks of machines.
#[derive(Clone, Debug, Default, Document, PartialEq)]
#[document(brief)]
pub struct Needs {
    /// Slowest and fastest that will do, in `KFlops`; null for no bound.
    #[field(is = Shape::Range(limits::FEATURE), default = (None, None))]
    pub kflops: Range,
    /// Slowest and fastest that will do, in MIPS; null for no bound.
    #[field(is = Shape::Range(limits::FEATURE), default = (None, None))]
    pub mips: Range,
    /// The least memory that will do, in MB.
    #[field(is = FEATURE, default = 0.0)]
    pub memory_mb: f64,
    /// The highest load average that will do.
    #[field(is = Shape::OrNull(&FEATURE), optional)]
    pub load: Option<f64>,
    /// Architecture and operating system, such as INTEL/LINUX.
    #[field(optional)]
    pub platform: String,
    /// The group of its user.
    #[field(optional)]
    pub group: String,
}

impl Needs {
    /// True if both sides agree: the machine is what is asked for, and may be used by this group. Hours are another matter.
    pub fn met_by(&self, machine: &Machine) -> bool {
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
}

impl Machine {
    /// The same with hours of one day: it ends where it begins.
    #[must_use]
    pub fn of_a_day(&self) -> Self {
        Self { hours: (self.hours.0 % 24.0, self.hours.1 % 24.0), ..self.clone() }
    }

    /// True if the hour of the day lies in those in which others may use it.
    pub fn open(&self, hour: f64) -> bool {
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
    fn both_sides_have_to_agree() {
        // A machine for the group friend_research, and David of that group, who needs memory and speed.
        let machine = Machine {
            name: "aows10.uab.es".into(),
            memory_mb: 500.0,
            kflops: 150_000.0,
            groups: vec!["friend_research".into()],
            hours: (14.0, 10.0),
            ..Machine::default()
        };
        let david = Needs {
            memory_mb: 250.0,
            kflops: (Some(100_000.0), None),
            group: "friend_research".into(),
            ..Needs::default()
        };
        assert!(david.met_by(&machine));
        assert!(!Needs { group: "others".into(), ..david.clone() }.met_by(&machine));
        assert!(!Needs { memory_mb: 501.0, ..david.clone() }.met_by(&machine));
        assert!(!Needs { kflops: (None, Some(149_999.0)), ..david }.met_by(&machine));
        assert_eq!(
            [9.9, 10.0, 13.9, 14.0, 23.0].map(|hour| machine.open(hour)),
            [true, false, false, true, true]
        );
        assert!(Machine::default().open(3.0) && Needs::default().met_by(&Machine::default()));
    }
}
