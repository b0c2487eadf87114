import pino from 'pino';

/** Secrets by the names they go by. `code` alone is not among them: it is what errors are told apart by. */
const SECRET = ['authorization', 'cookie', 'token', 'short_code', 'api_key', 'payload', 'standpoint-proof'];
const HOLDERS = ['', '*.', 'headers.', 'req.headers.', 'request.headers.', 'body.', 'query.'];

/**
 * PostgreSQL repeats the values of a row in `detail` and `where`: customer ids and addresses have no place in
 * a log.
 */
function err(error: Error): unknown {
  const shown = pino.stdSerializers.err(error) as unknown;
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name !== 'detail' && name !== 'where'));
}

/** The process's own standard error is written to at once: what is said before a sudden end is not lost. */
const at = (destination: pino.DestinationStream): pino.DestinationStream =>
  destination === process.stderr ? pino.destination({ fd: 2, sync: true }) : destination;

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
        // A query may hold a short code.
        req: ({ method, url }: { method: string; url: string }) => ({ method, url: url?.split('?')[0] }),
      },
    },
    at(destination),
  );
