//! Sorting by number.
//!
//! The sort of the standard library is compiled for each type and comparison, several kilobytes each. All sorts here
//! use one type, pairs of a key and an index, so that the wasm package contains it once.

/// The indices from 0 to `count` in the order of their keys; ties in the order of the indices.
pub fn indices_by_key(count: usize, key: impl Fn(usize) -> i64) -> Vec<u32> {
    sorted_indices(count, &key)
}

/// The indices below `count`, sorted by a key; ties in ascending order.
fn sorted_indices(count: usize, key: &dyn Fn(usize) -> i64) -> Vec<u32> {
    let mut keyed: Vec<(i64, u32)> = (0..count).map(|index| (key(index), index as u32)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// Sorts items by their keys; items with equal keys keep their order.
pub fn sort_by_key<T>(items: &mut [T], key: impl Fn(&T) -> i64) {
    let order = sorted_indices(items.len(), &|index| key(&items[index]));
    permute(order, &mut |one, other| items.swap(one, other));
}

/// Permutes a list: the item at index `i` becomes the one that was at index `order[i]`.
fn permute(mut order: Vec<u32>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        // Follows the cycle of this index; an index that is in place points to itself.
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place as u32) as usize;
            if from == first {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

/// Sorts pairs, by the second number where the first ones are equal.
pub fn sort_pairs(pairs: &mut Vec<(u32, u32)>) {
    let mut keyed: Vec<(i64, u32)> = pairs.drain(..).map(|(first, second)| (first.into(), second)).collect();
    keyed.sort_unstable();
    pairs.extend(keyed.into_iter().map(|(first, second)| (first as u32, second)));
}

/// The second numbers of the pairs with the same first one, ascending, after that first one; the first ones also
/// ascend.
pub fn group_pairs(mut pairs: Vec<(u32, u32)>) -> Vec<(u32, Vec<usize>)> {
    sort_pairs(&mut pairs);
    let group =
        |group: &[(u32, u32)]| (group[0].0, group.iter().map(|&(_, second)| second as usize).collect());
    pairs.chunk_by(|one, next| one.0 == next.0).map(group).collect()
}

/// A key with the order of [`f64::total_cmp`].
pub fn float_key(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    // The larger the bits of a negative number, the smaller the number.
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let mut words = vec!["ten", "nine", "one", "three", "two"];
        sort_by_key(&mut words, |word| word.len() as i64);
        assert_eq!(words, ["ten", "one", "two", "nine", "three"]);
        assert_eq!(indices_by_key(4, |index| [3, i64::MIN, 3, -1][index]), [1, 3, 0, 2]);
    }

    #[test]
    fn pairs_sort_by_both() {
        let mut pairs = vec![(2, 0), (u32::MAX, 1), (0, u32::MAX), (2, 0), (0, 3)];
        let mut expected = pairs.clone();
        expected.sort_unstable();
        assert_eq!(
            group_pairs(pairs.clone()),
            [(0, vec![3, u32::MAX as usize]), (2, vec![0, 0]), (u32::MAX, vec![1])]
        );
        sort_pairs(&mut pairs);
        assert_eq!(pairs, expected);
    }

    #[test]
    fn keys_of_floats_order_as_the_numbers_do() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1.0, -1e-300, -0.0, 0.0, 5e-324, 1.0, 2.5, f64::INFINITY];
        assert!(numbers.map(float_key).is_sorted());
        for pair in numbers.windows(2) {
            assert_eq!(float_key(pair[0]).cmp(&float_key(pair[1])), pair[0].total_cmp(&pair[1]));
        }
    }
}
