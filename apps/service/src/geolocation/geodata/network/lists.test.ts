import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundledNetwork } from '../../../../testing/geodata/bundled.ts';
import { keepLists } from './keep-lists.ts';
import { parseList } from './list-format.ts';
import { DEFAULT_SOURCES, isAllowedUrl, type ListSource, readListSettings } from './list-settings.ts';
import { acceptHeld, openLists, refreshLists, rollbackList } from './lists.ts';
import { wordsOf } from './ranges.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;

/** A publisher on this machine; a test sets its answer. */
let publisher: Server;
let asked: string[] = [];
let answers: Record<string, { status?: number; body: string }> = {};
let base = '';
let geo_dir = '';
let dir = '';

beforeAll(async () => {
  publisher = createServer((request, response) => {
    asked.push(request.url!);
    const { status = 200, body } = answers[request.url!] ?? { status: 404, body: 'no' };
    // A busy test would send its next request on a connection that has just been closed.
    response.writeHead(status, { connection: 'close' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => publisher.once('listening', resolve));
  base = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
});
afterAll(() => void publisher.close());
beforeEach(() => {
  geo_dir = join(mkdtempSync(join(tmpdir(), 'standpoint-lists-')), 'geo');
  dir = join(geo_dir, 'lists');
  mkdirSync(geo_dir);
  asked = [];
  answers = {};
});
afterEach(() => rmSync(join(geo_dir, '..'), { recursive: true }));

const source = (name: string, kind: ListSource['kind'], every_hours = 24): ListSource => ({
  name,
  kind,
  url: `${base}/${name}`,
  every_hours,
});
const refresh = (sources: ListSource[], now_ms = NOW_MS) => refreshLists(dir, { fetch, now_ms, sources });
const addresses = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => `185.220.${(from + i) >> 8}.${(from + i) & 255}`).join('\n');
const words = (...bytes: number[]) => wordsOf(bytes);

describe('the formats of published lists', () => {
  const count = async (text: string) => (await parseList(text)).count;

  it('are told apart: lines, CSV, and the JSON of four clouds', async () => {
    expect(await count('# exits\n185.220.101.1\n185.220.101.2 # old\n\n; note\n2a0b:f4c2::1\n')).toBe(3);
    expect(
      await count('172.224.226.0/27,GB,GB-EN,London,\n2a02:26f7:b000:4000::/64,US,US-CA,"San Jose",\r\n'),
    ).toBe(2);
    expect(
      await count(
        JSON.stringify({
          prefixes: [{ ip_prefix: '3.5.140.0/22' }],
          ipv6_prefixes: [{ ipv6_prefix: '2600:1f00::/40' }],
        }),
      ),
    ).toBe(2);
    expect(
      await count(
        JSON.stringify({ prefixes: [{ ipv4Prefix: '34.1.208.0/20' }, { ipv6Prefix: '2600:1900::/35' }] }),
      ),
    ).toBe(2);
    expect(
      await count(JSON.stringify({ values: [{ properties: { addressPrefixes: ['13.64.0.0/16'] } }] })),
    ).toBe(1);
    expect(await count(JSON.stringify({ regions: [{ cidrs: [{ cidr: '129.213.0.0/25' }] }] }))).toBe(1);
  });

  it('leave out space that no client comes from', async () => {
    expect(await count('185.220.101.1\n192.0.2.0/24\n10.0.0.0/8\nfe80::1\n2001:db8::/32')).toBe(1);
  });

  it('refuse the whole list for one invalid entry', async () => {
    const bad = [
      '<html>Service unavailable</html>',
      '185.220.101.1\n1.2.3',
      '0x7f.1',
      '010.0.0.1',
      '1.2.3.4/33',
      '1.2.3.4/8/8',
      '1.2.3.4/24',
      '0.0.0.0/0',
      '2000::/3',
      '10.0.0.0/24',
      '100.64.0.0/10',
      '127.0.0.1',
      '::1',
      'fe80::1',
      '::ffff:8.8.8.8',
      '{"prefixes":[]}',
      '{"prefixes":[{"ip_prefix":5}]}',
      '{"prefixes":',
      '',
      '# nothing',
    ];
    for (const text of bad) await expect(parseList(text), text).rejects.toThrow();
  });
});

describe('refreshing lists', () => {
  it('takes a list into use and answers by it, for both families', async () => {
    answers = { '/tor': { body: '185.220.101.1\n2a0b:f4c2::1' } };
    expect(await refresh([source('tor', 'tor')])).toEqual([
      { name: 'tor', outcome: 'updated', count: 2, before: null, reason: null },
    ]);
    const lists = openLists(dir);
    const hit = { name: 'tor', kind: 'tor', fetched_ms: NOW_MS };
    expect(lists.lookup(words(185, 220, 101, 1))).toEqual([hit]);
    expect(lists.lookup(words(185, 220, 101, 2))).toEqual([]);
    expect(lists.lookup(words(0x2a, 0x0b, 0xf4, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))).toEqual([hit]);
    expect(lists.lookup(words(0x2a, 0x0b, 0xf4, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))).toEqual([]);
    expect(lists.headers[0]).toMatchObject({ count: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('keeps the old list when the source is down, sends nonsense or is empty', async () => {
    answers = { '/tor': { body: addresses(10) } };
    await refresh([source('tor', 'tor')]);
    for (const answer of [{ status: 503, body: 'later' }, { body: '<html></html>' }, { body: '' }]) {
      answers = { '/tor': answer };
      const [report] = await refresh([source('tor', 'tor')], NOW_MS + HOUR_MS);
      expect(['failed', 'refused']).toContain(report!.outcome);
      expect(openLists(dir).headers[0]).toMatchObject({
        count: 10,
        fetched_at: new Date(NOW_MS).toISOString(),
      });
    }
    const [report] = await refresh([{ ...source('tor', 'tor'), url: 'http://example.com/list' }]);
    expect(report!.outcome).toBe('failed');
  });

  it('holds a list that shrinks by more than half or more than quadruples', async () => {
    answers = { '/vpn': { body: addresses(100) } };
    await refresh([source('vpn', 'vpn')]);
    for (const [size, outcome] of [
      [49, 'held'],
      [401, 'held'],
    ] as const) {
      answers = { '/vpn': { body: addresses(size) } };
      expect((await refresh([source('vpn', 'vpn')]))[0]).toMatchObject({ outcome, count: size, before: 100 });
      expect(openLists(dir).headers[0]!.count).toBe(100);
    }
    expect(acceptHeld(dir, 'vpn')).toBe(true);
    expect(openLists(dir).headers[0]!.count).toBe(401);
    expect(acceptHeld(dir, 'vpn')).toBe(false);
    expect(rollbackList(dir, 'vpn')).toBe(true);
    expect(openLists(dir).headers[0]!.count).toBe(100);
    expect(rollbackList(dir, 'vpn')).toBe(false);
    answers = { '/vpn': { body: addresses(50) } };
    expect((await refresh([source('vpn', 'vpn')]))[0]!.outcome).toBe('updated');
  });

  it('keeps the list before the one in use, also when the same list came again in between', async () => {
    for (const size of [10, 12, 12]) {
      answers = { '/vpn': { body: addresses(size) } };
      await refresh([source('vpn', 'vpn')]);
    }
    expect((await refresh([source('vpn', 'vpn')]))[0]!.outcome).toBe('unchanged');
    rollbackList(dir, 'vpn');
    expect(openLists(dir).headers[0]!.count).toBe(10);
    expect(readdirSync(dir)).toEqual(['vpn.list']);
  });

  it('reads a file that arrived some other way', async () => {
    const file = join(geo_dir, 'mine.txt');
    writeFileSync(file, '203.0.114.0/24\n');
    const [report] = await refresh([{ ...source('mine', 'vpn'), url: pathToFileURL(file).href }]);
    expect(report!.outcome).toBe('updated');
    expect(asked).toEqual([]);
  });

  it('leaves a damaged file out, says so, and replaces it at the next refresh', async () => {
    answers = { '/tor': { body: '185.220.101.1' }, '/vpn': { body: '185.220.101.2' } };
    await refresh([source('tor', 'tor'), source('vpn', 'vpn')]);
    const file = join(dir, 'tor.list');
    writeFileSync(file, `${readFileSync(file, 'utf8')}x`);
    const lists = openLists(dir);
    expect(lists.headers.map(({ name }) => name)).toEqual(['vpn']);
    expect(lists.refused).toEqual([{ file: 'tor.list', reason: expect.stringContaining('damaged') }]);
    await refresh([source('tor', 'tor')]);
    expect(openLists(dir).headers).toHaveLength(2);
  });
});

describe('the settings of the lists', () => {
  const settings = (json: unknown) => {
    writeFileSync(join(geo_dir, 'lists.json'), typeof json === 'string' ? json : JSON.stringify(json));
    return readListSettings(geo_dir);
  };

  it('fetch nothing by default', () => {
    expect(readListSettings(geo_dir)).toEqual({
      enabled: false,
      sources: DEFAULT_SOURCES,
      allow: [],
      allow_asns: [],
    });
    expect(settings({ enabled: true }).sources).toEqual(DEFAULT_SOURCES);
  });

  it('name every mistake', () => {
    expect(() => settings('{')).toThrow('not JSON');
    expect(() => settings([])).toThrow('not an object');
    expect(() => settings({ enabled: 'yes', more: 1 })).toThrow(/more is not known.*enabled must be/);
    expect(() =>
      settings({ sources: [{ name: '../x', kind: 'spam', url: 'http://example.com', every_hours: 0 }] }),
    ).toThrow(/name must be.*kind must be.*url must be.*every_hours must be/);
    expect(() => settings({ allow: ['10.0.0.0/40'], allow_asns: [0] })).toThrow(/allow:.*allow_asns:/);
    const twice = { name: 'a', kind: 'vpn', url: 'https://example.com' };
    expect(() => settings({ sources: [twice, twice] })).toThrow('same name');
  });

  it('allow plain http from this machine alone', () => {
    for (const url of ['https://example.com/x', 'file:///x', 'http://127.0.0.1:1/x', 'http://[::1]/'])
      expect(isAllowedUrl(url), url).toBe(true);
    for (const url of [
      'http://example.com',
      'http://127.0.0.1.example.com',
      'ftp://example.com',
      'x',
      'data:,1.2.3.4',
    ])
      expect(isAllowedUrl(url), url).toBe(false);
  });
});

describe('lists in a running service', () => {
  const log = { warn: () => {}, info: () => {} };
  const deps = () => ({
    config: { data_dir: join(geo_dir, '..') },
    log,
    lists_tried: new Map<string, number>(),
    network: bundledNetwork(geo_dir),
  });
  type Deps = Parameters<typeof keepLists>[0];
  const configure = (json: object) => writeFileSync(join(geo_dir, 'lists.json'), JSON.stringify(json));

  it('ask no publisher unless the operator enables them', async () => {
    const running = deps() as unknown as Deps;
    const refuseToFetch = () => expect.fail('asked');
    await keepLists(running, NOW_MS, refuseToFetch as typeof fetch);
    configure({ sources: [source('tor', 'tor')] });
    await keepLists(running, NOW_MS, refuseToFetch as typeof fetch);
    expect(asked).toEqual([]);
  });

  it('are swapped while it runs, and a stale list of Tor exits is weak', async () => {
    const running = deps() as unknown as Deps;
    const tor = (now_ms: number) =>
      running.network.lookup('185.220.101.1', now_ms).usage.find(({ kind }) => kind === 'tor');
    // A network of exits only hints at a Tor exit.
    expect(tor(NOW_MS)).toMatchObject({ confidence: 0.5, sources: ['asn_classes'] });
    answers = { '/tor': { body: '185.220.101.1' } };
    configure({ enabled: true, sources: [source('tor', 'tor', 6)] });
    await keepLists(running, NOW_MS);
    expect(tor(NOW_MS)).toMatchObject({ confidence: 0.95, sources: expect.arrayContaining(['list_tor']) });
    expect(tor(NOW_MS + 24 * HOUR_MS)!.confidence).toBe(0.95);
    expect(tor(NOW_MS + 24 * HOUR_MS + 1)!.confidence).toBe(0.6);
    expect(running.network.versions.list_tor).toContain(new Date(NOW_MS).toISOString());
    await keepLists(running, NOW_MS + HOUR_MS);
    expect(asked).toEqual(['/tor']);
    await keepLists(running, NOW_MS + 6 * HOUR_MS);
    expect(asked).toHaveLength(2);
  });

  it('keep a relay out of VPN and data-centre lists, and allowed addresses out of every list', async () => {
    answers = {
      '/vpn': { body: '172.224.226.0/24\n185.220.101.0/24' },
      '/hosting': { body: '172.224.226.0/24' },
      '/relay': { body: '172.224.226.0/27,GB,GB-EN,London,' },
    };
    configure({ allow: ['185.220.101.7'], allow_asns: [15169] });
    await refresh([source('vpn', 'vpn'), source('hosting', 'hosting'), source('relay', 'private_relay')]);
    const network = bundledNetwork(geo_dir);
    const kinds = (ip: string) =>
      network
        .lookup(ip, NOW_MS)
        .usage.filter((u) => u.confidence >= 0.5)
        .map((u) => u.kind);
    expect(kinds('172.224.226.1')).toEqual(['private_relay']);
    expect(kinds('172.224.226.40')).toEqual(['vpn', 'hosting']);
    expect(kinds('185.220.101.1')).toContain('vpn');
    expect(network.lookup('185.220.101.7', NOW_MS).usage).toEqual([]);
    expect(network.lookup('8.8.8.8', NOW_MS).usage).toEqual([]);
  });

  it('go on without settings that cannot be read', () => {
    writeFileSync(join(geo_dir, 'lists.json'), '{');
    const network = bundledNetwork(geo_dir);
    expect(network.refused).toEqual([{ file: 'lists.json', reason: 'lists.json is not JSON' }]);
    expect(network.lookup('8.8.8.8').country).toBe('US');
  });
});
