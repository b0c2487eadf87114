import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { mutant } from '../../../testing/mutant.ts';
import { codeOf, findSlot, LOOK_BACK_MS, SLOT_MS, slotAt, startOf, untilNext } from './code.ts';

type Code = typeof import('./code.ts');

const key = createSecretKey(Buffer.alloc(32, 7));
const slot = slotAt(Date.UTC(2026, 0, 2, 3, 4, 5));
const now = startOf(slot);
const find = (code: string, at: number, id = 'hnd_a') => findSlot(key, id, code, at);

it('makes eight Crockford symbols that differ for every slot, hand-off and key', () => {
  const codes = [
    ...Array.from({ length: 500 }, (_, n) => codeOf(key, 'hnd_a', slot + n)),
    codeOf(key, 'hnd_b', slot),
    codeOf(createSecretKey(Buffer.alloc(32, 8)), 'hnd_a', slot),
  ];
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codeOf(key, 'hnd_a', slot)).toBe(codes[0]);
});

it('lasts 400 ms and says when the next code begins', () => {
  expect([now, now + 1, now + 399.2, now + 399.9].map(untilNext)).toEqual([400, 399, 1, 1]);
  expect(slotAt(now + SLOT_MS - 0.01)).toBe(slot);
  expect(slotAt(now + SLOT_MS)).toBe(slot + 1);
});

it('is recognised for ten seconds from its beginning, unchanged and for its own hand-off only', () => {
  const code = codeOf(key, 'hnd_a', slot);
  expect(find(code, now)).toBe(slot);
  expect(find(code, now + LOOK_BACK_MS)).toBe(slot);
  expect(find(code, now + LOOK_BACK_MS + 1)).toBeNull();
  expect(find(code, now, 'hnd_b')).toBeNull();
  for (const wrong of ['', code.toLowerCase(), code.slice(1), `${code}0`, '\u{1F600}'.repeat(2)])
    if (wrong !== code) expect(find(wrong, now)).toBeNull();
});

it('mutation control: a future code is recognised only when the search begins ahead', async () => {
  const ahead = codeOf(key, 'hnd_a', slot + 1);
  expect(find(ahead, now + SLOT_MS - 1)).toBeNull();
  const { findSlot: tooFar } = await mutant<Code>('face/optical/code.ts', [
    'let slot = slotAt(now);',
    'let slot = slotAt(now) + 9;',
  ]);
  expect(tooFar(key, 'hnd_a', ahead, now)).toBe(slot + 1);
});
