//! Patterns and fills of bars, which indicate kind and phase independently of the colour.

use super::theme::Rgba;
use ganttlet_core::record::{Look, Phase, PhaseLook};
use serde::Serialize;
use std::ops::Range;
use ts_rs::TS;

/// Period of hatching, in pixels of the page; the first two fifths are ink.
pub(crate) const HATCH_PERIOD: f64 = 5.0;
/// Share of ink in a period of hatching.
pub(crate) const HATCH_INK: f64 = 0.4;

/// The pattern over the fill of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// No pattern.
    Plain,
    /// Diagonal stripes of the bar's colour.
    Hatch,
    /// Vertical stripes of the bar's colour.
    Stripes,
}

/// The appearance of the inside of a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    /// The share of the bar's colour in the fill, 0 to 1; the rest is the background.
    pub(crate) fill: f32,
    /// The pattern over the fill.
    pub(crate) pattern: Pattern,
    /// True if its upper and lower edges are dotted.
    pub(crate) dotted: bool,
}

/// Share of the outline's colour in a nearly white fill.
pub(crate) const FAINT_FILL: f32 = 0.14;

/// The style of nodes that are allocated but unused, if the colour shows the use.
pub(crate) const HELD_STYLE: Style = Style { fill: 0.45, pattern: Pattern::Hatch, dotted: false };

/// The style of most bars.
pub(crate) const SOLID_STYLE: Style = Style { fill: 1.0, pattern: Pattern::Plain, dotted: false };

impl Style {
    /// The style of a bar of this look in this phase. Phases without progress are lighter for all kinds.
    pub(crate) fn new(look: Look, phase: Phase) -> Self {
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

    /// Share of the bar's colour in its mean colour, 0 to 1.
    pub(crate) fn strength(self) -> f32 {
        match self.pattern {
            Pattern::Plain => self.fill,
            Pattern::Hatch | Pattern::Stripes => self.fill + (1.0 - self.fill) * HATCH_INK as f32,
        }
    }

    /// The mean colour of a bar with its pattern, for bars that are too small for the pattern.
    pub(crate) fn average_colour(self, [r, g, b, opaque]: Rgba) -> Rgba {
        [r, g, b, (f32::from(opaque) * self.strength()) as u8]
    }
}

/// Stripes, in pixels of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stripes {
    /// Distance between the starts of two stripes.
    pub(crate) period: usize,
    /// Width of a stripe.
    pub(crate) ink: usize,
}

impl Stripes {
    /// The columns of `columns` that are ink in a row of pixels: shifted by one pixel per row.
    pub(crate) fn of(self, columns: Range<usize>, y: usize) -> impl Iterator<Item = usize> {
        columns.filter(move |&x| self.is_ink(x, y))
    }

    /// True if a pixel is ink.
    #[inline]
    pub(crate) fn is_ink(self, x: usize, y: usize) -> bool {
        (x + self.period - y % self.period) % self.period < self.ink
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThemeName;
    use crate::theme::{blend, luminance, parse_rgba, theme};

    #[test]
    fn averaged_bar_styles_differ_in_every_theme() {
        for name in [ThemeName::Light, ThemeName::Dark, ThemeName::Projector] {
            let theme = theme(name);
            for (colour, ground) in theme.palette.iter().flat_map(|c| [(c, theme.paper), (c, theme.band)]) {
                let seen = |look, phase| {
                    luminance(blend(
                        parse_rgba(ground),
                        Style::new(look, phase).average_colour(parse_rgba(colour)),
                        1.0,
                    )) + 0.05
                };
                let contrast = |a: f64, b: f64| (a / b).max(b / a);
                let paper = luminance(parse_rgba(ground)) + 0.05;
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
}
