import { createHash } from 'node:crypto';
import { CaptureManifest, SessionAnswer, SessionStatusAnswer, TOKEN_TYPES } from '@standpoint/contract';
import { validator } from '../../../validate.ts';
import { must, mustAnswer, mustRefuse } from './asking.ts';
import { mustBeSigned } from './minting.ts';
import { claimsOf, type Rule, type Walker } from './walker.ts';

const FACE = '/facecheck/session';
const fits = {
  session: validator(SessionAnswer),
  status: validator(SessionStatusAnswer),
  manifest: validator(CaptureManifest),
};
const mustFit = (fields: { path: string; message: string }[] | null) =>
  must(!fields, `data: ${fields?.map(({ path, message }) => `${path} ${message}`).join(', ')}`);

export async function portalToken(walker: Walker): Promise<string> {
  const body = { workflow_id: walker.credentials.workflow_id, customer: { customer_id: walker.customer() } };
  return mustAnswer(await walker.ask(`${FACE}/portal`, { token: walker.credentials.api_key, body })).data
    .token;
}

/** A session whose person has consented. */
export async function consented(walker: Walker): Promise<{ token: string; session_id: string }> {
  const token = await portalToken(walker);
  const { data } = mustAnswer(await walker.ask(FACE, { token, body: {} }));
  const { version } = data.consent;
  mustAnswer(await walker.ask(`${FACE}/consent`, { token, body: { version, accepted: true } }));
  return { token, session_id: data.session.session_id };
}

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
/** The header of a JPEG of 320 by 240 without a picture: the manifest is judged before anything is decoded. */
const frameOf = (n: number) =>
  Buffer.concat([Buffer.from('ffd8ffc0000b08014000f001011100', 'hex'), Buffer.from(`frame ${n}`)]);

interface Attempt {
  attempt_id: string;
  nonce: string;
  challenge: { steps: { id: string }[] };
  upload: { frames: number };
}
/** The parts of a capture, honest but for its pictures. */
function capture({ attempt_id, nonce, challenge, upload }: Attempt) {
  const frames = Array.from({ length: upload.frames }, (_, n) => frameOf(n));
  let link = sha256(Buffer.from(nonce, 'base64url'));
  for (const frame of frames) link = sha256(link, sha256(frame));
  const steps = challenge.steps;
  const manifest = {
    attempt_id,
    frames: frames.map((frame, n) => ({
      sha256: sha256(frame).toString('hex'),
      t_ms: 500 * (n + 1),
      step: steps[Math.min(n, steps.length - 1)]!.id,
    })),
    chain: link.toString('hex'),
  };
  mustFit(fits.manifest(structuredClone(manifest)));
  return { manifest, frames };
}

function formOf(manifest: object, frames: Buffer[]): FormData {
  const form = new FormData();
  form.append(
    'manifest',
    new Blob([JSON.stringify(manifest)], { type: 'application/json' }),
    'manifest.json',
  );
  for (const [n, frame] of frames.entries())
    form.append(`frame_${n}`, new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }), `${n}.jpg`);
  return form;
}

