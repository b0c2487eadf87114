import type { Environment, PortalTokenBody } from '@standpoint/contract';
import { type Envelope, openJson, sealJson } from '../../privacy/envelope.ts';
import { customerKey, findCustomerKey } from '../customer-key.ts';
import type { Db } from '../session/records.ts';

export interface Person {
  email?: string;
  first_name?: string;
  last_name?: string;
}
interface Who {
  org: string;
  env: Environment;
  customer_id: string;
}

const aad = ({ org, env, customer_id }: Who) => `person|${org}|${env}|${customer_id}`;

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
export async function keepPerson(db: Db, envelope: Envelope, who: Who, person: Person): Promise<void> {
  const key = await customerKey(db, envelope, who);
  const known = await readPerson(db, envelope, who);
  const merged = { ...known, ...person };
  if (known && JSON.stringify(known) === JSON.stringify(merged)) return;
  await db
    .updateTable('customer')
    .set({ person_sealed: sealJson(key, merged, aad(who)) })
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_id', '=', who.customer_id)
    .execute();
}

export async function readPerson(db: Db, envelope: Envelope, who: Who): Promise<Person | null> {
  const row = await db
    .selectFrom('customer')
    .select('person_sealed')
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_id', '=', who.customer_id)
    .executeTakeFirst();
  if (!row?.person_sealed) return null;
  const key = await findCustomerKey(db, envelope, who);
  return key && openJson<Person>(key, row.person_sealed, aad(who));
}
