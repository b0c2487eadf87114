import { beforeAll, describe, expect, it } from 'vitest';
import { withClip } from '../../../testing/face/clip.ts';
import { clockedService } from '../../../testing/face/clocked.ts';
import { type Capture, type Changes, noise, noises, person } from '../../../testing/face/face.ts';
import { mutant } from '../../../testing/mutant.ts';
import { exportFaceEvidence } from '../evidence/store.ts';
import { verifyFaceEvidence } from '../evidence/verify.ts';
import { chainOf, frameHash, manifestProblem } from './manifest.ts';

const { clock, service, org } = clockedService();

async function opened(light?: 'ready' | 'too_bright', customer_id?: string) {
  const desktop = await person(service, org, customer_id ? { customer: { customer_id } } : {});
  const { session_id } = (await desktop.open()).data.session as { session_id: string };
  await desktop.consent();
  const attempt = await desktop.attempt(light ? { light } : {});
  clock.pass(20);
  return { desktop, session_id, attempt };
}

/** `rehash` makes the manifest right for a picture that was changed. */
type Change = (capture: Capture, rehash: (picture: number) => void) => void | Promise<void>;

/** A right clip, changed after it was made. */
const clipWith =
  (attempt: Parameters<typeof withClip>[0], change: Change): Changes =>
  async (capture) => {
    await withClip(attempt)(capture);
    const { manifest } = capture;
    await change(capture, (i) => {
      const { pictures } = manifest.clip;
      pictures[i].sha256 = frameHash(
        capture.clip!.subarray(pictures[i].offset, pictures[i + 1].offset),
      ).toString('hex');
      const hashes = [...manifest.frames, ...pictures].map(({ sha256 }) => Buffer.from(sha256, 'hex'));
      manifest.chain = chainOf(Buffer.from(attempt.data.nonce, 'base64url'), hashes).toString('hex');
    });
  };

describe('an attempt with light', () => {
  it('is left for one without when its device says that it cannot show the light, and not the other way', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    await desktop.consent();
    const ask = (light: string) => desktop.attempt({ client_attempt_id: 'one', light });
    const lit = await ask('ready');
    expect((await ask('ready')).data).toEqual(lit.data);
    const unlit = await ask('unable');
    expect(unlit.data.attempt_id).not.toBe(lit.data.attempt_id);
    expect(unlit.data.challenge.parameters).toMatchObject({ light_skipped: 'unable' });
    expect((await ask('too_bright')).data).toEqual(unlit.data);
    expect((await ask('ready')).data).toEqual(unlit.data);
    expect((await desktop.attempt({ client_attempt_id: 'two', light: 'unable' })).code).toBe('attempt_open');
    clock.pass(20);
    expect((await desktop.submit(lit, withClip(lit))).code).toBe('attempt_expired');
    expect((await desktop.submit(unlit)).status).toBe(200);
  });
});

