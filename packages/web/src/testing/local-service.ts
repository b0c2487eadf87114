import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Evidence, SealedContent, SealHeader, TOKEN_TYPES, VerifyBody } from '@standpoint/contract';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { compactDecrypt, exportJWK, generateKeyPair, SignJWT } from 'jose';

const ajv = new Ajv({ strict: false });
formats.default(ajv);

const mustFit = (schema: object, value: unknown): void => {
  if (!ajv.validate(schema, value)) throw new Error(ajv.errorsText());
};

export interface Opened {
  header: Record<string, unknown>;
  core: string;
  integrity: unknown;
  evidence: Evidence;
}

export interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** One word for each of the next requests of `/geolocation/*` says what goes wrong; later requests work. */
export type Fault =
  | 'lose_reply'
  | 'refuse_connection'
  | 'busy'
  | 'broken'
  | 'gateway'
  | 'limit'
  | 'not_json'
  | 'silent'
  | 'already_used'
  | 'expired';

type Page = (url: URL, response: ServerResponse) => boolean;

interface Service {
  decryptionKey: CryptoKey;
  spent: Map<string, { attempt: string; payload: string; answer: object }>;
  requests: Seen[];
  opened: Opened[];
  faults: Fault[];
}

const openPayload = async (key: CryptoKey, sealed: string): Promise<Opened> => {
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, key);
  mustFit(SealHeader, protectedHeader);
  const content = JSON.parse(new TextDecoder().decode(plaintext));
  mustFit(SealedContent, content);
  const evidence = JSON.parse(content.core);
  mustFit(Evidence, evidence);
  return { header: protectedHeader, ...content, evidence };
};

const send = (
  response: ServerResponse,
  status: number,
  data: object,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': `req_${status}`,
    ...headers,
  });
  response.end(JSON.stringify({ status_code: status, message: 'text', data }));
};

const refuse = (response: ServerResponse, status: number, code: string, retryable = false): void =>
  send(
    response,
    status,
    {
      error: {
        code,
        message: `refused: ${code}`,
        retryable,
        request_id: 'req_refused',
        docs_url: `https://docs.example/${code}`,
        ...(status === 429 && { retry_after_s: 7 }),
      },
    },
    status === 429 ? { 'retry-after': '7' } : {},
  );

const makeAnswer = (evidence: Evidence): object => ({
  verification_id: 'ver_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  decision: evidence.positions[0] ? 'pass' : 'retry',
  livemode: true,
  reasons: [],
  expires_at: new Date().toISOString(),
  soft_expires_at: new Date().toISOString(),
  next_check_in_s: 1_200,
  recheck_on: ['ip_change'],
});

/** Spends the token; undefined when it was spent before, by anything but the same attempt and payload. */
const verify = async (
  { decryptionKey, spent, opened }: Service,
  jti: string,
  { body, headers }: Seen,
): Promise<object | undefined> => {
  const { payload } = JSON.parse(body);
  mustFit(VerifyBody, JSON.parse(body));
  const content = await openPayload(decryptionKey, payload);
  const before = spent.get(jti);
  if (before) {
    const again = headers['standpoint-retry'] === before.attempt && before.payload === payload;
    return again ? before.answer : undefined;
  }
  opened.push(content);
  const answer = makeAnswer(content.evidence);
  spent.set(jti, { attempt: content.evidence.attempt_id, payload, answer });
  return answer;
};

const answerCall = async (service: Service, seen: Seen, response: ServerResponse): Promise<void> => {
  const fault = service.faults.shift();
  if (fault === 'refuse_connection') return void response.destroy();
  if (fault === 'silent') return;
  if (fault === 'busy') return refuse(response, 503, 'unavailable', true);
  if (fault === 'broken') return refuse(response, 500, 'internal', true);
  if (fault === 'gateway') return void response.writeHead(502).end('<html>');
  if (fault === 'limit') return refuse(response, 429, 'rate_limited', true);
  if (fault === 'already_used') return refuse(response, 409, 'token_already_used');
  if (fault === 'expired') return refuse(response, 401, 'token_expired');
  if (fault === 'not_json') return void response.writeHead(200).end('<html>');
  if (seen.path.endsWith('/geolocation/collect')) {
    return send(response, 200, { ip_stamp: 'stamp.for.address', expires_at: new Date().toISOString() });
  }
  const token = seen.headers.authorization?.replace('Bearer ', '') ?? '';
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? 'e30', 'base64url').toString());
  const answer = await verify(service, jti, seen);
  if (fault === 'lose_reply') return void response.destroy();
  if (!answer) return refuse(response, 409, 'token_already_used');
  send(response, 200, answer);
};

const listen = async (service: Service, page: Page) => {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    if (page(url, response)) return;
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const seen = { path: url.pathname, headers: request.headers, body };
      service.requests.push(seen);
      answerCall(service, seen, response).catch((error: Error) => {
        if (!response.headersSent) refuse(response, 422, `payload_unreadable: ${error.message}`);
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
};

/**
 * A small real HTTP server that follows the contract: it opens payloads, spends tokens and stores answers.
 */
export const startLocalService = async (page: Page = () => false) => {
  const signing = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const payload = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const { x, y } = await exportJWK(payload.publicKey);
  const decryptionKey = payload.privateKey;
  const service: Service = { decryptionKey, spent: new Map(), requests: [], opened: [], faults: [] };
  const server = await listen(service, page);
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests: service.requests,
    opened: service.opened,
    faults: service.faults,
    open: (sealed: string) => openPayload(decryptionKey, sealed),
    mint: (
      claims: Record<string, unknown> = {},
      kind: 'preflight' | 'portal' = 'preflight',
    ): Promise<string> =>
      new SignJWT({ iss: origin, jti: randomUUID(), enc: { kid: 'enc-1', x, y }, ...claims })
        .setProtectedHeader({ alg: 'EdDSA', typ: TOKEN_TYPES[kind], kid: 'sig-1' })
        .sign(signing.privateKey),
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

export type LocalService = Awaited<ReturnType<typeof startLocalService>>;
