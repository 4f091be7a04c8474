//! Documents: each field is described once, as the field of a struct with `#[derive(Document)]`.
//!
//! The struct has a [`Shape`], from which readers, writers, the schema and the forms of the page are derived, and two
//! conversions from and to a [`Datum`], a checked value without text. This module does not depend on a text format.

mod datum;
mod shape;

pub use datum::{Datum, Fields, Stored};
pub use ganttlet_derive::Document;
pub use shape::{
    Choice, Field, List, Map, Named, Object, OneOf, Pattern, Presence, Shape, TextForm, Variant,
    non_empty_list,
};

use super::limits;
use crate::diagnostic::{Collector, Diagnostic};

/// A type with the shape of its values.
pub trait Document: Stored {
    /// The shape of the values.
    const SHAPE: Shape;
}

/// Constraints between the fields of an object.
pub trait Agree: Stored {
    /// Reports contradictions between fields, and completes omitted ones. An optional field with a mistake is treated
    /// as omitted; an object with a mistake in a required field is not checked.
    fn agree(&mut self, notes: &mut Notes<'_>);
}

/// Defaults that depend on other fields.
pub trait Defaults: Stored {
    /// The object with the defaults of omitted fields; other fields are not used.
    #[must_use]
    fn defaults(&self) -> Self;
}

/// [`Agree`] without its type.
pub fn agree<T: Agree>(said: &Datum, notes: &mut Notes<'_>) -> Datum {
    let mut typed = T::read(said);
    typed.agree(notes);
    typed.write()
}

/// [`Defaults`] without its type.
pub fn defaults<T: Defaults>(said: &Datum) -> Datum {
    T::read(said).defaults().write()
}

/// Collects diagnostics about the fields of one object.
pub struct Notes<'a> {
    /// The location of the object: a JSON pointer.
    pub place: &'a str,
    /// The fields that already have errors.
    pub wrong: &'a [&'static str],
    /// The diagnostics so far.
    pub diagnostics: &'a mut Collector,
}

impl Notes<'_> {
    /// True if this field already has an error.
    pub fn is_wrong(&self, key: &str) -> bool {
        self.wrong.contains(&key)
    }

    /// Adds an error at a place inside the object: empty, or a pointer from there.
    pub fn error(&mut self, inside: &str, message: String, hint: &str) {
        let place = format!("{}{inside}", self.place);
        self.diagnostics.add(Diagnostic::error(message).place(place).hint(hint));
    }

    /// Reports a missing field.
    pub fn missing(&mut self, key: &str, hint: &str) {
        self.error("", format!("{key:?} is missing"), hint);
    }

    /// Adds a diagnostic at a place inside the object, constructed only if there is room for it.
    pub fn add_if_room(&mut self, error: bool, inside: &str, diagnostic: impl FnOnce() -> Diagnostic) {
        let place = self.place;
        self.diagnostics.add_if_room(error, || diagnostic().place(format!("{place}{inside}")));
    }
}

impl Document for bool {
    const SHAPE: Shape = Shape::Flag;
}

impl Document for String {
    const SHAPE: Shape = Shape::Text;
}

/// A point in time or a length of time, in seconds.
pub const SECONDS: Shape = Shape::Number(0.0, limits::SECONDS);
/// A user, a job or a cluster by its number.
pub const ID: Shape = Shape::Integer(0, limits::ID);
/// An id, or null.
pub const ID_OR_NULL: Shape = Shape::OrNull(&ID);
/// A number of nodes.
pub const NODES: Shape = Shape::Integer(1, limits::NODES);
/// A speed; 1 is the reference.
pub const SPEED: Shape = Shape::Number(limits::SPEED.0, limits::SPEED.1);
/// The size of a file, in bytes.
pub const BYTES: Shape = Shape::Number(0.0, limits::FILE_BYTES);
