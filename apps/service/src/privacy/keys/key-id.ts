import { randomBytes } from '../../chance.ts';
import { CROCKFORD, ulid } from '../../ids.ts';

/**
 * The id of a data key: 26 characters, sortable by time, without any name of a person. The first 25 name its
 * pack (a time and 75 random bits), the last one its place in the pack. Keys that are made together share a
 * pack, so that a folder of keys needs one file, and one fsync, for all of them.
 */
const KEY_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{24}[1-9A-HJKMNP-TV-Z]$/;
const PACK_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{24}$/;

/** Place 0 is the head of the pack. */
export const PACK_KEYS = CROCKFORD.length - 1;

export const isKeyId = (text: string): boolean => KEY_ID.test(text);
export const isPackId = (text: string): boolean => PACK_ID.test(text);

/** Ids for `count` new keys of one pack, of 31 at most. */
export function newKeyIds(count: number, now: number): string[] {
  if (!(count >= 1 && count <= PACK_KEYS)) throw new RangeError(`a pack has 1 to ${PACK_KEYS} keys`);
  const pack = ulid(now, randomBytes(10)).slice(0, -1);
  return Array.from({ length: count }, (_, index) => keyIdOf(pack, index + 1));
}

export const packOf = (key_id: string): string => key_id.slice(0, -1);
export const placeOf = (key_id: string): number => CROCKFORD.indexOf(key_id.at(-1)!);
export const keyIdOf = (pack: string, place: number): string => pack + CROCKFORD[place]!;

/** When the key was made, by the clock of the database. */
export function madeAt(key_id: string): Date {
  let ms = 0;
  for (const digit of key_id.slice(0, 10)) ms = ms * 32 + CROCKFORD.indexOf(digit);
  return new Date(ms);
}
