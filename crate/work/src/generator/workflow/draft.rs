//! A workflow under construction. Tasks only name the files they read and write, and files they merely wait for;
//! dependencies follow from these.

use crate::{File, Task, Workflow};
use ganttlet_core::rng::Stream;
use ganttlet_core::time::{Span, Time};

/// A workflow under construction, with its random numbers.
pub(super) struct WorkflowDraft {
    workflow: Workflow,
    stream: Stream,
    /// Tasks, with the files for which they wait without reading them.
    waits: Vec<(u32, u32)>,
    /// True if programs that collect the output of others read it; if not, they only wait for it.
    pub(super) collectors_read: bool,
}

impl WorkflowDraft {
    pub(super) fn new(stream: Stream) -> Self {
        Self { workflow: Workflow::default(), stream, waits: Vec::new(), collectors_read: true }
    }

    /// The random numbers.
    pub(super) fn stream(&mut self) -> &mut Stream {
        &mut self.stream
    }

    /// A normally distributed number within half of the mean around the mean.
    pub(super) fn truncated_normal(&mut self, mean: f64, variance: f64) -> f64 {
        self.stream.half_normal_band(mean, variance)
    }

    /// A uniformly distributed number within this share of `middle`.
    pub(super) fn uniform_around(&mut self, middle: f64, share: f64) -> f64 {
        middle * self.stream.uniform_between(1.0 - share, 1.0 + share)
    }

    /// Adds a task; its number is its index.
    pub(super) fn add_task(&mut self, program: &str, run_s: f64) -> u32 {
        let id = self.workflow.tasks.len() as u32;
        self.workflow.tasks.push(Task {
            name: format!("ID{id:05}"),
            program: program.to_owned(),
            run: Span::from_seconds(run_s),
            nodes: 1,
            ..Task::default()
        });
        id
    }

    /// The number of the latest task.
    pub(super) fn last_task(&self) -> u32 {
        self.workflow.tasks.len().saturating_sub(1) as u32
    }

    /// Adds a file from outside, of this many bytes.
    pub(super) fn add_external_file(&mut self, name: impl Into<String>, bytes: f64) -> u32 {
        let id = self.workflow.files.len() as u32;
        self.workflow.files.push(File { name: name.into(), bytes });
        id
    }

    /// Adds a file of this many bytes that `task` writes.
    pub(super) fn add_output(&mut self, task: u32, name: impl Into<String>, bytes: f64) -> u32 {
        let file = self.add_external_file(name, bytes);
        self.workflow.tasks[task as usize].outputs.push(file);
        file
    }

    /// Lets `task` read these files.
    pub(super) fn add_inputs(&mut self, task: u32, files: impl IntoIterator<Item = u32>) {
        self.workflow.tasks[task as usize].inputs.extend(files);
    }

    /// Lets `task` collect these files: it reads them, or only waits for them.
    pub(super) fn add_collected(&mut self, task: u32, files: impl IntoIterator<Item = u32>) {
        if self.collectors_read {
            self.add_inputs(task, files);
        } else {
            self.waits.extend(files.into_iter().map(|file| (task, file)));
        }
    }

    /// The bytes of a file, on which the runtimes of some programs depend.
    pub(super) fn file_bytes(&self, file: u32) -> f64 {
        self.workflow.files[file as usize].bytes
    }

    /// Multiplies all runtimes and file sizes.
    pub(super) fn scale(&mut self, run_factor: f64, size_factor: f64) {
        for task in &mut self.workflow.tasks {
            task.run = Span::from_seconds(task.run.seconds() * run_factor);
        }
        for file in &mut self.workflow.files {
            file.bytes *= size_factor;
        }
    }

