//! Grid jobs: their requests to the grid scheduler, and their applications.

mod document;

use super::application::{Application, CoAllocationOverhead};
use super::hoc::HocWorkflow;
use super::{Item, Job, Kind, Workflow};
use ganttlet_core::time::{Span, Time};

/// The request of a job. A *component* is a part of a job that runs in one cluster; all start at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The request names the clusters and the nodes in each.
    Fixed(Vec<(u16, u32)>),
    /// The request sets the sizes of the components; the scheduler chooses the clusters.
    NonFixed(Vec<u32>),
    /// The request sets only the total; the scheduler also chooses the components.
    Flexible,
    /// Admissible splits in order of preference, each the sizes of its components.
    Splits(Vec<Vec<u32>>),
}

/// A file that a job reads, and the clusters that hold a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct InputFile {
    /// Its size.
    pub bytes: f64,
    /// The clusters that hold a copy; empty if it need not be moved.
    pub sites: Vec<u16>,
}

/// A grid job.
#[derive(Clone, Debug, PartialEq)]
pub struct GridJob {
    /// Number, submit time, user; runtime on one cluster of reference speed, and total number of nodes. A flexible
    /// application has its smallest size there, a sweep has 1, a workflow the nodes of its widest task and the total
    /// time of its tasks.
    pub job: Job,
    /// Its request.
    pub request: Request,
    /// Its application.
    pub application: Application,
    /// Its input files.
    pub inputs: Vec<InputFile>,
}

impl Item for GridJob {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.job.submit
    }

    fn tasks(&self) -> usize {
        match &self.application {
            Application::Sweep { tasks } => tasks.len(),
            Application::Workflow(workflow) => workflow.tasks.len(),
            // The workflow and its units.
            Application::Components { .. } => 1 + self.job.nodes as usize,
            Application::Rigid { .. } | Application::Flexible { .. } => 1,
        }
    }

    fn dependencies(&self, task: usize) -> Option<(&[u32], &[u32])> {
        let Application::Workflow(workflow) = &self.application else { return None };
        workflow.dependencies(task)
    }

    fn program(&self, task: usize) -> Option<&str> {
        let Application::Workflow(workflow) = &self.application else { return None };
        workflow.program(task)
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        let (submit, run) = (self.job.submit.0, self.job.run.0);
        vec![format!("{submit} {run} {} {:?}", self.job.nodes, self.request)]
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        self.job.nodes >= 1 && self.job.run >= Span::ZERO
    }
}

impl GridJob {
    /// A workflow of components; its pure computation time serves as its runtime.
    pub fn components(workflow: HocWorkflow) -> Self {
        let nodes = workflow.nodes();
        let HocWorkflow { mut job, hocs, home } = workflow;
        job.nodes = nodes;
        job.run = hocs
            .iter()
            .fold(Span::ZERO, |sum, hoc| sum + Span(hoc.compute.0.saturating_mul(i64::from(hoc.messages))));
        let application = Application::Components { hocs, home };
        Self { request: Request::Flexible, application, inputs: Vec::new(), job }
    }

    /// A workflow with its number.
    pub fn workflow((workflow, number): (Workflow, u32)) -> Self {
        let nodes = workflow.tasks.iter().map(|task| task.nodes).max().unwrap_or(0).max(1);
        let run = workflow.tasks.iter().fold(Span::ZERO, |sum, task| sum + task.run);
        let job = Job { number, submit: workflow.submit, nodes, run, ..Job::default() };
        let application = Application::Workflow(workflow);
        Self { request: Request::NonFixed(vec![nodes]), application, inputs: Vec::new(), job }
    }

    /// A rigid job of one component.
    pub fn rigid(job: Job) -> Self {
        let request = Request::NonFixed(vec![job.nodes]);
        Self {
            request,
            application: Application::Rigid { spread: CoAllocationOverhead::None },
            inputs: Vec::new(),
            job,
        }
    }
}
