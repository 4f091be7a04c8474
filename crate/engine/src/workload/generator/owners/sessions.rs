//! Owners who come and go at random.

use super::{GONE_SHARE, absences};
use crate::entry::{Entry, Kind, Makes, Parameter};
use crate::rng::Stream;
use crate::workload::generator::Generator;

/// The generator in the catalog.
pub(in super::super) const OWNER_SESSIONS: Generator = Generator {
    entry: Entry {
        id: "owner-sessions",
        name: "Sessions of owners",
        summary: "Each machine is available for a while and then away for a while, over and over; both times are \
                  exponential. At most a million absences.",
        source: "Heymann 2001, sections 2.3.2 and 5.2 (machines are taken away); that the times are exponential is our reading",
        parameters: &[AVAILABLE_MEAN, AWAY_MEAN, GONE_SHARE, DURATION, STATIONARY],
    },
    makes: Makes::Absences,
    make: |settings, platform, &streams, purpose| {
        let available = settings.number("available_mean_s").max(SHORTEST_S);
        let away = settings.number("away_mean_s").max(SHORTEST_S);
        let gone = settings.number("gone_share");
        let until = settings.number("duration_s").min(LONGEST_S);
        let stationary = settings.flag("stationary");
        absences(platform, streams, purpose, &|chance: &mut Stream, add| {
            let begins_away = chance.chance(away / (available + away)) && stationary;
            let mut now = if begins_away { 0.0 } else { chance.exponential(available) };
            while now < until {
                let end = now + chance.exponential(away);
                // Those who are away at the end stay away as long as they would.
                if !add(now, end, chance.chance(gone)) {
                    return;
                }
                now = end + chance.exponential(available);
            }
        })
    },
};

/// No mean is shorter, in seconds.
const SHORTEST_S: f64 = 1.0;

/// No run is longer, in seconds.
const LONGEST_S: f64 = 1e8;

const AVAILABLE_MEAN: Parameter = Parameter {
    id: "available_mean_s",
    name: "Mean time available",
    doc: "How long a machine is available between two absences, on average.",
    unit: "s",
    kind: Kind::Number { min: SHORTEST_S, max: 1e9, default: 14_400.0 },
};

const AWAY_MEAN: Parameter = Parameter {
    id: "away_mean_s",
    name: "Mean absence",
    doc: "How long a machine is away, on average.",
    unit: "s",
    kind: Kind::Number { min: SHORTEST_S, max: 1e9, default: 1_800.0 },
};

const DURATION: Parameter = Parameter {
    id: "duration_s",
    name: "Duration",
    doc: "How long this goes on: no absence begins later.",
    unit: "s",
    kind: Kind::Number { min: 1.0, max: LONGEST_S, default: 86_400.0 },
};

const STATIONARY: Parameter = Parameter {
    id: "stationary",
    name: "Begin in the middle",
    doc: "As many machines are away at the start as on average; otherwise all are available at first.",
    unit: "",
    kind: Kind::Bool { default: true },
};

#[cfg(test)]
mod tests {
    use super::super::made;
    use super::*;
    use crate::entry::Value;
    use crate::time::{Span, Time};

    #[test]
    fn machines_are_away_as_much_as_they_should() {
        let given = [
            ("available_mean_s", Value::Number(3_000.0)),
            ("away_mean_s", Value::Number(1_000.0)),
            ("gone_share", Value::Number(0.3)),
            ("duration_s", Value::Number(200_000.0)),
        ];
        let all = made(&OWNER_SESSIONS, 200, &given);
        let until = Time::from_seconds(200_000.0);
        let away: f64 = all.iter().map(|absence| (absence.end.min(until) - absence.start).seconds()).sum();
        let share = away / (200.0 * 200_000.0);
        assert!((share - 0.25).abs() < 0.01, "{share}");
        let gone = all.iter().filter(|absence| absence.gone).count() as f64 / all.len() as f64;
        assert!((gone - 0.3).abs() < 0.02, "{gone}");
        let at_start = all.iter().filter(|absence| absence.start == Time::ZERO).count();
        assert!((35..65).contains(&at_start), "a quarter of 200 machines: {at_start}");
        assert!(all.iter().all(|absence| absence.start < until && absence.end - absence.start > Span::ZERO));
        // No machine is away twice at once.
        for machine in 0..200 {
            let own: Vec<_> = all.iter().filter(|absence| absence.machine == machine).collect();
            assert!(own.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }

    #[test]
    fn more_machines_leave_the_others_theirs() {
        let few = made(&OWNER_SESSIONS, 3, &[]);
        let mut many = made(&OWNER_SESSIONS, 30, &[]);
        many.retain(|absence| absence.machine < 3);
        assert_eq!(few, many);
        let fresh = made(&OWNER_SESSIONS, 30, &[("stationary", Value::Bool(false))]);
        assert!(fresh.iter().all(|absence| absence.start > Time::ZERO));
    }

    #[test]
    fn there_are_a_million_absences_at_most() {
        let given = [
            ("available_mean_s", Value::Number(1.0)),
            ("away_mean_s", Value::Number(1.0)),
            ("duration_s", Value::Number(1e8)),
        ];
        assert_eq!(made(&OWNER_SESSIONS, 5, &given).len(), 1_000_000);
    }
}
