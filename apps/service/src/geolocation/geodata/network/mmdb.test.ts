import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reader } from 'mmdb-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { within } from '../../../../../../testing/busy.ts';
import { tries } from '../../../../../../testing/counts.ts';
import { bundledNetwork } from '../../../../testing/geodata/bundled.ts';
import { mmdbField, mmdbFile } from '../../../../testing/geodata/mmdb-file.ts';
import { vectors } from '../../../../testing/vectors.ts';
import { readArtefact, readManifest } from '../artefact.ts';
import { askMmdb, openMmdb, openMmdbFolder } from './mmdb.ts';
import { walkMmdb } from './mmdb-walk.ts';

const { path: maxmind, absent } = vectors('maxmind');
const database = (name: string) => readFileSync(join(maxmind, 'test-data', `${name}.mmdb`));
const folder = absent ? '' : mkdtempSync(join(tmpdir(), 'standpoint-mmdb-'));
afterAll(() => absent || rmSync(folder, { recursive: true }));

/** Databases whose source differs because two blocks of the source overlap; the reference names them. */
const OVERLAPPING = 2;

/** Numbers beyond 2^53 are strings in the source; floats are compared to their stored precision. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)));

describe.skipIf(absent)('databases of the operator’s (needs the public MaxMind vectors)', () => {
  const named = absent
    ? []
    : readdirSync(join(maxmind, 'source-data'))
        .map((file) => file.replace('.json', ''))
        .filter((name) => readdirSync(join(maxmind, 'test-data')).includes(`${name}.mmdb`));
  let differing = 0;
  let compared = 0;

  for (const name of named) {
    it(`answer every record of ${name} as its source says`, () => {
      walkMmdb(database(name));
      const reader = new Reader<never>(database(name));
      const source = JSON.parse(readFileSync(join(maxmind, 'source-data', `${name}.json`), 'utf8')) as Record<
        string,
        unknown
      >[];
      const rows = source.flatMap((entry) => Object.entries(entry));
      for (const [block, record] of rows) {
        const address = block.split('/')[0]!;
        const ip = /^::\d+\.\d+\.\d+\.\d+$/.test(address) ? address.slice(2) : address;
        const found = plain(reader.get(ip));
        compared++;
        try {
          expect(found, block).toEqual(plain(record));
        } catch (error) {
          differing++;
          if (differing > OVERLAPPING) throw error;
        }
      }
      expect(rows.length).toBeGreaterThan(0);
    });
  }

  it('differ from their sources only in two overlapping rows', () => {
    expect(compared).toBeGreaterThan(5_000);
    expect(differing).toBeLessThanOrEqual(OVERLAPPING);
  });

  it('are walked whole before use: the broken ones are refused, and none hangs', () => {
    const refused: string[] = [];
    for (const file of readdirSync(join(maxmind, 'test-data'))) {
      const start = performance.now();
      try {
        walkMmdb(readFileSync(join(maxmind, 'test-data', file)));
      } catch (error) {
        expect((error as Error).constructor.name, file).toBe('MmdbRefused');
        refused.push(file);
      }
      expect(performance.now() - start, file).toBeLessThan(within(2_000));
    }
    expect(refused.filter((file) => !/broken|invalid/i.test(file))).toEqual([]);
    expect(refused).toEqual([
      'GeoIP2-City-Test-Broken-Double-Format.mmdb',
      'GeoIP2-City-Test-Invalid-Node-Count.mmdb',
      'MaxMind-DB-test-broken-pointers-24.mmdb',
      'MaxMind-DB-test-broken-search-tree-24.mmdb',
    ]);
  });

  it('are refused or safe after any damage: flipped bytes, and truncations', () => {
    const bytes = database('GeoIP2-City-Test');
    const survive = (damaged: Buffer) => {
      let opened: ReturnType<typeof openMmdb>;
      try {
        opened = openMmdb('damaged.mmdb', damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        return;
      }
      for (const ip of ['81.2.69.142', '2001:218::1', '2a02:cf40::1', '::1'])
        expect(() => askMmdb([opened], ip, isIPv6(ip) ? 6 : 4, null), ip).not.toThrow();
    };
    for (let i = 0; i < tries(2_000, 250); i++) {
      const damaged = Buffer.from(bytes);
      damaged[(i * 7_919) % bytes.length]! ^= 1 << (i % 8);
      survive(damaged);
    }
    for (let cut = 0; cut < bytes.length; cut += tries(251, 2_003)) survive(bytes.subarray(0, cut));
  });

  it('are recognised by their type; another type is reported and not used', () => {
    const kind = (name: string) => openMmdb(name, database(name)).kind;
    expect(kind('GeoIP2-City-Test')).toBe('city');
    expect(kind('GeoIP2-Enterprise-Test')).toBe('city');
    expect(kind('GeoLite2-Country-Test')).toBe('country');
    expect(kind('GeoLite2-ASN-Test')).toBe('asn');
    expect(kind('GeoIP2-ISP-Test')).toBe('asn');
    expect(kind('GeoIP2-Anonymous-IP-Test')).toBe('anonymous');
    expect(kind('GeoIP-Anonymous-Plus-Test')).toBe('anonymous');
    expect(kind('GeoIP2-IP-Risk-Test')).toBe('anonymous');
    expect(kind('GeoIP-Residential-Proxy-Test')).toBe('residential_proxy');
    expect(kind('GeoIP2-Connection-Type-Test')).toBe('connection_type');
    expect(() => kind('GeoIP2-Domain-Test')).toThrow('not used');
  });

  it('outrank the data of the service, and a damaged one beside them stops nothing', () => {
    const geo_dir = join(folder, 'geo');
    mkdirSync(join(geo_dir, 'mmdb'), { recursive: true });
    for (const name of [
      'GeoIP2-City-Test',
      'GeoIP2-Anonymous-IP-Test',
      'GeoLite2-ASN-Test',
      'MaxMind-DB-test-broken-pointers-24',
    ])
      writeFileSync(join(geo_dir, 'mmdb', `${name}.mmdb`), database(name));
    const network = bundledNetwork(geo_dir);
    const facts = network.lookup('81.2.69.142');
    expect(facts.sources[0]).toEqual({ database: 'GeoIP2-City', country: 'GB' });
    expect(facts.location).toEqual({ lat: 51.5142, lng: -0.0931, radius_m: 10_000 });
    expect(facts.usage.map(({ kind }) => kind)).toEqual([
      'tor',
      'vpn',
      'proxy',
      'residential_proxy',
      'hosting',
    ]);
    expect(facts.usage[1]).toMatchObject({ families: ['commercial'], sources: ['GeoIP2-Anonymous-IP'] });
    expect(network.lookup('1.128.0.1').asn).toEqual({ number: 1221, org: 'Telstra Pty Ltd' });
    expect(network.refused.map(({ file }) => file)).toEqual(['MaxMind-DB-test-broken-pointers-24.mmdb']);
    expect(network.versions['mmdb_GeoIP2-City-Test.mmdb']).toMatch(/^[0-9a-f]{64}$/);
    rmSync(join(geo_dir, 'mmdb'), { recursive: true });
    expect(network.refresh()).toBe(true);
    expect(network.lookup('81.2.69.142').location).toBeNull();
  });

  it('count an anonymizer from a confidence of 80 on, seen within 30 days', () => {
    const now_ms = Date.parse('2026-05-20');
    const proxies = openMmdb('p', database('GeoIP-Residential-Proxy-Test'));
    const ask = (ip: string, at: number) => askMmdb([proxies], ip, 4, at).signals;
    expect(ask('6.0.42.17', now_ms)).toEqual([
      {
        kind: 'residential_proxy',
        family: 'commercial',
        source: 'GeoIP-Residential-Proxy',
        confidence: 0.95,
      },
    ]);
    expect(ask('6.0.42.17', now_ms + 30 * 86_400_000)[0]).toMatchObject({ weak: true, confidence: 0.6 });
    const plus = openMmdb('p', database('GeoIP-Anonymous-Plus-Test'));
    expect(askMmdb([plus], '1.2.0.1', 4, Date.parse('2025-04-20')).signals[0]).toMatchObject({
      kind: 'vpn',
      weak: true,
    });
    const connection = openMmdb('c', database('GeoIP2-Connection-Type-Test'));
    expect(askMmdb([connection], '1.0.1.1', 4, null).signals).toEqual([
      { kind: 'cellular', family: 'commercial', source: 'GeoIP2-Connection-Type', confidence: 0.95 },
    ]);
  });
});

describe('a database of IPv4 alone', () => {
  const germany = mmdbField({ country: { iso_code: 'DE' } });
  const four = mmdbFile([[1 + 16, 1 + 16]], germany);

  it('is never asked about IPv6, because it would give the record of another address', () => {
    const database = openMmdb('four.mmdb', four);
    expect(askMmdb([database], '8.8.8.8', 4, null).country).toEqual({
      database: 'DBIP-Country',
      country: 'DE',
    });
    expect(askMmdb([database], '2a00:1450:4009::1', 6, null).country!.country).toBeNull();
    // Control: asked directly, it answers.
    expect(new Reader<never>(four).get('2a00:1450:4009::1')).toEqual({ country: { iso_code: 'DE' } });
  });

  const refused: [string, Buffer, RegExp][] = [
    ['a node within itself', mmdbFile([[0, 1]], germany), /cycle/],
    [
      'a node within its child',
      mmdbFile(
        [
          [1, 2],
          [0, 2],
        ],
        germany,
      ),
      /cycle/,
    ],
    [
      'a tree deeper than its addresses',
      mmdbFile(
        Array.from({ length: 40 }, (_, i) => [i + 1, 40]),
        germany,
      ),
      /deeper than 32/,
    ],
    ['a record outside of the data', mmdbFile([[1 + 16 + 500, 1]], germany), /outside of the data/],
    ['a record inside the separator', mmdbFile([[1 + 5, 1]], germany), /outside of the data/],
    ['a wrong node count', mmdbFile([[17, 17]], germany, { node_count: 2 }), /node count|larger/],
    ['no node', mmdbFile([], germany), /empty/],
    ['an unknown record size', mmdbFile([[17, 17]], germany, { record_size: 20 }), /record size/],
    ['an unknown IP version', mmdbFile([[17, 17]], germany, { ip_version: 5 }), /IP version/],
    ['another format', mmdbFile([[17, 17]], germany, { binary_format_major_version: 3 }), /major version/],
    ['no build date', mmdbFile([[17, 17]], germany, { build_epoch: 0 }), /build date/],
    ['a pointer to itself', mmdbFile([[17, 17]], Buffer.from([0x20, 0x00])), /pointer to a pointer/],
    ['a map within itself', mmdbFile([[17, 17]], Buffer.from([0xe1, 0x41, 0x61, 0x20, 0x00])), /without end/],
    ['a key that is no text', mmdbFile([[17, 17]], Buffer.from([0xe1, 0xc1, 1, 0xc1, 1])), /key/],
    ['a text beyond the end', mmdbFile([[17, 17]], Buffer.from([0x45, 0x61])), /beyond the end/],
  ];
  it.each(refused)('is refused with %s', (_, file, reason) => {
    expect(() => openMmdb('x.mmdb', file)).toThrow(reason);
  });

  it('is refused when a few bytes unfold to billions of fields', () => {
    // Each map holds the next one twice: 2^20 fields from 20 maps.
    const maps = Array.from({ length: 20 }, (_, i) => {
      const to = (i + 1) * 9;
      return Buffer.from([
        0xe2,
        0x41,
        0x61,
        0x20 | (to >> 8),
        to & 255,
        0x41,
        0x62,
        0x20 | (to >> 8),
        to & 255,
      ]);
    });
    const start = performance.now();
    expect(() =>
      openMmdb('x.mmdb', mmdbFile([[17, 17]], Buffer.concat([...maps, mmdbField('end')]))),
    ).toThrow('unfolds');
    expect(performance.now() - start).toBeLessThan(within(1_000));
  });
});

describe('a file that is not a database', () => {
  it('is refused when it is missing, a text, or truncated', () => {
    const bytes = readArtefact(readManifest(), 'ip_country_1');
    for (const bad of [
      Buffer.alloc(0),
      Buffer.from('hello'),
      bytes.subarray(0, 1_000),
      bytes.subarray(1_000),
    ])
      expect(() => openMmdb('x.mmdb', bad)).toThrow();
    expect(openMmdbFolder(join(tmpdir(), 'standpoint-no-such-folder'))).toEqual({
      databases: [],
      refused: [],
    });
  });

  it('takes seconds to walk the databases of the service, a million nodes each', () => {
    const bytes = readArtefact(readManifest(), 'ip_country_1');
    expect(walkMmdb(bytes).node_count).toBeGreaterThan(1_000_000);
  });
});
