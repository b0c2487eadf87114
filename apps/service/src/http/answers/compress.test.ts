import { gunzipSync } from 'node:zlib';
import { DASHBOARD_ENDPOINTS, ENDPOINTS } from '@standpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { type Browser, signedIn } from '../../../testing/people.ts';
import { verified } from '../../../testing/reviews.ts';
import { compresses, takesGzip } from './compress.ts';

const service = sharedService();
const organization = testOrganization(service);
let ana: Browser;
beforeAll(async () => {
  ana = await signedIn(service, organization.org, 'owner');
  for (let i = 0; i < 10; i++) await verified(service, organization, `customer-${i}`);
});

const get = (path: string, encoding?: string) =>
  service.app.inject({
    url: `/dashboard/api/${organization.org}/production${path}`,
    headers: {
      host: new URL(service.config.base_url).host,
      cookie: ana.cookie,
      ...(encoding && { 'accept-encoding': encoding }),
    },
  });

it('compresses a list that people read, where the client takes it', async () => {
  const plain = await get('/verifications');
  const small = await get('/verifications', 'gzip, deflate, br');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
  expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length);
});

it('sends a short answer as it is', async () => {
  const answer = await get('/verifications?customer_id=unknown', 'gzip');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json().data.rows).toEqual([]);
});

it('never compresses an answer to a write, where secrets are shown, nor one for a key or token', () => {
  const all = [...DASHBOARD_ENDPOINTS, ...ENDPOINTS].filter(compresses);
  expect(all.length).toBeGreaterThan(10);
  expect(all.every(({ method, credential }) => method === 'GET' && credential.includes('person'))).toBe(true);
  const shown = /"(key|secret|token|totpURI|backupCodes|password)":/;
  for (const { name, answer } of all)
    expect([name, shown.exec(JSON.stringify(answer))?.[0]]).toEqual([name, undefined]);
});

it.each([
  ['gzip', true],
  ['deflate, gzip;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['br', false],
  [undefined, false],
])('reads accept-encoding: %s', (header, takes) => {
  expect(takesGzip(header)).toBe(takes);
});
