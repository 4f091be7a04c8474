//! JSON merge patches.

use serde_json::Value;

/// Applies a JSON merge patch (RFC 7396): null removes a field, objects are merged, everything else replaces the value.
pub fn merge_patch(target: &mut Value, patch: Value) {
    match patch {
        Value::Null => {}
        Value::Object(patch) => {
            if !target.is_object() {
                *target = Value::Object(serde_json::Map::new());
            }
            let Value::Object(target) = target else { return };
            for (key, value) in patch {
                if value.is_null() {
                    target.remove(&key);
                } else {
                    merge_patch(target.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        other => *target = other,
    }
}
