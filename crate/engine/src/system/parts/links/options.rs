//! What can be set on shared links.

use crate::entry::{Parameters, Settings};
use crate::time::Span;

/// What can be set on links that all share.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub(in crate::system) struct Sharing {
    /// Files move over links that they share with each other and with background traffic. If not, each moves as if it were
    /// alone.
    #[parameter(name = "Shared links", default = false)]
    pub(in crate::system) shared_links: bool,
    /// How many messages or files a link between two clusters carries at full rate at once; more of them share it equally
    /// (our reading: no publication says it).
    #[parameter(name = "Link width", unit = "messages", min = 1, max = 1_000, default = 10)]
    pub(in crate::system) link_width: u32,
}

/// What can be set on shared links, and on how they are monitored.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub(in crate::system) struct LinkOptions {
    /// What moves over them.
    #[parameter(all)]
    pub(in crate::system) sharing: Sharing,
    /// Time between two samples of the links; 0: who decides knows what is true, and nothing of how it changes.
    #[parameter(name = "Samples of links", unit = "s", min = 0, max = 3_600, default = 15)]
    pub(in crate::system) link_monitor_s: Span,
    /// How many samples of a link are kept: their changes say how it is expected to change.
    #[parameter(name = "Samples kept", unit = "samples", min = 2, max = 100, default = 5)]
    pub(in crate::system) link_history: u32,
    /// Samples show what the grid's own work sends too, not only what others do.
    #[parameter(name = "Own traffic shows", default = true)]
    pub(in crate::system) monitor_own_traffic: bool,
}

impl LinkOptions {
    /// Of links whose load is only told, as nobody decides by it: a sample now and then.
    pub(in crate::system) fn shown(sharing: Sharing) -> Self {
        Self { sharing, ..Self::read(&Settings::default()) }
    }
}
