//! The writer of a file for each task that reads it.
//!
//! Tasks of one workflow may write files of the same name. The producer of a file for a reader is the nearest ancestor
//! that writes the file, by number of dependencies; a parent therefore has precedence. Ties go to the ancestor on the
//! highest level (the most dependencies on the longest path from an entry task), as an ancestor of another one has
//! written earlier; further ties go to the first in the workflow. If no ancestor writes the file, it exists from the
//! start.

use super::Workflow;
use crate::{Rows, UNKNOWN};
use ganttlet_core::order;
use std::cmp::Reverse;

/// Maximum number of steps along dependencies in the search for ancestors, so that hostile workflows remain fast.
const MOST_STEPS: u64 = 300_000_000;
/// Number of writers followed simultaneously: the bits of a number.
const BATCH: usize = 64;

/// The producer of each file that a task reads.
#[derive(Clone, Debug)]
pub struct Producers {
    /// The index of the first input of each task.
    from: Vec<u32>,
    tasks: Vec<u32>,
    /// False if the workflow is too large for a complete search: then producers other than parents may be missing.
    pub complete: bool,
}

impl Producers {
    /// The producers of the inputs of a task, in their order; [`UNKNOWN`] for a file that exists from the start.
    pub fn of_task(&self, task: u32) -> &[u32] {
        &self.tasks[self.from[task as usize] as usize..self.from[task as usize + 1] as usize]
    }
}

/// A read of a file that is written by tasks other than a parent.
struct UnresolvedRead {
    file: u32,
    reader: u32,
    /// The index among all inputs.
    input: usize,
    /// The nearest ancestor so far: its distance in dependencies, its level, its number.
    nearest: (u32, Reverse<u32>, u32),
}

impl Workflow {
    /// For each file the tasks that write it, ascending.
    pub fn writers(&self) -> Rows<u32> {
        let written = self.tasks.iter().zip(0..);
        let pairs: Vec<(u32, u32)> =
            written.flat_map(|(task, id)| task.outputs.iter().map(move |&file| (file, id))).collect();
        Rows::new(self.files.len(), &pairs)
    }

    /// The producer of each file for each of its readers; `order` is a topological order.
    pub fn producers(&self, order: &[u32]) -> Producers {
        let writers = self.writers();
        let levels = self.levels(order);
        let (mut from, mut tasks) = (vec![0], Vec::new());
        let (mut open, mut left) = (Vec::new(), MOST_STEPS);
        for (task, reader) in self.tasks.iter().zip(0..) {
            for &file in &task.inputs {
                let known = writers.row(file);
                let parent = nearest_parent(known, &task.parents, &levels, &mut left);
                if parent == UNKNOWN && known.iter().any(|&writer| writer != reader) {
                    let nearest = (u32::MAX, Reverse(0), UNKNOWN);
                    open.push(UnresolvedRead { file, reader, input: tasks.len(), nearest });
                }
                tasks.push(parent);
            }
            from.push(tasks.len() as u32);
        }
        if !open.is_empty() {
            order::sort_by_key(&mut open, |one| one.file.into());
            let mut place = vec![0; order.len()];
            for (&task, at) in order.iter().zip(0..) {
                place[task as usize] = at;
            }
            let mut search = DescendantSearch::new(self, &writers, &levels, &place, left);
            for batch in writer_batches(&open, &writers, &place) {
                search.search_batch(&batch, &mut open);
            }
            left = search.left;
            for one in &open {
                tasks[one.input] = one.nearest.2;
            }
        }
        Producers { from, tasks, complete: left > 0 }
    }

    /// The number of dependencies on the longest path from an entry to each task.
    fn levels(&self, order: &[u32]) -> Vec<u32> {
        let mut levels = vec![0; self.tasks.len()];
        for &task in order {
            let above = self.tasks[task as usize].parents.iter().map(|&parent| levels[parent as usize] + 1);
            levels[task as usize] = above.max().unwrap_or(0);
        }
        levels
    }
}

