import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CELLULAR, EYEBALLS, NOT_HOSTING } from '../../../../data/asn-curated.ts';
import { GATEWAYS } from '../../../../data/gateways.ts';
import { bundledNetwork } from '../../../../testing/geodata/bundled.ts';
import { mutant } from '../../../../testing/mutant.ts';
import type { NetworkUsage } from '../../decision/facts.ts';
import { BUNDLED_DATA, readArtefact, readManifest } from '../artefact.ts';
import { nameHints } from './as-names.ts';
import { decodeAsn } from './asn.ts';
import type { AsnClassTable } from './asn-classes.ts';
import { refreshLists } from './lists.ts';
import { wordsOf } from './ranges.ts';
import { type UsageSignal, usageOf } from './usage.ts';

const network = bundledNetwork();
const table = JSON.parse(readArtefact(readManifest(), 'asn_classes').toString('utf8')) as AsnClassTable;

const kindsOf = (ip: string) =>
  network
    .lookup(ip)
    .usage.filter((u) => u.confidence >= 0.5)
    .map((u) => u.kind);

describe('the network that announces an address', () => {
  it('is known in both families, with its name', () => {
    expect(network.lookup('8.8.8.8').asn).toEqual({ number: 15169, org: 'Google LLC' });
    expect(network.lookup('::ffff:193.0.6.139').asn?.number).toBe(3333);
    expect(network.lookup('2001:67c:2e8::1').asn?.number).toBe(3333);
    expect(network.lookup('2a00:1450:4009::1').asn?.number).toBe(15169);
    expect(network.lookup('192.0.2.1').asn).toBeNull();
  });

  it('is found fast', () => {
    const index = decodeAsn(readArtefact(readManifest(), 'ip_asn'));
    const addresses = Array.from({ length: 200_000 }, (_, i) =>
      wordsOf([(i * 7919) % 223, (i * 31) % 256, i % 256, 1]),
    );
    const start = performance.now();
    let found = 0;
    for (const words of addresses) if (index.lookup(words)) found++;
    const per_second = (addresses.length / (performance.now() - start)) * 1_000;
    expect(found).toBeGreaterThan(100_000);
    // Measured: 2.8 million. The bound leaves room for a busy machine; a scan instead of a search does 2,000.
    expect(per_second).toBeGreaterThan(50_000);
  });

  it('is refused when the file is cut short or of another kind', () => {
    const bytes = readArtefact(readManifest(), 'ip_asn');
    expect(() => decodeAsn(bytes.subarray(0, bytes.length - 4))).toThrow('damaged');
    expect(() => decodeAsn(Buffer.alloc(64))).toThrow('damaged');
  });
});

