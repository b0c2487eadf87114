import { type Envelope, type ErrorBody, type sandbox, type VerifyAnswer, verify } from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import { Gcra } from '../calls/gcra.ts';
import type { Deps } from '../deps.ts';
import { by } from '../developer/by.ts';
import { sandboxOutcome } from '../face/decision/sandbox-outcomes.ts';
import { mintPortal, publishedWorkflow } from '../face/portal/token.ts';
import { outcomeFor } from '../geolocation/decision/sandbox-outcomes.ts';
import { mintPreflight } from '../geolocation/preflight/token.ts';
import { GEOLOCATION_ROUTES } from '../geolocation/routes.ts';
import { type Spot, simulatedEvidence } from '../geolocation/spot/evidence.ts';
import { buildServer } from '../http/server.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { faceServer, runSession } from './faces.ts';
import { HOME_SPOTS } from './spots.ts';

interface Simulated {
  org: string;
  customer_id: string;
  transaction_type: string;
  spot: Spot;
  ip: string;
}

/**
 * Mints a token as the backend would, then verifies as the client would, both over the service's own HTTP side in
 * this process.
 */
export async function simulateVerification(
  deps: Deps,
  { org, customer_id, transaction_type, spot, ip }: Simulated,
): Promise<VerifyAnswer & { error?: ErrorBody }> {
  const context = { env: 'sandbox' as const, org, iss: deps.config.base_url, life_s: 300, person: {} };
  const { token } = mintPreflight(deps, context, { customer_id, transaction_type, sdk: '0.5' });
  const app = await buildServer(
    deps,
    GEOLOCATION_ROUTES.filter(({ endpoint }) => endpoint.name === verify.name),
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
    return (response.json() as Envelope<VerifyAnswer & { error?: ErrorBody }>).data;
  } finally {
    await app.close();
  }
}

/** The fixed outcomes of the sandbox and nothing else: what an id does not name cannot be simulated. */
export const simulateHandler: Handler<typeof sandbox.simulate> = async (call, deps) => {
  const { caller, body } = call;
  const face = sandboxOutcome('sandbox', body.customer_id);
  if (!face && !outcomeFor('sandbox', body.customer_id))
    refuse('invalid_request', 'no fixed outcome', {
      fields: [{ path: 'customer_id', message: 'has to begin with one of the ids at /sandbox/outcomes' }],
    });
  if (face?.denies_handoff)
    refuse('invalid_request', 'needs a phone', {
      fields: [
        { path: 'customer_id', message: 'needs a second device: make a link, and open it on a phone' },
      ],
    });
  const made = face ? await faceOutcome(deps, call, face.expires === true) : await placeOutcome(deps, call);
  await audit(deps.database.db, {
    ...by(call),
    org: caller.org,
    env: caller.env,
    action: made.area === 'face' ? 'session.simulated' : 'verification.simulated',
    target: made.id,
  });
  return made;
};

type SimulateCall = Parameters<Handler<typeof sandbox.simulate>>[0];

async function placeOutcome(deps: Deps, { caller, body, ip }: SimulateCall) {
  const [home] = HOME_SPOTS;
  const { lat, lng } = home!;
  const answer = await simulateVerification(deps, {
    org: caller.org,
    customer_id: body.customer_id,
    transaction_type: body.transaction_type ?? 'login',
    spot: body.position ?? { lat, lng, accuracy_m: 20 },
    ip,
  });
  if (answer.error) return refused(answer.error);
  return { area: 'geolocation' as const, id: answer.verification_id, decision: answer.decision };
}

async function faceOutcome(deps: Deps, { caller, body }: SimulateCall, expires: boolean) {
  const { org, env } = caller;
  if (body.workflow_id === undefined)
    return refuse('invalid_request', 'no workflow', {
      fields: [{ path: 'workflow_id', message: 'is required for a face session' }],
    });
  const workflow = await publishedWorkflow(deps, org, body.workflow_id);
  // The limits of addresses are for browsers, and these calls come from none.
  const own = { ...deps, limiter: new Gcra() };
  const base_url = deps.config.sandbox_base_url;
  const { token } = mintPortal(own, { org, env, base_url, customer_id: body.customer_id, workflow });
  const app = await faceServer(own);
  try {
    const made = await runSession(app, own, token, expires ? 'opened' : 'end');
    if ('error' in made) return refused(made.error);
    return { area: 'face' as const, id: made.session_id, decision: null };
  } finally {
    await app.close();
  }
}

/** What the call of the device was answered is what this call is answered. */
const refused = (error: ErrorBody): never =>
  error.code === 'unavailable'
    ? refuse('unavailable', 'simulated', {
        message: `The device was answered ${error.code}: ${error.message}`,
        ...(error.retry_after_s !== undefined && { retry_after_s: error.retry_after_s }),
      })
    : refuse('invalid_request', error.code, {
        message: `The device was answered ${error.code}: ${error.message}`,
      });
