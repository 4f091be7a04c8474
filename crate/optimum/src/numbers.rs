//! Integers in bounds, and the limits within which they are exact.

use std::fmt;

/// Upper limit of node time until the end of all work, so that its square fits into 128 bits.
pub(crate) const RANGE: i128 = 1 << 61;

/// Fractional bits of fractions.
const FRACTION_BITS: u32 = 40;

/// Why there is no instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidInstance {
    /// A job needs no nodes, or more than there are.
    Nodes,
    /// A time is negative.
    Time,
    /// A predecessor is not in the list.
    Predecessor,
    /// The dependencies form a cycle.
    Cycle,
    /// The numbers are too large for exact sums.
    Overflow,
}

impl fmt::Display for InvalidInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "a job needs no nodes or more nodes than there are",
            Self::Time => "a time is negative",
            Self::Predecessor => "a predecessor does not exist",
            Self::Cycle => "the dependencies form a cycle",
            Self::Overflow => "the times are too long for exact sums",
        })
    }
}

impl std::error::Error for InvalidInstance {}

/// `a / b`, rounded up; `b` is above 0.
pub(crate) fn ceil_div(a: i128, b: i128) -> i128 {
    // 128-bit division is slow on most targets.
    if let (Ok(a), Ok(b)) = (i64::try_from(a), i64::try_from(b)) {
        return i128::from(a.div_euclid(b)) + i128::from(a.rem_euclid(b) > 0);
    }
    a.div_euclid(b) + i128::from(a.rem_euclid(b) > 0)
}

/// A sum of fractions, each rounded down to a multiple of 2^-40.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fraction(i128);

impl Fraction {
    /// Adds `a / b`, rounded down; `b` is above 0 and below 2^126.
    pub(crate) fn add_ratio(&mut self, a: i128, b: i128) {
        let (mut value, mut rest) = (a.div_euclid(b), a.rem_euclid(b));
        for _ in 0..FRACTION_BITS {
            value <<= 1;
            rest <<= 1;
            if rest >= b {
                rest -= b;
                value += 1;
            }
        }
        self.0 += value;
    }

    /// The sum rounded up to an integer.
    pub fn ceil(self) -> i128 {
        (self.0 >> FRACTION_BITS) + i128::from(self.0 & ((1 << FRACTION_BITS) - 1) != 0)
    }

    /// The sum in thousandths, rounded down.
    pub fn thousandths(self) -> i128 {
        (self.0 >> FRACTION_BITS) * 1000 + (((self.0 & ((1 << FRACTION_BITS) - 1)) * 1000) >> FRACTION_BITS)
    }
}
