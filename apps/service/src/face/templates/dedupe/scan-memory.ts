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
/** 4 GiB in pages, the most that 32 bits address. */
const PAGES_MAX = 65_536;
/** Templates in a block. The scales come first, so that a gallery grows without moving anything. */
const BLOCK = 256;
const SCALES = BLOCK * 4;
/** Bytes of one vector that lie together before those of the next vector of the group of four. */
const TURN = 8;
const STEP = 4 * TURN;
/** Offsets in the memory: the probe as int16, the list of candidates, the blocks. */
const [PROBE, FOUND, BLOCKS] = [0, 4_096, 8_192];
const DIMENSIONS_MAX = 1_024;
/** The most candidates of one scan: far more than are ever shown, and few enough to be opened again. */
export const MOST = 64;

export interface Candidate {
  /** The number with which the template was added. */
  seq: number;
  /** Cosine, within `margin` of the exact value. */
  score: number;
}

/**
 * The templates of one gallery in a WebAssembly memory of their own, with one byte per dimension, and the
 * scan of all of them in one pass (scan.wat). It knows no person: a template has only its number.
 */
export class ScanMemory {
  readonly dimensions: number;
  /** Bytes of a vector: a multiple of 16, filled up with zeros. */
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

  /** Bytes of memory that this gallery takes. */
  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#seqs.byteLength;
  }

  /** Throws for a vector that is not of length 1 or not of these dimensions, and when 4 GiB are full. */
  add(seq: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions) throw new Error(`a vector of ${vector.length} dimensions`);
    const { values, scale, lost } = quantise(vector);
    this.#room(this.#count + 1);
    this.#write(this.#count, values, scale);
    this.#seqs[this.#count++] = seq;
    this.#most_lost = Math.max(this.#most_lost, lost);
  }

  /**
   * Removes the given templates that are present. The last template moves into each free place, and nothing
   * of the removed one is left.
   */
  remove(seqs: ReadonlySet<number>): void {
    // From the end, so that a template that moves into a free place was checked before.
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

  /** Overwrites everything, because the memory is released only when it is collected. */
  clear(): void {
    this.#bytes.fill(0);
    this.#seqs.fill(0);
    this.#count = 0;
  }

  /**
   * Every template whose exact cosine to the probe may reach `threshold`, best first; at most the best `MOST`
   * of them. `margin` is the largest error of a score.
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

  /** Index of a scale in the floats. */
  #scaleAt(number: number): number {
    return this.#blockAt(number) / 4 + (number % BLOCK);
  }

  /** Offset of the first bytes of a vector; the others follow at every `STEP`. */
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
    // Grows by an eighth, because doubling would hold as much memory again unused.
    const more = new Float64Array(blocks * BLOCK + Math.floor(blocks / 8) * BLOCK);
    more.set(this.#seqs);
    this.#seqs = more;
  }
}
