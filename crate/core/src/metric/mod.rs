//! Measures: each defined once, with its formula and source.
