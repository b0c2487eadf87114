import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOf } from '../../../service/src/face/capture/manifest.ts';
import { newChallenge } from '../../../service/src/face/challenge/challenge.ts';
import { normaliseCode as serviceForm } from '../../../service/src/handoff/short-code.ts';
import { checkProof, sha256Base64url } from '../../../service/src/tokens/proof.ts';
import { coverCrop, frameSize, isTooSmall, ovalIn } from '../guidance/framing.ts';
import { planShots } from '../guidance/shot-plan.ts';
import { normaliseCode, readAddress, returnAddress } from '../page/address.ts';
import { LOCALES, loadTexts } from '../page/locale.ts';
import { qrPath } from '../page/qr.tsx';
import { makeManifest } from '../service/chain.ts';
import { signProof } from '../service/proof.ts';
import { intervalFacts, overridesOf } from './track.ts';

test('builds the same hash chain as the service', async () => {
  const nonce = Buffer.alloc(32, 7);
  const pictures = [Buffer.from('a'), Buffer.from('b'), Buffer.from('c')];
  const shots = pictures.map((bytes, i) => ({ bytes: new Uint8Array(bytes), t_ms: i * 100, step: 's0' }));
  const attempt = { attempt_id: 'fca_1', nonce: nonce.toString('base64url') };
  const manifest = await makeManifest(attempt, shots);
  const hashes = pictures.map((bytes) => createHash('sha256').update(bytes).digest());
  expect(manifest.frames.map((frame) => frame.sha256)).toEqual(hashes.map((hash) => hash.toString('hex')));
  expect(manifest.chain).toBe(chainOf(nonce, hashes).toString('hex'));
  const swapped = await makeManifest(attempt, [shots[1]!, shots[0]!, shots[2]!]);
  expect(swapped.chain).not.toBe(manifest.chain);
});

test('makes a proof that the service accepts for this call and no other', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const now = Date.now();
  const base = 'http://localhost:4000';
  const path = '/facecheck/session';
  const proof = await signProof(pair, {
    htm: 'POST',
    htu: `${base}${path}`,
    iat: Math.floor(now / 1_000),
    jti: crypto.randomUUID(),
    ath: sha256Base64url('token'),
  });
  const config = { base_url: base, sandbox_base_url: base, face_base_url: `${base}/face` } as never;
  const expected = { method: 'POST', path, bound: { ath: sha256Base64url('token') }, now };
  expect((await checkProof(config, proof, expected)).jkt).toMatch(/^[\w-]{43}$/);
  const elsewhere = checkProof(config, proof, { ...expected, path: '/facecheck/short-code' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'proof_invalid' });
  const unbound = checkProof(config, proof, { ...expected, bound: { ath: sha256Base64url('other') } });
  await expect(unbound).rejects.toMatchObject({ code: 'proof_invalid' });
  await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow();
});

test('calls a picture too small in either orientation', () => {
  expect(isTooSmall({ width: 160, height: 120 })).toBe(true);
  expect(isTooSmall({ width: 240, height: 320 })).toBe(false);
});

const LIVENESS = { mode: 'active', challenges: ['turn', 'tilt', 'smile', 'approach', 'flash'] } as const;
const WISHES = [undefined, 'no_flash', 'no_head_motion', 'audio'] as const;

test('takes one picture for every step, in order, in its hold and its window', () => {
  for (const wish of WISHES) {
    for (let i = 0; i < 100; i++) {
      const { challenge } = newChallenge(LIVENESS, { alternative: wish });
      const steps = planShots(challenge, 10);
      expect(steps.map(({ id }) => id)).toEqual(challenge.steps.map(({ id }) => id));
      let before = 0;
      let began = 0;
      for (const [place, { react_ms, hold_ms, shots_ms, kind }] of steps.entries()) {
        expect(shots_ms).toHaveLength(1);
        expect(shots_ms[0]).toBeLessThanOrEqual(hold_ms);
        // The person gets a second and a half for what they have to read and do.
        expect(react_ms + shots_ms[0]!).toBeGreaterThan(kind === 'front' ? 1_000 : 1_500);
        const shot = began + react_ms + shots_ms[0]!;
        if (place > 0) expect(shot - before).toBeLessThan(challenge.steps[place]!.window_ms - 1_000);
        before = shot;
        began += react_ms + hold_ms;
      }
      expect(began).toBeLessThanOrEqual(wish === 'audio' ? 35_000 : 18_000);
    }
  }
});

