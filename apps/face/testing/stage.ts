import type { BodyOf, FaceSession, simulateSession, WorkflowDefinition } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createKey } from '../../service/src/accounts/api-keys.ts';
import { createOrganization } from '../../service/src/accounts/organizations.ts';
import { draft, publish } from '../../service/src/accounts/versions.ts';
import type { Deps } from '../../service/src/deps.ts';
import { builtFrontEnd, FACE_APP } from '../../service/src/frontends.ts';
import type { Plugin } from '../../service/src/http/server.ts';
import { faceApp } from '../../service/src/pages/face-app.ts';
import { openTestService, type TestServiceOptions } from '../../service/testing/service.ts';

type Outcome = BodyOf<typeof simulateSession>['outcome'];

/** The test service, listening, with the built face app; every database row and request is real. */
export interface FaceStage {
  origin: string;
  app: FastifyInstance;
  deps: Deps;
  /** Publishes a workflow; fields that are not given have the service's defaults. */
  workflow(definition?: Partial<WorkflowDefinition>): Promise<string>;
  /**
   * A portal token in the sandbox, as a backend would request it; the customer's id decides the outcome.
   */
  portal(workflow_id: string, customer_id: string): Promise<{ token: string; url: string }>;
  /** The session as the workflow's backend reads it. */
  session(workflow_id: string, session_id: string): Promise<FaceSession>;
  /** The decision that the workflow's backend finds by the number on the person's receipt. */
  decision(workflow_id: string, receipt: string): Promise<string | null>;
  /** Brings the session of this customer to an end without a camera, as the workflow's backend can in the sandbox. */
  end(workflow_id: string, customer_id: string, outcome: Outcome): Promise<void>;
  close(): Promise<void>;
}

interface FaceStageOptions extends Pick<TestServiceOptions, 'database'> {
  /**
   * False: pages get no models to look with, and their captures go by the clock, as on a device that cannot
   * run them. A face that is looked for in vain costs each capture several seconds and most of the processor.
   */
  looks?: boolean;
}

const withoutModels: Plugin = (app) => {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (/\.bin$/.test(url)) return reply.code(404).send();
  });
};

/** The API key and the results key of one organization. */
type Keys = Record<'api' | 'results', string>;

/** Publishes the workflow in an organization of its own, and creates the keys of its backend. */
const publishAlone = async (
  { db }: Deps['database'],
  definition: Partial<WorkflowDefinition>,
): Promise<{ id: string; keys: Keys }> => {
  // Chromium's camera shows the same pictures in every test, and an organization accepts none twice.
  const { org } = await createOrganization(db, 'Harbour Bank');
  const about = { org, env: 'sandbox', name: 'test' } as const;
  const [api, results] = await Promise.all([
    createKey(db, { ...about, kind: 'api', scopes: [] }),
    createKey(db, { ...about, kind: 'results', scopes: ['results:read', 'sessions:write'] }),
  ]);
  const made = await draft(db, 'workflow', org, { name: 'Test', ...definition });
  await publish(db, 'workflow', org, made!.id);
  return { id: made!.id, keys: { api: api.key, results: results.key } };
};

/** `database: 'own'` outside of a test run. */
export const openFaceStage = async ({
  looks = true,
  ...options
}: FaceStageOptions = {}): Promise<FaceStage> => {
  const { app, deps, database, config, close } = await openTestService({
    ...options,
    listen: 'hosts',
    plugins: async (config) => [
      ...(looks ? [] : [withoutModels]),
      faceApp(await builtFrontEnd(FACE_APP, config, pino({ level: 'silent' }))),
    ],
  });
  const keys = new Map<string, Keys>();
  /** Calls the service as a workflow's backend. */
  const call = async (key: string | undefined, method: 'GET' | 'POST', url: string, payload?: object) => {
    const { host } = new URL(config.base_url);
    const headers = { authorization: `Bearer ${key}`, host };
    const answer = await app.inject({ method, url, headers, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().data;
  };
  return {
    origin: config.base_url,
    app,
    deps,
    async workflow(definition = {}) {
      const made = await publishAlone(database, definition);
      keys.set(made.id, made.keys);
      return made.id;
    },
    portal(workflow_id, customer_id) {
      const payload = { workflow_id, customer: { customer_id, email: 'jo@example.com' } };
      return call(keys.get(workflow_id)?.api, 'POST', '/facecheck/session/portal', payload);
    },
    session: (workflow_id, session_id) =>
      call(keys.get(workflow_id)?.results, 'GET', `/facecheck/session/${session_id}`),
    async decision(workflow_id, receipt) {
      const path = `/facecheck/sessions?receipt_number=${receipt}`;
      const { sessions } = await call(keys.get(workflow_id)?.results, 'GET', path);
      return sessions[0]?.decision ?? null;
    },
    async end(workflow_id, customer_id, outcome) {
      const { results } = keys.get(workflow_id)!;
      const { sessions } = await call(results, 'GET', `/facecheck/sessions?customer_id=${customer_id}`);
      await call(results, 'POST', `/facecheck/session/${sessions[0].session_id}/simulate`, { outcome });
    },
    close,
  };
};