describe('what a network is used for', () => {
  it('is known for hosts, clouds, mobile and satellite operators, and VPN services', () => {
    expect(kindsOf('95.216.0.1')).toEqual(['hosting']);
    expect(kindsOf('3.5.140.1')).toEqual(['hosting']);
    expect(kindsOf('172.32.1.1')).toEqual(['cellular']);
    expect(kindsOf('98.97.0.1')).toEqual(['satellite']);
    expect(kindsOf('2a04:4e42::1')).toEqual(['private_relay']);
    expect(network.lookup('98.97.0.1').asn?.number).toBe(14593);
  });

  it('is a relay’s in the blocks from which the vendor’s relay leaves, and in no other of the same network', () => {
    for (const ip of ['2a02:26f7:d6c0:6842::1', '2a02:26f7:c640:4ccc::1', '172.226.10.176', '172.224.226.5'])
      expect(kindsOf(ip), ip).toEqual(['private_relay']);
    for (const ip of ['172.227.1.1', '172.232.1.1', '172.239.5.5'])
      expect(kindsOf(ip), ip).toEqual(['hosting']);
  });

  it('is a company’s gateway in its vendors’ networks and blocks, and no other use', () => {
    for (const ip of [
      '165.225.1.1',
      '163.116.128.9',
      '146.112.9.9',
      '134.238.1.1',
      '85.115.52.1',
      '150.195.208.13',
    ])
      expect(kindsOf(ip), ip).toEqual(['security_gateway']);
    // Other customers of the cloud in which one vendor keeps its addresses.
    expect(kindsOf('35.184.0.1')).toEqual(['hosting']);
  });

  it('names for each gateway who says so', () => {
    for (const { name, source, asns = [], blocks = [] } of GATEWAYS) {
      expect(source, name).toMatch(/^https:\/\//);
      expect(asns.length + blocks.length, name).toBeGreaterThan(0);
    }
  });

  it('is a relay’s for certain in the blocks that its operator publishes, and perhaps in the rest', () => {
    const of = (ip: string) => network.lookup(ip).usage.find(({ kind }) => kind === 'private_relay');
    for (const ip of [
      '104.28.39.25',
      '140.248.1.50',
      '146.75.129.70',
      '2a09:bac2:2740::1',
      '2606:54c3:0:6fd::1',
    ])
      expect(of(ip)?.confidence, ip).toBe(0.9);
    for (const ip of ['104.16.1.1', '151.101.1.1']) expect(of(ip)?.confidence, ip).toBe(0.5);
  });

  it('is a phone’s in the blocks that operators with one network keep for phones', () => {
    for (const ip of [
      '80.187.96.1',
      '2a01:598::1',
      '109.40.0.1',
      '176.0.1.1',
      '46.114.0.1',
      '107.77.1.1',
      '91.94.1.1',
    ])
      expect(kindsOf(ip), ip).toEqual(['cellular']);
    // Fixed lines of the same networks.
    for (const ip of ['87.128.0.1', '91.64.0.1', '2003::1']) expect(kindsOf(ip), ip).toEqual(['residential']);
  });

  it('is residential when nothing else is known, which is an absence and no finding', () => {
    expect(network.lookup('87.128.0.1').usage).toEqual([
      { kind: 'residential', confidence: 0.5, families: ['list'], sources: ['asn_classes'] },
    ]);
    expect(network.lookup('240.0.0.1').usage).toEqual([]);
  });

  it('never flags a large access network, nor a mobile one as a data centre', () => {
    const flagged = (kind: keyof AsnClassTable['classes']) => new Set(table.classes[kind]);
    for (const asn of [...EYEBALLS, ...CELLULAR, ...NOT_HOSTING]) {
      expect(flagged('hosting').has(asn), `hosting ${asn}`).toBe(false);
      expect(flagged('vpn').has(asn), `vpn ${asn}`).toBe(false);
    }
    for (const asn of [36873, 29465]) expect(flagged('cellular').has(asn)).toBe(true);
  });

  it('comes with the source, licence and digest of every list', () => {
    expect(table.sources.map(({ name }) => name)).toEqual([
      'bad-asn-list',
      'x4bnet-datacenter',
      'x4bnet-vpn',
    ]);
    for (const { licence, sha256, read_on, count } of table.sources) {
      expect(licence).toContain('MIT');
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(read_on).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(count).toBeGreaterThan(5);
    }
    expect(readFileSync(`${BUNDLED_DATA}/NOTICE.md`, 'utf8')).toContain('bad-asn-list (MIT');
  });
});

describe('classes that contradict each other', () => {
  const signal = (kind: NetworkUsage['kind'], more: Partial<UsageSignal> = {}): UsageSignal => ({
    kind,
    confidence: 0.9,
    family: 'list',
    source: 'test',
    ...more,
  });
  const kinds = (...signals: UsageSignal[]) => usageOf(signals, true).map(({ kind }) => kind);

  it('keep a relay from being a VPN or a data centre', () => {
    expect(kinds(signal('private_relay'), signal('vpn'), signal('hosting'))).toEqual(['private_relay']);
    expect(kinds(signal('private_relay', { confidence: 0.4 }), signal('vpn'))).toContain('vpn');
  });

  it('keep a company’s gateway from being a VPN, a proxy or a data centre', () => {
    const lists = [signal('vpn'), signal('proxy'), signal('hosting')];
    expect(kinds(signal('security_gateway'), ...lists)).toEqual(['security_gateway']);
    expect(kinds(signal('security_gateway', { confidence: 0.4 }), ...lists)).toContain('vpn');
  });

  it('let a gateway be a VPN when two families of sources say so, because some gateways can be rented', () => {
    const two = [signal('vpn'), signal('vpn', { family: 'commercial', source: 'other' })];
    expect(kinds(signal('security_gateway'), ...two)).toEqual(['security_gateway', 'vpn']);
    const weak = signal('vpn', { family: 'commercial', source: 'other', weak: true });
    expect(kinds(signal('security_gateway'), signal('vpn'), weak)).toEqual(['security_gateway']);
  });

  it('let a gateway be a VPN when the operator’s own list says so, and not when a public list does', () => {
    const own = signal('vpn', { own: true, source: 'list_bought' });
    expect(kinds(signal('security_gateway'), own)).toEqual(['security_gateway', 'vpn']);
    expect(kinds(signal('security_gateway'), signal('proxy', { own: true }))).toContain('proxy');
    expect(kinds(signal('security_gateway'), signal('vpn', { own: false }))).toEqual(['security_gateway']);
    // Their own list of gateways speaks of their own employees.
    expect(kinds(signal('security_gateway', { own: true }), own)).toEqual(['security_gateway']);
  });

  it('take a list under its public name for public, and any other for the operator’s own', async () => {
    const geo_dir = mkdtempSync(join(tmpdir(), 'standpoint-own-list-'));
    mkdirSync(join(geo_dir, 'lists'));
    const file = join(geo_dir, 'vpn.txt');
    writeFileSync(file, '209.35.233.0/24\n');
    const kindsWith = async (name: string) => {
      const sources = [{ name, kind: 'vpn', url: pathToFileURL(file).href, every_hours: 24 } as const];
      await refreshLists(join(geo_dir, 'lists'), { fetch, now_ms: 0, sources });
      return bundledNetwork(geo_dir)
        .lookup('209.35.233.7')
        .usage.map(({ kind }) => kind);
    };
    expect(await kindsWith('x4bnet_vpn')).toEqual(['security_gateway']);
    expect(await kindsWith('our_vpn_list')).toEqual(['security_gateway', 'vpn']);
    rmSync(geo_dir, { recursive: true });
  });

  it('mutation control: silences the operator’s VPN list when an own list is like any other', async () => {
    const { usageOf: without } = await mutant<{ usageOf: typeof usageOf }>(
      'geolocation/geodata/network/usage.ts',
      ['.filter((kind) => !meant(kind))', ''],
    );
    const signals = [signal('security_gateway'), signal('vpn', { own: true })];
    expect(without(signals, true).map(({ kind }) => kind)).toEqual(['security_gateway']);
  });

  it('keep a mobile network from being a data centre; it may still be a VPN’s exit', () => {
    expect(kinds(signal('cellular'), signal('hosting'))).toEqual(['cellular']);
    expect(kinds(signal('cellular'), signal('vpn'))).toEqual(['vpn', 'cellular']);
  });

  it('count two lists as one family, and a weak word as none', () => {
    expect(usageOf([signal('vpn'), signal('vpn', { source: 'other' })], true)[0]).toMatchObject({
      families: ['list'],
      sources: ['other', 'test'],
    });
    expect(usageOf([signal('vpn', { weak: true, family: 'commercial' })], true)[0]!.families).toEqual([]);
  });

  it('only hint when they come from a name', () => {
    expect(nameHints('Nobody Cloud Hosting Ltd')).toEqual([
      { kind: 'hosting', confidence: 0.4, family: 'list', source: 'as_name', weak: true },
    ]);
    expect(nameHints('Deutsche Telekom AG')).toEqual([]);
    expect(nameHints('Vodafone GmbH')).toEqual([]);
  });
});
