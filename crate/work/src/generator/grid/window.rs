//! Load in windows: successive periods with load, and none between them.

use super::Duration;
use ganttlet_core::entry::Parameters;
use ganttlet_core::time::{Span, Time};

/// Blocks of load: the start of the first, their length and their period.
#[derive(Parameters)]
pub(super) struct Blocks {
    /// Start time of the first block.
    #[parameter(name = "First block", unit = "s", min = 0, max = 1e8, default = 0)]
    pub(super) first_s: f64,
    /// Duration of the load in each period. Published: 600 for blocks, 60 for bursts.
    #[parameter(name = "Block length", unit = "s", min = 0.001, max = 1e8, default = 600)]
    pub(super) block_s: f64,
    /// Time from the start of one block to the start of the next, at least the block length. Published: 1200 for blocks,
    /// 600 for bursts.
    #[parameter(name = "Period", unit = "s", min = 0.001, max = 1e8, default = 1_200)]
    pub(super) period_s: f64,
}

/// A period with load; its end is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) start: Time,
    pub(super) end: Time,
}

/// These blocks, until the end of the duration, which cuts the last one.
pub(super) fn load_windows(blocks: &Blocks, duration: &Duration) -> impl Iterator<Item = Window> + use<> {
    let end = Time::from_seconds(duration.duration_s);
    let block = Span::from_seconds(blocks.block_s).max(Span(1));
    let period = Span::from_seconds(blocks.period_s).max(block);
    let first = Time::from_seconds(blocks.first_s);
    let starts = std::iter::successors(Some(first), move |&start| Some(start + period));
    starts
        .take_while(move |&start| start < end)
        .map(move |start| Window { start, end: (start + block).min(end) })
}

/// One window for the whole duration.
pub(super) fn whole_duration(duration: &Duration) -> Window {
    Window { start: Time::ZERO, end: Time::from_seconds(duration.duration_s) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_repeat_and_the_last_is_cut() {
        let duration = Duration { duration_s: 2_700.0 };
        let found = |first_s: f64, period_s: f64| -> Vec<(i64, i64)> {
            load_windows(&Blocks { first_s, block_s: 600.0, period_s }, &duration)
                .map(|window| (window.start.rounded_seconds(), window.end.rounded_seconds()))
                .collect()
        };
        assert_eq!(found(0.0, 1_200.0), [(0, 600), (1_200, 1_800), (2_400, 2_700)]);
        assert_eq!(found(300.0, 1_200.0), [(300, 900), (1_500, 2_100)]);
        assert_eq!(found(0.0, 1.0).len(), 5, "a period is at least a block");
        assert_eq!(found(2_700.0, 1_200.0), []);
        assert_eq!(whole_duration(&duration), Window { start: Time::ZERO, end: Time(2_700_000_000) });
    }
}
