//! When machines are free, the first of them at hand: a binary heap that can be copied and whose first entry can be put
//! off, which is all that list scheduling does, millions of times in a study.

/// When each of some machines is free.
#[derive(Default)]
pub(super) struct Queue {
    /// A heap, the least time on top: that at place `i` is not after those at `2 i + 1` and `2 i + 2`.
    times: Vec<i64>,
}

impl Queue {
    /// One more machine, free at this time.
    pub(super) fn push(&mut self, time: i64) {
        let mut place = self.times.len();
        self.times.push(time);
        while place > 0 {
            let above = (place - 1) / 2;
            if self.times[above] <= time {
                break;
            }
            self.times[place] = self.times[above];
            place = above;
        }
        self.times[place] = time;
    }

    /// Becomes the same as another.
    pub(super) fn copy(&mut self, other: &Self) {
        self.times.clear();
        self.times.extend_from_slice(&other.times);
    }

    /// The machine that is free first works for so long; when it is free again. With no machine, no time.
    #[inline]
    pub(super) fn delay_first(&mut self, by: i64) -> i64 {
        let heap = &mut self.times[..];
        let Some(&first) = heap.first() else { return 0 };
        let time = first.saturating_add(by);
        let mut place = 0;
        loop {
            let left = 2 * place + 1;
            let Some(&[one, other]) = heap.get(left..left + 2).and_then(|pair| pair.first_chunk()) else {
                break;
            };
            // No branch: which of the two comes first cannot be guessed.
            let child = left + usize::from(other < one);
            let least = one.min(other);
            if time <= least {
                break;
            }
            heap[place] = least;
            place = child;
        }
        let left = 2 * place + 1;
        if left + 1 == heap.len() && heap[left] < time {
            heap[place] = heap[left];
            place = left;
        }
        heap[place] = time;
        time
    }
}
