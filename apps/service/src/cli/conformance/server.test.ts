import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { pages } from '../../pages/all.ts';
import { RULES, type RuleReport, walk } from './walk/walk.ts';

const service = testService({ listen: 'ports', plugins: () => [pages()] });
const org = testOrganization(service);

const keys = () => ({
  CONFORMANCE_API_KEY: org.api.sandbox,
  CONFORMANCE_RESULTS_KEY: org.results.sandbox,
  CONFORMANCE_WORKFLOW: org.workflow_id,
});
const credentials = () => ({
  api_key: org.api.sandbox,
  results_key: org.results.sandbox,
  workflow_id: org.workflow_id,
});
const run = (base: string, env: Record<string, string>, stdin = '') =>
  standpoint(['conformance', 'server', '--base-url', base, '--json'], env, stdin);
const broken = ({ rules }: { rules: RuleReport[] }) => rules.filter(({ outcome }) => outcome === 'fail');

interface Said {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The service behind a proxy that spoils its answers. */
async function spoilt<T>(
  spoil: (said: Said, path: string) => Said,
  use: (base: string) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(service.config.base_url + request.url, {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const said = {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
    const { status, headers: heads, body } = spoil(said, request.url!);
    const { 'content-encoding': _e, 'content-length': _l, 'transfer-encoding': _t, ...kept } = heads;
    response.writeHead(status, kept).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const without = (said: Said, name: string): Said => {
  const { [name]: _, ...headers } = said.headers;
  return { ...said, headers };
};

describe('standpoint conformance server', () => {
  it('finds every rule held by the service', async () => {
    const base = service.config.base_url;
    const { code, json } = await run(base, keys());
    expect(broken(json)).toEqual([]);
    expect(code).toBe(0);
    const skipped = json.rules.filter(({ outcome }: RuleReport) => outcome === 'skip');
    expect(skipped.map(({ rule }: RuleReport) => rule)).toEqual(['an expired token is refused']);
    expect(json.rules.length).toBeGreaterThan(40);
  });

  it.each<[string, RegExp, (said: Said, path: string) => Said]>([
    [
      'accepts a spent token',
      /good for one verify/,
      (said, path) =>
        path === '/geolocation/verify' && said.status === 409
          ? { ...said, status: 200, body: '{"status_code":200,"message":"OK","data":{}}' }
          : said,
    ],
    ['forgets WWW-Authenticate', /without a credential/, (said) => without(said, 'www-authenticate')],
    ['forgets X-Request-Id', /every endpoint/, (said) => without(said, 'x-request-id')],
    [
      'answers with another status_code',
      /bad bodies/,
      (said) => ({ ...said, body: said.body.replace('"status_code":400', '"status_code":200') }),
    ],
    ['forgets Idempotent-Replayed', /retransmission/, (said) => without(said, 'idempotent-replayed')],
    [
      'tells no step in the sandbox',
      /burns nothing/,
      (said) => ({ ...said, body: said.body.replace(/,"fields":\[[^\]]*\]/, '') }),
    ],
  ])('sees a server that %s', async (_, rule, spoil) => {
    const rules = RULES.filter(({ name }) => rule.test(name));
    const found = await spoilt(spoil, (base) => walk(base, credentials(), { rules }));
    expect(broken({ rules: found }), JSON.stringify(found)).not.toEqual([]);
  });

  it('skips what the keys do not open, and says why', async () => {
    const rules = RULES.filter(({ needs }) => needs);
    const found = await walk(service.config.base_url, { api_key: org.api.sandbox }, { rules });
    expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(['skip']));
    expect(new Set(found.map(({ problem }) => problem)).size).toBe(3);
  });

  it.each([
    ['a live key', () => org.api.production, /live key/],
    ['a results key in its place', () => org.results.sandbox, /must be an API key/],
    ['another text', () => 'whsec_AAAA', /must be an API key/],
  ])('refuses %s before anything is sent', async (_, key, message) => {
    const { code, stderr, stdout } = await run('http://127.0.0.1:9', {}, key());
    expect(code).not.toBe(0);
    expect(stderr + stdout).toMatch(message);
  });
});
