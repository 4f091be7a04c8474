//! Compares a run with a published digest: whether the run reproduces it, and otherwise the time of the first
//! difference.

use ganttlet_core::record::Digest;
use ganttlet_core::time::Time;
use serde::Serialize;
use ts_rs::TS;

/// The comparison of a run with the digest of an earlier one.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "Comparison")]
pub struct DigestComparison {
    /// True if the schedules are identical, to the microsecond and the node.
    pub identical: bool,
    /// The time up to which the schedules agree, in seconds; `None` if identical or unknown.
    pub since_s: Option<f64>,
    /// The verdict as a sentence.
    pub text: String,
}

/// Compares the digest in a link with the digest of a run that ended at `last_end`. The parts of the digest locate the
/// first difference in time.
pub fn compare_digests(expected: &Digest, actual: &Digest, last_end: Time) -> DigestComparison {
    let whole = expected.whole.to_ascii_lowercase();
    if whole == actual.whole {
        let text = "Reproduced: identical to the microsecond.".to_owned();
        return DigestComparison { identical: true, since_s: None, text };
    }
    let differs =
        |since: Option<f64>, text: String| DigestComparison { identical: false, since_s: since, text };
    if expected.parts.len() != actual.parts.len() {
        return differs(None, "Differs; the time of the first difference is unknown.".to_owned());
    }
    let same = |(a, b): &(&String, &String)| a.eq_ignore_ascii_case(b);
    match expected.parts.iter().zip(&actual.parts).position(|pair| !same(&pair)) {
        // Sixteenths of runs of different lengths begin at different times, so all of them differ.
        Some(0) => differs(Some(0.0), "Differs from the start, or has a different end time.".to_owned()),
        Some(part) => {
            let since = Time((last_end.0 / actual.parts.len() as i64).saturating_mul(part as i64));
            differs(
                Some(since.seconds()),
                format!("Differs from {since} on; all earlier job starts are identical."),
            )
        }
        None => differs(
            None,
            format!(
                "The digests differ ({whole} in the link, {} here), but those of all {} parts of the run are identical: \
                 the difference is outside these parts, or the link has been changed or damaged.",
                actual.whole,
                actual.parts.len()
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(whole: &str, parts: [&str; 4]) -> Digest {
        Digest { whole: whole.to_owned(), parts: parts.map(str::to_owned).to_vec() }
    }

    #[test]
    fn the_first_difference_has_a_time() {
        let end = Time::from_seconds(400.0);
        let old = digest("aa", ["01", "02", "03", "04"]);
        let diagnostics = |new: &Digest| compare_digests(&old, new, end).text;
        assert_eq!(
            diagnostics(&digest("aa", ["01", "02", "03", "04"])),
            "Reproduced: identical to the microsecond."
        );
        let late = compare_digests(&old, &digest("bb", ["01", "02", "ff", "04"]), end);
        assert_eq!((late.identical, late.since_s), (false, Some(200.0)));
        assert_eq!(late.text, "Differs from 0:03:20 on; all earlier job starts are identical.");
        assert_eq!(
            diagnostics(&digest("bb", ["ff", "02", "03", "04"])),
            "Differs from the start, or has a different end time."
        );
        assert_eq!(
            diagnostics(&digest("bb", ["01", "02", "03", "04"])),
            "The digests differ (aa in the link, bb here), but those of all 4 parts of the run are identical: \
             the difference is outside these parts, or the link has been changed or damaged."
        );
        let short = Digest { whole: "bb".into(), parts: vec![] };
        assert_eq!(diagnostics(&short), "Differs; the time of the first difference is unknown.");
    }
}
