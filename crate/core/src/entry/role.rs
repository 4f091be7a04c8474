//! The policies of a system: its roles in the catalog, and the construction of the chosen policies.

use super::{AnyFamily, Entry, Family, Settings};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use ts_rs::TS;

pub use ganttlet_derive::Roles;

/// A family of policies.
pub type Policies<P> = Family<PolicyEntry<P>>;

/// The id of a choice, as in scenarios.
pub type Id = Cow<'static, str>;

/// A role of a policy in a system.
#[derive(Clone, Copy, Serialize, TS)]
pub struct Role {
    /// The name in scenarios (`local`); unique in its system.
    pub id: &'static str,
    /// The label, as shown.
    pub name: &'static str,
    /// The decision of the policy, in a sentence.
    pub doc: &'static str,
    /// The family of its policies.
    #[serde(serialize_with = "family_id")]
    #[ts(type = "string")]
    pub family: &'static dyn AnyFamily,
    /// The policy if none is chosen.
    pub default: &'static str,
    /// The policy for comparison with the default, in a scenario generated for a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub baseline: Option<Baseline>,
    /// The policy that repeats the recorded starts of a log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub recorded: Option<&'static str>,
}

/// A policy that is worth a comparison with the default of a role.
#[derive(Clone, Copy, Serialize, TS)]
pub struct Baseline {
    /// Its id.
    pub policy: &'static str,
    /// True to compare also if the previous scenario had no comparison.
    pub always: bool,
}

/// Serialises the id of a family.
fn family_id<S: Serializer>(family: &&'static dyn AnyFamily, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(family.id())
}

/// A policy that a user can choose: its entry, and its constructor. A policy is an object with its parameters and
/// state.
pub struct PolicyEntry<P: ?Sized + 'static> {
    /// The entry in the catalog.
    pub entry: Entry,
    /// Constructs the policy with its settings.
    pub make: fn(&Settings) -> Box<P>,
}

impl<P: ?Sized> AsRef<Entry> for PolicyEntry<P> {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// The chosen policy of each role, by the id of the role.
pub type Choices = BTreeMap<&'static str, Id>;

/// A struct whose fields are the policies of a system: `#[derive(Roles)]`. Catalog, forms, schema and code use the
/// same description.
pub trait Roles: Sized {
    /// The roles in the order of the form.
    const LIST: &'static [Role];

    /// The chosen policies as they are set; where none is chosen, the default of the role.
    ///
    /// # Panics
    /// If a family has no policy of the chosen id: the reader lets only known ids through.
    fn choose(policies: &Choices, settings: &Settings) -> Self;
}

/// A chosen policy with its settings, of which a system constructs several: one for each cluster, workflow or class of
/// jobs.
pub struct Factory<P: ?Sized + 'static> {
    maker: &'static PolicyEntry<P>,
    settings: Settings,
}

impl<P: ?Sized> Factory<P> {
    /// A factory of this policy with these parameters.
    pub fn new(maker: &'static PolicyEntry<P>, settings: &Settings) -> Self {
        Self { maker, settings: settings.clone() }
    }

    /// A new policy, with separate state.
    pub fn make(&self) -> Box<P> {
        (self.maker.make)(&self.settings)
    }

    /// The name of the policy, as shown.
    pub fn name(&self) -> &'static str {
        self.maker.entry.name
    }
}
