import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Environment } from '@standpoint/contract';
import { eventBodies, type StoredEvent } from '../../webhooks/bodies.ts';
import { type EventQuery, newestEvent, readEvents } from '../../webhooks/list-events.ts';
import { listenSecret, signedHeaders } from '../../webhooks/secrets.ts';
import { command, ENV, environment, Misuse, ORG, type Terminal } from '../command.ts';
import { type EventDeps, withEventDepsOf } from '../open.ts';
import { TYPES, typesOf } from '../webhooks/add.ts';

const LOOK_EVERY_MS = 300;
const ANSWER_WITHIN_MS = 15_000;

function forwardAddress(text: string): URL {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Misuse('--forward-to must be an address like http://localhost:3001/webhooks.');
  return url;
}

interface Listening {
  org: string;
  env: Environment;
  url: URL;
  json: boolean;
  terminal: Terminal;
}

export const listen = command({
  name: 'listen',
  summary: 'Forward events to your own computer as they happen, without a public address',
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      required: true,
      meaning: 'the route of your receiver, e.g. http://localhost:3001/webhooks',
    },
    ...TYPES,
    ...ENV,
    ...ORG,
  },
  notes:
    'It prints each event, its signature and what the receiver answered, until Ctrl-C. The secret is the same\n' +
    'on every run. An event is sent once: to try again, use npx standpoint trigger TYPE. Events have the\n' +
    'coordinates that an endpoint gets only if it asks for them.',
  run: async ({ options, terminal, json }) => {
    const env = environment(options.env);
    const url = forwardAddress(options['forward-to']);
    const types = typesOf(options.types) ?? null;
    return withEventDepsOf(terminal, options.org, async (deps, org) => {
      const to = { org, env, url, json, terminal };
      const secret = listenSecret(deps.envelope, org, env);
      // With --json, every line is one value: first the secret, then one per event, then the sum.
      if (json) terminal.stdout.write(`${JSON.stringify({ listening: true, secret })}\n`);
      else terminal.stdout.write(`Your webhook secret is ${secret}\nWaiting for events of ${env} …\n\n`);
      return { forwarded: await follow(deps, types, to) };
    });
  },
  text: ({ forwarded }) => `\n${forwarded} ${forwarded === 1 ? 'event' : 'events'} forwarded.`,
});

/** Forwards every event from now on, in order, until the process is asked to end. */
async function follow(deps: EventDeps, types: readonly string[] | null, to: Listening): Promise<number> {
  const ended = to.terminal.ended ?? untilSignal();
  let forwarded = 0;
  let after = await newestEvent(deps.database.db, to);
  while (!ended.aborted) {
    const events = await next(deps, { org: to.org, env: to.env, types, after, limit: 50 }, to.terminal);
    for (const event of events) {
      await forward(deps, event, to);
      after = event.event_id;
      forwarded++;
    }
    if (events.length === 0) await sleep(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => {});
  }
  return forwarded;
}

function untilSignal(): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  return ended.signal;
}

/** The next events; none while the database does not answer, which a restart of the service may cause. */
const next = async (deps: EventDeps, query: EventQuery, { stderr }: Terminal): Promise<StoredEvent[]> =>
  readEvents(deps.database.db, query).then(
    (events) => events ?? [],
    (error: Error) => {
      stderr.write(`The database does not answer (${error.message}); trying again.\n`);
      return [];
    },
  );

async function forward(deps: EventDeps, event: StoredEvent, { org, env, url, json, terminal }: Listening) {
  const source = { db: deps.database.db, data_keys: deps.data_keys };
  const [body] = await eventBodies(source, [event], { coordinates: true });
  const text = JSON.stringify(body);
  const secrets = { current: listenSecret(deps.envelope, org, env), previous: [] };
  const headers = signedHeaders(secrets, event.event_id, text, deps.clock.now());
  const answer = await post(url, { 'content-type': 'application/json', ...headers }, text);
  const line = json
    ? JSON.stringify({ event_id: event.event_id, ...body, headers, answer })
    : `${event.event_id}  ${event.type}\n  ${text}\n  ${headers['webhook-signature']}\n  → ${answer.says}\n`;
  terminal.stdout.write(`${line}\n`);
}

const MOST_REASON = 300;

/** The receiver's reason for its refusal in one line, without control characters, which would steer the terminal. */
function reasonIn({ pathname }: URL, status: number, body: string): string {
  if (status === 404) return `: your receiver has no POST route at ${pathname}; give its whole address`;
  const text = stripVTControlCharacters(body)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' || text.startsWith('<') ? '' : `: ${text.slice(0, MOST_REASON)}`;
}

/** The developer names the address on their own computer, so it may be private. */
async function post(url: URL, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const { status, statusText } = response;
    const why = response.ok ? '' : reasonIn(url, status, await response.text());
    if (response.ok) await response.arrayBuffer();
    return { status, says: `${status} ${statusText}`.trim() + why };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { status: null, says: `no answer: ${cause?.code ?? message}` };
  }
}
