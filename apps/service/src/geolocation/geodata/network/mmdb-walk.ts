/**
 * Walks the whole of a MaxMind-format database before it is trusted: every node's children, every record,
 * every data field. Corrupt databases are known to open and answer, and some make a reader loop; a database
 * that passes this walk does neither.
 */
interface MmdbMetadata {
  database_type: string;
  ip_version: 4 | 6;
  node_count: number;
  record_size: 24 | 28 | 32;
  /** Unix seconds. */
  build_epoch: number;
}

export class MmdbRefused extends Error {}

const MARKER = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
const METADATA_MAX = 128 * 1024;
const SEPARATOR = 16;
const DEPTH_MAX = 128;
/** Maps within maps, with a pointer counting as one: real records reach eight. */
const NESTING_MAX = 64;
const FIELDS_MAX = 100_000;

type Value = string | number | bigint | boolean | Buffer | Value[] | { [key: string]: Value };

/** Throws an MmdbRefused that names the first fault. */
export function walkMmdb(file: Buffer): MmdbMetadata {
  const { metadata, start } = readMetadata(file);
  const tree = (metadata.node_count * metadata.record_size) / 4;
  if (tree + SEPARATOR > start) refuse('the tree is larger than the file');
  for (let at = tree; at < tree + SEPARATOR; at++) {
    if (file[at] !== 0) refuse('no separator behind the tree: the node count is wrong');
  }
  const data = file.subarray(tree + SEPARATOR, start);
  new TreeWalk(file.subarray(0, tree), data, metadata).run();
  return metadata;
}

function refuse(reason: string): never {
  throw new MmdbRefused(reason);
}

function readMetadata(file: Buffer): { metadata: MmdbMetadata; start: number } {
  const from = Math.max(0, file.length - METADATA_MAX);
  const start = file.subarray(from).lastIndexOf(MARKER);
  if (start < 0) refuse('no metadata: this is no MaxMind-format database');
  const fields = new DataSection(file.subarray(from + start + MARKER.length)).value(0);
  if (typeof fields !== 'object' || Array.isArray(fields) || Buffer.isBuffer(fields))
    refuse('the metadata is not a map');
  const number = (name: string) => {
    const value = Number(fields[name]);
    return Number.isSafeInteger(value) ? value : refuse(`the metadata has no ${name}`);
  };
  const { database_type } = fields;
  const [ip_version, record_size] = [number('ip_version'), number('record_size')];
  if (number('binary_format_major_version') !== 2) refuse('another major version of the format');
  if (ip_version !== 4 && ip_version !== 6) refuse('an unknown IP version');
  if (record_size !== 24 && record_size !== 28 && record_size !== 32) refuse('an unknown record size');
  if (typeof database_type !== 'string' || database_type.length > 200) refuse('no database type');
  const [node_count, build_epoch] = [number('node_count'), number('build_epoch')];
  if (node_count < 1) refuse('the tree is empty');
  if (build_epoch < 1) refuse('no build date');
  return {
    metadata: { database_type, ip_version, node_count, record_size, build_epoch },
    start: from + start,
  };
}

/** State of a node on the walk: which of its children were visited. */
const [UNSEEN, OPEN, LEFT_DONE, BOTH_DONE, DONE] = [0, 1, 2, 3, 4];

/**
 * Walks the tree depth first, without recursion. A node that is reached twice (IPv4 lies in several places of
 * an IPv6 tree) is walked once. A node below itself is refused.
 */
class TreeWalk {
  private readonly node_count: number;
  private readonly child: (node: number, side: 0 | 1) => number;
  private readonly data: Buffer;
  private readonly section: DataSection;
  /** Longest way from a node down to a record. */
  private readonly height: Uint8Array;
  private readonly state: Uint8Array;
  private readonly records = new Set<number>();
  private readonly bits: number;
  private readonly stack: number[] = [];

