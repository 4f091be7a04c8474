//! What is made of a record: Gantt pictures, labels, searches and tables to take away.
//!
//! A *view* says which window of time and rows is looked at, how large and how coloured; its cost is bounded by its
//! pixels, whatever the length of the run. The same pictures come out on the page, on the command line and in tests.

mod area;
mod arrows;
mod axis;
mod canvas;
mod card;
mod colour;
mod components;
mod difference;
mod difference_svg;
mod export;
mod find;
mod flow;
mod fold;
mod graph;
mod grid;
mod holes;
mod idle;
mod instants;
mod labels;
mod lanes;
#[cfg(test)]
mod laws;
mod layers;
mod legend;
mod levels;
mod lines;
mod look;
mod marks;
mod pair;
mod path;
mod places;
mod raster;
mod region;
mod rounds;
mod schedule;
mod shape;
mod shares;
mod subject_table;
mod svg;
#[cfg(test)]
mod tests;
mod theme;
mod tints;
mod view;
mod xml;

pub use area::Area;
pub use arrows::Arrow;
pub use canvas::Canvas;
pub use card::{Card, Decided, card, decided};
pub use components::{Components, components};
pub use difference::{Difference, Ends, Ghost, Moved, difference};
pub use export::{csv_line, csv_name, export, exports, jobs_csv};
pub use find::find;
pub use flow::messages::has_messages;
pub use flow::{Flow, flow};
pub use ganttlet_engine::record::Colour;
pub use graph::{TaskGraph, graph, has_graph};
pub use holes::{Hole, holes};
pub use idle::holes_over_time;
pub use labels::{Label, Tie, boxes, hit, labels};
pub use lanes::{Lanes, lanes, task_of};
pub use legend::{Legend, Sign, legend};
pub use levels::{Levels, levels};
pub use lines::{Curve, lines_svg};
pub use look::Pattern;
pub use marks::{Spot, marks};
pub use pair::baseline;
pub use places::{MachinePlace, Place, places};
pub use raster::raster;
pub use region::{region, region_area};
pub use rounds::{Rounds, TradeOff, trade_off};
pub use schedule::About;
pub use subject_table::{SubjectRows, SubjectTable};
pub use svg::svg;
pub use theme::{Theme, ThemeName, theme};
pub use view::View;
