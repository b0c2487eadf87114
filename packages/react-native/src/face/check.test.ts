import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CommonOptions, readConfig } from '../config.ts';
import { LINE_0_5 } from '../version.ts';
import { type FaceCheck, type FaceOptions, openFaceCheck } from './check.ts';

const BASE = 'https://id.example.com';
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (typ = 'portal+jwt', iss = BASE) =>
  `${encode({ typ })}.${encode({ iss, jti: 'jti-1', workflow_id: 'wf_1', attestation_challenge: 'n', enc: {} })}.c2ln`;

const started = async (options: Partial<FaceOptions> = {}, common: Partial<CommonOptions> = {}) => {
  const events: [string, unknown][] = [];
  const ends: string[] = [];
  const scripts: string[] = [];
  const check: FaceCheck = openFaceCheck({
    config: readConfig({ baseUrl: BASE, ...common }, LINE_0_5),
    options: { token: tokenOf(), ...options },
    ended: () =>
      check.track.result.then(
        (end) =>
          ends.push(end.outcome === 'complete' ? `complete ${end.value.status}` : `cancel ${end.step}`),
        (error) => ends.push(`error ${error.code}`),
      ),
  });
  check.track.on('*', (name, value) => events.push([name, value]));
  check.attach((script) => scripts.push(script));
  await check.start();
  const say = (message: object) => {
    const page = check.page();
    check.receive({
      data: JSON.stringify({ ns: 'facecheck', v: 1, nonce: page?.nonce, ...message }),
      url: `${BASE}/face/wf_1`,
    });
  };
  return { check, events, ends, scripts, say, names: () => events.map(([name]) => name) };
};
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const COMPLETED = { type: 'completed', session_id: 'fcs_1', status: 'completed', livemode: false };

describe('the flow of a face check', () => {
  test('shows the page, tells it the app’s wishes, and ends once its closing screen is left', async () => {
    const { check, ends, scripts, say, names } = await started({ locale: 'de', handoff: 'never' });
    expect(check.page()!.uri).toMatch(/^https:\/\/id\.example\.com\/face\/wf_1#t=[\w.%-]+&l=de$/);
    say({ type: 'ready' });
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toContain('"type":"init","sdk":"react-native/0.5.0","surface":"dialog","locale":"de"');
    say({ type: 'started', session_id: 'fcs_1' });
    say({ type: 'consent', state: 'shown' });
    say({ ...COMPLETED, hold: true });
    await settled();
    expect(check.page()).toBeDefined();
    expect(ends).toEqual([]);
    say({ type: 'close' });
    await settled();
    expect(ends).toEqual(['complete completed']);
    expect(check.page()).toBeUndefined();
    expect(names()).toEqual(['ready', 'started', 'step', 'step', 'complete']);
  });

  test.each([
    [COMPLETED, 'complete completed'],
    [{ type: 'canceled', step: 'consent' }, 'cancel consent'],
    [{ type: 'expired', session_id: 'fcs_1', livemode: false }, 'complete expired'],
    [{ type: 'expired' }, 'error token_expired'],
    [{ type: 'error', code: 'camera_missing', fatal: true }, 'error camera_missing'],
  ])('ends once at %j', async (message, end) => {
    const { ends, say, check } = await started();
    say({ type: 'ready' });
    say(message);
    say(COMPLETED);
    check.leave();
    await settled();
    expect(ends).toEqual([end]);
  });

  test('hears nothing of another load or another page', async () => {
    const { check, events } = await started();
    const data = JSON.stringify({ ns: 'facecheck', v: 1, nonce: 'old', ...COMPLETED });
    check.receive({ data, url: `${BASE}/face/wf_1` });
    check.receive({ data: data.replace('old', check.page()!.nonce), url: 'https://evil.test/' });
    expect(events).toEqual([]);
  });

  test('ends with what is wrong when the page does not speak, fails or dies again and again', async () => {
    const silent = await started();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(silent.ends).toEqual(['error iframe_load_failed']);
    const failing = await started();
    failing.check.broken('load', 'HTTP 404');
    await settled();
    expect(failing.ends).toEqual(['error iframe_load_failed']);
    const reloaded = await started();
    reloaded.say({ type: 'ready' });
    reloaded.check.broken('process');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reloaded.ends).toEqual(['error iframe_load_failed']);
    const dying = await started();
    const nonces = new Set([dying.check.page()!.nonce]);
    for (let i = 0; i < 2; i++) {
      dying.check.broken('process');
      nonces.add(dying.check.page()!.nonce);
    }
    expect(nonces.size).toBe(3);
    dying.check.broken('process');
    await settled();
    expect(dying.ends).toEqual(['error iframe_load_failed']);
  });

  test('asks the page first when the person goes back, and leaves at the second time', async () => {
    const { check, scripts, say, ends } = await started();
    say({ type: 'ready' });
    say({ type: 'capture', state: 'started' });
    check.leave();
    expect(scripts.at(-1)).toContain('{"type":"cancel"}');
    check.leave();
    await settled();
    expect(ends).toEqual(['cancel capture']);
  });

  test('ends when it is aborted, before and after it has begun', async () => {
    const controller = new AbortController();
    const running = await started({ signal: controller.signal });
    controller.abort();
    const late = await started({ signal: controller.signal });
    await settled();
    expect([running.ends, late.ends]).toEqual([['error aborted'], ['error aborted']]);
    expect(late.check.page()).toBeUndefined();
  });

  test('leaves no timer and calls nothing once its view is gone', async () => {
    const { check, ends, events, say } = await started();
    check.destroy();
    say(COMPLETED);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([ends, events, vi.getTimerCount()]).toEqual([[], [], 0]);
  });
});

