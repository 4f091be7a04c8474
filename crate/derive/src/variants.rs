//! Derives `Variants`: the variants of an enum become the words of a choice.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, LitStr};

/// The implementation of `Variants`.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(input, "`Variants` is for enums: each variant is a word"));
    };
    let (mut options, mut arms) = (Vec::new(), Vec::new());
    for (place, variant) in data.variants.iter().enumerate() {
        let attribute = variant.attrs.iter().find(|attribute| attribute.path().is_ident("word"));
        let word: LitStr = attribute
            .ok_or_else(|| Error::new_spanned(variant, "needs its word: `#[word(\"..\")]`"))?
            .parse_args()?;
        let doc = crate::doc_text(&variant.attrs, variant)?;
        let name = &variant.ident;
        options.push(quote! { (#word, #doc) });
        arms.push(quote! { #place => Self::#name });
    }
    let name = &input.ident;
    Ok(quote! {
        impl ::ganttlet_core::entry::Variants for #name {
            const OPTIONS: &'static [(&'static str, &'static str)] = &[#(#options),*];

            fn at(place: usize) -> Self {
                match place {
                    #(#arms,)*
                    _ => panic!("there are not so many words"),
                }
            }
        }
    })
}
