//! How the inside of a bar tells its kind and its phase, whatever its colour says.

use super::colour::Painter;
use super::theme::Rgba;
use super::{Kind, Look, Phase, Trace};

/// Hatching repeats after this many pixels of the page, of which the first two fifths are ink.
pub(super) const PERIOD: f64 = 5.0;
/// How much of its period a stripe is.
pub(super) const INK: f64 = 0.4;

/// What is drawn over the fill of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Nothing.
    Plain,
    /// Diagonal stripes of the bar's colour.
    Hatch,
    /// Upright stripes of the bar's colour.
    Stripes,
}

/// How the inside of a bar is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    /// How much of the bar's colour the fill has, 0 to 1; the rest is the ground.
    pub(super) fill: f32,
    /// What is drawn over the fill.
    pub(super) pattern: Pattern,
    /// True if its upper and lower edges are dotted.
    pub(super) dotted: bool,
}

/// The style of most bars.
pub(super) const SOLID: Style = Style { fill: 1.0, pattern: Pattern::Plain, dotted: false };

impl Style {
    /// The style of a bar of this look in this phase. What makes no progress is lighter, whatever its kind.
    pub(super) fn of(look: Look, phase: Phase) -> Self {
        let (fill, pattern) = match (look, phase) {
            (_, Phase::Suspended) => (0.12, Pattern::Stripes),
            (_, Phase::Away) => (0.45, Pattern::Stripes),
            (_, Phase::Copies) => (0.45, Pattern::Hatch),
            (_, Phase::Lost) => (0.1, Pattern::Hatch),
            (Look::Solid, Phase::Works) => (1.0, Pattern::Plain),
            (Look::Solid, Phase::Prepares) => (0.5, Pattern::Plain),
            (Look::Pale, Phase::Works) => (0.4, Pattern::Plain),
            (Look::Pale, Phase::Prepares) | (_, Phase::Waits) => (0.2, Pattern::Plain),
            (Look::Hatched, Phase::Works) => (0.15, Pattern::Hatch),
            (Look::Hatched, Phase::Prepares) => (0.15, Pattern::Plain),
        };
        Self { fill, pattern, dotted: phase == Phase::Prepares }
    }

    /// How much of the bar's colour is seen of it from afar, 0 to 1.
    pub(super) fn strength(self) -> f32 {
        match self.pattern {
            Pattern::Plain => self.fill,
            Pattern::Hatch | Pattern::Stripes => self.fill + (1.0 - self.fill) * INK as f32,
        }
    }

    /// The bar's colour as strong as it is from afar: for where there is no room for a pattern.
    pub(super) fn averaged(self, [r, g, b, opaque]: Rgba) -> Rgba {
        [r, g, b, (f32::from(opaque) * self.strength()) as u8]
    }
}

impl Painter<'_> {
    /// How the inside of an interval is drawn.
    #[inline]
    pub(super) fn style(&self, trace: &Trace, interval: usize) -> Style {
        if self.all_solid {
            return SOLID;
        }
        Style::of(trace.kind(trace.intervals.subject[interval]).look, trace.phase_seen(interval, self.now))
    }
}

/// The place in a palette of a kind: the same for the same kinds, in whatever order they came.
pub(super) fn place_of(kinds: &[Kind], place: usize) -> usize {
    let Some(kind) = kinds.get(place) else { return 0 };
    let alike = kinds[..place].iter().filter(|other| other.look == kind.look).count();
    kind.look as usize + 3 * alike
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::ThemeName;
    use crate::trace::theme::{luminance, mix, rgba, theme};

    #[test]
    fn looks_and_phases_are_told_apart_averaged_in_every_theme() {
        for name in [ThemeName::Light, ThemeName::Dark, ThemeName::Projector] {
            let theme = theme(name);
            for (colour, ground) in theme.palette.iter().flat_map(|c| [(c, theme.paper), (c, theme.band)]) {
                let seen = |look, phase| {
                    luminance(mix(rgba(ground), Style::of(look, phase).averaged(rgba(colour)), 1.0)) + 0.05
                };
                let contrast = |a: f64, b: f64| (a / b).max(b / a);
                let paper = luminance(rgba(ground)) + 0.05;
                let works = seen(Look::Solid, Phase::Works);
                for other in [
                    seen(Look::Pale, Phase::Works),
                    seen(Look::Hatched, Phase::Works),
                    seen(Look::Solid, Phase::Prepares),
                    seen(Look::Solid, Phase::Suspended),
                ] {
                    assert!(
                        contrast(works, other) > 1.4,
                        "{name:?}: {colour} on {ground} hides in what works"
                    );
                    assert!(
                        contrast(paper, other) > 1.2,
                        "{name:?}: {colour} on {ground} hides in the ground"
                    );
                }
            }
        }
    }

    #[test]
    fn kinds_keep_their_colours_in_whatever_order_they_come() {
        let kind = |name, look| Kind { name, look, counts: false };
        let (local, task) = (kind("local job", Look::Pale), kind("sweep task", Look::Hatched));
        let more = kind("other", Look::Solid);
        let a = [Kind::JOB, local, task, more];
        let b = [Kind::JOB, task, local];
        assert_eq!([0, 1, 2, 3].map(|i| place_of(&a, i)), [0, 2, 1, 3]);
        assert_eq!([0, 1, 2].map(|i| place_of(&b, i)), [0, 1, 2]);
    }
}
