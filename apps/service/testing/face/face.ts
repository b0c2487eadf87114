import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { type Environment, EVENT_TYPES, type EventType, type WorkflowDefinition } from '@standpoint/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { draft, publish } from '../../src/accounts/versions.ts';
import type { DatabaseClock } from '../../src/database/clock.ts';
import { chainOf, frameHash } from '../../src/face/capture/manifest.ts';
import type { Replacements } from '../../src/world/replacements.ts';
import type { TestAnswer, TestOrganization, TestService } from '../service.ts';

/** A clock that tests move. Everything that area B times uses it. */
export class MovableClock implements DatabaseClock {
  ahead_ms = 0;
  readonly offset_ms = 0;
  #at: number | null = null;
  now(): number {
    return this.#at ?? Date.now() + this.ahead_ms;
  }
  healthy(): boolean {
    return true;
  }
  async refresh(): Promise<void> {}
  close(): void {}
  pass(seconds: number): void {
    this.ahead_ms += seconds * 1_000;
  }
  /** Stops the clock at this moment until it is set again, for times in milliseconds; null lets it go on. */
  set(at_ms: number | null): void {
    this.#at = at_ms;
  }
  get replacement(): Replacements {
    return { clock: async () => this };
  }
}

let customers = 0;

/** A new workflow of the organization, published. */
export async function publishWorkflow(
  service: TestService,
  org: string,
  definition: Partial<WorkflowDefinition> = {},
): Promise<string> {
  const { db } = service.database;
  const made = (await draft(db, 'workflow', org, { name: 'Test', ...definition }))!;
  await publish(db, 'workflow', org, made.id);
  return made.id;
}

const shared = new WeakMap<TestService, Map<string, Promise<string>>>();

/** A published workflow for all tests of a service that ask for this definition: made once, and never changed. */
export function sharedWorkflow(
  service: TestService,
  org: string,
  definition: Partial<WorkflowDefinition> = {},
): Promise<string> {
  const known = shared.get(service) ?? new Map<string, Promise<string>>();
  shared.set(service, known);
  const name = JSON.stringify([org, definition]);
  const made = known.get(name) ?? publishWorkflow(service, org, definition);
  known.set(name, made);
  return made;
}

export interface PersonOptions {
  env?: Environment;
  workflow_id?: string;
  customer?: Record<string, unknown>;
}

/** Mints a portal token and returns a client that uses it. */
export async function person(service: TestService, org: TestOrganization, options: PersonOptions = {}) {
  const env = options.env ?? 'production';
  const customer_id = `customer-${++customers}`;
  const minted = await service.call({
    path: '/facecheck/session/portal',
    token: org.api[env],
    body: {
      workflow_id: options.workflow_id ?? org.workflow_id,
      customer: { customer_id, ...options.customer },
    },
  });
  if (minted.status !== 200) throw new Error(`portal token: ${minted.text}`);
  return { ...speaker(service, minted.data.token), minted };
}

/** All calls that a device makes with its token. */
export function speaker(service: TestService, token: string) {
  /** The version of the consent text that an opened session shows, until it is answered. */
  let shown: string | undefined;
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    service.call({ path: `/facecheck${path}`, token, body, headers });
  return {
    token,
    post,
    async open(body: unknown = {}, headers?: Record<string, string>) {
      const answer = await post('/session', body, headers);
      shown = answer.data?.consent?.version;
      return answer;
    },
    status: (query = '', headers: Record<string, string> = {}) =>
      service.call({ path: `/facecheck/session/status${query}`, token, headers }),
    consent(accepted = true) {
      const version = shown;
      shown = undefined;
      return consent(post, accepted, version);
    },
    attempt: (body: unknown = {}) => post('/session/attempt', body),
    shortCode: (body: unknown = {}) => post('/short-code', body),
    refresh: (body: unknown = {}) =>
      service.call({ method: 'PUT', path: '/facecheck/short-code', token, body }),
    event: (type: string) => post('/session/event', { type }),
    cancel: () => post('/session/cancel'),
    confirm: (number: string) => post('/session/handoff/confirm', { number }),
    deny: () => post('/session/handoff/deny'),
    cancelHandoff: () => post('/session/handoff/cancel'),
    opticalCode: (headers: Record<string, string> = {}) =>
      service.call({ path: '/facecheck/session/handoff/optical', token, headers }),
    saw: (code: string, headers: Record<string, string> = {}) =>
      post('/session/handoff/optical', { code }, headers),
    skipOptical: () => post('/session/handoff/optical', { skip: true }),
    submit: (attempt: TestAnswer, change?: Changes) => submit(service, token, attempt, change),
  };
}
export type Speaker = ReturnType<typeof speaker>;

