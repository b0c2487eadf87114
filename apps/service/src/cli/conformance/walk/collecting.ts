import { TOKEN_TYPES } from '@standpoint/contract';
import { must, mustAnswer, mustRefuse } from './asking.ts';
import { mustBeSigned } from './minting.ts';
import { claimsOf, type Rule } from './walker.ts';

const PAGE = 'https://shop.example';

/** Pages, collect() and evaluate, and the end of a token. */
export const COLLECTING: Rule[] = [
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
