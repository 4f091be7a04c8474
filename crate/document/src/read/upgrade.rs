//! Upgrades scenarios of older versions, one step at a time: links must stay valid.

use super::walk::{DocumentReader, ValueAt, value_text};
use serde_json::Value;

/// The step at index i upgrades a scenario from version i + 1 to version i + 2.
pub(super) const UPGRADES: &[fn(Value) -> Value] = &[];

/// The document in the current version, or `None` after reporting the reason. `upgrades` is [`UPGRADES`] except in
/// tests.
pub(super) fn upgrade(
    walker: &mut DocumentReader,
    value: Value,
    upgrades: &[fn(Value) -> Value],
) -> Option<Value> {
    let current = upgrades.len() as i64 + 1;
    let version = {
        let top = ValueAt::root(&value);
        if !value.is_object() {
            walker.expect_object(&top, &["version", "platform", "workload", "system"])?;
        }
        // A missing version is reported with all other errors.
        let Some(at) = top.field("version") else { return Some(value) };
        if at.value.as_i64().is_some_and(|version| version > current) {
            let version = value_text(at.value);
            let message = format!(
                "made by a newer version of Ganttlet: version {version}, supported is up to {current}"
            );
            walker.error(&at.place, message, "Reload the page, or update the program.");
            return None;
        }
        walker.expect_integer(&at, 1, current)?
    };
    let mut value = upgrades.iter().skip(version as usize - 1).fold(value, |value, upgrade| upgrade(value));
    value["version"] = current.into();
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VERSION;
    use serde_json::json;

    fn rename(mut value: Value) -> Value {
        let nodes = value["size"].take();
        value["nodes"] = nodes;
        value
    }

    fn double(mut value: Value) -> Value {
        value["nodes"] = (value["nodes"].as_i64().unwrap_or(0) * 2).into();
        value
    }

    #[test]
    fn each_version_goes_through_the_steps_after_it() {
        let chain: &[fn(Value) -> Value] = &[rename, double];
        let nodes =
            |value| upgrade(&mut DocumentReader::default(), value, chain).map(|value| value["nodes"].clone());
        assert_eq!(nodes(json!({"version": 1, "size": 4})), Some(json!(8)));
        assert_eq!(nodes(json!({"version": 2, "nodes": 4})), Some(json!(8)));
        assert_eq!(nodes(json!({"version": 3, "nodes": 4})), Some(json!(4)));
        assert_eq!(nodes(json!({"version": 4, "nodes": 4})), None);
    }

    #[test]
    fn there_is_a_step_from_every_older_version() {
        assert_eq!(UPGRADES.len() + 1, VERSION as usize);
    }
}
