//! The facts about a file that determine its scenario.

use crate::file_report::{FoundQuestion, FoundSites};
use ganttlet_format::Report;
use ganttlet_work::Kind;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The facts about a file that determine its scenario.
#[derive(Clone, Debug, Deserialize)]
pub struct FileFacts {
    /// The kind of work in the file.
    pub(crate) makes: String,
    pub(crate) processors: Option<u32>,
    /// The source of `processors`, in words; empty if unknown.
    #[serde(default)]
    pub(crate) processors_from: String,
    /// Number of jobs that were cancelled while they waited.
    pub(crate) cancelled: u32,
    /// Number of jobs with a recorded start.
    pub(crate) recorded: u32,
    pub(crate) sites: Option<FoundSites>,
    pub(crate) question: Option<FoundQuestion>,
    /// Parameters of the format that the content determines.
    #[serde(default)]
    pub(crate) parameters: Option<Map<String, Value>>,
}

impl FileFacts {
    /// The facts from the report on a file, read as work of this kind.
    pub fn of(kind: &Kind, report: &Report) -> Self {
        Self {
            makes: kind.id.to_owned(),
            processors: report.processors,
            processors_from: report.processors_from.to_owned(),
            cancelled: report.cancelled,
            recorded: report.recorded,
            sites: report.sites.clone().map(Into::into),
            question: report.question.clone().map(Into::into),
            parameters: None,
        }
    }

    /// The facts with the format parameters of an existing scenario of the file.
    #[must_use]
    pub fn with_parameters(self, parameters: Option<&Value>) -> Self {
        Self { parameters: parameters.and_then(Value::as_object).cloned(), ..self }
    }

    /// The part of the workload for the file. Open questions of the file get explicit answers, because a scenario
    /// without the parameter means its default. As in studies of logs, jobs that were cancelled while they waited are
    /// left out. `at_home`: the clusters of the file are the platform, and its jobs are submitted there.
    pub fn workload_part(&self, file: &Value, at_home: bool) -> Value {
        let mut parameters = self.parameters.clone().unwrap_or_default();
        if let Some(FoundSites { home, .. }) = self.sites.as_ref().filter(|_| at_home) {
            parameters.insert("home".to_owned(), json!(home));
        }
        if self.cancelled > 0 {
            parameters.insert("cancelled".to_owned(), json!("leave-out"));
        }
        if let Some(FoundQuestion { parameter, answer }) = &self.question {
            parameters.insert(parameter.to_string(), json!(answer));
        }
        if parameters.is_empty() {
            json!({ "file": file })
        } else {
            json!({ "file": file, "parameters": parameters })
        }
    }
}
