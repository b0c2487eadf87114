import { ScanMemory } from '../apps/service/src/face/templates/dedupe/scan-memory.ts';
import { median } from './rounds.ts';

/** The measurements of one process for a gallery of one size. */
export interface DedupeRound {
  /**
   * Time of one scan by the wall clock: the median of all probes, and the fastest one. `cpu_ms` is the median
   * of the processor time, which equals `scan_ms` on a quiet machine.
   */
  scan_ms: number;
  fastest_ms: number;
  cpu_ms: number;
  /** Time to draw and add all templates. */
  fill_s: number;
  memory_mb: number;
  /** The bound on the error of a score, and the largest error that a planted template really had. */
  margin: number;
  furthest: number;
}

const PROBES = 25;
/** Close to a calibrated threshold. */
const THRESHOLD = 0.45;

// Drawing 512 million normal numbers one by one would take longer than the whole measurement.
const normals = Float32Array.from(
  { length: 65_536 },
  () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()),
);
let state = 1 + ((Math.random() * 2 ** 31) | 0);
function randomUnit(dimensions: number, into = new Float32Array(dimensions)): Float32Array {
  let square = 0;
  for (let i = 0; i < dimensions; i++) {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const value = normals[(state >>> 8) & 65_535]!;
    into[i] = value;
    square += value * value;
  }
  const length = Math.sqrt(square);
  for (let i = 0; i < dimensions; i++) into[i]! /= length;
  return into;
}
const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

function measure(dimensions: number, templates: number): DedupeRound {
  const memory = new ScanMemory(dimensions);
  const probes = Array.from({ length: PROBES }, () => randomUnit(dimensions));
  const before = performance.now();
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < templates; i++) {
    const probe = probes[i % 1_000];
    memory.add(i, i < PROBES ? halfway(probe!, randomUnit(dimensions)) : randomUnit(dimensions, vector));
  }
  const fill_s = (performance.now() - before) / 1_000;
  const found = probes.map((probe, i) => {
    const [start, busy] = [performance.now(), process.cpuUsage()];
    const { candidates, margin } = memory.scan(probe, THRESHOLD);
    const { user, system } = process.cpuUsage(busy);
    const took = performance.now() - start;
    const hit = candidates.find(({ seq }) => seq === i);
    if (!hit) throw new Error('a planted template was missed');
    const off = Math.abs(hit.score - product(probe, planted.get(probe)!));
    return { took, cpu: (user + system) / 1_000, margin, off };
  });
  return {
    scan_ms: median(found.map(({ took }) => took)),
    fastest_ms: Math.min(...found.map(({ took }) => took)),
    cpu_ms: median(found.map(({ cpu }) => cpu)),
    fill_s,
    memory_mb: memory.bytes / 2 ** 20,
    margin: Math.max(...found.map(({ margin }) => margin)),
    furthest: Math.max(...found.map(({ off }) => off)),
  };
}

const planted = new Map<Float32Array, Float32Array>();
/** A template at a cosine of about 0.7 to the given one. */
function halfway(probe: Float32Array, other: Float32Array): Float32Array {
  const sum = probe.map((value, i) => value + other[i]!);
  const length = Math.sqrt(product(sum, sum));
  const vector = sum.map((value) => value / length);
  planted.set(probe, vector);
  return vector;
}

const [dimensions, templates] = process.argv.slice(2).map(Number);
process.send!(measure(dimensions!, templates!), () => process.disconnect());
