import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint, Environment } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { inject } from '../../../testing/call.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../../testing/people.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { ROUTES } from '../../app.ts';
import { newId } from '../../ids.ts';

/** What an endpoint for the sandbox alone answers to a caller of production: `sandbox_only` in its contract. */

/** By hand: an endpoint that loses the trait is missed here. */
const LISTED = [
  'simulateSession',
  'dashboardMadeUpPeople',
  'dashboardMakeUpPeople',
  'dashboardStopMadeUpPeople',
  'dashboardMintOwnToken',
  'dashboardSimulate',
];

const service = sharedService();
const org = testOrganization(service);
let owner: Browser;
/** The same service, in which no endpoint has the trait. */
let unguarded: FastifyInstance;
beforeAll(async () => {
  owner = await signedIn(service, org.org, 'owner');
  const routes = ROUTES.map(({ endpoint, handle }) => ({
    endpoint: { ...endpoint, sandbox_only: undefined } as Endpoint,
    handle,
  }));
  unguarded = await service.serve(routes, PEOPLE_PLUGINS);
});

const marked = ROUTES.map(({ endpoint }) => endpoint).filter(({ sandbox_only }) => sandbox_only);
const isForPeople = ({ credential }: Endpoint) => credential.includes('person');

/** Of a call that is let in: a read is answered, and the body of a write does not fit. */
const statusOf = ({ method }: Endpoint) => (method === 'GET' ? 200 : 400);

/** Nothing that it says can be done: an unknown session, and a body that lacks what is required. */
function callOf(endpoint: Endpoint, env: Environment) {
  const values: Record<string, string> = { org: org.org, env, session_id: newId('session') };
  return {
    method: endpoint.method,
    path: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!),
    ...(endpoint.method !== 'GET' && { body: { unknown: true } }),
    ...(isForPeople(endpoint)
      ? { headers: { origin: new URL(service.config.base_url).origin, cookie: owner.cookie } }
      : { token: org.results[env] }),
  };
}

it('is the trait of exactly the endpoints that exist for the sandbox alone', () => {
  expect(marked.map(({ name }) => name).toSorted()).toEqual(LISTED.toSorted());
});

it('is the trait of each endpoint that may tell a person of another environment', () => {
  // A session has no environment of its own: the path names it, so nothing else can be the reason.
  const may = ROUTES.map(({ endpoint }) => endpoint)
    .filter((endpoint) => isForPeople(endpoint) && endpoint.errors.includes('environment_mismatch'))
    .map(({ name }) => name);
  expect(may).toEqual(marked.filter(isForPeople).map(({ name }) => name));
  for (const { errors } of marked) expect(errors).toContain('environment_mismatch');
});

it('is asked for in one place: no handler refuses production by itself', () => {
  const src = join(import.meta.dirname, '../..');
  const found = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
    .filter((path) => readFileSync(join(src, path), 'utf8').includes("refuse('environment_mismatch'"))
    .toSorted();
  // A short code of production that is redeemed on the address of the sandbox; the endpoint is for both.
  expect(found).toEqual(['handoff/redeem.ts', 'http/authenticate.ts', 'http/traits/sandbox-only.ts']);
});

describe.each(marked.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  it('refuses production before it reads the body, and says what to do', async () => {
    const refused = await service.call(callOf(endpoint, 'production'));
    expectRefusal(refused, 403, 'environment_mismatch');
    expect(refused.message).toContain(isForPeople(endpoint) ? 'go to the sandbox' : 'sr_test_');
  });

  it('lets the sandbox in', async () => {
    const { status } = await service.call(callOf(endpoint, 'sandbox'));
    expect(status).toBe(statusOf(endpoint));
  });

  it('mutation control: lets production in without the trait', async () => {
    const { status } = await inject(unguarded, service.config, callOf(endpoint, 'production'));
    expect(status).toBe(statusOf(endpoint));
  });
});

it('mutation control: without the trait, a token of production is made on a page for trying things out', async () => {
  const endpoint = marked.find(({ name }) => name === 'dashboardMintOwnToken')!;
  const { status, data } = await inject(unguarded, service.config, {
    ...callOf(endpoint, 'production'),
    body: {},
  });
  expect(status).toBe(200);
  expect(JSON.parse(Buffer.from(data.token.split('.')[1], 'base64url').toString()).env).toBe('production');
});
