import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('writes one text for a value, whatever the order of its members', () => {
  // The example of RFC 8785 §3.2.2, without its control characters.
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
    literals: [null, true, false],
    '€': 'ö',
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"€":"ö"}',
  );
  expect(canonicalJson({ b: { d: 1, c: 2 }, a: [] })).toBe(canonicalJson({ a: [], b: { c: 2, d: 1 } }));
});

it('keeps every value apart from every other', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 300, seed: 7 },
  );
});
