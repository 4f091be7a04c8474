//! The placement queue: who waits to be placed, and what is known to fail.

use super::grid::PlacementRequest;
use ganttlet_work::grid::Request;

/// A wish that waits, and how often it was tried.
#[derive(Debug)]
pub(super) struct Waiting {
    pub pending: PlacementRequest,
    pub tries: u32,
}

/// Wishes that were seen to fail. While nothing becomes free, an equal one fails as well, so it need not be tried: a full
/// queue costs no more than its different wishes.
#[derive(Debug, Default)]
pub(super) struct FailedRequests {
    flexible: Vec<u32>,
    single: Vec<u32>,
}

impl FailedRequests {
    /// Forgets all: something was placed, or something became free.
    pub(super) fn clear(&mut self) {
        self.flexible.clear();
        self.single.clear();
    }

    fn list(&mut self, pending: &PlacementRequest) -> Option<&mut Vec<u32>> {
        match &pending.request {
            _ if pending.chosen || !pending.inputs.is_empty() => None,
            Request::Flexible => Some(&mut self.flexible),
            Request::NonFixed(sizes) if sizes.len() == 1 => Some(&mut self.single),
            _ => None,
        }
    }

    /// True if an equal wish has failed.
    pub(super) fn contains_equal(&mut self, pending: &PlacementRequest) -> bool {
        self.list(pending).is_some_and(|list| list.contains(&pending.nodes))
    }

    /// This wish failed.
    pub(super) fn add(&mut self, pending: &PlacementRequest) {
        if let Some(list) = self.list(pending) {
            list.push(pending.nodes);
        }
    }
}
