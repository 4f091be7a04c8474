//! The possible meanings of the colours of bars, the default for a trace, and the types of subjects.

use crate::rule::SubjectId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The meaning of the colours of bars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The wait time.
    #[default]
    Wait,
    /// The type, if the system has types of subjects, otherwise the kind.
    Kind,
    /// The use of the nodes (phase).
    Use,
    /// Its group or workflow.
    Group,
    /// The user.
    User,
    /// The number of nodes.
    Size,
    /// The slowdown: the response time compared with that on an idle machine.
    Slowdown,
    /// The status at its end.
    Status,
    /// The rule that started it.
    Reason,
    /// The job.
    Job,
    /// Its cluster.
    Cluster,
}

/// The default colours of a trace, set by the system at its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colours {
    /// For one group of subjects, or none.
    pub one: Colour,
    /// For several groups.
    pub several: Colour,
}

impl Colours {
    /// The same colours for any number of groups.
    pub const fn always(colour: Colour) -> Self {
        Self { one: colour, several: colour }
    }
}

/// The index of a subject without a type.
const NONE: u8 = u8::MAX;

/// The types of subjects of one kind in a system: programs of tasks, rigid and malleable jobs.
#[derive(Clone, Debug, Default)]
pub struct SubjectTypes {
    /// The names, in the order of legends: at most 255.
    pub names: Vec<String>,
    of: Vec<u8>,
}

impl SubjectTypes {
    /// The index of the type of a subject among the names.
    #[inline]
    pub fn of(&self, subject: SubjectId) -> Option<usize> {
        self.of.get(subject as usize).filter(|&&place| place != NONE).map(|&place| usize::from(place))
    }

    /// The index of a name, which is added if it is new; the last index if there is no room for more.
    pub fn find_or_add(&mut self, name: &str) -> u8 {
        let place = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            if self.names.len() < usize::from(NONE) {
                self.names.push(name.to_owned());
            }
            self.names.len() - 1
        });
        place as u8
    }

    /// Sets the type of a subject from now on.
    pub fn set(&mut self, subject: SubjectId, place: u8) {
        let needed = subject as usize + 1;
        if self.of.len() < needed {
            self.of.resize(needed, NONE);
        }
        self.of[subject as usize] = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_can_change_its_type() {
        let mut types = SubjectTypes::default();
        let (rigid, spread) = (types.find_or_add("rigid"), types.find_or_add("co-allocated"));
        types.set(2, rigid);
        types.set(0, types.clone().find_or_add("rigid"));
        types.set(2, spread);
        assert_eq!([0, 1, 2, 9].map(|id| types.of(id)), [Some(0), None, Some(1), None]);
        assert_eq!(types.names, ["rigid", "co-allocated"]);
    }

    #[test]
    fn types_beyond_the_limit_share_the_last_index() {
        let mut types = SubjectTypes::default();
        let places: Vec<u8> = (0..300).map(|i| types.find_or_add(&i.to_string())).collect();
        assert_eq!((places[254], places[299], types.names.len()), (254, 254, 255));
    }
}
