//! The distance of a value from a bound or an optimum, rounded so that the statement is true.

use serde::Serialize;
use std::fmt;

/// The distance of a value from a bound or an optimum. Makespans are differences to the first submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Gap {
    /// The value is the optimum.
    Optimal,
    /// The value is above the optimum by this number of tenths of a percent, rounded to the nearest.
    Above {
        /// Tenths of a percent, at least 1.
        tenths: i128,
    },
    /// The value is above the optimum by at most this number of tenths of a percent.
    AtMost {
        /// Tenths of a percent, rounded up.
        tenths: i128,
    },
    /// The value is at most this number of tenths of the optimum.
    Times {
        /// Tenths, rounded up.
        tenths: i128,
    },
    /// The bound is 0.
    NoBound,
    /// The value is below the bound, which can only be a defect.
    Invalid,
}

impl Gap {
    /// The gap of `value` to a lower bound.
    pub fn to_bound(value: i128, lower: i128) -> Self {
        if value < lower {
            Self::Invalid
        } else if value == lower {
            Self::Optimal
        } else if lower <= 0 {
            Self::NoBound
        } else if value > 2 * lower {
            Self::Times { tenths: (value * 10 + lower - 1) / lower }
        } else {
            Self::AtMost { tenths: ((value - lower) * 1000 + lower - 1) / lower }
        }
    }

    /// The gap of `value` to a proven optimum.
    pub fn to_optimum(value: i128, optimum: i128) -> Self {
        match Self::to_bound(value, optimum) {
            Self::AtMost { .. } => {
                Self::Above { tenths: (((value - optimum) * 2000 + optimum) / (2 * optimum)).max(1) }
            }
            gap => gap,
        }
    }

    /// The gap in percent, where it is known.
    pub fn percent(self) -> Option<f64> {
        match self {
            Self::Optimal => Some(0.0),
            Self::Above { tenths } | Self::AtMost { tenths } => Some(tenths as f64 / 10.0),
            Self::Times { tenths } => Some((tenths - 10) as f64 * 10.0),
            Self::NoBound | Self::Invalid => None,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |tenths: i128| {
            if tenths % 10 == 0 {
                format!("{}", tenths / 10)
            } else {
                format!("{}.{}", tenths / 10, tenths % 10)
            }
        };
        match *self {
            Self::Optimal => f.write_str("optimal"),
            Self::Above { tenths } => write!(f, "{} % above the optimum", number(tenths)),
            Self::AtMost { tenths } => write!(f, "at most {} % above the optimum", number(tenths)),
            Self::Times { tenths } => write!(f, "at most {} times the optimum", number(tenths)),
            Self::NoBound => f.write_str("no bound above 0 is known"),
            Self::Invalid => f.write_str("below the bound, which is a defect: please report it"),
        }
    }
}
