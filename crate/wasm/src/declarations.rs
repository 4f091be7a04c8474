//! TypeScript declarations of the values that cross the boundary, written from the Rust types.

mod schema;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name, each with its Rust type.
struct Declarations {
    config: Config,
    list: BTreeMap<String, (&'static str, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only declared types have a file; numbers and lists have none.
        if T::output_path().is_some() {
            let (name, rust) = (T::ident(&self.config), std::any::type_name::<T>());
            let docs = T::docs().unwrap_or_default();
            let declared = format!("{docs}export {}\n", T::decl(&self.config).replace('\n', "\n  "));
            let declared = declared.replace("/**\n * ", "/** ").replace("/**\n   * ", "/** ");
            let declared = declared.replace("\n */", " */").replace("\n   */", " */").replace(" \n", "\n");
            let before = self.list.insert(name.clone(), (rust, declared));
            assert!(before.as_ref().is_none_or(|(other, _)| *other == rust), "{name}: {before:?} and {rust}");
            if before.is_none() {
                T::visit_dependencies(self);
            }
        }
        T::visit_generics(self);
    }
}

macro_rules! visit {
    ($all:ident: $($type:ty,)+) => { $($all.visit::<$type>();)+ };
}

/// The declarations of all arguments and results of the package.
///
/// # Panics
/// If two Rust types are declared under one name.
#[must_use]
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, list: BTreeMap::new() };
    // What functions of the package take and give; what these hold follows.
    visit!(
        all:
        crate::Checked,
        crate::Changed,
        ganttlet_document::DocumentKind,
        crate::plan::Held,
        crate::choices::OpenDecision,
        crate::Decoded,
        ganttlet_document::Adapted,
        ganttlet_document::FileReport,
        ganttlet_js_values::RunFile,
        ganttlet_document::FileInput,
        ganttlet_document::FormFields,
        ganttlet_document::StudyKnob,
        ganttlet_sim::system::hierarchy::QueueLimits,
        crate::frame::Frame,
        crate::frame::FrameRequest,
        crate::views::SpecialViews,
        crate::engine::Neighbours,
        crate::engine::Layout<'static>,
        crate::engine::Moment,
        crate::engine::Advanced,
        crate::engine::Curves,
        crate::engine::Distribution,
        ganttlet_render::Card,
        ganttlet_render::SubjectDecisions,
        ganttlet_render::SubjectRows,
        ganttlet_study::published::Listed,
        ganttlet_study::published::Shipped,
        crate::tables::TableRows,
        crate::tables::Told,
        ganttlet_study::Findings,
        crate::plan::Said<'static>,
        ganttlet_study::Summary<'static>,
        ganttlet_study::Difference,
        ganttlet_core::platform::Machine,
        ganttlet_document::DigestComparison,
        // Of the package of bounds and optima.
        ganttlet_document::optimum::OptimumReports,
        ganttlet_document::optimum::OptimumProgress,
        ganttlet_document::ComparisonTexts,
        ganttlet_document::Judgement,
        ganttlet_document::catalog::Catalog,
        ganttlet_sim::report::Inside,
        ganttlet_sim::report::Region,
        ganttlet_sim::report::Report,
        ganttlet_core::record::Waiting,
        ganttlet_render::Legend,
        ganttlet_render::Place,
        ganttlet_render::View,
    );
    let mut text = String::new();
    for (_, declared) in all.list.values() {
        write!(text, "\n{declared}").expect("a string takes all");
    }
    text += &schema::declarations();
    text
}

#[cfg(test)]
mod tests {
    use super::declarations;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The names of types in the attributes of functions that cross the boundary.
    fn used() -> BTreeSet<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let files = fs::read_dir(folder).expect("the sources").map(|entry| entry.expect("an entry").path());
        let sources: Vec<String> =
            files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).expect("text")).collect();
        let is_type = |line: &&str| line.contains("unchecked_") && line.contains("_type = \"");
        let lines = sources.iter().flat_map(|text| text.lines()).filter(is_type);
        let words = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
        let names = words.flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
        names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())).map(str::to_owned).collect()
    }

    #[test]
    fn types_of_arguments_and_results_are_declared() {
        let of_js = ["ArrayBuffer", "Float64Array", "Record", "Uint8Array"];
        let text = declarations();
        let is_missing = |name: &String| {
            !of_js.contains(&name.as_str())
                && !text.contains(&format!("export type {name} "))
                && !text.contains(&format!("export type {name}<"))
        };
        let missing: Vec<String> = used().into_iter().filter(is_missing).collect();
        assert_eq!(missing, [] as [&str; 0]);
    }
}
