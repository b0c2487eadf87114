import { once } from 'node:events';
import { connect } from 'node:net';
import { ERRORS, type ErrorCode, SCOPES } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../src/accounts/api-keys.ts';
import { ROUTES } from '../src/app.ts';
import { newId } from '../src/ids.ts';
import { mintToken, verifyOnce } from '../testing/attacks.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);

const read = (path: string) => service.call({ path, token: org.results.production });

describe('addresses', () => {
  it('that do not exist are 404 in the envelope, with any method and any odd path', async () => {
    const paths = [
      '/',
      '/geolocation',
      '/geolocation/preflight/',
      '/geolocation//preflight',
      '/GEOLOCATION/preflight',
      '/.env',
    ];
    const odd = [
      '/%00',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/customers/a%2Fb/c',
      `/${'a'.repeat(8_000)}`,
      '//x',
      '/?a=b',
    ];
    for (const path of [...paths, ...odd])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
        expectRefusal(await service.call({ method, path }), 404, 'not_found');
  });

  it('that cannot be decoded get 400', async () => {
    for (const path of ['/customers/%ff', '/customers/%', '/%zz'])
      expectRefusal(await read(path), 400, 'invalid_request');
  });

  it('answer another method with 405 and the allowed methods', async () => {
    const byPath = Map.groupBy(ROUTES, ({ endpoint }) => endpoint.path);
    const forms = ROUTES.map(({ endpoint: { method, path } }) => ({
      method,
      form: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
    for (const [pattern, routes] of byPath) {
      const allowed = routes.map(({ endpoint }) => endpoint.method as string);
      const path = pattern.replace(/\{(\w+)\}/g, (_, name) =>
        newId(name === 'attempt_id' ? 'attempt' : name === 'session_id' ? 'session' : 'verification'),
      );
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const) {
        const elsewhere = forms.some((each) => each.method === method && each.form.test(path));
        if (allowed.includes(method) || elsewhere) continue;
        const answer = await service.call({ method, path });
        expect(answer.status, `${method} ${path}`).toBe(405);
        for (const each of allowed) expect(String(answer.headers.allow), path).toContain(each);
        if (method !== 'HEAD') expectRefusal(answer, 405, 'method_not_allowed');
      }
    }
  });

  it('answer OPTIONS without a credential, and only where a page may call', async () => {
    const options = (path: string) =>
      service.call({ method: 'OPTIONS', path, headers: { origin: 'https://shop.example' } });
    for (const { endpoint } of ROUTES) {
      if (endpoint.path.includes('{')) continue;
      const answer = await options(endpoint.path);
      if (endpoint.cors === 'none') expectRefusal(answer, 405, 'method_not_allowed');
      else expect(answer.status).toBe(204);
      const admitted = answer.headers['access-control-allow-origin'];
      expect(admitted, endpoint.path).toBe(endpoint.cors === 'token' ? 'https://shop.example' : undefined);
    }
  });
});

describe('query and path parameters', () => {
  const bad = [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e1',
    'limit=1&limit=2',
    'decision=maybe',
    'from=yesterday',
    'from=2026-02-30T00:00:00Z',
    'from=2016-12-31T23:59:60Z',
    'to=1',
    'bbox=1,2,3',
    'bbox=1,2,3,4,5',
    'bbox=.,.,.,.',
    'bbox=0,9,0,1',
    'bbox=0,-91,0,1',
    'cursor=%00',
    'cursor=ver_0',
    'cursor=garbage',
    `cursor=${newId('session')}`,
    `cursor=${'9'.repeat(201)}`,
    'customer_id=%00',
    'install_id=%01',
    'reason=DROP',
    'custommer_id=x',
    '%00=1',
    'a[b]=1',
    '__proto__=1',
  ];
  it.each(bad)('answers 400 to ?%s and names the parameter', async (query) => {
    const answer = await read(`/geolocation/verifications?${query}`);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields.length).toBeGreaterThan(0);
  });

  it('answers 200 when they are absent, empty or good', async () => {
    const good = [
      '',
      '?limit=',
      '?limit=1',
      '?limit=100',
      '?decision=pass',
      '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00.000Z',
    ];
    for (const query of [
      ...good,
      '?bbox=170,-10,-170,10',
      '?customer_id=%F0%9F%98%80',
      '?cursor=',
      `?cursor=${newId('verification')}`,
      '?reason=ip_vpn',
    ])
      expect((await read(`/geolocation/verifications${query}`)).status, query).toBe(200);
  });

  it('answers 400 to a malformed id, and 404 to an unknown one and to another organization’s', async () => {
    for (const id of ['x', 'ver_', 'ver_x', `${newId('verification')}x`, newId('policy'), '%00', "'"])
      expectRefusal(await read(`/geolocation/verifications/${id}`), 400, 'invalid_request');
    expectRefusal(await read(`/geolocation/verifications/${newId('verification')}`), 404, 'not_found');
    const mine = (await verifyOnce(service, await mintToken(service, org))).data.verification_id;
    expect((await read(`/geolocation/verifications/${mine}`)).status).toBe(200);
    const other = await service.organization('Other');
    const theirs = await service.call({
      path: `/geolocation/verifications/${mine}`,
      token: other.results.production,
    });
    expectRefusal(theirs, 404, 'not_found');
    const sandbox = await service.call({
      path: `/geolocation/verifications/${mine}`,
      token: org.results.sandbox,
    });
    expectRefusal(sandbox, 404, 'not_found');
  });

  it('answers 400 to a made-up cursor of a customer, and accepts customer ids of any form', async () => {
    for (const cursor of ['2016', 'x', '-271821-04-20T00:00:00Z', '2026-13-01T00:00:00.000Z', '%00'])
      expectRefusal(await read(`/customers/x?cursor=${cursor}`), 400, 'invalid_request');
    for (const id of ['x', '%F0%9F%98%80', 'a%2Fb', "'--", 'a'.repeat(128)])
      expect((await read(`/customers/${id}`)).status, id).toBe(200);
    for (const id of ['%00', 'a'.repeat(129)])
      expectRefusal(await read(`/customers/${id}`), 400, 'invalid_request');
    expectRefusal(await read(`/customers/${'a'.repeat(600)}`), 404, 'not_found');
  });

  it('answers 403 scope_denied to a key without the scope', async () => {
    const { key } = await createKey(service.database.db, {
      org: org.org,
      env: 'production',
      kind: 'results',
      name: 'narrow',
      scopes: [...SCOPES].filter((scope) => scope !== 'results:read'),
    });
    const answer = await service.call({ path: '/geolocation/verifications', token: key });
    expectRefusal(answer, 403, 'scope_denied');
    expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
  });
});

describe('bytes that are not HTTP', () => {
  let port: number;
  beforeAll(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    port = (service.app.server.address() as { port: number }).port;
  });

  /** Everything that the service sends back for these bytes, until it closes or is silent for 300 ms. */
  async function raw(bytes: string | Buffer): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.setTimeout(300, () => socket.destroy());
    socket.write(bytes);
    await once(socket, 'close');
    return text;
  }

  const crlf = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const host = 'Host: localhost:4000';
  const length = 'Content-Length: 2';
  const broken: [string, string | Buffer][] = [
    ['garbage', 'hello\r\n\r\n'],
    ['binary', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
    ['another protocol version', crlf('GET / HTTP/9.9', host)],
    ['a bad header line', crlf('GET / HTTP/1.1', host, 'no colon')],
    ['a header name with a blank', crlf('GET / HTTP/1.1', host, 'a b: c')],
    ['NUL in a header', crlf('GET / HTTP/1.1', host, 'a: \u0000')],
    [
      'two different lengths',
      `${crlf('POST /geolocation/collect HTTP/1.1', host, length, 'Content-Length: 3')}{}`,
    ],
    [
      'length and chunks',
      `${crlf('POST /geolocation/collect HTTP/1.1', host, length, 'Transfer-Encoding: chunked')}{}`,
    ],
    ['a negative length', crlf('POST /geolocation/collect HTTP/1.1', host, 'Content-Length: -1')],
    [
      'a bad chunk',
      `${crlf(
        'POST /geolocation/collect HTTP/1.1',
        host,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      )}zz\r\n{}\r\n`,
    ],
    ['17 KB of headers', crlf('GET / HTTP/1.1', host, `a: ${'x'.repeat(17_000)}`)],
    ['a blank in the address', crlf('GET /a b HTTP/1.1', host)],
    ['no Host', crlf('GET / HTTP/1.1')],
  ];

  it.each(broken)('answers %s with one envelope and 4xx, or closes the connection', async (_, bytes) => {
    const text = await raw(bytes);
    if (text === '') return;
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
    const [head, body] = text.split('\r\n\r\n') as [string, string];
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1]!]),
    );
    const { data, message } = JSON.parse(body);
    const code = data.error.code as ErrorCode;
    expect(status).toBe(ERRORS[code].status);
    expectRefusal({ status, data, code, message, headers, text: body });
  });

  it('answers a good call after 200 broken connections', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => raw(`x${i}\r\n\r\n`)));
    const token = await mintToken(service, org);
    const good = await fetch(`http://127.0.0.1:${port}/geolocation/collect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(good.status).toBe(200);
  });
});
