use super::testing::{TestColumn, write_table};
use super::{Cell, Cells, ParquetFile};
use crate::{Reading, read, recognise};
use TestColumn::{Lists, RealLists, Reals, Smalls, Texts, Wholes};
use flate2::Compression;
use flate2::write::GzEncoder;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

fn seed(path: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds");
    fs::read(folder.join(path)).expect("a seed")
}

/// A table of five rows with all kinds of columns.
fn table() -> Vec<(&'static str, TestColumn)> {
    vec![
        ("id", Wholes(vec![1 << 60, (1 << 60) + 1, 3, 4, 5])),
        ("small", Smalls(vec![-1, 2, i32::MAX, 0, 7])),
        ("real", Reals(vec![Some(0.5), None, Some(f64::NAN), Some(-1.0), Some(9e15)])),
        ("text", Texts(vec![Some("a"), Some(""), None, Some("dd"), None])),
        ("list", Lists(vec![vec![], vec![1, 2, 3], vec![1 << 60], vec![], vec![9]])),
        ("reals", RealLists(vec![vec![1.0], vec![], vec![], vec![2.0, 2.5], vec![1e300]])),
    ]
}

#[test]
fn values_are_read_exactly_in_row_groups_of_any_size() {
    for group_rows in [1, 2, 5] {
        let bytes = write_table(&table(), group_rows);
        let file = ParquetFile::open(&bytes).expect("a file");
        assert_eq!((file.rows(), file.names()), (5, vec!["id", "small", "real", "text", "list", "reals"]));
        let columns =
            ["id", "SMALL", "real", "text", "list", "reals", "missing"].map(|name| file.column(&[name]));
        assert!(columns[5].is_some() && columns[6].is_none());
        let mut rows = vec![];
        let mut texts = vec![];
        file.for_each_batch(columns, |count, cells| {
            let whole = |cells: &Cells, row| cells.row(row).iter().map(Cell::whole).collect::<Vec<_>>();
            for row in 0..count {
                let number = cells[2].number(row);
                rows.push((
                    cells[0].whole(row),
                    cells[1].whole(row),
                    number,
                    whole(&cells[4], row),
                    whole(&cells[5], row),
                ));
                texts.push(cells[3].row(row).first().map(|cell| match cell {
                    Cell::Text(text) => String::from_utf8_lossy(text.data()).into_owned(),
                    other => format!("{other:?}"),
                }));
                assert!(cells[6].row(row).is_empty());
            }
            Ok(())
        })
        .expect("it is read");
        let expected = [
            (Some(1 << 60), Some(-1), Some(0.5), vec![], vec![Some(1)]),
            (Some((1 << 60) + 1), Some(2), None, vec![Some(1), Some(2), Some(3)], vec![]),
            (Some(3), Some(i64::from(i32::MAX)), None, vec![Some(1 << 60)], vec![]),
            (Some(4), Some(0), Some(-1.0), vec![], vec![Some(2), None]),
            (Some(5), Some(7), Some(9e15), vec![Some(9)], vec![None]),
        ];
        assert_eq!(rows, expected);
        let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
        assert_eq!(texts, [Some("a"), Some(""), None, Some("dd"), None]);
    }
}

fn problem(bytes: &[u8]) -> Diagnostic {
    recognise("a", bytes).err().expect("refused")
}

#[test]
fn tables_that_are_not_read_are_named() {
    let file = |names: &[&'static str]| {
        let columns: Vec<(&str, TestColumn)> = names.iter().map(|&name| (name, Wholes(vec![1]))).collect();
        write_table(&columns, 1)
    };
    let cases: &[(&[&str], &str)] = &[
        (
            &["id", "task_count", "scheduler"],
            "this is the `workflows` table of a Workflow Trace Archive trace",
        ),
        (&["id", "numberOfTasks", "scheduler"], "this is the `workflows` table"),
        (&["id", "num_resources", "type"], "this is the `resources` table of a Workflow Trace Archive trace"),
        (&["id", "numResources", "type"], "this is the `resources` table"),
        (&["id", "duration", "cpu_usage"], "this is the `fragments` table of an OpenDC workload"),
        (&["a", "b"], "the Parquet file has the columns a, b, and none of submit times and none of runtimes"),
        (&["submit", "b"], "the Parquet file has the columns submit, b, and none of runtimes"),
    ];
    for (names, expected) in cases {
        let found = problem(&file(names)).message;
        assert!(found.starts_with(expected), "{found}");
    }
    let forced = read("a", &file(&["a"]), Some("swf"), &Settings::default()).expect_err("no log");
    assert_eq!(forced[0].message, "the file is a Parquet file, which the format `swf` does not read");
    let other = read("a", &file(&["a"]), Some("wta"), &Settings::default()).expect_err("no tasks");
    assert!(other[0].message.starts_with("the Parquet file has the columns a, and none of"));
    let text = read("a", b"1 2 3", Some("wta"), &Settings::default()).expect_err("no Parquet file");
    assert_eq!(text[0].message, "the file is not a Parquet file");
}

/// All supported codecs, and gzip and zstd around the whole file, give the same values.
#[test]
fn packed_pages_and_packed_files_give_the_same() {
    let read_seed =
        |bytes: &[u8]| -> Reading { read("a", bytes, None, &Settings::default()).expect("a trace") };
    let plain = read_seed(&seed("wta/long-ids-snappy.parquet"));
    assert_eq!((plain.report.format, plain.report.read), ("wta", 6));
    for name in ["long-ids-zstd-v2", "long-ids-gzip"] {
        assert_eq!(read_seed(&seed(&format!("wta/{name}.parquet"))), plain, "{name}");
    }
    let bytes = seed("wta/long-ids-snappy.parquet");
    let mut gzip = GzEncoder::new(vec![], Compression::default());
    gzip.write_all(&bytes).expect("memory never fails");
    assert_eq!(read_seed(&gzip.finish().expect("memory never fails")), plain);
    let zstd = ruzstd::encoding::compress_to_vec(&bytes[..], ruzstd::encoding::CompressionLevel::Fastest);
    assert_eq!(read_seed(&zstd), plain);
    assert!(crate::is_parquet(&zstd) && !crate::is_parquet(b"1 2 3"));
}

#[test]
fn damaged_files_are_refused() {
    let whole = seed("wta/long-ids-snappy.parquet");
    for end in 4..whole.len() {
        let message = problem(&whole[..end]).message;
        assert!(message.starts_with("the Parquet file is damaged or truncated"), "{end}: {message}");
    }
    // A footer that claims to be longer than the file.
    let mut long = whole.clone();
    let at = long.len() - 8;
    long[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(problem(&long).message.contains("does not end as a Parquet file"));
    let mut encrypted = whole;
    let at = encrypted.len() - 1;
    encrypted[at] = b'E';
    assert_eq!(problem(&encrypted).message, "the Parquet file is encrypted, which is not read");
}

/// For changes of each byte of a small file, nothing may panic, hang or exhaust the memory.
#[test]
fn changed_bytes_never_panic() {
    for path in [
        "wta/double-children.parquet",
        "wta/long-ids-zstd-v2.parquet",
        "opendc-tasks/timestamps-snappy.parquet",
    ] {
        let whole = seed(path);
        for at in 4..whole.len() {
            for value in [0, 1, 0x80, 0xff, whole[at].wrapping_add(1)] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                match read("a", &bytes, None, &Settings::default()) {
                    Ok(reading) => assert!(reading.report.read > 0),
                    Err(problems) => assert!(!problems.is_empty()),
                }
            }
        }
    }
}
