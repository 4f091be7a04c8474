//! Patches of the JS glue that `wasm-bindgen` writes (target `web`): functions that load the deferred module.
//!
//! The glue is patched as text. `patch` fails the build unless each text occurs exactly once, so that a changed output
//! of a new generator version is noticed.

use anyhow::{Result, ensure};
use flate2::Crc;

use crate::LOAD;

/// Texts of the glue and their replacements. The exports of a module are frozen; those of the deferred module are added
/// to a copy.
const EXPORTS: (&str, &str) = ("wasm = instance.exports;", "wasm = { ...instance.exports };");
const IMPORTS: &str = "return {\n        __proto__: null,";

/// Adds the loading of a deferred module to the glue `js`.
///
/// Fails unless the glue contains each replaced text exactly once.
pub fn patch_glue(js: &str) -> Result<String> {
    let (module, function) = LOAD;
    let imports = format!("{IMPORTS}\n        \"{module}\": {{ {function}: load_deferred_now }},");
    let mut patched = js.to_owned();
    for (text, replacement) in [EXPORTS, (IMPORTS, &imports)] {
        ensure!(js.matches(text).count() == 1, "the glue does not contain `{text}` exactly once");
        patched = patched.replace(text, replacement);
    }
    Ok(format!("{patched}\n{FUNCTIONS}"))
}

/// Adds the types of the added functions and constants to the types `d_ts` of the glue.
pub fn patch_types(d_ts: &str) -> String {
    format!("{d_ts}\n{TYPES}")
}

/// The constant by which the page recognises the deferred module, to be appended to the glue: a stale or damaged file
/// is rejected.
pub fn deferred_digest_constant(deferred: &[u8]) -> String {
    let mut sum = Crc::new();
    sum.update(deferred);
    format!("\nexport const DEFERRED = {{ bytes: {}, crc32: {} }};\n", deferred.len(), sum.sum())
}

const FUNCTIONS: &str = "\
let provide_deferred;

function load_deferred_now() {
    if (!provide_deferred) throw new Error('The deferred part of the engine is needed and not loaded.');
    const provide = provide_deferred;
    provide_deferred = undefined;
    Object.assign(wasm, new WebAssembly.Instance(provide(), { m: wasm }).exports);
}

export function is_deferred(name) {
    return !(name in wasm);
}

export async function load_deferred(module) {
    Object.assign(wasm, (await WebAssembly.instantiate(module, { m: wasm })).exports);
}

export function load_deferred_on_use(provide) {
    provide_deferred = provide;
}
";

const TYPES: &str = "\
/**
 * Whether an exported function is in the deferred module and not yet loaded: `engine_graph` is that of `Engine.graph`.
 */
export function is_deferred(name: string): boolean;

/**
 * Loads the deferred module. Before that, functions that need it fail.
 */
export function load_deferred(module: WebAssembly.Module): Promise<void>;

/**
 * Sets the function that provides the deferred module when a call turns out to need it.
 */
export function load_deferred_on_use(provide: () => WebAssembly.Module): void;

/**
 * Length and CRC-32 of the deferred module.
 */
export const DEFERRED: { bytes: number, crc32: number };
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PRIMARY;

    /// The relevant part of the glue of `wasm-bindgen` 0.2.130.
    const GLUE: &str = "\
function __wbg_get_imports() {
    const import0 = {};
    return {
        __proto__: null,
        \"./ganttlet_wasm_bg.js\": import0,
    };
}

function __wbg_finalize_init(instance, module) {
    wasm = instance.exports;
    return wasm;
}
";

    #[test]
    fn glue_exports_loading_and_imports_it_into_the_primary_module() {
        let expected = "\
function __wbg_get_imports() {
    const import0 = {};
    return {
        __proto__: null,
        \"deferred\": { load: load_deferred_now },
        \"./ganttlet_wasm_bg.js\": import0,
    };
}

function __wbg_finalize_init(instance, module) {
    wasm = { ...instance.exports };
    return wasm;
}
";
        assert_eq!(patch_glue(GLUE).unwrap(), format!("{expected}\n{FUNCTIONS}"));
        assert!(FUNCTIONS.contains(&format!("{{ {PRIMARY}: wasm }}")));
    }

    #[test]
    fn other_glue_is_refused() {
        let changed = GLUE.replace("wasm = instance.exports;", "exports = instance.exports;");
        let error = patch_glue(&changed).unwrap_err().to_string();
        assert_eq!(error, "the glue does not contain `wasm = instance.exports;` exactly once");
        assert!(patch_glue(&format!("{GLUE}{GLUE}")).is_err());
    }

    #[test]
    fn every_added_export_has_a_type() {
        for name in ["is_deferred", "load_deferred", "load_deferred_on_use"] {
            assert!(FUNCTIONS.contains(&format!("function {name}(")), "{name}");
            assert!(TYPES.contains(&format!("export function {name}(")), "{name}");
        }
        assert!(patch_types("export class Engine {}").starts_with("export class Engine {}\n/**"));
        assert!(
            deferred_digest_constant(b"123456789").contains("DEFERRED = { bytes: 9, crc32: 3421780262 }")
        );
    }
}
