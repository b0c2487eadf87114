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

/**
 * The tables of limits in docs/operations.md. After a change of a limit:
 *
 *   npx node docs/limits.ts
 */
const PAGE = new URL('operations.md', import.meta.url);

const RATES: Record<LimitKey, string> = {
  preflight: 'preflight calls, per API key',
  portal: 'portal tokens, per API key',
  verify_customer: 'verify, per customer; production only',
  verify_address: 'verify, per address',
  collect_address: 'collect, per address',
  results: 'calls with a results key, per key',
  face_token: 'calls of the face app, per token',
  short_code_write: 'short codes created or refreshed, per token',
  optical_code: 'moving codes shown, per token',
  optical_sighting: 'moving codes seen, per token',
  session_status: 'polls without news, per token',
  short_code_miss: 'wrong short codes, per address',
  public_address: 'calls without a credential, per address; not of `/healthz` and `/readyz`',
  failed_credential: 'calls whose credential proves nothing, per address',
  demo_address: 'tokens of the demo shop, per address',
  demo: 'tokens of the demo shop, over all addresses',
};

const SIZES: Record<CapKey, string> = {
  body_bytes: 'JSON body of any other endpoint',
  preflight_body_bytes: 'body of preflight',
  portal_body_bytes: 'body of the portal token',
  evidence_body_bytes: 'body of verify, collect, evaluate and the phone of a location check',
  capture_body_bytes: 'all parts of a capture together',
  frame_bytes: 'each frame of a capture; a face reference',
  frame_pixels: 'width × height of such a picture, by its header',
  short_codes_per_session: 'short codes of one face session',
};

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
  return `| \`${name}\` | ${RATES[name]} | ${often(LIMITS[name])} | ${by} | ${where} |\n`;
};
const whole = (value: number): string => value.toLocaleString('en-US');
const sizeRow = (name: CapKey): string =>
  `| \`${name}\` | ${SIZES[name]} | ${whole(CAPS[name].default)} | ${whole(CAPS[name].most)} |\n`;

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
