import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { installId, MemoryTokenStore, type Standpoint } from '@standpoint/node';
import { customerFor } from './outcomes.ts';
import type { Session } from './sessions.ts';
import { Rejection } from './wire.ts';

/** One request of the page to our backend. */
export interface Visit {
  session: Session;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  query: URLSearchParams;
  setCookie(cookie: string): void;
}
export type Handler = (visit: Visit) => Promise<object> | object;

export interface JobOptions {
  standpoint: Standpoint;
  workflowId: string;
  policyId?: string;
  baseUrl: string;
  faceUrl: string;
  path: string;
  secureCookies: boolean;
  acceptSandbox: boolean;
}

const AMOUNT = 50;
const DEPOSIT = 'deposit';

const depositRoutes = ({ standpoint, ...options }: JobOptions): Record<string, Handler> => {
  const cookie = { secure: options.secureCookies, path: options.path };
  // A shop with more than one process keeps used tokens in its database.
  const used = new MemoryTokenStore();
  return {
    // Before verify(). The customer comes from our own session, never from the page.
    'POST /api/deposit/token': async ({ session, headers, body, setCookie }) => {
      const customer_id = customerFor(session.visitor, body.outcome);
      const transaction_id = `deposit_${randomUUID()}`;
      const { token, install_id } = await standpoint.preflight({
        customer_id,
        transaction_id,
        transaction_type: DEPOSIT,
        transaction_name: `Deposit of $${AMOUNT}`,
        install_id: installId.fromRequest(headers),
        policy_id: options.policyId,
      });
      if (install_id) setCookie(installId.toSetCookie(install_id, cookie));
      session.deposit = { customer_id, transaction_id };
      return { token };
    },

    // After verify(). Only a signed pass for this very deposit pays, once; the page's claims do not count.
    'POST /api/deposit/pay': async ({ session, body }) => {
      if (!session.deposit) throw new Rejection(409, 'There is no open deposit. Start a new one.');
      const { jurisdiction } = await standpoint.verifications.verifyResultToken(String(body.result_token), {
        ...session.deposit,
        transaction_type: DEPOSIT,
        acceptSandbox: options.acceptSandbox,
        store: used,
      });
      session.deposit = undefined;
      session.balance += AMOUNT;
      return { jurisdiction, balance: session.balance };
    },
  };
};

const faceRoutes = ({ standpoint, workflowId }: JobOptions): Record<string, Handler> => ({
  'POST /api/face/token': async ({ session, body }) => {
    const customer_id = customerFor(session.visitor, body.outcome);
    const customer = { customer_id };
    const { token } = await standpoint.createPortalToken({ workflow_id: workflowId, customer });
    session.face = { customer_id };
    return { token };
  },

  // Events of the face app are hints. Only the session that our backend reads (or a webhook) counts.
  'GET /api/face/result': async ({ session, query }) => {
    const found = await standpoint.sessions.retrieve(query.get('session_id') ?? '');
    // The id came through the page: it may name another customer's session, or one of an easier workflow.
    if (found.customer_id !== session.face?.customer_id || found.workflow_id !== workflowId) {
      throw new Rejection(404, 'There is no such session of yours.');
    }
    return { status: found.status, decision: found.decision, livemode: found.livemode };
  },
});

/** An integrator's backend: it creates tokens, and trusts only signed results and its own reads. */
export const routesOf = (options: JobOptions): Record<string, Handler> => ({
  'GET /api/me': ({ session }) => ({
    balance: session.balance,
    amount: AMOUNT,
    base_url: options.baseUrl,
    face_url: options.faceUrl,
  }),
  ...depositRoutes(options),
  ...faceRoutes(options),
});
