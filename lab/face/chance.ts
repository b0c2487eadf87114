import { createHash } from 'node:crypto';
import { type Random, seeded } from '../borders/random.ts';

/** A random generator seeded by a name: the same name gives the same numbers in every run. */
export const chanceOf = (...names: (string | number)[]): Random =>
  seeded(createHash('sha256').update(names.join('|')).digest().readUInt32LE(0));
