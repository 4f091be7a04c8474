//! Objects of a JSON file with a few used keys: the others are skipped without a copy.

use super::json::describe_error;
use ganttlet_core::diagnostic::Diagnostic;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use std::marker::PhantomData;

/// The used keys.
pub(super) trait UsedKeys {
    const KEYS: &'static [&'static str];
}

/// An object with the values of the used keys; of repeated keys the last is used.
pub(super) struct Object<K>(Map<String, Value>, PhantomData<K>);

impl<K> Object<K> {
    /// A value, also in a nested object: `time/elapsed`.
    pub(super) fn get(&self, path: &str) -> Option<&Value> {
        let mut keys = path.split('/');
        let first = self.0.get(keys.next()?)?;
        keys.try_fold(first, |value, key| value.get(key))
    }
}

/// All objects of a file: one by one, in a list, or in several lists.
pub(super) struct Objects<K>(pub(super) Vec<Object<K>>);

impl<K: UsedKeys> Objects<K> {
    /// The objects in these bytes, which may be those of several JSON values and should hold a `what`; an error with its
    /// place if one is broken.
    pub(super) fn parse(bytes: &[u8], what: &str) -> Result<Vec<Object<K>>, Diagnostic> {
        let mut all = Vec::new();
        for objects in serde_json::Deserializer::from_slice(bytes).into_iter::<Self>() {
            all.extend(objects.map_err(|error| describe_error(bytes, &error, what))?.0);
        }
        Ok(all)
    }
}

impl<'de, K: UsedKeys> Deserialize<'de> for Object<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut objects = deserializer.deserialize_map(ObjectsVisitor(PhantomData))?;
        Ok(objects.0.pop().unwrap_or_else(|| Self(Map::new(), PhantomData)))
    }
}

impl<'de, K: UsedKeys> Deserialize<'de> for Objects<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ObjectsVisitor(PhantomData))
    }
}

struct ObjectsVisitor<K>(PhantomData<K>);

impl<'de, K: UsedKeys> Visitor<'de> for ObjectsVisitor<K> {
    type Value = Objects<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Objects<K>, A::Error> {
        let mut all = Vec::new();
        while let Some(object) = values.next_element()? {
            all.push(object);
        }
        Ok(Objects(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Objects<K>, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            match K::KEYS.iter().find(|known| known.eq_ignore_ascii_case(&key)) {
                Some(&known) => {
                    map.insert(known.to_owned(), entries.next_value()?);
                }
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Objects(vec![Object(map, PhantomData)]))
    }
}

/// A text, number or truth value as text; empty for anything else.
pub(super) fn scalar_text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
        _ => String::new(),
    }
}