  constructor(tree: Buffer, data: Buffer, { node_count, record_size, ip_version }: MmdbMetadata) {
    this.node_count = node_count;
    this.child = childReader(tree, record_size);
    this.data = data;
    this.section = new DataSection(data);
    this.height = new Uint8Array(node_count);
    this.state = new Uint8Array(node_count);
    this.bits = ip_version === 4 ? 32 : DEPTH_MAX;
  }

  /** Throws an MmdbRefused that names the first fault. */
  run(): void {
    const { stack, state } = this;
    this.open(0);
    while (stack.length > 0) {
      const node = stack.at(-1)!;
      if (state[node] === OPEN) {
        state[node] = LEFT_DONE;
        if (this.enter(node, 0)) continue;
      }
      if (state[node] === LEFT_DONE) {
        state[node] = BOTH_DONE;
        if (this.enter(node, 1)) continue;
      }
      stack.pop();
      state[node] = DONE;
      const parent = stack.at(-1);
      if (parent !== undefined) this.raise(parent, this.height[node]! + 1);
    }
  }

  private open(node: number): void {
    if (this.stack.length >= this.bits) refuse(`the tree is deeper than ${this.bits} bits`);
    this.state[node] = OPEN;
    this.stack.push(node);
  }

  /** Looks at one child of a node; true when the child is a node that has to be walked first. */
  private enter(parent: number, side: 0 | 1): boolean {
    const value = this.child(parent, side);
    if (value >= this.node_count) {
      this.raise(parent, 1);
      if (value > this.node_count) this.readRecord(value - this.node_count - SEPARATOR);
      return false;
    }
    const state = this.state[value]!;
    if (state === UNSEEN) {
      this.open(value);
      return true;
    }
    if (state !== DONE) refuse('the tree has a cycle');
    this.raise(parent, this.height[value]! + 1);
    return false;
  }

  private raise(node: number, to: number): void {
    if (to > this.bits) refuse(`the tree is deeper than ${this.bits} bits`);
    if (this.height[node]! < to) this.height[node] = to;
  }

  private readRecord(offset: number): void {
    if (offset < 0 || offset >= this.data.length) refuse('a record points outside of the data');
    if (this.records.has(offset)) return;
    this.records.add(offset);
    this.section.value(offset);
  }
}

function childReader(tree: Buffer, record_size: 24 | 28 | 32): (node: number, side: 0 | 1) => number {
  if (record_size === 24) return (node, side) => tree.readUIntBE(node * 6 + side * 3, 3);
  if (record_size === 32) return (node, side) => tree.readUInt32BE(node * 8 + side * 4);
  return (node, side) => {
    const middle = tree[node * 7 + 3]!;
    return side === 0
      ? ((middle & 0xf0) << 20) | tree.readUIntBE(node * 7, 3)
      : ((middle & 0x0f) << 24) | tree.readUIntBE(node * 7 + 4, 3);
  };
}

/** Largest size of the integer types, in bytes; a double and a float have exactly theirs. */
const SIZES: Record<number, number> = { 5: 2, 6: 4, 8: 4, 9: 8, 10: 16 };

/**
 * Strict reader of the data format: it checks bounds, types and sizes, and refuses pointers to pointers and
 * endless nesting.
 */
class DataSection {
  private readonly bytes: Buffer;
  /**
   * Fields that were found sound, with the number of fields within, so that a field that many records point
   * to is read once.
   */
  private readonly sound = new Map<number, number>();
  /** Number of fields in the present record, pointers followed. */
  private fields = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  value(at: number): Value {
    this.fields = 0;
    return this.read(at, 0).value;
  }

  /** Limits the count, because a few bytes of pointers can unfold to billions of fields. */
  private count(fields: number): void {
    this.fields += fields;
    if (this.fields > FIELDS_MAX) refuse('a record that unfolds without end');
  }

