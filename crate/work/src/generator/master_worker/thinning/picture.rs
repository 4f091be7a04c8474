//! The three pictures: black shapes on white, with the published numbers of thinning iterations.
//!
//! A shape of thickness 2n takes n iterations. Every 8 rows contain black pixels, so that each of 64 strips has work.

/// A white pixel.
pub(super) const WHITE: u8 = 0;
/// A black pixel.
pub(super) const BLACK: u8 = 1;
/// A black pixel with a white one above, below, left or right of it, once that has been determined.
pub(super) const BORDER: u8 = 2;

/// Black pixels on white.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    width: usize,
    height: usize,
    /// Row by row, with a white frame of one pixel.
    pixels: Vec<u8>,
}

/// A shape; all measures in pixels.
enum Shape {
    /// An ellipse: its centre (column, row) and half its width and height.
    Ellipse([f64; 2], [f64; 2]),
    /// Straight edges: the first and last row, and the columns from and to in the first and in the last row.
    Stroke([f64; 2], [f64; 2], [f64; 2]),
    /// A white disc: its centre and radius.
    Hole([f64; 2], f64),
}

use Shape::{Ellipse, Hole, Stroke};

/// A rectangle: rows from and to, columns from and to.
const fn rectangle(rows: [f64; 2], columns: [f64; 2]) -> Shape {
    Stroke(rows, columns, columns)
}

impl Shape {
    /// Its first and last row.
    fn rows(&self) -> [f64; 2] {
        match *self {
            Ellipse([_, row], [_, half]) | Hole([_, row], half) => [row - half, row + half],
            Stroke(rows, ..) => rows,
        }
    }

    /// The first and last column of the shape at this height.
    fn columns(&self, height: f64) -> [f64; 2] {
        match *self {
            Ellipse([column, row], [half, tall]) => round([column, row], [half, tall], height),
            Hole(centre, radius) => round(centre, [radius; 2], height),
            Stroke([first, last], from, to) => {
                let part = (height - first) / (last - first);
                [0, 1].map(|side| from[side] + (to[side] - from[side]) * part)
            }
        }
    }
}

fn round([column, row]: [f64; 2], [wide, tall]: [f64; 2], height: f64) -> [f64; 2] {
    let part = (height - row) / tall;
    let half = wide * libm::sqrt((1.0 - part * part).max(0.0));
    [column - half, column + half]
}

impl Picture {
    /// Draws shapes over each other; parts beyond the picture are cut off.
    fn draw(width: usize, height: usize, shapes: &[Shape]) -> Self {
        let mut pixels = vec![WHITE; (width + 2) * (height + 2)];
        for shape in shapes {
            let colour = if matches!(shape, Hole(..)) { WHITE } else { BLACK };
            let [top, bottom] = shape.rows().map(|row| row.clamp(0.0, height as f64) as usize);
            for row in top..bottom {
                let columns = shape.columns(row as f64 + 0.5);
                let [left, right] = columns.map(|column| (column + 0.5).clamp(0.0, width as f64) as usize);
                let start = (row + 1) * (width + 2) + 1;
                pixels[start + left..start + right.max(left)].fill(colour);
            }
        }
        Self { width, height, pixels }
    }

    /// Number of columns, without the frame.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Number of rows, without the frame.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// All pixels row by row, with a white frame of one pixel: width + 2 by height + 2.
    pub(super) fn pixels(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// Number of black pixels in a row.
    pub(super) fn black_pixels_in_row(&self, row: usize) -> usize {
        let stride = self.width + 2;
        self.pixels[(row + 1) * stride..(row + 2) * stride].iter().filter(|&&pixel| pixel != WHITE).count()
    }
}

/// One deep blob, and thin shapes above and below it: a wedge, a ring, bars, discs.
pub(super) fn figures() -> Picture {
    let shapes = [
        Ellipse([295.0, 280.0], [104.0, 92.0]),
        Ellipse([365.0, 280.0], [104.0, 92.0]),
        Stroke([4.0, 188.0], [80.0, 90.0], [40.0, 130.0]),
        Ellipse([290.0, 92.0], [90.0, 90.0]),
        Hole([290.0, 64.0], 8.0),
        rectangle([8.0, 60.0], [490.0, 600.0]),
        rectangle([84.0, 152.0], [560.0, 600.0]),
        rectangle([170.0, 186.0], [500.0, 600.0]),
        Ellipse([110.0, 440.0], [70.0, 68.0]),
        Stroke([380.0, 506.0], [225.0, 260.0], [235.0, 245.0]),
        rectangle([470.0, 502.0], [330.0, 400.0]),
        Ellipse([530.0, 444.0], [66.0, 64.0]),
    ];
    Picture::draw(640, 512, &shapes)
}

/// V, I and A between two lines.
pub(super) fn letters() -> Picture {
    let (top, bottom) = (44.0, 468.0);
    let shapes = [
        rectangle([6.0, 26.0], [20.0, 880.0]),
        Stroke([top, bottom], [10.0, 160.0], [150.0, 250.0]),
        Stroke([top, bottom], [250.0, 390.0], [150.0, 250.0]),
        rectangle([top, bottom], [405.0, 615.0]),
        Stroke([top, bottom], [700.0, 790.0], [630.0, 730.0]),
        Stroke([top, bottom], [700.0, 790.0], [780.0, 890.0]),
        rectangle([486.0, 506.0], [20.0, 880.0]),
    ];
    Picture::draw(900, 512, &shapes)
}

/// A boy (head, neck, body, arms, legs) and a ball beside his legs.
pub(super) fn boy_and_ball() -> Picture {
    let shapes = [
        Ellipse([180.0, 80.0], [76.0, 76.0]),
        rectangle([140.0, 170.0], [160.0, 200.0]),
        Stroke([160.0, 330.0], [100.0, 260.0], [110.0, 250.0]),
        Stroke([160.0, 310.0], [60.0, 100.0], [20.0, 50.0]),
        Stroke([160.0, 320.0], [260.0, 300.0], [315.0, 345.0]),
        Stroke([325.0, 508.0], [130.0, 170.0], [110.0, 140.0]),
        Stroke([325.0, 508.0], [190.0, 230.0], [215.0, 245.0]),
        Ellipse([480.0, 390.0], [97.0, 97.0]),
    ];
    Picture::draw(640, 512, &shapes)
}

#[cfg(test)]
impl Picture {
    /// A picture from rows of dots and other characters.
    pub(super) fn from_rows(rows: &[&str]) -> Self {
        let mut picture = Self::draw(rows[0].len(), rows.len(), &[]);
        for (row, text) in rows.iter().enumerate() {
            for (column, character) in text.chars().enumerate().filter(|&(_, c)| c != '.') {
                picture.pixels[(row + 1) * (text.len() + 2) + column + 1] = character as u8;
            }
        }
        for pixel in picture.pixels.iter_mut().filter(|pixel| **pixel != WHITE) {
            *pixel = BLACK;
        }
        picture
    }

    /// The rows as dots and hashes.
    pub(super) fn rows(&self) -> Vec<String> {
        let row = |row: usize| {
            let start = (row + 1) * (self.width + 2) + 1;
            let pixels = &self.pixels[start..start + self.width];
            pixels.iter().map(|&pixel| if pixel == WHITE { '.' } else { '#' }).collect()
        };
        (0..self.height).map(row).collect()
    }
}
