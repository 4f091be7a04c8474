//! The colours of pictures, in one place for the raster, the vector picture and the page.
//!
//! Every bar colour stands out from the paper and from the tinted bands by at least 3:1 (projector: 4.5:1), and any two
//! colours of a palette stay apart for people with protanopia and deuteranopia.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ThemeName {
    /// Dark on white.
    #[default]
    Light,
    /// Bright on near-black.
    Dark,
    /// Strong colours on white, for rooms that are not dark.
    Projector,
}

/// A set of colours, each written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Theme {
    /// Its name.
    pub name: ThemeName,
    /// What idle nodes look like.
    pub paper: &'static str,
    /// What idle nodes of every other cluster look like.
    pub band: &'static str,
    /// The line between two clusters.
    pub line: &'static str,
    /// Text and axes.
    pub ink: &'static str,
    /// Text of less weight.
    pub muted: &'static str,
    /// Bars by name: jobs, users, groups, rules.
    pub palette: [&'static str; 10],
    /// Bars by amount, from little to much.
    pub ramp: [&'static str; 4],
    /// Bars that ended by themselves.
    pub done: &'static str,
    /// Bars that still run.
    pub running: &'static str,
    /// Bars that were ended.
    pub killed: &'static str,
    /// Bars about which what the colour is to say is not known.
    pub unknown: &'static str,
}

const LIGHT_PALETTE: [&str; 10] = [
    "#2d95d3", "#a42e07", "#3d873f", "#6e1b77", "#b18406", "#3862c4", "#68392c", "#839279", "#957298",
    "#2d4d55",
];
const DARK_PALETTE: [&str; 10] = [
    "#4baeed", "#c95b0a", "#b0ed79", "#ab4998", "#eac932", "#5d67d0", "#148a53", "#d9dabc", "#c693ac",
    "#52f0ff",
];
const PROJECTOR_PALETTE: [&str; 10] = [
    "#2f63e1", "#ad5010", "#1b7548", "#9c44a5", "#143960", "#61370d", "#4615a3", "#8c5c80", "#1b281b",
    "#011666",
];

const LIGHT: Theme = Theme {
    name: ThemeName::Light,
    paper: "#ffffff",
    band: "#f4f5f7",
    line: "#b9bec7",
    ink: "#1c2026",
    muted: "#5b636f",
    palette: LIGHT_PALETTE,
    ramp: ["#4f8fc4", "#6a6fc0", "#8f3f92", "#5a0f3c"],
    done: "#2f6f9f",
    running: "#1f8a5f",
    killed: "#b5341f",
    unknown: "#7d848f",
};

const DARK: Theme = Theme {
    name: ThemeName::Dark,
    paper: "#14161a",
    band: "#1b1e24",
    line: "#4a515c",
    ink: "#e8eaed",
    muted: "#a3abb7",
    palette: DARK_PALETTE,
    ramp: ["#5d78b8", "#8f86d8", "#e07fa8", "#ffd98a"],
    done: "#6aa9de",
    running: "#4fc792",
    killed: "#f07a5c",
    unknown: "#8b929d",
};

const PROJECTOR: Theme = Theme {
    name: ThemeName::Projector,
    paper: "#ffffff",
    band: "#eeeeee",
    line: "#555555",
    ink: "#000000",
    muted: "#333333",
    palette: PROJECTOR_PALETTE,
    ramp: ["#1f6fae", "#5a4fb0", "#7a1f7a", "#3d0028"],
    done: "#0a4f8a",
    running: "#00683f",
    killed: "#a01800",
    unknown: "#5c5c5c",
};

/// The colours of a theme.
pub fn theme(name: ThemeName) -> Theme {
    match name {
        ThemeName::Light => LIGHT,
        ThemeName::Dark => DARK,
        ThemeName::Projector => PROJECTOR,
    }
}

/// A colour as the four bytes of a pixel: red, green, blue, and how opaque it is.
pub(crate) type Rgba = [u8; 4];

/// The bytes of `#rrggbb`.
pub(crate) fn rgba(hex: &str) -> Rgba {
    let digits = u32::from_str_radix(hex.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, r, g, b] = digits.to_be_bytes();
    [r, g, b, 255]
}

/// `part` (0 to 1) of `over`, less if that is not opaque; the rest of `under`. The result is opaque.
#[inline]
pub(crate) fn mix(under: Rgba, over: Rgba, part: f32) -> Rgba {
    // Whole numbers, for speed: in 256ths.
    let part = (part.clamp(0.0, 1.0) * (u32::from(over[3]) + 1) as f32) as u32;
    let channel = |i: usize| ((u32::from(under[i]) * (256 - part) + u32::from(over[i]) * part) >> 8) as u8;
    [channel(0), channel(1), channel(2), 255]
}

/// The relative luminance of a colour, 0 to 1 (WCAG 2).
pub(crate) fn luminance(colour: Rgba) -> f64 {
    let linear = |byte: u8| {
        let c = f64::from(byte) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(rgba(a)), luminance(rgba(b)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn bars_and_text_stand_out_from_the_paper() {
        for theme in [LIGHT, DARK, PROJECTOR] {
            let least = if theme.name == ThemeName::Projector { 4.5 } else { 3.0 };
            let words = [theme.done, theme.running, theme.killed, theme.unknown];
            let bars = theme.palette.into_iter().chain(theme.ramp).chain(words);
            for (colour, ground) in bars.flat_map(|bar| [(bar, theme.paper), (bar, theme.band)]) {
                let found = contrast(colour, ground);
                assert!(found >= least, "{:?}: {colour} on {ground} is {found:.2}:1", theme.name);
            }
            for text in [theme.ink, theme.muted] {
                assert!(contrast(text, theme.paper) >= 4.5 && contrast(text, theme.band) >= 4.5);
            }
        }
    }

    /// Red, green and blue light as it is seen without the cones for red or green (Machado, Oliveira and Fernandes 2009).
    const BLIND: [[[f64; 3]; 3]; 2] = [
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ];

    /// CIE L*a*b* of a colour seen through `eyes`.
    fn lab(hex: &str, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = |i: usize| {
            // One channel alone, divided by its weight.
            let mut one = [0, 0, 0, 255];
            one[i] = rgba(hex)[i];
            luminance(one) / [0.2126, 0.7152, 0.0722][i]
        };
        let light = [linear(0), linear(1), linear(2)];
        let seen = eyes.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f64>().clamp(0.0, 1.0));
        let root = |weights: [f64; 3], white: f64| {
            libm::cbrt((0..3).map(|i| weights[i] * seen[i]).sum::<f64>() / white)
        };
        let x = root([0.4124, 0.3576, 0.1805], 0.9505);
        let y = root([0.2126, 0.7152, 0.0722], 1.0);
        let z = root([0.0193, 0.1192, 0.9505], 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn no_two_colours_of_a_palette_look_alike_to_the_colour_blind() {
        for palette in [LIGHT_PALETTE, DARK_PALETTE, PROJECTOR_PALETTE] {
            for eyes in &BLIND {
                for (i, a) in palette.iter().enumerate() {
                    for b in &palette[..i] {
                        let (p, q) = (lab(a, eyes), lab(b, eyes));
                        let square: f64 = (0..3).map(|i| (p[i] - q[i]) * (p[i] - q[i])).sum();
                        assert!(square > 15.0 * 15.0, "{a} and {b} differ by {:.1}", square.sqrt());
                    }
                }
            }
        }
    }

    #[test]
    fn half_of_black_on_white_is_grey() {
        assert_eq!(rgba("#0a4f8a"), [10, 79, 138, 255]);
        assert_eq!(mix([255, 255, 255, 255], [0, 0, 0, 255], 0.5), [127, 127, 127, 255]);
        assert_eq!(mix([1, 2, 3, 255], [4, 5, 6, 255], 7.0), [4, 5, 6, 255]);
    }
}
