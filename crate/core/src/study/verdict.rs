//! What came of a target, worked out from the numbers: nobody writes a verdict down.

use super::Verdict;

/// A number that should be within `tolerance` of the published one. The direction is right if it has the same sign.
pub fn within(ours: f64, published: f64, tolerance: f64) -> Verdict {
    within_range(ours, (published, published), tolerance)
}

/// A number that should be in the published range, or at most `tolerance` outside. The direction is right if it has the
/// sign of both ends of the range.
pub fn within_range(ours: f64, (low, high): (f64, f64), tolerance: f64) -> Verdict {
    // The tolerance itself is allowed, whatever rounding did to the difference.
    let slack = tolerance + 1e-9 * (low.abs() + high.abs());
    if ours >= low - slack && ours <= high + slack {
        Verdict::Held
    } else if (ours > 0.0 && low > 0.0) || (ours < 0.0 && high < 0.0) {
        Verdict::DirectionOnly
    } else {
        Verdict::NotHeld
    }
}

/// A number that should be negative (`published` is -1) or positive (+1).
pub fn sign(ours: f64, published: f64) -> Verdict {
    held(ours * published > 0.0)
}

/// Something that is either so or not.
pub fn held(so: bool) -> Verdict {
    if so { Verdict::Held } else { Verdict::NotHeld }
}

/// Numbers that should fall from each to the next. The direction is right if only the first is above the last.
pub fn falling(numbers: &[f64]) -> Verdict {
    let falls = |pair: &[f64]| pair[0] > pair[1];
    match (numbers.first(), numbers.last()) {
        _ if numbers.len() > 1 && numbers.windows(2).all(falls) => Verdict::Held,
        (Some(first), Some(last)) if first > last => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    }
}

/// Numbers that should rise from each to the next. The direction is right if only the first is below the last.
pub fn rising(numbers: &[f64]) -> Verdict {
    let negative: Vec<f64> = numbers.iter().map(|number| -number).collect();
    falling(&negative)
}

/// What came of a claim of several parts: it holds if all hold, and its direction is right if that of most is.
pub fn all(parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::NotHeld)) {
        (all, _) if all == parts.len() && all > 0 => Verdict::Held,
        (_, against) if 2 * against < parts.len() => Verdict::DirectionOnly,
        _ => Verdict::NotHeld,
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{DirectionOnly, Held, NotHeld};
    use super::*;

    #[test]
    fn a_number_is_near_or_at_least_on_the_right_side() {
        let told = [-16.0, -21.0, -22.0, 3.0, f64::NAN].map(|ours| within(ours, -16.0, 5.0));
        assert_eq!(told, [Held, Held, DirectionOnly, NotHeld, NotHeld]);
        let told = [75.0, 85.0, 86.0, 69.0].map(|ours| within_range(ours, (75.0, 80.0), 5.0));
        assert_eq!(told, [Held, Held, DirectionOnly, DirectionOnly]);
    }

    #[test]
    fn signs_and_orders() {
        assert_eq!([-2.0, 2.0, 0.0].map(|ours| sign(ours, -1.0)), [Held, NotHeld, NotHeld]);
        assert_eq!(falling(&[3.0, 2.0, 1.0]), Held);
        assert_eq!(falling(&[3.0, 3.0, 1.0]), DirectionOnly);
        assert_eq!(falling(&[1.0, 3.0]), NotHeld);
        assert_eq!((falling(&[]), falling(&[1.0])), (NotHeld, NotHeld));
        assert_eq!(rising(&[1.0, 2.0]), Held);
    }

    #[test]
    fn a_claim_of_several_parts_holds_if_all_do() {
        assert_eq!(all(&[Held, Held]), Held);
        assert_eq!(all(&[Held, DirectionOnly, NotHeld]), DirectionOnly);
        assert_eq!(all(&[Held, NotHeld]), NotHeld);
        assert_eq!(all(&[]), NotHeld);
    }
}
