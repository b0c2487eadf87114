import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn, tries } from '../../../testing/counts.ts';
import { handedOff, person, type Speaker } from '../testing/face/face.ts';
import { anyText } from '../testing/http/any-text.ts';
import { expectNoFault, expectRefusal } from '../testing/refusals.ts';
import { openTestService, type TestOrganization, type TestService } from '../testing/service.ts';
import { vectors } from '../testing/vectors.ts';

let service: TestService;
let org: TestOrganization;
let desktop: Speaker;
let phone: Speaker;
let waiting: Speaker;
beforeAll(async () => {
  service = await openTestService({ unlimited: true });
  org = await service.organization();
  desktop = await person(service, org);
  await desktop.open();
  const pair = await handedOff(service, org);
  await pair.phone.confirm(pair.number);
  phone = pair.phone;
  waiting = (await handedOff(service, org)).phone;
});
afterAll(() => service.close());

const portal = (body: unknown) =>
  service.call({ path: '/facecheck/session/portal', token: org.api.production, body });
const good = () => ({ workflow_id: org.workflow_id, customer: { customer_id: 'c-1' } });
const redeem = (query: string) => service.call({ path: `/facecheck/short-code${query}` });

const strings = vectors('strings/blns.json');
describe.skipIf(strings.absent)('naughty strings', () => {
  const all: string[] = strings.absent ? [] : JSON.parse(readFileSync(strings.path, 'utf8'));
  const fields: [string, (text: string) => object][] = [
    ['workflow_id', (workflow_id) => ({ workflow_id })],
    ...['customer_id', 'email', 'first_name', 'last_name'].map(
      (field): [string, (text: string) => object] => [
        field,
        (text) => ({ customer: { customer_id: 'c-1', [field]: text } }),
      ],
    ),
  ];

  it.each(fields)('in %s of a portal token are accepted or refused with 400', async (field, body) => {
    let accepted = 0;
    // In `npm test` each text is in one of the fields.
    const nth = fields.findIndex(([name]) => name === field);
    const some = oneIn(fields.length, all, nth);
    for (const text of some) {
      const answer = await portal({ ...good(), ...body(text) });
      expectNoFault(answer);
      if (answer.status === 200) accepted++;
      if (answer.status === 200 && field === 'customer_id') expect(answer.data.customer_id).toBe(text);
    }
    // Few of these texts are e-mail addresses.
    if (field === 'email') expect(accepted).toBeGreaterThanOrEqual(tries(1, 0));
    else if (field !== 'workflow_id') expect(accepted / some.length).toBeGreaterThan(0.75);
  });

  it('as a short code get 400 or 404, and consume nothing', async () => {
    const { code } = (await (await openDesktop()).shortCode()).data;
    for (const text of oneIn(4, all)) {
      const answer = await redeem(`?code=${encodeURIComponent(text.isWellFormed() ? text : '?')}`);
      expectRefusal(answer, undefined, ['invalid_request', 'short_code_not_found']);
    }
    expect((await redeem(`?code=${code}`)).status).toBe(200);
  });

  it('in the fields of a session, a consent, an attempt and an event never cause a 5xx', async () => {
    for (const text of oneIn(16, all)) {
      expectNoFault(
        await desktop.open({ locale: text, parent_origin: text, client: { sdk: text, version: text } }),
      );
      expectNoFault(
        await desktop.open({ device: { [text]: text }, capabilities: { a: text } }, { 'user-agent': 'x' }),
      );
      expectNoFault(await waiting.confirm(''));
      expectNoFault(await desktop.post('/session/event', { type: 'loaded', detail: text }));
      expectNoFault(await desktop.attempt({ client_attempt_id: text }));
      expectNoFault(await desktop.post('/session/consent', { version: text, accepted: true, locale: text }));
    }
    expect((await desktop.status()).status).toBe(200);
  });
});

async function openDesktop(): Promise<Speaker> {
  const each = await person(service, org);
  await each.open();
  return each;
}