/** The consent that a refusal asks for. */
export const neededConsent = ({ data }: TestAnswer): { version: string; text: string; locale: string } =>
  Object.fromEntries(
    (data.error.fields as { path: string; message: string }[]).map(({ path, message }) => [
      path.replace('consent.', ''),
      message,
    ]),
  ) as ReturnType<typeof neededConsent>;

/**
 * Agrees to the text that the service shows now: the one that the device shows or, where it is older or none, the one
 * that the refusal names. Or refuses.
 */
async function consent(
  post: (path: string, body: unknown) => Promise<TestAnswer>,
  accepted: boolean,
  shown = '-',
) {
  const path = '/session/consent';
  const answer = await post(path, { version: accepted ? shown : '-', accepted });
  if (answer.code !== 'consent_required') return answer;
  return post(path, { version: neededConsent(answer).version, accepted });
}

export const redeem = (
  service: TestService,
  code: string,
  headers: Record<string, string> = {},
  ip?: string,
): Promise<TestAnswer> => service.call({ path: `/facecheck/short-code?code=${code}`, headers, ip });

const encoded = (width: number, height: number, format: 'jpeg' | 'webp'): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();

const jpegs = new Map<string, Promise<Buffer>>();
/** The marker and length of a quantization table, which has 64 bytes besides its number. */
const TABLE = Buffer.of(0xff, 0xdb, 0, 67);

/**
 * A picture of noise; no two are equal. Encoding takes much longer than the rest, so the JPEGs of one size are encoded
 * once, and each gets a quantization table of its own, which makes other pixels of the same data.
 */
export async function noise(width = 64, height = 48, format: 'jpeg' | 'webp' = 'jpeg'): Promise<Buffer> {
  if (format !== 'jpeg') return encoded(width, height, format);
  const size = `${width}×${height}`;
  const known = jpegs.get(size) ?? encoded(width, height, format);
  jpegs.set(size, known);
  const picture = Buffer.from(await known);
  const table = picture.indexOf(TABLE) + TABLE.length + 1;
  for (const [i, byte] of randomBytes(64).entries()) picture[table + i] = 1 + (byte & 31);
  return picture;
}

export const noises = (count: number, width?: number, height?: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, () => noise(width, height)));

export interface Capture {
  // biome-ignore lint/suspicious/noExplicitAny: tests bend it
  manifest: any;
  frames: Buffer[];
  types: string[];
  /** The clip's part, if there is one. */
  clip?: Buffer;
}
export type Changes = (capture: Capture) => void | Promise<void>;

/** The manifest of frames for an attempt. */
export function manifestOf(attempt: TestAnswer['data'], frames: Buffer[]): Capture['manifest'] {
  const steps: { id: string }[] = attempt.challenge.steps;
  const hashes = frames.map(frameHash);
  return {
    attempt_id: attempt.attempt_id,
    frames: hashes.map((hash, i) => ({
      sha256: hash.toString('hex'),
      t_ms: 10 * i,
      step: steps[Math.min(steps.length - 1, Math.floor((i * steps.length) / frames.length))]!.id,
    })),
    chain: chainOf(Buffer.from(attempt.nonce, 'base64url'), hashes).toString('hex'),
  };
}

async function submit(
  service: TestService,
  token: string,
  attempt: TestAnswer,
  change?: Changes,
): Promise<TestAnswer> {
  const frames = await noises(8);
  const capture: Capture = {
    manifest: manifestOf(attempt.data, frames),
    frames,
    types: frames.map(() => 'image/jpeg'),
  };
  await change?.(capture);
  return upload(service, token, attempt.data.attempt_id, capture);
}

