import { readFileSync, writeFileSync } from 'node:fs';
import {
  CAPS,
  type CapKey,
  EXACT_LIMITS,
  LIMITS,
  type Limit,
  type LimitKey,
  OPERATOR_LIMITS,
} from '@standpoint/contract';
import { RATE_WORDS, SIZE_WORDS } from '@standpoint/contract/limit-words';

/**
 * The tables of limits in docs/operations.md. After a change of a limit:
 *
 *   npx node docs/limits.ts
 */
const PAGE = new URL('operations.md', import.meta.url);

const RATE_HEAD = '| rate | what it counts | default | set by | counted in |\n|---|---|---|---|---|\n';
const SIZE_HEAD = '| size or count | of what | default | hard maximum |\n|---|---|---|---|\n';

const PERIODS = [
  [1, 's'],
  [60, 'min'],
  [3_600, 'h'],
] as const;

function often({ rate, burst }: Limit): string {
  const [seconds, unit] = PERIODS.find(([length]) => rate * length >= 1) ?? PERIODS[2];
  return `${Math.round(rate * seconds * 100) / 100}/${unit}, ${burst} at once`;
}

const rateRow = (name: LimitKey): string => {
  const by = OPERATOR_LIMITS.includes(name) ? 'operator' : 'organization';
  const where = EXACT_LIMITS.includes(name) ? 'the database' : 'Redis or memory';
  return `| \`${name}\` | ${RATE_WORDS[name]} | ${often(LIMITS[name])} | ${by} | ${where} |\n`;
};
const grouped = (value: number): string => value.toLocaleString('en-US');
const sizeRow = (name: CapKey): string =>
  `| \`${name}\` | ${SIZE_WORDS[name]} | ${grouped(CAPS[name].default)} | ${grouped(CAPS[name].most)} |\n`;

export const limitTables = (): { head: string; table: string }[] => [
  { head: RATE_HEAD, table: RATE_HEAD + (Object.keys(LIMITS) as LimitKey[]).map(rateRow).join('') },
  { head: SIZE_HEAD, table: SIZE_HEAD + (Object.keys(CAPS) as CapKey[]).map(sizeRow).join('') },
];

if (import.meta.main) {
  const text = limitTables().reduce(
    (page, { head, table }) => {
      const start = page.indexOf(head);
      if (start < 0) throw new Error('docs/operations.md has lost the head of a table of limits');
      return page.slice(0, start) + table + page.slice(page.indexOf('\n\n', start) + 1);
    },
    readFileSync(PAGE, 'utf8'),
  );
  writeFileSync(PAGE, text);
}