describe('fuzz', () => {
  const word = fc.constantFrom(
    'workflow_id',
    'customer',
    'customer_id',
    'client',
    'device',
    'locale',
    'version',
    'accepted',
    'client_attempt_id',
    'alternative',
    'type',
    'detail',
    'reason',
    'channel',
    'number',
    'code',
    'skip',
    'parent_origin',
    'capabilities',
    'constructor',
  );
  const body = fc.dictionary(
    fc.oneof({ weight: 4, arbitrary: word }, anyText({ maxLength: 12 })),
    fc.oneof(
      anyText(),
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>('\u0000', '\ud800', true, '12'),
    ),
    { maxKeys: 6 },
  );
  const paths = [
    '/session',
    '/session/consent',
    '/session/attempt',
    '/session/event',
    '/session/handoff/confirm',
    '/session/handoff/deny',
    '/session/handoff/cancel',
    '/session/handoff/optical',
    '/short-code',
    '/session/cancel',
  ];

  it('answers any JSON object at any endpoint of area B without a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(...paths), fc.nat({ max: 2 }), async (value, path, who) => {
        expectNoFault(await portal({ ...good(), ...value }));
        const speaker = [desktop, phone, waiting][who]!;
        expectNoFault(await speaker.post(path, value));
        expectNoFault(await speaker.refresh(value));
      }),
      { numRuns: tries(400, 40) },
    );
  });

  it('answers any query at the public and the polled address without a 5xx', async () => {
    const text = anyText({ maxLength: 30 }).filter((each) => each.isWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('code', 'wait', 'since', 'limit', 'cursor', 'status', 'customer_id', 'from'),
        text,
        async (name, value) => {
          const query = `?${name}=${encodeURIComponent(value)}`;
          expectNoFault(await redeem(query));
          expectNoFault(await desktop.status(query));
          expectNoFault(
            await service.call({ path: `/facecheck/sessions${query}`, token: org.results.production }),
          );
        },
      ),
      { numRuns: tries(300, 30) },
    );
    for (const query of [
      '?cursor=%00',
      '?from=2016-12-31T23:59:60Z',
      '?to=0000-01-01T00:00:00Z',
      '?cursor=x',
      '?customer_id=%00',
      '?status=none',
      '?workflow_id=%00',
    ])
      expectNoFault(
        await service.call({ path: `/facecheck/sessions${query}`, token: org.results.production }),
      );
  });

  it('answers any value of a header that area B reads without a 5xx', async () => {
    const value = fc.string({ maxLength: 60 }).map((each) => each.replace(/[^\x20-\x7e]/g, '?'));
    const name = fc.constantFrom(
      'standpoint-proof',
      'if-none-match',
      'user-agent',
      'sec-purpose',
      'sec-fetch-mode',
      'accept-language',
      'x-forwarded-for',
    );
    const part = fc.constantFrom('eyJhbGciOiJub25lIn0', 'e30', 'W10', 'bnVsbA', '');
    const proof = fc.tuple(part, part, part).map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(name, fc.oneof(value, proof), async (header, text) => {
        expectNoFault(await desktop.open({}, { [header]: text }));
        const status = await desktop.status('', { [header]: text });
        if (status.status !== 304) expectNoFault(status);
        expectNoFault(
          await service.call({
            path: '/facecheck/short-code?code=0000-0000-0000-0000',
            headers: { [header]: text },
          }),
        );
      }),
      { numRuns: tries(200, 25) },
    );
  });

  it('refuses any bytes as an upload, and counts no attempt', async () => {
    const mine = await openDesktop();
    await mine.consent();
    const { attempt_id } = (await mine.attempt()).data;
    const path = `/facecheck/session/attempt/${attempt_id}/submit`;
    const send = (raw: Buffer | string, type: string) =>
      service.call({ path, token: mine.token, raw, headers: { 'content-type': type } });
    const part = (name: string, content: string, more = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
    const bodies: [string | Buffer, string][] = [
      ['', 'multipart/form-data; boundary=b'],
      ['--b--', 'multipart/form-data; boundary=b'],
      ['x', 'multipart/form-data'],
      ['{}', 'application/json'],
      [`${part('manifest', '{}')}--b--`, 'multipart/form-data; boundary=b'],
      [`${part('manifest', 'x')}--b--`, 'multipart/form-data; boundary=b'],
      [`${part('manifest', '[]')}${part('manifest', '[]')}--b--`, 'multipart/form-data; boundary=b'],
      [part('frame_0', 'x', '; filename="x"'), 'multipart/form-data; boundary=b'],
      [`${part('__proto__', '{}')}--b--`, 'multipart/form-data; boundary=b'],
      [`${part('manifest', 'x'.repeat(70_000))}--b--`, 'multipart/form-data; boundary=b'],
      [`${part('a', 'x').repeat(30)}--b--`, 'multipart/form-data; boundary=b'],
      [
        `${part('manifest', '{}')}${part('frame_0', 'x'.repeat(1_600_000), '; filename="x"')}--b--`,
        'multipart/form-data; boundary=b',
      ],
      [Buffer.alloc(8 * 1024 * 1024 + 1), 'multipart/form-data; boundary=b'],
      ['--b\r\n\r\n\r\n--b--', 'multipart/form-data; boundary=b'],
    ];
    for (const [raw, type] of bodies) expectRefusal(await send(raw, type));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expectRefusal(
          await send(
            Buffer.concat([Buffer.from('--b\r\n'), Buffer.from(bytes)]),
            'multipart/form-data; boundary=b',
          ),
        );
      }),
      { numRuns: tries(100, 20) },
    );
    expect((await mine.status()).data.attempts_used).toBe(0);
  });
});
