import { describe, expect, it } from 'vitest';
import { CODES } from '../src/geolocation/decision/checks/all.ts';
import { browserEvidence, claimsOf, seal } from '../testing/browser-payload.ts';
import { sharedService, testOrganization } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { TestAnswer } from '../testing/service.ts';

/** Impossible places and times, through both client generations and through evaluate(). */
const service = sharedService();
const org = testOrganization(service);

const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const YEAR_MS = 365 * 86_400_000;
const good = () => ({
  lat: 40.7128,
  lng: -74.006,
  accuracy_m: 20 + Math.random(),
  accuracy_basis: 'p95',
  measured_at: at(-500),
});
const here = (change: object) => ({ positions: [{ ...good(), ...change }] });
const clock = (change: object) => ({
  clock: { epoch_ms: Date.now(), monotonic_ms: 1_000, time_zone: 'America/New_York', ...change },
});

/**
 * `refused`: 422, or 413 before the payload is opened, and nothing is spent. `asked`: the decision asks for
 * another try, and says how. `decided`: like any other place.
 */
type Expected = 'refused' | 'asked' | 'decided';
const CASES: [string, Expected, () => object][] = [
  ['no position', 'asked', () => ({ positions: [] })],
  ['a thousand positions', 'refused', () => ({ positions: Array.from({ length: 1_000 }, good) })],
  ['six positions', 'refused', () => ({ positions: Array.from({ length: 6 }, good) })],
  ['a latitude beyond the pole', 'refused', () => here({ lat: 90.000001 })],
  ['a longitude beyond the globe', 'refused', () => here({ lng: 180.000001 })],
  ['latitude and longitude swapped, out of range', 'refused', () => here({ lat: -122.4, lng: 37.8 })],
  ['latitude and longitude swapped, in range', 'decided', () => here({ lat: -74.006, lng: 40.7128 })],
  ['the north pole', 'decided', () => here({ lat: 90, lng: 0 })],
  ['the south pole', 'decided', () => here({ lat: -90, lng: 180 })],
  ['the 180th meridian from the west', 'decided', () => here({ lat: 66, lng: -180 })],
  ['the 180th meridian from the east', 'decided', () => here({ lat: -16.8, lng: 180 })],
  ['null island', 'decided', () => here({ lat: 0, lng: 0 })],
  ['a latitude that is text', 'refused', () => here({ lat: '40.7' })],
  ['a latitude that is nothing', 'refused', () => here({ lat: null })],
  ['an accuracy of nothing', 'refused', () => here({ accuracy_m: null })],
  ['an accuracy below zero', 'refused', () => here({ accuracy_m: -1 })],
  ['an accuracy as wide as the universe', 'asked', () => here({ accuracy_m: 1e308 })],
  ['a fix from next year', 'asked', () => here({ measured_at: at(YEAR_MS) })],
  ['a fix from last year', 'asked', () => here({ measured_at: at(-YEAR_MS) })],
  ['a fix at no time', 'refused', () => here({ measured_at: 'yesterday' })],
  ['a clock in the year 275760', 'decided', () => clock({ epoch_ms: 8.64e15 })],
  ['a clock beyond every date', 'decided', () => clock({ epoch_ms: 1e308 })],
  ['a clock before time', 'decided', () => clock({ epoch_ms: -1e15, monotonic_ms: -1 })],
  ['a time zone that is none', 'decided', () => clock({ time_zone: 'Mars/Olympus' })],
];

/** Numbers that JSON cannot express. */
const TEXTS: [string, string][] = [
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['a number above every number', '1e999'],
  ['hexadecimal', '0x28'],
];

const hidden = [...CODES].filter(([, { remedy }]) => !remedy).map(([code]) => code);
function tellsNothing({ text, data }: TestAnswer): void {
  const told = data.result_token ? JSON.stringify(claimsOf<object>(data.result_token)) : '';
  for (const code of hidden) expect(text + told).not.toContain(`"${code}"`);
}

