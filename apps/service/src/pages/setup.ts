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
<noscript><p>This page needs a few lines of script to open the set-up link. The commands below work without
it.</p></noscript>
<dl class="conventions" id="facts" hidden>
<div><dt>Organization</dt><dd><code id="organization"></code></dd></div>
<div><dt>Workflow</dt><dd><code id="workflow"></code></dd></div>
<div><dt>Sandbox key</dt><dd><code id="key"></code></dd></div>
</dl>
<h2>Next</h2>
<p>The dashboard comes with a later version. Until then, use the command line, in the folder where you started
the service:</p>
<dl class="commands">
${command('A live API key for your backend', 'npx standpoint keys create --env production')}
${command('An organization with your own name', 'npx standpoint orgs create --name NAME')}
${command(
  'Your own workflow and policy',
  'npx standpoint workflows create --file workflow.example.json\n' +
    'npx standpoint policies create --file policy.example.json',
)}
${command('Is everything in order?', 'npx standpoint doctor')}
</dl>`,
});

const command = (purpose: string, text: string) =>
  html`<div><dt>${purpose}</dt><dd><pre dir="ltr" tabindex="0"><code>${text}</code></pre></dd></div>`;
