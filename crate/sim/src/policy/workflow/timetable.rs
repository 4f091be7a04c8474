//! The planned use of processors, with the gaps between tasks.
//!
//! The earliest finish on a cluster is found without visiting each processor. A tree finds the lowest processor that is
//! free after its last task; gaps are kept in one list by end, of which only those that end late enough are examined.

use ganttlet_core::time::{Span, Time};

/// Maximum number of gaps, and of seams, stored per cluster. The gap with the earliest end is dropped first, so that
/// hostile plans remain fast.
const GAPS: usize = 4_096;

/// Free time between two tasks of a processor.
#[derive(Clone, Copy, Debug)]
struct Gap {
    start: Time,
    end: Time,
    processor: u32,
}

/// The planned use of the processors of one cluster.
#[derive(Clone, Debug)]
struct ClusterTimetable {
    processors: u32,
    /// Number of processors with tasks: always the first ones.
    used: u32,
    /// The end of the last task of each used processor, as a tree: the root is at 1, leaves from `leaves` on, each
    /// inner node the minimum of its two children.
    tails: Vec<Time>,
    leaves: usize,
    /// By end, then by processor.
    gaps: Vec<Gap>,
    /// Times at which a task begins at the end of another, or at time 0: by time, then by processor.
    seams: Vec<(Time, u32)>,
}

/// A place for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedSlot {
    /// The cluster.
    pub cluster: usize,
    /// The processor in the cluster.
    pub processor: u32,
    /// When it begins.
    pub start: Time,
    /// When it ends.
    pub end: Time,
}

impl PlannedSlot {
    /// The one that ends first; the first among ties.
    #[must_use]
    pub fn earlier_ending(self, other: Self) -> Self {
        if other.end < self.end { other } else { self }
    }
}

impl ClusterTimetable {
    fn new(processors: u32) -> Self {
        Self {
            processors,
            used: 0,
            tails: vec![Time::MAX; 2],
            leaves: 1,
            gaps: Vec::new(),
            seams: Vec::new(),
        }
    }

    /// The lowest used processor that is free after its last task from `time` on. The caller has checked that there is
    /// one.
    fn first_free(&self, time: Time) -> u32 {
        let mut at = 1;
        while at < self.leaves {
            at *= 2;
            if self.tails[at] > time {
                at += 1;
            }
        }
        (at - self.leaves) as u32
    }

    fn last_end(&self, processor: u32) -> Time {
        if processor < self.used { self.tails[self.leaves + processor as usize] } else { Time::ZERO }
    }

    fn set_last_end(&mut self, processor: u32, end: Time) {
        if processor >= self.used {
            self.used = processor + 1;
            if self.used as usize > self.leaves {
                self.double_capacity();
            }
        }
        let mut at = self.leaves + processor as usize;
        self.tails[at] = end;
        while at > 1 {
            at /= 2;
            self.tails[at] = self.tails[2 * at].min(self.tails[2 * at + 1]);
        }
    }

    /// Doubles the number of leaves.
    fn double_capacity(&mut self) {
        let mut tails = vec![Time::MAX; 4 * self.leaves];
        let more = 2 * self.leaves;
        tails[more..more + self.leaves].copy_from_slice(&self.tails[self.leaves..2 * self.leaves]);
        for at in (1..more).rev() {
            tails[at] = tails[2 * at].min(tails[2 * at + 1]);
        }
        (self.tails, self.leaves) = (tails, more);
    }

    /// The earliest finish of `run` that begins at `ready` or later, in a gap or after the last task; none if the
    /// cluster is empty.
    fn earliest_slot(&self, cluster: usize, ready: Time, run: Span) -> Option<PlannedSlot> {
        let (least, fresh) = (self.tails[1], self.used < self.processors);
        let (processor, start) = match self.used {
            0 if !fresh => return None,
            used if used > 0 && least <= ready => (self.first_free(ready), ready),
            used if fresh => (used, ready),
            _ => (self.first_free(least), least),
        };
        let behind = PlannedSlot { cluster, processor, start, end: start + run };
        Some(self.earliest_gap(behind, ready, run, |_| true))
    }

