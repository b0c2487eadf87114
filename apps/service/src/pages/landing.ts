import type { Config } from '../config.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

const DEMO_CARD = html`<li><a href="/demo/"><b>Demo shop</b>
<span>Both checks in a page like yours, on this computer and a phone.</span></a></li>`;

const SDK_CARD = html`<li><a href="/sdk/"><b>Browser SDK</b>
<span>One script with its integrity, for a page without a bundler.</span></a></li>`;

/** The page at the bare address. */
export const landingPage = (
  { sandbox_base_url }: Config,
  { demo, sdk }: { demo: boolean; sdk: boolean },
): Page => ({
  title: 'Standpoint',
  description:
    'Self-hosted identity verification: where a device is, and whether a live person is who they claim to be.',
  path: '/',
  body: html`<div class="hero"><h1>Standpoint is running.</h1>
<p class="lead">It answers two questions for your backend: where is this device really, and is
this live person really who they claim to be?</p></div>
<ul class="cards">
${demo && DEMO_CARD}
<li><a href="/docs"><b>API</b><span>Every endpoint with its fields, errors and a call to copy.</span></a></li>
<li><a href="/docs/sandbox"><b>Sandbox</b><span>Fixed outcomes for every case you want to test.</span></a></li>
<li><a href="/docs/errors"><b>Errors</b><span>Each code: what happened, what to do next.</span></a></li>
${sdk && SDK_CARD}
</ul>
<dl class="conventions">
<div><dt>Sandbox</dt><dd><code dir="ltr">${sandbox_base_url}</code></dd></div>
<div><dt>Machines</dt><dd><a href="/openapi.json">OpenAPI 3.1</a>,
<a href="/.well-known/jwks.json">public keys</a>, <a href="/readyz">readiness</a></dd></div>
<div><dt>Keys</dt><dd><code dir="ltr">npx standpoint keys create</code></dd></div>
</dl>`,
});
