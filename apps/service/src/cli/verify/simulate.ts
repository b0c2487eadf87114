import type { Envelope, ErrorBody, VerifyAnswer } from '@standpoint/contract';
import { verify } from '@standpoint/contract';
import { audit } from '../../accounts/audit.ts';
import { ROUTES } from '../../app.ts';
import type { Deps } from '../../deps.ts';
import { mintPreflight } from '../../geolocation/preflight/token.ts';
import { buildServer } from '../../http/server.ts';
import { command, Failure, Misuse, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { facts } from '../print.ts';
import { type Spot, simulatedEvidence } from './evidence.ts';
import { addressOf, SPOT, spotOf } from './spot.ts';

/**
 * Mints a token as the backend would, then verifies as the client would, both over the service's own HTTP
 * side in this process.
 */
async function simulate(
  deps: Deps,
  org: string,
  customer_id: string,
  transaction_type: string,
  spot: Spot,
  ip: string,
) {
  const context = { env: 'sandbox' as const, org, iss: deps.config.base_url, life_s: 300, person: {} };
  const { token } = mintPreflight(deps, context, { customer_id, transaction_type, sdk: '0.5' });
  const app = await buildServer(
    deps,
    ROUTES.filter(({ endpoint }) => endpoint.name === verify.name),
  );
  try {
    const response = await app.inject({
      method: verify.method,
      url: verify.path,
      remoteAddress: ip,
      headers: {
        host: new URL(deps.config.base_url).host,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ evidence: simulatedEvidence(deps.places, spot, deps.clock.now()) }),
    });
    return response.json() as Envelope<VerifyAnswer & { error?: ErrorBody }>;
  } finally {
    await app.close();
  }
}

export const verifySimulate = command({
  name: 'verify simulate',
  summary: 'Verify a device at a place with a real sandbox token; the verification is stored',
  options: {
    customer: {
      type: 'string',
      value: 'ID',
      required: true,
      meaning: 'customer_id; test_pass and similar ids give fixed outcomes, see /docs',
    },
    ...SPOT,
    type: { type: 'string', value: 'TYPE', meaning: 'transaction type (default: login)' },
    env: {
      type: 'string',
      value: 'sandbox',
      meaning: 'sandbox only, because production data come from real devices',
    },
    ...ORG,
  },
  run: async ({ options, terminal }) => {
    if ((options.env ?? 'sandbox') !== 'sandbox')
      throw new Misuse(
        'verify simulate works in the sandbox only, because production data come from real devices.',
      );
    const spot = spotOf(options);
    const ip = addressOf(options.ip) ?? '127.0.0.1';
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      const { data } = await simulate(deps, org, options.customer, options.type ?? 'login', spot, ip);
      if (data.error)
        throw new Failure(`${data.error.code}: ${data.error.message}`, undefined, data.error.fields);
      await audit(deps.database.db, {
        org,
        env: 'sandbox',
        actor: 'cli',
        action: 'verification.simulated',
        target: data.verification_id,
      });
      return data;
    });
  },
  text: ({ verification_id, decision, sandbox, next_check_in_s }) =>
    [
      [decision.toUpperCase(), sandbox?.reasons.map(({ code }) => code).join(', ')]
        .filter(Boolean)
        .join(': '),
      facts({ verification_id, next_check_in_s }),
      `Details: npx standpoint verifications get ${verification_id}`,
    ].join('\n'),
});
