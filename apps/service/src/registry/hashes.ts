import { hash } from 'node:crypto';
import type { Hashes } from './artifact.ts';

/** What npm, Maven, Gradle and SwiftPM compare a file with. None of them is a secret. */
export const hashesOf = (bytes: Buffer | string): Hashes => ({
  sha512: hash('sha512', bytes, 'buffer'),
  sha256: hash('sha256', bytes, 'buffer'),
  sha1: hash('sha1', bytes, 'buffer'),
  md5: hash('md5', bytes, 'buffer'),
});
