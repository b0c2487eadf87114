import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { randomBytes } from '../../chance.ts';
import { crockford, ulid } from '../../ids.ts';

/**
 * `ins_` and a ULID whose last 40 bits are an HMAC tag over the rest, organization and environment: a forged
 * or foreign id is noticed without a look-up. The tag is only a signal, so 40 bits are enough; every
 * well-formed id is echoed (given §2.2).
 */
const OURS = /^ins_([0-9A-HJKMNP-TV-Z]{18})([0-9A-HJKMNP-TV-Z]{8})$/;
const WELL_FORMED = /^[\x21-\x7e]{1,128}$/;

function tag(subkey: KeyObject, org: string, env: Environment, head: string): string {
  return crockford(createHmac('sha256', subkey).update(`${org}|${env}|${head}`).digest().subarray(0, 5));
}

export function newInstallId(
  subkey: KeyObject,
  org: string,
  env: Environment,
  now: number,
  random: Buffer = randomBytes(5),
): string {
  const head = ulid(now, Buffer.concat([random, Buffer.alloc(5)])).slice(0, 18);
  return `ins_${head}${tag(subkey, org, env, head)}`;
}

/** The id when it is well-formed, else null: a malformed id counts as absent. */
export const wellFormed = (id: string | undefined): string | null =>
  id !== undefined && WELL_FORMED.test(id) ? id : null;

/** Echoes a well-formed id and replaces any other by a fresh one (given §2.2). */
export function installId(
  subkey: KeyObject,
  org: string,
  env: Environment,
  now: number,
  supplied: string | undefined,
  jti: string,
): string {
  return wellFormed(supplied) ?? newInstallId(subkey, org, env, now, randomOf(jti));
}

const randomOf = (jti: string): Buffer => Buffer.from(jti.replaceAll('-', '').slice(0, 10), 'hex');

/**
 * Whether the id was made with the token of this jti, which gives the id its random part. No device has
 * brought such an id back yet, so it says nothing about how many devices a person has.
 */
export const madeWith = (id: string, jti: string): boolean =>
  OURS.exec(id)?.[1]?.slice(10) === crockford(randomOf(jti));

/** Whether the tag on the id is ours. */
export function isOurInstallId(subkey: KeyObject, org: string, env: Environment, id: string): boolean {
  const match = OURS.exec(id);
  return (
    match !== null && timingSafeEqual(Buffer.from(tag(subkey, org, env, match[1]!)), Buffer.from(match[2]!))
  );
}
