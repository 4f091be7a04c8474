//! `ganttlet gallery`: pictures and numbers of the examples for the list on the page.
//!
//! For each example of an index it writes two small pictures, one light and one dark. They have a strip for each system
//! over the same time span. `shown.json` has the change of the measure in the index between the two systems of the
//! card, with the digests of the runs.

use crate::{error_without_place, file_bytes, output, output_paths};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::Trace;
use ganttlet_core::time::Time;
use ganttlet_document::{Files, Scenario, build, read};
use ganttlet_render::{Canvas, ThemeName, View, flow, rasterize};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report;
use ganttlet_sim::system::{Budget, Run};
use ganttlet_work::Work;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// The size of a picture: two by two pixels for each pixel of the page, for screens with a high resolution.
const PICTURE_SIZE: (usize, usize) = (380, 168);
/// Pixels between two strips.
const STRIP_GAP: usize = 4;
/// Maximum number of colours of a picture.
const MAX_COLOURS: usize = 256;

/// The list of examples.
#[derive(Deserialize)]
struct Index {
    examples: Vec<Example>,
}

/// An example in the list.
#[derive(Deserialize)]
struct Example {
    id: String,
    measure: String,
    /// The variants whose values are on the card; by default the first and the last.
    compare: Option<[usize; 2]>,
    /// The statistic of the measure that answers the question: `min` or `max`; by default the value.
    statistic: Option<String>,
}

/// The runs of an example, one for each system, with the work of those whose tasks have predecessors.
type Runs = Vec<(Box<dyn Run>, Option<Work>)>;

/// Draws all examples of the index in `from` into the folder `to`.
pub(crate) fn draw_gallery(from: &Path, to: &Path) -> Result<bool, Vec<Diagnostic>> {
    let index: Index = serde_json::from_str(&file_bytes::read_text(&from.join("index.json"))?)
        .map_err(|error| error_without_place(format!("the index cannot be used: {error}")))?;
    fs::create_dir_all(to)
        .map_err(|error| error_without_place(format!("cannot make {}: {error}", to.display())))?;
    let inputs: Vec<_> = std::iter::once("index")
        .chain(index.examples.iter().map(|example| &*example.id))
        .map(|name| from.join(format!("{name}.json")))
        .collect();
    let pictures = |id: &str| ["light", "dark"].map(|theme| to.join(format!("{id}.{theme}.png")));
    let written = index.examples.iter().flat_map(|example| pictures(&example.id));
    let written: Vec<_> =
        written.chain([to.join("shown.json")]).map(|path| ("the picture or list".to_owned(), path)).collect();
    output_paths::check_outputs(&inputs, &written, None)?;
    let mut shown = Map::new();
    for Example { id, measure, compare, statistic } in index.examples {
        let reading = read(&file_bytes::read_text(&from.join(format!("{id}.json")))?);
        let scenario = reading.scenario.ok_or(reading.diagnostics)?;
        let (mut runs, told) = run_example(&scenario, &measure, compare, statistic.as_deref())?;
        for (name, theme) in [("light", ThemeName::Light), ("dark", ThemeName::Dark)] {
            let path = to.join(format!("{id}.{name}.png"));
            let bytes = encode_png(&draw_strips(&mut runs, theme))
                .map_err(|error| error_without_place(error.to_string()))?;
            fs::write(&path, bytes)
                .map_err(|error| error_without_place(format!("cannot write {}: {error}", path.display())))?;
        }
        shown.insert(id, told);
    }
    output::write_file(&to.join("shown.json"), &format!("{:#}\n", Value::Object(shown))).map(|()| true)
}

/// Runs all systems of an example; returns the runs and the values of the measure.
fn run_example(
    scenario: &Scenario,
    measure: &str,
    compare: Option<[usize; 2]>,
    statistic: Option<&str>,
) -> Result<(Runs, Value), Vec<Diagnostic>> {
    let mut runs = Vec::new();
    let mut digests = Vec::new();
    let mut values = Vec::new();
    let mut told = json!({});
    for variant in 0..scenario.variants.len() {
        let mut built = build(scenario, variant, &Files::new(), 0)?;
        let done = built.run.advance(Budget::ALL).done;
        let scope = Scope { warm_up: Time::from_seconds(scenario.warm_up_s), ..Scope::ALL };
        let measures = (&[measure][..], &scenario.measure_settings);
        let report = report::report(built.run.trace(), built.accepts, measures, &scope, done);
        digests.push(report.digest.as_ref().map(|digest| digest.whole.clone()));
        let row = report.rows.iter().find(|row| row.id == measure);
        let row =
            row.ok_or_else(|| error_without_place(format!("{measure} is not measured of this example")))?;
        values.push(match (statistic, &row.statistics) {
            (Some("min"), Some(statistics)) => Some(statistics.min),
            (Some("max"), Some(statistics)) => Some(statistics.max),
            _ => row.value,
        });
        told["unit"] = json!(row.unit);
        runs.push((built.run, built.kept));
    }
    let [from, to] = compare.unwrap_or([0, values.len().saturating_sub(1)]);
    told["from"] = json!(values.get(from));
    told["to"] = json!(values.get(to));
    told["digests"] = json!(digests);
    Ok((runs, told))
}

