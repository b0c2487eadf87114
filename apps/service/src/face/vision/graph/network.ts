import { MAKERS, type Node, type Placed } from './kernels.ts';
import type { Tensors } from './tensors.ts';
import type { Weight } from './weights.ts';

/** A frozen graph: one input, outputs as flat arrays in the order of the names. */
export interface Graph {
  run(input: Float32Array, shape: number[], outputs: readonly string[]): Promise<Float32Array[]>;
}

/** A network that takes one input and gives one vector. */
export interface Net {
  run(input: Float32Array, shape: readonly number[]): Promise<Float32Array>;
}

/** What is computed, and with which numbers. */
export interface Frozen {
  nodes: readonly Node[];
  weights: ReadonlyMap<string, Weight>;
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, length) => product * length, 1);
/** Other names of memory that is another tensor's, or that stays. */
const LASTING = ['Const', 'Placeholder', 'Reshape', 'Identity', 'Vector'];

let lastId = 0;
/** How many tensors live: stays the same between images. */
export const liveTensors = (): number => lastId;

/**
 * A frozen graph of one input, planned once for its shape: every kernel call stands ready with its arguments,
 * and memory is given again as soon as its last reader has run. Throws on an operation that none of the
 * models has.
 */
export class Network implements Graph {
  readonly #tensors: Tensors;
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #placed = new Map<string, Placed>();
  readonly #free: { bytes: number; offset: number }[] = [];
  readonly #readers = new Map<string, number>();
  /** Tensors whose memory has another name, too. */
  readonly #shared = new Set<string>();
  #plan: (() => void)[] | null = null;
  #input: Placed | null = null;

  constructor(tensors: Tensors, { nodes, weights }: Frozen) {
    this.#tensors = tensors;
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.#weights = weights;
  }

  /** The shape and the outputs of the first run are those of all others. */
  async run(input: Float32Array, shape: number[], outputs: readonly string[]): Promise<Float32Array[]> {
    this.#plan ??= this.#planned(shape, outputs);
    new Float32Array(this.#tensors.HEAPU8.buffer, this.#input!.offset, input.length).set(input);
    for (const call of this.#plan) call();
    return outputs.map((name) => {
      const { offset, shape: made } = this.#placed.get(name)!;
      return new Float32Array(this.#tensors.HEAPU8.buffer, offset, sizeOf(made)).slice();
    });
  }

  #planned(shape: number[], outputs: readonly string[]): (() => void)[] {
    return this.#inOrder(outputs).flatMap((node) => {
      const call = this.#place(node, shape);
      for (const each of node.input ?? []) this.#read(each);
      return call ? [call] : [];
    });
  }

  /** What the outputs need, each after what it reads. */
  #inOrder(outputs: readonly string[]): Node[] {
    const order = new Set<Node>();
    const visit = (name: string): void => {
      const node = this.#nodes.get(name);
      if (!node) throw new Error(`the graph has no ${name}`);
      if (order.has(node)) return;
      for (const each of node.input ?? []) {
        visit(each);
        this.#readers.set(each, (this.#readers.get(each) ?? 0) + 1);
      }
      order.add(node);
    };
    for (const name of outputs) {
      visit(name);
      // What is read at the end is never given away.
      this.#readers.set(name, Number.POSITIVE_INFINITY);
    }
    return [...order];
  }

  /** After its last reader the memory is free. */
  #read(name: string): void {
    const left = this.#readers.get(name)! - 1;
    this.#readers.set(name, left);
    if (left > 0 || this.#shared.has(name) || LASTING.includes(this.#nodes.get(name)!.op)) return;
    const { shape, offset } = this.#placed.get(name)!;
    this.#free.push({ bytes: sizeOf(shape) * 4, offset });
  }

  #make(name: string, shape: readonly number[]): Placed {
    const bytes = sizeOf(shape) * 4;
    const fits = this.#free.filter((each) => each.bytes >= bytes).sort((a, b) => a.bytes - b.bytes)[0];
    if (fits) this.#free.splice(this.#free.indexOf(fits), 1);
    return this.#register(name, shape, fits?.offset ?? this.#tensors._malloc(bytes));
  }

  #register(name: string, shape: readonly number[], offset: number): Placed {
    const placed = { id: ++lastId, shape, offset };
    this.#tensors._register_tensor(placed.id, sizeOf(shape), offset);
    this.#placed.set(name, placed);
    return placed;
  }

  #list(values: readonly number[]): number {
    const offset = this.#tensors._malloc(values.length * 4);
    new Int32Array(this.#tensors.HEAPU8.buffer, offset, values.length).set(values);
    return offset;
  }

  #place(node: Node, given: number[]): (() => void) | null {
    const { name, op, input = [] } = node;
    switch (op) {
      case 'Placeholder':
        this.#input = this.#register(name, given, this.#tensors._malloc(sizeOf(given) * 4));
        return null;
      case 'Const': {
        const { shape, values } = this.#weights.get(name)!;
        const { offset } = this.#register(name, shape, this.#tensors._malloc(Math.max(4, values.byteLength)));
        const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        this.#tensors.HEAPU8.set(bytes, offset);
        return null;
      }
      case 'Vector':
      case 'Identity':
      case 'Reshape': {
        this.#shared.add(input[0]!);
        const from = this.#placed.get(input[0]!)!;
        // Channels stand side by side only where each has one value.
        if (op === 'Vector' && sizeOf(from.shape) !== from.shape.at(-1))
          throw new Error('a vector is made of more than channels');
        const wanted = op === 'Reshape' ? [...this.#weights.get(input[1]!)!.values] : [...from.shape];
        const known = wanted.reduce((product, length) => product * (length < 0 ? 1 : length), 1);
        const shape = wanted.map((length) => (length < 0 ? sizeOf(from.shape) / known : length));
        this.#placed.set(name, { ...from, shape });
        return null;
      }
    }
    const maker = MAKERS[op];
    if (!maker) throw new Error(`unknown operation ${op}`);
    return maker({
      tensors: this.#tensors,
      node,
      inputs: input.map((each) => this.#placed.get(each)!),
      values: (place) => [...this.#weights.get(input[place]!)!.values],
      make: (shape) => this.#make(name, shape),
      list: (values) => this.#list(values),
    });
  }
}
