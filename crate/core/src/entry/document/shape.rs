//! What values may be.

use super::{Datum, Notes};
use crate::entry::{AnyFamily, Parameter, Role};

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
    /// The id of a member of a family.
    Id(&'static dyn AnyFamily),
    /// The policies of the member that the object names, by role.
    Policies(&'static Choice),
    /// Parameters by name: those of the member that the object names, and of its policies.
    Settings(&'static Choice),
    /// Parameters by name, always the same ones.
    Parameters(&'static [Parameter]),
    /// A shape that a schema defines once, under a name.
    Named(&'static Named),
}

/// How an object names a member of a family.
pub struct Choice {
    /// The keys from the object to the id.
    pub path: &'static [&'static str],
    /// The family.
    pub family: &'static dyn AnyFamily,
    /// The roles of the member of an id.
    pub roles: fn(&str) -> &'static [Role],
}

impl Choice {
    /// The key of the policies of the member.
    pub const POLICIES: &'static str = "policies";

    /// A member without roles.
    pub const fn of_family(family: &'static dyn AnyFamily, path: &'static [&'static str]) -> Self {
        Self { path, family, roles: |_| &[] }
    }
}

/// A shape that a schema defines once.
pub struct Named {
    /// Its name in the schema.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// The shape.
    pub of: Shape,
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
#[derive(Clone, Copy)]
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
    /// The error for a key of another variant: both keys stand in it for `{}`. If empty, such a key is unknown.
    pub beside: &'static str,
    /// What to do where several keys say what is meant; may be empty.
    pub several: &'static str,
}

/// One thing that is said by a key.
#[derive(Clone, Copy)]
pub struct Variant {
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// What the text says of it.
    pub said: TextForm,
    /// What to do about keys that have no place beside it.
    pub alone: &'static str,
    /// True if it is meant where no key says what is.
    pub otherwise: bool,
}

/// How a text says one of several things.
#[derive(Clone, Copy)]
pub enum TextForm {
    /// By one key, which holds all of it.
    Key(Field),
    /// By several keys, the first of which shows that it is meant.
    Fields(&'static Object),
}

impl Variant {
    /// A variant with one key that must be there.
    pub const fn of_key(key: &'static str, doc: &'static str, shape: Shape) -> Self {
        let presence = Presence::Needed("");
        let said = TextForm::Key(Field { key, doc, label: "", unit: "", shape, presence });
        Self { doc, said, alone: "", otherwise: false }
    }

    /// Its keys.
    pub fn fields(&self) -> &[Field] {
        match &self.said {
            TextForm::Key(field) => std::slice::from_ref(field),
            TextForm::Fields(object) => object.fields,
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
                Shape::Object(object) if field.key.is_empty() => keys.extend(object.keys()),
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
            Self::Named(named) => named.of.object(),
            _ => panic!("only a struct has fields"),
        }
    }
}

/// At least one of these, of which it is said that they are missing where there is none.
pub const fn non_empty_list(of: Shape, most: usize, things: &'static str) -> List {
    List { of, least: 1, most, things, missing: things, hint: "", column: false }
}
