import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measureNetworks, networksReport } from './main.ts';

const rows = measureNetworks();

it('is the table of docs/accuracy.md', () => {
  const page = readFileSync(new URL('../../docs/accuracy.md', import.meta.url), 'utf8');
  expect(page).toContain(networksReport(rows));
});

it('gives no class to a home, and no other class to a relay', () => {
  for (const { of, kind, others } of rows)
    if (kind === null || kind === 'private_relay') expect(others, of).toEqual({});
});

it('knows most blocks of the gateways, and calls at most two of a row a data centre and none a VPN', () => {
  for (const { of, right, count, others } of rows.filter(({ kind }) => kind === 'security_gateway')) {
    expect(right / count, of).toBeGreaterThanOrEqual(0.6);
    const { hosting = 0, ...worse } = others;
    expect(hosting, of).toBeLessThanOrEqual(2);
    expect(worse, of).toEqual({});
  }
});

it('knows nearly every exit of the relay', () => {
  for (const { of, right, count } of rows.filter(({ of }) => of.startsWith('relay')))
    expect(right / count, of).toBeGreaterThan(0.95);
});
