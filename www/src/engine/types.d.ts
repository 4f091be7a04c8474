// What the engine takes and gives: written from its Rust types into the package.
export type * from '../../pkg/ganttlet_wasm.js';
