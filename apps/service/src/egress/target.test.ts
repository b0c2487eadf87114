import { expect, it, onTestFinished, test } from 'vitest';
import { canary, connections, portOf, receiver, sharingPort } from '../../testing/egress/receiver.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { type EgressOptions, openEgress } from './egress.ts';
import type { Lookup } from './lookup.ts';

const BODY = Buffer.from('{}');
const PUBLIC = '93.184.216.34';
/** An allow list that contains none of the addresses here. It must not widen anything else. */
const ELSEWHERE = ['10.99.0.0/16'];
const NOT_PUBLIC = 'leads to an address that is not public';

/** Answers with each list once, and then with the last one for ever. */
const answering = (...answers: string[][]): Lookup => {
  const left = [...answers];
  return async () => {
    const now = left.length > 1 ? left.shift()! : left[0]!;
    return now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
};
const opened = (open: typeof openEgress, options: EgressOptions) => {
  const egress = open(options);
  onTestFinished(() => egress.close());
  return egress;
};

/** Addresses that reach this machine, its network, or nothing that belongs to an organization. */
const INSIDE = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT, also used for metadata': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'link-local and metadata': ['169.254.1.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
  'IETF protocols': ['192.0.0.1', '192.0.0.192', '192.0.0.8'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'multicast, reserved, broadcast': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
  ],
  'v4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe', '::ffff:0:127.0.0.1'],
  'v4-compatible': ['::127.0.0.1', '::7f00:1', '::a00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::7f00:1'],
  '6to4 and Teredo': [
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    '192.88.99.1',
  ],
  'unique local, site-local': ['fc00::1', 'fd00:ec2::254', 'fd12:3456::1', 'fec0::1'],
  'discard, SRv6, ORCHID': ['100::1', '5f00::1', '2001:10::1', '2001:20::1'],
  'not given to anyone yet': ['4000::1', 'e000::1'],
};

/** Spellings of this machine, and of addresses inside, that a reader may take for something else. */
const TRICKS = [
  ...['127.0.0.1', '127.1', '0x7f000001', '0x7f.1', '2130706433', '017700000001', '0177.0.0.1', '0', '00.0'],
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '127.0.0.1.', '%31%32%37.0.0.1'],
  ...['127.0.0.\u00ad1', '127.0.\t0.1', '127.0.0.1\\@receiver.example', 'receiver.example@127.0.0.1'],
  ...['@127.0.0.1', ':@127.0.0.1', 'receiver.example:443@127.0.0.1', '127.0.0.1?@receiver.example'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:7f00:1]', '[::FFFF:127.0.0.1]', '[::7f00:1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00:ec2::254]'],
  ...[
    '169.254.169.254',
    '0xa9fea9fe',
    '[::ffff:a9fe:a9fe]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌocalhost',
  ],
];

it.each(Object.entries(INSIDE))(
  'refuses every %s address at registration and at delivery, alone or beside a public one',
  async (_, addresses) => {
    const count = connections();
    for (const address of addresses) {
      const literal = address.includes(':') ? `[${address}]` : address;
      for (const allow of [[], ELSEWHERE]) {
        const urls = [`https://${literal}/`, 'https://receiver.example/'];
        for (const answer of [[address], [PUBLIC, address], [address, PUBLIC]]) {
          const egress = opened(openEgress, { allow, lookup: answering(answer) });
          for (const url of urls) {
            expect([address, await egress.problemOf(url)]).toEqual([address, NOT_PUBLIC]);
            expect(await egress.post(url, {}, BODY)).toMatchObject({
              answered: false,
              problem: 'address_not_public',
              detail: `The url ${NOT_PUBLIC}.`,
            });
          }
        }
      }
    }
    expect(count()).toBe(0);
  },
);

it('accepts public addresses at registration', async () => {
  for (const address of [PUBLIC, '8.8.8.8', '2606:4700::1111', '2a00:1450:4009::1', '::ffff:8.8.8.8']) {
    const egress = opened(openEgress, { allow: [], lookup: answering([address]) });
    expect([address, await egress.problemOf('https://receiver.example/a?b')]).toEqual([address, null]);
    expect(await egress.problemOf('https://receiver.example:8443/')).toBeNull();
  }
});

/** The system's own resolver, because it knows `localhost`. */
const SYSTEM = { allow: ELSEWHERE };

it.each(TRICKS)('never reaches this machine by http://%s', async (host) => {
  const trap = await sharingPort(() => canary());
  const count = connections();
  const egress = opened(openEgress, SYSTEM);
  for (const scheme of ['http', 'https', 'HTTP', 'ws', 'ftp', 'file']) {
    for (const url of spellings(scheme, host, trap.port)) {
      expect([url, await egress.problemOf(url)]).toEqual([url, expect.any(String)]);
      expect(await egress.post(url, {}, BODY)).toMatchObject({ answered: false });
    }
  }
  expect([trap.hits(), count()]).toEqual([0, 0]);
});