export const FACING: Rule[] = [
  {
    name: 'a portal token opens one session',
    why: 'Idempotent: the same session each time, and the token stands in the fragment of its address.',
    needs: 'workflow_id',
    async run(walker) {
      const customer_id = walker.customer();
      const heard = mustAnswer(
        await walker.ask(`${FACE}/portal`, {
          token: walker.credentials.api_key,
          body: { workflow_id: walker.credentials.workflow_id, customer: { customer_id } },
        }),
      );
      const { token, url } = heard.data;
      must(heard.data.customer_id === customer_id, 'customer_id is not returned (given §2.4)');
      must(/no-store/.test(heard.headers.get('cache-control') ?? ''), 'an answer with a token may be cached');
      must(
        new URL(url).hash === `#t=${token}` &&
          new URL(url).pathname.endsWith(`/${walker.credentials.workflow_id}`),
        'url is not {face_base}/{workflow_id}#t=token',
      );
      await mustBeSigned(walker, token, TOKEN_TYPES.portal);
      const claims = claimsOf<{ exp: number; iat: number; customer: unknown }>(token);
      must(claims.exp - claims.iat === 1_800, 'a portal token does not live 30 minutes (given §8)');
      const [first, again] = [
        mustAnswer(await walker.ask(FACE, { token, body: {} })),
        mustAnswer(await walker.ask(FACE, { method: 'POST', token })),
      ];
      mustFit(fits.session(structuredClone(first.data)));
      must(first.data.created && !again.data.created, '`created` does not tell new from resumed');
      must(
        first.data.session.session_id === again.data.session.session_id,
        'a portal token opens two sessions',
      );
    },
  },
  {
    name: 'an unknown workflow is refused',
    why: '404, also when it does not have the form of an id.',
    async run(walker) {
      for (const workflow_id of ['wf_00000000000000000000000000', 'nothing'])
        mustRefuse(
          await walker.ask(`${FACE}/portal`, {
            token: walker.credentials.api_key,
            body: { workflow_id, customer: { customer_id: 'c' } },
          }),
          'workflow_not_found',
        );
    },
  },
  {
    name: 'the status has a version, and 304 for it',
    why: 'The phone’s progress is polled.',
    needs: 'workflow_id',
    async run(walker) {
      const token = await portalToken(walker);
      mustRefuse(await walker.ask(`${FACE}/status`, { token }), 'session_not_found');
      mustAnswer(await walker.ask(FACE, { token, body: {} }));
      const heard = mustAnswer(await walker.ask(`${FACE}/status`, { token }));
      mustFit(fits.status(structuredClone(heard.data)));
      const etag = heard.headers.get('etag');
      must(etag, 'the status has no ETag');
      const same = await walker.ask(`${FACE}/status`, { token, headers: { 'if-none-match': etag } });
      must(same.status === 304 && same.text === '', `If-None-Match answers ${same.status}`);
      const begun = performance.now();
      await walker.ask(`${FACE}/status?wait=1&since=${heard.data.version}`, { token });
      must(performance.now() - begun >= 900, 'a long poll without news does not wait');
    },
  },
  {
    name: 'no capture before consent',
    why: '403 consent_required; consent to another text does not count.',
    needs: 'workflow_id',
    async run(walker) {
      const token = await portalToken(walker);
      const { data } = mustAnswer(await walker.ask(FACE, { token, body: {} }));
      if (!data.consent.required) return;
      mustRefuse(await walker.ask(`${FACE}/attempt`, { token, body: {} }), 'consent_required');
      mustRefuse(
        await walker.ask(`${FACE}/consent`, { token, body: { version: 'of another text', accepted: true } }),
        'consent_required',
      );
      mustAnswer(
        await walker.ask(`${FACE}/consent`, {
          token,
          body: { version: data.consent.version, accepted: true },
        }),
      );
    },
  },
  {
    name: 'an attempt is repeated by its own id, and only one is open',
    why: 'A lost reply must not cost an attempt.',
    needs: 'workflow_id',
    async run(walker) {
      const { token } = await consented(walker);
      const open = (client_attempt_id: string) =>
        walker.ask(`${FACE}/attempt`, { token, body: { client_attempt_id } });
      const [first, again] = [mustAnswer(await open('one')), mustAnswer(await open('one'))];
      must(
        first.data.attempt_id === again.data.attempt_id && first.data.nonce === again.data.nonce,
        'the repeated call opens another attempt',
      );
      must(Buffer.from(first.data.nonce, 'base64url').length === 32, 'the nonce has not 32 bytes');
      mustRefuse(await open('two'), 'attempt_open');
    },
  },
  {
    name: 'a manifest that does not fit is refused',
    why: 'Wrong chain, wrong hash, another attempt, too few frames.',
    needs: 'workflow_id',
    async run(walker) {
      const { token } = await consented(walker);
      const { data } = mustAnswer(await walker.ask(`${FACE}/attempt`, { token, body: {} }));
      const { manifest, frames } = capture(data);
      const submit = (changed: object, pictures = frames) =>
        walker.ask(`${FACE}/attempt/${data.attempt_id}/submit`, {
          method: 'POST',
          token,
          form: formOf(changed, pictures),
        });
      mustRefuse(await submit({ ...manifest, chain: '0'.repeat(64) }), 'challenge_mismatch');
      mustRefuse(await submit({ ...manifest, chain: 'x' }), 'invalid_request');
      mustRefuse(await submit({ ...manifest, attempt_id: `fca_${'0'.repeat(26)}` }), [
        'challenge_mismatch',
        'invalid_request',
      ]);
      mustRefuse(await submit({ ...manifest, frames: manifest.frames.slice(0, 7) }), 'invalid_request');
      mustRefuse(await submit(manifest), ['challenge_mismatch', 'image_unusable']);
      const json = await walker.ask(`${FACE}/attempt/${data.attempt_id}/submit`, { token, body: manifest });
      mustRefuse(json, 'unsupported_media_type');
    },
  },
  {
    name: 'a canceled session has ended',
    why: 'A terminal session stays terminal; another needs another portal token.',
    needs: 'workflow_id',
    async run(walker) {
      const { token } = await consented(walker);
      const { data } = mustAnswer(
        await walker.ask(`${FACE}/cancel`, { token, body: { reason: 'conformance' } }),
      );
      must(data.session.status === 'canceled', `the status is ${data.session.status}`);
      mustRefuse(await walker.ask(`${FACE}/attempt`, { token, body: {} }), 'session_terminal');
      must(
        mustAnswer(await walker.ask(FACE, { method: 'POST', token })).data.session.status === 'canceled',
        'a canceled session begins again',
      );
    },
  },
];
