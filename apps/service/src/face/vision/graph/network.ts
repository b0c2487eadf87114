import type { Kernels } from './kernels.ts';
import { type Node, OPERATIONS, type Placed, sizeOf } from './operations.ts';
import type { Weight } from './weights.ts';

/** A frozen graph with one input. Gives its outputs as flat arrays, in the order of the names. */
export interface Graph {
  run(input: Float32Array, shape: number[], outputs: readonly string[]): Promise<Float32Array[]>;
}

/** A network with one input and one vector as its output. */
export interface Net {
  run(input: Float32Array, shape: readonly number[]): Promise<Float32Array>;
}

/** A graph with its numbers: nodes, and the values of those that are constants, by name. */
export interface Frozen {
  nodes: readonly Node[];
  weights: ReadonlyMap<string, Weight>;
}

/** Operations whose result is another name for existing memory, or memory that lasts. */
const LASTING = ['Const', 'Placeholder', 'Reshape', 'Identity', 'Vector'];
/** Bytes of one tensor. The kernels address 32 bits: a larger number would wrap around to a small one. */
const MAX_TENSOR_BYTES = 2 ** 30;

let lastId = 0;
/** The number of live tensors, which stays the same from one image to the next. */
export const liveTensors = (): number => lastId;

/**
 * A frozen graph of one input, planned once for the shape of that input: every kernel call is prepared with
 * its arguments, and memory is reused as soon as its last reader has run. `run` rejects where the graph has
 * an operation that no kernel computes, or shapes that do not fit together; it then rejects every time.
 */
export class Network implements Graph {
  readonly #kernels: Kernels;
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #placed = new Map<string, Placed>();
  readonly #free: { bytes: number; offset: number }[] = [];
  /** How many nodes have still to read a tensor. */
  readonly #readers = new Map<string, number>();
  /** Tensors whose memory has a second name. */
  readonly #shared = new Set<string>();
  #plan: (() => void)[] | null = null;
  /** Why there is no plan: planning again would reserve the memory again. */
  #unusable: { error: unknown } | null = null;
  #input: Placed | null = null;

  constructor(kernels: Kernels, { nodes, weights }: Frozen) {
    this.#kernels = kernels;
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.#weights = weights;
  }

  /** The shape and the outputs of the first run are those of all later runs. */
  async run(input: Float32Array, shape: number[], outputs: readonly string[]): Promise<Float32Array[]> {
    const plan = this.#planned(shape, outputs);
    const { offset, shape: planned } = this.#input!;
    if (input.length !== sizeOf(planned)) throw new Error(`the input has the shape [${planned}]`);
    new Float32Array(this.#kernels.HEAPU8.buffer, offset, input.length).set(input);
    for (const call of plan) call();
    return outputs.map((name) => {
      const { offset, shape: made } = this.#placed.get(name)!;
      return new Float32Array(this.#kernels.HEAPU8.buffer, offset, sizeOf(made)).slice();
    });
  }

  #planned(shape: number[], outputs: readonly string[]): (() => void)[] {
    if (this.#unusable) throw this.#unusable.error;
    try {
      this.#plan ??= this.#makePlan(shape, outputs);
      return this.#plan;
    } catch (error) {
      this.#unusable = { error };
      throw error;
    }
  }

  #makePlan(shape: number[], outputs: readonly string[]): (() => void)[] {
    const plan = this.#inOrder(outputs).flatMap((node) => {
      const call = this.#place(node, shape);
      for (const each of node.input ?? []) this.#markRead(each);
      return call ? [call] : [];
    });
    if (!this.#input) throw new Error('the graph does not read its input');
    return plan;
  }

