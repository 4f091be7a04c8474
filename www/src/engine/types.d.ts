// Arguments and results of the engine: the build writes them into the package from the Rust types.
export type * from '../../pkg/ganttlet_wasm.js';
