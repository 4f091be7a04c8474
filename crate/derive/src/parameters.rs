//! Derives `Parameters`: the fields of a struct become parameters.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, GenericArgument, Ident, Lit, LitStr,
    PathArguments, Token, Type, bracketed,
};

/// The implementation of `Parameters`.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            Fields::Unit => &Punctuated::new(),
            Fields::Unnamed(_) => {
                return Err(Error::new_spanned(input, "`Parameters` needs fields with names"));
            }
        },
        _ => return Err(Error::new_spanned(input, "`Parameters` is for structs: each field is a parameter")),
    };
    // Lists of one parameter, or of all those of another struct, joined in the order of the fields.
    let (mut lists, mut takes, mut defaults) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields {
        let name = field.ident.as_ref().expect("fields have names, as was checked");
        let (list, take) = match ParameterAttribute::parse(field)? {
            ParameterAttribute::All(others) => {
                defaults.extend(others);
                let of = &field.ty;
                (
                    quote! { <#of as ::ganttlet_core::entry::Parameters>::LIST },
                    quote! { <#of as ::ganttlet_core::entry::Parameters>::take(values) },
                )
            }
            ParameterAttribute::One(one) => {
                let (id, (kind, take)) = (name.to_string(), one.kind_and_value(field)?);
                let (label, unit, doc) = (&one.name, &one.unit, crate::doc_text(&field.attrs, field)?);
                let (quick, when) = (one.quick, &one.when);
                let parameter = quote! {
                    ::ganttlet_core::entry::Parameter {
                        id: #id, name: #label, doc: #doc, unit: #unit, kind: #kind, quick: #quick, when: #when
                    }
                };
                (quote! { &[#parameter] }, take)
            }
        };
        lists.push(list);
        takes.push(quote! { #name: #take });
    }
    let name = &input.ident;
    let (generics, arguments, wheres) = input.generics.split_for_impl();
    // The length of a joined list cannot depend on a generic parameter; one list needs no joining.
    let list = if let ([only], []) = (&lists[..], &defaults[..]) {
        quote! { #only }
    } else {
        let joined = quote! { ::ganttlet_core::entry::joined(LISTS) };
        let all = defaults.iter().fold(joined, |all, (id, default)| {
            let id = id.to_string();
            quote! { ::ganttlet_core::entry::with_default(#all, #id, #default as f64) }
        });
        quote! {{
            const LISTS: &[&[::ganttlet_core::entry::Parameter]] = &[#(#lists),*];
            const ALL: [::ganttlet_core::entry::Parameter; ::ganttlet_core::entry::total(LISTS)] = #all;
            &ALL
        }}
    };
    Ok(quote! {
        impl #generics ::ganttlet_core::entry::Parameters for #name #arguments #wheres {
            const LIST: &'static [::ganttlet_core::entry::Parameter] = #list;

            fn take(values: &mut ::ganttlet_core::entry::Values<'_>) -> Self {
                let _ = &values;
                Self { #(#takes),* }
            }
        }
    })
}

/// The attribute of a field.
enum ParameterAttribute {
    /// `#[parameter(all)]`: the parameters of another struct; `default(..)` gives some of them another default.
    All(Vec<(Ident, Expr)>),
    /// `#[parameter(name = "..", ..)]`.
    One(Box<ParameterField>),
}

struct ParameterField {
    name: LitStr,
    unit: LitStr,
    min: Option<Expr>,
    max: Option<Expr>,
    default: DefaultValue,
    /// The variables of an expression.
    variables: Option<Expr>,
    /// Maximum length of a text.
    max_length: Option<Expr>,
    /// Whether it has a slider.
    quick: bool,
    /// The condition on another parameter, as an expression.
    when: TokenStream,
}

/// The default of a value.
enum DefaultValue {
    One(Expr),
    Rows(DefaultRows),
}

impl ParameterAttribute {
    fn parse(field: &Field) -> syn::Result<Self> {
        let attribute = field.attrs.iter().find(|attribute| attribute.path().is_ident("parameter"));
        let Some(attribute) = attribute else {
            return Err(Error::new_spanned(
                field,
                "needs `#[parameter(name = \"..\", default = ..)]` or `#[parameter(all)]`",
            ));
        };
        let (mut all, mut name, mut unit) = (false, None, None);
        let (mut min, mut max, mut default, mut variables, mut max_length) = (None, None, None, None, None);
        let (mut quick, mut when) = (false, quote! { ::core::option::Option::None });
        let mut defaults = Vec::new();
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match word.as_str() {
                "all" => all = true,
                "name" => name = Some(meta.value()?.parse()?),
                "unit" => unit = Some(meta.value()?.parse()?),
                "min" => min = Some(meta.value()?.parse()?),
                "max" => max = Some(meta.value()?.parse()?),
                "default" if meta.input.peek(syn::token::Paren) => meta.parse_nested_meta(|one| {
                    let id = one.path.require_ident()?.clone();
                    defaults.push((id, one.value()?.parse()?));
                    Ok(())
                })?,
                "default" => {
                    let value = meta.value()?;
                    default = Some(if value.peek(syn::token::Bracket) {
                        DefaultValue::Rows(value.parse()?)
                    } else {
                        DefaultValue::One(value.parse()?)
                    });
                }
                "variables" => variables = Some(meta.value()?.parse()?),
                "max_length" => max_length = Some(meta.value()?.parse()?),
                "quick" => quick = true,
                "when" => when = self::parse_condition(&meta)?,
                _ => {
                    return Err(meta.error(
                        "one of `all`, `name`, `unit`, `min`, `max`, `default`, `variables`, `max_length`, `quick`, `when`",
                    ));
                }
            }
            Ok(())
        })?;
        if all {
            return Ok(Self::All(defaults));
        }
        let missing = |what: &str| Error::new_spanned(attribute, format!("needs a {what}"));
        Ok(Self::One(Box::new(ParameterField {
            name: name.ok_or_else(|| missing("name"))?,
            unit: unit.unwrap_or_else(|| LitStr::new("", proc_macro2::Span::call_site())),
            min,
            max,
            default: default.ok_or_else(|| missing("default"))?,
            variables,
            max_length,
            quick,
            when,
        })))
    }
}

/// Parses `when(other = ["word", "another"])`: the parameter only has an effect while another one has one of these
/// words, or, as a table, no rows.
fn parse_condition(meta: &ParseNestedMeta<'_>) -> syn::Result<TokenStream> {
    let mut when = TokenStream::new();
    meta.parse_nested_meta(|other| {
        let (id, input) = (other.path.require_ident()?.to_string(), other.value()?);
        let words;
        bracketed!(words in input);
        let words = Punctuated::<LitStr, Token![,]>::parse_terminated(&words)?.into_iter();
        when = quote! {
            ::core::option::Option::Some(::ganttlet_core::entry::When { parameter: #id, is: &[#(#words),*] })
        };
        Ok(())
    })?;
    Ok(when)
}

impl ParameterField {
    /// The kind of the parameter and the extraction of its value: both from the field's type.
    fn kind_and_value(&self, field: &Field) -> syn::Result<(TokenStream, TokenStream)> {
        let last = match &field.ty {
            Type::Path(path) => path.path.segments.last(),
            _ => None,
        };
        let word = last.map(|last| last.ident.to_string()).unwrap_or_default();
        let default = match &self.default {
            DefaultValue::One(one) => quote! { #one },
            DefaultValue::Rows(rows) => rows.to_values()?,
        };
        let bounds = || match (&self.min, &self.max) {
            (Some(min), Some(max)) => Ok((min, max)),
            _ => Err(Error::new_spanned(field, "needs `min` and `max`")),
        };
        let of = &field.ty;
        let number = || {
            bounds().map(|(min, max)| {
                quote! { ::ganttlet_core::entry::Kind::Number { min: #min as f64, max: #max as f64, default: #default as f64 } }
            })
        };
        let integer = || {
            bounds().map(|(min, max)| {
                quote! { ::ganttlet_core::entry::Kind::Integer { min: #min, max: #max, default: #default } }
            })
        };
        Ok(match word.as_str() {
            "f64" => (number()?, quote! { values.number() }),
            "Span" => (number()?, quote! { #of::from_seconds(values.number()) }),
            "i64" => (integer()?, quote! { values.integer() }),
            "u32" => (integer()?, quote! { values.integer() as u32 }),
            "bool" => (
                quote! { ::ganttlet_core::entry::Kind::Bool { default: #default } },
                quote! { values.flag() },
            ),
            "CustomExpression" => {
                let missing = || Error::new_spanned(field, "needs `variables`");
                let variables = self.variables.as_ref().ok_or_else(missing)?;
                (
                    quote! { ::ganttlet_core::entry::Kind::Expression { variables: #variables, default: #default } },
                    quote! { values.expression() },
                )
            }
            "String" => {
                let missing = || Error::new_spanned(field, "needs `max_length`");
                let max_length = self.max_length.as_ref().ok_or_else(missing)?;
                (
                    quote! { ::ganttlet_core::entry::Kind::Text { max_length: #max_length, default: #default } },
                    quote! { values.text() },
                )
            }
            "Vec" => {
                let row = last
                    .and_then(row_type)
                    .ok_or_else(|| Error::new_spanned(of, "needs the type of a row"))?;
                let (min, max) = bounds()?;
                (
                    quote! { ::ganttlet_core::entry::Kind::Table {
                        columns: <#row as ::ganttlet_core::entry::Parameters>::LIST, min: #min, max: #max, default: #default
                    } },
                    quote! { values.rows() },
                )
            }
            _ => (
                quote! { ::ganttlet_core::entry::Kind::Choice { options: <#of as ::ganttlet_core::entry::Variants>::OPTIONS, default: #default } },
                quote! { <#of as ::ganttlet_core::entry::Variants>::at(values.word()) },
            ),
        })
    }
}

/// The type of a row in `Vec<Row>`.
fn row_type(vec: &syn::PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &vec.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(row)) => Some(row),
        _ => None,
    }
}

/// The rows of `[["high", 4, 0.5], ["low", 1, 1.5]]`.
struct DefaultRows(Vec<Punctuated<Expr, Token![,]>>);

impl Parse for DefaultRows {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let rows;
        bracketed!(rows in input);
        let row = |input: ParseStream<'_>| {
            let cells;
            bracketed!(cells in input);
            Punctuated::parse_terminated(&cells)
        };
        Ok(Self(rows.parse_terminated(row, Token![,])?.into_iter().collect()))
    }
}

impl DefaultRows {
    /// The rows as values.
    fn to_values(&self) -> syn::Result<TokenStream> {
        let mut rows = Vec::new();
        for row in &self.0 {
            let cells = row.iter().map(cell_value).collect::<syn::Result<Vec<TokenStream>>>()?;
            rows.push(quote! { &[#(#cells),*] });
        }
        Ok(quote! { &[#(#rows),*] })
    }
}

fn cell_value(cell: &Expr) -> syn::Result<TokenStream> {
    let literal = if let Expr::Unary(minus) = cell { &minus.expr } else { cell };
    let kind = match literal {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => quote! { Choice },
        Expr::Lit(ExprLit { lit: Lit::Int(_), .. }) => quote! { Integer },
        Expr::Lit(ExprLit { lit: Lit::Float(_), .. }) => quote! { Number },
        Expr::Lit(ExprLit { lit: Lit::Bool(_), .. }) => quote! { Bool },
        _ => return Err(Error::new_spanned(cell, "a cell is a number, a word, true or false")),
    };
    Ok(quote! { ::ganttlet_core::entry::Value::#kind(#cell) })
}