  /** The nodes that the outputs need, each after the nodes that it reads. */
  #inOrder(outputs: readonly string[]): Node[] {
    const order = new Set<Node>();
    const open = new Set<Node>();
    const visit = (name: string): void => {
      const node = this.#nodes.get(name);
      if (!node) throw new Error(`the graph has no ${name}`);
      if (order.has(node)) return;
      if (open.has(node)) throw new Error(`the graph has a circle through ${name}`);
      open.add(node);
      for (const each of node.input ?? []) {
        visit(each);
        this.#readers.set(each, (this.#readers.get(each) ?? 0) + 1);
      }
      order.add(node);
    };
    for (const name of outputs) {
      visit(name);
      // Outputs are read after the last call, so their memory is never reused.
      this.#readers.set(name, Number.POSITIVE_INFINITY);
    }
    return [...order];
  }

  /** Frees the memory of a tensor after its last reader. */
  #markRead(name: string): void {
    const left = this.#readers.get(name)! - 1;
    this.#readers.set(name, left);
    if (left > 0 || this.#shared.has(name) || LASTING.includes(this.#nodes.get(name)!.op)) return;
    const { shape, offset } = this.#placed.get(name)!;
    this.#free.push({ bytes: sizeOf(shape) * 4, offset });
  }

  #make(name: string, shape: readonly number[]): Placed {
    if (!shape.every((length) => Number.isInteger(length) && length >= 1))
      throw new Error(`${name} would have the shape [${shape}]`);
    const bytes = sizeOf(shape) * 4;
    const fits = this.#free.filter((each) => each.bytes >= bytes).sort((a, b) => a.bytes - b.bytes)[0];
    if (fits) this.#free.splice(this.#free.indexOf(fits), 1);
    return this.#register(name, shape, fits?.offset ?? this.#allocate(bytes));
  }

  #allocate(bytes: number): number {
    const offset = bytes <= MAX_TENSOR_BYTES ? this.#kernels._malloc(Math.max(4, bytes)) : 0;
    if (offset === 0) throw new Error(`there is no memory for a tensor of ${bytes} bytes`);
    return offset;
  }

  #register(name: string, shape: readonly number[], offset: number): Placed {
    const placed = { id: ++lastId, shape, offset };
    this.#kernels._register_tensor(placed.id, sizeOf(shape), offset);
    this.#placed.set(name, placed);
    return placed;
  }

  #list(values: readonly number[]): number {
    const offset = this.#allocate(values.length * 4);
    new Int32Array(this.#kernels.HEAPU8.buffer, offset, values.length).set(values);
    return offset;
  }

  /**
   * Gives the result of a node its memory; the call that computes it, or null where there is none to make.
   */
  #place(node: Node, given: number[]): (() => void) | null {
    const { name, op, input = [] } = node;
    switch (op) {
      case 'Placeholder':
        // Never memory that another tensor had: its call would write over the input.
        this.#input = this.#register(name, given, this.#allocate(sizeOf(given) * 4));
        return null;
      case 'Const': {
        const weight = this.#weights.get(name);
        if (!weight) throw new Error(`there are no weights for ${name}`);
        const { shape, values } = weight;
        const { offset } = this.#register(name, shape, this.#allocate(values.byteLength));
        const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        this.#kernels.HEAPU8.set(bytes, offset);
        return null;
      }
      case 'Vector':
      case 'Identity':
      case 'Reshape':
        this.#shared.add(input[0]!);
        this.#placed.set(name, this.#reshaped(node));
        return null;
    }
    const prepare = Object.hasOwn(OPERATIONS, op) ? OPERATIONS[op] : null;
    if (!prepare) throw new Error(`unknown operation ${op}`);
    return prepare({
      kernels: this.#kernels,
      node,
      inputs: input.map((each) => this.#placed.get(each)!),
      values: (place) => [...this.#weights.get(input[place]!)!.values],
      make: (shape) => this.#make(name, shape),
      list: (values) => this.#list(values),
    });
  }

  #reshaped({ op, input = [] }: Node): Placed {
    const from = this.#placed.get(input[0]!)!;
    const size = sizeOf(from.shape);
    // The kernels have channels last and ONNX has them first: the order of the values is the same only where
    // each channel has one value.
    if (op === 'Vector' && size !== from.shape.at(-1))
      throw new Error('a vector is made of more than channels');
    const wanted = op === 'Reshape' ? [...this.#weights.get(input[1]!)!.values] : [...from.shape];
    const known = wanted.reduce((product, length) => product * (length < 0 ? 1 : length), 1);
    const shape = wanted.map((length) => (length < 0 ? size / known : length));
    if (sizeOf(shape) !== size) throw new Error(`[${from.shape}] does not become [${wanted}]`);
    return { ...from, shape };
  }
}