    /// The same on one processor.
    fn earliest_slot_on(&self, (cluster, processor): (usize, u32), ready: Time, run: Span) -> PlannedSlot {
        let start = ready.max(self.last_end(processor));
        let behind = PlannedSlot { cluster, processor, start, end: start + run };
        self.earliest_gap(behind, ready, run, |other| other == processor)
    }

    /// The first place in an allowed gap or seam of a processor, if it ends no later than `behind`. Among those that
    /// allow an immediate start, the gap that ends first, which is the tightest: a seam precedes all others.
    fn earliest_gap(
        &self,
        behind: PlannedSlot,
        ready: Time,
        run: Span,
        allowed: impl Fn(u32) -> bool,
    ) -> PlannedSlot {
        let mut best: Option<PlannedSlot> = None;
        if run == Span::ZERO {
            let late = self.seams.partition_point(|&(time, _)| time < ready);
            let seam = self.seams[late..].iter().find(|&&(_, processor)| allowed(processor));
            best = seam.map(|&(start, processor)| PlannedSlot { processor, start, end: start, ..behind });
        }
        let late = self.gaps.partition_point(|gap| gap.end < ready + run);
        for gap in self.gaps[late..].iter().filter(|gap| allowed(gap.processor)) {
            let start = gap.start.max(ready);
            let end = start + run;
            if end <= gap.end && best.is_none_or(|best| end < best.end) {
                best = Some(PlannedSlot { processor: gap.processor, start, end, ..behind });
                if start == ready {
                    break;
                }
            }
        }
        best.map_or(behind, |best| best.earlier_ending(behind))
    }

    fn occupy(&mut self, place: &PlannedSlot) {
        let tail = self.last_end(place.processor);
        if place.start >= tail {
            self.add_gap(Gap { start: tail, end: place.start, processor: place.processor });
            self.set_last_end(place.processor, place.end);
            return;
        }
        let around = |gap: &Gap| gap.processor == place.processor && gap.start <= place.start;
        let late = self.gaps.partition_point(|gap| gap.end < place.end);
        if let Some(index) = self.gaps[late..].iter().position(around) {
            let gap = self.gaps.remove(late + index);
            self.add_gap(Gap { end: place.start, ..gap });
            self.add_gap(Gap { start: place.end, ..gap });
        }
    }

    fn add_gap(&mut self, gap: Gap) {
        if gap.start < gap.end {
            let key = |gap: &Gap| (gap.end, gap.processor);
            let index = self.gaps.partition_point(|other| key(other) < key(&gap));
            self.gaps.insert(index, gap);
            if self.gaps.len() > GAPS {
                self.gaps.remove(0);
            }
            return;
        }
        let seam = (gap.end, gap.processor);
        let index = self.seams.partition_point(|&other| other < seam);
        if self.seams.get(index) != Some(&seam) {
            self.seams.insert(index, seam);
            if self.seams.len() > GAPS {
                self.seams.remove(0);
            }
        }
    }
}

/// The planned use of all processors.
#[derive(Clone, Debug)]
pub struct Timetable {
    lanes: Vec<ClusterTimetable>,
}

impl Timetable {
    /// An empty timetable of clusters with these numbers of processors.
    pub fn new(processors: &[u32]) -> Self {
        Self { lanes: processors.iter().map(|&count| ClusterTimetable::new(count)).collect() }
    }

    /// Drops gaps that have passed.
    pub fn drop_gaps_before(&mut self, before: Time) {
        for lane in &mut self.lanes {
            // A task of zero length fits where one ends now.
            lane.gaps.retain(|gap| gap.end >= before);
            lane.seams.retain(|&(time, _)| time >= before);
        }
    }

    /// The task planned at `start` on a processor runs: the gap or seam before it is no longer free, also if it has
    /// started earlier than planned.
    pub fn close_gap_before(&mut self, cluster: usize, processor: u32, start: Time) {
        let lane = &mut self.lanes[cluster];
        if let Ok(at) = lane.gaps.binary_search_by_key(&(start, processor), |gap| (gap.end, gap.processor)) {
            lane.gaps.remove(at);
        }
        if let Ok(at) = lane.seams.binary_search(&(start, processor)) {
            lane.seams.remove(at);
        }
    }

