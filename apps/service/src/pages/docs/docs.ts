import { ENDPOINTS, type Endpoint, EVENT_TYPES, EVENTS } from '@standpoint/contract';
import type { Config } from '../../config.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../page.ts';
import { breakable, code, endpointHtml, methodHtml, withCode } from './endpoint.ts';

interface Area {
  id: string;
  title: string;
  intro: string;
  has(endpoint: Endpoint): boolean;
  /** Stands before the endpoints. */
  more?: Html;
}

/** Every type with what it means; the schemas of the bodies stand in the OpenAPI document. */
const eventTypes = html`<dl class="conventions stacked" id="event-types">${EVENT_TYPES.map(
  (type) =>
    html`<div><dt><code>${breakable(type)}</code></dt><dd>${withCode(EVENTS[type].summary)}</dd></div>`,
)}</dl>
<p>The schema of each body stands in <a href="/openapi.json">OpenAPI</a>, under <code>webhooks</code>. Try one with
<code>npx standpoint trigger TYPE</code>, and receive it on your own computer with
<code>npx standpoint listen --forward-to URL</code>.</p>`;

const AREAS: readonly Area[] = [
  {
    id: 'geolocation',
    title: 'Geolocation',
    intro:
      'Your backend mints a token for one transaction. ' +
      'The client uses it for one decision about where the device really is.',
    has: ({ path }) => path.startsWith('/geolocation'),
  },
  {
    id: 'face',
    title: 'Face verification',
    intro:
      'Your backend creates a portal token, and the face app does the rest. ' +
      'Your code needs only the portal token and the read calls.',
    has: ({ path }) => path.startsWith('/facecheck'),
  },
  {
    id: 'reviews',
    title: 'Reviews',
    intro:
      'What waits for a person to decide. A review is decided at its record: ' +
      'see reviewVerification and reviewSession.',
    has: ({ path }) => path.startsWith('/reviews'),
  },
  {
    id: 'customers',
    title: 'Customers',
    intro: 'One customer across both areas.',
    has: ({ path }) => path.startsWith('/customers'),
  },
  {
    id: 'events',
    title: 'Events',
    intro:
      'Webhooks tell your backend what happened, signed to the letter of Standard Webhooks. ' +
      'GET /events lists the same events, to be polled.',
    has: ({ path }) => /^\/(webhooks|events)/.test(path),
    more: eventTypes,
  },
];

const linkTo = ({ name, method, path }: Endpoint) => {
  const short = path.replace(/^\/(geolocation|facecheck|customers)/, '') || '/';
  return html`<li><a href="#${name}">${methodHtml(method)}<span>${breakable(short)}</span></a></li>`;
};

const areaLinks = (area: Area) =>
  html`<li><a href="#${area.id}">${area.title}</a><ol>${ENDPOINTS.filter(area.has).map(linkTo)}</ol></li>`;

const contents = html`<ol>
<li><a href="#start">First call</a></li>
<li><a href="#conventions">Conventions</a></li>${AREAS.map(areaLinks)}</ol>`;

const start = (base_url: string) => html`<section id="start">
<h2>First call</h2>
<p>The service prints a sandbox key at its first start; <code>npx standpoint keys create</code> makes another.
Your backend mints a token with it.
A <code>customer_id</code> that begins with <code>test_</code> has a fixed outcome,
listed in <a href="/docs/sandbox">Sandbox</a>.</p>
${code(
  `curl -X POST '${base_url}/geolocation/preflight' \\
  -H "Authorization: Bearer $STANDPOINT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"customer_id":"test_pass","transaction_type":"deposit"}'`,
  'First call',
)}
<p>The answer has <code>data.token</code>. The client passes it to <code>verify(token)</code> of the web SDK.
In the sandbox you can also send plain evidence:</p>
${code(
  `curl -X POST '${base_url}/geolocation/verify' \\
  -H "Authorization: Bearer $PREFLIGHT_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"evidence": {"attempt_id": "1", "platform": "web", "positions": [],
       "collected_at": "2026-11-21T09:30:00.000Z"}}'`,
  'Second call',
)}
<p>Send the same call again: the second answer is 409
<a href="/docs/errors#token_already_used"><code>token_already_used</code></a>.
A token is good for one <code>verify()</code>.</p>
</section>`;

const conventions = ({ base_url, sandbox_base_url }: Config) => html`<section id="conventions">
<h2>Conventions</h2>
<dl class="conventions">
<div><dt>Addresses</dt><dd>Production <code dir="ltr">${base_url}</code>,
sandbox <code dir="ltr">${sandbox_base_url}</code>. The credential decides the environment.</dd></div>
<div><dt>Envelope</dt><dd>Every answer has the form <code>{"status_code", "message", "data"}</code>;
<code>status_code</code> is the HTTP status. A refusal has <code>data.error</code> with a <code>code</code>
from one <a href="/docs/errors">closed list</a>.</dd></div>
<div><dt>Credentials</dt><dd><code>Authorization: Bearer …</code>. An API key can only create tokens. A results
key reads, by scope. Clients only ever get short-lived JWTs. A key that comes with an <code>Origin</code> header
is refused.</dd></div>
<div><dt>Fields</dt><dd><code>snake_case</code>; times are RFC 3339 in UTC; units are in the name. Unknown fields
are refused with a suggestion. Optional fields that are <code>null</code> or empty count as absent.</dd></div>
<div><dt>Repeating</dt><dd><code>Idempotency-Key</code> on preflight, portal token and the writes that name
<code>idempotency_mismatch</code> returns the first answer again. <code>X-Request-Id</code> is accepted and always returned.</dd></div>
<div><dt>Keys</dt><dd><a href="/.well-known/jwks.json">Production</a> and
<a href="/sandbox/.well-known/jwks.json">sandbox</a> public keys. All tokens are EdDSA (Ed25519).</dd></div>
</dl>
</section>`;

/** The reference, rendered from the same endpoints that validate every call. */
export const docsPage = (config: Config): Page => ({
  title: 'Standpoint API',
  description: 'Every endpoint of Standpoint with its fields, errors and an example.',
  path: '/docs',
  contents,
  body: html`<h1>API</h1>
<p class="lead">Standpoint verifies where a device really is, and that a live person is really who they claim
to be. This page is generated from the schemas that validate the calls.</p>
${start(config.base_url)}
${conventions(config)}
${AREAS.map(
  (area) => html`<section id="${area.id}" class="area"><h2>${area.title}</h2><p>${area.intro}</p>
${area.more ?? ''}
${ENDPOINTS.filter(area.has).map((endpoint) => endpointHtml(endpoint, config.base_url))}</section>`,
)}`,
});