/** The port stands behind the host, even where something follows it. */
const spellings = (scheme: string, host: string, port: number): string[] => [
  `${scheme}://${host}/`,
  `${scheme}://${host.replace(/(?=[\\?]|$)/, `:${port}`)}/`,
  ` \n${scheme}:/${host.replace(/(?=[\\?]|$)/, `:${port}`)}/hook`,
];

test.each([
  ['https://user@receiver.example/', 'must not contain a user name or a password'],
  ['https://:password@receiver.example/', 'must not contain a user name or a password'],
  ['https://receiver.example/#part', 'must not contain a fragment (#)'],
  ['https://receiver.example/#', 'must not contain a fragment (#)'],
  ['https://receiver.example./', 'must not have a dot at the end of its host name'],
  ['http://receiver.example/', 'must begin with https://'],
  ['http://receiver.example:443/', 'must begin with https://'],
  ['receiver.example', 'must begin with https://'],
  ['javascript:alert(1)', 'must begin with https://'],
  ['unix:///var/run/docker.sock', 'must begin with https://'],
  ['https://', 'must begin with https://'],
  ['', 'must begin with https://'],
  ['https://receiver.example:22/', 'must use port 443 or 8443'],
  ['https://receiver.example:80/', 'must use port 443 or 8443'],
  ['https://receiver.example:0/', 'must use port 443 or 8443'],
])('refuses %j', async (url, phrase) => {
  for (const allow of [[], ELSEWHERE]) {
    const egress = opened(openEgress, { allow, lookup: answering([PUBLIC]) });
    expect(await egress.problemOf(url)).toBe(phrase);
    expect(await egress.post(url, {}, BODY)).toMatchObject({
      problem: 'address_not_allowed',
      detail: `The url ${phrase}.`,
    });
  }
});

it('refuses a URL of more than 2,048 characters', async () => {
  const egress = opened(openEgress, { allow: [], lookup: answering([PUBLIC]) });
  const url = (length: number) => 'https://receiver.example/'.padEnd(length, 'a');
  expect(await egress.problemOf(url(2_048))).toBeNull();
  expect(await egress.problemOf(url(2_049))).toBe('must be at most 2,048 characters long');
});

it('counts a connection that is made (control of the zeros above)', async () => {
  const trap = await sharingPort(() => canary());
  const count = connections();
  const egress = opened(openEgress, { allow: ['127.0.0.1', '::1'] });
  for (const url of [`http://127.0.0.1:${trap.port}/`, `https://[::1]:${trap.port}/`])
    await egress.post(url, {}, BODY);
  expect([trap.hits(), count()]).toEqual([2, 2]);
});

it('refuses a name that has no address, and answers of a resolver that are no addresses', async () => {
  const failing = async () => Promise.reject(new Error('SERVFAIL'));
  for (const lookup of [failing, answering([])]) {
    const egress = opened(openEgress, { allow: [], lookup });
    expect(await egress.problemOf('https://receiver.example/')).toBe('names a host that cannot be found');
    expect(await egress.post('https://receiver.example/', {}, BODY)).toMatchObject({
      problem: 'name_not_found',
    });
  }
  for (const answer of ['', 'localhost', '127.1', '0x7f000001', '8.8.8.8:80', '[::1]', '2606:4700::1%lo']) {
    const egress = opened(openEgress, { allow: [], lookup: answering([answer]) });
    expect([answer, await egress.problemOf('https://receiver.example/')]).toEqual([answer, NOT_PUBLIC]);
  }
});

it('allows http, any port and private addresses only where every address is in the allow list', async () => {
  const server = await receiver((_, response) => response.writeHead(204).end(), '127.0.0.2');
  const allow = ['127.0.0.2/32', 'fd00::/8'];
  const url = `http://receiver.example:${portOf(server)}/`;
  const judged = async (...answer: string[]) =>
    opened(openEgress, { allow, lookup: answering(answer) }).problemOf(url);
  expect(await judged('127.0.0.2')).toBeNull();
  expect(await judged('127.0.0.2', 'fd00::1')).toBeNull();
  expect(await judged('::ffff:127.0.0.2')).toBeNull();
  expect(await judged('127.0.0.2', '127.0.0.1')).toBe(NOT_PUBLIC);
  expect(await judged('127.0.0.2', PUBLIC)).toBe(NOT_PUBLIC);
  expect(await judged(PUBLIC)).toBe('must begin with https://');
  const egress = opened(openEgress, { allow, lookup: answering(['127.0.0.2']) });
  expect(await egress.post(url, {}, BODY)).toMatchObject({ status: 204 });
  expect(await egress.post(`http://127.0.0.2:${portOf(server)}/`, {}, BODY)).toMatchObject({ status: 204 });
});

