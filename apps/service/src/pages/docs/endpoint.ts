import {
  ANYWHERE,
  CAPS,
  type Credential,
  type Endpoint,
  ERRORS,
  type ErrorCode,
  LIMITS,
  type LimitKey,
  type TSchema,
} from '@standpoint/contract';
import { type Html, html } from '../html.ts';
import { curl } from './curl.ts';
import { example } from './example.ts';
import { type Field, fieldsOf } from './fields.ts';

const CREDENTIALS: Record<Credential, string> = {
  none: 'none (public)',
  api_key: 'API key',
  results_key: 'results key',
  preflight: 'preflight JWT',
  portal: 'portal JWT',
  handoff: 'hand-off JWT',
  person: 'dashboard session',
};

/** Codes that an endpoint may answer with, by status; codes of every endpoint come last. */
export function errorsOf({ errors }: Endpoint): ErrorCode[] {
  return [...new Set([...errors, ...ANYWHERE])].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
}

/** A sentence whose parts between backticks are code. */
export const withCode = (sentence: string) =>
  sentence.split('`').map((part, nth) => (nth % 2 === 1 ? html`<code>${part}</code>` : part));

/** A path that may break before its slashes. */
export const breakable = (path: string): Html =>
  html`${path.split('/').map((part, i) => (i === 0 ? part : html`<wbr>/${part}`))}`;

export const methodHtml = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** A name that may break after its dots. */
const dotted = (path: string): Html =>
  html`${path.split('.').map((part, i) => (i === 0 ? part : html`.<wbr>${part}`))}`;

const row = ({ path, type, nullable, required, note, bounds, words }: Field, answer: boolean) => html`<tr>
<th scope="row"><code>${dotted(path)}</code></th>
<td>${type}${nullable && ' or null'}${
  required !== answer && html` <span class="needed">${answer ? 'may be absent' : 'required'}</span>`
}</td>
<td>${note}${bounds && html` <span class="bounds">${bounds}</span>`}${
  words.length > 0 && html` <span class="words">${words.map((word) => html`<code>${word}</code> `)}</span>`
}</td>
</tr>`;

const HEADINGS = html`<tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>`;

const fieldTable = (schema: TSchema, caption: string, answer = false) => {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html`<p>${caption}: no fields.</p>`;
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0">
<table class="fields"><caption>${caption}</caption><thead>${HEADINGS}</thead>
<tbody>${fields.map((field) => row(field, answer))}</tbody></table></div>`;
};

/** A long table is folded, so that the page can be skimmed. */
const foldedTable = (schema: TSchema, caption: string, answer = false) =>
  fieldsOf(schema).length > 14
    ? html`<details><summary>${caption}</summary>${fieldTable(schema, caption, answer)}</details>`
    : fieldTable(schema, caption, answer);

function limitText({ limit }: Endpoint): string | null {
  if (limit === 'none') return null;
  const { rate, burst } = LIMITS[limit as LimitKey];
  const often = rate >= 1 ? `${rate} a second` : `one every ${Math.round(1 / rate)} s`;
  return `${often}, ${burst} at once`;
}

const size = (bytes: number) =>
  bytes % 100_000 === 0
    ? `${bytes / 1_000_000} MB`
    : bytes >= 1_048_576
      ? `${bytes / 1_048_576} MB`
      : `${bytes / 1024} KB`;
const MEDIA = { json: 'JSON', multipart: 'multipart/form-data', image: 'image/jpeg or image/webp' };

function facts(endpoint: Endpoint): Html {
  const { credential, scope, max_body, media, given, sandbox_only } = endpoint;
  const rows: [string, string | null | undefined][] = [
    ['Credential', credential.map((kind) => CREDENTIALS[kind]).join(' or ')],
    ['Scope', scope],
    ['Environment', sandbox_only && 'sandbox only'],
    ['Body', max_body ? `${MEDIA[media ?? 'json']}, at most ${size(CAPS[max_body].default)}` : null],
    ['Limit', limitText(endpoint)],
    ['Interface', given && `§ ${given}`],
  ];
  const known = rows.filter(([, value]) => value);
  return html`<dl class="facts">${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** A block of code that scrolls, with a name for screen readers. */
export const code = (text: string, label: string): Html =>
  html`<pre dir="ltr" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;

/** One endpoint of the reference. */
export function endpointHtml(endpoint: Endpoint, base_url: string): Html {
  const { name, method, path, summary, params, query, body, answer } = endpoint;
  const envelope = { status_code: 200, message: 'OK', data: example(answer) };
  return html`<section class="endpoint" id="${name}" aria-labelledby="${name}-title">
<h3 id="${name}-title"><a href="#${name}">${methodHtml(method)}
<code class="path" dir="ltr">${breakable(path)}</code></a></h3>
<p class="summary">${withCode(summary)}</p>
${facts(endpoint)}
${code(curl(endpoint, base_url), 'Example call')}
${params && fieldTable(params, 'Path')}
${query && fieldTable(query, 'Query')}
${body && foldedTable(body, 'Request body')}
${foldedTable(answer, 'Answer: data', true)}
<details><summary>Example answer</summary>${code(JSON.stringify(envelope, null, 2), 'Example answer')}</details>
<p class="errors">Errors: ${errorsOf(endpoint).map(
    (error) => html`<a href="/docs/errors#${error}"><span>${ERRORS[error].status}</span> ${error}</a> `,
  )}</p>
</section>`;
}
