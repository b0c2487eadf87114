import { html } from './html.ts';
import type { Page } from './page.ts';

/**
 * The page behind the set-up link. The code is in the fragment, which reaches no server and no log; the
 * page's script redeems it.
 */
export const setupPage = (): Page => ({
  title: 'Set-up · Standpoint',
  description: 'First steps with this installation.',
  path: '/setup',
  script: '/setup.js',
  body: html`<h1>Set-up</h1>
<p class="lead" id="state" role="status">Opening the set-up link…</p>
<noscript><p>This page redeems the set-up link with a few lines of script; the commands below work without it.</p></noscript>
<dl class="conventions" id="facts" hidden>
<div><dt>Organization</dt><dd><code id="organization"></code></dd></div>
<div><dt>Workflow</dt><dd><code id="workflow"></code></dd></div>
<div><dt>Sandbox key</dt><dd><code id="key"></code></dd></div>
</dl>
<h2>Next</h2>
<p>The dashboard comes with a later version. Until then the command line does everything, in the folder where the service was started:</p>
<dl class="commands">
<div><dt>A live API key for your backend</dt><dd><pre dir="ltr" tabindex="0"><code>npx standpoint keys create --env production</code></pre></dd></div>
<div><dt>An organization with your own name</dt><dd><pre dir="ltr" tabindex="0"><code>npx standpoint orgs create --name NAME</code></pre></dd></div>
<div><dt>Your own workflow and policy</dt><dd><pre dir="ltr" tabindex="0"><code>npx standpoint workflows create --file workflow.example.json
npx standpoint policies create --file policy.example.json</code></pre></dd></div>
<div><dt>Is everything in order?</dt><dd><pre dir="ltr" tabindex="0"><code>npx standpoint doctor</code></pre></dd></div>
</dl>`,
});
