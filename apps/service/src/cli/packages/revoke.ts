import { BY_CLI } from '../../accounts/audit.ts';
import { endPackageToken } from '../../accounts/package-tokens.ts';
import { revoking } from '../revoke.ts';

export const packagesRevoke = revoking({
  name: 'packages revoke',
  summary: 'Revoke a package token: it installs nothing from now on',
  end: (db, org, token_id) => endPackageToken(db, BY_CLI, { org, token_id }),
  missing: (id) => `There is no package token ${id} that works.`,
  list: 'packages list',
  text: (id) => `${id} is revoked. What was installed with it stays installed.`,
});
