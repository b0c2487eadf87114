import { readFileSync } from 'node:fs';
import { errorBound, quantise } from './quantise.ts';

interface Scan {
  scan(
    probe: number,
    blocks: number,
    size: number,
    count: number,
    found: number,
    most: number,
    floor: number,
  ): number;
}

const code = new WebAssembly.Module(readFileSync(new URL('./scan.wasm', import.meta.url)));

const PAGE = 65_536;
/** Of 4 GiB, which is what 32 bits address. */
const PAGES_MAX = 65_536;
/** Templates in a block: their scales come first, so that a gallery grows without moving anything. */
const BLOCK = 256;
const SCALES = BLOCK * 4;
/** Bytes of one vector that lie together, before the next of the group of four has its turn. */
const TURN = 8;
const STEP = 4 * TURN;
/** Places in the memory: the probe as int16, the list of what was found, the blocks. */
const [PROBE, FOUND, BLOCKS] = [0, 4_096, 8_192];
const DIMENSIONS_MAX = 1_024;
/** Candidates of one scan at most: far more than are ever shown, and few enough to be opened again. */
export const MOST = 64;

export interface Candidate {
  /** Number that the template was added with. */
  seq: number;
  /** Cosine, within `margin` of the exact one. */
  score: number;
}

/**
 * The templates of one gallery in a WebAssembly memory of their own, one byte per dimension, and the scan of
 * all of them in one pass (scan.wat). Knows no person: a template is called by its number.
 */
export class ScanMemory {
  readonly dimensions: number;
  /** Bytes of a vector: a multiple of 16, the rest is zero. */
  readonly #size: number;
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: PAGES_MAX });
  readonly #scan: Scan['scan'];
  #bytes: Int8Array;
  #floats: Float32Array;
  #seqs = new Float64Array(BLOCK);
  #count = 0;
  #most_lost = 0;

  constructor(dimensions: number) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS_MAX)
      throw new Error(`${dimensions} dimensions cannot be scanned`);
    this.dimensions = dimensions;
    this.#size = Math.ceil(dimensions / 16) * 16;
    const { exports } = new WebAssembly.Instance(code, { gallery: { memory: this.#memory } });
    this.#scan = (exports as unknown as Scan).scan;
    this.#bytes = new Int8Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes that the process spends on this gallery. */
  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#seqs.byteLength;
  }

  /** Throws for what is no unit vector of these dimensions, and when 4 GiB are full. */
  add(seq: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions) throw new Error(`a vector of ${vector.length} dimensions`);
    const { values, scale, lost } = quantise(vector);
    this.#room(this.#count + 1);
    this.#write(this.#count, values, scale);
    this.#seqs[this.#count++] = seq;
    this.#most_lost = Math.max(this.#most_lost, lost);
  }

  /** Takes out those that are here. The last one takes the place of each, and nothing of it is left. */
  remove(seqs: ReadonlySet<number>): void {
    // From the end: whatever moves into a free place was looked at before.
    for (let place = this.#count - 1; place >= 0; place--) {
      if (!seqs.has(this.#seqs[place]!)) continue;
      const last = --this.#count;
      if (place !== last) {
        this.#write(place, this.#read(last), this.#floats[this.#scaleAt(last)]!);
        this.#seqs[place] = this.#seqs[last]!;
      }
      this.#write(last, new Int8Array(this.dimensions), 0);
      this.#seqs[last] = 0;
    }
  }

  /** Overwrites everything: the memory itself goes only when it is collected. */
  clear(): void {
    this.#bytes.fill(0);
    this.#seqs.fill(0);
    this.#count = 0;
  }

  /**
   * Every template whose exact cosine to the probe may reach `threshold`, best first; when there are more
   * than `MOST`, the best of them. `margin` is how far a score can be off.
   */
  scan(vector: Float32Array, threshold: number): { margin: number; candidates: Candidate[] } {
    if (vector.length !== this.dimensions) throw new Error(`a probe of ${vector.length} dimensions`);
    const { values, scale, lost } = quantise(vector);
    const margin = errorBound(lost, this.#most_lost);
    const probe = new Int16Array(this.#memory.buffer, PROBE, this.#size);
    probe.fill(0);
    probe.set(values);
    const floor = (threshold - margin) / scale;
    const kept = this.#scan(PROBE, BLOCKS, this.#size, this.#count, FOUND, MOST, floor);
    const found = new DataView(this.#memory.buffer, FOUND, kept * 8);
    const candidates = Array.from({ length: kept }, (_, i) => ({
      seq: this.#seqs[found.getInt32(i * 8 + 4, true)]!,
      score: found.getFloat32(i * 8, true) * scale,
    }));
    return { margin, candidates };
  }

  #blockAt(number: number): number {
    return BLOCKS + Math.floor(number / BLOCK) * (SCALES + BLOCK * this.#size);
  }

  /** Index into the floats. */
  #scaleAt(number: number): number {
    return this.#blockAt(number) / 4 + (number % BLOCK);
  }

  /** Where its first turn lies; the next ones follow at every `STEP`. */
  #vectorAt(number: number): number {
    const group = this.#blockAt(number) + SCALES + Math.floor((number % BLOCK) / 4) * 4 * this.#size;
    return group + (number % 4) * TURN;
  }

  #write(number: number, values: Int8Array, scale: number): void {
    this.#floats[this.#scaleAt(number)] = scale;
    const bytes = this.#bytes;
    for (let i = 0, at = this.#vectorAt(number); i < values.length; at += STEP)
      for (let turn = 0; turn < TURN && i < values.length; turn++) bytes[at + turn] = values[i++]!;
  }

  #read(number: number): Int8Array {
    const at = this.#vectorAt(number);
    return Int8Array.from(
      { length: this.dimensions },
      (_, i) => this.#bytes[at + Math.floor(i / TURN) * STEP + (i % TURN)]!,
    );
  }

  #room(count: number): void {
    const blocks = Math.ceil(count / BLOCK);
    const needed = BLOCKS + blocks * (SCALES + BLOCK * this.#size);
    if (needed > this.#memory.buffer.byteLength) {
      this.#memory.grow(Math.ceil((needed - this.#memory.buffer.byteLength) / PAGE));
      this.#bytes = new Int8Array(this.#memory.buffer);
      this.#floats = new Float32Array(this.#memory.buffer);
    }
    if (count <= this.#seqs.length) return;
    // By an eighth: doubling would hold as much again in vain.
    const more = new Float64Array(blocks * BLOCK + Math.floor(blocks / 8) * BLOCK);
    more.set(this.#seqs);
    this.#seqs = more;
  }
}
