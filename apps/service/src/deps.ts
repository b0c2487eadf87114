import type { Readable } from 'node:stream';
import type { Environment, LimitOverrides, Role, Scope } from '@standpoint/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyCache } from './accounts/key-cache.ts';
import type { Organizations } from './accounts/organizations.ts';
import type { Policies } from './accounts/policies.ts';
import type { Workflow, Workflows } from './accounts/workflows.ts';
import type { RefusedCredentials } from './audit/refused-credentials.ts';
import type { Arrivals } from './calls/arrivals.ts';
import type { Limiter } from './calls/gcra.ts';
import type { StatusWaiters } from './calls/long-poll.ts';
import type { Readers } from './calls/readers.ts';
import type { Draw } from './chance.ts';
import type { Config } from './config.ts';
import type { DatabaseClock } from './database/clock.ts';
import type { Database } from './database/connect.ts';
import type { Epoch } from './database/epoch.ts';
import type { Notices } from './database/listen.ts';
import type { OrganizationSettings } from './database/schema.ts';
import type { SdkSeen } from './developer/sdk-seen.ts';
import type { Egress } from './egress/egress.ts';
import type { FaceParts } from './face/parts.ts';
import type { Galleries } from './face/templates/dedupe/galleries.ts';
import type { Transform } from './face/templates/transform.ts';
import type { Attestation } from './geolocation/attestation/attestation.ts';
import type { Network } from './geolocation/geodata/network/network.ts';
import type { Places } from './geolocation/geodata/places/places.ts';
import type { BacktestRuns } from './geolocation/policies/replays/runs.ts';
import type { Misses } from './handoff/short-code.ts';
import type { GoingDown } from './http/going-down.ts';
import type { Live } from './live/hub.ts';
import type { Tally } from './overview/tally.ts';
import type { People } from './people/people.ts';
import type { Envelope } from './privacy/envelope.ts';
import type { DataKeys } from './privacy/keys/data-keys.ts';
import type { ErasureLedger } from './privacy/ledger/ledger.ts';
import type { PackageShelf } from './registry/shelf.ts';
import type { Fillings } from './seed/button/fillings.ts';
import type { MapTiles } from './tiles/map-tiles.ts';
import type { SeenProofs } from './tokens/proof.ts';
import type { KeyRing } from './tokens/signing-keys.ts';
import type { SpentMemory } from './tokens/spent-memory.ts';

/**
 * Everything a handler may use. Opened in `world/`; tests replace the clock, ids, network and the face runner
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
  /** The data keys of people, which lie outside the database. */
  data_keys: DataKeys;
  /** Erasures, which a restored database is compared with. */
  ledger: ErasureLedger;
  api_keys: KeyCache;
  organizations: Organizations;
  workflows: Workflows;
  policies: Policies;
  /** Counts throughput: in memory, or in Redis for all nodes. */
  limiter: Limiter;
  /** From STANDPOINT_LIMITS_FILE. */
  address_limits: LimitOverrides;
  /**
   * Places and network are replaced together by newer ones while the service runs: read both from `deps` at
   * the same moment, and anew for each call.
   */
  places: Places;
  network: Network;
  /** Name of the geographic data that both come from. */
  snapshot: string;
  /** Newer data that could not be opened: they are not tried again until they change. */
  refused_snapshot: string | null;
  /** When each address list was last asked for, in ms: a source that is down is not asked every minute. */
  lists_tried: Map<string, number>;
  /** Roots, revocations and Google's decoder, for attestations. */
  attestation: Attestation;
  /** Refused credentials of this minute, on this node. */
  refused: RefusedCredentials;
  /** Versions of the clients of this minute, on this node. */
  sdk_seen: SdkSeen;
  /** Places and times of decisions of the last seconds, on this node. */
  tally: Tally;
  /** Tokens that this node saw spent. Only the ledger knows that a token is unused. */
  spent: SpentMemory;
  /** Chance behind challenges and numbers. */
  draw: Draw;
  /** Proofs of possession that this node has seen. */
  proofs: SeenProofs;
  /** Long polls of both areas that wait for news. */
  waiters: StatusWaiters;
  /** Wrong short codes of this minute, on this node. */
  misses: Misses;
  /** Runs and keeps what a face session captures. */
  face: FaceParts;
  /** Versions of workflows that tokens pinned. They never change; `workflowOf` reads and bounds them. */
  pinned_workflows: Map<string, Workflow>;
  /** The secret transforms of organizations; `openTransform` draws and bounds them. */
  transforms: Map<string, Transform>;
  /** Templates in memory, for the 1:N search. */
  galleries: Galleries;
  /** Whether calls with keys and tokens come to this node. */
  arrivals: Arrivals;
  readers: Readers;
  /** Back-tests of policy drafts that this node runs. */
  backtests: BacktestRuns;
  /** Sandboxes that this node fills with made-up people. */
  fillings: Fillings;
  /** The operator's own map below the maps of the dashboard. */
  tiles: MapTiles;
  /** The packages that integrators install from here. */
  packages: PackageShelf;
  /** Who may sign in to the dashboard. */
  people: People;
  /** Requests to addresses that organizations named. */
  egress: Egress;
  /** The screens that hear news at once. */
  live: Live;
  /** Whether this service is about to end. */
  going_down: GoingDown;
  /** Counts a decision for the metrics. */
  decided(env: Environment, decision: string): void;
  /** Counts a stored decision that its signed record contradicts. */
  contradicted(area: 'geolocation' | 'face', env: Environment): void;
}

/** The caller, as its credential proves it. `env` always comes from here. */
export type Caller = NobodyCaller | KeyCaller | TokenCaller | PersonCaller;

export interface NobodyCaller {
  kind: 'none';
}
export interface KeyCaller {
  kind: 'api_key' | 'results_key';
  /** For the audit log: `key:…` or `cli`. */
  actor: string;
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

/**
 * A person who is signed in to the dashboard. Below an organization they are seen as a key with every scope, so that
 * a handler can serve both: what they may do was decided before, by their role. Elsewhere `org` is empty.
 */
export interface PersonCaller extends Omit<KeyCaller, 'kind'> {
  kind: 'person';
  user_id: string;
  name: string;
  email: string;
  session_id: string;
  session_ends: Date;
  /** Null outside of an organization. */
  role: Role | null;
  /** Cookies that move the end of the session. */
  cookies: string[];
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
  /** Only on multipart endpoints. `part_bytes`: no part may be larger. */
  parts?: (limits: { part_bytes: number }) => AsyncIterable<UploadPart>;
}

/** One part of a multipart upload. */
export interface UploadPart {
  name: string;
  media_type: string;
  bytes(): Promise<Buffer>;
}

/** A handler returns one when its answer has no envelope: events, or a file. */
export class Streamed {
  readonly type: string;
  readonly body: Readable;
  readonly headers: Record<string, string>;

  constructor(type: string, body: Readable, headers: Record<string, string> = {}) {
    this.type = type;
    this.body = body;
    this.headers = headers;
  }
}

/** A handler returns one when it answers with more than `data`: a status, a message or headers. */
export class Answer<D = unknown> {
  readonly data: D;
  readonly headers: Record<string, string | string[]>;
  readonly status: 200 | 304;
  readonly message: string;

  constructor(
    data: D,
    options: { headers?: Record<string, string | string[]>; status?: 200 | 304; message?: string } = {},
  ) {
    this.data = data;
    this.headers = options.headers ?? {};
    this.status = options.status ?? 200;
    this.message = options.message ?? 'OK';
  }
}
