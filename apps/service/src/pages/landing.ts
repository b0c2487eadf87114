import type { Config } from '../config.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

/** Where somebody arrives who types the bare address. */
export const landingPage = ({ sandbox_base_url }: Config, demo: boolean): Page => ({
  title: 'Standpoint',
  description:
    'Self-hosted identity verification: where a device stands, and whether this is that living person.',
  path: '/',
  body: html`<div class="hero"><h1>Standpoint is running.</h1>
<p class="lead">It answers two questions for a backend: where does this device really stand, and is this really that living person.</p></div>
<ul class="cards">
${demo && html`<li><a href="/demo/"><b>Demo shop</b><span>Both checks in a page like yours, on this computer and a phone.</span></a></li>`}
<li><a href="/docs"><b>API</b><span>Every endpoint with its fields, errors and a call to copy.</span></a></li>
<li><a href="/docs/sandbox"><b>Sandbox</b><span>Fixed outcomes for every case you want to test.</span></a></li>
<li><a href="/docs/errors"><b>Errors</b><span>Each code: what happened, what to do next.</span></a></li>
</ul>
<dl class="conventions">
<div><dt>Sandbox</dt><dd><code dir="ltr">${sandbox_base_url}</code></dd></div>
<div><dt>Machines</dt><dd><a href="/openapi.json">OpenAPI 3.1</a>, <a href="/.well-known/jwks.json">public keys</a>, <a href="/readyz">readiness</a></dd></div>
<div><dt>Keys</dt><dd><code dir="ltr">npx standpoint keys create</code></dd></div>
</dl>`,
});
