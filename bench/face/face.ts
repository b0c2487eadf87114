import { createHash } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import { clipFor } from '../../apps/service/testing/face/clip.ts';
import { SAME_PERSON, still } from '../../apps/service/testing/face/stills.ts';
import { newOrganization } from '../../proof/organization.ts';
import { openHarness } from '../../proof/processes.ts';
import type { Bench, Row } from '../bench.ts';
import { median } from '../rounds.ts';

/** Without a clip and with one. */
const BAR_MS = { still: 900, lit: 1_800 };
const FRAMES = 10;
/** Milliseconds from the attempt to its last frame, as long as a person takes. */
const PACE_MS = 1_450;
const A_ROUND = 10;
/** The clip goes on for about so long after the last frame. */
const LIGHT_MS = 3_500;
const KINDS = ['still', 'lit'] as const;
type Kind = (typeof KINDS)[number];

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * A JPEG with a comment added. The picture stays the same and the file differs, because a camera never
 * produces the same file twice.
 */
const distinct = (jpeg: Buffer, text: string): Buffer => {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
};

export interface Attempt {
  token: string;
  id: string;
  manifest: string;
  frames: Buffer[];
  clip?: Buffer;
}

/** The answer of any call that leads to an attempt. */
interface Told {
  token: string;
  attempt_id: string;
  nonce: string;
  consent: { version: string };
  challenge: { steps: { id: string }[]; parameters: Record<string, unknown> };
}
type Post = (path: string, token: string, body?: unknown) => Promise<Told>;

export const poster =
  (base: string): Post =>
  async (path, token, body = {}) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, message } = (await response.json()) as { data: Told; message: string };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${message}`);
    return data;
  };

/** As large as the page sends them. */
const CLIP = { width: 160, height: 160, fit: 'inside' } as const;

/** Photographs of one person at 1280 pixels. */
export const photographs = (): Promise<Buffer[]> => {
  const size = { width: 1280, height: 1280, fit: 'inside' } as const;
  return Promise.all(
    SAME_PERSON.map((name) => sharp(still(name)).resize(size).jpeg({ quality: 88 }).toBuffer()),
  );
};

/** With light there are fewer steps than frames. */
const stepOf = (steps: readonly { id: string }[], frame: number): string =>
  steps[Math.floor((frame * steps.length) / FRAMES)]!.id;

const chainOf = (nonce: string, pictures: readonly Uint8Array[]): string =>
  pictures
    .reduce<Buffer>((link, picture) => sha256(link, sha256(picture)), sha256(Buffer.from(nonce, 'base64url')))
    .toString('hex');

/** Opens a new customer's session with an attempt, and makes a capture that fits it. `lit`: with the light's clip. */
export async function attemptOf(
  post: Post,
  api_key: string,
  workflow_id: string,
  pictures: readonly Buffer[],
  n: number | string,
  { pace_ms = PACE_MS, lit = false } = {},
): Promise<Attempt> {
  const customer = { customer_id: `bench-${n}` };
  const { token } = await post('/facecheck/session/portal', api_key, { workflow_id, customer });
  const { consent } = await post('/facecheck/session', token);
  await post('/facecheck/session/consent', token, { version: consent.version, accepted: true });
  const { attempt_id, nonce, challenge } = await post(
    '/facecheck/session/attempt',
    token,
    lit ? { light: 'ready' } : {},
  );
  const frames = Array.from({ length: FRAMES }, (_, i) =>
    distinct(pictures[i % pictures.length]!, `${attempt_id} ${i}`),
  );
  const listed = frames.map((frame, i) => ({
    sha256: sha256(frame).toString('hex'),
    t_ms: Math.min(500, pace_ms) + i * pace_ms,
    step: stepOf(challenge.steps, i),
  }));
  const small = lit
    ? await Promise.all(pictures.map((picture) => sharp(picture).resize(CLIP).jpeg().toBuffer()))
    : [];
  const clip = lit
    ? await clipFor({ challenge }, listed.at(-1)!.t_ms, async (nth) =>
        distinct(small[nth % small.length]!, `${attempt_id} ${nth}`),
      )
    : null;
  const chain = chainOf(nonce, [...frames, ...(clip?.pictures ?? [])]);
  const manifest = JSON.stringify({ attempt_id, frames: listed, ...(clip && { clip: clip.clip }), chain });
  return { token, id: attempt_id, manifest, frames, ...(clip && { clip: clip.bytes }) };
}

export function upload(base: string, { token, id, manifest, frames, clip }: Attempt): Promise<Response> {
  const form = new FormData();
  form.append('manifest', new Blob([manifest], { type: 'application/json' }));
  for (const [i, bytes] of frames.entries())
    form.append(`frame_${i}`, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  if (clip) form.append('clip', new Blob([new Uint8Array(clip)]));
  return fetch(`${base}/facecheck/session/attempt/${id}/submit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
}

