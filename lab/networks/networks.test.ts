import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measureNetworks, networksReport } from './main.ts';

const rows = measureNetworks();

it('is the table of docs/accuracy.md', () => {
  const page = readFileSync(new URL('../../docs/accuracy.md', import.meta.url), 'utf8');
  expect(page).toContain(networksReport(rows));
});

it('gives no class to a home, and no gateway or relay a class that is held against its people', () => {
  for (const { of, kind, others } of rows)
    if (kind === null || kind === 'private_relay' || kind === 'security_gateway')
      expect(Object.keys(others), of).toEqual(kind === 'security_gateway' ? expect.any(Array) : []);
});

it('knows nearly every exit of the relay and every large block of the gateways', () => {
  for (const { of, right, count } of rows.filter(({ of }) => of.startsWith('relay')))
    expect(right / count, of).toBeGreaterThan(0.95);
});
