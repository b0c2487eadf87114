import type { IncomingMessage } from 'node:http';
import type { Plugin } from '../../apps/service/src/http/server.ts';

/** A capture as it came over the wire. */
export interface Upload {
  path: string;
  form(): Promise<FormData>;
}

/** Keeps a copy of every upload: what somebody would have who took down what an honest page sent. */
export const uploadTap =
  (uploads: Upload[]): Plugin =>
  (app) => {
    // Before Fastify: by the time of its hooks the first bytes of a body have come.
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
