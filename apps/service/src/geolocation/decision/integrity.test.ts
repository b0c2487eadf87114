import type { Evidence, Signals } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { browserEvidence, seal } from '../../../testing/browser-payload.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { CODES } from './checks/all.ts';

const service = sharedService();
const org = testOrganization(service);

/** The client's answer and the backend's record for a try with these signals. */
const attempt = async (change: Partial<Evidence>, language = 'en') => {
  const { data } = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: { customer_id: `c-${Math.random()}`, transaction_type: 'deposit' },
  });
  const told = await service.call({
    path: '/geolocation/verify',
    token: data.token,
    headers: { 'accept-language': language },
    body: { payload: await seal(data.token, browserEvidence(change)) },
  });
  if (told.status !== 200) return { told, read: null };
  const read = await service.call({
    method: 'GET',
    path: `/geolocation/verifications/${told.data.verification_id}`,
    token: org.results.production,
  });
  return { told, read: read.data };
};

const FAILING: [string, Evidence['platform'], Signals][] = [
  ['automation', 'web', { webdriver: true }],
  ['geolocation_api_patched', 'web', { geolocation_api: { own: ['getCurrentPosition'] } }],
  ['realm_mismatch', 'web', { geolocation_api: { own_realm: false } }],
  ['mock_provider', 'android', { mock_provider: true, mock_app: 'com.example.fake' }],
  ['emulator', 'android', { emulator: true }],
  ['simulated_by_software', 'ios', { simulated_by_software: true }],
];

it.each(FAILING)('%s fails by default, and the client is not told why', async (code, platform, signals) => {
  const { told, read } = await attempt({ platform, signals });
  expect(told.data).toMatchObject({ decision: 'fail', reasons: [{ code: 'location_unconfirmed' }] });
  expect(read.reason_codes).toEqual([code]);
  expect(told.text).not.toContain(code);
});

const REVIEWED: [string, Signals][] = [
  ['produced_by_accessory', { produced_by_accessory: true }],
  ['rooted', { rooted: true }],
  ['jailbroken', { jailbroken: true }],
  ['hooking_framework', { hooking_framework: true }],
  ['cloned_app', { cloned_app: true }],
];

it.each(REVIEWED)('%s goes to review, and the client is not told why', async (code, signals) => {
  const { told, read } = await attempt({ platform: 'ios', signals });
  expect(told.data).toMatchObject({ decision: 'review', reasons: [{ code: 'location_unconfirmed' }] });
  expect(read.reason_codes).toEqual([code]);
});

it('tells a person who shares a screen what to do, in their language', async () => {
  const { told } = await attempt({ platform: 'android', signals: { screen_shared: true } }, 'de');
  expect(told.data).toMatchObject({
    decision: 'review',
    reasons: [{ code: 'screen_shared', message: expect.stringMatching(/Bildschirm/) }],
  });
});

it('keeps signals that a newer client sends, and judges none of them', async () => {
  const { told, read } = await attempt({
    signals: { webdriver: false, ...({ from_the_future: { a: [1, null] } } as Signals) },
  });
  expect(told.data.decision).toBe('pass');
  const outcome = (code: string) =>
    read.checks.find((check: { code: string }) => check.code === code).outcome;
  expect(outcome('automation')).toBe('pass');
  expect(outcome('geolocation_api_patched')).toBe('pass');
});

it.each([
  ['a flag that is none', { webdriver: 'yes' }],
  ['a list without end', { geolocation_api: { own: Array.from({ length: 11 }, String) } }],
  ['more readings than positions', { readings: Array.from({ length: 6 }, () => ({})) }],
  ['clocks of text', { clock_track: [{ epoch_ms: '0', monotonic_ms: 0 }] }],
])('refuses %s, and spends nothing', async (_what, signals) => {
  const { told } = await attempt({ signals: signals as never });
  expect([told.status, told.code]).toEqual([422, 'payload_unreadable']);
});

it('decides, and does not crash, on clocks and coordinates beyond all reason', async () => {
  const huge = { epoch_ms: -1e308, monotonic_ms: 1e308 };
  const { told, read } = await attempt({
    signals: {
      clock_track: [{ epoch_ms: 1e308, monotonic_ms: 0 }, huge, huge],
      fresh_answer: { lat: 90, lng: -180, accuracy_m: 1e308 },
      readings: [{ delay_ms: 0 }],
    },
  });
  expect(told.status).toBe(200);
  expect(read.reason_codes).toContain('clock_skew');
});

it('puts each of these codes into the group that depth light leaves out', async () => {
  for (const code of [...FAILING, ...REVIEWED].map(([name]) => name)) {
    expect(CODES.get(code)).toMatchObject({ group: 'integrity' });
  }
});
