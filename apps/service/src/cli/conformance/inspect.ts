import { preflight, verify } from '@standpoint/contract';
import type { Opened } from '../../geolocation/verify/payload.ts';
import { openSealed } from '../../geolocation/verify/payload.ts';
import { mustBelong } from '../../geolocation/verify/sent-evidence.ts';
import { Refusal } from '../../refuse.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import { validator } from '../../validate.ts';
import type { MockToken } from './keys.ts';
import type { Scenario } from './scenarios.ts';

/** One request of the client, as it came. */
export interface Seen {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  at_ms: number;
}

export interface Step {
  scenario: Scenario;
  minted: MockToken;
  api_key: string;
  base_url: string;
  seen: Seen[];
  problems: string[];
}

const PATHS = { verify: verify.path, collect: '/geolocation/collect', preflight: preflight.path };
/** A key in an app is a key of everyone who has the app. */
const SECRET = /\b(sp|sr)_(live|test)_|\bwhsec_|\bpkg_/;
const bodyOf = { verify: validator(verify.body), preflight: validator(preflight.body) };

/** Notes what is wrong with a request: its form first, then what it binds. */
export async function inspect(keys: KeyRing, step: Step, request: Seen): Promise<void> {
  const { scenario, minted, api_key, problems } = step;
  const { do: what } = scenario.ask;
  const note = (ok: boolean, problem: string) =>
    void (ok || problems.push(`request ${step.seen.length}: ${problem}`));
  const { headers } = request;
  note(request.method === 'POST', `the method is ${request.method}, not POST`);
  note(request.path === PATHS[what], `the path is ${request.path}, not ${PATHS[what]}`);
  const credential = what === 'preflight' ? api_key : minted.token;
  note(headers.authorization === `Bearer ${credential}`, 'Authorization is not Bearer and the credential');
  note(/^application\/json/.test(String(headers['content-type'])), 'Content-Type is not application/json');
  note(headers.cookie === undefined, 'a cookie was sent');
  if (what !== 'preflight') {
    note(/^0\.[35]$/.test(String(headers['standpoint-sdk'])), 'Standpoint-SDK is not 0.3 or 0.5');
    note(!SECRET.test(JSON.stringify(headers) + request.body), 'a secret of a backend was sent');
  }
  const [first] = step.seen;
  if (first !== request)
    note(first!.body === request.body || what !== 'verify', 'its body differs from the first one');
  const body = parsed(request.body);
  note(body !== null, 'its body is not a JSON object');
  if (body && what === 'preflight')
    for (const { path, message } of bodyOf.preflight(body) ?? []) note(false, `${path} ${message}`);
  if (body && what === 'verify') await inspectPayload(keys, step, request, body, note);
  if (body && what === 'collect') note(Object.keys(body).length === 0, 'the body of collect is not {}');
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

async function inspectPayload(
  keys: KeyRing,
  { scenario, minted, seen }: Step,
  request: Seen,
  body: Record<string, unknown>,
  note: (ok: boolean, problem: string) => void,
): Promise<void> {
  if (Object.keys(body).join() !== 'payload') return note(false, 'its body is not exactly {"payload"}');
  let opened: Opened;
  try {
    opened = await openSealed(keys, 'sandbox', String(body.payload));
    mustBelong(opened, { jti: minted.jti, env: 'sandbox' }, verify.path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [field] = error.detail.fields ?? [];
    return note(false, `${error.code}${field ? ` at ${field.path}: ${field.message}` : ''}`);
  }
  const { evidence } = opened;
  const retry = request.headers['standpoint-retry'];
  if (seen[0] === request) note(retry === undefined, 'the first request is marked as a retransmission');
  else note(retry === evidence.attempt_id, 'Standpoint-Retry is not the attempt_id that was sealed');
  note(evidence.jti === minted.jti, 'the evidence does not name its token (jti)');
  note(evidence.sdk !== undefined, 'the evidence does not name its SDK');
  note(evidence.clock !== undefined, 'the evidence has no clock');
  note(evidence.permission !== undefined, 'the evidence does not say what the person allowed');
  if (evidence.platform !== 'web')
    note(evidence.install_id === undefined, 'an app ignores the install id (given §9)');
  if (scenario.ask.permission === 'denied') {
    note(evidence.permission?.state === 'denied', 'the evidence does not say that permission was denied');
    note(evidence.positions.length === 0, 'there is a position although permission was denied');
  }
}

/** Notes what is wrong with the step as a whole, once the client has told its result. */
export function conclude({ scenario, seen, problems }: Step, told: Record<string, unknown>): void {
  const { replies, fewer, told: wanted, pause_ms = 0 } = scenario;
  const errors = [wanted.error ?? []].flat();
  const fits = errors.length > 0 ? errors.includes(String(told.error)) : told.error === undefined;
  if (!fits)
    problems.push(`the client told error ${told.error ?? 'none'}, not ${errors.join(' or ') || 'none'}`);
  if (wanted.decision !== undefined && told.decision !== wanted.decision)
    problems.push(`the client told decision ${told.decision ?? 'none'}, not ${wanted.decision}`);
  if (seen.length > replies.length || seen.length < (fewer ? 1 : replies.length))
    problems.push(`${seen.length} requests came instead of ${replies.length}`);
  const waited = seen[1] && seen[1].at_ms - seen[0]!.at_ms;
  if (waited !== undefined && waited < pause_ms)
    problems.push(`the second request came after ${Math.round(waited)} ms instead of ${pause_ms}`);
}
