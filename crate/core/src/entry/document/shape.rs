//! Shapes: the allowed values of a field.

use super::{Datum, Notes};
use crate::entry::{AnyFamily, Parameter, Role};

/// The allowed values of a field.
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
    /// An embedded document, kept as a tree.
    Tree,
    /// A text of a special form.
    Pattern(&'static Pattern),
    /// This shape, or null.
    OrNull(&'static Shape),
    /// Two values.
    Pair(&'static [Shape; 2]),
    /// Start and end, not below 0 and at most this; null without a bound.
    Range(f64),
    /// A list.
    List(&'static List),
    /// Names with a value each.
    Map(&'static Map),
    /// One value or a list of values, each with its shape.
    OrList(&'static [Shape; 2]),
    /// Fields by name.
    Object(&'static Object),
    /// One of several variants: a word, or the value of a key.
    OneOf(&'static OneOf),
    /// The id of a member of a family.
    Id(&'static dyn AnyFamily),
    /// The policies of the member that the object names, by role.
    Policies(&'static Choice),
    /// Parameters by name: those of the member that the object names, and of its policies.
    Settings(&'static Choice),
    /// Parameters by name, from a fixed list.
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
    /// Description, in a sentence.
    pub doc: &'static str,
    /// The shape.
    pub of: Shape,
}

/// A text of a special form.
pub struct Pattern {
    /// The allowed values, as the end of a sentence.
    pub allowed: &'static str,
    /// A hint for a text of another form; may be empty.
    pub hint: &'static str,
    /// The regular expression for a schema.
    pub regex: &'static str,
    /// Maximum length in bytes.
    pub most: usize,
    /// True if a text has this form.
    pub fits: fn(&str) -> bool,
    /// Describes an invalid value, if there is a better description than a quotation.
    pub found: fn(&str) -> Option<String>,
}

/// A list.
pub struct List {
    /// The shape of the items.
    pub of: Shape,
    /// Minimum number of items.
    pub least: usize,
    /// Maximum number of items.
    pub most: usize,
    /// The name of the items.
    pub things: &'static str,
    /// The name of the missing items in an error about too few.
    pub missing: &'static str,
    /// A hint if there are too few; may be empty.
    pub hint: &'static str,
    /// True for a column of values: of many wrong ones, only the first few are reported.
    pub column: bool,
}

/// Names with a value each.
pub struct Map {
    /// The shape of the values.
    pub of: Shape,
    /// The name of the entries.
    pub things: &'static str,
    /// An example.
    pub hint: &'static str,
}

/// Fields by name.
pub struct Object {
    /// Description, in a sentence.
    pub doc: &'static str,
    /// The fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// True if defaults are never written, for objects that occur often.
    pub brief: bool,
    /// Reports contradictions between fields, and completes omitted ones.
    pub agree: Option<fn(&Datum, &mut Notes<'_>) -> Datum>,
    /// Defaults that depend on other fields.
    pub default: Option<fn(&Datum) -> Datum>,
}

/// A field of an object.
#[derive(Clone, Copy)]
pub struct Field {
    /// The key; empty if the keys of the value are beside those of the other fields.
    pub key: &'static str,
    /// Description, in a sentence.
    pub doc: &'static str,
    /// The label, as shown; empty if no form shows it.
    pub label: &'static str,
    /// The unit, as shown; empty for none.
    pub unit: &'static str,
    /// The allowed values.
    pub shape: Shape,
    /// Whether it is required.
    pub presence: Presence,
}

/// Whether a field is required.
#[derive(Clone, Copy)]
pub enum Presence {
    /// The field is required; the text says what to add.
    Needed(&'static str),
    /// The default of an omitted field.
    Default(fn() -> Datum),
    /// The field may be omitted, and is then not written.
    Optional,
}

/// One of several variants.
pub struct OneOf {
    /// Variants that are words, each with its meaning.
    pub words: &'static [(&'static str, &'static str)],
    /// Variants with keys. In the numbering of variants, words are first.
    pub variants: &'static [Variant],
    /// The error for a key of another variant, with both keys in place of `{}`. If empty, such a key is unknown.
    pub beside: &'static str,
    /// A hint if several variants are given; may be empty.
    pub several: &'static str,
}

/// A variant with keys.
#[derive(Clone, Copy)]
pub struct Variant {
    /// Description, in a sentence.
    pub doc: &'static str,
    /// The form in the text.
    pub said: TextForm,
    /// A hint about keys that are not allowed beside it.
    pub alone: &'static str,
    /// True for the variant that is used if no key selects one.
    pub otherwise: bool,
}

/// The form of a variant in the text.
#[derive(Clone, Copy)]
pub enum TextForm {
    /// By one key, which holds all of it.
    Key(Field),
    /// Several keys, the first of which selects the variant.
    Fields(&'static Object),
}

impl Variant {
    /// A variant with one required key.
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

    /// The key that selects the variant.
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
    /// All keys of the variants, each once.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut keys = Vec::new();
        self.add_keys(&mut keys);
        keys
    }

    /// Adds the keys that are not listed yet.
    fn add_keys(&self, keys: &mut Vec<&'static str>) {
        for field in self.variants.iter().flat_map(Variant::fields) {
            if !keys.contains(&field.key) {
                keys.push(field.key);
            }
        }
    }
}

impl Shape {
    /// The object of this shape.
    ///
    /// # Panics
    /// If it is none: a mistake in a derive, found at compile time.
    pub const fn object(self) -> &'static Object {
        match self {
            Self::Object(object) => object,
            Self::Named(named) => named.of.object(),
            _ => panic!("only a struct has fields"),
        }
    }
}

/// A list of at least one item; `things` names the items in messages.
pub const fn non_empty_list(of: Shape, most: usize, things: &'static str) -> List {
    List { of, least: 1, most, things, missing: things, hint: "", column: false }
}