    /// Completes the workflow, with files of whole bytes: every task depends on the writers of the files it reads or
    /// waits for.
    pub(super) fn finish(mut self, name: String, submit: Time) -> Workflow {
        for file in &mut self.workflow.files {
            file.bytes = libm::round(file.bytes).max(0.0);
        }
        let producers = self.workflow.first_writers();
        for task in &mut self.workflow.tasks {
            task.parents = task.inputs.iter().filter_map(|&file| producers[file as usize]).collect();
        }
        for (task, file) in self.waits {
            self.workflow.tasks[task as usize].parents.extend(producers[file as usize]);
        }
        for task in &mut self.workflow.tasks {
            task.parents.sort_unstable();
            task.parents.dedup();
        }
        self.workflow.link_children();
        Workflow { name, submit, ..self.workflow }
    }
}

/// Splits `total` into `parts` nearly equal integers: each border moves by up to half of `jitter` shares in either
/// direction. None is 0 if `total` is at least `parts`.
pub(super) fn near_equal_parts(stream: &mut Stream, total: u32, parts: u32, jitter: f64) -> Vec<u32> {
    let share = f64::from(total) / f64::from(parts.max(1));
    let mut last = 0;
    (1..=parts)
        .map(|i| {
            let left = parts - i;
            let border = if left == 0 {
                total
            } else {
                let place = share * (f64::from(i) + stream.uniform_between(-0.5 * jitter, 0.5 * jitter));
                (libm::round(place) as u32).max(last + 1).min(total.saturating_sub(left)).max(last)
            };
            let part = border.saturating_sub(last);
            last = border;
            part
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::rng::Streams;

    #[test]
    fn parts_are_nearly_equal_and_add_up() {
        let mut stream = Streams::new(1).get("parts");
        for (total, parts) in [(24, 3), (497, 4), (7, 7), (3, 5), (0, 2), (5, 1)] {
            let found = near_equal_parts(&mut stream, total, parts, 0.25);
            assert_eq!((found.iter().sum::<u32>(), found.len()), (total, parts as usize), "{found:?}");
            assert!(total < parts || found.iter().all(|&part| part > 0), "{found:?}");
            let share = f64::from(total) / f64::from(parts);
            assert!(
                found.iter().all(|&part| (f64::from(part) - share).abs() <= 0.25 * share + 1.0),
                "{found:?}"
            );
        }
    }

    #[test]
    fn dependencies_follow_from_files() {
        let mut draft = WorkflowDraft::new(Streams::new(1).get("draft"));
        let outside = draft.add_external_file("sky", 10.0);
        let a = draft.add_task("make", 3.0);
        draft.add_inputs(a, [outside]);
        let made = draft.add_output(a, "made", 8.0);
        let b = draft.add_task("use", 1.0);
        draft.add_inputs(b, [made, outside]);
        assert!((draft.file_bytes(made) - 8.0).abs() < 1e-9);
        draft.scale(2.0, 0.5);
        let workflow = draft.finish("two".to_owned(), Time::ZERO);
        assert_eq!(
            (workflow.tasks[1].parents.clone(), workflow.tasks[0].children.clone()),
            (vec![0], vec![1])
        );
        assert_eq!((workflow.tasks[0].run, workflow.files[1].bytes as u32), (Span::from_seconds(6.0), 4));
    }

    #[test]
    fn collecting_tasks_read_files_or_only_wait() {
        for read in [true, false] {
            let mut draft = WorkflowDraft::new(Streams::new(1).get("draft"));
            draft.collectors_read = read;
            let a = draft.add_task("make", 3.0);
            let made = draft.add_output(a, "made", 8.0);
            let b = draft.add_task("collect", 1.0);
            draft.add_collected(b, [made]);
            let workflow = draft.finish("two".to_owned(), Time::ZERO);
            assert_eq!(
                (&workflow.tasks[1].parents[..], workflow.tasks[1].inputs.len()),
                (&[0][..], usize::from(read))
            );
            assert!((workflow.bytes_between(0, 1) - if read { 8.0 } else { 0.0 }).abs() < 1e-9);
        }
    }
}
