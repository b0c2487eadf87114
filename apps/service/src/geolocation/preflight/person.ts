import type { KeyObject } from 'node:crypto';
import { openJson, sealJson } from '../../privacy/envelope.ts';

/** Name and e-mail of the preflight body. */
export interface Person {
  name?: string;
  email?: string;
}

/**
 * Seals name and e-mail into the claims (given: they are in the JWT), so that a log of the token does not
 * reveal them. AAD = jti.
 */
export const sealPerson = (subkey: KeyObject, person: Person, jti: string): string | undefined =>
  person.name === undefined && person.email === undefined
    ? undefined
    : sealJson(subkey, person, jti).toString('base64url');

export const openPerson = (subkey: KeyObject, sealed: string | undefined, jti: string): Person =>
  sealed === undefined ? {} : openJson<Person>(subkey, Buffer.from(sealed, 'base64url'), jti);
