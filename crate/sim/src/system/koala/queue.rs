//! The placement queue: waiting requests, and requests known to fail.

use super::grid::PlacementRequest;
use ganttlet_work::grid::Request;

/// A waiting request and its number of tries.
#[derive(Debug)]
pub(super) struct Waiting {
    pub pending: PlacementRequest,
    pub tries: u32,
}

/// Requests that have failed. While no nodes are released, an equal request fails as well and need not be tried: the
/// cost of a full queue is that of its distinct requests.
#[derive(Debug, Default)]
pub(super) struct FailedRequests {
    flexible: Vec<u32>,
    single: Vec<u32>,
}

impl FailedRequests {
    /// Clears the list, after a placement or a release of nodes.
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

    /// True if an equal request has failed.
    pub(super) fn contains_equal(&mut self, pending: &PlacementRequest) -> bool {
        self.list(pending).is_some_and(|list| list.contains(&pending.nodes))
    }

    /// Records a failed request.
    pub(super) fn add(&mut self, pending: &PlacementRequest) {
        if let Some(list) = self.list(pending) {
            list.push(pending.nodes);
        }
    }
}