    /// The place on this cluster where a task ends first, if it can begin at `ready`; `None` if the cluster is empty.
    pub fn earliest_slot(&self, cluster: usize, ready: Time, run: Span) -> Option<PlannedSlot> {
        self.lanes[cluster].earliest_slot(cluster, ready, run)
    }

    /// The place on this processor of a cluster where a task ends first, if it can begin at `ready`.
    pub fn earliest_slot_on(&self, on: (usize, u32), ready: Time, run: Span) -> PlannedSlot {
        self.lanes[on.0].earliest_slot_on(on, ready, run)
    }

    /// Allocates a place to a task.
    pub fn occupy(&mut self, place: &PlannedSlot) {
        self.lanes[place.cluster].occupy(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::rng::Streams;

    /// The reference: examines every processor and every gap.
    struct PlainTimetable(Vec<Vec<(i64, i64)>>);

    impl PlainTimetable {
        fn earliest(&self, ready: i64, run: i64) -> i64 {
            let on = |tasks: &Vec<(i64, i64)>| {
                let mut from = 0;
                for &(start, end) in tasks {
                    if ready.max(from) + run <= start {
                        break;
                    }
                    from = from.max(end);
                }
                ready.max(from) + run
            };
            self.0.iter().map(on).min().expect("a processor")
        }

        fn take(&mut self, place: &PlannedSlot) {
            let tasks = &mut self.0[place.processor as usize];
            let apart = |&(start, end): &(i64, i64)| end <= place.start.0 || place.end.0 <= start;
            assert!(tasks.iter().all(apart), "{place:?} is taken");
            tasks.push((place.start.0, place.end.0));
            tasks.sort_unstable();
        }
    }

    #[test]
    fn agrees_with_a_search_of_all_processors() {
        let mut stream = Streams::new(5).get("timetable");
        for processors in [1, 2, 3, 9] {
            let mut plain = PlainTimetable(vec![Vec::new(); processors as usize]);
            let mut table = Timetable::new(&[processors]);
            for _ in 0..400 {
                let (ready, run) =
                    (i64::from(stream.uniform_below(500)), i64::from(stream.uniform_below(20)));
                let place = table.earliest_slot(0, Time(ready), Span(run)).expect("a processor");
                assert_eq!((place.end.0, place.end - place.start), (plain.earliest(ready, run), Span(run)));
                let on = table.earliest_slot_on((0, place.processor), Time(ready), Span(run));
                assert_eq!((on.start, on.end), (place.start, place.end));
                plain.take(&place);
                table.occupy(&place);
            }
        }
    }

    #[test]
    fn a_task_of_no_length_fits_where_two_tasks_touch() {
        let place =
            |processor, start, end| PlannedSlot { cluster: 0, processor, start: Time(start), end: Time(end) };
        let mut table = Timetable::new(&[2]);
        for (processor, start, end) in [(0, 0, 2), (0, 2, 5), (1, 0, 4)] {
            table.occupy(&place(processor, start, end));
        }
        let earliest = |table: &Timetable, ready| table.earliest_slot(0, Time(ready), Span::ZERO);
        // Any number of such tasks: the seam remains. A task of one unit needs free time that does not exist there.
        for _ in 0..2 {
            assert_eq!(earliest(&table, 1), Some(place(0, 2, 2)));
            table.occupy(&place(0, 2, 2));
        }
        assert_eq!(table.earliest_slot(0, Time(1), Span(1)), Some(place(1, 4, 5)));
        // Before the first task, on the only requested processor, and after the last task.
        assert_eq!(earliest(&table, 0), Some(place(0, 0, 0)));
        assert_eq!(table.earliest_slot_on((0, 1), Time(1), Span::ZERO), place(1, 4, 4));
        assert_eq!(earliest(&table, 3), Some(place(1, 4, 4)));
        table.drop_gaps_before(Time(2));
        assert_eq!(earliest(&table, 2), Some(place(0, 2, 2)));
    }

    #[test]
    fn an_empty_cluster_has_no_place() {
        assert_eq!(Timetable::new(&[0]).earliest_slot(0, Time::ZERO, Span(1)), None);
    }
}
