//! Causes of targets that do not hold: one change of an experiment, and the verdict with it. The documents are in
//! `static/causes`, beside those of the experiments, because digests of results depend on the text of a study.

use crate::published::{self, CauseResult};
use crate::{Outcome, Plan, compute_findings};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::Study;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The documents.
static DOCUMENTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/causes.rs"));

/// The causes of one experiment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CauseDocument {
    /// Name of the experiment: `E2.6`.
    experiment: String,
    causes: Vec<Cause>,
}

/// The cause of a target that does not hold: a change of the study with which it holds, or a proof that it cannot.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// Id of the claim.
    pub id: String,
    /// Text of the claim.
    pub claim: String,
    /// The change, or the proof, in a sentence.
    pub text: String,
    /// Values of the study by JSON pointer; null removes a value. Empty for a proof.
    #[serde(default)]
    pub change: Map<String, Value>,
}

/// The causes of an experiment; none for most.
///
/// # Panics
/// If a document that ships cannot be read: a test reads them all.
pub fn find_causes(experiment: &str) -> Vec<Cause> {
    let documents = DOCUMENTS.iter().map(|text| {
        serde_json::from_str::<CauseDocument>(text).expect("a test reads the documents that ship")
    });
    let all = documents.filter(|document| document.experiment.eq_ignore_ascii_case(experiment));
    all.flat_map(|document| document.causes).collect()
}

/// The experiment with the change of a cause.
///
/// # Errors
/// If the change has no place in the study, or makes it invalid.
pub fn changed_study(study: &Study, cause: &Cause) -> Result<Study, Vec<Diagnostic>> {
    let mut tree = study.to_value();
    for (pointer, value) in &cause.change {
        set_value(&mut tree, pointer, value).ok_or_else(|| {
            let message = format!("the change {pointer} has no place in the study {}", study.id);
            vec![Diagnostic::error(message).hint("A pointer has the form /base/system/parameters/detect_s.")]
        })?;
    }
    let (study, diagnostics) = Study::read(&tree.to_string());
    study.ok_or(diagnostics)
}

/// Sets a value by its pointer and adds missing objects on the path; null removes it.
fn set_value(tree: &mut Value, pointer: &str, value: &Value) -> Option<()> {
    let (path, last) = pointer.rsplit_once('/')?;
    let mut place = tree;
    for key in path.split('/').skip(1) {
        place = match place {
            Value::Object(fields) => fields.entry(key).or_insert_with(|| Value::Object(Map::new())),
            Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    match place {
        Value::Object(fields) if value.is_null() => drop(fields.shift_remove(last)),
        Value::Object(fields) => drop(fields.insert(last.to_owned(), value.clone())),
        Value::Array(items) => *items.get_mut(last.parse::<usize>().ok()?)? = value.clone(),
        _ => return None,
    }
    Some(())
}

/// The runs of a changed experiment.
///
/// # Errors
/// As [`changed_study`], and if the plan of the study has contradictions.
pub fn changed_plan(
    study: &Study,
    cause: &Cause,
    quick: bool,
    seed: Option<u64>,
) -> Result<Plan, Vec<Diagnostic>> {
    Plan::new(&changed_study(study, cause)?, quick, seed)
}

/// The verdict on the claim of a cause in the results of the changed experiment.
pub fn judge_cause(cause: &Cause, outcome: Outcome) -> CauseResult {
    let (findings, _) = compute_findings(outcome);
    let target = findings.targets.into_iter().find(|target| is_cause_of(cause, &target.id, &target.claim));
    let (verdict, ours) = target.map(|target| (target.verdict, target.ours)).unzip();
    CauseResult {
        study: outcome.plan.digest(),
        digest: outcome.digest().unwrap_or_default(),
        verdict,
        ours: ours.unwrap_or_default(),
        ..proof_result(cause)
    }
}

/// The result of a cause that needs no runs.
pub fn proof_result(cause: &Cause) -> CauseResult {
    let Cause { id, claim, text, .. } = cause.clone();
    CauseResult {
        id,
        claim,
        text,
        study: String::new(),
        digest: String::new(),
        verdict: None,
        ours: String::new(),
    }
}

/// True if a cause belongs to the claim with this id and text.
fn is_cause_of(cause: &Cause, id: &str, claim: &str) -> bool {
    cause.id == id && cause.claim == claim
}

/// Sentences about causes whose experiment or claim does not exist, and about documents without a valid study.
pub fn orphaned_causes() -> Vec<String> {
    let mut sentences = Vec::new();
    for text in DOCUMENTS {
        let document: CauseDocument = match serde_json::from_str(text) {
            Ok(document) => document,
            Err(error) => {
                sentences.push(format!("a document of causes cannot be read: {error}"));
                continue;
            }
        };
        let CauseDocument { experiment, causes } = document;
        let Some(study) = published::find_study(&experiment) else {
            sentences.push(format!("there is no experiment {experiment}"));
            continue;
        };
        for cause in causes {
            if !study.claims.iter().any(|claim| is_cause_of(&cause, &claim.id, &claim.claim)) {
                sentences.push(format!("{experiment} has no claim {}, {}", cause.id, cause.claim));
            }
            if let Err(diagnostics) = changed_plan(&study, &cause, false, None) {
                sentences.push(format!("{experiment}, {}: {diagnostics:?}", cause.claim));
            }
        }
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_set_added_and_removed_by_pointer() {
        let mut tree = json!({ "base": { "system": { "kind": "koala" } }, "axes": [{ "values": [1, 2] }] });
        assert!(set_value(&mut tree, "/base/system/parameters/link_width", &json!(1)).is_some());
        assert!(set_value(&mut tree, "/axes/0/values/1", &json!(3)).is_some());
        assert!(set_value(&mut tree, "/base/system/kind", &Value::Null).is_some());
        let expected = json!({ "base": { "system": { "parameters": { "link_width": 1 } } }, "axes": [{ "values": [1, 3] }] });
        assert_eq!(tree, expected);
        assert!(set_value(&mut tree, "/axes/1/values", &json!([])).is_none(), "there is one axis");
    }

    #[test]
    fn causes_belong_to_claims() {
        let orphaned = orphaned_causes();
        assert!(orphaned.is_empty(), "{orphaned:#?}");
    }
}
