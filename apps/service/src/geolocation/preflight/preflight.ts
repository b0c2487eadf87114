import { DEFAULT_SETTINGS, type preflight } from '@standpoint/contract';
import { newJti } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { installId } from './install-id.ts';
import { requirePossiblePlace } from './possible-place.ts';
import { mintPreflight } from './token.ts';

/**
 * The generation: from the header, else from the body or the host, else from the organization's setting
 * (interface §4).
 */
function generation(
  header: string | undefined,
  hasInstallId: boolean,
  sandboxHost: boolean,
  setting: '0.3' | '0.5' | undefined,
): '0.3' | '0.5' {
  if (header === '0.3' || header === '0.5') return header;
  if (header !== undefined) {
    refuse('invalid_request', 'Standpoint-SDK', {
      fields: [{ path: 'Standpoint-SDK', message: 'must be 0.3 or 0.5' }],
    });
  }
  if (hasInstallId) return '0.5';
  return sandboxHost ? '0.3' : (setting ?? DEFAULT_SETTINGS.sdk);
}

export const preflightHandler: Handler<typeof preflight> = async (call, deps) => {
  const { caller, body } = call;
  const { org, env, settings } = caller;
  const sdk = generation(
    call.header('standpoint-sdk'),
    body.install_id !== undefined,
    call.host === 'sandbox',
    settings.sdk,
  );
  requirePossiblePlace(deps.places, body.expected_jurisdiction);
  if (body.policy_id && !(await deps.policies.byId(org, body.policy_id)))
    refuse('policy_not_found', body.policy_id);
  const { name, email, policy_id, install_id: supplied, ...transaction } = body;
  const jti = newJti();
  const install_id =
    sdk === '0.5'
      ? installId(deps.envelope.subkey('install'), org, env, deps.clock.now(), supplied, jti)
      : undefined;
  const context = {
    env,
    org,
    iss: call.base_url,
    life_s: settings.preflight_life_s ?? DEFAULT_SETTINGS.preflight_life_s,
    person: { name, email },
    jti,
  };
  deps.tally.asked('location', { org, env }, deps.clock.now());
  const minted = mintPreflight(deps, context, {
    ...transaction,
    sdk,
    install_id,
    policy: policy_id,
  });
  return { token: minted.token, install_id, expires_at: new Date(minted.exp * 1000).toISOString() };
};
