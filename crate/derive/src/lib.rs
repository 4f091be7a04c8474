#![doc = include_str!("../README.md")]

mod document;
mod parameters;
mod roles;
mod variants;

use proc_macro::TokenStream;
use syn::{Attribute, Error, Expr, Lit, Meta, parse_macro_input};

/// Turns the fields of a struct into parameters: see the README.
#[proc_macro_derive(Parameters, attributes(parameter))]
pub fn parameters(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    parameters::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Turns the fields of a struct into those of a document, and the variants of an enum into alternatives.
///
/// For a struct: `#[document(brief)]` never writes defaults, `agree` and `defaults` call the traits of these names,
/// `default` implements `Default`; `name = ".."` defines its schema once. For a field: `#[field(is = SHAPE)]` unless
/// its type determines it, then `default = ..` or `optional` or `need = "What to add."`; `label` and `unit` for forms;
/// `flat` if the keys of its value are beside those of the other fields; `stored_as = TYPE` if the document stores it
/// in the form of another type. For an enum: words are variants without a value, others are an object with one key;
/// with `#[document(flat)]` several keys select the variant. `kinds` adds one variant for each kind of work.
#[proc_macro_derive(Document, attributes(document, field))]
pub fn document(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    document::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Turns the fields of a struct into the roles of a system: see the README.
#[proc_macro_derive(Roles, attributes(role))]
pub fn roles(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    roles::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Turns the variants of an enum into the words of a choice: see the README.
#[proc_macro_derive(Variants, attributes(word))]
pub fn variants(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    variants::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// The doc comment as one line of text, which a build may leave out (`entry::catalog_text`); a missing comment is an
/// error, as forms and help display it.
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
