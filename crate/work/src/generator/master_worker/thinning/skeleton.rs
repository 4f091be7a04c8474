//! Parallel thinning with two subiterations (Guo and Hall 1989, algorithm A1).
//!
//! A pixel is deleted if its black neighbours remain connected without it, if it is not the end of a line, and if it
//! lies on the side that the subiteration removes. All pixels of a subiteration are tested on the same picture, so
//! neither their order nor the strips of the picture matter. Only border pixels are tested: a pixel with four black
//! neighbours is never deleted.

use super::picture::{BLACK, BORDER, Picture, WHITE};

/// True if a pixel with these neighbours is deleted. Neighbours are bits: 1 for north, then clockwise, 128 for
/// north-west.
fn is_removed(neighbours: u8, second: bool) -> bool {
    let is = |place: u8| neighbours & (1 << (place % 8)) != 0;
    let sides = || [0, 2, 4, 6].into_iter();
    let parts = sides().filter(|&side| !is(side) && (is(side + 1) || is(side + 2))).count();
    let pairs = |from: u8| sides().filter(|&side| is(from + side) || is(from + side + 1)).count();
    // First the south-west side is removed, then the north-east.
    let (a, b) = if second { (0, 2) } else { (4, 6) };
    let kept = is(b) && (is(a) || is(a + 1) || !is(a + 3));
    parts == 1 && (2..=3).contains(&pairs(7).min(pairs(0))) && !kept
}

/// Thins a picture to its skeleton. Returns the number of deleted pixels of each row in each iteration; the last one
/// deleted at least one.
pub(super) fn thin_to_skeleton(picture: &mut Picture) -> Vec<Vec<u32>> {
    let table: Vec<[bool; 2]> =
        (0..=255).map(|code| [is_removed(code, false), is_removed(code, true)]).collect();
    let (width, height) = (picture.width() + 2, picture.height());
    let pixels = picture.pixels();
    let around = |at: usize| {
        [
            at - width,
            at - width + 1,
            at + 1,
            at + width + 1,
            at + width,
            at + width - 1,
            at - 1,
            at - width - 1,
        ]
    };
    let mut border = Vec::new();
    for at in width + 1..width * (height + 1) {
        if pixels[at] == BLACK && around(at).iter().step_by(2).any(|&side| pixels[side] == WHITE) {
            pixels[at] = BORDER;
            border.push(at);
        }
    }
    let mut iterations = Vec::new();
    loop {
        let mut deleted = vec![0; height];
        let mut any = false;
        for turn in [0, 1] {
            let mut gone = Vec::new();
            border.retain(|&at| {
                let add = |code: usize, &of: &usize| code << 1 | usize::from(pixels[of] != WHITE);
                let code = around(at).iter().rev().fold(0, add);
                let goes = table[code][turn];
                if goes {
                    gone.push(at);
                }
                !goes
            });
            any |= !gone.is_empty();
            for &at in &gone {
                pixels[at] = WHITE;
                deleted[at / width - 1] += 1;
            }
            for at in gone {
                for side in around(at).into_iter().step_by(2) {
                    if pixels[side] == BLACK {
                        pixels[side] = BORDER;
                        border.push(side);
                    }
                }
            }
        }
        if !any {
            return iterations;
        }
        iterations.push(deleted);
    }
}

#[cfg(test)]
mod tests {
    use super::super::picture::{boy_and_ball, figures, letters};
    use super::*;

    /// Number of connected parts of a picture: black parts are connected over sides and corners, white ones over sides.
    fn connected_parts(picture: &mut Picture, of_black: bool) -> usize {
        let width = picture.width() + 2;
        let pixels = picture.pixels();
        let mut seen: Vec<bool> = pixels.iter().map(|&pixel| (pixel == WHITE) == of_black).collect();
        let mut count = 0;
        for start in 0..seen.len() {
            if seen[start] {
                continue;
            }
            count += 1;
            seen[start] = true;
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                let near = [
                    -1,
                    1,
                    -(width as i64),
                    width as i64,
                    -(width as i64) - 1,
                    1 - width as i64,
                    width as i64 - 1,
                    width as i64 + 1,
                ];
                for step in &near[..if of_black { 8 } else { 4 }] {
                    if let Ok(next) = usize::try_from(at as i64 + step)
                        && seen.get(next) == Some(&false)
                    {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        count
    }

    #[test]
    fn thinning_keeps_lines_of_one_pixel() {
        let mut plate =
            Picture::from_rows(&["#########", "#########", "#########", "#########", "#########"]);
        let deleted = thin_to_skeleton(&mut plate);
        assert_eq!(plate.rows(), [".........", ".........", "..#####..", ".........", "........."]);
        assert_eq!(deleted.iter().map(|rows| rows.iter().sum::<u32>()).sum::<u32>(), 40);
        assert_eq!(deleted.len(), 2);
        let line = ["#....", ".#...", "..##.", "....#"];
        let mut same = Picture::from_rows(&line);
        assert!(thin_to_skeleton(&mut same).is_empty());
        assert_eq!(same.rows(), line);
    }

    /// No part is split or lost, no hole is closed or opened, and no deletable pixel remains.
    #[test]
    fn thinning_preserves_connectivity() {
        for (mut picture, black, holes) in [(figures(), 10, 1), (letters(), 5, 0), (boy_and_ball(), 2, 0)] {
            let before = [connected_parts(&mut picture, true), connected_parts(&mut picture, false)];
            let iterations = thin_to_skeleton(&mut picture);
            assert_eq!([connected_parts(&mut picture, true), connected_parts(&mut picture, false)], before);
            assert_eq!(before, [black, holes + 1]);
            // A skeleton is mostly one pixel wide.
            let left: usize = (0..picture.height()).map(|row| picture.black_pixels_in_row(row)).sum();
            let gone: u32 = iterations.iter().flatten().sum();
            assert!(left < 3_500 && gone > 30 * left as u32, "{left} left, {gone} gone");
            assert!(thin_to_skeleton(&mut picture).is_empty());
        }
    }
}
