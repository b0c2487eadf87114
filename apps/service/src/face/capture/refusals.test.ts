import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { type Changes, manifestOf, noise, person, speaker } from '../../../testing/face/face.ts';
import { openAttempt } from '../../../testing/face/runner.ts';
import { openTestService, type TestAnswer } from '../../../testing/service.ts';

const { clock, service, org } = clockedService();
const capturing = () => openAttempt(service, org);

describe('a capture that does not fit', () => {
  const png = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  /** A JPEG whose header claims 65,500 × 65,500 pixels. */
  const bomb = async () => {
    const bytes = await noise();
    const sof = bytes.indexOf(Buffer.of(0xff, 0xc0));
    bytes.writeUInt16BE(65_500, sof + 5);
    bytes.writeUInt16BE(65_500, sof + 7);
    return bytes;
  };
  const replaceFrame =
    (index: number, bytes: Buffer, attempt: TestAnswer): Changes =>
    (capture) => {
      capture.frames[index] = bytes;
      capture.manifest = manifestOf(attempt.data, capture.frames);
    };

  const cases: [string, string, (attempt: TestAnswer) => Promise<Changes> | Changes][] = [
    [
      'another nonce',
      'challenge_mismatch',
      () =>
        ({ manifest }) => {
          manifest.chain = createHash('sha256').update('x').digest('hex');
        },
    ],
    [
      'a frame that is not the manifest’s',
      'challenge_mismatch',
      async () => {
        const other = await noise();
        return ({ frames }) => {
          frames[3] = other;
        };
      },
    ],
    [
      'another attempt’s manifest',
      'challenge_mismatch',
      () =>
        ({ manifest }) => {
          manifest.attempt_id = 'fca_01JD0000000000000000000000';
        },
    ],
    [
      'frames in another order',
      'challenge_mismatch',
      () =>
        ({ frames }) =>
          void frames.reverse(),
    ],
    [
      'times that decrease',
      'challenge_mismatch',
      () =>
        ({ manifest }) => {
          manifest.frames[2].t_ms = 0;
        },
    ],
    [
      'times that exceed the age of the attempt',
      'challenge_mismatch',
      () =>
        ({ manifest }) => {
          manifest.frames[7].t_ms = 30_000;
        },
    ],
    [
      'a step that is not in the challenge',
      'challenge_mismatch',
      () =>
        ({ manifest }) => {
          manifest.frames[7].step = 'nod';
        },
    ],
    [
      'a step left out',
      'challenge_mismatch',
      () =>
        ({ manifest }) => {
          for (const frame of manifest.frames) frame.step = 's0';
        },
    ],
    [
      'the same frame twice',
      'challenge_mismatch',
      (attempt) => (capture) => replaceFrame(1, capture.frames[0]!, attempt)(capture),
    ],
    [
      'too few frames',
      'invalid_request',
      () =>
        ({ manifest, frames }) => {
          manifest.frames.length = 7;
          frames.length = 7;
        },
    ],
    [
      'a frame missing',
      'invalid_request',
      () =>
        ({ frames }) =>
          void frames.pop(),
    ],
    [
      'a frame too many',
      'invalid_request',
      async () => {
        const more = await noise();
        return ({ frames, types }) => {
          frames.push(more);
          types.push('image/jpeg');
        };
      },
    ],
    [
      'an unknown field',
      'invalid_request',
      () =>
        ({ manifest }) => {
          manifest.score = 1;
        },
    ],
    ['a PNG', 'image_unusable', async (attempt) => replaceFrame(0, await png(), attempt)],
    ['text', 'image_unusable', (attempt) => replaceFrame(5, Buffer.from('no image'), attempt)],
    ['a pixel bomb', 'image_unusable', async (attempt) => replaceFrame(2, await bomb(), attempt)],
    [
      'a damaged image',
      'image_unusable',
      async (attempt) => replaceFrame(4, (await noise()).subarray(0, 900), attempt),
    ],
    [
      'a wrong media type',
      'image_unusable',
      () =>
        ({ types }) => {
          types[0] = 'image/webp';
        },
    ],
    [
      'a frame over 1.5 MB',
      'body_too_large',
      async (attempt) => replaceFrame(0, Buffer.concat([await noise(), Buffer.alloc(1_500_000)]), attempt),
    ],
  ];

  describe('is refused, counts no attempt, and leaves the attempt open', () => {
    let one: Awaited<ReturnType<typeof capturing>>;
    beforeAll(async () => {
      one = await capturing();
      // The attempt is open for as long as the cases take.
      clock.set(clock.now() + 1_000);
    });
    afterAll(() => clock.set(null));

    it.each(cases)('for %s: %s', async (_name, code, change) => {
      const { desktop, attempt } = one;
      const refused = await desktop.submit(attempt, await change(attempt));
      expect(refused.code).toBe(code);
      if (code !== 'challenge_mismatch' && code !== 'body_too_large')
        expect(refused.data.error.fields[0].path).toMatch(/^manifest|^frame_\d$/);
      expect((await desktop.status()).data).toMatchObject({ attempts_used: 0, status: 'in_progress' });
    });

    it('after which a good capture is still accepted', async () => {
      const { session } = (await one.desktop.submit(one.attempt)).data;
      expect(session).toMatchObject({ status: 'completed', attempts_used: 1 });
    });
  });

  it('says at info, and never to the client, why a capture does not fit', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const logging = await openTestService({ log, replace: clock.replacement });
    const desktop = await person(logging, await logging.organization());
    await desktop.open();
    await desktop.consent();
    const refused = await desktop.submit(await desktop.attempt(), ({ manifest }) => {
      manifest.frames[7].step = 'nod';
    });
    expect(refused.code).toBe('challenge_mismatch');
    expect(refused.text).not.toContain('unknown step');
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
    expect(said).toMatchObject([{ level: 30, code: 'challenge_mismatch', reason: 'unknown step' }]);
    await logging.close();
  });

  it('refuses a capture that is not a multipart upload', async () => {
    const { desktop, attempt } = await capturing();
    const answer = await desktop.post(`/session/attempt/${attempt.data.attempt_id}/submit`, {});
    expect(answer.code).toBe('unsupported_media_type');
  });

  it('refuses frames that were submitted before by any session of the organization', async () => {
    const first = await capturing();
    let seen: Buffer | undefined;
    await first.desktop.submit(first.attempt, ({ frames }) => {
      seen = frames[0];
    });
    const second = await capturing();
    const refused = await second.desktop.submit(second.attempt, replaceFrame(7, seen!, second.attempt));
    expect(refused.code).toBe('challenge_mismatch');
    expect((await second.desktop.status()).data.attempts_used).toBe(0);
    const { rows } = await service.database.pool.query(
      `SELECT 1 FROM audit WHERE action = 'face.frame_seen' AND target = $1`,
      [second.attempt.data.attempt_id],
    );
    expect(rows).toHaveLength(1);
  });

  describe('over a real connection', () => {
    const send = async (attempt: TestAnswer, token: string, frames: Buffer[]) => {
      if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = service.app.server.address() as AddressInfo;
      const form = new FormData();
      const manifest = manifestOf(attempt.data, frames);
      form.append('manifest', new Blob([JSON.stringify(manifest)], { type: 'application/json' }));
      for (const [i, bytes] of frames.entries())
        form.append(`frame_${i}`, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
      const response = await fetch(
        `http://127.0.0.1:${port}/facecheck/session/attempt/${attempt.data.attempt_id}/submit`,
        { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } },
      );
      return [response.status, (await response.json()).data.error?.code];
    };
    const large = Array.from({ length: 7 }, () => randomBytes(1_000_000));

    it('says what is wrong while more is being sent, and frees the connection', async () => {
      const { desktop, attempt } = await capturing();
      const wrong = [Buffer.from('no image'), ...large];
      for (let i = 0; i < 3; i++)
        expect(await send(attempt, desktop.token, wrong)).toEqual([422, 'image_unusable']);
      const over = [Buffer.concat([await noise(), randomBytes(1_500_001)]), ...large];
      expect(await send(attempt, desktop.token, over)).toEqual([413, 'body_too_large']);
      const shut = await person(service, org);
      await shut.open();
      expect(await send(attempt, shut.token, wrong)).toEqual([404, 'not_found']);
    });

    it('takes ten frames, and a manifest that a browser sends as a file', async () => {
      const { desktop, attempt } = await capturing();
      const frames = await Promise.all(Array.from({ length: 10 }, () => noise(640, 480)));
      expect(await send(attempt, desktop.token, frames)).toEqual([200, undefined]);
    });
  });

  it('finds no attempt of another session or another token', async () => {
    const [a, b] = [await capturing(), await capturing()];
    expect((await speaker(service, b.desktop.token).submit(a.attempt)).code).toBe('not_found');
  });
});
