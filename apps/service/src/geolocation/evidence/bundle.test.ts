import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealBytes } from '../../privacy/envelope.ts';
import { ENGINE_VERSION } from '../decision/decision.ts';
import { bundleBytes, openBundle, type Particulars } from './bundle.ts';

const key = createSecretKey(randomBytes(32));
const HOME = join(import.meta.dirname, '../decision/engines/golden');
const golden = JSON.parse(readFileSync(join(HOME, `${ENGINE_VERSION}.json`), 'utf8')) as object[];
const records = golden.map((one) => JSON.stringify(one));
const particulars = (name: string): Particulars => ({
  answer: { verification_id: 'ver_1' } as Particulars['answer'],
  transaction_name: null,
  transaction_id: null,
  customer_id: 'c',
  root_jti: null,
  person: { name } as Particulars['person'],
});
const round = (record: string, name = 'Zoë 🙂\nline') =>
  openBundle(key, sealBytes(key, bundleBytes(record, 'signature', particulars(name)), 'aad'), 'aad');

describe('the sealed bundle of a verification', () => {
  it('comes back byte for byte, whatever was recorded', () => {
    expect(records.length).toBeGreaterThan(80);
    for (const record of records) expect(round(record).record).toBe(record);
    const odd = JSON.stringify({ input: { a: '\u2028 \ud83d\ude42 é\n\u0000' }, decision: null });
    expect(round(odd)).toMatchObject({
      record: odd,
      signature: 'signature',
      person: { name: 'Zoë 🙂\nline' },
    });
  });

  it('takes a fifth of the space', () => {
    const sizes = records.map((record) => [record.length, bundleBytes(record, '', particulars('')).length]);
    const [plain, kept] = [0, 1].map((i) => sizes.reduce((sum, size) => sum + size[i]!, 0)) as [
      number,
      number,
    ];
    expect(kept).toBeLessThan(plain / 5);
  });

  it('does not reveal by its length that a name resembles a text of the client', () => {
    const sent = JSON.stringify({
      input: { evidence: { device: { model: 'Wilhelmina Example' } } },
      decision: null,
    });
    const length = (name: string) => bundleBytes(sent, '', particulars(name)).length;
    expect(length('Wilhelmina Example')).toBe(length('Theodorus Anybody.'));
  });

  it('is refused when any byte of its form is changed', () => {
    const bytes = bundleBytes(records[0]!, '', particulars(''));
    for (const at of [0, 1, 2, 3, 4, 8]) {
      const other = Buffer.from(bytes);
      other[at]! ^= 0x41;
      expect(() => openBundle(key, sealBytes(key, other, 'aad'), 'aad'), String(at)).toThrow();
    }
    expect(() => openBundle(key, sealBytes(key, bytes, 'aad'), 'another')).toThrow();
  });

  it('is read with a dictionary that never changes', () => {
    const words = readFileSync(join(import.meta.dirname, 'words-1.txt'));
    expect(createHash('sha256').update(words).digest('hex')).toBe(
      'd4cccf0c2d5051fcbcb544e99e2975b6646113466a175843bee6a4dcdd7f5298',
    );
  });
});