describe('a capture with light', () => {
  it('is taken with its clip, which is in the chain and in the signed record', async () => {
    const { desktop, session_id, attempt } = await opened('ready');
    expect(attempt.data.challenge.type).toBe('active_light');
    expect(attempt.data.upload).toMatchObject({ frames: 9, clip: { max_bytes: 2_000_000 } });
    let pictures = 0;
    const answer = await desktop.submit(
      attempt,
      clipWith(attempt, ({ manifest }) => {
        pictures = manifest.clip.pictures.length;
      }),
    );
    expect(answer.status).toBe(200);
    const [file] = await exportFaceEvidence(service.deps, { org: org.org, env: 'production', session_id });
    expect(JSON.parse(file!.record).capture.clip).toHaveLength(pictures);
    expect(await verifyFaceEvidence(JSON.stringify(file))).toMatchObject({
      ok: true,
      capture: { outcome: 'same' },
    });
  });

  it('keeps the clip sealed beside the frames, and shows it as none of them', async () => {
    const { desktop, session_id, attempt } = await opened('ready');
    await desktop.submit(attempt, withClip(attempt));
    const seen = await service.call({
      path: `/facecheck/session/${session_id}`,
      token: org.results.production,
    });
    expect(seen.data.attempts[0].frames).toHaveLength(8);
    const place = {
      org: org.org,
      env: 'production' as const,
      session_id,
      attempt_id: attempt.data.attempt_id,
    };
    expect(await service.deps.face.frames.read(place, 8)).not.toBeNull();
    // A redaction deletes it with the frames.
    await service.call({
      method: 'POST',
      path: `/facecheck/session/${session_id}/redact`,
      token: org.results.production,
      body: {},
    });
    expect(await service.deps.face.frames.read(place, 8)).toBeNull();
  });

  it('does not count the clip among the frames of an erased person', async () => {
    const { desktop, attempt } = await opened('ready', 'erased-with-clip');
    await desktop.submit(attempt, withClip(attempt));
    const erase = {
      method: 'DELETE',
      path: '/customers/erased-with-clip',
      token: org.results.production,
    } as const;
    expect((await service.call(erase)).data.counts).toMatchObject({ sessions: 1, frames: 8 });
  });

  /** The attempt begins after the tests above, because they move the clock and it would expire. */
  describe('of one attempt', () => {
    let lit: Awaited<ReturnType<typeof opened>>;
    beforeAll(async () => {
      lit = await opened('ready');
    });

    it.each<[string, string, Change]>([
      [
        'no clip',
        'invalid_request',
        (c) => {
          delete c.clip;
          delete c.manifest.clip;
        },
      ],
      [
        'a clip that is only in the manifest',
        'invalid_request',
        (c) => {
          delete c.clip;
        },
      ],
      [
        'a clip that is not in the manifest',
        'invalid_request',
        (c) => {
          delete c.manifest.clip;
        },
      ],
      [
        'an offset outside the part',
        'invalid_request',
        (c) => {
          c.manifest.clip.pictures.at(-1).offset = 9_999_999;
        },
      ],
      [
        'a first offset that is not 0',
        'invalid_request',
        (c) => {
          c.manifest.clip.pictures[0].offset = 1;
        },
      ],
      [
        'a picture that is none',
        'image_unusable',
        (c) => {
          c.clip!.fill(0, 0, 20);
        },
      ],
      [
        'a picture that is cut off',
        'image_unusable',
        (c, rehash) => {
          const { pictures } = c.manifest.clip;
          const [from, to] = [pictures[4].offset, pictures[5].offset];
          c.clip!.fill(0, Math.round((from + to) / 2), to);
          rehash(4);
        },
      ],
      [
        'two equal pictures',
        'challenge_mismatch',
        (c, rehash) => {
          const { pictures } = c.manifest.clip;
          const copy = c.clip!.subarray(pictures[4].offset, pictures[5].offset);
          const more = copy.length - (pictures[8].offset - pictures[7].offset);
          const [before, after] = [
            c.clip!.subarray(0, pictures[7].offset),
            c.clip!.subarray(pictures[8].offset),
          ];
          c.clip = Buffer.concat([before, copy, after]);
          for (const picture of pictures.slice(8)) picture.offset += more;
          rehash(7);
        },
      ],
      [
        'another picture than the manifest names',
        'challenge_mismatch',
        (c) => {
          c.manifest.clip.pictures[3].sha256 = 'a'.repeat(64);
        },
      ],
      [
        'a colour that was shown too briefly',
        'challenge_mismatch',
        (c) => {
          c.manifest.clip.light[3] -= 200;
        },
      ],
      [
        'colours that are not the drawn number',
        'challenge_mismatch',
        (c) => {
          c.manifest.clip.light.pop();
        },
      ],
      [
        'times that do not rise',
        'challenge_mismatch',
        (c) => {
          c.manifest.clip.pictures[5].t_ms = 0;
        },
      ],
      [
        'a clip that ends before the light',
        'challenge_mismatch',
        (c) => {
          for (const picture of c.manifest.clip.pictures) picture.t_ms /= 3;
        },
      ],
    ])('is refused and not counted with %s', async (_, code, change) => {
      const { desktop, attempt } = lit;
      const before = (await desktop.status()).data;
      const refused = await desktop.submit(attempt, clipWith(attempt, change));
      expect([refused.code, refused.status >= 400]).toEqual([code, true]);
      expect((await desktop.status()).data).toEqual(before);
    });

    it('is refused with pictures larger than a clip may have', async () => {
      const { desktop, attempt } = lit;
      const refused = await desktop.submit(
        attempt,
        clipWith(attempt, async (capture) => {
          const large = await noise(161, 100);
          const { pictures } = capture.manifest.clip;
          const rest = capture.clip!.subarray(pictures[1].offset);
          const more = large.length - pictures[1].offset;
          capture.clip = Buffer.concat([large, rest]);
          for (const picture of pictures.slice(1)) picture.offset += more;
        }),
      );
      expect(refused.data.error).toMatchObject({
        code: 'image_unusable',
        fields: [{ path: 'clip.pictures.0', message: 'is larger than 160 pixels' }],
      });
    });

    it('is taken after all of these refusals', async () => {
      expect((await lit.desktop.submit(lit.attempt, withClip(lit.attempt))).status).toBe(200);
    });
  });
});

