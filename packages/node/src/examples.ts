/** The README's code, so that it compiles. A test proves that it is the same text. */
import { createServer } from 'node:http';
import {
  installId,
  RateLimitError,
  ResultTokenError,
  Standpoint,
  StandpointApiError,
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

export async function mayDeposit(resultToken: string): Promise<boolean> {
  try {
    const claims = await standpoint.verifications.verifyResultToken(resultToken, {
      customer_id: 'customer-1',
      transaction_id: 'order-7',
      consume: (jti, expiresAt) => firstTime(jti, expiresAt),
    });
    return claims.decision === 'pass';
  } catch (error) {
    if (error instanceof ResultTokenError) return false; // error.reason says why
    throw error;
  }
}

const seen = new Map<string, Date>();
function firstTime(jti: string, expiresAt: Date): boolean {
  if (seen.has(jti)) return false;
  seen.set(jti, expiresAt);
  return true;
}

export async function startFaceCheck(): Promise<string> {
  const { url } = await standpoint.createPortalToken({
    workflow_id: 'wf_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    customer: { customer_id: 'customer-1', email: 'customer@shop.example' },
  });
  return url; // or hand data.token to @standpoint/web
}

export async function report(): Promise<void> {
  const reader = new Standpoint({
    apiKey: process.env.STANDPOINT_API_KEY!,
    resultsKey: process.env.STANDPOINT_RESULTS_KEY!,
    baseUrl: 'http://localhost:4000',
  });
  for await (const verification of reader.verifications.list({ decision: 'fail' })) {
    console.log(verification.verification_id, verification.reason_codes);
  }
  const session = await reader.sessions.retrieve('fcs_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  console.log(session.decision, session._meta.requestId);
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
