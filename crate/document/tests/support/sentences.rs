//! Compares the words of a sentence with its numbers.

use ganttlet_document::{Facts, Files, Piece, Scenario, build};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report;
use ganttlet_sim::system::Budget;
use serde_json::{Value, json};

/// The facts about a comparison after all runs have ended.
pub(crate) fn facts(scenario: &Scenario) -> Facts {
    let platform = scenario.platform.to_platform();
    let mut subjects = 0;
    let mut variant = |(at, name): (usize, String)| {
        let mut built = build(scenario, at, &Files::new(), 0).expect("a run");
        let progress = built.run.advance(Budget::ALL);
        subjects = subjects.max(progress.subjects);
        let measures = (&scenario.measures[..], &scenario.measure_settings);
        let report = report::report(built.run.trace(), built.accepts, measures, &Scope::ALL, progress.done);
        json!({"name": name, "rows": report.rows})
    };
    let variants: Vec<Value> = scenario.variant_names().into_iter().enumerate().map(&mut variant).collect();
    let nodes: u32 = platform.clusters.iter().map(|cluster| cluster.nodes).sum();
    Facts(
        json!({"subjects": subjects, "nodes": nodes, "clusters": platform.clusters.len(), "variants": variants}),
    )
}

/// A sentence with its numbers in brackets.
pub(crate) fn plain_text(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece.value {
        Some(value) => format!("<{value} {}>", piece.unit),
        None => piece.text.clone(),
    };
    pieces.iter().map(piece).collect()
}

/// Words after a number that is a difference.
const DIFFERENCE_WORDS: [&str; 7] = ["less", "more", "earlier", "later", "sooner", "longer", "shorter"];
/// Words before two numbers of which the first is the smaller.
const DECREASE_WORDS: [&str; 4] = ["less:", "sooner:", "earlier:", "shorter:"];
/// Words before two numbers of which the first is the larger.
const INCREASE_WORDS: [&str; 3] = ["more:", "later:", "longer:"];

/// Checks that words fit the adjacent numbers.
pub(crate) fn assert_words_fit(place: &str, pieces: &[Piece]) {
    let said = plain_text(pieces);
    let values: Vec<(usize, f64)> =
        pieces.iter().enumerate().filter_map(|(at, piece)| Some((at, piece.value?))).collect();
    for &(at, value) in &values {
        assert!(value.is_finite() && value >= 0.0, "{place}: {said}");
        let behind = pieces.get(at + 1).map_or("", |next| next.text.trim_start());
        if DIFFERENCE_WORDS.iter().any(|word| behind.starts_with(word)) {
            // A difference must be visible: at least about 1 s, or 0.05 in other units.
            let seen = if pieces[at].unit == "s" { 0.9 } else { 0.05 };
            assert!(value >= seen, "{place}: {said}");
        }
    }
    for pair in values.windows(2) {
        let ((at, one), (next, other)) = (pair[0], pair[1]);
        let before = if at > 0 { pieces[at - 1].text.as_str() } else { "" };
        let between: String = pieces[at + 1..next].iter().map(|piece| piece.text.as_str()).collect();
        let ends = |words: &[&str]| words.iter().any(|word| before.contains(word));
        let opposed = between.starts_with(" instead of ");
        if opposed && ends(&DECREASE_WORDS) {
            assert!(one < other, "{place}: {said}");
        }
        if opposed && ends(&INCREASE_WORDS) {
            assert!(one > other, "{place}: {said}");
        }
        if between == " to " && (before.ends_with("falls from ") || before.ends_with("fell from ")) {
            assert!(one > other, "{place}: {said}");
        }
        if between == " to " && (before.ends_with("grows from ") || before.ends_with("grew from ")) {
            assert!(one < other, "{place}: {said}");
        }
        if between.ends_with(" most, ") || between.ends_with(" latest with ") {
            assert!(one < other, "{place}: {said}");
        }
    }
}

/// A number that is literal in a template, not from the run.
pub(crate) fn literal_number(template: &str) -> Option<String> {
    let words = ["half", "third", "quarter", "fifth", "tenth", "twice", "double", "hour"];
    let outside = |piece: &str| piece.split('{').next().unwrap_or_default().to_owned();
    let outside: Vec<String> = template.split('}').map(outside).collect();
    let counted = |word: &&str| words.contains(word) || word.contains(|letter: char| letter.is_ascii_digit());
    outside.iter().flat_map(|piece| piece.split([' ', ',', '.'])).find(counted).map(str::to_owned)
}
