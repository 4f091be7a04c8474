//! The image-thinning application: the work of an actual thinning of three pictures, strip by strip.
//!
//! The pictures of the publication are not available. The ones used here have the same numbers of iterations, total
//! times on one machine, and imbalance; their task times come from thinning them, not from a model of thinning.

mod picture;
mod skeleton;

use super::{Applications, BatchModel};
use crate::Item;
use crate::generator::Generator;
use crate::master_worker::MasterWorker;
use ganttlet_core::entry::{Entry, Parameters, Variants};
use picture::Picture;

pub(in super::super) const THINNING: Generator = Generator {
    entry: Entry::new("thinning", "Image thinning")
        .summary(
            "Thins an image to its skeleton, one layer of pixels per iteration. Each task is one strip of \
             the image; its runtime is proportional to the remaining black pixels. A strip with no pixel \
             left to delete leaves the batch; the application ends with the last strip.",
        )
        .source(
            "Heymann 2001, section 4.2.4 (iterations, single-machine times); thinning by Guo and Hall 1989; \
             the images are ours",
        )
        .parameters(Thinning::LIST),
    makes: MasterWorker::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = Thinning::read(settings);
        // Total times on one machine from table 4-9.
        let (name, picture, total): (_, fn() -> Picture, _) = match set.image {
            Image::Letters => ("Letters", picture::letters, 12_803.0),
            Image::BoyAndBall => ("Boy & Ball", picture::boy_and_ball, 10_080.0),
            Image::Figures => ("Figures", picture::figures, 12_746.0),
        };
        let times = strip_times(picture(), set.strips as usize, set.white_cost, total);
        let model = BatchModel {
            name,
            expected: &times[0],
            iterations: times.len(),
            seconds: &|iteration, strip| times[iteration][strip],
        };
        model.applications(&set.applications, platform, streams, purpose)
    },
};

#[derive(Parameters)]
struct Thinning {
    /// Image to be thinned.
    #[parameter(name = "Image", default = "figures")]
    image: Image,
    /// Number of horizontal strips the image is cut into: the tasks of the first batch. Published: 8, 16, 32.
    #[parameter(name = "Strips", unit = "tasks", min = 2, max = 64, default = 16)]
    strips: u32,
    /// Time to process a white pixel, relative to a black one. With 0 only black pixels need time; with 1 a strip needs the
    /// same time in every iteration.
    #[parameter(name = "White-pixel cost", min = 0, max = 1, default = 0)]
    white_cost: f64,
    #[parameter(all)]
    applications: Applications,
}

/// The three pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Image {
    /// One thick blob among thin shapes: uneven strips. 92 iterations, 12746 s on one machine.
    #[word("figures")]
    Figures,
    /// Strokes from top to bottom: equal strips except at the border. 105 iterations, 12803 s on one machine.
    #[word("letters")]
    Letters,
    /// A thin figure and a thick ball. 97 iterations, 10080 s on one machine.
    #[word("boy-and-ball")]
    BoyAndBall,
}

/// Runtime of each strip in each iteration, in seconds (iteration by iteration; 0 if it is not in the iteration):
/// proportional to the black pixels at the start of the iteration, plus white ones at their cost. A strip is included
/// until the iteration that deletes its last pixel, at least once. The sum of all times is `total`.
fn strip_times(mut picture: Picture, strips: usize, white_cost: f64, total: f64) -> Vec<Vec<f64>> {
    let height = picture.height();
    let strip = |row: usize| row * strips / height;
    let (mut black, mut area) = (vec![0.0; strips], vec![0.0; strips]);
    for row in 0..height {
        black[strip(row)] += picture.black_pixels_in_row(row) as f64;
        area[strip(row)] += picture.width() as f64;
    }
    let deleted = skeleton::thin_to_skeleton(&mut picture);
    let mut last = vec![0; strips];
    let mut times = Vec::new();
    for (rows, iteration) in deleted.iter().zip(0..) {
        let cost = |strip: usize| black[strip] + white_cost * (area[strip] - black[strip]);
        times.push((0..strips).map(cost).collect::<Vec<f64>>());
        for (&gone, row) in rows.iter().zip(0..).filter(|&(&gone, _)| gone > 0) {
            black[strip(row)] -= f64::from(gone);
            last[strip(row)] = iteration;
        }
    }
    for (times, iteration) in times.iter_mut().zip(0..) {
        for (time, &last) in times.iter_mut().zip(&last) {
            // Every included strip must take some time: an empty strip takes as long as a single pixel.
            *time = if iteration > last { 0.0 } else { time.max(1.0) };
        }
    }
    let scale = total / times.iter().flatten().sum::<f64>();
    for time in times.iter_mut().flatten() {
        *time *= scale;
    }
    times
}

#[cfg(test)]
mod tests;
