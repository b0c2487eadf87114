import type { developer } from '@standpoint/contract';
import { endPackageToken, listPackageTokens, makePackageToken } from '../accounts/package-tokens.ts';
import { refuse } from '../refuse.ts';
import { listed } from '../registry/artifact.ts';
import { WITHOUT_TOKEN } from '../registry/open-packages.ts';
import type { Handler } from '../route.ts';
import { by, tooMany } from './by.ts';
import { packageFiles } from './package-files.ts';

export const listTokensHandler: Handler<typeof developer.listPackageTokens> = async (
  { caller },
  { database, config },
) => {
  const tokens = await listPackageTokens(database.db, caller.org);
  return {
    tokens: tokens.map(({ id, ...token }) => ({ token_id: id, ...token })),
    files: packageFiles(config.base_url),
  };
};

export const listFilesHandler: Handler<typeof developer.listPackageFiles> = async (_call, { packages }) => {
  const files = await packages.files();
  return {
    files: files.map((file) => ({
      ...listed(file),
      origin: file.origin,
      needs_token: !WITHOUT_TOKEN.includes(file.name),
    })),
  };
};

export const makeTokenHandler: Handler<typeof developer.makePackageToken> = async (
  call,
  { database, config },
) => {
  const wanted = { org: call.caller.org, name: call.body.name };
  const { id, token } = await makePackageToken(database.db, by(call), wanted).catch(tooMany);
  return { token_id: id, token, files: packageFiles(config.base_url, token) };
};

export const revokeTokenHandler: Handler<typeof developer.revokePackageToken> = async (
  call,
  { database },
) => {
  const { token_id } = call.params;
  if (await endPackageToken(database.db, by(call), { org: call.caller.org, token_id })) return { token_id };
  return refuse('not_found', `no package token ${token_id}`, {
    message: 'There is no package token with this id that works. It may have been revoked already.',
  });
};
