//! What a document may say: each field of it is written once, as the field of a struct with `#[derive(Document)]`.
//!
//! From the struct come its [`Shape`], which a reader checks a text by, a writer leaves out defaults by, and a schema and
//! the page's forms are made from; and its two conversions from and to a [`Datum`], a checked value that is no longer
//! text. This module knows no text format.

pub use ganttlet_derive::Document;

use super::limits;
use crate::diagnostic::{Collector, Diagnostic};

/// What a value may be.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A finite number, both bounds included.
    Number(f64, f64),
    /// A whole number, both bounds included.
    Integer(i64, i64),
    /// True or false.
    Flag,
    /// A name of 1 to [`limits::NAME`] characters.
    Text,
    /// A document of its own, kept as its text.
    Tree,
    /// A text of a special form.
    Pattern(&'static Pattern),
    /// The same, or null.
    OrNull(&'static Shape),
    /// Two values.
    Pair(&'static [Shape; 2]),
    /// From and to, not below 0 and at most this; null where there is no bound.
    Range(f64),
    /// A list.
    List(&'static List),
    /// Names with a value each.
    Map(&'static Map),
    /// One value, or a list of them; what they have in common says the text.
    OrList(&'static [Shape; 2]),
    /// Fields by name.
    Object(&'static Object),
    /// One of several things: a word, or what one key holds.
    OneOf(&'static OneOf),
}

/// A text of a special form.
pub struct Pattern {
    /// What is allowed, as the end of a sentence.
    pub allowed: &'static str,
    /// What to do about a text of another form; may be empty.
    pub hint: &'static str,
    /// The regular expression for a schema.
    pub regex: &'static str,
    /// The most bytes it may have.
    pub most: usize,
    /// True if a text has this form.
    pub fits: fn(&str) -> bool,
    /// How to say what was found, if there is a better way than to quote it.
    pub found: fn(&str) -> Option<String>,
}

/// A list.
pub struct List {
    /// What its items are.
    pub of: Shape,
    /// The fewest items.
    pub least: usize,
    /// The most items.
    pub most: usize,
    /// What its items are called.
    pub things: &'static str,
    /// What is missing where there are too few: of one its name, of several what they are for.
    pub missing: &'static str,
    /// What to do where there are too few; may be empty.
    pub hint: &'static str,
    /// True for a column of values: of many wrong ones, the first few are told.
    pub column: bool,
}

/// Names with a value each.
pub struct Map {
    /// What the values are.
    pub of: Shape,
    /// What names and values are called.
    pub things: &'static str,
    /// An example.
    pub hint: &'static str,
}

/// Fields by name.
pub struct Object {
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// The fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// True if defaults are never written, as there are many such objects with little to say.
    pub brief: bool,
    /// Tells where the fields contradict each other, and completes what they leave open.
    pub agree: Option<fn(&Datum, &mut Notes<'_>) -> Datum>,
    /// What the fields are where nothing is said of them, if that depends on the others.
    pub default: Option<fn(&Datum) -> Datum>,
}

/// A field of an object.
pub struct Field {
    /// Its name in the text; empty if the value's own keys stand among the fields.
    pub key: &'static str,
    /// What it means, in a sentence.
    pub doc: &'static str,
    /// The label people read; empty where no form shows it.
    pub label: &'static str,
    /// The unit people read; empty for none.
    pub unit: &'static str,
    /// What it may be.
    pub shape: Shape,
    /// Whether it has to be there.
    pub presence: Presence,
}

/// Whether a field has to be there.
#[derive(Clone, Copy)]
pub enum Presence {
    /// It must; this tells what to add.
    Needed(&'static str),
    /// If nothing is said, it is this.
    Default(fn() -> Datum),
    /// It need not, and where it says nothing, it is not written.
    Optional,
}

/// One of several things.
pub struct OneOf {
    /// Those that are said by a word, each with what it means.
    pub words: &'static [(&'static str, &'static str)],
    /// Those that are said by a key. Numbers of things count words first.
    pub variants: &'static [Variant],
    /// What is told of a key that has no place beside another: both stand in it for `{}`.
    pub beside: &'static str,
}

/// One thing that is said by a key.
pub struct Variant {
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// What the text says of it.
    pub said: Said,
    /// What to do about keys that have no place beside it.
    pub alone: &'static str,
    /// True if it is meant where no key says what is.
    pub otherwise: bool,
}

/// How a text says one of several things.
pub enum Said {
    /// By one key, which holds all of it.
    Key(Field),
    /// By several keys, the first of which shows that it is meant.
    Fields(&'static Object),
}

impl Variant {
    /// Its keys.
    pub fn fields(&self) -> &[Field] {
        match &self.said {
            Said::Key(field) => std::slice::from_ref(field),
            Said::Fields(object) => object.fields,
        }
    }

    /// The key that shows that it is meant.
    pub fn tag(&self) -> &'static str {
        self.fields()[0].key
    }
}

impl Object {
    /// All names of fields, in their order, each once.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut keys = Vec::new();
        for field in self.fields {
            match field.shape {
                Shape::OneOf(one_of) if field.key.is_empty() => one_of.add_keys(&mut keys),
                _ => keys.push(field.key),
            }
        }
        keys
    }
}

impl OneOf {
    /// All keys that variants have, each once.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut keys = Vec::new();
        self.add_keys(&mut keys);
        keys
    }

    fn add_keys(&self, keys: &mut Vec<&'static str>) {
        for field in self.variants.iter().flat_map(Variant::fields) {
            if !keys.contains(&field.key) {
                keys.push(field.key);
            }
        }
    }
}

impl Shape {
    /// The object that this is.
    ///
    /// # Panics
    /// If it is none: a mistake in a derive, found when the program is compiled.
    pub const fn object(self) -> &'static Object {
        match self {
            Self::Object(object) => object,
            _ => panic!("only a struct has fields"),
        }
    }
}

/// A checked value.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// Null, or nothing said.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// The items of a list, the fields of an object in the order of its shape, a name and its value.
    List(Vec<Datum>),
    /// Which of several things, and what is said of it: nothing of a word, the fields of several keys.
    Variant(usize, Box<Datum>),
}

static NOTHING: Datum = Datum::Nothing;

impl Datum {
    /// The fields of an object, or the items of a list; none of nothing.
    pub fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    /// The fields of an object one after the other.
    pub fn fields(&self) -> Fields<'_> {
        Fields(self.items().iter())
    }

    /// Which of several things this is.
    pub fn variant(&self) -> (usize, &Self) {
        if let Self::Variant(which, of) = self { (*which, of) } else { misfit() }
    }
}

/// Fields one after the other.
pub struct Fields<'a>(std::slice::Iter<'a, Datum>);

impl Fields<'_> {
    /// The value of the next field.
    pub fn read<T: Stored>(&mut self) -> T {
        T::read(self.0.next().unwrap_or(&NOTHING))
    }
}

/// A type that a checked value can have.
pub trait Stored: Sized {
    /// The value; of nothing, what is as good as nothing.
    ///
    /// # Panics
    /// If the value is none of this type: the shape of a field and its type do not fit.
    fn read(from: &Datum) -> Self;

    /// The value without its type.
    fn write(&self) -> Datum;
}

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

#[cold]
fn misfit() -> ! {
    panic!("the shape of a field and its type do not fit")
}

impl Stored for bool {
    fn read(from: &Datum) -> Self {
        match *from {
            Datum::Flag(flag) => flag,
            Datum::Nothing => false,
            _ => misfit(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Flag(*self)
    }
}

impl Stored for f64 {
    fn read(from: &Datum) -> Self {
        match *from {
            Datum::Number(x) => x,
            Datum::Integer(x) => x as Self,
            Datum::Nothing => 0.0,
            _ => misfit(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Number(*self)
    }
}

impl Stored for i64 {
    fn read(from: &Datum) -> Self {
        match *from {
            Datum::Integer(x) => x,
            Datum::Nothing => 0,
            _ => misfit(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Integer(*self)
    }
}

impl Stored for i32 {
    fn read(from: &Datum) -> Self {
        i64::read(from) as Self
    }

    fn write(&self) -> Datum {
        Datum::Integer(i64::from(*self))
    }
}

impl Stored for u32 {
    fn read(from: &Datum) -> Self {
        i64::read(from) as Self
    }

    fn write(&self) -> Datum {
        Datum::Integer(i64::from(*self))
    }
}

impl Stored for String {
    fn read(from: &Datum) -> Self {
        match from {
            Datum::Text(text) => text.clone(),
            Datum::Nothing => Self::new(),
            _ => misfit(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Text(self.clone())
    }
}

impl<T: Stored> Stored for Option<T> {
    fn read(from: &Datum) -> Self {
        if *from == Datum::Nothing { None } else { Some(T::read(from)) }
    }

    fn write(&self) -> Datum {
        self.as_ref().map_or(Datum::Nothing, T::write)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn read(from: &Datum) -> Self {
        let mut all = Self::with_capacity(from.items().len());
        for item in from.items() {
            all.push(T::read(item));
        }
        all
    }

    fn write(&self) -> Datum {
        let mut all = Vec::with_capacity(self.len());
        for item in self {
            all.push(item.write());
        }
        Datum::List(all)
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn read(from: &Datum) -> Self {
        let mut fields = from.fields();
        (fields.read(), fields.read())
    }

    fn write(&self) -> Datum {
        Datum::List(vec![self.0.write(), self.1.write()])
    }
}

impl Stored for [f64; 4] {
    fn read(from: &Datum) -> Self {
        let mut fields = from.fields();
        std::array::from_fn(|_| fields.read())
    }

    fn write(&self) -> Datum {
        Datum::List(self.iter().map(f64::write).collect())
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
