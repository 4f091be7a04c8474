//! Lists of different lengths in one block of memory.

/// Lists of different lengths in one block of memory, one list per row.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    /// The start of each row, and the end of the last.
    from: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// `rows` rows from items with their row numbers; within a row they keep their order.
    pub fn new(rows: usize, items: &[(u32, T)]) -> Self {
        let mut from = vec![0; rows + 1];
        for &(row, _) in items {
            from[row as usize + 1] += 1;
        }
        for row in 0..rows {
            from[row + 1] += from[row];
        }
        let mut next = from.clone();
        let mut order = vec![0; items.len()];
        for (&(row, _), item) in items.iter().zip(0_u32..) {
            let place = &mut next[row as usize];
            order[*place as usize] = item;
            *place += 1;
        }
        Self { from, items: order.into_iter().map(|i| items[i as usize].1).collect() }
    }

    /// The items of a row.
    pub fn row(&self, row: u32) -> &[T] {
        &self.items[self.from[row as usize] as usize..self.from[row as usize + 1] as usize]
    }
}
