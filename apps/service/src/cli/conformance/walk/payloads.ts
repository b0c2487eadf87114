import { must, mustAnswer, mustRefuse } from './asking.ts';
import type { Rule, Walker } from './walker.ts';

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

/** Payloads and tokens that are refused, and what stays unspent. */
export const PAYLOADS: Rule[] = [
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
];
