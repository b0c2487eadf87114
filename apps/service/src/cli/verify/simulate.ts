import { audit } from '../../accounts/audit.ts';
import { simulateVerification } from '../../seed/simulate.ts';
import { command, Failure, Misuse, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';
import { facts } from '../print.ts';
import { addressOf, SPOT, spotOf } from './spot.ts';

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
      const data = await simulateVerification(deps, {
        org,
        customer_id: options.customer,
        transaction_type: options.type ?? 'login',
        spot,
        ip,
      });
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
