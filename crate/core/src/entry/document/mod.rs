//! What a document may say: each field of it is written once, as the field of a struct with `#[derive(Document)]`.
//!
//! From the struct come its [`Shape`], which a reader checks a text by, a writer leaves out defaults by, and a schema and
//! the page's forms are made from; and its two conversions from and to a [`Datum`], a checked value that is no longer
//! text. This module knows no text format.

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

/// A type that says itself what its values may be.
pub trait Document: Stored {
    /// What they may be.
    const SHAPE: Shape;
}

/// What fields of an object must agree on.
pub trait Agree: Stored {
    /// Tells where the fields contradict each other, and completes what they leave open. Where a field is wrong that may be
    /// left out, it is taken as left out; where one is that may not, nobody asks.
    fn agree(&mut self, notes: &mut Notes<'_>);
}

/// What fields are where nothing is said of them, if that depends on the others.
pub trait Defaults: Stored {
    /// The same with what such fields would be; nothing else of it counts.
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

/// What there is to tell about the fields of one object.
pub struct Notes<'a> {
    /// Where the object is: a JSON pointer.
    pub place: &'a str,
    /// The fields that are wrong already.
    pub wrong: &'a [&'static str],
    /// What was told.
    pub diagnostics: &'a mut Collector,
}

impl Notes<'_> {
    /// True if this field is wrong already.
    pub fn is_wrong(&self, key: &str) -> bool {
        self.wrong.contains(&key)
    }

    /// Tells an error at a place inside the object: empty, or a pointer from there.
    pub fn error(&mut self, inside: &str, message: String, hint: &str) {
        let place = format!("{}{inside}", self.place);
        self.diagnostics.add(Diagnostic::error(message).place(place).hint(hint));
    }

    /// Tells that a field is missing.
    pub fn missing(&mut self, key: &str, hint: &str) {
        self.error("", format!("{key:?} is missing"), hint);
    }

    /// Tells at a place inside the object what is worked out only if there is still room for it.
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
/// The same, or null.
pub const ID_OR_NULL: Shape = Shape::OrNull(&ID);
/// A number of nodes.
pub const NODES: Shape = Shape::Integer(1, limits::NODES);
/// How fast something is; 1 is the reference.
pub const SPEED: Shape = Shape::Number(limits::SPEED.0, limits::SPEED.1);
/// The size of a file, in bytes.
pub const BYTES: Shape = Shape::Number(0.0, limits::FILE_BYTES);