/**
 * Milliseconds from the first byte of the upload to the answer that carries the decision. A service that is
 * full is asked again after its Retry-After, as the page does. The wait counts.
 */
export async function submitted(base: string, attempt: Attempt): Promise<number> {
  const { token } = attempt;
  const began = performance.now();
  let response = await upload(base, attempt);
  while (response.status === 503) {
    await response.arrayBuffer();
    await after(Number(response.headers.get('retry-after')) * 1_000);
    response = await upload(base, attempt);
  }
  const { data } = (await response.json()) as { data: { session?: State } };
  if (!response.ok || !data.session) throw new Error(`refused: ${JSON.stringify(data)}`);
  let state = data.session;
  // On a busy machine submit answers after five seconds without a decision. The status call then gives the
  // rest.
  while (state.status === 'processing') {
    const later = await fetch(`${base}/facecheck/session/status?wait=20&since=${state.version}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    state = ((await later.json()) as { data: State }).data;
  }
  // A capture that was not analysed goes to manual review at once. That would not be a measurement.
  if (state.status !== 'in_progress') throw new Error(`not analysed: ${JSON.stringify(state)}`);
  return performance.now() - began;
}

interface State {
  status: string;
  version: number;
}

/**
 * Submit to decision over HTTP: an installed service with two face workers, the default, not pinned to a core. The
 * pictures are photographs of one person at 1280 pixels. They do not answer the challenge, so the attempt
 * is refused after a full analysis. In turns with a clip of the light and without one.
 */
export async function benchFace({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('ten frames, from submit to decision, with a clip and without');
  const pictures = await photographs();
  const harness = await openHarness({ count: 1 });
  try {
    const database = harness.database();
    const { api_key, workflow_id } = await newOrganization(database);
    await database.close();
    const base = harness.services[0]!.url;
    const opened = (n: string, lit: boolean) =>
      attemptOf(poster(base), api_key, workflow_id, pictures, n, { lit });
    const times: Record<Kind, number[]> = { still: [], lit: [] };
    let cold = 0;
    for (let round = 0; round < rounds; round++)
      for (const kind of KINDS) {
        // Only a few attempts are open at a time: each must be open for as long as its frames say, but no
        // longer than an attempt lives.
        const attempts: Attempt[] = [];
        for (let n = 0; n < A_ROUND; n++)
          attempts.push(await opened(`${round}-${n}-${kind}`, kind === 'lit'));
        await after(FRAMES * PACE_MS + (kind === 'lit' ? LIGHT_MS : 0));
        if (round === 0) {
          const first = await submitted(base, attempts.shift()!);
          cold ||= first;
          await submitted(base, attempts.shift()!);
        }
        for (const attempt of attempts) times[kind].push(await submitted(base, attempt));
      }
    say(`${times.lit.length} captures of each kind; the first of all took ${cold.toFixed(0)} ms`);
    for (const kind of KINDS) rows(...rowsOf(kind, times[kind]));
  } finally {
    await harness.close();
  }
}

function rowsOf(kind: Kind, times: number[]): Row[] {
  times.sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1]!;
  const what = `submit of ten frames ${kind === 'lit' ? 'and a clip ' : ''}to decision, ms`;
  const bar_ms = BAR_MS[kind];
  return [
    {
      what: `${what}, median (fastest–slowest)`,
      figure: `${median(times).toFixed(0)} (${times[0]!.toFixed(0)}–${times.at(-1)!.toFixed(0)})`,
    },
    { what: `${what}, p95`, figure: p95.toFixed(0), bar: `≤ ${bar_ms}`, met: p95 <= bar_ms },
  ];
}
