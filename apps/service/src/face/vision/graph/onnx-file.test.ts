import { expect, test } from 'vitest';
import { within } from '../../../../../../testing/busy.ts';
import { LONG } from '../../../../../../testing/counts.ts';
import { modelBytes } from '../../../../testing/face/networks.ts';
import { conv, field, integer, model, tensor, varint } from '../../../../testing/face/onnx.ts';
import { mutant, mutantInside } from '../../../../testing/mutant.ts';
import { readOnnx } from './onnx-file.ts';
import type * as Protobuf from './protobuf.ts';
import { fieldsOf } from './protobuf.ts';

const MATCHER = modelBytes('fr_feature.onnx');

test('refuses a file that ends early, and one that is no model', () => {
  expect(() => readOnnx(MATCHER.subarray(0, 1_000_000))).toThrow('the model ends within a field');
  expect(() => readOnnx(Buffer.from('no model at all'))).toThrow('the model');
  expect(() => readOnnx(new Uint8Array(0))).toThrow('the model is not an ONNX file');
});

// The tag and the length are eleven bytes: -11 leads back to the tag.
const BACK_TO_ITS_START = Buffer.concat([varint((1 << 3) | 2), varint(-11)]);

test('refuses a field of negative length, which would be read again and again', async () => {
  expect(() => readOnnx(BACK_TO_ITS_START)).toThrow('negative length');
  // Mutation control: without the check the same field comes for ever.
  const { fieldsOf } = await mutant<typeof Protobuf>('face/vision/graph/protobuf.ts', [
    "if (length < 0) throw new Error('the model has a field of negative length');",
    '',
  ]);
  const fields = fieldsOf(BACK_TO_ITS_START);
  for (let i = 0; i < 1_000; i++) expect(fields.next().done).toBe(false);
});

test('refuses a number without an end at once', () => {
  const started = performance.now();
  expect(() => readOnnx(new Uint8Array(5_000_000).fill(0x80))).toThrow('more than 64 bits');
  expect(performance.now() - started).toBeLessThan(within(1_000));
});

test('refuses more fields than a model has, before they fill the memory', () => {
  const file = new Uint8Array(2_000_002).fill(0);
  for (let i = 0; i < file.length; i += 2) file[i] = 8;
  expect(() => readOnnx(file)).toThrow('too many fields');
});

test('reads numbers that lie in their own fields or packed into one, and lists that are empty', () => {
  const floats = Buffer.from(Float32Array.from({ length: 200_000 }, (_, i) => i).buffer);
  const packed = Buffer.concat([varint(200), varint(1_000)]);
  const { tensors } = readOnnx(
    model([], {
      tensors: [
        Buffer.concat([field(1, packed), field(8, 'floats'), field(4, floats)]),
        Buffer.concat([integer(1, 2), field(8, 'integers'), integer(7, -1), integer(7, 300)]),
        Buffer.concat([field(1, ''), field(8, 'scalar'), field(4, floats.subarray(4, 8))]),
      ],
    }),
  );
  expect(tensors.get('floats')!.shape).toEqual([200, 1_000]);
  expect(tensors.get('floats')!.values.at(-1)).toBe(199_999);
  expect([...tensors.get('integers')!.values]).toEqual([-1, 300]);
  expect(tensors.get('scalar')).toEqual({ shape: [], values: Float32Array.of(1) });
});

test('refuses floats of three bytes, and gives a tensor of another type no values', () => {
  const short = Buffer.concat([integer(1, 1), integer(2, 1), field(8, 'short'), field(9, 'abc')]);
  expect(() => readOnnx(model([], { tensors: [short] }))).toThrow('ends within a number');
  const half = Buffer.concat([integer(1, 1), integer(2, 10), field(8, 'half'), field(9, 'ab')]);
  const { tensors } = readOnnx(model([], { tensors: [half] }));
  expect(tensors.get('half')!.values).toHaveLength(0);
});

/** A tensor of one axis; `type` is a number of onnx.proto, and its bytes lie in `raw_data`. */
const raw = (type: number, bytes: string): Buffer =>
  model([], {
    tensors: [Buffer.concat([integer(1, 1), integer(2, type), field(8, 'raw'), field(9, bytes)])],
  });
const [INT32, INT64, FLOAT] = [6, 7, 1];
const SMALL = conv([2, 3, 1, 1], 6);
/** A length of eleven bytes: its lowest 64 bits are 0. */
const LONG_LENGTH = Buffer.from([(7 << 3) | 2, ...Array(10).fill(0x80), 0x01]);
const FIELDS = new Uint8Array(2_000_002).map((_, i) => (i % 2 === 0 ? 8 : 0));
/** The start of a group, which is no kind of field that we read. */
const GROUP = Buffer.concat([SMALL, Buffer.of((9 << 3) | 3)]);

