/** @file `<morph-view>`: placeholder. */
export {};
