/** The README's code, so that the compiler checks it. A test compares the texts. */
import { createServer } from 'node:http';
import {
  installId,
  MemoryTokenStore,
  RateLimitError,
  ResultTokenError,
  Standpoint,
  StandpointApiError,
  type TokenStore,
  WebhookSignatureError,
  webhooks,
} from '@standpoint/node';

const standpoint = new Standpoint({
  apiKey: process.env.STANDPOINT_API_KEY!,
  baseUrl: 'http://localhost:4000',
});

export const server = createServer(async (request, response) => {
  const customer_id = 'customer-1'; // from your own login, never from the request's body

  const { token, install_id } = await standpoint.preflight({
    customer_id,
    transaction_type: 'deposit',
    transaction_id: 'order-7',
    install_id: installId.fromRequest(request.headers),
  });

  if (install_id) response.setHeader('set-cookie', installId.toSetCookie(install_id));
  response.setHeader('cache-control', 'no-store');
  response.end(JSON.stringify({ token }));
});

const used = new MemoryTokenStore(); // for one process; several need a database

export async function mayDeposit(resultToken: string): Promise<boolean> {
  try {
    await standpoint.verifications.verifyResultToken(resultToken, {
      customer_id: 'customer-1',
      transaction_type: 'deposit',
      transaction_id: 'order-7',
      store: used,
    });
    return true; // a pass for this deposit, used here for the first time
  } catch (error) {
    if (error instanceof ResultTokenError) return false; // error.reason says why
    throw error;
  }
}

declare const database: { query(sql: string, values: unknown[]): Promise<{ rowCount: number }> };

export const usedTokens: TokenStore = {
  async consume(jti, expiresAt) {
    const insert = 'INSERT INTO used_token (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING';
    return (await database.query(insert, [jti, expiresAt])).rowCount === 1;
  },
};

export async function startFaceCheck(): Promise<string> {
  const { url } = await standpoint.createPortalToken({
    workflow_id: 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    customer: { customer_id: 'customer-1', email: 'customer@shop.example' },
  });
  return url; // or give the page its token, for @standpoint/web
}

export async function isVerified(resultToken: string): Promise<boolean> {
  try {
    await standpoint.sessions.verifyResultToken(resultToken, {
      customer_id: 'customer-1',
      workflow_id: 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      store: used,
    });
    return true; // approved
  } catch (error) {
    if (error instanceof ResultTokenError) return false;
    throw error;
  }
}

const reader = new Standpoint({
  resultsKey: process.env.STANDPOINT_RESULTS_KEY!,
  baseUrl: 'http://localhost:4000',
});

export async function report(): Promise<void> {
  for await (const verification of reader.verifications.list({ decision: 'fail' })) {
    console.log(verification.verification_id, verification.reason_codes);
  }
  const session = await reader.sessions.retrieve('fcs_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  console.log(session.decision, session._meta.requestId);
}

export async function clearQueue(): Promise<void> {
  for await (const { id, area, customer_id } of reader.reviews.list({ area: 'geolocation' })) {
    console.log(area, customer_id);
    await reader.reviews.decide(id, { outcome: 'approve', reason: 'passport seen', reviewer: 'ada' });
  }
}

declare function once(id: string, work: () => Promise<void>): Promise<void>;

export async function received(request: Request): Promise<Response> {
  try {
    const event = webhooks.unwrap(
      await request.text(),
      request.headers,
      process.env.STANDPOINT_WEBHOOK_SECRET!,
    );
    await once(event.id, async () => console.log(event.type, event.data)); // your own table of ids
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookSignatureError) return new Response(error.reason, { status: 400 });
    throw error; // the service tries again
  }
}

export async function addEndpoint(): Promise<string> {
  const { webhook_id, secret } = await reader.webhooks.create({ url: 'https://shop.example/standpoint' });
  console.log('keep the secret of', webhook_id);
  return secret!; // given once
}

export async function follow(last: string | undefined, keep: (id: string) => void): Promise<void> {
  for await (const event of reader.events.poll({ after: last })) {
    if (event.type === 'geolocation.verification.completed') console.log(event.data.decision);
    keep(event.id); // the next start begins after it
  }
}

export async function simulated(): Promise<void> {
  const sandbox = new Standpoint({
    apiKey: process.env.STANDPOINT_TEST_KEY!, // sp_test_…
    baseUrl: 'http://localhost:4000',
  });
  const { decision, result_token } = await sandbox.testHelpers.simulateVerification({
    customer_id: 'test_fail_vpn', // one of the ids at /sandbox/outcomes
    transaction_type: 'deposit',
  });
  console.log(decision, result_token); // give it to your own code, with acceptSandbox: true
  const { status } = await sandbox.testHelpers.simulateSession({
    customer_id: 'test_face_approved',
    workflow_id: 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  });
  console.log(status); // your webhook has the decision, and a results key reads it
  const made = await sandbox.testHelpers.simulateSession('fcs_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'declined');
  console.log(made.session.decision, made.result_token); // of the session that your page has opened
}

export async function handled(): Promise<void> {
  try {
    await standpoint.preflight({ customer_id: 'customer-1', transaction_type: 'login' });
  } catch (error) {
    if (error instanceof RateLimitError) console.log('wait', error.retryAfterMs);
    else if (error instanceof StandpointApiError) console.log(error.code, error.requestId, error.docsUrl);
    else throw error;
  }
}