async function mint(generation: string): Promise<string> {
  const answer = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id: `odd-${Math.random()}`, transaction_type: 'deposit' },
    headers: { 'standpoint-sdk': generation },
  });
  return answer.data.token;
}
const verify = async (token: string, payload: string) =>
  service.call({ path: '/geolocation/verify', token, body: { payload } });

describe.each(['0.3', '0.5'])('verify, client generation %s', (generation) => {
  it.each(CASES)('%s: %s', async (_, expected, change) => {
    const token = await mint(generation);
    const answer = await verify(token, await seal(token, browserEvidence(change() as never)));
    tellsNothing(answer);
    if (expected === 'refused') {
      expectRefusal(answer, undefined, ['payload_unreadable', 'body_too_large']);
      expect((await verify(token, await seal(token, browserEvidence()))).status).toBe(200);
      return;
    }
    expect(answer.status, answer.text).toBe(200);
    if (expected === 'decided') return;
    expect(answer.data, answer.text).toMatchObject({ decision: 'retry', next_token: expect.any(String) });
    expect(answer.data.reasons.length).toBeGreaterThan(0);
    for (const { remedy } of answer.data.reasons) expect(remedy.length).toBeGreaterThan(8);
  });

  it.each(TEXTS)('%s as a latitude', async (_, text) => {
    const token = await mint(generation);
    const { jti } = claimsOf(token);
    const core = JSON.stringify({ jti, ...browserEvidence(), integrity: undefined });
    const content = JSON.stringify({ core: core.replace(/"lat":[^,]+/, `"lat":${text}`) });
    const payload = await seal(token, browserEvidence(), { content });
    expectRefusal(await verify(token, payload), 422, 'payload_unreadable');
  });
});

describe('evaluate', () => {
  const evaluate = (text: string, more: object = {}) =>
    service.call({
      path: '/geolocation/evaluate',
      token: org.results.production,
      body: {
        customer_id: `odd-${Math.random()}`,
        transaction_type: 'deposit',
        payload: `plain.${Buffer.from(text).toString('base64url')}`,
        ...more,
      },
    });
  const collected = (change: object = {}) =>
    JSON.stringify(browserEvidence({ purpose: 'collect', ...change }));

  it.each(CASES)('%s: %s', async (_, expected, change) => {
    const answer = await evaluate(collected(change()));
    if (expected === 'refused')
      return expectRefusal(answer, undefined, ['payload_unreadable', 'body_too_large']);
    expect(answer.status, answer.text).toBe(200);
    // The backend asks alone: no client is there to try again.
    if (expected === 'asked') expect(answer.data).toMatchObject({ decision: 'review' });
  });

  it.each(TEXTS)('%s as a latitude', async (_, text) => {
    expectRefusal(await evaluate(collected().replace(/"lat":[^,]+/, `"lat":${text}`)), 422);
  });

  it('refuses evidence that was collected at an impossible time', async () => {
    for (const collected_at of ['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z', at(2 * 86_400_000)])
      expectRefusal(await evaluate(collected({ collected_at })), 422, [
        'payload_stale',
        'payload_unreadable',
      ]);
  });

  it('refuses a malformed address or an unknown place, and names the field', async () => {
    for (const client_ip of ['999.1.1.1', '1.2.3', '::g', 'localhost', '8.8.8.8/8']) {
      const answer = await evaluate(collected(), { client_ip });
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.data.error.fields[0].path).toBe('client_ip');
    }
    for (const expected_jurisdiction of [
      { country: 'USA' },
      { country: 'us' },
      { country: 'US', subdivision: 'NY' },
      { subdivision: 'US-NY' },
      { country: 'XX' },
      { country: 'US', subdivision: 'US-XX' },
      { country: 'CA', subdivision: 'US-NY' },
    ]) {
      const answer = await evaluate(collected(), { expected_jurisdiction });
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.data.error.fields[0].path).toMatch(/^expected_jurisdiction/);
    }
  });
});
