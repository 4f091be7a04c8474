//! Derives `Document`: the fields of a struct become fields of a document, the variants of an enum alternatives.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::{Attribute, Data, DataEnum, DeriveInput, Error, Expr, Fields, Ident, LitStr, Type};

/// The implementation of `Document`.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let said = Container::parse(&input.attrs)?;
    match &input.data {
        Data::Struct(data) => derive_struct(input, &said, &data.fields),
        Data::Enum(data) => derive_enum(input, &said, data),
        Data::Union(_) => Err(Error::new_spanned(input, "`Document` is for structs and enums")),
    }
}

/// The contents of `#[document(..)]` of a type.
#[derive(Default)]
struct Container {
    flags: Vec<String>,
    beside: Option<LitStr>,
    several: Option<LitStr>,
    name: Option<LitStr>,
}

impl Container {
    fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        const FLAGS: [&str; 5] = ["brief", "agree", "defaults", "default", "flat"];
        let mut said = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("document")) {
            attribute.parse_nested_meta(|meta| {
                let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match word.as_str() {
                    "beside" => said.beside = Some(meta.value()?.parse()?),
                    "several" => said.several = Some(meta.value()?.parse()?),
                    "name" => said.name = Some(meta.value()?.parse()?),
                    flag if FLAGS.contains(&flag) => said.flags.push(word),
                    _ => {
                        return Err(meta.error(format!("one of {}, beside, several, name", FLAGS.join(", "))));
                    }
                }
                Ok(())
            })?;
        }
        Ok(said)
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }

    /// The shape, which a schema defines once if the type has a name there.
    fn named_shape(&self, doc: &TokenStream, shape: TokenStream) -> TokenStream {
        match &self.name {
            None => shape,
            Some(name) => quote! {
                __document::Shape::Named(&__document::Named { name: #name, doc: #doc, of: #shape })
            },
        }
    }
}

/// The contents of `#[field(..)]` of a field or a variant.
#[derive(Default)]
struct FieldAttributes {
    key: Option<LitStr>,
    stored_as: Option<Type>,
    shape: Option<Expr>,
    default: Option<Expr>,
    need: Option<LitStr>,
    label: Option<LitStr>,
    unit: Option<LitStr>,
    alone: Option<LitStr>,
    flags: Vec<String>,
}

impl FieldAttributes {
    fn parse(attributes: &[Attribute]) -> syn::Result<Self> {
        const FLAGS: [&str; 4] = ["optional", "flat", "otherwise", "kinds"];
        let mut said = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("field")) {
            attribute.parse_nested_meta(|meta| {
                let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match word.as_str() {
                    "key" => said.key = Some(meta.value()?.parse()?),
                    "stored_as" => said.stored_as = Some(meta.value()?.parse()?),
                    "is" => said.shape = Some(meta.value()?.parse()?),
                    "default" => said.default = Some(meta.value()?.parse()?),
                    "need" => said.need = Some(meta.value()?.parse()?),
                    "label" => said.label = Some(meta.value()?.parse()?),
                    "unit" => said.unit = Some(meta.value()?.parse()?),
                    "alone" => said.alone = Some(meta.value()?.parse()?),
                    flag if FLAGS.contains(&flag) => said.flags.push(word),
                    _ => {
                        let others = "key, stored_as, is, default, need, label, unit, alone";
                        return Err(meta.error(format!("one of {}, {others}", FLAGS.join(", "))));
                    }
                }
                Ok(())
            })?;
        }
        Ok(said)
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }

    /// The shape of a field of this type.
    fn describe(&self, key: &str, doc: &TokenStream, of: &Type) -> TokenStream {
        let shape = self
            .shape
            .as_ref()
            .map_or_else(|| quote! { <#of as __document::Document>::SHAPE }, |shape| quote! { #shape });
        let key = if self.has_flag("flat") { String::new() } else { key.to_owned() };
        let (label, unit) = (literal_text(self.label.as_ref()), literal_text(self.unit.as_ref()));
        let presence = match (&self.default, self.has_flag("optional")) {
            (Some(default), _) => quote! {
                __document::Presence::Default(|| { let defaults: #of = #default; __document::Stored::write(&defaults) })
            },
            (None, true) => quote! { __document::Presence::Optional },
            (None, false) => {
                let hint = literal_text(self.need.as_ref());
                quote! { __document::Presence::Needed(#hint) }
            }
        };
        quote! {
            __document::Field { key: #key, doc: #doc, label: #label, unit: #unit, shape: #shape, presence: #presence }
        }
    }
}

fn literal_text(literal: Option<&LitStr>) -> String {
    literal.map(LitStr::value).unwrap_or_default()
}

/// Named fields: their descriptions, their readers, their writers, and their defaults.
struct NamedFields {
    names: Vec<Ident>,
    fields: Vec<TokenStream>,
    reads: Vec<TokenStream>,
    stored_as: Vec<Option<Type>>,
    defaults: Vec<TokenStream>,
}

impl NamedFields {
    fn from_fields(fields: &Fields) -> syn::Result<Self> {
        let (mut names, mut descriptions, mut defaults) = (Vec::new(), Vec::new(), Vec::new());
        let (mut reads, mut stored_as) = (Vec::new(), Vec::new());
        for field in fields {
            let name = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "needs a name"))?;
            let said = FieldAttributes::parse(&field.attrs)?;
            let key = said.key.as_ref().map_or_else(|| name.to_string(), LitStr::value);
            let doc = crate::doc_text(&field.attrs, field)?;
            descriptions.push(said.describe(&key, &doc, said.stored_as.as_ref().unwrap_or(&field.ty)));
            reads.push(match &said.stored_as {
                None => quote! { #name: fields.read() },
                Some(other) => quote! { #name: ::core::convert::Into::into(fields.read::<#other>()) },
            });
            stored_as.push(said.stored_as);
            defaults.push(said.default.as_ref().map_or_else(
                || quote! { #name: ::core::default::Default::default() },
                |default| quote! { #name: #default },
            ));
            names.push(name);
        }
        Ok(Self { names, fields: descriptions, reads, stored_as, defaults })
    }

    /// The writer of each field; `of` gives a reference to it.
    fn writers(&self, of: impl Fn(&Ident) -> TokenStream) -> Vec<TokenStream> {
        let write = |(name, stored_as): (&Ident, &Option<Type>)| {
            let field = of(name);
            match stored_as {
                None => quote! { __document::Stored::write(#field) },
                Some(other) => {
                    quote! { __document::Stored::write(&<#other as ::core::convert::From<_>>::from(#field)) }
                }
            }
        };
        self.names.iter().zip(&self.stored_as).map(write).collect()
    }

    /// The description of an object with these fields.
    fn object_shape(&self, said: &Container, doc: &TokenStream, of: &TokenStream) -> TokenStream {
        let (fields, brief) = (&self.fields, said.has_flag("brief"));
        let hook = |wanted: bool, hook: TokenStream| {
            if wanted {
                quote! { ::core::option::Option::Some(#hook) }
            } else {
                quote! { ::core::option::Option::None }
            }
        };
        let agree = hook(said.has_flag("agree"), quote! { __document::agree::<#of> });
        let defaults = hook(said.has_flag("defaults"), quote! { __document::defaults::<#of> });
        quote! {
            &__document::Object { doc: #doc, fields: &[#(#fields),*], brief: #brief, agree: #agree, default: #defaults }
        }
    }
}

/// The implementation of `Document` for `of`.
fn implement_document(
    of: &Ident,
    shape: &TokenStream,
    read: &TokenStream,
    write: &TokenStream,
    more: &TokenStream,
) -> TokenStream {
    quote! {
        const _: () = {
            use ::ganttlet_core::entry::document as __document;

            impl __document::Stored for #of {
                fn read(from: &__document::Datum) -> Self { #read }

                fn write(&self) -> __document::Datum { #write }
            }

            impl __document::Document for #of {
                const SHAPE: __document::Shape = #shape;
            }

            #more
        };
    }
}

fn derive_struct(input: &DeriveInput, said: &Container, fields: &Fields) -> syn::Result<TokenStream> {
    let (of, named) = (&input.ident, NamedFields::from_fields(fields)?);
    let doc = crate::doc_text(&input.attrs, input)?;
    let (reads, defaults) = (&named.reads, &named.defaults);
    let writes = named.writers(|name| quote! { &self.#name });
    let object = named.object_shape(said, &doc, &quote! { #of });
    let default = said.has_flag("default").then(|| {
        quote! {
            impl ::core::default::Default for #of {
                fn default() -> Self { Self { #(#defaults),* } }
            }
        }
    });
    Ok(implement_document(
        of,
        &said.named_shape(&doc, quote! { __document::Shape::Object(#object) }),
        &quote! { let mut fields = from.fields(); Self { #(#reads),* } },
        &quote! { __document::Datum::List(vec![#(#writes),*]) },
        &quote! { #default },
    ))
}

fn derive_enum(input: &DeriveInput, said: &Container, data: &DataEnum) -> syn::Result<TokenStream> {
    let is_word = |variant: &&syn::Variant| matches!(variant.fields, Fields::Unit);
    let words = data.variants.iter().filter(is_word);
    let others = data.variants.iter().filter(|variant| !is_word(variant));
    let (mut known, mut variants, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut kinds = false;
    for (number, variant) in words.chain(others).enumerate() {
        let (name, own) = (&variant.ident, FieldAttributes::parse(&variant.attrs)?);
        let key = own.key.as_ref().map_or_else(|| to_snake_case(&name.to_string()), LitStr::value);
        let doc = crate::doc_text(&variant.attrs, variant)?;
        let (alone, otherwise) = (literal_text(own.alone.as_ref()), own.has_flag("otherwise"));
        let way = match &variant.fields {
            Fields::Unit => {
                known.push(quote! { (#key, #doc) });
                reads.push(quote! { #number => Self::#name });
                writes.push(quote! { Self::#name => (#number, __document::Datum::Nothing) });
                continue;
            }
            Fields::Unnamed(fields) => {
                let inner = &fields.unnamed[0].ty;
                reads.push(quote! { #number => Self::#name(__document::Stored::read(value)) });
                writes.push(quote! { Self::#name(value) => (#number, __document::Stored::write(value)) });
                if said.has_flag("flat") {
                    quote! { __document::TextForm::Fields(<#inner as __document::Document>::SHAPE.object()) }
                } else {
                    let field = own.describe(&key, &doc, inner);
                    quote! { __document::TextForm::Key(#field) }
                }
            }
            // One variant for each kind of work: the fields are the kind and its data.
            Fields::Named(fields) if own.has_flag("kinds") => {
                let names: Vec<_> = fields.named.iter().map(|field| &field.ident).collect();
                let [kind, value] = names[..] else {
                    return Err(Error::new_spanned(variant, "needs a kind and a value"));
                };
                reads.push(quote! {
                    which => Self::#name { #kind: ::ganttlet_work::KINDS[which - #number], #value: value.clone() }
                });
                writes.push(quote! {
                    Self::#name { #kind: kind, #value: value } => {
                        let at = ::ganttlet_work::KINDS.iter().position(|known| known == kind);
                        (#number + at.expect("there are no other kinds"), value.clone())
                    }
                });
                kinds = true;
                continue;
            }
            Fields::Named(_) => {
                let named = NamedFields::from_fields(&variant.fields)?;
                let (names, field_reads) = (&named.names, &named.reads);
                let object = named.object_shape(&Container::default(), &doc, &quote! { Self });
                let at: Vec<Ident> = names.iter().map(|name| format_ident!("_{name}")).collect();
                let field_writes = named.writers(|name| format_ident!("_{name}").into_token_stream());
                reads.push(quote! {
                    #number => { let mut fields = value.fields(); Self::#name { #(#field_reads),* } }
                });
                writes.push(quote! {
                    Self::#name { #(#names: #at),* } => (#number, __document::Datum::List(vec![#(#field_writes),*]))
                });
                if said.has_flag("flat") {
                    quote! { __document::TextForm::Fields(#object) }
                } else {
                    quote! {
                        __document::TextForm::Key(__document::Field {
                            key: #key, doc: #doc, label: "", unit: "", shape: __document::Shape::Object(#object),
                            presence: __document::Presence::Needed(""),
                        })
                    }
                }
            }
        };
        variants.push(
            quote! { __document::Variant { doc: #doc, said: #way, alone: #alone, otherwise: #otherwise } },
        );
    }
    let (beside, several) = (literal_text(said.beside.as_ref()), literal_text(said.several.as_ref()));
    let mut variants = quote! { &[#(#variants),*] };
    if kinds {
        variants = quote! {
            &{
                const FIRST: &[__document::Variant] = #variants;
                ::ganttlet_work::Kind::variants::<{ FIRST.len() + ::ganttlet_work::KINDS.len() }>(FIRST)
            }
        };
    }
    let doc = if said.name.is_some() { crate::doc_text(&input.attrs, input)? } else { TokenStream::new() };
    let shape = quote! {
        __document::Shape::OneOf(&__document::OneOf {
            words: &[#(#known),*], variants: #variants, beside: #beside, several: #several,
        })
    };
    let other = if kinds {
        TokenStream::new()
    } else {
        quote! { _ => unreachable!("the reader knows all of them") }
    };
    Ok(implement_document(
        &input.ident,
        &said.named_shape(&doc, shape),
        &quote! {
            let (which, value) = from.variant();
            let _ = value;
            match which { #(#reads,)* #other }
        },
        &quote! {
            let (which, value) = match self { #(#writes),* };
            __document::Datum::Variant(which, ::std::boxed::Box::new(value))
        },
        &TokenStream::new(),
    ))
}

/// `RunTimes` as `run_times`.
fn to_snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
