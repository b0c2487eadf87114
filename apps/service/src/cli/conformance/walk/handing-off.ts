import { normaliseCode } from '../../../handoff/short-code.ts';
import { must, mustAnswer, mustRefuse } from './asking.ts';
import { portalToken } from './facing.ts';
import { claimsOf, type Rule, type Walker } from './walker.ts';

const CODE = '/facecheck/short-code';
const FACE = '/facecheck/session';

const redeem = (walker: Walker, code: string, headers: Record<string, string> = {}) =>
  walker.ask(`${CODE}?code=${encodeURIComponent(code)}`, { headers });

async function shown(walker: Walker): Promise<{ portal: string; code: string }> {
  const portal = await portalToken(walker);
  const { data } = mustAnswer(await walker.ask(CODE, { token: portal, body: {} }));
  must(normaliseCode(data.code) === data.code, 'a code is not 16 Crockford symbols');
  must(data.url.endsWith(`/h#${data.code}`), 'the code does not stand in the fragment of url');
  return { portal, code: data.code };
}

const grouped = (code: string): string =>
  (code.toLowerCase().match(/.{4}/g) ?? []).join('-').replaceAll('0', 'o').replaceAll('1', 'l');

export const HANDING_OFF: Rule[] = [
  {
    name: 'a code is redeemed once, in any spelling',
    why: 'Case, hyphens, O and L do not matter; the second redeemer learns that it was used.',
    needs: 'workflow_id',
    async run(walker) {
      const { code } = await shown(walker);
      const { data } = mustAnswer(await redeem(walker, grouped(code)));
      must(
        data.kind === 'face' &&
          claimsOf<{ session_id: string }>(data.handoff_token).session_id === data.session.session_id,
        'the hand-off token is not of the session',
      );
      mustRefuse(await redeem(walker, code), 'short_code_used');
    },
  },
  {
    name: 'twenty redeemers of one code: one wins',
    why: 'Exactly one phone.',
    needs: 'workflow_id',
    async run(walker) {
      const { code } = await shown(walker);
      const heard = await Promise.all(Array.from({ length: 20 }, () => redeem(walker, code)));
      must(heard.filter(({ status }) => status === 200).length === 1, 'not exactly one redeemer wins');
    },
  },
  {
    name: 'a link preview does not spend a code',
    why: 'Prefetch and navigation get 428, HEAD 405; the code lives on.',
    needs: 'workflow_id',
    async run(walker) {
      const { code } = await shown(walker);
      mustRefuse(await redeem(walker, code, { 'sec-purpose': 'prefetch' }), 'client_required');
      const head = await walker.ask(`${CODE}?code=${code}`, { method: 'HEAD' });
      must(head.status === 405, `HEAD answers ${head.status}`);
      mustAnswer(await redeem(walker, code));
    },
  },
  {
    name: 'a refreshed code replaces the old one',
    why: 'The same hand-off; without one there is nothing to refresh.',
    needs: 'workflow_id',
    async run(walker) {
      const empty = await portalToken(walker);
      mustRefuse(await walker.ask(CODE, { method: 'PUT', token: empty, body: {} }), 'handoff_not_found');
      const { portal, code } = await shown(walker);
      const { data } = mustAnswer(await walker.ask(CODE, { method: 'PUT', token: portal, body: {} }));
      must(data.code !== code, 'the refreshed code is the old one');
      mustAnswer(await redeem(walker, data.code));
      mustRefuse(await walker.ask(CODE, { method: 'PUT', token: portal, body: {} }), 'handoff_claimed');
    },
  },
  {
    name: 'unknown, malformed and missing codes are told apart',
    why: '404 for both of the first, 400 for the last.',
    async run(walker) {
      mustRefuse(await redeem(walker, '0000000000000000'), 'short_code_not_found');
      mustRefuse(await redeem(walker, 'U'), 'short_code_not_found');
      mustRefuse(await walker.ask(CODE), 'invalid_request');
    },
  },
  {
    name: 'a phone may do nothing before its number is typed',
    why: '403 handoff_unconfirmed; and never what only the portal token may.',
    needs: 'workflow_id',
    async run(walker) {
      const { portal, code } = await shown(walker);
      const { data } = mustAnswer(await redeem(walker, code));
      const { handoff_token: phone, confirm } = data;
      mustRefuse(await walker.ask(FACE, { token: phone, body: {} }), 'token_wrong_purpose');
      mustRefuse(await walker.ask(CODE, { token: phone, body: {} }), 'token_wrong_purpose');
      if (confirm.type === 'number')
        mustRefuse(await walker.ask(`${FACE}/attempt`, { token: phone, body: {} }), 'handoff_unconfirmed');
      const status = mustAnswer(await walker.ask(`${FACE}/status`, { token: portal })).data;
      const seen = mustAnswer(await walker.ask(`${FACE}/status`, { token: phone })).data;
      must(seen.handoff.number === undefined, 'the phone is told its own number');
      if (confirm.type !== 'number') return;
      must(/^\d\d$/.test(status.handoff.number), 'the desktop is not told a number of two digits');
      const confirmed = await walker.ask(`${FACE}/handoff/confirm`, {
        token: phone,
        body: { number: status.handoff.number },
      });
      must(mustAnswer(confirmed).data.confirmed === true, 'the right number is not accepted');
      mustRefuse(await walker.ask(`${FACE}/attempt`, { token: portal, body: {} }), [
        'not_active_device',
        'consent_required',
      ]);
    },
  },
  {
    name: 'one wrong number ends the hand-off',
    why: 'Two digits may be guessed once.',
    needs: 'workflow_id',
    async run(walker) {
      const { portal, code } = await shown(walker);
      const { data } = mustAnswer(await redeem(walker, code));
      if (data.confirm.type !== 'number') return;
      const { number } = mustAnswer(await walker.ask(`${FACE}/status`, { token: portal })).data.handoff;
      const wrong = number === '10' ? '11' : '10';
      const heard = await walker.ask(`${FACE}/handoff/confirm`, {
        token: data.handoff_token,
        body: { number: wrong },
      });
      must(heard.status !== 200 || heard.data.confirmed === false, 'a wrong number is accepted');
      const after = mustAnswer(await walker.ask(`${FACE}/status`, { token: portal })).data;
      must(after.handoff.state === 'aborted' && !after.done, `the hand-off is ${after.handoff.state}`);
    },
  },
  {
    name: '“this wasn’t me” ends the session',
    why: 'The phone of a stranger was asked.',
    needs: 'workflow_id',
    async run(walker) {
      const { portal, code } = await shown(walker);
      const { data } = mustAnswer(await redeem(walker, code));
      mustAnswer(await walker.ask(`${FACE}/handoff/deny`, { token: data.handoff_token, body: {} }));
      must(
        mustAnswer(await walker.ask(`${FACE}/status`, { token: portal })).data.done,
        'the session goes on',
      );
    },
  },
];
