#![doc = include_str!("../README.md")]

mod document;
mod parameters;
mod roles;
mod variants;

use proc_macro::TokenStream;
use syn::{Attribute, Error, Expr, Lit, Meta, parse_macro_input};

/// Makes the fields of a struct parameters: see the README.
#[proc_macro_derive(Parameters, attributes(parameter))]
pub fn parameters(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    parameters::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes the fields of a struct those of a document, and the variants of an enum one of several things that it may say.
///
/// Of a struct: `#[document(brief)]` never writes defaults, `agree` and `defaults` ask the traits of these names, `default`
/// implements `Default`; `name = ".."` defines its schema once. Of a field: `#[field(is = SHAPE)]` unless its type says it,
/// then `default = ..` or `optional` or `need = "What to add."`; `label` and `unit` for forms; `flat` if the keys of its
/// value stand among the fields; `stored_as = TYPE` if the document has it in the form of another type. Of an enum: words
/// are variants without a value, others are an object with one key; with `#[document(flat)]` several keys say what is
/// meant. `kinds` makes one variant for each kind of work.
#[proc_macro_derive(Document, attributes(document, field))]
pub fn document(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    document::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes the fields of a struct the roles of a system: see the README.
#[proc_macro_derive(Roles, attributes(role))]
pub fn roles(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    roles::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes the variants of an enum the words of a choice: see the README.
#[proc_macro_derive(Variants, attributes(word))]
pub fn variants(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    variants::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// The doc comment as one line of text, which a build may leave out (`entry::text`); a missing comment is an error, as
/// people read it.
fn doc_text(attributes: &[Attribute], of: &dyn quote::ToTokens) -> syn::Result<proc_macro2::TokenStream> {
    let mut lines = Vec::new();
    for attribute in attributes {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        let Expr::Lit(value) = &pair.value else { continue };
        if let (true, Lit::Str(line)) = (pair.path.is_ident("doc"), &value.lit) {
            lines.push(line.value().trim().to_owned());
        }
    }
    let text = lines.join(" ").trim().to_owned();
    if text.is_empty() {
        return Err(Error::new_spanned(of, "needs a doc comment: forms and help show it"));
    }
    Ok(quote::quote! { ::ganttlet_core::entry::catalog_text(#text) })
}
