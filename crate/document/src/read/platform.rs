//! The machines: a preset of the catalog, or clusters of one's own.

use super::check::fields;
use super::settings;
use super::walk::{At, Walker};
use crate::model::Grid;
use ganttlet_engine::entry::document::{Document, Stored};
use ganttlet_engine::platform::{OwnClusters, PRESETS};

pub(super) fn grid(walker: &mut Walker, at: &At<'_>) -> Option<Grid> {
    let own = at.get("clusters").is_some() || at.get("network").is_some();
    match (at.get("preset"), own) {
        (Some(preset), false) => {
            walker.object(at, &["preset", "parameters"])?;
            let known = PRESETS.ids();
            let id = walker.word(&preset, "presets", &known)?;
            let parameters: Vec<_> = PRESETS.find(id)?.entry.parameters.iter().collect();
            let settings = settings(walker, at.get("parameters").as_ref(), &parameters, |_| None);
            Some(Grid::Preset { id, settings })
        }
        (Some(_), true) => {
            let message = "found both a preset and clusters; only one of them is allowed";
            walker.error(
                &at.place,
                message,
                "Leave out \"preset\", or leave out \"clusters\" and \"network\".",
            );
            None
        }
        (None, _) => {
            walker.object(at, &["preset", "parameters", "clusters", "network"])?;
            let own = fields(walker, at, OwnClusters::SHAPE.object())?;
            Some(Grid::Clusters(OwnClusters::read(&own)))
        }
    }
}
