use super::{base, scenario};
use crate::{Link, decode_link, encode_link, read};
use ganttlet_core::record::Digest;
use ganttlet_core::rng::Streams;

fn digest(n: u8) -> Digest {
    Digest {
        whole: format!("{n:016x}"),
        parts: (0..16).map(|i| format!("{:04x}", i * 7 + u32::from(n))).collect(),
    }
}

fn diagnostics(link: &Link) -> String {
    link.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_link_contains_scenario_and_results() {
    let results = [digest(1), digest(2)];
    let fragment = encode_link(&base().to_string(), &results, "0.1.0");
    assert!(fragment.starts_with("1.d."), "{fragment}");
    assert!(fragment.contains("~0.1.0&c="), "{fragment}");
    let link = decode_link(&format!("#{fragment}"));
    assert_eq!(diagnostics(&link), "");
    let text = link.scenario.expect("a scenario");
    assert_eq!(read(&text).scenario, Some(scenario(&base())));
    assert_eq!((link.results.as_slice(), link.engine.as_str()), (&results[..], "0.1.0"));
    assert!(link.overrides.is_empty() && link.example.is_none());
}

#[test]
fn links_survive_changes_by_other_programs() {
    let fragment = encode_link(&base().to_string(), &[digest(1)], "0.1.0");
    let plain = decode_link(&fragment);
    let escaped: String = fragment.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let other = fragment.replacen('-', "+", 1000).replacen('_', "/", 1000);
    let padded = fragment.replace("&r=", "==&r=");
    let source = fragment.replace('&', "&amp;");
    let separators = fragment.replace("r=", "r%3D");
    for text in
        [escaped, other, padded, source, separators, format!("  #{fragment}\n"), format!("{fragment}).")]
    {
        assert_eq!(decode_link(&text), plain, "{text}");
    }
}

#[test]
fn a_draft_with_errors_can_be_shared() {
    let draft = "{\"version\": 1, oops";
    assert_eq!(decode_link(&encode_link(draft, &[], "")).scenario.as_deref(), Some(draft));
}

#[test]
fn links_with_an_example_and_changes_are_decoded() {
    let link = decode_link("#ex=easy-vs-fcfs&seed=7&load=0.8&name=a%20b");
    assert_eq!(link.example.as_deref(), Some("easy-vs-fcfs"));
    let pairs: Vec<(&str, &str)> = link.overrides.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(pairs, [("load", "0.8"), ("name", "a b"), ("seed", "7")]);
    assert_eq!((diagnostics(&link).as_str(), decode_link("")), ("", Link::default()));
    // Overrides without a matching parameter are reported when they are applied, with any name.
    let dotted = decode_link("#ex=easy-vs-fcfs&a.b=1");
    assert_eq!(
        (diagnostics(&dotted).as_str(), dotted.overrides.get("a.b").map(String::as_str)),
        ("", Some("1"))
    );
}

#[test]
fn mistakes_in_a_link_are_reported() {
    let fragment = encode_link(&base().to_string(), &[], "");
    let cut = &fragment[..fragment.len() - 30];
    let copy = "\n  Copy the whole link again: some programs cut long links or break them into lines.";
    let known = "ex=…, lesson=…, src=…, study=…, papers=…, glossary=… and 1.d.…";
    let refresh = "\n  Reload the page to get the latest version.";
    let cases = [
        (cut.to_owned(), format!("error: the link is truncated: the scenario is incomplete{copy}")),
        (
            "2.d.AAAA".into(),
            format!(
                "error: made by a newer version of Ganttlet: link version \"2\", supported is 1{refresh}"
            ),
        ),
        ("1.z.AAAA".into(), format!("error: unknown compression \"z\"; supported is d{refresh}")),
        (
            "1.d.AA*A".into(),
            format!("error: the link is damaged: found '*' at character 3 of the scenario{copy}"),
        ),
        ("1.d.____".into(), format!("error: the link is damaged: the scenario cannot be unpacked{copy}")),
        (
            "lorem".into(),
            format!(
                "error: the link has nothing to open: unknown part \"lorem\"; a link contains {known}{copy}"
            ),
        ),
        (
            "lessn=backfilling&step=2".into(),
            format!(
                "error: the link has nothing to open: unknown part \"lessn=…\"; a link contains {known}{copy}"
            ),
        ),
        (
            "ex=a&r=xyz~0.1".into(),
            format!(
                "warning: r: the result in the link is damaged: it cannot be checked whether it is reproduced{copy}"
            ),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(diagnostics(&decode_link(&text)), expected, "{text}");
    }
}

#[test]
fn a_link_that_unpacks_without_end_is_rejected() {
    let bomb = encode_link(&" ".repeat(16 << 20), &[], "");
    assert!(bomb.len() < 30_000, "{}", bomb.len());
    let link = decode_link(&bomb);
    assert_eq!(link.scenario, None);
    assert!(
        diagnostics(&link)
            .starts_with("error: the link unpacks to more than 4194304 bytes, which is the limit")
    );
}

/// Any fragment gives a link or a diagnostic. The seed is fixed, so that failures are repeatable.
#[test]
fn hostile_links_do_no_harm() {
    let mut chance = Streams::new(11).get("hostile links");
    let whole = encode_link(&base().to_string(), &[digest(1), digest(2)], "0.1.0");
    let byhand = "ex=easy-vs-fcfs&seed=7&load=0.8&r=0123456789abcdef.0011~0.1.0";
    let letters: Vec<char> = "Aa09-_.~=&#%,+/ü\u{0}€".chars().collect();
    for round in 0..20_000 {
        let mut text: Vec<char> = if round % 4 == 0 { byhand } else { &whole }.chars().collect();
        for _ in 0..=chance.uniform_below(6) {
            let place = chance.uniform_below(text.len().max(1) as u32) as usize;
            let letter = letters[chance.uniform_below(letters.len() as u32) as usize];
            match chance.uniform_below(4) {
                0 if place < text.len() => text[place] = letter,
                1 => text.insert(place, letter),
                2 if place < text.len() => drop(text.remove(place)),
                3 => text.truncate(place),
                _ => {}
            }
        }
        let link = decode_link(&text.into_iter().collect::<String>());
        if let Some(scenario) = &link.scenario {
            read(scenario);
        }
    }
}

#[test]
fn every_truncated_link_gives_a_diagnostic() {
    let whole = encode_link(&base().to_string(), &[digest(1), digest(2)], "0.1.0");
    let (payload, engine) = (whole.find("&r="), whole.find('~').map(|tilde| tilde + 1));
    let sum = whole.find("&c=").expect("checksums");
    for end in 0..whole.len() {
        let link = decode_link(&whole[..end]);
        assert_eq!(link.scenario.is_some(), payload.is_some_and(|payload| end >= payload), "{end}");
        // A link without checksums is an older link: its content is complete except for the version of the engine.
        let silent = Some(end) == payload
            || payload.is_some_and(|payload| end == payload + 1)
            || engine.is_some_and(|engine| end >= engine && end <= sum + 1);
        assert_eq!(link.diagnostics.is_empty(), silent || end == 0, "{end}: {}", diagnostics(&link));
    }
}

/// Each character is replaced by every other printable character: the change is reported or has no effect.
#[test]
fn a_changed_character_is_detected() {
    let whole = encode_link(&base().to_string(), &[digest(1), digest(2)], "0.1.0");
    let right = decode_link(&whole);
    for place in 0..whole.len() {
        for other in ('!'..='~').filter(|&other| whole.as_bytes()[place] != other as u8) {
            let changed = format!("{}{other}{}", &whole[..place], &whole[place + 1..]);
            let link = decode_link(&changed);
            assert!(link == right || !link.diagnostics.is_empty(), "{other} at {place}: {changed}");
            if link.scenario != right.scenario {
                assert_eq!(link.scenario, None, "{other} at {place}: {changed}");
            }
        }
    }
}

#[test]
fn a_damaged_result_is_reported_and_the_scenario_kept() {
    let whole = encode_link(&base().to_string(), &[digest(1)], "0.1.0");
    let forged = whole.replace("r=0000", "r=0123");
    let link = decode_link(&forged);
    assert!(diagnostics(&link).contains("the result does not match its checksum"), "{}", diagnostics(&link));
    assert_eq!((link.scenario.is_some(), link.results[0].whole.as_str()), (true, "0123000000000001"));
    let lost = decode_link(&whole.replace("&r=", "&s="));
    assert!(diagnostics(&lost).contains("the results in the link are missing"), "{}", diagnostics(&lost));
    assert!(diagnostics(&lost).contains("\"s=…\" has no effect in a link"), "{}", diagnostics(&lost));
}

#[test]
fn only_a_newer_link_is_called_newer() {
    let payload = encode_link(&base().to_string(), &[], "");
    for (text, newer) in [("2.d.AAAA", true), ("17.d.AAAA", true), ("0.d.AAAA", false), ("1a.d.AAAA", false)]
    {
        let link = decode_link(text);
        assert_eq!(
            diagnostics(&link).contains("newer version of Ganttlet"),
            newer,
            "{text}: {}",
            diagnostics(&link)
        );
    }
    let link = decode_link(&format!("{payload}&r.d.764d73a7484ca636"));
    assert!(!diagnostics(&link).contains("newer version of Ganttlet"), "{}", diagnostics(&link));
}
