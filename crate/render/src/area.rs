//! Rectangles of pictures.

use serde::Serialize;
use ts_rs::TS;

/// A rectangle of a picture, in device pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(rename = "Box")]
pub struct Area {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

impl Area {
    /// The number of pixels.
    pub(crate) fn pixel_count(self) -> i64 {
        i64::from(self.w) * i64::from(self.h)
    }
}
