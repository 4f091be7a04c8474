//! The fields of a struct as parameters.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Expr, Field, Fields, LitStr, Type};

/// The implementation of `Parameters`.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            Fields::Unit => &syn::punctuated::Punctuated::new(),
            Fields::Unnamed(_) => {
                return Err(Error::new_spanned(input, "`Parameters` needs fields with names"));
            }
        },
        _ => return Err(Error::new_spanned(input, "`Parameters` is for structs: each field is a parameter")),
    };
    // Lists of one parameter, or of all those of another struct, joined in the order of the fields.
    let (mut lists, mut reads) = (Vec::new(), Vec::new());
    for field in fields {
        let name = field.ident.as_ref().expect("fields have names, as was checked");
        let (list, read) = match Said::of(field)? {
            Said::All => {
                let of = &field.ty;
                (
                    quote! { <#of as ::ganttlet_engine::entry::Parameters>::LIST },
                    quote! { <#of as ::ganttlet_engine::entry::Parameters>::read(settings) },
                )
            }
            Said::One(one) => {
                let (id, kind) = (name.to_string(), one.kind(field)?);
                let (label, unit, doc) = (&one.name, &one.unit, crate::doc(&field.attrs, field)?);
                let parameter = quote! {
                    ::ganttlet_engine::entry::Parameter { id: #id, name: #label, doc: #doc, unit: #unit, kind: #kind }
                };
                (
                    quote! { &[#parameter] },
                    quote! { ::ganttlet_engine::entry::value(settings, Self::LIST, #id) },
                )
            }
        };
        lists.push(list);
        reads.push(quote! { #name: #read });
    }
    let name = &input.ident;
    let (generics, arguments, wheres) = input.generics.split_for_impl();
    // The length of a joined list cannot depend on a generic parameter; one list needs no joining.
    let list = if let [only] = &lists[..] {
        quote! { #only }
    } else {
        quote! {{
            const LISTS: &[&[::ganttlet_engine::entry::Parameter]] = &[#(#lists),*];
            const ALL: [::ganttlet_engine::entry::Parameter; ::ganttlet_engine::entry::total(LISTS)] =
                ::ganttlet_engine::entry::joined(LISTS);
            &ALL
        }}
    };
    Ok(quote! {
        impl #generics ::ganttlet_engine::entry::Parameters for #name #arguments #wheres {
            const LIST: &'static [::ganttlet_engine::entry::Parameter] = #list;

            fn read(settings: &::ganttlet_engine::entry::Settings) -> Self {
                let _ = settings;
                Self { #(#reads),* }
            }
        }
    })
}

/// What the attribute of a field says.
enum Said {
    /// `#[parameter(all)]`: the parameters of another struct.
    All,
    /// `#[parameter(name = "..", ..)]`.
    One(Box<One>),
}

struct One {
    name: LitStr,
    unit: LitStr,
    min: Option<Expr>,
    max: Option<Expr>,
    default: Expr,
}

impl Said {
    fn of(field: &Field) -> syn::Result<Self> {
        let attribute = field.attrs.iter().find(|attribute| attribute.path().is_ident("parameter"));
        let Some(attribute) = attribute else {
            return Err(Error::new_spanned(
                field,
                "needs `#[parameter(name = \"..\", default = ..)]` or `#[parameter(all)]`",
            ));
        };
        let (mut all, mut name, mut unit) = (false, None, None);
        let (mut min, mut max, mut default) = (None, None, None);
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match word.as_str() {
                "all" => all = true,
                "name" => name = Some(meta.value()?.parse()?),
                "unit" => unit = Some(meta.value()?.parse()?),
                "min" => min = Some(meta.value()?.parse()?),
                "max" => max = Some(meta.value()?.parse()?),
                "default" => default = Some(meta.value()?.parse()?),
                _ => return Err(meta.error("one of `all`, `name`, `unit`, `min`, `max`, `default`")),
            }
            Ok(())
        })?;
        if all {
            return Ok(Self::All);
        }
        let missing = |what: &str| Error::new_spanned(attribute, format!("needs a {what}"));
        Ok(Self::One(Box::new(One {
            name: name.ok_or_else(|| missing("name"))?,
            unit: unit.unwrap_or_else(|| LitStr::new("", proc_macro2::Span::call_site())),
            min,
            max,
            default: default.ok_or_else(|| missing("default"))?,
        })))
    }
}

impl One {
    /// What the parameter may be, from the field's type.
    fn kind(&self, field: &Field) -> syn::Result<TokenStream> {
        let word = match &field.ty {
            Type::Path(path) => {
                path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
            }
            _ => String::new(),
        };
        let default = &self.default;
        let bounds = || match (&self.min, &self.max) {
            (Some(min), Some(max)) => Ok((min, max)),
            _ => Err(Error::new_spanned(field, "needs `min` and `max`")),
        };
        let of = &field.ty;
        Ok(match word.as_str() {
            "f64" | "Span" => {
                let (min, max) = bounds()?;
                quote! { ::ganttlet_engine::entry::Kind::Number { min: #min as f64, max: #max as f64, default: #default as f64 } }
            }
            "u32" | "i64" => {
                let (min, max) = bounds()?;
                quote! { ::ganttlet_engine::entry::Kind::Integer { min: #min, max: #max, default: #default } }
            }
            "bool" => quote! { ::ganttlet_engine::entry::Kind::Bool { default: #default } },
            _ => quote! {
                ::ganttlet_engine::entry::Kind::Choice { options: <#of as ::ganttlet_engine::entry::Words>::OPTIONS, default: #default }
            },
        })
    }
}
