import type { IncomingMessage } from 'node:http';
import type { Plugin } from '../../apps/service/src/http/server.ts';

/** A capture as it came over the wire. */
export interface Upload {
  path: string;
  form(): Promise<FormData>;
}

/** Keeps a copy of every upload, as an attacker has it who recorded the traffic of an honest page. */
export const uploadTap =
  (uploads: Upload[]): Plugin =>
  (app) => {
    // This listens before Fastify does, because the first bytes of a body arrive before its hooks run.
    app.server.prependListener('request', (raw: IncomingMessage) => {
      if (raw.url?.endsWith('/submit') && raw.method === 'POST') copy(raw, uploads);
    });
  };

function copy(raw: IncomingMessage, uploads: Upload[]): void {
  const { push } = raw;
  const chunks: Buffer[] = [];
  raw.push = (chunk: Buffer | null, encoding) => {
    if (chunk) chunks.push(chunk);
    else uploads.push(uploadOf(raw, chunks));
    return push.call(raw, chunk, encoding);
  };
}

const uploadOf = ({ url = '', headers }: IncomingMessage, chunks: readonly Buffer[]): Upload => ({
  path: url,
  form: () =>
    new Response(Buffer.concat(chunks), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData(),
});
