//! Checks the published numbers of a study: each satisfies its judge, and none is only in the text.

use crate::Verdict;
use crate::claims::{build_criterion, is_selected, published_numbers};
use crate::order::{self, Sample};
use crate::verdict::combine_all;
use ganttlet_document::study::{Axis, Claim, Judge, Judged, Study, Tree, Varied};

/// Nouns that form a name with the numbers after them: `levels 1 and 2`.
const NUMBERED: [&str; 6] = ["level", "levels", "rule", "rules", "section", "sections"];

/// Sentences about claims of a study whose published numbers fail their judge, or whose number is only in the text.
pub(crate) fn unmet_claims(study: &Study) -> Vec<String> {
    let silent = study.claims.iter().filter(|claim| claim.contradicts.is_empty());
    let told = |claim: &Claim, sentence| format!("{}, {} ({}): {sentence}", study.id, claim.id, claim.claim);
    silent
        .flat_map(|claim| claim_faults(study, claim).into_iter().map(|sentence| told(claim, sentence)))
        .collect()
}

/// Errors in the published numbers of a claim.
fn claim_faults(study: &Study, claim: &Claim) -> Vec<String> {
    let in_words = numbers_in(&claim.published, study);
    let (mut sentences, mut met, mut any) = (Vec::new(), 0, false);
    for judged in &claim.judged {
        any |= judge_bound(&judged.judge).is_some_and(|bound| in_words.contains(&Some(bound)));
        for (numbers, beside) in published_groups(study, judged) {
            any |= !numbers.is_empty();
            if satisfies_judge(judged, &numbers, beside) {
                met += numbers.len();
                continue;
            }
            met += numbers.iter().filter(|&&number| satisfies_judge(judged, &[number], beside)).count();
            let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
            let name = if judged.name.is_empty() { String::new() } else { format!("{}: ", judged.name) };
            sentences.push(format!("{name}published {} is outside", numbers.join(", ")));
        }
    }
    // In a claim with exceptions, the published numbers can have exceptions too.
    if claim.enough.is_some_and(|enough| met >= enough as usize) {
        sentences.clear();
    }
    if !any && !in_words.is_empty() {
        sentences.push(format!("no judge has the published number of {:?}", claim.published));
    }
    sentences
}

/// The numbers in a text; `None` for one that is not plain, such as a range. Names are left out: `Q1`, `level 2`, and
/// values of axes, that is, `80` where the text names an axis with this value, and `0-0` where any axis has it.
fn numbers_in(text: &str, study: &Study) -> Vec<Option<f64>> {
    let is_outside = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '+' | '-');
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(is_outside)).collect();
    let parts = study.parts.iter().flat_map(|part| &part.runs.axes);
    let axes: Vec<&Axis> = study.runs.axes.iter().chain(parts).collect();
    let is_value = |word: &str, is_number: bool| {
        let meant = |axis: &&&Axis| !is_number || words.contains(&&*axis.name);
        axes.iter().filter(meant).any(|axis| axis_value_texts(axis).iter().any(|value| value == word))
    };
    let (mut numbers, mut before) = (Vec::new(), PrecedingWord::Other);
    for &word in &words {
        if !word.contains(|letter: char| letter.is_ascii_digit()) {
            before = match (before, &*word.to_lowercase()) {
                (PrecedingWord::Name, "and" | "or" | "to") => PrecedingWord::Noun,
                (_, noun) if NUMBERED.contains(&noun) => PrecedingWord::Noun,
                _ => PrecedingWord::Other,
            };
            continue;
        }
        let number = word.replace(',', "").parse::<f64>().ok();
        let is_name = before == PrecedingWord::Noun || word.starts_with(char::is_alphabetic);
        if !is_name && !is_value(word, number.is_some()) {
            numbers.push(number);
        }
        before = if before == PrecedingWord::Noun { PrecedingWord::Name } else { PrecedingWord::Other };
    }
    numbers
}

/// The kind of the preceding word.
#[derive(Clone, Copy, PartialEq)]
enum PrecedingWord {
    /// A noun that numbers follow, or a name and `and`.
    Noun,
    /// A number that is a name.
    Name,
    /// Any other word.
    Other,
}

/// The values of an axis, as shown.
fn axis_value_texts(axis: &Axis) -> Vec<String> {
    match &axis.of {
        Varied::Knob(knob) => knob.values.iter().map(Tree::label).collect(),
        Varied::Variants(variants) => variants.variants.iter().map(|variant| variant.name.clone()).collect(),
        Varied::Systems(_) => Vec::new(),
    }
}

/// The bound of a judge that has one. A publication that states just this bound has no other number.
fn judge_bound(judge: &Judge) -> Option<f64> {
    match *judge {
        Judge::Below(bound) | Judge::Above(bound) | Judge::AtMost(bound) | Judge::AtLeast(bound) => {
            Some(bound)
        }
        _ => None,
    }
}

/// The published numbers that are judged together, each group with the number in its cell.
fn published_groups(study: &Study, judged: &Judged) -> Vec<(Vec<f64>, f64)> {
    if judged.table.is_empty() {
        return vec![(published_numbers(judged, f64::NAN), f64::NAN)];
    }
    let tables = study.tables.iter().filter(|table| table.title == judged.table);
    let rows = tables.flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let cells = rows.filter(|(_, row)| is_selected(&judged.rows, &row.name)).flat_map(|(table, row)| {
        let heads = table.columns.iter().zip(&row.published);
        heads.filter(|(column, _)| is_selected(&judged.columns, &column.name)).map(|(_, text)| text)
    });
    cells.filter_map(|text| text.parse::<f64>().ok()).map(|number| (vec![number], number)).collect()
}

/// True if published numbers satisfy the judge of our numbers.
fn satisfies_judge(judged: &Judged, numbers: &[f64], beside: f64) -> bool {
    let samples = || numbers.iter().map(|&number| Sample::from(number)).collect::<Vec<_>>();
    match judged.judge {
        _ if numbers.is_empty() => true,
        Judge::Falls(_) => combine_all(&order::judge_falling(&samples())) == Verdict::Held,
        Judge::Rises(_) => combine_all(&order::judge_rising(&samples())) == Verdict::Held,
        Judge::NeverRises(_) => combine_all(&order::judge_never_rising(&samples())) == Verdict::Held,
        Judge::Begins { from, to, step } => {
            numbers.iter().all(|number| (from - step..=to + step).contains(number))
        }
        _ => build_criterion(judged, beside, "")
            .is_ok_and(|judge| numbers.iter().all(|&number| judge.judge(number) == Verdict::Held)),
    }
}
