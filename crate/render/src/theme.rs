//! The colours of pictures, in one place for the raster, the vector picture and the page.
//!
//! Every bar, or its outline, has a contrast of at least 3:1 to the paper. Any two colours of the palette of names stay
//! distinct for people with protanopia and deuteranopia.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The names of the sets of colours.
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

/// A set of colours, each in the form `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Theme {
    /// Its name.
    pub name: ThemeName,
    /// Idle nodes.
    pub paper: &'static str,
    /// Idle nodes of every other cluster.
    pub band: &'static str,
    /// The line between two clusters.
    pub line: &'static str,
    /// Text and axes.
    pub ink: &'static str,
    /// Secondary text.
    pub muted: &'static str,
    /// Bars by name: jobs, users, groups, rules.
    pub palette: [&'static str; 10],
    /// Bars by amount, in steps of one hue: more is further from the paper.
    pub steps: [&'static str; 6],
    /// The outline of bars with a colour close to the background.
    pub outline: &'static str,
    /// Bars by type where there are few types.
    pub few: [&'static str; 4],
    /// Bars by type where there are many, in the order of legends.
    pub types: [&'static str; 9],
    /// The outline of local load, whose fill is close to the background.
    pub local: &'static str,
    /// The hatching of preemptible work.
    pub yields: &'static str,
    /// The hatching of allocated or free nodes that are unused while work waits.
    pub hole: &'static str,
    /// The fill of such free nodes.
    pub hole_fill: &'static str,
    /// Text on them.
    pub hole_ink: &'static str,
    /// Lost work.
    pub lost: &'static str,
    /// Improvements.
    pub good: &'static str,
    /// Bars of completed subjects.
    pub done: &'static str,
    /// Bars that still run.
    pub running: &'static str,
    /// Bars of killed subjects.
    pub killed: &'static str,
    /// Bars with an unknown value.
    pub unknown: &'static str,
}

const LIGHT_PALETTE: [&str; 10] = [
    "#2b92cf", "#a42e07", "#3d873f", "#6e1b77", "#b18406", "#3862c4", "#68392c", "#808f76", "#957298",
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
    paper: "#fbfaf7",
    band: "#f4f2ed",
    line: "#ddd9d0",
    ink: "#1b1d21",
    muted: "#555a63",
    palette: LIGHT_PALETTE,
    steps: ["#e4ebf4", "#c2d2e8", "#94b1d7", "#6089c1", "#38629f", "#1c3b6e"],
    outline: "#6a86af",
    few: ["#5b8bc3", "#1f4e8c", "#0f8577", "#7868bd"],
    types: [
        "#3f74b0", "#ab8029", "#2a8374", "#a8558b", "#7868bd", "#7d6f58", "#b85f48", "#4f7f98", "#7f8439",
    ],
    local: "#938f83",
    yields: "#9a8e76",
    hole: "#efd29b",
    hole_fill: "#fcefd6",
    hole_ink: "#7a4a00",
    lost: "#bf3410",
    good: "#0b6b52",
    done: "#2f6f9f",
    running: "#1f8a5f",
    killed: "#b5341f",
    unknown: "#7d848f",
};

const DARK: Theme = Theme {
    name: ThemeName::Dark,
    paper: "#131518",
    band: "#191c20",
    line: "#31363d",
    ink: "#eceae5",
    muted: "#aeb4bd",
    palette: DARK_PALETTE,
    steps: ["#223149", "#2c4a75", "#3d69a5", "#5d8dcf", "#92b7ea", "#d2e3fb"],
    outline: "#5f83b8",
    few: ["#6aa0de", "#a9ccf7", "#3db8a6", "#a498e0"],
    types: [
        "#75a6dc", "#cfa552", "#55b8a5", "#cf86b6", "#a498e0", "#b3a487", "#db8e77", "#86b2c8", "#b4b96c",
    ],
    local: "#666b73",
    yields: "#766d58",
    hole: "#6e5722",
    hole_fill: "#33280f",
    hole_ink: "#e5be74",
    lost: "#ff8562",
    good: "#5ccba8",
    done: "#6aa9de",
    running: "#4fc792",
    killed: "#f07a5c",
    unknown: "#8b929d",
};

/// The light theme with stronger colours; the colours of types are the same.
const PROJECTOR: Theme = Theme {
    name: ThemeName::Projector,
    paper: "#ffffff",
    band: "#eeeeee",
    line: "#b8b8b8",
    ink: "#000000",
    muted: "#2e3238",
    palette: PROJECTOR_PALETTE,
    steps: ["#dce6f3", "#afc5e3", "#7a9ece", "#4676b4", "#234e8c", "#0e2a57"],
    outline: "#3f6298",
    hole: "#e0b45c",
    hole_fill: "#ffe7b8",
    hole_ink: "#5c3600",
    lost: "#a82300",
    done: "#0a4f8a",
    running: "#00683f",
    killed: "#a01800",
    unknown: "#5c5c5c",
    ..LIGHT
};

/// The colours of a theme.
pub fn theme(name: ThemeName) -> Theme {
    match name {
        ThemeName::Light => LIGHT,
        ThemeName::Dark => DARK,
        ThemeName::Projector => PROJECTOR,
    }
}

/// A colour as the four bytes of a pixel: red, green, blue, and opacity.
pub(crate) type Rgba = [u8; 4];

/// The bytes of `#rrggbb`.
pub(crate) fn parse_rgba(hex: &str) -> Rgba {
    let digits = u32::from_str_radix(hex.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, r, g, b] = digits.to_be_bytes();
    [r, g, b, 255]
}

/// A colour as text: `#rrggbb`.
pub(crate) fn to_hex([r, g, b, _]: Rgba) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Blends `part` (0 to 1) of `over`, less if it is not opaque, with `under`; the result is opaque.
#[inline]
pub(crate) fn blend(under: Rgba, over: Rgba, part: f32) -> Rgba {
    // Integers for speed, in 256ths.
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
        let (a, b) = (luminance(parse_rgba(a)), luminance(parse_rgba(b)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn bars_and_text_stand_out_from_the_paper() {
        for theme in [LIGHT, DARK, PROJECTOR] {
            let least = if theme.name == ThemeName::Projector { 4.5 } else { 3.0 };
            let words = [theme.done, theme.running, theme.killed, theme.unknown];
            // The steps between have outlines.
            let bars = theme.palette.into_iter().chain(theme.steps[4..].iter().copied()).chain(words);
            for (colour, ground) in bars.flat_map(|bar| [(bar, theme.paper), (bar, theme.band)]) {
                let found = contrast(colour, ground);
                assert!(found >= least, "{:?}: {colour} on {ground} is {found:.2}:1", theme.name);
            }
            let few = [theme.outline, theme.local, theme.yields, theme.lost, theme.steps[3]];
            for colour in few.into_iter().chain(theme.few).chain(theme.types) {
                let found = contrast(colour, theme.paper);
                assert!(found >= 3.0, "{:?}: {colour} on paper is {found:.2}:1", theme.name);
            }
            assert!(contrast(theme.hole_ink, theme.hole_fill) >= 4.5, "{:?}", theme.name);
            for text in [theme.ink, theme.muted, theme.good] {
                assert!(contrast(text, theme.paper) >= 4.5 && contrast(text, theme.band) >= 4.5);
            }
        }
    }

    /// The perceived red, green and blue light without the cones for red or green (Machado, Oliveira and Fernandes
    /// 2009).
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

    /// CIE L*a*b* of a colour as perceived with the deficiency `eyes`.
    fn lab(hex: &str, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = |i: usize| {
            // A single channel, divided by its weight.
            let mut one = [0, 0, 0, 255];
            one[i] = parse_rgba(hex)[i];
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
    fn colours_of_a_palette_differ_for_the_colour_blind() {
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
    fn larger_amounts_contrast_more_with_the_paper() {
        for theme in [LIGHT, DARK, PROJECTOR] {
            let far: Vec<f64> = theme.steps.iter().map(|step| contrast(step, theme.paper)).collect();
            assert!(far.windows(2).all(|pair| pair[1] > 1.15 * pair[0]), "{:?}: {far:?}", theme.name);
        }
    }

    #[test]
    fn half_of_black_on_white_is_grey() {
        assert_eq!(parse_rgba("#0a4f8a"), [10, 79, 138, 255]);
        assert_eq!(blend([255, 255, 255, 255], [0, 0, 0, 255], 0.5), [127, 127, 127, 255]);
        assert_eq!(blend([1, 2, 3, 255], [4, 5, 6, 255], 7.0), [4, 5, 6, 255]);
    }
}
