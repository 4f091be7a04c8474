//! The values (levels) of an axis of a study, or of a column of a table.

use serde::Serialize;
use ts_rs::TS;

/// The values of an axis.
#[derive(Debug, PartialEq, Serialize, TS)]
#[ts(rename = "StudyAxis")]
pub struct Levels {
    /// The name of the axis.
    pub name: String,
    /// The unit of the values; empty for none.
    pub unit: String,
    /// The name of each level.
    pub labels: Vec<String>,
    /// The value of each level; NaN if it is not a number.
    pub values: Vec<f64>,
}

impl Levels {
    /// The values of a column of rows.
    pub(crate) fn of_column(name: &str, values: &[f64]) -> Self {
        let labels = values.iter().map(f64::to_string).collect();
        Self { name: name.to_owned(), unit: String::new(), labels, values: values.to_vec() }
    }
}

/// The index of the level on each axis for a point; the last axis varies fastest.
pub(crate) fn level_indices(axes: &[Levels], point: usize) -> Vec<usize> {
    let (mut left, mut at) = (point, vec![0; axes.len()]);
    for (place, axis) in at.iter_mut().zip(axes).rev() {
        (left, *place) = (left / axis.labels.len(), left % axis.labels.len());
    }
    at
}
