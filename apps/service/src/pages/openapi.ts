import {
  type Credential,
  DASHBOARD_ENDPOINTS,
  ENDPOINTS,
  type Endpoint,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  EVENT_TYPES,
  EVENTS,
  type EventType,
  eventSchema,
} from '@standpoint/contract';
import type { Config } from '../config.ts';
import { inDialect } from './docs/dialect.ts';
import { errorsOf } from './docs/endpoint.ts';
import { example } from './docs/example.ts';
import { VERSION } from './page.ts';

const SCHEMES: Record<Exclude<Credential, 'none' | 'person'>, string> = {
  api_key: 'API key of an integrator’s backend (sp_live_…, sp_test_…): it can only create tokens.',
  results_key: 'Results key of an integrator’s backend (sr_live_…, sr_test_…), with scopes.',
  preflight: 'Preflight JWT: one verify(); collect() any number of times.',
  portal: 'Portal JWT, 30 minutes.',
  handoff: 'Hand-off JWT of a phone, for one session.',
};

const ErrorSchema = {
  type: 'object',
  required: ['status_code', 'message', 'data'],
  properties: {
    status_code: { type: 'integer' },
    message: { type: 'string' },
    data: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message', 'retryable', 'request_id', 'docs_url'],
          properties: {
            code: { enum: Object.keys(ERRORS) },
            message: { type: 'string' },
            retryable: { type: 'boolean' },
            request_id: { type: 'string' },
            docs_url: { type: 'string' },
            fields: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
            retry_after_s: { type: 'integer' },
          },
        },
      },
    },
  },
};

const EXAMPLE_TIME = '2026-11-22T09:30:00.000Z';

const SANDBOX_ONLY = 'Sandbox only: in production it answers 403 `environment_mismatch`.';

const json = (content: object) => ({ 'application/json': content });

function parameters({ params, query }: Endpoint): object[] {
  return (['path', 'query'] as const).flatMap((place) => {
    const schema = (place === 'path' ? params : query) as
      | { properties?: Record<string, object>; required?: string[] }
      | undefined;
    return Object.entries(schema?.properties ?? {}).map(([name, inner]) => ({
      name,
      in: place,
      required: place === 'path' || (schema?.required?.includes(name) ?? false),
      schema: inner,
    }));
  });
}

function requestBody({ body, media }: Endpoint): object | undefined {
  if (media === 'multipart') {
    const schema = {
      type: 'object',
      required: ['manifest', 'frame_0'],
      properties: {
        manifest: { type: 'string', description: 'JSON' },
        frame_0: { type: 'string', format: 'binary' },
      },
      patternProperties: { '^frame_[0-9]$': { type: 'string', format: 'binary' } },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (media === 'image') {
    const schema = { type: 'string', format: 'binary' };
    return { required: true, content: { 'image/jpeg': { schema }, 'image/webp': { schema } } };
  }
  if (!body) return undefined;
  const required = ((body as { required?: string[] }).required ?? []).length > 0;
  return { required, content: json({ schema: body, example: example(body, { request: true }) }) };
}

/** One example per code, which the answers refer to. */
function errorExamples(docs_url: string): object {
  return Object.fromEntries(
    ERROR_CODES.map((code) => {
      const { status, message, retryable } = ERRORS[code];
      const error = {
        code,
        message,
        retryable,
        request_id: 'req_01KAJ6V8M0Z3T5W7Y9ABCDEFGH',
        docs_url: `${docs_url}#${code}`,
      };
      return [code, { value: { status_code: status, message, data: { error } } }];
    }),
  );
}

const errorResponse = (codes: ErrorCode[]): object => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  content: json({
    schema: { $ref: '#/components/schemas/Error' },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  }),
});

