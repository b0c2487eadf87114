import { createHash, randomBytes } from 'node:crypto';
import type { ErrorBody } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { Workflow } from '../accounts/workflows.ts';
import type { Deps } from '../deps.ts';
import { chainOf, frameHash } from '../face/capture/manifest.ts';
import { FACE_ROUTES } from '../face/routes.ts';
import { buildServer } from '../http/server.ts';
import { mint } from '../tokens/mint.ts';
import { type Chance, weighted } from './chance.ts';

/** What comes of a session, by the fixed outcomes of the sandbox; some are left on the way. */
const OUTCOMES = [
  { name: 'test_face_approved', until: 'end', weight: 78 },
  { name: 'test_face_retry_then_approved', until: 'end', weight: 6 },
  { name: 'test_face_declined_liveness', until: 'end', weight: 3 },
  { name: 'test_face_declined_match', until: 'end', weight: 2 },
  { name: 'test_face_review', until: 'end', weight: 4 },
  { name: 'test_face_expired', until: 'opened', weight: 2 },
  { name: 'left', until: 'opened', weight: 3 },
  { name: 'left', until: 'consent', weight: 2 },
] as const;

export interface Faces {
  /** Runs one session at the moment of the clock. */
  run(index: number, chance: Chance): Promise<void>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls
type Data = any;

/** The calls of a browser during a session, in this process. */
export const faceServer = (deps: Deps): Promise<FastifyInstance> =>
  buildServer(
    deps,
    FACE_ROUTES.filter(({ endpoint }) => endpoint.path.startsWith('/facecheck/session')),
  );

/** Sessions go through the service's own HTTP side, as a browser would drive them. */
export async function openFaces(
  deps: Deps,
  org: string,
  workflow: Workflow,
  real_ms: number,
): Promise<Faces> {
  const app = await faceServer(deps);
  return {
    async run(index, chance) {
      const { name, until } = weighted(chance, OUTCOMES);
      const customer_id = name === 'left' ? `cus_${100_000 + index}` : `${name}_${index}`;
      await runSession(app, deps, tokenOf(deps, { org, workflow, customer_id, real_ms }), until);
    },
    close: () => app.close(),
  };
}

/** A portal token that the ledger of now accepts. */
function tokenOf(
  deps: Deps,
  {
    org,
    workflow,
    customer_id,
    real_ms,
  }: { org: string; workflow: Workflow; customer_id: string; real_ms: number },
): string {
  const now = deps.clock.now();
  deps.tally.asked('face', { org, env: 'sandbox' }, now);
  const life_s = Math.ceil((real_ms - now) / 1_000) + 900;
  const context = { env: 'sandbox' as const, org, iss: deps.config.sandbox_base_url, now, life_s };
  return mint(deps.keys, 'portal', context, {
    sub: customer_id,
    customer_id,
    workflow_id: workflow.id,
    workflow_version: workflow.version,
    origins: [],
    epoch: deps.epoch.current(),
  }).token;
}

export type Until = (typeof OUTCOMES)[number]['until'];

/** Drives one session, with pictures that no fixed outcome looks at. Its id, or the refusal of the first call. */
export async function runSession(
  app: FastifyInstance,
  deps: Deps,
  token: string,
  until: Until,
): Promise<{ session_id: string } | { error: ErrorBody }> {
  const post = (path: string, payload: object) => call(app, deps, token, path, payload);
  const opened = await post('', {});
  if (opened.error) return { error: opened.error };
  if (until !== 'opened') await goOn(app, deps, token, until);
  return { session_id: opened.session.session_id };
}

async function goOn(app: FastifyInstance, deps: Deps, token: string, until: Until): Promise<void> {
  const post = (path: string, payload: object) => call(app, deps, token, path, payload);
  const asked = await post('/consent', { version: '-', accepted: true });
  const fields: { path: string; message: string }[] = asked.error?.fields ?? [];
  const version = fields.find(({ path }) => path === 'consent.version')?.message;
  if (version !== undefined) await post('/consent', { version, accepted: true });
  if (until === 'consent') return;
  for (let tries = 0; tries < 2; tries++) {
    const attempt = await post('/attempt', {});
    if (attempt.error) return;
    const judged = await submit(app, deps, token, attempt);
    if (judged.session?.status !== 'in_progress') return;
  }
}

async function call(
  app: FastifyInstance,
  deps: Deps,
  token: string,
  path: string,
  payload: object,
): Promise<Data> {
  const response = await app.inject({
    method: 'POST',
    url: `/facecheck/session${path}`,
    remoteAddress: '127.0.0.1',
    headers: {
      host: new URL(deps.config.sandbox_base_url).host,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    payload: JSON.stringify(payload),
  });
  return response.json().data ?? {};
}

/** Pictures of noise: the fixed outcomes of the sandbox look at none, and no two may be equal. */
const noise = (): Promise<Buffer> =>
  sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg()
    .toBuffer();

async function submit(app: FastifyInstance, deps: Deps, token: string, attempt: Data): Promise<Data> {
  const frames = await Promise.all(Array.from({ length: 8 }, noise));
  const hashes = frames.map(frameHash);
  const { steps } = attempt.challenge;
  const manifest = {
    attempt_id: attempt.attempt_id,
    frames: hashes.map((hash, i) => ({
      sha256: hash.toString('hex'),
      t_ms: 10 * i,
      step: steps[Math.min(steps.length - 1, Math.floor((i * steps.length) / frames.length))].id,
    })),
    chain: chainOf(Buffer.from(attempt.nonce, 'base64url'), hashes).toString('hex'),
  };
  const boundary = `seed-${createHash('sha256').update(manifest.chain).digest('hex').slice(0, 24)}`;
  const part = (head: string, body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const response = await app.inject({
    method: 'POST',
    url: `/facecheck/session/attempt/${attempt.attempt_id}/submit`,
    remoteAddress: '127.0.0.1',
    headers: {
      host: new URL(deps.config.sandbox_base_url).host,
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      part('name="manifest"', JSON.stringify(manifest)),
      ...frames.map((bytes, i) =>
        part(`name="frame_${i}"; filename="frame_${i}"\r\nContent-Type: image/jpeg`, bytes),
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  });
  return response.json().data ?? {};
}
