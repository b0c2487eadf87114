import { readFileSync } from 'node:fs';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { describe, expect, it } from 'vitest';
import { bundledNetwork } from '../../../../testing/geodata/bundled.ts';
import { vectors } from '../../../../testing/vectors.ts';
import { agreement, countryIn } from './country.ts';

const network = bundledNetwork();

describe('the country of an address', () => {
  it('is right for addresses that stay in place, in both families', () => {
    const canaries: Record<string, string> = {
      '8.8.8.8': 'US',
      '193.0.6.139': 'NL',
      '133.11.0.1': 'JP',
      '200.160.2.3': 'BR',
      '41.231.21.1': 'TN',
      '196.216.2.1': 'ZA',
      '203.119.101.61': 'AU',
      '2607:f8b0:4004::1': 'US',
      '2001:67c:2e8::1': 'NL',
      '2001:12ff::1': 'BR',
      '2a01:e00::1': 'FR',
      '2003::1': 'DE',
      '2a02:8100::1': 'DE',
    };
    for (const [ip, country] of Object.entries(canaries)) {
      const facts = network.lookup(ip);
      const hosting = facts.usage.some(({ kind, confidence }) => kind === 'hosting' && confidence >= 0.5);
      const country_confidence = hosting ? 0.94 : 0.99;
      expect(facts, ip).toMatchObject({ ip_class: 'public', country, country_confidence });
    }
  });

  it('is that of the IPv4 address inside an IPv6 one', () => {
    for (const ip of ['::ffff:193.0.6.139', '64:ff9b::c100:68b', '2002:c100:68b::1']) {
      expect(network.lookup(ip)).toMatchObject({ country: 'NL', country_confidence: 0.99 });
    }
  });

  it('stays right for the addresses that once went wrong', () => {
    // An IPv6 address in an IPv4 file was in Guangzhou; the mapped address was in no file at all.
    expect(network.lookup('2a00:1450:4009::1').country).not.toBe('CN');
    for (const ip of [
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:808:808::1',
      '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
    ])
      expect(network.lookup(ip), ip).toEqual(network.lookup('8.8.8.8'));
    expect(network.lookup('2a00:1450:4009::1%eth0')).toEqual(network.lookup('2a00:1450:4009::1'));
    expect(network.lookup('100.64.0.1').ip_class).toBe('not_public');
    for (const ip of ['', '1', '0x7f.1', '8.8.8.8/32', '8.8.8.8:80', '[::1]', ':::', '9'.repeat(10_000)])
      expect(network.lookup(ip), ip.slice(0, 20)).toMatchObject({
        ip_class: 'invalid',
        country: null,
        asn: null,
        usage: [],
      });
  });

  it('is not looked up for addresses that are not public', () => {
    for (const ip of ['127.0.0.1', '100.64.0.1', '::1', 'fe80::1%en0', '2001:db8::1', '::ffff:192.168.0.1']) {
      expect(network.lookup(ip)).toEqual({
        ip_class: 'not_public',
        country: null,
        country_confidence: 0,
        country_aged_by: 0,
        sources: [],
        asn: null,
        location: null,
        usage: [],
        data_date: null,
      });
    }
    expect(network.lookup('not an address')).toMatchObject({
      ip_class: 'invalid',
      country: null,
      country_confidence: 0,
    });
  });

  it('is as certain as the databases agree', () => {
    expect(agreement(['DE', 'DE'])).toEqual({ country: 'DE', country_confidence: 0.99 });
    expect(agreement(['DE', 'NL'])).toEqual({ country: 'DE', country_confidence: 0.7 });
    expect(agreement(['DE', null])).toEqual({ country: 'DE', country_confidence: 0.85 });
    expect(agreement([null, 'NL'])).toEqual({ country: 'NL', country_confidence: 0.85 });
    expect(agreement([null, null])).toEqual({ country: null, country_confidence: 0 });
  });

  it('comes with the answer of every database and the age of the older one', () => {
    // Known to differ: the first database follows the operator's own statement.
    const facts = network.lookup('2a00:1450:4009::1');
    expect(facts.sources.map((source) => source.database)).toEqual(['ip_country_1', 'ip_country_2']);
    expect(facts.country).toBe(facts.sources[0]!.country);
    expect(facts.data_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Object.keys(network.versions)).toEqual(['ip_country_1', 'ip_country_2', 'ip_asn', 'asn_classes']);
  });
});

const maxmind = vectors('maxmind');

describe.skipIf(maxmind.absent)('reading databases (needs the public MaxMind vectors)', () => {
  const open = (name: string) =>
    new Reader<CountryResponse>(readFileSync(`${maxmind.path}/test-data/${name}.mmdb`));

  for (const name of ['GeoIP2-Country-Test', 'GeoLite2-Country-Test', 'GeoIP2-City-Test']) {
    it(`answers as the source of ${name} does`, () => {
      const reader = open(name);
      const source = JSON.parse(readFileSync(`${maxmind.path}/source-data/${name}.json`, 'utf8')) as Record<
        string,
        Source
      >[];
      let compared = 0;
      for (const [block, record] of source.flatMap((entry) => Object.entries(entry))) {
        const network_address = block.split('/')[0]!;
        const ip = /^::\d+\.\d+\.\d+\.\d+$/.test(network_address)
          ? network_address.slice(2)
          : network_address;
        // Overlapping rows of the source answer for a part of their block only.
        const [found, bits] = reader.getWithPrefixLength(ip);
        if (found === null || bits > prefixOf(block, ip)) continue;
        expect(countryIn(reader, ip), block).toBe(record.country?.iso_code ?? null);
        compared++;
      }
      expect(compared).toBeGreaterThan(200);
    });
  }
});

interface Source {
  country?: { iso_code?: string };
}

function prefixOf(block: string, ip: string): number {
  const bits = Number(block.split('/')[1]);
  return ip.includes(':') ? bits : bits > 32 ? bits - 96 : bits;
}
