import { createHash } from 'node:crypto';
import { type PreflightClaims, type VerifyAnswer, verify } from '@standpoint/contract';
import { deviceLabel } from '../../calls/device-label.ts';
import type { Handler } from '../../route.ts';
import { phoneOutcome, phonePossible } from '../handoff/asker.ts';
import { offerHandoff, offersHandoff } from '../handoff/offer.ts';
import { madeWith, wellFormed } from '../preflight/install-id.ts';
import { openPerson } from '../preflight/person.ts';
import { CHAIN_LIFE_S, chainHasTime, mintNext } from '../preflight/token.ts';
import { spendAndRecord } from '../records/verification-records.ts';
import { judge } from './record-decision.ts';
import { mustBelong, openSent, policyOf, proofOf, stampedAddress, type VerifyCall } from './sent-evidence.ts';
import { alreadySpent } from './spent-answer.ts';

const whole = (answer: VerifyAnswer): VerifyAnswer => answer;

export const verifyHandler: Handler<typeof verify> = async (call, deps) => {
  const claims = call.caller.claims as unknown as PreflightClaims;
  const opened = await openSent(deps, call as VerifyCall, claims);
  mustBelong(opened, claims, verify.path);
  const { evidence } = opened;
  const payload_sha256 = createHash('sha256')
    .update(call.body.payload ?? JSON.stringify(evidence))
    .digest();
  const attempt = { call: call as VerifyCall, claims, attempt_id: evidence.attempt_id, payload_sha256 };
  const now_ms = deps.clock.now();
  if (deps.spent.has(claims.jti) || claims.exp * 1000 <= now_ms) return alreadySpent(deps, attempt, whole);

  const person = openPerson(deps.envelope.subkey('pii'), claims.pii, claims.jti);
  const policy = await policyOf(deps, claims);
  const phone = claims.hop ? await phoneOutcome(deps, claims, { evidence, ip: call.ip, policy }) : null;
  const answer = await judge(
    deps,
    {
      org: claims.org,
      env: claims.env,
      iss: call.base_url,
      customer_id: claims.customer_id,
      transaction: {
        type: claims.transaction_type,
        name: claims.transaction_name,
        id: claims.transaction_id,
        expected_jurisdiction: claims.expected_jurisdiction,
      },
      person,
      install_id: claims.install_id ?? wellFormed(evidence.install_id),
      install_new: !!claims.install_id && madeWith(claims.install_id, claims.root_jti ?? claims.jti),
      policy,
      evidence,
      proof: proofOf(opened, claims),
      ip: {
        address: call.ip,
        source: 'connection',
        stamp: await stampedAddress(deps, evidence.ip_stamp, claims),
      },
      now_ms,
      chain: {
        hop: claims.hop ?? 0,
        root_jti: claims.root_jti ?? claims.jti,
        retry_left: chainHasTime(claims, now_ms),
      },
      actor: 'client',
      request_id: call.request_id,
      address: call.ip,
      locale: call.header('accept-language')?.split(/[,;]/)[0],
      handoff: { facts: null, ...phone, phone_possible: phonePossible(call, evidence, phone) },
      extra: phone ? { handoff_left: claims.jti } : {},
      next: (decision, input) => {
        if (!offersHandoff(decision, input)) return { next_token: mintNext(deps, claims).token };
        // The other device takes its time: this token has to outlast it.
        const next = mintNext(deps, claims, CHAIN_LIFE_S);
        const device_label = deviceLabel(call.header('user-agent'));
        const offer = offerHandoff(deps, { claims, person, device_label, now_ms, next, input });
        return { next_token: next.token, ...offer };
      },
    },
    (verification) =>
      spendAndRecord(
        deps.database.pool,
        { jti: claims.jti, exp: claims.exp, epoch: claims.epoch, payload_sha256 },
        verification,
      ),
  );
  if (!answer) return alreadySpent(deps, attempt, whole);
  deps.spent.add(claims.jti);
  deps.decided(claims.env, answer.decision);
  return answer;
};
