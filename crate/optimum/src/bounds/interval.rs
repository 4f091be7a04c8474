//! Energetic reasoning: the work that must run in a window, if the last task is to end by a given time.

use crate::bound::{Bound, Witness};
use crate::instance::Instance;
use crate::numbers::ceil_div;
use crate::width::{Counts, WidthMap};

/// The largest excess over all windows, for the end of the critical path.
pub fn fernandez_bussell(instance: &Instance) -> Bound {
    let widths: Vec<i64> = instance.jobs().iter().map(|job| job.nodes).collect();
    let path = Bound { id: "fernandez-bussell", ..super::graph::critical_path(instance) };
    let maps = [Counts::identity(instance.nodes(), &widths)];
    match largest_excess(instance, path.value, &maps) {
        Some((excess, witness)) => Bound::new("fernandez-bussell", path.value + excess, witness),
        None => path,
    }
}

/// As [`fernandez_bussell`], with the end moved until no window is overfull, and with all width maps.
pub fn interval(instance: &Instance) -> Bound {
    let widths: Vec<i64> = instance.jobs().iter().map(|job| job.nodes).collect();
    let mut best = Bound { id: "interval", ..super::graph::level(instance) };
    let maps = Counts::of_all_maps(instance.nodes(), &widths);
    while let Some((excess, witness)) = largest_excess(instance, best.value, &maps) {
        best.value += excess;
        best.witness = witness;
    }
    best
}

/// The times between which a task runs, given the end of all.
struct Span {
    task: usize,
    earliest_start: i128,
    earliest_end: i128,
    latest_start: i128,
    latest_end: i128,
    run: i128,
    /// The index of its width in the list of distinct widths.
    width: usize,
}

impl Span {
    /// The part of the task that must run within a window.
    fn part(&self, from: i128, to: i128) -> i128 {
        self.run.min(to - from).min(self.earliest_end - from).min(to - self.latest_start)
    }
}

/// The largest excess above 0 of the work that must run in a window over the capacity of the window.
fn largest_excess(instance: &Instance, end: i128, maps: &[Counts]) -> Option<(i128, Witness)> {
    let mut distinct: Vec<i64> = instance.jobs().iter().map(|job| job.nodes).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let spans: Vec<Span> = spans(instance, end, &distinct);
    let firsts = sorted_times(spans.iter().flat_map(|span| [span.earliest_start, span.latest_start]));
    let lasts = sorted_times(spans.iter().flat_map(|span| [span.earliest_end, span.latest_end]));
    // The counts of the distinct widths, by map.
    let counts: Vec<Vec<i128>> = maps
        .iter()
        .map(|map| distinct.iter().map(|&nodes| map.map.count(nodes, instance.nodes()).into()).collect())
        .collect();
    let mut needs = vec![0_i128; distinct.len()];
    let mut worst: Option<(i128, i128, i128, WidthMap)> = None;
    for &from in &firsts {
        for &to in lasts.iter().filter(|&&to| to > from) {
            needs.fill(0);
            for span in &spans {
                needs[span.width] += span.part(from, to).max(0);
            }
            for (map, counts) in maps.iter().zip(&counts) {
                let need: i128 = needs.iter().zip(counts).map(|(need, count)| need * count).sum();
                let excess = need - i128::from(map.capacity) * (to - from);
                if excess > 0 {
                    let excess = ceil_div(excess, map.capacity.into());
                    if worst.is_none_or(|(most, ..)| excess > most) {
                        worst = Some((excess, from, to, map.map));
                    }
                }
            }
        }
    }
    let (excess, from, to, width) = worst?;
    let tasks = spans.iter().filter(|span| span.part(from, to) > 0).map(|span| span.task).collect();
    let time = |value: i128| i64::try_from(value).unwrap_or(i64::MAX);
    Some((excess, Witness::Window { from: time(from), to: time(to), width, tasks }))
}

/// The time spans in which tasks must run, if the last one ends at `end`.
fn spans(instance: &Instance, end: i128, distinct: &[i64]) -> Vec<Span> {
    let span = |task: usize| {
        let job = &instance.jobs()[task];
        let (run, earliest_start) = (i128::from(job.run), i128::from(instance.heads()[task]));
        let latest_end = end - i128::from(instance.tails()[task]);
        Span {
            task,
            earliest_start,
            earliest_end: earliest_start + run,
            latest_start: latest_end - run,
            latest_end,
            run,
            width: distinct.binary_search(&job.nodes).unwrap_or(0),
        }
    };
    (0..instance.len()).filter(|&task| instance.jobs()[task].run > 0).map(span).collect()
}

/// The distinct times, ascending.
fn sorted_times(times: impl Iterator<Item = i128>) -> Vec<i128> {
    let mut times: Vec<i128> = times.collect();
    times.sort_unstable();
    times.dedup();
    times
}
