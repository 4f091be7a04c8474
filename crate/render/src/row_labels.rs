//! Labels beside a picture: its clusters, and machines where there is space for their names.

use crate::canvas::Canvas;
use crate::view::View;
use ganttlet_core::record::Trace;
use serde::Serialize;
use ts_rs::TS;

/// Minimum height of rows with the name of their machine, in pixels of the page.
const MIN_NAMED_ROW: f64 = 12.0;

/// The position of a cluster in a picture, or of several consecutive unused clusters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "ClusterPlace")]
pub struct Place {
    /// The first of these clusters.
    pub first: u32,
    /// The last of these clusters: equal to the first unless several share a line.
    pub last: u32,
    /// Upper edge in device pixels.
    pub y: u32,
    /// Height in device pixels.
    pub h: u32,
    /// Number of drawn rows; 0 for the line of unused clusters.
    pub shown: u32,
    /// Its machines, if they have names and these fit.
    pub machines: Vec<MachinePlace>,
    /// True if shares of its nodes are drawn because its bars are too small.
    pub shares: bool,
}

/// The position of a machine in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct MachinePlace {
    /// Its row, counted over all clusters.
    pub row: u32,
    /// Upper edge in device pixels.
    pub y: u32,
    /// Height in device pixels.
    pub h: u32,
}

/// The labels beside a view, from the top, limited to the visible part.
pub fn row_labels(trace: &Trace, canvas: &mut Canvas, view: &View) -> Vec<Place> {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    let named = frame.row_height >= MIN_NAMED_ROW * view.scale();
    let mut found = Vec::new();
    for shelf in &frame.fold.shelves {
        let (top, bottom) =
            (frame.edge_of(f64::from(shelf.places.start)), frame.edge_of(f64::from(shelf.places.end)));
        let band = &trace.bands[shelf.bands.start];
        if top >= bottom {
            continue;
        }
        let rows = band.first_row..band.first_row + band.rows;
        let rows = rows.filter(|_| named && shelf.rows > 0 && !band.names.is_empty());
        let machine = |row: u32| {
            let place = f64::from(frame.fold.place(row)?);
            let (top, bottom) = (frame.edge_of(place), frame.edge_of(place + 1.0));
            (top < bottom).then_some(MachinePlace { row, y: top as u32, h: (bottom - top) as u32 })
        };
        found.push(Place {
            first: shelf.bands.start as u32,
            last: shelf.bands.end as u32 - 1,
            y: top as u32,
            h: (bottom - top) as u32,
            shown: shelf.rows,
            machines: rows.filter_map(machine).collect(),
            shares: frame.is_shared_at(f64::from(shelf.places.start)),
        });
    }
    found
}
