//! The event queue: a total order, so that two runs of one scenario are always identical.
//!
//! Events are ordered by time, then by class, then by the order in which they were scheduled. A four-way heap keeps the
//! keys of siblings in one cache line.

use crate::time::Time;

/// The order of events at the same instant: lower classes first.
pub type Class = u8;

/// Identifies a scheduled event, for its cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(u64);

#[derive(Clone, Copy)]
struct Pending<E> {
    time: Time,
    /// Class in the upper 8 bits, sequence number in the lower 56.
    order: u64,
    event: E,
}

impl<E> Pending<E> {
    /// The key by which events are ordered.
    #[inline]
    fn order_key(&self) -> (Time, u64) {
        (self.time, self.order)
    }
}

/// Events waiting for their time.
pub struct EventQueue<E> {
    heap: Vec<Pending<E>>,
    scheduled: u64,
    /// Orders of cancelled events still in the heap, sorted.
    cancelled: Vec<u64>,
}

impl<E: Copy> Default for EventQueue<E> {
    fn default() -> Self {
        Self { heap: Vec::new(), scheduled: 0, cancelled: Vec::new() }
    }
}

const SEQUENCE_BITS: u32 = 56;
const WAYS: usize = 4;

impl<E: Copy> EventQueue<E> {
    /// Schedules `event` for `time`.
    #[inline]
    pub fn schedule(&mut self, time: Time, class: Class, event: E) -> Handle {
        let order = u64::from(class) << SEQUENCE_BITS | self.scheduled;
        self.scheduled += 1;
        self.heap.push(Pending { time, order, event });
        self.sift_up(self.heap.len() - 1);
        Handle(order)
    }

    /// Cancels an event that has not been processed yet. Cancelling a processed event is a mistake of the caller: its
    /// mark would never be removed.
    pub fn cancel(&mut self, handle: Handle) {
        if let Err(place) = self.cancelled.binary_search(&handle.0) {
            self.cancelled.insert(place, handle.0);
            self.drop_cancelled();
        }
    }

    /// The time of the next event.
    #[inline]
    pub fn next_time(&self) -> Option<Time> {
        self.heap.first().map(|pending| pending.time)
    }

    /// Removes and returns the next event with its time.
    #[inline]
    pub fn pop(&mut self) -> Option<(Time, E)> {
        let next = self.take_first()?;
        if !self.cancelled.is_empty() {
            self.drop_cancelled();
        }
        Some((next.time, next.event))
    }

    /// Discards all events.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.cancelled.clear();
    }

    /// Number of scheduled events, including cancelled ones that are still in the heap.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// True if no event is scheduled.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Removes cancelled events from the top of the heap.
    fn drop_cancelled(&mut self) {
        while let Some(first) = self.heap.first() {
            let Ok(place) = self.cancelled.binary_search(&first.order) else { return };
            self.cancelled.remove(place);
            self.take_first();
        }
    }

    /// Removes the first event from the heap.
    #[inline]
    fn take_first(&mut self) -> Option<Pending<E>> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else { return Some(last) };
        let first = std::mem::replace(first, last);
        self.sift_down();
        Some(first)
    }

    /// Moves an event towards the root, until its parent is earlier.
    #[inline]
    fn sift_up(&mut self, mut at: usize) {
        let moving = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / WAYS;
            if moving.order_key() > self.heap[parent].order_key() {
                break;
            }
            self.heap[at] = self.heap[parent];
            at = parent;
        }
        self.heap[at] = moving;
    }

    /// Moves the root towards the leaves, until its children are later.
    #[inline]
    fn sift_down(&mut self) {
        let (mut at, count) = (0, self.heap.len());
        let moving = self.heap[0];
        loop {
            let child = at * WAYS + 1;
            if child >= count {
                break;
            }
            let (mut least, mut key) = (child, self.heap[child].order_key());
            for other in child + 1..(child + WAYS).min(count) {
                let its = self.heap[other].order_key();
                if its < key {
                    (least, key) = (other, its);
                }
            }
            if key > moving.order_key() {
                break;
            }
            self.heap[at] = self.heap[least];
            at = least;
        }
        self.heap[at] = moving;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Streams;

    fn drain(queue: &mut EventQueue<&'static str>) -> String {
        std::iter::from_fn(|| queue.pop())
            .map(|(time, event)| format!("{}{event}", time.0))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn events_are_ordered_by_time_then_class_then_scheduling() {
        let mut queue = EventQueue::default();
        for (time, class, event) in [(2, 0, "a"), (1, 1, "b"), (1, 0, "c"), (1, 1, "d"), (0, 9, "e")] {
            queue.schedule(Time(time), class, event);
        }
        assert_eq!(drain(&mut queue), "0e 1c 1b 1d 2a");
    }

    #[test]
    fn cancelled_events_never_happen() {
        let mut queue = EventQueue::default();
        let first = queue.schedule(Time(1), 0, "a");
        queue.schedule(Time(2), 0, "b");
        let last = queue.schedule(Time(3), 0, "c");
        queue.cancel(last);
        queue.cancel(first);
        assert_eq!(queue.next_time(), Some(Time(2)));
        assert_eq!(drain(&mut queue), "2b");
        assert!(queue.cancelled.is_empty());
    }

    #[test]
    fn a_long_random_sequence_is_sorted() {
        let mut stream = Streams::new(3).get("event queue");
        let mut queue = EventQueue::default();
        let mut expected = Vec::new();
        for sequence in 0..5000_u32 {
            let (time, class) = (i64::from(stream.uniform_below(100)), stream.uniform_below(3) as u8);
            queue.schedule(Time(time), class, sequence);
            expected.push((time, class, sequence));
        }
        expected.sort_unstable();
        let seen: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect();
        assert_eq!(seen, expected.iter().map(|&(_, _, sequence)| sequence).collect::<Vec<_>>());
    }
}
