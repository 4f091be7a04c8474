//! The verdict on a claim, from the verdicts on its parts.

use crate::Verdict;

/// The verdict on a claim with several parts: holds if all hold, undecided only while no part is decided against it.
pub(crate) fn combine_all(parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    let (held, against) = (count(Verdict::Held), count(Verdict::NotHeld));
    match (parts, against + count(Verdict::DirectionOnly)) {
        ([], _) => Verdict::NotHeld,
        (_, 0) if held == parts.len() => Verdict::Held,
        (_, 0) => Verdict::Undecided,
        _ if held > 0 => Verdict::HeldInPart,
        _ if against > 0 => Verdict::NotHeld,
        _ => Verdict::DirectionOnly,
    }
}

/// The verdict on a claim that needs only `enough` of its parts: undecided if the undecided parts matter.
pub(crate) fn combine_at_least(enough: usize, parts: &[Verdict]) -> Verdict {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, _) if held >= enough => Verdict::Held,
        (held, undecided) if held + undecided >= enough => Verdict::Undecided,
        _ => Verdict::NotHeld,
    }
}

/// The number of parts of a claim that hold, and of those that are undecided: `25 of 28`, `25 of 28, 2 undecided`.
pub(crate) fn count_held(parts: &[Verdict]) -> String {
    let count = |verdict: Verdict| parts.iter().filter(|&&part| part == verdict).count();
    match (count(Verdict::Held), count(Verdict::Undecided)) {
        (held, 0) => format!("{held} of {}", parts.len()),
        (held, undecided) => format!("{held} of {}, {undecided} undecided", parts.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DirectionOnly, Held, HeldInPart, NotHeld, Undecided};

    #[test]
    fn some_of_the_parts_may_be_enough() {
        assert_eq!(combine_at_least(2, &[Held, NotHeld, Held]), Held);
        assert_eq!(combine_at_least(2, &[Held, NotHeld, Undecided]), Undecided);
        assert_eq!(combine_at_least(2, &[Held, DirectionOnly, NotHeld]), NotHeld);
    }

    #[test]
    fn a_claim_of_several_parts_holds_if_all_do() {
        assert_eq!(combine_all(&[Held, Held]), Held);
        assert_eq!(
            [combine_all(&[DirectionOnly]), combine_all(&[NotHeld]), combine_all(&[])],
            [DirectionOnly, NotHeld, NotHeld]
        );
        assert_eq!(count_held(&[Held, Undecided, NotHeld]), "1 of 3, 1 undecided");
    }

    #[test]
    fn a_claim_of_which_some_parts_fail_holds_in_part() {
        assert_eq!(combine_all(&[Held, NotHeld]), HeldInPart);
        assert_eq!(combine_all(&[Held, DirectionOnly, NotHeld]), HeldInPart);
        assert_eq!(combine_all(&[Held, Held, Held, DirectionOnly, Undecided]), HeldInPart);
        // One of 72 parts holds.
        assert_eq!(combine_all(&[&[NotHeld; 71][..], &[Held]].concat()), HeldInPart);
    }

    #[test]
    fn a_claim_of_which_no_part_holds_has_a_direction_if_all_have() {
        assert_eq!(combine_all(&[DirectionOnly, DirectionOnly]), DirectionOnly);
        assert_eq!(combine_all(&[DirectionOnly, NotHeld, DirectionOnly]), NotHeld);
        assert_eq!(
            [combine_all(&[DirectionOnly, Undecided]), combine_all(&[NotHeld, Undecided])],
            [DirectionOnly, NotHeld]
        );
    }

    #[test]
    fn a_claim_is_undecided_only_while_no_part_is_decided_against_it() {
        assert_eq!(combine_all(&[Held, Undecided]), Undecided);
        assert_eq!(combine_all(&[Undecided, Undecided]), Undecided);
        assert_eq!(combine_all(&[Held, Undecided, NotHeld]), HeldInPart);
    }
}
