//! Machines that differ from each other and belong to somebody: what a pool offers, and what an application asks for.

/// One machine of a pool. Features that nobody asks for may be 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// What it is called; may be empty.
    pub name: String,
    /// How fast it is, as a multiple of the speed of its cluster.
    pub speed: f64,
    /// Floating-point speed as a benchmark measured it, in thousands of operations a second.
    pub kflops: f64,
    /// Integer speed as a benchmark measured it, in MIPS.
    pub mips: f64,
    /// Memory, in MB.
    pub memory_mb: f64,
    /// Load average of what its owner runs on it.
    pub load: f64,
    /// Its architecture and operating system (`INTEL/LINUX`); may be empty.
    pub platform: String,
    /// Whom it belongs to; may be empty.
    pub owner: String,
    /// The groups that may use it; empty for everyone.
    pub groups: Vec<String>,
    /// The hours of the day in which others may use it: from and to, through midnight if `to` is smaller; always if both
    /// are equal.
    pub hours: (f64, f64),
    /// What an hour of it costs, for the efficiency by cost.
    pub cost: f64,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            name: String::new(),
            speed: 1.0,
            kflops: 0.0,
            mips: 0.0,
            memory_mb: 0.0,
            load: 0.0,
            platform: String::new(),
            owner: String::new(),
            groups: Vec::new(),
            hours: (0.0, 0.0),
            cost: 1.0,
        }
    }
}

/// What an application asks of its machines. What is not asked for is 0, infinite or empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Needs {
    /// Slowest and fastest that will do, in thousands of floating-point operations a second.
    pub kflops: (f64, f64),
    /// Slowest and fastest that will do, in MIPS.
    pub mips: (f64, f64),
    /// The least memory that will do, in MB.
    pub memory_mb: f64,
    /// The highest load average that will do.
    pub load: f64,
    /// Architecture and operating system (`INTEL/LINUX`).
    pub platform: String,
    /// The group of its user.
    pub group: String,
}

impl Default for Needs {
    fn default() -> Self {
        let any = (0.0, f64::INFINITY);
        let (platform, group) = (String::new(), String::new());
        Self { kflops: any, mips: any, memory_mb: 0.0, load: f64::INFINITY, platform, group }
    }
}

impl Needs {
    /// True if both sides agree: the machine is what is asked for, and may be used by this group. Hours are another matter.
    pub fn met_by(&self, machine: &Machine) -> bool {
        let within = |value: f64, (least, most): (f64, f64)| least <= value && value <= most;
        let welcome = machine.groups.is_empty() || machine.groups.contains(&self.group);
        welcome
            && within(machine.kflops, self.kflops)
            && within(machine.mips, self.mips)
            && machine.memory_mb >= self.memory_mb
            && machine.load <= self.load
            && (self.platform.is_empty() || self.platform == machine.platform)
    }
}

impl Machine {
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
            kflops: (100_000.0, f64::INFINITY),
            group: "friend_research".into(),
            ..Needs::default()
        };
        assert!(david.met_by(&machine));
        assert!(!Needs { group: "others".into(), ..david.clone() }.met_by(&machine));
        assert!(!Needs { memory_mb: 501.0, ..david.clone() }.met_by(&machine));
        assert!(!Needs { kflops: (0.0, 149_999.0), ..david }.met_by(&machine));
        assert_eq!(
            [9.9, 10.0, 13.9, 14.0, 23.0].map(|hour| machine.open(hour)),
            [true, false, false, true, true]
        );
        assert!(Machine::default().open(3.0) && Needs::default().met_by(&Machine::default()));
    }
}
