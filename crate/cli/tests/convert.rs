//! Tests of `ganttlet convert`: exact outputs on small files, losses, rejections, round trips.

use flate2::read::GzDecoder;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A separate folder for a test, with a log.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("convert").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("log.swf"), LOG).expect("a log");
    folder
}

/// A job that failed, one that was cancelled in the queue, and one of unknown user, group and partition.
const LOG: &str = "; MaxProcs: 8\n; UnixStartTime: 1000000000\n; Partition: 3 big\n\
    7 5 -1 30 1 -1 -1 1 60 -1 0 7 2 9 -1 3 -1 -1\n\
    8 100 20 -1 2 -1 -1 2 120 -1 5 9 2 -1 -1 12 -1 -1\n\
    9 8000.5 -1 7200 4 -1 -1 4 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n";

/// Exit status, standard output and standard error of `ganttlet convert` with the log as standard input.
fn convert(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.arg("convert").args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // The program does not read the pipe if it reads a file.
    let _ = child.stdin.take().expect("a pipe").write_all(LOG.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../static/example")
        .join(name)
        .to_string_lossy()
        .into_owned()
}

#[test]
fn a_log_survives_conversion_to_another_format_and_back() {
    let folder = folder("there-and-back");
    let (status, printed, told) =
        convert(&folder, &["log.swf", "log.gwf.gz", "--set", "shift_to_zero=false"]);
    assert_eq!((status, printed.as_str()), (Some(0), ""), "{told}");
    let packed = fs::read(folder.join("log.gwf.gz")).expect("a file");
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("gzip");
    let rest = "\t-1".repeat(10);
    let lines = format!(
        "7\t5\t-1\t30\t1\t-1\t-1\t1\t60\t-1\t0\tU7\tG2\tA9\t-1\t-1\t3\t3\tUNITARY{rest}\n\
         8\t100\t20\t-1\t2\t-1\t-1\t2\t120\t-1\t5\tU9\tG2\t-1\t-1\t-1\t12\t12\tUNITARY{rest}\n\
         9\t8000.5\t-1\t7200\t4\t-1\t-1\t4\t-1\t-1\t1\t-1\t-1\t-1\t-1\t-1\t-1\t-1\tUNITARY{rest}\n"
    );
    assert!(text.ends_with(&lines), "{text}");
    let head = "# UnixStartTime: 1000000000\n# MaxProcs: 8\n# Note: Converted by Ganttlet from the format swf\n\
        # Partition: 3 big\n# JobID\tSubmitTime";
    assert!(text.starts_with(head), "{text}");
    let back = convert(&folder, &["log.gwf.gz", "-", "--to", "swf", "--set", "shift_to_zero=false"]);
    let jobs = LOG.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>().join("\n");
    let head = "; Version: 2.2\n; UnixStartTime: 1000000000\n; MaxProcs: 8\n\
        ; Note: Converted by Ganttlet from the format gwf\n";
    assert_eq!((back.0, back.1), (Some(0), format!("{head}{jobs}\n")), "{}", back.2);
}

#[test]
fn losses_are_reported_once_for_each_kind() {
    let folder = folder("losses");
    let (status, _, told) = convert(&folder, &[&example("montage-50.dax"), "out.csv"]);
    let expected = "note: the format opendc has no field for names of workflows: omitted for 1 workflow\n\
        note: the format opendc has no field for ids that are no numbers: omitted for 50 tasks\n\
        note: the format opendc has no field for programs: omitted for 50 tasks\n\
        note: the format opendc has no field for files: omitted for 50 tasks\n";
    assert_eq!((status, told.as_str()), (Some(0), expected));
    let written = fs::read_to_string(folder.join("out.csv")).expect("a file");
    assert_eq!(written.lines().count(), 51);
    let (_, _, told) = convert(&folder, &["-", "-", "--to", "gwf"]);
    assert!(
        told.contains("note: fields that readers do not keep are unknown in the new file: CPU times"),
        "{told}"
    );
    assert!(told.contains("note: the cluster of each job is read with home=partition"), "{told}");
}

#[test]
fn work_without_a_fitting_format_is_refused_with_a_reason() {
    let folder = folder("refusals");
    let refused = |arguments: &[&str]| {
        let (status, printed, told) = convert(&folder, arguments);
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{arguments:?}");
        told
    };
    let told = refused(&[&example("montage-50.dax"), "out.swf"]);
    assert!(told.contains("workflows cannot be written in the format swf, which is for jobs"), "{told}");
    assert!(told.contains("Formats for workflows: dax, wfformat, opendc"), "{told}");
    let told = refused(&[&example("workflows-20.csv"), "out.dax"]);
    assert!(told.contains("this format takes one item per file, and there are 20 workflows"), "{told}");
    let told = refused(&["log.swf", "out.abc"]);
    assert!(told.contains("out.abc: the ending gives no format; known are .swf (swf), .gwf (gwf)"), "{told}");
    let told = refused(&["log.swf", "out.swf", "--to", "swff"]);
    assert!(
        told.contains("--to swff: no format of this name can be written")
            && told.contains("Did you mean swf?")
    );
    assert!(refused(&["log.swf", "-"]).contains("the standard output has no ending that gives the format"));
    assert!(refused(&["log.swf", "./log.swf"]).contains("is the same file as the input log.swf"));
    assert!(refused(&["log.swf", "out.gwf", "--set", "hom=queue"]).contains("Did you mean `home`?"));
    assert!(!folder.join("out.swf").exists() && !folder.join("out.dax").exists());
    assert_eq!(fs::read_to_string(folder.join("log.swf")).expect("the log"), LOG);
}

#[test]
fn examples_are_written_in_their_own_format() {
    let folder = folder("examples");
    for (name, to) in [
        ("lublin-256-1000.swf", "swf"),
        ("grid-5-sites-1000.gwf", "gwf"),
        ("montage-50.dax", "dax"),
        ("workflows-20.csv", "opendc"),
        ("thinning-8-strips.csv", "task-times"),
    ] {
        let again = |input: &str, output: &str| {
            let (status, _, told) = convert(&folder, &[input, output, "--to", to]);
            assert_eq!(status, Some(0), "{name}: {told}");
            fs::read_to_string(folder.join(output)).expect("a file")
        };
        let first = again(&example(name), "first");
        let second = again("first", "second");
        let content = |text: &str| {
            // The name of a workflow is that of its file; headers name the source.
            let content =
                text.lines().filter(|line| !line.starts_with([';', '#']) && !line.starts_with("<adag"));
            content.map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(content(&second) == content(&first), "{name}");
    }
}

#[test]
fn platforms_of_simgrid_are_written_as_json_and_run() {
    let folder = folder("platform");
    let xml = "\n<?xml version='1.0'?><platform version=\"4.1\"><cluster id=\"c\" prefix=\"n\" suffix=\"\" \
               radical=\"0-7\" speed=\"1Gf\" bw=\"125MBps\" lat=\"50us\"/></platform>";
    fs::write(folder.join("p.xml"), xml).expect("a platform");
    let (status, _, problems) = convert(&folder, &["p.xml", "p.json"]);
    assert_eq!(status, Some(0), "{problems}");
    let written = fs::read_to_string(folder.join("p.json")).expect("a platform");
    let written: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(written["clusters"][0]["nodes"], 8);
    let run = |platform: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
        command.args(["run", "log.swf", "--platform", platform]).current_dir(&folder);
        command.output().expect("the program runs")
    };
    let (from_xml, from_json) = (run("p.xml"), run("p.json"));
    assert_eq!(from_xml.status.code(), Some(0));
    assert_eq!(from_xml.stdout, from_json.stdout);
    let (status, _, problems) = convert(&folder, &["p.xml", "p.swf"]);
    assert!(status == Some(2) && problems.contains("a platform is written as JSON"), "{problems}");
}
