//! The parameters of shared links.

use ganttlet_core::entry::{Parameters, Settings};
use ganttlet_core::time::Span;

/// Parameters of shared links.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub(in crate::system) struct Sharing {
    /// Transfers share links with each other and with background traffic. If off, each transfer gets the full bandwidth.
    #[parameter(name = "Shared links", default = false)]
    pub(in crate::system) shared_links: bool,
    /// Number of concurrent transfers (messages or files) that an inter-cluster link carries at full rate; beyond it, they
    /// share the bandwidth equally. This is our assumption; no source publishes it.
    #[parameter(name = "Link width", unit = "transfers", min = 1, max = 1_000, default = 10)]
    pub(in crate::system) link_width: u32,
}

/// Parameters of shared links and of their monitoring.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub(in crate::system) struct LinkOptions {
    /// What moves over them.
    #[parameter(all)]
    pub(in crate::system) sharing: Sharing,
    /// Interval between samples of the links. 0 for exact current values, without any prediction of changes.
    #[parameter(name = "Link sampling interval", unit = "s", min = 0, max = 3_600, default = 15)]
    pub(in crate::system) link_monitor_s: Span,
    /// Number of samples kept per link; their changes predict the next change.
    #[parameter(name = "Samples kept", unit = "samples", min = 2, max = 100, default = 5)]
    pub(in crate::system) link_history: u32,
    /// Includes the grid's own traffic in the samples, in addition to background traffic.
    #[parameter(name = "Own traffic in samples", default = true)]
    pub(in crate::system) monitor_own_traffic: bool,
}

impl LinkOptions {
    /// Options for links whose load is displayed but not used for decisions: infrequent samples.
    pub(in crate::system) fn shown(sharing: Sharing) -> Self {
        Self { sharing, ..Self::read(&Settings::default()) }
    }
}
