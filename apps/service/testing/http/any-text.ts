import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point, as the unit of a random text. The library's own unit `binary` is the same, but it makes a table of
 * all 1.1 million code points first, which takes most of a second in each process.
 */
const CODE_POINT = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (n) => String.fromCodePoint(n < SURROGATES_FROM ? n : n + SURROGATES),
  (unit) => {
    const code = typeof unit === 'string' ? unit.codePointAt(0) : undefined;
    if (code === undefined || unit !== String.fromCodePoint(code)) throw new Error('no single code point');
    return code < SURROGATES_FROM ? code : code - SURROGATES;
  },
);

/** A random text of any code points. */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: CODE_POINT, ...constraints });
