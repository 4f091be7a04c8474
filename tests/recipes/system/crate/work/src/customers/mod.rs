//! Customers of a single server: a kind of work, each item of which has a submit time and a service time.

use crate::{Item, Kind, MachinePreset, Work};
use ganttlet_core::entry::document::{Document, List, SECONDS, Shape, Stored};
use ganttlet_core::entry::limits;
use ganttlet_core::time::{Span, Time};

/// A customer.
#[derive(Clone, Debug, PartialEq)]
pub struct Customer {
    /// Submit time.
    pub submit: Time,
    /// Service time.
    pub service: Span,
}

impl Item for Customer {
    const KIND: &'static Kind = &KIND;

    fn arrival(&self) -> Time {
        self.submit
    }
}

/// The kind of work.
const KIND: Kind = Kind {
    id: "customers",
    word: "customers",
    summary: "Customers of a single server, each with a service time.",
    things: "customers",
    group: "group",
    decide: &["wait"],
    default_machines: MachinePreset { preset: "one-cluster", size: None, words: "one cluster" },
    none: Work::empty::<Customer>,
    key: "customers",
    doc: "Customers listed in the scenario.",
    shape: Shape::List(&List {
        of: CustomerDocument::SHAPE,
        least: 0,
        most: limits::INLINE,
        things: "customers",
        missing: "",
        hint: "",
        column: false,
    }),
    size: |document| document.items().len() as u64,
    work: |document| {
        Work::new(Vec::<CustomerDocument>::read(document).iter().map(CustomerDocument::customer).collect())
    },
    ..Kind::COMMON
};

/// A customer in a scenario.
#[derive(Document)]
struct CustomerDocument {
    /// Submit time, in seconds.
    #[field(is = SECONDS, need = "Add \"submit_s\": 60.")]
    submit_s: f64,
    /// Service time, in seconds.
    #[field(is = SECONDS, need = "Add \"service_s\": 60.")]
    service_s: f64,
}

impl CustomerDocument {
    fn customer(&self) -> Customer {
        Customer { submit: Time::from_seconds(self.submit_s), service: Span::from_seconds(self.service_s) }
    }
}
