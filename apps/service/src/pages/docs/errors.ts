import { ENDPOINTS, type Endpoint, ERROR_CODES, ERRORS, type ErrorCode } from '@standpoint/contract';
import { html } from '../html.ts';
import type { Page } from '../page.ts';
import { CLIENT_ERRORS } from './client-errors.ts';
import { errorsOf } from './endpoint.ts';
import { ERROR_ADVICE } from './error-advice.ts';

const MEANINGS: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  428: 'Precondition required',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
};

const byStatus = [...Map.groupBy(ERROR_CODES, (code) => ERRORS[code].status)].sort(([a], [b]) => a - b);

const linkTo = ({ name, method, path }: Endpoint) =>
  html`<a href="/docs#${name}"><span>${method}</span> ${path}</a> `;

const entry = (code: ErrorCode) => {
  const { message, retryable } = ERRORS[code];
  const from = ENDPOINTS.filter((endpoint) => errorsOf(endpoint).includes(code));
  return html`<section class="error" id="${code}" aria-labelledby="${code}-title">
<h3 id="${code}-title"><a href="#${code}"><code>${code}</code></a>${
    retryable && html` <span class="retryable">retryable</span>`
  }</h3>
<p>${message}</p>
<p class="advice">${ERROR_ADVICE[code]}</p>
<p class="errors">From: ${from.length === ENDPOINTS.length ? 'every endpoint' : from.map(linkTo)}</p>
</section>`;
};

const CLIENT_CODES = Object.keys(CLIENT_ERRORS) as (keyof typeof CLIENT_ERRORS)[];
const clientEntry = (
  code: keyof typeof CLIENT_ERRORS,
) => html`<section class="error" id="${code}" aria-labelledby="${code}-title">
<h3 id="${code}-title"><a href="#${code}"><code>${code}</code></a></h3>
<p class="advice">${CLIENT_ERRORS[code]}</p>
</section>`;

const EXAMPLE = `{
  "status_code": 400,
  "message": "${ERRORS.invalid_request.message}",
  "data": {
    "error": {
      "code": "invalid_request",
      "message": "${ERRORS.invalid_request.message}",
      "retryable": false,
      "request_id": "req_01KAJ6V8M0Z3T5W7Y9ABCDEFGH",
      "docs_url": "…/docs/errors#invalid_request",
      "fields": [{ "path": "instal_id", "message": "is not a field here; did you mean install_id?" }]
    }
  }
}`;

const anchor = (code: string) => html`<li><a href="#${code}">${code}</a></li>`;

/** One anchor per code: `docs_url` of every refusal points here. */
export const errorsPage = (): Page => ({
  title: 'Errors · Standpoint',
  description: 'Every error code of Standpoint: what happened and what to do next.',
  path: '/docs/errors',
  contents: html`<ol>${byStatus.map(
    ([status, codes]) => html`<li><a href="#s${status}"><b>${status}</b> ${MEANINGS[status]}</a>
<ol>${codes.map(anchor)}</ol></li>`,
  )}<li><a href="#client">In the browser</a><ol>${CLIENT_CODES.map(anchor)}</ol></li></ol>`,
  body: html`<h1>Errors</h1>
<p class="lead">The list is complete. Program against <code>code</code>, which never changes; messages may be
reworded. A failed check or a denied permission is a decision, never an error.</p>
<pre dir="ltr" tabindex="0" role="group" aria-label="Example error"><code>${EXAMPLE}</code></pre>
${byStatus.map(
  ([status, codes]) => html`<section class="area" id="s${status}"><h2>${status} ${MEANINGS[status]}</h2>
${codes.map(entry)}</section>`,
)}
<section class="area" id="client"><h2>In the browser</h2>
<p>Thrown by the web SDK itself; no service has answered.</p>${CLIENT_CODES.map(clientEntry)}</section>`,
});

/** Text for a cell of a Markdown table, where `<` would begin a tag. */
const cell = (text: string) => text.replaceAll('<', '&lt;').replaceAll('|', '\\|');

const markdownRow = (status: number, code: ErrorCode): string => {
  const { message, retryable } = ERRORS[code];
  const cells = [status, `\`${code}\``, cell(message), cell(ERROR_ADVICE[code]), retryable ? 'yes' : 'no'];
  return `| ${cells.join(' | ')} |`;
};

/** `docs/errors.md`: the same table for readers of the repository. */
export const errorsMarkdown = (): string => `# Errors

Every refusal is the envelope with
\`data.error = {code, message, retryable, request_id, docs_url, fields?, retry_after_s?}\`. The list is complete.
Program against \`code\`, which never changes. This page is generated from \`packages/contract/src/errors.ts\`;
\`npx vitest run apps/service/src/pages/docs/docs.test.ts -u\` writes it again.

| status | code | what happened | what to do | same request may succeed later |
|---|---|---|---|---|
${byStatus.flatMap(([status, codes]) => codes.map((code) => markdownRow(status, code))).join('\n')}

Further codes of the web SDK are listed on \`/docs/errors\` of a running service.
`;
