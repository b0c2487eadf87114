import { WebhookBodyParsedError } from '../errors.ts';
import type { Answer } from './answer.ts';
import { MAX_BODY } from './webhook-route.ts';

/** What Hono and Next.js share: the `Request` and `Response` of fetch. */
export const responseOf = ({ status, headers, body }: Answer): Response =>
  new Response(body === '' ? null : body, { status, headers });

/** The bytes as they came; null when there are too many. */
export async function rawBodyOf(request: Request): Promise<Uint8Array | null> {
  if (request.bodyUsed) throw new WebhookBodyParsedError();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > MAX_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
