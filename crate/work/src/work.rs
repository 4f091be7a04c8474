//! Work of any kind: lists of items whose type is only visible to their kind and their system.

use super::Kind;
use ganttlet_core::order;
use ganttlet_core::time::Time;
use std::any::Any;
use std::cell::OnceCell;
use std::fmt::Debug;
use std::rc::Rc;

/// An item of a kind of work: a job, a workflow, an absence of a machine.
pub trait Item: Clone + Debug + PartialEq + 'static {
    /// Its kind.
    const KIND: &'static Kind;

    /// Arrival time.
    fn arrival(&self) -> Time;

    /// Number of jobs or tasks that a run creates for it at its start.
    fn tasks(&self) -> usize {
        1
    }

    /// The predecessors and successors of one of its tasks.
    fn dependencies(&self, _task: usize) -> Option<(&[u32], &[u32])> {
        None
    }

    /// The program of one of its tasks, if known.
    fn program(&self, _task: usize) -> Option<&str> {
        None
    }

    /// The first lines of text that identify its content in tests.
    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String>;

    /// True if its numbers and ids are valid for a platform.
    #[cfg(test)]
    fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool;
}

/// Items of any kind.
trait Items: Any + Debug {
    fn tasks(&self) -> usize;
    fn dependencies(&self, task: u32) -> Option<(Vec<u32>, Vec<u32>)>;
    fn program(&self, task: u32) -> Option<&str>;
    fn has_dependencies(&self) -> bool;
    fn sort(&mut self);
    fn append(&mut self, more: &mut dyn Any);
    fn copy(&self) -> Rc<dyn Items>;
    fn is_same(&self, other: &dyn Any) -> bool;
    #[cfg(test)]
    fn pinned_text(&self) -> String;
    #[cfg(test)]
    fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool;
}

impl<T: Item> Items for Vec<T> {
    fn tasks(&self) -> usize {
        self.iter().map(T::tasks).sum()
    }

    fn dependencies(&self, task: u32) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut first = 0;
        for item in self {
            let count = item.tasks() as u32;
            if task - first < count {
                let (before, after) = item.dependencies((task - first) as usize)?;
                let of_all = |own: &[u32]| own.iter().map(|&task| first + task).collect();
                return Some((of_all(before), of_all(after)));
            }
            first += count;
        }
        None
    }

    fn program(&self, mut task: u32) -> Option<&str> {
        for item in self {
            let count = item.tasks() as u32;
            if task < count {
                return item.program(task as usize);
            }
            task -= count;
        }
        None
    }

    fn has_dependencies(&self) -> bool {
        self.iter().any(|item| item.dependencies(0).is_some())
    }

    fn sort(&mut self) {
        order::sort_by_key(self, |item| item.arrival().0);
    }

    fn append(&mut self, more: &mut dyn Any) {
        self.append(expect_same_kind(more.downcast_mut()));
    }

    fn copy(&self) -> Rc<dyn Items> {
        Rc::new(self.clone())
    }

    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    #[cfg(test)]
    fn pinned_text(&self) -> String {
        self.iter().take(3).flat_map(T::pinned_lines).fold(String::new(), |text, line| text + &line + "\n")
    }

    #[cfg(test)]
    fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool {
        self.is_sorted_by_key(T::arrival) && self.iter().all(|item| item.is_sound(platform))
    }
}

fn expect_same_kind<T>(items: Option<T>) -> T {
    items.expect("the reader lets only work through that its system runs")
}

/// Work for a grid: items of one kind. A clone shares the items until one of the two is changed.
#[derive(Clone, Debug)]
pub struct Work {
    kind: &'static Kind,
    items: Rc<dyn Items>,
    /// A value derived from the items, shared with other runs of the same work.
    derived: Rc<OnceCell<Rc<dyn Any>>>,
    /// True if a limit on the number of items has left some out.
    cut: bool,
}

impl Work {
    /// Work of these items.
    pub fn new<T: Item>(items: Vec<T>) -> Self {
        Self { kind: T::KIND, items: Rc::new(items), derived: Rc::default(), cut: false }
    }

    /// The same, with whether a limit on the number of items has left some out.
    #[must_use]
    pub fn with_cut(self, cut: bool) -> Self {
        Self { cut, ..self }
    }

    /// True if a limit on the number of items has left some out.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// No items of a kind.
    pub fn empty<T: Item>() -> Self {
        Self::new::<T>(Vec::new())
    }

    /// Its kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The items, if they are of this kind.
    pub fn items<T: Item>(&self) -> Option<&[T]> {
        (&*self.items as &dyn Any).downcast_ref::<Vec<T>>().map(Vec::as_slice)
    }

    /// Takes out the items.
    ///
    /// # Panics
    /// If they are of another kind, which the reader has excluded.
    pub fn take<T: Item>(&mut self) -> Vec<T> {
        std::mem::take(expect_same_kind((self.items_mut() as &mut dyn Any).downcast_mut()))
    }

