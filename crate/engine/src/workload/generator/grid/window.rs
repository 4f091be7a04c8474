//! Load that comes and goes: windows in which there is load, one after another.

use crate::entry::{Kind, Parameter, Settings};
use crate::time::{Span, Time};

pub(super) const BLOCK: Parameter = Parameter {
    id: "block_s",
    name: "Length of a block",
    doc: "How long there is load in each period: 600 for the published blocks, 60 for the published bursts.",
    unit: "s",
    kind: Kind::Number { min: 0.001, max: 1e8, default: 600.0 },
};

pub(super) const PERIOD: Parameter = Parameter {
    id: "period_s",
    name: "Period",
    doc: "From the start of one block to the start of the next, at least a block: 1200 for the published blocks, 600 for \
          the published bursts.",
    unit: "s",
    kind: Kind::Number { min: 0.001, max: 1e8, default: 1_200.0 },
};

pub(super) const FIRST: Parameter = Parameter {
    id: "first_s",
    name: "First block",
    doc: "When the first block begins.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 0.0 },
};

/// A time with load, its end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) start: Time,
    pub(super) end: Time,
}

/// Blocks as [`FIRST`], [`BLOCK`] and [`PERIOD`] say, until `duration_s`, which cuts the last one.
pub(super) fn blocks(settings: &Settings) -> impl Iterator<Item = Window> {
    let end = Time::from_seconds(settings.number("duration_s").max(0.0));
    let block = Span::from_seconds(settings.number("block_s")).max(Span(1));
    let period = Span::from_seconds(settings.number("period_s")).max(block);
    let first = Time::from_seconds(settings.number("first_s").max(0.0));
    let starts = std::iter::successors(Some(first), move |&start| Some(start + period));
    starts
        .take_while(move |&start| start < end)
        .map(move |start| Window { start, end: (start + block).min(end) })
}

/// One window until `duration_s`.
pub(super) fn steady(settings: &Settings) -> impl Iterator<Item = Window> {
    let end = Time::from_seconds(settings.number("duration_s").max(0.0));
    std::iter::once(Window { start: Time::ZERO, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Value;

    #[test]
    fn blocks_come_back_and_the_last_is_cut() {
        let settings = Settings::default()
            .with("block_s", Value::Number(600.0))
            .with("period_s", Value::Number(1_200.0))
            .with("duration_s", Value::Number(2_700.0));
        let found: Vec<(i64, i64)> = blocks(&settings)
            .map(|window| (window.start.rounded_seconds(), window.end.rounded_seconds()))
            .collect();
        assert_eq!(found, [(0, 600), (1_200, 1_800), (2_400, 2_700)]);
        let late = settings.clone().with("first_s", Value::Number(300.0));
        assert_eq!(
            blocks(&late).map(|window| window.start.rounded_seconds()).collect::<Vec<_>>(),
            [300, 1_500]
        );
        let short = settings.with("period_s", Value::Number(1.0));
        assert_eq!(blocks(&short).count(), 5, "a period is at least a block");
        assert_eq!(
            steady(&short).collect::<Vec<_>>(),
            [Window { start: Time::ZERO, end: Time(2_700_000_000) }]
        );
        assert_eq!(blocks(&Settings::default()).count(), 0);
    }
}
