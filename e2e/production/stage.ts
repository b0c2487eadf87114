import type { WorkflowDefinition } from '@standpoint/contract';
import pino from 'pino';
import { createKey } from '../../apps/service/src/accounts/api-keys.ts';
import { createOrganization } from '../../apps/service/src/accounts/organizations.ts';
import { draft, publish } from '../../apps/service/src/accounts/versions.ts';
import type { Config } from '../../apps/service/src/config.ts';
import { pathOf, type StepKind } from '../../apps/service/src/face/challenge/path.ts';
import { builtFrontEnd, FACE_APP } from '../../apps/service/src/frontends.ts';
import { faceApp } from '../../apps/service/src/pages/face-app.ts';
import { openTestService, type TestServiceOptions } from '../../apps/service/testing/service.ts';
import { type Upload, uploadTap } from './upload-tap.ts';

const FAMILIES = ['smile', 'approach'] as const;

/**
 * One attempt is one presentation. With more attempts, a declined presentation would be asked for again.
 */
const WORKFLOW: WorkflowDefinition = {
  name: 'Production',
  attempts: 1,
  liveness: { mode: 'active', challenges: [...FAMILIES] },
  match: { source: 'none' },
  handoff: { policy: 'off' },
};

// biome-ignore lint/suspicious/noExplicitAny: answers of any endpoint
type Answer = any;

/** The backend of an organization that checks its customers in production. */
export interface Backend {
  /** The address of the page, and its token. */
  portal(customer_id: string): Promise<{ url: string; token: string }>;
  session(session_id: string): Promise<Answer>;
}

/**
 * A whole service as `standpoint start` opens it: models, database, ports, housekeeping, and the built face
 * app.
 */
export interface ProductionStage {
  config: Config;
  backend(): Promise<Backend>;
  /** Uploads in order of arrival. */
  uploads: readonly Upload[];
  /** Sends a request to the service. A refusal is returned like any answer. */
  ask(path: string, token: string, body?: object | FormData): Promise<{ status: number; data: Answer }>;
  close(): Promise<void>;
}

const caller =
  (base_url: string): ProductionStage['ask'] =>
  async (path, token, body) => {
    const form = body instanceof FormData;
    const response = await fetch(`${base_url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      body: form ? body : body && JSON.stringify(body),
    });
    return { status: response.status, data: ((await response.json()) as { data: Answer }).data };
  };

/**
 * Opens the service with only the random draw replaced: every challenge asks for these steps, which must be
 * one of the sequences that the service can draw.
 */
export const openProduction = async (
  steps: readonly StepKind[],
  { database }: Pick<TestServiceOptions, 'database'> = {},
): Promise<ProductionStage> => {
  const uploads: Upload[] = [];
  const service = await openTestService({
    whole: true,
    database,
    listen: 'ports',
    plugins: async (config) => [
      uploadTap(uploads),
      faceApp(await builtFrontEnd(FACE_APP, config, pino({ level: 'silent' }))),
    ],
  });
  const { config } = service;
  const rank = pathOf(FAMILIES, undefined).rank(steps);
  if (rank === null) throw new Error('no challenge of this path');
  service.deps.draw = () => rank;
  const { db } = service.deps.database;
  const ask = caller(config.base_url);
  return {
    config,
    uploads,
    ask,
    backend: () => openBackend(db, ask),
    close: service.close,
  };
};

/** Creates an organization with its keys and a published workflow. */
async function openBackend(
  db: Parameters<typeof createOrganization>[0],
  ask: ProductionStage['ask'],
): Promise<Backend> {
  const { org } = await createOrganization(db, 'Harbour Bank');
  const env = 'production';
  const api = await createKey(db, { org, env, kind: 'api', name: 'test' });
  const scopes = ['results:read' as const];
  const results = await createKey(db, { org, env, kind: 'results', name: 'test', scopes });
  const { id: workflow_id } = (await draft(db, 'workflow', org, WORKFLOW))!;
  await publish(db, 'workflow', org, workflow_id);
  return {
    async portal(customer_id) {
      const body = { workflow_id, customer: { customer_id } };
      const { status, data } = await ask('/facecheck/session/portal', api.key, body);
      if (status !== 200) throw new Error(JSON.stringify(data));
      return data;
    },
    session: async (session_id) => (await ask(`/facecheck/session/${session_id}`, results.key)).data,
  };
}
