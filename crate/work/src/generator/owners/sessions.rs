//! Owners who arrive and leave at random.

use super::{DepartureSettings, absences_of_all};
use crate::generator::Generator;
use crate::{Absence, Item};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::rng::Stream;

pub(in super::super) const OWNER_SESSIONS: Generator = Generator {
    entry: Entry::new("owner-sessions", "Owner sessions")
        .summary(
            "Each machine alternates between available and unavailable periods, both exponentially \
             distributed. At most one million absences.",
        )
        .source(
            "Heymann 2001, sections 2.3.2 and 5.2 (machines are reclaimed); exponential periods are our \
             assumption",
        )
        .parameters(Sessions::LIST),
    makes: Absence::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = Sessions::read(settings);
        let (available, away) = (set.available_mean_s, set.away_mean_s);
        absences_of_all(platform, (streams, purpose), &set.gone, &|chance: &mut Stream, add| {
            let begins_away = chance.bernoulli(away / (available + away)) && set.stationary;
            let mut now = if begins_away { 0.0 } else { chance.exponential(available) };
            while now < set.duration_s {
                let end = now + chance.exponential(away);
                // Absences in progress at the end continue for their full length.
                if !add(now, end, chance.bernoulli(set.gone.gone_share)) {
                    return;
                }
                now = end + chance.exponential(available);
            }
        })
    },
};

/// Minimum mean, in seconds.
const SHORTEST_S: f64 = 1.0;

/// Maximum length of a run, in seconds.
const LONGEST_S: f64 = 1e8;

#[derive(Parameters)]
struct Sessions {
    /// Mean time a machine is available between two absences.
    #[parameter(name = "Mean time available", unit = "s", min = SHORTEST_S, max = 1e9, default = 14_400)]
    available_mean_s: f64,
    /// Mean duration of an absence.
    #[parameter(name = "Mean absence", unit = "s", min = SHORTEST_S, max = 1e9, default = 1_800)]
    away_mean_s: f64,
    #[parameter(all)]
    gone: DepartureSettings,
    /// Length of the modelled period; no absence begins later.
    #[parameter(name = "Duration", unit = "s", min = 1, max = LONGEST_S, default = 86_400)]
    duration_s: f64,
    /// Makes the mean share of machines unavailable at time 0. If off, all machines are available at time 0.
    #[parameter(name = "Start in steady state", default = true)]
    stationary: bool,
}

#[cfg(test)]
mod tests {
    use super::super::absences_with;
    use super::*;
    use ganttlet_core::entry::Value;
    use ganttlet_core::time::{Span, Time};

    #[test]
    fn machines_are_unavailable_for_the_set_share_of_time() {
        let given = [
            ("available_mean_s", Value::Number(3_000.0)),
            ("away_mean_s", Value::Number(1_000.0)),
            ("gone_share", Value::Number(0.3)),
            ("duration_s", Value::Number(200_000.0)),
        ];
        let all = absences_with(&OWNER_SESSIONS, 200, &given);
        let until = Time::from_seconds(200_000.0);
        let away: f64 = all.iter().map(|absence| (absence.end.min(until) - absence.start).seconds()).sum();
        let share = away / (200.0 * 200_000.0);
        assert!((share - 0.25).abs() < 0.01, "{share}");
        let gone = all.iter().filter(|absence| absence.gone).count() as f64 / all.len() as f64;
        assert!((gone - 0.3).abs() < 0.02, "{gone}");
        let at_start = all.iter().filter(|absence| absence.start == Time::ZERO).count();
        assert!((35..65).contains(&at_start), "a quarter of 200 machines: {at_start}");
        assert!(all.iter().all(|absence| absence.start < until && absence.end - absence.start > Span::ZERO));
        // Absences of a machine do not overlap.
        for machine in 0..200 {
            let own: Vec<_> = all.iter().filter(|absence| absence.machine == machine).collect();
            assert!(own.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }

    #[test]
    fn adding_machines_changes_no_other_absence() {
        let few = absences_with(&OWNER_SESSIONS, 3, &[]);
        let mut many = absences_with(&OWNER_SESSIONS, 30, &[]);
        many.retain(|absence| absence.machine < 3);
        assert_eq!(few, many);
        let fresh = absences_with(&OWNER_SESSIONS, 30, &[("stationary", Value::Bool(false))]);
        assert!(fresh.iter().all(|absence| absence.start > Time::ZERO));
    }

    #[test]
    fn the_number_of_absences_is_limited() {
        let given = [
            ("available_mean_s", Value::Number(1.0)),
            ("away_mean_s", Value::Number(1.0)),
            ("duration_s", Value::Number(1e8)),
        ];
        assert_eq!(absences_with(&OWNER_SESSIONS, 5, &given).len(), 1_000_000);
    }
}
