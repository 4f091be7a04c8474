//! Entries of the catalog: descriptions of everything that a user can choose.
//!
//! Each policy, system, generator, metric, format and preset declares one [`Entry`] beside its code. Forms, help, JSON
//! Schema, reference page and validation are all derived from these, so that each choice is described once.

mod custom_expression;
pub mod document;
pub mod limits;
mod parameter;
mod role;
mod settings;

pub use custom_expression::{CustomExpression, ExpressionUse, Variable};
pub use parameter::{Kind, Parameter, When, joined, text_problem, total, with_default};
pub use role::{Baseline, Choices, Factory, Id, Policies, PolicyEntry, Role, Roles};
pub use settings::{Parameters, Settings, Value, Values, Variants};

use serde::Serialize;
use ts_rs::TS;

/// A text that is only displayed in forms, help and reference, and never evaluated. The package for the browser is
/// built without the feature `texts` and loads these texts from a file of the build.
pub const fn catalog_text(words: &'static str) -> &'static str {
    if cfg!(feature = "texts") { words } else { "" }
}

/// A choice of the user.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "EntryBase")]
pub struct Entry {
    /// The name in scenarios: lower case, digits and hyphens; unique in its family.
    pub id: &'static str,
    /// Name shown on the page.
    pub name: &'static str,
    /// Its behaviour, in a sentence or two.
    pub summary: &'static str,
    /// When to choose it, in a sentence or two; empty for entries without behaviour, such as metrics.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[ts(as = "Option<&'static str>", optional)]
    pub when_to_use: &'static str,
    /// Its rule in steps, one per line, indented by two spaces inside loops and conditions; empty where the summary is exact.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[ts(as = "Option<&'static str>", optional)]
    pub pseudocode: &'static str,
    /// Where it is defined: publication and section.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Features that a policy does not use, or that a generator does not produce, in the words of the systems' rules
    /// about fields without effect: `estimates`, `malleable jobs`. Without these words, everything is assumed to have
    /// an effect.
    #[serde(skip)]
    pub lacks: &'static [&'static str],
}

/// A list that is only displayed, omitted like a [`catalog_text`].
pub const fn catalog_list<T>(items: &'static [T]) -> &'static [T] {
    if cfg!(feature = "texts") { items } else { &[] }
}

impl Entry {
    /// An entry with this id and name; the following functions add the rest.
    pub const fn new(id: &'static str, name: &'static str) -> Self {
        Self {
            id,
            name,
            summary: "",
            when_to_use: "",
            pseudocode: "",
            source: "",
            parameters: &[],
            lacks: &[],
        }
    }

    /// Sets the summary.
    #[must_use]
    pub const fn summary(self, words: &'static str) -> Self {
        Self { summary: catalog_text(words), ..self }
    }

    /// Sets the advice when to choose it.
    #[must_use]
    pub const fn when_to_use(self, words: &'static str) -> Self {
        Self { when_to_use: catalog_text(words), ..self }
    }

    /// Sets the pseudocode.
    #[must_use]
    pub const fn pseudocode(self, lines: &'static str) -> Self {
        Self { pseudocode: catalog_text(lines), ..self }
    }

    /// Sets the source.
    #[must_use]
    pub const fn source(self, words: &'static str) -> Self {
        Self { source: catalog_text(words), ..self }
    }

    /// Sets the features that it does not use or produce.
    #[must_use]
    pub const fn lacks(self, words: &'static [&'static str]) -> Self {
        Self { lacks: words, ..self }
    }

    /// Sets the parameters.
    #[must_use]
    pub const fn parameters(self, parameters: &'static [Parameter]) -> Self {
        Self { parameters, ..self }
    }
}

/// A family of choices with all its members. Everything that can be chosen belongs to one.
pub struct Family<T: 'static> {
    /// The name in the catalog: `local-policy`.
    pub id: &'static str,
    /// The name of one member, as shown: `local policy`.
    pub name: &'static str,
    /// Description of the members, in a sentence.
    pub summary: &'static str,
    /// All members, in the order of the forms.
    pub members: &'static [T],
}

impl<T: AsRef<Entry>> Family<T> {
    /// The member of this id, if there is one.
    pub fn find(&self, id: &str) -> Option<&'static T> {
        self.members.iter().find(|member| (*member).as_ref().id == id)
    }

    /// The member that a checked scenario names.
    ///
    /// # Panics
    /// If there is none: the reader only accepts known ids.
    pub fn get(&self, id: &str) -> &'static T {
        self.find(id).unwrap_or_else(|| panic_unknown_id(self.name, id))
    }
}

impl<T: AsRef<Entry> + Sync> Family<T> {
    /// The ids of its members, in the order of the forms.
    pub fn ids(&self) -> Vec<&'static str> {
        (self as &dyn AnyFamily).ids()
    }
}

/// Panics about an unknown id in a checked scenario.
#[cold]
fn panic_unknown_id(family: &str, id: &str) -> ! {
    panic!("the reader has let {id:?} through, which is the id of no {family}")
}

/// A family with members of any type.
pub trait AnyFamily: Sync {
    /// The name in the catalog.
    fn id(&self) -> &'static str;
    /// The name of one member, as shown.
    fn name(&self) -> &'static str;
    /// Description of the members, in a sentence.
    fn summary(&self) -> &'static str;
    /// The entries of the members, in the order of the forms.
    fn entries(&self) -> Vec<&'static Entry>;
}

impl<T: AsRef<Entry> + Sync> AnyFamily for Family<T> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn entries(&self) -> Vec<&'static Entry> {
        self.members.iter().map(AsRef::as_ref).collect()
    }
}

impl dyn AnyFamily + '_ {
    /// The ids of its members, in the order of the forms.
    pub fn ids(&self) -> Vec<&'static str> {
        self.entries().into_iter().map(|entry| entry.id).collect()
    }

    /// The entry of the member with this id.
    pub fn entry(&self, id: &str) -> Option<&'static Entry> {
        self.entries().into_iter().find(|entry| entry.id == id)
    }
}
