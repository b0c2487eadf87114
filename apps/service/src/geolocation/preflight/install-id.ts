import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { crockford, randomBytes, ulid } from '../../ids.ts';

/**
 * `ins_` and a ULID whose last 40 bits are an HMAC tag over the rest, organization and environment: a forged
 * or foreign id is noticed without a look-up. It is only a signal, so 40 bits are enough; the id is echoed
 * all the same (given §2.2).
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

/** The id when it is well formed, else null: what a client made up counts as absent. */
export const wellFormed = (id: string | undefined): string | null =>
  id !== undefined && WELL_FORMED.test(id) ? id : null;

/** A well-formed id is echoed, anything else is replaced by a fresh one (given §2.2). */
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
 * Whether the id was made with the token of this jti, from which it takes its random part: nobody brought it
 * back yet, so it says nothing about how many devices somebody has.
 */
export const madeWith = (id: string, jti: string): boolean =>
  OURS.exec(id)?.[1]?.slice(10) === crockford(randomOf(jti));

/** Whether the tag is ours. */
export function isOurInstallId(subkey: KeyObject, org: string, env: Environment, id: string): boolean {
  const match = OURS.exec(id);
  return (
    match !== null && timingSafeEqual(Buffer.from(tag(subkey, org, env, match[1]!)), Buffer.from(match[2]!))
  );
}
