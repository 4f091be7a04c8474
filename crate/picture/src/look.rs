//! How the inside of a bar tells its kind and its phase, whatever its colour says.

use super::theme::Rgba;
use ganttlet_engine::record::{Kind, Look, Phase, PhaseLook};

/// Hatching repeats after this many pixels of the page, of which the first two fifths are ink.
pub(crate) const PERIOD: f64 = 5.0;
/// How much of its period a stripe is.
pub(crate) const INK: f64 = 0.4;

/// What is drawn over the fill of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Nothing.
    Plain,
    /// Diagonal stripes of the bar's colour.
    Hatch,
    /// Upright stripes of the bar's colour.
    Stripes,
}

/// How the inside of a bar is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    /// How much of the bar's colour the fill has, 0 to 1; the rest is the ground.
    pub(crate) fill: f32,
    /// What is drawn over the fill.
    pub(crate) pattern: Pattern,
    /// True if its upper and lower edges are dotted.
    pub(crate) dotted: bool,
}

/// The style of most bars.
pub(crate) const SOLID: Style = Style { fill: 1.0, pattern: Pattern::Plain, dotted: false };

impl Style {
    /// The style of a bar of this look in this phase. What makes no progress is lighter, whatever its kind.
    pub(crate) fn of(look: Look, phase: Phase) -> Self {
        let (fill, pattern) = match (phase.kind().look, look) {
            (PhaseLook::Striped(fill), _) => (fill, Pattern::Stripes),
            (PhaseLook::Hatched(fill), _) => (fill, Pattern::Hatch),
            (PhaseLook::Full, Look::Solid) => (1.0, Pattern::Plain),
            (PhaseLook::Half, Look::Solid) => (0.5, Pattern::Plain),
            (PhaseLook::Full, Look::Pale) => (0.4, Pattern::Plain),
            (PhaseLook::Half, Look::Pale) | (PhaseLook::Faint, _) => (0.2, Pattern::Plain),
            (PhaseLook::Full, Look::Hatched) => (0.15, Pattern::Hatch),
            (PhaseLook::Half, Look::Hatched) => (0.15, Pattern::Plain),
        };
        Self { fill, pattern, dotted: phase.kind().look == PhaseLook::Half }
    }

    /// How much of the bar's colour is seen of it from afar, 0 to 1.
    pub(crate) fn strength(self) -> f32 {
        match self.pattern {
            Pattern::Plain => self.fill,
            Pattern::Hatch | Pattern::Stripes => self.fill + (1.0 - self.fill) * INK as f32,
        }
    }

    /// The bar's colour as strong as it is from afar: for where there is no room for a pattern.
    pub(crate) fn averaged(self, [r, g, b, opaque]: Rgba) -> Rgba {
        [r, g, b, (f32::from(opaque) * self.strength()) as u8]
    }
}

/// The place in a palette of a kind: the same for the same kinds, in whatever order they came.
pub(crate) fn place_of(kinds: &[Kind], place: usize) -> usize {
    let Some(kind) = kinds.get(place) else { return 0 };
    let alike = kinds[..place].iter().filter(|other| other.look == kind.look).count();
    kind.look as usize + 3 * alike
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThemeName;
    use crate::theme::{luminance, mix, rgba, theme};

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
                let works = seen(Look::Solid, Phase::WORKS);
                for other in [
                    seen(Look::Pale, Phase::WORKS),
                    seen(Look::Hatched, Phase::WORKS),
                    seen(Look::Solid, Phase::PREPARES),
                    seen(Look::Solid, Phase::SUSPENDED),
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
        let kind = |name, look| Kind { name, look, counts: false, recurs: false };
        let (local, task) = (kind("local job", Look::Pale), kind("sweep task", Look::Hatched));
        let more = kind("other", Look::Solid);
        let a = [Kind::JOB, local, task, more];
        let b = [Kind::JOB, task, local];
        assert_eq!([0, 1, 2, 3].map(|i| place_of(&a, i)), [0, 2, 1, 3]);
        assert_eq!([0, 1, 2].map(|i| place_of(&b, i)), [0, 1, 2]);
    }
}
