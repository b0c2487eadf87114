/** A field of a Protocol Buffers message: its number, and the integer or the bytes that it holds. */
export interface Field {
  number: number;
  /** null for a field that holds bytes. */
  integer: bigint | null;
  /** Empty for a field that holds an integer. */
  bytes: Uint8Array;
}

const [VARINT, EIGHT_BYTES, LENGTH_PREFIXED, FOUR_BYTES] = [0, 1, 2, 5];
/** 64 bits, seven in each byte. */
const MAX_VARINT_BYTES = 10;
/** Far more than a model has; fields of two bytes each would otherwise fill the memory with their objects. */
const MAX_FIELDS = 1_000_000;
const NO_BYTES = new Uint8Array(0);

class Cursor {
  readonly #message: Uint8Array;
  #at = 0;

  constructor(message: Uint8Array) {
    this.#message = message;
  }

  get ended(): boolean {
    return this.#at >= this.#message.length;
  }

  /** Integers are signed, of 64 bits. */
  varint(): bigint {
    let value = 0n;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.#message[this.#at++];
      if (byte === undefined) throw new Error('the model ends within a number');
      value |= BigInt(byte & 127) << BigInt(7 * i);
      if (byte < 128) return BigInt.asIntN(64, value);
    }
    throw new Error('the model has a number of more than 64 bits');
  }

  bytes(length: number): Uint8Array {
    // A negative length would move the cursor back, and the same bytes would be read for ever.
    if (length < 0) throw new Error('the model has a field of negative length');
    if (length > this.#message.length - this.#at) throw new Error('the model ends within a field');
    this.#at += length;
    return this.#message.subarray(this.#at - length, this.#at);
  }
}

/** The fields of a message, in their order. Throws on bytes that are no message; every step moves forward. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  const cursor = new Cursor(message);
  for (let count = 0; !cursor.ended; count++) {
    if (count === MAX_FIELDS) throw new Error('the model has too many fields');
    const tag = Number(cursor.varint());
    const [number, kind] = [tag >>> 3, tag & 7];
    if (kind === VARINT) yield { number, integer: cursor.varint(), bytes: NO_BYTES };
    else yield { number, integer: null, bytes: cursor.bytes(lengthOf(kind, cursor)) };
  }
}

function lengthOf(kind: number, cursor: Cursor): number {
  if (kind === LENGTH_PREFIXED) return Number(cursor.varint());
  if (kind === FOUR_BYTES) return 4;
  if (kind === EIGHT_BYTES) return 8;
  throw new Error('the model is not an ONNX file');
}

/** Integers of a repeated field, which is written one by one or packed into one field. */
export function* integersIn({ integer, bytes }: Field): Generator<number> {
  if (integer !== null) return yield Number(integer);
  const cursor = new Cursor(bytes);
  while (!cursor.ended) yield Number(cursor.varint());
}

/** Floats of 32 bits, one or many; little-endian, as all machines are that this runs on. */
export function floatsIn(bytes: Uint8Array): Float32Array {
  if (bytes.length % 4 !== 0) throw new Error('the model ends within a number');
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export const textIn = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
