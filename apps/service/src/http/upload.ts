import type { FastifyRequest } from 'fastify';
import type { UploadPart } from '../deps.ts';
import { Refusal, refuse } from '../refuse.ts';

/** Turns the parser's error for a body that is not multipart, which has no code, into a refusal. */
function unreadable(error: unknown): never {
  if (error instanceof Refusal || (error as { code?: string }).code !== undefined) throw error;
  return refuse('invalid_request', 'multipart', {
    cause: error,
    fields: [{ path: '', message: 'is not well-formed multipart/form-data' }],
  });
}

/**
 * The parts of a multipart upload, one after the other. The other limits are set where `server.ts` registers
 * the parser.
 */
export async function* uploadParts(
  request: FastifyRequest,
  { part_bytes }: { part_bytes: number },
): AsyncIterable<UploadPart> {
  if (!request.isMultipart()) refuse('unsupported_media_type', 'not multipart/form-data');
  try {
    for await (const part of request.parts({ limits: { fileSize: part_bytes } })) {
      yield {
        name: part.fieldname,
        media_type: part.mimetype,
        // `isPartAFile` makes each part a file, so that nothing but our own code reads it.
        bytes: async () =>
          part.type === 'file' ? part.toBuffer().catch(unreadable) : unreadable(new Error('a field')),
      };
    }
  } catch (error) {
    unreadable(error);
  } finally {
    // A browser reads the answer only after it has sent everything, so after an early refusal the rest is
    // drained.
    request.raw.unpipe();
    request.raw.resume();
  }
}
