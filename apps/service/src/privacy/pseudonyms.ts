import { createHmac } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Envelope } from './envelope.ts';

interface Place {
  org: string;
  env: Environment;
}

/** 128 bits, as 22 characters of base64url. */
const LENGTH = 22;

/**
 * Keyed hashes stand in the database where an id of the integrator would stand in the clear: equal ids of one
 * organization and environment give equal hashes, so rows are found by them. A reader of the database learns no
 * id, and cannot test one without the root key.
 */
const hashOf = (
  envelope: Pick<Envelope, 'subkey'>,
  purpose: string,
  { org, env }: Place,
  id: string,
): string =>
  createHmac('sha256', envelope.subkey(purpose))
    .update(`${org}|${env}|${id}`)
    .digest('base64url')
    .slice(0, LENGTH);

export const customerHash = (envelope: Pick<Envelope, 'subkey'>, place: Place, customer_id: string): string =>
  hashOf(envelope, 'customer-ids', place, customer_id);

export const installHash = (envelope: Pick<Envelope, 'subkey'>, place: Place, install_id: string): string =>
  hashOf(envelope, 'install-ids', place, install_id);

export const transactionHash = (
  envelope: Pick<Envelope, 'subkey'>,
  place: Place,
  transaction_id: string,
): string => hashOf(envelope, 'transaction-ids', place, transaction_id);

/**
 * Stands for a SHA-256 of what a person sent: 256 bits, equal in one organization and environment only. A reader
 * of the database who holds a candidate cannot test it without the root key.
 */
export const digestHash = (
  envelope: Pick<Envelope, 'subkey'>,
  { org, env }: Place,
  sha256: Uint8Array,
): Buffer =>
  createHmac('sha256', envelope.subkey('digests')).update(`${org}|${env}|`).update(sha256).digest();

/**
 * 256 bits that every perceptual hash of an organization and environment is combined with (exclusive or) before
 * it is stored. The number of bits in which two of them differ stays, so they can be compared; what each shows
 * cannot be told without the root key.
 */
export const printMask = (envelope: Pick<Envelope, 'subkey'>, { org, env }: Place): Buffer =>
  createHmac('sha256', envelope.subkey('prints')).update(`${org}|${env}`).digest();