  private read(at: number, depth: number): { value: Value; next: number } {
    if (depth > NESTING_MAX) refuse('data nested without end');
    this.count(1);
    const { type, size, next } = this.control(at);
    switch (type) {
      case 1: {
        const pointer = this.pointer(at);
        if (this.control(pointer.to).type === 1) refuse('a pointer to a pointer');
        const known = this.sound.get(pointer.to);
        if (depth > 0 && known !== undefined) {
          this.count(known);
          return { value: this.key(pointer.to), next: pointer.next };
        }
        const before = this.fields;
        const { value } = this.read(pointer.to, depth + 1);
        this.sound.set(pointer.to, this.fields - before);
        return { value, next: pointer.next };
      }
      case 7:
        return this.map(size, next, depth);
      case 11:
        return this.array(size, next, depth);
      case 14:
        return size <= 1 ? { value: size === 1, next } : refuse('a boolean that is neither');
      default:
        return { value: this.scalar(type, next, size), next: next + size };
    }
  }

  /**
   * The text of a field that was read before, for a map's key that is a pointer. Other types are not needed.
   */
  private key(at: number): Value {
    const { type, size, next } = this.control(at);
    return type === 2 ? this.bytes.toString('utf8', next, next + size) : '';
  }

  private map(size: number, at: number, depth: number): { value: Value; next: number } {
    const value: { [key: string]: Value } = {};
    for (let i = 0; i < size; i++) {
      const key = this.read(at, depth + 1);
      if (typeof key.value !== 'string') refuse('a key that is not text');
      const field = this.read(key.next, depth + 1);
      value[key.value] = field.value;
      at = field.next;
    }
    return { value, next: at };
  }

  private array(size: number, at: number, depth: number): { value: Value; next: number } {
    const value: Value[] = [];
    for (let i = 0; i < size; i++) {
      const item = this.read(at, depth + 1);
      value.push(item.value);
      at = item.next;
    }
    return { value, next: at };
  }

  private scalar(type: number, at: number, size: number): Value {
    if (at + size > this.bytes.length) refuse('a field beyond the end of the data');
    if (type === 2) return this.bytes.toString('utf8', at, at + size);
    if (type === 4) return this.bytes.subarray(at, at + size);
    if (type === 3)
      return size === 8 ? this.bytes.readDoubleBE(at) : refuse('a double without exactly 8 bytes');
    if (type === 15)
      return size === 4 ? this.bytes.readFloatBE(at) : refuse('a float without exactly 4 bytes');
    const most = SIZES[type];
    if (most === undefined) refuse(`an unknown type ${type}`);
    if (size > most) refuse('a number that is too long');
    let number = 0n;
    for (let i = at; i < at + size; i++) number = (number << 8n) | BigInt(this.bytes[i]!);
    return type === 9 || type === 10
      ? number
      : type === 8
        ? Number(BigInt.asIntN(32, number))
        : Number(number);
  }

  private control(at: number): { type: number; size: number; next: number } {
    const byte = this.byte(at);
    let type = byte >> 5;
    let next = at + 1;
    if (type === 0) {
      type = 7 + this.byte(next++);
      if (type < 8) refuse('an unknown type');
    }
    let size = byte & 0x1f;
    if (type !== 1 && size >= 29) {
      const more = size - 28;
      size = [0, 29, 285, 65_821][more]!;
      let extra = 0;
      for (let i = 0; i < more; i++) extra = extra * 256 + this.byte(next++);
      size += extra;
    }
    // Every element takes at least one byte, so a size beyond the data is false and would only cost time.
    if (type !== 1 && type !== 14 && size > this.bytes.length - next)
      refuse('a field beyond the end of the data');
    return { type, size, next };
  }

  private pointer(at: number): { to: number; next: number } {
    const byte = this.byte(at);
    const length = ((byte >> 3) & 3) + 1;
    let to = length === 4 ? 0 : byte & 7;
    for (let i = 1; i <= length; i++) to = to * 256 + this.byte(at + i);
    to += [0, 0, 2048, 526_336, 0][length]!;
    if (to >= this.bytes.length) refuse('a pointer outside of the data');
    return { to, next: at + 1 + length };
  }

  private byte(at: number): number {
    const byte = this.bytes[at];
    return byte === undefined ? refuse('data cut short') : byte;
  }
}
