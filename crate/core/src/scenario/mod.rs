//! The scenario a person writes down: persisted types, validation, the catalog, links.
