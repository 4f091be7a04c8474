//! Customers of a single server: each comes at some time and takes some time to serve.

use ganttlet_core::entry::document::{Document, List, SECONDS, Shape, Stored};
use ganttlet_core::entry::limits;
use ganttlet_core::time::{Span, Time};
use crate::{Item, Kind, Machines, Work};

/// A customer.
#[derive(Clone, Debug, PartialEq)]
pub struct Customer {
    /// When the customer comes.
    pub submit: Time,
    /// How long it takes to serve.
    pub service: Span,
}

impl Item for Customer {
    const KIND: &'static Kind = &KIND;

    fn comes(&self) -> Time {
        self.submit
    }
}

/// The kind of work.
const KIND: Kind = Kind {
    id: "customers",
    word: "customers",
    summary: "Those who come to a server, each of whom it takes some time to serve.",
    things: "customers",
    group: "group",
    decide: &["wait"],
    default_machines: Machines { preset: "one-cluster", size: None, words: "one cluster" },
    none: Work::none::<Customer>,
    key: "customers",
    doc: "Customers listed in the scenario.",
    shape: Shape::List(&List {
        of: Said::SHAPE,
        least: 0,
        most: limits::INLINE,
        things: "customers",
        missing: "",
        hint: "",
        column: false,
    }),
    size: |said| said.items().len() as u64,
    work: |said| Work::of(Vec::<Said>::read(said).iter().map(Said::customer).collect()),
    ..Kind::COMMON
};

/// A customer.
#[derive(Document)]
struct Said {
    /// When the customer comes, in seconds.
    #[field(is = SECONDS, need = "Add \"came_s\": 60.")]
    came_s: f64,
    /// How long it takes to serve, in seconds.
    #[field(is = SECONDS, need = "Add \"service_s\": 60.")]
    service_s: f64,
}

impl Said {
    fn customer(&self) -> Customer {
        Customer { submit: Time::from_seconds(self.came_s), service: Span::from_seconds(self.service_s) }
    }
}