    /// Changes the items, if they are of this kind.
    pub fn change<T: Item>(&mut self, change: impl FnOnce(&mut Vec<T>)) {
        if let Some(items) = (self.items_mut() as &mut dyn Any).downcast_mut() {
            change(items);
        }
    }

    /// The items for reading: shared by all runs of the same work.
    ///
    /// # Panics
    /// As [`Self::take`].
    pub fn shared_items<T: Item>(&self) -> Rc<Vec<T>> {
        expect_same_kind((self.items.clone() as Rc<dyn Any>).downcast().ok())
    }

    /// A value that `make` derives from the items: once, for all runs of the same work.
    ///
    /// # Panics
    /// As [`Self::take`].
    pub fn derive_once<T: Item, D: 'static>(&self, make: impl Fn(&[T]) -> D) -> Rc<D> {
        let fresh = || Rc::new(make(expect_same_kind(self.items())));
        let kept = self.derived.get_or_init(|| fresh());
        kept.clone().downcast().unwrap_or_else(|_| fresh())
    }

    /// The items, for changes: they are not shared.
    fn items_mut(&mut self) -> &mut dyn Items {
        self.derived = Rc::default();
        if Rc::get_mut(&mut self.items).is_none() {
            self.items = self.items.copy();
        }
        Rc::get_mut(&mut self.items).expect("a copy of its own")
    }

    /// Number of jobs or tasks.
    pub fn tasks(&self) -> usize {
        self.items.tasks()
    }

    /// The predecessors and successors of a task, counted through all items. None if there is no such task, or its
    /// tasks have no dependencies.
    pub fn dependencies(&self, task: u32) -> Option<(Vec<u32>, Vec<u32>)> {
        self.items.dependencies(task)
    }

    /// The program of a task, if known; tasks are counted through all items.
    pub fn program(&self, task: u32) -> Option<&str> {
        self.items.program(task)
    }

    /// True if some of its tasks have dependencies.
    pub fn has_dependencies(&self) -> bool {
        self.items.has_dependencies()
    }

    /// Sorts it by arrival time; items of the same instant keep their order.
    pub fn sort(&mut self) {
        self.items_mut().sort();
    }

    /// Appends more items of the same kind.
    pub fn append(&mut self, more: &mut Self) {
        self.items_mut().append(more.items_mut());
    }

    /// The first lines of text that identify its content in tests.
    #[cfg(test)]
    pub(super) fn pinned_text(&self) -> String {
        self.items.pinned_text()
    }

    /// True if it is sorted and valid for a platform.
    #[cfg(test)]
    pub(super) fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool {
        self.items.is_sound(platform)
    }
}

impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        self.items.is_same(&*other.items)
    }
}

/// Work of several kinds.
#[derive(Clone, Debug, Default)]
pub struct Works(Vec<Work>);

impl Works {
    /// Adds work after the existing work of its kind.
    pub fn add(&mut self, mut work: Work) {
        match self.0.iter_mut().find(|one| one.kind == work.kind) {
            Some(one) => one.append(&mut work),
            None => self.0.push(work),
        }
    }

    /// Takes out all work of a kind, in the order of addition.
    pub fn remove(&mut self, kind: &Kind) -> Work {
        let place = self.0.iter().position(|one| one.kind == kind);
        place.map_or_else(kind.none, |place| self.0.swap_remove(place))
    }

    /// Changes the items of a kind, once they are in the order of arrival.
    pub fn change<T: Item>(&mut self, change: impl FnOnce(&mut Vec<T>)) {
        if let Some(work) = self.0.iter_mut().find(|one| one.kind == T::KIND) {
            work.sort();
            work.change(change);
        }
    }

    /// Takes out all the items of a kind.
    pub fn take<T: Item>(&mut self) -> Vec<T> {
        self.remove(T::KIND).take()
    }

    /// All the items of a kind.
    pub fn items<T: Item>(&self) -> &[T] {
        self.0.iter().find_map(Work::items).unwrap_or_default()
    }

    /// Number of jobs or tasks.
    pub fn tasks(&self) -> usize {
        self.0.iter().map(Work::tasks).sum()
    }

    /// Sorts the work of each kind by arrival time.
    pub fn sort(&mut self) {
        self.0.iter_mut().for_each(Work::sort);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Job;

    /// Derived values are shared by all runs of the same work, and never with other items.
    #[test]
    fn derived_values_are_shared_until_the_items_change() {
        let first = Work::new(vec![Job { nodes: 3, ..Job::default() }]);
        let nodes = |work: &Work| {
            work.derive_once(|jobs: &[Job]| jobs.iter().map(|job| job.nodes).collect::<Vec<_>>())
        };
        let mut other = first.clone();
        assert!(Rc::ptr_eq(&nodes(&first), &nodes(&other)));
        other.append(&mut Work::new(vec![Job { nodes: 5, ..Job::default() }]));
        assert_eq!((nodes(&first).to_vec(), nodes(&other).to_vec()), (vec![3], vec![3, 5]));
        // A value of another type is derived each time.
        assert_eq!(*first.derive_once(|jobs: &[Job]| jobs.len()), 1);
    }
}
