//! Checked values, and the types that can store them.

use crate::entry::{Id, Settings};
use std::collections::BTreeMap;

/// A checked value.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// Null, or a missing value.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// An id of the catalog.
    Id(&'static str),
    /// Values of parameters.
    Settings(Settings),
    /// The items of a list, the fields of an object in the order of its shape, a name and its value.
    List(Vec<Datum>),
    /// One of several variants: `Nothing` for a word, the fields for several keys.
    Variant(usize, Box<Datum>),
}

static NOTHING: Datum = Datum::Nothing;

impl Datum {
    /// The fields of an object, or the items of a list; empty for nothing.
    pub fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    /// Reads the fields of an object one after the other.
    pub fn fields(&self) -> Fields<'_> {
        Fields(self.items().iter())
    }

    /// The index of the variant, and its value.
    pub fn variant(&self) -> (usize, &Self) {
        if let Self::Variant(which, of) = self { (*which, of) } else { panic_type_mismatch() }
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

/// A type that can store a checked value.
pub trait Stored: Sized {
    /// Converts a value; a missing one becomes the neutral value of the type.
    ///
    /// # Panics
    /// If the value does not have this type: the shape of a field and its type do not fit.
    fn read(from: &Datum) -> Self;

    /// The value without its type.
    fn write(&self) -> Datum;
}

/// Panics about a value that does not have the type of its field.
#[cold]
fn panic_type_mismatch() -> ! {
    panic!("the shape of a field and its type do not fit")
}

impl Stored for bool {
    fn read(from: &Datum) -> Self {
        match *from {
            Datum::Flag(flag) => flag,
            Datum::Nothing => false,
            _ => panic_type_mismatch(),
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
            _ => panic_type_mismatch(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Number(*self)
    }
}

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl Stored for $number {
            fn read(from: &Datum) -> Self {
                match *from {
                    Datum::Integer(x) => x as Self,
                    Datum::Nothing => 0,
                    _ => panic_type_mismatch(),
                }
            }

            fn write(&self) -> Datum {
                Datum::Integer(*self as i64)
            }
        })+
    };
}

whole_numbers![i32, i64, u32, u64];

impl Stored for String {
    fn read(from: &Datum) -> Self {
        match from {
            Datum::Text(text) => text.clone(),
            Datum::Nothing => Self::new(),
            _ => panic_type_mismatch(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Text(self.clone())
    }
}

impl Stored for &'static str {
    fn read(from: &Datum) -> Self {
        match from {
            Datum::Id(id) => id,
            Datum::Nothing => "",
            _ => panic_type_mismatch(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Id(self)
    }
}

impl Stored for Id {
    fn read(from: &Datum) -> Self {
        if let Datum::Text(text) = from { Self::Owned(text.clone()) } else { <&str>::read(from).into() }
    }

    fn write(&self) -> Datum {
        match self {
            Self::Borrowed(id) => Datum::Id(id),
            Self::Owned(id) => Datum::Text(id.clone()),
        }
    }
}

impl Stored for Settings {
    fn read(from: &Datum) -> Self {
        match from {
            Datum::Settings(settings) => settings.clone(),
            Datum::Nothing => Self::default(),
            _ => panic_type_mismatch(),
        }
    }

    fn write(&self) -> Datum {
        Datum::Settings(self.clone())
    }
}

impl<K: Stored + Ord, V: Stored> Stored for BTreeMap<K, V> {
    fn read(from: &Datum) -> Self {
        from.items().iter().map(<(K, V)>::read).collect()
    }

    fn write(&self) -> Datum {
        Datum::List(self.iter().map(|(key, value)| Datum::List(vec![key.write(), value.write()])).collect())
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
