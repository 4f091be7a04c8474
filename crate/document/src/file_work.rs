//! Files opened in addition to other work: a replacement for a missing file, and several files that run together.

use crate::adapt::{Adapted, list, made_by, object, system_of, use_file};
use crate::file_facts::FileFacts;
use crate::read::read_value;
use ganttlet_sim::system::SystemKind;
use ganttlet_work::KINDS;
use serde_json::Value;

/// The scenario with another file in place of the file with this SHA-256. If the system does not run the new file, it
/// becomes the workload of another system.
pub fn replace_file(base: &Value, wanted: &str, file: &Value, facts: &FileFacts) -> Adapted {
    let makes = KINDS.iter().find(|kind| kind.id == facts.makes);
    let runs = |system: &SystemKind| makes.is_some_and(|makes| system.accepts.accepts(makes));
    if !system_of(&base["system"]).is_some_and(runs) {
        return use_file(base, file, facts);
    }
    let mut scenario = object(base);
    scenario.remove("name");
    for key in ["workload", "background"] {
        for part in scenario.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            if part["file"]["sha256"] == wanted {
                part["file"] = file.clone();
            }
        }
    }
    Adapted { scenario: scenario.into(), left: Vec::new() }
}

/// The scenario of an opened file, with the parts of the previous workload that its system runs, each once, on the
/// larger of the two platforms. `None` if no part is added, or if the new workload is not a single file.
pub fn add_workload(before: &Value, after: &Value) -> Option<Value> {
    let mut scenario = object(after);
    let system = system_of(&after["system"])?;
    let new = list(&scenario, "workload");
    let [Value::Object(only)] = &new[..] else { return None };
    only.get("file")?;
    let key = |part: &Value| match &part["file"]["sha256"] {
        Value::Null => part.to_string(),
        sha256 => sha256.to_string(),
    };
    let is_kept = |part: &&Value| {
        let runs = made_by(part).is_some_and(|work| system.accepts.accepts(work));
        runs && new.iter().all(|known| key(known) != key(part))
    };
    let mut workload: Vec<Value> =
        list(&object(before), "workload").iter().filter(is_kept).cloned().collect();
    if workload.is_empty() {
        return None;
    }
    workload.extend(new.iter().cloned());
    let nodes = |document: &Value| {
        let scenario = read_value(document.clone()).scenario;
        scenario.map_or(0, |scenario| scenario.platform.to_platform().nodes())
    };
    if nodes(before) > nodes(after) {
        scenario.insert("platform".to_owned(), before["platform"].clone());
    }
    scenario.insert("workload".to_owned(), workload.into());
    Some(scenario.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn file(name: &str) -> Value {
        json!({ "file": { "name": name, "sha256": name.repeat(64), "format": "swf" } })
    }

    fn scenario(nodes: u32, workload: &[Value]) -> Value {
        json!({
            "version": 1,
            "name": "Old",
            "platform": { "preset": "one-cluster", "parameters": { "nodes": nodes } },
            "workload": workload,
            "system": { "kind": "batch" },
        })
    }

    fn facts(makes: &str) -> FileFacts {
        serde_json::from_value(json!({
            "makes": makes, "processors": null, "cancelled": 0, "recorded": 0, "sites": null, "question": null,
        }))
        .expect("facts of a file")
    }

    #[test]
    fn another_file_runs_in_each_place_of_the_missing_one() {
        let mut before = scenario(4, &[file("a"), file("b")]);
        before["background"] = json!([file("a")]);
        let after = replace_file(&before, &"a".repeat(64), &file("c")["file"], &facts("jobs")).scenario;
        assert_eq!(after["workload"], json!([file("c"), file("b")]));
        assert_eq!((&after["background"], &after["name"]), (&json!([file("c")]), &Value::Null));
        let mut graph = file("c");
        graph["file"]["format"] = json!("dax");
        let other = replace_file(&before, &"a".repeat(64), &graph["file"], &facts("workflows")).scenario;
        assert_eq!((&other["workload"], &other["system"]["kind"]), (&json!([graph]), &json!("workflow")));
    }

    #[test]
    fn files_run_together_on_the_larger_platform() {
        let add = |before: &[Value], after: &[Value]| add_workload(&scenario(8, before), &scenario(4, after));
        let both = add(&[file("a")], &[file("b")]).expect("two files");
        assert_eq!(both["workload"], json!([file("a"), file("b")]));
        assert_eq!(both["platform"]["parameters"]["nodes"], 8);
        let small = add_workload(&scenario(2, &[file("a")]), &scenario(4, &[file("b")])).expect("two files");
        assert_eq!(small["platform"]["parameters"]["nodes"], 4);
        assert_eq!(
            add(&[file("a"), file("b")], &[file("b")]).expect("a and b")["workload"],
            json!([file("a"), file("b")])
        );
        assert_eq!(add(&[file("b")], &[file("b")]), None);
        assert_eq!(add(&[json!({ "generator": "montage" })], &[file("b")]), None);
        assert_eq!(add(&[file("a")], &[file("b"), file("c")]), None);
        assert_eq!(add(&[file("a")], &[json!({ "generator": "poisson" })]), None);
    }
}
