import { createHash } from 'node:crypto';
import { type Case, familyOf } from '../family.ts';
import { bytesOf } from '../keys.ts';

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const chained = (name: string, why: string, frames: Buffer[]): Case => {
  const nonce = bytesOf('attempt nonce');
  const hashes = frames.map(sha256);
  const links = [sha256(nonce)];
  for (const hash of hashes) links.push(sha256(Buffer.concat([links.at(-1)!, hash])));
  return {
    name,
    why,
    input: { nonce: nonce.toString('base64url'), frames: frames.map((frame) => frame.toString('base64url')) },
    expect: {
      sha256: hashes.map((hash) => hash.toString('hex')),
      links: links.map((link) => link.toString('hex')),
      chain: links.at(-1)!.toString('hex'),
    },
  };
};
const frames = Array.from({ length: 8 }, (_, at) => bytesOf(`frame ${at}`));

export const captureChain = familyOf(
  'capture-chain',
  'The chain of a capture: h0 = SHA-256 of the 32 bytes of `nonce`, h(i+1) = SHA-256(h(i) ‖ SHA-256(frame i)). ' +
    '`chain` is the last link, in hexadecimal. Frames are given in base64url.',
  [
    chained('eight frames', '', frames),
    chained('ten frames', '', [...frames, bytesOf('frame 8'), bytesOf('frame 9')]),
    chained('two frames swapped', 'The order is bound.', [frames[1]!, frames[0]!, ...frames.slice(2)]),
  ],
);
