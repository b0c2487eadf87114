/** An integer of Protocol Buffers; negative ones take ten bytes. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

/** A field that holds bytes, text or a message. `length`: what the field says of it. */
export function field(number: number, content: string | Uint8Array, length?: number): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([varint((number << 3) | 2), varint(length ?? bytes.length), bytes]);
}

/** A field that holds an integer. */
export const integer = (number: number, value: number): Buffer =>
  Buffer.concat([varint(number << 3), varint(value)]);

type Attributes = Record<string, readonly number[]>;

/** A node of an ONNX graph with attributes that are lists of integers. */
export function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Attributes = {},
): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(4, op),
    ...Object.entries(attributes).map(([name, values]) =>
      field(5, Buffer.concat([field(1, name), ...values.map((value) => integer(8, value))])),
    ),
  ]);
}

/** A tensor of floats. */
export const tensor = (name: string, shape: readonly number[], values: Float32Array): Buffer =>
  Buffer.concat([
    ...shape.map((length) => integer(1, length)),
    integer(2, 1),
    field(8, name),
    field(9, new Uint8Array(values.buffer)),
  ]);

interface Ends {
  tensors?: readonly Buffer[];
  inputs?: readonly string[];
  outputs?: readonly string[];
}

/** A file with these nodes, an input called `input`, and an output called `output`. */
export function model(
  nodes: readonly Buffer[],
  { tensors = [], inputs = ['input'], outputs = ['output'] }: Ends = {},
): Buffer {
  const graph = [
    ...nodes.map((each) => field(1, each)),
    ...tensors.map((each) => field(5, each)),
    ...inputs.map((name) => field(11, field(1, name))),
    ...outputs.map((name) => field(12, field(1, name))),
  ];
  return field(7, Buffer.concat(graph));
}

/** A file with one convolution, all of whose numbers are 1; `bias`: how many numbers it has. */
export function conv(shape: readonly number[], count: number, attributes: Attributes = {}, bias = 0): Buffer {
  const tensors = [tensor('filter', shape, new Float32Array(count).fill(1))];
  if (bias > 0) tensors.push(tensor('bias', [bias], new Float32Array(bias).fill(1)));
  const inputs = ['input', 'filter', ...(bias > 0 ? ['bias'] : [])];
  return model([node('Conv', inputs, ['output'], attributes)], { tensors });
}
