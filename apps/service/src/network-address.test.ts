import { describe, expect, it } from 'vitest';
import {
  addressInCidrs,
  clientAddress,
  isCidr,
  isPublicUnicast,
  networkKey,
  normaliseIp,
} from './network-address.ts';

describe('address hygiene', () => {
  it('unwraps IPv4 in every kind of wrapping', () => {
    for (const wrapped of [
      '8.8.8.8',
      ' 8.8.8.8 ',
      '::ffff:8.8.8.8',
      '::FFFF:808:808',
      '64:ff9b::808:808',
      '2002:808:808::1',
      // Teredo: server 65.54.227.120, client 8.8.8.8 with every bit inverted.
      '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
    ]) {
      expect(normaliseIp(wrapped)).toEqual({ ip_class: 'public', ip: '8.8.8.8', family: 4 });
    }
  });

  it('strips zone ids and writes one canonical text', () => {
    expect(normaliseIp('fe80::1%eth0')).toEqual({ ip_class: 'not_public', ip: 'fe80::1', family: 6 });
    expect(normaliseIp('2A00:1450:4009:0:0::1')).toEqual({
      ip_class: 'public',
      ip: '2a00:1450:4009::1',
      family: 6,
    });
  });

  it('recognises addresses that are not public, wrapped or not', () => {
    for (const ip of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.1.1',
      '100.64.0.1',
      '0.0.0.0',
      '255.255.255.255',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '224.0.0.1',
      '240.0.0.1',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '2001:db8::1',
      '100::1',
      '64:ff9b:1::1',
      '4000::1',
      '::8.8.8.8',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '2002:7f00:1::',
      '2001:0:4136:e378:8000:63bf:f5ff:fffe',
    ]) {
      expect(normaliseIp(ip).ip_class, ip).toBe('not_public');
    }
  });

  it('refuses text that only looks like an address', () => {
    for (const text of [
      '',
      'localhost',
      '1',
      '0x7f.1',
      '010.0.0.1',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '1.2.3.4/8',
      ':::',
      '2001:::1',
      '12345::',
      'g::1',
      '[::1]',
      '8.8.8.8:80',
      '8.8.8.8\n9.9.9.9',
    ]) {
      expect(normaliseIp(text), text).toEqual({ ip_class: 'invalid', ip: null, family: null });
    }
  });

  it('counts an IPv6 line by its /64 and IPv4 by its address', () => {
    expect(networkKey('2a00:1450:4009:81b:1:2:3:4')).toBe('2a00:1450:4009:81b::/64');
    expect(networkKey('2a00:1450:4009:81b::9')).toBe('2a00:1450:4009:81b::/64');
    expect(networkKey('2a00:1450:4009:81c::9')).not.toBe(networkKey('2a00:1450:4009:81b::9'));
    expect(networkKey('::ffff:8.8.4.4')).toBe('8.8.4.4');
    expect(networkKey('fe80::1%eth0')).toBe('fe80::/64');
    expect(networkKey('nonsense')).toBe('invalid');
  });
});

describe('the address of the client', () => {
  const proxies = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'];

  it('is the socket’s when the socket is not a trusted proxy, whatever the header says', () => {
    expect(clientAddress('198.51.100.9', '1.1.1.1', proxies)).toBe('198.51.100.9');
    expect(clientAddress('198.51.100.9', '1.1.1.1', [])).toBe('198.51.100.9');
  });

  it('is the right-most hop that is not a trusted proxy', () => {
    expect(clientAddress('10.0.0.1', '9.9.9.9', proxies)).toBe('9.9.9.9');
    // A client that sends its own header only adds hops on the left.
    expect(clientAddress('10.0.0.1', '1.1.1.1, 9.9.9.9', proxies)).toBe('9.9.9.9');
    expect(clientAddress('10.0.0.1', '1.1.1.1, 9.9.9.9, 10.2.3.4, 192.0.2.7', proxies)).toBe('9.9.9.9');
    expect(clientAddress('::ffff:10.0.0.1', '9.9.9.9', proxies)).toBe('9.9.9.9');
    expect(clientAddress('2001:db8:1::5', '2a00::1', proxies)).toBe('2a00::1');
  });

  it('is the last trusted hop when the next hop is not an address', () => {
    for (const header of ['', 'unknown', '_hidden', '9.9.9.9, garbage', '9.9.9.9,,']) {
      expect(clientAddress('10.0.0.1', header, proxies)).toBe('10.0.0.1');
    }
    expect(clientAddress('10.0.0.1', '9.9.9.9, garbage, 10.0.0.2', proxies)).toBe('10.0.0.2');
    expect(clientAddress('10.0.0.1', undefined, proxies)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '10.0.0.3, 10.0.0.2', proxies)).toBe('10.0.0.3');
  });

  it('reads hops that carry a port', () => {
    expect(clientAddress('10.0.0.1', '9.9.9.9:4711', proxies)).toBe('9.9.9.9');
    expect(clientAddress('10.0.0.1', '[2a00::1]:443', proxies)).toBe('2a00::1');
    expect(clientAddress('10.0.0.1', '[2a00::1]', proxies)).toBe('2a00::1');
  });

  it('does not trust a wrapped address of a proxy', () => {
    expect(clientAddress('2002:a00:1::1', '1.1.1.1', proxies)).toBe('2002:a00:1::1');
    expect(clientAddress('::10.0.0.1', '1.1.1.1', proxies)).toBe('::a00:1');
    expect(clientAddress('10.0.0.1', '1.1.1.1, 64:ff9b::a00:2', proxies)).toBe('64:ff9b::a00:2');
  });

  it('reads blocks, and refuses malformed ones', () => {
    for (const good of ['10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0', '127.0.0.1'])
      expect(isCidr(good), good).toBe(true);
    for (const bad of [
      '',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0/8',
      'any',
      '10.0.0.0/-1',
    ]) {
      expect(isCidr(bad), bad).toBe(false);
    }
    expect(() => clientAddress('10.0.0.1', undefined, ['10.0.0.0/99'])).toThrow('not a CIDR block');
    expect(addressInCidrs('192.0.2.7', proxies)).toBe(true);
    expect(addressInCidrs('::ffff:10.9.9.9', proxies)).toBe(true);
    expect(addressInCidrs('192.0.2.8', proxies)).toBe(false);
    expect(addressInCidrs('nonsense', ['0.0.0.0/0'])).toBe(false);
  });
});

describe('the public internet', () => {
  it('contains no address that leads through a gateway, whatever is wrapped in it', () => {
    for (const ip of ['8.8.8.8', '::ffff:8.8.8.8', '::ffff:808:808', '2606:4700::1111'])
      expect([ip, isPublicUnicast(ip)]).toEqual([ip, true]);
    for (const ip of ['64:ff9b::808:808', '2002:808:808::1', '2001:0:4136:e378:8000:63bf:f7f7:f7f7'])
      expect([ip, isPublicUnicast(ip)]).toEqual([ip, false]);
  });

  it('contains no text that is not an address', () => {
    for (const text of [
      '',
      '8',
      '8.8.8',
      '010.8.8.8',
      '8.8.8.8:80',
      '[::1]',
      ' 8.8.8.8',
      '2606:4700::1%eth0',
    ])
      expect([text, isPublicUnicast(text)]).toEqual([text, false]);
  });
});