const values = (file: Uint8Array, read = readOnnx) => [...read(file).tensors.get('raw')!.values];

/** Each check: the file that it refuses or takes as empty, and what happens to the file without it. */
const CHECKS: [string, string, [string, string], (read: typeof readOnnx) => unknown, unknown, unknown][] = [
  [
    'that a field is whole, its end is missing unnoticed',
    'protobuf.ts',
    ["if (length > this.#message.length - this.#at) throw new Error('the model ends within a field');", ''],
    (read) => read(SMALL.subarray(0, -1)).outputs,
    'the model ends within a field',
    ['outpu'],
  ],
  [
    'of the length of a number, its upper bits are lost unnoticed',
    'protobuf.ts',
    ['const MAX_VARINT_BYTES = 10;', 'const MAX_VARINT_BYTES = 11;'],
    (read) => read(LONG_LENGTH).nodes,
    'the model has a number of more than 64 bits',
    [],
  ],
  [
    'of the number of fields, every one becomes an object',
    'protobuf.ts',
    ["if (count === MAX_FIELDS) throw new Error('the model has too many fields');", ''],
    (read) => read(FIELDS),
    'the model has too many fields',
    'the model is not an ONNX file',
  ],
  [
    'of the kind of a field, an unknown one counts as empty',
    'protobuf.ts',
    ["throw new Error('the model is not an ONNX file');", 'return 0;'],
    (read) => read(GROUP).outputs,
    'the model is not an ONNX file',
    ['output'],
  ],
  [
    'that floats are whole, JavaScript’s own error comes out',
    'protobuf.ts',
    ["if (bytes.length % 4 !== 0) throw new Error('the model ends within a number');", ''],
    (read) => values(raw(FLOAT, 'abc'), read),
    'the model ends within a number',
    expect.any(RangeError),
  ],
  [
    'that integers are whole, JavaScript’s own error comes out',
    'onnx-file.ts',
    [' && raw.length % 8 === 0', ''],
    (read) => values(raw(INT64, '1234567'), read),
    [],
    expect.any(RangeError),
  ],
  [
    'of the type of a tensor, integers are read as floats',
    'onnx-file.ts',
    ['if (type === DATA_TYPE.FLOAT)', 'if (type !== DATA_TYPE.INT64)'],
    (read) => values(raw(INT32, '1234'), read),
    [],
    [expect.any(Number)],
  ],
  [
    'that there is a graph, JavaScript’s own error comes out',
    'onnx-file.ts',
    ["if (!graph) throw new Error('the model is not an ONNX file');", ''],
    (read) => read(Buffer.of(8, 0)),
    'the model is not an ONNX file',
    expect.any(TypeError),
  ],
];

// The control with a million fields takes as long as all others together, so it is left to the long run.
test.each(CHECKS.filter(([what]) => LONG || !what.startsWith('of the number of fields')))(
  'mutation control: without the check %s',
  async (_what, file, change, read, has, hasNot) => {
    const from = 'face/vision/graph/';
    type Reader = { readOnnx: typeof readOnnx };
    const blind =
      file === 'onnx-file.ts'
        ? await mutant<Reader>(from + file, change)
        : await mutantInside<Reader>(`${from}onnx-file.ts`, from + file, change);
    const told = (by: typeof readOnnx) => {
      try {
        return read(by);
      } catch (error) {
        // Errors of ours are known by their words.
        return error instanceof RangeError || error instanceof TypeError ? error : (error as Error).message;
      }
    };
    expect(told(readOnnx)).toEqual(has);
    expect(told(blind.readOnnx)).toEqual(hasNot);
  },
);

test('ends on every changed byte and every cut of a small file, with a graph or an error', () => {
  const file = Buffer.concat([
    conv([2, 3, 1, 1], 6, { strides: [1, 1] }, 2),
    tensor('x', [1], new Float32Array(1)),
  ]);
  let refused = 0;
  const read = (bytes: Uint8Array) => {
    try {
      readOnnx(bytes);
    } catch (error) {
      expect((error as Error).message).toMatch(/^the model /);
      refused++;
    }
  };
  for (let at = 0; at < file.length; at++) {
    read(file.subarray(0, at));
    for (const change of [0x01, 0x02, 0x04, 0x80, 0xff]) {
      const changed = Buffer.from(file);
      changed[at]! ^= change;
      read(changed);
    }
  }
  expect(refused).toBeGreaterThan(file.length);
  expect([...fieldsOf(file)].length).toBeGreaterThan(0);
});
