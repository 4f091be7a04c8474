//! Parameters that several sizing policies share.

use crate::entry::{Kind, Parameter};

/// The efficiency below which a worker is given back.
pub(super) const fn efficiency_min(default: f64) -> Parameter {
    Parameter {
        id: "efficiency_min",
        name: "Least efficiency",
        doc: "Below this efficiency of a batch, the share of their time in which its workers work, a worker is given back.",
        unit: "",
        kind: Kind::Number { min: 0.0, max: 1.0, default },
        quick: None,
    }
}
