//! The waiting tasks of a scheduler that have no turn: one queue per user, or one for all.

use super::policy::selection::{TurnShare, UserId};
use std::collections::VecDeque;

/// Consecutive tasks of a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TaskRange {
    bag: u32,
    from: u32,
    to: u32,
}

/// The queues, by the users in the order of their first submissions.
#[derive(Debug, Default)]
pub(super) struct UserQueues {
    lanes: Vec<VecDeque<TaskRange>>,
    /// Queues with tasks, one bit each.
    occupied: Vec<u64>,
    /// Number of tasks.
    waiting: u32,
}

impl UserQueues {
    /// True if no task waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// The queue of a user, created if necessary and marked as occupied.
    fn queue_of(&mut self, user: UserId) -> &mut VecDeque<TaskRange> {
        let place = user as usize;
        if self.lanes.len() <= place {
            self.lanes.resize_with(place + 1, VecDeque::new);
            self.occupied.resize(place / 64 + 1, 0);
        }
        self.occupied[place / 64] |= 1 << (place % 64);
        self.waiting += 1;
        &mut self.lanes[place]
    }

    /// Adds a task of a bag to the end of a queue.
    pub(super) fn push_task(&mut self, user: UserId, bag: u32, task: u32) {
        let lane = self.queue_of(user);
        match lane.back_mut() {
            Some(last) if (last.bag, last.to) == (bag, task) => last.to += 1,
            _ => lane.push_back(TaskRange { bag, from: task, to: task + 1 }),
        }
    }

    /// Returns a task that had a turn and did not start to its place: before all others of its queue.
    pub(super) fn return_task(&mut self, user: UserId, bag: u32, task: u32) {
        let lane = self.queue_of(user);
        match lane.front_mut() {
            Some(first) if (first.bag, first.from) == (bag, task + 1) => first.from -= 1,
            _ => lane.push_front(TaskRange { bag, from: task, to: task + 1 }),
        }
    }

    /// The occupied queues, ascending, each with the bag of its oldest task.
    pub(super) fn occupied_queues(&self) -> impl Iterator<Item = (UserId, u32)> {
        self.occupied.iter().zip(0..).flat_map(move |(&bits, word)| {
            let next = |&bits: &u64| Some(bits & (bits - 1)).filter(|&rest| rest != 0);
            std::iter::successors(Some(bits).filter(|&bits| bits != 0), next).map(move |bits| {
                let lane = word * 64 + bits.trailing_zeros();
                (lane, self.lanes[lane as usize].front().map_or(0, |chunk| chunk.bag))
            })
        })
    }

    /// The bags with tasks in a queue, in their order.
    pub(super) fn bags_of(&self, user: UserId) -> impl Iterator<Item = u32> {
        let chunks = self.lanes.get(user as usize).into_iter().flatten();
        let mut before = None;
        chunks.map(|chunk| chunk.bag).filter(move |&bag| before.replace(bag) != Some(bag))
    }

    /// The task that waits longest in a lane.
    pub(super) fn oldest_task(&self, user: UserId) -> Option<u32> {
        self.lanes.get(user as usize)?.front().map(|chunk| chunk.from)
    }

    /// Takes the tasks of a turn out of a lane.
    pub(super) fn take_tasks(&mut self, user: UserId, share: TurnShare, tasks: &mut Vec<u32>) {
        let lane = &mut self.lanes[user as usize];
        let before = tasks.len();
        let bag = lane.front().map(|chunk| chunk.bag);
        while let Some(&first) =
            lane.front().filter(|chunk| share == TurnShare::All || Some(chunk.bag) == bag)
        {
            if share == TurnShare::Task && first.from + 1 < first.to {
                lane[0].from += 1;
            } else {
                lane.pop_front();
            }
            let to = if share == TurnShare::Task { first.from + 1 } else { first.to };
            tasks.extend(first.from..to);
            if share == TurnShare::Task {
                break;
            }
        }
        if lane.is_empty() {
            self.occupied[user as usize / 64] &= !(1 << (user % 64));
        }
        self.waiting -= (tasks.len() - before) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_the_tasks_of_its_share() {
        let mut lanes = UserQueues::default();
        for (user, bag, tasks) in [(70, 0, 0..3), (2, 1, 3..4), (70, 2, 4..6)] {
            tasks.for_each(|task| lanes.push_task(user, bag, task));
        }
        assert_eq!(lanes.occupied_queues().collect::<Vec<_>>(), [(2, 1), (70, 0)]);
        assert_eq!(lanes.bags_of(70).collect::<Vec<_>>(), [0, 2]);
        let mut taken = Vec::new();
        lanes.take_tasks(70, TurnShare::Task, &mut taken);
        assert_eq!(taken, [0]);
        lanes.return_task(70, 0, 0);
        lanes.take_tasks(70, TurnShare::Bag, &mut taken);
        assert_eq!(taken, [0, 0, 1, 2]);
        assert_eq!(lanes.occupied_queues().collect::<Vec<_>>(), [(2, 1), (70, 2)]);
        lanes.take_tasks(70, TurnShare::All, &mut taken);
        lanes.take_tasks(2, TurnShare::All, &mut taken);
        assert_eq!(taken, [0, 0, 1, 2, 4, 5, 3]);
        assert!(lanes.is_empty() && lanes.occupied_queues().next().is_none());
    }
}