/// The parent on the highest level that writes a file, the first among ties.
fn nearest_parent(writers: &[u32], parents: &[u32], levels: &[u32], left: &mut u64) -> u32 {
    let (few, many) = if writers.len() < parents.len() { (writers, parents) } else { (parents, writers) };
    *left = left.saturating_sub(few.len() as u64);
    let both = few.iter().filter(|task| *left > 0 && many.binary_search(task).is_ok());
    both.min_by_key(|&&task| (Reverse(levels[task as usize]), task)).copied().unwrap_or(UNKNOWN)
}

/// Writers that are followed simultaneously.
struct WriterBatch {
    /// The files they write, with the indices of their first writers in the batch and of their open reads.
    files: Vec<(u32, usize, std::ops::Range<usize>)>,
    writers: Vec<u32>,
}

/// All writers of the files in `open`, which is sorted by file. Writers after the last reader of their file are
/// ancestors of none.
fn writer_batches(open: &[UnresolvedRead], writers: &Rows<u32>, place: &[u32]) -> Vec<WriterBatch> {
    let mut all: Vec<WriterBatch> = Vec::new();
    let mut first = 0;
    for group in open.chunk_by(|one, next| one.file == next.file) {
        let (file, reads) = (group[0].file, first..first + group.len());
        first = reads.end;
        let last = group.iter().map(|one| place[one.reader as usize]).max().unwrap_or(0);
        let mut new = true;
        for &writer in writers.row(file).iter().filter(|&&writer| place[writer as usize] < last) {
            if all.last().is_none_or(|batch| batch.writers.len() == BATCH) {
                all.push(WriterBatch { files: Vec::new(), writers: Vec::new() });
                new = true;
            }
            let Some(batch) = all.last_mut() else { continue };
            if std::mem::replace(&mut new, false) {
                batch.files.push((file, batch.writers.len(), reads.clone()));
            }
            batch.writers.push(writer);
        }
    }
    all
}

/// An open read in a batch.
struct ReadInBatch {
    open: usize,
    /// The index of another open read of the same task.
    other: u32,
    /// The writers of its file, until one has reached it.
    writers: u64,
    file: usize,
}

/// A search from the writers of a batch towards descendants, one dependency at a time, for the tasks that read their
/// files. Each writer is a bit.
struct DescendantSearch<'a> {
    workflow: &'a Workflow,
    writers: &'a Rows<u32>,
    levels: &'a [u32],
    place: &'a [u32],
    /// By task: the writers that have reached it, those that reach it in the current step, and those blocked by another
    /// writer of the same file, which is nearer to all descendants.
    seen: Vec<u64>,
    come: Vec<u64>,
    stop: Vec<u64>,
    /// The last open read of each task in the batch, as an index in `read`.
    last_read: Vec<u32>,
    read: Vec<ReadInBatch>,
    /// The writers of files of which all readers in the batch have been reached, by them or by nearer writers.
    done: u64,
    /// Number of steps left.
    left: u64,
}

impl<'a> DescendantSearch<'a> {
    fn new(
        workflow: &'a Workflow,
        writers: &'a Rows<u32>,
        levels: &'a [u32],
        place: &'a [u32],
        left: u64,
    ) -> Self {
        let count = workflow.tasks.len();
        Self {
            workflow,
            writers,
            levels,
            place,
            seen: vec![0; count],
            come: vec![0; count],
            stop: vec![0; count],
            last_read: vec![UNKNOWN; count],
            read: Vec::new(),
            done: 0,
            left,
        }
    }

