//! The thin boundary between the page and the engine.
