//! Derives `Roles`: the fields of a struct become the roles of a system.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataStruct, DeriveInput, Error, Expr, Field, Fields, LitStr, Type};

/// The implementation of `Roles`.
pub(crate) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        return Err(Error::new_spanned(
            input,
            "`Roles` is for structs with named fields: each field is a role",
        ));
    };
    let (mut roles, mut values) = (Vec::new(), Vec::new());
    for field in &fields.named {
        let name = field.ident.as_ref().expect("fields have names, as was checked");
        let (role, value) = match RoleAttribute::parse(field)? {
            RoleAttribute::Role(role) => role.expand(field, &name.to_string())?,
            RoleAttribute::Read(read) => (None, quote! { #read(settings) }),
        };
        roles.extend(role);
        values.push(quote! { #name: #value });
    }
    let name = &input.ident;
    Ok(quote! {
        impl ::ganttlet_core::entry::Roles for #name {
            const LIST: &'static [::ganttlet_core::entry::Role] = &[#(#roles),*];

            fn choose(
                policies: &::ganttlet_core::entry::Choices,
                settings: &::ganttlet_core::entry::Settings,
            ) -> Self {
                Self { #(#values),* }
            }
        }
    })
}

/// The attribute of a field.
enum RoleAttribute {
    /// `#[role(name = "..", family = .., default = "..")]`.
    Role(Box<Role>),
    /// `#[role(read = function)]`: not a role, but read from the settings.
    Read(Expr),
}

struct Role {
    name: LitStr,
    family: Expr,
    default: LitStr,
    /// The policy for comparison with the default, and whether to compare also if nothing was compared before.
    baseline: Option<(LitStr, bool)>,
    /// The policy that repeats the recorded starts of a log.
    recorded: Option<LitStr>,
}

impl RoleAttribute {
    fn parse(field: &Field) -> syn::Result<Self> {
        let attribute = field.attrs.iter().find(|attribute| attribute.path().is_ident("role"));
        let missing =
            || Error::new_spanned(field, "needs `#[role(name = \"..\", family = .., default = \"..\")]`");
        let attribute = attribute.ok_or_else(missing)?;
        let (mut name, mut family, mut default, mut read) = (None, None, None, None);
        let (mut baseline, mut always, mut recorded) = (None, false, None);
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match word.as_str() {
                "name" => name = Some(meta.value()?.parse()?),
                "family" => family = Some(meta.value()?.parse()?),
                "default" => default = Some(meta.value()?.parse()?),
                "baseline" => baseline = Some(meta.value()?.parse()?),
                "always" => always = true,
                "recorded" => recorded = Some(meta.value()?.parse()?),
                "read" => read = Some(meta.value()?.parse()?),
                _ => {
                    let known =
                        "one of `name`, `family`, `default`, `baseline`, `always`, `recorded`, `read`";
                    return Err(meta.error(known));
                }
            }
            Ok(())
        })?;
        if always && baseline.is_none() || read.is_some() && baseline.is_some() {
            return Err(Error::new_spanned(
                attribute,
                "`always` needs a `baseline`, and `baseline` a family",
            ));
        }
        match (read, name, family, default) {
            (Some(read), None, None, None) => Ok(Self::Read(read)),
            (None, Some(name), Some(family), Some(default)) => {
                let baseline = baseline.map(|policy| (policy, always));
                Ok(Self::Role(Box::new(Role { name, family, default, baseline, recorded })))
            }
            _ => Err(missing()),
        }
    }
}

impl Role {
    /// The role in the catalog, and the value of the field: a policy, or a factory of policies, depending on the type.
    fn expand(&self, field: &Field, id: &str) -> syn::Result<(Option<TokenStream>, TokenStream)> {
        let Self { name, family, default, baseline, recorded } = self;
        let doc = crate::doc_text(&field.attrs, field)?;
        let baseline = match baseline {
            None => quote! { ::core::option::Option::None },
            Some((policy, always)) => quote! {
                ::core::option::Option::Some(::ganttlet_core::entry::Baseline { policy: #policy, always: #always })
            },
        };
        let recorded = match recorded {
            None => quote! { ::core::option::Option::None },
            Some(policy) => quote! { ::core::option::Option::Some(#policy) },
        };
        let role = quote! {
            ::ganttlet_core::entry::Role {
                id: #id, name: #name, doc: #doc, family: &#family, default: #default, baseline: #baseline,
                recorded: #recorded
            }
        };
        let maker = quote! { #family.get(policies.get(#id).map_or(#default, |id| &**id)) };
        let is_factory = matches!(&field.ty, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "Factory"));
        let value = if is_factory {
            quote! { ::ganttlet_core::entry::Factory::new(#maker, settings) }
        } else {
            quote! { (#maker.make)(settings) }
        };
        Ok((Some(role), value))
    }
}
