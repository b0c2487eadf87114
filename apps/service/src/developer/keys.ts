import { type developer, MANAGERS, type Role, SCOPES } from '@standpoint/contract';
import { LIVE_KEYS_MAX, type NewKey } from '../accounts/api-keys.ts';
import { endKey, makeKey, replaceKey } from '../accounts/key-changes.ts';
import { isCidr } from '../network-address.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { by, tooMany } from './by.ts';
import { keysOf } from './key-list.ts';

export const listKeysHandler: Handler<typeof developer.listKeys> = async ({ caller }, deps) => ({
  keys: await keysOf(deps, caller),
  live_most: LIVE_KEYS_MAX,
});

/**
 * A key with them decides reviews under any name, or erases people: more than a developer may. Whoever could make such
 * a key would have the right itself.
 */
const MANAGED: readonly string[] = ['reviews:write', 'customers:write'];
const mayGive = (role: Role | null, scope: string): boolean =>
  !MANAGED.includes(scope) || (role !== null && MANAGERS.includes(role));

function requireScopes(role: Role | null, scopes: readonly string[]): void {
  const beyond = scopes.filter((scope) => !mayGive(role, scope));
  if (beyond.length > 0)
    refuse('scope_denied', `role ${role}`, {
      message: `Your role is ${role}. A key with ${beyond.join(' and ')} takes the role ${MANAGERS.join(' or ')}.`,
    });
}

type Wanted = Parameters<typeof makeKeyHandler>[0]['body'];

/** What the schema cannot say: what belongs to which kind, and whether an address is one. */
function rightsOf({ kind, scopes, cidrs = [] }: Wanted, role: Role | null): Pick<NewKey, 'scopes' | 'cidrs'> {
  const fields = cidrs.flatMap((cidr, i) =>
    isCidr(cidr) ? [] : [{ path: `cidrs.${i}`, message: `${cidr} is not a CIDR, e.g. 203.0.113.0/24` }],
  );
  if (kind === 'api' && scopes)
    fields.push({ path: 'scopes', message: 'are for results keys; an API key can only create tokens' });
  if (fields.length > 0) refuse('invalid_request', 'rights of a key', { fields });
  if (kind === 'api') return { scopes: [], cidrs };
  if (scopes) requireScopes(role, scopes);
  return { scopes: scopes ?? SCOPES.filter((scope) => mayGive(role, scope)), cidrs };
}

export const makeKeyHandler: Handler<typeof developer.makeKey> = async (call, { database }) => {
  const { org, env } = call.caller;
  const { kind, name } = call.body;
  const wanted = { org, env, kind, name, ...rightsOf(call.body, call.caller.role) };
  const { id, key } = await makeKey(database.db, by(call), wanted).catch(tooMany);
  return { key_id: id, key };
};

const noLiveKey = (key_id: string): never =>
  refuse('not_found', `no live key ${key_id}`, {
    message:
      'There is no live key with this id here. It was revoked, or it belongs to the other environment.',
  });

export const rotateKeyHandler: Handler<typeof developer.rotateKey> = async (call, { database }) => {
  const { org, env } = call.caller;
  const { key_id } = call.params;
  const { overlap } = call.body;
  const old = await database.db
    .selectFrom('api_key')
    .select('scopes')
    .where('org', '=', org)
    .where('key_id', '=', key_id)
    .executeTakeFirst();
  if (old) requireScopes(call.caller.role, old.scopes);
  const made = await replaceKey(database.db, by(call), { org, env, key_id }, overlap).catch(tooMany);
  return made ? { key_id: made.id, key: made.key } : noLiveKey(key_id);
};

export const revokeKeyHandler: Handler<typeof developer.revokeKey> = async (call, { database }) => {
  const { org, env } = call.caller;
  const { key_id } = call.params;
  return (await endKey(database.db, by(call), { org, env, key_id })) ? { key_id } : noLiveKey(key_id);
};
