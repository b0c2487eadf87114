import type { AnswerOf, Endpoint, Environment } from '@standpoint/contract';
import { ROUTES } from '../app.ts';
import { Answer, type Call, type Deps, type KeyCaller } from '../deps.ts';
import { newId } from '../ids.ts';
import { validator } from '../validate.ts';
import { environment, Failure, type Terminal } from './command.ts';
import { organization, withDeps, withEventDeps } from './open.ts';

export interface Question {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
}

const asking =
  (open: typeof withEventDeps) =>
  async <E extends Endpoint>(
    terminal: Terminal,
    options: { org?: string; env?: string },
    endpoint: E,
    question: Question,
  ): Promise<AnswerOf<E>> => {
    const env = environment(options.env);
    return open(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      return askHandler(deps as Deps, endpoint, { org, env }, question);
    });
  };

/**
 * Calls an endpoint's own handler, as a caller with a results key of the organization and environment of the
 * options would.
 */
export const ask = asking(withDeps);

/** The same for endpoints of events and webhooks, which need few parts of the world. */
export const askEvents = asking(withEventDeps);

/** The same for a command that has opened the data itself. */
export async function askHandler<E extends Endpoint>(
  deps: Deps,
  endpoint: E,
  { org, env }: { org: string; env: Environment },
  question: Question,
): Promise<AnswerOf<E>> {
  const route = ROUTES.find((candidate) => candidate.endpoint.name === endpoint.name);
  if (!route) throw new Failure(`This version does not answer ${endpoint.method} ${endpoint.path}.`);
  const asked = {
    params: { ...question.params },
    query: given(question.query),
    body: given(question.body),
  };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    const fields = schema && validator(schema)(asked[part]);
    if (fields) throw new Failure('This cannot be asked:', undefined, fields);
  }
  const call: Call = {
    ...asked,
    caller: callerOf(org, env),
    request_id: newId('request'),
    ip: '127.0.0.1',
    host: env,
    base_url: env === 'sandbox' ? deps.config.sandbox_base_url : deps.config.base_url,
    origin: null,
    header: () => undefined,
  };
  const answer = await route.handle(call as never, deps);
  return (answer instanceof Answer ? answer.data : answer) as AnswerOf<E>;
}

const callerOf = (org: string, env: Environment): KeyCaller => ({
  kind: 'results_key',
  actor: 'cli',
  org,
  org_name: '',
  env,
  key_id: 'cli',
  scopes: [],
  settings: {},
});

const given = (values: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
