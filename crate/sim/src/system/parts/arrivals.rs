//! Successive arrivals: only the next one is scheduled as an event.

use crate::system::Context;
use ganttlet_core::event::Class;
use ganttlet_core::time::Time;

/// A list of arrivals in the order of time, and the number of those that have occurred.
pub(in crate::system) struct Arrivals<T> {
    list: Vec<T>,
    next: usize,
    time: fn(&T) -> Time,
}

impl<T> Arrivals<T> {
    /// Arrivals of the items of `list` at their times, which must not decrease.
    pub(in crate::system) fn new(list: Vec<T>, time: fn(&T) -> Time) -> Self {
        Self { list, next: 0, time }
    }

    /// All items, including those that have arrived.
    #[inline]
    pub(in crate::system) fn list(&self) -> &[T] {
        &self.list
    }

    /// Moves the list out temporarily; [`Self::return_list`] puts it back.
    pub(in crate::system) fn take_list(&mut self) -> Vec<T> {
        std::mem::take(&mut self.list)
    }

    /// Puts the list back.
    pub(in crate::system) fn return_list(&mut self, list: Vec<T>) {
        self.list = list;
    }

    /// True if some items have not arrived.
    pub(in crate::system) fn more(&self) -> bool {
        self.next < self.list.len()
    }

    /// Schedules `event` for the next arrival, if there is one.
    #[inline]
    pub(in crate::system) fn plan<E: Copy>(&self, class: Class, event: E, cx: &mut Context<E>) {
        if let Some(next) = self.list.get(self.next) {
            cx.schedule((self.time)(next), class, event);
        }
    }

    /// The index of the current arrival; schedules `event` for the next one.
    #[inline]
    pub(in crate::system) fn take<E: Copy>(&mut self, class: Class, event: E, cx: &mut Context<E>) -> usize {
        self.next += 1;
        self.plan(class, event, cx);
        self.next - 1
    }
}
