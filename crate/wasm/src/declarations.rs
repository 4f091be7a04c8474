//! TypeScript declarations of the values that cross the boundary, written from the Rust types.

mod schema;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name, each with the Rust type it stands for.
struct Declarations {
    config: Config,
    list: BTreeMap<String, (&'static str, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only what is declared has a file of its own; numbers and lists have none.
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

/// The declarations of all arguments and results of the package.
///
/// # Panics
/// If two Rust types are declared under one name.
#[must_use]
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, list: BTreeMap::new() };
    // What functions of the package take and give; what these hold follows.
    all.visit::<crate::Checked>();
    all.visit::<crate::Changed>();
    all.visit::<ganttlet_document::DocumentKind>();
    all.visit::<crate::plan::Held>();
    all.visit::<crate::Decoded>();
    all.visit::<ganttlet_document::Adapted>();
    all.visit::<ganttlet_document::FileReport>();
    all.visit::<crate::files::RunFile>();
    all.visit::<crate::frame::Frame>();
    all.visit::<crate::frame::FrameRequest>();
    all.visit::<crate::views::SpecialViews>();
    all.visit::<crate::engine::Neighbours>();
    all.visit::<crate::engine::Layout<'static>>();
    all.visit::<crate::engine::Moment>();
    all.visit::<crate::engine::Advanced>();
    all.visit::<crate::engine::Curves>();
    all.visit::<crate::engine::Distribution>();
    all.visit::<ganttlet_picture::Card>();
    all.visit::<ganttlet_picture::Decided>();
    all.visit::<ganttlet_picture::SubjectRows>();
    all.visit::<ganttlet_study::published::Listed>();
    all.visit::<ganttlet_study::published::Shipped>();
    all.visit::<crate::tables::TableRows>();
    all.visit::<crate::tables::Told>();
    all.visit::<ganttlet_study::Findings>();
    all.visit::<crate::plan::Said<'static>>();
    all.visit::<ganttlet_study::Summary<'static>>();
    all.visit::<ganttlet_study::Difference>();
    all.visit::<ganttlet_engine::platform::Machine>();
    all.visit::<ganttlet_document::Verdict>();
    all.visit::<ganttlet_document::Told>();
    all.visit::<ganttlet_document::Judgement>();
    all.visit::<ganttlet_document::catalog::Catalog>();
    all.visit::<ganttlet_engine::metric::Inside>();
    all.visit::<ganttlet_engine::metric::Region>();
    all.visit::<ganttlet_engine::metric::Report>();
    all.visit::<ganttlet_engine::record::Waiting>();
    all.visit::<ganttlet_picture::Legend>();
    all.visit::<ganttlet_picture::Place>();
    all.visit::<ganttlet_picture::View>();
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

    /// The names of types in the attributes of functions that cross the boundary.
    fn used() -> BTreeSet<&'static str> {
        let sources = [
            include_str!("engine.rs"),
            include_str!("frame.rs"),
            include_str!("lib.rs"),
            include_str!("plan.rs"),
            include_str!("tables.rs"),
            include_str!("views.rs"),
        ];
        let is_type = |line: &&str| line.contains("unchecked_") && line.contains("_type = \"");
        let lines = sources.iter().flat_map(|text| text.lines()).filter(is_type);
        let words = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
        let names = words.flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
        names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())).collect()
    }

    #[test]
    fn types_of_arguments_and_results_are_declared() {
        let of_js = ["ArrayBuffer", "Float64Array", "Record", "Uint8Array"];
        let text = declarations();
        let is_missing = |name: &&str| {
            !of_js.contains(name)
                && !text.contains(&format!("export type {name} "))
                && !text.contains(&format!("export type {name}<"))
        };
        let missing: Vec<&str> = used().into_iter().filter(is_missing).collect();
        assert_eq!(missing, [] as [&str; 0]);
    }
}
