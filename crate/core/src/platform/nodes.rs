//! Sets of nodes of one cluster: ranges for storage, bits for searches.

use std::fmt;

/// A set of nodes as ascending, separate ranges `(first, count)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    ranges: Vec<(u32, u32)>,
}

impl NodeSet {
    /// The ranges, ascending.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Number of nodes.
    #[inline]
    pub fn len(&self) -> u32 {
        self.ranges.iter().map(|&(_, count)| count).sum()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Adds a range after all others; joins it to the last one if they are adjacent.
    #[inline]
    pub fn push(&mut self, first: u32, count: u32) {
        match self.ranges.last_mut() {
            Some((start, length)) if *start + *length == first => *length += count,
            _ => self.ranges.push((first, count)),
        }
    }

    /// Adds all nodes of another set, which is disjoint.
    pub fn add_disjoint(&mut self, other: &Self) {
        let mut all: Vec<(u32, u32)> = self.ranges.iter().chain(&other.ranges).copied().collect();
        crate::order::sort_pairs(&mut all);
        self.ranges.clear();
        for (first, count) in all {
            self.push(first, count);
        }
    }

    /// Removes the `count` highest nodes and passes their ranges to `range`, the highest first.
    pub fn remove_highest(&mut self, mut count: u32, mut range: impl FnMut(u32, u32)) {
        while let Some((first, length)) = self.ranges.last_mut().filter(|_| count > 0) {
            let taken = count.min(*length);
            *length -= taken;
            count -= taken;
            range(*first + *length, taken);
            if *length == 0 {
                self.ranges.pop();
            }
        }
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// Each node, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().flat_map(|&(first, count)| first..first + count)
    }
}

/// Ranges separated by spaces, as in schedules of Batsim: `0-3 7 9-10`.
impl fmt::Display for NodeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(first, count)) in self.ranges.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            match count {
                1 => write!(f, "{space}{first}")?,
                _ => write!(f, "{space}{first}-{}", first + count - 1)?,
            }
        }
        Ok(())
    }
}

/// The free nodes of a cluster, one bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeNodes {
    words: Vec<u64>,
    free: u32,
    nodes: u32,
    /// No word before this one has a free node.
    first_word: usize,
}

impl FreeNodes {
    /// A cluster of `nodes` free nodes.
    pub fn all_free(nodes: u32) -> Self {
        let mut words = vec![u64::MAX; nodes.div_ceil(64) as usize];
        if let Some(last) = words.last_mut().filter(|_| !nodes.is_multiple_of(64)) {
            *last = (1 << (nodes % 64)) - 1;
        }
        Self { words, free: nodes, nodes, first_word: 0 }
    }

    /// Number of free nodes.
    pub fn count(&self) -> u32 {
        self.free
    }

    /// Number of nodes, free or not.
    pub fn total(&self) -> u32 {
        self.nodes
    }

    /// True if this node is free.
    pub fn contains(&self, node: u32) -> bool {
        self.words[(node / 64) as usize] >> (node % 64) & 1 == 1
    }

    /// Allocates the `count` free nodes with the lowest numbers and passes each range to `range(first, count)`, in
    /// ascending order. Returns false, without any change, if there are too few.
    #[inline]
    pub fn take_lowest(&mut self, count: u32, mut range: impl FnMut(u32, u32)) -> bool {
        if count > self.free {
            return false;
        }
        self.free -= count;
        let mut wanted = count;
        let (mut first, mut length) = (0, 0);
        let mut word = self.first_word;
        while wanted > 0 {
            let bits = self.words[word];
            if bits == 0 {
                word += 1;
                continue;
            }
            let low = bits.trailing_zeros();
            let run = (bits >> low).trailing_ones().min(wanted);
            let mask = if run == 64 { u64::MAX } else { ((1 << run) - 1) << low };
            self.words[word] &= !mask;
            let node = word as u32 * 64 + low;
            if length > 0 && first + length == node {
                length += run;
            } else {
                if length > 0 {
                    range(first, length);
                }
                (first, length) = (node, run);
            }
            wanted -= run;
        }
        self.first_word = word.min(self.words.len());
        if length > 0 {
            range(first, length);
        }
        true
    }

    /// Allocates exactly these nodes.
    ///
    /// # Panics
    /// In debug builds, if one of them is not free.
    #[inline]
    pub fn take(&mut self, first: u32, count: u32) {
        self.change_words(first, count, |word, mask| {
            debug_assert!(*word & mask == mask, "a node is taken twice");
            *word &= !mask;
        });
        self.free -= count;
    }

    /// Frees these nodes.
    ///
    /// # Panics
    /// In debug builds, if one of them is free already.
    #[inline]
    pub fn give_back(&mut self, first: u32, count: u32) {
        self.change_words(first, count, |word, mask| {
            debug_assert!(*word & mask == 0, "a node is given back twice");
            *word |= mask;
        });
        self.free += count;
        self.first_word = self.first_word.min((first / 64) as usize);
    }

    /// Passes each word of the bit set that contains nodes of a range, with their bits.
    #[inline]
    fn change_words(&mut self, first: u32, count: u32, mut change: impl FnMut(&mut u64, u64)) {
        let end = first + count;
        let mut node = first;
        while node < end {
            let (word, low) = ((node / 64) as usize, node % 64);
            let run = (end - node).min(64 - low);
            let mask = if run == 64 { u64::MAX } else { ((1 << run) - 1) << low };
            change(&mut self.words[word], mask);
            node += run;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(free: &mut FreeNodes, count: u32) -> String {
        let mut set = NodeSet::default();
        if free.take_lowest(count, |first, count| set.push(first, count)) {
            set.to_string()
        } else {
            "no".into()
        }
    }

    #[test]
    fn the_lowest_free_nodes_are_allocated_first() {
        let mut free = FreeNodes::all_free(130);
        assert_eq!(take(&mut free, 3), "0-2");
        assert_eq!(take(&mut free, 100), "3-102");
        free.give_back(1, 1);
        free.give_back(60, 10);
        assert_eq!(take(&mut free, 12), "1 60-69 103");
        assert_eq!(free.count(), 26);
        assert_eq!(take(&mut free, 27), "no");
        assert_eq!(take(&mut free, 26), "104-129");
        free.give_back(0, 130);
        assert_eq!(take(&mut free, 130), "0-129");
    }

    #[test]
    fn a_given_range_can_be_allocated() {
        let mut free = FreeNodes::all_free(70);
        free.take(62, 4);
        assert_eq!(
            (free.contains(61), free.contains(62), free.contains(65), free.contains(66)),
            (true, false, false, true)
        );
        assert_eq!(take(&mut free, 64), "0-61 66-67");
    }
}