/** A receiver that is allowed, and a canary on the same port of another address. */
const besideCanary = () =>
  sharingPort(async () => {
    let posts = 0;
    const server = await receiver((_, response) => {
      posts += 1;
      response.writeHead(204).end();
    }, '127.0.0.2');
    const trap = await canary(['127.0.0.1', '::1'], portOf(server));
    return { port: trap.port, posts: () => posts, hits: trap.hits };
  });
const ALLOWED = ['127.0.0.2/32'];

it('refuses a delivery when the name has moved inside since the registration, or since the last one', async () => {
  for (const inside of ['127.0.0.1', '::1']) {
    const { port, posts, hits } = await besideCanary();
    const good = ['127.0.0.2'];
    const lookup = answering(good, good, [inside]);
    const egress = opened(openEgress, { allow: ALLOWED, lookup });
    const url = `http://receiver.example:${port}/`;
    expect(await egress.problemOf(url)).toBeNull();
    expect(await egress.post(url, {}, BODY)).toMatchObject({ status: 204 });
    // The connection of the first delivery is still open.
    expect(await egress.post(url, {}, BODY)).toMatchObject({ problem: 'address_not_public' });
    expect([posts(), hits()]).toEqual([1, 0]);
  }
});

it('connects to the address that was checked when the name server answers differently a moment later', async () => {
  const { port, posts, hits } = await besideCanary();
  const lookup = answering(['127.0.0.2'], ['127.0.0.1']);
  const egress = opened(openEgress, { allow: ALLOWED, lookup });
  expect(await egress.post(`http://receiver.example:${port}/`, {}, BODY)).toMatchObject({ status: 204 });
  expect([posts(), hits()]).toEqual([1, 0]);
});

test('control: a connection by name follows the second answer of the name server', async () => {
  const { port, posts, hits } = await besideCanary();
  const byName = await mutant<typeof import('./egress.ts')>(
    'egress/egress.ts',
    ['origin: `${url.protocol}//${host}:${port}`', 'origin: url.origin'],
    ['if (!isIP(to.hostname)) return', 'if (false) return'],
    [
      'allowH2: false,',
      'allowH2: false, lookup: (name, _, done) => lookupOf(name).then((all) => done(null, all)),',
    ],
    ['function openAgent({ ca,', 'function openAgent({ lookup: lookupOf, ca,'],
  );
  const lookup = answering(['127.0.0.2'], ['127.0.0.1']);
  const egress = opened(byName.openEgress, { allow: ALLOWED, lookup });
  await egress.post(`http://receiver.example:${port}/`, {}, BODY);
  expect([posts(), hits()]).toEqual([0, 1]);
});

test('control: an agent that is given a name connects to nothing', async () => {
  const { port, posts, hits } = await besideCanary();
  const byName = await mutant<typeof import('./egress.ts')>('egress/egress.ts', [
    'origin: `${url.protocol}//${host}:${port}`',
    'origin: `http://localhost:${port}`',
  ]);
  const egress = opened(byName.openEgress, { allow: ALLOWED, lookup: answering(['127.0.0.2']) });
  const outcome = await egress.post(`http://receiver.example:${port}/`, {}, BODY);
  expect([outcome, posts(), hits()]).toMatchObject([{ problem: 'connection_failed' }, 0, 0]);
});

/** The rules about ports switched off, so that the addresses alone decide. */
const anyPort: [string, string] = ['PUBLIC_PORTS.includes(port)', 'true'];
const inTarget = (...changes: [string, string][]) =>
  mutantInside<typeof import('./egress.ts')>('egress/egress.ts', 'egress/target.ts', ...changes);

test('the addresses alone keep the canary untouched; control: without their check it is hit', async () => {
  const trap = await sharingPort(() => canary());
  const hosts = ['127.0.0.1', '2130706433', '[::1]', '[::ffff:7f00:1]', 'localhost', 'receiver.example'];
  const hit = async (...changes: [string, string][]) => {
    const { openEgress: open } = await inTarget(anyPort, ...changes);
    const before = trap.hits();
    const egress = opened(open, { allow: [], lookup: answering(['127.0.0.1']) });
    for (const host of hosts) await egress.post(`https://${host}:${trap.port}/`, {}, BODY);
    return trap.hits() - before;
  };
  expect(await hit()).toBe(0);
  expect(await hit(['!addresses.every(isPublicUnicast)', 'false'])).toBe(hosts.length);
});

test('control: a check of the first address alone lets a mixed answer in', async () => {
  const trap = await sharingPort(() => canary());
  const firstOnly: [string, string] = [
    '!addresses.every(isPublicUnicast)',
    'addresses.length === 1 && !addresses.every(isPublicUnicast)',
  ];
  const { openEgress: open } = await inTarget(anyPort, firstOnly);
  const egress = opened(open, { allow: [], lookup: answering(['127.0.0.1', PUBLIC]) });
  await egress.post(`https://receiver.example:${trap.port}/`, {}, BODY);
  expect(trap.hits()).toBe(1);
});
