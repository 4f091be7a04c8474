//! The visits of customers: a table that this system declares.

use ganttlet_core::record::Cells;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The visits of customers, in the order of service.
    static VISITS = ("visits", "Visits", digest &["customer", "submit", "wait"], part false);
    /// One visit.
    #[derive(Clone, Copy, Debug)]
    pub struct Visit {
        /// The customer.
        customer: SubjectId = ("customer", "Customer", "", Cells::Subject),
        /// Submit time.
        submit: Time = ("submit", "Submit time", "", Cells::Time),
        /// Wait time.
        wait: Span = ("wait", "Wait time", "s", Cells::Span),
        /// Number of waiting customers at the start of the service, this one included.
        queue: u32 = ("queue", "Queue length", "", Cells::Count),
    }
}
