import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newChallenge } from '../../service/src/face/challenge.ts';
import { chainOf } from '../../service/src/face/manifest.ts';
import { normaliseCode as serviceForm } from '../../service/src/handoff/code-alphabet.ts';
import { checkProof, sha256Base64url } from '../../service/src/handoff/proof.ts';
import { normaliseCode, readAddress, returnAddress } from './address.ts';
import { type CameraFacts, causeOf } from './camera.ts';
import { makeManifest } from './chain.ts';
import { coverCrop, frameSize, isTooSmall, ovalAt, ovalIn } from './framing.ts';
import { signProof } from './proof.ts';
import { qrPath } from './qr.tsx';
import { durationOf, planShots } from './shot-plan.ts';
import { accentFor, contrast, DEFAULT_ACCENT, SURFACES } from './theme.ts';

test('the hash chain is the one that the service computes', async () => {
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

test('the service accepts the proof for this call and no other', async () => {
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
  expect(checkProof(config, proof, expected).jkt).toMatch(/^[\w-]{43}$/);
  expect(() => checkProof(config, proof, { ...expected, path: '/facecheck/short-code' })).toThrow();
  expect(() =>
    checkProof(config, proof, { ...expected, bound: { ath: sha256Base64url('other') } }),
  ).toThrow();
  await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow();
});

test('ten causes of a dark camera give ten codes', () => {
  const facts: CameraFacts = {
    secure: true,
    api: true,
    webview: false,
    policy: true,
    permission: 'prompt',
    cameras: 1,
  };
  const cause = (change: Partial<CameraFacts>) => causeOf({ ...facts, ...change });
  const codes = [
    cause({ error: 'NotAllowedError', permission: 'denied' }),
    cause({ error: 'NotAllowedError' }),
    cause({ policy: false }),
    cause({ secure: false }),
    cause({ error: 'NotFoundError' }),
    cause({ error: 'NotReadableError' }),
    cause({ error: 'OverconstrainedError' }),
    cause({ api: false, webview: true }),
    cause({ api: false }),
  ];
  expect(new Set(codes).size).toBe(codes.length);
  expect(isTooSmall({ width: 160, height: 120 })).toBe(true);
  expect(isTooSmall({ width: 240, height: 320 })).toBe(false);
});

test('every challenge that the service draws gets ten pictures, in order, at least five of them looking ahead', () => {
  const settings = {
    mode: 'adaptive' as const,
    challenges: ['turn', 'look', 'tilt', 'smile', 'approach', 'flash'] as const,
    alternatives: [] as const,
  };
  for (const alternative of [undefined, 'no_flash', 'no_head_motion'] as const) {
    for (let i = 0; i < 100; i++) {
      const { challenge } = newChallenge(settings as never, alternative);
      const steps = planShots(challenge, 10);
      expect(steps.map(({ id }) => id)).toEqual(challenge.steps.map(({ id }) => id));
      const counts = steps.map(({ shots_ms }) => shots_ms.length);
      expect(counts.reduce((sum, count) => sum + count)).toBe(10);
      expect(counts[0]).toBeGreaterThanOrEqual(5);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
      expect(durationOf(steps)).toBeLessThan(45_000);
      for (const { shots_ms, hold_ms } of steps) expect(Math.max(...shots_ms)).toBeLessThanOrEqual(hold_ms);
    }
  }
});

test('the oval stays inside the view wherever the service wants the face', () => {
  const side = fc.integer({ min: 120, max: 2_000 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 1, max: 2, noNaN: true }),
      (width, height, at, scale) => {
        const view = { width, height };
        for (const { cx, cy, rx, ry } of [ovalIn(view), ovalAt(view, { x: at, y: 1 - at }, scale)]) {
          expect(cx - rx).toBeGreaterThanOrEqual(-0.01);
          expect(cx + rx).toBeLessThanOrEqual(width + 0.01);
          expect(cy - ry).toBeGreaterThanOrEqual(-0.01);
          expect(cy + ry).toBeLessThanOrEqual(height + 0.01);
        }
      },
    ),
  );
  expect(frameSize({ width: 1_920, height: 1_080 }, 1_280)).toEqual({ width: 1_280, height: 720 });
  expect(frameSize({ width: 640, height: 480 }, 1_280)).toEqual({ width: 640, height: 480 });
  expect(coverCrop({ width: 1_280, height: 720 }, { width: 360, height: 720 })).toMatchObject({
    width: 360,
    x: 460,
  });
});

test('the address is read once, and a code has one form', () => {
  expect(readAddress('/face/wf_1', '#t=a.b.c&o=https%3A%2F%2Fshop.example')).toMatchObject({
    role: 'portal',
    token: 'a.b.c',
    parent_origin: 'https://shop.example',
  });
  expect(readAddress('/face/wf_1', '')).toBeNull();
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

test('a QR code of an address of 42 bytes has at most 29 modules and four of quiet zone', () => {
  const { size, path } = qrPath('https://check.example/h#ABCDEFGHJKMNPQRS12');
  expect(size).toBeLessThanOrEqual(29 + 8);
  expect(path).not.toMatch(/M[0-3] \d/);
});

test('any accent becomes readable on both surfaces, and a readable one stays', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const wish = `#${value.toString(16).padStart(6, '0')}`;
      for (const mode of ['light', 'dark'] as const) {
        const { accent, on_accent } = accentFor(wish, mode);
        expect(contrast(accent, SURFACES[mode])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent, on_accent)).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
  expect(accentFor(DEFAULT_ACCENT, 'light').accent).toBe(DEFAULT_ACCENT);
});
