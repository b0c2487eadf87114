import type { PortalTokenBody } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { findKey, type Known, makeCustomer, type Who } from '../../privacy/customers.ts';
import { openJson, sealJson } from '../../privacy/envelope.ts';
import type { DataKeys } from '../../privacy/keys/data-keys.ts';
import type { Db } from '../session/records.ts';

export interface Person {
  email?: string;
  first_name?: string;
  last_name?: string;
}
const aad = ({ org, env, customer_hash }: Who) => `person|${org}|${env}|${customer_hash}`;

/** E-mail and names of a portal request; null when it has none, and nothing is written then. */
export function personOf({ email, first_name, last_name }: PortalTokenBody['customer']): Person | null {
  const person: Person = {
    ...(email && { email }),
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
  };
  return Object.keys(person).length > 0 ? person : null;
}

/** Keeps the data of a person, sealed with their own key. A field that is missing keeps its value. */
export async function keepPerson(
  deps: Pick<Deps, 'data_keys' | 'envelope'>,
  db: Db,
  customer: Known,
  person: Person,
): Promise<void> {
  const { who, key } = await makeCustomer(db, deps, customer);
  const known = await readPerson(db, deps.data_keys, who);
  const merged = { ...known, ...person };
  if (known && JSON.stringify(known) === JSON.stringify(merged)) return;
  await db
    .updateTable('customer')
    .set({ person_sealed: sealJson(key, merged, aad(who)) })
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_hash', '=', who.customer_hash)
    .execute();
}

export async function readPerson(db: Db, keys: DataKeys, who: Who): Promise<Person | null> {
  const row = await db
    .selectFrom('customer')
    .select('person_sealed')
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_hash', '=', who.customer_hash)
    .executeTakeFirst();
  if (!row?.person_sealed) return null;
  const key = await findKey(db, keys, who);
  return key && openJson<Person>(key, row.person_sealed, aad(who));
}
