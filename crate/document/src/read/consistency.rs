//! Checks that individually valid fields do not contradict each other.

use super::walk::DocumentReader;
use crate::catalog;
use crate::model::{Part, Scenario, Variant, system_pointer};
use ganttlet_core::diagnostic::{Diagnostic, format_number, list_names};
use ganttlet_core::entry::document::Notes;
use ganttlet_core::entry::limits;
use ganttlet_sim::report;
use ganttlet_sim::system::{SYSTEMS, SystemKind};
use ganttlet_work::{KINDS, Kind};

/// Reports contradictions between the parts of a scenario.
pub(super) fn check_consistency(walker: &mut DocumentReader, scenario: &Scenario) {
    let first = scenario.variants[0].system();
    for (variant, i) in scenario.variants.iter().skip(1).zip(0..) {
        check_compared(walker, scenario, variant.system(), i);
    }
    let mut too_large = false;
    for (list, parts) in [("/workload", &scenario.workload), ("/background", &scenario.background)] {
        let size = |part: &Part| if let Part::Written { kind, said } = part { (kind.size)(said) } else { 0 };
        let (inline, most) = (parts.iter().map(size).sum::<u64>(), limits::INLINE);
        if inline > most as u64 {
            let message =
                format!("the scenario contains {inline} jobs and tasks; at most {most} are allowed");
            walker.error(list, message, "Put them into a separate file and reference it.");
            too_large = true;
        }
    }
    // Each later check copies the scenario for variants with other values.
    if too_large {
        return;
    }
    for i in 0..scenario.variants.len() {
        check_variant(walker, scenario, i);
    }
    let mut platform = None;
    for (part, i) in scenario.workload.iter().zip(0..) {
        let makes = part.work_kind();
        if makes.no_work.is_some() {
            let hint = format!(
                "Move it to \"background\", with one of these systems: {}.",
                list_names(systems_with_background(makes))
            );
            walker.error(&format!("/workload/{i}"), format!("{} cannot be a workload", makes.word), hint);
        } else if !first.accepts.accepts(makes) {
            let system = first.entry.name;
            let message = format!(
                "this part contains {}, but the system ({system}) runs {}",
                makes.word, first.accepts.word
            );
            walker.error(&format!("/workload/{i}"), message, systems_for(makes));
        }
        if let Part::Written { kind, said } = part {
            let platform = platform.get_or_insert_with(|| scenario.platform.to_platform());
            let place = format!("/workload/{i}/{}", kind.key);
            (kind.fits)(
                said,
                platform,
                &mut Notes { place: &place, wrong: &[], diagnostics: &mut walker.diagnostics },
            );
        }
    }
    check_background(walker, scenario);
    for (id, i) in scenario.measures.iter().zip(0..) {
        let Some(metric) = report::METRICS.find(id) else { continue };
        let suits = scenario.variants.iter().any(|variant| metric.applies_to(variant.system().accepts));
        if !suits {
            let of: Vec<&str> = metric.of.iter().map(|of| of.word).collect();
            let (of, runs) = (of.join(" or "), scenario.accepted_work().word);
            let message = format!("{id} is a metric of {of}, but the system runs {runs}");
            walker
                .diagnostics
                .add(Diagnostic::warning(message).place(format!("/measures/{i}")).hint("Leave it out."));
        }
    }
    if let Some(horizon) =
        scenario.horizon_s.filter(|&horizon| horizon <= scenario.warm_up_s && scenario.warm_up_s > 0.0)
    {
        let (warm_up, horizon) = (format_number(scenario.warm_up_s), format_number(horizon));
        let message = format!(
            "the warm-up of {warm_up} s does not end before the horizon of {horizon} s: nothing would be measured"
        );
        walker.error("/warm_up_s", message, "Set it below horizon_s.");
    }
}

/// Checks that the parameters of a variant exist, and that its work fits its platform.
fn check_variant(walker: &mut DocumentReader, scenario: &Scenario, variant: usize) {
    if scenario.variants[variant].is_unmodified() {
        return;
    }
    let own = match scenario.for_variant(variant) {
        Ok(own) => own,
        Err(wrong) => return wrong.into_iter().for_each(|wrong| walker.diagnostics.add(wrong)),
    };
    let platform = own.platform.to_platform();
    for part in &own.workload {
        if let Part::Written { kind, said } = part {
            let place = system_pointer(variant);
            (kind.fits)(
                said,
                &platform,
                &mut Notes { place: &place, wrong: &[], diagnostics: &mut walker.diagnostics },
            );
        }
    }
}

/// Checks that a compared system runs the same work as the first one.
fn check_compared(walker: &mut DocumentReader, scenario: &Scenario, system: &SystemKind, i: usize) {
    let first = scenario.variants[0].system().accepts;
    let strange = |part: &&Part| first.accepts(part.work_kind()) && !system.accepts.accepts(part.work_kind());
    if let Some(part) = scenario.workload.iter().find(strange) {
        let message = format!(
            "this system runs {}, but the workload contains {}: all systems of a scenario run the same workload",
            system.accepts.word,
            part.work_kind().word
        );
        walker.error(&format!("/compare/{i}/kind"), message, "Use a separate scenario.");
    }
}

/// Checks that a system supports the background: local jobs, or absences of machines.
fn check_background(walker: &mut DocumentReader, scenario: &Scenario) {
    let Some(first) = scenario.background.first() else { return };
    if let Some(other) = scenario.variants.iter().map(Variant::system).find(|s| s.beside.is_empty()) {
        // Kinds that no system supports are reported like the first supported kind.
        let mut able = std::iter::once(first.work_kind()).chain(KINDS.iter().copied());
        let Some((kind, past)) = able.find_map(|kind| Some((kind, kind.past?))) else { return };
        let message = format!("the system {} cannot be combined with {}", other.entry.name, past.whole);
        let able = list_names(systems_with_background(kind));
        walker.error("/background", message, format!("{} Systems that support it: {able}.", past.hint));
        return;
    }
    for (part, i) in scenario.background.iter().zip(0..) {
        let makes = part.work_kind();
        let mut systems = scenario.variants.iter().map(Variant::system);
        let Some(system) = systems.find(|system| !system.beside.contains(&makes)) else { continue };
        let takes: Vec<&str> = system.beside.iter().filter_map(|kind| Some(kind.past?.word)).collect();
        let message = format!(
            "this part contains {}, but the system ({}) supports only {} in the background",
            makes.word,
            system.entry.name,
            takes.join(" or ")
        );
        let hint = if system.accepts.accepts(makes) {
            "Move it to the workload.".to_owned()
        } else if systems_with_background(makes).next().is_none() {
            "Leave it out.".to_owned()
        } else {
            format!("Leave it out. Systems that support it: {}.", list_names(systems_with_background(makes)))
        };
        walker.error(&format!("/background/{i}"), message, hint);
    }
}

/// The systems that support this kind of background.
fn systems_with_background(makes: &Kind) -> impl Iterator<Item = &'static str> {
    SYSTEMS.members.iter().filter(move |system| system.beside.contains(&makes)).map(|system| system.entry.id)
}

fn systems_for(makes: &Kind) -> String {
    format!("Systems that run {}: {}.", makes.word, list_names(catalog::systems_for(makes)))
}
