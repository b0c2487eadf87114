import type { Environment, LocationRedeemAnswer, Scope } from '@standpoint/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyCache } from './accounts/key-cache.ts';
import type { Organizations } from './accounts/organizations.ts';
import type { Policies } from './accounts/policies.ts';
import type { Workflows } from './accounts/workflows.ts';
import type { Config } from './config.ts';
import type { DatabaseClock } from './database/clock.ts';
import type { Database } from './database/connect.ts';
import type { Epoch } from './database/epoch.ts';
import type { Notices } from './database/listen.ts';
import type { OrganizationSettings } from './database/schema.ts';
import type { Attestation } from './geolocation/attestation/attestation.ts';
import type { Network } from './geolocation/geodata/network/network.ts';
import type { Places } from './geolocation/geodata/places/places.ts';
import type { Gcra, LimitOverrides } from './http/limits.ts';
import type { Envelope } from './privacy/envelope.ts';
import type { KeyRing } from './tokens/signing-keys.ts';
import type { SpentMemory } from './tokens/spent-memory.ts';

/**
 * Everything a handler may use. Wired in `main.ts`; tests replace the clock, ids, network and the face runner
 * only.
 */
export interface Deps {
  config: Config;
  log: FastifyBaseLogger;
  database: Database;
  clock: DatabaseClock;
  epoch: Epoch;
  notices: Notices;
  keys: KeyRing;
  envelope: Envelope;
  api_keys: KeyCache;
  organizations: Organizations;
  workflows: Workflows;
  policies: Policies;
  gcra: Gcra;
  /** From STANDPOINT_LIMITS_FILE. */
  address_limits: LimitOverrides;
  /** Both are replaced by newer ones while the service runs: ask `deps` each time, and in one breath. */
  places: Places;
  network: Network;
  /** Name of the geographic data that both come from. */
  snapshot: string;
  /** Roots, revocations and Google's decoder, for attestations. */
  attestation: Attestation;
  /** Tokens that this node saw spent: a negative memory only. "Unused" is known to the ledger alone. */
  spent: SpentMemory;
  /** Who else answers for short codes: each area knows its own, and neither knows the other. */
  short_codes: readonly ShortCodeRedeemer[];
  /** Counts a decision for the metrics. */
  decided(env: Environment, decision: string): void;
}

/** One area's short codes behind the one public address where codes are redeemed. */
export interface ShortCodeRedeemer {
  /**
   * What the redeemer gets; null when no code of this area has that keyed hash. Refuses when the code was
   * used or has run out. `jkt` is the thumbprint of the key in the redeemer's proof.
   */
  redeem(
    call: Call,
    deps: Deps,
    code: { hmac: Buffer; jkt: string | null },
  ): Promise<LocationRedeemAnswer | null>;
}

/** Who calls, as the credential proves it. `env` always comes from here. */
export type Caller = NobodyCaller | KeyCaller | TokenCaller;

export interface NobodyCaller {
  kind: 'none';
}
export interface KeyCaller {
  kind: 'api_key' | 'results_key';
  org: string;
  org_name: string;
  env: Environment;
  key_id: string;
  scopes: readonly (Scope | string)[];
  settings: OrganizationSettings;
}
export interface TokenCaller {
  kind: 'preflight' | 'portal' | 'handoff';
  org: string;
  env: Environment;
  /** As checked against the kind's schema. */
  claims: Record<string, unknown> & { jti: string; iat: number; exp: number; iss: string; epoch: string };
  token: string;
}

/** One call as a handler sees it. */
export interface Call<B = unknown, Q = unknown, P = unknown, C = Caller> {
  caller: C;
  body: B;
  query: Q;
  params: P;
  request_id: string;
  /** Address of the client: the right-most hop that is not a trusted proxy. */
  ip: string;
  /** The host that was called; decides which base address tokens are minted on. */
  host: Environment;
  base_url: string;
  origin: string | null;
  header(name: string): string | undefined;
  /** Only on multipart endpoints. */
  parts?: () => AsyncIterable<UploadPart>;
}

/** One part of a multipart upload. */
export interface UploadPart {
  name: string;
  media_type: string;
  bytes(): Promise<Buffer>;
}

/** What a handler returns when `data` alone does not say it. */
export class Answer<D = unknown> {
  readonly data: D;
  readonly headers: Record<string, string>;
  readonly status: 200 | 304;
  readonly message: string;

  constructor(
    data: D,
    options: { headers?: Record<string, string>; status?: 200 | 304; message?: string } = {},
  ) {
    this.data = data;
    this.headers = options.headers ?? {};
    this.status = options.status ?? 200;
    this.message = options.message ?? 'OK';
  }
}
