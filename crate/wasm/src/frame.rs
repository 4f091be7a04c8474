//! One picture with all that is drawn over it, in one call.

use crate::convert::time;
use crate::engine::{Engine, Moment, known_subject};
use ganttlet_js_values::{from_js, to_js};
use ganttlet_render::{Area, Difference, Flow, IdleRegion, Label, Lanes, Place, Spot, View};
use ganttlet_sim::report::Region;
use js_sys::Uint8ClampedArray;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::preserve;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// The picture to draw, and the jobs and the region to locate in it.
#[derive(Deserialize, TS)]
pub(crate) struct FrameRequest {
    view: View,
    /// Subjects to outline, or -1. The last of them that has dependencies or was moved has arrows.
    outlines: Vec<f64>,
    /// The task whose path through the queues is drawn; without it, or with -1, the one that moved most.
    #[ts(optional)]
    followed: Option<f64>,
    /// Whether more than pixels and boxes is needed: what is written and drawn over the picture.
    labels: bool,
    #[ts(optional = nullable)]
    decision: Option<DecisionRequest>,
    #[ts(optional = nullable)]
    region: Option<Region>,
}

/// The subjects of a decision.
#[derive(Deserialize, TS)]
struct DecisionRequest {
    /// Those that it is about.
    #[ts(type = "readonly number[]")]
    decided: Vec<u32>,
    /// The one that delays them; -1 for none.
    behind: f64,
    /// Whether that one is located where it will start if it has not started yet.
    ahead: bool,
}

/// One picture with what is drawn over it.
#[derive(Serialize, TS)]
pub(crate) struct Frame {
    /// Red, green, blue and opacity of each pixel, row by row.
    #[serde(with = "preserve")]
    #[ts(type = "Uint8ClampedArray<ArrayBuffer>")]
    pixels: Uint8ClampedArray,
    labels: Vec<Label>,
    places: Vec<Place>,
    holes: Vec<IdleRegion>,
    /// The difference from the baseline, where the run is compared with one.
    #[serde(with = "preserve")]
    #[ts(as = "Option<Difference>")]
    difference: JsValue,
    /// The queues that tasks are demoted through.
    #[serde(with = "preserve")]
    #[ts(as = "Option<Lanes>")]
    lanes: JsValue,
    /// Dependencies of tasks, and messages between units of components.
    #[serde(with = "preserve")]
    #[ts(as = "Option<Flow>")]
    flow: JsValue,
    marks: Vec<Spot>,
    /// The boxes of each requested subject.
    outlines: Vec<Vec<Area>>,
    decision: Option<DecisionBoxes>,
    /// The requested region, as far as it is visible.
    region: Option<Area>,
    /// The state of the system at the playhead.
    moment: Moment,
}

/// The boxes of the subjects of a decision.
#[derive(Serialize, TS)]
struct DecisionBoxes {
    decided: Vec<Vec<Area>>,
    behind: Vec<Area>,
    /// Whether the subject that delays the others has not started yet.
    later: bool,
}

#[wasm_bindgen]
impl Engine {
    /// One picture with what is drawn over it.
    #[wasm_bindgen(unchecked_return_type = "Frame")]
    pub fn frame(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FrameRequest")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        let FrameRequest { mut view, outlines, followed, labels, decision, region } = from_js(request)?;
        let moment = self.moment(time(view.now_s));
        let (trace, canvas) = (self.run.trace(), &mut self.canvas);
        let known_subject = |subject: f64| known_subject(trace, subject);
        view.selected = view.selected.and_then(|subject| known_subject(subject.into()));
        let outlines: Vec<_> = outlines.into_iter().map(known_subject).collect();
        ganttlet_render::rasterize(trace, canvas, &view, &mut self.pixels);
        let mut frame = Frame {
            pixels: Uint8ClampedArray::from(&self.pixels[..]),
            labels: Vec::new(),
            places: Vec::new(),
            holes: Vec::new(),
            difference: JsValue::NULL,
            lanes: JsValue::NULL,
            flow: JsValue::NULL,
            marks: Vec::new(),
            outlines: Vec::new(),
            decision: None,
            region: region.and_then(|region| ganttlet_render::region_area(trace, &view, &region)),
            moment,
        };
        if labels {
            // The subject below the pointer is last and takes precedence over the selected one.
            let known: Vec<u32> = outlines.iter().rev().flatten().copied().collect();
            frame.labels = ganttlet_render::labels(trace, canvas, &view);
            frame.places = ganttlet_render::row_labels(trace, canvas, &view);
            frame.holes = ganttlet_render::idle_regions(trace, canvas, &view);
            // Parts that only some runs have are converted separately, so that this code is deferred.
            if let Some(difference) = ganttlet_render::difference(trace, canvas, &view, &known) {
                frame.difference = to_js(&difference)?;
            }
            if let Some(lanes) = ganttlet_render::lanes(trace, &view, followed.and_then(known_subject)) {
                frame.lanes = to_js(&lanes)?;
            }
            if canvas.work.is_some() || ganttlet_render::has_messages(trace) {
                frame.flow = to_js(&ganttlet_render::flow(trace, canvas, &view, &known))?;
            }
            frame.marks = ganttlet_render::marks(trace, canvas, &view);
        }
        let mut boxes = |view: &View, subject| ganttlet_render::subject_areas(trace, canvas, view, subject);
        frame.outlines = outlines
            .into_iter()
            .map(|subject| subject.map_or(Vec::new(), |subject| boxes(&view, subject)))
            .collect();
        frame.decision = decision.map(|DecisionRequest { decided, behind, ahead }| {
            let mut boxes_of = |view: &View, subject: f64| {
                known_subject(subject).map_or_else(Vec::new, |subject| boxes(view, subject))
            };
            let decided = decided.into_iter().map(|subject| boxes_of(&view, subject.into())).collect();
            let mut of_behind = |view: &View| boxes_of(view, behind);
            let now = of_behind(&view);
            let later = ahead && behind >= 0.0 && now.is_empty();
            let then = View { now_s: f64::INFINITY, ..view.clone() };
            DecisionBoxes { decided, behind: if later { of_behind(&then) } else { now }, later }
        });
        to_js(&frame)
    }
}
