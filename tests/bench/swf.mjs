// How fast the readers of the page, in wasm, read a generated log: `node --expose-gc tests/bench/swf.mjs [MEGABYTES]`.
//
// Times are those of the processor, so that other work on the machine counts little.
import { read } from '../parity/readers.mjs';

const size = Number(process.argv[2] ?? 100) * 1e6;
const TRIALS = 5;

/** A log of about this many bytes, the same each time. */
function log(bytes) {
  let [seed, time, length] = [1, 0, 0];
  const below = (limit) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % limit;
  };
  const lines = ['; MaxProcs: 1024', '; UnixStartTime: 1000000000'];
  for (let job = 1; length < bytes; job += 1) {
    time += below(60);
    const [run, nodes] = [below(40_000), 1 + below(256)];
    const cells = [job, time, below(9000), run, nodes, `${below(3000)}.${below(90)}`, below(200_000), nodes, run + below(9000), -1, 1];
    const line = [...cells, below(300), below(20), below(50), 1, 1, -1, -1].map((cell) => `${cell}`.padStart(5)).join(' ');
    lines.push(line);
    length += line.length + 1;
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

const bytes = log(size);
// Otherwise the lines are collected again and again while the memory of the readers grows.
globalThis.gc?.();
for (let trial = 1; trial <= TRIALS; trial += 1) {
  const before = process.cpuUsage();
  const packed = read('generated.swf', bytes, 'swf', '{}').length;
  const { user, system } = process.cpuUsage(before);
  const rate = bytes.length / (user + system);
  console.log(
    `${(bytes.length / 1e6).toFixed(0)} MB: ${rate.toFixed(0)} MB per second of the processor, ${(packed / 1e6).toFixed(0)} MB packed`,
  );
}
