//! JSON values inside a document that are not checked with it.

use ganttlet_core::entry::document::{Datum, Stored};

/// A JSON text that a document contains as a nested value: `null` for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree(pub String);

impl Tree {
    /// True if it is null.
    pub fn is_null(&self) -> bool {
        self.0.is_empty() || self.0 == "null"
    }

    /// The tree.
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// The value as a label: `0.5`, `fcfs`.
    pub fn label(&self) -> String {
        match self.value() {
            serde_json::Value::String(word) => word,
            value => value.to_string(),
        }
    }
}

impl Stored for Tree {
    fn read(from: &Datum) -> Self {
        Self(String::read(from))
    }

    fn write(&self) -> Datum {
        self.0.write()
    }
}
