import { ENDPOINTS, type Endpoint } from '@standpoint/contract';
import { type Heard, must, mustAnswer, mustRefuse } from './asking.ts';
import type { Rule, Walker } from './walker.ts';

/** Rules of every endpoint, walked along the list of the contract. */

const TOKENS = ['preflight', 'portal', 'handoff'];
const closed = ENDPOINTS.filter(({ credential }) => !credential.includes('none'));
const ID = '0'.repeat(26);
const pathOf = ({ path }: Endpoint): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'attempt_id' ? `fca_${ID}` : name === 'session_id' ? `fcs_${ID}` : 'nothing',
  );

const call = (walker: Walker, endpoint: Endpoint, token?: string): Promise<Heard> =>
  walker.ask(pathOf(endpoint), {
    method: endpoint.method,
    ...(token && { token }),
    ...(endpoint.body && { body: {} }),
  });

const wantsKey = ({ credential }: Endpoint): boolean => !credential.some((kind) => TOKENS.includes(kind));

export const EVERY_ENDPOINT: Rule[] = [
  {
    name: 'every endpoint refuses a call without a credential',
    why: 'One public 401, with WWW-Authenticate, before the body is looked at.',
    async run(walker) {
      for (const endpoint of closed)
        mustRefuse(await call(walker, endpoint), wantsKey(endpoint) ? 'api_key_missing' : 'token_missing');
    },
  },
  {
    name: 'every endpoint refuses a credential of the wrong kind',
    why: 'A minting key reads no data, and a token works for one purpose.',
    async run(walker) {
      const preflight = await walker.mint();
      for (const endpoint of closed) {
        const mints = endpoint.credential.includes('api_key');
        if (!mints)
          mustRefuse(
            await call(walker, endpoint, walker.credentials.api_key),
            wantsKey(endpoint) ? 'api_key_invalid' : 'token_invalid',
          );
        if (!endpoint.credential.includes('preflight'))
          mustRefuse(
            await call(walker, endpoint, preflight),
            wantsKey(endpoint) ? 'api_key_invalid' : 'token_invalid',
          );
      }
      await walker.mustBeUnspent(preflight);
    },
  },
  {
    name: 'the endpoints stand in /openapi.json',
    why: 'A client is generated from it.',
    async run(walker) {
      const { data } = mustAnswer(await walker.ask('/openapi.json'));
      for (const { path, method } of ENDPOINTS)
        must(data.paths[path]?.[method.toLowerCase()], `${method} ${path} is not in /openapi.json`);
    },
  },
  {
    name: 'an unknown path and a wrong method have our envelope',
    why: 'Errors of the framework are errors of the service.',
    async run(walker) {
      mustRefuse(await walker.ask('/no-such-path'), 'not_found');
      const wrong = await walker.ask('/geolocation/verify', { method: 'PUT', body: {} });
      mustRefuse(wrong, 'method_not_allowed');
      must(wrong.headers.get('allow')?.includes('POST'), '405 without Allow');
    },
  },
  {
    name: 'a request id is kept',
    why: 'Both sides find a call in their logs.',
    async run(walker) {
      const id = `conformance-${walker.run}`;
      const { headers } = await walker.ask('/no-such-path', { headers: { 'x-request-id': id } });
      must(headers.get('x-request-id') === id, 'X-Request-Id is not returned');
      const bad = await walker.ask('/no-such-path', { headers: { 'x-request-id': 'a b<c>' } });
      must(bad.headers.get('x-request-id') !== 'a b<c>', 'a malformed X-Request-Id is returned');
    },
  },
  {
    name: 'an unknown version of the interface is refused',
    why: 'An answer of another shape would be read wrongly.',
    async run(walker) {
      const minted = await walker.ask('/geolocation/preflight', {
        token: walker.credentials.api_key,
        body: { customer_id: walker.customer(), transaction_type: 'login' },
        headers: { 'standpoint-version': '1999-01-01' },
      });
      mustRefuse(minted, 'invalid_request');
      const good = await walker.ask('/geolocation/preflight', {
        token: walker.credentials.api_key,
        body: { customer_id: walker.customer(), transaction_type: 'login' },
      });
      must(
        /^\d{4}-\d\d-\d\d$/.test(good.headers.get('standpoint-version') ?? ''),
        'an answer does not name its Standpoint-Version',
      );
    },
  },
];