/// Draws a strip for each run, from top to bottom: red, green, blue, opacity for each pixel.
fn draw_strips(runs: &mut Runs, theme: ThemeName) -> Vec<[u8; 4]> {
    let (width, height) = PICTURE_SIZE;
    let traces = || runs.iter().map(|(run, _)| run.trace());
    let from_s = traces().map(|trace| trace.first_submit().seconds()).fold(f64::INFINITY, f64::min);
    let to_s = traces().map(|trace| trace.last_end.seconds()).fold(0.0, f64::max);
    let waits: Vec<_> = traces().flat_map(Trace::wait_numbers).collect();
    let count = runs.len().max(1);
    let each = (height - STRIP_GAP * (count - 1)) / count;
    let mut all = Vec::with_capacity(width * height);
    for (run, work) in runs {
        let trace = run.trace();
        let view = View {
            from_s,
            to_s,
            scale: 2.0,
            theme,
            now_s: f64::INFINITY,
            folded: true,
            shares: true,
            waits: waits.clone(),
            ..View::of_whole_trace(trace, width as u32, each as u32)
        };
        let mut pixels = Vec::new();
        let mut canvas = Canvas::with_work(work.take());
        rasterize(trace, &mut canvas, &view, &mut pixels);
        flow(trace, &mut canvas, &view, &[]).paint(&mut pixels, &view);
        *work = canvas.work;
        // The gaps between strips are transparent.
        all.resize(all.len().next_multiple_of(width * (each + STRIP_GAP)), [0; 4]);
        all.extend(pixels.as_chunks::<4>().0);
    }
    all.resize(width * height, [0; 4]);
    all
}

/// A picture as PNG (ISO/IEC 15948) with a palette; similar colours are merged if there are too many.
fn encode_png(pixels: &[[u8; 4]]) -> io::Result<Vec<u8>> {
    let coarse = |[r, g, b, opaque]: [u8; 4], bits: u32| {
        let [r, g, b] = [r, g, b].map(|byte| byte >> bits << bits);
        [r, g, b, opaque]
    };
    let (bits, palette) = (0..8)
        .map(|bits| (bits, pixels.iter().map(|&pixel| coarse(pixel, bits)).collect::<BTreeSet<_>>()))
        .find(|(_, palette)| palette.len() <= MAX_COLOURS)
        .unwrap_or_default();
    let palette: Vec<[u8; 4]> = palette.into_iter().collect();
    let mut lines = Vec::new();
    for line in pixels.chunks(PICTURE_SIZE.0) {
        // Each line begins with the number of its filter: none.
        lines.push(0);
        lines
            .extend(line.iter().map(|&pixel| palette.binary_search(&coarse(pixel, bits)).unwrap_or(0) as u8));
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&lines)?;
    let size = [PICTURE_SIZE.0 as u32, PICTURE_SIZE.1 as u32].map(u32::to_be_bytes).concat();
    let colours: Vec<u8> = palette.iter().flat_map(|colour| &colour[..3]).copied().collect();
    let opaque: Vec<u8> = palette.iter().map(|colour| colour[3]).collect();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits per pixel, a palette, and the only defined methods of compression, filtering and interlacing.
    push_chunk(&mut file, *b"IHDR", &[&size[..], &[8, 3, 0, 0, 0]].concat());
    push_chunk(&mut file, *b"PLTE", &colours);
    push_chunk(&mut file, *b"tRNS", &opaque);
    push_chunk(&mut file, *b"IDAT", &packed.finish()?);
    push_chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

/// Appends a chunk of a PNG file.
fn push_chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let body = [&name[..], data].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&body);
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(&body);
    file.extend(sum.sum().to_be_bytes());
}
