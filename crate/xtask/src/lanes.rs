//! Many independent programs that keep one core busy each, two at a time. Browsers are none: one alone fills two cores, and
//! two of them end no sooner.

use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Result;

/// How many run at the same time.
const LANES: usize = 2;

/// Does the work for each item, in their order, and returns what came out in the order in which they ended.
///
/// Fails with the first that fails; what runs beside it is finished, the rest is not begun.
pub(crate) fn two_at_a_time<'a, T: Sync, R: Send>(
    items: &'a [T],
    work: impl Fn(&'a T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let waiting = Mutex::new(items.iter());
    let ended = Mutex::new(Ok(Vec::with_capacity(items.len())));
    let lane = || {
        while let Some(item) = next(&waiting, &ended) {
            let result = work(item);
            let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *ended, result) {
                (Ok(all), Ok(one)) => all.push(one),
                (Ok(_), Err(wrong)) => *ended = Err(wrong),
                (Err(_), _) => {}
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(lane);
        }
    });
    ended.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The next item to work on, unless something has failed.
fn next<'a, T, R>(waiting: &Mutex<std::slice::Iter<'a, T>>, ended: &Mutex<Result<Vec<R>>>) -> Option<&'a T> {
    if ended.lock().unwrap_or_else(PoisonError::into_inner).is_err() {
        return None;
    }
    waiting.lock().unwrap_or_else(PoisonError::into_inner).next()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    use anyhow::bail;

    use super::*;

    #[test]
    fn two_run_at_the_same_time_and_each_once() {
        let together = Barrier::new(LANES);
        let mut ended = two_at_a_time(&[1, 2, 3, 4], |number| {
            together.wait();
            Ok(number * 10)
        })
        .expect("none fails");
        ended.sort_unstable();
        assert_eq!(ended, [10, 20, 30, 40]);
    }

    #[test]
    fn nothing_is_begun_after_a_failure() {
        let begun = AtomicU32::new(0);
        let wrong = two_at_a_time(&[0; 100], |_| -> Result<()> {
            begun.fetch_add(1, Ordering::SeqCst);
            bail!("it broke")
        });
        assert_eq!(wrong.expect_err("each fails").to_string(), "it broke");
        assert!(begun.load(Ordering::SeqCst) <= 2);
    }
}
