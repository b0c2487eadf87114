import pino from 'pino';

/** Names of secrets. `code` alone is not one of them, because error codes are needed in the log. */
const SECRET = ['authorization', 'cookie', 'token', 'short_code', 'api_key', 'payload', 'standpoint-proof'];
const HOLDERS = ['', '*.', 'headers.', 'req.headers.', 'request.headers.', 'body.', 'query.'];

/**
 * Drops `detail` and `where`, in which PostgreSQL repeats the values of a row: customer ids and addresses
 * must not be in a log.
 */
function err(error: Error): unknown {
  const shown = pino.stdSerializers.err(error) as unknown;
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name !== 'detail' && name !== 'where'));
}

/**
 * Writes to the process's own standard error at once, so that no line is lost when the process ends suddenly.
 */
const at = (destination: pino.DestinationStream): pino.DestinationStream =>
  destination === process.stderr ? pino.destination({ fd: 2, sync: true }) : destination;

const shownPath = (url: string): string =>
  url.split('?')[0]!.replace(/^\/customers\/[^/]+/, '/customers/[redacted]');

/** The log: JSON lines on standard error. */
export const openLog = (level: string, destination: pino.DestinationStream = process.stderr): pino.Logger =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          ...HOLDERS.flatMap((holder) =>
            SECRET.map((name) =>
              name.includes('-') ? `${holder.replace(/\.$/, '')}["${name}"]` : `${holder}${name}`,
            ),
          ),
          'query.code',
          'body.code',
        ],
        censor: '[redacted]',
      },
      serializers: {
        err,
        // The query may contain a short code, and the path a customer's id.
        req: ({ method, url }: { method: string; url: string }) => ({ method, url: url && shownPath(url) }),
      },
    },
    at(destination),
  );
