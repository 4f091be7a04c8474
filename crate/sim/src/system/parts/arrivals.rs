//! Things that come one after the other: only the next is among the events.

use crate::system::Context;
use ganttlet_core::event::Class;
use ganttlet_core::time::Time;

/// A list of what comes, in the order of time, and how far it has come.
pub(in crate::system) struct Arrivals<T> {
    list: Vec<T>,
    next: usize,
    time: fn(&T) -> Time,
}

impl<T> Arrivals<T> {
    /// All of `list` comes, each at its time, which never falls.
    pub(in crate::system) fn new(list: Vec<T>, time: fn(&T) -> Time) -> Self {
        Self { list, next: 0, time }
    }

    /// All, also those that have come.
    #[inline]
    pub(in crate::system) fn list(&self) -> &[T] {
        &self.list
    }

    /// Takes the list, for a time in which nothing comes; [`Self::return_list`] gives it back.
    pub(in crate::system) fn take_list(&mut self) -> Vec<T> {
        std::mem::take(&mut self.list)
    }

    /// Gives the list back.
    pub(in crate::system) fn return_list(&mut self, list: Vec<T>) {
        self.list = list;
    }

    /// True if some are still to come.
    pub(in crate::system) fn more(&self) -> bool {
        self.next < self.list.len()
    }

    /// Makes `event` happen when the next one comes, if there is one.
    #[inline]
    pub(in crate::system) fn plan<E: Copy>(&self, class: Class, event: E, cx: &mut Context<E>) {
        if let Some(next) = self.list.get(self.next) {
            cx.schedule((self.time)(next), class, event);
        }
    }

    /// The place in the list of the one that comes now; `event` will happen when the next one comes.
    #[inline]
    pub(in crate::system) fn take<E: Copy>(&mut self, class: Class, event: E, cx: &mut Context<E>) -> usize {
        self.next += 1;
        self.plan(class, event, cx);
        self.next - 1
    }
}