describe('the token', () => {
  test('face-token-renew: is fetched again when it ends, and a new page with a new nonce is shown', async () => {
    let count = 0;
    const token = async () => tokenOf().replace('c2ln', `c2ln${count++}`);
    const { check, say, names } = await started({ token });
    const before = check.page()!;
    say({ type: 'ready' });
    say({ type: 'token_needed', reason: 'expiring' });
    await settled();
    expect(check.page()!.uri).not.toBe(before.uri);
    expect(check.page()!.nonce).not.toBe(before.nonce);
    expect(names()).toEqual(['ready', 'token', 'token']);
  });

  test('that cannot be renewed leaves the page as it is, and says so', async () => {
    let count = 0;
    const token = async () => {
      if (count++ > 0) throw new Error('no');
      return tokenOf();
    };
    const { check, say, events } = await started({ token });
    const before = check.page();
    say({ type: 'token_needed', reason: 'expired' });
    await settled();
    expect(check.page()).toBe(before);
    expect(events.at(-1)).toMatchObject(['error', { code: 'token_missing' }]);
  });

  test.each([
    ['a preflight token', tokenOf('preflight+jwt'), 'token_wrong_purpose'],
    ['one of another service', tokenOf('portal+jwt', 'https://other.example'), 'base_url_mismatch'],
    ['an API key', 'sp_live_abcdefgh', 'key_in_browser'],
    ['nothing', '', 'token_missing'],
  ])('%s ends the check before a page is loaded', async (_, token, code) => {
    const { ends, check } = await started({ token });
    await settled();
    expect(ends).toEqual([`error ${code}`]);
    expect(check.page()).toBeUndefined();
  });
});

test('opens other pages in the browser, and only those', async () => {
  const { check } = await started();
  const opened: string[] = [];
  const may = (url: string) => check.mayLoad(url, (outside) => opened.push(outside));
  expect(may(check.page()!.uri)).toBe(true);
  expect(may('https://law.example/privacy')).toBe(false);
  expect(may('intent://x')).toBe(false);
  expect(opened).toEqual(['https://law.example/privacy']);
});
