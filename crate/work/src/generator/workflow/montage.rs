//! Montage: images of the sky, corrected against each other and put together.

use super::draft::Draft;
use super::{Collecting, collecting};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};
use std::collections::BTreeSet;

/// The generator in the catalog.
pub(in super::super) const MONTAGE: Generator = Generator {
    entry: Entry::new("montage", "Montage")
        .summary(
            "Astronomy: images are projected, compared in pairs, corrected and assembled into one mosaic. \
             Many short tasks, large data volume, nine levels with two bottlenecks.",
        )
        .source("Bharathi et al. 2008; Sonmez 2010, section 6.2.2")
        .parameters(Collecting::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| collecting(settings, streams, purpose, "Montage", shape),
};

/// How many images and comparisons a workflow of about `tasks` tasks has.
pub(super) fn counts(tasks: u32) -> (u32, u32) {
    let tasks = tasks.max(10);
    let comparisons = |images: u32| (tasks - 6).saturating_sub(2 * images).max(1);
    let pairs = |images: u32| images * (images - 1) / 2;
    let mut images = (f64::from(tasks - 6) / 6.0 + 0.5) as u32;
    images = images.max(2);
    while pairs(images) < comparisons(images) {
        images += 1;
    }
    (images, comparisons(images))
}

/// Different pairs of `images`: neighbours first, so that every image is compared if there are enough.
fn pairs(draft: &mut Draft, images: u32, count: u32) -> Vec<(u32, u32)> {
    let mut chosen = BTreeSet::new();
    chosen.extend((1..images).map(|i| (i - 1, i)).take(count as usize));
    while chosen.len() < count as usize {
        let (a, b) = (draft.chance().below(images), draft.chance().below(images));
        if a != b {
            chosen.insert((a.min(b), a.max(b)));
        }
    }
    chosen.into_iter().collect()
}

pub(super) fn shape(draft: &mut Draft, tasks: u32) {
    let (images, comparisons) = counts(tasks);
    let (p, q) = (f64::from(images), f64::from(comparisons));
    let degree = libm::sqrt(p / 50.0);
    let region = draft.external("region.hdr", 304.0);

    let mut projected = Vec::new();
    for _ in 0..images {
        let run = draft.normal(13.59, 0.06);
        let task = draft.task("mProjectPP", run);
        let raw = draft.external(format!("2mass-atlas-{task:05}.fits"), 4_222_080.0);
        draft.read(task, [region, raw]);
        let bytes = draft.normal(4.16e6, 1.1e8);
        let image = draft.write(task, format!("p2mass-atlas-{task:05}.fits"), bytes);
        let area = draft.write(task, format!("p2mass-atlas-{task:05}_area.fits"), bytes);
        projected.push([image, area]);
    }

    let mut fits = Vec::new();
    for (a, b) in pairs(draft, images, comparisons) {
        let run = draft.normal(10.59, 0.01);
        let task = draft.task("mDiffFit", run);
        draft.read(task, [region]);
        draft.read(task, projected[a as usize]);
        draft.read(task, projected[b as usize]);
        let (fit, difference) = (draft.normal(274.0, 99.0), draft.normal(284_097.0, 2.2e10));
        fits.push(draft.write(task, format!("fit.{a:06}.{b:06}.txt"), fit));
        fits.push(draft.write(task, format!("diff.{a:06}.{b:06}.fits"), difference));
    }

    let concat = draft.task("mConcatFit", 0.08 * q);
    let list = draft.external("fits_list.tbl", 27.0 * q);
    draft.read(concat, [list]);
    draft.collect(concat, fits);
    let table = draft.write(concat, "fits.tbl", 210.0 * q);

    let run = draft.normal(0.13, 0.01) * q;
    let model = draft.task("mBgModel", run);
    let images_table = draft.external("pimages.tbl", 167.0 * p);
    draft.read(model, [images_table, table]);
    let corrections = draft.write(model, "corrections.tbl", 53.0 * p);

    let mut corrected = Vec::new();
    for files in projected {
        let run = draft.normal(10.74, 0.03);
        let task = draft.task("mBackground", run);
        draft.read(task, [corrections]);
        draft.read(task, files);
        let bytes = draft.bytes(files[0]);
        corrected.push(draft.write(task, format!("c2mass-atlas-{task:05}.fits"), bytes));
        corrected.push(draft.write(task, format!("c2mass-atlas-{task:05}_area.fits"), bytes));
    }

    let run = draft.normal(0.37, 0.01) * p;
    let table_of_images = draft.task("mImgTbl", run);
    let corrected_table = draft.external("cimages.tbl", 167.0 * p);
    draft.read(table_of_images, [corrected_table]);
    draft.read(table_of_images, corrected.iter().copied());
    let bytes = draft.normal(352.0, 2_310.0) * p;
    let new_table = draft.write(table_of_images, "newcimages.tbl", bytes);

    let run = draft.normal(30.11, 0.05) * degree * degree;
    let add = draft.task("mAdd", run);
    draft.read(add, [region, new_table]);
    let bytes = draft.around(1.73e8 * degree, 0.1);
    let mosaic = draft.write(add, "mosaic.fits", bytes);
    let area = draft.write(add, "mosaic_area.fits", bytes);

    let shrink = draft.task("mShrink", 12.21 * degree);
    draft.read(shrink, [mosaic, area]);
    let small = draft.write(shrink, "shrunken.fits", bytes / 25.0);

    let picture = draft.around(bytes / 100.0, 0.25);
    let jpeg = draft.task("mJPEG", picture / 5.49e5);
    draft.read(jpeg, [small]);
    draft.write(jpeg, "shrunken.jpg", picture);
}