    fn search_batch(&mut self, batch: &WriterBatch, open: &mut [UnresolvedRead]) {
        if self.left == 0 {
            return;
        }
        let (last, mut waiting) = self.mark_batch(batch, open);
        let mut front: Vec<(u32, u64)> =
            batch.writers.iter().zip(0..).map(|(&writer, bit)| (writer, 1 << bit)).collect();
        let (mut touched, mut distance) = (Vec::new(), 0);
        while !front.is_empty() && self.left > 0 {
            distance += 1;
            let mut next = Vec::new();
            for &(task, bits) in &front {
                let children = &self.workflow.tasks[task as usize].children;
                self.left = self.left.saturating_sub(children.len() as u64);
                for &child in children.iter().filter(|&&child| self.place[child as usize] <= last) {
                    let child_index = child as usize;
                    let new = bits & !self.seen[child_index];
                    if new != 0 {
                        if self.come[child_index] == 0 {
                            next.push(child);
                        }
                        self.come[child_index] |= new;
                    }
                }
            }
            front.clear();
            for &task in &next {
                let new = std::mem::take(&mut self.come[task as usize]);
                if self.seen[task as usize] == 0 {
                    touched.push(task);
                }
                self.seen[task as usize] |= new;
                self.reach_task(task, (new, distance), (batch, open), &mut waiting);
                front.push((task, new & !self.stop[task as usize]));
            }
            for (_, bits) in &mut front {
                *bits &= !self.done;
            }
            front.retain(|&(_, bits)| bits != 0);
        }
        for task in touched {
            self.seen[task as usize] = 0;
        }
        self.unmark_batch(batch, open);
    }

    /// Marks the readers and other writers of the files of a batch; returns the place of the last reader in the
    /// topological order, and for each file the number of readers not reached by a writer.
    fn mark_batch(&mut self, batch: &WriterBatch, open: &[UnresolvedRead]) -> (u32, Vec<usize>) {
        let mut last = 0;
        (self.done, self.read) = (0, Vec::new());
        for at in 0..batch.files.len() {
            let (file, first, ref reads) = batch.files[at];
            let end = batch.files.get(at + 1).map_or(batch.writers.len(), |next| next.1);
            let writers = (first..end).fold(0, |bits, bit| bits | 1 << bit);
            for one in reads.clone() {
                let reader = open[one].reader as usize;
                last = last.max(self.place[reader]);
                let number = self.read.len() as u32;
                let other = std::mem::replace(&mut self.last_read[reader], number);
                self.read.push(ReadInBatch { open: one, other, writers, file: at });
            }
            self.left = self.left.saturating_sub((reads.len() + self.writers.row(file).len()) as u64);
            self.writers.row(file).iter().for_each(|&writer| self.stop[writer as usize] |= writers);
        }
        (last, batch.files.iter().map(|(.., reads)| reads.len()).collect())
    }

    /// Removes the marks of [`Self::mark_batch`].
    fn unmark_batch(&mut self, batch: &WriterBatch, open: &[UnresolvedRead]) {
        for (file, _, reads) in &batch.files {
            reads.clone().for_each(|one| self.last_read[open[one].reader as usize] = UNKNOWN);
            self.writers.row(*file).iter().for_each(|&writer| self.stop[writer as usize] = 0);
        }
    }

