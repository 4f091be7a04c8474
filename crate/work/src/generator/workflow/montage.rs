//! Montage: images of the sky, corrected against each other and combined.

use super::draft::WorkflowDraft;
use super::{Collecting, collecting_workflows};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};
use std::collections::BTreeSet;

pub(in super::super) const MONTAGE: Generator = Generator {
    entry: Entry::new("montage", "Montage")
        .summary(
            "Astronomy: images are projected, compared in pairs, corrected and assembled into one mosaic. \
             Many short tasks, large data volume, nine levels with two bottlenecks.",
        )
        .source("Bharathi et al. 2008; Sonmez 2010, section 6.2.2")
        .parameters(Collecting::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        collecting_workflows(settings, streams, purpose, "Montage", add_tasks)
    },
};

/// Number of images and comparisons of a workflow of about `tasks` tasks.
pub(super) fn task_counts(tasks: u32) -> (u32, u32) {
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
fn compared_pairs(draft: &mut WorkflowDraft, images: u32, count: u32) -> Vec<(u32, u32)> {
    let mut chosen = BTreeSet::new();
    chosen.extend((1..images).map(|i| (i - 1, i)).take(count as usize));
    while chosen.len() < count as usize {
        let (a, b) = (draft.stream().uniform_below(images), draft.stream().uniform_below(images));
        if a != b {
            chosen.insert((a.min(b), a.max(b)));
        }
    }
    chosen.into_iter().collect()
}

pub(super) fn add_tasks(draft: &mut WorkflowDraft, tasks: u32) {
    let (images, comparisons) = task_counts(tasks);
    let (p, q) = (f64::from(images), f64::from(comparisons));
    let degree = libm::sqrt(p / 50.0);
    let region = draft.add_external_file("region.hdr", 304.0);

    let mut projected = Vec::new();
    for _ in 0..images {
        let run = draft.truncated_normal(13.59, 0.06);
        let task = draft.add_task("mProjectPP", run);
        let raw = draft.add_external_file(format!("2mass-atlas-{task:05}.fits"), 4_222_080.0);
        draft.add_inputs(task, [region, raw]);
        let bytes = draft.truncated_normal(4.16e6, 1.1e8);
        let image = draft.add_output(task, format!("p2mass-atlas-{task:05}.fits"), bytes);
        let area = draft.add_output(task, format!("p2mass-atlas-{task:05}_area.fits"), bytes);
        projected.push([image, area]);
    }

    let mut fits = Vec::new();
    for (a, b) in compared_pairs(draft, images, comparisons) {
        let run = draft.truncated_normal(10.59, 0.01);
        let task = draft.add_task("mDiffFit", run);
        draft.add_inputs(task, [region]);
        draft.add_inputs(task, projected[a as usize]);
        draft.add_inputs(task, projected[b as usize]);
        let (fit, difference) =
            (draft.truncated_normal(274.0, 99.0), draft.truncated_normal(284_097.0, 2.2e10));
        fits.push(draft.add_output(task, format!("fit.{a:06}.{b:06}.txt"), fit));
        fits.push(draft.add_output(task, format!("diff.{a:06}.{b:06}.fits"), difference));
    }

    let concat = draft.add_task("mConcatFit", 0.08 * q);
    let list = draft.add_external_file("fits_list.tbl", 27.0 * q);
    draft.add_inputs(concat, [list]);
    draft.add_collected(concat, fits);
    let table = draft.add_output(concat, "fits.tbl", 210.0 * q);

    let run = draft.truncated_normal(0.13, 0.01) * q;
    let model = draft.add_task("mBgModel", run);
    let images_table = draft.add_external_file("pimages.tbl", 167.0 * p);
    draft.add_inputs(model, [images_table, table]);
    let corrections = draft.add_output(model, "corrections.tbl", 53.0 * p);

    let mut corrected = Vec::new();
    for files in projected {
        let run = draft.truncated_normal(10.74, 0.03);
        let task = draft.add_task("mBackground", run);
        draft.add_inputs(task, [corrections]);
        draft.add_inputs(task, files);
        let bytes = draft.file_bytes(files[0]);
        corrected.push(draft.add_output(task, format!("c2mass-atlas-{task:05}.fits"), bytes));
        corrected.push(draft.add_output(task, format!("c2mass-atlas-{task:05}_area.fits"), bytes));
    }

    let run = draft.truncated_normal(0.37, 0.01) * p;
    let table_of_images = draft.add_task("mImgTbl", run);
    let corrected_table = draft.add_external_file("cimages.tbl", 167.0 * p);
    draft.add_inputs(table_of_images, [corrected_table]);
    draft.add_inputs(table_of_images, corrected.iter().copied());
    let bytes = draft.truncated_normal(352.0, 2_310.0) * p;
    let new_table = draft.add_output(table_of_images, "newcimages.tbl", bytes);

    let run = draft.truncated_normal(30.11, 0.05) * degree * degree;
    let add = draft.add_task("mAdd", run);
    draft.add_inputs(add, [region, new_table]);
    let bytes = draft.uniform_around(1.73e8 * degree, 0.1);
    let mosaic = draft.add_output(add, "mosaic.fits", bytes);
    let area = draft.add_output(add, "mosaic_area.fits", bytes);

    let shrink = draft.add_task("mShrink", 12.21 * degree);
    draft.add_inputs(shrink, [mosaic, area]);
    let small = draft.add_output(shrink, "shrunken.fits", bytes / 25.0);

    let picture = draft.uniform_around(bytes / 100.0, 0.25);
    let jpeg = draft.add_task("mJPEG", picture / 5.49e5);
    draft.add_inputs(jpeg, [small]);
    draft.add_output(jpeg, "shrunken.jpg", picture);
}
