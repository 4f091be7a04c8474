//! Owners who arrive in the morning and leave in the evening.

use super::{DepartureSettings, absences_of_all};
use crate::generator::Generator;
use crate::{Absence, Item};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::rng::Stream;

pub(in super::super) const OFFICE_HOURS: Generator = Generator {
    entry: Entry::new("office-hours", "Office hours")
        .summary(
            "Owners use their machines by day. On each work day, an owner arrives with a given probability \
             around one hour and leaves around another. At night and on free days the machines are \
             available.",
        )
        .source(
            "Heymann 2001, section 2.3.2 (machines are used while their owners are away); the hours are our \
             assumption",
        )
        .parameters(Hours::LIST),
    makes: Absence::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = Hours::read(settings);
        absences_of_all(platform, (streams, purpose), &set.gone, &|chance: &mut Stream, add| {
            if !chance.bernoulli(set.owned_share) {
                return;
            }
            for day in 0..set.days {
                // All values are drawn every day, so that one setting changes no other day.
                let (comes, is_gone) =
                    (chance.bernoulli(set.presence), chance.bernoulli(set.gone.gone_share));
                let midnight = f64::from(day) * 24.0 - set.first_hour;
                let start = midnight + set.from_h + chance.uniform_between(-set.spread_h, set.spread_h);
                let end = midnight + set.to_h + chance.uniform_between(-set.spread_h, set.spread_h);
                let (start, end) = (start.max(0.0) * HOUR_S, end * HOUR_S);
                if comes && day % 7 < set.work_days && start < end && !add(start, end, is_gone) {
                    return;
                }
            }
        })
    },
};

const HOUR_S: f64 = 3_600.0;

#[derive(Parameters)]
struct Hours {
    /// Share of machines that have an owner; the others are always available.
    #[parameter(name = "Share of owned machines", min = 0, max = 1, default = 0.8)]
    owned_share: f64,
    /// Probability that an owner arrives on a work day.
    #[parameter(name = "Presence probability", min = 0, max = 1, default = 0.9)]
    presence: f64,
    /// Mean hour of the day at which owners arrive.
    #[parameter(name = "Arrival hour", unit = "h", min = 0, max = 24, default = 9)]
    from_h: f64,
    /// Mean hour at which owners leave; above 24 for the next day. An owner whose departure would precede the arrival does
    /// not arrive that day.
    #[parameter(name = "Departure hour", unit = "h", min = 0, max = 32, default = 17)]
    to_h: f64,
    /// Maximum deviation from the arrival and departure hours, earlier or later, uniformly distributed.
    #[parameter(name = "Maximum deviation", unit = "h", min = 0, max = 8, default = 1)]
    spread_h: f64,
    #[parameter(all)]
    gone: DepartureSettings,
    /// Length of the modelled period.
    #[parameter(name = "Duration", unit = "days", min = 1, max = 3_650, default = 7)]
    days: u32,
    /// Number of work days per week, counted from its first day. The simulation starts on the first day of a week.
    #[parameter(name = "Work days", unit = "days", min = 0, max = 7, default = 5)]
    work_days: u32,
    /// Hour of the day at which the simulation starts; 0 for midnight.
    #[parameter(name = "Start hour", unit = "h", min = 0, max = 24, default = 0)]
    first_hour: f64,
}

#[cfg(test)]
mod tests {
    use super::super::absences_with;
    use super::*;
    use crate::Absence;
    use ganttlet_core::entry::Value;

    fn hours_of_absence(absence: &Absence) -> (f64, f64) {
        (absence.start.seconds() / HOUR_S, absence.end.seconds() / HOUR_S)
    }

    #[test]
    fn owners_are_present_on_working_days() {
        let all = absences_with(&OFFICE_HOURS, 400, &[]);
        for absence in &all {
            let (start, end) = hours_of_absence(absence);
            assert!(start < 5.0 * 24.0, "no work on the sixth and seventh day");
            let (start, end) = (start % 24.0, end % 24.0);
            assert!((8.0..=10.0).contains(&start) && (16.0..=18.0).contains(&end) && !absence.gone);
        }
        let owned = (0..400).filter(|&machine| all.iter().any(|absence| absence.machine == machine)).count();
        assert!((290..350).contains(&owned), "80 % of 400: {owned}");
        let presence = all.len() as f64 / (owned as f64 * 5.0);
        assert!((presence - 0.9).abs() < 0.03, "{presence}");
    }

    #[test]
    fn the_run_can_start_at_any_hour() {
        let given = |first: f64| {
            [
                ("first_hour", Value::Number(first)),
                ("days", Value::Integer(1)),
                ("spread_h", Value::Number(0.0)),
                ("presence", Value::Number(1.0)),
                ("owned_share", Value::Number(1.0)),
            ]
        };
        let found = |first| {
            absences_with(&OFFICE_HOURS, 1, &given(first)).iter().map(hours_of_absence).collect::<Vec<_>>()
        };
        assert_eq!(found(0.0), [(9.0, 17.0)]);
        assert_eq!(found(12.0), [(0.0, 5.0)]);
        assert_eq!(found(20.0), []);
    }

    #[test]
    fn adding_machines_or_days_changes_no_other_absence() {
        let few = absences_with(&OFFICE_HOURS, 3, &[("days", Value::Integer(3))]);
        let mut many = absences_with(&OFFICE_HOURS, 30, &[("days", Value::Integer(9))]);
        many.retain(|absence| absence.machine < 3 && hours_of_absence(absence).0 < 72.0);
        assert_eq!(few, many);
    }
}