/** Sends a capture as multipart/form-data. */
export function upload(
  service: TestService,
  token: string,
  attempt_id: string,
  capture: Capture,
): Promise<TestAnswer> {
  const boundary = 'frames-of-a-test';
  const part = (head: string, body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const raw = Buffer.concat([
    part('name="manifest"', JSON.stringify(capture.manifest)),
    ...capture.frames.map((bytes, i) =>
      part(`name="frame_${i}"; filename="frame_${i}"\r\nContent-Type: ${capture.types[i]}`, bytes),
    ),
    ...(capture.clip ? [part('name="clip"; filename="clip"', capture.clip)] : []),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return service.call({
    path: `/facecheck/session/attempt/${attempt_id}/submit`,
    token,
    raw,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

const hash64 = (text: string) => createHash('sha256').update(text).digest('base64url');
const json64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The part of the service that a proof names. */
export interface AddressAndClock {
  config: { base_url: string };
  deps: { clock: { now(): number } };
}

/** A device's key, as the face app has it; signs `Standpoint-Proof` headers. */
export function deviceKey(kind: 'ES256' | 'EdDSA' = 'ES256') {
  const pair =
    kind === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const jwk = pair.publicKey.export({ format: 'jwk' });
  const sealed = (claims: object, header: object = {}) => {
    const text = `${json64({ typ: 'dpop+jwt', alg: kind, jwk, ...header })}.${json64(claims)}`;
    const signature =
      kind === 'ES256'
        ? sign('sha256', Buffer.from(text), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
        : sign(null, Buffer.from(text), pair.privateKey);
    return { 'standpoint-proof': `${text}.${signature.toString('base64url')}` };
  };
  const claims = (service: AddressAndClock, htm: string, path: string) => ({
    htm,
    htu: `${service.config.base_url}${path}`,
    iat: Math.floor(service.deps.clock.now() / 1_000),
    jti: randomUUID(),
  });
  return {
    jwk,
    private_jwk: pair.privateKey.export({ format: 'jwk' }),
    sealed,
    /** A proof for a call with a token. */
    proof: (
      service: AddressAndClock,
      htm: string,
      path: string,
      token: string,
      change: object = {},
      header: object = {},
    ) => sealed({ ...claims(service, htm, path), ath: hash64(token), ...change }, header),
    /** A proof for redeeming a code. */
    codeProof: (service: AddressAndClock, code: string, change: object = {}) =>
      sealed({ ...claims(service, 'GET', '/facecheck/short-code'), ch: hash64(code), ...change }),
  };
}

/** A desktop with session and consent, and a phone with a redeemed code that is not confirmed yet. */
export async function handedOff(service: TestService, org: TestOrganization, options: PersonOptions = {}) {
  const desktop = await person(service, org, options);
  await desktop.open();
  const code = await desktop.shortCode();
  const redeemed = await redeem(service, code.data.code);
  if (redeemed.status !== 200) throw new Error(`redeem: ${redeemed.text}`);
  const number: string | undefined = (await desktop.status()).data.handoff.number;
  return {
    desktop,
    code,
    redeemed,
    number: number ?? '',
    phone: speaker(service, redeemed.data.handoff_token),
  };
}

export const otherNumber = (number: string): string => String((Number(number) + 1) % 100).padStart(2, '0');

const rank = (type: string): number => EVENT_TYPES.indexOf(type as EventType);

/** Types of a session's events in order; those of one transaction in the order of the contract's list. */
export async function eventsOf(service: TestService, session_id: string): Promise<string[]> {
  const rows = await service.database.db
    .selectFrom('event')
    .select(['type', 'at'])
    .where(sql<boolean>`data ->> 'session_id' = ${session_id}`)
    .execute();
  return rows
    .sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a.type) - rank(b.type))
    .map(({ type }) => type.replace('facecheck.session.', ''));
}

/** What a phone claims a hand-off with, as the service writes it. */
export const phoneClaim = () => ({
  bound_jkt: null,
  token_jti: 'token',
  token_expires_at: new Date(Date.now() + 900_000),
  number_sealed: null,
  device_label: 'Phone',
  ip_same: true,
});