/** Without an envelope. */
const streamed = ({ stream, answer }: Endpoint): object => ({
  description: 'OK',
  content:
    stream === 'file'
      ? { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': { schema: { type: 'string' } } }
      : { 'text/event-stream': { schema: answer } },
});

function responses(endpoint: Endpoint): object {
  const data = example(endpoint.answer);
  const enveloped = {
    description: 'OK',
    content: json({
      schema: {
        type: 'object',
        required: ['status_code', 'message', 'data'],
        properties: { status_code: { const: 200 }, message: { type: 'string' }, data: endpoint.answer },
      },
      example: { status_code: 200, message: 'OK', data },
    }),
  };
  const ok = endpoint.stream ? streamed(endpoint) : enveloped;
  const groups = Map.groupBy(errorsOf(endpoint), (code) => String(ERRORS[code].status));
  const errors = [...groups].map(([status, codes]) => [status, errorResponse(codes)]);
  const unchanged = endpoint.long_poll ? { 304: { description: 'Nothing new since If-None-Match.' } } : {};
  return { 200: ok, ...unchanged, ...Object.fromEntries(errors) };
}

function operation(endpoint: Endpoint): object {
  const { name, summary, credential, path, scope, roles, given, sandbox_only } = endpoint;
  const notes = [
    sandbox_only && SANDBOX_ONLY,
    scope && `Scope: ${scope}.`,
    roles && `Roles: ${roles.join(', ')}.`,
    given && `Interface § ${given}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    operationId: name,
    summary,
    ...(notes && { description: notes }),
    // Generators of clients keep what begins with x-, and other programs may rely on it.
    ...(sandbox_only && { 'x-standpoint-sandbox-only': true }),
    tags: [path.split('/')[1]],
    security: credential.map((kind) => (kind === 'none' ? {} : { [kind]: [] })),
    parameters: parameters(endpoint),
    ...(requestBody(endpoint) && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint),
  };
}

const HEADERS: Record<string, string> = {
  'webhook-id': 'Id of the event. It is the same in every attempt: ignore an id that you have had.',
  'webhook-timestamp': 'Seconds since 1970, of this attempt. Refuse what is more than five minutes off.',
  'webhook-signature': 'v1,… or v1a,… over id.timestamp.body; two of them while a secret is rotated.',
};

/** An event as a receiver gets it. */
function webhook(type: EventType): object {
  const { summary, fixture } = EVENTS[type];
  const data = { ...fixture, livemode: false };
  return {
    operationId: type,
    summary,
    tags: ['events'],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: json({ schema: eventSchema(type), example: { type, timestamp: EXAMPLE_TIME, data } }),
    },
    responses: {
      '2XX': { description: 'Accepted. Any other status is tried again; 410 switches the endpoint off.' },
    },
  };
}

const bearerSchemes = () =>
  Object.fromEntries(
    Object.entries(SCHEMES).map(([name, description]) => [
      name,
      { type: 'http', scheme: 'bearer', description },
    ]),
  );

const COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: 'standpoint.session_token',
  description:
    'The session of a person who is signed in to the dashboard. Behind https its name begins with __Secure-. ' +
    'A call that changes something needs the service’s own Origin.',
};

/** The OpenAPI 3.1 document of every endpoint, made from the schemas that validate the calls. */
export function openapi({ base_url, sandbox_base_url }: Config) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of [...ENDPOINTS, ...DASHBOARD_ENDPOINTS]) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = inDialect(operation(endpoint)) as object;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Standpoint',
      version: VERSION,
      description:
        'Verifies where a device really is, and that a live person is really who they claim to be.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: base_url, description: 'Production' },
      { url: sandbox_base_url, description: 'Sandbox' },
    ],
    tags: [
      { name: 'geolocation', description: 'Where is this device?' },
      { name: 'facecheck', description: 'Is this live person who they claim to be?' },
      { name: 'customers', description: 'One customer across both areas.' },
      { name: 'webhooks', description: 'Addresses that events are sent to.' },
      { name: 'events', description: 'What happened, in the order in which it was stored.' },
      { name: 'dashboard', description: 'The API of the dashboard, for people who are signed in.' },
    ],
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhook(type) }])),
    components: {
      schemas: { Error: ErrorSchema },
      examples: errorExamples(`${base_url}/docs/errors`),
      securitySchemes: { ...bearerSchemes(), person: COOKIE },
    },
  };
}
