import type { collect } from '@standpoint/contract';
import type { Handler } from '../../route.ts';
import { mint } from '../../tokens/mint.ts';

/**
 * Stamps the public address that the service sees. It spends and writes nothing, so a client may call it any
 * number of times until `exp` (given §5.6).
 */
export const collectHandler: Handler<typeof collect> = async (call, deps) => {
  const { claims, org, env } = call.caller;
  const context = { env, org, iss: call.base_url, now: deps.clock.now() };
  const stamp = mint(deps.keys, 'ip_stamp', context, { sub: claims.sub, token_jti: claims.jti, ip: call.ip });
  return { ip_stamp: stamp.token, expires_at: new Date(stamp.exp * 1000).toISOString() };
};