it('asks a client that knows no light for ten frames, and for no clip', async () => {
  const { desktop, attempt } = await opened();
  expect(attempt.data.challenge.parameters.light_skipped).toBe('client_without_light');
  expect(attempt.data.upload).toEqual({ frames: 10, max_bytes: expect.any(Number) });
  expect((await desktop.submit(attempt)).status).toBe(200);
});

it('refuses a clip that was not asked for', async () => {
  const { desktop, attempt } = await opened();
  const lit = structuredClone(attempt);
  lit.data.challenge.parameters.light = [{ colour: '#ffb070', ms: 350 }];
  const refused = await desktop.submit(attempt, withClip(lit));
  expect(refused.data.error).toMatchObject({ code: 'invalid_request', fields: [{ path: 'clip' }] });
  expect((await desktop.submit(attempt)).status).toBe(200);
});

it('says why there is no light', async () => {
  const { attempt } = await opened('too_bright');
  expect(attempt.data.challenge).toMatchObject({
    type: 'active',
    parameters: { light_skipped: 'too_bright' },
  });
});

// Mutation control: without the check of the hashes, pictures of another recording pass.
it('would take other pictures without the check of their hashes', async () => {
  const { attempt } = await opened('ready');
  const capture: Capture = { manifest: {}, frames: [], types: [] };
  capture.frames = await noises(8);
  const steps = attempt.data.challenge.steps as { id: string }[];
  const hashes = capture.frames.map(frameHash);
  capture.manifest = {
    attempt_id: attempt.data.attempt_id,
    frames: hashes.map((hash, i) => ({ sha256: hash.toString('hex'), t_ms: 900 * i, step: steps[i]!.id })),
  };
  await withClip(attempt)(capture);
  const others = capture.manifest.clip.pictures.map((_: unknown, i: number) => frameHash(Buffer.of(i)));
  const nonce = Buffer.from(attempt.data.nonce, 'base64url');
  const chain = chainOf(nonce, [...hashes, ...others]).toString('hex');
  const facts = {
    manifest: { ...capture.manifest, chain },
    attempt_id: attempt.data.attempt_id,
    nonce,
    challenge: attempt.data.challenge,
    hashes,
    clip: others,
    elapsed_ms: 20_000,
  };
  expect(manifestProblem(facts)).toBe('hash of picture 0 of the clip');
  const without = await mutant<{ manifestProblem: typeof manifestProblem }>('face/capture/manifest.ts', [
    'if (other >= 0) return',
    'if (false) return',
  ]);
  expect(without.manifestProblem(facts)).toBeNull();
});
