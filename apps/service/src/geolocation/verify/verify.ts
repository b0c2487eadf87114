import { createHash } from 'node:crypto';
import { type Evidence, type PreflightClaims, type VerifyAnswer, verify } from '@standpoint/contract';
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
  return {
    org: claims.org,
    env: claims.env,
    iss: call.base_url,
    customer_id: claims.customer_id,
    customer_hash: customerHash(deps.envelope, claims, claims.customer_id),
    since: new Date(claims.iat * 1_000),
    ...transactionOf(deps, claims),
    person,
    ...installOf(deps, claims, evidence),
    policy,
    evidence,
    proof: proofOf(opened, claims),
    ip: {
      address: call.ip,
      source: 'connection',
      stamp: await stampedAddress(deps, evidence.ip_stamp, claims),
    },
    now_ms,
    chain: { hop: claims.hop ?? 0, root_jti: rootOf(claims), retry_left: chainHasTime(claims, now_ms) },
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

/** The token that began the chain. */
const rootOf = ({ root_jti, jti }: PreflightClaims): string => root_jti ?? jti;

function transactionOf(
  { envelope }: Deps,
  claims: PreflightClaims,
): Pick<Subject, 'transaction' | 'transaction_hash'> {
  const { transaction_type, transaction_name, transaction_id, expected_jurisdiction } = claims;
  return {
    transaction: {
      type: transaction_type,
      name: transaction_name,
      id: transaction_id,
      expected_jurisdiction,
    },
    transaction_hash: transaction_id === undefined ? null : transactionHash(envelope, claims, transaction_id),
  };
}

/** The installation that the token names, or else the one that the evidence names. */
function installOf(
  { envelope }: Deps,
  claims: PreflightClaims,
  evidence: Evidence,
): Pick<Subject, 'install_id' | 'install_hash' | 'install_new'> {
  const install_id = claims.install_id ?? wellFormed(evidence.install_id);
  return {
    install_id,
    install_hash: install_id === null ? null : installHash(envelope, claims, install_id),
    install_new: !!claims.install_id && madeWith(claims.install_id, rootOf(claims)),
  };
}
