//! The load of shared links over time.

use ganttlet_core::record::Cells;
use ganttlet_core::table;
use ganttlet_core::time::Time;

table! {
    /// The load of links between clusters, sample by sample; a link that carries nothing has no rows.
    static LINKS = (
        "links", "Links between clusters", digest &["time", "from", "to", "used", "background", "messages"], part false
    );
    /// A sample of a link.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct LinkRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The cluster it comes from, counted from 0.
        from: u32 = ("from", "From", "", Cells::Count),
        /// The cluster it goes to, counted from 0.
        to: u32 = ("to", "To", "", Cells::Count),
        /// The share of it that files and messages have used since the sample before.
        used: f64 = ("used", "Used", "", Cells::Number),
        /// The share of it that background traffic takes now.
        background: f64 = ("background", "Background", "", Cells::Number),
        /// Files and messages that are on it now.
        messages: u32 = ("messages", "Messages", "", Cells::Count),
        /// What the sample says is left of it for one message.
        available: f64 = ("available", "Available", "Mb/s", Cells::Number),
        /// By how much that is expected to change until the next sample: the mean of its last changes.
        change: f64 = ("change", "Expected change", "Mb/s", Cells::Number),
    }
}
