import type { Evidence, PolicyDefinition } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import { createKey } from '../../apps/service/src/accounts/api-keys.ts';
import { changeSettings, createOrganization } from '../../apps/service/src/accounts/organizations.ts';
import { draft, publish } from '../../apps/service/src/accounts/versions.ts';
import type { Config } from '../../apps/service/src/config.ts';
import type { Deps } from '../../apps/service/src/deps.ts';
import { attestationBinding } from '../../apps/service/src/geolocation/attestation/binding.ts';
import type { Reachable } from '../../apps/service/testing/attestation/two-key-script.ts';
import { claimsOf, seal } from '../../apps/service/testing/browser-payload.ts';
import { openTestService, UNLIMITED } from '../../apps/service/testing/service.ts';
import { APPS, TRUSTED } from './attested-devices.ts';
import { provideLists } from './lists.ts';
import type { Outcome, Visit } from './visit.ts';

/** A whole service with its own database. The gym uses its HTTP interface, as any client does. */
export interface GymService extends Reachable {
  deps: Deps;
  origin: string;
  org: string;
  /** Publishes a policy and returns its id. The same definition is published once. */
  policy(definition: PolicyDefinition): Promise<string>;
  visit(options: VisitOptions): Promise<Visit>;
  /** The service's record of a verification, in the backend's view. */
  outcomeOf(verification_id: string): Promise<Outcome>;
  close(): Promise<void>;
}

interface VisitOptions {
  customer_id: string;
  install_id?: string;
  policy_id: string;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any endpoint
  data: any;
}

/** Sends requests from any address without a port. The pages of the browser level use the port. */
const caller =
  (app: FastifyInstance, config: Config) =>
  async ({ path, ...options }: Parameters<Reachable['call']>[0]): Promise<Reply> => {
    const { host } = new URL(config.base_url);
    const response = await app.inject({
      method: options.body === undefined ? 'GET' : 'POST',
      url: path,
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: {
        host,
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      payload: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
    return { status: response.statusCode, data: response.json().data };
  };

export async function openGymService(): Promise<GymService> {
  const { app, deps, config, database, close } = await openTestService({
    database: 'own',
    listen: 'ports',
    unlimited: true,
    prepare: ({ data_dir }) => provideLists(data_dir, Date.now()),
  });
  const { db } = database;
  const { org } = await createOrganization(db, 'Gym');
  await changeSettings(db, org, { limits: UNLIMITED, apps: APPS });
  deps.attestation = TRUSTED;
  const key = async (kind: 'api' | 'results') =>
    (await createKey(db, { org, env: 'production', kind, name: 'gym', scopes: ['results:read'] })).key;
  const [api_key, results_key] = [await key('api'), await key('results')];
  const call = caller(app, config);
  const published = new Map<string, Promise<string>>();

  async function outcomeOf(verification_id: string): Promise<Outcome> {
    const { data } = await call({
      path: `/geolocation/verifications/${verification_id}`,
      token: results_key,
    });
    return { decision: data.decision, codes: data.reason_codes };
  }

  return {
    deps,
    config,
    call,
    origin: config.base_url,
    org,
    outcomeOf,
    policy(definition) {
      const content = JSON.stringify(definition);
      const known = published.get(content) ?? publishPolicy(deps, org, definition);
      published.set(content, known);
      return known;
    },
    visit: (options) => openVisit({ call, api_key, outcomeOf }, options),
    close,
  };
}

interface VisitParts {
  call: ReturnType<typeof caller>;
  api_key: string;
  outcomeOf(verification_id: string): Promise<Outcome>;
}

/** Mints a token for the visit. */
async function openVisit(parts: VisitParts, options: VisitOptions): Promise<Visit> {
  const { policy_id, customer_id, install_id } = options;
  const body = { customer_id, install_id: install_id ?? '', transaction_type: 'wager', policy_id };
  const minted = await parts.call({ path: '/geolocation/preflight', token: parts.api_key, body });
  if (minted.status !== 200) throw new Error(`preflight: ${JSON.stringify(minted.data)}`);
  const { token } = minted.data;
  const post = (payload: string, ip: string) => postEvidence(parts, { token, payload, ip });
  const sealed = (evidence: Evidence) => seal(token, evidence);
  return {
    customer_id,
    install_id: minted.data.install_id,
    token,
    seal: sealed,
    post,
    send: async (evidence, ip) => post(await sealed(evidence), ip),
    async sendProven(evidence, ip, prove, tamper = (core) => core) {
      const claims = claimsOf(token);
      const core = JSON.stringify({ ...evidence, jti: claims.jti });
      const integrity = prove(attestationBinding(claims, core));
      const content = JSON.stringify({ core: tamper(core), integrity });
      return post(await seal(token, evidence, { content }), ip);
    },
  };
}

async function postEvidence(
  { call, outcomeOf }: VisitParts,
  { token, payload, ip }: { token: string; payload: string; ip: string },
): Promise<Outcome> {
  const { status, data } = await call({ path: '/geolocation/verify', token, body: { payload }, ip });
  if (status >= 500) throw new Error(`verify: ${JSON.stringify(data)}`);
  return status === 200 ? outcomeOf(data.verification_id) : { decision: 'refused', codes: [data.error.code] };
}

async function publishPolicy(deps: Deps, org: string, definition: PolicyDefinition): Promise<string> {
  const { id } = (await draft(deps.database.db, 'policy', org, definition))!;
  await publish(deps.database.db, 'policy', org, id);
  // The notice of a published policy may arrive after the first visit under it.
  deps.policies.clear();
  return id;
}
