import type { Dispatcher } from 'undici';
import type { Answer } from './outcome.ts';

const MOST_BYTES = 65_536;
const SHOWN_BYTES = 1_024;

/** The text of a stranger, made safe to store and to show. A character that was cut off at the end is lost. */
function answerText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES), { stream: true });
  // PostgreSQL stores no NUL, and formatting characters can turn text around.
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}

/** Seconds of `Retry-After` (RFC 9110 §10.2.3): a number or a date. Null when it is absent or malformed. */
function retryAfter(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return / GMT$/.test(text) && seconds >= 0 ? seconds : null;
}

/**
 * Reads the start of the body. The status alone decides about a delivery. A body that is endless, breaks off
 * or drips until the deadline is still an answer.
 */
export async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  const start: Buffer[] = [];
  let read = 0;
  // A body that is left unread reports its own end as an error.
  body.on('error', () => {});
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < SHOWN_BYTES) start.push(chunk);
      read += chunk.length;
      if (read >= MOST_BYTES) break;
    }
  } catch {}
  return {
    answered: true,
    status: statusCode,
    text: answerText(Buffer.concat(start)),
    retry_after_s: retryAfter(headers['retry-after']),
  };
}
