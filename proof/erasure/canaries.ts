import { randomInt } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { noise } from '../../apps/service/testing/face/face.ts';
import type { Pattern } from './finder.ts';

/** What must be found nowhere after an erasure. */
export const CLASSES = [
  'customer id',
  'transaction id',
  'install id',
  'e-mail',
  'name',
  'coordinate',
  'address',
  'image',
  'template',
  'token',
] as const;
export type CanaryClass = (typeof CLASSES)[number];

/** A person with a secret of each class. */
export interface Person {
  customer_id: string;
  transaction_id: string;
  install_id: string;
  email: string;
  name: string;
  lat: number;
  lng: number;
  ip: string;
  frames: Buffer[];
  embedding: Float32Array;
  /** Filled in by the service's answers. */
  tokens: string[];
  verification_id: string;
  session_id: string;
}

const FRAMES = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SECRET = 20;

const secret = (): string =>
  Array.from({ length: SECRET }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A number whose text and whose eight bytes occur nowhere else. */
function coordinate(whole: string): number {
  for (;;) {
    const text = `${whole}.${randomInt(1, 10)}${String(randomInt(2 ** 40)).padStart(12, '1')}`.slice(0, 16);
    if (String(Number(text)) === text) return Number(text);
  }
}

const group = () => randomInt(0x1000, 0x10000).toString(16);

function face(): Float32Array {
  const values = Array.from({ length: 512 }, () => randomInt(2 ** 32) / 2 ** 31 - 1);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

export const newPerson = async (): Promise<Person> => ({
  customer_id: `c-${secret()}`,
  transaction_id: `t-${secret()}`,
  install_id: `i-${secret()}`,
  email: `${secret()}@example.com`,
  name: `N ${secret()}`,
  lat: coordinate('40'),
  lng: coordinate('-74'),
  ip: `2600:1700:${[1, 2, 3, 4, 5, 6].map(group).join(':')}`,
  frames: await Promise.all(Array.from({ length: FRAMES }, () => noise(32, 24))),
  embedding: face(),
  tokens: [],
  verification_id: '',
  session_id: '',
});

/** The middle of a vector, as the bytes that a program would keep. */
export function vectorBytes(vector: ArrayLike<number>, order: 'LE' | 'BE' = 'LE'): Buffer {
  const bytes = Buffer.alloc(32);
  for (let i = 0; i < 8; i++)
    if (order === 'LE') bytes.writeFloatLE(vector[200 + i]!, i * 4);
    else bytes.writeFloatBE(vector[200 + i]!, i * 4);
  return bytes;
}

function doubles(value: number): Buffer[] {
  const [le, be] = [Buffer.alloc(8), Buffer.alloc(8)];
  le.writeDoubleLE(value);
  be.writeDoubleBE(value);
  return [le, be];
}

/** Base64 of a text that stands anywhere in a longer one: the characters that its neighbours have no part in. */
const base64 = (text: string): Buffer[] =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.from('x'.repeat(before) + text).toString('base64url');
    return Buffer.from(
      whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6)),
    );
  });

const inText = (text: string): Pick<Pattern, 'bytes' | 'text'>[] => [
  { bytes: Buffer.from(text), text: true },
  { bytes: Buffer.from(Buffer.from(text).toString('hex')), text: false },
  { bytes: Buffer.from(text, 'utf16le'), text: false },
  ...base64(text).map((bytes) => ({ bytes, text: true })),
];
const inBytes = (all: Buffer[]): Pick<Pattern, 'bytes' | 'text'>[] =>
  all.map((bytes) => ({ bytes, text: false }));

/** Of an address: the half that tells a device; the network may be kept. */
function addressForms(ip: string): Pick<Pattern, 'bytes' | 'text'>[] {
  if (!isIPv6(ip)) throw new Error('the address is not IPv6');
  const half = ip.split(':').slice(4);
  return [...inText(half.join(':')), ...inBytes([Buffer.from(half.join(''), 'hex')])];
}

/** Every form of each secret of a person that is searched for, by class. */
export function formsOf(person: Person): Record<CanaryClass, Pick<Pattern, 'bytes' | 'text'>[][]> {
  const id = (text: string) => inText(text.slice(2));
  const place = (value: number) => [...inText(String(value)), ...inBytes(doubles(value))];
  const faces = [vectorBytes(person.embedding), vectorBytes(person.embedding, 'BE')];
  return {
    'customer id': [id(person.customer_id)],
    'transaction id': [id(person.transaction_id)],
    'install id': [id(person.install_id)],
    'e-mail': [inText(person.email.split('@')[0]!)],
    name: [id(person.name)],
    coordinate: [place(person.lat), place(person.lng)],
    address: [addressForms(person.ip)],
    image: person.frames.map((bytes) => inBytes([bytes.subarray(-64, -32)])),
    template: [inBytes(faces)],
    // The end of the signature: which only its signer could make.
    token: person.tokens.map((token) => [{ bytes: Buffer.from(token.slice(-40)), text: true }]),
  };
}
