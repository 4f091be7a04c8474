//! The data of special views, each by its id. A view with data of its own is a request and a line in the list.

use crate::convert::time;
use crate::engine::{Engine, known_subject};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::rule::SubjectId;
use ganttlet_js_values::{error, from_js, to_js};
use ganttlet_render::{Components, Difference, Levels, Rounds, TaskGraph, TradeOff, View};
use serde::Deserialize;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// A workflow of components.
#[derive(Deserialize, TS)]
pub(crate) struct ComponentsRequest {
    /// With the playhead, and the selected unit, whose workflow is shown.
    view: View,
    /// The workflow if no unit is selected; -1 for the one that was placed last.
    workflow: f64,
    /// One of its components, counted from 1; 0 for the one that runs.
    component: u32,
}

/// A workflow as a graph.
#[derive(Deserialize, TS)]
pub(crate) struct GraphRequest {
    /// With the playhead, and the selected task, whose workflow is shown.
    view: View,
    /// The workflow if no task is selected.
    group: u32,
}

/// The queues by level.
#[derive(Deserialize, TS)]
pub(crate) struct LevelsRequest {
    until_s: f64,
    /// The task whose path is shown; -1 for the one that moved most.
    task: f64,
}

macro_rules! views {
    ($($(#[$doc:meta])* $id:ident: $request:ty => $data:ty = $reduce:expr;)*) => {
        /// The request and the data of each special view.
        #[derive(TS)]
        #[expect(dead_code, reason = "TypeScript reads the types of the fields")]
        pub(crate) struct SpecialViews {
            $($(#[$doc])* $id: ($request, $data),)*
        }

        fn data(engine: &mut Engine, id: &str, request: JsValue) -> Result<JsValue, JsValue> {
            match id {
                $(stringify!($id) => {
                    let reduce: fn(&mut Engine, $request) -> $data = $reduce;
                    to_js(&reduce(engine, from_js(request)?))
                })*
                _ => Err(error(&[Diagnostic::error(format!("unknown view {id:?}"))])),
            }
        }
    };
}

views! {
    /// A workflow of components as of the playhead; null while none has been placed.
    components: ComponentsRequest => Option<Components> = |engine, ComponentsRequest { view, workflow, component }| {
        ganttlet_render::components(engine.run.trace(), &engine.platform, &view, known_subject(engine.run.trace(), workflow), component)
    };
    /// The difference from the baseline; null without a baseline.
    difference: View => Option<Difference> = |engine, view| {
        ganttlet_render::difference(engine.run.trace(), &mut engine.canvas, &view, &[])
    };
    /// A workflow as a graph as of the playhead; null if there is none.
    graph: GraphRequest => Option<TaskGraph> = |engine, GraphRequest { view, group }| {
        ganttlet_render::task_graph(engine.run.trace(), engine.canvas.work.as_ref()?, &view, group)
    };
    /// The queues by level as of a time; null for systems without such queues.
    levels: LevelsRequest => Option<Levels> = |engine, LevelsRequest { until_s, task }| {
        ganttlet_render::levels(engine.run.trace(), time(until_s), known_subject(engine.run.trace(), task))
    };
    /// The iterations of applications that have begun at a time (NaN: all).
    rounds: f64 => Rounds = |engine, until_s| Rounds::known_at(engine.run.trace(), time(until_s));
    /// The task in queues by level that a subject belongs to, such as one of its jobs; null for none.
    task: SubjectId => Option<SubjectId> = |engine, subject| ganttlet_render::task_of(engine.run.trace(), subject);
    /// The effect of each number of workers on a round, by its index in `rounds`; null if there is no such round.
    trade_off: usize => Option<TradeOff> = |engine, round| ganttlet_render::trade_off(engine.run.trace(), round);
}

#[wasm_bindgen]
impl Engine {
    /// The data of a special view.
    #[wasm_bindgen(unchecked_return_type = "SpecialViews[keyof SpecialViews][1]")]
    pub fn view(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "keyof SpecialViews")] id: &str,
        #[wasm_bindgen(unchecked_param_type = "SpecialViews[keyof SpecialViews][0]")] request: JsValue,
    ) -> Result<JsValue, JsValue> {
        data(self, id, request)
    }
}
