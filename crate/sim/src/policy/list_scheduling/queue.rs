//! Times at which machines become free: a heap that can be copied and whose first entry can be delayed. List scheduling
//! needs no other operations, and a study performs millions of them.

/// The times at which machines become free.
pub(super) struct MachineQueue {
    /// A heap with four children per entry, which halves its height: the time at place `i` is not after those at `4 i +
    /// 1` to `4 i + 4`. Sentinels at the end of time follow the last entry, so that there are always four children.
    times: Vec<i64>,
}

/// Sentinels after the last entry.
const BEHIND: usize = 3;

impl Default for MachineQueue {
    fn default() -> Self {
        Self { times: vec![i64::MAX; BEHIND] }
    }
}

impl MachineQueue {
    /// Adds a machine that is free at this time.
    pub(super) fn push(&mut self, time: i64) {
        let mut place = self.times.len() - BEHIND;
        self.times.push(i64::MAX);
        while place > 0 {
            let above = (place - 1) / 4;
            if self.times[above] <= time {
                break;
            }
            self.times[place] = self.times[above];
            place = above;
        }
        self.times[place] = time;
    }

    /// Copies another queue.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.times.clear();
        self.times.extend_from_slice(&other.times);
    }

    /// Gives work of this length to the first free machine; returns when that machine is free again. Without machines:
    /// never.
    #[inline]
    pub(super) fn delay_first(&mut self, by: i64) -> i64 {
        let heap = &mut self.times[..];
        let time = heap[0].saturating_add(by);
        let mut place = 0;
        loop {
            let left = 4 * place + 1;
            let Some(&[a, b, c, d]) = heap.get(left..left + 4).and_then(|four| four.first_chunk()) else {
                break;
            };
            // Selects values instead of branching: the branch cannot be predicted.
            let (one, first) = if b < a { (b, 1) } else { (a, 0) };
            let (other, second) = if d < c { (d, 3) } else { (c, 2) };
            let (least, child) = if other < one { (other, second) } else { (one, first) };
            if time <= least {
                break;
            }
            heap[place] = least;
            place = left + child;
        }
        heap[place] = time;
        time
    }
}
