import type { AttemptAnswer } from '@standpoint/contract';
import { createKey } from '../../apps/service/src/accounts/api-keys.ts';
import { changeSettings, createOrganization } from '../../apps/service/src/accounts/organizations.ts';
import { draft, publish } from '../../apps/service/src/accounts/versions.ts';
import type { Draw } from '../../apps/service/src/chance.ts';
import type { Deps } from '../../apps/service/src/deps.ts';
import type { MovableClock } from '../../apps/service/testing/face/face.ts';
import { UNLIMITED } from '../../apps/service/testing/service.ts';
import { call, must, type RefusalLog } from './calls.ts';
import type { Asked, Capture } from './capture.ts';
import type { Outcome } from './outcome.ts';
import { type Way, workflowFor } from './ways.ts';

export interface Tenant {
  /** Opens a session of a new customer with its only attempt. `draws` replace the random draws. */
  open(way: Way, draws: readonly number[]): Promise<OpenAttempt>;
}

export interface OpenAttempt extends Asked {
  /** Advances the service's clock. */
  wait(ms: number): void;
  /** Sends a capture and returns the backend's view of it. */
  submit(capture: Capture): Promise<Outcome>;
}

/** Longer than any analysis, so that every submit is answered with its decision. */
const ANSWER_WITHIN_MS = 55_000;

export interface World {
  deps: Deps;
  origin: string;
  clock: MovableClock;
  refusals: RefusalLog;
  /** The job that replays draws at present, or the last one that did. */
  last_draw: Promise<unknown>;
}

export async function newTenant(world: World): Promise<Tenant> {
  const { db } = world.deps.database;
  const { org } = await createOrganization(db, 'Lab');
  await changeSettings(db, org, { limits: UNLIMITED });
  const key = async (kind: 'api' | 'results') =>
    (await createKey(db, { org, env: 'production', kind, name: 'lab', scopes: ['results:read'] })).key;
  const keys = { api: await key('api'), results: await key('results') };
  const workflows = new Map<string, Promise<string>>();
  const workflow = async (way: Way): Promise<string> => {
    const { id } = (await draft(db, 'workflow', org, workflowFor(way)))!;
    await publish(db, 'workflow', org, id);
    return id;
  };
  let customers = 0;
  return {
    async open(way, draws) {
      const published = workflows.get(way.name) ?? workflow(way);
      workflows.set(way.name, published);
      const customer_id = `customer-${++customers}`;
      return openAttempt(world, keys, { workflow_id: await published, customer_id, way, draws });
    },
  };
}

async function openAttempt(
  world: World,
  keys: { api: string; results: string },
  who: { workflow_id: string; customer_id: string; way: Way; draws: readonly number[] },
): Promise<OpenAttempt> {
  const { origin, clock, deps } = world;
  const minted = await must(origin, '/facecheck/session/portal', {
    token: keys.api,
    body: { workflow_id: who.workflow_id, customer: { customer_id: who.customer_id } },
  });
  const token: string = minted.token;
  const { session } = await must(origin, '/facecheck/session', { token, body: {} });
  const { alternative, light } = who.way;
  const attempt: AttemptAnswer = await oneByOne(world, () => {
    deps.draw = replayed(who.draws);
    deps.face.answer_within_ms = ANSWER_WITHIN_MS;
    return must(origin, '/facecheck/session/attempt', {
      token,
      body: { ...(alternative && { alternative }), ...(light && { light }) },
    });
  });
  return {
    attempt_id: attempt.attempt_id,
    nonce: Buffer.from(attempt.nonce, 'base64url'),
    challenge: attempt.challenge,
    wait: (ms) => clock.pass(ms / 1_000),
    submit: (capture) => submit(world, { token, results: keys.results, attempt, session }, capture),
  };
}

/** A service draws from one place: a job that replays draws waits until the job before it is done. */
function oneByOne<T>(world: World, job: () => Promise<T>): Promise<T> {
  const turn = world.last_draw.then(job, job);
  world.last_draw = turn.catch(() => {});
  return turn;
}

function replayed(draws: readonly number[]): Draw {
  const left = [...draws];
  return (n) => {
    const next = left.shift();
    if (next === undefined || next >= n) throw new Error('the recorded chance does not fit this challenge');
    return next;
  };
}

async function submit(
  { origin, refusals }: World,
  to: { token: string; results: string; attempt: AttemptAnswer; session: { session_id: string } },
  { manifest, frames, clip }: Capture,
): Promise<Outcome> {
  const form = new FormData();
  form.append('manifest', JSON.stringify(manifest));
  for (const [i, frame] of frames.entries())
    form.append(`frame_${i}`, new Blob([Uint8Array.from(frame)], { type: 'image/jpeg' }), `frame_${i}`);
  if (clip)
    form.append('clip', new Blob([Uint8Array.from(clip)], { type: 'application/octet-stream' }), 'clip');
  const path = `/facecheck/session/attempt/${to.attempt.attempt_id}/submit`;
  const began = performance.now();
  const answer = await call(origin, path, { token: to.token, form });
  const ms = performance.now() - began;
  if (!answer.ok) return { end: 'refused', by: [answer.data.error.code, refusals.last], checks: {}, ms };
  const seen = await must(origin, `/facecheck/session/${to.session.session_id}`, { token: to.results });
  const { decision, reasons, checks, status } = seen;
  if (status !== 'completed') return { end: 'unanswered', by: [status], checks: {}, ms };
  const quality = reasons.length > 0 && reasons.every((reason: string) => reason.startsWith('quality_'));
  return { end: quality ? 'retry' : decision, by: reasons, checks, ms };
}
