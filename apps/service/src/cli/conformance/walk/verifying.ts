import { TOKEN_TYPES, VerifyAnswer } from '@standpoint/contract';
import { validator } from '../../../validate.ts';
import { must, mustAnswer, mustRefuse } from './asking.ts';
import { mustBeSigned } from './minting.ts';
import { claimsOf, type Rule } from './walker.ts';

const fitsAnswer = validator(VerifyAnswer);
const SHORT = {
  permission: { state: 'denied' as const },
  positions: [],
  position_error: 'permission_denied' as const,
};

export const VERIFYING: Rule[] = [
  {
    name: 'a token is good for one verify()',
    why: 'Given §5.5: the reuse is refused, also with another payload.',
    async run(walker) {
      const token = await walker.mint();
      const heard = mustAnswer(await walker.verify(token, walker.seal(token)));
      const fields = fitsAnswer(structuredClone(heard.data));
      must(!fields, `data: ${fields?.map(({ path, message }) => `${path} ${message}`).join(', ')}`);
      must(
        heard.data.decision === 'pass' && heard.data.livemode === false,
        'test_pass does not pass, or claims to be live',
      );
      mustRefuse(await walker.verify(token, walker.seal(token)), 'token_already_used');
    },
  },
  {
    name: 'a result token is signed, and names customer and transaction',
    why: 'The backend checks it offline.',
    async run(walker) {
      const customer_id = walker.customer('test_pass');
      const token = await walker.mint({
        customer_id,
        transaction_type: 'deposit',
        transaction_id: 'order-17',
      });
      const { data } = mustAnswer(await walker.verify(token, walker.seal(token)));
      await mustBeSigned(walker, data.result_token, TOKEN_TYPES.verification);
      const claims = claimsOf<Record<string, unknown>>(data.result_token);
      for (const [name, wanted] of Object.entries({
        sub: customer_id,
        transaction_type: 'deposit',
        transaction_id: 'order-17',
        decision: 'pass',
        env: 'sandbox',
        verification_id: data.verification_id,
      }))
        must(claims[name] === wanted, `the claim ${name} is ${claims[name]}`);
      must(claims.aud === claims.org, 'aud is not the organization');
    },
  },
  {
    name: 'generation 0.3 sees a reuse as attestation_failed',
    why: 'Given §7.1.',
    async run(walker) {
      const token = await walker.mint({}, { 'standpoint-sdk': '0.3' });
      mustAnswer(await walker.verify(token, walker.seal(token)));
      mustRefuse(await walker.verify(token, walker.seal(token)), 'attestation_failed');
    },
  },
  {
    name: 'a retransmission gets the stored answer',
    why: 'A lost reply must not lock a person out; another payload or another attempt is a reuse.',
    async run(walker) {
      const token = await walker.mint();
      const sent = walker.seal(token);
      const first = mustAnswer(await walker.verify(token, sent));
      const again = mustAnswer(await walker.verify(token, sent, { 'standpoint-retry': sent.attempt_id }));
      must(again.headers.get('idempotent-replayed') === 'true', 'Idempotent-Replayed is missing');
      must(JSON.stringify(again.data) === JSON.stringify(first.data), 'the repeated answer differs');
      mustRefuse(await walker.verify(token, sent), 'token_already_used');
      mustRefuse(await walker.verify(token, sent, { 'standpoint-retry': 'another' }), 'token_already_used');
      const other = walker.seal(token, { attempt_id: sent.attempt_id });
      mustRefuse(
        await walker.verify(token, other, { 'standpoint-retry': sent.attempt_id }),
        'token_already_used',
      );
    },
  },
  {
    name: 'twenty callers of one token: one wins',
    why: 'Spending is one conditional write.',
    async run(walker) {
      const token = await walker.mint();
      const heard = await Promise.all(
        Array.from({ length: 20 }, () => walker.verify(token, walker.seal(token))),
      );
      must(
        heard.filter(({ status }) => status === 200).length === 1,
        `${heard.filter(({ status }) => status === 200).length} of 20 callers won`,
      );
    },
  },
  {
    name: 'a denied permission is a decision',
    why: 'Never an HTTP error.',
    async run(walker) {
      const token = await walker.mint({ customer_id: walker.customer() });
      const { data } = mustAnswer(await walker.verify(token, walker.seal(token, SHORT)));
      must(data.decision !== 'pass', 'a check without a position passes');
      must(
        data.reasons.every(
          (reason: Record<string, unknown>) => reason.code && reason.message && reason.remedy,
        ),
        'a reason has no remedy',
      );
    },
  },
  {
    name: 'a retry chain ends in review',
    why: 'hop 3 never answers retry.',
    async run(walker) {
      let token = await walker.mint({ customer_id: walker.customer('test_retry_accuracy') });
      const seen: string[] = [];
      for (let hop = 0; hop <= 3; hop++) {
        const { data } = mustAnswer(await walker.verify(token, walker.seal(token)));
        seen.push(data.decision);
        must(data.decision !== 'retry' || !data.result_token, 'a retry has a result token');
        if (!data.next_token) break;
        must(claimsOf(data.next_token).hop === hop + 1, 'hop does not count');
        token = data.next_token;
      }
      must(seen.join() === 'retry,retry,retry,review', `the chain is ${seen.join(', ')}`);
    },
  },
  {
    name: 'the sandbox says every reason',
    why: 'data.sandbox.reasons is for the integrator.',
    async run(walker) {
      const token = await walker.mint({ customer_id: walker.customer('test_fail_mock') });
      const { data } = mustAnswer(await walker.verify(token, walker.seal(token)));
      must(data.decision === 'fail', 'test_fail_mock does not fail');
      must(
        data.sandbox.reasons.some(({ code }: { code: string }) => code === 'mock_provider'),
        'the reason is not in data.sandbox',
      );
      must(!JSON.stringify(data.reasons).includes('mock'), 'the client is told an anti-spoof reason');
    },
  },
];
