import { type Case, familyOf } from '../family.ts';
import { BASE, claimsIn } from '../keys.ts';
import { portalTokenOf, preflightToken, WORKFLOW_ID } from '../tokens.ts';

const token = portalTokenOf();
const face_base = `${BASE}/face`;
const address = (name: string, why: string, input: Record<string, unknown>, fragment: string): Case => ({
  name,
  why,
  input: { base_url: BASE, face_base, token, ...input },
  expect: { url: `${face_base}/${WORKFLOW_ID}#${fragment}` },
});

export const faceUrl = familyOf(
  'face-url',
  'The address of the face page for a WebView, a frame or a redirect. The token stands in the fragment, which ' +
    'no server, log or referrer sees. `workflow_id` is a claim of the portal token.',
  [
    address('a WebView', 'Only the token.', {}, `t=${token}`),
    address('with a language', '', { locale: 'pt-BR' }, `t=${token}&l=pt-BR`),
    address(
      'a redirect',
      'The address to return to must be listed by the workflow; `state` is the caller’s.',
      { return_url: 'https://shop.example/done?a=1&b=2', state: 'x y&z' },
      `t=${token}&r=https%3A%2F%2Fshop.example%2Fdone%3Fa%3D1%26b%3D2&s=x%20y%26z`,
    ),
    {
      name: 'a frame',
      why: 'The page names its own origin, to which alone the frame speaks.',
      input: { base_url: BASE, face_base, token, parent_origin: 'https://shop.example' },
      expect: { url: `${face_base}/${WORKFLOW_ID}#t=${token}&o=https%3A%2F%2Fshop.example` },
    },
    address('a base with a slash', '', { face_base: `${face_base}/` }, `t=${token}`),
    {
      name: 'a preflight token',
      why: 'The tokens of the two areas were swapped.',
      input: { base_url: BASE, face_base, token: preflightToken() },
      expect: { error: 'token_wrong_purpose' },
    },
    {
      name: 'a token of another service',
      why: '',
      input: { base_url: 'https://other.example', face_base, token },
      expect: { error: 'base_url_mismatch' },
    },
    {
      name: 'no token',
      why: '',
      input: { base_url: BASE, face_base, token: '' },
      expect: { error: 'token_missing' },
    },
  ],
);
if (claimsIn(token).workflow_id !== WORKFLOW_ID) throw new Error('the portal token is of another workflow');