    /// Processes writers that have reached a task along this number of dependencies: are they nearest for its reads?
    fn reach_task(
        &mut self,
        task: u32,
        (new, distance): (u64, u32),
        (batch, open): (&WriterBatch, &mut [UnresolvedRead]),
        waiting: &mut [usize],
    ) {
        let mut number = self.last_read[task as usize];
        while let Some(read) = self.read.get_mut(number as usize) {
            let mut bits = new & read.writers;
            if bits != 0 {
                waiting[read.file] -= 1;
                if waiting[read.file] == 0 {
                    self.done |= read.writers;
                }
                read.writers = 0;
            }
            let nearest = &mut open[read.open].nearest;
            while bits != 0 {
                let writer = batch.writers[bits.trailing_zeros() as usize];
                *nearest = (*nearest).min((distance, Reverse(self.levels[writer as usize]), writer));
                bits &= bits - 1;
            }
            number = read.other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{File, Task};
    use ganttlet_core::rng::Streams;

    /// Tasks from `a ; b: a > f g < h` (b depends on a, writes f and g, reads h); files have numbers in this order.
    fn workflow(text: &str) -> Workflow {
        let lines: Vec<Vec<&str>> = text.split(';').map(|line| line.split_whitespace().collect()).collect();
        let id = |name: &str| {
            let place = lines.iter().position(|line| line[0].trim_end_matches(':') == name);
            place.expect("a known task") as u32
        };
        let mut workflow = Workflow::default();
        for line in &lines {
            let mut task = Task { name: line[0].trim_end_matches(':').to_owned(), ..Task::default() };
            let mut kind = ':';
            for word in &line[1..] {
                if let ">" | "<" = *word {
                    kind = word.chars().next().expect("a sign");
                    continue;
                }
                if kind == ':' {
                    task.parents.push(id(word));
                    continue;
                }
                let known = workflow.files.iter().position(|file| file.name == *word);
                let file = known.unwrap_or(workflow.files.len());
                if known.is_none() {
                    workflow.files.push(File { name: (*word).to_owned(), bytes: 1.0 });
                }
                if kind == '<' { &mut task.inputs } else { &mut task.outputs }.push(file as u32);
            }
            task.parents.sort_unstable();
            workflow.tasks.push(task);
        }
        workflow.link_children();
        workflow
    }

    /// The producer of the last file that a task reads; `-` for a file that exists from the start.
    fn producer(text: &str, task: &str) -> String {
        let workflow = workflow(text);
        let order = workflow.topological_order().expect("no circle");
        let id = workflow.tasks.iter().position(|one| one.name == task).expect("a task") as u32;
        let producers = workflow.producers(&order);
        assert!(producers.complete);
        let &producer = producers.of_task(id).last().expect("an input");
        if producer == UNKNOWN { "-".to_owned() } else { workflow.tasks[producer as usize].name.clone() }
    }

    #[test]
    fn a_parent_comes_before_all_other_writers() {
        assert_eq!(producer("a > f ; b > f ; c: b < f", "c"), "b");
        assert_eq!(producer("a > f ; b: a > f ; c: b < f", "c"), "b");
        // A parent, even though another task writes later on the path.
        assert_eq!(producer("a > f ; b: a > f ; c: b ; d: a c < f", "d"), "a");
    }

    #[test]
    fn the_nearest_writing_ancestor_is_the_producer() {
        assert_eq!(producer("a > f ; b: a > f ; c: b ; d: c < f", "d"), "b");
        // Two dependencies instead of three, although the other task is first in the workflow.
        assert_eq!(producer("a > f ; b: a ; c: b ; d > f ; e: d ; g: c e < f", "g"), "d");
        // A task that is not an ancestor is not the producer.
        assert_eq!(producer("a > f ; b ; c: b ; d: c < f", "d"), "-");
        assert_eq!(producer("a < f ; b: a > f", "a"), "-");
    }

    #[test]
    fn ties_go_to_the_ancestor_that_writes_last() {
        assert_eq!(producer("a > f ; b: a > f ; c: a b < f", "c"), "b");
        assert_eq!(producer("a > f ; b: a > f ; c: a ; d: b ; e: c d < f", "e"), "b");
        // On the same level, the first in the workflow.
        assert_eq!(producer("a > f ; b > f ; c: a b < f", "c"), "a");
        assert_eq!(producer("a > f ; b > f ; c: a b ; d: c < f", "d"), "a");
    }

    #[test]
    fn a_task_that_updates_a_file_reads_the_previous_version() {
        assert_eq!(producer("a > f ; b: a < f > f ; c: b < f", "b"), "a");
        assert_eq!(producer("a > f ; b: a < f > f ; c: b < f", "c"), "b");
        assert_eq!(producer("b < f > f ; c: b < f", "b"), "-");
    }

    /// The nearest ancestor by a search upwards from each reader.
    fn nearest_writer_by_search(workflow: &Workflow, order: &[u32], reader: u32, file: u32) -> u32 {
        let levels = workflow.levels(order);
        let mut front = vec![reader];
        let mut seen = vec![false; workflow.tasks.len()];
        while !front.is_empty() {
            let mut next = Vec::new();
            for &task in &front {
                for &parent in &workflow.tasks[task as usize].parents {
                    if !std::mem::replace(&mut seen[parent as usize], true) {
                        next.push(parent);
                    }
                }
            }
            let writes = |task: &&u32| workflow.tasks[**task as usize].outputs.contains(&file);
            let best = next.iter().filter(writes).min_by_key(|&&t| (Reverse(levels[t as usize]), t));
            if let Some(&best) = best {
                return best;
            }
            front = next;
        }
        UNKNOWN
    }

    #[test]
    fn the_result_agrees_with_a_search_from_each_reader() {
        let mut stream = Streams::new(3).get("producers");
        for round in 0..60 {
            let (count, files) = (30 + 5 * round, 1 + stream.uniform_below(1 + round * 2));
            let few = 2 + stream.uniform_below(20);
            let mut workflow = Workflow::default();
            workflow.files.resize(files as usize, File::default());
            for task in 0..count {
                let mut list = |most: u32, below: u32| -> Vec<u32> {
                    let mut list: Vec<u32> =
                        (0..stream.uniform_below(most)).map(|_| stream.uniform_below(below)).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                };
                let mut parents = if task == 0 { vec![] } else { list(3, few.min(task)) };
                for parent in &mut parents {
                    *parent += task - few.min(task);
                }
                let (inputs, outputs) = (list(4, files), list(3, files));
                workflow.tasks.push(Task { parents, inputs, outputs, ..Task::default() });
            }
            workflow.link_children();
            let order = workflow.topological_order().expect("no circle");
            let producers = workflow.producers(&order);
            for (task, reader) in workflow.tasks.iter().zip(0..) {
                let expected: Vec<u32> = task
                    .inputs
                    .iter()
                    .map(|&file| nearest_writer_by_search(&workflow, &order, reader, file))
                    .collect();
                assert_eq!(producers.of_task(reader), expected, "round {round}, task {reader}");
            }
        }
    }

    /// A hundred thousand tasks, in every form for which a separate search per reader takes a long time.
    #[test]
    fn large_workflows_are_searched_completely() {
        /// Its name, its tasks, and the number of files they use.
        type Form<'a> = (&'a str, &'a dyn Fn(u32) -> Task, u32);
        const COUNT: u32 = 100_000;
        let task = |parents: Vec<u32>, inputs: Vec<u32>, outputs: Vec<u32>| Task {
            parents,
            inputs,
            outputs,
            ..Task::default()
        };
        let half = COUNT / 2;
        let chain = |i: u32| if i == 0 { vec![] } else { vec![i - 1] };
        let forms: [Form; 4] = [
            // A chain whose tasks all read the files of the first two.
            (
                "chain",
                &|i| {
                    task(chain(i), if i > 2 { vec![0] } else { vec![] }, if i < 2 { vec![0] } else { vec![] })
                },
                1,
            ),
            // Each file is written before a barrier, and read behind it.
            (
                "barrier",
                &|i| match i.cmp(&half) {
                    std::cmp::Ordering::Less => task(vec![], vec![], vec![i]),
                    std::cmp::Ordering::Equal => task((0..half).collect(), vec![], vec![]),
                    std::cmp::Ordering::Greater => task(vec![half], vec![i - half - 1], vec![]),
                },
                half,
            ),
            // Branches of three tasks whose first and last use one name.
            (
                "branches",
                &|i| match i % 3 {
                    0 => task(vec![], vec![], vec![0]),
                    1 => task(vec![i - 1], vec![], vec![]),
                    _ => task(vec![i - 1], vec![0], vec![]),
                },
                1,
            ),
            // All tasks update one file in turn; every second one only depends on it.
            (
                "updates",
                &|i| {
                    if i % 2 == 0 { task(chain(i), vec![0], vec![0]) } else { task(chain(i), vec![], vec![]) }
                },
                1,
            ),
        ];
        for (name, form, files) in forms {
            let mut workflow = Workflow { tasks: (0..COUNT).map(form).collect(), ..Workflow::default() };
            workflow.files.resize(files as usize, File::default());
            workflow.link_children();
            let order = workflow.topological_order().expect("no circle");
            let producers = workflow.producers(&order);
            assert!(producers.complete, "{name}");
            let expected = |i: u32| match name {
                "chain" => 1,
                "barrier" => i - half - 1,
                _ => i - 2,
            };
            for reader in (3..COUNT).filter(|&reader| !workflow.tasks[reader as usize].inputs.is_empty()) {
                assert_eq!(producers.of_task(reader), [expected(reader)], "{name}");
            }
        }
    }
}
