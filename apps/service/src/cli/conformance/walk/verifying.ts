import { TOKEN_TYPES, VerifyAnswer } from '@standpoint/contract';
import { validator } from '../../../validate.ts';
import { must, mustAnswer, mustRefuse } from './asking.ts';
import { mustBeSigned } from './minting.ts';
import { claimsOf, type Rule, type Walker } from './walker.ts';

const fitsAnswer = validator(VerifyAnswer);
const PAGE = 'https://shop.example';
const SHORT = {
  permission: { state: 'denied' as const },
  positions: [],
  position_error: 'permission_denied' as const,
};

/** Payloads that cannot be opened: what is wrong, and where the sandbox must say that it is. */
const BROKEN: [what: string, at: string, make: (walker: Walker, token: string) => string][] = [
  ['no JWE', 'payload', () => 'x.y.z'],
  [
    'another key',
    'payload.header.kid',
    (walker, token) => walker.seal(token, {}, { kid: 'unknown' }).payload,
  ],
  [
    'another member of the header',
    'payload.header.zip',
    (walker, token) =>
      walker.seal(
        token,
        {},
        {
          change: (header) => {
            header.zip = 'DEF';
          },
        },
      ).payload,
  ],
  [
    'changed bytes',
    'payload.ciphertext',
    (walker, token) => walker.seal(token).payload.replace(/\.[^.]{22}$/, `.${'A'.repeat(21)}Q`),
  ],
  [
    'content that is no JSON',
    'payload.content',
    (walker, token) => walker.seal(token, {}, { content: 'x' }).payload,
  ],
  [
    'a latitude beyond the pole',
    'payload.core.positions.0.lat',
    (walker, token) =>
      walker.seal(token, {
        positions: [
          { lat: 91, lng: 0, accuracy_m: 1, accuracy_basis: 'p95', measured_at: new Date().toISOString() },
        ],
      }).payload,
  ],
];

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
  ...BROKEN.map(
    ([what, at, make]): Rule => ({
      name: `a payload with ${what} burns nothing`,
      why: 'The sandbox says at which part it fails.',
      async run(walker) {
        const token = await walker.mint();
        const heard = await walker.verify(token, { payload: make(walker, token) });
        mustRefuse(heard, 'payload_unreadable');
        const [field] = heard.data.error.fields ?? [];
        must(field?.path === at, `the sandbox names ${field?.path ?? 'nothing'} instead of ${at}`);
        await walker.mustBeUnspent(token);
      },
    }),
  ),
  {
    name: 'a payload of another token or call is refused',
    why: 'It may be another person’s recording. It burns nothing.',
    async run(walker) {
      const [token, other] = [await walker.mint(), await walker.mint()];
      mustRefuse(await walker.verify(token, walker.seal(other)), 'challenge_mismatch');
      mustRefuse(
        await walker.verify(token, walker.seal(token, {}, { path: '/geolocation/evaluate' })),
        'challenge_mismatch',
      );
      mustRefuse(
        await walker.verify(token, walker.seal(token, { purpose: 'collect' })),
        'challenge_mismatch',
      );
      await walker.mustBeUnspent(token);
      await walker.mustBeUnspent(other);
    },
  },
  {
    name: 'a changed or respelled token is refused',
    why: 'One public 401 for every way of being wrong.',
    async run(walker) {
      const token = await walker.mint();
      const sent = walker.seal(token);
      const [head, body, signature] = token.split('.') as [string, string, string];
      for (const bad of [
        `${head}.${body}.${'A'.repeat(86)}`,
        `${head}.${body}=.${signature}`,
        `${head}.${body}`,
        `${token}.AAAA`,
      ])
        mustRefuse(await walker.verify(bad, sent), 'token_invalid');
      mustAnswer(await walker.verify(token, sent));
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
  {
    name: 'pages are let in by the origins of the token',
    why: 'CORS: any origin when it has none.',
    async run(walker) {
      const open = await walker.mint();
      const answer = await walker.verify(open, walker.seal(open), { origin: PAGE });
      must(
        mustAnswer(answer).headers.get('access-control-allow-origin') === PAGE,
        'a page cannot read its answer',
      );
      const bound = await walker.mint({ origins: [PAGE] });
      const foreign = await walker.verify(bound, walker.seal(bound), { origin: 'https://evil.example' });
      mustRefuse(foreign, 'origin_not_allowed');
      must(
        foreign.headers.get('access-control-allow-origin') === null,
        'a foreign page can read the refusal',
      );
      await walker.mustBeUnspent(bound);
      const asked = await walker.ask('/geolocation/verify', {
        method: 'OPTIONS',
        headers: { origin: PAGE, 'access-control-request-method': 'POST' },
      });
      must(
        asked.headers.get('access-control-allow-headers')?.includes('standpoint-retry'),
        'Standpoint-Retry is not allowed by CORS',
      );
      const minting = await walker.ask('/geolocation/preflight', {
        method: 'OPTIONS',
        headers: { origin: PAGE, 'access-control-request-method': 'POST' },
      });
      must(minting.headers.get('access-control-allow-origin') === null, 'minting may be called from a page');
    },
  },
  {
    name: 'collect() spends nothing, before and after verify()',
    why: 'Given §5.6.',
    async run(walker) {
      const token = await walker.mint();
      const collect = () => walker.ask('/geolocation/collect', { token, body: {} });
      await mustBeSigned(walker, mustAnswer(await collect()).data.ip_stamp, TOKEN_TYPES.ip_stamp);
      mustAnswer(await collect());
      await walker.mustBeUnspent(token);
      mustAnswer(await collect());
    },
  },
  {
    name: 'evaluate decides a collected payload once',
    why: 'The same payload for the same customer is the same verification; a payload of verify() is refused.',
    needs: 'results_key',
    async run(walker) {
      const customer_id = walker.customer('test_pass');
      const token = await walker.mint({ customer_id });
      const { payload } = walker.seal(
        token,
        { purpose: 'collect', nonce: walker.run },
        { path: '/geolocation/evaluate' },
      );
      const evaluate = (sent: string) =>
        walker.ask('/geolocation/evaluate', {
          token: walker.credentials.results_key!,
          body: { customer_id, transaction_type: 'login', payload: sent, client_ip: '192.0.2.7' },
        });
      const [first, again] = [mustAnswer(await evaluate(payload)), mustAnswer(await evaluate(payload))];
      must(first.data.verification_id === again.data.verification_id, 'the same payload is decided twice');
      mustRefuse(await evaluate(walker.seal(token).payload), 'challenge_mismatch');
      const read = mustAnswer(
        await walker.ask(`/geolocation/verifications/${first.data.verification_id}`, {
          token: walker.credentials.results_key!,
        }),
      );
      must(read.data.livemode === false, 'a sandbox verification claims to be live');
    },
  },
  {
    name: 'an expired token is refused',
    why: 'Also with a retransmission that nothing was stored for.',
    needs: 'patience',
    async run(walker) {
      const token = await walker.mint();
      const { exp, iat } = claimsOf(token);
      await new Promise((resolve) => setTimeout(resolve, (exp - iat + 2) * 1_000));
      const sent = walker.seal(token);
      mustRefuse(await walker.verify(token, sent), 'token_expired');
      mustRefuse(await walker.verify(token, sent, { 'standpoint-retry': sent.attempt_id }), 'token_expired');
    },
  },
];
