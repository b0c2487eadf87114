import { EVENT_TYPES, EVENTS, eventSchema } from '@standpoint/contract';
import { Webhook as Official } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { openReceiver } from '../../../testing/webhooks/receiver.ts';
import { webhookFinding } from '../../system/webhook-finding.ts';
import { validator } from '../../validate.ts';
import { main } from '../main.ts';

const service = testService({ env: { STANDPOINT_EGRESS_ALLOW: '127.0.0.0/8' } });
const org = testOrganization(service);
const run = (...args: string[]) => standpoint(args, service.variables);

it('webhooks add, list, update, rotate, replay and remove follow an endpoint through its life', async () => {
  const made = await run(
    'webhooks',
    'add',
    '--url',
    'http://127.0.0.1:9/hook',
    '--types',
    'key.misused',
    '--json',
  );
  expect(made.json).toMatchObject({
    id: expect.stringMatching(/^whk_/),
    secret: expect.stringMatching(/^whsec_/),
  });
  const { id, secret } = made.json;
  const listed = await run('webhooks', 'list');
  expect(listed.stdout).toContain('nothing sent yet');
  expect(listed.stdout).not.toContain(secret);
  const changed = await run(
    'webhooks',
    'update',
    id,
    '--types',
    'customer.erased,policy.published',
    '--disable',
  );
  expect(changed.stdout).toContain(`${id} is disabled`);
  expect((await run('webhooks', 'replay', id, '--missed')).stderr).toContain('Enable it first');
  expect((await run('webhooks', 'update', id, '--enable', '--json')).json).toMatchObject({ enabled: true });
  const rotated = await run('webhooks', 'rotate', id, '--overlap', '1h', '--json');
  expect(rotated.json).toMatchObject({ id, rotating_until: expect.any(String) });
  expect(rotated.json.secret).not.toBe(secret);
  const type = 'customer.erased';
  await run('trigger', type);
  await run('trigger', type);
  expect((await run('webhooks', 'replay', id, '--types', type, '--json')).json).toEqual({ id, queued: 2 });
  expect((await run('webhooks', 'list', '--json')).json.webhooks).toMatchObject([
    { webhook_id: id, pending: 2 },
  ]);
  expect((await run('webhooks', 'remove', id)).stdout).toBe(`Removed ${id}.\n`);
  expect((await run('webhooks', 'list')).stdout).toContain('There is no webhook endpoint yet');
});

it('webhooks add says what is wrong with an address, and shows a public key for --ed25519', async () => {
  for (const [url, words] of [
    ['https://10.1.2.3/hook', /url .*public/],
    ['http://93.184.216.34/hook', /url .*https/],
    ['ftp://example.com/', /url must be an address like https/],
  ] as const) {
    const { code, stderr } = await run('webhooks', 'add', '--url', url);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
  }
  const made = await run('webhooks', 'add', '--url', 'http://127.0.0.1:9/', '--ed25519', '--json');
  expect(made.json).toMatchObject({ secret: null, public_key: expect.stringMatching(/^whpk_/) });
  expect((await run('webhooks', 'remove', `whk_${'0'.repeat(26)}`)).stderr).toContain('not_found');
});

it('has a fixture for every type, and each fits the schema of its event', () => {
  for (const type of EVENT_TYPES) {
    const data = { ...EVENTS[type].fixture, livemode: false };
    expect([type, validator(eventSchema(type))({ type, timestamp: new Date().toISOString(), data })]).toEqual(
      [type, null],
    );
  }
});

/** Transactions of tests in other databases of the same server hold the last events back. */
const visible = (type: string) =>
  expect
    .poll(
      async () =>
        (await service.call({ method: 'GET', path: `/events?type=${type}`, token: org.results.sandbox })).data
          .events.length,
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

/** A terminal of a command that listens until `end`, and what was said there. */
function listener() {
  const ended = new AbortController();
  let said = '';
  const stdout = {
    write(text: string) {
      said += text;
    },
  };
  const terminal = {
    env: service.variables,
    stdin: process.stdin,
    stdout,
    stderr: stdout,
    ended: ended.signal,
  };
  return { terminal, said: () => said, end: () => ended.abort() };
}

it('listen forwards what happens, signed, to a receiver on this computer, and says what it answered', async () => {
  const receiver = await openReceiver((nth, _request, response) =>
    response
      .writeHead(nth === 2 ? 400 : 200)
      .end(nth === 2 ? 'no_match: No signature \u001b[31mfits\r\n' : ''),
  );
  afterAll(() => receiver.close());
  await run('trigger', 'key.misused');
  await visible('key.misused');
  const { terminal, said, end } = listener();
  const listening = main(['listen', '--forward-to', receiver.url.replace('http://', '')], terminal);
  for (let i = 0; !said().includes('Waiting for events') && i < 600; i++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (const type of ['customer.erased', 'facecheck.session.completed']) await run('trigger', type);
  await receiver.until((got) => got.length === 2);
  end();
  expect(await listening).toBe(0);
  const secret = /whsec_\S+/.exec(said())![0];
  const events = receiver.got.map(
    ({ body, headers }) => new Official(secret).verify(body, headers as Record<string, string>) as never,
  );
  // The event from before it began to listen is not among them.
  expect(events).toMatchObject([{ type: 'customer.erased' }, { type: 'facecheck.session.completed' }]);
  for (const words of [
    receiver.ids()[0]!,
    receiver.got[0]!.headers['webhook-signature'],
    '→ 200',
    '→ 400 Bad Request: no_match: No signature fits\n',
    '2 events',
  ])
    expect(said()).toContain(words);
});

it('listen names the missing route when the receiver answers 404, and counts one event in the singular', async () => {
  const receiver = await openReceiver((_nth, _request, response) => response.writeHead(404).end('<p>no</p>'));
  afterAll(() => receiver.close());
  const { terminal, said, end } = listener();
  const listening = main(['listen', '--forward-to', receiver.url], terminal);
  for (let i = 0; !said().includes('Waiting for events') && i < 600; i++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await run('trigger', 'key.misused');
  await receiver.until((got) => got.length === 1);
  end();
  await listening;
  expect(said()).toMatch(/→ 404 Not Found: your receiver has no POST route at \S+; give its whole address\n/);
  expect(said()).toMatch(/\n1 event forwarded\./);
});

it('listen says why there was no answer', async () => {
  const { terminal, said, end } = listener();
  const listening = main(['listen', '--forward-to', 'http://127.0.0.1:9/hook', '--json'], terminal);
  for (let i = 0; !said().includes('listening') && i < 600; i++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await run('trigger', 'key.misused');
  for (let i = 0; !said().includes('no answer') && i < 600; i++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  end();
  await listening;
  const lines = said()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { listening: true, secret: expect.stringMatching(/^whsec_/) },
    { type: 'key.misused', answer: { status: null } },
    { forwarded: 1 },
  ]);
});

it('doctor names an endpoint that the service has switched off, and how to bring it back', async () => {
  const { json } = await run('webhooks', 'add', '--url', 'http://127.0.0.1:9/', '--json');
  const switchOff = (reason: string) =>
    service.database.pool.query(
      'UPDATE webhook SET disabled_at = now(), disabled_reason = $1 WHERE webhook_id = $2',
      [reason, json.id],
    );
  await switchOff('operator');
  expect((await webhookFinding(service.deps)).ok).toBe(true);
  await switchOff('failing');
  expect(await webhookFinding(service.deps)).toMatchObject({
    ok: false,
    says: expect.stringContaining(`webhooks update ${json.id} --enable --env sandbox`),
  });
});
