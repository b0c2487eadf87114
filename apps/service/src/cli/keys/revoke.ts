import { BY_CLI } from '../../accounts/audit.ts';
import { endKey } from '../../accounts/key-changes.ts';
import { revoking } from '../revoke.ts';

export const keysRevoke = revoking({
  name: 'keys revoke',
  summary: 'Revoke a key, everywhere within 5 seconds',
  end: (db, org, key_id) => endKey(db, BY_CLI, { org, key_id }),
  missing: (id) => `There is no live key ${id}.`,
  list: 'keys list',
  text: (id) => `${id} is revoked.`,
});