test('takes all pictures of a passive attempt in its one step', () => {
  const { challenge } = newChallenge({ ...LIVENESS, mode: 'passive' });
  const [step, ...others] = planShots(challenge, 10);
  expect(others).toEqual([]);
  expect(step!.shots_ms).toHaveLength(10);
  expect(step!.hold_ms).toBeGreaterThanOrEqual(step!.shots_ms.at(-1)!);
});

test('has an instruction in every language for everything that a challenge may ask', async () => {
  const { KINDS } = await import('../../../service/src/face/challenge/path.ts');
  for (const locale of LOCALES) {
    const { capture } = await loadTexts(locale);
    for (const kind of Object.keys(KINDS)) expect(Object.keys(capture.steps)).toContain(kind);
  }
});

test('tells a modified browser from an unmodified one', () => {
  const native = { of: Math, names: ['max', 'min'] };
  expect(overridesOf({ 'math.prototype': native })).toEqual([]);
  const devices = Object.create({ ask: Math.max });
  expect(overridesOf({ devices: { of: devices, names: ['ask', 'none'] } })).toEqual([]);
  devices.ask = Math.min;
  expect(overridesOf({ devices: { of: devices, names: ['ask'] } })).toEqual(['devices.ask own']);
  devices.ask = () => 1;
  expect(overridesOf({ devices: { of: devices, names: ['ask'] } })).toEqual(['devices.ask not_native']);
  expect(intervalFacts([33, 34, 35])).toEqual({ intervals: 3, interval_ms: 34, jitter_ms: 0.8 });
  expect(intervalFacts([33])).toEqual({});
});

test('keeps the oval inside the view however near or far the face should be', () => {
  const side = fc.integer({ min: 120, max: 2_000 });
  fc.assert(
    fc.property(side, side, fc.double({ min: 0.5, max: 2, noNaN: true }), (width, height, scale) => {
      const view = { width, height };
      for (const { cx, cy, rx, ry } of [ovalIn(view), ovalIn(view, scale)]) {
        expect(cx - rx).toBeGreaterThanOrEqual(-0.01);
        expect(cx + rx).toBeLessThanOrEqual(width + 0.01);
        expect(cy - ry).toBeGreaterThanOrEqual(-0.01);
        expect(cy + ry).toBeLessThanOrEqual(height + 0.01);
      }
    }),
  );
  expect(frameSize({ width: 1_920, height: 1_080 }, 1_280)).toEqual({ width: 1_280, height: 720 });
  expect(frameSize({ width: 640, height: 480 }, 1_280)).toEqual({ width: 640, height: 480 });
  expect(coverCrop({ width: 1_280, height: 720 }, { width: 360, height: 720 })).toMatchObject({
    width: 360,
    x: 460,
  });
});

test('reads the address once, and gives a code one form', () => {
  expect(readAddress('/face/wf_1', '#t=a.b.c&o=https%3A%2F%2Fshop.example')).toMatchObject({
    role: 'portal',
    token: 'a.b.c',
    parent_origin: 'https://shop.example',
  });
  expect(readAddress('/face/wf_1', '')).toBeNull();
  for (const unusable of ['*', '/', 'null', 'shop.example', 'javascript:alert(1)', 'https://shop.example/x'])
    expect(readAddress('/face/wf_1', `#t=a.b.c&o=${encodeURIComponent(unusable)}`), unusable).toMatchObject({
      parent_origin: undefined,
    });
  for (const text of [
    'abcd-efgh-jkmn-pqrs',
    'ABCDEFGHJKMNPQRS',
    'oil0oil0oil0oil0',
    'u234567890123456',
    'short',
  ]) {
    expect(normaliseCode(text)).toBe(serviceForm(text));
  }
  expect(returnAddress('https://shop.example/done', ['https://shop.example/done'], 'fcs_1', 'x')).toBe(
    'https://shop.example/done?session_id=fcs_1&state=x',
  );
  expect(returnAddress('https://evil.example/', ['https://shop.example/done'], 'fcs_1', 'x')).toBeNull();
  expect(returnAddress('javascript:alert(1)', [], 'fcs_1', undefined)).toBeNull();
});

test('needs at most 29 modules plus a quiet zone of four for the QR code of a 42-byte address', () => {
  const { size, path } = qrPath('https://check.example/h#ABCDEFGHJKMNPQRS12');
  expect(size).toBeLessThanOrEqual(29 + 8);
  expect(path).not.toMatch(/M[0-3] \d/);
});
