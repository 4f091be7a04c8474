//! `ganttlet verify`: checks a certificate.

use crate::{VerifyArguments, error_without_place, file_bytes, input, output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::build_model;
use ganttlet_document::optimum::repeated_digest;
use ganttlet_optimum::certificate::{Certificate, FORMAT};
use ganttlet_optimum::{Objective, Status};
use ganttlet_sim::model::Model;
use serde_json::json;

/// Checks a certificate against the scenario. True if it is valid.
pub(crate) fn verify_certificate(arguments: &VerifyArguments) -> Result<bool, Vec<Diagnostic>> {
    let path = &arguments.certificate;
    let text = file_bytes::read_text(path)?;
    let certificate: Certificate = serde_json::from_str(&text).map_err(|why| {
        let message = format!("{} is not a certificate ({FORMAT}): {why}", path.display());
        error_without_place(message)
    })?;
    let input::Input { scenario, files, diagnostics, .. } = input::read_input(&arguments.run)?;
    output::print_diagnostics(&diagnostics);
    let mut model: Option<(usize, Model)> = None;
    for variant in 0..scenario.variants.len() {
        if let Ok(found) = build_model(&scenario, variant, &files)?
            && found.problem.digest() == certificate.scenario
        {
            model = Some((variant, found));
            break;
        }
    }
    let Some((variant, model)) = model else {
        let message = "the certificate belongs to other jobs or another platform than the scenario";
        return print_result(arguments, &certificate, Err(message.to_owned()));
    };
    let mut result = certificate.verify(&model.problem).map_err(|why| why.to_string());
    if result.is_ok() {
        let digest = repeated_digest(&scenario, &files, variant, &model, &certificate)?;
        if certificate.digest.is_some() && digest != certificate.digest {
            result = Err("the simulator gives another digest for these starts".to_owned());
        }
    }
    if result.is_ok() && arguments.repeat {
        result = certificate.repeat_search(&model.problem).map_err(|why| why.to_string());
    }
    print_result(arguments, &certificate, result)
}

/// Prints whether a certificate is valid.
fn print_result(
    arguments: &VerifyArguments,
    certificate: &Certificate,
    result: Result<(), String>,
) -> Result<bool, Vec<Diagnostic>> {
    let valid = result.is_ok();
    if arguments.json {
        let document = json!({
            "valid": valid,
            "reason": result.err(),
            "status": certificate.status,
            "value_us": certificate.value,
            "lower_us": certificate.lower,
            "search_repeated": arguments.repeat && valid && certificate.search.is_some(),
        });
        output::print_json(&document)?;
        return Ok(valid);
    }
    let text = match result.err() {
        Some(why) => format!("Not valid: {why}.\n"),
        None => valid_text(arguments, certificate),
    };
    output::print_text(&text)?;
    Ok(valid)
}

/// Sentences about a valid certificate.
fn valid_text(arguments: &VerifyArguments, certificate: &Certificate) -> String {
    let objective = match certificate.objective {
        Objective::Makespan => "last end",
        Objective::TotalFlow => "total response time",
    };
    let status = match certificate.status {
        Status::Proven => "proven optimal",
        Status::BestKnown => "best known, not proven",
    };
    let by = match (&*certificate.by, &certificate.search, arguments.repeat) {
        ("search", Some(search), true) => {
            format!("; the search was repeated and visits the same {} partial schedules", search.nodes)
        }
        ("search", ..) => "; the search was not repeated (--repeat)".to_owned(),
        (bound, ..) => format!("; lower bound: {bound}"),
    };
    format!("Valid: {objective} {} us, {status}{by}.\n", certificate.value)
}
