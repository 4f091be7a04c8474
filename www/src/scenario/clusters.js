/** @file Edits clusters and the network between them. No object is modified in place. */

/** @import { Platform } from '../engine/types.js' */
/** @import { Cluster, Network } from './types.js' */

/** @typedef {{ clusters: Cluster[], network?: Network }} OwnPlatform */

/** Maximum number of clusters for which a matrix is edited as a table; larger ones are edited as JSON. */
export const LARGEST_TABLE = 12;

/** The properties of links: their names, units and defaults. */
export const LINKS = /** @type {const} */ ([
  { id: 'bandwidth_mb_s', name: 'Bandwidth', unit: 'MB/s', start: 100 },
  { id: 'latency_ms', name: 'Latency', unit: 'ms', start: 0.5 },
]);

/**
 * A resolved platform as clusters that can be edited. A uniform network becomes two numbers again.
 * @param {Platform} platform
 * @returns {OwnPlatform}
 */
export function editablePlatform(platform) {
  const { clusters, network } = structuredClone(platform);
  return {
    // Listed machines are counted.
    clusters: clusters.map(({ nodes, machines = [], ...rest }) => (machines.length > 0 ? { ...rest, machines } : { ...rest, nodes })),
    network: { bandwidth_mb_s: simplifyMatrix(network.bandwidth_mb_s), latency_ms: simplifyMatrix(network.latency_ms) },
  };
}

/** The nodes of all clusters; 0 without a platform. @param {Platform|null} platform */
export function platformNodes(platform) {
  return (platform?.clusters ?? []).reduce((sum, { nodes }) => sum + nodes, 0);
}

/**
 * The platform with a copy of the cluster at `at` after it.
 * @param {OwnPlatform} platform
 * @param {number} at
 * @returns {OwnPlatform}
 */
export function duplicateCluster(platform, at) {
  const from = platform.clusters[at];
  if (!from) return platform;
  const clusters = platform.clusters.toSpliced(at + 1, 0, {
    ...structuredClone(from),
    name: unusedName(platform.clusters, from.name ?? 'Cluster'),
  });
  const spread = (/** @type {number} */ index) => (index > at ? index - 1 : index);
  return { ...platform, clusters, network: rearrangeNetwork(platform.network, clusters.length, spread) };
}

/**
 * The platform with an additional cluster like the last one.
 * @param {OwnPlatform} platform
 * @returns {OwnPlatform}
 */
export function addCluster(platform) {
  if (platform.clusters.length === 0) return { ...platform, clusters: [{ name: 'A', nodes: 32, speed: 1 }] };
  return duplicateCluster(platform, platform.clusters.length - 1);
}

/**
 * The platform without the cluster at `at`.
 * @param {OwnPlatform} platform
 * @param {number} at
 * @returns {OwnPlatform}
 */
export function removeCluster(platform, at) {
  const clusters = platform.clusters.toSpliced(at, 1);
  const skip = (/** @type {number} */ index) => (index >= at ? index + 1 : index);
  return { ...platform, clusters, network: rearrangeNetwork(platform.network, clusters.length, skip) };
}

/**
 * The platform with some properties of one cluster changed.
 * @param {OwnPlatform} platform
 * @param {number} at
 * @param {Partial<Cluster>} change
 * @returns {OwnPlatform}
 */
export function changeCluster(platform, at, change) {
  return { ...platform, clusters: platform.clusters.map((one, index) => (index === at ? { ...one, ...change } : one)) };
}

/**
 * The number of nodes of a cluster.
 * @param {Cluster} cluster
 */
export function nodeCount({ nodes, machines }) {
  return machines?.length ?? nodes ?? 0;
}

/**
 * The cluster with a list of named machines instead of a number of equal nodes.
 * @param {Cluster} cluster
 * @returns {Cluster}
 */
export function toMachineList({ nodes = 1, ...rest }) {
  const { name = '' } = rest;
  const digits = String(nodes).length;
  const stem = name.trim().toLowerCase().replaceAll(/\s+/g, '-') || 'machine';
  return { ...rest, machines: Array.from({ length: nodes }, (_, at) => ({ name: `${stem}-${String(at + 1).padStart(digits, '0')}` })) };
}

/**
 * The cluster with a number of equal nodes instead of a list of machines.
 * @param {Cluster} cluster
 * @returns {Cluster}
 */
export function toNodeCount({ machines = [], nodes: _, ...rest }) {
  return { ...rest, nodes: machines.length };
}

/**
 * The cluster with these machines.
 * @param {Cluster} cluster
 * @param {Cluster['machines']} machines
 * @returns {Cluster}
 */
export function setMachines({ nodes: _, ...rest }, machines = []) {
  return { ...rest, machines };
}

/**
 * A full matrix from a number or a matrix.
 * @param {number | number[][] | undefined} value
 * @param {number} size
 * @param {number} start the default
 * @returns {number[][]}
 */
export function toMatrix(value, size, start) {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (Array.isArray(value) ? value[row]?.[column] : value) ?? start),
  );
}

/**
 * The matrix with one link changed, in both directions unless it already differs by direction.
 * @param {number[][]} matrix
 * @param {number} row
 * @param {number} column
 * @param {number} value
 * @returns {number[][]}
 */
export function setLink(matrix, row, column, value) {
  const both = matrix[row]?.[column] === matrix[column]?.[row];
  return matrix.map((cells, i) =>
    cells.map((cell, j) => ((i === row && j === column) || (both && i === column && j === row) ? value : cell)),
  );
}

/**
 * An unused name: `Delft 2` beside `Delft`, `B` beside `A`.
 * @param {readonly Cluster[]} clusters
 * @param {string} name
 * @returns {string}
 */
export function unusedName(clusters, name) {
  const taken = new Set(clusters.map((cluster) => cluster.name));
  if (/^[A-Z]$/.test(name)) {
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
    const free = letters.find((letter) => letter > name && !taken.has(letter));
    if (free) return free;
  }
  const stem = name.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

/**
 * One number if all entries are equal, otherwise the matrix.
 * @param {number[][]} matrix
 * @returns {number | number[][]}
 */
function simplifyMatrix(matrix) {
  // The engine stores whole microseconds and bytes: converted back to ms and MB, they have rounding errors.
  const plain = matrix.map((row) => row.map((cell) => Number(cell.toPrecision(12))));
  const first = plain[0]?.[0];
  return first !== undefined && plain.every((row) => row.every((cell) => cell === first)) ? first : plain;
}

/**
 * The network for other clusters: `from` has the old index of each new cluster.
 * @param {Network | undefined} network
 * @param {number} size
 * @param {(index: number) => number} from the old index of a new one
 * @returns {Network | undefined}
 */
function rearrangeNetwork(network, size, from) {
  if (!network) return network;
  const next = { ...network };
  for (const { id, start } of LINKS) {
    const table = network[id];
    if (!Array.isArray(table)) continue;
    next[id] = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) => table[from(row)]?.[from(column)] ?? start),
    );
  }
  return next;
}
