import { createHash } from 'node:crypto';
import { type Random, seeded } from '../borders/random.ts';

/** The same chance for the same name in every run. */
export const chanceOf = (...names: (string | number)[]): Random =>
  seeded(createHash('sha256').update(names.join('|')).digest().readUInt32LE(0));
