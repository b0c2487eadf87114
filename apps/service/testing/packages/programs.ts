/** What an integrator writes, to be run and compiled outside of the repository. */

const BODY = `
const [baseUrl, apiKey] = process.argv.slice(2);
const standpoint = new Standpoint({ baseUrl, apiKey });
const { token } = await standpoint.preflight({ customer_id: 'customer-1', transaction_type: 'deposit' });

const secret = 'whsec_' + Buffer.from('a secret of twenty-four bytes').toString('base64');
const body = JSON.stringify({ type: 'policy.published', timestamp: new Date().toISOString(), data: {} });
const event = webhooks.unwrap(body, webhooks.generateTestHeaders(body, secret), secret);

const mistyped = apiKey.slice(0, -1) + (apiKey.endsWith('0') ? '1' : '0');
const refused = await new Standpoint({ baseUrl, apiKey: mistyped, maxRetries: 0 })
  .preflight({ customer_id: 'customer-1', transaction_type: 'deposit' })
  .catch((error) => error);

const client = web.createClient({ baseUrl });
const here = await client.verify(token).catch((error) => error);
console.log(JSON.stringify({
  token: token.split('.').length,
  event: event.type,
  refused: [refused instanceof StandpointApiError, refused.code],
  here: [web.isStandpointError(here), here.code],
}));
`;

export const ESM = `
import { Standpoint, StandpointApiError, webhooks } from '@standpoint/node';
import * as web from '@standpoint/web';
${BODY}`;

export const COMMONJS = `
const { Standpoint, StandpointApiError, webhooks } = require('@standpoint/node');
const web = require('@standpoint/web');
(async () => {${BODY}})();
`;

/** Types that an editor shows. Each line that must not compile says so. */
export const TYPED = `
import { Standpoint, type PreflightParams, webhooks } from '@standpoint/node';
import { createClient, type FaceOutcome, isStandpointError, type VerifyResult } from '@standpoint/web';

export async function mint(standpoint: Standpoint, params: PreflightParams): Promise<string> {
  const answer = await standpoint.preflight(params);
  const id: string = answer._meta.requestId;
  // @ts-expect-error: the answer has no such field
  answer.tokn;
  // @ts-expect-error: a customer is needed
  await standpoint.preflight({ transaction_type: 'deposit' });
  return answer.token + id;
}

export async function check(baseUrl: string, token: string): Promise<VerifyResult['decision']> {
  const client = createClient({ baseUrl });
  // @ts-expect-error: gone since 0.5
  createClient({ baseUrl, environment: 'sandbox' });
  try {
    const result = await client.verify(token, { onProgress: ({ stage }) => console.log(stage) });
    const first: string | undefined = result.reasons[0]?.remedy;
    // @ts-expect-error: no decision is called so
    if (result.decision === 'maybe') console.log(first);
    return result.decision;
  } catch (error) {
    if (isStandpointError(error) && error.code === 'token_expired') return 'retry';
    throw error;
  }
}

export const label = (ended: FaceOutcome): string =>
  ended.outcome === 'complete' ? (ended.value.decision ?? ended.value.status) : ended.step;

export const unwrap = (raw: Uint8Array, headers: Headers): string => webhooks.unwrap(raw, headers, 'whsec_').type;
`;
