import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openEgress } from './egress.ts';
import { dnsLookup, systemLookup } from './lookup.ts';

/** A name server on loopback that answers each type of question from the table, or not at all. */
async function nameServer(records: { A?: number[]; AAAA?: number[] } | null): Promise<string> {
  const socket = createSocket('udp4', (question, from) => {
    if (!records) return;
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
    const found = type === 28 ? records.AAAA : records.A;
    socket.send(answerTo(question, type, found), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** RFC 1035 §4: the question with one record behind it, or NXDOMAIN. */
function answerTo(question: Buffer, type: number, address: number[] | undefined): Buffer {
  const asked = Buffer.from(question.subarray(0, question.indexOf(0, 12) + 5));
  asked.writeUInt16BE(address ? 0x8180 : 0x8183, 2);
  asked.writeUInt16BE(address ? 1 : 0, 6);
  asked.writeUInt32BE(0, 8);
  if (!address) return asked;
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address]);
  return Buffer.concat([asked, record]);
}

const SIX = [0x26, 6, 0x47, 0, ...Array(11).fill(0), 1];

it('asks for addresses of both families, IPv4 first', async () => {
  const lookup = dnsLookup([await nameServer({ A: [93, 184, 216, 34], AAAA: SIX })]);
  expect(await lookup('receiver.example')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
});

it('is content with one family, and throws when there is none', async () => {
  const six = dnsLookup([await nameServer({ AAAA: SIX })]);
  expect(await six('receiver.example')).toEqual([{ address: '2606:4700::1', family: 6 }]);
  await expect(dnsLookup([await nameServer({})])('receiver.example')).rejects.toThrow('ENOTFOUND');
});

it('blocks no work on files while name servers stay silent', async () => {
  const lookup = dnsLookup([await nameServer(null)]);
  const egress = openEgress({ allow: [], lookup, timeout_ms: 700 });
  onTestFinished(() => egress.close());
  const urls = Array.from({ length: 32 }, (_, number) => `https://receiver-${number}.example/`);
  const waiting = urls.map((url) => egress.problemOf(url));
  expect(await readFile(import.meta.filename, 'utf8')).toContain('blocks no work');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['names a host that cannot be found in time']));
});

it('knows the names of the hosts file only as the system does', async () => {
  expect((await systemLookup('localhost')).map(({ address }) => address)).toContain('127.0.0.1');
});
