//! What a visit was like: a table that this system declares.

use ganttlet_core::record::Cells;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The visits of customers, in the order in which they were served.
    static VISITS = ("visits", "Visits", digest &["customer", "came", "waited"], part false);
    /// One visit.
    #[derive(Clone, Copy, Debug)]
    pub struct Visit {
        /// Who was served.
        customer: SubjectId = ("customer", "Customer", "", Cells::Subject),
        /// When the customer came.
        came: Time = ("came", "Arrival", "", Cells::Time),
        /// How long the customer waited.
        waited: Span = ("waited", "Waited", "s", Cells::Span),
        /// How many waited when the service began, this one among them.
        queue: u32 = ("queue", "Queue", "customers", Cells::Count),
    }
}
