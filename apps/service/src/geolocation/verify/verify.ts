import { createHash } from 'node:crypto';
import { type PreflightClaims, type VerifyAnswer, verify } from '@standpoint/contract';
import { deviceLabel } from '../../calls/device-label.ts';
import type { Deps } from '../../deps.ts';
import { customerHash, installHash, transactionHash } from '../../privacy/pseudonyms.ts';
import type { Handler } from '../../route.ts';
import { phoneOutcome, phonePossible } from '../handoff/asker.ts';
import { offerHandoff, offersHandoff } from '../handoff/offer.ts';
import { madeWith, wellFormed } from '../preflight/install-id.ts';
import { openPerson } from '../preflight/person.ts';
import { CHAIN_LIFE_S, chainHasTime, mintNext } from '../preflight/token.ts';
import { spendAndRecord } from '../records/verification-records.ts';
import type { Opened } from './payload.ts';
import { recordDecision } from './record-decision.ts';
import { mustBelong, openSent, policyOf, proofOf, stampedAddress, type VerifyCall } from './sent-evidence.ts';
import { type Attempt, alreadySpent } from './spent-answer.ts';
import type { Subject } from './subject.ts';

const unchanged = (answer: VerifyAnswer): VerifyAnswer => answer;

export const verifyHandler: Handler<typeof verify> = async (request, deps) => {
  const call = request as VerifyCall;
  const claims = call.caller.claims as unknown as PreflightClaims;
  const opened = await openSent(deps, call, claims);
  mustBelong(opened, claims, verify.path);
  const attempt = attemptOf(call, claims, opened);
  const now_ms = deps.clock.now();
  if (deps.spent.has(claims.jti) || claims.exp * 1000 <= now_ms)
    return alreadySpent(deps, attempt, unchanged);
  const subject = await subjectOf(deps, call, claims, opened, now_ms);
  const { jti, exp, epoch } = claims;
  const token = { jti, exp, epoch, payload_sha256: attempt.payload_sha256 };
  const answer = await recordDecision(deps, subject, (verification) =>
    spendAndRecord(deps.database.pool, token, verification),
  );
  if (!answer) return alreadySpent(deps, attempt, unchanged);
  deps.spent.add(jti);
  deps.decided(claims.env, answer.decision);
  return answer;
};

function attemptOf(call: VerifyCall, claims: PreflightClaims, { evidence }: Opened): Attempt {
  const payload_sha256 = createHash('sha256')
    .update(call.body.payload ?? JSON.stringify(evidence))
    .digest();
  return { call, claims, attempt_id: evidence.attempt_id, payload_sha256 };
}

/** The case to decide, from the token's claims and the evidence. */
async function subjectOf(
  deps: Deps,
  call: VerifyCall,
  claims: PreflightClaims,
  opened: Opened,
  now_ms: number,
): Promise<Subject> {
  const { evidence } = opened;
  const person = openPerson(deps.envelope.subkey('pii'), claims.pii, claims.jti);
  const policy = await policyOf(deps, claims);
  const phone = claims.hop ? await phoneOutcome(deps, claims, { evidence, ip: call.ip, policy }) : null;
  const root_jti = claims.root_jti ?? claims.jti;
  const install_id = claims.install_id ?? wellFormed(evidence.install_id);
  return {
    org: claims.org,
    env: claims.env,
    iss: call.base_url,
    customer_id: claims.customer_id,
    customer_hash: customerHash(deps.envelope, claims, claims.customer_id),
    transaction_hash:
      claims.transaction_id === undefined
        ? null
        : transactionHash(deps.envelope, claims, claims.transaction_id),
    install_hash: install_id === null ? null : installHash(deps.envelope, claims, install_id),
    since: new Date(claims.iat * 1_000),
    transaction: transactionOf(claims),
    person,
    install_id,
    install_new: !!claims.install_id && madeWith(claims.install_id, root_jti),
    policy,
    evidence,
    proof: proofOf(opened, claims),
    ip: {
      address: call.ip,
      source: 'connection',
      stamp: await stampedAddress(deps, evidence.ip_stamp, claims),
    },
    now_ms,
    chain: { hop: claims.hop ?? 0, root_jti, retry_left: chainHasTime(claims, now_ms) },
    actor: 'client',
    request_id: call.request_id,
    address: call.ip,
    locale: call.header('accept-language')?.split(/[,;]/)[0],
    handoff: { facts: null, ...phone, phone_possible: phonePossible(call, evidence, phone) },
    extra: phone ? { handoff_left: claims.jti } : {},
    next: nextToken(deps, call, claims, { person, now_ms }),
  };
}

/** Makes what a `retry` hands out: the next token of the chain, and perhaps a hand-off to a phone. */
const nextToken =
  (
    deps: Deps,
    call: VerifyCall,
    claims: PreflightClaims,
    { person, now_ms }: Pick<Subject, 'person' | 'now_ms'>,
  ): Subject['next'] =>
  (decision, input, key) => {
    if (!offersHandoff(decision, input)) return { next_token: mintNext(deps, claims).token };
    // The person needs time to take up the other device, and this token has to outlast it.
    const next = mintNext(deps, claims, CHAIN_LIFE_S);
    const device_label = deviceLabel(call.header('user-agent'));
    const offer = offerHandoff(deps, { claims, person, device_label, now_ms, next, input, key });
    return { next_token: next.token, ...offer };
  };

const transactionOf = (claims: PreflightClaims): Subject['transaction'] => ({
  type: claims.transaction_type,
  name: claims.transaction_name,
  id: claims.transaction_id,
  expected_jurisdiction: claims.expected_jurisdiction,
});
