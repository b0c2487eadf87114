import { DEFAULT_SETTINGS, type sandbox } from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import { by } from '../developer/by.ts';
import { installId } from '../geolocation/preflight/install-id.ts';
import { mintPreflight } from '../geolocation/preflight/token.ts';
import { newJti } from '../ids.ts';
import type { Handler } from '../route.ts';

/** The customer that a member of the organization is when they check themselves. */
const ownCustomer = (user_id: string): string => `me_${user_id}`;

/**
 * The token that a backend would mint for its own user. Only this page's origin may spend it. What comes of it names
 * the member by their id, and can be erased like any customer.
 */
export const mintOwnTokenHandler: Handler<typeof sandbox.mintOwnToken> = async (call, deps) => {
  const { caller } = call;
  const { org, env, settings, name, email } = caller;
  const jti = newJti();
  const customer_id = ownCustomer(caller.user_id);
  const minted = mintPreflight(
    deps,
    {
      env,
      org,
      // The dashboard's own address: the page may call no other.
      iss: deps.config.base_url,
      life_s: settings.preflight_life_s ?? DEFAULT_SETTINGS.preflight_life_s,
      person: { name, email },
      jti,
    },
    {
      customer_id,
      transaction_type: 'login',
      transaction_name: 'First check',
      sdk: '0.5',
      install_id: installId(deps.envelope.subkey('install'), org, env, deps.clock.now(), undefined, jti),
      origins: [new URL(deps.config.base_url).origin],
    },
  );
  const entry = { org, env, ...by(call), action: 'sandbox.own_token_minted', target: jti };
  await audit(deps.database.db, entry);
  return { token: minted.token, customer_id, expires_at: new Date(minted.exp * 1_000).toISOString() };
};
