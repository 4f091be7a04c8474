//! Writes a workflow as a DAX file.

use super::FORMAT;
use crate::line_writer::push_line;
use crate::writer::{SUBMIT_TIMES, Writer, only_item};
use ganttlet_work::Workflow;
use quick_xml::escape::escape;

/// The writer for conversions.
pub(crate) const WRITER: Writer =
    Writer::new(&FORMAT, "dax", &[SUBMIT_TIMES], |reading| only_item(reading).map(write_dax));

/// A workflow as a DAX file (version 2.1) with runtimes and file sizes.
pub fn write_dax(workflow: &Workflow) -> String {
    let mut text = String::new();
    let children = workflow.tasks.iter().filter(|task| !task.parents.is_empty());
    push_line(&mut text, format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
    push_line(
        &mut text,
        format_args!(
            "<adag xmlns=\"http://pegasus.isi.edu/schema/DAX\" version=\"2.1\" name=\"{}\" jobCount=\"{}\" \
             fileCount=\"0\" childCount=\"{}\">",
            escape(&workflow.name),
            workflow.tasks.len(),
            children.clone().count()
        ),
    );
    for task in &workflow.tasks {
        let cores = if task.nodes == 1 { String::new() } else { format!(" cores=\"{}\"", task.nodes) };
        let (id, program, run) = (escape(&task.name), escape(&task.program), task.run.exact_seconds());
        push_line(&mut text, format_args!("  <job id=\"{id}\" name=\"{program}\" runtime=\"{run}\"{cores}>"));
        for (files, link) in [(&task.inputs, "input"), (&task.outputs, "output")] {
            for &file in files {
                let file = &workflow.files[file as usize];
                let (name, bytes) = (escape(&file.name), file.bytes);
                push_line(
                    &mut text,
                    format_args!("    <uses file=\"{name}\" link=\"{link}\" size=\"{bytes}\"/>"),
                );
            }
        }
        push_line(&mut text, format_args!("  </job>"));
    }
    for child in children {
        push_line(&mut text, format_args!("  <child ref=\"{}\">", escape(&child.name)));
        for &parent in &child.parents {
            let parent = escape(&workflow.tasks[parent as usize].name);
            push_line(&mut text, format_args!("    <parent ref=\"{parent}\"/>"));
        }
        push_line(&mut text, format_args!("  </child>"));
    }
    push_line(&mut text, format_args!("</adag>"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_writer::tests::{assert_example, generate};
    use crate::read;
    use ganttlet_core::entry::Settings;
    use ganttlet_core::platform::{das2, one_cluster};

    #[test]
    fn a_workflow_that_is_read_again_is_the_same() {
        let awkward = Workflow { name: "a & \"b\" <c>".to_owned(), ..Workflow::default() };
        assert!(write_dax(&awkward).contains("name=\"a &amp; &quot;b&quot; &lt;c&gt;\""));
        for id in ["montage", "cybershake", "epigenomics", "inspiral", "sipht", "fork-join", "random-dag"] {
            let mut first: Workflow = generate(id, &[], &das2(), 5).remove(0);
            first.tasks[1].nodes = 3;
            let reading = read(
                &format!("{}.dax", first.name),
                write_dax(&first).as_bytes(),
                None,
                &Settings::default(),
            );
            let mut again: Workflow = reading.expect("a workflow").work.take().remove(0);
            // Files are listed in the order of their uses, so their numbers differ.
            for workflow in [&mut first, &mut again] {
                let mut order: Vec<usize> = (0..workflow.files.len()).collect();
                order.sort_by_key(|&file| workflow.files[file].name.clone());
                let mut place = vec![0; order.len()];
                for (new, &old) in order.iter().enumerate() {
                    place[old] = new as u32;
                }
                workflow.files = order.iter().map(|&old| workflow.files[old].clone()).collect();
                for task in &mut workflow.tasks {
                    for file in task.inputs.iter_mut().chain(&mut task.outputs) {
                        *file = place[*file as usize];
                    }
                }
            }
            assert_eq!(again, first, "{id}");
        }
    }

    #[test]
    fn the_example_equals_the_generated_work() {
        assert_example("montage-50.dax", &write_dax(&generate("montage", &[], &one_cluster(256), 1)[0]));
    }
}
