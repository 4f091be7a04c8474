//! Scenarios and links of each version, written when that version was current. They must remain readable with the same
//! meaning, so these files never change.

use crate::{decode_link, read};
use serde_json::Value;

/// True if `meant` contains everything in `said`, with the same numbers.
fn is_subset(meant: &Value, said: &Value) -> bool {
    match (meant, said) {
        (Value::Object(meant), Value::Object(said)) => {
            said.iter().all(|(key, said)| meant.get(key).is_some_and(|meant| is_subset(meant, said)))
        }
        (Value::Array(meant), Value::Array(said)) => {
            meant.len() == said.len() && meant.iter().zip(said).all(|(meant, said)| is_subset(meant, said))
        }
        (Value::Number(meant), Value::Number(said)) => meant.as_f64() == said.as_f64(),
        _ => meant == said,
    }
}

#[test]
fn old_scenarios_are_read_and_mean_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut names: Vec<_> =
        std::fs::read_dir(folder).expect("the golden files").flatten().map(|e| e.path()).collect();
    names.retain(|path| path.to_string_lossy().contains("scenario-v"));
    names.sort();
    assert!(!names.is_empty());
    for path in names {
        let text = std::fs::read_to_string(&path).expect("a golden file");
        let reading = read(&text);
        assert_eq!(reading.diagnostics, [], "{}", path.display());
        let scenario = reading.scenario.expect("no mistakes");
        let said: Value = serde_json::from_str(&text).expect("JSON");
        // Older versions are compared after their upgrade.
        if said["version"] == crate::VERSION {
            assert!(is_subset(&scenario.to_value(), &said), "{}\n{}", path.display(), scenario.to_text());
        }
        assert!(is_subset(&scenario.to_value(), &scenario.to_compact()), "{}", path.display());
    }
}

#[test]
fn old_links_open_and_mean_the_same() {
    for name in ["link-1-without-checksums.txt", "link-1-with-checksums.txt"] {
        let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
        let link = decode_link(&std::fs::read_to_string(&path).expect("a golden file"));
        assert_eq!(link.diagnostics, [], "{name}");
        let scenario = read(&link.scenario.expect("a scenario")).scenario.expect("no mistakes");
        assert_eq!((scenario.seed, scenario.variants.len()), (8, 2), "{name}");
        let results: Vec<&str> = link.results.iter().map(|digest| &*digest.whole).collect();
        assert_eq!(results, ["ebe1f64da92a046d", "0968002d0cb03528"], "{name}");
        assert_eq!(link.engine, "0.1.0", "{name}");
    }
}
