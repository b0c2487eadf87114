import { createServer, type RequestListener } from 'node:http';
import { argv, env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type WebhookEvent, WebhookSignatureError, webhooks } from '@standpoint/node';

/** Gives each event to `queue` once. Do the work itself later: the service waits only 15 seconds. */
export const createReceiver = (secret: string[], queue: (event: WebhookEvent) => void): RequestListener => {
  const seen = new Set<string>(); // in your own code a table, which a restart does not empty
  return async (request, response) => {
    try {
      let body = Buffer.alloc(0);
      for await (const part of request) {
        body = Buffer.concat([body, part]);
        if (body.length > 65_536) return response.writeHead(413, { connection: 'close' }).end();
      }
      const event = webhooks.unwrap(body, request.headers, secret);
      if (!seen.has(event.id)) queue(event);
      seen.add(event.id);
      response.writeHead(204).end();
    } catch (error) {
      // 500 makes the service try again.
      response.writeHead(error instanceof WebhookSignatureError ? 400 : 500).end();
    }
  };
};

if (argv[1] === fileURLToPath(import.meta.url)) {
  // Two secrets with a space between, while you rotate.
  const secrets = (env.STANDPOINT_WEBHOOK_SECRET ?? '').split(' ');
  const receiver = createReceiver(secrets, ({ id, type, data }) =>
    console.log(id, type, JSON.stringify(data)),
  );
  const server = createServer(receiver).listen(Number(env.PORT ?? 3001), '127.0.0.1', () => {
    console.log('listening', (server.address() as { port: number }).port);
  });
}
